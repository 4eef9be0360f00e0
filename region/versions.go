package region

import (
	"slices"

	"github.com/tier2go/tier2/uop"
)

// versions is lazy basic block versioning: Chevalier-Boisvert and Feeley, "Simple and effective
// type check removal through lazy basic block versioning", ECOOP 2015. A block is compiled when
// execution first comes to it, once for each context that it is entered with, and at most limit
// times: the last version is the general one, which all other contexts share. What is compiled
// stays as it is, and a new version is added behind it (uop.Region.Added).
//
// There a context is the types that tests on the way have shown. A stream has no types, so here it
// is the outcomes of the last facts branches, as each is taken to show something. A branch of which
// one way alone has been seen is none yet. Versions belong to the region of a head: a function's
// entry, what follows a call, or the top of a loop. Calls leave it; the context behind one is empty.
//
// Covers: the head; each block of its function that was executed from it, once for each context up to
// the limit.
type versions struct {
	base
	hot, limit, facts int
	units             map[int32]*unit // by head
	unit              *unit           // that is added to; nil: none
	at                int32           // the version that tier 1 executes a block of
	added             bool
}

// unit is a head's versions, in the order in which they were made.
type unit struct {
	blocks []uop.RegionBlock
	nodes  []int32
	in     []string // contexts
	index  map[versionKey]int32
	size   int
}

// versionKey is a block in a context: the branches taken, 8 bytes for each, the latest last.
type versionKey struct {
	block int32
	in    string
}

// Observe implements uop.SelectorRun.
func (s *versions) Observe(ev uop.Event) (head uop.Place, hot bool) {
	prev, id := s.observe(&ev)
	if s.unit != nil {
		if prev >= 0 && ev.How <= uop.Taken && s.next(&ev, id) {
			return head, false
		}
		head, hot = s.end()
	}
	if u := s.left(&ev); u != nil && !hot {
		if s.unit, s.at = u, ev.Left; s.next(&ev, id) {
			return head, false
		}
		return s.end()
	}
	if (ev.How >= uop.Call || s.backward(&ev, prev)) && !(hot && head == ev.At) && int(ev.Size) <= s.max && s.warm(id, s.hot) {
		s.unit, s.at, s.added = &unit{index: map[versionKey]int32{}}, 0, true
		s.units[id] = s.unit
		s.unit.add(s.g, id, "")
	}
	return head, hot
}

// left returns the unit of the region that was left, if execution goes on in the same function.
func (s *versions) left(ev *uop.Event) *unit {
	if ev.How != uop.Exit || ev.Region == nil || ev.Region.Head().Code != ev.At.Code {
		return nil
	}
	if u := s.units[s.g.ID(ev.Region.Head())]; u != nil && u.size+int(ev.Size) <= s.max {
		return u
	}
	return nil
}

// next goes from the version that has been executed to a block; it reports whether that was compiled
// for it: else there is a version, or a region of its own, and no more to add.
func (s *versions) next(ev *uop.Event, id int32) bool {
	u, from := s.unit, s.at
	if u.has(from, ev.At) || ev.How != uop.Exit && s.live[id] != nil || u.size+int(ev.Size) > s.max {
		return false
	}
	in := u.in[from]
	if out := s.g.Nodes[u.nodes[from]].Out; len(out) > 1 && s.facts > 0 {
		in += fact(u.nodes[from], id)
		in = in[max(0, len(in)-8*s.facts):]
	}
	to, found := u.index[versionKey{id, in}]
	if n := u.count(id); !found && n >= s.limit-1 {
		in = ""
		to, found = u.index[versionKey{id, in}]
	}
	if !found {
		to = u.add(s.g, id, in)
	}
	b := &u.blocks[from]
	k, _ := slices.BinarySearch(b.Succs, to)
	b.Succs = slices.Insert(b.Succs, k, to)
	s.at, s.added = to, true
	return !found
}

// fact is a branch that was taken.
func fact(from, to int32) string {
	var b [8]byte
	for i := range 4 {
		b[i], b[4+i] = byte(from>>(8*i)), byte(to>>(8*i))
	}
	return string(b[:])
}

// has reports whether a version goes on at a place.
func (u *unit) has(from int32, p uop.Place) bool {
	return slices.ContainsFunc(u.blocks[from].Succs, func(s int32) bool { return u.blocks[s].At == p })
}

// count returns how many versions of a block there are.
func (u *unit) count(id int32) (n int) {
	for _, k := range u.nodes {
		if k == id {
			n++
		}
	}
	return n
}

func (u *unit) add(g *Graph, id int32, in string) int32 {
	n := int32(len(u.blocks))
	u.blocks = append(u.blocks, uop.RegionBlock{At: g.Nodes[id].At, Size: g.Nodes[id].Size})
	u.nodes, u.in = append(u.nodes, id), append(u.in, in)
	u.index[versionKey{id, in}] = n
	u.size += int(g.Nodes[id].Size)
	return n
}

// end offers what has been added to Select.
func (s *versions) end() (uop.Place, bool) {
	u := s.unit
	s.unit = nil
	if !s.added {
		return uop.Place{}, false
	}
	s.added = false
	r := &uop.Region{Selector: s.name, Blocks: slices.Clone(u.blocks), Added: true}
	for i := range r.Blocks {
		r.Blocks[i].Count = s.g.Nodes[u.nodes[i]].Count
		r.Blocks[i].Succs = slices.Clone(r.Blocks[i].Succs)
	}
	return s.finish(r)
}

// Select implements uop.SelectorRun.
func (s *versions) Select(head uop.Place) (*uop.Region, *uop.Refusal) { return s.fetch(head) }

// Forget implements uop.Forgetter.
func (s *versions) Forget(head uop.Place) {
	s.base.Forget(head)
	if id := s.g.ID(head); id >= 0 && s.units[id] != nil && s.units[id] != s.unit {
		delete(s.units, id)
	}
}

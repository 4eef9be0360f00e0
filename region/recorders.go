package region

import "github.com/tier2go/tier2/uop"

// recording is a path that a run writes down.
type recording struct {
	on   bool
	path []int32
	size int
}

func (r *recording) begin(id int32, size uint32) {
	r.on, r.path, r.size = true, append(r.path[:0], id), int(size)
}

func (r *recording) add(id int32, size uint32) {
	r.path, r.size = append(r.path, id), r.size+int(size)
}

// net is NET, next executing tail: Duesterwald and Bala, "Software profiling for hot
// path prediction: less is more", ASPLOS 2000, as Dynamo did it. Counters stand at
// targets of backward branches and at exits; behind a hot one, what is executed
// next is the trace, up to a backward branch or a head.
//
// Covers: the head; a trace ends at the first backward branch behind it, so it has
// one loop at most, its own.
type net struct {
	base
	hot int
}

// Observe implements uop.SelectorRun.
func (s *net) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.observe(&ev)
	var head uop.Place
	done := false
	if path, loops, ended := s.record(&ev, prev, id); ended {
		head, done = s.finish(s.line(path, loops))
	}
	if !s.rec.on && (ev.How == uop.Exit || s.backward(&ev, prev)) && (!done || head != ev.At) && s.warm(id, s.hot) {
		s.rec.begin(id, ev.Size)
	}
	return head, done
}

// record goes on with a recording; it returns the path when that ends, and whether
// it came back to its head.
func (s *net) record(ev *uop.Event, prev, id int32) (path []int32, loops, ended bool) {
	if !s.rec.on {
		return nil, false, false
	}
	if prev >= 0 && !s.backward(ev, prev) && s.live[id] == nil && s.rec.size+int(ev.Size) <= s.max {
		s.rec.add(id, ev.Size)
		return nil, false, false
	}
	s.rec.on = false
	return s.rec.path, prev >= 0 && id == s.rec.path[0], true
}

// Select implements uop.SelectorRun.
func (s *net) Select(head uop.Place) (*uop.Region, *uop.Refusal) { return s.fetch(head) }

// lei is LEI, last executed iteration: Hiniker, Hazelwood, Smith, "Improving region
// selection in dynamic optimization systems", MICRO 2005. A buffer has the last
// branches that were taken; a target that is in it already closes a cycle, whose
// last iteration, written in the buffer, becomes the trace once that has happened
// often enough. It goes over calls and through inner loops' exits.
//
// Covers: the head; all blocks of a path that was executed from it, up to the head
// again, another region's head or a block that was met.
type lei struct {
	base
	hot  int
	size int // of the buffer
	path []int32
	ring []jump // oldest first
	from int    // index in ring of the oldest that counts
	last []int  // by block: index in ring, −1 none
}

// jump is a taken branch.
type jump struct {
	to   int32
	at   int // index in path
	exit bool
}

// Observe implements uop.SelectorRun.
func (s *lei) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.observe(&ev)
	if path, loops, ok := s.cycle(&ev, prev, id, s.hot); ok {
		return s.finish(s.line(path, loops))
	}
	return uop.Place{}, false
}

// cycle writes an event into the buffer; it returns a trace when a cycle has been
// closed often enough.
func (s *lei) cycle(ev *uop.Event, prev, id int32, hot int) (path []int32, loops, ok bool) {
	for len(s.last) < len(s.g.Nodes) {
		s.last = append(s.last, -1)
	}
	if ev.How == uop.Start {
		s.cut(0)
		s.path = s.path[:0]
	}
	s.path = append(s.path, id)
	if ev.How == uop.Fall {
		return nil, false, false
	}
	at := len(s.path) - 1
	old := s.last[id]
	if old >= s.from && (s.backward(ev, prev) || s.ring[old].exit) && s.warm(id, hot) {
		path, loops = s.iteration(s.ring[old].at, at)
		ok = true
		keep := s.ring[old].at
		s.cut(old + 1)
		s.path = s.path[:keep+1]
		return path, loops, ok
	}
	s.last[id] = len(s.ring)
	s.ring = append(s.ring, jump{id, at, ev.How == uop.Exit})
	if len(s.ring)-s.from > s.size {
		s.drop()
	}
	return nil, false, false
}

// iteration returns the path between two places of the buffer, up to what ends it.
func (s *lei) iteration(begin, end int) (path []int32, loops bool) {
	size := 0
	met := make([]bool, len(s.g.Nodes))
	for i := begin; i < end; i++ {
		id := s.path[i]
		size += int(s.g.Nodes[id].Size)
		if i > begin && (s.live[id] != nil || met[id] || size > s.max) {
			return path, false
		}
		met[id] = true
		path = append(path, id)
	}
	return path, true
}

// cut forgets the branches from an index on.
func (s *lei) cut(n int) {
	for _, j := range s.ring[min(n, len(s.ring)):] {
		s.last[j.to] = -1
	}
	s.ring = s.ring[:min(n, len(s.ring))]
	s.from = min(s.from, len(s.ring))
}

// drop forgets the oldest branch; the memory is made small again now and then.
func (s *lei) drop() {
	if o := s.ring[s.from]; s.last[o.to] == s.from {
		s.last[o.to] = -1
	}
	s.from++
	if s.from < s.size {
		return
	}
	first := s.ring[s.from].at
	n := copy(s.ring, s.ring[s.from:])
	s.ring = s.ring[:n]
	s.path = s.path[:copy(s.path, s.path[first:])]
	for i := range s.ring {
		s.ring[i].at -= first
		if to := s.ring[i].to; s.last[to] == i+s.from {
			s.last[to] = i
		}
	}
	s.from = 0
}

// Select implements uop.SelectorRun.
func (s *lei) Select(head uop.Place) (*uop.Region, *uop.Refusal) { return s.fetch(head) }

// tree grows trace trees: Gal and Franz, "Incremental dynamic code generation with
// trace trees", 2006; thresholds as LuaJIT's. A hot loop is recorded; where the
// trace is left often, a branch from there to the header is recorded and added,
// with copies of all that it runs through. A join costs a copy of all behind it.
//
// Covers: the head; every path through the tree ends in the head again, or at
// another region's head.
type tree struct {
	base
	hot, exit, paths int
	grow             *uop.Region // to which the recording adds a branch; nil: a new tree
	left             int32
	exits            map[exitKey]int
	branches         map[uop.Place]int
}

type exitKey struct {
	head uop.Place
	left int32
	to   int32
}

// Observe implements uop.SelectorRun.
func (s *tree) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.observe(&ev)
	if s.rec.on {
		return s.record(&ev, prev, id)
	}
	switch {
	case s.live[id] != nil:
	case ev.How == uop.Exit && ev.Region != nil:
		k := exitKey{ev.Region.Head(), ev.Left, id}
		s.exits[k]++
		r := s.live[s.g.ID(k.head)]
		if s.exits[k] >= s.exit && r != nil && s.branches[k.head] < s.paths {
			delete(s.exits, k)
			s.grow, s.left = r, ev.Left
			s.rec.begin(id, ev.Size)
		}
	case s.backward(&ev, prev) && s.warm(id, s.hot):
		s.grow = nil
		s.rec.begin(id, ev.Size)
	}
	return uop.Place{}, false
}

// Counters returns the most counters that were in use at a time.
func (s *tree) Counters() int { return s.peak + len(s.exits) }

func (s *tree) record(ev *uop.Event, prev, id int32) (uop.Place, bool) {
	header := s.rec.path[0]
	if s.grow != nil {
		header = s.g.ID(s.grow.Head())
	}
	switch {
	case prev < 0 || s.rec.size+int(ev.Size) > s.max: // it does not come back
		s.rec.on = false
		return s.fail(uop.RefuseNoCycle, header)
	case id != header && s.live[id] == nil:
		s.rec.add(id, ev.Size)
		return uop.Place{}, false
	}
	s.rec.on = false
	r := s.line(s.rec.path, id == header)
	if s.grow != nil {
		r = s.branch(s.grow, s.left, r)
		s.branches[r.Head()]++
	}
	return s.finish(r)
}

// branch returns a tree with a branch added to one of its blocks.
func (s *tree) branch(t *uop.Region, left int32, b *uop.Region) *uop.Region {
	n := int32(len(t.Blocks))
	r := &uop.Region{Selector: s.name, Blocks: append([]uop.RegionBlock(nil), t.Blocks...)}
	for _, blk := range b.Blocks {
		for i, to := range blk.Succs {
			if to > 0 {
				blk.Succs[i] = to + n
			}
		}
		r.Blocks = append(r.Blocks, blk)
	}
	succs := append([]int32(nil), t.Blocks[left].Succs...)
	r.Blocks[left].Succs = append(succs, n)
	return r
}

// Select implements uop.SelectorRun.
func (s *tree) Select(head uop.Place) (*uop.Region, *uop.Refusal) { return s.fetch(head) }

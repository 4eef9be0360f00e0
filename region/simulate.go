package region

import (
	"cmp"
	"slices"

	"github.com/tier2go/tier2/uop"
)

// simulated is a method whose joins are duplicated where simulating says that it pays: Leopoldseder,
// Stadler, Würthinger, Eisl, Simon, Mössenböck, "Dominance-based duplication simulation (DBDS): code
// duplication to enable compiler optimizations", CGO 2018. For each way into a join, which does not
// close a loop, it looks at the block as if the way had a copy of it of its own. The copy is made if
//
//	benefit·probability·scale > size,  and  the region stays below budget % of what it was
//
// the best first, in up to three rounds, as a copy makes ways for copies of what follows.
//
// There the benefit is what simulated passes save. A stream has no operations, but order: here a block
// that goes on in several places, and behind this way in one of them alone whenever it was seen, at least
// sure times, loses its branch, and its other ways. Other facts that a join loses are worth
// the option facts, for each execution. On random walks no branch depends on another one, and what is
// duplicated there for a branch is a mistake.
//
// Covers: as method; a copy whose branch is decided has one way on.
type simulated struct {
	method
	scale, budget, sure, facts int
	last                       [2]int32 // the blocks executed before, the latest first; −1: not known
	ways                       map[[3]int32]uint64
	pairs                      map[[2]int32]uint64
}

// Observe implements uop.SelectorRun.
func (s *simulated) Observe(ev uop.Event) (uop.Place, bool) {
	head, hot := s.method.Observe(ev)
	id := s.g.prev
	if ev.How >= uop.Exit {
		s.last = [2]int32{-1, -1}
	} else if a, b := s.last[1], s.last[0]; a >= 0 {
		s.ways[[3]int32{a, b, id}]++
		s.pairs[[2]int32{a, b}]++
	}
	s.last = [2]int32{id, s.last[0]}
	return head, hot
}

// Select implements uop.SelectorRun.
func (s *simulated) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	h, in, refusal := s.set(head)
	if refusal != nil {
		return nil, refusal
	}
	d := &duplication{s: s}
	d.begin(h, in)
	most := min(d.size*s.budget/100, s.max)
	for range 3 {
		if !d.round(most) {
			break
		}
	}
	r := s.layout(0, d.nodes, d.succs)
	s.keep(r)
	return r, nil
}

// duplication is the copies that are made: node 0 is the head.
type duplication struct {
	s     *simulated
	nodes []int32 // of the graph
	from  []int32 // of a copy: the graph's block that leads to it; −1: any
	succs [][]int32
	size  int
}

// simulatedCopy is a way into a join with what a copy is worth.
type simulatedCopy struct {
	from, join int32
	decided    int32 // the block that it goes on in alone, −1: it is not known
	worth      uint64
}

func (d *duplication) begin(h int32, in []bool) {
	at := make([]int32, len(in))
	list := []int32{h}
	at[h] = 1
	for i := 0; i < len(list); i++ {
		d.nodes, d.from, d.succs = append(d.nodes, list[i]), append(d.from, -1), append(d.succs, nil)
		d.size += int(d.s.g.Nodes[list[i]].Size)
		for _, a := range d.s.g.Nodes[list[i]].Out {
			if int(a.To) >= len(in) || !in[a.To] {
				continue
			}
			if at[a.To] == 0 {
				list = append(list, a.To)
				at[a.To] = int32(len(list))
			}
			d.succs[i] = append(d.succs[i], at[a.To]-1)
		}
	}
}

// round makes the copies that pay; it reports whether there are any.
func (d *duplication) round(most int) (any bool) {
	preds, graph := make([][]int32, len(d.nodes)), newDigraph(len(d.nodes))
	for i, list := range d.succs {
		for _, to := range list {
			preds[to] = append(preds[to], int32(i))
			graph.SetEdge(int32(i), to, 1)
		}
	}
	dom := idoms(graph, 0)
	var list []simulatedCopy
	for j := range preds {
		if j == 0 || len(preds[j]) < 2 {
			continue
		}
		for _, u := range preds[j] {
			if dominates(dom, int32(j), u) {
				continue
			}
			if c := d.simulate(u, int32(j)); c.worth > 0 {
				list = append(list, c)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b simulatedCopy) int { return cmp.Compare(b.worth, a.worth) })
	for _, c := range list {
		size := int(d.s.g.Nodes[d.nodes[c.join]].Size)
		if d.size+size > most {
			continue
		}
		d.copy(c)
		d.size += size
		any = true
	}
	return any
}

// simulate looks at a join as if the way from a block had its own copy of it.
func (d *duplication) simulate(from, join int32) simulatedCopy {
	s, c := d.s, simulatedCopy{from: from, join: join, decided: -1}
	a, b := d.nodes[from], d.nodes[join]
	benefit, times := uint64(s.facts), s.times(d.from[from], a, b)
	if out := s.g.Nodes[b].Out; len(out) > 1 && s.pairs[[2]int32{a, b}] >= uint64(s.sure) {
		for _, arc := range out {
			if s.ways[[3]int32{a, b, arc.To}] == s.pairs[[2]int32{a, b}] {
				c.decided = arc.To
				benefit++
			}
		}
	}
	head, size := max(s.g.Nodes[d.nodes[0]].Count, 1), uint64(s.g.Nodes[b].Size)
	if gain := benefit * times * uint64(s.scale); gain > size*head {
		c.worth = gain / max(size, 1)
	}
	return c
}

// times returns how often a way was taken: behind the block before, if it is a copy's.
func (s *simulated) times(before, a, b int32) uint64 {
	if before >= 0 {
		return s.ways[[3]int32{before, a, b}]
	}
	if arc := s.g.Arc(a, b); arc != nil {
		return arc.Count
	}
	return 0
}

// copy gives a way its copy.
func (d *duplication) copy(c simulatedCopy) {
	n := int32(len(d.nodes))
	d.nodes, d.from = append(d.nodes, d.nodes[c.join]), append(d.from, d.nodes[c.from])
	succs := slices.Clone(d.succs[c.join])
	if c.decided >= 0 {
		succs = slices.DeleteFunc(succs, func(to int32) bool { return d.nodes[to] != c.decided })
	}
	d.succs = append(d.succs, succs)
	list := slices.Clone(d.succs[c.from])
	list[slices.Index(list, c.join)] = n
	d.succs[c.from] = list
}

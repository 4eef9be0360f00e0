package region

import (
	"slices"

	"gonum.org/v1/gonum/graph/flow"

	"github.com/tier2go/tier2/uop"
)

// joins decides at each join whether what follows is shared by the paths that meet
// there or duplicated for each. It takes the blocks that are hot behind the head
// (those of closure's candidates, the coldest left out until the bound is met). At a
// join j with k hot ways in that do not close loops, whose tail t are the blocks up
// to its immediate post-dominator (which is a join of its own), it shares if
//
//	λ·(k−1)·size(t) > f(j)·cx + f(j)·facts
//
// where cx is the price of moving values to where the shared code expects them, and
// facts that of what one path knows and the other does not. Post-dominators are
// gonum's dominators of the reversed graph. A tail inside of a tail is duplicated
// with it. The joins at which duplicating is worth most go first; one that would lead
// beyond the bound is shared.
//
// Covers: the head; the candidates, at least once each, with all observed edges
// between them, but where a duplicate's cycle does not close.
type joins struct {
	closure
	facts int
}

// Learn implements uop.Learner.
func (s *joins) Learn(f uop.Flow) { s.learn(f) }

// Select implements uop.SelectorRun.
func (s *joins) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	h, refusal := s.refuse(head)
	if refusal != nil {
		return nil, refusal
	}
	p := s.problem([]int32{h})
	in := make([]bool, len(s.g.Nodes))
	for _, id := range p.nodes {
		in[id] = true
	}
	s.trim(h, in, s.limit())
	e := &expander{s: s}
	e.decide(e.shape(h, in))
	r := s.layout(0, e.nodes, e.succs)
	s.keep(r)
	return r, nil
}

// expander makes copies of blocks.
type expander struct {
	s     *joins
	list  []int32   // the set's blocks; list[0] is the head
	in    [][]int32 // edges between them, by index in list
	out   [][]int32
	post  []int32  // immediate post-dominators, −1: the region's end
	back  [][]bool // back[i][k]: out[i][k] goes to a block that dominates i
	twice []bool   // joins whose tails are duplicated

	nodes  []int32 // the copies: the block of the graph
	succs  [][]int32
	size   int
	copies map[copyKey]int32
	tags   []tag
	work   []copyKey
}

// tag says in which duplicates a copy lies: in that of the join at, for the way
// from a copy, and in those of parent. Tag 0 is none.
type tag struct {
	parent   int32
	at, from int32
}

type copyKey struct{ block, tag int32 }

// shape finds the set's blocks that are reached, their dominators, and the joins at
// which it pays to duplicate, with what it is worth.
func (e *expander) shape(h int32, in []bool) (found []worth) {
	at := make([]int32, len(in))
	at[h], e.list = 1, []int32{h}
	for i := 0; i < len(e.list); i++ {
		for _, a := range e.s.g.Nodes[e.list[i]].Out {
			if int(a.To) < len(in) && in[a.To] && at[a.To] == 0 {
				e.list = append(e.list, a.To)
				at[a.To] = int32(len(e.list))
			}
		}
	}
	n := len(e.list)
	e.in, e.out, e.back = make([][]int32, n), make([][]int32, n), make([][]bool, n)
	d := newDigraph(n + 1) // node n is the end
	for i, id := range e.list {
		leaves := true
		for _, a := range e.s.g.Nodes[id].Out {
			if int(a.To) >= len(in) || at[a.To] == 0 {
				continue
			}
			to := at[a.To] - 1
			e.out[i], e.in[to] = append(e.out[i], to), append(e.in[to], int32(i))
			if to != 0 {
				d.SetEdge(int32(i), to, 1)
				leaves = false
			}
		}
		if leaves || len(e.out[i]) < len(e.s.g.Nodes[id].Out) {
			d.SetEdge(int32(i), int32(n), 1)
		}
	}
	dom := idoms(d, 0)
	for i := range e.out {
		for _, to := range e.out[i] {
			e.back[i] = append(e.back[i], to == 0 || dominates(dom, to, int32(i)))
		}
	}
	// Edges back to the head go to the end, so that what follows a loop's body
	// is the next iteration; others back count as they are.
	for i := range e.out {
		for _, to := range e.out[i] {
			if to == 0 {
				d.SetEdge(int32(i), int32(n), 1)
			}
		}
	}
	e.post = idoms(d.Reversed(), int32(n))
	for i, p := range e.post {
		if p == int32(n) {
			e.post[i] = -1
		}
	}
	e.twice = make([]bool, n)
	for j := 1; j < n; j++ {
		if gain := e.gain(int32(j)); gain >= 0 {
			found = append(found, worth{int32(j), gain})
		}
	}
	return found
}

// worth is what is gained by duplicating behind a join.
type worth struct {
	join int32
	gain int
}

// decide makes the copies: those of all joins of a list that fit, the best first.
func (e *expander) decide(found []worth) {
	slices.SortStableFunc(found, func(a, b worth) int { return b.gain - a.gain })
	for _, w := range found {
		e.twice[w.join] = true
		if !e.expand() {
			e.twice[w.join] = false
		}
	}
	e.expand()
}

// idoms returns each node's immediate dominator, −1 for those without.
func idoms(d *Digraph, root int32) []int32 {
	tree := flow.Dominators(node(root), d)
	out := make([]int32, len(d.succs))
	for i := range out {
		out[i] = -1
		if n := tree.DominatorOf(int64(i)); n != nil && int32(i) != root {
			out[i] = int32(n.ID())
		}
	}
	return out
}

// dominates reports whether a dominates b.
func dominates(idom []int32, a, b int32) bool {
	for ; b >= 0; b = idom[b] {
		if a == b {
			return true
		}
	}
	return false
}

// gain returns what duplicating behind a block is worth, less its price; −1 if it is
// no join.
func (e *expander) gain(j int32) int {
	ways := 0
	for _, u := range e.in[j] {
		if !e.isBack(u, j) {
			ways++
		}
	}
	if ways < 2 {
		return -1
	}
	size := 0
	for _, t := range e.tail(j) {
		size += int(e.s.g.Nodes[e.list[t]].Size)
	}
	f := int(e.s.g.Nodes[e.list[j]].Count)
	return f*e.s.cx + f*e.s.facts - e.s.lambda*(ways-1)*size
}

func (e *expander) isBack(u, v int32) bool {
	for k, to := range e.out[u] {
		if to == v {
			return e.back[u][k]
		}
	}
	return false
}

// tail returns the blocks from a join up to its post-dominator.
func (e *expander) tail(j int32) []int32 {
	seen := make([]bool, len(e.list))
	if e.post[j] >= 0 {
		seen[e.post[j]] = true
	}
	list := []int32{j}
	seen[j] = true
	for i := 0; i < len(list); i++ {
		for k, to := range e.out[list[i]] {
			if !seen[to] && !e.back[list[i]][k] {
				seen[to] = true
				list = append(list, to)
			}
		}
	}
	return list
}

// expand makes the copies that are reached from the head; it reports whether they
// stay within the bound.
func (e *expander) expand() bool {
	e.nodes, e.succs, e.work, e.size = nil, nil, nil, 0
	e.copies, e.tags = map[copyKey]int32{}, []tag{{parent: -1}}
	e.copy(copyKey{0, 0})
	for i := 0; i < len(e.work); i++ {
		if e.size > e.s.limit() {
			return false
		}
		from := e.work[i]
		c := e.copies[from]
		for k, to := range e.out[from.block] {
			if id := e.target(c, from, to, e.back[from.block][k]); id >= 0 {
				e.succs[c] = append(e.succs[c], id)
			}
		}
	}
	return e.size <= e.s.limit()
}

// target returns the copy that an edge goes to.
func (e *expander) target(c int32, from copyKey, to int32, back bool) int32 {
	t := from.tag
	if back { // the copy around, if there is one
		for ; t >= 0; t = e.tags[t].parent {
			if id, ok := e.copies[copyKey{to, t}]; ok {
				return id
			}
		}
		return -1
	}
	for t > 0 && e.post[e.tags[t].at] == to {
		t = e.tags[t].parent
	}
	if e.twice[to] {
		e.tags = append(e.tags, tag{t, to, c})
		t = int32(len(e.tags) - 1)
	}
	return e.copy(copyKey{to, t})
}

// copy returns the copy of a block under a tag; if there was none, it is made.
func (e *expander) copy(k copyKey) int32 {
	if id, ok := e.copies[k]; ok {
		return id
	}
	id := int32(len(e.nodes))
	e.copies[k] = id
	e.nodes = append(e.nodes, e.list[k.block])
	e.succs = append(e.succs, nil)
	e.size += int(e.s.g.Nodes[e.list[k.block]].Size)
	e.work = append(e.work, k)
	return id
}

// method selects all executed blocks of a function that are reached from the head
// inside of it, as a method compiler does. Calls leave it, as the callee is another
// function; behind a call, a region of its own begins once that is hot. Blocks that are cold,
// by option, are exits, and what only they lead to is left out with them (partial method
// compilation: Whaley, OOPSLA 2001).
//
// Covers: the head, and every block of its function that was executed, often enough, and is
// reached without a call.
type method struct {
	base
	hot  int
	cold uint64 // of 1000 executions of the head
}

// Observe implements uop.SelectorRun.
func (s *method) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.observe(&ev)
	return ev.At, (ev.How == uop.Call || ev.How == uop.Exit || s.backward(&ev, prev)) && s.warm(id, s.hot)
}

// Learn implements uop.Learner.
func (s *method) Learn(f uop.Flow) { s.learn(f) }

// Select implements uop.SelectorRun.
func (s *method) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	id, in, refusal := s.set(head)
	if refusal != nil {
		return nil, refusal
	}
	r := s.region(id, in)
	s.keep(r)
	return r, nil
}

// set returns a head and the set of blocks that are its method.
func (s *method) set(head uop.Place) (id int32, in []bool, refusal *uop.Refusal) {
	id = s.g.ID(head)
	switch {
	case id < 0:
		return id, nil, &uop.Refusal{Reason: uop.RefuseCold, At: head}
	case s.live[id] != nil:
		return id, nil, &uop.Refusal{Reason: uop.RefuseCovered, At: head}
	}
	in = make([]bool, len(s.g.Nodes))
	in[id] = true
	size := 0
	for work := []int32{id}; len(work) > 0; {
		n := &s.g.Nodes[work[len(work)-1]]
		work = work[:len(work)-1]
		size += int(n.Size)
		for _, a := range n.Out {
			if to := &s.g.Nodes[a.To]; a.How <= uop.Taken && !in[a.To] && to.At.Code == head.Code && to.Count*1000 >= s.g.Nodes[id].Count*s.cold {
				in[a.To] = true
				work = append(work, a.To)
			}
		}
	}
	if size > s.max {
		return id, nil, &uop.Refusal{Reason: uop.RefuseTooLarge, At: head}
	}
	return id, in, nil
}

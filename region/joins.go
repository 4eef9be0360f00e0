package region

import "github.com/tier2go/tier2/uop"

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
	e := &expander{by: Gonum, limit: s.limit()}
	list := s.reached(e, h, in)
	e.shape()
	e.decide(func(j int32, ways int, tail []int32) int {
		size := 0
		for _, t := range tail {
			size += e.sizes[t]
		}
		f := int(s.g.Nodes[list[j]].Count)
		return f*s.cx + f*s.facts - s.lambda*(ways-1)*size
	})
	for i, n := range e.nodes {
		e.nodes[i] = list[n]
	}
	r := s.layout(0, e.nodes, e.succs)
	s.keep(r)
	return r, nil
}

// reached gives an expander the set's blocks that are reached from the head, and the edges between
// them. It returns the blocks.
func (s *joins) reached(e *expander, h int32, in []bool) (list []int32) {
	at := make([]int32, len(in))
	at[h], list = 1, []int32{h}
	for i := 0; i < len(list); i++ {
		n := &s.g.Nodes[list[i]]
		var out []int32
		for _, a := range n.Out {
			if int(a.To) >= len(in) || !in[a.To] {
				continue
			}
			if at[a.To] == 0 {
				list = append(list, a.To)
				at[a.To] = int32(len(list))
			}
			out = append(out, at[a.To]-1)
		}
		e.add(int(n.Size), out, len(out) < len(n.Out))
	}
	return list
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

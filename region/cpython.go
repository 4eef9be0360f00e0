package region

import "github.com/tier2go/tier2/uop"

// history has, for each block, the last 16 ways out of it, as CPython's inline
// caches have for branches (16 bits there; here the number of the edge, up to 15,
// so that a block may go on in more than two).
type history struct {
	ways []uint64 // 4 bits each, the last in the lowest
	n    []uint8  // how many there are, up to 16
}

// room makes room for the graph's blocks.
func (h *history) room(g *Graph) {
	for len(h.ways) < len(g.Nodes) {
		h.ways, h.n = append(h.ways, 0), append(h.n, 0)
	}
}

func (h *history) note(g *Graph, prev, id int32) {
	h.room(g)
	if prev < 0 {
		return
	}
	for k, a := range g.Nodes[prev].Out {
		if a.To == id {
			h.ways[prev] = h.ways[prev]<<4 | uint64(min(k, 15))
			h.n[prev] = min(h.n[prev]+1, 16)
			return
		}
	}
}

// times returns how often a block was left by its edge k, of how many.
func (h *history) times(id int32, k int) (n, of int) {
	of = int(h.n[id])
	for i, x := 0, h.ways[id]; i < of; i, x = i+1, x>>4 {
		if int(x&15) == min(k, 15) {
			n++
		}
	}
	return n, of
}

// likely returns the edge that a block was left by most of the last times.
func (h *history) likely(g *Graph, id int32) (k, n, of int) {
	k = -1
	for i := range g.Nodes[id].Out {
		if m, all := h.times(id, i); m > n {
			k, n, of = i, m, all
		}
	}
	return k, n, of
}

// cpython313 is CPython's trace projection up to 3.14: Python/optimizer.c,
// translate_bytecode_to_trace. It follows the likely way of each branch as the
// inline caches have it, multiplies the shares, and stops when less than a third is
// left; at a cycle, at another executor, at the sixth frame, and behind a return
// from the first. Here a block that goes on in one place alone costs nothing, and
// one with more is a branch (a FOR_ITER, whose end CPython takes to be unlikely
// without looking, too).
//
// Covers: the head; the path on which each block is the likely successor of the
// one before.
type cpython313 struct {
	base
	history
	hot, exit, depth int
}

// Learn implements uop.Learner: the history becomes what the counts' shares are of 16.
func (s *cpython313) Learn(f uop.Flow) {
	id := s.learn(f)
	s.room(s.g)
	s.ways[id], s.n[id] = 0, 0
	total := uint64(0)
	for _, a := range s.g.Nodes[id].Out {
		total += a.Count
	}
	sum := uint64(0)
	for k, a := range s.g.Nodes[id].Out {
		sum += a.Count
		for total > 0 && uint64(s.n[id])*total < sum*16 {
			s.ways[id] = s.ways[id]<<4 | uint64(min(k, 15))
			s.n[id]++
		}
	}
}

// Observe implements uop.SelectorRun.
func (s *cpython313) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.observe(&ev)
	s.note(s.g, prev, id)
	switch {
	case ev.How == uop.Exit && s.warm(id, s.exit), s.backward(&ev, prev) && s.warm(id, s.hot):
		return ev.At, true
	}
	return uop.Place{}, false
}

// Select implements uop.SelectorRun.
func (s *cpython313) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	id := s.g.ID(head)
	switch {
	case id < 0 || s.n[id] == 0:
		return nil, &uop.Refusal{Reason: uop.RefuseCold, At: head}
	case s.live[id] != nil:
		return nil, &uop.Refusal{Reason: uop.RefuseCovered, At: head}
	case int(s.g.Nodes[id].Size) > s.max:
		return nil, &uop.Refusal{Reason: uop.RefuseTooLarge, At: head}
	}
	path, loops := s.project(id)
	r := s.line(path, loops)
	s.keep(r)
	return r, nil
}

func (s *cpython313) project(head int32) (path []int32, loops bool) {
	path = []int32{head}
	in := map[int32]bool{head: true}
	confidence, frames, size := 1000, 1, int(s.g.Nodes[head].Size)
	for at := head; ; {
		k, n, of := s.likely(s.g, at)
		if k < 0 {
			return path, false
		}
		a := s.g.Nodes[at].Out[k]
		confidence = confidence * n / of
		switch a.How {
		case uop.Call:
			frames++
		case uop.Return:
			frames--
		}
		size += int(s.g.Nodes[a.To].Size)
		if confidence < 333 || frames < 1 || frames > s.depth || size > s.max {
			return path, false
		}
		if a.To == head {
			return path, true
		}
		if in[a.To] || s.live[a.To] != nil {
			return path, false
		}
		at = a.To
		in[at] = true
		path = append(path, at)
	}
}

// cpython315 is CPython 3.15's trace recording on streams of blocks: Python/optimizer.c,
// compute_branch_penalty, compute_exit_quality, compute_frame_penalty. What is
// executed next is recorded; the trace has a fitness, which falls with its length,
// with each branch, the more the more balanced it is, and with each frame; it ends
// where stopping is better than the fitness that is left. It goes through
// backward edges, and so unrolls inner loops.
//
// As in optimizer.c (main, 2026) are: what a branch costs, the off-trace times of its last 16 by an eighth of a
// balanced branch, at most one; a frame, the sixth part of the initial fitness and one, given back by the return; a
// return beyond the first frame, a quarter of that; an instruction, the slots of the buffer that it fills; and that a
// trace which comes back to its beginning closes there whatever its fitness is, so that the quality of closing a loop
// decides nothing here.
//
// The constants are in pycore_optimizer.h, of which only what was reviewed could be read (python/cpython#148089):
// initially 2500 (MAX_TARGET_LENGTH times OPTIMIZER_EFFECTIVENESS); stopping is worth 3/8 of it at another executor,
// 1/8 elsewhere; an instruction fills 6 slots on the average; seven balanced branches lead from the beginning to
// where stopping is worth it anywhere. That a backward edge is worth half of 9/10 less 50 instructions is taken from
// the review, too, and NOT VERIFIED in the header as it was merged. A stream does not say which instructions are
// specializable, at which CPython goes on to 1/80, which blocks end in a FOR_ITER, whose way costs nothing there, nor
// which function entries are counted by themselves.
//
// Covers: the head; a path that was executed from it.
type cpython315 struct {
	base
	history
	hot, fitness int
	left         int // fitness
	frames       int
}

// fitness315 is CPython's initial fitness, perInstr what an instruction costs of it, and slack the
// instructions that are left behind a backward edge.
const (
	fitness315 = 2500
	perInstr   = 6
	slack      = 50
)

// cost returns what instructions cost, of the initial fitness that was set.
func (s *cpython315) cost(instrs int) int { return perInstr * instrs * s.fitness / fitness315 }

// Observe implements uop.SelectorRun.
func (s *cpython315) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.observe(&ev)
	s.note(s.g, prev, id)
	var head uop.Place
	done := false
	back := s.backward(&ev, prev)
	if s.rec.on {
		if s.ends(&ev, prev, id, back) {
			s.rec.on = false
			head, done = s.finish(s.line(s.rec.path, prev >= 0 && id == s.rec.path[0]))
		} else {
			s.rec.add(id, ev.Size)
		}
	}
	if !s.rec.on && (ev.How == uop.Exit || back) && (!done || head != ev.At) && s.warm(id, s.hot) {
		s.rec.begin(id, ev.Size)
		s.left = s.fitness - s.cost(int(ev.Size))
		s.frames = 0
	}
	return head, done
}

// ends pays for the way into a block and for the block, and reports whether the
// trace ends in front of it.
func (s *cpython315) ends(ev *uop.Event, prev, id int32, back bool) bool {
	if prev < 0 || id == s.rec.path[0] || s.rec.size+int(ev.Size) > s.max {
		return true
	}
	frame, usual := s.fitness/6+1, s.fitness/8
	switch ev.How {
	case uop.Call:
		s.frames++
		s.left -= frame
	case uop.Return:
		if s.frames > 0 {
			s.frames--
			s.left += frame
		} else {
			s.left -= frame / 4
		}
	}
	if out := s.g.Nodes[prev].Out; len(out) > 1 && ev.How <= uop.Taken {
		balanced := (s.fitness - usual) / 7
		for k, a := range out {
			if a.To == id {
				n, of := s.times(prev, k)
				s.left -= min(balanced, (of-n)*16/of*balanced/8)
			}
		}
	}
	quality := usual
	switch {
	case s.live[id] != nil:
		quality = s.fitness * 3 / 8
	case back:
		quality = s.fitness*9/20 - s.cost(slack)
	}
	if s.left < quality {
		return true
	}
	s.left -= s.cost(int(ev.Size))
	return false
}

// Select implements uop.SelectorRun.
func (s *cpython315) Select(head uop.Place) (*uop.Region, *uop.Refusal) { return s.fetch(head) }

package interp

import (
	"slices"

	"github.com/tier2go/tier2/uop"
)

// Ways is the selector of a VM that is given none: all ways that are likely. Of the
// blocks that are reached from the head it takes the heaviest first. A way is likely if
// it is a branch's more frequent one, or taken twice in 16 times; a block is not if it
// is executed less than once in 64 times that the head is. From a loop's top a region
// stays inside that loop; elsewhere, a function's start for example, it goes as far as
// the code does.
//
// Covers: the head; every likely way from a block of the region to another one.
var Ways = uop.Selector{
	Name: "ways",
	Doc:  "all ways that inline caches show to be likely, with the inner loops",
	New: func(lim uop.Limits) uop.State {
		return &waysState{max: lim.MaxUops, index: map[uop.Place]int32{}}
	},
}

// Traces selects nothing: what is compiled are linear traces along the likely way.
// Any selector without New does.
var Traces = uop.Selector{Name: "traces", Doc: "no regions: linear traces along the likely way, as CPython 3.14's"}

// What is likely.
const (
	minBranch = 2  // of 16: what a branch's other way must have been taken
	minWeight = 64 // executions of the head for one of a block
)

// waysState is Ways' state. It learns, and never observes.
type waysState struct {
	max   int
	index map[uop.Place]int32
	flows []uop.Flow // by index; Count 0 and no size: not known
}

// id returns the index of a place.
func (s *waysState) id(p uop.Place) int32 {
	i, ok := s.index[p]
	if !ok {
		i = int32(len(s.flows))
		s.index[p] = i
		s.flows = append(s.flows, uop.Flow{At: p})
	}
	return i
}

// Learn implements uop.Learner.
func (s *waysState) Learn(f uop.Flow) {
	i := s.id(f.At)
	f.Ways = append(s.flows[i].Ways[:0], f.Ways...)
	s.flows[i] = f
}

// Observe implements uop.State.
func (*waysState) Observe(uop.Event) (uop.Place, bool) { return uop.Place{}, false }

// Select implements uop.State. A head may be asked for again.
func (s *waysState) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	h, known := s.index[head]
	switch {
	case !known || s.flows[h].Count == 0:
		return nil, &uop.Refusal{Reason: uop.RefuseCold, At: head}
	case int(s.flows[h].Size) > s.max:
		return nil, &uop.Refusal{Reason: uop.RefuseTooLarge, At: head}
	}
	for i := 0; i < len(s.flows); i++ { // ways may lead to places that nothing is known of
		for _, w := range s.flows[i].Ways {
			s.id(w.To)
		}
	}
	within := s.loop(h)
	in := make([]int32, len(s.flows)) // its index in the region, plus one
	room := s.max
	r := &uop.Region{Selector: Ways.Name}
	for next := h; next >= 0 && room >= int(s.flows[next].Size); next = s.heaviest(h, r, in, within) {
		f := &s.flows[next]
		r.Blocks = append(r.Blocks, uop.RegionBlock{At: f.At, Size: f.Size, Count: f.Count})
		in[next] = int32(len(r.Blocks))
		room -= int(f.Size)
	}
	s.connect(r, in)
	return r, nil
}

// loop returns the blocks of the loops that the head is the top of, nil if it is none's.
func (s *waysState) loop(h int32) (within []bool) {
	top := s.flows[h].At
	preds := make([][]int32, len(s.flows))
	var work []int32
	for i := range s.flows {
		for _, w := range s.flows[i].Ways {
			to := s.index[w.To]
			if to != h {
				preds[to] = append(preds[to], int32(i))
			} else if at := s.flows[i].At; w.How == uop.Taken && at.Code == top.Code && at.PC >= top.PC {
				work = append(work, int32(i))
			}
		}
	}
	if work == nil {
		return nil
	}
	within = make([]bool, len(s.flows))
	within[h] = true
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if !within[i] {
			within[i] = true
			work = append(work, preds[i]...)
		}
	}
	return within
}

// heaviest returns the block that the region is to get next, −1 if there is none.
func (s *waysState) heaviest(h int32, r *uop.Region, in []int32, within []bool) int32 {
	best := int32(-1)
	for i := range r.Blocks {
		f := &s.flows[s.index[r.Blocks[i].At]]
		for k := range f.Ways {
			to := s.index[f.Ways[k].To]
			if in[to] != 0 || within != nil && !within[to] || !isLikely(f, k) {
				continue
			}
			if n := s.flows[to].Count; s.flows[to].Size > 0 && n*minWeight >= s.flows[h].Count && (best < 0 || n > s.flows[best].Count) {
				best = to
			}
		}
	}
	return best
}

// isLikely reports whether a block's way is. Counts are rounded.
func isLikely(f *uop.Flow, k int) bool {
	n := f.Ways[k].Count
	if n*16+minBranch*4 >= f.Count*minBranch {
		return true
	}
	for i := range f.Ways {
		if f.Ways[i].Count > n {
			return false
		}
	}
	return true
}

// connect makes the edges of a region.
func (s *waysState) connect(r *uop.Region, in []int32) {
	for i := range r.Blocks {
		f := &s.flows[s.index[r.Blocks[i].At]]
		for k := range f.Ways {
			if to := in[s.index[f.Ways[k].To]]; to != 0 && isLikely(f, k) {
				r.Blocks[i].Succs = append(r.Blocks[i].Succs, to-1)
			}
		}
		slices.Sort(r.Blocks[i].Succs)
	}
}

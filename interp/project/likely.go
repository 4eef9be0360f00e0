package project

import (
	"slices"

	"github.com/tier2go/tier2/internal/dense"
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

// What is likely.
const (
	minBranch = 2  // of 16: what a branch's other way must have been taken
	minWeight = 64 // executions of the head for one of a block
)

// waysState is Ways' state. It learns, and never observes.
type waysState struct {
	max   int
	index map[uop.Place]int32
	flows []wayFlow // by index; Count 0 and no size: not known

	// Of the selection at hand.
	near   []int32 // what is reached from the head, by index; the head first
	local  []int32 // by index: its place in near, plus one
	in     []int32 // by index: its place in the region, plus one
	within []bool  // by index: in the loops that the head is the top of
	frame  []int32 // likely ways from blocks of the region, in the order in which they were found
	chosen []int32 // the region's blocks, by index
	starts []int32 // by place in near: where its predecessors begin in preds
	preds  []int32
}

// wayFlow is a block, with the indexes that its ways lead to.
type wayFlow struct {
	uop.Flow
	to []int32
}

// id returns the index of a place.
func (s *waysState) id(p uop.Place) int32 {
	i, ok := s.index[p]
	if !ok {
		i = int32(len(s.flows))
		s.index[p] = i
		s.flows = append(s.flows, wayFlow{Flow: uop.Flow{At: p}})
		s.local, s.in, s.within = append(s.local, 0), append(s.in, 0), append(s.within, false)
	}
	return i
}

// Learn implements uop.Learner.
func (s *waysState) Learn(f uop.Flow) {
	i := s.id(f.At)
	old := s.flows[i]
	f.Ways = append(old.Ways[:0], f.Ways...)
	old.to = old.to[:0]
	for k := range f.Ways {
		old.to = append(old.to, s.id(f.Ways[k].To))
	}
	s.flows[i] = wayFlow{f, old.to}
}

// Drop implements uop.Dropper.
func (s *waysState) Drop(dead func(code uint64) bool) {
	now, n := make([]int32, len(s.flows)), int32(0)
	for i := range s.flows {
		if now[i] = -1; !dead(s.flows[i].At.Code) {
			now[i] = n
			n++
		}
	}
	if int(n) == len(s.flows) {
		return
	}
	for i := range s.flows {
		if now[i] < 0 {
			delete(s.index, s.flows[i].At)
			continue
		}
		f := s.flows[i]
		ways, to := f.Ways[:0], f.to[:0]
		for k, at := range f.to {
			if now[at] >= 0 {
				ways, to = append(ways, f.Ways[k]), append(to, now[at])
			}
		}
		f.Ways, f.to = ways, to
		s.index[f.At], s.flows[now[i]] = now[i], f
	}
	clear(s.flows[n:])
	s.flows, s.local, s.in, s.within = s.flows[:n], s.local[:n], s.in[:n], s.within[:n]
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
	s.reach(h)
	inLoop := s.loop(h)
	room := s.max
	s.chosen, s.frame = s.chosen[:0], s.frame[:0]
	for next := h; next >= 0 && room >= int(s.flows[next].Size); next = s.heaviest() {
		s.chosen = append(s.chosen, next)
		s.in[next] = int32(len(s.chosen))
		room -= int(s.flows[next].Size)
		s.open(h, next, inLoop)
	}
	r := s.region()
	for _, i := range s.near {
		s.local[i], s.in[i], s.within[i] = 0, 0, false
	}
	return r, nil
}

// reach finds what can be reached from the head.
func (s *waysState) reach(h int32) {
	s.near = append(s.near[:0], h)
	s.local[h] = 1
	for k := 0; k < len(s.near); k++ {
		for _, to := range s.flows[s.near[k]].to {
			if s.local[to] == 0 {
				s.near = append(s.near, to)
				s.local[to] = int32(len(s.near))
			}
		}
	}
}

// loop finds the blocks of the loops that the head is the top of; false if it is none's.
func (s *waysState) loop(h int32) bool {
	s.starts = dense.Cleared(s.starts, len(s.near)+1)
	n := int32(0)
	for _, i := range s.near {
		for _, to := range s.flows[i].to {
			s.starts[s.local[to]-1]++
			n++
		}
	}
	for k := range s.starts { // where they end, so that filling moves it to where they begin
		n := s.starts[k]
		if k > 0 {
			n += s.starts[k-1]
		}
		s.starts[k] = n
	}
	s.preds = dense.Cleared(s.preds, int(n))
	top, work := s.flows[h].At, s.chosen[:0]
	for _, i := range s.near {
		for k, to := range s.flows[i].to {
			at := s.local[to] - 1
			s.starts[at]--
			s.preds[s.starts[at]] = i
			if from := s.flows[i].At; to == h && s.flows[i].Ways[k].How == uop.Taken && from.Code == top.Code && from.PC >= top.PC {
				work = append(work, i)
			}
		}
	}
	if len(work) == 0 {
		return false
	}
	s.within[h] = true
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if !s.within[i] {
			s.within[i] = true
			at := s.local[i] - 1
			work = append(work, s.preds[s.starts[at]:s.starts[at+1]]...)
		}
	}
	s.chosen = work
	return true
}

// open adds the likely ways from a block of the region to those that it may grow by.
func (s *waysState) open(h, i int32, inLoop bool) {
	f := &s.flows[i]
	for k, to := range f.to {
		n := s.flows[to].Count
		if s.in[to] == 0 && (!inLoop || s.within[to]) && s.flows[to].Size > 0 && n*minWeight >= s.flows[h].Count && isLikely(&f.Flow, k) {
			s.frame = append(s.frame, to)
		}
	}
}

// heaviest returns the block that the region is to get next, −1 if there is none.
func (s *waysState) heaviest() int32 {
	best, left := int32(-1), s.frame[:0]
	for _, to := range s.frame {
		if s.in[to] != 0 {
			continue
		}
		left = append(left, to)
		if best < 0 || s.flows[to].Count > s.flows[best].Count {
			best = to
		}
	}
	s.frame = left
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

// region makes the region of the chosen blocks.
func (s *waysState) region() *uop.Region {
	r := &uop.Region{Selector: Ways.Name, Blocks: make([]uop.RegionBlock, len(s.chosen))}
	for n, i := range s.chosen {
		f := &s.flows[i]
		b := uop.RegionBlock{At: f.At, Size: f.Size, Count: f.Count}
		for k, to := range f.to {
			if at := s.in[to]; at != 0 && isLikely(&f.Flow, k) {
				b.Succs = append(b.Succs, at-1)
			}
		}
		slices.Sort(b.Succs)
		r.Blocks[n] = b
	}
	return r
}

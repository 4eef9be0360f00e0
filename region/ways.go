package region

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/graph/topo"

	"github.com/tier2go/tier2/uop"
)

// Ways is the selector of a VM that is given none: all ways that are likely, from the
// profile graph. A block is likely if it is executed at least once in 64 times that the head
// is, a way if it is its branch's more frequent one, or taken twice in 16 times.
//
// From a loop's top a region stays inside of the loop: the blocks of the head's strongly
// connected component. Elsewhere, at a function's start for example, it goes as far as the
// code does. Where that is larger than the limit, a minimum cut says what is left out
// (flow.go): the set stays that is worth most, executions times size less what leaves it, and
// the heaviest blocks behind it while there is room.
//
// The component is gonum's, which takes time in the number of likely blocks: beyond
// maxSteered of them the head is refused, and a linear trace is made. It is kept while the
// graph around a head is as it was.
//
// Ways that meet at a join share what follows, or have a copy of it each: by price (priced.go).
//
// Covers: the head; every likely way from a block of the region to another one.
var Ways = WaysBy(Gonum)

const waysName = "ways"

// WaysBy returns Ways with graph algorithms of one's own.
func WaysBy(by Steering) uop.Selector {
	return uop.Selector{
		Name: waysName,
		Doc:  "all ways that inline caches show to be likely, with the inner loops: a component of the profile graph, and a cut of it where that is too large",
		New: func(lim uop.Limits) uop.SelectorRun {
			return &ways{max: lim.MaxUops, by: by, index: map[uop.Place]int32{}, kept: map[int32]keptLoop{}, priced: map[uop.Place]priced{}}
		},
	}
}

// Steering is the graph algorithms that steer Ways.
type Steering struct {
	// Component returns the strongly connected component of node 0, as a set.
	Component func(d *Digraph) []bool
	// Dominators returns each node's immediate dominator as seen from a root, −1 for those without.
	Dominators func(d *Digraph, root int32) []int32
}

// Gonum steers by gonum's algorithms.
var Gonum = Steering{Component: componentOf, Dominators: idoms}

// componentOf returns the strongly connected component of node 0.
func componentOf(d *Digraph) []bool {
	in := make([]bool, len(d.succs))
	for _, c := range topo.TarjanSCC(d) {
		for _, n := range c {
			if n.ID() != 0 {
				continue
			}
			for _, n := range c {
				in[n.ID()] = true
			}
			return in
		}
	}
	return in
}

// What is likely, and what is too much.
const (
	minBranch  = 2   // of 16: what a branch's other way must have been taken
	minWeight  = 64  // executions of the head for one of a block
	maxSteered = 200 // likely blocks
)

// Of the cut: the prices, in executed instructions, of an exit and of an instruction's code.
const (
	waysExit   = 8
	waysLambda = 1
	waysLittle = 8 // a cut is made where the heaviest blocks leave out more than 1/8 of what is executed
)

// ways is a run of Ways. It learns, and never observes.
type ways struct {
	max   int
	by    Steering
	index map[uop.Place]int32
	flows []wayFlow // by index; Count 0 and no size: not known
	kept  map[int32]keptLoop
	// What compiles have reported: see priced.go.
	priced map[uop.Place]priced
	lost   int // of them, joins that lose something

	// Of the selection at hand.
	near   []int32 // what is reached from the head through likely blocks, by index; the head first
	local  []int32 // by index: its place in near, plus one
	in     []int32 // by index: its place in the region, plus one
	within []bool  // by index: in the loops that the head is the top of
	frame  []int32 // likely ways from blocks of the region, in the order in which they were found
	chosen []int32 // the region's blocks, by index
	cut    closure
}

// wayFlow is a block, with the indexes that its ways lead to.
type wayFlow struct {
	uop.Flow
	to []int32
}

// keptLoop is the component that was found in a graph.
type keptLoop struct {
	shape  uint64
	loop   bool
	within []int32
}

// id returns the index of a place.
func (s *ways) id(p uop.Place) int32 {
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
func (s *ways) Learn(f uop.Flow) {
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
func (s *ways) Drop(dead func(code uint64) bool) {
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
	clear(s.kept)
	s.dropPriced(dead)
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

// Observe implements uop.SelectorRun.
func (*ways) Observe(uop.Event) (uop.Place, bool) { return uop.Place{}, false }

// Select implements uop.SelectorRun. A head may be asked for again.
func (s *ways) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	h, known := s.index[head]
	switch {
	case !known || s.flows[h].Count == 0:
		return nil, &uop.Refusal{Reason: uop.RefuseCold, At: head}
	case int(s.flows[h].Size) > s.max:
		return nil, &uop.Refusal{Reason: uop.RefuseTooLarge, At: head}
	}
	defer s.forget()
	if !s.reach(h) {
		return nil, &uop.Refusal{Reason: uop.RefuseTooLarge, At: head}
	}
	inLoop := s.loop(h)
	if !s.choose(h, inLoop, s.max) {
		s.shrink(h, inLoop)
	}
	return s.region(), nil
}

// forget ends a selection.
func (s *ways) forget() {
	for _, i := range s.near {
		s.local[i], s.in[i], s.within[i] = 0, 0, false
	}
}

// reach finds the likely blocks that are reached from the head; false if there are too many.
func (s *ways) reach(h int32) bool {
	s.near = append(s.near[:0], h)
	s.local[h] = 1
	for k := 0; k < len(s.near); k++ {
		for _, to := range s.flows[s.near[k]].to {
			if s.local[to] != 0 || !s.likely(h, to) {
				continue
			}
			if len(s.near) == maxSteered {
				return false
			}
			s.near = append(s.near, to)
			s.local[to] = int32(len(s.near))
		}
	}
	return true
}

// likely reports whether a block is, as seen from a head.
func (s *ways) likely(h, i int32) bool {
	return s.flows[i].Size > 0 && s.flows[i].Count*minWeight >= s.flows[h].Count
}

// loop finds the blocks of the loops that the head is the top of; false if it is none's. The
// ways back to it that are no jumps of its function, of a recursion, count for nothing.
func (s *ways) loop(h int32) bool {
	top, shape, back := s.flows[h].At, uint64(14695981039346656037), false
	note := func(x int32) { shape = (shape ^ uint64(uint32(x))) * 1099511628211 }
	closes := func(i int32, k int) bool {
		f := &s.flows[i]
		return f.Ways[k].How == uop.Taken && f.At.Code == top.Code && f.At.PC >= top.PC
	}
	for _, i := range s.near {
		note(i)
		for k, to := range s.flows[i].to {
			if s.local[to] != 0 {
				note(to)
			}
			back = back || to == h && closes(i, k)
		}
	}
	if !back {
		return false
	}
	if k, ok := s.kept[h]; ok && k.shape == shape {
		for _, i := range k.within {
			s.within[i] = true
		}
		return true
	}
	d := newDigraph(len(s.near))
	for n, i := range s.near {
		for k, to := range s.flows[i].to {
			if at := s.local[to]; at != 0 && (to != h || closes(i, k)) {
				d.SetEdge(int32(n), at-1, 1)
			}
		}
	}
	k := keptLoop{shape: shape}
	for n, in := range s.by.Component(d) {
		if in {
			s.within[s.near[n]] = true
			k.within = append(k.within, s.near[n])
		}
	}
	s.kept[h] = k
	return true
}

// choose takes the likely blocks, the heaviest first, as long as there is room; it reports
// whether there is for all.
func (s *ways) choose(h int32, inLoop bool, room int) bool {
	for _, i := range s.near {
		s.in[i] = 0
	}
	s.chosen, s.frame = s.chosen[:0], s.frame[:0]
	next := h
	for ; next >= 0 && room >= int(s.flows[next].Size); next = s.heaviest() {
		room -= s.take(next, inLoop)
	}
	return next < 0
}

// take puts a block into the region, and its likely ways to those that the region may grow by.
// It returns the block's size.
func (s *ways) take(i int32, inLoop bool) int {
	s.chosen = append(s.chosen, i)
	s.in[i] = int32(len(s.chosen))
	f := &s.flows[i]
	for k, to := range f.to {
		if s.in[to] == 0 && s.local[to] != 0 && (!inLoop || s.within[to]) && isLikely(&f.Flow, k) {
			s.frame = append(s.frame, to)
		}
	}
	return int(f.Size)
}

// heaviest returns the block that the region is to get next, −1 if there is none.
func (s *ways) heaviest() int32 {
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

// shrink chooses, of all likely blocks, what fits: those that a minimum cut leaves, filled up
// with the heaviest behind them, or the heaviest ones from the start, whichever are worth more.
func (s *ways) shrink(h int32, inLoop bool) {
	heaviest := slices.Clone(s.chosen)
	most := s.executed(heaviest)
	s.choose(h, inLoop, math.MaxInt)
	if all := s.executed(s.chosen); (all-most)*waysLittle < all {
		s.keep(heaviest, nil, inLoop) // no cut could gain more than what is left out
		return
	}
	p := s.problem()
	s.keep(p.nodes, s.fitting(p), inLoop)
	if p.value(s.set(p, s.chosen), waysLambda) < p.value(s.set(p, heaviest), waysLambda) {
		s.keep(heaviest, nil, inLoop)
	}
}

// executed returns how many instructions are executed in blocks.
func (s *ways) executed(list []int32) (n uint64) {
	for _, i := range list {
		n += s.flows[i].Count * uint64(s.flows[i].Size)
	}
	return n
}

// problem makes the chosen blocks candidates of a cut.
func (s *ways) problem() *problem {
	n := len(s.chosen)
	p := &problem{nodes: slices.Clone(s.chosen), fixed: 1, cx: waysExit, f: make([]int64, n), s: make([]int64, n), beyond: make([]int64, n), out: make([]int64, n)}
	for at, i := range p.nodes {
		f := &s.flows[i]
		p.f[at], p.s[at] = int64(f.Count), int64(f.Size)
		for k, to := range f.to {
			exit := waysExit * int64(f.Ways[k].Count)
			switch {
			case s.in[to] == 0:
				p.out[at] += exit
			case to != i:
				p.edges = append(p.edges, problemEdge{from: int32(at), to: s.in[to] - 1, exit: exit})
			}
		}
	}
	return p
}

// set returns which candidates are in a list of blocks.
func (s *ways) set(p *problem, list []int32) []bool {
	set := make([]bool, len(p.nodes))
	for at, i := range p.nodes {
		set[at] = slices.Contains(list, i)
	}
	return set
}

// keep makes the region of the blocks of a list that are in a set (nil: of all), the first one
// in any case, and of the heaviest behind them that there is room for.
func (s *ways) keep(list []int32, set []bool, inLoop bool) {
	for _, i := range s.near {
		s.in[i] = 0
	}
	s.chosen, s.frame = s.chosen[:0], s.frame[:0]
	room := s.max
	for at, i := range list { // the heaviest first, as they were
		if set == nil || set[at] || at == 0 {
			room -= s.take(i, inLoop)
		}
	}
	for next := s.heaviest(); next >= 0 && room >= int(s.flows[next].Size); next = s.heaviest() {
		room -= s.take(next, inLoop)
	}
}

// fitting returns the cut of the least price of code, to an eighth, that fits the limit. Cuts
// are nested in the price, and at the highest there is the head alone, or nothing. Prices are
// halved by their ratio: half as many cuts find the eighth as by their difference.
func (s *ways) fitting(p *problem) []bool {
	lo, hi := int64(waysLambda), int64(waysLambda)
	for _, f := range p.f {
		hi = max(hi, f*(1+2*waysExit))
	}
	best := make([]bool, len(p.nodes))
	for hi-lo > hi/8 {
		mid := int64(math.Sqrt(float64(lo) * float64(hi)))
		if set := s.cut.solve(p, mid); p.size(set) > s.max {
			lo = mid + 1
		} else {
			hi, best = mid, set
		}
	}
	return p.reached(best)
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
func (s *ways) region() *uop.Region {
	r := &uop.Region{Selector: waysName, Blocks: make([]uop.RegionBlock, len(s.chosen))}
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
	return s.duplicate(r)
}

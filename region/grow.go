package region

import (
	"slices"

	"github.com/tier2go/tier2/uop"
)

// grower is closure that selects again: where execution leaves a region often, it
// grows by what follows, as long as that pays and fits, and replaces the region of
// its head; only what does not fit gets a region of its own. So an inner loop's
// region grows into the loop around it, and a function's into its caller, while a
// selector that selects once has a region for each, and a transition each time. The
// head that gets hot may be the exit's target, or the top of a loop that execution
// came to from there.
//
// What is new is chosen as closure does, by a minimum cut, with what the region has
// already at any price; blocks of other regions may be copied. The counts are those
// since a region has the block: what tier 1 executes in it from then on came in from
// elsewhere, and only that is won by a copy. A head that did not pay once begins a
// region of its own the next time, and no region grows over it again; so a region is
// selected again at most once for each block.
//
// Regions of which a new one has all blocks are given up, as what entered them comes
// by the new one now. One that gets hot again stays.
//
// Covers: as closure; and every region that replaces another one has all of its
// blocks.
type grower struct {
	closure
	left  *uop.Region // that was left last, nil: unknown
	at    int32       // the head to grow by, −1: none
	alone []bool      // by block: no region grows by it
	stays []bool      // by block: what begins there was replaced once
}

// Observe implements uop.SelectorRun.
func (s *grower) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.observe(&ev)
	for len(s.alone) < len(s.g.Nodes) {
		s.alone, s.stays = append(s.alone, false), append(s.stays, false)
	}
	switch ev.How {
	case uop.Exit:
		s.left = ev.Region
	case uop.Start:
		s.left = nil
	}
	if ev.How != uop.Exit && !s.backward(&ev, prev) || !s.warm(id, s.hot) {
		return ev.At, false
	}
	if r := s.left; r != nil && !s.alone[id] && s.live[s.g.ID(r.Head())] == r {
		s.at = id
		return r.Head(), true
	}
	return ev.At, true
}

// Select implements uop.SelectorRun.
func (s *grower) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	h, by := s.g.ID(head), s.at
	s.at = -1
	if h >= 0 && s.live[h] != nil && by >= 0 {
		return s.grow(h, by)
	}
	r, refusal := s.closure.Select(head)
	if r != nil {
		s.cover(r)
		s.replace(r)
	}
	return r, refusal
}

// grow selects again for a head, with what follows a block.
func (s *grower) grow(h, by int32) (*uop.Region, *uop.Refusal) {
	old := s.live[h]
	fixed := make([]int32, len(old.Blocks))
	for i := range old.Blocks {
		fixed[i] = s.g.ID(old.Blocks[i].At)
	}
	p := s.problem(fixed)
	set := s.choose(p)
	if k := slices.Index(p.nodes, by); k < 0 || !set[k] || !slices.Contains(set[p.fixed:], true) {
		s.alone[by] = true
		s.heatUp(by, s.hot)
		return nil, &uop.Refusal{Reason: uop.RefuseCovered, At: old.Head()}
	}
	in := make([]bool, len(s.g.Nodes))
	for i, ok := range set {
		in[p.nodes[i]] = ok
	}
	r := s.region(h, in)
	s.keep(r)
	s.cover(r)
	s.replace(r)
	return r, nil
}

// cover begins the counts of a region's blocks anew.
func (s *grower) cover(r *uop.Region) {
	for i := range r.Blocks {
		s.g.cover(s.g.ID(r.Blocks[i].At))
	}
}

// replace gives up the regions that r has all blocks of.
func (s *grower) replace(r *uop.Region) {
	in := make([]bool, len(s.g.Nodes))
	for i := range r.Blocks {
		in[s.g.ID(r.Blocks[i].At)] = true
	}
	for i := 1; i < len(r.Blocks); i++ {
		id := s.g.ID(r.Blocks[i].At)
		old := s.live[id]
		if old == nil || s.stays[id] || slices.ContainsFunc(old.Blocks, func(b uop.RegionBlock) bool { return !in[s.g.ID(b.At)] }) {
			continue
		}
		s.own(old, -1)
		s.live[id], s.stays[id] = nil, true
		r.Replaces = append(r.Replaces, r.Blocks[i].At)
	}
}

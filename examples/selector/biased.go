// Package selector has a selector of regions outside of tier2: a value, a state that
// counts, and a test that replays it on a profile.
//
// It selects, from a hot head, all that is reached by edges that are taken at least
// one time in four: it follows biased branches one way and balanced ones both ways,
// and so has the joins behind them.
package selector

import (
	"slices"

	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

// Biased is the selector.
var Biased = uop.Selector{
	Name: "biased",
	Doc:  "what is reached by edges that are taken one time in four",
	New: func(lim uop.Limits) uop.SelectorRun {
		return &run{g: region.NewGraph(), heat: map[int32]int{}, max: lim.MaxUops}
	},
}

const (
	hot  = 50 // executions of a head
	part = 4  // an edge needs this part of its block's executions
)

type run struct {
	g    *region.Graph
	heat map[int32]int // of heads
	max  int           // of a region's size
}

// Observe counts. A head is what a backward branch goes to, or where a region is
// left.
func (s *run) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.g.Observe(&ev)
	if ev.How != uop.Exit && (prev < 0 || !ev.Backward(s.g.Nodes[prev].At)) {
		return uop.Place{}, false
	}
	s.heat[id]++
	return ev.At, s.heat[id] == hot
}

// Select goes over the edges breadth first; a block's number in the region is that of
// its place in the queue.
func (s *run) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	id := s.g.ID(head)
	if id < 0 {
		return nil, &uop.Refusal{Reason: uop.RefuseCold, At: head}
	}
	queue, size := []int32{id}, int(s.g.Nodes[id].Size)
	r := &uop.Region{Selector: Biased.Name}
	for i := 0; i < len(queue); i++ {
		n := &s.g.Nodes[queue[i]]
		blk := uop.RegionBlock{At: n.At, Size: n.Size, Count: n.Count}
		for _, a := range n.Out {
			if a.Count*part < n.Count {
				continue
			}
			to := slices.Index(queue, a.To)
			if more := int(s.g.Nodes[a.To].Size); to < 0 && size+more <= s.max {
				to, size = len(queue), size+more
				queue = append(queue, a.To)
			}
			if to >= 0 {
				blk.Succs = append(blk.Succs, int32(to))
			}
		}
		slices.Sort(blk.Succs)
		r.Blocks = append(r.Blocks, blk)
	}
	return r, nil
}

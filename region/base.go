package region

import (
	"slices"

	"github.com/tier2go/tier2/uop"
)

// base is what the selectors share: the profile, counters of heads, and what has
// been selected.
type base struct {
	name   string
	g      *Graph
	max    int           // of a region's size
	live   []*uop.Region // by block: the region that it is the head of
	owner  []int32       // by block: how many regions have it
	heat   []uint32      // by block: the counter of a head
	active int           // counters that are not 0
	peak   int
	rec    recording
	ready  *uop.Region  // finished, not yet fetched by Select
	failed *uop.Refusal // instead of ready
}

func newBase(name string, lim uop.Limits) base {
	return base{name: name, g: NewGraph(), max: lim.MaxUops}
}

// observe takes note of an event. An exit of a region is an edge too.
func (b *base) observe(ev *uop.Event) (prev, id int32) {
	prev, id = b.g.Observe(ev)
	b.grow()
	if ev.How == uop.Exit && ev.Region != nil {
		if from := b.g.ID(ev.Region.Blocks[ev.Left].At); from >= 0 {
			b.g.addArc(from, id, uop.Taken, 1)
		}
	}
	return prev, id
}

// grow makes room for the graph's blocks.
func (b *base) grow() {
	for len(b.live) < len(b.g.Nodes) {
		b.live = append(b.live, nil)
		b.owner = append(b.owner, 0)
		b.heat = append(b.heat, 0)
	}
}

// learn is uop.Learner's, for the states that make do with counts.
func (b *base) learn(f uop.Flow) int32 {
	id := b.g.Set(f)
	b.grow()
	return id
}

// Forget implements uop.Forgetter.
func (b *base) Forget(head uop.Place) {
	id := b.g.ID(head)
	if id < 0 || b.live[id] == nil {
		return
	}
	b.own(b.live[id], -1)
	b.live[id] = nil
}

// backward reports whether the block just entered closes a cycle.
func (b *base) backward(ev *uop.Event, prev int32) bool {
	return prev >= 0 && ev.Backward(b.g.Nodes[prev].At)
}

// warm counts for a head, unless a region begins there; it reports whether the
// counter has reached the threshold, and sets it back then.
func (b *base) warm(id int32, threshold int) bool {
	if b.live[id] != nil {
		return false
	}
	if b.heat[id] == 0 {
		b.active++
		b.peak = max(b.peak, b.active)
	}
	b.heat[id]++
	if int(b.heat[id]) < threshold {
		return false
	}
	b.heat[id] = 0
	b.active--
	return true
}

// heatUp sets a counter so that the next execution of its head reaches the threshold.
func (b *base) heatUp(id int32, threshold int) {
	if b.heat[id] == 0 && threshold > 1 {
		b.active++
		b.peak = max(b.peak, b.active)
	}
	b.heat[id] = uint32(threshold - 1)
}

// Counters returns the most counters that were in use at a time.
func (b *base) Counters() int { return b.peak }

// finish offers a region to Select.
func (b *base) finish(r *uop.Region) (uop.Place, bool) {
	b.ready = r
	return r.Head(), true
}

// fail offers a refusal to Select.
func (b *base) fail(reason uop.RefusalReason, head int32) (uop.Place, bool) {
	b.failed = &uop.Refusal{Reason: reason, At: b.g.Nodes[head].At}
	return b.failed.At, true
}

// fetch is Select for states that record: they have a region for the head that
// they have just reported.
func (b *base) fetch(head uop.Place) (*uop.Region, *uop.Refusal) {
	if f := b.failed; f != nil && f.At == head {
		b.failed = nil
		return nil, f
	}
	r := b.ready
	if r == nil || r.Head() != head {
		reason := uop.RefuseCold
		if id := b.g.ID(head); id >= 0 && b.live[id] != nil {
			reason = uop.RefuseCovered
		} else if b.rec.on {
			reason = uop.RefuseRecording
		}
		return nil, &uop.Refusal{Reason: reason, At: head}
	}
	b.ready = nil
	b.keep(r)
	return r, nil
}

// keep takes a region to exist; it replaces the one with the same head.
func (b *base) keep(r *uop.Region) {
	id := b.g.ID(r.Head())
	if old := b.live[id]; old != nil {
		b.own(old, -1)
	}
	b.live[id] = r
	b.own(r, 1)
}

func (b *base) own(r *uop.Region, n int32) {
	for i := range r.Blocks {
		b.owner[b.g.ID(r.Blocks[i].At)] += n
	}
}

// line makes a region of a path; loops adds the edge to its top.
func (b *base) line(path []int32, loops bool) *uop.Region {
	r := &uop.Region{Selector: b.name}
	for i, id := range path {
		n := &b.g.Nodes[id]
		blk := uop.RegionBlock{At: n.At, Size: n.Size, Count: n.Count}
		switch {
		case i+1 < len(path):
			blk.Succs = []int32{int32(i + 1)}
		case loops:
			blk.Succs = []int32{0}
		}
		r.Blocks = append(r.Blocks, blk)
	}
	return r
}

// region makes a region of a set of blocks, the head among them, with all edges
// between them. Blocks that are not reached from the head are left out.
func (b *base) region(head int32, in []bool) *uop.Region {
	succs := make([][]int32, len(b.g.Nodes))
	for id, ok := range in {
		if !ok {
			continue
		}
		for _, a := range b.g.Nodes[id].Out {
			if int(a.To) < len(in) && in[a.To] {
				succs[id] = append(succs[id], a.To)
			}
		}
	}
	nodes := make([]int32, len(b.g.Nodes))
	for i := range nodes {
		nodes[i] = int32(i)
	}
	return b.layout(head, nodes, succs)
}

// layout makes a region of copies of blocks, nodes[i] being the block that i is a
// copy of: those reached from the head, in reverse postorder with the hottest
// successor last visited, so that it stands next.
func (b *base) layout(head int32, nodes []int32, succs [][]int32) *uop.Region {
	var order []int32
	at := make([]int32, len(nodes)) // 0 unseen, 1 seen
	count := func(from, to int32) uint64 {
		if a := b.g.Arc(nodes[from], nodes[to]); a != nil {
			return a.Count
		}
		return 0
	}
	type frame struct {
		id   int32
		next int
		list []int32
	}
	push := func(stack []frame, id int32) []frame {
		at[id] = 1
		list := slices.Clone(succs[id])
		slices.SortStableFunc(list, func(x, y int32) int {
			cx, cy := count(id, x), count(id, y)
			switch {
			case cx < cy:
				return -1
			case cx > cy:
				return 1
			}
			return int(y - x)
		})
		return append(stack, frame{id: id, list: list})
	}
	stack := push(nil, head)
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next == len(f.list) {
			order = append(order, f.id)
			stack = stack[:len(stack)-1]
			continue
		}
		s := f.list[f.next]
		f.next++
		if at[s] == 0 {
			stack = push(stack, s)
		}
	}
	slices.Reverse(order)
	for i, id := range order {
		at[id] = int32(i)
	}
	r := &uop.Region{Selector: b.name, Blocks: make([]uop.RegionBlock, len(order))}
	for i, id := range order {
		n := &b.g.Nodes[nodes[id]]
		blk := uop.RegionBlock{At: n.At, Size: n.Size, Count: n.Count}
		for _, s := range succs[id] {
			blk.Succs = append(blk.Succs, at[s])
		}
		slices.Sort(blk.Succs)
		r.Blocks[i] = blk
	}
	return r
}

// trim takes the coldest blocks but the head out of a set until it fits.
func (b *base) trim(head int32, in []bool, limit int) {
	size := 0
	var list []int32
	for id, ok := range in {
		if ok {
			size += int(b.g.Nodes[id].Size)
			list = append(list, int32(id))
		}
	}
	slices.SortStableFunc(list, func(x, y int32) int {
		cx, cy := b.g.Nodes[x].Count, b.g.Nodes[y].Count
		switch {
		case cx < cy:
			return -1
		case cx > cy:
			return 1
		}
		return int(y - x)
	})
	for _, id := range list {
		if size <= limit {
			return
		}
		if id != head {
			in[id] = false
			size -= int(b.g.Nodes[id].Size)
		}
	}
}

package ir

import "slices"

// GatherLoops puts the blocks of each loop together, its header first, as lowering
// wants them. The blocks are in an order in which only edges to headers of loops lead
// back; that order is kept within a loop and around it.
func GatherLoops(f *Func) {
	l := gatherer{at: make([]int, f.NumBlocks()), in: make([]int, len(f.Blocks)), around: make([]int, len(f.Blocks)), f: f}
	for i, b := range f.Blocks {
		l.at[b.ID], l.in[i], l.around[i] = i, -1, -1
	}
	for i, b := range f.Blocks { // outer loops begin before inner ones
		first := true
		for _, p := range b.Preds {
			if l.at[p.ID] < i {
				continue
			}
			if first {
				l.around[i], l.in[i], first = l.in[i], i, false
			}
			l.add(i, l.at[p.ID])
		}
	}
	list := l.loop(make([]int, 0, len(f.Blocks)), -1)
	if slices.IsSorted(list) {
		return
	}
	order := make([]*Block, len(list))
	for i, k := range list {
		order[i] = f.Blocks[k]
	}
	f.SetBlocks(order)
}

// gatherer has, by a block's index, the header of the innermost loop that it is in,
// and for each header that of the loop around it; −1: none.
type gatherer struct {
	f          *Func
	at         []int // by block id: its index
	in, around []int
}

// add puts what leads to a block, up to the header of a loop, into that loop.
func (l *gatherer) add(header, latch int) {
	for work := []int{latch}; len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if i <= header || l.in[i] == header {
			continue
		}
		l.in[i] = header
		for _, p := range l.f.Blocks[i].Preds {
			work = append(work, l.at[p.ID])
		}
	}
}

// loop appends the blocks of a loop (−1: all) to a list, those of each loop in it
// together.
func (l *gatherer) loop(list []int, header int) []int {
	for i := max(header, 0); i < len(l.in); i++ {
		in := l.in[i]
		for in >= 0 && in != header && l.around[in] != header {
			in = l.around[in]
		}
		switch {
		case in == header:
			list = append(list, i)
		case in == i: // the header of a loop in it
			list = l.loop(list, i)
		}
	}
	return list
}

package project

// The order of a region's blocks: one that leads to another comes before it, but
// where a loop goes back; each loop is a run of blocks, which register allocation
// wants, also where a loop's likely way is out of it, as at the yield of a generator
// whose loop goes round several times for each element; where that leaves a choice,
// the likely way stands right behind a branch.

// blockOrder puts the blocks of a region in order.
type blockOrder struct {
	r     *regionProjector
	preds map[*node][]*node // by the ways that do not lead back
	loops []*blockLoop
}

// blockLoop is the loop of a block that ways lead back to.
type blockLoop struct {
	head    *node
	in      map[*node]bool
	started bool
}

// ordered returns the blocks in order, from the first one on.
func (r *regionProjector) ordered(first *node) []*node {
	o := &blockOrder{r: r, preds: map[*node][]*node{}}
	o.visit(first)
	left := map[*node]int{} // ways in from blocks that have no place yet
	for n, list := range o.preds {
		left[n] = len(list)
	}
	var list []*node
	ready := []*node{first}
	for len(ready) > 0 {
		k := o.pick(ready, list)
		n := ready[k]
		ready = append(ready[:k], ready[k+1:]...)
		list = append(list, n)
		for _, l := range o.loops {
			l.started = l.started || l.head == n
		}
		for _, to := range r.ways(n) {
			if o.leadsBack(n, to) {
				continue
			}
			if left[to]--; left[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	return list
}

// pick chooses the next block: of the innermost loop that has been begun, and the
// likely one behind the last.
func (o *blockOrder) pick(ready, list []*node) (best int) {
	score := -1
	for k, n := range ready {
		s := 0
		for _, l := range o.loops {
			if l.started && l.in[n] {
				s += 2
			}
		}
		if len(list) > 0 && o.r.included(list[len(list)-1].next) == n {
			s++
		}
		if s >= score { // the latest that has become ready: near what leads to it
			best, score = k, s
		}
	}
	return best
}

// ways returns the blocks that one leads to, the unlikely way first.
func (r *regionProjector) ways(n *node) (list []*node) {
	for _, s := range []site{n.other, n.next} {
		if to := r.included(s); to != nil {
			list = append(list, to)
		}
	}
	return list
}

// visit finds what leads to each block that can be reached from the first one, and the
// loops.
func (o *blockOrder) visit(first *node) {
	all := map[*node][]*node{}
	back := map[*node][]*node{} // by head
	var heads []*node
	state := map[*node]int{} // 1: on the way, 2: done
	var visit func(n *node)
	visit = func(n *node) {
		state[n] = 1
		for _, to := range o.r.ways(n) {
			all[to] = append(all[to], n)
			if state[to] == 1 {
				if back[to] == nil {
					heads = append(heads, to)
				}
				back[to] = append(back[to], n)
				continue
			}
			o.preds[to] = append(o.preds[to], n)
			if state[to] == 0 {
				visit(to)
			}
		}
		state[n] = 2
	}
	visit(first)
	for _, h := range heads {
		l := &blockLoop{head: h, in: map[*node]bool{h: true}}
		work := append([]*node(nil), back[h]...)
		for len(work) > 0 {
			n := work[len(work)-1]
			work = work[:len(work)-1]
			if !l.in[n] {
				l.in[n] = true
				work = append(work, all[n]...)
			}
		}
		o.loops = append(o.loops, l)
	}
}

// leadsBack reports whether a way from one block to another closes a loop.
func (o *blockOrder) leadsBack(from, to *node) bool {
	for _, p := range o.preds[to] {
		if p == from {
			return false
		}
	}
	return true
}

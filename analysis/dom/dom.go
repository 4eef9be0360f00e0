// Package dom computes dominators of a function's blocks: a dominates b if every
// path from the entry to b passes a.
//
// The tree is dense and its memory is used again, so that it can be computed for
// every pass that needs it: Cooper, Harvey and Kennedy, A Simple, Fast Dominance
// Algorithm (2001), over blocks in reverse postorder. It must not know what the
// blocks hold.
//
//	var t dom.Tree
//	dom.Compute(f, &t)
//	if t.Dominates(header, b) { … }
package dom

import "github.com/tier2go/tier2/ir"

// Tree is the dominator tree of a function as its graph was when Compute ran.
// Blocks that cannot be reached from the entry are not in it.
type Tree struct {
	number []int32     // by block id: place in reverse postorder, −1
	rpo    []*ir.Block // blocks in reverse postorder
	// By place in reverse postorder:
	idom     []int32 // 0 for the entry
	depth    []int32
	enter    []int32 // place in the preorder of the tree
	leave    []int32 // the last place in it of what the block dominates
	kidStart []int32
	kids     []*ir.Block

	stack []frame
	next  []int32
}

// frame is a block of a depth-first walk and the edge to follow next.
type frame struct {
	b    *ir.Block
	edge int
}

// Compute computes f's dominators. It reads blocks and edges only.
func Compute(f *ir.Func, t *Tree) {
	t.search(f)
	t.dominators()
	t.walk()
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// search numbers blocks in reverse postorder.
func (t *Tree) search(f *ir.Func) {
	t.number = resized(t.number, f.NumBlocks())
	for i := range t.number {
		t.number[i] = -1
	}
	t.rpo, t.stack = t.rpo[:0], t.stack[:0]
	if len(f.Blocks) == 0 {
		return
	}
	t.number[f.Entry().ID] = 0
	t.stack = append(t.stack, frame{f.Entry(), 0})
	for len(t.stack) > 0 {
		top := &t.stack[len(t.stack)-1]
		if top.edge < len(top.b.Succs) {
			to := top.b.Succs[top.edge].To
			top.edge++
			if t.number[to.ID] < 0 {
				t.number[to.ID] = 0
				t.stack = append(t.stack, frame{to, 0})
			}
			continue
		}
		t.rpo = append(t.rpo, top.b)
		t.stack = t.stack[:len(t.stack)-1]
	}
	for i, j := 0, len(t.rpo)-1; i < j; i, j = i+1, j-1 {
		t.rpo[i], t.rpo[j] = t.rpo[j], t.rpo[i]
	}
	for i, b := range t.rpo {
		t.number[b.ID] = int32(i)
	}
}

// dominators finds the immediate dominators, by place in reverse postorder: a
// block's dominators have smaller places.
func (t *Tree) dominators() {
	t.idom = resized(t.idom, len(t.rpo))
	for i := range t.idom {
		t.idom[i] = -1
	}
	if len(t.rpo) == 0 {
		return
	}
	t.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i, b := range t.rpo[1:] {
			dom := int32(-1)
			for _, p := range b.Preds {
				n := t.number[p.ID]
				switch {
				case n < 0 || t.idom[n] < 0: // unreachable, or not seen yet
				case dom < 0:
					dom = n
				default:
					dom = t.meet(dom, n)
				}
			}
			if t.idom[i+1] != dom {
				t.idom[i+1], changed = dom, true
			}
		}
	}
}

// meet returns the nearest common dominator.
func (t *Tree) meet(a, b int32) int32 {
	for a != b {
		if a > b {
			a = t.idom[a]
		} else {
			b = t.idom[b]
		}
	}
	return a
}

// walk fills depths, children and the preorder.
func (t *Tree) walk() {
	n := len(t.rpo)
	t.depth, t.enter, t.leave = resized(t.depth, n), resized(t.enter, n), resized(t.leave, n)
	t.kidStart, t.next = resized(t.kidStart, n+1), resized(t.next, n+1)
	if n == 0 {
		return
	}
	t.kids = resized(t.kids, n-1)
	clear(t.kidStart)
	t.depth[0] = 0
	for i := 1; i < n; i++ {
		t.depth[i] = t.depth[t.idom[i]] + 1
		t.kidStart[t.idom[i]+1]++
	}
	for i := range n {
		t.kidStart[i+1] += t.kidStart[i]
	}
	copy(t.next, t.kidStart)
	for i := 1; i < n; i++ {
		d := t.idom[i]
		t.kids[t.next[d]] = t.rpo[i]
		t.next[d]++
	}
	// A block dominates itself and what its children do, so sizes of subtrees,
	// summed up from the leaves, give the intervals.
	size := t.leave
	for i := range size {
		size[i] = 1
	}
	for i := n - 1; i > 0; i-- {
		size[t.idom[i]] += size[i]
	}
	t.enter[0] = 0
	for i := range n { // dominators come first
		at := t.enter[i] + 1
		for _, k := range t.kids[t.kidStart[i]:t.kidStart[i+1]] {
			j := t.number[k.ID]
			t.enter[j] = at
			at += size[j]
		}
	}
	for i := range n {
		t.leave[i] = t.enter[i] + size[i] - 1
	}
}

// place returns a block's place in reverse postorder, −1 if it is unreachable.
func (t *Tree) place(b *ir.Block) int32 { return t.number[b.ID] }

// Reachable reports whether a path leads to b from the entry.
func (t *Tree) Reachable(b *ir.Block) bool { return t.place(b) >= 0 }

// RPO returns the reachable blocks in reverse postorder: the entry first, a
// block's dominators before it. The caller must not change it.
func (t *Tree) RPO() []*ir.Block { return t.rpo }

// Number returns b's place in RPO, −1 if it is unreachable.
func (t *Tree) Number(b *ir.Block) int { return int(t.place(b)) }

// Idom returns the immediate dominator of b, nil for the entry and for
// unreachable blocks.
func (t *Tree) Idom(b *ir.Block) *ir.Block {
	if i := t.place(b); i > 0 {
		return t.rpo[t.idom[i]]
	}
	return nil
}

// Dominates reports whether every path from the entry to b passes a. A block
// dominates itself. It is false if either is unreachable.
func (t *Tree) Dominates(a, b *ir.Block) bool {
	i, j := t.place(a), t.place(b)
	return i >= 0 && j >= 0 && t.enter[i] <= t.enter[j] && t.enter[j] <= t.leave[i]
}

// StrictlyDominates is Dominates for two different blocks.
func (t *Tree) StrictlyDominates(a, b *ir.Block) bool { return a != b && t.Dominates(a, b) }

// Common returns the nearest block that dominates both a and b, nil if either is
// unreachable.
func (t *Tree) Common(a, b *ir.Block) *ir.Block {
	i, j := t.place(a), t.place(b)
	if i < 0 || j < 0 {
		return nil
	}
	return t.rpo[t.meet(i, j)]
}

// Depth returns how many blocks strictly dominate b, −1 if it is unreachable.
func (t *Tree) Depth(b *ir.Block) int {
	if i := t.place(b); i >= 0 {
		return int(t.depth[i])
	}
	return -1
}

// Children returns the blocks whose immediate dominator is b, in reverse
// postorder. The caller must not change it.
func (t *Tree) Children(b *ir.Block) []*ir.Block {
	i := t.place(b)
	if i < 0 {
		return nil
	}
	return t.kids[t.kidStart[i]:t.kidStart[i+1]]
}

// Package loops finds a function's natural loops: for each block that an edge
// leads back to from a block it dominates (its header), the blocks that reach
// such an edge without passing the header.
//
// Loops are either disjoint or one lies in the other. Edges that lead back to a
// block that does not dominate their source (irreducible cycles) make no loop;
// [Forest.Irreducible] says that there are any. The package reads blocks, edges
// and dominators only; it does not look at the blocks' loop marks.
//
//	var t dom.Tree
//	var l loops.Forest
//	dom.Compute(f, &t)
//	loops.Compute(f, &t, &l)
//	if in := l.Of(b); in != nil && in.Preheader != nil { … }
package loops

import (
	"slices"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/ir"
)

// Loop is a natural loop.
type Loop struct {
	Index  int   // in Forest.Loops
	Parent *Loop // the loop around it, nil if there is none
	Depth  int   // 1 for a loop in no other
	Header *ir.Block
	// Blocks are the loop's, those of inner loops included, in the order of
	// Func.Blocks: the header is the first if the function's order is valid.
	Blocks []*ir.Block
	// Latches are the sources of the edges back to the header, in the order of
	// the header's predecessors.
	Latches []*ir.Block
	// Preheader is the only block outside that leads to the header, if the
	// header is its only successor; nil otherwise.
	Preheader *ir.Block
	// Exits are the edges that leave the loop, in the order of Blocks. Guards
	// leave the function, not the loop.
	Exits []Exit
}

// Exit is an edge that leaves a loop.
type Exit struct {
	From *ir.Block
	Succ int // index in From.Succs
}

// To returns the block outside that the edge leads to.
func (x Exit) To() *ir.Block { return x.From.Succs[x.Succ].To }

// Forest is the loops of a function as its graph was when Compute ran.
type Forest struct {
	// Loops has outer loops before inner ones.
	Loops []*Loop
	// Irreducible says that some cycle has no block that dominates all of it.
	Irreducible bool

	of     []*Loop // by block id: the innermost loop
	slab   []Loop
	blocks []*ir.Block
	exits  []Exit
	stack  []*ir.Block
	starts []int
}

// Compute finds f's loops; t is f's dominator tree. The forest's memory, and the
// loops it has handed out, are used again.
func Compute(f *ir.Func, t *dom.Tree, l *Forest) {
	l.headers(f, t)
	for i := len(l.Loops) - 1; i >= 0; i-- { // inner ones first
		l.fill(t, l.Loops[i])
	}
	for _, loop := range l.Loops { // outer ones first
		loop.Depth = 1
		if loop.Parent != nil {
			loop.Depth = loop.Parent.Depth + 1
		}
	}
	l.collectBlocks(f)
	l.collectEdges(t)
}

// Of returns the innermost loop that b is in, nil if it is in none.
func (l *Forest) Of(b *ir.Block) *Loop { return l.of[b.ID] }

// Depth returns how many loops b is in.
func (l *Forest) Depth(b *ir.Block) int {
	if in := l.of[b.ID]; in != nil {
		return in.Depth
	}
	return 0
}

// Contains reports whether b is in the loop or in one inside it.
func (l *Forest) Contains(loop *Loop, b *ir.Block) bool { return loop.encloses(l.of[b.ID]) }

// encloses reports whether inner is the loop or lies in it.
func (loop *Loop) encloses(inner *Loop) bool {
	for inner != nil && inner.Depth > loop.Depth {
		inner = inner.Parent
	}
	return inner == loop
}

// headers makes a loop for each header. In reverse postorder the header of an
// outer loop, which dominates those inside, comes first.
func (l *Forest) headers(f *ir.Func, t *dom.Tree) {
	if cap(l.of) < f.NumBlocks() {
		l.of = make([]*Loop, f.NumBlocks())
	}
	l.of = l.of[:f.NumBlocks()]
	clear(l.of)
	l.Loops, l.Irreducible = l.Loops[:0], false
	n := 0
	for _, b := range t.RPO() {
		if l.isHeader(t, b) {
			n++
		}
	}
	if cap(l.slab) < n {
		l.slab = make([]Loop, n)
	}
	l.slab = l.slab[:n]
	for _, b := range t.RPO() {
		if l.isHeader(t, b) {
			i := len(l.Loops)
			loop := &l.slab[i]
			*loop = Loop{Index: i, Header: b, Latches: loop.Latches[:0]}
			l.Loops = append(l.Loops, loop)
		}
	}
}

// isHeader reports whether an edge leads back to b; it notes cycles without a
// header.
func (l *Forest) isHeader(t *dom.Tree, b *ir.Block) bool {
	header := false
	for _, p := range b.Preds {
		switch n := t.Number(p); {
		case n < t.Number(b): // forward, or from an unreachable block
		case t.Dominates(b, p):
			header = true
		default:
			l.Irreducible = true
		}
	}
	return header
}

// fill puts blocks and loops that reach an edge back to the header into the
// loop. The loops inside have been filled: each is passed as a whole.
func (l *Forest) fill(t *dom.Tree, loop *Loop) {
	for _, p := range loop.Header.Preds {
		if t.Dominates(loop.Header, p) && !slices.Contains(loop.Latches, p) {
			loop.Latches = append(loop.Latches, p)
		}
	}
	l.stack = append(l.stack[:0], loop.Latches...)
	for len(l.stack) > 0 {
		b := l.stack[len(l.stack)-1]
		l.stack = l.stack[:len(l.stack)-1]
		in := l.of[b.ID]
		switch {
		case in == nil:
			l.of[b.ID] = loop
		default:
			for in.Parent != nil {
				in = in.Parent
			}
			if in == loop {
				continue
			}
			in.Parent = loop
			b = in.Header
		}
		if b != loop.Header {
			for _, p := range b.Preds {
				if t.Reachable(p) {
					l.stack = append(l.stack, p)
				}
			}
		}
	}
	l.of[loop.Header.ID] = loop
}

// collectBlocks lists the blocks of each loop, one range of a common list for
// each.
func (l *Forest) collectBlocks(f *ir.Func) {
	l.starts = slices.Grow(l.starts[:0], len(l.Loops)+1)[:len(l.Loops)+1]
	clear(l.starts)
	for _, b := range f.Blocks {
		for in := l.of[b.ID]; in != nil; in = in.Parent {
			l.starts[in.Index+1]++
		}
	}
	for i := range l.Loops {
		l.starts[i+1] += l.starts[i]
	}
	n := l.starts[len(l.Loops)]
	l.blocks = slices.Grow(l.blocks[:0], n)[:n]
	for _, loop := range l.Loops {
		i := loop.Index
		loop.Blocks = l.blocks[l.starts[i]:l.starts[i]:l.starts[i+1]]
	}
	for _, b := range f.Blocks {
		for in := l.of[b.ID]; in != nil; in = in.Parent {
			in.Blocks = append(in.Blocks, b)
		}
	}
}

// collectEdges finds the edges that enter and leave each loop.
func (l *Forest) collectEdges(t *dom.Tree) {
	l.exits, l.starts = l.exits[:0], l.starts[:0]
	for _, loop := range l.Loops {
		loop.Preheader = preheader(t, loop)
		l.starts = append(l.starts, len(l.exits))
		for _, b := range loop.Blocks {
			for i, e := range b.Succs {
				if !l.Contains(loop, e.To) {
					l.exits = append(l.exits, Exit{b, i})
				}
			}
		}
	}
	l.starts = append(l.starts, len(l.exits))
	for i, loop := range l.Loops {
		loop.Exits = l.exits[l.starts[i]:l.starts[i+1]:l.starts[i+1]]
	}
}

// preheader returns the only block through which a loop is entered, if it leads
// nowhere else.
func preheader(t *dom.Tree, loop *Loop) *ir.Block {
	var from *ir.Block
	for _, p := range loop.Header.Preds {
		switch {
		case t.Dominates(loop.Header, p):
		case from != nil || len(p.Succs) != 1 || !t.Reachable(p):
			return nil
		default:
			from = p
		}
	}
	return from
}

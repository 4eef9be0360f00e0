package lower

import (
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
)

// Values that are made late, or not at all: x + c where the elements x + c of arrays are read, and which else only edges carry that have
// a block of their own. The constant becomes a part of the access; the edge makes the sum. So a loop that looks at elements i, i+1 and i+2
// and returns the index of one holds i alone in a register.
type lateValues struct {
	pos  []int32 // of blocks, by id
	loop []int32 // by position: that of the head of the innermost loop around, -1
	ends []int32 // by position of a head: that of the last block of its loop
	made []VReg  // in the blocks of edges, one after the other
}

// maxLate bounds the constants: an access must reach.
const maxLate = 64

// find marks the values (Asm.late), and notes the loops of f.
func (l *lateValues) find(f *ir.Func, a *Asm) {
	l.findLoops(f)
	l.made = l.made[:0]
	a.late = dense.Cleared(a.late, f.NumValues())
	some := false
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if v.Op == ir.OpLoadX || v.Op == ir.OpStoreX {
				if k := v.Args[1]; k.Op == ir.OpAdd && !a.fused[k.ID] && small(k.Args[1]) && !k.Args[0].IsConst() {
					a.late[k.ID], some = true, true
				}
			}
		}
	}
	if !some {
		return
	}
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			for i, x := range v.Args {
				if x != nil && !(i == 1 && (v.Op == ir.OpLoadX || v.Op == ir.OpStoreX)) {
					a.late[x.ID] = false
				}
			}
		}
		for _, e := range b.Succs {
			if split(b, e.To) {
				continue
			}
			for _, x := range e.Args {
				a.late[x.ID] = false
			}
		}
	}
}

func small(k *ir.Value) bool {
	return k.Op == ir.OpConstI64 && k.Int() >= -maxLate && k.Int() <= maxLate
}

// split reports whether the edge from b to another block has a block of its own.
func split(b, to *ir.Block) bool { return len(b.Succs) > 1 && len(to.Preds) > 1 }

// make makes the values of an edge in the block of the edge.
func (l *lateValues) make(a *Asm, args []*ir.Value) {
	for _, x := range args {
		if a.late[x.ID] {
			l.made = append(l.made, a.Reg(a.Add(a.Val(x.Args[0]), Imm(x.Args[1].Int()))).reg)
		}
	}
}

// findLoops finds the loop that each block is in: a loop is what lies between a head and the last block that
// jumps back to it.
func (l *lateValues) findLoops(f *ir.Func) {
	l.pos = dense.Cleared(l.pos, f.NumBlocks())
	l.loop = dense.Cleared(l.loop, len(f.Blocks))
	l.ends = dense.Cleared(l.ends, len(f.Blocks))
	for i, b := range f.Blocks {
		l.pos[b.ID], l.loop[i] = int32(i), -1
	}
	for i, b := range f.Blocks { // inner loops come behind those around
		if !b.Loop {
			continue
		}
		for _, p := range b.Preds {
			l.ends[i] = max(l.ends[i], l.pos[p.ID])
		}
		for k := i; k <= int(l.ends[i]); k++ {
			l.loop[k] = int32(i)
		}
	}
}

// leaves reports whether an edge leaves the innermost loop that b is in.
func (l *lateValues) leaves(b, to *ir.Block) bool {
	head := l.loop[l.pos[b.ID]]
	return head >= 0 && (l.pos[to.ID] < head || l.pos[to.ID] > l.ends[head])
}

// element returns the memory operand of the element that an operation accesses.
func (a *Asm) element(m ir.MemAccess, base V, index *ir.Value) Mem {
	disp := int64(m.Disp)
	if a.late[index.ID] {
		index, disp = index.Args[0], disp+index.Args[1].Int()*int64(m.Scale)
	}
	return a.Element(base, a.Val(index), m.Scale, disp, uint8(m.Kind.Bytes()))
}

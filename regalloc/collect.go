package regalloc

import (
	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/lower"
)

// What follows the backward walk: checks of fixed operands, and the lists that
// the walk made latest first, put in order of position.

// checkFixed refuses two values in one place at once and notes the slots that an
// instruction's operands name. leave says that the instruction leaves for good,
// so that nothing but its own operands is live there.
func (a *Allocator) checkFixed(b, i int32, clobber lower.RegSet, leave bool) error {
	ops := a.f.InstOps(lower.InstID(i))
	for j := range ops {
		o := &ops[j]
		if o.Constraint != lower.InFixed {
			continue
		}
		var m *fixMark
		if o.At.IsReg() {
			m = &a.regMark[o.At.Reg()]
			if o.Kind == lower.Use && o.Pos == lower.Late && clobber.Has(o.At.Reg()) {
				return a.errAt(ErrFixedConflict, b, i, int32(o.V), "a clobber destroys "+o.At.String()+" before the operand is read")
			}
		} else {
			m = &a.slotMark[o.At.Slot()]
			if leave {
				a.addClashes(ops, o)
			} else {
				a.reserved[o.At.Slot()] = true
			}
		}
		if m.inst != i {
			*m = fixMark{i, [2]int32{none, none}}
		}
		for h := range m.half {
			if o.Kind == lower.Use && h > int(o.Pos) || o.Kind == lower.Def && h < int(o.Pos) {
				continue
			}
			if m.half[h] != none && m.half[h] != int32(o.V) {
				return a.errAt(ErrFixedConflict, b, i, int32(o.V), o.At.String())
			}
			m.half[h] = int32(o.V)
		}
	}
	return nil
}

// addClashes keeps the values that a leaving instruction reads at its own time
// out of the slot that operand o is copied to before it.
func (a *Allocator) addClashes(ops []lower.Operand, o *lower.Operand) {
	for j := range ops {
		p := &ops[j]
		if p.Constraint == lower.InFixed || p.Kind != lower.Use || p.V == o.V {
			continue
		}
		x := &a.vals[p.V]
		a.clashes = append(a.clashes, clash{int32(o.At.Slot()), int32(o.V), x.clash})
		x.clash = int32(len(a.clashes) - 1)
	}
}

// slotOK reports whether a value may have a slot as far as fixed operands go.
func (a *Allocator) slotOK(x *value, s int) bool {
	if s < len(a.reserved) && a.reserved[s] {
		return false
	}
	for c := x.clash; c != none; c = a.clashes[c].next {
		if a.clashes[c].slot == int32(s) {
			return false
		}
	}
	return true
}

// checkEntry refuses values without a definition.
func (a *Allocator) checkEntry() error {
	e := &a.blocks[0]
	for _, v := range a.liveIn[e.lo:e.hi] {
		if x := &a.vals[v]; x.entry == none {
			b := x.block
			return a.errAt(ErrUndefined, b, x.inst, v, "")
		}
	}
	for v := range a.vals {
		if x := &a.vals[v]; x.def == none && (x.head[0] != none || x.head[1] != none) {
			return a.errAt(ErrUndefined, -1, -1, int32(v), "")
		}
	}
	return nil
}

// collectUses sorts the uses by value, in order of position.
func (a *Allocator) collectUses() {
	for v := range a.vals {
		a.vals[v].useLo = 0
		a.vals[v].useHi = 0
	}
	for k := range a.rec {
		for i := range a.rec[k] {
			a.vals[a.rec[k][i].v].useHi++
		}
	}
	n := int32(0)
	for v := range a.vals {
		x := &a.vals[v]
		n, x.useLo = n+x.useHi, n
		x.useHi = x.useLo
	}
	a.uses = dense.Grow(a.uses, int(n))
	a.must = dense.Grow(a.must, int(n))
	for k := range a.rec {
		l := a.rec[k]
		for i := len(l) - 1; i >= 0; i-- {
			x := &a.vals[l[i].v]
			a.uses[x.useHi] = use{l[i].pos, l[i].kind}
			x.useHi++
		}
	}
	for v := range a.vals {
		x := &a.vals[v]
		next := x.useHi
		for i := x.useHi - 1; i >= x.useLo; i-- {
			if a.uses[i].kind&must != 0 {
				next = i
			}
			a.must[i] = next
		}
	}
}

// collectFixed makes the lists of ranges in which registers are taken, of calls,
// and of cold code without calls.
func (a *Allocator) collectFixed() {
	for r := range a.fixReg {
		a.fixReg[r] = none
	}
	a.fixed = a.fixed[:0]
	for k := 1; k >= 0; k-- {
		for _, r := range a.fixRec[k] {
			a.fixed = append(a.fixed, fixedRange{r.from, r.to, r.owner, a.fixReg[r.reg]})
			a.fixReg[r.reg] = int32(len(a.fixed) - 1)
		}
	}
	for c := range a.calls {
		a.calls[c] = a.calls[c][:0]
		for k := range a.callAt {
			l := a.callAt[k][c]
			for i := len(l) - 1; i >= 0; i-- {
				a.calls[c] = append(a.calls[c], l[i])
			}
		}
	}
	a.freeRn = a.freeRn[:0]
	for _, b := range a.seq {
		if bi := &a.blocks[b]; bi.cold && bi.run == bi.start && !bi.calls {
			a.freeRn = append(a.freeRn, bi.start)
		}
	}
}

// nextCall returns the first call at or after a position that destroys the
// registers of a class, or the end of the function.
func (a *Allocator) nextCall(c lower.Class, p int32) int32 {
	l := a.calls[c]
	lo, hi := 0, len(l)
	for lo < hi {
		m := (lo + hi) / 2
		if l[m] < p {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == len(l) {
		return a.end
	}
	return l[lo]
}

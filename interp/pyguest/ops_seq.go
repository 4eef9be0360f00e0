package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// mem returns the immediate of an access to a whole word of an object.
func mem(off uintptr, class uint8) int64 {
	return ir.MemAccess{Disp: int32(off), Kind: ir.Mem64, Class: class}.Pack()
}

// length returns the immediate of an access to a whole word that is a length.
func length(off uintptr, class uint8) int64 {
	return ir.MemAccess{Disp: int32(off), Kind: ir.Mem64, Class: class, NonNeg: true}.Pack()
}

// tupleLen is the immediate of an access to a tuple's length.
var tupleLen = mem32(object.OffTupleLen, clsTuple)

// mem32 returns the immediate of an access to a half word.
func mem32(off uintptr, class uint8) int64 {
	return ir.MemAccess{Disp: int32(off), Kind: ir.Mem32, Class: class}.Pack()
}

// elem returns the immediate of an access to an element of 8 bytes.
func elem(off uintptr, class uint8) int64 {
	return ir.MemAccess{Disp: int32(off), Kind: ir.Mem64, Scale: 8, Class: class}.Pack()
}

// A sign says which indices a subscript is compiled for: others are left to the
// interpreter. Rows for indices of both signs have names with its suffix.
type sign string

const (
	natural sign = ""
	fromEnd sign = ".any" // a negative one counts from the end
)

// FromEnd, as the operand of a subscript's micro-op, or a bit of it, says that indices
// below 0 have been seen.
const FromEnd = 1 << 32

// signOf returns which indices a micro-op is for.
func signOf(u *uop.Inst) sign {
	if u.Operand0&FromEnd != 0 {
		return fromEnd
	}
	return natural
}

// index adds the checks of s[i] for a sequence with its length at lenOff: it leaves unless
// 0 <= i < len, or for both signs -len <= i < len. It returns where the element is.
func (w sign) index(t guest.Typed, s, i *ir.Value, size int64) *ir.Value {
	n := t.I64(i)
	l := t.AddTyped(ir.OpLoad, ir.I64, size, s)
	if k := t.Fact(i); w == fromEnd && k.Small && k.Hi < 0 {
		n = t.Add(ir.OpAdd, n, l)
	} else if w == fromEnd && !(k.Small && k.Lo >= 0) {
		n = t.Add(ir.OpAdd, n, t.Add(ir.OpAnd, t.Add(ir.OpSar, n, t.Func().ConstI64(63)), l))
	}
	t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpUlt, n, l))
	return n
}

// inRange reports whether an index is one that a subscript is compiled for, and in range.
func (p *py) inRange(w sign, a []uint64) bool {
	n, err := p.h.Len(val(a[0]))
	i, ok := wordsOf(p.h).UnboxI64(a[1])
	return err == nil && ok && (i >= 0 || w == fromEnd && i >= -int64(n)) && i < int64(n)
}

// subscriptOps are the rows of subscripts for indices of a sign.
func (p *py) subscriptOps(w sign) []guest.Op {
	subscript := func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
		if !p.inRange(w, a) {
			return 0, eval.ErrFail
		}
		return word(p.h.GetItem(val(a[0]), val(a[1])))
	}
	return []guest.Op{
		{
			OpRow: ir.OpRow{
				Name: "list.getitem" + string(w), Args: refs(2), Result: ir.Ref, Flags: ir.Guard, Forms: ir.GuestOnly, States: beforeState,
				Reads: listMemory,
			},
			Eval: subscript,
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				n := w.index(t, v.Args[0], v.Args[1], length(object.OffListLen, clsListLen))
				items := t.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffListItems, clsListItems), v.Args[0])
				return t.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffArrayItems, clsElems), items, n)
			},
		},
		{
			OpRow: ir.OpRow{
				Name: "list.setitem" + string(w), Args: refs(3), Flags: ir.Guard, Forms: ir.GuestOnly, States: beforeState,
				Reads: class(clsListLen, clsListItems), Writes: class(clsElems),
			},
			Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
				if !p.inRange(w, a) {
					return 0, eval.ErrFail
				}
				return 0, p.h.SetItem(val(a[0]), val(a[1]), val(a[2]))
			},
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				n := w.index(t, v.Args[0], v.Args[1], length(object.OffListLen, clsListLen))
				items := t.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffListItems, clsListItems), v.Args[0])
				return t.AddTyped(ir.OpStoreX, ir.Void, elem(object.OffArrayItems, clsElems), items, n, v.Args[2])
			},
		},
		{
			OpRow: ir.OpRow{
				Name: "tuple.getitem" + string(w), Args: refs(2), Result: ir.Ref, Flags: ir.Guard, Forms: ir.GuestOnly, States: beforeState,
				Reads: class(clsTuple),
			},
			Eval: subscript,
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				n := w.index(t, v.Args[0], v.Args[1], tupleLen)
				return t.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffTupleItems, clsTuple), v.Args[0], n)
			},
		},
		{
			OpRow: ir.OpRow{
				Name: "str.getitem" + string(w), Args: refs(2), Result: ir.Ref, Flags: ir.Guard, Forms: ir.GuestOnly, States: beforeState,
				Reads: class(clsTuple), Types: tStr,
			},
			Eval: subscript,
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				n := w.index(t, v.Args[0], v.Args[1], length(object.OffStrLen, clsTuple))
				return t.Add(p.mustOp("str.char"), v.Args[0], n)
			},
		},
	}
}

// sequenceOps are the rows of sequences.
func (p *py) sequenceOps() []guest.Op {
	list := append(p.subscriptOps(natural), p.subscriptOps(fromEnd)...)
	list = append(list, []guest.Op{
		{
			OpRow:  ir.OpRow{Name: "str.char", Args: []ir.Type{ir.Ref, ir.I64}, Result: ir.Ref, Flags: ir.Pure, Types: tStr},
			Lower:  p.lowerStrChar,
			Helper: func(a []uint64) (uint64, error) { return uint64(p.h.StrChar(object.Value(a[0]), int(a[1]))), nil },
		},
		{
			OpRow: ir.OpRow{Name: "str.eq", Args: refs(2), Result: ir.Bool, Flags: ir.Pure},
			Lower: p.lowerStrEq,
			Helper: func(a []uint64) (uint64, error) {
				return truthWord(p.h.StrEqual(object.Value(a[0]), object.Value(a[1]))), nil
			},
		},
		{ // the immediate is a method that charTest has a table of
			OpRow:  ir.OpRow{Name: "str.test", Args: refs(1), Result: ir.Bool, Aux: ir.AuxWord, Flags: ir.Pure},
			Lower:  p.lowerStrTest,
			Helper: func(a []uint64) (uint64, error) { return truth(p.testStr(val(a[1]), val(a[0]))) },
		},
		{
			OpRow: ir.OpRow{Name: "str.concat", Args: refs(2), Result: ir.Ref, Flags: ir.Pure, Types: tStr},
			Lower: p.expansion("str.concat", "str.concat", 0, 1),
			Helper: func(a []uint64) (uint64, error) {
				return uint64(p.h.StrConcat(object.Value(a[0]), object.Value(a[1]))), nil
			},
		},
		{ // may change its first operand, which is then the result: nobody else holds it
			OpRow: ir.OpRow{Name: "str.append", Args: refs(2), Result: ir.Ref, Types: tStr, Reads: class(clsTuple), Writes: class(clsTuple)},
			Helper: func(a []uint64) (uint64, error) {
				return uint64(p.h.StrAppend(object.Value(a[0]), object.Value(a[1]))), nil
			},
		},
		{
			OpRow:  ir.OpRow{Name: "str.share", Args: refs(1), Result: ir.Void, Writes: class(clsHeap)},
			Lower:  p.lowerStrShare,
			Helper: func(a []uint64) (uint64, error) { p.h.StrShare(object.Value(a[0])); return 0, nil },
		},
	}...)
	for _, s := range []struct {
		name  string
		class uint8
		size  int64
	}{
		{"list.len", clsListLen, length(object.OffListLen, clsListLen)}, {"tuple.len", clsTuple, tupleLen},
		{"str.len", clsTuple, length(object.OffStrLen, clsTuple)}, {"dict.len", clsHeap, length(object.OffDictUsed, clsHeap)},
		{"set.len", clsHeap, length(object.OffSetUsed, clsHeap)},
	} {
		list = append(list, p.lengthOp(s.name, s.class, s.size))
	}
	return list
}

// lowerStrShare is str.share: of what is no str there is nothing to do.
func (p *py) lowerStrShare(a *lower.Asm, _ *ir.Value) lower.V {
	s := a.Arg(0)
	a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.NE, p.typeID(a, s), lower.Imm(int64(object.StrType)))
		aux := a.Load(lower.At(s, object.OffAux, 4))
		or(lower.EQ, a.And(aux, lower.Imm(object.StrOwned)), lower.Imm(0))
		a.Store(lower.At(s, object.OffAux, 4), a.Sub(aux, lower.Imm(object.StrOwned)))
		return s
	}, func() lower.V { return s })
	return lower.None
}

// lengthOp is len() of what has its length in a field.
func (p *py) lengthOp(name string, cls uint8, size int64) guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{Name: name, Args: refs(1), Result: ir.Ref, Forms: ir.GuestOnly, Reads: class(int(cls)), Types: tInt},
		Helper: func(a []uint64) (uint64, error) {
			n, err := p.h.Len(object.Value(a[0]))
			return uint64(object.SmallInt(int64(n))), err
		},
		Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
			return t.Add(ir.OpBoxI64, t.AddTyped(ir.OpLoad, ir.I64, size, v.Args[0]))
		},
	}
}

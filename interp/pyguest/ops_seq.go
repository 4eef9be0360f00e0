package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// mem returns the immediate of an access to a whole word of an object.
func mem(off uintptr, class uint8) int64 {
	return ir.MemAccess{Disp: int32(off), Kind: ir.Mem64, Class: class}.Pack()
}

// length returns the immediate of an access to a whole word that is a length.
func length(off uintptr, class uint8) int64 {
	return ir.MemAccess{Disp: int32(off), Kind: ir.Mem64, Class: class, NonNeg: true}.Pack()
}

// mem32 returns the immediate of an access to a half word.
func mem32(off uintptr, class uint8) int64 {
	return ir.MemAccess{Disp: int32(off), Kind: ir.Mem32, Class: class}.Pack()
}

// elem returns the immediate of an access to an element of 8 bytes.
func elem(off uintptr, class uint8) int64 {
	return ir.MemAccess{Disp: int32(off), Kind: ir.Mem64, Scale: 8, Class: class}.Pack()
}

// item adds the checks and loads of s[i] for a sequence with its length at len:
// it leaves unless 0 <= i < len (a negative index is the interpreter's).
func index(t guest.Typed, s, i *ir.Value, lenOff uintptr, class uint8) *ir.Value {
	n := t.I64(i)
	t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpUlt, n, t.AddTyped(ir.OpLoad, ir.I64, length(lenOff, class), s)))
	return n
}

// inRange reports whether an index is in range. One that is not, or negative, is left to
// the interpreter.
func (p *py) inRange(a []uint64) bool {
	n, err := p.h.Len(val(a[0]))
	i, ok := words{p.h}.UnboxI64(a[1])
	return err == nil && ok && i >= 0 && i < int64(n)
}

func (p *py) sequenceOps() []guest.Op {
	subscript := func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
		if !p.inRange(a) {
			return 0, eval.ErrFail
		}
		return word(p.h.GetItem(val(a[0]), val(a[1])))
	}
	list := []guest.Op{
		{
			OpRow: ir.OpRow{
				Name: "list.getitem", Args: refs(2), Result: ir.Ref, Flags: ir.Guard, Forms: ir.GuestOnly, States: beforeState,
				Reads: listMemory,
			},
			Eval: subscript,
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				n := index(t, v.Args[0], v.Args[1], object.OffListLen, clsListLen)
				items := t.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffListItems, clsListItems), v.Args[0])
				return t.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffArrayItems, clsElems), items, n)
			},
		},
		{
			OpRow: ir.OpRow{
				Name: "list.setitem", Args: refs(3), Flags: ir.Guard, Forms: ir.GuestOnly, States: beforeState,
				Reads: class(clsListLen, clsListItems), Writes: class(clsElems),
			},
			Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
				if !p.inRange(a) {
					return 0, eval.ErrFail
				}
				return 0, p.h.SetItem(val(a[0]), val(a[1]), val(a[2]))
			},
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				n := index(t, v.Args[0], v.Args[1], object.OffListLen, clsListLen)
				items := t.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffListItems, clsListItems), v.Args[0])
				return t.AddTyped(ir.OpStoreX, ir.Void, elem(object.OffArrayItems, clsElems), items, n, v.Args[2])
			},
		},
		{
			OpRow: ir.OpRow{
				Name: "tuple.getitem", Args: refs(2), Result: ir.Ref, Flags: ir.Guard, Forms: ir.GuestOnly, States: beforeState,
				Reads: class(clsTuple),
			},
			Eval: subscript,
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				n := index(t, v.Args[0], v.Args[1], object.OffTupleLen, clsTuple)
				return t.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffTupleItems, clsTuple), v.Args[0], n)
			},
		},
		{
			OpRow: ir.OpRow{
				Name: "str.getitem", Args: refs(2), Result: ir.Ref, Flags: ir.Guard, Forms: ir.GuestOnly, States: beforeState,
				Reads: class(clsTuple), Types: tStr,
			},
			Eval: subscript,
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				n := index(t, v.Args[0], v.Args[1], object.OffStrLen, clsTuple)
				return t.Add(p.mustOp("str.char"), v.Args[0], n)
			},
		},
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
			Helper: func(a []uint64) (uint64, error) { p.h.StrShare(object.Value(a[0])); return 0, nil },
		},
	}
	for _, s := range []struct {
		name  string
		off   uintptr
		class uint8
	}{
		{"list.len", object.OffListLen, clsListLen}, {"tuple.len", object.OffTupleLen, clsTuple},
		{"str.len", object.OffStrLen, clsTuple}, {"dict.len", object.OffDictUsed, clsHeap}, {"set.len", object.OffSetUsed, clsHeap},
	} {
		list = append(list, p.lengthOp(s.name, s.off, s.class))
	}
	return list
}

// lengthOp is len() of what has its length in a field.
func (p *py) lengthOp(name string, off uintptr, cls uint8) guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{Name: name, Args: refs(1), Result: ir.Ref, Forms: ir.GuestOnly, Reads: class(int(cls)), Types: tInt},
		Helper: func(a []uint64) (uint64, error) {
			n, err := p.h.Len(object.Value(a[0]))
			return uint64(object.SmallInt(int64(n))), err
		},
		Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
			return t.Add(ir.OpBoxI64, t.AddTyped(ir.OpLoad, ir.I64, length(off, cls), v.Args[0]))
		},
	}
}

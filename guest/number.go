package guest

import (
	"math"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// Number makes the operation that does on boxed numbers what a core operation
// does on numbers: operands I64 or F64, result I64, F64 or Bool (which stays
// unboxed). It leaves by its Before state where an operand is no such number, or
// the core operation leaves. types is the guest type of a boxed result. The row
// may be changed: its Flags are ir.Checked, so that an unused result costs
// nothing.
//
//	guest.Number("int.add", ir.OpAddOv, tInt)
//	guest.Number("float.lt", ir.OpFLt, 0)
func Number(name string, op ir.Op, types ir.TypeSet) Op {
	return NumberWithin(name, op, types, math.MinInt64, math.MaxInt64)
}

// NumberWithin is Number for a guest whose boxed ints go from lo to hi: the operation
// leaves by its Before state where an int result is outside, too. So each int that machine
// code boxes fits.
func NumberWithin(name string, op ir.Op, types ir.TypeSet, lo, hi int64) Op {
	core := ir.CoreOps.Row(op)
	o := Op{OpRow: ir.OpRow{
		Name: name, Args: make([]ir.Type, len(core.Args)), Result: ir.Ref, Types: types,
		Flags: ir.Checked, Forms: ir.GuestOnly, States: [ir.NumWhen]bool{ir.Before: true}, Doc: core.Name + " of boxed numbers",
	}}
	o.number = core
	for i := range o.Args {
		o.Args[i] = ir.Ref
	}
	switch core.Result {
	case ir.Bool:
		o.Result, o.Types = ir.Bool, 0
	case ir.I64:
		o.Infer = Fits64(types)
	}
	o.Eval = func(m *eval.Machine, _ *ir.Value, args []uint64) (uint64, error) {
		return evalNumber(m.Words, op, core, args, lo, hi)
	}
	o.Expand = func(t Typed, v *ir.Value) *ir.Value { return expandNumber(t, op, core, v, lo, hi) }
	return o
}

// Fits64 is the Infer of operations whose result is an int of a guest type that fits
// 64 bits, because they leave otherwise.
func Fits64(types ir.TypeSet) func(*ir.Value, []ir.Fact) ir.Fact {
	k := ir.TypesFact(types)
	k.Small, k.NotNull = true, true
	return func(*ir.Value, []ir.Fact) ir.Fact { return k }
}

// evalNumber is a Number's meaning.
func evalNumber(w eval.Words, op ir.Op, core *ir.OpRow, args []uint64, lo, hi int64) (uint64, error) {
	var bits [2]uint64
	for i, x := range args {
		var ok bool
		if core.Args[i] == ir.I64 {
			var n int64
			n, ok = w.UnboxI64(x)
			bits[i] = uint64(n)
		} else {
			var f float64
			f, ok = w.UnboxF64(x)
			bits[i] = math.Float64bits(f)
		}
		if !ok {
			return 0, eval.ErrFail
		}
	}
	r, ok := eval.Fold(op, bits[:len(args)])
	switch {
	case !ok, core.Result == ir.I64 && (int64(r) < lo || int64(r) > hi):
		return 0, eval.ErrFail
	case core.Result == ir.I64:
		return w.BoxI64(int64(r))
	case core.Result == ir.F64:
		return w.BoxF64(math.Float64frombits(r)), nil
	}
	return r, nil
}

// expandNumber is a Number in typed operations.
func expandNumber(t Typed, op ir.Op, core *ir.OpRow, v *ir.Value, lo, hi int64) *ir.Value {
	var room [2]*ir.Value
	args := room[:len(v.Args)]
	for i, x := range v.Args {
		args[i] = Unboxed(t, x, core.Args[i])
	}
	var r *ir.Value
	if core.States[ir.Before] {
		r = t.Guard(op, 0, args...)
	} else {
		r = t.Add(op, args...)
	}
	switch core.Result {
	case ir.I64:
		if lo != math.MinInt64 || hi != math.MaxInt64 {
			f := t.Func()
			t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpUlt, t.Add(ir.OpSub, r, f.ConstI64(lo)), f.ConstI64(hi-lo+1)))
		}
		return t.Add(ir.OpBoxI64, r)
	case ir.F64:
		return t.Add(ir.OpBoxF64, r)
	}
	return r
}

// Unboxed returns an operand as a number of a representation, I64 or F64, behind
// a guard where it is not known to be one.
func Unboxed(t Typed, v *ir.Value, r ir.Type) *ir.Value {
	if r == ir.I64 {
		return t.I64(v)
	}
	if _, float, _ := t.Func().Words.Boxes(); !t.Fact(v).Types.Within(float) {
		v = t.Guard(ir.OpGuardType, int64(float), v)
	}
	return t.F64(v)
}

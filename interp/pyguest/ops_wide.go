package pyguest

import (
	"math"
	"math/bits"
	"slices"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/lower"
)

// Ints beyond 64 bits with a sign, by the widths of Extension:
//
//   - wide.add and the like take ints of any size and leave for want of memory only.
//     They are calls, unless no more than the low 64 bits of the result are asked for
//     (package passes/narrow), or it is known to fit 64 bits;
//   - long.add and the like are wide.add in the typed form where what it takes has few
//     bits, so that memory for the result is memory for a box: a result that only states
//     hold is made at the exit (package passes/sink);
//   - nat.xor and the like take ints from 0 to 2^64−1, or leave: in the typed form
//     they are operations of 64 bits.
//
// So what computes modulo 2^64, as hashes and generators of random numbers do, stays
// in registers: products are wide, their masks make numbers from 0 to 2^64−1 of them,
// and shifts and exclusive ors of these are natural.

// maxShift bounds the counts that compiled code shifts ints of any size by.
const maxShift = 1023

// memoryState: for want of memory the operation raises; otherwise it is pure.
var memoryState = raiseState

// wideOps are the operations on such ints.
func (p *py) wideOps() []guest.Op {
	return []guest.Op{
		p.wide("wide.add", object.Add, ir.OpAdd, inferSum, nil), p.wide("wide.sub", object.Subtract, ir.OpSub, inferDifference, nil),
		p.wide("wide.mul", object.Multiply, ir.OpMul, inferProduct, nil),
		p.wide("wide.and", object.And, ir.OpAnd, inferAnd, expandAnd),
		p.wide("wide.or", object.Or, ir.OpOr, inferOr, expandNatural), p.wide("wide.xor", object.Xor, ir.OpXor, inferOr, expandNatural),
		p.wideUnary("wide.neg", "int.negative", object.Negative, ir.OpNeg), p.wideUnary("wide.not", "invert", object.Invert, ir.OpNot),
		p.wideShift("wide.lsh", object.Lshift, ir.OpShl), p.wideShift("wide.rsh", object.Rshift, ir.OpCopy),
		p.long("long.add", object.Add, ir.OpAdd), p.long("long.sub", object.Subtract, ir.OpSub), p.long("long.mul", object.Multiply, ir.OpMul),
		p.longShift(),
		p.anyShift("wide.shl", "wide.lsh", object.Lshift, nil), p.anyShift("wide.shr", "wide.rsh", object.Rshift, inferRsh),
		p.wideRemainder(),
		p.natLong("nat.add", object.Add, inferSum), p.natLong("nat.sub", object.Subtract, inferDifference), p.natLong("nat.mul", object.Multiply, inferProduct),
		p.natural("nat.and", object.And, inferNat(inferAnd)), p.natural("nat.or", object.Or, inferNat(inferOr)),
		p.natural("nat.xor", object.Xor, inferNat(inferOr)), p.natural("nat.shr", object.Rshift, inferNatRsh),
		p.natural("nat.mod", object.Remainder, inferNatMod), p.natural("nat.floordiv", object.FloorDivide, inferNatDiv),
		{
			OpRow:  ir.OpRow{Name: "int.boxu", Args: []ir.Type{ir.U64}, Result: ir.Ref, Flags: ir.Pure, Types: tInt},
			Helper: func(a []uint64) (uint64, error) { return uint64(p.h.IntFromUint64(a[0])), nil },
		},
	}
}

// wide makes a row for an operator on two ints of any size. low computes the low
// bits of its result from those of the operands. Where the result fits 64 bits, so
// does the typed operation; expand makes it in other cases too.
func (p *py) wide(name string, op object.BinaryOp, low ir.Op, infer inferFunc, expand expandFunc) guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{Name: name, Args: refs(2), Result: ir.Ref, Flags: ir.Checked | ir.Wide, States: memoryState, Types: tInt, Infer: infer, Low: low},
		Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
			x, y := v.Args[0], v.Args[1]
			if t.Fact(v).Small && t.Fact(x).Small && t.Fact(y).Small {
				return t.Add(ir.OpBoxI64, t.Add(low, t.I64(x), t.I64(y)))
			}
			if expand != nil {
				return expand(t, v, low)
			}
			if limited(t, x) && limited(t, y) {
				return t.Add(p.mustOp(longs[op]), x, y)
			}
			return nil
		},
		Lower:  p.byLimbs(name, op),
		Helper: p.binary(op),
	}
}

// longRoutines are the routines of operators on ints of few limbs.
var longRoutines = map[object.BinaryOp]string{
	object.Add: "int.add", object.Subtract: "int.subtract", object.Multiply: "int.multiply",
	object.And: "int.and", object.Or: "int.or", object.Xor: "int.xor", object.Lshift: "int.shiftleft", object.Rshift: "int.shiftright",
}

// byLimbs lowers an operator on two ints: its routine does what has few limbs.
func (p *py) byLimbs(name string, op object.BinaryOp) lower.Rule {
	if r, ok := longRoutines[op]; ok {
		return p.expansion(name, r, 0, 1)
	}
	return nil
}

func (p *py) wideUnary(name, routine string, op object.UnaryOp, low ir.Op) guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{Name: name, Args: refs(1), Result: ir.Ref, Flags: ir.Checked | ir.Wide, States: memoryState, Types: tInt, Infer: inferUnary(low), Low: low},
		Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
			if !t.Fact(v).Small {
				return nil
			}
			return t.Add(ir.OpBoxI64, t.Add(low, t.I64(v.Args[0])))
		},
		Lower:  p.expansion(name, routine, 0),
		Helper: func(a []uint64) (uint64, error) { return word(p.h.Unary(op, val(a[0]))) },
	}
}

// lows are the operations of 64 bits of operators.
var lows = map[object.BinaryOp]ir.Op{object.Add: ir.OpAdd, object.Subtract: ir.OpSub, object.Multiply: ir.OpMul, object.Or: ir.OpOr, object.Xor: ir.OpXor}

// natLong makes a row for an operator on an int of any size and one from 0 to 2^64−1,
// which leaves where the second is another one.
func (p *py) natLong(name string, op object.BinaryOp, infer inferFunc) guest.Op {
	o := p.natural(name, op, infer)
	o.Flags |= ir.Wide
	o.States[ir.Raise] = true
	o.Expand = func(t guest.Typed, v *ir.Value) *ir.Value {
		x, y := v.Args[0], v.Args[1]
		if !t.Fact(y).IsU64() {
			t.U64(y)
		}
		switch {
		case t.Fact(v).Small && t.Fact(x).Small && t.Fact(y).Small:
			return t.Add(ir.OpBoxI64, t.Add(lows[op], t.I64(x), t.I64(y)))
		case limited(t, x):
			return t.Add(p.mustOp(longs[op]), x, y)
		}
		return raising(t, v, p.mustOp(wides[op]), x, y)
	}
	return o
}

// wides are the rows for ints of any size.
var wides = map[object.BinaryOp]string{object.Add: "wide.add", object.Subtract: "wide.sub", object.Multiply: "wide.mul"}

// raising adds an operation that raises where v does.
func raising(t guest.Typed, v *ir.Value, op ir.Op, args ...*ir.Value) *ir.Value {
	w := t.Add(op, args...)
	t.Func().SetExit(w, ir.Raise, v.States[ir.Raise], v.Exits[ir.Raise].Kind)
	return w
}

// longs are the rows for ints of few bits.
var longs = map[object.BinaryOp]string{object.Add: "long.add", object.Subtract: "long.sub", object.Multiply: "long.mul"}

// limited reports whether an int has 64 bits, or is computed from such by few
// operations.
func limited(t guest.Typed, v *ir.Value) bool {
	k := t.Fact(v)
	if k.Types.Within(tInt) && (k.Small || k.IsU64()) {
		return true
	}
	row := t.Func().Row(ir.Resolve(v))
	return row.Flags&(ir.Wide|ir.Fresh) == ir.Wide|ir.Fresh
}

// long makes a row for an operator on ints that are limited. Its result is as good as a
// new object, of which nothing but the low bits is read.
func (p *py) long(name string, op object.BinaryOp, low ir.Op) guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{
			Name: name, Args: refs(2), Result: ir.Ref, Flags: ir.Fresh | ir.Wide, Types: tInt, Fields: []ir.Field{}, Low: low,
		},
		Lower:  p.byLimbs(name, op),
		Helper: p.binary(op),
	}
}

// longShift is the row of shifts to the left by 0 to 63.
func (p *py) longShift() guest.Op {
	o := p.long("long.lsh", object.Lshift, ir.OpShl)
	o.Args = []ir.Type{ir.Ref, ir.I64}
	o.Helper = func(a []uint64) (uint64, error) {
		return word(p.h.Binary(object.Lshift, val(a[0]), object.SmallInt(int64(a[1]))))
	}
	return o
}

// wideShift makes a row for a shift of an int of any size by 0 to maxShift, for the
// typed form.
func (p *py) wideShift(name string, op object.BinaryOp, low ir.Op) guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{
			Name: name, Args: []ir.Type{ir.Ref, ir.I64}, Result: ir.Ref, Flags: ir.Checked | ir.Wide, Forms: ir.FromTyped, States: memoryState, Types: tInt, Low: low,
		},
		Lower:  p.byLimbs(name, op),
		Helper: func(a []uint64) (uint64, error) { return word(p.h.Binary(op, val(a[0]), p.h.Int(int64(a[1])))) },
	}
}

// anyShift makes a row for a shift of an int of any size, which leaves where the
// count is not 0 to maxShift: a negative one raises an exception.
func (p *py) anyShift(name, typed string, op object.BinaryOp, infer inferFunc) guest.Op {
	if infer == nil {
		infer = inferInt
	}
	return guest.Op{
		OpRow: ir.OpRow{
			Name: name, Args: refs(2), Result: ir.Ref, Flags: ir.Checked | ir.Wide, Forms: ir.GuestOnly,
			States: [ir.NumWhen]bool{ir.Before: true, ir.Raise: true}, Types: tInt, Infer: infer,
		},
		Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			if n, ok := wordsOf(p.h).UnboxI64(a[1]); !ok || uint64(n) > maxShift {
				return 0, eval.ErrFail
			}
			return p.evalBinary(op, a)
		},
		Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
			x, n := v.Args[0], t.I64(v.Args[1])
			checkCount(t, n, maxShift)
			if known := n.Op == ir.OpConstI64 && uint64(n.Int()) < 64; op == object.Rshift && known {
				switch k := t.Fact(x); {
				case k.IsU64() && k.Types.Within(tInt):
					return boxed(t, v, t.Add(ir.OpShr, t.Low64(x), n))
				case k.Small:
					return t.Add(ir.OpBoxI64, t.Add(ir.OpSar, t.I64(x), n))
				}
			}
			if op == object.Lshift && n.Op == ir.OpConstI64 && uint64(n.Int()) < 64 && limited(t, x) {
				return t.Add(p.mustOp("long.lsh"), x, n)
			}
			return raising(t, v, p.mustOp(typed), x, n)
		},
	}
}

// checkCount leaves unless n is 0 to most.
func checkCount(t guest.Typed, n *ir.Value, most int64) {
	if n.Op != ir.OpConstI64 || uint64(n.Int()) > uint64(most) {
		t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpUlt, n, t.Func().ConstI64(most+1)))
	}
}

// wideRemainder is the row of an int of any size modulo 2^n, the immediate n being at
// most 64.
func (p *py) wideRemainder() guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{
			Name: "wide.rem", Args: refs(1), Result: ir.Ref, Flags: ir.Checked, Forms: ir.GuestOnly, Aux: ir.AuxInt, States: memoryState, Types: tInt,
			Infer: func(v *ir.Value, a []ir.Fact) ir.Fact {
				return inferAnd(v, []ir.Fact{a[0], naturalFact(lowMask(v.Aux))})
			},
		},
		Eval: func(_ *eval.Machine, v *ir.Value, a []uint64) (uint64, error) {
			return uint64(p.h.IntFromUint64(p.h.IntLow64(val(a[0])) & lowMask(v.Aux))), nil
		},
		Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
			return boxed(t, v, t.Add(ir.OpAnd, t.Low64(v.Args[0]), t.Func().ConstI64(int64(lowMask(v.Aux)))))
		},
	}
}

// wideComparisons are the rows of comparisons of ints of any size. Those of two ints from 0
// to 2^64−1, or of 64 bits with a sign, are operations of 64 bits.
func (p *py) wideComparisons() []guest.Op {
	var list []guest.Op
	for i, name := range compareNames {
		list = append(list, guest.Op{
			OpRow: ir.OpRow{Name: "wide." + name, Args: refs(2), Result: ir.Bool, Flags: ir.Pure},
			Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
				x, y := v.Args[0], v.Args[1]
				switch j, k := t.Fact(x), t.Fact(y); {
				case j.Small && k.Small:
					return t.Add(signed64[i], t.I64(x), t.I64(y))
				case j.IsU64() && k.IsU64():
					return compareNaturals(t, i, x, y)
				}
				return nil
			},
			Lower: p.compareLimbs("wide."+name, object.CompareOp(i)),
			Helper: func(a []uint64) (uint64, error) {
				c := p.h.IntCompare(val(a[0]), val(a[1]))
				return truthWord(object.CompareOp(i).Holds(c)), nil
			},
		})
	}
	return list
}

// compareLimbs lowers a comparison of two ints as its routine.
func (p *py) compareLimbs(name string, op object.CompareOp) lower.Rule {
	u := comparisonUses[op]
	return func(a *lower.Asm, v *ir.Value) lower.V {
		return u.lower(p, a, func() lower.V { return p.callHelper(a, name, v) })
	}
}

// compareNames name the comparisons in the order of object.CompareOp.
var compareNames = [6]string{"lt", "le", "eq", "ne", "gt", "ge"}

// signed64 are the comparisons in the order of object.CompareOp.
var signed64 = [6]ir.Op{ir.OpLt, ir.OpLe, ir.OpEq, ir.OpNe, ir.OpGt, ir.OpGe}

// compareNaturals compares two ints from 0 to 2^64−1.
func compareNaturals(t guest.Typed, i int, x, y *ir.Value) *ir.Value {
	u, w := t.Low64(x), t.Low64(y)
	switch object.CompareOp(i) {
	case object.LT:
		return t.Add(ir.OpUlt, u, w)
	case object.GT:
		return t.Add(ir.OpUlt, w, u)
	case object.LE:
		return t.Add(ir.OpBNot, t.Add(ir.OpUlt, w, u))
	case object.GE:
		return t.Add(ir.OpBNot, t.Add(ir.OpUlt, u, w))
	}
	return t.Add(signed64[i], u, w)
}

// naturalToo makes a comparison of ints of 64 bits with a sign do without leaving where
// both are known to be from 0 to 2^64−1.
func naturalToo(o guest.Op, op ir.Op) guest.Op {
	expand, i := o.Expand, slices.Index(signed64[:], op)
	o.Expand = func(t guest.Typed, v *ir.Value) *ir.Value {
		x, y := v.Args[0], v.Args[1]
		if j, k := t.Fact(x), t.Fact(y); j.IsU64() && k.IsU64() && !(j.Small && k.Small) {
			return compareNaturals(t, i, x, y)
		}
		return expand(t, v)
	}
	return o
}

// lowMask has the low n bits, of at most 64.
func lowMask(n int64) uint64 { return 1<<uint64(n) - 1 }

// powerOfTwo returns n where a word is the int 2^n, 0 ≤ n ≤ 64.
func (p *py) powerOfTwo(w uint64) (n int64, ok bool) {
	v := object.Value(w)
	if !p.h.IsInt(v) {
		return 0, false
	}
	if x, ok := p.h.AsUint64(v); ok {
		return int64(bits.TrailingZeros64(x)), x != 0 && x&(x-1) == 0
	}
	return 64, p.h.IntCompare(v, p.twoTo64()) == 0
}

func (p *py) twoTo64() object.Value {
	return p.h.IntAdd(p.h.IntFromUint64(math.MaxUint64), object.SmallInt(1))
}

// evalBinary is what the evaluator does for a row that may raise.
func (p *py) evalBinary(op object.BinaryOp, a []uint64) (uint64, error) {
	w, err := p.binary(op)(a)
	if err != nil {
		return 0, &eval.Raise{Err: err}
	}
	return w, nil
}

// natural makes a row for an operator on two ints from 0 to 2^64−1, which leaves where
// they are others: nat.and where the right one is, nat.shr where the count is more
// than 63 too, nat.mod and nat.floordiv where the divisor is 0 or has 64 bits.
func (p *py) natural(name string, op object.BinaryOp, infer inferFunc) guest.Op {
	return guest.Op{
		OpRow: ir.OpRow{Name: name, Args: refs(2), Result: ir.Ref, Flags: ir.Checked, Forms: ir.GuestOnly, States: beforeState, Types: tInt, Infer: infer},
		Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			if !naturals(p.h, op, val(a[0]), val(a[1])) {
				return 0, eval.ErrFail
			}
			return p.evalBinary(op, a)
		},
		Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
			x, y := v.Args[0], v.Args[1]
			switch op {
			case object.Rshift:
				u, n := t.Add(ir.OpU2I, t.U64(x)), t.I64(y)
				checkCount(t, n, 63)
				return boxed(t, v, t.Add(ir.OpShr, u, n))
			case object.Remainder, object.FloorDivide:
				q, r := divide(t, x, y)
				if op == object.Remainder {
					q = r
				}
				return boxed(t, v, q)
			case object.And:
				if t.Fact(x).IsU64() || t.Fact(y).IsU64() {
					return boxed(t, v, t.Add(ir.OpAnd, t.Low64(x), t.Low64(y)))
				}
				return boxed(t, v, t.Add(ir.OpAnd, t.Low64(x), t.Add(ir.OpU2I, t.U64(y))))
			}
			return boxed(t, v, t.Add(lows[op], t.Add(ir.OpU2I, t.U64(x)), t.Add(ir.OpU2I, t.U64(y))))
		},
	}
}

// naturals reports whether the row of an operator whose name begins with nat takes
// the operands.
func naturals(h *object.Heap, op object.BinaryOp, a, b object.Value) bool {
	_, left := h.AsUint64(a)
	n, right := h.AsUint64(b)
	switch op {
	case object.And, object.Add, object.Subtract, object.Multiply:
		return right
	case object.Rshift:
		return left && right && n < 64
	case object.Remainder, object.FloorDivide:
		return left && right && n != 0 && n <= math.MaxInt64
	}
	return left && right
}

// divide divides a number from 0 to 2^64−1 by one from 1 to 2^63−1 with a division of
// numbers with a sign: half of the dividend gives the quotient but for its last bit
// (Warren 2013, Hacker's Delight, 9-3).
func divide(t guest.Typed, x, y *ir.Value) (quotient, remainder *ir.Value) {
	f := t.Func()
	u, d := t.Add(ir.OpU2I, t.U64(x)), t.I64(y)
	if d.Op != ir.OpConstI64 || d.Int() < 1 {
		t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpGt, d, f.ConstI64(0)))
	}
	one := f.ConstI64(1)
	q := t.Add(ir.OpShl, t.Guard(ir.OpDivOv, 0, t.Add(ir.OpShr, u, one), d), one)
	r := t.Add(ir.OpSub, u, t.Add(ir.OpMul, q, d))
	more := t.Add(ir.OpSub, t.Add(ir.OpBoolToI64, t.Add(ir.OpUlt, r, d)), one) // −1: the bit is set
	return t.Add(ir.OpSub, q, more), t.Add(ir.OpSub, r, t.Add(ir.OpAnd, d, more))
}

// boxed boxes the low 64 bits of a result, which is from 0 to 2^64−1.
func boxed(t guest.Typed, v, low *ir.Value) *ir.Value {
	if t.Fact(v).Small {
		return t.Add(ir.OpBoxI64, low)
	}
	return t.Add(ir.OpBoxU64, t.Add(ir.OpI2U, low))
}

type (
	inferFunc  = func(v *ir.Value, a []ir.Fact) ir.Fact
	expandFunc = func(t guest.Typed, v *ir.Value, low ir.Op) *ir.Value
)

// expandAnd masks the low bits where one operand has no others.
func expandAnd(t guest.Typed, v *ir.Value, low ir.Op) *ir.Value {
	if !t.Fact(v).IsU64() {
		return nil
	}
	return boxed(t, v, t.Add(low, t.Low64(v.Args[0]), t.Low64(v.Args[1])))
}

// expandNatural is the operation of 64 bits where both operands are from 0 to 2^64−1.
func expandNatural(t guest.Typed, v *ir.Value, low ir.Op) *ir.Value {
	if !t.Fact(v.Args[0]).IsU64() || !t.Fact(v.Args[1]).IsU64() {
		return nil
	}
	return boxed(t, v, t.Add(low, t.Low64(v.Args[0]), t.Low64(v.Args[1])))
}

// lowerGuardU64 unboxes an int from 0 to 2^64−1: in the word, or on the heap with one
// limb and without a sign.
func (p *py) lowerGuardU64(a *lower.Asm, v *ir.Value) lower.V {
	w := a.Arg(0)
	return a.Slow(lower.ULT, w, intBias, a.Add(w, unbias), lower.GPR, func() lower.V {
		a.ExitIf(lower.UGE, w, tagInt)
		a.ExitIf(lower.ULT, w, tagRef)
		a.ExitIfMem(lower.NE, lower.At(w, object.OffType, 4), lower.Imm(int64(object.IntType)))
		a.ExitIfMem(lower.NE, lower.At(w, object.OffIntLimbs, 8), lower.Imm(1))
		a.ExitIfBits(lower.NE, a.Load(lower.At(w, object.OffAux, 4)), 1)
		return a.Load(lower.At(w, object.OffIntData, 8))
	})
}

// boxU64 makes the word of an int from 0 to 2^64−1: adding the bias carries beyond the
// words of ints, or to words below those of ints that are not negative.
func (p *py) boxU64(a *lower.Asm, n lower.V) lower.V {
	if n.IsImm() && uint64(n.Int()) <= object.MaxSmall {
		return lower.Word(uint64(object.SmallInt(n.Int())))
	}
	w := a.Add(n, intBias)
	return a.Slow(lower.ULT, w, intBias, w, lower.GPR, func() lower.V {
		return a.CallQuiet(p.helperIndex("int.boxu"), n)
	})
}

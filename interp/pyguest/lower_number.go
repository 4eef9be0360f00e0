package pyguest

import (
	"math"
	"slices"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// Machine code for operations of any values, where they are numbers or containers: the
// helper does the rest.

// floatConds are the comparisons of floats.
var floatConds = [...]lower.Cond{
	object.LT: lower.LT, object.LE: lower.LE, object.EQ: lower.EQ, object.NE: lower.NE, object.GT: lower.GT, object.GE: lower.GE,
}

// lowerCompare compares floats and ints of the word with each other: such an int is a
// float, without rounding.
func (p *py) lowerCompare(a *lower.Asm, v *ir.Value) lower.V {
	return p.compareNumbers(a, v, "py.compare", func(holds lower.V) lower.V { return boxBool(a, holds) })
}

// lowerHolds is lowerCompare for the truth of a comparison.
func (p *py) lowerHolds(a *lower.Asm, v *ir.Value) lower.V {
	return p.compareNumbers(a, v, "py.holds", func(holds lower.V) lower.V { return holds })
}

func (p *py) compareNumbers(a *lower.Asm, v *ir.Value, helper string, result func(holds lower.V) lower.V) lower.V {
	x, y := a.Arg(0), a.Arg(1)
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		f, g := asFloat(a, x, or), asFloat(a, y, or)
		return result(a.FSet(floatConds[v.Aux], f, g))
	}, func() lower.V { return p.compareOthers(a, v, helper, result) })
}

// comparisonUses are the routines of comparisons of what are no numbers.
var comparisonUses = map[object.CompareOp]use{
	object.EQ: {routine: "equal", operands: []int{0, 1}},
	object.NE: {
		routine: "equal", operands: []int{0, 1}, ops: []ir.Op{ir.OpBNot},
		result: func(a *lower.Asm, eq lower.V) lower.V { return a.Bin(lower.MXor, eq, lower.Imm(1)) },
	},
	object.LT: {routine: "less", operands: []int{0, 1}},
	object.GT: {routine: "less", operands: []int{1, 0}},
	object.LE: {routine: "atmost", operands: []int{0, 1}},
	object.GE: {routine: "atmost", operands: []int{1, 0}},
}

// inlineCompare says which routine a comparison is; more makes the operation's result of the truth.
func inlineCompare(op guest.Op, more ...ir.Op) guest.Op {
	op.Inline = func(v *ir.Value) (guest.Inlined, bool) {
		u, ok := comparisonUses[object.CompareOp(v.Aux)]
		in := u.inline(v)
		in.Result = append(slices.Clone(in.Result), more...)
		return in, ok
	}
	return op
}

// compareOthers is a comparison of what are no numbers.
func (p *py) compareOthers(a *lower.Asm, v *ir.Value, helper string, result func(holds lower.V) lower.V) lower.V {
	slow := func() lower.V { return p.callHelper(a, helper, v, lower.Imm(v.Aux)) }
	u, ok := comparisonUses[object.CompareOp(v.Aux)]
	if !ok {
		return slow()
	}
	holds := u.result
	if holds == nil {
		holds = func(_ *lower.Asm, x lower.V) lower.V { return x }
	}
	u.result = func(a *lower.Asm, x lower.V) lower.V { return result(holds(a, x)) }
	return u.lower(p, a, slow)
}

// asFloat is the float that a float or an int of the word is; other values are given up.
func asFloat(a *lower.Asm, w lower.V, or giveUp) lower.V {
	or(lower.ULT, a.Sub(w, tagRef), lower.Imm(object.TagInt-object.TagRef))
	return a.Slow(lower.UGE, w, tagInt, a.BitsToF(w), lower.FPR, func() lower.V { return a.IntToF(a.Add(w, unbias)) })
}

// sized is a set of the builtin types, by id, whose values have their length at
// object.OffListLen.
var sized = func() (set uint64) {
	for _, t := range []struct {
		id  object.TypeID
		off uintptr
	}{
		{object.ListType, object.OffListLen}, {object.StrType, object.OffStrLen},
		{object.BytesType, object.OffBytesLen}, {object.DictType, object.OffDictUsed}, {object.SetType, object.OffSetUsed},
		{object.FrozenSetType, object.OffSetUsed},
	} {
		if t.off == object.OffListLen && t.id < 64 {
			set |= 1 << t.id
		}
	}
	return set
}()

// lowerLen is len(): a field of most builtin types.
func (p *py) lowerLen(a *lower.Asm, v *ir.Value) lower.V {
	x := a.Arg(0)
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		id := p.typeID(a, x)
		or(lower.UGE, id, lower.Imm(64))
		or(lower.EQ, a.And(a.Shr(a.Reg(lower.Word(sized)), id), lower.Imm(1)), lower.Imm(0))
		return a.Add(a.Load(lower.At(x, object.OffListLen, 8)), intBias)
	}, func() lower.V {
		return p.try(a, "len", as, func() lower.V { return a.Call(p.helperIndex("py.len"), x, lower.Imm(v.Aux)) }, x)
	})
}

// anyOps are the operations of any values whose usual cases machine code has.
func (p *py) anyOps() []guest.Op {
	return []guest.Op{
		inlineCompare(withAux(lowered(p.lowerCompare, call("py.compare", 2, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			return word(p.env.Compare(object.CompareOp(a[2]), val(a[0]), val(a[1]), false))
		}))), ir.OpBoxBool),
		inlineCompare(withAux(lowered(p.lowerHolds, truthResult(call("py.holds", 2, 0, runsGuest, func(a []uint64) (uint64, error) {
			r, err := p.env.Compare(object.CompareOp(a[2]), val(a[0]), val(a[1]), true)
			return truthWord(r == object.True), err
		}))))),
		// The immediate is the builtin function.
		lowered(p.lowerLen, withWord(call("py.len", 1, tInt, runsGuest, func(a []uint64) (uint64, error) { return word(p.env.DoSpecial(Len, Entries{val(a[0])})) }))),
		number("float.trunc", 1, tInt, p.truncated, func(t guest.Typed, v *ir.Value) *ir.Value {
			return t.Add(ir.OpBoxI64, t.Guard(ir.OpF2IOv, 0, t.F64(v.Args[0])))
		}),
	}
}

// truncated is int() of a float; what does not fit 64 bits is left to the interpreter.
func (p *py) truncated(a []uint64) (uint64, bool) {
	x := math.Float64frombits(a[0])
	if !(x > -1<<63 && x < 1<<63) {
		return 0, false
	}
	return uint64(p.h.Int(int64(x))), true
}

package pyguest

import (
	"fmt"
	"math"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// Alias classes, which package object describes.
const (
	clsListLen      = object.AliasListLen
	clsListItems    = object.AliasListItems
	clsElems        = object.AliasElems
	clsTuple        = object.AliasTuple
	clsRangeNext    = object.AliasRangeNext
	clsSeqIter      = object.AliasSeqIter
	clsTableIter    = object.AliasTableIter
	clsEnumCount    = object.AliasEnumCount
	clsGenerator    = object.AliasGenerator
	clsIters        = object.AliasIters
	clsCell         = object.AliasCell
	clsFunc         = object.AliasFunc
	clsDictVersion  = object.AliasDictVersion
	clsDictEntries  = object.AliasDictEntries
	clsGlobals      = object.AliasGlobals
	clsInst         = object.AliasInst
	clsInstFilled   = object.AliasInstFilled
	clsHeap         = object.AliasHeap
	clsGenRow       = object.AliasGenRow
	clsRangeEnd     = object.AliasRangeEnd
	clsRangeStep    = object.AliasRangeStep
	clsSeqIndex     = object.AliasSeqIndex
	clsNumbersLen   = object.AliasNumbersLen
	clsNumbersItems = object.AliasNumbersItems
	clsNumbers8     = object.AliasNumbers8
	clsNumbers16    = object.AliasNumbers16
	clsNumbers32    = object.AliasNumbers32
	clsNumbers64    = object.AliasNumbers64
	clsNumbersFloat = object.AliasNumbersFloat
	clsComplex      = object.AliasComplex
)

// classNames are the classes in texts.
var classNames = []string{
	clsListLen: "list_len", clsListItems: "items", clsElems: "elem", clsTuple: "tuple", clsRangeNext: "range_next", clsSeqIter: "iter_seq",
	clsTableIter: "iter_table", clsEnumCount: "enum_count", clsGenerator: "generator", clsIters: "iter_of", clsCell: "cell", clsFunc: "function",
	clsDictVersion: "dict_version", clsDictEntries: "dict_entry", clsGlobals: "global", clsInst: "attr", clsInstFilled: "filled",
	clsHeap: "heap", clsGenRow: "resume", clsRangeEnd: "range_end", clsRangeStep: "range_step", clsSeqIndex: "iter_index",
	clsNumbersLen: "numbers_len", clsNumbersItems: "numbers", clsNumbers8: "num8", clsNumbers16: "num16", clsNumbers32: "num32",
	clsNumbers64: "num64", clsNumbersFloat: "num_float", clsComplex: "complex",
}

// classTypes are the types of the words in places of a class.
var classTypes = []ir.TypeSet{clsComplex: tFloat}

func class(bits ...int) (s ir.AliasSet) {
	for _, b := range bits {
		s |= 1 << b
	}
	return s
}

// listMemory is what operations that change a list's length touch.
var listMemory = class(clsListLen, clsListItems, clsElems)

var (
	beforeState = [ir.NumWhen]bool{ir.Before: true}
	raiseState  = [ir.NumWhen]bool{ir.Raise: true}
)

// operations returns the guest's operations.
func (p *py) operations() []guest.Op {
	var list []guest.Op
	list = append(list, p.intOps()...)
	list = append(list, p.wideOps()...)
	list = append(list, p.complexOps()...)
	list = append(list, p.wideComparisons()...)
	list = append(list, p.floatOps()...)
	list = append(list, p.sequenceOps()...)
	list = append(list, p.numberOps()...)
	list = append(list, p.numberCallOps()...)
	list = append(list, p.helperOps()...)
	list = append(list, p.asyncOps()...)
	list = append(list, p.dictOps()...)
	list = append(list, p.missedOps()...)
	list = append(list, p.allocOps()...)
	list = append(list, p.anyOps()...)
	list = append(list, p.raiseOps()...)
	list = append(list, p.attrOps()...)
	list = append(list, p.frameOps()...)
	return list
}

func refs(n int) []ir.Type {
	t := make([]ir.Type, n)
	for i := range t {
		t[i] = ir.Ref
	}
	return t
}

// meaning computes a number operation on words; ok is false where the operation
// leaves it to the interpreter.
type meaning func(a []uint64) (word uint64, ok bool)

// number makes a row for arithmetic that only the guest form holds: operands
// known to be numbers (ints of at most 64 bits, or it leaves), a meaning, and an
// expansion to typed operations, which leaves in the same cases.
func number(name string, args int, result ir.TypeSet, m meaning, expand func(t guest.Typed, v *ir.Value) *ir.Value) guest.Op {
	var infer func(*ir.Value, []ir.Fact) ir.Fact
	if result == tInt {
		infer = guest.Fits64(tInt)
	}
	return guest.Op{
		OpRow: ir.OpRow{
			Infer: infer, Name: name, Args: refs(args), Result: ir.Ref, Flags: ir.Checked, Forms: ir.GuestOnly, States: beforeState, Types: result,
		},
		Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			w, ok := m(a)
			if !ok {
				return 0, eval.ErrFail
			}
			return w, nil
		},
		Expand: expand,
	}
}

// binary evaluates an operator of two ints by the object package.
func (p *py) binary(op object.BinaryOp) func([]uint64) (uint64, error) {
	return func(a []uint64) (uint64, error) {
		r, err := p.h.IntBinary(op, object.Value(a[0]), object.Value(a[1]))
		return uint64(r), err
	}
}

func (p *py) intOps() []guest.Op {
	ints := func(name string, op ir.Op) guest.Op { return guest.Number(name, op, tInt) }
	list := []guest.Op{
		ints("int.add", ir.OpAddOv), ints("int.sub", ir.OpSubOv), ints("int.mul", ir.OpMulOv),
		ints("int.floordiv", ir.OpDivOv), ints("int.mod", ir.OpModOv), ints("int.lshift", ir.OpShlOv),
		ints("int.and", ir.OpAnd), ints("int.or", ir.OpOr), ints("int.xor", ir.OpXor),
		ints("int.neg", ir.OpNegOv), ints("int.invert", ir.OpNot),
		number("int.rshift", 2, tInt, p.rshift, expandRshift),
		number("int.truediv", 2, tFloat, p.trueDiv, expandIntTrueDiv),
		guest.Number("float.of.int", ir.OpI2F, tFloat),
	}
	for _, c := range []struct {
		name string
		op   ir.Op
	}{
		{"int.lt", ir.OpLt}, {"int.le", ir.OpLe}, {"int.eq", ir.OpEq}, {"int.ne", ir.OpNe}, {"int.gt", ir.OpGt}, {"int.ge", ir.OpGe},
	} {
		list = append(list, naturalToo(guest.Number(c.name, c.op, 0), c.op))
	}
	return append(list, guest.Op{
		OpRow: ir.OpRow{Name: "int.truth", Args: refs(1), Result: ir.Bool, Flags: ir.Pure, Forms: ir.GuestOnly},
		Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			return truthWord(val(a[0]) != object.SmallInt(0)), nil
		},
		Expand: func(t guest.Typed, v *ir.Value) *ir.Value {
			switch x := v.Args[0]; {
			case t.Fact(x).IsU64():
				return t.Add(ir.OpNe, t.Low64(x), t.Func().ConstI64(0))
			case t.Fact(x).Small || ir.Resolve(x).Op == ir.OpBoxI64: // a box that the pass has just made has no fact
				return t.Add(ir.OpNe, t.I64(x), t.Func().ConstI64(0))
			default: // 0 stands in the word
				return t.Add(ir.OpBNot, t.Add(ir.OpSame, x, t.Func().ConstRef(uint64(object.SmallInt(0)))))
			}
		},
	})
}

func truthWord(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// rshift leaves counts beyond 63 to the interpreter; a negative one raises there.
func (p *py) rshift(a []uint64) (uint64, bool) {
	w := wordsOf(p.h)
	n, ok1 := w.UnboxI64(a[0])
	k, ok2 := w.UnboxI64(a[1])
	if !ok1 || !ok2 || uint64(k) > 63 {
		return 0, false
	}
	return uint64(p.h.Int(n >> k)), true
}

func expandRshift(t guest.Typed, v *ir.Value) *ir.Value {
	a, n := t.I64(v.Args[0]), t.I64(v.Args[1])
	if n.Op != ir.OpConstI64 || uint64(n.Int()) > 63 {
		t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpUlt, n, t.Func().ConstI64(64)))
	}
	return t.Add(ir.OpBoxI64, t.Add(ir.OpSar, a, n))
}

// exactFloat bounds the ints that a float holds exactly: for them, dividing the
// floats rounds once, as dividing the ints does.
const exactFloat = 1 << 53

// trueDiv divides ints of at most exactFloat in magnitude.
func (p *py) trueDiv(a []uint64) (uint64, bool) {
	w := wordsOf(p.h)
	x, ok1 := w.UnboxI64(a[0])
	y, ok2 := w.UnboxI64(a[1])
	if !ok1 || !ok2 || y == 0 || max(x, y) > exactFloat || min(x, y) < -exactFloat {
		return 0, false
	}
	return uint64(object.FloatValue(float64(x) / float64(y))), true
}

func expandIntTrueDiv(t guest.Typed, v *ir.Value) *ir.Value {
	f := t.Func()
	a, b := t.I64(v.Args[0]), t.I64(v.Args[1])
	for _, x := range []*ir.Value{a, b} {
		if x.Op == ir.OpConstI64 && x.Int() >= -exactFloat && x.Int() <= exactFloat {
			continue
		}
		biased := t.Add(ir.OpAdd, x, f.ConstI64(exactFloat))
		t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpUlt, biased, f.ConstI64(2*exactFloat+1)))
	}
	if b.Op != ir.OpConstI64 || b.Int() == 0 {
		t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpNe, b, f.ConstI64(0)))
	}
	return t.Add(ir.OpBoxF64, t.Add(ir.OpFDiv, t.Add(ir.OpI2F, a), t.Add(ir.OpI2F, b)))
}

func (p *py) floatOps() []guest.Op {
	floats := func(name string, op ir.Op) guest.Op { return guest.Number(name, op, tFloat) }
	list := []guest.Op{
		floats("float.add", ir.OpFAdd), floats("float.sub", ir.OpFSub), floats("float.mul", ir.OpFMul), floats("float.neg", ir.OpFNeg),
		number("float.div", 2, tFloat, floatDiv, func(t guest.Typed, v *ir.Value) *ir.Value {
			a, b := t.F64(v.Args[0]), t.F64(v.Args[1])
			if b.Op != ir.OpConstF64 || b.Float() == 0 {
				t.Guard(ir.OpGuardTrue, 0, t.Add(ir.OpFNe, b, t.Func().ConstF64(0))) // division by zero raises
			}
			return t.Add(ir.OpBoxF64, t.Add(ir.OpFDiv, a, b))
		}),
	}
	list = append(list, number("float.sqrt", 1, tFloat, floatSqrt, func(t guest.Typed, v *ir.Value) *ir.Value {
		x := t.F64(v.Args[0])
		t.Guard(ir.OpGuardFalse, 0, t.Add(ir.OpFLt, x, t.Func().ConstF64(0))) // of a negative number it raises
		return t.Add(ir.OpBoxF64, t.Add(ir.OpFSqrt, x))
	}))
	for _, c := range []struct {
		name string
		op   ir.Op
	}{
		{"float.lt", ir.OpFLt}, {"float.le", ir.OpFLe}, {"float.eq", ir.OpFEq}, {"float.ne", ir.OpFNe}, {"float.gt", ir.OpFGt}, {"float.ge", ir.OpFGe},
	} {
		list = append(list, guest.Number(c.name, c.op, 0))
	}
	// They take boxed numbers, as guest code would.
	for _, c := range []struct {
		name    string
		op      object.BinaryOp
		result  ir.TypeSet
		routine string
	}{
		{"float.floordiv", object.FloorDivide, tFloat, "floordivide"}, {"float.mod", object.Remainder, tFloat, "remainder"},
		{"float.pow", object.Power, tFloat, "power"}, {"float.power", object.Power, tFloat | tOther, "power"}, {"int.pow", object.Power, tInt | tFloat, "power"},
	} {
		o := call(c.name, 2, c.result, pureCall, func(a []uint64) (uint64, error) {
			if x, y := val(a[0]), val(a[1]); c.op == object.Power && x.IsFloat() && y.IsFloat() {
				return word(p.h.FloatPow(x.Float(), y.Float()))
			}
			return word(p.h.Binary(c.op, val(a[0]), val(a[1])))
		})
		o.Lower = p.expansion(c.name, c.routine, 0, 1)
		list = append(list, o)
	}
	for _, c := range []struct {
		name    string
		op      object.BinaryOp
		result  ir.TypeSet
		routine string
	}{
		{"wide.floordiv", object.FloorDivide, tInt, "floordivide"}, {"wide.mod", object.Remainder, tInt, "remainder"}, {"wide.truediv", object.TrueDivide, tFloat, "divide"},
	} {
		list = append(list, lowered(p.expansion(c.name, c.routine, 0, 1), call(c.name, 2, c.result, pureCall, p.binary(c.op))))
	}
	return list
}

// floatDiv leaves division by zero, which raises, to the interpreter.
func floatDiv(a []uint64) (uint64, bool) {
	x, y := math.Float64frombits(a[0]), math.Float64frombits(a[1])
	if y == 0 {
		return 0, false
	}
	return uint64(object.FloatValue(x / y)), true
}

// floatSqrt leaves negative numbers, which raise, to the interpreter.
func floatSqrt(a []uint64) (uint64, bool) {
	x := math.Float64frombits(a[0])
	return uint64(object.FloatValue(math.Sqrt(x))), !(x < 0)
}

// mustOp returns the number of one of the guest's operations.
func (p *py) mustOp(name string) ir.Op {
	op, ok := p.op[name]
	if !ok {
		panic(fmt.Sprintf("python: no operation %q", name)) // a mistake in the tables
	}
	return op
}

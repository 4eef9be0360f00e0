package eval

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/ir"
)

const (
	minInt = math.MinInt64
	maxInt = math.MaxInt64
)

var (
	inf = math.Inf(1)
	nan = math.NaN()
	neg = math.Copysign(0, -1)
)

// word returns the bits of an operand: an int, float or bool; a word is uint64.
func word(x any) uint64 {
	switch x := x.(type) {
	case int:
		return uint64(x)
	case int64:
		return uint64(x)
	case float64:
		return bits(x)
	case bool:
		return bit(x)
	case uint64:
		return x
	}
	panic(fmt.Sprintf("no bits of %T", x))
}

type fails struct{}

var model = NewModel()

func box(n int64) uint64 { return model.word(n) }

func natural(n uint64) uint64 {
	w, _ := model.BoxU64(n) // never fails
	return w
}

// coreCases are operands and result of each operation that computes; fails for
// an exit.
var coreCases = []struct {
	op   ir.Op
	aux  int64
	args []any
	want any
}{
	{ir.OpCopy, 0, []any{box(3)}, box(3)},
	{ir.OpGuardType, int64(ModelInt | ModelNone), []any{box(3)}, box(3)},
	{ir.OpGuardType, int64(ModelInt | ModelNone), []any{model.None()}, model.None()},
	{ir.OpGuardType, int64(ModelInt | ModelNone), []any{model.BoxBool(true)}, fails{}},
	{ir.OpGuardType, -1, []any{model.Object(5)}, model.Object(5)},
	{ir.OpGuardType, 0, []any{box(3)}, fails{}},
	{ir.OpGuardI64, 0, []any{box(-7)}, -7},
	{ir.OpGuardI64, 0, []any{box(minInt)}, minInt},
	{ir.OpGuardI64, 0, []any{model.BoxF64(1)}, fails{}},
	{ir.OpGuardI64, 0, []any{model.BoxBool(true)}, fails{}},
	{ir.OpGuardU64, 0, []any{box(7)}, 7},
	{ir.OpGuardU64, 0, []any{box(-7)}, fails{}},
	{ir.OpGuardU64, 0, []any{box(minInt)}, fails{}},
	{ir.OpGuardU64, 0, []any{natural(1 << 63)}, uint64(1 << 63)},
	{ir.OpGuardU64, 0, []any{natural(math.MaxUint64)}, -1},
	{ir.OpGuardU64, 0, []any{model.BoxBool(true)}, fails{}},
	{ir.OpGuardI64, 0, []any{natural(1 << 63)}, fails{}},
	{ir.OpGuardTrue, 0, []any{true}, 0},
	{ir.OpGuardTrue, 0, []any{false}, fails{}},
	{ir.OpGuardFalse, 0, []any{false}, 0},
	{ir.OpGuardFalse, 0, []any{true}, fails{}},
	{ir.OpIsType, int64(ModelFloat), []any{model.BoxF64(2)}, true},
	{ir.OpIsType, int64(ModelFloat), []any{box(2)}, false},
	{ir.OpIsType, -1, []any{box(2)}, true},
	{ir.OpSame, 0, []any{box(2), box(2)}, true},
	{ir.OpSame, 0, []any{box(1 << 60), box(1 << 60)}, true},
	{ir.OpSame, 0, []any{box(2), model.BoxF64(2)}, false},
	{ir.OpBoxI64, 0, []any{1 << 47}, box(1 << 47)},
	{ir.OpBoxI64, 0, []any{-1}, box(-1)},
	{ir.OpBoxU64, 0, []any{7}, box(7)},
	{ir.OpBoxU64, 0, []any{maxInt}, box(maxInt)},
	{ir.OpBoxU64, 0, []any{minInt}, natural(1 << 63)},
	{ir.OpLowI64, 0, []any{box(-7)}, -7},
	{ir.OpLowI64, 0, []any{box(maxInt)}, maxInt},
	{ir.OpLowI64, 0, []any{natural(math.MaxUint64)}, -1},
	{ir.OpI2U, 0, []any{-1}, -1},
	{ir.OpU2I, 0, []any{-1}, -1},
	{ir.OpBits, 0, []any{box(5)}, box(5)},
	{ir.OpWord, 0, []any{box(5)}, box(5)},
	{ir.OpBoxF64, 0, []any{neg}, bits(neg)},
	{ir.OpBoxF64, 0, []any{uint64(0xfff8000000000001)}, uint64(canonicalNaN)},
	{ir.OpBoxBool, 0, []any{true}, model.BoxBool(true)},
	{ir.OpBoxBool, 0, []any{false}, model.BoxBool(false)},
	{ir.OpUnboxI64, 0, []any{box(maxInt)}, maxInt},
	{ir.OpUnboxI64, 0, []any{box(-1 << 47)}, -1 << 47},
	{ir.OpUnboxF64, 0, []any{model.BoxF64(-inf)}, -inf},
	{ir.OpUnboxBool, 0, []any{model.BoxBool(true)}, true},
	{ir.OpUnboxBool, 0, []any{model.BoxBool(false)}, false},

	{ir.OpAdd, 0, []any{maxInt, 1}, minInt},
	{ir.OpAdd, 0, []any{2, -3}, -1},
	{ir.OpSub, 0, []any{minInt, 1}, maxInt},
	{ir.OpSub, 0, []any{2, 3}, -1},
	{ir.OpMul, 0, []any{1 << 62, 4}, 0},
	{ir.OpMul, 0, []any{-3, 5}, -15},
	{ir.OpMul, 0, []any{minInt, -1}, minInt},
	{ir.OpNeg, 0, []any{5}, -5},
	{ir.OpNeg, 0, []any{minInt}, minInt},
	{ir.OpAnd, 0, []any{12, 10}, 8},
	{ir.OpOr, 0, []any{12, 10}, 14},
	{ir.OpXor, 0, []any{12, 10}, 6},
	{ir.OpNot, 0, []any{0}, -1},
	{ir.OpShl, 0, []any{1, 63}, minInt},
	{ir.OpShl, 0, []any{3, 0}, 3},
	{ir.OpSar, 0, []any{-8, 1}, -4},
	{ir.OpSar, 0, []any{minInt, 63}, -1},
	{ir.OpShr, 0, []any{-1, 63}, 1},
	{ir.OpShr, 0, []any{-8, 1}, maxInt - 3},

	{ir.OpAddOv, 0, []any{maxInt, 0}, maxInt},
	{ir.OpAddOv, 0, []any{maxInt, 1}, fails{}},
	{ir.OpAddOv, 0, []any{minInt, -1}, fails{}},
	{ir.OpAddOv, 0, []any{minInt, maxInt}, -1},
	{ir.OpAddOv, 0, []any{0, 0}, 0},
	{ir.OpAddOv, 0, []any{5, -5}, 0},
	{ir.OpSubOv, 0, []any{minInt, 0}, minInt},
	{ir.OpSubOv, 0, []any{minInt, 1}, fails{}},
	{ir.OpSubOv, 0, []any{0, minInt}, fails{}},
	{ir.OpSubOv, 0, []any{-1, minInt}, maxInt},
	{ir.OpSubOv, 0, []any{3, 3}, 0},
	{ir.OpMulOv, 0, []any{minInt, 1}, minInt},
	{ir.OpMulOv, 0, []any{minInt, -1}, fails{}},
	{ir.OpMulOv, 0, []any{-1, minInt}, fails{}},
	{ir.OpMulOv, 0, []any{minInt, 0}, 0},
	{ir.OpMulOv, 0, []any{1 << 32, 1 << 31}, fails{}},
	{ir.OpMulOv, 0, []any{1 << 32, -1 << 31}, minInt},
	{ir.OpMulOv, 0, []any{3037000500, 3037000500}, fails{}},
	{ir.OpMulOv, 0, []any{3037000499, 3037000499}, 9223372030926249001},
	{ir.OpNegOv, 0, []any{maxInt}, -maxInt},
	{ir.OpNegOv, 0, []any{minInt}, fails{}},
	{ir.OpNegOv, 0, []any{0}, 0},
	{ir.OpShlOv, 0, []any{1, 62}, 1 << 62},
	{ir.OpShlOv, 0, []any{1, 63}, fails{}},
	{ir.OpShlOv, 0, []any{-1, 63}, minInt},
	{ir.OpShlOv, 0, []any{-2, 63}, fails{}},
	{ir.OpShlOv, 0, []any{0, 63}, 0},
	{ir.OpShlOv, 0, []any{0, 64}, fails{}},
	{ir.OpShlOv, 0, []any{1, -1}, fails{}},
	{ir.OpDivOv, 0, []any{7, 2}, 3},
	{ir.OpDivOv, 0, []any{-7, 2}, -4},
	{ir.OpDivOv, 0, []any{7, -2}, -4},
	{ir.OpDivOv, 0, []any{-7, -2}, 3},
	{ir.OpDivOv, 0, []any{-8, 2}, -4},
	{ir.OpDivOv, 0, []any{1, 0}, fails{}},
	{ir.OpDivOv, 0, []any{minInt, -1}, fails{}},
	{ir.OpDivOv, 0, []any{minInt, 1}, minInt},
	{ir.OpModOv, 0, []any{7, 3}, 1},
	{ir.OpModOv, 0, []any{-7, 3}, 2},
	{ir.OpModOv, 0, []any{7, -3}, -2},
	{ir.OpModOv, 0, []any{-7, -3}, -1},
	{ir.OpModOv, 0, []any{-6, 3}, 0},
	{ir.OpModOv, 0, []any{minInt, -1}, 0},
	{ir.OpModOv, 0, []any{1, 0}, fails{}},

	{ir.OpEq, 0, []any{1, 1}, true},
	{ir.OpEq, 0, []any{1, 2}, false},
	{ir.OpNe, 0, []any{1, 2}, true},
	{ir.OpLt, 0, []any{minInt, maxInt}, true},
	{ir.OpLt, 0, []any{1, 1}, false},
	{ir.OpLe, 0, []any{1, 1}, true},
	{ir.OpLe, 0, []any{2, 1}, false},
	{ir.OpGt, 0, []any{-1, 0}, false},
	{ir.OpGt, 0, []any{1, 0}, true},
	{ir.OpGe, 0, []any{0, 0}, true},
	{ir.OpGe, 0, []any{-1, 0}, false},
	{ir.OpUlt, 0, []any{-1, 1}, false},
	{ir.OpUlt, 0, []any{1, -1}, true},

	{ir.OpFAdd, 0, []any{0.1, 0.2}, 0.30000000000000004},
	{ir.OpFAdd, 0, []any{neg, neg}, neg},
	{ir.OpFAdd, 0, []any{inf, -inf}, nan},
	{ir.OpFSub, 0, []any{1.5, 0.25}, 1.25},
	{ir.OpFSub, 0, []any{0.0, 0.0}, 0.0},
	{ir.OpFMul, 0, []any{-0.5, 0.0}, neg},
	{ir.OpFMul, 0, []any{1e308, 10.0}, inf},
	{ir.OpFDiv, 0, []any{1.0, neg}, -inf},
	{ir.OpFDiv, 0, []any{0.0, 0.0}, nan},
	{ir.OpFDiv, 0, []any{1.0, 3.0}, 0.3333333333333333},
	{ir.OpFNeg, 0, []any{0.0}, neg},
	{ir.OpFNeg, 0, []any{uint64(0xfff8000000000001)}, nan},
	{ir.OpFAbs, 0, []any{-inf}, inf},
	{ir.OpFAbs, 0, []any{neg}, 0.0},
	{ir.OpFSqrt, 0, []any{2.0}, 1.4142135623730951},
	{ir.OpFSqrt, 0, []any{neg}, neg},
	{ir.OpFSqrt, 0, []any{-1.0}, nan},
	{ir.OpFBits, 0, []any{-0.5}, uint64(0xbfe0000000000000)},
	{ir.OpBitsF, 0, []any{uint64(0xbfe0000000000000)}, -0.5},
	{ir.OpFEq, 0, []any{nan, nan}, false},
	{ir.OpFEq, 0, []any{0.0, neg}, true},
	{ir.OpFNe, 0, []any{nan, nan}, true},
	{ir.OpFLt, 0, []any{1.0, 2.0}, true},
	{ir.OpFLt, 0, []any{nan, 2.0}, false},
	{ir.OpFLe, 0, []any{2.0, 2.0}, true},
	{ir.OpFLe, 0, []any{2.0, nan}, false},
	{ir.OpFGt, 0, []any{2.0, 1.0}, true},
	{ir.OpFGt, 0, []any{nan, 1.0}, false},
	{ir.OpFGe, 0, []any{2.0, 2.0}, true},
	{ir.OpFGe, 0, []any{1.0, 2.0}, false},
	{ir.OpI2F, 0, []any{maxInt}, float64(1 << 63)},
	{ir.OpI2F, 0, []any{1<<53 + 1}, float64(1 << 53)},
	{ir.OpI2F, 0, []any{1<<53 + 3}, float64(1<<53 + 4)},
	{ir.OpF2IOv, 0, []any{-2.9}, -2},
	{ir.OpF2IOv, 0, []any{0x1p63}, fails{}},
	{ir.OpF2IOv, 0, []any{-0x1p63}, minInt},
	{ir.OpF2IOv, 0, []any{0x1.fffffffffffffp62}, int64(0x7ffffffffffffc00)},
	{ir.OpF2IOv, 0, []any{nan}, fails{}},
	{ir.OpF2IOv, 0, []any{inf}, fails{}},
	{ir.OpF2IOv, 0, []any{-inf}, fails{}},
	{ir.OpF2IOv, 0, []any{-0.5}, 0},

	{ir.OpBNot, 0, []any{true}, false},
	{ir.OpBNot, 0, []any{false}, true},
	{ir.OpBoolToI64, 0, []any{true}, 1},
	{ir.OpBoolToI64, 0, []any{false}, 0},
	{ir.OpSelect, 0, []any{true, 3, minInt}, 3},
	{ir.OpSelect, 0, []any{false, 3, minInt}, minInt},
	{ir.OpFSelect, 0, []any{true, neg, 1.5}, neg},
	{ir.OpFSelect, 0, []any{false, 1.5, neg}, neg},
}

// typeOf returns the type of a case's operand or result by the row.
func typeOf(row, any_ ir.Type) ir.Type {
	if row == ir.Void {
		return any_
	}
	return row
}

// build makes a function of one operation on entry values, which leaves by a
// guard's exit, or with the result in slot 0.
func build(op ir.Op, aux int64) *ir.Func {
	f := ir.NewFunc("case", ir.CoreOps, ModelTypes)
	row := f.Ops.Row(op)
	f.AddFrame(ir.Frame{Name: "case", NumLocals: 1, NumSlots: 1})
	c := f.AtEnd(f.NewBlock())
	var args []*ir.Value
	for i, t := range row.Args {
		t = typeOf(t, ir.Ref)
		f.Entries = append(f.Entries, t)
		args = append(args, c.AddTyped(ir.OpEntry, t, int64(i)))
	}
	result := row.Result
	if op == ir.OpCopy {
		result = ir.Ref
	}
	st := c.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, nil)
	v := c.AddTyped(op, result, aux, args...)
	if row.States[ir.Before] {
		f.SetExit(v, ir.Before, st, ir.Deopt)
	}
	if result != ir.Void {
		st = c.AddAux(ir.OpState, ir.StateAux(0, 0, 2), nil, v)
	}
	c.Exit(st, ir.End)
	return f
}

func TestCore(t *testing.T) {
	tried := map[ir.Op]bool{}
	m := Machine{Words: model}
	for _, c := range coreCases {
		tried[c.op] = true
		f := build(c.op, c.aux)
		in := In{Slots: []uint64{0}}
		for _, a := range c.args {
			in.Entries = append(in.Entries, word(a))
		}
		name := fmt.Sprint(f.Ops.Row(c.op).Name, c.args)
		out, err := m.Run(f, in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, exits := c.want.(fails); exits || out.Kind == ir.Deopt {
			if exits != (out.Kind == ir.Deopt) {
				t.Errorf("%s: exit %v, want %v", name, out.Kind, c.want)
			}
			continue
		}
		v := f.Entry().Last().States[ir.After].Args[1]
		if v == nil {
			continue // no result
		}
		if got := m.vals[v.ID]; got != word(c.want) {
			t.Errorf("%s = %#x, want %#x", name, got, word(c.want))
		}
		want, err := m.box(v)
		if err != nil || out.Frames[0].Slots[0].Word != want {
			t.Errorf("%s: the exit's frame has %#x, want %#x, %v", name, out.Frames[0].Slots[0].Word, want, err)
		}
	}
	// These are not functions of their operands; run_test.go tries them.
	elsewhere := []ir.Op{ir.OpSlot, ir.OpEntry, ir.OpGuardFact, ir.OpGuardState, ir.OpGuardValid, ir.OpPoll, ir.OpClock, ir.OpLoad, ir.OpLoadX, ir.OpStore, ir.OpStoreX}
	for _, op := range elsewhere {
		tried[op] = true
	}
	for op := range ir.FirstGuestOp {
		byMachine := op == ir.OpParam || op >= ir.OpConstRef && op <= ir.OpConstBool || op == ir.OpState || op == ir.OpNew || op >= ir.OpJump
		if byMachine == (core[op] != nil) {
			t.Errorf("%s has no meaning, or two", ir.CoreOps.Row(op).Name)
		}
		if !byMachine && !tried[op] {
			t.Errorf("no test of %s", ir.CoreOps.Row(op).Name)
		}
	}
}

// TestFold compares Fold with the evaluator's table.
func TestFold(t *testing.T) {
	folded := 0
	for _, c := range coreCases {
		var args []uint64
		for _, a := range c.args {
			args = append(args, word(a))
		}
		_, exits := c.want.(fails)
		numbers := c.op >= ir.OpAdd && c.op <= ir.OpFSelect
		x, ok := Fold(c.op, args)
		if ok != (numbers && !exits) || ok && x != word(c.want) {
			t.Errorf("Fold(%s, %v) = %#x, %v; want %v", ir.CoreOps.Row(c.op).Name, c.args, x, ok, c.want)
		}
		if ok {
			folded++
		}
	}
	for _, args := range [][]uint64{{1, 64}, {1, ^uint64(0)}, {1}, {1, 2, 3}} {
		if _, ok := Fold(ir.OpShl, args); ok {
			t.Errorf("Fold(shl, %v)", args)
		}
	}
	for op := range ir.CoreOps.Len() + 3 { // no operation panics
		Fold(ir.Op(op), []uint64{1, 2})
	}
	if folded < 90 {
		t.Errorf("%d cases folded", folded)
	}
}

// TestShiftCounts checks that an undefined count is no error.
func TestShiftCounts(t *testing.T) {
	m := Machine{Words: model}
	for _, op := range []ir.Op{ir.OpShl, ir.OpSar, ir.OpShr} {
		for _, n := range []int64{-1, 64, minInt} {
			if _, err := m.Run(build(op, 0), In{Slots: []uint64{0}, Entries: []uint64{5, uint64(n)}}); err != nil {
				t.Errorf("%s by %d: %v", ir.CoreOps.Row(op).Name, n, err)
			}
		}
	}
}

// TestCheckedOps compares the checked operations with numbers without bounds.
func TestCheckedOps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	interesting := []int64{0, 1, -1, 2, -2, 3, 62, 63, 64, minInt, minInt + 1, maxInt, maxInt - 1, 1 << 31, -1 << 31, 1 << 32, 3037000499, 3037000500}
	pick := func() int64 {
		if r.IntN(2) == 0 {
			return interesting[r.IntN(len(interesting))]
		}
		return int64(r.Uint64()) >> r.IntN(64)
	}
	for range 200000 {
		x, y := pick(), pick()
		bx, by := big.NewInt(x), big.NewInt(y)
		check := func(name string, got int64, ok bool, want *big.Int) {
			t.Helper()
			if fits := want != nil && want.IsInt64(); ok != fits || ok && want.Int64() != got {
				t.Fatalf("%s(%d, %d) = %d, %v; want %v", name, x, y, got, ok, want)
			}
		}
		n, ok := constants(ir.OpAddOv, []int64{x, y})
		check("add", n, ok, new(big.Int).Add(bx, by))
		n, ok = constants(ir.OpSubOv, []int64{x, y})
		check("sub", n, ok, new(big.Int).Sub(bx, by))
		n, ok = constants(ir.OpMulOv, []int64{x, y})
		check("mul", n, ok, new(big.Int).Mul(bx, by))
		var shifted, quo, mod *big.Int
		if y >= 0 && y <= 63 {
			shifted = new(big.Int).Lsh(bx, uint(y))
		}
		if y != 0 { // floor: the Euclidean remainder, less the divisor if that is negative
			quo, mod = new(big.Int).DivMod(bx, by, new(big.Int))
			if y < 0 && mod.Sign() != 0 {
				mod.Add(mod, by)
				quo.Sub(quo, big.NewInt(1))
			}
		}
		n, ok = constants(ir.OpShlOv, []int64{x, y})
		check("shl", n, ok, shifted)
		n, ok = constants(ir.OpDivOv, []int64{x, y})
		check("div", n, ok, quo)
		n, ok = constants(ir.OpModOv, []int64{x, y})
		check("mod", n, ok, mod)
	}
}

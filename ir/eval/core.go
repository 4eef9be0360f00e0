package eval

import (
	"errors"
	"fmt"
	"math"

	"github.com/tier2go/tier2/ir"
)

// core is the meaning of the core operations that compute something. States,
// terminators, parameters and constants are evaluated by Machine itself.
var core = [ir.FirstGuestOp]OpFunc{
	ir.OpCopy:  func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) { return a[0], nil },
	ir.OpSlot:  evalSlot,
	ir.OpEntry: func(m *Machine, v *ir.Value, _ []uint64) (uint64, error) { return m.in.Entries[v.Aux], nil },

	ir.OpGuardType: func(m *Machine, v *ir.Value, a []uint64) (uint64, error) {
		return a[0], guard(m.hasType(a[0], v.TypeSet()))
	},
	ir.OpGuardI64: func(m *Machine, _ *ir.Value, a []uint64) (uint64, error) {
		n, ok := m.Words.UnboxI64(a[0])
		return uint64(n), guard(ok)
	},
	ir.OpGuardU64: func(m *Machine, _ *ir.Value, a []uint64) (uint64, error) {
		w, ok := m.Words.(ir.WideWords)
		if !ok {
			return 0, errNarrow
		}
		n, ok := w.UnboxU64(a[0])
		return n, guard(ok)
	},
	ir.OpGuardTrue: discrete(ir.OpGuardTrue), ir.OpGuardFalse: discrete(ir.OpGuardFalse),
	ir.OpGuardFact:  evalClaim,
	ir.OpGuardState: evalClaim,
	ir.OpGuardValid: func(*Machine, *ir.Value, []uint64) (uint64, error) { return 0, nil }, // fails when forced
	ir.OpPoll:       evalPoll,
	ir.OpClock:      evalClock,

	ir.OpIsType: func(m *Machine, v *ir.Value, a []uint64) (uint64, error) {
		return bit(m.hasType(a[0], v.TypeSet())), nil
	},
	ir.OpSame:     func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) { return bit(a[0] == a[1]), nil },
	ir.OpBoxI64:   func(m *Machine, _ *ir.Value, a []uint64) (uint64, error) { return m.Words.BoxI64(int64(a[0])) },
	ir.OpBoxU64:   func(m *Machine, _ *ir.Value, a []uint64) (uint64, error) { return m.boxU64(a[0]) },
	ir.OpBoxF64:   func(m *Machine, _ *ir.Value, a []uint64) (uint64, error) { return m.Words.BoxF64(double(a[0])), nil },
	ir.OpBoxBool:  func(m *Machine, _ *ir.Value, a []uint64) (uint64, error) { return m.Words.BoxBool(a[0] != 0), nil },
	ir.OpUnboxI64: evalUnboxI64,
	ir.OpLowI64:   evalLowI64,
	ir.OpUnboxF64: func(m *Machine, _ *ir.Value, a []uint64) (uint64, error) {
		x, _ := m.Words.UnboxF64(a[0])
		return bits(x), nil
	},
	ir.OpUnboxBool: func(m *Machine, _ *ir.Value, a []uint64) (uint64, error) {
		b, _ := m.Words.UnboxBool(a[0])
		return bit(b), nil
	},

	ir.OpI2U: discrete(ir.OpI2U), ir.OpU2I: discrete(ir.OpU2I),

	ir.OpBits: func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) { return a[0], nil },
	ir.OpWord: func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) { return a[0], nil },

	// Operations on integers and truth values: Mean.
	ir.OpAdd:   discrete(ir.OpAdd),
	ir.OpSub:   discrete(ir.OpSub),
	ir.OpMul:   discrete(ir.OpMul),
	ir.OpNeg:   discrete(ir.OpNeg),
	ir.OpAnd:   discrete(ir.OpAnd),
	ir.OpOr:    discrete(ir.OpOr),
	ir.OpXor:   discrete(ir.OpXor),
	ir.OpNot:   discrete(ir.OpNot),
	ir.OpShl:   discrete(ir.OpShl),
	ir.OpSar:   discrete(ir.OpSar),
	ir.OpShr:   discrete(ir.OpShr),
	ir.OpAddOv: discrete(ir.OpAddOv),
	ir.OpSubOv: discrete(ir.OpSubOv),
	ir.OpMulOv: discrete(ir.OpMulOv),
	ir.OpNegOv: discrete(ir.OpNegOv),
	ir.OpShlOv: discrete(ir.OpShlOv),
	ir.OpDivOv: discrete(ir.OpDivOv),
	ir.OpModOv: discrete(ir.OpModOv),
	ir.OpEq:    discrete(ir.OpEq),
	ir.OpNe:    discrete(ir.OpNe),
	ir.OpLt:    discrete(ir.OpLt),
	ir.OpLe:    discrete(ir.OpLe),
	ir.OpGt:    discrete(ir.OpGt),
	ir.OpGe:    discrete(ir.OpGe),
	ir.OpUlt:   discrete(ir.OpUlt),

	// The conversions keep Go from fusing.
	ir.OpFAdd:  floats(func(x, y float64) float64 { return float64(x + y) }),
	ir.OpFSub:  floats(func(x, y float64) float64 { return float64(x - y) }),
	ir.OpFMul:  floats(func(x, y float64) float64 { return float64(x * y) }),
	ir.OpFDiv:  floats(func(x, y float64) float64 { return float64(x / y) }),
	ir.OpFNeg:  func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) { return bits(double(a[0] ^ 1<<63)), nil },
	ir.OpFAbs:  func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) { return bits(double(a[0] &^ (1 << 63))), nil },
	ir.OpFSqrt: func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) { return bits(math.Sqrt(double(a[0]))), nil },
	ir.OpFEq:   compareF(func(x, y float64) bool { return x == y }),
	ir.OpFNe:   compareF(func(x, y float64) bool { return x != y }),
	ir.OpFLt:   compareF(func(x, y float64) bool { return x < y }),
	ir.OpFLe:   compareF(func(x, y float64) bool { return x <= y }),
	ir.OpFGt:   compareF(func(x, y float64) bool { return x > y }),
	ir.OpFGe:   compareF(func(x, y float64) bool { return x >= y }),
	ir.OpFBits: func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) { return a[0], nil },
	ir.OpBitsF: func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) { return a[0], nil },
	ir.OpI2F:   func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) { return bits(float64(int64(a[0]))), nil },
	ir.OpF2IOv: evalF2I,

	ir.OpBNot: discrete(ir.OpBNot), ir.OpBoolToI64: discrete(ir.OpBoolToI64),

	ir.OpSelect:  discrete(ir.OpSelect),
	ir.OpFSelect: choose,

	ir.OpLoad: func(m *Machine, v *ir.Value, a []uint64) (uint64, error) {
		return m.load(v.Mem(), a[0], 0)
	},
	ir.OpLoadX: func(m *Machine, v *ir.Value, a []uint64) (uint64, error) {
		return m.load(v.Mem(), a[0], int64(a[1]))
	},
	ir.OpStore: func(m *Machine, v *ir.Value, a []uint64) (uint64, error) {
		return 0, m.store(v.Mem(), a[0], 0, a[1])
	},
	ir.OpStoreX: func(m *Machine, v *ir.Value, a []uint64) (uint64, error) {
		return 0, m.store(v.Mem(), a[0], int64(a[1]), a[2])
	},
}

// Fold evaluates a core operation on numbers whose bits are args: the meaning
// that Run gives it. ok is false if the operation does not compute a number from
// numbers alone, if it would leave, and where its result is undefined.
func Fold(op ir.Op, args []uint64) (x uint64, ok bool) {
	switch {
	case op < ir.OpAdd || op > ir.OpFSelect || len(args) != len(ir.CoreOps.Row(op).Args):
		return 0, false
	case (op == ir.OpShl || op == ir.OpSar || op == ir.OpShr) && args[1] > 63:
		return 0, false
	}
	x, err := core[op](nil, nil, args)
	return x, err == nil
}

func choose(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) {
	if a[0] != 0 {
		return a[1], nil
	}
	return a[2], nil
}

// canonicalNaN is the one NaN that operations compute.
const canonicalNaN = 0x7ff8_0000_0000_0000

func double(x uint64) float64 { return math.Float64frombits(x) }

// bits returns a result's bits.
func bits(x float64) uint64 {
	if x != x {
		return canonicalNaN
	}
	return math.Float64bits(x)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// guard returns ErrFail unless the condition holds.
func guard(ok bool) error {
	if ok {
		return nil
	}
	return ErrFail
}

func floats(fn func(x, y float64) float64) OpFunc {
	return func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) {
		return bits(fn(double(a[0]), double(a[1]))), nil
	}
}

func compareF(fn func(x, y float64) bool) OpFunc {
	return func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) {
		return bit(fn(double(a[0]), double(a[1]))), nil
	}
}

// evalF2I converts towards zero. Both bounds are doubles.
func evalF2I(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) {
	x := math.Trunc(double(a[0]))
	if !(x >= -1<<63 && x < 1<<63) {
		return 0, ErrFail
	}
	return uint64(int64(x)), nil
}

func evalSlot(m *Machine, v *ir.Value, _ []uint64) (uint64, error) {
	if v.Aux < 0 || v.Aux >= int64(len(m.entry)) {
		return 0, fmt.Errorf("slot %d is read, %d slots were given", v.Aux, len(m.entry))
	}
	return m.entry[v.Aux], nil
}

func evalPoll(m *Machine, _ *ir.Value, _ []uint64) (uint64, error) {
	if m.in.Waits != nil {
		m.in.Waits(m.out.Clock)
	}
	if m.in.Poll != nil && m.in.Poll() {
		return 0, errAfter
	}
	return 0, nil
}

func evalClock(m *Machine, v *ir.Value, _ []uint64) (uint64, error) {
	m.out.Clock += v.Aux
	return 0, nil
}

// evalUnboxI64 takes no word but one that is known to be an int of 64 bits: a
// pass that moves it elsewhere is wrong.
func evalUnboxI64(m *Machine, _ *ir.Value, a []uint64) (uint64, error) {
	n, ok := m.Words.UnboxI64(a[0])
	if !ok {
		return 0, fmt.Errorf("the word %#x is no int of 64 bits", a[0])
	}
	return uint64(n), nil
}

// errNarrow is the error of operations on ints beyond 64 bits where the guest has
// none.
var errNarrow = errors.New("the guest's words are no ir.WideWords")

// boxU64 makes the guest's int.
func (m *Machine) boxU64(n uint64) (uint64, error) {
	if w, ok := m.Words.(ir.WideWords); ok {
		return w.BoxU64(n)
	}
	return 0, errNarrow
}

// evalLowI64 takes no word but that of an int: a pass that moves it elsewhere is
// wrong.
func evalLowI64(m *Machine, _ *ir.Value, a []uint64) (uint64, error) {
	w, ok := m.Words.(ir.WideWords)
	if !ok {
		return 0, errNarrow
	}
	n, ok := w.Low64(a[0])
	if !ok {
		return 0, fmt.Errorf("the word %#x is no int", a[0])
	}
	return n, nil
}

// hasType reports whether a word's type is in a set.
func (m *Machine) hasType(word uint64, set ir.TypeSet) bool {
	return m.Words.Fact(word).Types.Within(set)
}

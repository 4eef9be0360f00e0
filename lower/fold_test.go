package lower

import (
	"math"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// TestFold compares what the generated rules say with the meaning of operations, over
// numbers and a register that may hold any of them; every rule has to be applied.
func TestFold(t *testing.T) {
	numbers := []int64{0, 1, -1, 2, 5, 63, 64, -64, 255, 1 << 31, -1 << 31, 1 << 62, math.MaxInt64, math.MinInt64}
	ops := map[MOp]ir.Op{
		MAdd: ir.OpAdd, MSub: ir.OpSub, MMul: ir.OpMul, MAnd: ir.OpAnd, MOr: ir.OpOr, MXor: ir.OpXor,
		MShl: ir.OpShl, MSar: ir.OpSar, MShr: ir.OpShr,
	}
	var applied [numRules]bool
	register := V{reg: 7}
	for op, core := range ops {
		for _, x := range append([]V{register}, imms(numbers)...) {
			for _, y := range append([]V{register}, imms(numbers)...) {
				v, rule, ok := fold(op, x, y)
				if !ok {
					if x.isImm && y.isImm {
						t.Errorf("%v %d, %d is not computed", op, x.imm, y.imm)
					}
					continue
				}
				applied[rule] = true
				for _, n := range numbers {
					held := func(v V) int64 {
						if v.isImm {
							return v.imm
						}
						return n
					}
					if want := eval.Int(core, held(x), held(y)); held(v) != want {
						t.Fatalf("%s: %v %d, %d is %d, not %d", ruleNames[rule], op, held(x), held(y), held(v), want)
					}
				}
			}
		}
	}
	for rule, ok := range applied {
		if !ok {
			t.Errorf("the rule %s is never applied", ruleNames[rule])
		}
	}
}

func imms(list []int64) (v []V) {
	for _, n := range list {
		v = append(v, Imm(n))
	}
	return v
}

// TestCond holds the conditions of machine operations against the comparisons that they
// stand for.
func TestCond(t *testing.T) {
	numbers := []int64{0, 1, -1, 2, math.MaxInt64, math.MinInt64}
	for op := ir.OpEq; op <= ir.OpUlt; op++ {
		c := intConds[op]
		for _, x := range numbers {
			for _, y := range numbers {
				want := eval.Holds(op, x, y)
				if c.Holds(x, y) != want || c.Swap().Holds(y, x) != want || c.Not().Holds(x, y) == want {
					t.Errorf("%v of %d, %d is not %v, exchanged or negated", c, x, y, want)
				}
			}
		}
	}
}

// TestFolds: what has been folded is counted, by rule.
func TestFolds(t *testing.T) {
	var s Selector
	for range 2 {
		s.asm.Bin(MAdd, V{reg: 1}, Imm(0))
	}
	s.asm.Bin(MMul, Imm(0), V{reg: 1}) // either way round
	s.asm.Bin(MShr, Imm(-1), Imm(63))
	if got := s.Folds(); len(got) != 3 || got["add-0"] != 2 || got["mul-0"] != 1 || got["shr"] != 1 {
		t.Error(got)
	}
}

// TestReg: an operand is one register, and no other and no number.
func TestReg(t *testing.T) {
	r := V{reg: 3}
	isReg := func(v V) bool { _, ok := v.Reg(); return ok }
	if n, ok := r.Reg(); n != 3 || !ok || isReg(None) || isReg(Imm(3)) || r.IsImm() || !Imm(3).IsImm() {
		t.Error("a register or a number is taken for another")
	}
}

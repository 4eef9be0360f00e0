package types

import (
	"math"
	"testing"

	"github.com/tier2go/tier2/ir"
)

// TestPrecise checks that bounds are as narrow as they are meant to be: TestRanges checks
// only that they hold.
func TestPrecise(t *testing.T) {
	const lowest, highest = math.MinInt64, math.MaxInt64
	for _, c := range []struct {
		op         ir.Op
		a, b, want [2]int64
	}{
		{ir.OpSar, [2]int64{8, 16}, [2]int64{0, 1}, [2]int64{4, 16}},
		{ir.OpSar, [2]int64{-16, -8}, [2]int64{0, 63}, [2]int64{-16, -1}},
		{ir.OpSar, [2]int64{8, 16}, [2]int64{1, 64}, [2]int64{0, 16}},
		{ir.OpShr, [2]int64{8, 16}, [2]int64{0, 3}, [2]int64{1, 16}},
		{ir.OpShr, [2]int64{-1, 16}, [2]int64{1, 3}, [2]int64{0, highest}},
		{ir.OpMulOv, [2]int64{1, highest}, [2]int64{2, 3}, [2]int64{2, highest}},
		{ir.OpMulOv, [2]int64{lowest, -1}, [2]int64{2, 3}, [2]int64{lowest, -2}},
		{ir.OpMul, [2]int64{-3, 2}, [2]int64{-5, 7}, [2]int64{-21, 15}},
		{ir.OpAddOv, [2]int64{1, highest}, [2]int64{2, 3}, [2]int64{3, highest}},
		{ir.OpSubOv, [2]int64{lowest, 5}, [2]int64{1, 2}, [2]int64{lowest, 4}},
		{ir.OpSubOv, [2]int64{5, highest}, [2]int64{1, 2}, [2]int64{3, highest}},
		{ir.OpNegOv, [2]int64{-3, 7}, [2]int64{}, [2]int64{-7, 3}},
		{ir.OpAnd, [2]int64{0, 12}, [2]int64{lowest, highest}, [2]int64{0, 12}},
		{ir.OpOr, [2]int64{0, 12}, [2]int64{0, 3}, [2]int64{0, 15}},
		{ir.OpModOv, [2]int64{lowest, highest}, [2]int64{3, 10}, [2]int64{0, 9}},
		{ir.OpModOv, [2]int64{lowest, highest}, [2]int64{-10, -3}, [2]int64{-9, 0}},
		// An end that is open, because a checked operation may have gone, keeps an end open.
		{ir.OpModOv, [2]int64{lowest, highest}, [2]int64{3, highest}, [2]int64{0, highest}},
		{ir.OpModOv, [2]int64{lowest, highest}, [2]int64{lowest, -3}, [2]int64{lowest, 0}},
		{ir.OpUlt, [2]int64{highest, highest}, [2]int64{3, highest}, [2]int64{0, 1}},
		{ir.OpLt, [2]int64{1, 2}, [2]int64{3, 4}, [2]int64{1, 1}},
		{ir.OpLt, [2]int64{3, 4}, [2]int64{1, 3}, [2]int64{0, 0}},
		{ir.OpLe, [2]int64{1, 3}, [2]int64{3, 4}, [2]int64{1, 1}},
		{ir.OpGt, [2]int64{3, 4}, [2]int64{1, 2}, [2]int64{1, 1}},
		{ir.OpGe, [2]int64{3, 4}, [2]int64{1, 3}, [2]int64{1, 1}},
		{ir.OpEq, [2]int64{1, 2}, [2]int64{3, 4}, [2]int64{0, 0}},
		{ir.OpEq, [2]int64{3, 4}, [2]int64{1, 2}, [2]int64{0, 0}},
		{ir.OpNe, [2]int64{1, 2}, [2]int64{3, 4}, [2]int64{1, 1}},
		{ir.OpNe, [2]int64{3, 4}, [2]int64{1, 2}, [2]int64{1, 1}},
		{ir.OpUlt, [2]int64{0, 2}, [2]int64{3, 4}, [2]int64{1, 1}},
		{ir.OpUlt, [2]int64{4, 5}, [2]int64{3, 4}, [2]int64{0, 0}},
	} {
		f, v := operation(c.op)
		f.EntryFacts[0] = ir.RangeFact(c.a[0], c.a[1])
		if len(f.EntryFacts) > 1 {
			f.EntryFacts[1] = ir.RangeFact(c.b[0], c.b[1])
		}
		var facts Facts
		Compute(f, &facts)
		if k := facts.Of(v); k.Lo != c.want[0] || k.Hi != c.want[1] {
			t.Errorf("%s of %v, %v is from %d to %d, want %v", ir.CoreOps.Row(c.op).Name, c.a, c.b, k.Lo, k.Hi, c.want)
		}
	}
}

// TestFits: an operation fits where all results of numbers in the ranges do, checked or not, and not
// where one at an end does not.
func TestFits(t *testing.T) {
	const lowest, highest = math.MinInt64, math.MaxInt64
	for _, c := range []struct {
		checked, plain ir.Op
		a, b           [2]int64
		want           bool
	}{
		{ir.OpAddOv, ir.OpAdd, [2]int64{lowest + 2, highest - 3}, [2]int64{-2, 3}, true},
		{ir.OpAddOv, ir.OpAdd, [2]int64{0, highest - 3}, [2]int64{-2, 4}, false},
		{ir.OpAddOv, ir.OpAdd, [2]int64{lowest + 2, 0}, [2]int64{-3, 3}, false},
		{ir.OpSubOv, ir.OpSub, [2]int64{lowest + 3, highest - 2}, [2]int64{-2, 3}, true},
		{ir.OpSubOv, ir.OpSub, [2]int64{0, highest - 2}, [2]int64{-3, 3}, false},
		{ir.OpSubOv, ir.OpSub, [2]int64{lowest + 3, 0}, [2]int64{-2, 4}, false},
		{ir.OpMulOv, ir.OpMul, [2]int64{lowest / 2, highest / 2}, [2]int64{0, 2}, true},
		{ir.OpMulOv, ir.OpMul, [2]int64{lowest / 2, highest / 2}, [2]int64{-2, 2}, false},
		{ir.OpMulOv, ir.OpMul, [2]int64{0, highest / 2}, [2]int64{0, 3}, false},
		{ir.OpNegOv, ir.OpNeg, [2]int64{lowest + 1, highest}, [2]int64{}, true},
		{ir.OpNegOv, ir.OpNeg, [2]int64{lowest, 0}, [2]int64{}, false},
	} {
		for _, op := range []ir.Op{c.checked, c.plain} {
			if got := Fits(op, ir.RangeFact(c.a[0], c.a[1]), ir.RangeFact(c.b[0], c.b[1])); got != c.want {
				t.Errorf("%s of %v and %v fits: %v", ir.CoreOps.Row(op).Name, c.a, c.b, got)
			}
		}
	}
}

package interp

import (
	"math"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp/pycode"
)

// Tadaptive = (ΣTi·Ni + Tmiss·Nmiss)/(ΣNi + Nmiss), and Tbase on the same mix.
func TestAdaptiveTime(t *testing.T) {
	vm := &VM{counts: new([256]uint64), timing: newTiming()}
	set := func(c *clocked, n uint64, ns int64) { c.n, c.sum = n, time.Duration(ns*int64(n)) }
	vm.counts[pycode.COMPARE_OP_INT], vm.counts[pycode.COMPARE_OP_STR], vm.counts[pycode.COMPARE_OP_FLOAT] = 300, 100, 7
	set(&vm.timing.members[pycode.COMPARE_OP_INT], 20, 5)
	set(&vm.timing.bases[pycode.COMPARE_OP_INT], 20, 10)
	set(&vm.timing.members[pycode.COMPARE_OP_STR], 30, 9)
	set(&vm.timing.bases[pycode.COMPARE_OP_STR], 30, 30)
	set(&vm.timing.members[pycode.COMPARE_OP_FLOAT], minTimed-1, 1000) // too few
	set(&vm.timing.missed[famCompareOp], 1, 40)
	vm.members[pycode.COMPARE_OP_INT], vm.members[pycode.COMPARE_OP_STR] = memberCounts{miss: 70, success: 2}, memberCounts{miss: 30}
	s := FamilyStats{Miss: 100}
	vm.memberStats(famCompareOp, &s)
	base, adaptive := (10.0*232+30*70)/302, (5.0*232+9*70+40*100)/(302+100)
	if s.BaseNS != base || s.AdaptiveNS != adaptive || math.Abs(s.Speedup-base/adaptive) > 1e-9 {
		t.Errorf("%+v, want %v/%v", s, base, adaptive)
	}
	if m := s.Members["COMPARE_OP_INT"]; m.Hit != 300+2-70 || m.Miss != 70 || m.Success != 2 || s.Hit != 300+2-70+100-30+7 {
		t.Errorf("%+v", s)
	}
	if m := s.Members["COMPARE_OP_FLOAT"]; m.Executed != 7 || m.NS != 0 {
		t.Errorf("%+v", m)
	}
}

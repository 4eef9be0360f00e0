package interp

import (
	"math"
	"testing"
	"time"
	"unsafe"

	"github.com/tier2go/tier2/interp/pycode"
)

// Tadaptive = (ΣTi·Ni + Tmiss·Nmiss + Tdeferred·Ndeferred + Ttried·Ntried)/N, and Tbase on the
// same mix.
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
	set(&vm.timing.deferred[famCompareOp], 3, 25)
	set(&vm.timing.tried[famCompareOp], 2, 200)
	s := FamilyStats{Miss: 100, Deferred: 50, Success: 2, Failure: 6}
	vm.memberStats(famCompareOp, &s)
	mean := (10.0*230 + 30*70) / 300 // of the base on what members have hit but when they were made
	base := (10.0*230 + 30*70 + mean*(100+2) + 25*(50+6)) / (300 + 100 + 50 + 8)
	adaptive := (5.0*230 + 9*70 + 40*100 + 25*50 + 200*8) / (300 + 100 + 50 + 8)
	if math.Abs(s.BaseNS-base) > 1e-9 || math.Abs(s.AdaptiveNS-adaptive) > 1e-9 || math.Abs(s.Speedup-base/adaptive) > 1e-9 {
		t.Errorf("%+v, want %v/%v", s, base, adaptive)
	}
	if m := s.Members["COMPARE_OP_INT"]; m.Hit != 300+2-70 || m.Miss != 70 || m.Success != 2 || s.Hit != 300+2-70+100-30+7 {
		t.Errorf("%+v", s)
	}
	if m := s.Members["COMPARE_OP_FLOAT"]; m.Executed != 7 || m.NS != 0 {
		t.Errorf("%+v", m)
	}
}

// TestTimedKinds: an execution of a base is timed as what it was: deferred, or an attempt.
func TestTimedKinds(t *testing.T) {
	for _, c := range []struct {
		name  string
		count func(f *familyCounts)
		of    func(t *timing) *clocked
	}{
		{"deferred", func(f *familyCounts) { f.deferred++ }, func(t *timing) *clocked { return &t.deferred[famCompareOp] }},
		{"specialized", func(f *familyCounts) { f.success++ }, func(t *timing) *clocked { return &t.tried[famCompareOp] }},
		{"refused", func(f *familyCounts) { f.failure++ }, func(t *timing) *clocked { return &t.tried[famCompareOp] }},
		{"missed", func(f *familyCounts) { f.miss++ }, func(t *timing) *clocked { return &t.missed[famCompareOp] }},
	} {
		vm := &VM{timing: newTiming()}
		var units [4]uint16
		vm.timing.overhead = -time.Nanosecond // more than none
		if op := vm.timing.step(vm, skip(unsafe.Pointer(&units), 1), pycode.COMPARE_OP); op != pycode.COMPARE_OP || !vm.timing.open {
			t.Fatalf("%s: %v is executed, timed %v", c.name, op, vm.timing.open)
		}
		c.count(&vm.fams[famCompareOp])
		vm.timing.step(vm, skip(unsafe.Pointer(&units), 1), pycode.NOP)
		if k := c.of(vm.timing); k.n != 1 || k.sum <= 0 {
			t.Errorf("%s: %+v", c.name, *k)
		}
	}
}

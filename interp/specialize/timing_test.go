package specialize

import (
	"math"
	"testing"
	"time"
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/pycode"
)

// Tadaptive = (ΣTi·Ni + Tmiss·Nmiss + Tdeferred·Ndeferred + Ttried·Ntried)/N, and Tbase on the
// same mix.
func TestAdaptiveTime(t *testing.T) {
	clock, s := NewTiming(), &Specializer{counts: new([256]uint64)}
	set := func(c *clocked, n uint64, ns int64) { c.n, c.sum = n, time.Duration(ns*int64(n)) }
	s.counts[pycode.COMPARE_OP_INT], s.counts[pycode.COMPARE_OP_STR], s.counts[pycode.COMPARE_OP_FLOAT] = 300, 100, 7
	set(&clock.members[pycode.COMPARE_OP_INT], 20, 5)
	set(&clock.bases[pycode.COMPARE_OP_INT], 20, 10)
	set(&clock.members[pycode.COMPARE_OP_STR], 30, 9)
	set(&clock.bases[pycode.COMPARE_OP_STR], 30, 30)
	set(&clock.members[pycode.COMPARE_OP_FLOAT], minTimed-1, 1000) // too few
	set(&clock.missed[CompareOp], 1, 40)
	s.members[pycode.COMPARE_OP_INT], s.members[pycode.COMPARE_OP_STR] = memberCounts{miss: 70, success: 2}, memberCounts{miss: 30}
	set(&clock.deferred[CompareOp], 3, 25)
	set(&clock.tried[CompareOp], 2, 200)
	got := FamilyStats{Miss: 100, Deferred: 50, Success: 2, Failure: 6}
	s.memberStats(CompareOp, clock, &got)
	mean := (10.0*230 + 30*70) / 300 // of the base on what members have hit but when they were made
	base := (10.0*230 + 30*70 + mean*(100+2) + 25*(50+6)) / (300 + 100 + 50 + 8)
	adaptive := (5.0*230 + 9*70 + 40*100 + 25*50 + 200*8) / (300 + 100 + 50 + 8)
	if math.Abs(got.BaseNS-base) > 1e-9 || math.Abs(got.AdaptiveNS-adaptive) > 1e-9 || math.Abs(got.Speedup-base/adaptive) > 1e-9 {
		t.Errorf("%+v, want %v/%v", s, base, adaptive)
	}
	if m := got.Members["COMPARE_OP_INT"]; m.Hit != 300+2-70 || m.Miss != 70 || m.Success != 2 || got.Hit != 300+2-70+100-30+7 {
		t.Errorf("%+v", s)
	}
	if m := got.Members["COMPARE_OP_FLOAT"]; m.Executed != 7 || m.NS != 0 {
		t.Errorf("%+v", m)
	}
}

// TestTimedKinds: an execution of a base is timed as what it was: deferred, or an attempt.
func TestTimedKinds(t *testing.T) {
	for _, c := range []struct {
		name  string
		count func(f *familyCounts)
		of    func(t *Timing) *clocked
	}{
		{"deferred", func(f *familyCounts) { f.deferred++ }, func(t *Timing) *clocked { return &t.deferred[CompareOp] }},
		{"specialized", func(f *familyCounts) { f.success++ }, func(t *Timing) *clocked { return &t.tried[CompareOp] }},
		{"refused", func(f *familyCounts) { f.failure++ }, func(t *Timing) *clocked { return &t.tried[CompareOp] }},
		{"missed", func(f *familyCounts) { f.miss++ }, func(t *Timing) *clocked { return &t.missed[CompareOp] }},
	} {
		clock, s := NewTiming(), &Specializer{}
		var units [4]uint16
		clock.overhead = -time.Nanosecond // more than none
		if op := clock.Step(s, adaptive.Skip(unsafe.Pointer(&units), 1), pycode.COMPARE_OP); op != pycode.COMPARE_OP || !clock.open {
			t.Fatalf("%s: %v is executed, timed %v", c.name, op, clock.open)
		}
		c.count(&s.families[CompareOp])
		clock.Step(s, adaptive.Skip(unsafe.Pointer(&units), 1), pycode.NOP)
		if k := c.of(clock); k.n != 1 || k.sum <= 0 {
			t.Errorf("%s: %+v", c.name, *k)
		}
	}
}

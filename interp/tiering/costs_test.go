package tiering

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/frame"
)

// measured is a tier whose clock says what the test says.
type measured struct {
	*Tier
	m   *machine
	o   *optimizer
	now time.Time
}

const tickNS, tickBytecodes = 40, 8 // of tier 1

// measuring returns a tier that measures; an attempt of its optimizer takes a time.
func measuring(t *testing.T, attempt time.Duration) *measured {
	x := &measured{now: time.Unix(0, 0), o: &optimizer{}}
	x.o.works = func() { x.now = x.now.Add(attempt) }
	x.Tier, x.m = startedBy(t, x.o, Options{Costs: func() time.Time { return x.now }, Hotspots: tier2.Hotspots{K: 64}})
	x.BeginJump(x.m.code, jumpCache, 0)
	return x
}

// interprets lets tier 1 execute n ticks.
func (x *measured) interprets(n int) {
	x.Ticks += uint64(n)
	x.m.ran += uint64(n) * tickBytecodes
	x.now = x.now.Add(time.Duration(n) * tickNS)
}

// look lets the back edge count until it is looked at, and reports whether it has an executor
// then.
func (x *measured) look() bool {
	x.interprets(int(x.m.code.Live[jumpCache]>>4) + 1)
	return x.HotBackEdge(x.m.fp, x.m.code, atJump, jumpCache)
}

// looks returns how often the place is looked at until it is hot, at most 1000 times.
func (x *measured) looks() int {
	for n := range 1000 {
		if x.look() {
			return n + 1
		}
	}
	return math.MaxInt
}

// runs lets the executor at the back edge run for a time in which it executes bytecodes.
func (x *measured) runs(d time.Duration, bytecodes uint64) {
	defer x.Executing(x.m.code.ExecutorAt(atJump))()
	x.now = x.now.Add(d)
	x.m.ran += bytecodes
}

// TestCostsMeasured: the first attempt is made when the ticks pay for what was published, the
// next one at the place when they pay for what that has taken: a long one is made late.
func TestCostsMeasured(t *testing.T) {
	for _, c := range []struct {
		attempt time.Duration
		again   int // looks after the executor is gone, of 64 ticks each
	}{
		{10 * time.Microsecond, 1},   // 250 ticks, by 1−0.1: 278, of which there have been more
		{100 * time.Microsecond, 26}, // 2500, by 1−0.1: 2778 in all
	} {
		x := measuring(t, c.attempt)
		if got, want := x.looks(), (1111+64)/64; got != want {
			t.Errorf("hot when looked at %d times, want %d", got, want)
		}
		x.Invalidate(x.m.code.ExecutorAt(atJump))
		got, ok := x.Costs()
		if !ok || got.Attempts != 1 || got.AttemptNS != float64(c.attempt) || math.Abs(got.TickNS-tickNS) > 1 {
			t.Errorf("costs of %v: %+v", c.attempt, got)
		}
		if got := x.looks(); got != c.again {
			t.Errorf("an attempt takes %v: looked at %d times until the next one, want %d", c.attempt, got, c.again)
		}
		if got := x.o.asked; !slices.Equal(got, []int{atJump, atJump}) {
			t.Errorf("asked for %v", got)
		}
	}
}

// TestRunMeasured: how fast an executor has run decides whether another one is made for its
// place; one that is slower than tier 1 is the last one there, and no reason at other places.
func TestRunMeasured(t *testing.T) {
	for _, c := range []struct {
		ns    time.Duration // of 8 bytecodes, which are 40 in tier 1
		run   float64
		looks int
	}{
		{4, 0.1, 26},  // 2778 ticks, and 1152 have been
		{20, 0.5, 61}, // 5000
		{48, 1.2, math.MaxInt},
	} {
		x := measuring(t, 100*time.Microsecond)
		x.looks()
		x.runs(10_000*c.ns, 10_000*tickBytecodes)
		ex := x.m.code.ExecutorAt(atJump)
		got, ok := x.CostsOf(ex)
		if !ok || math.Abs(got.Run-c.run) > 0.01 {
			t.Errorf("%d ns: costs %+v", c.ns, got)
		}
		if ex.Time != 10_000*c.ns {
			t.Errorf("it has run for %v", ex.Time)
		}
		x.Invalidate(ex)
		if got := x.looks(); got != c.looks {
			t.Errorf("%d ns: looked at %d times, want %d", c.ns, got, c.looks)
		}
		frame.GoOnAt(x.m.fp, atResume, 1)
		x.interprets(100_000)
		x.m.code.EntrySince = x.Ticks - uint64(x.Period) // the function's alone
		if !x.HotEntry(x.m.fp, x.m.code, atResume) {
			t.Errorf("%d ns: the function's start has no executor", c.ns)
		}
		x.Died(x.m.code)
		if len(x.meter.costs) != 0 || len(x.meter.since) != 0 {
			t.Error("what has died is known")
		}
	}
}

// TestCostsWithin: of an executor that runs within another, each has its own time and
// bytecodes.
func TestCostsWithin(t *testing.T) {
	x := measuring(t, time.Microsecond)
	x.looks()
	frame.GoOnAt(x.m.fp, atResume, 1)
	x.interprets(100_000)
	if !x.HotEntry(x.m.fp, x.m.code, atResume) {
		t.Fatal("no second executor")
	}
	outer, before := x.Executing(x.m.code.ExecutorAt(atResume)), x.tier1()
	x.now = x.now.Add(300)
	x.m.ran += 30
	x.runs(5000, 500)
	x.now = x.now.Add(700)
	x.m.ran += 70
	outer()
	r := x.optimizers[0]
	if got := x.meter.of(r, spot{x.m.code, atResume}).ran; got != (work{1000, 100}) {
		t.Errorf("the outer one: %+v", got)
	}
	if got := x.meter.of(r, spot{x.m.code, atJump}).ran; got != (work{5000, 500}) {
		t.Errorf("the inner one: %+v", got)
	}
	if now := x.tier1(); now != before {
		t.Errorf("tier 1 has done %+v meanwhile, and before %+v", now, before)
	}
}

package tier2

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/tier2go/tier2/exitdata"
)

// Hotspots says when a place of the program is hot. Each place has a counter of its
// own, which is looked at after every K ticks of the place (executions of the
// back edge, calls of the function), and one global counter has the ticks of all.
// The place is hot when
//
//	K/(global − globalAtReset) > N/(global+1) + M·Cost
//
// where globalAtReset is the global counter when the place's own began, so that the
// left side is the place's share of all ticks since. N keeps places from being hot
// while the program begins, M weighs what an executor costs. A place that is not hot
// begins anew; one at which an attempt has failed waits for K·2ⁿ ticks, which then
// stand in the formula.
type Hotspots struct {
	K      int // 1 … MaxK
	N      int // 0 … MaxN
	M      float64
	Policy Policy // what Cost is; the zero value is Published
}

// Bounds of Hotspots' numbers.
const (
	MaxK = 4095 // what a place's counter can hold
	MaxN = 1<<16 - 1
)

// DefaultHotspots are what a VM uses unless it is told otherwise: what the competitive rule
// makes of the recorded costs of machine code. A place is hot after 1112 ticks. M is so small
// that costs like machine code's, or those of executors for tests which run no faster, do not
// move the places; an optimizer that publishes a cost of millions is asked later or never.
// N is K less one percent: with N = K the test K/(global−reset) > N/(global+1) would hold
// at any time, whatever M is worth.
var DefaultHotspots = func() Hotspots {
	h := Competitive(recorded[exitdata.Native])
	h.N -= h.N / 100
	h.M, h.Policy = 1e-9, Published
	return h
}()

// Policy makes one number of what an optimizer costs.
type Policy struct {
	Name string
	Doc  string
	// Cost is made of the optimizer's OptimizationCost and RunCost.
	Cost func(optimization, run float64) float64
}

// The policies.
var (
	// Published is the formula as it was published. It is odd: the faster an
	// optimizer's executors run (a lower RunCost), the hotter a place must be for it.
	Published = Policy{"published", "OptimizationCost/RunCost", func(o, r float64) float64 { return o / r }}
	// Gain divides by what an executor saves of the interpreter's time. Executors
	// that save nothing are never worth it.
	Gain = Policy{"gain", "OptimizationCost/(1−RunCost)", func(o, r float64) float64 {
		if r >= 1 {
			return math.Inf(1)
		}
		return o / (1 - r)
	}}
	// Policies are all of them.
	Policies = []Policy{Published, Gain}
)

// HotTest is a Hotspots for one optimizer, in integers.
type HotTest struct {
	n uint64
	a uint64 // M·Cost in units of 2⁻³², rounded
}

// costBits is the precision of M·Cost.
const costBits = 32

// maxTicks bounds the counters of ticks: in 2⁴⁸ ticks an interpreter runs for days.
const maxTicks = 1<<48 - 1

// Test makes the test for an optimizer, by what it has published. An error says what is
// wrong with the numbers.
func (h *Hotspots) Test(o Optimizer) (HotTest, error) {
	return h.TestOf(Costs{o.OptimizationCost(), o.RunCost()})
}

// TestOf makes the test for costs.
func (h *Hotspots) TestOf(c Costs) (HotTest, error) {
	p := h.Policy
	if p.Cost == nil {
		p = Published
	}
	cost := p.Cost(c.Optimization, c.Run)
	switch {
	case h.K < 1 || h.K > MaxK:
		return HotTest{}, fmt.Errorf("tier2: hotspots: K is %d: it must be from 1 to %d", h.K, MaxK)
	case h.N < 0 || h.N > MaxN:
		return HotTest{}, fmt.Errorf("tier2: hotspots: N is %d: it must be from 0 to %d", h.N, MaxN)
	case !(h.M >= 0) || math.IsInf(h.M, 1):
		return HotTest{}, fmt.Errorf("tier2: hotspots: M is %v: it must be a number, and not less than 0", h.M)
	case !(cost >= 0):
		return HotTest{}, fmt.Errorf("tier2: hotspots: the policy %s makes %v of the optimizer's costs %v and %v", p.Name, cost, c.Optimization, c.Run)
	}
	// A share is at most 1: what is more than that is as if it were 1.
	m := 0.0
	if h.M > 0 {
		m = min(h.M*cost, 1)
	}
	return HotTest{n: uint64(h.N), a: uint64(math.RoundToEven(m * (1 << costBits)))}, nil
}

// Hot reports whether a place is hot that has had ticks since the global counter was
// at reset; global is what that is now, and at least reset+ticks. With
// d = global − reset and g = global+1 the formula, times d·g, is
//
//	ticks·g > d·N + d·g·M·Cost
//
// which takes multiplications of 128 bits and no division.
func (t HotTest) Hot(ticks, global, reset uint64) bool {
	d := min(global-reset, maxTicks)
	g := min(global+1, maxTicks)
	most, least := ticks*g, d*t.n // below 2⁶⁴: ticks and n have 16 bits
	if most <= least {
		return false
	}
	leftHi, leftLo := bits.Mul64(most-least, 1<<costBits)
	hi, lo := bits.Mul64(d, g) // 96 bits, and a has 33 with d·g·a < 2¹²⁸
	carry, rightLo := bits.Mul64(lo, t.a)
	rightHi := hi*t.a + carry
	return leftHi > rightHi || leftHi == rightHi && leftLo > rightLo
}

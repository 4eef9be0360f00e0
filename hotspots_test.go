package tier2_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
)

// costs is an optimizer of which only the costs are asked.
type costs struct{ optimization, run float64 }

func (c costs) Capabilities() tier2.Capabilities { return tier2.Capabilities{} }
func (c costs) OptimizationCost() float64        { return c.optimization }
func (c costs) RunCost() float64                 { return c.run }
func (c costs) Optimize(tier2.Code, int, tier2.Source) (*exitdata.Executor, error) {
	return nil, nil
}

// formula is the published one, without rounding: share > n/(global+1) + m·cost.
func formula(ticks, n uint64, m, cost float64, global, reset uint64) (left, right *big.Rat) {
	right = new(big.Rat).SetFloat64(m)
	right.Mul(right, new(big.Rat).SetFloat64(cost))
	right.Add(right, new(big.Rat).SetFrac(new(big.Int).SetUint64(n), new(big.Int).SetUint64(global+1)))
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(ticks), new(big.Int).SetUint64(global-reset)), right
}

// TestHotFormula holds the integer test against the formula on random states. They
// may differ only where the two sides are as close as M·Cost is rounded.
func TestHotFormula(t *testing.T) {
	states, close, hot := soak.Of(100_000, 200_000, 10_000_000), 0, 0
	r := rand.New(rand.NewPCG(1, 2))
	// any is a number whose size is as random as itself.
	any := func(most float64) float64 { return math.Exp(r.Float64() * math.Log(most)) }
	precision := big.NewRat(1, 1<<32)
	gap := new(big.Rat)
	for i := 0; i < states; {
		cost := costs{any(1e6), any(100) / 100}
		h := tier2.Hotspots{K: 1 + r.IntN(tier2.MaxK), N: int(any(tier2.MaxN)) - 1, M: any(1e12) / 1e15}
		test, err := h.Test(cost)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			ticks := uint64(h.K)
			d := min(ticks+uint64(any(1<<47))-1, 1<<47)
			reset := uint64(any(1<<47)) - 1
			left, right := formula(ticks, uint64(h.N), h.M, cost.optimization/cost.run, reset+d, reset)
			want := left.Cmp(right) > 0
			got := test.Hot(ticks, reset+d, reset)
			i++
			if got {
				hot++
			}
			if got == want {
				continue
			}
			if gap.Abs(gap.Sub(left, right)).Cmp(precision) > 0 {
				t.Fatalf("%+v, costs %+v: %d ticks of %d, %d before: %v, want %v", h, cost, ticks, d, reset, got, want)
			}
			close++
		}
	}
	if hot < states/20 || hot > states*19/20 || close > states/10 {
		t.Errorf("of %d states %d are hot, %d are too close to tell", states, hot, close)
	}
}

// TestHotExact holds the integer test against the formula where M·Cost is not
// rounded: there they may not differ at all, ties included.
func TestHotExact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	ties := 0
	for range 200_000 {
		h := tier2.Hotspots{K: 1 + r.IntN(16), N: r.IntN(8), M: float64(r.IntN(16)) / 64}
		test, err := h.Test(costs{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		ticks, reset := uint64(h.K), uint64(r.IntN(64))
		global := reset + ticks + uint64(r.IntN(32))
		left, right := formula(ticks, uint64(h.N), h.M, 1, global, reset)
		if got, want := test.Hot(ticks, global, reset), left.Cmp(right) > 0; got != want {
			t.Fatalf("%+v: %d ticks, %d after %d: %v, want %v", h, ticks, global, reset, got, want)
		}
		if left.Cmp(right) == 0 {
			ties++
		}
	}
	if ties < 20 {
		t.Errorf("%d ties", ties)
	}
}

// TestHotBounds: the largest numbers do not overflow.
func TestHotBounds(t *testing.T) {
	const most = 1<<48 - 2
	for _, c := range []struct {
		h      tier2.Hotspots
		ticks  uint64
		reset  uint64
		global uint64
		want   bool
	}{
		{tier2.Hotspots{K: tier2.MaxK}, 4095, 0, most, true},
		{tier2.Hotspots{K: tier2.MaxK, M: 1e-9}, 4095, 0, most, false},
		{tier2.Hotspots{K: tier2.MaxK, M: 1}, 4095, most - 4095, most, false},
		{tier2.Hotspots{K: tier2.MaxK, M: 1e300}, 4095, most - 4095, most, false},
		{tier2.Hotspots{K: tier2.MaxK, M: 0.99}, 4095, most - 4095, most, true},
		{tier2.Hotspots{K: tier2.MaxK, N: tier2.MaxN}, 4095, most - 4095, most, true},
		{tier2.Hotspots{K: tier2.MaxK, N: tier2.MaxN}, 4095, 0, most, false},
		{tier2.Hotspots{K: tier2.MaxK, N: tier2.MaxN}, 4095, most - 4095, math.MaxUint64 - 1, false},
	} {
		test, err := c.h.Test(costs{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := test.Hot(c.ticks, c.global, c.reset); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestPublishedOddity: with the published formula, executors that run faster need
// hotter places. The policy that divides by the gain has it the other way round.
func TestPublishedOddity(t *testing.T) {
	hot := func(p tier2.Policy, run float64) bool {
		h := tier2.Hotspots{K: 100, M: 0.001, Policy: p}
		test, err := h.Test(costs{10, run})
		if err != nil {
			t.Fatal(err)
		}
		return test.Hot(100, 5000, 0) // a share of 0.02
	}
	if hot(tier2.Published, 0.1) || !hot(tier2.Published, 0.9) {
		t.Error("published: a lower RunCost does not raise the threshold")
	}
	if !hot(tier2.Gain, 0.1) || hot(tier2.Gain, 0.9) || hot(tier2.Gain, 1) {
		t.Error("gain: a lower RunCost does not lower the threshold")
	}
	if !hot(tier2.Policy{}, 0.9) || hot(tier2.Policy{}, 0.1) {
		t.Error("no policy is not the published one")
	}
}

// TestHotErrors: numbers that cannot be are refused.
func TestHotErrors(t *testing.T) {
	for _, c := range []struct {
		h    tier2.Hotspots
		cost costs
		want string
	}{
		{tier2.Hotspots{K: 0}, costs{1, 1}, "K is 0"},
		{tier2.Hotspots{K: 4096}, costs{1, 1}, "K is 4096"},
		{tier2.Hotspots{K: 1, N: -1}, costs{1, 1}, "N is -1"},
		{tier2.Hotspots{K: 1, N: 65536}, costs{1, 1}, "N is 65536"},
		{tier2.Hotspots{K: 1, M: -1}, costs{1, 1}, "M is -1"},
		{tier2.Hotspots{K: 1, M: math.NaN()}, costs{1, 1}, "M is NaN"},
		{tier2.Hotspots{K: 1, M: math.Inf(1)}, costs{1, 1}, "M is +Inf"},
		{tier2.Hotspots{K: 1}, costs{-1, 1}, "policy published makes -1"},
		{tier2.Hotspots{K: 1}, costs{0, 0}, "policy published makes NaN"},
	} {
		if _, err := c.h.Test(c.cost); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c, err, c.want)
		}
	}
	if h := (tier2.Hotspots{K: 1, M: 0}); true {
		if _, err := h.Test(costs{1, 0}); err != nil { // an infinite cost that nothing weighs
			t.Error(err)
		}
	}
}

// TestCompetitive: with K, N and M of the rule a place is hot when its ticks, as many as its
// share of all says, have taken what the executor costs.
func TestCompetitive(t *testing.T) {
	for _, c := range []struct {
		costs tier2.Costs
		k, n  int
	}{
		{tier2.Costs{Optimization: 1000, Run: 0.1}, 1112, 1112},
		{tier2.Costs{Optimization: 1000, Run: 0.5}, 2000, 2000},
		{tier2.Costs{Optimization: 9000, Run: 0.1}, tier2.MaxK, 10000},
		{tier2.Costs{Optimization: 0, Run: 0.1}, 1, 0},
		{tier2.Costs{Optimization: 1e9, Run: 0.1}, tier2.MaxK, tier2.MaxN},
		{tier2.Costs{Optimization: 1000, Run: 1}, tier2.MaxK, tier2.MaxN},
	} {
		h := tier2.Competitive(c.costs)
		if h.K != c.k || h.N != c.n {
			t.Errorf("%+v: K %d, N %d, want %d, %d", c.costs, h.K, h.N, c.k, c.n)
		}
		test, err := h.TestOf(c.costs)
		if err != nil {
			t.Fatal(err)
		}
		pays := c.costs.Run < 1
		for _, share := range []uint64{1, 10} { // all ticks, one in ten
			global := uint64(c.n) * share
			if before := test.Hot(100, global-min(global, share+1), global-min(global, share+1)-min(global-min(global, share+1), 100*share)); before && c.n > 200 {
				t.Errorf("%+v, one in %d: hot before it pays", c.costs, share)
			}
			if after := test.Hot(100, global+200*share, global+100*share); after != pays {
				t.Errorf("%+v, one in %d: hot %v where it has paid", c.costs, share, after)
			}
		}
	}
	if got := tier2.DefaultHotspots; got.K != 1112 || got.N != 1101 {
		t.Errorf("the default is %+v", got)
	}
}

func BenchmarkHot(b *testing.B) {
	test, err := tier2.DefaultHotspots.Test(costs{1000, 0.1})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	n := 0
	for i := range b.N {
		if test.Hot(1023, uint64(i)+1<<20, uint64(i)) {
			n++
		}
	}
}

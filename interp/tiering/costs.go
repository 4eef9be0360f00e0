package tiering

import (
	"encoding/json"
	"maps"
	"math"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
)

// Costs. An optimizer publishes what its executors cost; what they do cost here is measured
// where Options.Costs is a clock: of each place what the attempts at it have taken, and how
// fast its executors run; what a tick of tier 1 takes, since the place was looked at last.
// From that follows for each place when it is hot (tier2.Competitive). What has not been
// measured at a place is the mean of the optimizer's others, at first what it has published.
//
// A clock is not the same twice, nor is then which places are hot when. So there is none
// unless it is handed in, and a VM that has to be the same each time takes none.

// meter measures costs.
type meter struct {
	clock func() time.Time
	begun time.Time
	done  work // in executors and optimizers, since then
	since map[spot]time.Duration
	costs map[made]*cost
}

// spot is a place in code, made what an optimizer has done there.
type spot struct {
	code *adaptive.Code
	pc   int
}
type made struct {
	by *registered
	spot
}

// work is what takes time: of bytecodes.
type work struct {
	time      time.Duration
	bytecodes uint64
}

func (w *work) add(d time.Duration, bytecodes uint64) {
	w.time, w.bytecodes = w.time+d, w.bytecodes+bytecodes
}

// rate returns the time of a bytecode in ns, 0 if too few are known.
func (w *work) rate() float64 {
	if w.bytecodes < leastKnown {
		return 0
	}
	return float64(w.time) / float64(w.bytecodes)
}

// The time of leastKnown bytecodes says something of a place, what is known of leastPlaces
// something of others: an executor that was the first is left often, and says little.
const (
	leastKnown  = 1000
	leastPlaces = 8
)

// cost is what attempts have taken and what their executors have executed.
type cost struct {
	attempts int
	making   time.Duration
	ran      work
}

// measure begins to measure.
func (t *Tier) measure(clock func() time.Time) {
	t.now = clock
	t.meter = &meter{clock: clock, begun: clock(), since: map[spot]time.Duration{}, costs: map[made]*cost{}}
}

// tier1 returns what tier 1 has done so far.
func (t *Tier) tier1() work {
	m := t.meter
	return work{m.clock().Sub(m.begun) - m.done.time, t.vm.Bytecodes() - m.done.bytecodes}
}

// of returns the cost of what an optimizer does at a place.
func (m *meter) of(r *registered, at spot) *cost {
	c := m.costs[made{r, at}]
	if c == nil {
		c = &cost{}
		m.costs[made{r, at}] = c
	}
	return c
}

// Executing measures an executor until what it returns is called: the time that it takes
// itself (Time), and what it does in it.
func (t *Tier) Executing(ex *exitdata.Executor) (stop func()) {
	if t.meter == nil {
		return t.Time(func(d time.Duration) { ex.Time += d })
	}
	start, outer := t.vm.Bytecodes(), t.counted
	t.counted = 0
	return t.Time(func(d time.Duration) {
		ex.Time += d
		n := t.vm.Bytecodes() - start
		t.meter.done.add(d, n-t.counted)
		if p, ok := ex.Data.(place); ok && p.by != nil && p.code != nil {
			c := t.meter.of(p.by, spot{p.code, p.pc})
			if c.ran.bytecodes == 0 {
				p.by.measured++
			}
			c.ran.add(d, n-t.counted)
			p.by.cost.ran.add(d, n-t.counted)
		}
		t.counted = outer + n
	})
}

// attempting measures an attempt until what it returns is called.
func (t *Tier) attempting(r *registered, s *source) (stop func()) {
	return t.Time(func(d time.Duration) {
		if t.meter == nil {
			return
		}
		t.meter.done.add(d, 0)
		for _, c := range [...]*cost{t.meter.of(r, spot{s.code, s.pc}), &r.cost} {
			c.attempts++
			c.making += d
		}
	})
}

// looked notes that a place begins to count anew.
func (t *Tier) looked(at spot) {
	if t.meter != nil {
		t.meter.since[at] = t.tier1().time
	}
}

// Costs are what executors cost at a place, or of an optimizer: what has been measured there,
// else of the optimizer, else what that has published.
type Costs struct {
	tier2.Costs
	Attempts  int     `json:"attempts"`   // that were measured
	AttemptNS float64 `json:"attempt_ns"` // the mean of them
	TickNS    float64 `json:"tick_ns"`    // a tick of tier 1
	BreakEven float64 `json:"break_even"` // ticks: K and N; not in JSON if it is infinite
}

// MarshalJSON implements json.Marshaler.
func (c Costs) MarshalJSON() ([]byte, error) {
	type plain Costs
	if !math.IsInf(c.BreakEven, 0) {
		return json.Marshal(plain(c))
	}
	return json.Marshal(struct {
		plain
		BreakEven any `json:"break_even,omitempty"`
	}{plain: plain(c)})
}

// costsAt returns what an executor of an optimizer's costs at a place whose ticks count since
// the global counter was at reset.
func (t *Tier) costsAt(r *registered, at spot, reset uint64) (c Costs) {
	c.Costs = r.published
	m := t.meter
	one := m.of(r, at)
	if one.attempts == 0 {
		one = &cost{r.cost.attempts, r.cost.making, one.ran}
	}
	ran := one.ran.rate()
	if ran == 0 && r.measured >= leastPlaces {
		ran = r.cost.ran.rate()
	}
	now := t.tier1()
	since, known := m.since[at]
	if !known {
		reset = 0
	}
	c.TickNS = float64(now.time-since) / float64(max(t.Ticks-reset, 1))
	if c.Attempts = one.attempts; c.Attempts > 0 && c.TickNS > 0 {
		c.AttemptNS = float64(one.making) / float64(one.attempts)
		c.Optimization = c.AttemptNS / c.TickNS
	}
	if slow := now.rate(); slow > 0 && ran > 0 {
		c.Run = ran / slow
	}
	c.BreakEven = c.Costs.BreakEven()
	return c
}

// hotTest returns when a place is hot for an optimizer.
func (t *Tier) hotTest(r *registered, at spot, reset uint64) tier2.HotTest {
	if t.meter == nil {
		return r.hot
	}
	c := t.costsAt(r, at, reset).Costs
	hot := tier2.Competitive(c)
	test, err := hot.TestOf(c)
	if err != nil { // costs that nobody can have
		return r.hot
	}
	return test
}

// CostsOf returns the costs of an executor's place; ok is false if nothing is measured.
func (t *Tier) CostsOf(ex *exitdata.Executor) (c Costs, ok bool) {
	p, _ := ex.Data.(place)
	if t.meter == nil || p.by == nil || p.code == nil {
		return c, false
	}
	return t.costsAt(p.by, spot{p.code, p.pc}, 0), true
}

// Costs returns what has been measured of the optimizer that is asked first; ok is false if
// nothing is.
func (t *Tier) Costs() (c Costs, ok bool) {
	if t.meter == nil || len(t.optimizers) == 0 {
		return c, false
	}
	return t.costsAt(t.optimizers[0], spot{}, 0), true
}

// forget forgets code that has died.
func (m *meter) forget(code *adaptive.Code) {
	maps.DeleteFunc(m.since, func(at spot, _ time.Duration) bool { return at.code == code })
	maps.DeleteFunc(m.costs, func(at made, _ *cost) bool { return at.code == code })
}

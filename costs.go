package tier2

import (
	"math"

	"github.com/tier2go/tier2/exitdata"
)

// Costs are what an executor costs and what it saves.
type Costs struct {
	Optimization float64 `json:"optimization"` // of making one, relative to interpreting the same code once
	Run          float64 `json:"run"`          // of running it, relative to interpreting the same code
}

// BreakEven returns how often code is interpreted until that has taken as long as an
// executor for it would have cost to make and to run.
func (c Costs) BreakEven() float64 { return Gain.Cost(c.Optimization, c.Run) }

// Competitive derives K, N and M from costs by the competitive rule (of the ski rental
// problem: Karlin, Manasse, Rudolph and Sleator, Competitive snoopy caching, 1988): an
// executor is made when what was spent on interpreting is what it would have cost. Whatever
// the program does next, the time is then at most twice the least possible one.
//
// N is the number of ticks that pay for the executor: a place with the share s of all ticks
// has had s·(global+1) of them since the program began, and K/(global − globalAtReset) is
// what is known of s. K is the same, as there is nothing to find out before, but for its
// bound. M is one by the ticks of the longest run: a place that has a smaller share than
// M·Cost does not get N ticks in it.
func Competitive(c Costs) Hotspots {
	even := c.BreakEven()
	within := func(least, most float64) int { return int(math.Ceil(min(max(even, least), most))) }
	return Hotspots{K: within(1, MaxK), N: within(0, MaxN), M: 1.0 / maxTicks, Policy: Gain}
}

// recorded are the costs of the library's executors, by what they are: those of machine
// code as `tier2 run -costs=measured -stats` has measured them (docs/vm.md says on what);
// executors that are there for tests are taken to run like the interpreter.
var recorded = map[exitdata.Kind]Costs{
	exitdata.Native: {1000, 0.1},
	exitdata.Uops:   {1000, 1},
	exitdata.IR:     {1000, 1},
}

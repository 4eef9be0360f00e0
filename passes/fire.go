package passes

import "github.com/tier2go/tier2/ir"

// Firing counts and limits rewrites. The zero Firing allows and counts all. It
// may be used for many functions; counts and fuel go on.
type Firing struct {
	// Fuel, if Limited, is how many rewrites may still happen; passes that are
	// Required do not use it.
	Fuel    int
	Limited bool
	// Allow, if set, is asked before each rewrite; n numbers them from 0.
	Allow func(n int, p *Pass, rule int, v *ir.Value) bool
	// Log, if set, is told of each rewrite that happens, just before it does.
	Log func(p *Pass, rule int, v *ir.Value)

	// By and Why are what proves the rewrite that Log is told of: a value (a guard
	// that dominates it, an operand whose facts say it), or a text. They are nil
	// and empty where the pass gives no proof.
	By  *ir.Value
	Why string

	asked int
	rows  []firingRow
	// The counters of the pass that is running.
	now []int
}

type firingRow struct {
	pass   *Pass
	counts []int
}

func (f *Firing) ask(p *Pass, rule int, v *ir.Value) bool {
	if !p.Required {
		n := f.asked
		f.asked++
		if f.Limited && f.Fuel <= 0 || f.Allow != nil && !f.Allow(n, p, rule, v) {
			return false
		}
		f.Fuel--
	}
	f.now[rule]++
	if f.Log != nil {
		f.Log(p, rule, v)
	}
	return true
}

// enter makes p the pass whose counters count.
func (f *Firing) enter(p *Pass) {
	for i := range f.rows {
		if f.rows[i].pass == p {
			f.now = f.rows[i].counts
			return
		}
	}
	f.now = make([]int, len(p.Counters))
	f.rows = append(f.rows, firingRow{p, f.now})
}

// Count returns how often a pass has fired each of its rules, by index; nil if
// it has not run.
func (f *Firing) Count(p *Pass) []int {
	for _, r := range f.rows {
		if r.pass == p {
			return r.counts
		}
	}
	return nil
}

// Asked returns how many rewrites were proposed, fired or not.
func (f *Firing) Asked() int { return f.asked }

// Stat is a counter of a pass.
type Stat struct {
	Pass, Rule string
	N          int
}

// Stats returns the counters that are not 0, in the order in which the passes
// first ran and in that of Pass.Counters.
func (f *Firing) Stats() []Stat {
	var list []Stat
	for _, r := range f.rows {
		for i, n := range r.counts {
			if n != 0 {
				list = append(list, Stat{r.pass.Name, r.pass.Counters[i], n})
			}
		}
	}
	return list
}

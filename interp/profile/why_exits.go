package profile

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
)

// often is how often something must have happened to be told without being asked
// for.
const often = 64

// tells reports whether a guard is worth its line: those that are checked again and
// again.
func (w *why) tells(g *guard) bool { return w.o.Line != 0 || g.loop || g.checked >= 16*often }

// lineGuards prints the guards of a line, each kind once.
func (w *why) lineGuards(l *line) {
	var list []guard
	for _, s := range l.sites {
		for i := range s.guards {
			g := &s.guards[i]
			if !w.tells(g) {
				continue
			}
			if k := slices.IndexFunc(list, func(o guard) bool { return o.what == g.what && o.fact == g.fact }); k >= 0 {
				list[k].loop, list[k].failed = list[k].loop || g.loop, list[k].failed+g.failed
			} else {
				list = append(list, *g)
			}
		}
	}
	for i := range list {
		g := &list[i]
		when, failed := "in each round of the loop", ""
		if !g.loop {
			when = "each time its executor is entered, " + entries(g.checked)
		}
		if g.failed > 0 {
			failed = "; it failed " + times(g.failed)
		}
		w.item("guard", "checks %s, %s%s", g.what, when, failed)
		w.item("", "it would go if %s", g.fact)
	}
}

// entries says how often executors were entered: few times are not counted, of which
// any may be an interrupt's.
func entries(n uint64) string {
	if n >= often {
		return times(n)
	}
	return "a few times"
}

// times is a count that does not pretend to be exact where it is not: a run that is
// interrupted leaves and enters executors a few times more.
func times(n uint64) string {
	switch {
	case n == 1:
		return "once"
	case n < 1000:
		return fmt.Sprintf("%d times", n)
	}
	unit := uint64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	n = (n + unit/2) / unit * unit
	if n >= 1_000_000 {
		return fmt.Sprintf("about %g million times", float64(n)/1e6)
	}
	return fmt.Sprintf("about %d,%03d times", n/1000, n%1000)
}

// leaves reports whether an exit is worth its line: those that are hot, but for ends
// that lead to another executor, which are how a program goes on.
func (w *why) leaves(e *exit) bool {
	bound := e.x.Target != nil && e.x.Target.Kind != exitdata.Cold
	return w.o.Line != 0 || (e.n >= often || e.x.Failures() > 0) && !(bound && e.x.Kind == ir.End)
}

// maxExits is how many exits of a line are printed unless the line is asked for.
const maxExits = 5

// exits prints the exits of a line, hottest first.
func (w *why) exits(l *line) {
	type at struct {
		exit
		s *site
	}
	var list []at
	for _, s := range l.sites {
		for _, e := range s.exits {
			if w.leaves(&e) {
				list = append(list, at{e, s})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b at) int { return cmp.Compare(b.n, a.n) })
	for i, e := range list {
		if i == maxExits && w.o.Line == 0 {
			how := ""
			if !w.o.of(l.file) {
				how = "-at="
			}
			w.item("", "and %d more: ask for the line, %s%s:%d", len(list)-i, how, filepath.Base(l.file), l.n)
			break
		}
		w.item("exit", "`%s`, %s of executor %d: %s, taken %s", w.exprOr(e.s), exitName(e.x), e.x.Executor.ID, e.what, times(e.n))
		w.item("", "it leads to %s", w.target(e.x))
	}
}

func exitName(x *exitdata.Exit) string { return fmt.Sprintf("x%d", x.Index) }

// target says where an exit leads, and if that is the interpreter, why.
func (w *why) target(x *exitdata.Exit) string {
	if x.Target != nil && x.Target.Kind != exitdata.Cold {
		return fmt.Sprintf("executor %d%s", x.Target.ID, w.at(w.r.begins(x.Target)))
	}
	to := "the interpreter" + w.at(w.r.leads(x))
	for _, a := range slices.Backward(w.r.attempts) {
		if a.Exit == x && a.Executor == nil {
			return fmt.Sprintf("%s: no executor after %d attempts: %s", to, x.Failures(), w.refusal(a.Err))
		}
	}
	switch x.Kind {
	case ir.Error:
		return to + ": exceptions are handled there"
	case ir.Dynamic:
		return to + ": to where it was called from"
	}
	return to + ": it has not been hot"
}

package passes

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
)

// Context is what a pass sees: the function, the analyses, and the hooks.
// It may be used for many functions, one after the other.
type Context struct {
	F *ir.Func
	// Guest is the guest's description for passes that need it (guest.Guest);
	// nil in pipelines that have no such pass.
	Guest any
	// Observers are told of every pass.
	Observers []Observer

	pass     *Pass
	fire     *Firing
	analyses []cached
}

// NewContext makes a context for a function.
func NewContext(f *ir.Func) *Context { return &Context{F: f} }

// Reset makes the context ready for another function.
func (c *Context) Reset(f *ir.Func) {
	c.F = f
	for i := range c.analyses {
		c.analyses[i].valid = false
	}
}

// Pass returns the pass that is running.
func (c *Context) Pass() *Pass { return c.pass }

// Observer watches a pipeline run. Embed [NopObserver] to implement a part.
type Observer interface {
	// Before is called before a pass runs.
	Before(ctx *Context, p *Pass)
	// After is called after it, with whether it changed the function. An error
	// stops the pipeline.
	After(ctx *Context, p *Pass, changed bool) error
}

// NopObserver does nothing.
type NopObserver struct{}

// Before implements Observer.
func (NopObserver) Before(*Context, *Pass) {}

// After implements Observer.
func (NopObserver) After(*Context, *Pass, bool) error { return nil }

// Firing counts and limits rewrites. The zero Firing allows and counts all.
type Firing struct {
	// Fuel, if Limited, is how many rewrites may still happen; passes that are
	// Required do not use it.
	Fuel    int
	Limited bool
	// Allow, if set, is asked before each rewrite; n numbers them from 0.
	Allow func(n int, p *Pass, rule int, v *ir.Value) bool
	// Log, if set, is told of each rewrite that happens.
	Log func(p *Pass, rule int, v *ir.Value)

	asked  int
	counts map[*Pass][]int
	// The counters of the pass that is running.
	now []int
}

// SetFiring installs hooks; nil removes them.
func (c *Context) SetFiring(f *Firing) { c.fire = f }

// Fire asks whether the running pass may apply its rule number rule (an index
// of Pass.Counters) at v, and counts it. A pass that gets false must leave v
// as it is. Without hooks it costs a nil check.
func (c *Context) Fire(rule int, v *ir.Value) bool {
	return c.fire == nil || c.fire.ask(c.pass, rule, v)
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
	if f.counts == nil {
		f.counts = map[*Pass][]int{}
	}
	if f.counts[p] == nil {
		f.counts[p] = make([]int, len(p.Counters))
	}
	f.now = f.counts[p]
}

// Count returns how often a pass has fired each of its rules, by index; nil if
// it has not run.
func (f *Firing) Count(p *Pass) []int { return f.counts[p] }

// Asked returns how many rewrites were proposed, fired or not.
func (f *Firing) Asked() int { return f.asked }

// Analysis computes facts about a function. It is a package variable of the
// package that implements it, and its address is its identity.
type Analysis[T any] struct {
	Name string
	// CFGOnly says that the result depends on blocks and edges only: it stays
	// valid while values change.
	CFGOnly bool
	// Compute fills in out, which may hold an earlier result whose memory it
	// can use.
	Compute func(ctx *Context, out *T)
}

type cached struct {
	key         any // *Analysis[T]
	value       any // *T
	values, cfg uint64
	valid       bool
}

// Get returns an analysis of ctx.F, computed now if what it has read has changed
// since. The result is valid until the function changes.
func Get[T any](ctx *Context, a *Analysis[T]) *T {
	values, cfg := ctx.F.Epoch()
	for i := range ctx.analyses {
		e := &ctx.analyses[i]
		if e.key != any(a) {
			continue
		}
		out := e.value.(*T)
		if !e.valid || e.cfg != cfg || !a.CFGOnly && e.values != values {
			a.Compute(ctx, out)
			e.values, e.cfg = ctx.F.Epoch()
			e.valid = true
		}
		return out
	}
	out := new(T)
	a.Compute(ctx, out)
	values, cfg = ctx.F.Epoch()
	ctx.analyses = append(ctx.analyses, cached{a, out, values, cfg, true})
	return out
}

// Error says that a pass failed on a function.
type Error struct {
	Pass string
	Func string
	Err  error
}

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("passes: %s on %s: %v", e.Pass, e.Func, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

package passes

import (
	"math/rand/v2"

	"github.com/tier2go/tier2/analysis"
	"github.com/tier2go/tier2/ir"
)

// Context is what a pass sees: the function, the analyses, and the hooks.
// It may be used for many functions, one after the other.
type Context struct {
	// Cache holds the function, F, and its analyses. Its Check finds analyses that
	// are stale.
	analysis.Cache
	// Guest is the guest's description for passes that need it (guest.Guest);
	// nil in pipelines that have no such pass.
	Guest any
	// Observers are told of every pass.
	Observers []Observer
	// Snapshot, if set, is called before every pass; what it returns (the
	// function's text) is in the Panic or Error of that pass. It makes compiling
	// several times slower.
	Snapshot func(f *ir.Func) string
	// Shuffle, if set, draws what of the cache must not matter, before every
	// pass: which analyses are forgotten, and the order of the others.
	Shuffle *rand.Rand

	pass *Pass
	fire *Firing
}

// NewContext makes a context for a function.
func NewContext(f *ir.Func) *Context { return &Context{Cache: analysis.Cache{F: f}} }

// Pass returns the pass that is running, nil between passes.
func (c *Context) Pass() *Pass { return c.pass }

// SetFiring installs hooks; nil removes them.
func (c *Context) SetFiring(f *Firing) { c.fire = f }

// Fire asks whether the running pass may apply its rule number rule (an index
// of Pass.Counters) at v, and counts it. A pass that gets false must leave v
// as it is. Without hooks it costs a nil check.
func (c *Context) Fire(rule int, v *ir.Value) bool {
	return c.fire == nil || c.fire.ask(c.pass, rule, v)
}

// FireBy is Fire for rewrites that something else proves: by is the value that
// does, if it is one, and why says what a value cannot. Both are for reports; see
// Firing.By.
func (c *Context) FireBy(rule int, v, by *ir.Value, why string) bool {
	if c.fire == nil {
		return true
	}
	c.fire.By, c.fire.Why = by, why
	ok := c.fire.ask(c.pass, rule, v)
	c.fire.By, c.fire.Why = nil, ""
	return ok
}

// Count counts what is no rewrite, a refusal for example, under one of the
// pass's counters. It uses no fuel and is not in the log.
func (c *Context) Count(rule int) {
	if c.fire != nil {
		c.fire.now[rule]++
	}
}

// Get returns an analysis of ctx.F, computed now if what it has read has changed
// since. The result is valid until the function changes.
func Get[T any](ctx *Context, a *analysis.Analysis[T]) *T {
	return analysis.Get(&ctx.Cache, a)
}

package passes

import (
	"fmt"
	"math/rand/v2"
	"reflect"

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
	// Snapshot, if set, is called before every pass; what it returns (the
	// function's text) is in the Panic or Error of that pass. It makes compiling
	// several times slower.
	Snapshot func(f *ir.Func) string
	// CheckAnalyses makes Get compute an analysis again where it would use a
	// cached result, and panic with a *StaleError if they differ.
	CheckAnalyses bool
	// Shuffle, if set, draws what of the cache must not matter, before every
	// pass: which analyses are forgotten, and the order of the others.
	Shuffle *rand.Rand

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

// cached is an analysis in a context.
type cached struct {
	key         any // *Analysis[T]
	value       any // *T
	values, cfg uint64
	valid       bool
	fresh       any // *T, computed at the same time from nothing; see CheckAnalyses
}

// Get returns an analysis of ctx.F, computed now if what it has read has changed
// since. The result is valid until the function changes.
func Get[T any](ctx *Context, a *Analysis[T]) *T {
	i := ctx.find(a)
	if i < 0 {
		i = len(ctx.analyses)
		ctx.analyses = append(ctx.analyses, cached{key: a, value: new(T)})
	}
	e := ctx.analyses[i]
	out := e.value.(*T)
	values, cfg := ctx.F.Epoch()
	if e.valid && e.cfg == cfg && (a.CFGOnly || e.values == values) {
		if ctx.CheckAnalyses {
			compare(ctx, a, e.fresh)
		}
		return out
	}
	// Compute may get other analyses, so the entry may move.
	ctx.analyses[i].valid = false
	a.Compute(ctx, out)
	var fresh any
	if ctx.CheckAnalyses {
		again := new(T)
		a.Compute(ctx, again)
		fresh = again
	}
	e = cached{key: a, value: out, valid: true, fresh: fresh}
	e.values, e.cfg = ctx.F.Epoch()
	ctx.analyses[i] = e
	return out
}

// shuffle forgets some analyses, whose memory is used again, and permutes all.
func (c *Context) shuffle() {
	for i := range c.analyses {
		if c.Shuffle.IntN(2) == 0 {
			c.analyses[i].valid = false
		}
	}
	c.Shuffle.Shuffle(len(c.analyses), func(i, j int) { c.analyses[i], c.analyses[j] = c.analyses[j], c.analyses[i] })
}

func (c *Context) find(key any) int {
	for i := range c.analyses {
		if c.analyses[i].key == key {
			return i
		}
	}
	return -1
}

// StaleError says that a cached analysis is not what computing it again gives:
// the function was changed behind the epochs' back, or the analysis reads more
// than it says (CFGOnly).
type StaleError struct {
	Analysis string
	Pass     string // the pass that asked; "" outside passes
}

// Error implements error.
func (e *StaleError) Error() string {
	return fmt.Sprintf("passes: analysis %s is stale where %s asks for it", e.Analysis, e.Pass)
}

// compare computes an analysis anew and compares it with what computing it gave
// when the cached result was made: both started from nothing, so that they are
// deeply equal if they are equal.
func compare[T any](ctx *Context, a *Analysis[T], cached any) {
	now := new(T)
	a.Compute(ctx, now)
	if cached != nil && reflect.DeepEqual(cached, any(now)) {
		return
	}
	name := ""
	if ctx.pass != nil {
		name = ctx.pass.Name
	}
	panic(&StaleError{a.Name, name})
}

// Package analysis is the framework of the analyses, which lie in a folder each
// under it: dominators, loops, liveness, types, ranges, aliases.
//
// An analysis computes facts about a function and is one package variable. A [Cache]
// keeps results until the part of the function that they were read from changes. The
// package must not know what asks for facts: passes do, the printers of HTML do, and
// tests.
//
//	cache := analysis.NewCache(f)
//	tree := analysis.Get(cache, dom.Analysis)
//	if tree.Dominates(header, b) { … }
package analysis

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/tier2go/tier2/ir"
)

// Analysis computes facts about a function. It is a package variable of the
// package that implements it, and its address is its identity.
type Analysis[T any] struct {
	Name string
	// CFGOnly says that the result depends on blocks and edges only: it stays
	// valid while values change.
	CFGOnly bool
	// Compute fills in out, which may hold an earlier result whose memory it
	// can use.
	Compute func(c *Cache, out *T)
}

// Cache holds the results of analyses of one function. It may be used for many
// functions, one after the other.
type Cache struct {
	F *ir.Func
	// Check makes Get compute an analysis again where it would use a cached result,
	// and panic with a *StaleError if they differ.
	Check bool

	entries []entry
}

// entry is one analysis in a cache.
type entry struct {
	key         any // *Analysis[T]
	value       any // *T
	values, cfg uint64
	valid       bool
	fresh       any // *T, computed at the same time from nothing; see Check
}

// NewCache makes an empty cache for a function.
func NewCache(f *ir.Func) *Cache { return &Cache{F: f} }

// Reset makes the cache ready for another function.
func (c *Cache) Reset(f *ir.Func) {
	c.F = f
	for i := range c.entries {
		c.entries[i].valid = false
	}
}

// Get returns an analysis of c.F, computed now if what it has read has changed
// since. The result is valid until the function changes.
func Get[T any](c *Cache, a *Analysis[T]) *T {
	i := c.find(a)
	if i < 0 {
		i = len(c.entries)
		c.entries = append(c.entries, entry{key: a, value: new(T)})
	}
	e := c.entries[i]
	out := e.value.(*T)
	values, cfg := c.F.Epoch()
	if e.valid && e.cfg == cfg && (a.CFGOnly || e.values == values) {
		if c.Check {
			compare(c, a, e.fresh)
		}
		return out
	}
	// Compute may get other analyses, so the entry may move.
	c.entries[i].valid = false
	a.Compute(c, out)
	var fresh any
	if c.Check {
		again := new(T)
		a.Compute(c, again)
		fresh = again
	}
	e = entry{key: a, value: out, valid: true, fresh: fresh}
	e.values, e.cfg = c.F.Epoch()
	c.entries[i] = e
	return out
}

// Forget forgets some analyses, whose memory is used again, and permutes all: what
// an analysis finds must not depend on either.
func (c *Cache) Forget(r *rand.Rand) {
	for i := range c.entries {
		if r.IntN(2) == 0 {
			c.entries[i].valid = false
		}
	}
	r.Shuffle(len(c.entries), func(i, j int) { c.entries[i], c.entries[j] = c.entries[j], c.entries[i] })
}

// Drop forgets all results with their memory, which may be in any state after a
// panic.
func (c *Cache) Drop() { c.entries = nil }

func (c *Cache) find(key any) int {
	for i := range c.entries {
		if c.entries[i].key == key {
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
}

// Error implements error.
func (e *StaleError) Error() string {
	return fmt.Sprintf("analysis %s is stale", e.Analysis)
}

// compare computes an analysis anew and compares it with what computing it gave
// when the cached result was made: both started from nothing, so that they are
// deeply equal if they are equal.
func compare[T any](c *Cache, a *Analysis[T], cached any) {
	now := new(T)
	a.Compute(c, now)
	if cached == nil || !reflect.DeepEqual(cached, any(now)) {
		panic(&StaleError{Analysis: a.Name})
	}
}

// Package budget bounds what a guest executes by the bytecode clock, which says the same in every tier. Who runs the guest
// looks at it behind back edges and behind the instruction that a function begins with, so that a run stops at the
// same instruction whatever has been compiled.
//
// The package only calculates: times are readings of the clock of both tiers together, which the VM keeps.
package budget

import (
	"fmt"
	"math"

	"github.com/tier2go/tier2/interp/embed"
)

// Budget is what a VM may execute. The zero value bounds nothing.
type Budget struct {
	on   bool
	n    uint64 // what it was set to
	from uint64 // reading of the clock when it was set
	at   uint64 // reading of the clock at which it is spent
}

// Of returns a budget of n instructions from the clock's beginning on; none if n is 0.
func Of(n uint64) Budget { return Budget{on: n != 0, n: n, at: n} }

// On reports whether there is a budget.
func (b *Budget) On() bool { return b.on }

// Set allows n more instructions from a reading of the clock on.
func (b *Budget) Set(n, now uint64) {
	*b = Budget{on: true, n: n, from: now, at: now + min(n, math.MaxUint64-now)}
}

// End is the reading at which the budget is spent.
func (b *Budget) End() uint64 { return b.at }

// Left returns how many instructions are left; 0 without a budget.
func (b *Budget) Left(now uint64) uint64 { return b.at - min(now, b.at) }

// Spent reports whether there is a budget, and nothing of it is left.
func (b *Budget) Spent(now uint64) bool { return b.on && now >= b.at }

// Err is the error of a budget that has been found spent.
func (b *Budget) Err(now uint64) error {
	return &embed.Interrupted{Cause: &Error{Budget: b.n, Executed: now - b.from}}
}

// Error is the cause of an *embed.Interrupted where a budget of instructions has been spent.
type Error struct {
	Budget   uint64 // what was allowed, instructions
	Executed uint64 // what was executed when that was found: up to the next back edge or function entry
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("the budget of %d instructions is spent: %d were executed", e.Budget, e.Executed)
}

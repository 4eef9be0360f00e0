package exitdata

import (
	"cmp"
	"slices"
)

// The limit of the code cache. Machine code that goes from executor to executor
// through rows counts nothing, so a sweep finds out what is in use by second chance:
// it makes the rows cold that lead to an executor and keeps where they led. One that
// is taken comes back to Go once and leads there again, without a new compilation. What
// nobody has entered, from Go or through a row, from one sweep to the next is cold,
// and is dropped when it is its turn: the least recently used first.

// When sweeps happen, and how much they leave, in parts of 8 of the limit.
const (
	fullAt  = 7
	sweptTo = 5
)

// sweepAfter is how many executors are asked for, at least, between two sweeps: what
// is hot must have time to be entered.
const sweepAfter = 8

// rebind makes an exit that a sweep has made cold lead where it did, if it may.
func (t *Table) rebind(x *Exit) bool {
	to := x.more.former
	if !x.mayBind(to) {
		return false
	}
	t.bind(x, to)
	to.lastUsed = t.sweeps + 1
	return true
}

// Sweep is called before an executor is asked for. When memory for code or rows is
// about to run out, it calls drop with executors until there is room or all that are
// left are in use: drop calls Invalidate. Collect frees them then. What keep returns
// true for stays.
func (t *Table) Sweep(keep func(e *Executor) bool, drop func(e *Executor)) {
	if !t.Native() {
		return
	}
	t.asks++
	if t.asks < sweepAfter || !t.usage().over(fullAt) {
		return
	}
	t.asks = 0
	left := t.usage()
	for _, e := range t.retired {
		t.without(&left, e)
	}
	for _, e := range t.secondChance(keep) {
		if !left.over(sweptTo) {
			break
		}
		t.without(&left, e)
		drop(e)
		t.Stats.Dropped++
	}
}

// secondChance makes cold the rows that lead to executors, and returns those that
// have not been used since the last sweep: the least recently used first, of those the
// oldest.
func (t *Table) secondChance(keep func(e *Executor) bool) (cold []*Executor) {
	t.sweeps++
	for _, e := range t.Executors {
		if e.Invalid || e.Kind != Native {
			continue
		}
		if e.Entries != e.entered || keep(e) {
			e.entered, e.lastUsed = e.Entries, t.sweeps
		}
		t.cool(e)
		if e.lastUsed < t.sweeps {
			cold = append(cold, e)
		}
	}
	slices.SortStableFunc(cold, func(a, b *Executor) int { return cmp.Compare(a.lastUsed, b.lastUsed) })
	return cold
}

// cool makes the exits cold that lead to an executor.
func (t *Table) cool(e *Executor) {
	e.cooled = slices.DeleteFunc(e.cooled, func(x *Exit) bool { return x.has().former != e })
	for n := len(e.bound); n > 0; n = len(e.bound) {
		x := e.bound[n-1]
		t.unstitch(x)
		x.own().former = e
		e.cooled = append(e.cooled, x)
	}
}

// usage is what executors use of the memory for code and for rows, in bytes.
type usage struct{ code, codeLimit, data, dataLimit int }

func (t *Table) usage() usage {
	code, data := t.code.Stats(), t.data.Stats()
	return usage{code.InUse, code.Limit, data.InUse, data.Limit}
}

// over reports whether one of them uses more than a number of eighths of its limit.
func (u usage) over(eighths int) bool {
	return u.code > u.codeLimit/8*eighths || u.data > u.dataLimit/8*eighths
}

// without takes away what an executor uses.
func (t *Table) without(u *usage, e *Executor) {
	u.code -= t.code.Footprint(e.CodeBytes)
	u.data -= e.RowBytes()
}

package passes

import (
	"time"

	"github.com/tier2go/tier2/ir"
)

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

// VerifyEach returns an observer that checks the function after every pass that
// has changed it.
func VerifyEach(check func(f *ir.Func) error) Observer { return &verifyEach{check: check} }

type verifyEach struct {
	NopObserver
	check func(f *ir.Func) error
}

func (o *verifyEach) After(ctx *Context, _ *Pass, changed bool) error {
	if !changed {
		return nil
	}
	return o.check(ctx.F)
}

// Times is an observer that measures passes. It may watch many runs.
type Times struct {
	rows  []PassTime
	start time.Time
}

// PassTime is what Times has measured of a pass.
type PassTime struct {
	Pass    *Pass
	Runs    int
	Changed int // runs that changed the function
	Total   time.Duration
}

// Before implements Observer.
func (t *Times) Before(*Context, *Pass) { t.start = time.Now() }

// After implements Observer.
func (t *Times) After(_ *Context, p *Pass, changed bool) error {
	d := time.Since(t.start)
	i := 0
	for i < len(t.rows) && t.rows[i].Pass != p {
		i++
	}
	if i == len(t.rows) {
		t.rows = append(t.rows, PassTime{Pass: p})
	}
	r := &t.rows[i]
	r.Runs++
	r.Total += d
	if changed {
		r.Changed++
	}
	return nil
}

// Rows returns what was measured, in the order in which the passes first ran.
func (t *Times) Rows() []PassTime { return t.rows }

package main

import (
	"encoding/json"
	"io"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// joins counts in the IR that executors are made of what copies behind joins would save: the ways
// into a join on which a test holds already that stands behind it.
type joins struct {
	tier2.Observer
	now joinStats
	all joinStats
}

// joinStats is what "tier2 run -stats=joins" prints.
type joinStats struct {
	Executors int `json:"executors"`
	Regions   int `json:"regions"` // of them, those with several blocks
	Tests     int `json:"tests"`   // of values' types, once all passes have run
	Known     int `json:"known"`   // ways into joins on which a test behind the join holds already
}

// watchJoins tells an observer of all that is compiled.
func watchJoins(o *tier2.Options) *joins {
	j := &joins{Observer: o.Observer}
	if j.Observer == nil {
		j.Observer = tier2.NopObserver{}
	}
	o.Observer = j
	return j
}

// Trace implements tier2.Observer.
func (j *joins) Trace(t *uop.Trace, parent *exitdata.Exit) {
	j.now = joinStats{Executors: 1}
	if t.Blocks != nil {
		j.now.Regions = 1
	}
	j.Observer.Trace(t, parent)
}

// Function implements tier2.Observer: the last stage is the one that counts.
func (j *joins) Function(stage string, f *ir.Func) {
	var facts types.Facts
	types.Compute(f, &facts)
	j.now.Tests, j.now.Known = types.Lost(f, &facts)
	j.Observer.Function(stage, f)
}

// Code implements tier2.Observer.
func (j *joins) Code(ex *exitdata.Executor, f *lower.Func, code *lower.Code) {
	j.all.Executors += j.now.Executors
	j.all.Regions += j.now.Regions
	j.all.Tests += j.now.Tests
	j.all.Known += j.now.Known
	j.Observer.Code(ex, f, code)
}

// write prints the counts.
func (j *joins) write(w io.Writer) error {
	if j == nil { // without executors
		j = &joins{}
	}
	return json.NewEncoder(w).Encode(j.all)
}

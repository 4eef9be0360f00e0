package tiering

import (
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/pycode"
)

// Attempt is one attempt to make an executor: for a place that has become hot, or
// for an exit that leads there. Executor is nil if there is none: then Err says
// why, or is nil as well where the optimizer found it not worth while.
type Attempt struct {
	pycode.Place
	Exit     *exitdata.Exit // nil: entered from the interpreter
	Executor *exitdata.Executor
	Err      error
	// Region is why the selector has selected no region for it, a *tier2.Refusal; nil
	// if it has, or was not asked.
	Region error
}

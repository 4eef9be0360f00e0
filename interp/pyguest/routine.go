package pyguest

import (
	"embed"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// routineFiles are made by cmd/opgen of package object.
//
//go:embed routines
var routineFiles embed.FS

// routineText returns the text of a routine: guest.Guest.Routine.
func routineText(name string) ([]byte, error) {
	return routineFiles.ReadFile("routines/" + name + ".ir")
}

// expansion lowers an operation whose helper takes its operands: a routine is called, and the
// helper where the routine gives up. hot makes the operation's result of what the routine returns;
// nil: it is that.
func (p *py) expansion(op, routine string, hot func(a *lower.Asm, x lower.V) lower.V) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		args := make([]lower.V, len(v.Args))
		for i := range args {
			args[i] = a.Arg(i)
		}
		slow := func() lower.V { return a.Call(p.helperIndex(op), args...) }
		r := a.Routine(routine)
		if r == nil {
			return slow()
		}
		then := func(x lower.V) lower.V { return x }
		if hot != nil {
			then = func(x lower.V) lower.V { return hot(a, x) }
		}
		return a.TryRoutine(r, then, slow, args...)
	}
}

package pyguest

import (
	"embed"

	"github.com/tier2go/tier2/interp/object"
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

// expansion lowers an operation whose helper takes its operands: a routine is called, with those of
// them that it has, and the helper where the routine gives up.
func (p *py) expansion(op, routine string, operands ...int) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		slow := func() lower.V { return p.callHelper(a, op, v) }
		r := a.Routine(routine)
		if r == nil {
			return slow()
		}
		args := make([]lower.V, len(operands))
		for i, k := range operands {
			args[i] = a.Arg(k)
		}
		return a.TryRoutine(r, func(x lower.V) lower.V { return x }, slow, args...)
	}
}

// callHelper calls an operation's helper.
func (p *py) callHelper(a *lower.Asm, op string, v *ir.Value) lower.V {
	args := make([]lower.V, len(v.Args))
	for i := range args {
		args[i] = a.Arg(i)
	}
	return a.Call(p.helperIndex(op), args...)
}

// byStep lowers an operation of slices whose operand 3 is the step: by the expansion for a step, or
// by the helper.
func (p *py) byStep(op string, expansions map[object.Value]lower.Rule) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		if step := ir.Resolve(v.Args[3]); step.IsConst() {
			if r := expansions[object.Value(step.Word())]; r != nil {
				return r(a, v)
			}
		}
		return p.callHelper(a, op, v)
	}
}

// methodRoutines are the routines of methods of str, of the receiver and one argument, and how the
// method's result is made of theirs.
var methodRoutines = map[string]struct {
	routine string
	result  func(a *lower.Asm, x lower.V) lower.V
}{
	"startswith": {"str.startswith", boxBool},
	"endswith":   {"str.endswith", boxBool},
	"find":       {"str.find", func(a *lower.Asm, x lower.V) lower.V { return a.Add(x, intBias) }},
}

// lowerMethod lowers a call of a method that the immediate names.
func (p *py) lowerMethod(op string) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		slow := func() lower.V {
			args := make([]lower.V, len(v.Args)+1)
			for i := range v.Args {
				args[i] = a.Arg(i)
			}
			args[len(v.Args)] = lower.Imm(v.Aux)
			return a.Call(p.helperIndex(op), args...)
		}
		f := p.h.BuiltinOf(object.Value(v.Aux))
		m, ok := methodRoutines[f.Name]
		if !ok || len(v.Args) != 2 || f.Owner == nil || f.Owner.ID != object.StrType {
			return slow()
		}
		r := a.Routine(m.routine)
		if r == nil {
			return slow()
		}
		return a.TryRoutine(r, func(x lower.V) lower.V { return m.result(a, x) }, slow, a.Arg(0), a.Arg(1))
	}
}

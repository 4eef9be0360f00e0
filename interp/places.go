package interp

import (
	"iter"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/sampling"
)

// Place is an instruction of the program. Code is nil where it is not known.
type Place = pycode.Place

// At is the place where a trace is at one of its micro-ops, and the calls that it has inlined there.
type At = project.At

// CodeAt returns the code with a handle, as frames and exits name it.
func (vm *VM) CodeAt(handle uint64) *pycode.Code {
	if code := vm.codes[handle]; code != nil {
		return code.Code
	}
	return nil // it has died
}

// Places returns where each micro-op of an executor's trace comes from.
func (vm *VM) Places(ex *exitdata.Executor) []At { return project.Places(program{vm}, ex) }

// Sample begins to sample where the VM spends its time; see sampling.Start.
func (vm *VM) Sample(period time.Duration) (*sampling.Sampling, error) {
	return sampling.Start(program{vm}, period)
}

// IP implements sampling.VM.
func (p program) IP() *uintptr { return &p.ip }

// Table implements sampling.VM.
func (p program) Table() *exitdata.Table { return p.tier.Table }

// Units implements sampling.VM.
func (p program) Units() iter.Seq2[*pycode.Code, []uint16] {
	return func(yield func(*pycode.Code, []uint16) bool) {
		for _, c := range p.codes {
			if c != nil && !yield(c.Code, c.Live) {
				return
			}
		}
	}
}

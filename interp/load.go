package interp

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/load"
	"github.com/tier2go/tier2/interp/sweep"
)

// Code is a code object prepared for running.
type Code = adaptive.Code

// loader returns what makes code for the VM.
func (vm *VM) loader() load.Loader { return load.Loader{VM: program{vm}} }

// Sweeper implements load.VM.
func (p program) Sweeper() *sweep.Sweeper { return &p.sweeper }

// Loaded implements load.VM.
func (p program) Loaded(code *Code) {
	if int(code.Handle) < len(p.codes) {
		p.codes[code.Handle] = code
	} else {
		p.codes = append(p.codes, code)
	}
}

// Proved implements load.VM.
func (p program) Proved(code *Code) {
	if code.Version != 0 {
		p.versions[code.Version] = code
	}
	p.tier.Load(code)
}

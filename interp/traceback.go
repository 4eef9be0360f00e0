package interp

import (
	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/traceback"
)

// source reads a source file.
func (vm *VM) source(file string) ([]byte, error) {
	if vm.opts.Source != nil {
		return vm.opts.Source(file)
	}
	return grant.ReadFile(vm.opts.Grants.FS, vm.lib.Path(file))
}

// tracebacks returns what prints tracebacks.
func (vm *VM) tracebacks() *traceback.Printer {
	if vm.printer == nil {
		vm.printer = traceback.New(vm.heap, func(handle uint32) *pycode.Code { return vm.codes[handle].Code }, vm.source, vm.modules)
	}
	return vm.printer
}

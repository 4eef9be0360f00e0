package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/uop"
)

// program is the VM as package interp/project reads it.
type program struct{ *VM }

// Heap implements project.Program.
func (p program) Heap() *object.Heap { return p.heap }

// Code implements project.Program.
func (p program) Code(handle uint32) *Code { return p.codes[handle] }

// CodeByVersion implements project.Program.
func (p program) CodeByVersion(version uint32) *Code { return p.versions[version] }

// Runs implements project.Program.
func (p program) Runs(op uop.ID) bool {
	return uopFuncs[op] != nil && (p.rules == nil || p.rules[op] != nil)
}

// InitShim implements project.Program.
func (p program) InitShim() *Code {
	return p.codes[p.heap.Half(env{p.VM}.Shim(), object.OffFuncCode)]
}

// OperatorShim implements project.Program.
func (p program) OperatorShim() *Code { return p.operatorCode() }

// Known implements project.Program.
func (p program) Known() project.Known {
	return project.Known{
		Len: p.lenBuiltin, IsInstance: p.isinstanceBuiltin, ListAppend: p.listAppend, Type: p.typeType,
		GeneratorNext: p.generatorNext, GeneratorSend: p.generatorSend,
	}
}

// Frame implements project.Program.
func (p program) Frame() unsafe.Pointer { return p.fp }

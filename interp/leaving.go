package interp

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/traceback"
)

// What a traceback will need of the frame that an exception leaves: package
// interp/traceback suggests names that were probably meant.

// noteFrame records what a suggestion will need of the frame that an exception
// is about to leave, if it is the first one, and returns its variables then, which
// Lib/traceback.py looks for it in; Null otherwise.
func (vm *VM) noteFrame(exc object.Value, fp unsafe.Pointer, code *Code) object.Value {
	if !vm.wantsFrame(exc) {
		return object.Null
	}
	h := vm.heap
	state := h.Field(exc, object.OffExcState)
	n := h.TupleLen(state)
	switch {
	case n == 1 && h.IsInstance(exc, object.NameErrorType):
		names := vm.boundLocals(fp, code)
		f := *slot(fp, object.FrameSlots/8)
		h.SetField(exc, object.OffExcState, h.NewTuple(h.TupleItem(state, 0), names, f, vm.selfOf(fp, code)))
	case n == 2 && h.IsInstance(exc, object.AttributeErrorType):
		name, obj := h.TupleItem(state, 0), h.TupleItem(state, 1)
		if vm.selfOf(fp, code) == obj {
			h.SetField(exc, object.OffExcState, h.NewTuple(name, obj, object.True))
		}
	default:
		return object.Null
	}
	if ns := vm.namespace(fp); ns != object.Null {
		return ns
	}
	return vm.variables(fp)
}

// wantsFrame reports whether noteFrame has something to record.
func (vm *VM) wantsFrame(exc object.Value) bool {
	h := vm.heap
	return h.Field(exc, object.OffExcState) != object.Null && h.Field(exc, object.OffExcTraceback) == object.Null
}

// catchesWithout reports whether an exception that is about to leave a frame of code needs
// nothing of that: an AttributeError wants to know whether the object is the frame's self.
func (vm *VM) catchesWithout(exc object.Value, code *Code) bool {
	return !vm.wantsFrame(exc) || vm.heap.IsInstance(exc, object.AttributeErrorType) && !slices.Contains(code.LocalsPlus, "self")
}

// boundLocals returns a tuple of the names of a frame's locals that have a value.
func (vm *VM) boundLocals(fp unsafe.Pointer, code *Code) object.Value {
	h := vm.heap
	list := h.NewList()
	for i, name := range code.LocalsPlus {
		if vm.localValue(fp, code, i) != object.Null {
			h.ListAppend(list, h.Intern(name))
		}
	}
	return h.ListToTuple(list)
}

// selfOf returns the value of a frame's local self, Null if it has none.
func (vm *VM) selfOf(fp unsafe.Pointer, code *Code) object.Value {
	if i := slices.Index(code.LocalsPlus, "self"); i >= 0 {
		return vm.localValue(fp, code, i)
	}
	return object.Null
}

// localValue returns the value of a local or of the cell that holds it; Null if
// it has none.
func (vm *VM) localValue(fp unsafe.Pointer, code *Code, i int) object.Value {
	v := *local(fp, i)
	if vm.heap.Is(v, object.CellType) && code.Kinds[i]&(pycode.KindCell|pycode.KindFree) != 0 {
		v = vm.heap.Field(v, object.OffCellValue)
	}
	return v
}

// unexpectedKeyword is the error for a keyword argument that names no parameter.
func (vm *VM) unexpectedKeyword(c *Code, f object.Value, name string) error {
	return vm.heap.UnexpectedKeyword(ops.QualName(vm.heap, f), name, c.LocalsPlus[c.PosOnlyArgCount:c.ArgCount+c.KwOnlyArgCount])
}

// tracebackPlace returns the line of a traceback's entry, and the offset of its
// instruction in bytes.
func (vm *VM) tracebackPlace(tb object.Traceback) (line, lasti int) {
	return vm.codes[tb.Code].Line(int(tb.PC)), 2 * int(tb.PC)
}

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

package interp

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// What was probably meant by a misspelt name: the end of the last line of a
// traceback (Lib/traceback.py, _compute_suggestion_error).
//
// A NameError carries (name) when it is raised and, from the frame that it
// leaves first on, (name, names of the bound locals, function, value of self or
// Null). An AttributeError carries (name, object), and True behind it if the
// object is that frame's self; an ImportError (name, module's name).

// maxCandidates is how many names CPython looks at; with more it says nothing.
const maxCandidates = 750

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

// suggestion returns what CPython adds to the last line of a traceback.
func (vm *VM) suggestion(exc object.Value) string {
	h := vm.heap
	state := h.Field(exc, object.OffExcState)
	if !h.Is(state, object.TupleType) || h.TupleLen(state) == 0 {
		return ""
	}
	switch {
	case h.IsInstance(exc, object.NameErrorType):
		return vm.suggestName(state)
	case h.IsInstance(exc, object.AttributeErrorType):
		return didYouMean(vm.suggestAttribute(state))
	case h.IsInstance(exc, object.ImportErrorType):
		return didYouMean(vm.suggestImport(state))
	}
	return ""
}

func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return ". Did you mean: '" + name + "'?"
}

// suggestAmong returns the candidate nearest to a name. Candidates that begin
// with an underscore do not count if public is set and the name does not.
func suggestAmong(name string, candidates []string, public bool) string {
	if public && !strings.HasPrefix(name, "_") {
		candidates = slices.DeleteFunc(candidates, func(s string) bool { return strings.HasPrefix(s, "_") })
	}
	if len(candidates) >= maxCandidates {
		return ""
	}
	return object.Suggest(name, candidates)
}

func (vm *VM) suggestName(state object.Value) string {
	h := vm.heap
	name := h.GoString(h.TupleItem(state, 0))
	found := ""
	if h.TupleLen(state) == 4 {
		found = vm.suggestVariable(name, state)
	}
	s := didYouMean(found)
	if lib.IsStdlib(name) {
		if found == "" {
			return ". Did you forget to import '" + name + "'?"
		}
		return s + " Or did you forget to import '" + name + "'?"
	}
	return s
}

func (vm *VM) suggestVariable(name string, state object.Value) string {
	h := vm.heap
	names, f, self := h.TupleItem(state, 1), h.TupleItem(state, 2), h.TupleItem(state, 3)
	if self != object.Null {
		if ok, err := h.AttrExists(self, h.TupleItem(state, 0)); err == nil && ok {
			return "self." + name
		}
	}
	globals := h.Names(h.Field(f, object.OffFuncGlobals))
	var candidates []string
	for _, n := range h.TupleItems(names) {
		candidates = append(candidates, h.GoString(n))
	}
	if vm.codes[h.Half(f, object.OffFuncCode)].Name == "<module>" {
		candidates = append(candidates, globals...) // a module's locals
	}
	candidates = append(candidates, globals...)
	candidates = append(candidates, h.Names(h.Field(f, object.OffFuncBuiltins))...)
	return suggestAmong(name, candidates, false)
}

func (vm *VM) suggestAttribute(state object.Value) string {
	h := vm.heap
	name, obj := h.GoString(h.TupleItem(state, 0)), h.TupleItem(state, 1)
	return suggestAmong(name, h.Dir(obj), h.TupleLen(state) == 2)
}

func (vm *VM) suggestImport(state object.Value) string {
	h := vm.heap
	if h.TupleLen(state) < 2 { // there is no such module
		return ""
	}
	m := h.DictGetStr(vm.modules, h.InternValue(h.TupleItem(state, 1)))
	if m == object.Null {
		return ""
	}
	return suggestAmong(h.GoString(h.TupleItem(state, 0)), h.Dir(m), true)
}

// unexpectedKeyword is the error for a keyword argument that names no parameter.
func (vm *VM) unexpectedKeyword(c *Code, f object.Value, name string) error {
	return vm.heap.UnexpectedKeyword(vm.qualName(f), name, c.LocalsPlus[c.PosOnlyArgCount:c.ArgCount+c.KwOnlyArgCount])
}

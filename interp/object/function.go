package object

import (
	"fmt"
	"strings"
)

const functionSize = 104

// Function says what a function object is made of.
type Function struct {
	Code       uint32 // handle of the code object
	Globals    Value  // dict
	Builtins   Value  // dict
	Defaults   Value  // tuple or Null
	KwDefaults Value  // dict or Null
	Closure    Value  // tuple of cells or Null
	Name       Value
	QualName   Value
	Doc        Value
	Module     Value
}

// NewFunction makes a function object. Its version is 0: not assigned yet.
func (h *Heap) NewFunction(f Function) Value {
	v := h.Alloc(kindPlain, functionSize)
	h.header(v, FunctionType, 0)
	h.SetHalf(v, OffFuncCode, f.Code)
	h.SetHalf(v, OffFuncVersion, 0)
	h.SetField(v, OffFuncGlobals, f.Globals)
	h.SetField(v, OffFuncBuiltins, f.Builtins)
	h.SetField(v, OffFuncDefaults, f.Defaults)
	h.SetField(v, OffFuncKwDefaults, f.KwDefaults)
	h.SetField(v, OffFuncClosure, f.Closure)
	h.SetField(v, OffFuncName, f.Name)
	h.SetField(v, OffFuncQualName, f.QualName)
	h.SetField(v, offFuncDoc, f.Doc)
	h.SetField(v, OffFuncModule, f.Module)
	h.SetField(v, offFuncDict, Null)
	h.SetField(v, offFuncExtra, Null)
	return v
}

// NewCell makes a cell; x may be Null.
func (h *Heap) NewCell(x Value) Value {
	v := h.Alloc(kindPlain, 16)
	h.header(v, CellType, 0)
	h.SetField(v, OffCellValue, x)
	return v
}

// NewHandleObject makes an object of type t that stands for a Go object.
func (h *Heap) NewHandleObject(t TypeID, x any) Value {
	h.types[t].handle = true
	id := h.NewHandle(x)
	v := h.Alloc(kindHandle, 16)
	h.header(v, t, 0)
	h.SetWord(v, offHandle, id)
	return v
}

// HandleOf returns the Go object behind an object made by NewHandleObject.
func (h *Heap) HandleOf(v Value) any { return h.HandleAt(h.Word(v, offHandle)) }

// address returns an object's address as repr shows it.
func (h *Heap) address(v Value) string { return fmt.Sprintf("0x%012x", uintptr(h.At(v, 0))) }

// ID is id(v): an int that no other live object has.
func (h *Heap) ID(v Value) Value {
	if v.IsRef() {
		return h.Int(int64(uintptr(h.At(v, 0))))
	}
	return h.Int(int64(uint64(v) >> 1))
}

// FullName is what C code of CPython formats as %T (PyType_GetFullyQualifiedName).
func (t *Type) FullName() string { return strings.TrimPrefix(t.qualified(), "__main__.") }

// qualified returns a type's name with its module unless that is builtins.
func (t *Type) qualified() string {
	if t.made {
		m := t.heap.DictGetStr(t.Dict, t.heap.classes.nm.module)
		if m == Null || !t.heap.isStr(m) || t.heap.strIs(m, "builtins") {
			return t.qualName
		}
		return t.heap.GoString(m) + "." + t.qualName
	}
	if t.Module == "builtins" {
		return t.Name
	}
	return t.Module + "." + t.Name
}

func (h *Heap) initFunctionTypes() {
	h.register(&Type{ID: FunctionType, Name: "function", Final: true, Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			return h.NewStr("<function " + h.GoString(h.Field(v, OffFuncQualName)) + " at " + h.address(v) + ">"), nil
		},
		Call:    func(h *Heap, f Value, args []Value, kw Value) (Value, error) { return h.Caller(f, args, kw) },
		GetAttr: functionGetAttr,
		SetAttr: functionSetAttr,
	}})
	h.initMethods()
	h.initModules()
	h.initCells()
	h.register(&Type{ID: CodeType, Name: "code", Final: true, Slots: Slots{Hash: hashCode, Compare: compareCode}})
}

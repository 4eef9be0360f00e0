package object

import (
	"fmt"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
)

// FunctionSize is the size of a function object in bytes.
const FunctionSize = 104

// Function says what a function object is made of.
type Function struct {
	Code       uint32 // handle of the code object
	Version    uint32 // 0: not assigned yet
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

// FunctionWords returns the words of a function object that lie behind its first one.
func FunctionWords(f Function) (w [FunctionSize/8 - 1]uint64) {
	w[OffFuncCode/8-1] = uint64(f.Code) | uint64(f.Version)<<32
	for i, v := range [...]Value{
		OffFuncGlobals/8 - 2: f.Globals, OffFuncBuiltins/8 - 2: f.Builtins, OffFuncDefaults/8 - 2: f.Defaults, OffFuncKwDefaults/8 - 2: f.KwDefaults,
		OffFuncClosure/8 - 2: f.Closure, OffFuncName/8 - 2: f.Name, OffFuncQualName/8 - 2: f.QualName, offFuncDoc/8 - 2: f.Doc,
		OffFuncModule/8 - 2: f.Module, offFuncDict/8 - 2: Null, offFuncExtra/8 - 2: Null,
	} {
		w[i+1] = uint64(v)
	}
	return w
}

// NewFunction makes a function object.
func (h *Heap) NewFunction(f Function) Value {
	v := h.Alloc(kindPlain, FunctionSize)
	h.header(v, FunctionType, 0)
	for i, w := range FunctionWords(f) {
		h.SetWord(v, uintptr(8+8*i), w)
	}
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
func (h *Heap) NewHandleObject(t TypeID, x heap.Held) Value { return h.newHandleObject(t, 16, x) }

// NewCodeObject makes the code object that stands for x.
func (h *Heap) NewCodeObject(x heap.Held) Value {
	v := h.newHandleObject(CodeType, codeSize, x)
	for off := uintptr(OffCodeName); off <= OffCodeFile; off += 8 {
		h.SetField(v, off, Null)
	}
	return v
}

// newHandleObject is NewHandleObject of an object of so many bytes.
func (h *Heap) newHandleObject(t TypeID, size uintptr, x heap.Held) Value {
	h.types[t].handle = true
	made := false
	defer func() {
		if !made { // there was no memory
			h.Abandon(x)
		}
	}()
	v := h.Alloc(kindHandle, size)
	id := h.NewHandle(x)
	h.SetWord(v, offHandle, id)
	h.header(v, t, 0)
	made = true
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

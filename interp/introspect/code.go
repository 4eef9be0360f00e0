package introspect

import (
	"fmt"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Attributes of code objects and of functions that lead to them
// (Objects/codeobject.c).

// codeAttrs are the attributes of code objects that are numbers, strings or
// tuples.
var codeAttrs = []struct {
	name string
	get  func(h *object.Heap, c *adaptive.Code) object.Value
}{
	{"co_argcount", func(_ *object.Heap, c *adaptive.Code) object.Value { return small(c.ArgCount) }},
	{"co_posonlyargcount", func(_ *object.Heap, c *adaptive.Code) object.Value { return small(c.PosOnlyArgCount) }},
	{"co_kwonlyargcount", func(_ *object.Heap, c *adaptive.Code) object.Value { return small(c.KwOnlyArgCount) }},
	{"co_nlocals", func(_ *object.Heap, c *adaptive.Code) object.Value { return small(c.NumLocals()) }},
	{"co_stacksize", func(_ *object.Heap, c *adaptive.Code) object.Value { return small(c.StackSize) }},
	{"co_flags", func(_ *object.Heap, c *adaptive.Code) object.Value { return small(c.Flags) }},
	{"co_firstlineno", func(_ *object.Heap, c *adaptive.Code) object.Value { return small(c.FirstLine) }},
	{"co_names", func(h *object.Heap, c *adaptive.Code) object.Value { return h.NewTuple(c.NameValues...) }},
	{"co_consts", func(h *object.Heap, c *adaptive.Code) object.Value { return h.NewTuple(c.ConstValues...) }},
	{"co_varnames", slotNames(pycode.KindLocal)},
	{"co_cellvars", slotNames(pycode.KindCell)},
	{"co_freevars", slotNames(pycode.KindFree)},
	{"co_code", codeBytes},
	{"co_linetable", func(h *object.Heap, c *adaptive.Code) object.Value { return h.NewBytes(c.LineTable) }},
	{"co_exceptiontable", func(h *object.Heap, c *adaptive.Code) object.Value { return h.NewBytes(c.ExceptionTable) }},
}

// codeNames are those that stand in the code object as soon as somebody has asked for them.
var codeNames = []struct {
	name string
	off  uintptr
	get  func(h *object.Heap, c *adaptive.Code) object.Value
}{
	{"co_name", object.OffCodeName, func(h *object.Heap, c *adaptive.Code) object.Value { name, _ := c.FunctionNames(h); return name }},
	{"co_qualname", object.OffCodeQualName, func(h *object.Heap, c *adaptive.Code) object.Value { _, name := c.FunctionNames(h); return name }},
	{"co_filename", object.OffCodeFile, func(h *object.Heap, c *adaptive.Code) object.Value { return c.FileName(h) }},
}

// codeBytes are the instructions as they were read, before any was specialized.
func codeBytes(h *object.Heap, c *adaptive.Code) object.Value {
	b := make([]byte, 0, 2*len(c.Code.Units))
	for _, u := range c.Code.Units {
		b = append(b, byte(u), byte(u>>8))
	}
	return h.NewBytes(b)
}

// slotNames makes the tuple of the names of a frame's slots of a kind.
func slotNames(kind pycode.LocalKind) func(h *object.Heap, c *adaptive.Code) object.Value {
	return func(h *object.Heap, c *adaptive.Code) object.Value {
		list := h.NewList()
		for i, name := range c.LocalsPlus {
			if c.Kinds[i]&kind != 0 && c.Kinds[i]&pycode.KindHidden == 0 {
				h.ListAppend(list, h.InternName(name))
			}
		}
		return h.ListToTuple(list)
	}
}

// CodeOf returns the code that a code object stands for.
func CodeOf(h *object.Heap, v object.Value) *adaptive.Code { return h.HandleOf(v).(*adaptive.Code) }

// initCodeType gives code objects and functions their attributes.
func (o *Objects) initCodeType() {
	h := o.heap
	t := h.Type(object.CodeType)
	for _, a := range codeAttrs {
		h.AddGetSets(t, []object.GetSet{{Name: a.name, Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			return a.get(h, CodeOf(h, v)), nil
		}}})
	}
	for _, a := range codeNames {
		h.AddGetSets(t, []object.GetSet{{Name: a.name, Field: a.off, Get: func(_ *object.Heap, v object.Value) (object.Value, error) {
			x := a.get(h, CodeOf(h, v))
			h.SetField(v, a.off, x)
			return x, nil
		}}})
	}
	h.AddMethods(t, []object.Builtin{
		{Name: "co_positions", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return codePlaces(h, v, func(at pycode.Location, out object.Value) {
				p := at.Position
				for range at.End - at.Start {
					h.ListAppend(out, h.NewTuple(known(p.Line), known(p.EndLine), known(p.Col), known(p.EndCol)))
				}
			})
		}},
		{Name: "_varname_from_oparg", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			i, err := h.CInt(a[0])
			if err != nil {
				return object.Null, err
			}
			names := CodeOf(h, v).LocalsPlus
			if i < 0 || i >= len(names) {
				return object.Null, h.Raise(object.IndexErrorType, "tuple index out of range")
			}
			return h.InternName(names[i]), nil
		}},
		{Name: "co_lines", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			out, start, end, line := h.NewList(), 0, 0, 0
			flush := func() {
				if end > start {
					h.ListAppend(out, h.NewTuple(small(start), small(end), known(line)))
				}
			}
			for at := range CodeOf(h, v).Locations() {
				if at.Position.Line != line || end == 0 {
					flush()
					start, line = 2*at.Start, at.Position.Line
				}
				end = 2 * at.End
			}
			flush()
			return h.Iter(out)
		}},
	})
	h.AddMethods(t, []object.Builtin{
		{Name: "replace", Arity: object.Varied, FnKw: o.codeReplace}, {Name: "__replace__", Arity: object.Varied, FnKw: o.codeReplace},
	})
	t.Slots.New = o.codeNew
	t.Slots.Release = func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) }
	h.CodeKey = func(v object.Value) string { return CodeOf(h, v).Key() }
	t.Slots.Repr = func(h *object.Heap, v object.Value) (object.Value, error) {
		c := CodeOf(h, v)
		return h.NewStr(fmt.Sprintf(`<code object %s at %s, file "%s", line %d>`, c.Name, h.Address(v), c.Filename, c.FirstLine)), nil
	}
	h.AddGetSets(h.Type(object.FunctionType), []object.GetSet{{Name: "__code__", Get: func(h *object.Heap, f object.Value) (object.Value, error) {
		return o.vm.Code(h.Half(f, object.OffFuncCode)).Self, nil
	}, Set: o.setFunctionCode}})
	h.Type(object.FunctionType).Slots.New = o.functionNew
	for _, row := range [...]struct {
		id   object.TypeID
		name string
	}{{object.GeneratorType, "gi_code"}, {object.CoroutineType, "cr_code"}, {object.AsyncGeneratorType, "ag_code"}} {
		h.AddGetSets(h.Type(row.id), []object.GetSet{{Name: row.name, Get: func(h *object.Heap, g object.Value) (object.Value, error) {
			return o.vm.Code(h.GenCode(g)).Self, nil
		}}})
	}
}

// known is a line or a column that there may not be.
func known(n int) object.Value {
	if n < 0 {
		return object.None
	}
	return small(n)
}

// codePlaces returns an iterator over what add makes of the source ranges of a code
// object's units, in order.
func codePlaces(h *object.Heap, code object.Value, add func(at pycode.Location, out object.Value)) (object.Value, error) {
	out := h.NewList()
	for at := range CodeOf(h, code).Locations() {
		add(at, out)
	}
	return h.Iter(out)
}

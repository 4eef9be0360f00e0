package lib

import (
	"math"

	"github.com/tier2go/tier2/interp/object"
)

// The module _testcapi is how CPython's tests reach its C API (Modules/_testcapi). Of it
// there is what the tests of the language ask for and what has a counterpart here: limits of
// C's types, functions of each calling convention, calls, how an exception is shown. A name
// that is not here raises AttributeError, as in a CPython that was built without it.

// capiLimits are the limits of C's integer types on 64-bit linux.
var capiLimits = []refusedInt{
	{"INT_MAX", math.MaxInt32}, {"INT_MIN", math.MinInt32}, {"LONG_MAX", math.MaxInt64}, {"LONG_MIN", math.MinInt64}, {"LLONG_MAX", math.MaxInt64},
	{"LLONG_MIN", math.MinInt64}, {"PY_SSIZE_T_MAX", math.MaxInt64}, {"PY_SSIZE_T_MIN", math.MinInt64}, {"UINT_MAX", math.MaxUint32},
}

func (l *Lib) newTestCAPI() (object.Value, error) {
	h, m := l.h, l.newModule("_testcapi")
	for _, c := range capiLimits {
		m.set(c.name, h.Int(c.n))
	}
	m.set("ULONG_MAX", h.IntFromUint64(math.MaxUint64))
	m.set("FLT_MAX", object.FloatValue(math.MaxFloat32))
	m.set("DBL_MAX", object.FloatValue(math.MaxFloat64))
	m.functions([]object.Builtin{
		{Name: "config_get", Arity: object.O, Fn: configGet},
		{Name: "exception_print", Min: 1, Max: 2, Fn: l.printException},
		{Name: "traceback_print", Min: 2, Max: 2, Fn: printTraceback},
		{Name: "raise_exception", Min: 2, Max: 2, Fn: raiseCounted},
		{Name: "raise_memoryerror", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.Null, h.RaiseMemoryError()
		}},
		{Name: "pycfunction_call", Min: 2, Max: 3, Fn: callDict},
		{Name: "pyobject_fastcalldict", Min: 3, Max: 3, Fn: callDict},
		{Name: "pyobject_vectorcall", Min: 3, Max: 3, Fn: callVector},
	})
	for _, b := range conventions {
		b.Module = m.name
		m.set(b.Name, h.NewBuiltin(&b, m.v))
	}
	for _, c := range [...]struct {
		name string
		add  func(*object.Type)
	}{
		{"MethInstance", func(t *object.Type) { h.AddMethods(t, conventions) }},
		{"MethClass", func(t *object.Type) { h.AddClassMethods(t, conventions) }},
		{"MethStatic", func(t *object.Type) {
			for _, b := range conventions {
				h.SetTypeAttr(t, b.Name, h.NewBuiltin(&b, object.Null))
			}
		}},
	} {
		t := h.RegisterType(&object.Type{Name: c.name, Module: m.name, Size: 16, Slots: object.Slots{
			New: func(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
				return h.NewEmpty(t), nil
			},
		}})
		c.add(t)
		m.set(c.name, t.Object)
	}
	return m.v, nil
}

// conventions are functions that return what they are called with, one for each way in
// which a function in C takes its arguments.
var conventions = []object.Builtin{
	{Name: "meth_noargs", Arity: object.NoArgs, Fn: func(_ *object.Heap, self object.Value, _ []object.Value) (object.Value, error) {
		return orNone(self), nil
	}},
	{Name: "meth_o", Arity: object.O, Fn: func(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
		return h.NewTuple(orNone(self), a[0]), nil
	}},
	{Name: "meth_varargs", Arity: object.Varied, Fn: calledWith},
	{Name: "meth_fastcall", Max: -1, Fn: calledWith},
	{Name: "meth_varargs_keywords", Arity: object.Varied, FnKw: calledWithNames},
	{Name: "meth_fastcall_keywords", Max: -1, FnKw: calledWithNames},
}

func calledWith(h *object.Heap, self object.Value, a []object.Value) (object.Value, error) {
	return h.NewTuple(orNone(self), h.NewTuple(a...)), nil
}

func calledWithNames(h *object.Heap, self object.Value, a []object.Value, kwnames object.Value) (object.Value, error) {
	if kwnames == object.Null {
		return h.NewTuple(orNone(self), h.NewTuple(a...), object.None), nil
	}
	first := len(a) - h.TupleLen(kwnames)
	named := h.NewDict()
	for i, x := range a[first:] {
		if err := h.DictSet(named, h.TupleItem(kwnames, i), x); err != nil {
			return object.Null, err
		}
	}
	return h.NewTuple(orNone(self), h.NewTuple(a[:first]...), named), nil
}

// orNone is a receiver, None for a function without one.
func orNone(self object.Value) object.Value {
	if self == object.Null {
		return object.None
	}
	return self
}

// configGet is PyConfig_Get of what tests of tracebacks ask: whether code has columns.
func configGet(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.StrType) || h.GoString(a[0]) != "code_debug_ranges" {
		return object.Null, h.Unsupported("function _testcapi.config_get of this name")
	}
	return object.True, nil
}

// printException is PyErr_DisplayException: sys.excepthook's way of printing.
func (l *Lib) printException(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if _, err := h.ImportModule("sys"); err != nil {
		return object.Null, err
	}
	file := l.Sys("stderr")
	if file == object.Null || file == object.None {
		return object.None, nil // nothing to show it on
	}
	if !h.IsExceptionType(h.TypeOf(a[0]).Object) {
		_, err := callMethod(h, file, "write",
			h.NewStr("TypeError: print_exception(): Exception expected for value, "+h.TypeName(a[0])+" found\n"))
		return object.None, err
	}
	m, err := h.ImportModule("traceback")
	if err != nil {
		return object.Null, err
	}
	_, err = callMethod(h, m, "_print_exception_bltin", a[0])
	return object.None, err
}

// printTraceback is PyTraceBack_Print: the lines of a traceback, without columns.
func printTraceback(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	m, err := h.ImportModule("traceback")
	if err != nil {
		return object.Null, err
	}
	entries, err := callMethod(h, m, "extract_tb", a[0])
	if err != nil {
		return object.Null, err
	}
	plain, err := h.ListFromIter(entries)
	if err != nil {
		return object.Null, err
	}
	for i := range h.ListLen(plain) {
		t, err := h.TupleFromIter(h.ListItem(plain, i)) // file, line, name, text: the columns are not among them
		if err != nil {
			return object.Null, err
		}
		h.ListItems(plain)[i] = t
	}
	if _, err := callMethod(h, a[1], "write", h.NewStr("Traceback (most recent call last):\n")); err != nil {
		return object.Null, err
	}
	return callMethod(h, m, "print_list", plain, a[1])
}

// raiseCounted raises an exception with the arguments 0 to n-1.
func raiseCounted(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	n, err := h.CInt(a[1])
	if err != nil {
		return object.Null, err
	}
	if n < 0 {
		return object.Null, h.Raise(object.SystemErrorType, "Objects/tupleobject.c:40: bad argument to internal function")
	}
	if !h.IsExceptionType(a[0]) {
		shown, err := h.Repr(a[0])
		if err != nil {
			return object.Null, err
		}
		return object.Null, h.Raise(object.SystemErrorType, "_PyErr_SetObject: exception %s is not a BaseException subclass", h.GoString(shown))
	}
	h.RoomFor(64 * float64(n))
	args := h.NewTuple(make([]object.Value, n)...)
	for i := range n {
		h.TupleItems(args)[i] = object.SmallInt(int64(i))
	}
	v, err := h.Call(a[0], h.TupleItems(args), object.Null)
	if err != nil {
		return object.Null, err
	}
	if !h.IsExceptionType(h.TypeOf(v).Object) {
		of := h.TypeName(v) // before the program's code runs
		shown, err := h.Repr(a[0])
		if err != nil {
			return object.Null, err
		}
		return object.Null, h.Raise(object.TypeErrorType, "calling %s should have returned an instance of BaseException, not %s", h.GoString(shown), of)
	}
	return object.Null, h.RaiseValue(v)
}

// callDict calls a[0] with the arguments of a tuple and those of a dict.
func callDict(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	args, err := vector(h, a[1])
	if err != nil {
		return object.Null, err
	}
	if len(a) < 3 || a[2] == object.None {
		return h.Call(a[0], args, object.Null)
	}
	if !h.IsInstance(a[2], object.DictType) {
		return object.Null, h.Raise(object.TypeErrorType, "kwnames must be None or a dict")
	}
	m := h.Mark()
	defer h.Release(m)
	h.PushAll(args)
	names := h.NewList()
	for pos := 0; ; {
		name, x, ok := h.DictNext(a[2], &pos)
		if !ok {
			return h.Call(a[0], h.Pushed(m), h.ListToTuple(names))
		}
		if !h.IsInstance(name, object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "keywords must be strings")
		}
		h.Push(x)
		h.ListAppend(names, name)
	}
}

// callVector calls a[0] with a tuple, whose last items have the names of another.
func callVector(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	args, err := vector(h, a[1])
	if err != nil {
		return object.Null, err
	}
	names := a[2]
	switch {
	case names == object.None:
		return h.Call(a[0], args, object.Null)
	case !h.IsInstance(names, object.TupleType):
		return object.Null, h.Raise(object.TypeErrorType, "kwnames must be None or a tuple")
	case h.TupleLen(names) > len(args):
		return object.Null, h.Raise(object.ValueErrorType, "kwnames longer than args")
	}
	for _, name := range h.TupleItems(names) {
		if !h.IsInstance(name, object.StrType) { // CPython hands it to the function, which may crash
			return object.Null, h.Raise(object.TypeErrorType, "keywords must be strings")
		}
	}
	return h.Call(a[0], args, names)
}

// vector are the items of a tuple; none of None.
func vector(h *object.Heap, v object.Value) ([]object.Value, error) {
	switch {
	case v == object.None:
		return nil, nil
	case h.IsInstance(v, object.TupleType):
		return h.TupleItems(v), nil
	}
	return nil, h.Raise(object.TypeErrorType, "args must be None or a tuple")
}

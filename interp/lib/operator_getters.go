package lib

import (
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// itemgetter, attrgetter and methodcaller.

const (
	offGetterArgs   = 8  // tuple: keys; names split at dots, each a tuple; arguments of a method
	offGetterName   = 16 // methodcaller: str
	offGetterKwargs = 24 // methodcaller: tuple of names, or Null
	offGetterShown  = 32 // attrgetter: tuple of the names as given
	getterBytes     = object.OffGetter + 8
)

// getter is one of the types: how it is made, called and shown.
type getter struct {
	name string
	make func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error
	call func(h *object.Heap, v, obj object.Value) (object.Value, error)
	repr func(h *object.Heap, v object.Value) (object.Value, error)
	// reduce is __reduce__.
	reduce func(h *object.Heap, v object.Value) (object.Value, error)
}

var getters = []getter{
	{"itemgetter", makeItemGetter, callItemGetter, reprArgs("itemgetter", offGetterArgs), shownArgs(offGetterArgs)},
	{"attrgetter", makeAttrGetter, callAttrGetter, reprArgs("attrgetter", offGetterShown), shownArgs(offGetterShown)},
	{"methodcaller", makeMethodCaller, callMethodCaller, reprMethodCaller, reduceMethodCaller},
}

func (l *Lib) registerGetters(m *module) {
	h := l.h
	for _, g := range getters {
		t := h.RegisterType(&object.Type{Name: g.name, Module: "operator", Final: true, Getters: g.name != "methodcaller", Slots: object.Slots{
			New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
				v := h.NewObject(t.ID, getterBytes)
				return v, g.make(h, v, args, kwnames)
			},
			Call: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
				if kwnames != object.Null && h.TupleLen(kwnames) > 0 {
					return object.Null, h.NoKeywords(g.name, kwnames)
				}
				if len(args) != 1 {
					return object.Null, h.CheckCount(g.name, len(args), 1, 1)
				}
				return g.call(h, v, args[0])
			},
			Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
				first, err := h.BeginRepr(v)
				if err != nil {
					return object.Null, err
				}
				if !first {
					return h.NewStr("operator." + g.name + "(...)"), nil
				}
				defer h.EndRepr()
				return g.repr(h, v)
			},
		}})
		m.set(g.name, t.Object)
		h.AddMethods(t, []object.Builtin{{Name: "__reduce__", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return g.reduce(h, v)
		}}})
	}
}

func shownArgs(off uintptr) func(h *object.Heap, v object.Value) (object.Value, error) {
	return func(h *object.Heap, v object.Value) (object.Value, error) {
		return h.NewTuple(h.TypeOf(v).Object, h.Field(v, off)), nil
	}
}

// reduceMethodCaller is a call of the type, or of functools.partial of it with what is named
// (Modules/_operator.c, methodcaller_reduce).
func reduceMethodCaller(h *object.Heap, v object.Value) (object.Value, error) {
	class, name, args, names := h.TypeOf(v).Object, h.Field(v, offGetterName), h.Field(v, offGetterArgs), h.Field(v, offGetterKwargs)
	if names == object.Null {
		return h.NewTuple(class, h.NewTuple(append([]object.Value{name}, h.TupleItems(args)...)...)), nil
	}
	functools, err := h.ImportModule("functools")
	if err != nil {
		return object.Null, err
	}
	partial, err := h.GetAttr(functools, h.Intern("partial"))
	if err != nil {
		return object.Null, err
	}
	n := h.TupleLen(args) - h.TupleLen(names)
	given := h.NewTuple(append([]object.Value{class, name}, h.TupleItems(args)[n:]...)...)
	if partial, err = h.Call(partial, h.TupleItems(given), names); err != nil {
		return object.Null, err
	}
	return h.NewTuple(partial, h.NewTuple(h.TupleItems(args)[:n]...)), nil
}

func reprArgs(name string, off uintptr) func(h *object.Heap, v object.Value) (object.Value, error) {
	return func(h *object.Heap, v object.Value) (object.Value, error) {
		r, err := reprList(h, h.Field(v, off))
		return h.NewStr("operator." + name + "(" + r + ")"), err
	}
}

// reprList shows the elements of a tuple with commas between them.
func reprList(h *object.Heap, tuple object.Value) (string, error) {
	var parts []string
	for i := range h.TupleLen(tuple) {
		r, err := h.Repr(h.TupleItem(tuple, i))
		if err != nil {
			return "", err
		}
		parts = append(parts, h.GoString(r))
	}
	return strings.Join(parts, ", "), nil
}

func makeItemGetter(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	if err := h.NoKeywords("itemgetter", kwnames); err != nil {
		return err
	}
	if len(args) == 0 {
		return h.CheckCount("itemgetter", 0, 1, 1)
	}
	h.SetField(v, offGetterArgs, h.NewTuple(args...))
	h.SetWord(v, object.OffGetter, uint64(h.GetterNumber(false, args)))
	return nil
}

func callItemGetter(h *object.Heap, v, obj object.Value) (object.Value, error) {
	return eachGetter(h, h.Field(v, offGetterArgs), func(key object.Value) (object.Value, error) {
		return h.Binary(object.Subscr, obj, key)
	})
}

// eachGetter returns what get makes of the one element of a tuple, or the tuple of
// what it makes of them.
func eachGetter(h *object.Heap, keys object.Value, get func(key object.Value) (object.Value, error)) (object.Value, error) {
	n := h.TupleLen(keys)
	if n == 1 {
		return get(h.TupleItem(keys, 0))
	}
	m := h.Mark()
	defer h.Release(m)
	for i := range n {
		x, err := get(h.TupleItem(keys, i))
		if err != nil {
			return object.Null, err
		}
		h.Push(x)
	}
	return h.NewTuple(h.Pushed(m)...), nil
}

func makeAttrGetter(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	if err := h.NoKeywords("attrgetter", kwnames); err != nil {
		return err
	}
	if len(args) == 0 {
		return h.CheckCount("attrgetter", 0, 1, 1)
	}
	list, names := h.NewList(), 0
	for _, a := range args {
		if !h.IsInstance(a, object.StrType) {
			return h.Raise(object.TypeErrorType, "attribute name must be a string")
		}
		path := h.NewList()
		for _, s := range strings.Split(h.GoString(a), ".") {
			h.ListAppend(path, h.InternName(s))
			names++
		}
		h.ListAppend(list, h.ListToTuple(path))
	}
	h.SetField(v, offGetterShown, h.NewTuple(args...))
	h.SetField(v, offGetterArgs, h.ListToTuple(list))
	if h.ListLen(list) == names { // none has a dot
		h.SetWord(v, object.OffGetter, uint64(h.GetterNumber(true, args)))
	}
	return nil
}

func callAttrGetter(h *object.Heap, v, obj object.Value) (object.Value, error) {
	return eachGetter(h, h.Field(v, offGetterArgs), func(path object.Value) (object.Value, error) {
		x := obj
		for i := range h.TupleLen(path) {
			var err error
			if x, err = h.GetAttr(x, h.TupleItem(path, i)); err != nil {
				return object.Null, err
			}
		}
		return x, nil
	})
}

func makeMethodCaller(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	npos := len(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	if npos < 1 {
		return h.Raise(object.TypeErrorType, "methodcaller needs at least one argument, the method name")
	}
	if !h.IsInstance(args[0], object.StrType) {
		return h.Raise(object.TypeErrorType, "method name must be a string")
	}
	h.SetField(v, offGetterName, h.InternValue(args[0]))
	h.SetField(v, offGetterKwargs, kwnames)
	h.SetField(v, offGetterArgs, h.NewTuple(args[1:]...))
	return nil
}

func callMethodCaller(h *object.Heap, v, obj object.Value) (object.Value, error) {
	f, self, err := h.LoadMethod(obj, h.Field(v, offGetterName))
	if err != nil {
		return object.Null, err
	}
	if self == object.Null {
		return h.Call(f, h.TupleItems(h.Field(v, offGetterArgs)), h.Field(v, offGetterKwargs))
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(self)
	h.PushAll(h.TupleItems(h.Field(v, offGetterArgs)))
	return h.Call(f, h.Pushed(m), h.Field(v, offGetterKwargs))
}

func reprMethodCaller(h *object.Heap, v object.Value) (object.Value, error) {
	args, kwnames := h.Field(v, offGetterArgs), h.Field(v, offGetterKwargs)
	npos := h.TupleLen(args)
	if kwnames != object.Null {
		npos -= h.TupleLen(kwnames)
	}
	name, err := h.Repr(h.Field(v, offGetterName))
	if err != nil {
		return object.Null, err
	}
	text := h.GoString(name)
	for i := range h.TupleLen(args) {
		r, err := h.Repr(h.TupleItem(args, i))
		if err != nil {
			return object.Null, err
		}
		text += ", "
		if i >= npos {
			text += h.GoString(h.TupleItem(kwnames, i-npos)) + "="
		}
		text += h.GoString(r)
	}
	return h.NewStr("operator.methodcaller(" + text + ")"), nil
}

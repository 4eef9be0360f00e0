package lib

import "github.com/tier2go/tier2/interp/object"

// The builtins aiter and anext (Python/bltinmodule.c, Objects/iterobject.c).

func (l *Lib) asyncIterFunctions() []object.Builtin {
	var kind *object.Type // of what anext returns where it has a default, made when it is first needed
	return []object.Builtin{
		{Name: "aiter", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			it, found, err := callSpecial(h, a[0], "__aiter__")
			switch {
			case err != nil:
				return object.Null, err
			case !found:
				return object.Null, h.Raise(object.TypeErrorType, "'%s' object is not an async iterable", h.TypeName(a[0]))
			case h.TypeOf(it).Lookup(h.Intern("__anext__")) == object.Null:
				return object.Null, h.Raise(object.TypeErrorType, "aiter() returned not an async iterator of type '%s'", h.TypeName(it))
			}
			return it, nil
		}},
		{Name: "anext", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			next, found, err := callSpecial(h, a[0], "__anext__")
			switch {
			case err != nil:
				return object.Null, err
			case !found:
				return object.Null, h.Raise(object.TypeErrorType, "'%s' object is not an async iterator", h.TypeName(a[0]))
			case len(a) == 1:
				return next, nil
			}
			if kind == nil {
				kind = newAnextType(h)
			}
			v := h.NewObject(kind.ID, anextSize)
			h.SetField(v, offAnextOf, next)
			h.SetField(v, offAnextDefault, a[1])
			return v, nil
		}},
	}
}

// callSpecial calls a special method of a value; found is false if its type has none.
func callSpecial(h *object.Heap, v object.Value, name string) (r object.Value, found bool, err error) {
	f := h.TypeOf(v).Lookup(h.Intern(name))
	if f == object.Null {
		return object.Null, false, nil
	}
	if f, err = h.Bind(f, v); err != nil {
		return object.Null, true, err
	}
	r, err = h.Call(f, nil, object.Null)
	return r, true, err
}

// The fields of what anext returns where it has a default: what is awaited, and that.
const (
	offAnextOf      = 8
	offAnextDefault = 16
	anextSize       = 24
)

func newAnextType(h *object.Heap) *object.Type {
	t := h.RegisterType(&object.Type{Name: "anext_awaitable", Final: true, Slots: object.Slots{Iter: itself, Next: func(h *object.Heap, v object.Value) (object.Value, error) {
		return anextStep(h, v, "__next__")
	}}})
	step := func(name string) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Fast, Max: 3, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			return anextStep(h, v, name, a...)
		}}
	}
	h.AddMethods(t, []object.Builtin{step("send"), step("throw"), step("close"), {
		Name: "__await__", Arity: object.NoArgs,
		Fn: func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return v, nil },
	}})
	return t
}

// anextStep calls a method of what awaiting the next element runs: where there is none, the
// default is the value.
func anextStep(h *object.Heap, v object.Value, name string, args ...object.Value) (object.Value, error) {
	it := h.Field(v, offAnextOf)
	if !h.Is(it, object.GeneratorType) {
		var found bool
		var err error
		if it, found, err = callSpecial(h, it, "__await__"); err != nil {
			return object.Null, err
		} else if !found {
			return object.Null, h.Raise(object.TypeErrorType, "'%s' object can't be awaited", h.TypeName(h.Field(v, offAnextOf)))
		}
	}
	if name == "__next__" && h.TypeOf(it).Lookup(h.Intern("send")) != object.Null { // what it returns is the exception's value
		name, args = "send", []object.Value{object.None}
	}
	r, err := callMethod(h, it, name, args...)
	if h.RaisedIs(err, object.StopAsyncIterationType) {
		err = h.StopIteration(h.Field(v, offAnextDefault))
	}
	return r, err
}

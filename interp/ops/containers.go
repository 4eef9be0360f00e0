package ops

import (
	"errors"

	"github.com/tier2go/tier2/interp/object"
)

// ListExtend is [*v]: like list.extend, with its own message.
func ListExtend(h *object.Heap, l, v object.Value) error {
	if h.TypeOf(v).Iter == nil {
		return h.Raise(object.TypeErrorType, "Value after * must be an iterable, not %s", h.TypeName(v))
	}
	return h.ListExtend(l, v)
}

// DictUpdate is {**v}.
func DictUpdate(h *object.Heap, d, v object.Value) error {
	err := h.DictMerge(d, v, nil)
	if err != nil && h.RaisedIs(err, object.AttributeErrorType) {
		err = h.Raise(object.TypeErrorType, "'%s' object is not a mapping", h.TypeName(v))
	}
	return err
}

// DictMerge is f(**v): keys must be new, and strs.
func DictMerge(h *object.Heap, f, d, v object.Value) error {
	again := func(key object.Value) error { return h.RaiseWith(object.KeyErrorType, key) }
	if err := h.DictMerge(d, v, again); err != nil {
		return mergeError(h, err, f, v)
	}
	for pos := 0; ; {
		key, _, ok := h.DictNext(d, &pos)
		if !ok {
			return nil
		}
		if !h.IsInstance(key, object.StrType) {
			return h.Raise(object.TypeErrorType, "keywords must be strings")
		}
	}
}

// calleeName is CPython's _PyObject_FunctionStr.
func calleeName(h *object.Heap, f object.Value) string {
	name, module := "", "builtins"
	switch h.TypeID(f) {
	case object.FunctionType:
		name = QualName(h, f)
		if m := h.Field(f, object.OffFuncModule); h.Is(m, object.StrType) {
			module = h.GoString(m)
		}
	case object.BuiltinType, object.MethodDescType:
		b := h.BuiltinOf(f)
		name = b.Name
		if b.Owner != nil {
			name = b.Owner.Name + "." + name
		} else if b.Module != "" {
			module = b.Module
		}
	default:
		for attr, to := range map[string]*string{"__qualname__": &name, "__module__": &module} {
			if v, err := h.LookupAttr(f, h.Intern(attr)); err == nil && v != object.Null && h.IsInstance(v, object.StrType) {
				*to = h.GoString(v)
			}
		}
	}
	if name == "" {
		s, err := h.Str(f)
		if err != nil {
			return "?"
		}
		return h.GoString(s)
	}
	if module != "builtins" {
		name = module + "." + name
	}
	return name + "()"
}

// QualName returns the qualified name of a function in Python.
func QualName(h *object.Heap, f object.Value) string {
	return h.GoString(h.Field(f, object.OffFuncQualName))
}

// mergeError is what CPython makes of an error of f(**v) (_PyEval_FormatKwargsError): a
// KeyError, whoever raises it, is taken for that of a keyword that is there already.
func mergeError(h *object.Heap, err error, f, v object.Value) error {
	var r *object.Raised
	switch {
	case !errors.As(err, &r):
	case h.IsInstance(r.Exc, object.AttributeErrorType):
		return h.Raise(object.TypeErrorType, "%s argument after ** must be a mapping, not %s", calleeName(h, f), h.TypeName(v))
	case h.IsInstance(r.Exc, object.KeyErrorType):
		args := h.Field(r.Exc, object.OffExcArgs)
		if h.TupleLen(args) != 1 {
			return err
		}
		if key := h.TupleItem(args, 0); h.IsInstance(key, object.StrType) {
			return h.Raise(object.TypeErrorType, "%s got multiple values for keyword argument '%s'", calleeName(h, f), h.GoString(key))
		}
		return h.Raise(object.TypeErrorType, "keywords must be strings")
	}
	return err
}

// Global returns a global of a function, or the builtin of that name; Null if there is
// neither. The globals of a function that the program has made may be a class derived from
// dict.
func Global(h *object.Heap, f, name object.Value) (object.Value, error) {
	if v, err := FromMapping(h, h.Field(f, object.OffFuncGlobals), name); v != object.Null || err != nil {
		return v, err
	}
	return Builtin(h, f, name)
}

// Spaced returns what a namespace, a mapping, has under a name, or else the globals or the builtins of a function; Null if none has it.
func Spaced(h *object.Heap, ns, f, name object.Value) (object.Value, error) {
	if v, err := FromMapping(h, ns, name); v != object.Null || err != nil {
		return v, err
	}
	if v := h.DictGetStr(h.Field(f, object.OffFuncGlobals), name); v != object.Null {
		return v, nil
	}
	return Builtin(h, f, name)
}

// Builtin returns what the builtins of a function have under a name, Null if they have nothing.
func Builtin(h *object.Heap, f, name object.Value) (object.Value, error) {
	d := h.Field(f, object.OffFuncBuiltins)
	if v := h.DictGetStr(d, name); v != object.Null {
		return v, nil
	}
	if other := h.OtherBuiltins(d); other != object.Null {
		return FromMapping(h, other, name)
	}
	return object.Null, nil
}

// storeAttrValue is STORE_ATTR_INSTANCE_VALUE: it stores x at the offset in the
// inline cache if the order of the values allows it.
func StoreInline(h *object.Heap, v object.Value, off uintptr, x object.Value) bool {
	if h.Field(v, off) == object.Null {
		i := uint32(off-h.TypeOf(v).ValuesOff()) / 8
		if h.Half(v, object.OffAux) > i {
			return false
		}
		h.SetHalf(v, object.OffAux, i+1)
	}
	h.SetField(v, off, x)
	return true
}

package object

// functionAttr describes an attribute of functions that is a field.
type functionAttr struct {
	off uintptr
	// must is the type whose instances it may be set to; NoType: any; ObjectType: none, it
	// is read-only.
	must     TypeID
	nullable bool // None (or del) empties it
}

// functionAttrs follow CPython's Objects/funcobject.c.
var functionAttrs = map[string]functionAttr{
	"__name__": {OffFuncName, StrType, false}, "__qualname__": {OffFuncQualName, StrType, false},
	"__doc__": {offFuncDoc, NoType, true}, "__module__": {OffFuncModule, NoType, true},
	"__globals__": {OffFuncGlobals, ObjectType, false}, "__builtins__": {OffFuncBuiltins, ObjectType, false},
	"__closure__":  {OffFuncClosure, ObjectType, true},
	"__defaults__": {OffFuncDefaults, TupleType, true}, "__kwdefaults__": {OffFuncKwDefaults, DictType, true},
}

// otherBuiltinsKey is the key under which the builtins of a function have what stands in for them: no name.
const otherBuiltinsKey = None

// NewBuiltins returns the dict that a function has for builtins that may be anything: b if it is a
// dict, else an empty one that knows b.
func (h *Heap) NewBuiltins(b Value) Value {
	if h.Is(b, DictType) {
		return b
	}
	d := h.NewDict()
	h.dictAdd(d, otherBuiltinsKey, 0, b) // nobody looks the key up, so its hash does not matter
	return d
}

// OtherBuiltins returns what stands in for a function's dict of builtins, Null if these are a dict.
func (h *Heap) OtherBuiltins(d Value) Value {
	if h.DictLen(d) != 1 {
		return Null
	}
	pos := 0
	if k, x, ok := h.DictNext(d, &pos); ok && k == otherBuiltinsKey {
		return x
	}
	return Null
}

// FunctionBuiltins returns the builtins of a function as a program sees them.
func (h *Heap) FunctionBuiltins(f Value) Value {
	d := h.Field(f, OffFuncBuiltins)
	if other := h.OtherBuiltins(d); other != Null {
		return other
	}
	return d
}

// functionName is what a function has under a name, other than in its dict.
type functionName struct {
	name  string
	field *functionAttr // nil: another one
	extra *GetSet       // what stands in its extra part; neither: the dict
}

// initFunctionNames makes the table of functionNames by interned name.
func (h *Heap) initFunctionNames() {
	names := map[Value]functionName{h.classes.nm.dict: {name: "__dict__"}}
	for s, a := range functionAttrs {
		names[h.Intern(s)] = functionName{name: s, field: &a}
	}
	for s, a := range functionAnnotations {
		names[h.Intern(s)] = functionName{name: s, extra: &a}
	}
	h.classes.nm.ofFunctions = names
}

func functionGetAttr(h *Heap, v, name Value) (Value, error) {
	if a, ok := h.classes.nm.ofFunctions[h.InternValue(name)]; ok {
		switch {
		case a.extra != nil:
			return a.extra.Get(h, v)
		case a.field == nil:
			return h.functionDict(v), nil
		case a.field.off == OffFuncBuiltins:
			return h.FunctionBuiltins(v), nil
		}
		return orNone(h.Field(v, a.field.off)), nil
	}
	if d := h.Field(v, offFuncDict); d != Null {
		if x := h.DictGetStr(d, name); x != Null {
			return x, nil
		}
	}
	return h.FindGeneric(v, name)
}

// functionDict returns a function's own attributes, a dict made when needed.
func (h *Heap) functionDict(v Value) Value {
	d := h.Field(v, offFuncDict)
	if d == Null {
		d = h.NewDict()
		h.SetField(v, offFuncDict, d)
	}
	return d
}

func functionSetAttr(h *Heap, v, name, x Value) error {
	key := h.InternValue(name)
	if a, ok := h.classes.nm.ofFunctions[key]; ok {
		switch {
		case a.extra != nil:
			return a.extra.Set(h, v, x)
		case a.field != nil:
			return h.setFunctionField(v, a.name, *a.field, x)
		case x == Null:
			return h.Raise(TypeErrorType, "cannot delete __dict__")
		case !h.Is(x, DictType):
			return h.Raise(TypeErrorType, "__dict__ must be set to a dictionary, not a '%s'", h.TypeName(x))
		}
		h.SetField(v, offFuncDict, x)
		return nil
	}
	if h.attrNamed(h.TypeOf(v), key) {
		if d := h.types[FunctionType].Lookup(key); d != Null && h.Is(d, GetSetType) {
			return getSetSet(h, d, v, x)
		}
		return h.Unsupported("setting attribute " + h.GoString(name) + " of 'function' objects")
	}
	d := h.functionDict(v)
	if x == Null && h.DictIndexStr(d, name) < 0 {
		return h.RaiseAttribute(v, name, "'function' object has no attribute '%s'", h.GoString(name))
	}
	return h.dictStore(d, name, x)
}

func (h *Heap) setFunctionField(v Value, name string, a functionAttr, x Value) error {
	if a.must == ObjectType {
		return h.Raise(AttributeErrorType, "readonly attribute")
	}
	if a.nullable && (x == None || x == Null) {
		h.SetField(v, a.off, Null)
		return nil
	}
	if a.must != NoType && (x == Null || !h.IsInstance(x, a.must)) {
		kind := map[TypeID]string{StrType: "string", TupleType: "tuple", DictType: "dict"}[a.must]
		return h.Raise(TypeErrorType, "%s must be set to a %s object", name, kind)
	}
	h.SetField(v, a.off, x)
	return nil
}

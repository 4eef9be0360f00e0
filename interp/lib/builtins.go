package lib

import (
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// builtinConstants are the builtins that are neither functions nor types.
var builtinConstants = map[string]object.Value{
	"None": object.None, "True": object.True, "False": object.False, "Ellipsis": object.Ellipsis,
	"NotImplemented": object.NotImplemented, "__debug__": object.True,
}

// initBuiltins fills the namespace of the builtins module, in the order of
// CPython's. A name that is not implemented becomes a function that says so.
func (l *Lib) initBuiltins() error {
	h := l.h
	l.builtins = h.NewDict()
	h.KnowModule("builtins", namesIn("builtins").names)
	types := map[string]object.Value{}
	for id := object.TypeID(0); id <= object.FirstFreeType; id++ {
		if t := h.Type(id); t != nil && t.Visible {
			types[t.Name] = t.Object
		}
	}
	types["memoryview"] = registerMemoryView(h).Object
	types["EnvironmentError"], types["IOError"] = types["OSError"], types["OSError"]
	functions := map[string]*object.Builtin{}
	for _, table := range [][]object.Builtin{l.streamFunctions(), l.breakpoint(), l.sourceFunctions(), numberFunctions, textFunctions, iterFunctions, l.asyncIterFunctions(), l.objectFunctions()} {
		for i := range table {
			functions[table[i].Name] = &table[i]
		}
	}
	for _, name := range strings.Fields(builtinOrder) {
		var v object.Value
		switch {
		case name == "__name__":
			v = h.Intern("builtins")
		case name == "__doc__":
			v = h.NewStr(namesIn("builtins").doc)
		default:
			var ok bool
			if v, ok = builtinConstants[name]; ok {
				break
			}
			if v, ok = types[name]; ok {
				break
			}
			b := functions[name]
			if b == nil {
				b = missing("builtin", name)
			}
			v = h.NewOwnBuiltin(b)
		}
		h.DictSetStr(l.builtins, h.Intern(name), v)
	}
	var err error
	l.first, err = h.DictCopy(l.builtins)
	return err
}

// missing is a function that exists in CPython and not here.
func missing(kind, name string) *object.Builtin {
	return &object.Builtin{Name: name, Arity: object.Varied, Missing: true,
		FnKw: func(h *object.Heap, _ object.Value, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Unsupported(kind + " " + name)
		}}
}

// missingType returns the error for a value that stands for a type which CPython
// has and this VM has not, nil for any other value.
func missingType(h *object.Heap, v object.Value) error {
	if h.Is(v, object.BuiltinType) && h.BuiltinOf(v).Missing {
		return h.Unsupported("builtin " + h.BuiltinOf(v).Name)
	}
	return nil
}

// objectFunctions are the builtins about objects, types and attributes.
func (l *Lib) objectFunctions() []object.Builtin {
	return append([]object.Builtin{
		{Name: "globals", Arity: object.NoArgs, Frames: true, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			return l.host.Globals()
		}},
		{Name: "dir", Frames: true, Arity: object.Fast, Min: 0, Max: 1, Fn: l.dir},
		{Name: "vars", Frames: true, Arity: object.Fast, Min: 0, Max: 1, Fn: l.vars},
		{Name: "__import__", Arity: object.Varied, FnKw: l.importFunction},
	}, objectTable...)
}

var importSig = object.NewSignature("__import__", 0, 1, 0, "name", "globals", "locals", "fromlist", "level")

func (l *Lib) importFunction(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [5]object.Value
	if err := bind(h, importSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	name, globals, fromlist, level := p[0], p[1], p[3], p[4]
	if level == object.Null {
		level = object.SmallInt(0)
	}
	if fromlist == object.Null {
		fromlist = object.None
	}
	n, err := h.CInt(level)
	if err != nil {
		return object.Null, err
	}
	if n > 0 && globals != object.Null && !h.IsInstance(globals, object.DictType) {
		return object.Null, h.Raise(object.TypeErrorType, "globals must be a dict")
	}
	if !h.IsInstance(globals, object.DictType) {
		globals = h.NewDict() // looked at by relative imports only
	}
	return l.host.Import(globals, name, fromlist, level)
}

var objectTable = []object.Builtin{
	{Name: "callable", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return object.Bool(h.TypeOf(a[0]).Call != nil), nil
	}},
	{Name: "hash", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		x, err := h.Hash(a[0])
		return h.Int(x), err
	}},
	{Name: "id", Arity: object.O, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return h.ID(a[0]), nil
	}},
	{Name: "len", Arity: object.O, Pure: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		n, err := h.Len(a[0])
		return h.Int(int64(n)), err
	}},
	{Name: "isinstance", Arity: object.Fast, Min: 2, Max: 2, Fn: isInstance},
	{Name: "issubclass", Arity: object.Fast, Min: 2, Max: 2, Fn: isSubclass},
	{Name: "getattr", Arity: object.Fast, Min: 2, Max: 3, Fn: getAttr, Each: object.EachGetAttr},
	{Name: "hasattr", Arity: object.Fast, Min: 2, Max: 2, Fn: hasAttr, Each: object.EachHasAttr},
	{Name: "setattr", Arity: object.Fast, Min: 3, Max: 3, Each: object.EachSetAttr, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if err := attrName(h, a[1]); err != nil {
			return object.Null, err
		}
		return object.None, h.SetAttr(a[0], a[1], a[2])
	}},
	{Name: "delattr", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if err := attrName(h, a[1]); err != nil {
			return object.Null, err
		}
		return object.None, h.SetAttr(a[0], a[1], object.Null)
	}},
}

// classMatches reports whether match holds for any class of a class or a tuple
// of them, nested as deep as one likes.
func classMatches(h *object.Heap, c object.Value, while string, match func(c object.Value) (bool, error)) (bool, error) {
	if h.IsInstance(c, object.TupleType) {
		if err := h.Enter(while); err != nil {
			return false, err
		}
		defer h.Leave()
		for i := range h.TupleLen(c) {
			if ok, err := classMatches(h, h.TupleItem(c, i), while, match); err != nil || ok {
				return ok, err
			}
		}
		return false, nil
	}
	if err := missingType(h, c); err != nil {
		return false, err
	}
	return match(c)
}

func isInstance(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if h.Is(a[1], object.TypeType) { // needs no closure
		ok, err := h.IsInstanceOf(a[0], a[1])
		return object.Bool(ok), err
	}
	ok, err := classMatches(h, a[1], " in __instancecheck__", func(c object.Value) (bool, error) { return h.IsInstanceOf(a[0], c) })
	if err == nil && h.Is(a[1], object.TupleType) {
		h.CacheInstances(a[0], a[1])
	}
	return object.Bool(ok), err
}

func isSubclass(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.TypeType) {
		if err := missingType(h, a[0]); err != nil {
			return object.Null, err
		}
	}
	if h.Is(a[1], object.TypeType) { // needs no closure
		ok, err := h.IsSubclassOf(a[0], a[1])
		return object.Bool(ok), err
	}
	ok, err := classMatches(h, a[1], " in __subclasscheck__", func(c object.Value) (bool, error) { return h.IsSubclassOf(a[0], c) })
	return object.Bool(ok), err
}

func attrName(h *object.Heap, v object.Value) error {
	if h.IsInstance(v, object.StrType) {
		return nil
	}
	return h.Raise(object.TypeErrorType, "attribute name must be string, not '%s'", h.TypeName(v))
}

func getAttr(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if err := attrName(h, a[1]); err != nil {
		return object.Null, err
	}
	if len(a) == 2 {
		v, err := h.GetAttr(a[0], a[1])
		if err == nil {
			h.CacheFound(a[0], a[1], v)
		}
		return v, err
	}
	v, err := h.LookupAttr(a[0], a[1])
	if err == nil {
		h.CacheFound(a[0], a[1], v)
		if v == object.Null {
			v = a[2]
		}
	}
	return v, err
}

func hasAttr(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if err := attrName(h, a[1]); err != nil {
		return object.Null, err
	}
	ok, err := h.AttrExists(a[0], a[1])
	return object.Bool(ok), err
}

func (l *Lib) dir(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if len(a) == 0 {
		names, err := l.host.Locals()
		if err == nil && !h.Is(names, object.DictType) {
			names, err = callMethod(h, names, "keys")
		}
		if err == nil {
			names, err = h.ListFromIter(names)
		}
		if err != nil {
			return object.Null, err
		}
		return names, h.Sort(names, object.None, false)
	}
	if names, ok, err := h.DirMethod(a[0]); ok || err != nil {
		return names, err
	}
	list, sorted, err := h.DirList(a[0])
	if err == nil && !sorted {
		err = h.Sort(list, object.None, false)
	}
	return list, err
}

func (l *Lib) vars(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if len(a) == 0 {
		return l.host.Locals()
	}
	if h.Is(a[0], object.ModuleType) {
		return h.Field(a[0], object.OffModuleDict), nil
	}
	d, err := h.LookupAttr(a[0], h.Intern("__dict__"))
	if err != nil || d != object.Null {
		return d, err
	}
	return object.Null, h.Raise(object.TypeErrorType, "vars() argument must have __dict__ attribute")
}

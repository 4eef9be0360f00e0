package object

import (
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
)

// The attributes of type objects themselves: what the type type has.

// typeGetSets are its data descriptors, which go before the attributes of a
// class; those without Set come behind them.
var typeGetSets = []GetSet{
	{Name: "__name__",
		Get: func(h *Heap, v Value) (Value, error) { return h.NewStr(h.TypeFromObject(v).Name), nil },
		Set: func(h *Heap, v, x Value) error {
			t, err := h.settable(v, "__name__", x)
			if err != nil {
				return err
			}
			if !h.isStr(x) {
				return h.Raise(TypeErrorType, "can only assign string to %s.__name__, not '%s'", t.Name, h.TypeName(x))
			}
			if err := h.isUTF8(x); err != nil {
				return err
			}
			s := h.GoString(x)
			if strings.ContainsRune(s, 0) {
				return h.Raise(ValueErrorType, "type name must not contain null characters")
			}
			t.Name = s
			return nil
		}},
	{Name: "__qualname__",
		Get: func(h *Heap, v Value) (Value, error) { return h.NewStr(h.TypeFromObject(v).QualName()), nil },
		Set: func(h *Heap, v, x Value) error {
			t, err := h.settable(v, "__qualname__", x)
			if err != nil {
				return err
			}
			if !h.isStr(x) {
				return h.Raise(TypeErrorType, "can only assign string to %s.__qualname__, not '%s'", t.Name, h.TypeName(x))
			}
			t.qualName = h.GoString(x)
			return nil
		}},
	{Name: "__module__",
		Get: func(h *Heap, v Value) (Value, error) {
			t := h.TypeFromObject(v)
			if !t.made {
				return h.Intern(t.Module), nil
			}
			if m := h.DictGetStr(t.Dict, h.classes.nm.module); m != Null {
				return m, nil
			}
			return Null, h.Raise(AttributeErrorType, "__module__")
		},
		Set: func(h *Heap, v, x Value) error {
			t, err := h.settable(v, "__module__", x)
			if err == nil {
				_, err = h.setClassAttr(t, h.classes.nm.module, x)
			}
			if line := h.Intern("__firstlineno__"); err == nil && h.DictGetStr(t.Dict, line) != Null {
				_, err = h.setClassAttr(t, line, Null) // it is a line of the old module's
			}
			return err
		}},
	{Name: "__dict__", Get: func(h *Heap, v Value) (Value, error) {
		t := h.TypeFromObject(v)
		h.addDoc(t)
		return h.NewProxy(t.Dict), nil
	}, Set: readOnly("__dict__")},
	{Name: "__mro__", Get: func(h *Heap, v Value) (Value, error) {
		t := h.TypeFromObject(v)
		return t.mroTuple.of(h, t.MRO), nil
	}, Set: readOnly("__mro__")},
	{Name: "__bases__",
		Get: func(h *Heap, v Value) (Value, error) {
			t := h.TypeFromObject(v)
			return t.basesTuple.of(h, t.Bases), nil
		},
		Set: func(h *Heap, v, x Value) error {
			t, err := h.settable(v, "__bases__", x)
			if err != nil {
				return err
			}
			return h.setBases(t, x)
		}},
	{Name: "__base__", Set: readOnly("__base__"), Get: func(h *Heap, v Value) (Value, error) {
		if b := h.TypeFromObject(v).Base; b != nil {
			return b.Object, nil
		}
		return None, nil
	}},
	{Name: "__class__", Get: func(h *Heap, v Value) (Value, error) { return h.TypeOf(v).Object, nil }, Set: (*Heap).setClassOf},
	{Name: "__text_signature__", Set: readOnly("__text_signature__"), Get: func(h *Heap, v Value) (Value, error) {
		switch t := h.TypeFromObject(v); {
		case t.made:
			return None, nil
		case t.ID == ObjectType:
			return h.Intern("()"), nil
		default:
			if x := h.described(t.qualified(), "__text_signature__"); x != Null {
				return x, nil
			}
			return Null, h.Unsupported("attribute __text_signature__ of type " + t.qualified())
		}
	}},
	{Name: "__abstractmethods__",
		Get: func(h *Heap, v Value) (Value, error) {
			t := h.TypeFromObject(v)
			if x := h.DictGetStr(t.Dict, h.Intern("__abstractmethods__")); x != Null && t.ID != TypeType {
				return x, nil
			}
			return Null, h.RaiseAttribute(v, h.Intern("__abstractmethods__"), "__abstractmethods__")
		},
		Set: func(h *Heap, v, x Value) error {
			t, err := h.settable(v, "__abstractmethods__", x)
			if err == nil {
				_, err = h.setClassAttr(t, h.Intern("__abstractmethods__"), x)
			}
			return err
		}},
	{Name: "__flags__", Get: typeFlags, Set: readOnly("__flags__")},
	{Name: "__doc__", Set: func(h *Heap, v, x Value) error {
		t, err := h.settable(v, "__doc__", x)
		if err == nil {
			_, err = h.setClassAttr(t, h.classes.nm.doc, x)
		}
		return err
	}, Get: func(h *Heap, v Value) (Value, error) {
		t := h.TypeFromObject(v)
		if x := h.DictGetStr(t.Dict, h.classes.nm.doc); t.made && x != Null {
			if get := h.TypeOf(x).DescrGet; get != nil {
				return get(h, x, Null, v)
			}
			return x, nil
		}
		if t.made {
			return None, nil
		}
		if doc := h.described(t.qualified(), "__doc__"); doc != Null {
			return doc, nil
		}
		if strings.HasPrefix(t.Module, "_") {
			return None, nil // documented in docs/python.md
		}
		return Null, h.Unsupported("attribute __doc__ of type " + t.Name)
	}},
}

// addDoc puts the documentation of a builtin type, and of those derived from it, into its namespace, where a program looks into that: it
// takes time to read. That of object is left out, where each type's instances would find it. The types keep their versions: of their
// instances the attribute is what it was, and code that is compiled for ints and lists takes their types' ids for these.
func (h *Heap) addDoc(t *Type) {
	if t.made || t.documented || t.ID == ObjectType {
		return
	}
	for _, s := range h.classes.builtin {
		if s == nil || s.made || s.documented || !s.IsSubtype(t) {
			continue
		}
		s.documented = true
		if h.described(s.qualified()+".__doc__", "__doc__") == Null && h.DictGetStr(s.Dict, h.classes.nm.doc) == Null { // else it is its instances'
			h.DictSetStr(s.Dict, h.classes.nm.doc, orNone(h.described(s.qualified(), "__doc__")))
			h.docFound(s)
		}
	}
}

// docFound is told that a builtin type has its __doc__ in its namespace now. Classes that derive from it have their own.
func (h *Heap) docFound(t *Type) {
	name := h.classes.nm.doc
	for i := range h.lookups {
		if h.lookups[i].name == name {
			h.lookups[i] = lookupEntry{}
		}
	}
	h.forgetAttrs(t)
}

// Bits of __flags__ (Include/object.h): those that say what a type is, and not how
// CPython implements it.
const (
	flagHeapType = 1 << 9
	flagBaseType = 1 << 10
	flagAbstract = 1 << 20
)

// subclassFlags are the bits of the types that derive from certain ones.
var subclassFlags = [...]struct {
	t   TypeID
	bit int64
}{
	{IntType, 1 << 24}, {ListType, 1 << 25}, {TupleType, 1 << 26}, {BytesType, 1 << 27}, {StrType, 1 << 28}, {DictType, 1 << 29},
	{BaseExceptionType, 1 << 30}, {TypeType, 1 << 31},
}

func typeFlags(h *Heap, v Value) (Value, error) {
	t := h.TypeFromObject(v)
	flags := int64(0)
	switch {
	case t.made:
		flags = flagHeapType
	case t.ID >= FirstFreeType:
		return Null, h.Unsupported("attribute __flags__ of type " + t.Name)
	}
	if !t.Final {
		flags |= flagBaseType
	}
	if t.abstract() {
		flags |= flagAbstract
	}
	for _, s := range subclassFlags {
		if t.IsSubtype(h.types[s.t]) {
			flags |= s.bit
		}
	}
	return h.Int(flags), nil
}

// readOnly makes a Set that refuses.
func readOnly(name string) func(h *Heap, v, x Value) error {
	return func(h *Heap, v, _ Value) error {
		if name == "__base__" || name == "__flags__" {
			return h.Raise(AttributeErrorType, "readonly attribute")
		}
		return h.Raise(AttributeErrorType, "attribute '%s' of 'type' objects is not writable", name)
	}
}

// settable checks that an attribute of a type object may be set.
func (h *Heap) settable(v Value, name string, x Value) (*Type, error) {
	t := h.TypeFromObject(v)
	if !t.made {
		return nil, h.Raise(TypeErrorType, "cannot set '%s' attribute of immutable type '%s'", name, t.qualified())
	}
	if x == Null {
		return nil, h.Raise(TypeErrorType, "cannot delete '%s' attribute of immutable type '%s'", name, t.Name)
	}
	return t, nil
}

// classTuple is the tuple of a list of classes that a class has: the same one as long as the list is, which nothing changes in place.
type classTuple struct {
	list []*Type
	v    Value
}

// holds reports whether it is that of a list.
func (c *classTuple) holds(list []*Type) bool {
	return c.v.IsRef() && len(c.list) == len(list) && (len(list) == 0 || &c.list[0] == &list[0])
}

// of returns the tuple of a list.
func (c *classTuple) of(h *Heap, list []*Type) Value {
	if !c.holds(list) {
		values := make([]Value, len(list))
		for i, b := range list {
			values[i] = b.Object
		}
		c.list, c.v = list, h.NewTuple(values...)
	}
	return c.v
}

// mark marks the tuple of a list, and forgets that of another.
func (c *classTuple) mark(m *heap.Marker, list []*Type) {
	if !c.holds(list) {
		*c = classTuple{}
		return
	}
	m.Value(c.v)
}

// eachBuiltinSubclass calls f with the types of the runtime that derive from t directly and that a program can get at.
func (h *Heap) eachBuiltinSubclass(t *Type, f func(b *Type)) {
	var found []*Type
	for _, b := range h.classes.builtin {
		if b != t && b.Base == t && !strings.HasPrefix(b.Name, "<") {
			found = append(found, b)
		}
	}
	if t.IsException { // the order in which CPython makes them
		slices.SortStableFunc(found, func(a, b *Type) int { return strings.Compare(a.Name, b.Name) })
	}
	for _, b := range found {
		f(b)
	}
}

func (h *Heap) initTypeAttrs() {
	h.classes.typeAttrs = map[Value]*GetSet{}
	typeGetSets := append(typeGetSets[:len(typeGetSets):len(typeGetSets)], annotationGetSets...)
	for i := range typeGetSets {
		h.classes.typeAttrs[h.Intern(typeGetSets[i].Name)] = &typeGetSets[i]
	}
	t := h.types[TypeType]
	h.AddGetSets(t, typeGetSets)
	h.addMethods(t, []Builtin{
		{Name: "mro", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
			l := h.NewList()
			for _, b := range h.TypeFromObject(v).MRO {
				h.ListAppend(l, b.Object)
			}
			return l, nil
		}},
		{Name: "__subclasses__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
			t := h.TypeFromObject(v)
			l := h.NewList()
			h.eachBuiltinSubclass(t, func(b *Type) { h.ListAppend(l, b.Object) })
			for _, b := range t.subclasses {
				h.ListAppend(l, b.Object)
			}
			return l, nil
		}},
		{Name: "__instancecheck__", Arity: O, Fn: func(h *Heap, v Value, a []Value) (Value, error) {
			is, err := h.realInstance(a[0], h.TypeFromObject(v))
			return Bool(is), err
		}},
		{Name: "__subclasscheck__", Arity: O, Fn: func(h *Heap, v Value, a []Value) (Value, error) {
			is, err := h.realSubclass(a[0], v)
			return Bool(is), err
		}},
	})
	h.addClassMethods(t, []Builtin{{Name: "__prepare__", Arity: Varied, FnKw: func(h *Heap, _ Value, _ []Value, _ Value) (Value, error) { return h.NewDict(), nil }}})
}

// InstanceKnown is isinstance(v, t) for a class whose metaclass is type, as far as nothing of
// the guest's need run for it; known is false where v's class may have another __class__.
func (h *Heap) InstanceKnown(v Value, t *Type) (is, known bool) { return h.TypeOf(v).InstancesAre(t) }

// InstancesAre is InstanceKnown for all values of a type.
func (u *Type) InstancesAre(t *Type) (are, known bool) {
	switch nm := &u.heap.classes.nm; {
	case u.IsSubtype(t):
		return true, true
	case !u.made:
		return false, u.ID < FirstFreeType || u.GetAttr == nil
	case u.ownClass != 0 && u.ownClass == u.Version():
		return false, true
	default:
		if u.Lookup(nm.class) != u.heap.types[ObjectType].Lookup(nm.class) || u.heap.ownAttr(u, nm.getattribute) != Null {
			return false, false
		}
		u.ownClass = u.Version()
		return false, true
	}
}

// DirMethod calls a class's own __dir__ for dir(v): a sorted list. ok is false if
// it has none.
func (h *Heap) DirMethod(v Value) (list Value, ok bool, err error) {
	var r Value
	if f := h.ownAttr(h.TypeOf(v), h.Intern("__dir__")); f != Null {
		r, err = h.callSelf(f, v)
	} else if f = h.moduleDir(v); f != Null { // PEP 562
		r, err = h.Call(f, nil, Null)
	} else {
		return Null, false, nil
	}
	if err != nil {
		return Null, false, err
	}
	if list, err = h.ListFromIter(r); err != nil {
		return Null, false, err
	}
	return list, true, h.Sort(list, None, false)
}

// ClearDescriptors takes from a class what makes its instances' __dict__ and
// __weakref__ attributes, as sys._clear_type_descriptors does.
func (h *Heap) ClearDescriptors(class Value) error {
	t := h.TypeFromObject(class)
	if !t.made {
		return h.Raise(TypeErrorType, "argument is immutable")
	}
	for _, name := range [...]string{"__dict__", "__weakref__"} {
		if _, err := h.setClassAttr(t, h.Intern(name), Null); err != nil {
			return err
		}
	}
	return nil
}

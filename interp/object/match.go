package object

import "github.com/tier2go/tier2/opgen/mem"

// What match statements ask of values (Python/ceval.c: match_keys,
// _PyEval_MatchClass). Patterns that fail are None.

// ofAny reports whether v's type is one of the given ones or derives from one.
func (h *Heap) ofAny(v Value, ids ...TypeID) bool {
	t := h.TypeOf(v)
	for _, id := range ids {
		if t.IsSubtype(h.types[id]) {
			return true
		}
	}
	return false
}

// CollectionFlag says which patterns the instances of a type match besides those of
// classes. The values are CPython's Py_TPFLAGS_SEQUENCE and Py_TPFLAGS_MAPPING.
type CollectionFlag uint8

// The flags.
const (
	NoCollection CollectionFlag = 0
	SequenceFlag CollectionFlag = 1 << 5
	MappingFlag  CollectionFlag = 1 << 6
)

// SetCollection gives a type its flag.
func (t *Type) SetCollection(f CollectionFlag) {
	t.collection = f
	t.heap.noteFacts(t)
}

// Collection returns a type's flag. That of a class changes where it is registered.
func (t *Type) Collection() CollectionFlag { return t.collection }

// InheritCollection gives a type that has been registered as a virtual subclass of u,
// and its subclasses, u's flag, if it has one (Modules/_abc.c,
// set_collection_flag_recursive). Builtin types keep theirs.
func (t *Type) InheritCollection(u *Type) {
	if u.collection == NoCollection || t.collection == u.collection || !t.made {
		return
	}
	t.SetCollection(u.collection)
	for _, s := range t.subclasses {
		s.InheritCollection(u)
	}
}

// inheritCollection gives a new type the first flag along its MRO.
func (t *Type) inheritCollection() {
	for _, b := range t.MRO {
		if t.collection == NoCollection {
			t.collection = b.collection
		}
	}
}

// MatchesSequence reports whether a sequence pattern may match v.
func (h *Heap) MatchesSequence(v Value) bool {
	if is, ok := isSequencePattern(h.mem(), mem.Ref(v)); ok {
		return is
	}
	return h.TypeOf(v).collection == SequenceFlag
}

// MatchesMapping reports whether a mapping pattern may match v.
func (h *Heap) MatchesMapping(v Value) bool {
	if is, ok := isMappingPattern(h.mem(), mem.Ref(v)); ok {
		return is
	}
	return h.TypeOf(v).collection == MappingFlag
}

// MatchKeys returns a tuple of the values of a tuple of keys in a mapping, or None if
// one is missing.
func (h *Heap) MatchKeys(v, keys Value) (Value, error) {
	if found, ok := valuesOfKeys(h.mem(), mem.Ref(v), mem.Ref(keys)); ok {
		return Value(found), nil
	}
	n := h.TupleLen(keys)
	if n == 0 {
		return h.emptyTup, nil
	}
	seen, values := h.NewSet(), h.NewList()
	plain := h.Is(v, DictType)
	missing := h.Alloc(kindPlain, 16) // no value of the mapping
	h.header(missing, ObjectType, 0)
	for i := range n {
		key := h.TupleItem(keys, i)
		twice, err := h.Contains(seen, key)
		if err != nil {
			return Null, err
		}
		if twice {
			r, err := h.Repr(key)
			if err != nil {
				return Null, err
			}
			return Null, h.Raise(ValueErrorType, "mapping pattern checks duplicate key (%s)", h.GoString(r))
		}
		if err = h.SetAdd(seen, key); err != nil {
			return Null, err
		}
		var x Value
		if plain {
			x, err = h.DictGet(v, key)
		} else {
			x, _, err = h.callIfThere(v, "get", key, missing)
		}
		if err != nil {
			return Null, err
		}
		if x == Null || x == missing {
			return None, nil
		}
		h.ListAppend(values, x)
	}
	return h.ListToTuple(values), nil
}

// MatchClass matches v against class(…) with n positional patterns and keyword
// patterns named by a tuple: a tuple of what the patterns are matched with, or None.
func (h *Heap) MatchClass(v, class Value, n int, names Value) (Value, error) {
	if !h.IsInstance(class, TypeType) {
		return Null, h.Raise(TypeErrorType, "called match pattern must be a class")
	}
	is, err := h.IsInstanceOf(v, class)
	if err != nil {
		return Null, err
	}
	if !is {
		return None, nil
	}
	m := classMatch{h: h, v: v, class: h.TypeFromObject(class), seen: h.NewSet(), found: h.NewList()}
	ok, err := m.positional(class, n)
	for i := 0; ok && err == nil && i < h.TupleLen(names); i++ {
		ok, err = m.attribute(h.TupleItem(names, i))
	}
	if err != nil {
		return Null, err
	}
	if !ok {
		return None, nil
	}
	return h.ListToTuple(m.found), nil
}

// MatchArgs returns the attributes that positional patterns of a class are matched with, by interned name; self says that one
// positional pattern is matched with the object itself. It holds as long as the class's version.
func (h *Heap) MatchArgs(t *Type) (names []Value, self bool) {
	name := h.Intern("__match_args__")
	if t.Lookup(name) == Null {
		for _, id := range matchSelf {
			self = self || t == h.types[id]
		}
		return nil, self
	}
	c, ok := h.ConstantOfClass(t, name)
	if !ok || c.In != Null || c.Receiver != NoReceiver || c.Meta != nil || !h.Is(c.Value, TupleType) {
		return nil, false
	}
	for _, x := range h.TupleItems(c.Value) {
		if !h.Is(x, StrType) {
			return nil, false
		}
		names = append(names, h.InternValue(x))
	}
	return names, false
}

// FieldFor returns at which offset an instance of class t has the attribute name, which is interned: Null there says that it is to
// be asked for in general. ok is false where no field has it. It holds as long as the class's version.
func (h *Heap) FieldFor(t *Type, name Value) (off uint64, ok bool) {
	if !t.made || t.GetAttr != nil || t.Version() == 0 {
		return 0, false
	}
	x := t.Lookup(name)
	if h.AttrKind(x) == DataAttr {
		off, owner, ok := h.FieldOf(x, false)
		return off, ok && t.IsSubtype(owner)
	}
	i := t.KeyIndex(name)
	return uint64(t.valuesOff) + 8*uint64(i), t.valuesOff != 0 && i >= 0 && i < t.inlineCap
}

// HaveFields reports whether instances of class t have all the names in fields.
func (h *Heap) HaveFields(t *Type, names []Value) bool {
	for _, name := range names {
		if _, ok := h.FieldFor(t, name); !ok {
			return false
		}
	}
	return true
}

// HasSubclasses reports whether classes derive from a class.
func (t *Type) HasSubclasses() bool { return len(t.subclasses) > 0 }

// classMatch is a class pattern being matched.
type classMatch struct {
	h           *Heap
	v           Value
	class       *Type
	seen, found Value
}

// matchSelf are the types of which one positional pattern is matched with the object
// itself.
var matchSelf = [...]TypeID{BoolType, ByteArrayType, BytesType, DictType, FloatType, FrozenSetType, IntType, ListType, SetType, StrType, TupleType}

func (m *classMatch) positional(class Value, n int) (bool, error) {
	if n == 0 {
		return true, nil
	}
	h := m.h
	args, err := h.GetAttr(class, h.Intern("__match_args__"))
	self := false
	switch {
	case err == nil && !h.Is(args, TupleType):
		return false, h.Raise(TypeErrorType, "%s.__match_args__ must be a tuple (got %s)", m.class.Name, h.TypeName(args))
	case err != nil && !h.raisedIs(err, AttributeErrorType):
		return false, err
	case err != nil:
		args = h.emptyTup
		for _, id := range matchSelf {
			self = self || m.class.IsSubtype(h.types[id])
		}
	}
	allowed := h.TupleLen(args)
	if self {
		allowed = 1
	}
	if allowed < n {
		plural := "s"
		if allowed == 1 {
			plural = ""
		}
		return false, h.Raise(TypeErrorType, "%s() accepts %d positional sub-pattern%s (%d given)", m.class.Name, allowed, plural, n)
	}
	if self {
		h.ListAppend(m.found, m.v)
		return true, nil
	}
	for i := range n {
		name := h.TupleItem(args, i)
		if !h.Is(name, StrType) {
			return false, h.Raise(TypeErrorType, "__match_args__ elements must be strings (got %s)", h.TypeName(name))
		}
		if ok, err := m.attribute(name); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// attribute looks one attribute up; ok is false if there is none.
func (m *classMatch) attribute(name Value) (ok bool, err error) {
	h := m.h
	twice, err := h.Contains(m.seen, name)
	if err == nil && twice {
		var r Value
		if r, err = h.Repr(name); err == nil {
			err = h.Raise(TypeErrorType, "%s() got multiple sub-patterns for attribute %s", m.class.Name, h.GoString(r))
		}
	}
	if err == nil {
		err = h.SetAdd(m.seen, name)
	}
	if err != nil {
		return false, err
	}
	x, err := h.GetAttr(m.v, name)
	switch {
	case err == nil:
		h.ListAppend(m.found, x)
		return true, nil
	case h.raisedIs(err, AttributeErrorType):
		return false, nil
	}
	return false, err
}

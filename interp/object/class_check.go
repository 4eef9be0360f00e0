package object

import "github.com/tier2go/tier2/opgen/mem"

// isinstance and issubclass (Objects/abstract.c): by special methods of the metaclass, by
// types, and of what is no class, but has a tuple __bases__, along these.

const (
	instanceRefuse  = "isinstance() arg 2 must be a type, a tuple of types, or a union"
	subclassRefuse  = "issubclass() arg 2 must be a class, a tuple of classes, or a union"
	noClass         = "issubclass() arg 1 must be a class"
	whileSubclasses = " in __issubclass__"
)

// The routines of both look into the attribute cache (attr_cache.go), where what has been asked stands.

// realInstance is isinstance without __instancecheck__: by the type, or by
// __class__ where that says something else.
func (h *Heap) realInstance(v Value, t *Type) (bool, error) {
	u := h.TypeOf(v)
	if u.IsSubtype(t) {
		return true, nil
	}
	if !u.made && (u.ID < FirstFreeType || u.GetAttr == nil) {
		return false, nil
	}
	x, err := h.LookupAttr(v, h.classes.nm.class)
	return err == nil && x != Null && x != u.Object && h.isA(x, TypeType) && h.TypeFromObject(x).IsSubtype(t), err
}

// InstanceAtOnce is isinstance(v, class) where that needs no call: True or False. ok is false if it may be anything.
func (h *Heap) InstanceAtOnce(v, class Value) (is Value, ok bool) {
	r, ok := instanceOf(h.mem(), mem.Ref(v), mem.Ref(class))
	return Value(r), ok
}

// IsInstanceOf is isinstance(v, class), where class is no tuple: the metaclass's
// __instancecheck__ decides.
func (h *Heap) IsInstanceOf(v, class Value) (bool, error) {
	if h.Is(class, TypeType) {
		if is, ok := instanceOf(h.mem(), mem.Ref(v), mem.Ref(class)); ok {
			return is == mem.Ref(True), nil
		}
		t := h.TypeFromObject(class)
		if is, known := h.InstanceKnown(v, t); known {
			h.CacheInstance(v, class, is)
			return is, nil
		}
		return h.realInstance(v, t)
	}
	switch {
	case h.Is(class, UnionType):
		return h.inUnion(class, func(c Value) (bool, error) { return h.IsInstanceOf(v, c) })
	case h.isA(class, GenericAliasType):
		return false, h.Raise(TypeErrorType, "isinstance() argument 2 cannot be a parameterized generic")
	}
	if is, own, err := h.classCheck(class, v, h.classes.nm.instancecheck); own {
		return is, err
	}
	if h.isA(class, TypeType) {
		return h.realInstance(v, h.TypeFromObject(class))
	}
	if err := h.likeAClass(class, instanceRefuse); err != nil {
		return false, err
	}
	of, err := h.LookupAttr(v, h.classes.nm.class)
	if err != nil || of == Null {
		return false, err
	}
	return h.alongBases(of, class)
}

// IsSubclassOf is issubclass(sub, class), where class is no tuple.
func (h *Heap) IsSubclassOf(sub, class Value) (bool, error) {
	switch {
	case h.Is(class, TypeType): // the metaclass type has nothing to be asked
		if is, ok := subclassOf(h.mem(), mem.Ref(sub), mem.Ref(class)); ok {
			return is == mem.Ref(True), nil
		}
		is, err := h.realSubclass(sub, class)
		if h.Is(sub, TypeType) {
			h.cacheOf(AttrSubclass, h.TypeFromObject(sub), class, uint64(Bool(is)))
		}
		return is, err
	case h.Is(class, UnionType):
		return h.inUnion(class, func(c Value) (bool, error) { return h.IsSubclassOf(sub, c) })
	case h.isA(class, GenericAliasType):
		return false, h.Raise(TypeErrorType, "issubclass() argument 2 cannot be a parameterized generic")
	}
	if is, own, err := h.classCheck(class, sub, h.classes.nm.subclasscheck); own {
		return is, err
	}
	return h.realSubclass(sub, class)
}

// realSubclass is issubclass without __subclasscheck__.
func (h *Heap) realSubclass(sub, class Value) (bool, error) {
	if h.isA(class, TypeType) && h.isA(sub, TypeType) {
		return h.TypeFromObject(sub).IsSubtype(h.TypeFromObject(class)), nil
	}
	if err := h.likeAClass(sub, noClass); err != nil {
		return false, err
	}
	if err := h.likeAClass(class, subclassRefuse); err != nil {
		return false, err
	}
	return h.alongBases(sub, class)
}

// classCheck calls a special method of the metaclass of a class; own says that it has one.
func (h *Heap) classCheck(class, x, name Value) (is, own bool, err error) {
	f := h.ownAttr(h.TypeOf(class), name)
	switch {
	case f == Null:
		return false, false, nil
	case h.TypeOf(x).Object == class && name == h.classes.nm.instancecheck:
		return true, true, nil
	}
	r, err := h.callSelf(f, class, x)
	if err != nil {
		return false, true, err
	}
	is, err = h.Truth(r)
	return is, true, err
}

// basesOf returns __bases__ of an object, Null if that is no tuple or there is none.
func (h *Heap) basesOf(v Value) (Value, error) {
	bases, err := h.LookupAttr(v, h.Intern("__bases__"))
	if err != nil || bases == Null || !h.isA(bases, TupleType) {
		return Null, err
	}
	return bases, nil
}

// likeAClass returns the error for what has no __bases__.
func (h *Heap) likeAClass(v Value, refuse string) error {
	bases, err := h.basesOf(v)
	if err == nil && bases == Null {
		err = h.Raise(TypeErrorType, "%s", refuse)
	}
	return err
}

// alongBases reports whether class is sub or among its __bases__ and theirs.
func (h *Heap) alongBases(sub, class Value) (bool, error) {
	var bases Value
	for n := 1; n == 1; n = h.TupleLen(bases) {
		if sub == class {
			return true, nil
		}
		if err := h.Poll(); err != nil {
			return false, err
		}
		var err error
		if bases, err = h.basesOf(sub); err != nil || bases == Null || h.TupleLen(bases) == 0 {
			return false, err
		}
		sub = h.TupleItem(bases, 0)
	}
	if err := h.enter(whileSubclasses); err != nil {
		return false, err
	}
	defer h.leave()
	for i := range h.TupleLen(bases) {
		if is, err := h.alongBases(h.TupleItem(bases, i), class); is || err != nil {
			return is, err
		}
	}
	return false, nil
}

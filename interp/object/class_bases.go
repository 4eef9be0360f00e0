package object

import "slices"

// setBases is assigning to a class's __bases__ (Objects/typeobject.c, type_set_bases):
// the layout of instances must stay what it is.
func (h *Heap) setBases(t *Type, x Value) error {
	if !h.isA(x, TupleType) {
		return h.Raise(TypeErrorType, "can only assign tuple to %s.__bases__, not %s", t.Name, h.TypeName(x))
	}
	if h.TupleLen(x) == 0 {
		return h.Raise(TypeErrorType, "can only assign non-empty tuple to %s.__bases__, not ()", t.Name)
	}
	var bases []*Type
	for i := range h.TupleLen(x) {
		v := h.TupleItem(x, i)
		if !h.isType(v) {
			return h.Raise(TypeErrorType, "%s.__bases__ must be tuple of classes, not '%s'", t.Name, h.TypeName(v))
		}
		b := h.TypeFromObject(v)
		if b.IsSubtype(t) {
			return h.Raise(TypeErrorType, "a __bases__ item causes an inheritance cycle")
		}
		bases = append(bases, b)
	}
	base, err := h.bestBase(bases)
	if err != nil {
		return err
	}
	old := t.Base
	if err := h.compatible("__bases__", base, old); err != nil {
		return err
	}
	switch {
	case base.layout != old.layout || base.end != old.end || base.dictOff != old.dictOff || base.varDict != old.varDict || base.varDictOff != old.varDictOff || base.weak && !old.weak && !t.weak:
		return h.Unsupported("setting attribute __bases__ of classes to bases whose instances have other attributes of their own")
	}
	before := t.Bases
	t.Base, t.Bases = base, bases
	if err := h.relinearize(t); err != nil {
		if slices.Equal(t.Bases, bases) { // else a metaclass's mro has set others
			t.Base, t.Bases = old, before
		}
		h.basesChanged(t) // what ran meanwhile may have cached what it found by the new ones
		return err
	}
	for _, b := range before {
		if i := slices.Index(b.subclasses, t); i >= 0 {
			b.subclasses = slices.Delete(b.subclasses, i, i+1)
		}
	}
	for _, b := range bases {
		b.subclasses = append(b.subclasses, t)
	}
	h.basesChanged(t)
	t.basesTuple = classTuple{bases, x}
	return nil
}

// basesChanged forgets what is known of a class whose bases have changed.
func (h *Heap) basesChanged(t *Type) {
	clear(h.missing[:]) // the new bases may have the names
	h.typeChanged(t)
	h.updateSlots(t)
}

// compatible is nil if instances of two types are laid out the same: both derive from one
// type, and add to it the same __slots__, a dict and __weakref__ if the other does. Otherwise
// it is the error of assigning to attr (Objects/typeobject.c, compatible_for_assignment).
func (h *Heap) compatible(attr string, to, from *Type) error {
	a, b := to, from
	for a.addsNothing() {
		a = a.Base
	}
	for b.addsNothing() {
		b = b.Base
	}
	if a != b && !(a.made && b.made && a.Base == b.Base && a.addsDict() == b.addsDict() && a.addsWeak() == b.addsWeak() && slices.Equal(a.slots, b.slots)) {
		what := "object layout"
		if to.collected() != from.collected() {
			what = "deallocator"
		}
		return h.Raise(TypeErrorType, "%s assignment: '%s' %s differs from '%s'", attr, to.shown(), what, from.shown())
	}
	return nil
}

// collected reports whether CPython's garbage collector knows a type's instances.
func (t *Type) collected() bool {
	switch t.ID {
	case ObjectType, IntType, FloatType, StrType, BytesType, ByteArrayType:
		return false
	}
	return true
}

func (t *Type) addsDict() bool { return t.HasDict() && !t.Base.HasDict() }

func (t *Type) addsWeak() bool { return t.weak && !t.Base.weak }

// addsNothing reports whether instances are laid out as those of the type's base.
func (t *Type) addsNothing() bool {
	if t.made {
		return !t.addsDict() && !t.addsWeak() && len(t.slots) == 0
	}
	return t.IsException && t.Base.IsException && !t.ownExcFields()
}

// relinearize computes the MRO of a class anew, and of those derived from it: of all or, if there is an error, of none. No
// metaclass's mro is asked again for what has been: it may fail again, at each level of a recursion.
func (h *Heap) relinearize(t *Type) error {
	type change struct {
		t           *Type
		before, now []*Type
	}
	var changes []change
	for _, s := range t.derived() {
		before := s.MRO
		err := h.linearize(s)
		if err == nil {
			err = h.ownMRO(s)
		}
		changes = append(changes, change{s, before, s.MRO})
		if err != nil {
			for _, c := range changes {
				if slices.Equal(c.t.MRO, c.now) {
					c.t.MRO = c.before
				}
			}
			return err
		}
	}
	return nil
}

// ownMRO replaces the MRO of a class, which is the one of C3, by what its metaclass's mro
// makes of it, if that has one.
func (h *Heap) ownMRO(t *Type) error {
	f := h.ownAttr(h.TypeOf(t.Object), h.classes.nm.mro)
	if f == Null {
		return nil
	}
	r, err := h.callSelf(f, t.Object)
	if err != nil {
		return err
	}
	list, err := h.TupleFromIter(r)
	if err != nil {
		return err
	}
	if h.TupleLen(list) == 0 {
		return h.Raise(TypeErrorType, "type MRO must not be empty")
	}
	mro := make([]*Type, h.TupleLen(list))
	for i, x := range h.TupleItems(list) {
		if !h.isA(x, TypeType) {
			return h.Raise(TypeErrorType, "mro() returned a non-class ('%s')", h.TypeName(x))
		}
		mro[i] = h.TypeFromObject(x)
		if !t.solid().IsSubtype(mro[i].solid()) {
			return h.Raise(TypeErrorType, "mro() returned base with unsuitable layout ('%s')", mro[i].Name)
		}
	}
	t.MRO = mro
	return nil
}

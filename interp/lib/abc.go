package lib

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _abc (Modules/_abc.c): what abc.ABCMeta asks about virtual subclasses.
// A class is known by its type's number, which no other one gets when the class has died.

// abcData is what a class of ABCMeta knows: the classes that have been registered,
// and those that issubclass has said yes or no about.
type abcData struct {
	heap.Account
	registry        []object.TypeID
	cache, negative typeSet
	version         int64 // of abc.invalidation that negative belongs to
}

// typeSet is a set of types: their numbers, in order. It forgets the classes that have died, whose numbers nobody gets
// again, when it grows.
type typeSet []object.TypeID

func (s typeSet) has(id object.TypeID) bool {
	_, in := slices.BinarySearch(s, id)
	return in
}

func (s *typeSet) add(h *object.Heap, a *heap.Account, id object.TypeID) {
	if len(*s) == cap(*s) {
		*s = heap.Grow(&h.Heap, a, slices.DeleteFunc(*s, func(id object.TypeID) bool { return h.Type(id) == nil }), 1)
	}
	if i, in := slices.BinarySearch(*s, id); !in {
		*s = slices.Insert(*s, i, id)
	}
}

// HandleWeight is what the heap counts for it.
func (d *abcData) HandleWeight() int { return int(unsafe.Sizeof(*d)) }

// Same implements object.Same: caches are not the program's business.
func (d *abcData) Same(other any) bool {
	o, ok := other.(*abcData)
	return ok && slices.Equal(d.registry, o.registry)
}

// abc is the module's state.
type abc struct {
	h            *object.Heap
	data         object.TypeID
	impl         object.Value // "_abc_impl"
	invalidation int64        // counts registrations: negative answers may be wrong after one
}

// newABC makes the module.
func (l *Lib) newABC() (object.Value, error) {
	h, m := l.h, l.newModule("_abc")
	k := &abc{h: h, impl: h.Intern("_abc_impl")}
	k.data = h.RegisterType(&object.Type{Name: "_abc_data", Module: "_abc", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
	}}).ID
	h.SetTypeAttr(h.Type(k.data), "__doc__", h.NewStr("Internal state held by ABC machinery."))
	m.functions([]object.Builtin{
		{Name: "get_cache_token", Arity: object.NoArgs, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return h.Int(k.invalidation), nil
		}},
		{Name: "_abc_init", Arity: object.O, Fn: k.init},
		{Name: "_abc_register", Arity: object.Fast, Min: 2, Max: 2, Fn: k.register},
		{Name: "_abc_instancecheck", Arity: object.Fast, Min: 2, Max: 2, Fn: k.instanceCheck},
		{Name: "_abc_subclasscheck", Arity: object.Fast, Min: 2, Max: 2, Fn: k.subclassCheck},
		{Name: "_get_dump", Arity: object.O, Fn: k.dump},
		{Name: "_reset_registry", Arity: object.O, Fn: k.reset(func(d *abcData) { d.registry = heap.Drop(&h.Heap, &d.Account, d.registry) })},
		{Name: "_reset_caches", Arity: object.O, Fn: k.reset(func(d *abcData) {
			d.cache, d.negative = heap.Drop(&h.Heap, &d.Account, d.cache), heap.Drop(&h.Heap, &d.Account, d.negative)
		})},
	})
	return m.v, nil
}

// of returns what a class knows.
func (k *abc) of(class object.Value) (*abcData, error) {
	v, err := k.h.GetAttr(class, k.impl)
	if err != nil {
		return nil, err
	}
	if !k.h.Is(v, k.data) {
		return nil, k.h.Raise(object.TypeErrorType, "_abc_impl is set to a wrong type")
	}
	return k.h.HandleOf(v).(*abcData), nil
}

// reset makes a function that drops a part of what a class knows.
func (k *abc) reset(f func(d *abcData)) goFunc {
	return func(_ *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		d, err := k.of(a[0])
		if err == nil {
			f(d)
		}
		return object.None, err
	}
}

// isAbstract reports whether a value is marked by abstractmethod.
func (k *abc) isAbstract(v object.Value) (bool, error) {
	mark, err := k.h.LookupAttr(v, k.h.Intern("__isabstractmethod__"))
	if err != nil || mark == object.Null {
		return false, err
	}
	return k.h.Truth(mark)
}

// init is _abc_init(class): finds the abstract methods and makes the class's data.
func (k *abc) init(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	class := a[0]
	if !h.IsInstance(class, object.TypeType) {
		_, err := h.GetAttr(class, h.Intern("__dict__"))
		if err == nil {
			err = h.Unsupported("abstract class that is no type")
		}
		return object.Null, err
	}
	t := h.TypeFromObject(class)
	names, err := k.abstract(t)
	if err != nil {
		return object.Null, err
	}
	if err := h.SetAttr(class, h.Intern("__abstractmethods__"), names); err != nil {
		return object.Null, err
	}
	data := h.NewHandleObject(k.data, &abcData{version: k.invalidation})
	if err := h.SetAttr(class, k.impl, data); err != nil {
		return object.Null, err
	}
	return object.None, k.collection(class, t)
}

// collection takes the flag that says which patterns match the class's instances.
func (k *abc) collection(class object.Value, t *object.Type) error {
	name := k.h.Intern("__abc_tpflags__")
	flags := k.h.DictGetStr(t.Dict, name)
	if flags == object.Null || !k.h.IsInt(flags) {
		return nil
	}
	n, err := k.h.Index(flags)
	if err != nil {
		return err
	}
	const both = int64(object.SequenceFlag | object.MappingFlag)
	switch n & both {
	case both:
		return k.h.Raise(object.TypeErrorType, "__abc_tpflags__ cannot be both Py_TPFLAGS_SEQUENCE and Py_TPFLAGS_MAPPING")
	case 0:
	default:
		t.SetCollection(object.CollectionFlag(n & both))
	}
	return k.h.SetAttr(class, name, object.Null)
}

// abstract returns a frozenset of the names of a class's abstract methods.
func (k *abc) abstract(t *object.Type) (object.Value, error) {
	h := k.h
	names, own := h.NewSet(), h.NewList()
	for pos := 0; ; { // a list: asking for the mark runs code that may change the class
		name, v, ok := h.DictNext(t.Dict, &pos)
		if !ok {
			break
		}
		h.ListAppend(own, h.NewTuple(name, v))
	}
	for i := range h.ListLen(own) {
		pair := h.ListItem(own, i)
		if yes, err := k.isAbstract(h.TupleItem(pair, 1)); err != nil {
			return object.Null, err
		} else if yes {
			if err := h.SetAdd(names, h.TupleItem(pair, 0)); err != nil {
				return object.Null, err
			}
		}
	}
	for _, base := range t.Bases {
		inherited, err := h.LookupAttr(base.Object, h.Intern("__abstractmethods__"))
		if err == nil && inherited != object.Null {
			err = k.addInherited(t, names, inherited)
		}
		if err != nil {
			return object.Null, err
		}
	}
	return h.FrozenSetFromIter(names)
}

// addInherited adds the abstract methods of a base that the class does not define.
func (k *abc) addInherited(t *object.Type, names, inherited object.Value) error {
	h := k.h
	it, err := h.Iter(inherited)
	if err != nil {
		return err
	}
	for {
		name, err := h.Next(it)
		if err != nil || name == object.Null {
			return err
		}
		v, err := h.LookupAttr(t.Object, name)
		if err != nil {
			return err
		}
		if v == object.Null {
			continue
		}
		if yes, err := k.isAbstract(v); err != nil {
			return err
		} else if yes {
			if err := h.SetAdd(names, name); err != nil {
				return err
			}
		}
	}
}

// register is _abc_register(class, subclass).
func (k *abc) register(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	class, sub := a[0], a[1]
	if !h.IsInstance(sub, object.TypeType) {
		return object.Null, h.Raise(object.TypeErrorType, "Can only register classes")
	}
	if yes, err := h.IsSubclassOf(sub, class); err != nil || yes {
		return sub, err // it is one already
	}
	if yes, err := h.IsSubclassOf(class, sub); err != nil {
		return object.Null, err
	} else if yes {
		return object.Null, h.Raise(object.RuntimeErrorType, "Refusing to create an inheritance cycle")
	}
	d, err := k.of(class)
	if err != nil {
		return object.Null, err
	}
	t := h.TypeFromObject(sub)
	if !slices.Contains(d.registry, t.ID) {
		d.registry = heap.Append(&k.h.Heap, &d.Account, d.registry, t.ID)
	}
	k.invalidation++
	if h.IsInstance(class, object.TypeType) {
		t.InheritCollection(h.TypeFromObject(class))
	}
	return sub, nil
}

// instanceCheck is _abc_instancecheck(class, instance).
func (k *abc) instanceCheck(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	class, v := a[0], a[1]
	d, err := k.of(class)
	if err != nil {
		return object.Null, err
	}
	claimed, err := h.GetAttr(v, h.Intern("__class__"))
	if err != nil {
		return object.Null, err
	}
	real := h.TypeOf(v)
	if h.IsInstance(claimed, object.TypeType) {
		id := h.TypeFromObject(claimed).ID
		if d.cache.has(id) {
			return object.True, nil
		}
		if id == real.ID {
			if d.version == k.invalidation && d.negative.has(id) {
				return object.False, nil
			}
			return callMethod(h, class, "__subclasscheck__", claimed)
		}
	}
	r, err := callMethod(h, class, "__subclasscheck__", claimed)
	if err != nil || r == object.True {
		return r, err
	}
	if yes, err := h.Truth(r); err != nil || yes || claimed == real.Object {
		return r, err
	}
	return callMethod(h, class, "__subclasscheck__", real.Object)
}

// subclassCheck is _abc_subclasscheck(class, subclass).
func (k *abc) subclassCheck(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	class, sub := a[0], a[1]
	if !h.IsInstance(sub, object.TypeType) {
		return object.Null, h.Raise(object.TypeErrorType, "issubclass() arg 1 must be a class")
	}
	d, err := k.of(class)
	if err != nil {
		return object.Null, err
	}
	t := h.TypeFromObject(sub)
	if d.cache.has(t.ID) {
		return object.True, nil
	}
	if d.version < k.invalidation {
		d.negative = d.negative[:0]
		d.version = k.invalidation
	} else if d.negative.has(t.ID) {
		return object.False, nil
	}
	yes, err := k.decide(class, sub, d)
	switch {
	case err != nil:
		return object.Null, err
	case !yes:
		d.negative.add(k.h, &d.Account, t.ID)
	case !slices.Contains(d.registry, t.ID): // which would be found there
		d.cache.add(k.h, &d.Account, t.ID)
	}
	return object.Bool(yes), nil
}

// decide answers what no cache knows: by __subclasshook__, inheritance, what has
// been registered, and the subclasses.
func (k *abc) decide(class, sub object.Value, d *abcData) (bool, error) {
	h := k.h
	hook, err := callMethod(h, class, "__subclasshook__", sub)
	switch {
	case err != nil:
		return false, err
	case hook == object.True || hook == object.False:
		return hook == object.True, nil
	case hook != object.NotImplemented:
		return false, h.Raise(object.AssertionErrorType, "__subclasshook__ must return either False, True, or NotImplemented")
	}
	if h.IsInstance(class, object.TypeType) && h.TypeFromObject(sub).IsSubtype(h.TypeFromObject(class)) {
		return true, nil
	}
	if slices.Contains(d.registry, h.TypeFromObject(sub).ID) {
		return true, nil
	}
	d.registry = slices.DeleteFunc(d.registry, func(id object.TypeID) bool { return h.Type(id) == nil }) // what has died
	for _, id := range slices.Clone(d.registry) {
		t := h.Type(id)
		if t == nil {
			continue
		}
		if yes, err := h.IsSubclassOf(sub, t.Object); err != nil || yes {
			return yes, err
		}
	}
	subclasses, err := callMethod(h, class, "__subclasses__")
	if err != nil {
		return false, err
	}
	if !h.IsInstance(subclasses, object.ListType) {
		return false, h.Raise(object.TypeErrorType, "__subclasses__() must return a list")
	}
	for i := 0; i < h.ListLen(subclasses); i++ {
		if yes, err := h.IsSubclassOf(sub, h.ListItem(subclasses, i)); err != nil || yes {
			return yes, err
		}
	}
	return false, nil
}

// dump is _get_dump(class): the registry, the caches and the version.
func (k *abc) dump(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	d, err := k.of(a[0])
	if err != nil {
		return object.Null, err
	}
	set := func(ids []object.TypeID) (object.Value, error) {
		s := h.NewSet()
		for _, id := range ids {
			t := h.Type(id)
			if t == nil {
				continue // it has died
			}
			if err := h.SetAdd(s, t.Object); err != nil {
				return object.Null, err
			}
		}
		return s, nil
	}
	out := h.NewList()
	for _, ids := range [][]object.TypeID{d.registry, d.cache, d.negative} {
		s, err := set(ids)
		if err != nil {
			return object.Null, err
		}
		h.ListAppend(out, s)
	}
	h.ListAppend(out, h.Int(d.version))
	return h.ListToTuple(out), nil
}

package object

// The slots of classes: what a class does is what its special methods say.
// setSlots gives a class a function of this file for each slot of which one of
// its classes has a special method, and the builtin base's function for the
// others (Objects/typeobject.c, update_one_slot).

// names are the interned names that the code of classes needs.
type names struct {
	qualname, module, classcell, classdictcell, new, init, initSubclass, classGetItem, doc, eq, hash, slots, setName Value
	call, getattribute, getattr, setattr, delattr, get, set, delete, repr, str, format, ne, length, boolean          Value
	getitem, setitem, delitem, contains, iter, next, lengthHint, index, toInt, toFloat, missing, mroEntries, prepare Value
	instancecheck, subclasscheck, dict, class, name, reversed, pow, mro, keys, abstract, del                         Value

	reduce, getNewArgs, getNewArgsEx, getState, slotNamesKept Value

	compare     [6]Value
	binary      [Xor + 1]Value
	reversedOps [Xor + 1]Value
	inplace     [Xor + 1]Value
	unary       [Absolute + 1]Value

	slotNames    map[Value]slotMask // those of no group have noGroup
	ofFunctions  map[Value]functionName
	callerModule func() (Value, error)
}

var (
	compareNames = [...]string{"__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"}
	binaryNames  = [...]string{"add", "and", "floordiv", "lshift", "matmul", "mul", "mod", "or", "pow", "rshift", "sub", "truediv", "xor"}
	unaryNames   = [...]string{"__neg__", "__pos__", "__invert__", "__abs__"}
)

func (h *Heap) initNames() {
	nm := &h.classes.nm
	for s, p := range map[string]*Value{
		"__qualname__": &nm.qualname, "__module__": &nm.module, "__classcell__": &nm.classcell, "__classdictcell__": &nm.classdictcell,
		"__new__": &nm.new, "__init__": &nm.init, "__init_subclass__": &nm.initSubclass, "__class_getitem__": &nm.classGetItem,
		"__doc__": &nm.doc, "__eq__": &nm.eq, "__hash__": &nm.hash, "__slots__": &nm.slots, "__set_name__": &nm.setName,
		"__call__": &nm.call, "__getattribute__": &nm.getattribute, "__getattr__": &nm.getattr, "__setattr__": &nm.setattr,
		"__delattr__": &nm.delattr, "__get__": &nm.get, "__set__": &nm.set, "__delete__": &nm.delete, "__repr__": &nm.repr,
		"__str__": &nm.str, "__format__": &nm.format, "__ne__": &nm.ne, "__len__": &nm.length, "__bool__": &nm.boolean,
		"__getitem__": &nm.getitem, "__setitem__": &nm.setitem, "__delitem__": &nm.delitem, "__contains__": &nm.contains,
		"__iter__": &nm.iter, "__next__": &nm.next, "__length_hint__": &nm.lengthHint, "__index__": &nm.index, "__int__": &nm.toInt, "__float__": &nm.toFloat,
		"__missing__": &nm.missing, "__mro_entries__": &nm.mroEntries, "__prepare__": &nm.prepare,
		"__instancecheck__": &nm.instancecheck, "__subclasscheck__": &nm.subclasscheck, "__dict__": &nm.dict, "__class__": &nm.class,
		"__name__": &nm.name, "__del__": &nm.del, "__reversed__": &nm.reversed, "__pow__": &nm.pow, "mro": &nm.mro, "keys": &nm.keys,
		"__reduce__": &nm.reduce, "__getnewargs__": &nm.getNewArgs, "__getnewargs_ex__": &nm.getNewArgsEx, "__getstate__": &nm.getState, "__slotnames__": &nm.slotNamesKept,
	} {
		*p = h.Intern(s)
	}
	for i, s := range compareNames {
		nm.compare[i] = h.Intern(s)
	}
	for i, s := range binaryNames {
		nm.binary[i], nm.reversedOps[i], nm.inplace[i] = h.Intern("__"+s+"__"), h.Intern("__r"+s+"__"), h.Intern("__i"+s+"__")
	}
	for i, s := range unaryNames {
		nm.unary[i] = h.Intern(s)
	}
	nm.abstract = h.Intern("__abstractmethods__")
	h.initFunctionNames()
	nm.slotNames = map[Value]slotMask{nm.new: noGroup, nm.init: noGroup, nm.del: noGroup, nm.abstract: noGroup}
	for i, g := range slotGroups {
		for _, s := range g.names {
			nm.slotNames[h.Intern(s)] = 1 << i
		}
	}
}

// CallerModule sets who tells, for a class that is being made, the module of the
// code that makes it.
func (h *Heap) CallerModule(f func() (Value, error)) { h.classes.nm.callerModule = f }

func (h *Heap) isSlotName(name Value) bool { return h.classes.nm.slotNames[name] != 0 }

// slotMask is a set of slotGroups.
type slotMask uint32

const noGroup slotMask = 1 << 31 // of what is looked at besides

// slotsNamed returns the groups of which a class made by a program has a special method in its own dict, and maybe more.
func (h *Heap) slotsNamed(t *Type) (m slotMask) {
	for pos := 0; ; {
		key, _, ok := h.DictNext(t.Dict, &pos)
		switch {
		case !ok:
			return m
		case !h.Is(key, StrType):
			return ^slotMask(0) // it may be equal to any name
		case h.StrLen(key) > 4 && h.StrAt(key, 0) == '_' && h.StrAt(key, 1) == '_':
			m |= h.classes.nm.slotNames[h.InternValue(key)]
		}
	}
}

// slotGroup is a slot with the special methods that it stands for.
type slotGroup struct {
	names []string
	copy  func(to, from *Slots)
	has   func(s *Slots) bool
	set   func(s *Slots)
}

func binaryGroup(prefix string) (list []string) {
	for _, s := range binaryNames {
		list = append(list, "__"+prefix+s+"__")
	}
	return list
}

// slotGroups are all slots that special methods fill. The functions lead back to
// the table, so that it is filled when the program starts.
var slotGroups []slotGroup

func init() {
	slotGroups = []slotGroup{
		{[]string{"__repr__"}, func(t, f *Slots) { t.Repr = f.Repr }, func(s *Slots) bool { return s.Repr != nil }, func(s *Slots) { s.Repr = dunderRepr }},
		{[]string{"__str__"}, func(t, f *Slots) { t.Str = f.Str }, func(s *Slots) bool { return s.Str != nil }, func(s *Slots) { s.Str = dunderStr }},
		{[]string{"__format__"}, func(t, f *Slots) { t.Format = f.Format }, func(s *Slots) bool { return s.Format != nil }, func(s *Slots) { s.Format = dunderFormat }},
		{[]string{"__hash__"}, func(t, f *Slots) { t.Hash = f.Hash }, func(s *Slots) bool { return s.Hash != nil }, func(s *Slots) { s.Hash = dunderHash }},
		{compareNames[:], func(t, f *Slots) { t.Compare = f.Compare }, func(s *Slots) bool { return s.Compare != nil }, func(s *Slots) { s.Compare, s.ownCompare = dunderCompare, true }},
		{append(binaryGroup(""), binaryGroup("r")...), func(t, f *Slots) { t.Binary = f.Binary }, func(s *Slots) bool { return s.Binary != nil }, func(s *Slots) { s.Binary, s.ownBinary = dunderBinary, true }},
		{binaryGroup("i"), func(t, f *Slots) { t.InPlace = f.InPlace }, func(s *Slots) bool { return s.InPlace != nil }, func(s *Slots) { s.InPlace, s.ownInPlace = dunderInPlace, true }},
		{unaryNames[:], func(t, f *Slots) { t.Unary = f.Unary }, func(s *Slots) bool { return s.Unary != nil }, func(s *Slots) { s.Unary = dunderUnary }},
		{[]string{"__bool__"}, func(t, f *Slots) { t.Bool = f.Bool }, func(s *Slots) bool { return s.Bool != nil }, func(s *Slots) { s.Bool = dunderBool }},
		{[]string{"__len__"}, func(t, f *Slots) { t.Len = f.Len }, func(s *Slots) bool { return s.Len != nil }, func(s *Slots) { s.Len = dunderLen }},
		{[]string{"__getitem__"}, func(t, f *Slots) { t.GetItem = f.GetItem }, func(s *Slots) bool { return s.GetItem != nil }, func(s *Slots) { s.GetItem = dunderGetItem }},
		{[]string{"__setitem__", "__delitem__"}, func(t, f *Slots) { t.SetItem = f.SetItem }, func(s *Slots) bool { return s.SetItem != nil }, func(s *Slots) { s.SetItem = dunderSetItem }},
		{[]string{"__contains__"}, func(t, f *Slots) { t.Contains = f.Contains }, func(s *Slots) bool { return s.Contains != nil }, func(s *Slots) { s.Contains = dunderContains }},
		{[]string{"__iter__"}, func(t, f *Slots) { t.Iter = f.Iter }, func(s *Slots) bool { return s.Iter != nil }, func(s *Slots) { s.Iter = dunderIter }},
		{[]string{"__next__"}, func(t, f *Slots) { t.Next = f.Next }, func(s *Slots) bool { return s.Next != nil }, func(s *Slots) { s.Next = dunderNext }},
		{[]string{"__call__"}, func(t, f *Slots) { t.Call = f.Call }, func(s *Slots) bool { return s.Call != nil }, func(s *Slots) { s.Call = dunderCall }},
		{[]string{"__getattribute__", "__getattr__"}, func(t, f *Slots) { t.GetAttr = f.GetAttr }, func(s *Slots) bool { return s.GetAttr != nil }, func(s *Slots) { s.GetAttr = dunderGetAttr }},
		{[]string{"__setattr__", "__delattr__"}, func(t, f *Slots) { t.SetAttr = f.SetAttr }, func(s *Slots) bool { return s.SetAttr != nil }, func(s *Slots) { s.SetAttr = dunderSetAttr }},
		{[]string{"__get__"}, func(t, f *Slots) { t.DescrGet = f.DescrGet }, func(s *Slots) bool { return s.DescrGet != nil }, func(s *Slots) { s.DescrGet = dunderDescrGet }},
		{[]string{"__set__", "__delete__"}, func(t, f *Slots) { t.DescrSet = f.DescrSet }, func(s *Slots) bool { return s.DescrSet != nil }, func(s *Slots) { s.DescrSet = dunderDescrSet }},
	}
}

// native reports whether a class attribute is one that a builtin type has: then
// the slot that it stands for is the type's.
func (h *Heap) native(x Value) bool {
	id := h.TypeID(x)
	return id == WrapperDescType || id == MethodDescType || id == ClassMethodDescType
}

// builtinAttr returns the attribute that a class has from its builtin types, Null if
// they have none of that name.
func (t *Type) builtinAttr(name Value) Value {
	for _, b := range t.MRO {
		if b.made {
			continue
		}
		if x := t.heap.DictGetStr(b.Dict, name); x != Null {
			return x
		}
	}
	return Null
}

// manyBases is from how many entries of an MRO on setSlots looks for those that are there twice: a metaclass's mro()
// may return a million, and each name is looked up in all of them.
const manyBases = 256

// distinct returns the types of an MRO, each where it is first.
func distinct(mro []*Type) []*Type {
	seen := make(map[*Type]bool)
	var list []*Type
	for _, t := range mro {
		if !seen[t] {
			seen[t] = true
			list = append(list, t)
		}
	}
	return list
}

// setSlots computes a class's slots.
func (h *Heap) setSlots(t *Type) {
	nm := &h.classes.nm
	if mro := t.MRO; len(mro) >= manyBases {
		t.MRO = distinct(mro)
		defer func() { t.MRO = mro }()
	}
	t.Slots = Slots{}
	t.NoHash, t.byItems = false, false
	t.slotsNamed = h.slotsNamed(t)
	var named slotMask
	for _, b := range t.MRO {
		if b.made {
			named |= b.slotsNamed
		}
	}
	for i := range slotGroups {
		g := &slotGroups[i]
		own := false
		if named>>i&1 != 0 {
			for _, s := range g.names {
				if x, in := t.find(h.Intern(s)); x != Null && in.made && !(h.native(x) && x == t.builtinAttr(h.Intern(s))) {
					own = true
					break
				}
			}
		}
		if own {
			g.set(&t.Slots)
			continue
		}
		for _, b := range t.MRO {
			if !b.made && g.has(&b.Slots) {
				g.copy(&t.Slots, h.classSlots(b))
				break
			}
		}
	}
	if t.Slots.Iter == nil && t.Slots.GetItem != nil && t.Lookup(nm.iter) == Null && (t.layout != TypeType || h.overrides(t, nm.getitem)) {
		t.byItems = true
		t.Slots.Iter = func(h *Heap, v Value) (Value, error) { return h.newSeqIter(SeqIterType, v, 0), nil }
	}
	switch x, in := t.find(nm.hash); {
	case x == None:
		t.NoHash, t.Slots.Hash = true, nil
	case in != nil && !in.made && in.NoHash:
		t.NoHash = true
	}
	if !h.overrides(t, nm.getattribute, nm.getattr) && t.Slots.GetAttr != nil && t.layout != TypeType {
		t.Slots.GetAttr = classGetAttr // the class's attributes go before the builtin type's
	}
	if !h.overrides(t, nm.setattr, nm.delattr) && t.layout != TypeType {
		t.Slots.SetAttr = classSetAttr
	}
	t.hasAbstract = false
	if x := h.DictGetStr(t.Dict, nm.abstract); x != Null {
		yes, err := h.Truth(x)
		t.hasAbstract = err == nil && yes
	}
	own := h.ownAttr(t, nm.del) != Null
	if b := t.native(func(s *Slots) bool { return s.Dying != nil }); b != nil && !own {
		t.Slots.Dying = b.Slots.Dying
	}
	h.setFinalizes(t, own || t.Slots.Dying != nil)
	t.newAttr, t.initAttr = h.ownAttr(t, nm.new), h.ownAttr(t, nm.init)
	t.hadNew = t.hadNew || t.newAttr != Null || t.Base.hadNew
	t.ownHash = t.layout != SetType && t.SpecialMethod(SpecialHash) != Null // a set may be looked up by the hash of a frozenset
	t.asStr = t.layout == StrType && h.ownAttr(t, nm.eq) == Null
	if b := t.initializer(); b != nil {
		t.Slots.Init = b.Slots.Init
	}
	if b := t.newer(); b != nil {
		t.Slots.New = b.Slots.New
	}
	if b := t.native(func(s *Slots) bool { return s.Buffer != nil }); b != nil {
		t.Slots.Buffer, t.Slots.Fixed = b.Slots.Buffer, b.Slots.Fixed
	}
	h.noteFacts(t)
}

// native returns the first builtin type of the MRO that has a slot.
func (t *Type) native(has func(*Slots) bool) *Type {
	for _, b := range t.MRO {
		if !b.made && has(&b.Slots) {
			return b
		}
	}
	return nil
}

// initializer returns the first builtin type of the MRO that has an __init__ of its own. Exceptions have their bases' in the slot.
func (t *Type) initializer() *Type {
	for _, b := range t.MRO {
		if !b.made && b.Slots.Init != nil && (!b.IsException || b.ownInit) {
			return b
		}
	}
	return nil
}

// newer returns the builtin type whose instances' layout a class's have, and that makes them: CPython inherits tp_new from the base
// (__base__), whatever stands in front of that in the MRO.
func (t *Type) newer() *Type {
	for ; t != nil; t = t.Base {
		if !t.made && t.Slots.New != nil {
			return t
		}
	}
	return nil
}

// overrides reports whether one of the names is not a builtin type's.
func (h *Heap) overrides(t *Type, names ...Value) bool {
	for _, name := range names {
		if h.ownAttr(t, name) != Null {
			return true
		}
	}
	return false
}

// ownAttr is Lookup for what no builtin type has.
func (h *Heap) ownAttr(t *Type, name Value) Value {
	x := t.Lookup(name)
	if x == Null || h.native(x) || h.Is(x, BuiltinType) || !t.made {
		return Null
	}
	return x
}

// callSelf calls a class attribute as a method of self.
func (h *Heap) callSelf(f, self Value, args ...Value) (Value, error) {
	m := h.Mark()
	defer h.Release(m)
	switch h.TypeID(f) {
	case FunctionType:
		h.Push(self)
		h.PushAll(args)
		return h.Caller(f, h.Pushed(m), Null)
	case MethodDescType, WrapperDescType:
		h.Push(self)
	default:
		bound, err := h.descrGet(f, self, h.TypeOf(self))
		if err != nil {
			return Null, err
		}
		h.Push(bound)
		f = bound
		m++
	}
	h.PushAll(args)
	return h.Call(f, h.Pushed(m), Null)
}

// special calls a special method of v. found is false if its type has none.
func (h *Heap) special(v, name Value, args ...Value) (r Value, found bool, err error) {
	f := h.TypeOf(v).Lookup(name)
	if f == Null {
		return Null, false, nil
	}
	r, err = h.callSelf(f, v, args...)
	return r, true, err
}

func dunderRepr(h *Heap, v Value) (Value, error) {
	return h.textOf(v, h.classes.nm.repr, "__repr__")
}

func dunderStr(h *Heap, v Value) (Value, error) { return h.textOf(v, h.classes.nm.str, "__str__") }

func (h *Heap) textOf(v, name Value, shown string) (Value, error) {
	r, _, err := h.special(v, name)
	if err != nil {
		return Null, err
	}
	return h.TextFrom(r, shown)
}

func dunderFormat(h *Heap, v, spec Value) (Value, error) {
	if spec == Null {
		spec = h.emptyStr
	}
	r, _, err := h.special(v, h.classes.nm.format, spec)
	if err != nil {
		return Null, err
	}
	return h.formatFrom(v, r)
}

// formatFrom is what a __format__ has returned.
func (h *Heap) formatFrom(_, r Value) (Value, error) {
	if !h.isStr(r) {
		return Null, h.Raise(TypeErrorType, "__format__ must return a str, not %s", h.TypeName(r))
	}
	return r, nil
}

func dunderHash(h *Heap, v Value) (int64, error) {
	r, _, err := h.special(v, h.classes.nm.hash)
	if err != nil {
		return 0, err
	}
	return h.HashFrom(r)
}

func dunderUnary(h *Heap, op UnaryOp, v Value) (Value, error) {
	r, found, err := h.special(v, h.classes.nm.unary[op])
	if !found {
		return Null, h.noUnary(op, v)
	}
	return r, err
}

func dunderBool(h *Heap, v Value) (bool, error) {
	f := h.TypeOf(v).Lookup(h.classes.nm.boolean)
	if f == None {
		return false, h.Raise(TypeErrorType, "'%s' cannot be interpreted as a boolean", h.TypeName(v))
	}
	r, err := h.callSelf(f, v)
	if err != nil {
		return false, err
	}
	return h.BoolFrom(r)
}

func dunderLen(h *Heap, v Value) (int, error) {
	r, _, err := h.special(v, h.classes.nm.length)
	if err != nil {
		return 0, err
	}
	return h.LenFrom(r)
}

func dunderGetItem(h *Heap, v, key Value) (Value, error) {
	r, _, err := h.special(v, h.classes.nm.getitem, key)
	return r, err
}

func dunderSetItem(h *Heap, v, key, x Value) error {
	nm := &h.classes.nm
	var found bool
	var err error
	if x == Null {
		if _, found, err = h.special(v, nm.delitem, key); !found {
			return h.Raise(AttributeErrorType, "__delitem__")
		}
		return err
	}
	if _, found, err = h.special(v, nm.setitem, key, x); !found {
		return h.Raise(AttributeErrorType, "__setitem__")
	}
	return err
}

func dunderContains(h *Heap, v, x Value) (bool, error) {
	f := h.TypeOf(v).Lookup(h.classes.nm.contains)
	if f == None {
		return false, h.Raise(TypeErrorType, "'%s' object is not a container", h.TypeName(v))
	}
	r, err := h.callSelf(f, v, x)
	if err != nil {
		return false, err
	}
	return h.Truth(r)
}

func dunderIter(h *Heap, v Value) (Value, error) {
	f := h.TypeOf(v).Lookup(h.classes.nm.iter)
	if f == None {
		return Null, h.Raise(TypeErrorType, "'%s' object is not iterable", h.TypeName(v))
	}
	it, err := h.callSelf(f, v)
	if err != nil {
		return Null, err
	}
	return h.IterFrom(it)
}

func dunderNext(h *Heap, it Value) (Value, error) {
	r, _, err := h.special(it, h.classes.nm.next)
	return r, err
}

// NextMethod returns the function that the next element of an iterator of a class is, with
// the iterator in front; Null for other values.
func (h *Heap) NextMethod(it Value) Value { return h.TypeOf(it).NextMethod() }

// NextMethod is Heap.NextMethod for the instances of a class.
func (t *Type) NextMethod() Value {
	if !t.made || t.Slots.Next == nil {
		return Null
	}
	return t.heap.ownAttr(t, t.heap.classes.nm.next)
}

// NextGenerator returns the generator that the next element of an iterator is asked of: of a class whose __next__ is that of a
// generator, as in "__next__ = gen.__next__", that one. It returns the iterator itself if it is a generator, and Null for others.
func (h *Heap) NextGenerator(it Value) Value {
	switch t := h.TypeOf(it); {
	case t.ID == GeneratorType:
		return it
	case !t.made || t.Slots.Next == nil:
		return Null
	default:
		f := t.Lookup(h.classes.nm.next)
		if f == Null || !h.Is(f, BuiltinType) || h.BuiltinOf(f).Owner != h.types[GeneratorType] || h.BuiltinOf(f).Name != "__next__" {
			return Null
		}
		return h.Field(f, OffBuiltinSelf)
	}
}

// CallMethod returns the function that calling an instance of a class is, with the
// instance in front; Null for other types.
func (t *Type) CallMethod() Value {
	if !t.made || t.Slots.Call == nil {
		return Null
	}
	return t.heap.ownAttr(t, t.heap.classes.nm.call)
}

func dunderCall(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
	f := h.TypeOf(v).Lookup(h.classes.nm.call)
	m := h.Mark()
	defer h.Release(m)
	if h.TypeID(f) != FunctionType && !h.native(f) {
		bound, err := h.descrGet(f, v, h.TypeOf(v))
		if err != nil {
			return Null, err
		}
		h.Push(bound)
		return h.Call(bound, args, kwnames)
	}
	h.Push(v)
	h.PushAll(args)
	return h.Call(f, h.Pushed(m), kwnames)
}

// dunderDescrGet calls __get__ as it lies in the class: as in CPython, it is not bound before.
func dunderDescrGet(h *Heap, d, obj, owner Value) (Value, error) {
	if obj == Null {
		obj = None
	}
	f := h.TypeOf(d).Lookup(h.classes.nm.get)
	m := h.Mark()
	defer h.Release(m)
	h.PushAll([]Value{d, obj, owner})
	return h.Call(f, h.Pushed(m), Null)
}

func dunderDescrSet(h *Heap, d, obj, x Value) error {
	nm := &h.classes.nm
	name, args := nm.set, []Value{obj, x}
	if x == Null {
		name, args = nm.delete, args[:1]
	}
	_, found, err := h.special(d, name, args...)
	if !found {
		return h.Raise(AttributeErrorType, "%s", h.GoString(name)[0:])
	}
	return err
}

func dunderGetAttr(h *Heap, v, name Value) (Value, error) {
	nm := &h.classes.nm
	t := h.TypeOf(v)
	var x Value
	var err error
	if f := h.ownAttr(t, nm.getattribute); f != Null {
		x, err = h.callSelf(f, v, name)
	} else {
		x, err = h.nativeGetAttr(v, t, name)
	}
	if x == Null && (err == nil || h.raisedIs(err, AttributeErrorType)) {
		if f := t.Lookup(nm.getattr); f != Null {
			return h.callSelf(f, v, name)
		}
	}
	return x, err
}

// nativeGetAttr is the attribute look-up without __getattribute__ and
// __getattr__.
func (h *Heap) nativeGetAttr(v Value, t *Type, name Value) (Value, error) {
	if t.layout == TypeType {
		return typeGetAttr(h, v, name)
	}
	return classGetAttr(h, v, name)
}

func dunderSetAttr(h *Heap, v, name, x Value) error {
	nm := &h.classes.nm
	t := h.TypeOf(v)
	if x == Null {
		if f := h.ownAttr(t, nm.delattr); f != Null {
			_, err := h.callSelf(f, v, name)
			return err
		}
	} else if f := h.ownAttr(t, nm.setattr); f != Null {
		_, err := h.callSelf(f, v, name, x)
		return err
	}
	return h.nativeSetAttr(v, t, name, x)
}

func (h *Heap) nativeSetAttr(v Value, t *Type, name, x Value) error {
	if t.layout == TypeType {
		return typeSetAttr(h, v, name, x)
	}
	return classSetAttr(h, v, name, x)
}

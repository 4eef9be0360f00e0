package object

import "slices"

// TypeID names a type in object headers and in machine code. Builtin types
// have the constants below; types made later are numbered as they come.
type TypeID uint32

// The builtin types. NoType is the type of Null and of free memory.
const (
	NoType TypeID = iota
	ObjectType
	TypeType
	NoneType
	BoolType
	IntType
	FloatType
	StrType
	BytesType
	ListType
	TupleType
	DictType
	SetType
	FrozenSetType
	RangeType
	SliceType
	EllipsisType
	NotImplementedType
	FunctionType
	BuiltinType         // builtin_function_or_method
	MethodDescType      // method_descriptor: an unbound method of a builtin type
	ClassMethodDescType // classmethod_descriptor: a class method of a builtin type
	BoundMethodType     // method
	ModuleType
	CellType
	CodeType
	RangeIterType
	LongRangeIterType
	ListIterType
	ListRevIterType
	TupleIterType
	StrIterType
	BytesIterType
	SetIterType
	DictKeysType
	DictValuesType
	DictItemsType
	DictKeyIterType
	DictValueIterType
	DictItemIterType
	DictRevKeyIterType
	DictRevValueIterType
	DictRevItemIterType
	EnumerateType
	ZipType
	MapType
	FilterType
	ReversedType
	CallableIterType
	FileType
	TracebackType
	ArrayType // storage of lists, dicts and sets; never seen by the guest
	ByteArrayType
	GeneratorType
	CoroutineType      // made by a call of a coroutine function; laid out as generators are. It follows GeneratorType: IsResumed
	AsyncGeneratorType // likewise
	FrameType
	FrameLocalsType // FrameLocalsProxy: f_locals of a function's frame
	TemplateType
	InterpolationType
	TemplateIterType
	WrapperDescType   // wrapper_descriptor: a slot of a builtin type as an attribute
	MethodWrapperType // method-wrapper: one bound to a value
	GetSetType        // getset_descriptor: an attribute that Go computes
	MemberType        // member_descriptor: a name of __slots__
	PropertyType
	ClassMethodType
	StaticMethodType
	SuperType
	MappingProxyType
	GenericAliasType // types.GenericAlias
	UnionType        // typing.Union
	NamespaceType    // types.SimpleNamespace
	ComplexType
	SeqIterType        // iterator: of what has __getitem__ only
	FirstExceptionType // BaseException; the other exceptions follow (exception.go)
	FirstFreeType      = FirstExceptionType + 80
)

// Type describes one type. The fields are set before the type's first instance
// exists and, for builtin types, never change.
type Type struct {
	ID     TypeID
	Name   string
	Module string  // "builtins" unless set; of a class, __module__ in Dict counts
	Base   *Type   // nil for object; of a class, the one whose layout it has
	Bases  []*Type // as the class statement names them
	MRO    []*Type // the type itself first
	Object Value   // the type object in the arena

	mroTuple, basesTuple classTuple

	// Dict has the class attributes, by interned name. Only the type itself: a
	// look-up goes along MRO.
	Dict Value

	Slots
	NoHash      bool // instances are unhashable: hash() raises TypeError
	byItems     bool // instances are iterated by __getitem__ (over.go)
	IsException bool
	plainNew    bool // see Heap.PlainException
	ownInit     bool // a builtin type has an __init__ that is not its base's
	initsFields bool // of exceptions: it is __init__ that sets the attributes of instances of classes (exception_init.go)
	Final       bool // type 'X' is not an acceptable base type
	Visible     bool // a name of the builtins module
	Each        Each // what a call is, if calls may be frames (each.go)
	Driven      bool // a driver may run in place of a call, by its first argument
	InPython    bool // CPython writes it in Python: errors show its name without the module

	// Extra finds attributes of instances that are not among Attrs, if set; Null:
	// there is none of that name.
	Extra func(h *Heap, v, name Value) (Value, error)

	// Size is how many bytes the fields of an instance take, header included, of a
	// type added by RegisterType that classes may derive from: its New makes
	// instances of the type that it is given, by NewEmpty, and sets their fields. 0
	// if no class may. A type with a base other than object has the base's fields
	// first.
	Size uintptr
	// Converts: its special methods that are no slots (__int__, __float__, __complex__, __round__, __divmod__, __floor__, __ceil__,
	// __trunc__) are among the methods of the type; so of the classes that derive from it.
	Converts bool
	// PowMod is pow(a, b, c) where one of them is of such a type; it returns NotImplemented for what it does not handle.
	PowMod func(h *Heap, a, b, c Value) (Value, error)
	// Unionable: the operator | makes unions of instances, as of classes.
	Unionable bool
	// Numbers: instances of such a type begin with the fields of numbers.go.
	Numbers bool
	// Defaults: instances of such a type, collections.defaultdict, add the keys that they lack (OffDefaultFactory).
	Defaults bool
	// Ordered: the type is collections.OrderedDict.
	Ordered bool
	// Ring: instances of such a type, collections.deque, are rings (OffRingList), and their elements are had by index.
	// RingIter: they are iterators that go forwards over rings.
	Ring, RingIter bool
	// Step says which iterator of module itertools the type is.
	Step StepKind
	// Twister: instances of such a type, random.Random, have the state of a generator of random numbers (offTwister).
	Twister bool
	// BeginsBare says of a type with Bare that a call of a class that derives from it makes what that makes, whatever the arguments: __init__ sees them.
	BeginsBare bool
	// Future: instances of such a type, asyncio.Future, and of those that derive from it, are laid out as futures (OffFutLoop).
	Future bool
	// Pattern: instances of such a type, re.Pattern, are laid out as patterns (OffPatternText). Match: as what one has matched (OffMatchText).
	Pattern, Match bool
	// Attributes says that instances of such a type have a __dict__.
	Attributes bool
	// Frames says that making an instance, of a class that is derived from the type too, looks at the frame of the
	// caller, as Builtin.Frames does.
	Frames bool
	// Getters says that its objects say at OffGetter which Getter they are.
	Getters bool
	// Scripted is set if calls of the type are made by Scripts, as in Builtin.
	Scripted Scripted
	// Weak says that there may be weak references to values of a builtin type, WeakProxy that
	// they are weak references that stand for their objects.
	Weak, WeakProxy bool
	// ItemAt is, of a type of descriptors that are elements of tuples, where in them the index lies; 0: it is no such type.
	ItemAt uintptr
	// WeakRef says that instances are weak references (NewWeak), proxies included.
	WeakRef bool

	collection CollectionFlag

	once *onces   // the operations that a call of the class tries first; or nil
	next onceNext // what iterators of exactly this type try first; or nil

	names    []string // of CPython's attributes, sorted; see attr_known.go
	recorded string   // the same as a text
	listed   bool     // recorded is known

	size   uintptr // of instances made by NewObject
	handle bool    // instances are made by NewHandleObject

	heap *Heap
	classPart
}

// Slots are what a type does, as in CPython's PyTypeObject. A nil slot means
// the operation is not supported and the generic function in ops.go raises
// CPython's error. Slots are not inherited here except along register's copy
// from the base (exceptions); every builtin type states its own.
type Slots struct {
	Repr func(h *Heap, v Value) (Value, error)
	Str  func(h *Heap, v Value) (Value, error) // nil: Repr
	// Format renders v under a format specification; nil accepts only the
	// empty one and uses Str.
	Format func(h *Heap, v Value, spec Value) (Value, error)
	Hash   func(h *Heap, v Value) (int64, error) // nil and !NoHash: by identity
	// Compare returns True, False or any value, or NotImplemented. a has the
	// type whose slot it is; b may be anything.
	Compare func(h *Heap, op CompareOp, a, b Value) (Value, error)
	// Binary is called with the operands in source order. At least one of
	// them has the type whose slot it is; it returns NotImplemented for pairs
	// it does not handle. op is never an in-place operator.
	Binary func(h *Heap, op BinaryOp, a, b Value) (Value, error)
	// InPlace is tried first for in-place operators with the left operand's
	// type; op is the in-place operator.
	InPlace func(h *Heap, op BinaryOp, a, b Value) (Value, error)
	Unary   func(h *Heap, op UnaryOp, v Value) (Value, error) // raises TypeError for an operator that the type has not
	Bool    func(h *Heap, v Value) (bool, error)              // nil: by Len, else true
	Len     func(h *Heap, v Value) (int, error)
	GetItem func(h *Heap, v, key Value) (Value, error)
	// SetItem stores, or deletes when x is Null.
	SetItem  func(h *Heap, v, key, x Value) error
	Contains func(h *Heap, v, x Value) (bool, error) // nil: by iteration
	Iter     func(h *Heap, v Value) (Value, error)
	// Next returns the next element, or Null and no error at the end.
	Next func(h *Heap, v Value) (Value, error)
	// Send is what an iterator that is awaited does with a value: its next element, or, done, the value that it has
	// ended with, for which no StopIteration is made. nil: Next, or the method send.
	Send    func(h *Heap, it, v Value) (x Value, done bool, err error)
	Left    func(h *Heap, v Value) int // of iterators: how many elements there will still be; nil: it is not known
	Call    func(h *Heap, f Value, args []Value, kwnames Value) (Value, error)
	GetAttr func(h *Heap, v, name Value) (Value, error) // nil: generic look-up; Null: v has none of that name
	NoAttr  func(h *Heap, v, name Value) error          // raises the AttributeError for the Null of GetAttr; nil: with v's type
	SetAttr func(h *Heap, v, name, x Value) error       // nil: refused; x Null deletes
	// Prepare is called before what an instance of a class has is looked at that derives from a type with it and GetAttr.
	Prepare func(h *Heap, v Value) error
	// New makes an instance: what calling the type object does.
	New func(h *Heap, t *Type, args []Value, kwnames Value) (Value, error)
	// Bare is T.__new__(T, …) of a type whose __init__ does the rest: an instance that is not
	// initialized, and whose functions say so. nil: New.
	Bare func(h *Heap, t *Type, args []Value, kwnames Value) (Value, error)
	// Init is __init__ of a type whose instances of derived classes are made
	// empty; nil: there is nothing to do.
	Init func(h *Heap, v Value, args []Value, kwnames Value) error
	// DescrGet is __get__: what an attribute of a class is for an instance, or
	// for the class itself when obj is Null.
	DescrGet func(h *Heap, d, obj, owner Value) (Value, error)
	// DescrSet is __set__, or __delete__ when x is Null. A type that has it makes
	// attributes that go before those of the instance.
	DescrSet func(h *Heap, d, obj, x Value) error
	// The slot is that of the class's own special methods, not a builtin type's.
	ownCompare, ownBinary, ownInPlace bool
	// Buffer returns the bytes that an object shows as CPython's buffer protocol has
	// them: over its own storage, or a copy where they do not lie one behind another
	// and the caller takes one; otherwise that is an error.
	Buffer func(h *Heap, v Value, copied bool) ([]byte, error)
	// Fixed reports whether the bytes of Buffer must not be changed. nil: they may be, unless the type says so by an attribute readonly.
	Fixed func(h *Heap, v Value) bool
	// Exporter returns the object whose bytes Buffer shows, where that is another one.
	Exporter func(h *Heap, v Value) (Value, error)
	// Dying says of a type whose __del__ is in Go whether that would do anything for an object that is dead:
	// no other one's is called. It runs during collections. Size must be set.
	Dying func(h *Heap, v Value) bool
	// Drain appends to a list all that an iterator of exactly this type has left, faster than one element after the other.
	// nil: there is no such way.
	Drain func(h *Heap, it, list Value) error
	// Release is told when an object with a handle dies (files).
	Release func(h *Heap, handle uint64)
}

// Type returns the description of a type id.
func (h *Heap) Type(id TypeID) *Type { return h.types[id] }

// TypeOf returns the type of any value but Null.
func (h *Heap) TypeOf(v Value) *Type { return h.types[h.TypeID(v)] }

// TypeName returns the name of a value's type as error messages show it: CPython's
// tp_name, which has the module of a type that C defines and is not a builtin.
func (h *Heap) TypeName(v Value) string { return h.TypeOf(v).shown() }

func (t *Type) shown() string {
	if t.made || t.InPython || t.Module == "builtins" {
		return t.Name
	}
	return t.qualified()
}

// IsSubtype reports whether t is u or derives from it.
func (t *Type) IsSubtype(u *Type) bool {
	for _, b := range t.MRO {
		if b == u {
			return true
		}
	}
	return false
}

// IsInstance reports whether v's type is t or derives from it.
func (h *Heap) IsInstance(v Value, t TypeID) bool {
	u := h.TypeOf(v)
	return u.ID == t || u.IsSubtype(h.types[t])
}

// lookupEntry is an entry of the cache of look-ups along the MRO, as CPython's
// type cache (Objects/typeobject.c): a version names a type and the state that
// it was in.
type lookupEntry struct {
	version uint32
	name    Value
	value   Value
}

const lookupCacheSize = 1 << 12

// Lookup finds a class attribute along the method resolution order; Null if
// there is none. name is an interned str.
func (t *Type) Lookup(name Value) Value {
	h := t.heap
	version := h.versions[t.ID]
	e := &h.lookups[(uint64(name)>>4^uint64(version)*0x9E3779B1)%lookupCacheSize]
	if e.version == version && e.name == name && version != 0 {
		return e.value
	}
	v, b := t.find(name)
	if b == nil || !b.varying[name].again {
		*e = lookupEntry{version, name, v}
		h.lookedUp = true
	}
	return v
}

// find is Lookup that also tells in which type's dict the attribute stands.
func (t *Type) find(name Value) (Value, *Type) {
	for _, b := range t.MRO {
		if v := t.heap.DictGetStr(b.Dict, name); v != Null {
			return v, b
		}
	}
	return Null, nil
}

// register adds a builtin type under its fixed id. It makes the type object
// and computes the MRO; attributes are added by method tables.
func (h *Heap) register(t *Type) *Type {
	if t.Module == "" {
		t.Module = "builtins"
	}
	if t.Base == nil && t.ID != ObjectType {
		t.Base = h.types[ObjectType]
	}
	t.MRO = []*Type{t}
	if t.Base != nil {
		t.Bases = []*Type{t.Base}
		t.MRO = append(t.MRO, t.Base.MRO...)
	}
	switch t.ID {
	case ListType, TupleType, RangeType:
		t.collection = SequenceFlag
	case DictType, MappingProxyType, FrameLocalsType:
		t.collection = MappingFlag
	}
	t.inheritCollection()
	t.once, t.next = onceOf[onceKey{of: t.OnceType()}], onceNexts[t.ID]
	switch {
	case t.RingIter:
		t.next = nextOf
	case t.Step != StepNone && t.Step <= lastStep:
		t.next = stepNexts[t.Step]
	}
	h.initBuiltinLayout(t)
	return h.enroll(t, TypeType)
}

// enroll gives a type its dict and its type object, of a metaclass, and enters
// it into the heap's tables.
func (h *Heap) enroll(t *Type, meta TypeID) *Type {
	t.heap = h
	t.Dict = h.NewDict()
	m := h.Mark()
	h.Push(t.Dict)
	t.Object = h.Alloc(kindPlain, typeObjectSize)
	h.header(t.Object, meta, 0)
	h.SetWord(t.Object, offTypeID, uint64(t.ID))
	for int(t.ID) >= len(h.types) {
		h.types = append(h.types, nil)
		h.versions = append(h.versions, 0)
	}
	h.types[t.ID] = t
	h.versions[t.ID] = uint32(t.ID)
	if !t.made {
		at, _ := slices.BinarySearchFunc(h.classes.builtin, t.ID, func(b *Type, id TypeID) int { return int(b.ID) - int(id) })
		h.classes.builtin = slices.Insert(h.classes.builtin, at, t)
	}
	if t.ID < TypeTableSize {
		h.typeObjects[t.ID] = t.Object
	}
	h.Release(m)
	return t
}

// TypeTableSize is the number of types, those of the lowest ids, that TypeTable has.
const TypeTableSize = 1 << 11

// TypeTable returns the place, as the word of an object would be, of a table for machine
// code: the type objects by type id, 0 where there is no such type.
func (h *Heap) TypeTable() Value { return Value(TagRef + typeTableOff) }

// setTypeAttr gives a builtin type an attribute.
func (h *Heap) setTypeAttr(t *Type, name string, v Value) {
	h.DictSetStr(t.Dict, h.Intern(name), v)
	if h.lookedUp { // not while the first types are made: it takes as long as the rest
		clear(h.lookups[:])
		h.lookedUp = false
	}
}

// TypeFromObject returns the type that a type object stands for; v must be one.
func (h *Heap) TypeFromObject(v Value) *Type { return h.types[h.Word(v, offTypeID)] }

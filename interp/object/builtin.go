package object

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// Arity says how CPython declares a builtin function's parameters, because its
// error messages differ with it.
type Arity uint8

// The arities.
const (
	Fast   Arity = iota // METH_FASTCALL: Min to Max positional arguments
	NoArgs              // METH_NOARGS
	O                   // METH_O: exactly one
	Varied              // the function checks its arguments by itself; keywords reach it if FnKw is set
)

// Builtin is a function or method implemented in Go. Fn or FnKw is set; where both
// are, machine code calls Fn where no argument is named.
type Builtin struct {
	Name     string
	Arity    Arity
	Min, Max int // Fast: number of positional arguments; Max −1: no bound
	// Fn gets the receiver (Null for functions) and the positional arguments,
	// their number checked.
	Fn func(h *Heap, self Value, args []Value) (Value, error)
	// FnKw also gets keyword arguments: args ends with one value for each name
	// of kwnames (a tuple of str, or Null).
	FnKw func(h *Heap, self Value, args []Value, kwnames Value) (Value, error)
	// Named are the parameters, in order, that calls may name in place of giving them by position; one that they may not name is empty. nil: calls
	// by keyword are not those by position.
	Named []string
	// Owner is set for methods of a builtin type.
	Owner *Type
	// Module is the module shown by repr; "builtins" if empty.
	Module string
	// Pure: the result depends on nothing but the arguments' values, and there
	// is no effect but a possible exception; guests may fold or move the call.
	Pure bool
	// Instances: a method of int, float or str that takes the instance of a class as it is,
	// not the plain value that it stands for.
	Instances bool
	// NoGuest: the function never runs guest code, whatever its arguments.
	NoGuest bool
	// Frames: the function looks at the frame of its caller (globals, locals, eval).
	// Compiled code, which keeps frames in registers, must leave ahead of a call of
	// it: ErrFrame.
	Frames bool
	// Static says that it does not look at what it is bound to: __new__ of a type.
	Static bool
	Each   Each   // what it is, if calls of it may be frames (each.go)
	Driven bool   // a driver may run in its place, by its first argument (Driver)
	once   *onces // the operations that are tried ahead of Fn and FnKw; or nil
	known  bool   // see Known
	// Missing: a stand-in for what CPython has and this VM has not; calling it is
	// an Unsupported error.
	Missing bool
	// Scripted is set if calls are made by Scripts (script.go): then FnKw runs them from Go.
	Scripted Scripted
}

// CallsDirectly reports whether f is a builtin function, method or class whose calls Go makes, but for those that have drivers: no Script does, and the
// caller's frame is of no account.
func (h *Heap) CallsDirectly(f Value) bool {
	switch h.TypeID(f) {
	case BuiltinType, MethodDescType:
		b := h.BuiltinOf(f)
		return b.Scripted == nil && !b.Frames
	case TypeType:
		t := h.TypeFromObject(f)
		return !t.made && t.Scripted == nil
	}
	return false
}

// HasDrivers reports whether a driver may run in its place, by its arguments.
func (b *Builtin) HasDrivers() bool { return b.Driven || b.Each.Asks() }

// ErrFrame is what a helper of compiled code returns instead of calling what looks
// at its caller's frame: nothing has been done, and the interpreter is to execute
// the instruction.
var ErrFrame = errors.New("object: what is called looks at its caller's frame")

// LooksAtFrames reports whether a call of v looks at the frame of its caller: a
// builtin that says so, super(), and making a class, which is told the module.
func (h *Heap) LooksAtFrames(v Value) bool {
	if h.Is(v, BuiltinType) {
		return h.BuiltinOf(v).Frames
	}
	if !h.isA(v, TypeType) {
		return false
	}
	t := h.TypeFromObject(v)
	return t.ID == SuperType || t.layout == TypeType || h.types[t.layout].Frames
}

// display returns the name as CPython's arity errors show it.
func (b *Builtin) display() string {
	if b.Owner != nil {
		return b.Owner.Name + "." + b.Name
	}
	if b.Module != "" {
		return b.Module + "." + b.Name
	}
	return b.Name
}

// NewBuiltin makes a builtin function bound to self (Null for a plain
// function).
func (h *Heap) NewBuiltin(b *Builtin, self Value) Value {
	return h.newBuiltin(h.builtinIndex(b), self, BuiltinType)
}

// NewOwnBuiltin makes a function of one of Python's own modules: what is known of a function of that name holds for it.
func (h *Heap) NewOwnBuiltin(b *Builtin) Value {
	own := *b
	own.known, own.once = true, onceOf[onceKey{module: b.Module, name: b.Name}]
	return h.NewBuiltin(&own, Null)
}

// Known reports whether it is Python's own function of a module, empty for module builtins, not one of the host's that has its name.
func (b *Builtin) Known(module, name string) bool {
	return b.known && b.Module == module && b.Name == name
}

// firstBuiltins is room for the functions and methods that are there before a module is imported.
const firstBuiltins = 1400

func (h *Heap) builtinIndex(b *Builtin) int {
	h.builtins = append(h.builtins, b)
	return len(h.builtins) - 1
}

func (h *Heap) newBuiltin(index int, self Value, t TypeID) Value {
	v := h.Alloc(kindPlain, 32)
	h.header(v, t, 0)
	h.SetWord(v, OffBuiltinIndex, uint64(index))
	h.SetField(v, OffBuiltinSelf, self)
	return v
}

// BuiltinOf returns what a builtin function or method descriptor object stands
// for.
func (h *Heap) BuiltinOf(v Value) *Builtin { return h.builtins[h.Word(v, OffBuiltinIndex)] }

// CalleeNumber returns the number of what a builtin function object calls: of a method of a builtin type that is bound to a
// receiver, or of a plain or static function. It is the word at OffBuiltinIndex, and 0 for others.
func (h *Heap) CalleeNumber(f Value) uint32 {
	b := h.BuiltinOf(f)
	if method, bound := b.Owner != nil, h.Field(f, OffBuiltinSelf) != Null; method != bound && !b.Static {
		return 0
	}
	return uint32(h.Word(f, OffBuiltinIndex))
}

// MethodByNumber returns the descriptor of the method with a number, Null if its type has it no more.
func (h *Heap) MethodByNumber(n uint32) Value {
	b := h.callee(n)
	if b == nil || b.Owner == nil {
		return Null
	}
	if d := b.Owner.Lookup(h.Intern(b.Name)); h.Is(d, MethodDescType) && h.BuiltinOf(d) == b {
		return d
	}
	return Null
}

// FunctionByNumber returns a new object for the plain or static function with a number: calling it is calling any that has this number.
// It is Null for what is no such function, and for one that looks at its caller's frame.
func (h *Heap) FunctionByNumber(n uint32) Value {
	b := h.callee(n)
	if b == nil || b.Owner != nil || b.Frames {
		return Null
	}
	return h.newBuiltin(int(n), Null, BuiltinType)
}

func (h *Heap) callee(n uint32) *Builtin {
	if n == 0 || int(n) >= len(h.builtins) {
		return nil
	}
	return h.builtins[n]
}

// addMethods gives a type its methods.
func (h *Heap) addMethods(t *Type, methods []Builtin) {
	for i := range methods {
		m := methods[i]
		m.Owner = t
		m.once = onceOf[onceKey{of: t.OnceType(), name: m.Name}]
		h.setTypeAttr(t, m.Name, h.newBuiltin(h.builtinIndex(&m), Null, MethodDescType))
	}
}

// addClassMethods gives a type class methods: as attributes of a class or of its
// instances they get that class as the receiver.
func (h *Heap) addClassMethods(t *Type, methods []Builtin) {
	for i := range methods {
		m := methods[i]
		m.Owner = t
		h.setTypeAttr(t, m.Name, h.newBuiltin(h.builtinIndex(&m), Null, ClassMethodDescType))
	}
}

// likeClass makes what a class method returns an instance of its receiver, if that is
// a class derived from the method's own type: by calling the class.
func (h *Heap) likeClass(class Value, own TypeID, v Value, err error) (Value, error) {
	if err != nil || h.TypeFromObject(class).ID == own {
		return v, err
	}
	return h.Call(class, h.TupleItems(h.NewTuple(v)), Null)
}

// CallBuiltin calls a builtin with its receiver, checking the number of
// arguments. What is written once is tried first; Fn and FnKw are the general way.
func (h *Heap) CallBuiltin(b *Builtin, self Value, args []Value, kwnames Value) (Value, error) {
	if b.Owner != nil && !b.Instances && self.IsRef() && h.RefType(self) >= FirstFreeType {
		switch b.Owner.ID { // methods of values that do not change take plain ones
		case IntType, FloatType:
			self = h.number(self)
		case StrType:
			self = h.plainStr(self)
		}
	}
	if b.once != nil && kwnames == Null {
		if x, ok := b.once.try(h.mem(), self, args); ok {
			return x, nil
		}
	}
	if b.FnKw != nil {
		return b.FnKw(h, self, args, kwnames)
	}
	if err := h.checkArity(b, b.display, len(args), kwnames); err != nil {
		return Null, err
	}
	return b.Fn(h, self, args)
}

// CallBuiltinObject calls a builtin function object. A method that is bound already is named by its receiver's class where it is
// called with what it does not take (meth_get__qualname__).
func (h *Heap) CallBuiltinObject(f Value, args []Value, kwnames Value) (Value, error) {
	b, self := h.BuiltinOf(f), h.Field(f, OffBuiltinSelf)
	if b.FnKw == nil && b.Owner != nil && self != Null && (kwnames != Null || !b.Takes(len(args))) {
		name := func() string {
			t := h.TypeOf(self)
			if h.isA(self, TypeType) {
				t = h.TypeFromObject(self)
			}
			if t.made {
				return t.qualName + "." + b.Name
			}
			return t.Name + "." + b.Name
		}
		if err := h.checkArity(b, name, len(args), kwnames); err != nil {
			return Null, err
		}
	}
	return h.CallBuiltin(b, self, args, kwnames)
}

// CallExact is CallBuiltin of a method where nothing is left to check: the receiver is of the owner's very type, and
// the method takes as many arguments (Takes). What is written once may be a part of the method that Fn leaves out.
func (h *Heap) CallExact(b *Builtin, self Value, args []Value) (Value, error) {
	if b.once != nil {
		if x, ok := b.once.try(h.mem(), self, args); ok {
			return x, nil
		}
	}
	return b.Fn(h, self, args)
}

// Takes reports whether a call of b with n positional arguments and no others needs no
// checks but its own: CallExact may be used.
func (b *Builtin) Takes(n int) bool {
	switch {
	case b.Fn == nil || b.Frames:
		return false
	case b.Arity == NoArgs:
		return n == 0
	case b.Arity == O:
		return n == 1
	}
	return b.Arity == Fast && n >= b.Min && (b.Max < 0 || n <= b.Max)
}

// ByPosition returns, of a call with n arguments of which the last have the names of a tuple, which argument stands at each place of the same call by
// position; ok is false if there is none.
func (b *Builtin) ByPosition(h *Heap, n int, names Value) (order []int, ok bool) {
	place := n - h.TupleLen(names)
	if place < 0 || n > len(b.Named) {
		return nil, false
	}
	order = make([]int, n)
	for i := range order {
		order[i] = i
	}
	taken := make([]bool, n)
	for i, name := range h.TupleItems(names) {
		h.CheckStopAt(i)
		s := h.GoString(name)
		k := slices.Index(b.Named[:n], s)
		if s == "" || k < place || taken[k] {
			return nil, false
		}
		order[k], taken[k] = place+i, true
	}
	return order, true
}

// checkArity checks a call of a builtin function that takes no keywords, with a name for messages.
func (h *Heap) checkArity(b *Builtin, name func() string, n int, kwnames Value) error {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return h.Raise(TypeErrorType, "%s() takes no keyword arguments", name())
	}
	switch b.Arity {
	case NoArgs:
		if n != 0 {
			return h.Raise(TypeErrorType, "%s() takes no arguments (%d given)", name(), n)
		}
	case O:
		if n != 1 {
			return h.Raise(TypeErrorType, "%s() takes exactly one argument (%d given)", name(), n)
		}
	case Fast:
		return h.checkCount(b.Name, n, b.Min, b.Max)
	}
	return nil
}

// checkCount is CPython's _PyArg_CheckPositional.
func (h *Heap) checkCount(name string, n, lo, hi int) error {
	bound, want := "", lo
	switch {
	case n < lo && lo != hi:
		bound = "at least "
	case n < lo:
	case hi >= 0 && n > hi:
		want = hi
		if lo != hi {
			bound = "at most "
		}
	default:
		return nil
	}
	s := "s"
	if want == 1 {
		s = ""
	}
	return h.Raise(TypeErrorType, "%s expected %s%d argument%s, got %d", name, bound, want, s, n)
}

func (h *Heap) initBuiltinTypes() {
	h.register(&Type{ID: BuiltinType, Name: "builtin_function_or_method", Final: true, Slots: Slots{
		Repr:    builtinRepr,
		Call:    (*Heap).CallBuiltinObject,
		GetAttr: builtinGetAttr,
		Compare: compareBuiltins,
		Hash:    hashBuiltin,
	}})
	h.register(&Type{ID: MethodDescType, Name: "method_descriptor", Final: true, Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			b := h.BuiltinOf(v)
			return h.NewStr("<method '" + b.Name + "' of '" + b.Owner.shown() + "' objects>"), nil
		},
		Call:    callDescriptor,
		GetAttr: builtinGetAttr,
	}})
	h.register(&Type{ID: ClassMethodDescType, Name: "classmethod_descriptor", Final: true, Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			b := h.BuiltinOf(v)
			return h.NewStr("<method '" + b.Name + "' of '" + b.Owner.shown() + "' objects>"), nil
		},
		Call: func(h *Heap, f Value, args []Value, kwnames Value) (Value, error) {
			npos := len(args)
			if kwnames != Null {
				npos -= h.TupleLen(kwnames)
			}
			b := h.BuiltinOf(f)
			if npos == 0 {
				return Null, h.Raise(TypeErrorType, "descriptor '%s' of '%s' object needs an argument", b.Name, b.Owner.Name)
			}
			bound, err := bindClassMethod(h, f, Null, args[0])
			if err != nil {
				return Null, err
			}
			return h.CallBuiltin(b, h.Field(bound, OffBuiltinSelf), args[1:], kwnames)
		},
		GetAttr: builtinGetAttr, DescrGet: bindClassMethod,
	}})
}

// bindClassMethod is __get__ of a class method of a builtin type
// (Objects/descrobject.c, classmethod_get).
func bindClassMethod(h *Heap, d, obj, owner Value) (Value, error) {
	b := h.BuiltinOf(d)
	switch {
	case owner == Null && obj == Null:
		return Null, h.Raise(TypeErrorType, "descriptor '%s' for type '%s' needs either an object or a type", b.Name, b.Owner.Name)
	case owner == Null || owner == None && obj != Null:
		owner = h.TypeOf(obj).Object
	}
	if !h.isA(owner, TypeType) {
		return Null, h.Raise(TypeErrorType, "descriptor '%s' for type '%s' needs a type, not a '%s' as arg 2", b.Name, b.Owner.Name, h.TypeName(owner))
	}
	if t := h.TypeFromObject(owner); !t.IsSubtype(b.Owner) {
		return Null, h.Raise(TypeErrorType, "descriptor '%s' requires a subtype of '%s' but received '%s'", b.Name, b.Owner.Name, t.Name)
	}
	return h.newBuiltin(int(h.Word(d, OffBuiltinIndex)), owner, BuiltinType), nil
}

// compareBuiltins: two are equal that do the same to the same object, as in
// CPython's meth_richcompare (Objects/methodobject.c).
func compareBuiltins(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if op != EQ && op != NE || !h.Is(b, BuiltinType) {
		return NotImplemented, nil
	}
	eq := h.Word(a, OffBuiltinIndex) == h.Word(b, OffBuiltinIndex) && h.Field(a, OffBuiltinSelf) == h.Field(b, OffBuiltinSelf)
	return Bool(eq == (op == EQ)), nil
}

func hashBuiltin(h *Heap, v Value) (int64, error) {
	return h.hashIdentity(h.Field(v, OffBuiltinSelf)) ^ int64(h.Word(v, OffBuiltinIndex)), nil
}

// builtinGetAttr is for functions and methods alike.
func builtinGetAttr(h *Heap, v, name Value) (Value, error) {
	b := h.BuiltinOf(v)
	switch h.GoString(name) {
	case "__self__":
		if self := h.Field(v, OffBuiltinSelf); self != Null {
			return self, nil
		}
		if b.Owner == nil && h.ModuleNamed != nil { // of a module's function: the module
			if m := h.ModuleNamed(cmp.Or(b.Module, "builtins")); m != Null {
				return m, nil
			}
		}
	case "__name__":
		return h.Intern(b.Name), nil
	case "__qualname__":
		return h.builtinQualName(v, b)
	case "__module__":
		switch {
		case !h.Is(v, BuiltinType): // a method of a type
		case b.Owner != nil:
			return None, nil
		case b.Module == "":
			return h.Intern("builtins"), nil
		default:
			return h.Intern(b.Module), nil
		}
	case "__doc__", "__text_signature__":
		if x := h.describeBuiltin(b, h.GoString(name)); x != Null {
			return x, nil
		}
		if b.Owner == nil && (b.Module == "posix" || strings.HasPrefix(b.Module, "_")) {
			return None, nil
		}
	case "__objclass__":
		if b.Owner != nil && h.Field(v, OffBuiltinSelf) == Null {
			return b.Owner.Object, nil
		}
	}
	return h.FindGeneric(v, name)
}

// builtinQualName is __qualname__ of functions and methods alike: that of a bound one
// begins with its receiver's type, or with the receiver if that is a class
// (Objects/methodobject.c, meth_get__qualname__).
func (h *Heap) builtinQualName(v Value, b *Builtin) (Value, error) {
	class := Null
	switch self := h.Field(v, OffBuiltinSelf); {
	case h.Is(v, BuiltinType) && (self == Null || h.Is(self, ModuleType)):
		return h.Intern(b.Name), nil
	case !h.Is(v, BuiltinType):
		class = b.Owner.Object
	case h.isA(self, TypeType):
		class = self
	default:
		class = h.TypeOf(self).Object
	}
	name, err := h.GetAttr(class, h.Intern("__qualname__"))
	if err != nil {
		return Null, err
	}
	return h.Intern(h.GoString(name) + "." + b.Name), nil
}

func builtinRepr(h *Heap, v Value) (Value, error) {
	b := h.BuiltinOf(v)
	self := h.Field(v, OffBuiltinSelf)
	if self == Null {
		return h.NewStr("<built-in function " + b.Name + ">"), nil
	}
	return h.NewStr("<built-in method " + b.Name + " of " + h.TypeName(self) + " object at " + h.address(self) + ">"), nil
}

// callDescriptor calls an unbound method: the receiver is the first argument.
func callDescriptor(h *Heap, f Value, args []Value, kwnames Value) (Value, error) {
	b := h.BuiltinOf(f)
	npos := len(args)
	if kwnames != Null {
		npos -= h.TupleLen(kwnames)
	}
	slot := h.RefType(f) == WrapperDescType
	if npos == 0 {
		if slot {
			return Null, h.Raise(TypeErrorType, "descriptor '%s' of '%s' object needs an argument", b.Name, b.Owner.Name)
		}
		return Null, h.Raise(TypeErrorType, "unbound method %s() needs an argument", b.display())
	}
	if !h.TypeOf(args[0]).IsSubtype(b.Owner) {
		if slot {
			return Null, h.Raise(TypeErrorType, "descriptor '%s' requires a '%s' object but received a '%s'", b.Name, b.Owner.shown(), h.TypeName(args[0]))
		}
		return Null, h.Raise(TypeErrorType, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object",
			b.Name, b.Owner.shown(), h.TypeName(args[0]))
	}
	return h.CallBuiltin(b, args[0], args[1:], kwnames)
}

package specialize

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Call looks at a call of f with self in front of arguments.
func (s *Specializer) Call(code *adaptive.Code, ip unsafe.Pointer, f, self object.Value, args []object.Value) {
	h, nargs := s.heap, len(args)
	first, last := object.Null, object.Null
	if nargs > 0 {
		first, last = args[0], args[nargs-1]
	}
	next := f == s.known.Next
	if nargs > 0 && !(next && nargs == 1) && s.vm.Drives(f, first) {
		d := object.Null
		switch {
		case nargs == 1:
			d = s.vm.DriverOf(f, self, first)
		case nargs == 2 && next:
			d = s.vm.DriverOf(f, self, first, last)
		}
		if d != object.Null {
			feedback(code, ip).Driver = h.Half(d, object.OffFuncVersion)
		}
		s.callable(ip, f)
		return
	}
	if self == object.Null && s.partialCall(code, ip, f) {
		return
	}
	if next || f == s.known.GeneratorNext || f == s.known.GeneratorSend || f == s.known.CoroutineSend { // see resumes
		if self != object.Null && h.IsResumed(self) || nargs == 1 && h.Is(first, object.GeneratorType) {
			feedback(code, ip).Resumes = true
		}
		if next && self == object.Null && nargs == 1 && h.NextMethod(first) != object.Null {
			s.NoteSpecial(code.OperationAt(int(code.At(ip))-1), pyguest.Next, first)
		}
		s.callable(ip, f)
		return
	}
	if e := h.EachOf(f); e != object.EachNone && (self == object.Null && nargs > 1 && (isCallee(h, first) || isCallee(h, last)) || e.Asks() && s.vm.Asks(f, self, args)) {
		s.callable(ip, f) // it may have a driver, which the interpreter notes
		return
	}
	if self == object.Null && nargs == 1 && s.specialCall(code, ip, f, first) {
		return
	}
	if self != object.Null && nargs > 0 {
		if o := s.known.KeyCall(h, f, self, first, nargs); o != 0 {
			s.NoteKey(code.OperationAt(int(code.At(ip))-1), o, self, first)
			s.callable(ip, f)
			return
		}
	}
	if self == object.Null && nargs == 2 {
		if m, o := s.known.ClassCheck(h, f, first, last); m != object.Null {
			s.NoteSpecial(code.OperationAt(int(code.At(ip))-1), o, last)
			s.callable(ip, f)
			return
		}
	}
	if h.Scripts(f) || h.Is(f, object.BuiltinType) && h.LooksAtFrames(f) { // the interpreter begins its frames, or its frame is looked at
		feedback(code, ip).Resumes = true
		s.callable(ip, f)
		return
	}
	if self != object.Null && h.Is(f, object.MethodDescType) {
		s.methodCall(ip, nargs, f, self)
		return
	}
	if self == object.Null && h.IsInstance(f, object.TypeType) {
		if t := h.TypeFromObject(f); t.NewFunction() != object.Null {
			s.Called(t.NewFunction())
			x := code.OperationAt(int(code.At(ip)) - 1)
			x.Left, x.Method = t.Version(), object.Null // which class it is
			adaptive.SetU32(ip, 1, 0)
			s.specialized(ip, Call, pycode.CALL_NON_PY_GENERAL)
			return
		} else if _, ok := t.PlainNew(); ok {
			s.classCall(ip, nargs, t)
			return
		}
	}
	bound := false
	if self == object.Null && h.Is(f, object.BoundMethodType) {
		f, bound = h.Field(f, object.OffMethodFunc), true
	}
	switch h.TypeID(f) {
	case object.FunctionType:
		n := nargs
		if self != object.Null || bound {
			n++
		}
		s.pyCall(ip, n, f, bound)
	case object.BuiltinType:
		s.builtinCall(ip, nargs, f, self)
	case object.TypeType:
		s.typeCall(ip, nargs, f, self)
	default:
		s.callable(ip, f)
	}
}

// isCallee reports whether a driver may call f.
func isCallee(h *object.Heap, f object.Value) bool {
	_, ok := h.CalleeOf(f)
	return ok
}

// specialCall specializes hash(x), iter(x) and repr(x) of an instance whose class has the method in Python.
func (s *Specializer) specialCall(code *adaptive.Code, ip unsafe.Pointer, f, x object.Value) bool {
	var o pyguest.Operator
	switch {
	case f == s.known.Hash && s.heap.HashesByPython(x):
		o = pyguest.Hash
	case f == s.known.Iter && s.heap.TypeOf(x).SpecialMethod(object.SpecialIter) != object.Null:
		o = pyguest.IterOf
	case f == s.known.Repr && s.heap.TypeOf(x).SpecialMethod(object.SpecialRepr) != object.Null:
		o = pyguest.ReprOf
	default:
		return false
	}
	s.NoteSpecial(code.OperationAt(int(code.At(ip))-1), o, x)
	s.callable(ip, f)
	return true
}

func (s *Specializer) pyCall(ip unsafe.Pointer, n int, f object.Value, bound bool) {
	v := s.heap.Half(f, object.OffFuncVersion)
	if v == 0 {
		s.refused(ip, Call, failOutOfVersions)
		return
	}
	code := s.Called(f)
	adaptive.SetU32(ip, 1, v)
	exact := code.Exact && code.ArgCount == n
	switch {
	case bound && exact:
		s.specialized(ip, Call, pycode.CALL_BOUND_METHOD_EXACT_ARGS)
	case bound:
		s.specialized(ip, Call, pycode.CALL_BOUND_METHOD_GENERAL)
	case exact:
		s.specialized(ip, Call, pycode.CALL_PY_EXACT_ARGS)
	default:
		s.specialized(ip, Call, pycode.CALL_PY_GENERAL)
	}
}

func (s *Specializer) builtinCall(ip unsafe.Pointer, nargs int, f, self object.Value) {
	b := s.heap.BuiltinOf(f)
	adaptive.SetU32(ip, 1, s.heap.CalleeNumber(f)) // for traces: CPython's members have no use for it
	switch {
	case self != object.Null:
		s.refused(ip, Call, failKind)
	case f == s.known.Len && nargs == 1:
		s.specialized(ip, Call, pycode.CALL_LEN)
	case f == s.known.IsInstance && nargs == 2:
		s.specialized(ip, Call, pycode.CALL_ISINSTANCE)
	case b.FnKw != nil:
		s.specialized(ip, Call, pycode.CALL_BUILTIN_FAST_WITH_KEYWORDS)
	case b.Arity == object.O && nargs == 1:
		s.specialized(ip, Call, pycode.CALL_BUILTIN_O)
	case b.Arity == object.O:
		s.refused(ip, Call, failArguments)
	default:
		s.specialized(ip, Call, pycode.CALL_BUILTIN_FAST)
	}
}

func (s *Specializer) typeCall(ip unsafe.Pointer, nargs int, f, self object.Value) {
	h := s.heap
	one := nargs == 1 && self == object.Null
	if t := h.TypeFromObject(f); t.Made() && self == object.Null {
		s.classCall(ip, nargs, t)
		return
	}
	switch {
	case self != object.Null:
		s.refused(ip, Call, failKind)
	case one && f == s.known.Type:
		s.specialized(ip, Call, pycode.CALL_TYPE_1)
	case one && f == h.Type(object.StrType).Object:
		s.specialized(ip, Call, pycode.CALL_STR_1)
	case one && f == h.Type(object.TupleType).Object:
		s.specialized(ip, Call, pycode.CALL_TUPLE_1)
	default:
		s.specialized(ip, Call, pycode.CALL_BUILTIN_CLASS)
	}
}

func (s *Specializer) methodCall(ip unsafe.Pointer, nargs int, f, self object.Value) {
	h := s.heap
	b := h.BuiltinOf(f)
	switch {
	case h.TypeOf(self) != b.Owner && h.TypeOf(self).IsSubtype(b.Owner):
		s.callable(ip, f)
	case h.TypeOf(self) != b.Owner:
		s.refused(ip, Call, failTypes)
	case f == s.known.ListAppend && nargs == 1 && pycode.Op(adaptive.Unit(ip, 3)) == pycode.POP_TOP:
		s.specialized(ip, Call, pycode.CALL_LIST_APPEND)
	case b.FnKw != nil:
		s.specialized(ip, Call, pycode.CALL_METHOD_DESCRIPTOR_FAST_WITH_KEYWORDS)
	case b.Arity == object.O && nargs == 1:
		s.specialized(ip, Call, pycode.CALL_METHOD_DESCRIPTOR_O)
	case b.Arity == object.NoArgs && nargs == 0:
		s.specialized(ip, Call, pycode.CALL_METHOD_DESCRIPTOR_NOARGS)
	case b.Arity == object.O || b.Arity == object.NoArgs:
		s.refused(ip, Call, failArguments)
	default:
		s.specialized(ip, Call, pycode.CALL_METHOD_DESCRIPTOR_FAST)
	}
}

// CallKwMember returns the member of CALL_KW for a callable; the base for what may begin a
// frame and is neither a function nor a bound method.
func (s *Specializer) CallKwMember(f, self object.Value) pycode.Op {
	switch h := s.heap; {
	case h.Is(f, object.FunctionType):
		return pycode.CALL_KW_PY
	case self == object.Null && h.Is(f, object.BoundMethodType):
		return pycode.CALL_KW_BOUND_METHOD
	case h.Frameless(f):
		return pycode.CALL_KW_NON_PY
	}
	return pycode.CALL_KW
}

// CallKw specializes CALL_KW.
func (s *Specializer) CallKw(ip unsafe.Pointer, f, self object.Value) {
	m := s.CallKwMember(f, self)
	switch m {
	case pycode.CALL_KW_BOUND_METHOD:
		f = s.heap.Field(f, object.OffMethodFunc)
		fallthrough
	case pycode.CALL_KW_PY:
		if s.heap.Is(f, object.FunctionType) {
			adaptive.SetU32(ip, 1, s.heap.Half(f, object.OffFuncVersion))
			s.Called(f)
		}
	case pycode.CALL_KW:
		s.refused(ip, CallKw, failKind)
		return
	}
	s.specialized(ip, CallKw, m)
}

// Called returns the code of a function whose call is specialized, and notes how many
// defaults the function has.
func (s *Specializer) Called(f object.Value) *adaptive.Code {
	code := s.vm.Code(s.heap.Half(f, object.OffFuncCode))
	code.Defaults = 0
	if d := s.heap.Field(f, object.OffFuncDefaults); d != object.Null {
		code.Defaults = s.heap.TupleLen(d)
	}
	return code
}

// classCall specializes CALL of a class.
func (s *Specializer) classCall(ip unsafe.Pointer, nargs int, t *object.Type) {
	h := s.heap
	init, ok := t.PlainNew()
	switch {
	case !ok && !t.OwnInit() && t.NewMethod() == object.Null:
		s.callable(ip, t.Object)
		return
	case !ok || !h.Is(init, object.FunctionType):
		s.refused(ip, Call, failKind)
		return
	case t.Version() == 0:
		s.refused(ip, Call, failOutOfVersions)
		return
	}
	if !s.Called(init).Binds(nargs + 1) {
		s.refused(ip, Call, failArguments)
		return
	}
	adaptive.SetU32(ip, 1, t.Version())
	s.specialized(ip, Call, pycode.CALL_ALLOC_AND_ENTER_INIT)
}

// Calls of instances whose class has a __call__ in Python. CALL_NON_PY_GENERAL keeps
// the class's version where other members of CALL have the function's.

// callableVersion returns the version of the class of f if calling f calls a function in
// Python, or is what a weak reference refers to, else 0.
func (s *Specializer) callableVersion(f object.Value) uint32 {
	if s.heap.TypeOf(f).CallsWeak() {
		return s.heap.TypeVersion(f)
	}
	if m := s.heap.TypeOf(f).CallMethod(); m == object.Null || !s.heap.Is(m, object.FunctionType) {
		return 0
	}
	s.Called(s.heap.TypeOf(f).CallMethod())
	return s.heap.TypeVersion(f)
}

// callable specializes a call of what is no function, class or method.
func (s *Specializer) callable(ip unsafe.Pointer, f object.Value) {
	adaptive.SetU32(ip, 1, s.callableVersion(f))
	s.specialized(ip, Call, pycode.CALL_NON_PY_GENERAL)
}

// partialCall specializes a call of a functools.partial of a function in Python, and notes what it calls; others have no note.
func (s *Specializer) partialCall(code *adaptive.Code, ip unsafe.Pointer, f object.Value) bool {
	unit := int(code.At(ip)) - 1
	if code.Operations != nil {
		code.Operations[unit].Starred = adaptive.Starred{}
	}
	fn, args, kw, ok := s.heap.PartialCall(f)
	n, order := 0, uint32(0)
	if ok {
		n = s.heap.TupleLen(args)
		order, ok = s.vm.Code(s.heap.Half(fn, object.OffFuncCode)).Order(s.heap, kw)
	}
	if !ok || n > pyguest.MaxStarred || s.heap.Half(fn, object.OffFuncVersion) == 0 {
		return false
	}
	s.Called(fn)
	code.OperationAt(unit).Starred = adaptive.Starred{
		Version: s.heap.Half(fn, object.OffFuncVersion), Form: pyguest.Star(n) | pyguest.StarKeywords(s.heap.DictLen(kw)), Order: order, Class: object.Null,
	}
	s.callable(ip, f)
	return true
}

package object

// __init__ and __reduce__ of the exceptions that have attributes of their own
// (Objects/exceptions.c). Calling a type makes them at once; __init__ is for classes derived
// from it, and for programs that call it: what it sets is what a new exception of the builtin
// type has.

// initExceptionInits gives the types these methods.
func (h *Heap) initExceptionInits() {
	all := func(int) []int { return nil }
	for _, row := range [...]struct {
		from, to, fields TypeID
		taken            func(args int) []int // the attributes that change; nil: all
	}{
		{StopIterationType, StopIterationType, StopIterationType, all},
		{SystemExitType, SystemExitType, SystemExitType, func(n int) []int { return []int{0}[:min(n, 1)] }},
		{ImportErrorType, ModuleNotFoundErrorType, ImportErrorType, all},
		{NameErrorType, UnboundLocalErrorType, NameErrorType, all},
		{AttributeErrorType, AttributeErrorType, AttributeErrorType, all},
		{SyntaxErrorType, TabErrorType, SyntaxErrorType, func(n int) []int {
			if n == 2 {
				return []int{0, 1, 2, 3, 4, 5, 6, 8}
			}
			return []int{0}[:min(n, 1)]
		}},
	} {
		for id := row.from; id <= row.to; id++ {
			h.types[id].initsFields = true
			h.types[id].Init = func(h *Heap, v Value, args []Value, kwnames Value) error {
				return h.initFields(v, h.types[id], row.fields, row.taken, args, kwnames)
			}
		}
	}
	for id := OSErrorType; id <= TimeoutErrorType; id++ {
		h.types[id].Init = initOSError
	}
	reduce := func(t TypeID, f func(h *Heap, v Value) (Value, error)) {
		h.addMethods(h.types[t], []Builtin{{Name: "__reduce__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) { return f(h, v) }}})
	}
	reduce(OSErrorType, reduceOSError)
	reduce(ImportErrorType, func(h *Heap, v Value) (Value, error) {
		state, err := h.stateWith(v, ImportErrorType, 1, "name", "path", "name_from")
		if err != nil {
			return Null, err
		}
		if state == Null {
			return reduceException(h, v)
		}
		return h.NewTuple(h.TypeOf(v).Object, h.Field(v, OffExcArgs), state), nil
	})
	reduce(AttributeErrorType, func(h *Heap, v Value) (Value, error) {
		state, err := h.stateWith(v, AttributeErrorType, 0, "name")
		if err == nil && state == Null {
			state, err = h.copiedDict(v)
		}
		if err != nil {
			return Null, err
		}
		h.DictSetStr(state, h.Intern("args"), h.Field(v, OffExcArgs))
		return h.NewTuple(h.TypeOf(v).Object, h.Field(v, OffExcArgs), state), nil
	})
}

// initFields is __init__ of type t, whose attributes are those of the row fields: it takes over
// those of a new exception.
func (h *Heap) initFields(v Value, t *Type, fields TypeID, taken func(int) []int, args []Value, kwnames Value) error {
	n := len(args)
	if kwnames != Null {
		n -= h.TupleLen(kwnames)
	}
	old := h.fieldsOf(v, fields)
	h.SetField(v, OffExcArgs, h.NewTuple(args[:n]...))
	fresh, err := t.Slots.New(h, t, args, kwnames)
	if err != nil {
		return err
	}
	f := h.fieldsOf(fresh, fields)
	list := taken(n)
	if list == nil {
		h.SetField(v, offExcFields, f)
		h.keepNames(v, fields)
		return nil
	}
	for _, i := range list {
		h.SetField(old, OffTupleItems+8*uintptr(i), h.TupleItem(f, i))
	}
	return nil
}

// initsOSError reports whether it is __init__ that sets the attributes of a class's OSErrors: the
// class has its own, and not its own __new__ (oserror_use_init).
func (t *Type) initsOSError() bool { return t.made && t.initAttr != Null && t.newAttr == Null }

// initOSError is OSError.__init__.
func initOSError(h *Heap, v Value, args []Value, kwnames Value) error {
	if !h.TypeOf(v).initsOSError() {
		return nil // __new__ has set them
	}
	fresh, err := osErrorNew(h, h.types[OSErrorType], args, kwnames)
	if err != nil {
		return err
	}
	for _, off := range [...]uintptr{OffExcArgs, OffExcState, offExcFields} {
		h.SetField(v, off, h.Field(fresh, off))
	}
	return nil
}

// copiedDict is a new dict with the attributes that a program has given an object.
func (h *Heap) copiedDict(v Value) (Value, error) {
	if d := h.InstanceDict(v); d != Null {
		return h.DictCopy(d)
	}
	return h.NewDict(), nil
}

// stateWith is the attributes of an exception and those of its own that are not None, from the
// given one on; Null if none of its own is set.
func (h *Heap) stateWith(v Value, fields TypeID, first int, names ...string) (state Value, err error) {
	f := h.fieldsOf(v, fields)
	state = Null
	for i, name := range names {
		x := h.TupleItem(f, first+i)
		if x == None || x == Null {
			continue
		}
		if state == Null {
			if state, err = h.copiedDict(v); err != nil {
				return Null, err
			}
		}
		h.DictSetStr(state, h.Intern(name), x)
	}
	return state, nil
}

// reduceOSError is OSError.__reduce__: the names of the files are arguments again.
func reduceOSError(h *Heap, v Value) (Value, error) {
	args, f := h.Field(v, OffExcArgs), h.fieldsOf(v, OSErrorType)
	if name, name2 := h.TupleItem(f, 2), h.TupleItem(f, 3); h.TupleLen(args) == 2 && name != None {
		items := []Value{h.TupleItem(args, 0), h.TupleItem(args, 1), name, None, name2}
		if name2 == None {
			items = items[:3]
		}
		args = h.NewTuple(items...)
	}
	if d := h.InstanceDict(v); d != Null && h.DictLen(d) > 0 {
		return h.NewTuple(h.TypeOf(v).Object, args, d), nil
	}
	return h.NewTuple(h.TypeOf(v).Object, args), nil
}

package object

// Exception groups (Objects/exceptions.c, BaseExceptionGroup): an exception of a message
// and a tuple of exceptions. except* has exception_star.go.

// The fields of a group; the last one is no attribute: the repr of what the exceptions were
// given as, if that was neither a list nor a tuple.
const (
	groupMessage = iota
	groupExceptions
	groupShown
	groupFields
)

// groupDepth says what a RecursionError of a group that is nested too deeply was doing.
const groupDepth = " in exceptiongroup_split_recursive"

func (h *Heap) initExceptionGroups() {
	base, group, exception := h.types[BaseExceptionGroupType], h.types[ExceptionGroupType], h.types[ExceptionType]
	group.Bases = []*Type{base, exception}
	group.MRO = append([]*Type{group, base}, exception.MRO...)
	group.weak = true // CPython makes it as a program would
	for _, t := range [...]*Type{base, group} {
		t.New, t.Str, t.Repr = groupNew, groupStr, groupRepr
	}
	attribute := func(name string, i int) GetSet {
		return GetSet{Name: name, Get: func(h *Heap, exc Value) (Value, error) { return h.groupField(exc, i), nil }, Set: func(h *Heap, _, _ Value) error {
			return h.Raise(AttributeErrorType, "readonly attribute")
		}}
	}
	h.AddGetSets(base, []GetSet{attribute("message", groupMessage), attribute("exceptions", groupExceptions)})
	h.addMethods(base, []Builtin{
		{Name: "derive", Arity: O, Fn: func(h *Heap, self Value, a []Value) (Value, error) {
			return h.newExceptionGroup(h.groupField(self, groupMessage), a[0])
		}},
		{Name: "split", Arity: O, Fn: func(h *Heap, self Value, a []Value) (Value, error) {
			match, rest, err := h.splitGroup(self, a[0], true)
			if err != nil {
				return Null, err
			}
			return h.NewTuple(match, rest), nil
		}},
		{Name: "subgroup", Arity: O, Fn: func(h *Heap, self Value, a []Value) (Value, error) {
			match, _, err := h.splitGroup(self, a[0], false)
			return match, err
		}},
	})
}

// IsGroup reports whether a value is an exception group.
func (h *Heap) IsGroup(v Value) bool { return h.IsInstance(v, BaseExceptionGroupType) }

// GroupExceptions returns the exceptions of a group, a tuple.
func (h *Heap) GroupExceptions(group Value) Value { return h.groupField(group, groupExceptions) }

func (h *Heap) groupField(exc Value, i int) Value {
	return h.TupleItem(h.Field(exc, offExcFields), i)
}

// newExceptionGroup is BaseExceptionGroup(message, excs).
func (h *Heap) newExceptionGroup(message, excs Value) (Value, error) {
	return groupNew(h, h.types[BaseExceptionGroupType], h.TupleItems(h.NewTuple(message, excs)), Null)
}

func groupNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	if err := h.noKeywords(t.Name, kwnames); err != nil {
		return Null, err
	}
	if len(args) != 2 {
		return Null, h.Raise(TypeErrorType, "BaseExceptionGroup.__new__() takes exactly 2 arguments (%d given)", len(args))
	}
	message, given := args[0], args[1]
	if !h.isStr(message) {
		return Null, h.Raise(TypeErrorType, "BaseExceptionGroup.__new__() argument 1 must be str, not %s", h.argTypeName(message))
	}
	if !h.TypeOf(given).sequence() {
		return Null, h.Raise(TypeErrorType, "second argument (exceptions) must be a sequence")
	}
	excs, err := h.TupleFromIter(given)
	if err != nil {
		return Null, err
	}
	if t, err = h.groupType(t, excs); err != nil {
		return Null, err
	}
	shown := None
	if !h.Is(given, ListType) && !h.Is(given, TupleType) {
		if shown, err = h.Repr(given); err != nil {
			return Null, err
		}
	}
	exc := h.NewException(t, args...)
	h.SetField(exc, offExcFields, h.NewTuple(message, excs, shown))
	return exc, nil
}

// groupType returns the type of a group that is made by a call of t: ExceptionGroup for
// BaseExceptionGroup where all exceptions are Exceptions. Its error says why there can be
// none of t.
func (h *Heap) groupType(t *Type, excs Value) (*Type, error) {
	if h.TupleLen(excs) == 0 {
		return nil, h.Raise(ValueErrorType, "second argument (exceptions) must be a non-empty sequence")
	}
	bare := false
	for i, exc := range h.TupleItems(excs) {
		if !h.TypeOf(exc).IsException {
			return nil, h.Raise(ValueErrorType, "Item %d of second argument (exceptions) is not an exception", i)
		}
		bare = bare || !h.IsInstance(exc, ExceptionType)
	}
	switch {
	case t.ID == BaseExceptionGroupType && !bare:
		return h.types[ExceptionGroupType], nil
	case bare && t.ID == ExceptionGroupType:
		return nil, h.Raise(TypeErrorType, "Cannot nest BaseExceptions in an ExceptionGroup")
	case bare && t.IsSubtype(h.types[ExceptionType]):
		return nil, h.Raise(TypeErrorType, "Cannot nest BaseExceptions in '%s'", t.Name)
	}
	return t, nil
}

func groupStr(h *Heap, v Value) (Value, error) {
	s := "s"
	n := h.TupleLen(h.GroupExceptions(v))
	if n == 1 {
		s = ""
	}
	message, err := h.Str(h.groupField(v, groupMessage))
	if err != nil {
		return Null, err
	}
	return h.NewStr(h.GoString(message) + sprintf(" (%d sub-exception%s)", []any{n, s})), nil
}

func groupRepr(h *Heap, v Value) (Value, error) {
	message, err := h.Repr(h.groupField(v, groupMessage))
	if err != nil {
		return Null, err
	}
	shown := h.groupField(v, groupShown)
	if shown == None {
		list := h.GroupExceptions(v)
		if args := h.Field(v, OffExcArgs); h.TupleLen(args) > 1 && h.isA(h.TupleItem(args, 1), ListType) {
			list = h.NewList(h.TupleItems(list)...)
		}
		if shown, err = h.Repr(list); err != nil {
			return Null, err
		}
	}
	return h.NewStr(h.TypeName(v) + "(" + h.GoString(message) + ", " + h.GoString(shown) + ")"), nil
}

// groupMatcher says which exceptions of a group are taken; an instance of it decides for
// groups and for what is in them.
type groupMatcher func(exc Value) (bool, error)

// splitGroup is split with an exception type, a tuple of them, or a function.
func (h *Heap) splitGroup(group, by Value, wantRest bool) (match, rest Value, err error) {
	matches, err := h.matcherOf(by)
	if err != nil {
		return Null, Null, err
	}
	match, rest, err = h.splitBy(group, matches, wantRest)
	return orNone(match), orNone(rest), err
}

func (h *Heap) matcherOf(by Value) (groupMatcher, error) {
	if h.TypeOf(by).Call != nil && !h.isA(by, TypeType) {
		return func(exc Value) (bool, error) {
			r, err := h.Call(by, h.TupleItems(h.NewTuple(exc)), Null)
			if err != nil {
				return false, err
			}
			return h.Truth(r)
		}, nil
	}
	for _, t := range h.alternatives(by, &[1]Value{}) {
		if !h.IsExceptionType(t) {
			return nil, h.Raise(TypeErrorType, "expected an exception type, a tuple of exception types, or a callable (other than a class)")
		}
	}
	return func(exc Value) (bool, error) { return h.Catches(exc, by) }, nil
}

// alternatives returns the types that an except clause names: by is one, or a tuple. one is
// memory for one type: exceptions are matched too often to allocate it.
func (h *Heap) alternatives(by Value, one *[1]Value) []Value {
	if h.isA(by, TupleType) {
		return h.TupleItems(by)
	}
	one[0] = by
	return one[:]
}

// Catches reports whether an except clause for a type, or a tuple of types, is for an exception.
// A clause with what is no type of exceptions is an error, also behind a type that is
// (Python/ceval.c, _PyEval_CheckExceptTypeValid).
func (h *Heap) Catches(exc, clause Value) (caught bool, err error) {
	of := h.TypeOf(exc)
	for _, t := range h.alternatives(clause, &[1]Value{}) {
		if !h.IsExceptionType(t) {
			return false, h.Raise(TypeErrorType, "catching classes that do not inherit from BaseException is not allowed")
		}
		caught = caught || of.IsSubtype(h.TypeFromObject(t))
	}
	return caught, nil
}

// splitBy splits an exception, a group or what is in one: into what matches and, if it is
// wanted, what does not; Null where there is none.
func (h *Heap) splitBy(exc Value, matches groupMatcher, wantRest bool) (match, rest Value, err error) {
	yes, err := matches(exc)
	switch {
	case err != nil:
		return Null, Null, err
	case yes:
		return exc, Null, nil
	case !h.IsGroup(exc):
		return Null, exc, nil
	}
	if err := h.enter(groupDepth); err != nil {
		return Null, Null, err
	}
	defer h.leave()
	taken, left := h.NewList(), h.NewList()
	excs := h.GroupExceptions(exc)
	for i := range h.TupleLen(excs) {
		m, r, err := h.splitBy(h.TupleItem(excs, i), matches, wantRest)
		if err != nil {
			return Null, Null, err
		}
		if m != Null {
			h.ListAppend(taken, m)
		}
		if r != Null {
			h.ListAppend(left, r)
		}
	}
	if match, err = h.partOf(exc, taken); err == nil && wantRest {
		rest, err = h.partOf(exc, left)
	}
	return match, rest, err
}

// partOf returns a group of some of another one's exceptions, a list, with all else that the
// other one has; Null if there are none (exceptiongroup_subset).
func (h *Heap) partOf(group, excs Value) (Value, error) {
	if h.ListLen(excs) == 0 {
		return Null, nil
	}
	derive, err := h.GetAttr(group, h.Intern("derive"))
	if err != nil {
		return Null, err
	}
	part, err := h.Call(derive, h.TupleItems(h.NewTuple(excs)), Null)
	if err != nil {
		return Null, err
	}
	if !h.IsGroup(part) {
		return Null, h.Raise(TypeErrorType, "derive must return an instance of BaseExceptionGroup")
	}
	h.SetField(part, OffExcTraceback, h.Field(group, OffExcTraceback))
	h.SetField(part, OffExcContext, h.Field(group, OffExcContext))
	h.SetCause(part, orNone(h.Field(group, OffExcCause)))
	name := h.Intern("__notes__")
	notes, err := h.LookupAttr(group, name)
	if err != nil || notes == Null || !h.TypeOf(notes).sequence() {
		return part, err
	}
	if notes, err = h.ListFromIter(notes); err != nil {
		return Null, err
	}
	return part, h.SetAttr(part, name, notes)
}

package object

// except*: which part of an exception a clause is for, and what is raised when the last
// clause has ended (Python/ceval.c, _PyEval_ExceptionGroupMatch; Objects/exceptions.c,
// _PyExc_PrepReraiseStar).

// MatchGroup returns the part of an exception that an except* clause handles, and what it
// leaves to the next one: None where there is none. A lone exception that it handles is
// wrapped in a group; wrapped says so.
func (h *Heap) MatchGroup(exc, clause Value) (match, rest Value, wrapped bool, err error) {
	caught, err := h.Catches(exc, clause)
	if err != nil {
		return Null, Null, false, err
	}
	for _, t := range h.alternatives(clause, &[1]Value{}) {
		if h.TypeFromObject(t).IsSubtype(h.types[BaseExceptionGroupType]) {
			return Null, Null, false, h.Raise(TypeErrorType, "catching ExceptionGroup with except* is not allowed. Use except instead.")
		}
	}
	switch {
	case exc == None:
		return None, None, false, nil
	case caught && h.IsGroup(exc):
		return exc, None, false, nil
	case caught:
		match, err = h.newExceptionGroup(h.emptyStr, h.NewTuple(exc))
		return match, None, true, err
	case !h.IsGroup(exc):
		return None, exc, false, nil
	}
	split, err := h.GetAttr(exc, h.Intern("split"))
	if err != nil {
		return Null, Null, false, err
	}
	pair, err := h.Call(split, h.TupleItems(h.NewTuple(clause)), Null)
	switch {
	case err != nil:
	case !h.Is(pair, TupleType):
		err = h.Raise(TypeErrorType, "%s.split must return a tuple, not %s", h.TypeName(exc), h.TypeName(pair))
	case h.TupleLen(pair) < 2:
		err = h.Raise(TypeErrorType, "%s.split must return a 2-tuple, got tuple of size %d", h.TypeName(exc), h.TupleLen(pair))
	default:
		match, rest = h.TupleItem(pair, 0), h.TupleItem(pair, 1)
		for _, part := range [...]Value{match, rest} { // CPython 3.14 takes what there is, and crashes
			if part != None && !h.TypeOf(part).IsException {
				return Null, Null, false, h.Raise(TypeErrorType, "%s.split must return exceptions or None, not %s", h.TypeName(exc), h.TypeName(part))
			}
		}
		return match, rest, false, nil
	}
	return Null, Null, false, err
}

// AfterStar returns what is raised behind the except* clauses of an exception, None if
// nothing is: excs is a list of what they have raised and of what none of them has handled.
func (h *Heap) AfterStar(orig, excs Value) (Value, error) {
	if !h.IsGroup(orig) { // one clause at most has run
		for i := range h.ListLen(excs) {
			if exc := h.ListItem(excs, i); exc != None {
				return exc, nil
			}
		}
		return None, nil
	}
	raised, again := h.NewList(), map[Value]bool{}
	for i := range h.ListLen(excs) {
		switch exc := h.ListItem(excs, i); {
		case exc == None:
		case h.sameRaised(exc, orig):
			if err := h.leaves(exc, again); err != nil {
				return Null, err
			}
		default:
			h.ListAppend(raised, exc)
		}
	}
	rest, _, err := h.splitBy(orig, func(exc Value) (bool, error) { return again[exc], nil }, false)
	if err != nil {
		return Null, err
	}
	if rest != Null {
		h.ListAppend(raised, rest)
	}
	switch h.ListLen(raised) {
	case 0:
		return None, nil
	case 1:
		return h.ListItem(raised, 0), nil
	}
	return h.newExceptionGroup(h.emptyStr, raised)
}

// sameRaised reports whether a group is a part of another one that was raised, not one that
// has been raised since.
func (h *Heap) sameRaised(exc, orig Value) bool {
	if !h.IsGroup(exc) {
		return false
	}
	for _, off := range [...]uintptr{OffExcTraceback, OffExcCause, OffExcContext} {
		if h.Field(exc, off) != h.Field(orig, off) {
			return false
		}
	}
	return true
}

// leaves enters the exceptions of a group that are no groups.
func (h *Heap) leaves(exc Value, into map[Value]bool) error {
	if !h.IsGroup(exc) {
		into[exc] = true
		return nil
	}
	if err := h.enter(" in collect_exception_group_leaf_ids"); err != nil {
		return err
	}
	defer h.leave()
	for _, e := range h.TupleItems(h.GroupExceptions(exc)) {
		if err := h.leaves(e, into); err != nil {
			return err
		}
	}
	return nil
}

package object

import "errors"

// The attributes of exceptions (Objects/exceptions.c). All have args, cause,
// context and traceback, which are fields of the object, and a dict for what
// programs add. What single types have besides is kept in a tuple that is made
// when it is first asked for: most exceptions are caught without a look at it.

// excRow has the attributes that a type has of its own, and what they are at first.
type excRow struct {
	t     TypeID
	names []string
	init  func(h *Heap, exc Value, fields []Value)
}

var excFields = []excRow{
	{StopIterationType, []string{"value"}, func(h *Heap, exc Value, f []Value) {
		if args := h.Field(exc, OffExcArgs); h.TupleLen(args) > 0 {
			f[0] = h.TupleItem(args, 0)
		}
	}},
	{SystemExitType, []string{"code"}, func(h *Heap, exc Value, f []Value) {
		switch args := h.Field(exc, OffExcArgs); h.TupleLen(args) {
		case 0:
		case 1:
			f[0] = h.TupleItem(args, 0)
		default:
			f[0] = args
		}
	}},
	// What the VM has noted of the exception begins with these.
	{NameErrorType, []string{"name"}, noted},
	{AttributeErrorType, []string{"name", "obj"}, noted},
	{ImportErrorType, []string{"msg", "name", "path", "name_from"}, func(h *Heap, exc Value, f []Value) {
		if args := h.Field(exc, OffExcArgs); h.TupleLen(args) == 1 {
			f[0] = h.TupleItem(args, 0)
		}
		// The module, or the name that it has not, its own and its file.
		if state := h.Field(exc, OffExcState); state != Null && h.TupleLen(state) == 1 {
			f[1] = h.TupleItem(state, 0)
		} else if state != Null {
			f[3], f[1], f[2] = h.TupleItem(state, 0), h.TupleItem(state, 1), h.TupleItem(state, 2)
		}
	}},
	{OSErrorType, []string{"errno", "strerror", "filename", "filename2"}, osErrorFields},
	{SyntaxErrorType, []string{"msg", "filename", "lineno", "offset", "text", "end_lineno", "end_offset", "print_file_and_line", "_metadata"}, func(h *Heap, exc Value, f []Value) {
		if args := h.Field(exc, OffExcArgs); h.TupleLen(args) > 0 {
			f[0] = h.TupleItem(args, 0)
		}
	}},
	unicodeErrorRow(UnicodeDecodeErrorType), unicodeErrorRow(UnicodeEncodeErrorType), unicodeErrorRow(UnicodeTranslateErrorType),
}

// noted copies what OffExcState begins with.
func noted(h *Heap, exc Value, f []Value) {
	if state := h.Field(exc, OffExcState); state != Null {
		copy(f, h.TupleItems(state))
	}
}

// keepNames makes what the VM has noted of an exception agree with the attributes that a program has set.
func (h *Heap) keepNames(exc Value, t TypeID) {
	state, f := h.Field(exc, OffExcState), h.fieldsOf(exc, t)
	name := h.TupleItem(f, 0)
	switch {
	case t != NameErrorType && t != AttributeErrorType:
	case name == Null || !h.isStr(name):
		h.SetField(exc, OffExcState, Null)
	case t == AttributeErrorType:
		h.SetField(exc, OffExcState, h.NewTuple(name, orNone(h.TupleItem(f, 1))))
	case state == Null:
		h.SetField(exc, OffExcState, h.NewTuple(name))
	default: // what is known of the frame stays
		items := append([]Value{name}, h.TupleItems(state)[1:]...)
		h.SetField(exc, OffExcState, h.NewTuple(items...))
	}
}

// NameAttribute is told that an exception has come from what reading v's attribute name runs: an AttributeError that does not say yet
// what was read says so from now on (PyObject_GetAttr).
func (h *Heap) NameAttribute(exc, v, name Value) {
	f := h.Field(exc, offExcFields)
	if f == Null && h.TypeOf(exc).made {
		f = h.fieldsOf(exc, AttributeErrorType)
	}
	if f != Null {
		h.SetField(f, OffTupleItems, name)
		h.SetField(f, OffTupleItems+8, v)
	}
	h.SetField(exc, OffExcState, h.NewTuple(name, v))
}

// Unnamed reports whether an exception is an AttributeError that does not say what was read.
func (h *Heap) Unnamed(exc Value) bool {
	if !h.IsInstance(exc, AttributeErrorType) {
		return false
	}
	if f := h.Field(exc, offExcFields); f != Null {
		return h.TupleItem(f, 0) == Null && h.TupleItem(f, 1) == Null
	}
	return h.Field(exc, OffExcState) == Null
}

// nameAttribute is NameAttribute for what is raised in Go.
func (h *Heap) nameAttribute(err error, v, name Value) {
	var r *Raised
	if errors.As(err, &r) && h.Unnamed(r.Exc) {
		h.NameAttribute(r.Exc, v, name)
	}
}

// excRowOf returns a type's row, nil if it has none of its own.
func excRowOf(t TypeID) *excRow {
	for i := range excFields {
		if excFields[i].t == t {
			return &excFields[i]
		}
	}
	return nil
}

// ownExcFields reports whether the instances of a builtin exception type have attributes of
// their own, so that no class can derive from it and from another such type.
func (t *Type) ownExcFields() bool {
	switch t.ID {
	case BaseExceptionType, BaseExceptionGroupType:
		return true
	}
	return excRowOf(t.ID) != nil
}

// fieldsOf returns the tuple of an exception's own attributes; t is the type in
// excFields.
func (h *Heap) fieldsOf(exc Value, t TypeID) Value {
	if f := h.Field(exc, offExcFields); f != Null {
		return f
	}
	row := excRowOf(t)
	m := h.Mark()
	defer h.Release(m)
	var room [9]Value
	f := room[:len(row.names)]
	for i := range f {
		f[i] = None
		if t == AttributeErrorType { // what is not set yet is told from None: NameAttribute
			f[i] = Null
		}
	}
	if !h.TypeOf(exc).made || !h.types[t].initsFields {
		row.init(h, exc, f)
	} // else __init__ sets them
	tuple := h.NewTuple(f...)
	h.SetField(exc, offExcFields, tuple)
	return tuple
}

// keepFields makes an exception's own attributes before what they are made of
// changes.
func (h *Heap) keepFields(exc Value) {
	for _, b := range h.TypeOf(exc).MRO {
		if excRowOf(b.ID) != nil {
			h.fieldsOf(exc, b.ID)
			return
		}
	}
}

func (h *Heap) initExceptionAttrs() {
	for _, row := range excFields {
		list := make([]GetSet, len(row.names))
		for i, name := range row.names {
			list[i] = GetSet{
				Name: name,
				Get:  func(h *Heap, exc Value) (Value, error) { return orNone(h.TupleItem(h.fieldsOf(exc, row.t), i)), nil },
				Set: func(h *Heap, exc, x Value) error {
					if name == "start" || name == "end" {
						if x == Null || !h.isIntegral(x) {
							return h.Raise(TypeErrorType, "an integer is required")
						}
						if _, err := h.sizeArg(x); err != nil {
							return err
						}
						x = h.plain(x)
					}
					if row.t != AttributeErrorType {
						x = orNone(x)
					}
					h.SetField(h.fieldsOf(exc, row.t), OffTupleItems+8*uintptr(i), x)
					h.keepNames(exc, row.t)
					return nil
				},
			}
		}
		h.AddGetSets(h.types[row.t], list)
	}
	field := func(off uintptr) func(h *Heap, exc Value) (Value, error) {
		return func(h *Heap, exc Value) (Value, error) { return orNone(h.Field(exc, off)), nil }
	}
	h.AddGetSets(h.types[BaseExceptionType], []GetSet{
		{Name: "args", Get: field(OffExcArgs), Set: setArgs},
		{Name: "__traceback__", Get: field(OffExcTraceback), Set: setTraceback},
		{Name: "__cause__", Get: field(OffExcCause), Set: func(h *Heap, exc, x Value) error {
			if err := h.checkLink(x, "cause"); err != nil {
				return err
			}
			h.SetCause(exc, x)
			return nil
		}},
		{Name: "__context__", Get: field(OffExcContext), Set: func(h *Heap, exc, x Value) error {
			if err := h.checkLink(x, "context"); err != nil {
				return err
			}
			h.SetField(exc, OffExcContext, nullIfNone(x))
			return nil
		}},
		{
			Name: "__suppress_context__",
			Get:  func(h *Heap, exc Value) (Value, error) { return Bool(h.ContextSuppressed(exc)), nil },
			Set:  setSuppressContext,
		},
		{Name: "__dict__", Get: func(h *Heap, exc Value) (Value, error) { return h.excDict(exc), nil }, Set: func(h *Heap, exc, x Value) error {
			switch {
			case x == Null:
				return h.Raise(TypeErrorType, "__dict__ may not be deleted")
			case !h.Is(x, DictType):
				return h.Raise(TypeErrorType, "__dict__ must be set to a dictionary, not a '%s'", h.TypeName(x))
			}
			h.SetField(exc, offExcDict, x)
			return nil
		}},
	})
	h.addMethods(h.types[BaseExceptionType], []Builtin{
		{Name: "with_traceback", Arity: O, NoGuest: true, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
			return self, setTraceback(h, self, args[0])
		}},
		{Name: "add_note", Arity: O, Fn: addNote},
	})
}

func setSuppressContext(h *Heap, exc, x Value) error {
	aux := h.aux(exc) &^ excSuppress
	switch x {
	case Null:
		return h.Raise(TypeErrorType, "can't delete numeric/char attribute")
	case True:
		aux |= excSuppress
	case False:
	default:
		return h.Raise(TypeErrorType, "attribute value type must be bool")
	}
	h.SetHalf(exc, OffAux, aux)
	return nil
}

func nullIfNone(x Value) Value {
	if x == None {
		return Null
	}
	return x
}

// excSuppress is the bit of an exception's aux word that stands for
// __suppress_context__.
const excSuppress = 1

// ContextSuppressed reports whether a traceback leaves an exception's context out:
// it was raised from another one, or from None.
func (h *Heap) ContextSuppressed(exc Value) bool { return h.aux(exc)&excSuppress != 0 }

// SetCause makes an exception, or None, the cause of exc.
func (h *Heap) SetCause(exc, cause Value) {
	h.SetField(exc, OffExcCause, nullIfNone(cause))
	*h.HalfAt(exc, OffAux) |= excSuppress
}

// TracebackOf returns an exception's traceback object, None if it has none.
func (h *Heap) TracebackOf(exc Value) Value {
	if tb := h.Field(exc, OffExcTraceback); tb != Null {
		return tb
	}
	return None
}

// checkLink checks what is assigned to __cause__ or __context__.
func (h *Heap) checkLink(x Value, what string) error {
	switch {
	case x == Null:
		return h.Raise(TypeErrorType, "__%s__ may not be deleted", what)
	case x != None && !h.TypeOf(x).IsException:
		return h.Raise(TypeErrorType, "exception %s must be None or derive from BaseException", what)
	}
	return nil
}

func setTraceback(h *Heap, exc, x Value) error {
	switch {
	case x == Null:
		return h.Raise(TypeErrorType, "__traceback__ may not be deleted")
	case x != None && !h.Is(x, TracebackType):
		return h.Raise(TypeErrorType, "__traceback__ must be a traceback or None")
	}
	h.SetField(exc, OffExcTraceback, nullIfNone(x))
	return nil
}

func setArgs(h *Heap, exc, x Value) error {
	if x == Null {
		return h.Raise(TypeErrorType, "args may not be deleted")
	}
	t, err := h.TupleFromIter(x)
	if err == nil {
		h.keepFields(exc)
		h.SetField(exc, OffExcArgs, t)
	}
	return err
}

// excDict returns an exception's __dict__.
func (h *Heap) excDict(exc Value) Value {
	d := h.Field(exc, offExcDict)
	if d == Null {
		d = h.NewDict()
		h.SetField(exc, offExcDict, d)
	}
	return d
}

// Noted gives the exception that an error is, if it is of type t, a note; it returns the error.
func (h *Heap) Noted(err error, t TypeID, note string) error {
	var r *Raised
	if !errors.As(err, &r) || !h.IsInstance(r.Exc, t) {
		return err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(r.Exc)
	h.Push(h.NewStr(note))
	if _, failed := addNote(h, r.Exc, h.Pushed(m+1)); failed != nil {
		return failed
	}
	return err
}

// addNote is BaseException.add_note.
func addNote(h *Heap, exc Value, args []Value) (Value, error) {
	if !h.isStr(args[0]) {
		return Null, h.Raise(TypeErrorType, "add_note() argument must be str, not %s", h.argTypeName(args[0]))
	}
	name := h.Intern("__notes__")
	notes, err := h.LookupAttr(exc, name)
	if err != nil {
		return Null, err
	}
	if notes == Null {
		notes = h.NewList()
		if err := h.SetAttr(exc, name, notes); err != nil {
			return Null, err
		}
	} else if !h.Is(notes, ListType) {
		return Null, h.Raise(TypeErrorType, "Cannot add note: __notes__ is not a list")
	}
	h.ListAppend(notes, args[0])
	return None, nil
}

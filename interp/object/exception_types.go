package object

import "strconv"

// The exceptions whose types take arguments of their own (Objects/exceptions.c).

// named makes an exception of positional arguments, and hands what keyword
// arguments there are for the parameters names to keep.
func (h *Heap) named(t *Type, args []Value, kwnames Value, names ...string) (exc Value, given []Value, err error) {
	n := 0
	if kwnames != Null {
		n = h.TupleLen(kwnames)
	}
	positional := args[:len(args)-n]
	if n > len(names) {
		return Null, nil, h.tooManyKeywords(t.Name, len(names), n)
	}
	given = make([]Value, len(names))
	for i := range given {
		given[i] = Null
	}
	for i := range n {
		key, found := h.TupleItem(kwnames, i), false
		for k, name := range names {
			if h.strIs(key, name) {
				given[k], found = args[len(positional)+i], true
			}
		}
		if !found {
			return Null, nil, h.unexpectedKeyword(t.Name, h.GoString(key), names)
		}
	}
	return h.NewException(t, positional...), given, nil
}

// namedErrorNew makes a NameError (name=) or an AttributeError (name=, obj=).
func namedErrorNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	id := TypeID(NameErrorType)
	if !t.IsSubtype(h.types[id]) {
		id = AttributeErrorType
	}
	return h.withFields(t, id, 0, args, kwnames, excRowOf(id).names...)
}

// importErrorNew makes an ImportError (name=, path=, name_from=).
func importErrorNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	return h.withFields(t, ImportErrorType, 1, args, kwnames, "name", "path", "name_from")
}

// withFields makes an exception whose keyword arguments are attributes of its
// own, from the given one on.
func (h *Heap) withFields(t *Type, id TypeID, first int, args []Value, kwnames Value, names ...string) (Value, error) {
	if kwnames == Null || h.TupleLen(kwnames) == 0 {
		return h.NewException(t, args...), nil
	}
	exc, given, err := h.named(t, args, kwnames, names...)
	if err != nil {
		return Null, err
	}
	for i, x := range given {
		if x != Null {
			h.SetField(h.fieldsOf(exc, id), OffTupleItems+8*uintptr(first+i), x)
		}
	}
	h.keepNames(exc, id)
	return exc, nil
}

func importErrorStr(h *Heap, v Value) (Value, error) {
	if msg := h.TupleItem(h.fieldsOf(v, ImportErrorType), 0); h.Is(msg, StrType) {
		return msg, nil
	}
	return exceptionStr(h, v)
}

// syntaxErrorNew makes a SyntaxError: of any arguments, or of a message and the
// place: file, line, offset, text and, both or none, the end's line and offset.
func syntaxErrorNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	if err := h.noKeywords(t.Name, kwnames); err != nil {
		return Null, err
	}
	if len(args) == 2 {
		place, err := h.TupleFromIter(args[1])
		if err != nil {
			return Null, err
		}
		switch n := h.TupleLen(place); {
		case n < 4:
			return Null, h.Raise(TypeErrorType, "function takes at least 4 arguments (%d given)", n)
		case n > 7:
			return Null, h.Raise(TypeErrorType, "function takes at most 7 arguments (%d given)", n)
		case n == 5:
			return Null, h.Raise(TypeErrorType, "end_offset must be provided when end_lineno is provided")
		}
		exc := h.NewException(t, args...)
		f := h.fieldsOf(exc, SyntaxErrorType)
		for i, x := range h.TupleItems(place)[:min(6, h.TupleLen(place))] {
			h.SetField(f, OffTupleItems+8*uintptr(1+i), x)
		}
		return exc, nil
	}
	return h.NewException(t, args...), nil
}

// syntaxErrorStr is the message, with the file's name and the line if they are
// known.
func syntaxErrorStr(h *Heap, v Value) (Value, error) {
	f := h.fieldsOf(v, SyntaxErrorType)
	msg, err := h.Str(h.TupleItem(f, 0))
	if err != nil {
		return Null, err
	}
	file, line := h.TupleItem(f, 1), h.TupleItem(f, 2)
	n, haveLine := h.AsInt64(line)
	s := h.GoString(msg)
	switch haveFile := h.Is(file, StrType); {
	case haveFile && haveLine:
		s += " (" + baseName(h.GoString(file)) + ", line " + strconv.FormatInt(n, 10) + ")"
	case haveFile:
		s += " (" + baseName(h.GoString(file)) + ")"
	case haveLine:
		s += " (line " + strconv.FormatInt(n, 10) + ")"
	}
	return h.NewStr(s), nil
}

// baseName returns what stands behind the last slash.
func baseName(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}

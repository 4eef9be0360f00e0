package object

import "fmt"

// UnicodeDecodeError, UnicodeEncodeError and UnicodeTranslateError: their
// arguments, attributes and messages (Objects/exceptions.c).

// unicodeErrorRow is the row of excFields of one of the types: the arguments, as
// attributes that can be assigned.
func unicodeErrorRow(id TypeID) excRow {
	return excRow{id, unicodeErrorNames(id), func(h *Heap, exc Value, f []Value) {
		args := h.TupleItems(h.Field(exc, OffExcArgs))
		if len(args) != len(f) {
			return
		}
		for i, x := range args {
			if h.Is(x, ByteArrayType) {
				x = h.newBytesOf(h.byteArrayBytes(x))
				h.Push(x)
			} else if n, ok, err := h.indexOf(x); ok && err == nil {
				x = n
				h.Push(x)
			}
			f[i] = x
		}
	}}
}

// unicodeErrorNames returns the names of a type's arguments; the error of translation has
// no encoding.
func unicodeErrorNames(id TypeID) []string {
	names := []string{"encoding", "object", "start", "end", "reason"}
	if id == UnicodeTranslateErrorType {
		return names[1:]
	}
	return names
}

// initUnicodeErrors sets the slots of the three types; they are registered with
// the other exceptions.
func (h *Heap) initUnicodeErrors() {
	for _, id := range []TypeID{UnicodeDecodeErrorType, UnicodeEncodeErrorType, UnicodeTranslateErrorType} {
		t := h.types[id]
		t.Str = func(h *Heap, v Value) (Value, error) { return h.unicodeErrorStr(v, id) }
		t.New = func(h *Heap, u *Type, args []Value, kwnames Value) (Value, error) {
			if !u.made {
				if err := h.checkUnicodeError(t, t.Name, args, kwnames); err != nil {
					return Null, err
				}
			}
			return h.NewException(u, args...), nil
		}
		t.Bare = func(h *Heap, u *Type, args []Value, _ Value) (Value, error) { return h.NewException(u, args...), nil }
		t.Init = func(h *Heap, v Value, args []Value, kwnames Value) error {
			if err := h.checkUnicodeError(t, h.TypeName(v), args, kwnames); err != nil {
				return err
			}
			h.SetField(v, offExcFields, Null)
			return exceptionInit(h, v, args, kwnames)
		}
	}
}

// checkUnicodeError checks the arguments of one of the types.
func (h *Heap) checkUnicodeError(t *Type, name string, args []Value, kwnames Value) error {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return h.Raise(TypeErrorType, "%s() takes no keyword arguments", name)
	}
	names := unicodeErrorNames(t.ID)
	if len(args) != len(names) {
		return h.Raise(TypeErrorType, "function takes exactly %d arguments (%d given)", len(names), len(args))
	}
	decode := t.ID == UnicodeDecodeErrorType
	for i, name := range names {
		x := args[i]
		var err error
		switch {
		case name == "start" || name == "end":
			_, err = h.sizeArg(x)
		case name == "object" && decode:
		case !h.isStr(x):
			err = h.Raise(TypeErrorType, "argument %d must be str, not %s", i+1, h.argTypeName(x))
		}
		if err != nil {
			return err
		}
	}
	if decode { // the last to be checked
		if _, err := h.bytesArg(args[1]); err != nil {
			return err
		}
	}
	return nil
}

func (h *Heap) unicodeErrorStr(v Value, id TypeID) (Value, error) {
	f := h.TupleItems(h.fieldsOf(v, id))
	at := len(f) - 4 // of the object
	object := f[at]
	if object == None {
		return h.emptyStr, nil
	}
	if decode := id == UnicodeDecodeErrorType; decode && !h.isA(object, BytesType) || !decode && !h.isStr(object) {
		return Null, h.Raise(TypeErrorType, "UnicodeError 'object' attribute must be a %s", map[bool]string{true: "bytes", false: "string"}[decode])
	}
	text := [2]string{}
	for i, x := range [...]Value{f[0], f[at+3]} {
		s, err := h.Str(x)
		if err != nil {
			return Null, err
		}
		text[i] = h.GoString(s)
	}
	encoding, reason := text[0], text[1]
	start, _, _ := h.asInt(f[at+1])
	end, _, _ := h.asInt(f[at+2])
	what, verb, thing := "", "translate", "character"
	if at > 0 {
		what, verb = "'"+encoding+"' codec ", "encode"
	}
	if id == UnicodeDecodeErrorType {
		verb, thing = "decode", "byte"
	}
	t := h.text(object)
	if start < 0 || start >= t.n || end != start+1 {
		return h.NewStr(fmt.Sprintf("%scan't %s %ss in position %d-%d: %s", what, verb, thing, start, end-1, reason)), nil
	}
	c := t.at(start)
	shown := fmt.Sprintf("0x%02x", c)
	switch {
	case id == UnicodeDecodeErrorType:
	case c < 0x100:
		shown = fmt.Sprintf(`'\x%02x'`, c)
	case c < 0x10000:
		shown = fmt.Sprintf(`'\u%04x'`, c)
	default:
		shown = fmt.Sprintf(`'\U%08x'`, c)
	}
	return h.NewStr(fmt.Sprintf("%scan't %s %s %s in position %d: %s", what, verb, thing, shown, start, reason)), nil
}

package object

import "fmt"

// UnicodeDecodeError, UnicodeEncodeError and UnicodeTranslateError: their
// arguments, attributes and messages (Objects/exceptions.c).

// unicodeErrorFields names the arguments of the three types by their place; the
// error of translation has no encoding.
var unicodeErrorFields = []string{"encoding", "object", "start", "end", "reason"}

// initUnicodeErrors sets the slots of the three types; they are registered with
// the other exceptions.
func (h *Heap) initUnicodeErrors() {
	for _, id := range []TypeID{UnicodeDecodeErrorType, UnicodeEncodeErrorType, UnicodeTranslateErrorType} {
		t := h.types[id]
		t.New, t.Str, t.GetAttr = unicodeErrorNew, unicodeErrorStr, unicodeErrorGetAttr
	}
}

// unicodeErrorArgs returns the names of a type's arguments.
func unicodeErrorArgs(id TypeID) []string {
	if id == UnicodeTranslateErrorType {
		return unicodeErrorFields[1:]
	}
	return unicodeErrorFields
}

func unicodeErrorNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return Null, h.Raise(TypeErrorType, "%s() takes no keyword arguments", t.Name)
	}
	names := unicodeErrorArgs(t.layout)
	if len(args) != len(names) {
		return Null, h.Raise(TypeErrorType, "function takes exactly %d arguments (%d given)", len(names), len(args))
	}
	decode := t.layout == UnicodeDecodeErrorType
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
			return Null, err
		}
	}
	if decode { // the last to be checked
		if _, err := h.bytesArg(args[1]); err != nil {
			return Null, err
		}
	}
	return h.NewException(t, args...), nil
}

// unicodeErrorGetAttr finds the arguments by name.
func unicodeErrorGetAttr(h *Heap, v, name Value) (Value, error) {
	args := h.Field(v, OffExcArgs)
	for i, s := range unicodeErrorArgs(h.kind(v)) {
		if i >= h.TupleLen(args) || !h.strIs(name, s) {
			continue
		}
		x := h.TupleItem(args, i)
		if h.Is(x, ByteArrayType) {
			return h.newBytesOf(h.byteArrayBytes(x)), nil
		}
		if n, _, ok := h.asInt(x); ok {
			return SmallInt(int64(n)), nil
		}
		return x, nil
	}
	return h.GenericGetAttr(v, name)
}

func unicodeErrorStr(h *Heap, v Value) (Value, error) {
	id, args := h.kind(v), h.Field(v, OffExcArgs)
	if h.TupleLen(args) != len(unicodeErrorArgs(id)) {
		return exceptionStr(h, v)
	}
	at := h.TupleLen(args) - 4 // of the object
	object, reason := h.TupleItem(args, at), h.GoString(h.TupleItem(args, at+3))
	start, _, _ := h.asInt(h.TupleItem(args, at+1))
	end, _, _ := h.asInt(h.TupleItem(args, at+2))
	what, verb, thing := "", "translate", "character"
	if at > 0 {
		what, verb = "'"+h.GoString(h.TupleItem(args, 0))+"' codec ", "encode"
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

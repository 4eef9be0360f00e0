package lib

import (
	"strconv"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/unicode"
)

// Encodings of one byte a character by tables, and error handlers as functions.

// charmapBuild is charmap_build(text): a table for charmap_encode of the one for
// charmap_decode.
func charmapBuild(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "charmap_build() argument must be str, not %s", argTypeName(h, a[0]))
	}
	d := h.NewDict()
	for i := range h.StrLen(a[0]) {
		if err := h.DictSet(d, h.Int(int64(h.StrAt(a[0], i))), object.SmallInt(int64(i))); err != nil {
			return object.Null, err
		}
	}
	return d, nil
}

// unicodeError calls the handler of an error of the elements from start up to end of
// a text of n elements.
func (k *codecs) unicodeError(t object.TypeID, encoding, errors string, text object.Value, n, start, end int, reason string) (object.Value, int, error) {
	h := k.h
	if errors == "strict" {
		return object.Null, 0, h.RaiseValue(h.UnicodeError(t, encoding, text, start, end, reason))
	}
	refuse, takesBytes := "decoding error handler must return (str, int) tuple", false
	if t == object.UnicodeEncodeErrorType {
		refuse, takesBytes = "encoding error handler must return (str/bytes, int) tuple", true
	}
	return h.CallErrorHandler(errors, n, func() object.Value { return h.UnicodeError(t, encoding, text, start, end, reason) }, refuse, takesBytes)
}

// charmapDecode is charmap_decode(data, errors, mapping): mapping is a str by place,
// or maps ints to str, ints and None; without one it is Latin-1.
func (k *codecs) charmapDecode(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	data, err := h.BufferData(a[0])
	if err != nil {
		return object.Null, err
	}
	errors, err := errorsArg(h, "charmap_decode", a, 1)
	if err != nil {
		return object.Null, err
	}
	if len(a) < 3 || a[2] == object.None {
		return decodedPart(h, data, "latin-1", errors)
	}
	src := h.NewBytes(data) // the mapping may be the program's own and change a bytearray
	out, n := []rune(nil), h.BytesLen(src)
	for i := 0; i < n; {
		h.CheckStopAt(i)
		text, err := k.charOf(a[2], int(h.BytesData(src)[i]))
		if err != nil {
			return object.Null, err
		}
		next := i + 1
		if text == object.Null {
			if text, next, err = k.unicodeError(object.UnicodeDecodeErrorType, "charmap", errors, src, n, i, i+1, "character maps to <undefined>"); err != nil {
				return object.Null, err
			}
		}
		for j := range h.StrLen(text) {
			out = append(out, h.StrAt(text, j))
		}
		i = next
	}
	return h.NewTuple(h.NewStrRunes(out), h.Int(int64(n))), nil
}

// charOf returns the text that a byte stands for, Null if it stands for none.
func (k *codecs) charOf(mapping object.Value, c int) (object.Value, error) {
	h := k.h
	if h.IsInstance(mapping, object.StrType) {
		if c >= h.StrLen(mapping) || h.StrAt(mapping, c) == 0xFFFE {
			return object.Null, nil
		}
		return h.StrChar(mapping, c), nil
	}
	x, err := h.GetItem(mapping, object.SmallInt(int64(c)))
	switch {
	case err != nil && h.RaisedIs(err, object.LookupErrorType), err == nil && x == object.None:
		return object.Null, nil
	case err != nil:
		return object.Null, err
	case h.IsInstance(x, object.StrType):
		if h.StrLen(x) == 1 && h.StrAt(x, 0) == 0xFFFE {
			return object.Null, nil
		}
		return x, nil
	case h.IsIntegral(x):
		n, err := h.Index(x)
		if err != nil || n < 0 || n > 0x10FFFF {
			return object.Null, h.Raise(object.TypeErrorType, "character mapping must be in range(0x110000)")
		}
		if n == 0xFFFE {
			return object.Null, nil
		}
		return h.NewStrRunes([]rune{rune(n)}), nil
	}
	return object.Null, h.Raise(object.TypeErrorType, "character mapping must return integer, None or str")
}

// charmapEncode is charmap_encode(text, errors, mapping): mapping maps ints to ints,
// bytes and None; without one it is Latin-1.
func (k *codecs) charmapEncode(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	text := a[0]
	if !h.IsInstance(text, object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "charmap_encode() argument 1 must be str, not %s", argTypeName(h, text))
	}
	errors, err := errorsArg(h, "charmap_encode", a, 1)
	if err != nil {
		return object.Null, err
	}
	n := h.StrLen(text)
	if len(a) < 3 || a[2] == object.None {
		data, err := h.Encode(text, "latin-1", errors)
		if err != nil {
			return object.Null, err
		}
		return h.NewTuple(data, h.Int(int64(n))), nil
	}
	out := []byte(nil)
	for i := 0; i < n; {
		h.CheckStopAt(i)
		b, ok, err := k.bytesOf(a[2], h.StrAt(text, i))
		if err != nil {
			return object.Null, err
		}
		if out = append(out, b...); ok {
			i++
			continue
		}
		end := i + 1
		for ; end < n; end++ {
			if _, ok, err := k.bytesOf(a[2], h.StrAt(text, end)); err != nil {
				return object.Null, err
			} else if ok {
				break
			}
		}
		const reason = "character maps to <undefined>"
		more, next, err := k.unicodeError(object.UnicodeEncodeErrorType, "charmap", errors, text, n, i, end, reason)
		if err != nil {
			return object.Null, err
		}
		if !h.IsInstance(more, object.StrType) {
			out = append(out, h.BytesData(more)...)
			i = next
			continue
		}
		for j := range h.StrLen(more) {
			b, ok, err := k.bytesOf(a[2], h.StrAt(more, j))
			if err == nil && !ok {
				err = h.RaiseValue(h.UnicodeError(object.UnicodeEncodeErrorType, "charmap", text, i, end, reason))
			}
			if err != nil {
				return object.Null, err
			}
			out = append(out, b...)
		}
		i = next
	}
	return h.NewTuple(h.NewBytes(out), h.Int(int64(n))), nil
}

// bytesOf returns the bytes that a character becomes; ok is false if there are none
// for it.
func (k *codecs) bytesOf(mapping object.Value, r rune) (b []byte, ok bool, err error) {
	h := k.h
	x, err := h.GetItem(mapping, h.Int(int64(r)))
	switch {
	case err != nil && h.RaisedIs(err, object.LookupErrorType), err == nil && x == object.None:
		return nil, false, nil
	case err != nil:
		return nil, false, err
	case h.IsIntegral(x):
		n, err := h.Index(x)
		if err != nil || n < 0 || n > 255 {
			return nil, false, h.Raise(object.TypeErrorType, "character mapping must be in range(256)")
		}
		return []byte{byte(n)}, true, nil
	case h.IsInstance(x, object.BytesType):
		return h.BytesData(x), true, nil
	}
	return nil, false, h.Raise(object.TypeErrorType, "character mapping must return integer, bytes or None, not %s", h.TypeName(x))
}

// errorHandlers are the handlers that exist from the beginning (Python/codecs.c), as
// lookup_error returns them; their names are those of the functions without _errors.
var errorHandlers = []object.Builtin{
	handler("strict", func(h *object.Heap, e unicodeErr) (object.Value, error) { return object.Null, h.RaiseValue(e.exc) }),
	handler("ignore", func(h *object.Heap, e unicodeErr) (object.Value, error) { return e.replace(h, nil) }),
	handler("replace", func(h *object.Heap, e unicodeErr) (object.Value, error) {
		if e.kind == object.UnicodeDecodeErrorType {
			return e.replace(h, []rune{0xFFFD})
		}
		mark := rune('?')
		if e.kind == object.UnicodeTranslateErrorType {
			mark = 0xFFFD
		}
		out := make([]rune, max(0, e.end-e.start))
		for i := range out {
			out[i] = mark
		}
		return e.replace(h, out)
	}),
	handler("backslashreplace", func(h *object.Heap, e unicodeErr) (object.Value, error) {
		var out []rune
		for i := e.start; i < e.end; i++ {
			out = append(out, backslash(e.at(h, i))...)
		}
		return e.replace(h, out)
	}),
	handler("xmlcharrefreplace", func(h *object.Heap, e unicodeErr) (object.Value, error) {
		if e.kind != object.UnicodeEncodeErrorType {
			return object.Null, e.refuse(h)
		}
		var out []rune
		for i := e.start; i < e.end; i++ {
			out = append(out, []rune("&#"+strconv.Itoa(int(e.at(h, i)))+";")...)
		}
		return e.replace(h, out)
	}),
	handler("surrogateescape", surrogateEscape),
	handler("namereplace", func(h *object.Heap, e unicodeErr) (object.Value, error) {
		if e.kind != object.UnicodeEncodeErrorType {
			return object.Null, e.refuse(h)
		}
		var out []rune
		for i := e.start; i < e.end; i++ {
			if name := unicode.Name(e.at(h, i)); name != "" {
				out = append(out, []rune(`\N{`+name+"}")...)
			} else {
				out = append(out, backslash(e.at(h, i))...)
			}
		}
		return e.replace(h, out)
	}),
	{Name: "surrogatepass", Module: "_codecs", Arity: object.O, Missing: true, Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
		return object.Null, h.Unsupported("error handler surrogatepass as a function")
	}},
}

// unicodeErr is a UnicodeError as a handler sees it.
type unicodeErr struct {
	exc, text  object.Value
	kind       object.TypeID
	start, end int // clipped to the text
}

// handler makes the function of an error handler.
func handler(name string, f func(h *object.Heap, e unicodeErr) (object.Value, error)) object.Builtin {
	shown := name + "_errors"
	if name == "surrogateescape" {
		shown = name
	}
	return object.Builtin{Name: shown, Module: "_codecs", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		e := unicodeErr{exc: a[0]}
		if name == "strict" && h.IsInstance(e.exc, object.BaseExceptionType) {
			return object.Null, h.RaiseValue(e.exc)
		}
		for _, t := range []object.TypeID{object.UnicodeEncodeErrorType, object.UnicodeDecodeErrorType, object.UnicodeTranslateErrorType} {
			if h.IsInstance(e.exc, t) {
				e.kind = t
			}
		}
		if e.kind == object.NoType {
			if name == "strict" {
				return object.Null, h.Raise(object.TypeErrorType, "codec must pass exception instance")
			}
			return object.Null, e.refuse(h)
		}
		var err error
		if e.text, err = h.GetAttr(e.exc, h.Intern("object")); err != nil {
			return object.Null, err
		}
		n, err := h.Len(e.text)
		if err != nil {
			return object.Null, err
		}
		for _, bound := range []struct {
			name string
			to   *int
			lo   int
		}{{"start", &e.start, 0}, {"end", &e.end, 1}} {
			v, err := h.GetAttr(e.exc, h.Intern(bound.name))
			if err != nil {
				return object.Null, err
			}
			i, err := h.Ssize(v)
			if err != nil {
				return object.Null, err
			}
			*bound.to = min(max(i, bound.lo), n)
		}
		return f(h, e)
	}}
}

// refuse is the error for an exception that a handler does not take.
func (e unicodeErr) refuse(h *object.Heap) error {
	return h.Raise(object.TypeErrorType, "don't know how to handle %s in error callback", h.TypeName(e.exc))
}

// replace is the result of a handler: the text instead, and where to go on.
func (e unicodeErr) replace(h *object.Heap, text []rune) (object.Value, error) {
	return h.NewTuple(h.NewStrRunes(text), h.Int(int64(e.end))), nil
}

// at returns an element of the text: a code point or a byte.
func (e unicodeErr) at(h *object.Heap, i int) rune {
	if e.kind == object.UnicodeDecodeErrorType {
		return rune(h.BytesData(e.text)[i])
	}
	return h.StrAt(e.text, i)
}

// backslash is an escape sequence.
func backslash(r rune) []rune {
	digits := strconv.FormatUint(uint64(r), 16)
	pad, prefix := 2, `\x`
	switch {
	case r >= 0x10000:
		pad, prefix = 8, `\U`
	case r >= 0x100:
		pad, prefix = 4, `\u`
	}
	for len(digits) < pad {
		digits = "0" + digits
	}
	return []rune(prefix + digits)
}

// surrogateEscape turns bytes beyond ASCII into surrogates and back.
func surrogateEscape(h *object.Heap, e unicodeErr) (object.Value, error) {
	switch e.kind {
	case object.UnicodeEncodeErrorType:
		out := []byte(nil)
		for i := e.start; i < e.end; i++ {
			r := e.at(h, i)
			if r < 0xDC80 || r > 0xDCFF {
				return object.Null, h.RaiseValue(e.exc)
			}
			out = append(out, byte(r))
		}
		return h.NewTuple(h.NewBytes(out), h.Int(int64(e.end))), nil
	case object.UnicodeDecodeErrorType:
		out := []rune(nil)
		for i := e.start; i < min(e.end, e.start+4) && e.at(h, i) >= 0x80; i++ {
			out = append(out, 0xDC00+e.at(h, i))
		}
		if len(out) == 0 {
			return object.Null, h.RaiseValue(e.exc)
		}
		return h.NewTuple(h.NewStrRunes(out), h.Int(int64(e.start+len(out)))), nil
	}
	return object.Null, e.refuse(h)
}

package lib

import (
	"strings"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// The module _codecs (Modules/_codecsmodule.c, Python/codecs.c): the registry of
// codecs and error handlers, and the functions under Lib/encodings. Encodings that
// the package object has (UTF-8, UTF-16, UTF-32, ASCII, Latin-1) are converted there;
// those of one byte a character have their tables in Lib/encodings.

// codecs is the module's state.
type codecs struct {
	l        *Lib
	h        *object.Heap
	search   object.Value // list of search functions
	cache    object.Value // dict: normalized name → what a search function has found
	handlers object.Value // dict: name → error handler
	loaded   bool         // Lib/encodings has been imported
}

// registry returns the state, which there is from the first use of it on.
func (l *Lib) registry() *codecs {
	if l.codecs != nil {
		return l.codecs
	}
	h := l.h
	k := &codecs{l: l, h: h, search: object.Null, cache: object.Null, handlers: object.Null}
	l.codecs = k
	h.AddRoots(func(m *heap.Marker) {
		m.Value(k.search)
		m.Value(k.cache)
		m.Value(k.handlers)
	})
	k.search, k.cache, k.handlers = h.NewList(), h.NewDict(), h.NewDict()
	for i := range errorHandlers {
		h.DictSetStr(k.handlers, h.Intern(strings.TrimSuffix(errorHandlers[i].Name, "_errors")), h.NewBuiltin(&errorHandlers[i], object.Null))
	}
	h.ErrorHandler = func(name string) (object.Value, error) { return h.DictGetStr(k.handlers, h.InternName(name)), nil }
	return k
}

// newCodecs makes the module.
func (l *Lib) newCodecs() (object.Value, error) {
	m, k := l.newModule("_codecs"), l.registry()
	m.functions([]object.Builtin{
		{Name: "register", Arity: object.O, Fn: k.register},
		{Name: "unregister", Arity: object.O, Fn: k.unregister},
		{Name: "lookup", Arity: object.O, Fn: func(_ *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			return k.lookup("lookup", a[0])
		}},
		{Name: "encode", Arity: object.Varied, FnKw: k.convert(object.NewSignature("encode", 0, 1, 0, "obj", "encoding", "errors"), 0, "encoder")},
		{Name: "decode", Arity: object.Varied, FnKw: k.convert(object.NewSignature("decode", 0, 1, 0, "obj", "encoding", "errors"), 1, "decoder")},
		{Name: "register_error", Arity: object.Fast, Min: 2, Max: 2, Fn: k.registerError},
		{Name: "lookup_error", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "lookup_error() argument must be str, not %s", argTypeName(h, a[0]))
			}
			if _, err := h.CText(a[0]); err != nil {
				return object.Null, err
			}
			if f := h.DictGetStr(k.handlers, h.InternValue(a[0])); f != object.Null {
				return f, nil
			}
			return object.Null, h.Raise(object.LookupErrorType, "unknown error handler name '%s'", h.GoString(a[0]))
		}},
		{Name: "charmap_build", Arity: object.O, Fn: charmapBuild},
		{Name: "charmap_encode", Arity: object.Fast, Min: 1, Max: 3, Fn: k.charmapEncode},
		{Name: "charmap_decode", Arity: object.Fast, Min: 1, Max: 3, Fn: k.charmapDecode},
		{Name: "readbuffer_encode", Arity: object.Fast, Min: 1, Max: 2, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			data, err := utf8OrBuffer(h, a[0])
			return h.NewTuple(h.NewBytes(data), h.Int(int64(len(data)))), err
		}},
	})
	for _, c := range bufferCodecs {
		m.functions([]object.Builtin{c.encoder(), c.decoder()})
	}
	for _, name := range []string{"utf_16_ex_decode", "utf_32_ex_decode"} {
		m.functions([]object.Builtin{exDecoder(name)})
	}
	m.functions(k.escapeFunctions())
	for _, name := range []string{"utf_7_encode", "utf_7_decode"} {
		b := *missing("function", "_codecs."+name)
		b.Name = name
		m.functions([]object.Builtin{b})
	}
	return m.v, nil
}

// bufferCodec is an encoding that package object has, with the tail of an input that
// may be incomplete: how many of the last bytes to leave for the next call.
type bufferCodec struct {
	name, encoding string
	order          bool // the encoder has an argument for the byte order
	tail           func(b []byte) int
}

var bufferCodecs = []bufferCodec{
	{name: "utf_8", encoding: "utf-8", tail: utf8Tail},
	{name: "utf_16", encoding: "utf-16", order: true, tail: func(b []byte) int { return utf16Tail(b, len(b) >= 2 && b[0] == 0xFE && b[1] == 0xFF) }},
	{name: "utf_16_le", encoding: "utf-16-le", tail: func(b []byte) int { return utf16Tail(b, false) }},
	{name: "utf_16_be", encoding: "utf-16-be", tail: func(b []byte) int { return utf16Tail(b, true) }},
	{name: "utf_32", encoding: "utf-32", order: true, tail: utf32Tail},
	{name: "utf_32_le", encoding: "utf-32-le", tail: utf32Tail},
	{name: "utf_32_be", encoding: "utf-32-be", tail: utf32Tail},
	{name: "latin_1", encoding: "latin-1"},
	{name: "ascii", encoding: "ascii"},
}

// utf8Tail is the length of a sequence at the end that may go on.
func utf8Tail(b []byte) int {
	for k := 1; k <= min(3, len(b)); k++ {
		at := b[len(b)-k:]
		if at[0]&0xC0 == 0x80 {
			continue
		}
		if utf8.FullRune(at) { // a wrong one is an error at once
			return 0
		}
		return k
	}
	return 0
}

func utf16Tail(b []byte, big bool) int {
	odd := len(b) & 1
	if n := len(b) - odd; n >= 2 {
		high := b[n-1]
		if big {
			high = b[n-2]
		}
		if high&0xFC == 0xD8 { // the first half of a pair
			return odd + 2
		}
	}
	return odd
}

func utf32Tail(b []byte) int { return len(b) & 3 }

// errorsArg is the optional argument errors of a function.
func errorsArg(h *object.Heap, function string, a []object.Value, i int) (string, error) {
	if len(a) <= i || a[i] == object.None {
		return "strict", nil
	}
	if !h.IsInstance(a[i], object.StrType) {
		return "", h.Raise(object.TypeErrorType, "%s() argument %d must be str or None, not %s", function, i+1, argTypeName(h, a[i]))
	}
	return h.CText(a[i])
}

// order is an optional argument that says which byte comes first.
func order(h *object.Heap, a []object.Value, i int) (int, error) {
	if len(a) <= i {
		return 0, nil
	}
	return h.CInt(a[i])
}

func orderedName(encoding string, order int) string {
	switch {
	case order < 0:
		return encoding + "-le"
	case order > 0:
		return encoding + "-be"
	}
	return encoding
}

func (c bufferCodec) encoder() object.Builtin {
	name, most := c.name+"_encode", 2
	if c.order {
		most = 3
	}
	return object.Builtin{Name: name, Arity: object.Fast, Min: 1, Max: most, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if !h.IsInstance(a[0], object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "%s() argument 1 must be str, not %s", name, argTypeName(h, a[0]))
		}
		handler, err := errorsArg(h, name, a, 1)
		if err != nil {
			return object.Null, err
		}
		first, err := order(h, a, 2)
		if err != nil {
			return object.Null, err
		}
		data, err := h.Encode(a[0], orderedName(c.encoding, first), handler)
		if err != nil {
			return object.Null, err
		}
		return h.NewTuple(data, h.Int(int64(h.StrLen(a[0])))), nil
	}}
}

func (c bufferCodec) decoder() object.Builtin {
	name, most := c.name+"_decode", 2
	if c.tail != nil {
		most = 3
	}
	return object.Builtin{Name: name, Arity: object.Fast, Min: 1, Max: most, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		data, err := h.BufferData(a[0])
		if err != nil {
			return object.Null, err
		}
		handler, err := errorsArg(h, name, a, 1)
		if err != nil {
			return object.Null, err
		}
		final := c.tail == nil
		if len(a) > 2 {
			if final, err = h.Truth(a[2]); err != nil {
				return object.Null, err
			}
		}
		if !final {
			data = data[:len(data)-c.tail(data)]
		}
		return decodedPart(h, data, c.encoding, handler)
	}}
}

// decodedPart decodes bytes and returns the text and their number.
func decodedPart(h *object.Heap, data []byte, encoding, errors string) (object.Value, error) {
	text, err := h.Decode(h.NewBytes(data), encoding, errors)
	if err != nil {
		return object.Null, err
	}
	return h.NewTuple(text, h.Int(int64(len(data)))), nil
}

// exDecoder is utf_16_ex_decode or its counterpart: a decoder that also returns the
// byte order, which it has found in a byte order mark or been given.
func exDecoder(name string) object.Builtin {
	encoding, unit := "utf-16", 2
	if strings.HasPrefix(name, "utf_32") {
		encoding, unit = "utf-32", 4
	}
	return object.Builtin{Name: name, Arity: object.Fast, Min: 1, Max: 4, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		data, err := h.BufferData(a[0])
		if err != nil {
			return object.Null, err
		}
		handler, err := errorsArg(h, name, a, 1)
		if err != nil {
			return object.Null, err
		}
		first, err := order(h, a, 2)
		if err != nil {
			return object.Null, err
		}
		final := false
		if len(a) > 3 {
			if final, err = h.Truth(a[3]); err != nil {
				return object.Null, err
			}
		}
		mark := 0
		if first == 0 && len(data) >= unit {
			switch little := string(data[:unit]); little {
			case "\xff\xfe", "\xff\xfe\x00\x00":
				first, mark = -1, unit
			case "\xfe\xff", "\x00\x00\xfe\xff":
				first, mark = 1, unit
			}
		}
		body := data[mark:]
		if !final && unit == 2 {
			body = body[:len(body)-utf16Tail(body, first > 0)]
		} else if !final {
			body = body[:len(body)-utf32Tail(body)]
		}
		name := orderedName(encoding, first)
		if first == 0 {
			name = encoding + "-le"
		}
		text, err := h.Decode(h.NewBytes(body), name, handler)
		if err != nil {
			return object.Null, err
		}
		return h.NewTuple(text, h.Int(int64(mark+len(body))), h.Int(int64(first))), nil
	}}
}

func (k *codecs) register(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if h.TypeOf(a[0]).Call == nil {
		return object.Null, h.Raise(object.TypeErrorType, "argument must be callable")
	}
	h.ListAppend(k.search, a[0])
	return object.None, nil
}

func (k *codecs) unregister(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	for i := range h.ListLen(k.search) {
		if h.ListItem(k.search, i) == a[0] {
			_, err := h.ListPop(k.search, i)
			h.DictClear(k.cache)
			return object.None, err
		}
	}
	return object.None, nil
}

func (k *codecs) registerError(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if !h.IsInstance(a[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "register_error() argument 1 must be str, not %s", argTypeName(h, a[0]))
	}
	if _, err := h.CText(a[0]); err != nil {
		return object.Null, err
	}
	if h.TypeOf(a[1]).Call == nil {
		return object.Null, h.Raise(object.TypeErrorType, "handler must be callable")
	}
	return object.None, h.DictSet(k.handlers, a[0], a[1])
}

// lookup finds a codec by name: what a search function returns for it
// (_PyCodec_Lookup). The first look-up imports Lib/encodings, which registers the
// search function of CPython's own codecs.
func (k *codecs) lookup(function string, name object.Value) (object.Value, error) {
	h := k.h
	if !h.IsInstance(name, object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "%s() argument must be str, not %s", function, argTypeName(h, name))
	}
	text, err := h.CText(name)
	if err != nil {
		return object.Null, err
	}
	key := h.NewStr(strings.ToLower(strings.ReplaceAll(text, " ", "_")))
	if found, err := h.DictGet(k.cache, key); err != nil || found != object.Null {
		return found, err
	}
	if !k.loaded {
		k.loaded = true
		if _, err := k.l.host.Import(h.NewDict(), h.Intern("encodings"), object.None, object.SmallInt(0)); err != nil {
			return object.Null, err
		}
	}
	for i := 0; i < h.ListLen(k.search); i++ {
		args := h.NewTuple(key)
		found, err := h.Call(h.ListItem(k.search, i), h.TupleItems(args), object.Null)
		switch {
		case err != nil:
			return object.Null, err
		case found == object.None:
			continue
		case !h.IsInstance(found, object.TupleType) || h.TupleLen(found) != 4:
			return object.Null, h.Raise(object.TypeErrorType, "codec search functions must return 4-tuples")
		}
		return found, h.DictSet(k.cache, key, found)
	}
	return object.Null, h.Raise(object.LookupErrorType, "unknown encoding: %s", h.GoString(name))
}

// convert is codecs.encode or decode: part i of a codec applied to an object.
func (k *codecs) convert(sig *object.Signature, i int, role string) kwFunc {
	return func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		var p [3]object.Value
		if err := bind(h, sig, args, kwnames, p[:]); err != nil {
			return object.Null, err
		}
		if p[1] == object.Null {
			p[1] = h.Intern("utf-8")
		}
		if p[2] != object.Null && h.IsInstance(p[2], object.StrType) {
			if _, err := h.CText(p[2]); err != nil {
				return object.Null, err
			}
		}
		codec, err := k.lookup("lookup", p[1])
		if err != nil {
			return object.Null, err
		}
		a := h.NewTuple(p[0])
		if p[2] != object.Null {
			a = h.NewTuple(p[0], p[2])
		}
		r, err := h.Call(h.TupleItem(codec, i), h.TupleItems(a), object.Null)
		if err != nil {
			return object.Null, err
		}
		if !h.IsInstance(r, object.TupleType) || h.TupleLen(r) != 2 {
			return object.Null, h.Raise(object.TypeErrorType, "%s must return a tuple (object, integer)", role)
		}
		return h.TupleItem(r, 0), nil
	}
}

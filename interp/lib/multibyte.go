package lib

import (
	"slices"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/multibyte"
	"github.com/tier2go/tier2/interp/object"
)

// The modules _multibytecodec, _codecs_cn, _codecs_hk, _codecs_iso2022, _codecs_jp, _codecs_kr and _codecs_tw
// (Modules/cjkcodecs): the encodings of several bytes a character. Lib/encodings makes its codecs of them.

// multibyteCodecs are the codecs by module.
var multibyteCodecs = map[string][]string{
	"_codecs_cn":      {"gb2312", "gbk", "gb18030", "hz"},
	"_codecs_hk":      {"big5hkscs"},
	"_codecs_iso2022": {"iso2022_kr", "iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_3", "iso2022_jp_ext"},
	"_codecs_jp":      {"shift_jis", "cp932", "euc_jp", "shift_jis_2004", "euc_jis_2004", "euc_jisx0213", "shift_jisx0213"},
	"_codecs_kr":      {"euc_kr", "cp949", "johab"},
	"_codecs_tw":      {"big5", "cp950"},
}

// heldCodec is a codec behind its object: there is one for each name.
type heldCodec struct{ *multibyte.Codec }

// HandleWeight is what the heap counts for it: the tables are the process's.
func (heldCodec) HandleWeight() int { return 16 }

// multibytes is the state of these modules.
type multibytes struct {
	l     *Lib
	h     *object.Heap
	codec *object.Type            // MultibyteCodec
	made  map[string]object.Value // its instances by name
}

// multibyteTypes returns the state, which there is from the first use of it on.
func (l *Lib) multibyteTypes() *multibytes {
	if l.multibyte != nil {
		return l.multibyte
	}
	h := l.h
	l.registry() // of error handlers
	k := &multibytes{l: l, h: h, made: map[string]object.Value{}}
	l.multibyte = k
	h.AddRoots(func(m *heap.Marker) {
		for _, v := range k.made {
			m.Value(v)
		}
	})
	k.codec = h.RegisterType(&object.Type{Name: "MultibyteCodec", Module: "_multibytecodec", Final: true, Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
		New: func(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.TypeErrorType, "cannot create '_multibytecodec.MultibyteCodec' instances")
		},
	}})
	h.AddMethods(k.codec, []object.Builtin{
		{Name: "encode", Arity: object.Varied, FnKw: k.encode},
		{Name: "decode", Arity: object.Varied, FnKw: k.decode},
	})
	return k
}

// newMultibyteCodecs returns the function that makes a module that has codecs.
func newMultibyteCodecs(name string) func(l *Lib) (object.Value, error) {
	return func(l *Lib) (object.Value, error) {
		m, k := l.newModule(name), l.multibyteTypes()
		m.functions([]object.Builtin{{Name: "getcodec", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "encoding name must be a string.")
			}
			codec := h.GoString(a[0])
			if !slices.Contains(multibyteCodecs[name], codec) {
				return object.Null, h.Raise(object.LookupErrorType, "no such codec is supported.")
			}
			v, ok := k.made[codec]
			if !ok {
				v = h.NewHandleObject(k.codec.ID, heldCodec{multibyte.Find(codec)})
				k.made[codec] = v
			}
			return v, nil
		}}})
		return m.v, nil
	}
}

// newMultibyte makes the module _multibytecodec.
func (l *Lib) newMultibyte() (object.Value, error) {
	m, k := l.newModule("_multibytecodec"), l.multibyteTypes()
	for _, t := range []*object.Type{k.incrementalEncoder(), k.incrementalDecoder(), k.streamReader(), k.streamWriter()} {
		m.set(t.Name, t.Object)
	}
	return m.v, nil
}

func (k *multibytes) of(v object.Value) *multibyte.Codec { return k.h.HandleOf(v).(heldCodec).Codec }

var (
	multibyteEncodeSig = object.NewSignature("encode", 0, 1, 0, "input", "errors")
	multibyteDecodeSig = object.NewSignature("decode", 0, 1, 0, "input", "errors")
)

// errorsArg is how an argument names an error handler.
func (k *multibytes) errorsArg(function string, v object.Value) (string, error) {
	switch {
	case v == object.Null || v == object.None:
		return "strict", nil
	case !k.h.IsInstance(v, object.StrType):
		return "", k.h.Raise(object.TypeErrorType, "%s() argument 'errors' must be str or None, not %s", function, k.h.TypeName(v))
	}
	return k.h.CText(v)
}

// encode is MultibyteCodec.encode.
func (k *multibytes) encode(h *object.Heap, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, multibyteEncodeSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	errors, err := k.errorsArg("encode", p[1])
	if err != nil {
		return object.Null, err
	}
	text, err := h.Str(p[0])
	if err != nil {
		return object.Null, err
	}
	h.Push(text) // error handlers may run Python code
	e := multibyteEncoder{k: k, c: k.of(self), errors: errors, text: h.StrRunes(text)}
	e.state = e.c.Start(false)
	if _, err := e.run(true); err != nil {
		return object.Null, err
	}
	e.out = e.c.End(&e.state, e.out)
	return h.NewTuple(h.NewBytes(e.out), h.Int(int64(len(e.text)))), nil
}

// decode is MultibyteCodec.decode.
func (k *multibytes) decode(h *object.Heap, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, multibyteDecodeSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	errors, err := k.errorsArg("decode", p[1])
	if err != nil {
		return object.Null, err
	}
	data, err := h.BufferData(p[0])
	if err != nil {
		return object.Null, err
	}
	d := multibyteDecoder{k: k, c: k.of(self), errors: errors, in: slices.Clone(data)}
	d.state = d.c.Start(true)
	if _, err := d.run(true); err != nil {
		return object.Null, err
	}
	return h.NewTuple(h.NewStrRunes(d.out), h.Int(int64(len(d.in)))), nil
}

// multibyteEncoder encodes a text with an error handler.
type multibyteEncoder struct {
	k      *multibytes
	c      *multibyte.Codec
	state  multibyte.State
	errors string
	text   []rune
	out    []byte
}

// run encodes the text up to its end; if it is not the last one, what its end may belong to is left: it returns where that begins.
func (e *multibyteEncoder) run(last bool) (at int, err error) {
	for at < len(e.text) {
		out, used, how := e.c.Encode(&e.state, e.out, e.text[at:], last)
		e.out = out
		switch how {
		case multibyte.Done:
			at += used
		case multibyte.Incomplete:
			return at, nil
		default:
			if at, err = e.fail(at); err != nil {
				return at, err
			}
		}
		e.k.h.CheckStopAt(at)
	}
	return at, nil
}

// fail handles a character that cannot be encoded, and returns where to go on.
func (e *multibyteEncoder) fail(at int) (int, error) {
	h := e.k.h
	exception := func() object.Value {
		return h.UnicodeError(object.UnicodeEncodeErrorType, e.c.Name, h.NewStrRunes(e.text), at, at+1, "illegal multibyte sequence")
	}
	switch e.errors {
	case "strict":
		return 0, h.RaiseValue(exception())
	case "ignore":
		return at + 1, nil
	case "replace":
		e.out, _, _ = e.c.Encode(&e.state, e.out, []rune{'?'}, true)
		return at + 1, nil
	}
	text, at, err := h.CallErrorHandler(e.errors, len(e.text), exception, "encoding error handler must return (str, int) tuple", true)
	if err != nil {
		return 0, err
	}
	if !h.IsInstance(text, object.StrType) {
		data, err := h.BufferData(text)
		e.out = append(e.out, data...)
		return at, err
	}
	inner := multibyteEncoder{k: e.k, c: e.c, state: e.state, errors: "strict", text: h.StrRunes(text)}
	_, err = inner.run(true)
	e.out, e.state = append(e.out, inner.out...), inner.state
	return at, err
}

// multibyteDecoder decodes bytes with an error handler.
type multibyteDecoder struct {
	k      *multibytes
	c      *multibyte.Codec
	state  multibyte.State
	errors string
	in     []byte
	out    []rune
}

// run decodes the bytes up to their end; if they are not the last ones, an incomplete sequence is left: it returns where that begins.
func (d *multibyteDecoder) run(last bool) (at int, err error) {
	for at < len(d.in) {
		r, n, used, how := d.c.Decode(&d.state, d.in[at:])
		switch {
		case how == multibyte.Done:
			d.out = append(d.out, r[:n]...)
			at += used
		case how == multibyte.Incomplete && !last:
			return at, nil
		default:
			if at, err = d.fail(at, at+used, how); err != nil {
				return at, err
			}
		}
		d.k.h.CheckStopAt(at)
	}
	return at, nil
}

// fail handles bytes that are no characters, and returns where to go on.
func (d *multibyteDecoder) fail(at, end int, how multibyte.How) (int, error) {
	h, reason := d.k.h, "illegal multibyte sequence"
	if how == multibyte.Incomplete {
		reason = "incomplete multibyte sequence"
	}
	exception := func() object.Value {
		return h.UnicodeError(object.UnicodeDecodeErrorType, d.c.Name, h.NewBytes(d.in), at, end, reason)
	}
	switch d.errors {
	case "strict":
		return 0, h.RaiseValue(exception())
	case "ignore":
		return end, nil
	case "replace":
		d.out = append(d.out, 0xFFFD)
		return end, nil
	}
	text, at, err := h.CallErrorHandler(d.errors, len(d.in), exception, "decoding error handler must return (str, int) tuple", false)
	if err == nil {
		d.out = append(d.out, h.StrRunes(text)...)
	}
	return at, err
}

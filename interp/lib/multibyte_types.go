package lib

import (
	"math/big"
	"slices"

	"github.com/tier2go/tier2/interp/internal/multibyte"
	"github.com/tier2go/tier2/interp/object"
)

// The types that Lib/encodings derives its incremental codecs and streams from: each class has an attribute codec.

const (
	offMultibyteCodec  = 8  // MultibyteCodec
	offMultibyteErrors = 16 // str
	offMultibyteWaits  = 24 // what has not been converted yet: str of an encoder, bytes of a decoder
	offMultibyteState  = 32 // int: the bytes of the codec's state, the lowest first
	offMultibyteStream = 40
	multibyteSize      = 48
)

var (
	multibyteErrorsSig = func(name string) *object.Signature { return object.NewSignature(name, 0, 0, 0, "errors") }
	multibyteStreamSig = func(name string) *object.Signature { return object.NewSignature(name, 0, 1, 0, "stream", "errors") }
	multibyteFinalSig  = func(name string) *object.Signature { return object.NewSignature(name, 0, 1, 0, "input", "final") }
)

// register makes one of the types: those of streams take a stream.
func (k *multibytes) register(name string, stream, decodes bool) *object.Type {
	h, sig := k.h, multibyteErrorsSig(name)
	if stream {
		sig = multibyteStreamSig(name)
	}
	t := h.RegisterType(&object.Type{Name: name, Module: "_multibytecodec", Size: multibyteSize, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [2]object.Value
			if err := bind(h, sig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			source, errors := object.Null, p[0]
			if stream {
				source, errors = p[0], p[1]
			}
			if errors == object.Null {
				errors = h.Intern("strict")
			} else if !h.IsInstance(errors, object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "%s() argument 'errors' must be str, not %s", name, argTypeName(h, errors))
			}
			codec, err := h.GetAttr(t.Object, h.Intern("codec"))
			if err != nil {
				return object.Null, err
			}
			if h.TypeOf(codec) != k.codec {
				return object.Null, h.Raise(object.TypeErrorType, "codec is unexpected type")
			}
			m := h.Mark()
			defer h.Release(m)
			h.Push(codec)
			v := h.NewEmpty(t)
			h.SetField(v, offMultibyteCodec, codec)
			h.SetField(v, offMultibyteErrors, errors)
			h.SetField(v, offMultibyteStream, source)
			h.SetField(v, offMultibyteWaits, object.Null)
			k.setState(v, k.of(codec).Start(decodes))
			return v, nil
		},
		Init: func(*object.Heap, object.Value, []object.Value, object.Value) error { return nil },
	}})
	attrs := []object.GetSet{{Name: "errors", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		return h.Field(v, offMultibyteErrors), nil
	}, Set: func(h *object.Heap, v, x object.Value) error {
		switch {
		case x == object.Null:
			return h.Raise(object.AttributeErrorType, "cannot delete attribute")
		case !h.IsInstance(x, object.StrType):
			return h.Raise(object.TypeErrorType, "errors must be a string")
		}
		h.SetField(v, offMultibyteErrors, x)
		return nil
	}}}
	if stream {
		attrs = append(attrs, object.GetSet{Name: "stream", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return h.Field(v, offMultibyteStream), nil
		}})
	}
	h.AddGetSets(t, attrs)
	return t
}

// state returns the state of the codec.
func (k *multibytes) state(v object.Value) (s multibyte.State) {
	b := k.h.BigInt(k.h.Field(v, offMultibyteState)).FillBytes(make([]byte, len(s)))
	slices.Reverse(b)
	copy(s[:], b)
	return s
}

func (k *multibytes) setState(v object.Value, s multibyte.State) {
	slices.Reverse(s[:])
	k.h.SetField(v, offMultibyteState, k.h.IntFromBig(new(big.Int).SetBytes(s[:])))
}

// feedEncoder encodes what waits and a text, and keeps what waits then.
func (k *multibytes) feedEncoder(v, input object.Value, last bool) (object.Value, error) {
	h := k.h
	text, err := h.Str(input)
	if err != nil {
		return object.Null, err
	}
	e := multibyteEncoder{k: k, c: k.of(h.Field(v, offMultibyteCodec)), errors: h.GoString(h.Field(v, offMultibyteErrors))}
	if waits := h.Field(v, offMultibyteWaits); waits != object.Null {
		e.text = h.StrRunes(waits)
	}
	e.text = append(slices.Clip(e.text), h.StrRunes(text)...)
	e.state = k.state(v)
	at, err := e.run(last)
	if err == nil && last {
		e.out = e.c.End(&e.state, e.out)
	}
	k.setState(v, e.state)
	if err != nil {
		return object.Null, err
	}
	waits := object.Null
	if at < len(e.text) {
		waits = h.NewStrRunes(e.text[at:])
	}
	h.SetField(v, offMultibyteWaits, waits)
	return h.NewBytes(e.out), nil
}

// feedDecoder decodes what waits and bytes, and keeps what waits then.
func (k *multibytes) feedDecoder(v, input object.Value, last bool) ([]rune, error) {
	h := k.h
	data, err := h.BufferData(input)
	if err != nil {
		return nil, err
	}
	d := multibyteDecoder{k: k, c: k.of(h.Field(v, offMultibyteCodec)), errors: h.GoString(h.Field(v, offMultibyteErrors))}
	d.in = append(k.waitingBytes(v), data...)
	d.state = k.state(v)
	at, err := d.run(false)
	if err == nil && last && at < len(d.in) {
		if at, err = d.fail(at, len(d.in), multibyte.Incomplete); err != nil { // what waited does so again
			k.setState(v, d.state)
			return nil, err
		}
	}
	k.setState(v, d.state)
	waits := object.Null
	if err == nil && len(d.in)-at > mostWaiting {
		rest := d.in[at:]
		err = h.RaiseValue(h.UnicodeError(object.UnicodeDecodeErrorType, d.c.Name, h.NewBytes(rest), 0, len(rest), "pending buffer overflow"))
	}
	if err == nil && at < len(d.in) {
		waits = h.NewBytes(d.in[at:])
	}
	h.SetField(v, offMultibyteWaits, waits)
	return d.out, err
}

func (k *multibytes) waitingBytes(v object.Value) []byte {
	if waits := k.h.Field(v, offMultibyteWaits); waits != object.Null {
		return slices.Clone(k.h.BytesData(waits))
	}
	return nil
}

// feeding makes the method of an incremental codec that converts.
func (k *multibytes) feeding(name string, feed func(v, input object.Value, last bool) (object.Value, error)) object.Builtin {
	sig := multibyteFinalSig(name)
	return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (_ object.Value, err error) {
		var p [2]object.Value
		if err := bind(h, sig, args, kwnames, p[:]); err != nil {
			return object.Null, err
		}
		last := false
		if p[1] != object.Null {
			if last, err = h.Truth(p[1]); err != nil {
				return object.Null, err
			}
		}
		return feed(v, p[0], last)
	}}
}

// resetting makes the method reset; restart resets the codec's state.
func (k *multibytes) resetting(restart func(c *multibyte.Codec, s *multibyte.State)) object.Builtin {
	return object.Builtin{Name: "reset", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		s := k.state(v)
		restart(k.of(h.Field(v, offMultibyteCodec)), &s)
		h.SetField(v, offMultibyteWaits, object.Null)
		k.setState(v, s)
		return object.None, nil
	}}
}

// bytesOf are the bytes of an int, the lowest first: n of them.
func (k *multibytes) bytesOf(v object.Value, n int) ([]byte, error) {
	switch i := k.h.BigInt(v); {
	case i.Sign() < 0:
		return nil, k.h.Raise(object.OverflowErrorType, "can't convert negative int to unsigned")
	case i.BitLen() > 8*n:
		return nil, k.h.Raise(object.OverflowErrorType, "int too big to convert")
	default:
		b := i.FillBytes(make([]byte, n))
		slices.Reverse(b)
		return b, nil
	}
}

// mostWaiting is how many bytes of what waits a state may have.
const mostWaiting = 8

func (k *multibytes) incrementalEncoder() *object.Type {
	t := k.register("MultibyteIncrementalEncoder", false, false)
	k.h.AddMethods(t, []object.Builtin{k.feeding("encode", k.feedEncoder),
		k.resetting(func(c *multibyte.Codec, s *multibyte.State) { c.End(s, nil) }),
		// A state is the length of what waits, that in UTF-8, and eight bytes, as a number whose lowest byte comes first.
		{Name: "getstate", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			var waits []byte
			if s := h.Field(v, offMultibyteWaits); s != object.Null {
				b, err := h.Encode(s, "utf-8", "strict")
				if err != nil {
					return object.Null, err
				}
				waits = slices.Clone(h.BytesData(b))
			}
			state, err := k.bytesOf(h.Field(v, offMultibyteState), 8)
			if err != nil {
				return object.Null, err
			}
			b := slices.Concat([]byte{byte(len(waits))}, waits, state)
			slices.Reverse(b)
			return h.IntFromBig(new(big.Int).SetBytes(b)), nil
		}},
		{Name: "setstate", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if !h.IsIntegral(a[0]) {
				return object.Null, h.Raise(object.TypeErrorType, "setstate() argument must be int, not %s", argTypeName(h, a[0]))
			}
			b, err := k.bytesOf(a[0], 1+mostWaiting+8)
			if err != nil {
				return object.Null, err
			}
			n := int(b[0])
			if n > mostWaiting {
				return object.Null, h.Raise(object.UnicodeErrorType, "pending buffer too large")
			}
			waits := object.Null
			if n > 0 {
				if waits, err = h.Decode(h.NewBytes(b[1:1+n]), "utf-8", "strict"); err != nil {
					return object.Null, err
				}
			}
			h.SetField(v, offMultibyteWaits, waits)
			b = slices.Clone(b[1+n : 1+n+8])
			slices.Reverse(b)
			h.SetField(v, offMultibyteState, h.IntFromBig(new(big.Int).SetBytes(b)))
			return object.None, nil
		}},
	})
	return t
}

func (k *multibytes) incrementalDecoder() *object.Type {
	t := k.register("MultibyteIncrementalDecoder", false, true)
	decode := func(v, input object.Value, last bool) (object.Value, error) {
		text, err := k.feedDecoder(v, input, last)
		return k.h.NewStrRunes(text), err
	}
	k.h.AddMethods(t, []object.Builtin{k.feeding("decode", decode), k.resetting((*multibyte.Codec).Restart),
		{Name: "getstate", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			return h.NewTuple(h.NewBytes(k.waitingBytes(v)), h.Field(v, offMultibyteState)), nil
		}},
		{Name: "setstate", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.TupleType) {
				return object.Null, h.Raise(object.TypeErrorType, "setstate() argument must be tuple, not %s", argTypeName(h, a[0]))
			}
			if h.TupleLen(a[0]) != 2 || !h.IsInstance(h.TupleItem(a[0], 0), object.BytesType) || !h.IsIntegral(h.TupleItem(a[0], 1)) {
				return object.Null, h.Raise(object.TypeErrorType, "setstate(): illegal state argument")
			}
			waits, state := h.TupleItem(a[0], 0), h.TupleItem(a[0], 1)
			if _, err := k.bytesOf(state, 8); err != nil {
				return object.Null, err
			}
			switch n := h.BytesLen(waits); {
			case n > mostWaiting:
				return object.Null, h.Raise(object.UnicodeErrorType, "pending buffer too large")
			case n == 0:
				waits = object.Null
			}
			h.SetField(v, offMultibyteWaits, waits)
			h.SetField(v, offMultibyteState, state)
			return object.None, nil
		}},
	})
	return t
}

func (k *multibytes) streamReader() *object.Type {
	t := k.register("MultibyteStreamReader", true, true)
	reading := func(name, method string, result func(text object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			size := -1
			if len(a) > 0 && a[0] != object.None {
				if !h.IsIntegral(a[0]) {
					return object.Null, h.Raise(object.TypeErrorType, "arg 1 must be an integer")
				}
				n, err := h.Index(a[0])
				if err != nil {
					return object.Null, err
				}
				size = int(n)
			}
			text, err := k.read(v, method, size)
			if err != nil {
				return object.Null, err
			}
			return result(h.NewStrRunes(text))
		}}
	}
	same := func(text object.Value) (object.Value, error) { return text, nil }
	k.h.AddMethods(t, []object.Builtin{
		reading("read", "read", same), reading("readline", "readline", same),
		reading("readlines", "read", func(text object.Value) (object.Value, error) {
			return callMethod(k.h, text, "splitlines", object.True)
		}),
		k.resetting((*multibyte.Codec).Restart),
	})
	return t
}

// read decodes what a method of the stream gives, called with a size if that is not negative, until there is text.
func (k *multibytes) read(v object.Value, method string, size int) ([]rune, error) {
	h := k.h
	for size != 0 {
		var args []object.Value
		if size > 0 {
			args = append(args, h.Int(int64(size)))
		}
		data, err := callMethod(h, h.Field(v, offMultibyteStream), method, args...)
		if err != nil {
			return nil, err
		}
		if !h.IsInstance(data, object.BytesType) {
			return nil, h.Raise(object.TypeErrorType, "stream function returned a non-bytes object (%s)", h.TypeName(data))
		}
		last := size < 0 || h.BytesLen(data) == 0
		text, err := k.feedDecoder(v, data, last)
		if err != nil || last || len(text) > 0 {
			return text, err
		}
		size = 1 // the rest of a sequence
	}
	return nil, nil
}

func (k *multibytes) streamWriter() *object.Type {
	t := k.register("MultibyteStreamWriter", true, false)
	put := func(v, text object.Value) error {
		data, err := k.feedEncoder(v, text, false)
		if err != nil {
			return err
		}
		_, err = callMethod(k.h, k.h.Field(v, offMultibyteStream), "write", data)
		return err
	}
	k.h.AddMethods(t, []object.Builtin{
		{Name: "write", Arity: object.O, Fn: func(_ *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			return object.None, put(v, a[0])
		}},
		{Name: "writelines", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			it, err := h.Iter(a[0])
			if err != nil {
				return object.Null, err
			}
			for {
				line, err := h.Next(it)
				if err == nil && line != object.Null {
					err = put(v, line)
				}
				if line == object.Null || err != nil {
					return object.None, err
				}
			}
		}},
		{Name: "reset", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			if h.Field(v, offMultibyteWaits) == object.Null {
				return object.None, nil
			}
			data, err := k.feedEncoder(v, h.Intern(""), true)
			h.SetField(v, offMultibyteWaits, object.Null)
			if err != nil {
				return object.Null, err
			}
			_, err = callMethod(h, h.Field(v, offMultibyteStream), "write", data)
			return object.None, err
		}},
	})
	return t
}

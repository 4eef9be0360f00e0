package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// str.encode and bytes.decode with an encoding that package object has not: by the registry
// of codecs (Python/codecs.c, _PyCodec_EncodeText and _PyCodec_DecodeText).

// textCodec says how one direction speaks.
type textCodec struct {
	part                 int
	verb, role, becoming string
	result               object.TypeID
	shown                string
}

var (
	textEncoder = textCodec{0, "encode", "encoder", "encoding", object.BytesType, "bytes"}
	textDecoder = textCodec{1, "decode", "decoder", "decoding", object.StrType, "str"}
)

// textCoding is Heap.OtherCodec.
func (l *Lib) textCoding(v object.Value, encoding, errors string, decode bool) (object.Value, error) {
	h, c := l.h, &textEncoder
	if decode {
		c = &textDecoder
	}
	k := l.registry()
	codec, err := k.lookup("lookup", h.NewStr(encoding))
	if err != nil {
		return object.Null, err
	}
	if err := k.checkText(codec, encoding, c.verb); err != nil {
		return object.Null, err
	}
	if decode {
		if v, err = h.Call(l.own("memoryview"), h.TupleItems(h.NewTuple(v)), object.Null); err != nil {
			return object.Null, err
		}
	}
	args := h.NewTuple(v)
	if errors != "strict" {
		args = h.NewTuple(v, h.NewStr(errors))
	}
	r, err := h.Call(h.TupleItem(codec, c.part), h.TupleItems(args), object.Null)
	if err != nil {
		return object.Null, h.Noted(err, object.BaseExceptionType, c.becoming+" with '"+encoding+"' codec failed")
	}
	if !h.IsInstance(r, object.TupleType) || h.TupleLen(r) != 2 {
		return object.Null, h.Raise(object.TypeErrorType, "%s must return a tuple (object, integer)", c.role)
	}
	if r = h.TupleItem(r, 0); !h.IsInstance(r, c.result) {
		return object.Null, h.Raise(object.TypeErrorType, "'%s' %s returned '%s' instead of '%s'; use codecs.%s() to %s to arbitrary types",
			encoding, c.role, h.TypeName(r), c.shown, c.verb, c.verb)
	}
	return r, nil
}

// checkText refuses codecs between other types than str and bytes; verb names the function of codecs
// that takes any, "" if none is to be named.
func (k *codecs) checkText(codec object.Value, encoding, verb string) error {
	h := k.h
	if h.Is(codec, object.TupleType) {
		return nil
	}
	attr, err := h.LookupAttr(codec, h.Intern("_is_text_encoding"))
	if err != nil || attr == object.Null {
		return err
	}
	yes, err := h.Truth(attr)
	if err == nil && !yes {
		instead := ""
		if verb != "" {
			instead = "; use codecs." + verb + "() to handle arbitrary codecs"
		}
		err = h.Raise(object.LookupErrorType, "'%s' is not a text encoding%s", encoding, instead)
	}
	return err
}

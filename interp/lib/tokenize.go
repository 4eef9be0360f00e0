package lib

import "github.com/tier2go/tier2/interp/object"

// The module _tokenize (Python/Python-tokenize.c). The front end finds the tokens, of
// the whole source at once: all lines are read when the first token is asked for.

const (
	offTokensReadLine = 8
	offTokensEncoding = 16 // str, or None for lines that are str
	offTokensExtra    = 24 // bool
	offTokensList     = 32 // tuple; Null before the first
	offTokensError    = 40 // what ends the tokens: None, or a tuple of a type's name and its arguments
	offTokensNext     = 48 // int
	tokensSize        = 56
)

var tokenizerSig = object.NewSignature("tokenizeriter", 1, 2, 2, "", "extra_tokens", "encoding")

// newTokenize makes the module.
func (l *Lib) newTokenize() (object.Value, error) {
	h, m := l.h, l.newModule("_tokenize")
	t := h.RegisterType(&object.Type{Name: "TokenizerIter", Module: "_tokenize", Final: true, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			var p [3]object.Value
			if err := bind(h, tokenizerSig, args, kwnames, p[:]); err != nil {
				return object.Null, err
			}
			extra, err := h.Truth(p[1])
			if err != nil {
				return object.Null, err
			}
			if p[2] == object.Null {
				p[2] = object.None
			} else if !h.IsInstance(p[2], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "tokenizeriter() argument 'encoding' must be str, not %s", argTypeName(h, p[2]))
			}
			v := h.NewObject(t.ID, tokensSize)
			h.SetField(v, offTokensReadLine, p[0])
			h.SetField(v, offTokensEncoding, p[2])
			h.SetField(v, offTokensExtra, object.Bool(extra))
			h.SetField(v, offTokensError, object.None)
			h.SetField(v, offTokensNext, object.SmallInt(0))
			return v, nil
		},
		Iter: itself, Next: l.nextToken,
	}})
	m.set("TokenizerIter", t.Object)
	return m.v, nil
}

// nextToken returns the next token: its type, its text, where it begins and ends, and
// its line.
func (l *Lib) nextToken(h *object.Heap, v object.Value) (object.Value, error) {
	if h.Field(v, offTokensList) == object.Null {
		if err := l.tokens(v); err != nil {
			return object.Null, err
		}
	}
	list, i := h.Field(v, offTokensList), int(h.Field(v, offTokensNext).Small())
	if i < h.TupleLen(list) {
		h.SetField(v, offTokensNext, object.SmallInt(int64(i+1)))
		return h.TupleItem(list, i), nil
	}
	if failed := h.Field(v, offTokensError); failed != object.None {
		h.SetField(v, offTokensError, object.None)
		t := h.DictGetStr(l.builtins, h.InternValue(h.TupleItem(failed, 0)))
		exc, err := h.Call(t, h.TupleItems(h.TupleItem(failed, 1)), object.Null)
		if err != nil {
			return object.Null, err
		}
		return object.Null, h.RaiseValue(exc)
	}
	return object.Null, nil
}

// tokens reads the source and has its tokens found.
func (l *Lib) tokens(v object.Value) error {
	h := l.h
	text, err := l.readSource(v)
	if err != nil {
		return err
	}
	flags := 0
	if h.Field(v, offTokensExtra) == object.True {
		flags = 1
	}
	answer, err := l.described("<string>", "tokenize", flags, text)
	if err != nil {
		return err
	}
	h.SetField(v, offTokensList, h.TupleItem(answer, 0))
	h.SetField(v, offTokensError, h.TupleItem(answer, 1))
	return nil
}

// readSource calls readline until there are no more lines.
func (l *Lib) readSource(v object.Value) ([]byte, error) {
	h := l.h
	readline, encoding := h.Field(v, offTokensReadLine), h.Field(v, offTokensEncoding)
	var text []byte
	for {
		line, err := h.Call(readline, nil, object.Null)
		if err != nil {
			return text, h.EndOfIteration(err)
		}
		if encoding != object.None {
			if !h.IsInstance(line, object.BytesType) {
				return nil, h.Raise(object.TypeErrorType, "readline() returned a non-bytes object")
			}
			if line, err = h.Decode(line, h.GoString(encoding), "replace"); err != nil {
				return nil, err
			}
		}
		if !h.IsInstance(line, object.StrType) {
			return nil, h.Raise(object.TypeErrorType, "readline() returned a non-string object")
		}
		if h.StrLen(line) == 0 {
			return text, nil
		}
		text = h.AppendStr(text, line)
	}
}

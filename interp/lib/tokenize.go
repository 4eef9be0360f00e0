package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// The module _tokenize (Python/Python-tokenize.c). The front end finds the tokens. A line is read when CPython would
// read it, since a program sees how far its readline has been called: the front end is told each line as it is read.

const (
	offTokensReadLine = 8
	offTokensEncoding = 16 // str, or None for lines that are str
	offTokensExtra    = 24 // bool
	offTokensList     = 32 // tuple: what has been found and was not asked for
	offTokensError    = 40 // what ends the tokens: None, or a tuple of a type's name, its arguments and its other attributes
	offTokensNext     = 48 // int, of the list
	offTokensLines    = 56 // list: the lines
	offTokensSource   = 64 // int: what the front end knows the source by; 0 before it is asked
	offTokensEnd      = 72 // bool: the last tokens have been found
	tokensSize        = 80
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
			lines, none := h.NewList(), h.NewTuple()
			v := h.NewObject(t.ID, tokensSize)
			for off, x := range map[uintptr]object.Value{
				offTokensReadLine: p[0], offTokensEncoding: p[2], offTokensExtra: object.Bool(extra), offTokensList: none, offTokensError: object.None,
				offTokensNext: object.SmallInt(0), offTokensLines: lines, offTokensSource: object.SmallInt(0), offTokensEnd: object.False,
			} {
				h.SetField(v, off, x)
			}
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
	for {
		list, i := h.Field(v, offTokensList), int(h.Field(v, offTokensNext).Small())
		if i < h.TupleLen(list) {
			h.SetField(v, offTokensNext, object.SmallInt(int64(i+1)))
			return h.TupleItem(list, i), nil
		}
		if failed := h.Field(v, offTokensError); failed != object.None {
			h.SetField(v, offTokensError, object.None)
			t := l.own(h.GoString(h.TupleItem(failed, 0)))
			exc, err := h.Call(t, h.TupleItems(h.TupleItem(failed, 1)), object.Null)
			for _, attr := range h.TupleItems(h.TupleItem(failed, 2)) {
				if err == nil {
					err = h.SetAttr(exc, h.TupleItem(attr, 0), h.TupleItem(attr, 1))
				}
			}
			if err != nil {
				return object.Null, err
			}
			return object.Null, h.RaiseValue(exc)
		}
		if h.Field(v, offTokensEnd) == object.True {
			return object.Null, nil
		}
		if err := l.readTokens(v); err != nil {
			return object.Null, err
		}
	}
}

// readTokens reads a line, and has the tokens found that this makes known.
func (l *Lib) readTokens(v object.Value) error {
	h := l.h
	lines := h.Field(v, offTokensLines)
	line, err := l.readTokenLine(v)
	if err != nil {
		return err
	}
	if line != object.Null {
		h.ListAppend(lines, line)
	}
	source := h.Field(v, offTokensSource).Small()
	if source == 0 {
		l.sources++
		source = int64(l.sources)
		h.SetField(v, offTokensSource, object.SmallInt(source))
	}
	answer, err := l.host.Tokens(int(source), h.Field(v, offTokensExtra) == object.True, lines, line == object.Null)
	if err != nil {
		return err
	}
	h.SetField(v, offTokensList, h.TupleItem(answer, 0))
	h.SetField(v, offTokensNext, object.SmallInt(0))
	h.SetField(v, offTokensError, h.TupleItem(answer, 1))
	h.SetField(v, offTokensEnd, h.TupleItem(answer, 2))
	return nil
}

// readTokenLine calls readline; Null: there are no more lines.
func (l *Lib) readTokenLine(v object.Value) (object.Value, error) {
	h := l.h
	encoding := h.Field(v, offTokensEncoding)
	line, err := h.Call(h.Field(v, offTokensReadLine), nil, object.Null)
	if err != nil {
		return object.Null, h.EndOfIteration(err)
	}
	if encoding != object.None {
		if !h.IsInstance(line, object.BytesType) {
			return object.Null, h.Raise(object.TypeErrorType, "readline() returned a non-bytes object")
		}
		if line, err = h.Decode(line, h.GoString(encoding), "replace"); err != nil {
			return object.Null, err
		}
	}
	if !h.IsInstance(line, object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "readline() returned a non-string object")
	}
	if h.StrLen(line) == 0 {
		return object.Null, nil
	}
	return line, nil
}

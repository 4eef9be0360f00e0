package lib

import (
	"fmt"

	"github.com/tier2go/tier2/interp/object"
)

// The module _tokenize (Python/Python-tokenize.c). The front end finds the tokens. A line is read when CPython would
// read it, since a program sees how far its readline has been called: with each line the front end is given the
// lines since the last logical one ended, and lines that lead its tokenizer to the same place.
// It is asked once for all where nobody sees when lines are read (readsAhead).

const (
	offTokensReadLine = 8
	offTokensEncoding = 16 // str, or None for lines that are str
	offTokensExtra    = 24 // bool
	offTokensList     = 32 // tuple: what has been found and was not asked for
	offTokensError    = 40 // what ends the tokens: None, or a tuple of a type's name, its arguments and its other attributes
	offTokensNext     = 48 // int, of the list
	offTokensLines    = 56 // list: the lines
	offTokensLead     = 64 // tuple: lines that stand for those before
	offTokensPast     = 72 // int: how many these are
	offTokensKnown    = 80 // int: how many tokens have been found
	offTokensSkip     = 88 // int: how many of them are of the lines before offTokensPast
	offTokensEnd      = 96 // bool: there are no more lines
	tokensSize        = 104
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
				offTokensNext: object.SmallInt(0), offTokensLines: lines, offTokensLead: none, offTokensPast: object.SmallInt(0),
				offTokensKnown: object.SmallInt(0), offTokensSkip: object.SmallInt(0), offTokensEnd: object.False,
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
			t := h.DictGetStr(l.builtins, h.InternValue(h.TupleItem(failed, 0)))
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

// readTokens reads a line, or all of them, and has the tokens found that this makes known.
func (l *Lib) readTokens(v object.Value) error {
	h := l.h
	for lines := h.Field(v, offTokensLines); ; {
		line, err := l.readTokenLine(v)
		if err != nil {
			return err
		}
		if line == object.Null {
			h.SetField(v, offTokensEnd, object.True)
			break
		}
		h.ListAppend(lines, line)
		if !l.readsAhead(h.Field(v, offTokensReadLine)) {
			break
		}
	}
	answer, err := l.askTokens(v)
	if err != nil {
		return err
	}
	if h.TupleItem(answer, 1) != object.None && countAt(h, v, offTokensPast) > 0 { // it may count lines in its text
		l.standsAt(v, h.NewTuple(), 0, 0)
		if answer, err = l.askTokens(v); err != nil {
			return err
		}
	}
	found, failed, lead := h.TupleItem(answer, 0), h.TupleItem(answer, 1), h.TupleItem(answer, 2)
	h.SetField(v, offTokensList, found)
	h.SetField(v, offTokensNext, object.SmallInt(0))
	known := countAt(h, v, offTokensKnown) + h.TupleLen(found)
	h.SetField(v, offTokensKnown, object.SmallInt(int64(known)))
	switch {
	case failed != object.None:
		h.SetField(v, offTokensError, failed)
		h.SetField(v, offTokensEnd, object.True)
	case lead != object.None:
		l.standsAt(v, lead, h.ListLen(h.Field(v, offTokensLines)), known)
	}
	return nil
}

// countAt is a field that is an int.
func countAt(h *object.Heap, v object.Value, off uintptr) int { return int(h.Field(v, off).Small()) }

// standsAt says that lead stands for so many lines, which have so many tokens.
func (l *Lib) standsAt(v, lead object.Value, lines, tokens int) {
	l.h.SetField(v, offTokensLead, lead)
	l.h.SetField(v, offTokensPast, object.SmallInt(int64(lines)))
	l.h.SetField(v, offTokensSkip, object.SmallInt(int64(tokens)))
}

// askTokens asks the front end for the tokens that are not known: a tuple of what its tokens returns.
func (l *Lib) askTokens(v object.Value) (object.Value, error) {
	h, flags := l.h, 0
	if h.Field(v, offTokensExtra) == object.True {
		flags |= 1
	}
	if h.Field(v, offTokensEnd) == object.False {
		flags |= 2
	}
	var text, line []byte
	add := func(part []byte) { text = append(fmt.Appendf(text, "%d:", len(part)), part...) }
	lead, past := h.TupleItems(h.Field(v, offTokensLead)), countAt(h, v, offTokensPast)
	add(fmt.Appendf(nil, "%d %d %d", len(lead), past, countAt(h, v, offTokensKnown)-countAt(h, v, offTokensSkip)))
	for _, lines := range [...][]object.Value{lead, h.ListItems(h.Field(v, offTokensLines))[past:]} {
		for _, s := range lines {
			if err := h.Poll(); err != nil {
				return object.Null, err
			}
			line = h.AppendStr(line[:0], s)
			add(line)
		}
	}
	return l.described("<string>", "tokenize", flags, text)
}

// readsAhead reports whether nobody but who shares what the lines come from sees when a readline is called: it is a method in
// Go of a list's iterator, or of a StringIO.
func (l *Lib) readsAhead(readline object.Value) bool {
	h, self := l.h, object.Null
	switch {
	case h.Is(readline, object.BuiltinType):
		self = h.Field(readline, object.OffBuiltinSelf)
	case h.Is(readline, object.BoundMethodType) && !h.Is(h.Field(readline, object.OffMethodFunc), object.FunctionType):
		self = h.Field(readline, object.OffMethodSelf)
	}
	return self != object.Null && (h.Is(self, object.ListIterType) || h.TypeName(self) == "_io.StringIO")
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

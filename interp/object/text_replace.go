package object

import (
	"bytes"
	"math"

	"github.com/tier2go/tier2/interp/unicode"
)

// replace. str's takes its count also by keyword; bytes' does not.

var strReplaceParams = params{name: "replace", names: []string{"", "", "count"}, posOnly: 2, min: 2}

func strReplace(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
	arg := [3]Value{Null, Null, SmallInt(-1)}
	if err := strReplaceParams.parse(h, args, kwnames, arg[:]); err != nil {
		return Null, err
	}
	for i, x := range arg[:2] {
		if !h.isStr(x) {
			return Null, h.Raise(TypeErrorType, "replace() argument %d must be str, not %s", i+1, h.argTypeName(x))
		}
	}
	limit, err := h.sizeArg(arg[2])
	if err != nil {
		return Null, err
	}
	return h.replace(self, h.strText(arg[0]), h.strText(arg[1]), limit)
}

func bytesReplace(h *Heap, self Value, args []Value) (Value, error) {
	old, err := h.bytesArg(args[0])
	if err != nil {
		return Null, err
	}
	with, err := h.bytesArg(args[1])
	if err != nil {
		return Null, err
	}
	limit := -1
	if len(args) > 2 {
		if limit, err = h.sizeArg(args[2]); err != nil {
			return Null, err
		}
	}
	return h.replace(self, old, with, limit)
}

// replace replaces old in self, at most limit times if that is not negative.
func (h *Heap) replace(self Value, old, with text, limit int) (Value, error) {
	if limit < 0 {
		limit = math.MaxInt
	}
	t := h.text(self)
	if old.n > 0 && old.n == with.n {
		return h.replaceSame(self, old, with, limit), nil
	}
	count := t.count(old, limit)
	if count == 0 || with.n == old.n {
		return h.whole(self), nil
	}
	grow := with.n - old.n
	if grow > 0 && count > (math.MaxInt-t.n)/grow {
		what := "bytes are"
		if h.kind(self) == StrType {
			what = "string is"
		}
		return Null, h.Raise(OverflowErrorType, "replace %s too long", what)
	}
	n := t.n + count*grow
	wide := h.wideOf(self)
	if h.kind(self) == StrType {
		wide |= with.widest()
	}
	v, d := h.newLike(self, n, wide)
	if old.n == 0 {
		t.interleave(d, with, count)
	} else {
		t.replaceInto(d, old, with, count)
	}
	if h.kind(self) == StrType {
		return h.narrowed(v), nil
	}
	return v, nil
}

// replaceSame replaces by a text of the same length, without counting first.
func (h *Heap) replaceSame(self Value, old, with text, limit int) Value {
	t := h.text(self)
	first := -1
	if limit > 0 {
		first = t.find(old)
	}
	if first < 0 {
		return h.whole(self)
	}
	wide := h.wideOf(self)
	if h.kind(self) == StrType {
		wide |= with.widest()
	}
	v, d := h.newLike(self, t.n, wide)
	if old.n == 1 && t.size == 1 && d.size == 1 && limit >= t.n {
		copy(d.raw(), t.raw())
		unicode.ReplaceByte(d.raw()[first:], byte(old.at(0)), byte(with.at(0)))
	} else {
		t.replaceInto(d, old, with, limit)
	}
	if h.kind(self) == StrType {
		return h.narrowed(v)
	}
	return v
}

// replaceInto writes t to d with the first count occurrences of old replaced,
// or all if there are fewer.
func (t text) replaceInto(d, old, with text, count int) {
	if t.size == 1 && d.size == 1 {
		replaceBytes(t.raw(), d.raw(), old.raw(), with.raw(), count)
		return
	}
	var buf1, buf2 [smallText]byte
	old = old.widened(t.size, buf1[:])
	with = with.widened(d.size, buf2[:])
	at := 0
	for ; count > 0; count-- {
		i := t.slice(at, t.n).find(old)
		if i < 0 {
			break
		}
		d = t.slice(at, at+i).copyTo(d)
		d = with.copyTo(d)
		at += i + old.n
	}
	t.slice(at, t.n).copyTo(d)
}

// replaceBytes is replaceInto of bytes.
func replaceBytes(from, to, old, with []byte, count int) {
	for ; count > 0; count-- {
		i := bytes.Index(from, old)
		if i < 0 {
			break
		}
		to = to[copy(to, from[:i]):]
		to = to[copy(to, with):]
		from = from[i+len(old):]
	}
	copy(to, from)
}

// interleave writes t to d with a copy of with before each of the first count
// elements, the end of t counting as one.
func (t text) interleave(d, with text, count int) {
	for i := range count {
		d = with.copyTo(d)
		d = t.slice(i, min(i+1, t.n)).copyTo(d)
	}
	t.slice(count, t.n).copyTo(d)
}

// narrowed returns a str that was made with a kind that may be too wide: itself
// or, if so, its narrow form.
func (h *Heap) narrowed(v Value) Value {
	if wide := h.strWide(v); wide > 0x7F {
		t := h.strText(v)
		if w := t.widest(); sizeFor(w) < t.size || wide == 0xFF && w < 0x80 {
			return h.strFrom(t, w)
		}
	}
	return h.canonical(v)
}

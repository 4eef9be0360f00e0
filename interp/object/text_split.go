package object

import (
	"bytes"
	"math"

	"github.com/tier2go/tier2/interp/unicode"
)

// split, rsplit, splitlines, partition and rpartition.

var splitMethods = noGuest([]Builtin{
	{Name: "split", Named: splitNames, FnKw: splitMethod("split", false)},
	{Name: "rsplit", Named: splitNames, FnKw: splitMethod("rsplit", true)},
	{Name: "partition", Arity: O, Fn: partitionMethod(text.find, false)},
	{Name: "rpartition", Arity: O, Fn: partitionMethod(text.rfind, true)},
})

// splitlines is apart from the others: it asks its argument for its truth.
var splitLinesMethods = []Builtin{{Name: "splitlines", FnKw: textSplitLines}}

// splitNames are the parameters of both.
var splitNames = []string{"sep", "maxsplit"}

// splitMethod makes split or rsplit (from the right).
func splitMethod(name string, right bool) func(*Heap, Value, []Value, Value) (Value, error) {
	p := &params{name: name, names: splitNames}
	return func(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
		arg := [2]Value{None, SmallInt(-1)}
		if err := p.parse(h, args, kwnames, arg[:]); err != nil {
			return Null, err
		}
		limit, err := h.sizeArg(arg[1])
		if err != nil {
			return Null, err
		}
		if limit < 0 {
			limit = math.MaxInt
		}
		if arg[0] == None {
			return h.splitSpaces(self, limit, right), nil
		}
		sep, err := h.sepArg(self, arg[0], "must be str or None")
		switch {
		case err != nil:
			return Null, err
		case sep.n == 0:
			return Null, h.Raise(ValueErrorType, "empty separator")
		}
		return h.splitSep(self, sep, limit, right), nil
	}
}

// splitSep splits self at most limit times at sep.
func (h *Heap) splitSep(self Value, sep text, limit int, right bool) Value {
	t := h.text(self)
	var buf [smallText]byte
	if sep.size <= t.size {
		sep = sep.widened(t.size, buf[:]) // once, not for each search
	}
	if right {
		return h.splitSepRight(self, t, sep, limit)
	}
	if sep.n == 1 && t.size == 1 {
		return h.splitByte(self, t.raw(), sep.raw(), limit)
	}
	list := h.newList(0)
	at := 0
	for ; limit > 0; limit-- {
		i := t.slice(at, t.n).find(sep)
		if i < 0 {
			break
		}
		h.ListAppend(list, h.subLike(self, at, at+i))
		at += i + sep.n
	}
	h.ListAppend(list, h.subLike(self, at, t.n))
	return list
}

// splitByte is splitSep for the usual separators: it counts them first, so that
// the list is made once.
func (h *Heap) splitByte(self Value, s, sep []byte, limit int) Value {
	n := textOf(s).count(textOf(sep), limit)
	list := h.newList(n + 1)
	at := 0
	for k := range n {
		i := at + bytes.IndexByte(s[at:], sep[0])
		h.SetListItem(list, k, h.subLike(self, at, i))
		at = i + 1
	}
	h.SetListItem(list, n, h.subLike(self, at, len(s)))
	return list
}

func (h *Heap) splitSepRight(self Value, t, sep text, limit int) Value {
	list := h.newList(0)
	end := t.n
	for ; limit > 0; limit-- {
		i := t.slice(0, end).rfind(sep)
		if i < 0 {
			break
		}
		h.ListAppend(list, h.subLike(self, i+sep.n, end))
		end = i
	}
	h.ListAppend(list, h.subLike(self, 0, end))
	reverseElems(h.ListItems(list))
	return list
}

func reverseElems[T any](s []T) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// splitSpaces splits self at most limit times at runs of whitespace.
func (h *Heap) splitSpaces(self Value, limit int, right bool) Value {
	t, spaces := h.text(self), h.spacesOf(self)
	if t.size == 1 && limit == math.MaxInt {
		return h.splitBytes(self, t.raw(), spaces)
	}
	list := h.newList(0)
	if right {
		end := t.n
		for {
			end = t.skipLeft(end, true, spaces)
			if end == 0 {
				break
			}
			from := 0
			if limit > 0 {
				from = t.skipLeft(end, false, spaces)
			}
			h.ListAppend(list, h.subLike(self, from, end))
			end, limit = from, limit-1
		}
		reverseElems(h.ListItems(list))
		return list
	}
	at := 0
	for {
		at = t.skipRight(at, true, spaces)
		if at == t.n {
			return list
		}
		to := t.n
		if limit > 0 {
			to = t.skipRight(at, false, spaces)
		}
		h.ListAppend(list, h.subLike(self, at, to))
		at, limit = to, limit-1
	}
}

// splitBytes is splitSpaces without a limit, from either side: it counts the words first,
// so that the list is made once.
func (h *Heap) splitBytes(self Value, s []byte, spaces *[256]bool) Value {
	n, space := 0, true
	for _, c := range s {
		if space && !spaces[c] {
			n++
		}
		space = spaces[c]
	}
	list := h.newList(n)
	at := 0
	for k := range n {
		for spaces[s[at]] {
			at++
		}
		to := at + 1
		for to < len(s) && !spaces[s[to]] {
			to++
		}
		h.SetListItem(list, k, h.subLike(self, at, to))
		at = to
	}
	return list
}

// skipRight returns the first place from i on that is no whitespace, or that is
// (space false).
func (t text) skipRight(i int, space bool, spaces *[256]bool) int {
	if t.size == 1 {
		s := t.raw()
		for i < len(s) && spaces[s[i]] == space {
			i++
		}
		return i
	}
	for i < t.n && isSpaceIn(t.at(i), spaces) == space {
		i++
	}
	return i
}

// skipLeft is skipRight to the left: it returns the end of what remains of the
// first i elements.
func (t text) skipLeft(i int, space bool, spaces *[256]bool) int {
	if t.size == 1 {
		s := t.raw()
		for i > 0 && spaces[s[i-1]] == space {
			i--
		}
		return i
	}
	for i > 0 && isSpaceIn(t.at(i-1), spaces) == space {
		i--
	}
	return i
}

func isSpaceIn(r rune, spaces *[256]bool) bool {
	if r < 256 {
		return spaces[r]
	}
	return unicode.IsSpace(r)
}

var splitLinesParams = params{name: "splitlines", names: []string{"keepends"}}

func textSplitLines(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
	arg := [1]Value{False}
	if err := splitLinesParams.parse(h, args, kwnames, arg[:]); err != nil {
		return Null, err
	}
	keep, err := h.Truth(arg[0])
	if err != nil {
		return Null, err
	}
	t, isStr := h.text(self), h.kind(self) == StrType
	list := h.newList(0)
	for at := 0; at < t.n; {
		end := t.lineEnd(at, isStr)
		next := end
		if next < t.n {
			next++
			if t.at(end) == '\r' && next < t.n && t.at(next) == '\n' {
				next++
			}
		}
		if keep {
			end = next
		}
		h.ListAppend(list, h.subLike(self, at, end))
		at = next
	}
	return list, nil
}

// lineEnd returns where the line that begins at i ends.
func (t text) lineEnd(i int, isStr bool) int {
	if t.size == 1 {
		s, breaks := t.raw(), &byteBreaks
		if isStr {
			breaks = &strBreaks
		}
		for i < len(s) && !breaks[s[i]] {
			i++
		}
		return i
	}
	for i < t.n && unicode.Props(t.at(i))&unicode.LineBreak == 0 {
		i++
	}
	return i
}

// partitionMethod makes partition, or rpartition (from the right).
func partitionMethod(find func(t, sub text) int, right bool) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, args []Value) (Value, error) {
		sep, err := h.sepArg(self, args[0], "must be str")
		switch {
		case err != nil:
			return Null, err
		case sep.n == 0:
			return Null, h.Raise(ValueErrorType, "empty separator")
		}
		t := h.text(self)
		i := find(t, sep)
		if i < 0 {
			all, e1, e2 := self, h.emptyLike(self), h.emptyLike(self)
			if h.kind(self) == ByteArrayType {
				all = h.whole(self)
			}
			if right {
				return h.NewTuple(e1, e2, all), nil
			}
			return h.NewTuple(all, e1, e2), nil
		}
		mid := args[0]
		if h.kind(self) == ByteArrayType {
			mid = h.newByteArrayOf(sep.raw())
		}
		head, tail := h.subLike(self, 0, i), h.subLike(self, i+sep.n, t.n)
		return h.NewTuple(head, mid, tail), nil
	}
}

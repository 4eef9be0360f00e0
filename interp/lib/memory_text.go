package lib

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// io.StringIO (Modules/_io/stringio.c): text in memory. What it holds stands behind a
// handle.

// memoryText is the content of a StringIO.
type memoryText struct {
	heap.Account
	buf       []rune
	pos       int
	closed    bool
	translate bool   // of what is written \r\n and \r become \n
	universal bool   // lines end at \n, \r and \r\n
	seen      int    // of a universal one: the line ends that were written, in newlinesOf's bits
	newline   string // what ends a line, otherwise; what a \n that is written becomes
}

// HandleWeight is what the heap counts for it.
func (t *memoryText) HandleWeight() int { return int(unsafe.Sizeof(*t)) }

// Same implements object.Same.
func (t *memoryText) Same(other any) bool {
	o, ok := other.(*memoryText)
	return ok && slices.Equal(t.buf, o.buf) && t.pos == o.pos && t.closed == o.closed &&
		t.translate == o.translate && t.universal == o.universal && t.newline == o.newline
}

var stringIOSig = object.NewSignature("StringIO", 0, 0, 0, "initial_value", "newline")

func (k *memoryFiles) initText(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	var p [2]object.Value
	if err := bind(h, stringIOSig, args, kwnames, p[:]); err != nil {
		return err
	}
	t := &memoryText{newline: "\n"}
	switch {
	case p[1] == object.Null:
	case p[1] == object.None:
		t.translate, t.universal = true, true
	case !h.IsInstance(p[1], object.StrType):
		return h.Raise(object.TypeErrorType, "newline must be str or None, not %s", h.TypeName(p[1]))
	default:
		t.newline = h.GoString(p[1])
		switch t.newline {
		case "":
			t.universal, t.newline = true, "\n"
		case "\n", "\r", "\r\n":
		default:
			r, err := h.Repr(p[1])
			if err != nil {
				return err
			}
			return h.Raise(object.ValueErrorType, "illegal newline value: %s", h.GoString(r))
		}
	}
	h.SetField(v, offIOContent, h.NewHandleObject(k.content, t))
	if p[0] == object.Null || p[0] == object.None {
		return nil
	}
	if !h.IsInstance(p[0], object.StrType) {
		return h.Raise(object.TypeErrorType, "initial_value must be str or None, not %s", h.TypeName(p[0]))
	}
	err := t.write(h, p[0])
	t.pos = 0
	return err
}

// write overwrites and extends at the position.
func (t *memoryText) write(h *object.Heap, text object.Value) error {
	n := h.StrLen(text)
	if n == 0 {
		return nil
	}
	if err := within(h, t.pos+n, 4); err != nil {
		return err
	}
	if t.universal || t.newline != "\n" {
		return t.writeLines(h, text)
	}
	h.RunesFrom(t.room(h, n), text, 0)
	t.pos += n
	return nil
}

// room returns where the next n characters are, which there are then.
func (t *memoryText) room(h *object.Heap, n int) []rune {
	if had := len(t.buf); t.pos+n > had {
		t.buf = heap.Grow(&h.Heap, &t.Account, t.buf, t.pos+n-had)[:t.pos+n]
		clear(t.buf[had:max(had, t.pos)])
	}
	return t.buf[t.pos : t.pos+n]
}

// writeLines writes a text whose line ends are noted, and translated if they are to be.
func (t *memoryText) writeLines(h *object.Heap, text object.Value) error {
	var a heap.Account
	defer a.Free(&h.Heap)
	source := heap.Grow[rune](&h.Heap, &a, nil, h.StrLen(text))[:h.StrLen(text)]
	h.RunesFrom(source, text, 0)
	if t.universal {
		source = t.lineEnds(source)
	} else if n := countRune(source, '\n'); n > 0 && len(t.newline) > 1 {
		all := heap.Grow[rune](&h.Heap, &a, nil, len(source)+n)
		for _, c := range source {
			if c == '\n' {
				all = append(all, '\r')
			}
			all = append(all, c)
		}
		source = all
	} else if n > 0 {
		for i, c := range source {
			if c == '\n' {
				source[i] = '\r'
			}
		}
	}
	if err := within(h, t.pos+len(source), 4); err != nil {
		return err
	}
	copy(t.room(h, len(source)), source)
	t.pos += len(source)
	return nil
}

// countRune counts a character.
func countRune(text []rune, c rune) (n int) {
	for _, x := range text {
		if x == c {
			n++
		}
	}
	return n
}

// lineEnds notes the line ends of a text, and makes \n of them, in its place, if they are translated.
func (t *memoryText) lineEnds(text []rune) []rune {
	out := text[:0]
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
			t.seen |= seenCRLF
			if i++; !t.translate {
				out = append(out, c)
			}
			c = '\n'
		case c == '\r':
			t.seen |= seenCR
			if t.translate {
				c = '\n'
			}
		case c == '\n':
			t.seen |= seenLF
		}
		out = append(out, c)
	}
	return out
}

// read takes at most n characters; all if n is negative.
func (t *memoryText) read(n int) []rune {
	rest := t.buf[min(t.pos, len(t.buf)):]
	if n >= 0 && n < len(rest) {
		rest = rest[:n]
	}
	t.pos += len(rest)
	return rest
}

// line takes a line of at most n characters.
func (t *memoryText) line(n int) []rune {
	rest := t.buf[min(t.pos, len(t.buf)):]
	end := len(rest)
	first, second := rune(t.newline[0]), len(t.newline) > 1
	for i, c := range rest {
		if c != first && (!t.universal || c != '\r') {
			continue
		}
		ahead := i+1 < len(rest) && rest[i+1] == '\n'
		switch {
		case t.universal && c == '\r' && ahead || second && ahead:
			end = i + 2
		case second:
			continue
		default:
			end = i + 1
		}
		break
	}
	if n >= 0 {
		end = min(end, n)
	}
	return t.read(end)
}

// text returns the content of an open StringIO.
func (k *memoryFiles) text(h *object.Heap, v object.Value) (*memoryText, error) {
	c := h.Field(v, offIOContent)
	if c == object.Null {
		return nil, h.Raise(object.ValueErrorType, errBare)
	}
	t := h.HandleOf(c).(*memoryText)
	if t.closed {
		return nil, h.Raise(object.ValueErrorType, "I/O operation on closed file")
	}
	return t, nil
}

// textMethod makes a method of an open StringIO.
func (k *memoryFiles) textMethod(name string, least, most int, f func(h *object.Heap, t *memoryText, a []object.Value) (object.Value, error)) object.Builtin {
	return opened(k.text, name, least, most, f)
}

// registerText makes the type.
func (k *memoryFiles) registerText(h *object.Heap, base *object.Type) *object.Type {
	slots := k.slots(k.initText)
	slots.Next = nextLine(k.text, (*object.Heap).NewStrRunes)
	slots.Iter = func(h *object.Heap, v object.Value) (object.Value, error) {
		_, err := k.text(h, v)
		return v, err
	}
	t := h.RegisterType(&object.Type{Name: "StringIO", Module: "_io", Base: base, Size: ioBaseSize, Attributes: true, Slots: slots})
	k.stringIO = t.ID
	h.AddMethods(t, readers(k.text, (*object.Heap).NewStrRunes, map[string]func(t *memoryText, n int) []rune{
		"read": (*memoryText).read, "readline": (*memoryText).line,
	}))
	h.AddGetSets(t, []object.GetSet{{Name: "newlines", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		t, err := k.text(h, v)
		if err != nil {
			return object.Null, err
		}
		return newlinesSeen(h, t.seen), nil
	}}})
	h.AddMethods(t, []object.Builtin{
		k.textMethod("getvalue", 0, 0, func(h *object.Heap, t *memoryText, _ []object.Value) (object.Value, error) {
			return h.NewStrRunes(t.buf), nil
		}),
		k.textMethod("write", 1, 1, func(h *object.Heap, t *memoryText, a []object.Value) (object.Value, error) {
			if !h.IsInstance(a[0], object.StrType) {
				return object.Null, h.Raise(object.TypeErrorType, "string argument expected, got '%s'", h.TypeName(a[0]))
			}
			return object.SmallInt(int64(h.StrLen(a[0]))), t.write(h, a[0])
		}),
		k.textMethod("tell", 0, 0, func(h *object.Heap, t *memoryText, _ []object.Value) (object.Value, error) {
			return h.Int(int64(t.pos)), nil
		}),
		k.textMethod("seek", 1, 2, func(h *object.Heap, t *memoryText, a []object.Value) (object.Value, error) {
			pos, whence, err := seekArgs(h, a)
			switch {
			case err != nil:
				return object.Null, err
			case whence < 0 || whence > 2:
				return object.Null, h.Raise(object.ValueErrorType, "Invalid whence (%d, should be 0, 1 or 2)", whence)
			case pos < 0 && whence == 0:
				return object.Null, h.Raise(object.ValueErrorType, "Negative seek position %d", pos)
			case pos != 0 && whence != 0:
				return object.Null, h.Raise(object.OSErrorType, "Can't do nonzero cur-relative seeks")
			case whence == 0:
				t.pos = pos
			case whence == 2:
				t.pos = len(t.buf)
			}
			return h.Int(int64(t.pos)), nil
		}),
		k.textMethod("truncate", 0, 1, func(h *object.Heap, t *memoryText, a []object.Value) (object.Value, error) {
			n, err := truncateSize(h, a, t.pos, "Negative size value %d")
			if err != nil {
				return object.Null, err
			}
			t.buf = t.buf[:min(n, len(t.buf))]
			return h.Int(int64(n)), nil
		}),
		k.textMethod("readable", 0, 0, yes), k.textMethod("writable", 0, 0, yes), k.textMethod("seekable", 0, 0, yes),
		{Name: "close", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
			if c := h.Field(v, offIOContent); c != object.Null {
				t := h.HandleOf(c).(*memoryText)
				t.closed, t.buf = true, heap.Drop(&h.Heap, &t.Account, t.buf)
			}
			return object.None, nil
		}},
	})
	none := func(h *object.Heap, v object.Value) (object.Value, error) { return object.None, nil }
	h.AddGetSets(t, []object.GetSet{
		{Name: "closed", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			c := h.Field(v, offIOContent)
			if c == object.Null {
				return object.Null, h.Raise(object.ValueErrorType, errBare)
			}
			return object.Bool(h.HandleOf(c).(*memoryText).closed), nil
		}},
		{Name: "encoding", Get: none}, {Name: "errors", Get: none},
		{Name: "line_buffering", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			_, err := k.text(h, v)
			return object.False, err
		}},
	})
	return t
}

func yes(*object.Heap, *memoryText, []object.Value) (object.Value, error) { return object.True, nil }

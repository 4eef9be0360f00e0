package object

// Stand-ins for what is written in parallel (str and bytes, containers): just
// enough to run the numbers' tests.

import (
	"fmt"
	"strings"
	"unicode"
)

func (h *Heap) initStrTypes() {
	h.register(&Type{ID: StrType, Name: "str", Slots: Slots{
		Repr:   tmpStrRepr,
		Str:    func(h *Heap, v Value) (Value, error) { return v, nil },
		Format: (*Heap).formatStr,
		Len:    func(h *Heap, v Value) (int, error) { return h.StrLen(v), nil },
		GetItem: func(h *Heap, v, key Value) (Value, error) {
			i, ok := h.AsInt64(key)
			if !ok {
				return Null, h.Raise(TypeErrorType, "string indices must be integers, not '%s'", h.TypeName(key))
			}
			if i >= int64(h.StrLen(v)) {
				return Null, h.Raise(IndexErrorType, "string index out of range")
			}
			return h.NewStrRunes([]rune{h.StrAt(v, int(i))}), nil
		},
		Compare: func(h *Heap, op CompareOp, a, b Value) (Value, error) {
			if op != EQ || !h.Is(b, StrType) {
				return NotImplemented, nil
			}
			return Bool(h.StrEqual(a, b)), nil
		},
	}})
	h.register(&Type{ID: BytesType, Name: "bytes", Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			b := []byte("b'")
			quote := byte('\'')
			all := string(h.bytesAt(v, OffBytesData, int(h.Word(v, OffBytesLen))))
			if strings.Contains(all, "'") && !strings.Contains(all, `"`) {
				quote = '"'
				b[1] = quote
			}
			for _, c := range h.bytesAt(v, OffBytesData, int(h.Word(v, OffBytesLen))) {
				switch {
				case c == quote || c == '\\':
					b = append(b, '\\', c)
				case c == '\n':
					b = append(b, `\n`...)
				case c == '\t':
					b = append(b, `\t`...)
				case c == '\r':
					b = append(b, `\r`...)
				case c < 32 || c > 126:
					b = fmt.Appendf(b, `\x%02x`, c)
				default:
					b = append(b, c)
				}
			}
			return h.asciiStr(append(b, quote)), nil
		},
		GetItem: func(h *Heap, v, key Value) (Value, error) { return Null, h.Unsupported("bytes item") },
	}})
}

func tmpStrRepr(h *Heap, v Value) (Value, error) {
	quote := rune('\'')
	for _, c := range h.StrRunes(v) {
		if c == '"' {
			quote = '\''
			break
		}
		if c == '\'' {
			quote = '"'
		}
	}
	b := []byte{byte(quote)}
	for _, c := range h.StrRunes(v) {
		switch {
		case c == quote || c == '\\':
			b = append(b, '\\', byte(c))
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c < 32 || c == 127:
			b = fmt.Appendf(b, `\x%02x`, c)
		case c < 127 || unicode.IsPrint(c):
			b = appendRuneWTF8(b, c)
		case c < 256:
			b = fmt.Appendf(b, `\x%02x`, c)
		case c < 0x10000:
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = fmt.Appendf(b, `\U%08x`, c)
		}
	}
	return h.newText(append(b, byte(quote))), nil
}

func (h *Heap) tmpJoin(open string, vs []Value, closing string) (Value, error) {
	b := []byte(open)
	for i, v := range vs {
		if i > 0 {
			b = append(b, ", "...)
		}
		r, err := h.Repr(v)
		if err != nil {
			return Null, err
		}
		b = append(b, h.GoString(r)...)
	}
	return h.newText(append(b, closing...)), nil
}

func tmpItem(items func(h *Heap, v Value) []Value, name string) func(h *Heap, v, key Value) (Value, error) {
	return func(h *Heap, v, key Value) (Value, error) {
		i, ok := h.AsInt64(key)
		if !ok {
			return Null, h.Raise(TypeErrorType, "%s indices must be integers or slices, not %s", name, h.TypeName(key))
		}
		if vs := items(h, v); i < int64(len(vs)) {
			return vs[i], nil
		}
		return Null, h.Raise(IndexErrorType, "%s index out of range", name)
	}
}

func tmpIter(h *Heap, v Value) (Value, error) {
	it := h.alloc(spanPlain, 32)
	h.header(it, ListIterType, 0)
	h.SetField(it, OffSeqIterSeq, v)
	h.SetWord(it, OffSeqIterIndex, 0)
	return it, nil
}

func (h *Heap) initSequences() {
	h.emptyTup = h.alloc(spanPlain, 16)
	h.header(h.emptyTup, TupleType, 0)
	h.SetWord(h.emptyTup, OffTupleLen, 0)
	h.register(&Type{ID: TupleType, Name: "tuple", Slots: Slots{
		Repr: func(h *Heap, v Value) (Value, error) {
			if h.TupleLen(v) == 1 {
				return h.tmpJoin("(", h.TupleItems(v), ",)")
			}
			return h.tmpJoin("(", h.TupleItems(v), ")")
		},
		GetItem: tmpItem((*Heap).TupleItems, "tuple"),
		Len:     func(h *Heap, v Value) (int, error) { return h.TupleLen(v), nil },
	}})
	h.register(&Type{ID: ListType, Name: "list", Slots: Slots{
		Repr:    func(h *Heap, v Value) (Value, error) { return h.tmpJoin("[", h.ListItems(v), "]") },
		GetItem: tmpItem((*Heap).ListItems, "list"),
		Len:     func(h *Heap, v Value) (int, error) { return h.ListLen(v), nil },
		Iter:    tmpIter,
	}})
	h.register(&Type{ID: ListIterType, Name: "list_iterator", Slots: Slots{
		Next: func(h *Heap, it Value) (Value, error) {
			v, i := h.Field(it, OffSeqIterSeq), h.Word(it, OffSeqIterIndex)
			if i >= uint64(h.ListLen(v)) {
				return Null, nil
			}
			h.SetWord(it, OffSeqIterIndex, i+1)
			return h.ListItem(v, int(i)), nil
		},
	}})
}

// A stand-in dict keeps keys and values by turns in a list.
func (h *Heap) NewDict() Value {
	l := h.NewList()
	v := h.alloc(spanPlain, 48)
	h.header(v, DictType, 0)
	h.SetField(v, OffDictEntries, l)
	return v
}

func (h *Heap) tmpFind(d, key Value) int {
	l := h.Field(d, OffDictEntries)
	for i := 0; i < h.ListLen(l); i += 2 {
		if same, _ := h.Same(h.ListItem(l, i), key); same {
			return i + 1
		}
	}
	return -1
}

func (h *Heap) dictStore(d, key, x Value) error {
	l := h.Field(d, OffDictEntries)
	if i := h.tmpFind(d, key); i > 0 {
		h.SetListItem(l, i, x)
		return nil
	}
	h.ListAppend(l, key)
	h.ListAppend(l, x)
	return nil
}
func (h *Heap) DictSetStr(d, name, x Value) { _ = h.dictStore(d, name, x) }
func (h *Heap) DictGetStr(d, name Value) Value {
	if i := h.tmpFind(d, name); i > 0 {
		return h.ListItem(h.Field(d, OffDictEntries), i)
	}
	return Null
}

func (h *Heap) initDictTypes() {
	h.register(&Type{ID: DictType, Name: "dict", NoHash: true, Slots: Slots{
		Len:     func(h *Heap, v Value) (int, error) { return h.ListLen(h.Field(v, OffDictEntries)) / 2, nil },
		SetItem: func(h *Heap, v, key, x Value) error { return h.dictStore(v, key, x) },
		Repr: func(h *Heap, v Value) (Value, error) {
			b := []byte("{")
			l := h.Field(v, OffDictEntries)
			for i := 0; i < h.ListLen(l); i++ {
				if i > 0 {
					b = append(b, []string{", ", ": "}[i%2]...)
				}
				r, err := h.Repr(h.ListItem(l, i))
				if err != nil {
					return Null, err
				}
				b = append(b, h.GoString(r)...)
			}
			return h.newText(append(b, '}')), nil
		},
		GetItem: func(h *Heap, v, key Value) (Value, error) {
			if i := h.tmpFind(v, key); i > 0 {
				return h.ListItem(h.Field(v, OffDictEntries), i), nil
			}
			return Null, h.RaiseWith(KeyErrorType, key)
		},
	}})
}
func (h *Heap) initSetTypes()  {}
func (h *Heap) initIterators() {}

func (h *Heap) NewBytes(b []byte) Value {
	v := h.alloc(spanNoScan, OffBytesData+uintptr(len(b)))
	h.header(v, BytesType, 0)
	h.SetWord(v, OffBytesLen, uint64(len(b)))
	h.SetWord(v, OffBytesHash, 0)
	copy(h.bytesAt(v, OffBytesData, len(b)), b)
	return v
}

// Unsupported is an error that says what this VM does not implement.
type Unsupported struct{ What string }

// Error implements error.
func (u *Unsupported) Error() string { return "unsupported " + u.What }

// Unsupported returns an error that names what is not implemented.
func (h *Heap) Unsupported(what string) error { return &Unsupported{what} }

// Costs of the edit distance of CPython's Python/suggestions.c.
const (
	moveCost      = 2
	caseCost      = 1
	maxSuggestLen = 40
)

// suggestName returns the candidate closest to name, if it is close enough.
func suggestName(name string, candidates []string) string {
	best, bestDistance := "", 1<<30
	for _, c := range candidates {
		if c == name || len(name) > maxSuggestLen || len(c) > maxSuggestLen {
			continue
		}
		limit := (len(name) + len(c) + 3) * moveCost / 6
		if d := editDistance(name, c); d <= min(limit, bestDistance-1) {
			best, bestDistance = c, d
		}
	}
	return best
}

// editDistance is the Levenshtein distance with a lower cost for a change of
// case only.
func editDistance(a, b string) int {
	var rowStore [maxSuggestLen + 1]int
	row := rowStore[:len(b)+1]
	for j := range row {
		row[j] = j * moveCost
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] += moveCost
		for j := range len(b) {
			cost := diagonal + substitutionCost(a[i], b[j])
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+moveCost, row[j+1]+moveCost)
		}
	}
	return row[len(b)]
}

func substitutionCost(a, b byte) int {
	switch {
	case a == b:
		return 0
	case a&31 == b&31 && strings.EqualFold(string(a), string(b)):
		return caseCost
	}
	return moveCost
}

// Ascii is ascii(v): repr with all but ASCII escaped.
func (h *Heap) Ascii(v Value) (Value, error) {
	r, err := h.Repr(v)
	if err != nil || h.StrIsASCII(r) {
		return r, err
	}
	var b []byte
	for i := range h.StrLen(r) {
		switch c := h.StrAt(r, i); {
		case c < 0x80:
			b = append(b, byte(c))
		case c < 0x100:
			b = fmt.Appendf(b, `\x%02x`, c)
		case c < 0x10000:
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = fmt.Appendf(b, `\U%08x`, c)
		}
	}
	return h.asciiStr(b), nil
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }

func uniDecimalValue(r rune) int {
	if !unicode.IsDigit(r) {
		return -1
	}
	n := 0
	for unicode.IsDigit(r - rune(n) - 1) {
		n++
	}
	return n % 10
}

func (h *Heap) byteArrayBytes(v Value) []byte { return nil }

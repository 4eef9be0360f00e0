package lib

import (
	"encoding/binary"

	"github.com/tier2go/tier2/interp/object"
)

// Strings in texts of JSON.

// key reads what is behind the quote of a key: keys of the same text are the same object.
func (t *jsonText[T]) key(i int) (object.Value, int, error) {
	h := t.h
	known, n := &t.seen[0], jsonPlain(t.narrow[min(i, len(t.narrow)):])
	short := n <= jsonKnown && i+n < len(t.narrow) && t.narrow[i+n] == '"'
	if short {
		text := t.narrow[i : i+n]
		known = &t.seen[jsonHash(text)%uint64(len(t.seen))]
		if *known != 0 && h.StrLen(*known) == n {
			if data, ok := h.ASCIIData(*known); ok && string(data) == string(text) {
				return *known, i + n + 1, nil
			}
		}
	}
	v, next, err := t.str(i)
	if err != nil {
		return object.Null, 0, err
	}
	if v, err = h.DictSetDefault(t.memo, v, v); err == nil && short {
		*known = v
	}
	return v, next, err
}

// str reads what is behind a quote.
func (t *jsonText[T]) str(start int) (object.Value, int, error) {
	h := t.h
	var chars []rune
	for i := start; ; {
		from := i
		if t.narrow != nil {
			i += jsonPlain(t.narrow[i:])
		}
		for i < len(t.s) && t.s[i] != '"' && t.s[i] != '\\' {
			if t.s[i] < ' ' && t.strict {
				return t.wrong("Invalid control character at", i)
			}
			i++
		}
		h.CheckStop()
		if i == len(t.s) {
			return t.wrong("Unterminated string starting at", start-1)
		}
		if t.s[i] == '"' && chars == nil {
			return h.Slice(t.plain, from, i), i + 1, nil
		}
		for _, c := range t.s[from:i] {
			chars = append(chars, rune(c))
		}
		if t.s[i] == '"' {
			return h.NewStrRunes(chars), i + 1, nil
		}
		if i+1 == len(t.s) {
			return t.wrong("Unterminated string starting at", start-1)
		}
		c, next, err := t.escape(i + 1)
		if err != nil {
			return object.Null, 0, err
		}
		chars = append(chars, c)
		i = next
	}
}

// jsonEscapes are the characters behind a backslash, and what they stand for.
var jsonEscapes = map[uint32]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape reads what is behind a backslash.
func (t *jsonText[T]) escape(i int) (rune, int, error) {
	if t.s[i] != 'u' {
		c, ok := jsonEscapes[uint32(t.s[i])]
		if !ok {
			return 0, 0, t.fail("Invalid \\escape", t.given, i-1)
		}
		return c, i + 1, nil
	}
	c, ok := t.hex(i + 1)
	if !ok || i+5 >= len(t.s) {
		return 0, 0, t.fail("Invalid \\uXXXX escape", t.given, i)
	}
	i += 5
	if c&^0x3FF != 0xD800 || i+6 >= len(t.s) || t.s[i] != '\\' || t.s[i+1] != 'u' {
		return c, i, nil
	}
	low, ok := t.hex(i + 2)
	if !ok {
		return 0, 0, t.fail("Invalid \\uXXXX escape", t.given, i+1)
	}
	if low&^0x3FF != 0xDC00 {
		return c, i, nil
	}
	return 0x10000 + (c&0x3FF)<<10 + low&0x3FF, i + 6, nil
}

// hex reads four hexadecimal digits.
func (t *jsonText[T]) hex(i int) (n rune, ok bool) {
	for j := range 4 {
		c := uint32(t.at(i + j))
		switch {
		case c-'0' < 10:
			c -= '0'
		case c|0x20-'a' < 6:
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		n = n<<4 | rune(c)
	}
	return n, true
}

// jsonKnown is the longest key that is looked for by its text.
const jsonKnown = 32

// jsonEnds says of a byte that it ends what a string has as it is, or is no ASCII.
var jsonEnds = func() (ends [256]bool) {
	for c := range ends {
		ends[c] = c < ' ' || c == '"' || c == '\\' || c >= 0x80
	}
	return ends
}()

// jsonPlain returns how many bytes of a string there are as they are.
func jsonPlain(b []byte) int {
	for i, c := range b {
		if jsonEnds[c] {
			return i
		}
	}
	return len(b)
}

// jsonHash tells short texts apart.
func jsonHash(b []byte) uint64 {
	const k = 0x9E3779B97F4A7C15
	n := uint64(len(b))
	var last uint64
	if n >= 8 {
		last = binary.LittleEndian.Uint64(b[n-8:])
	} else {
		for _, c := range b {
			last = last<<8 | uint64(c)
		}
	}
	h := (last ^ n) * k
	for ; len(b) > 8; b = b[8:] {
		h = (h ^ h>>32 ^ binary.LittleEndian.Uint64(b)) * k
	}
	return h >> 32
}

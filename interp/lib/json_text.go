package lib

import (
	"encoding/binary"
	"math/bits"

	"github.com/tier2go/tier2/interp/object"
)

// Strings in texts of JSON.

// key reads what is behind the quote of a key: keys of the same text are the same object.
func (t *jsonText[T]) key(i int) (object.Value, int, error) {
	n := jsonPlain(t.narrow[min(i, len(t.narrow)):])
	if n <= jsonKnown && i+n < len(t.narrow) && t.narrow[i+n] == '"' {
		text := t.narrow[i : i+n]
		if at := t.known(text); at != nil {
			if *at == object.Null {
				*at = t.h.NewASCII(text)
				t.keys++
			}
			return *at, i + n + 1, nil
		}
	}
	v, next, err := t.str(i)
	if err != nil {
		return object.Null, 0, err
	}
	if text, ok := t.h.ASCIIData(v); ok && len(text) <= jsonKnown {
		if at := t.known(text); at != nil {
			if *at == object.Null {
				*at = v
				t.keys++
			}
			return *at, next, nil
		}
	}
	if t.memo == 0 {
		t.memo = t.h.NewDict()
		t.h.SetListItem(t.held, 1, t.memo)
	}
	v, err = t.h.DictSetDefault(t.memo, v, v)
	return v, next, err
}

// Short keys are looked for by their text, before there is an object: in a table of the hash below. Whoever chooses the keys can make all of them collide, so
// there are no more than a few hundred; the dict of the others hashes as strs do.
const (
	jsonKnown    = 32 // the longest
	jsonKeysMin  = 64
	jsonKeysMost = 1024 // the largest table
)

// known returns where a key is, or would be; nil if the table is full.
func (c *jsonContext) known(text []byte) *object.Value {
	if 4*c.keys >= 3*len(c.seen) {
		if len(c.seen) == jsonKeysMost {
			if at := c.place(text); *at != object.Null {
				return at
			}
			return nil
		}
		old := c.seen
		t := c.h.NewTupleOfNull(max(jsonKeysMin, 4*len(old)))
		c.seen = c.h.TupleItems(t)
		for i := range c.seen {
			c.seen[i] = object.Null
		}
		for _, v := range old {
			if c.h.CheckStop(); v != object.Null {
				data, _ := c.h.ASCIIData(v)
				*c.place(data) = v
			}
		}
		c.h.SetListItem(c.held, 0, t)
	}
	return c.place(text)
}

// place is known in a table that is not full.
func (c *jsonContext) place(text []byte) *object.Value {
	mask := uint64(len(c.seen) - 1)
	for i := jsonHash(text); ; i++ {
		at := &c.seen[i&mask]
		if *at == object.Null {
			return at
		}
		if data, _ := c.h.ASCIIData(*at); string(data) == string(text) {
			return at
		}
		c.h.CheckStop()
	}
}

// str reads what is behind a quote.
func (t *jsonText[T]) str(start int) (object.Value, int, error) {
	h := t.h
	var chars []rune
	for i := start; ; {
		from := i
		if t.narrow != nil {
			i += jsonPlain(t.narrow[i:])
			if chars == nil && i < len(t.narrow) && t.narrow[i] == '"' { // all of it is ASCII
				return h.NewASCII(t.narrow[from:i]), i + 1, nil
			}
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

// jsonEnds says of a byte that it ends what a string has as it is, or is no ASCII.
var jsonEnds = func() (ends [256]bool) {
	for c := range ends {
		ends[c] = c < ' ' || c == '"' || c == '\\' || c >= 0x80
	}
	return ends
}()

// jsonPlain returns how many bytes of a string there are as they are. It looks at eight at a time.
func jsonPlain(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		if ends := endsIn(w) | w&eachHigh; ends != 0 {
			return i + bits.TrailingZeros64(ends)>>3
		}
	}
	for ; i < len(b); i++ {
		if jsonEnds[b[i]] {
			break
		}
	}
	return i
}

const (
	eachByte = 0x0101_0101_0101_0101
	eachHigh = 0x80 * eachByte
)

// endsIn returns a word of which the lowest bit that is set is in the first byte of w that is below a blank, a quote or a backslash, if its bytes are
// ASCII. A byte is below n where subtracting n borrows; what is above the first such may be wrong.
func endsIn(w uint64) uint64 {
	quote, slash := w^'"'*eachByte, w^'\\'*eachByte
	return (w - ' '*eachByte | (quote - eachByte) | (slash - eachByte)) & ^w & eachHigh
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

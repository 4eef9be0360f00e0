package unicode

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// WTF-8 is UTF-8 with surrogates as code points of their own, which a str may have:
// it is what a str's content is as a Go string.

// AppendRune is utf8.AppendRune that keeps surrogates.
func AppendRune(b []byte, r rune) []byte {
	if r >= 0xD800 && r < 0xE000 {
		return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(b, r)
}

// DecodeRune is utf8.DecodeRuneInString that keeps surrogates.
func DecodeRune(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return rune(0xD000) | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, n
}

// ScanWTF8 counts the code points and returns a value with the widest's kind.
func ScanWTF8(s string) (n int, widest rune) {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			i++
			n++
			continue
		}
		r, size := DecodeRune(s[i:])
		widest |= r
		i += size
		n++
	}
	return n, widest
}

// IsSurrogate reports whether a code point is half of a pair in UTF-16.
func IsSurrogate(r rune) bool { return r >= 0xD800 && r < 0xE000 }

// ScanUTF8 counts the code points of valid UTF-8 that is not ASCII, and returns
// one with the kind of the widest. In eight bytes a step, the high bits of
// high, wide and astral mark bytes from 0xC0, from 0xC4 and from 0xF0 on.
func ScanUTF8(b []byte) (n int, widest rune) {
	var wide, astral uint64
	step := func(w uint64) {
		n += bits.OnesCount64((^w | w<<1) & highBits) // no continuation bytes
		high := w & (w << 1) & highBits
		wide |= high & (w<<2 | w<<3 | w<<4 | w<<5)
		astral |= high & (w << 2) & (w << 3)
	}
	for len(b) >= 8 {
		step(binary.NativeEndian.Uint64(b))
		b = b[8:]
	}
	var last [8]byte
	step(binary.NativeEndian.Uint64(append(last[:0], b...)[:8]))
	n -= 8 - len(b)
	switch {
	case astral != 0:
		return n, 0x10FFFF
	case wide != 0:
		return n, 0xFFFF
	}
	return n, 0xFF
}

// char is an element of a str.
type char interface{ uint8 | uint16 | uint32 }

// FromUTF8 fills d with the code points of valid UTF-8.
func FromUTF8[T char](d []T, b []byte) {
	at := 0
	for i := range d {
		c := uint32(b[at])
		switch {
		case c < 0x80:
			at++
		case c < 0xE0:
			c = c&0x1F<<6 | uint32(b[at+1]&0x3F)
			at += 2
		case c < 0xF0:
			c = c&0x0F<<12 | uint32(b[at+1]&0x3F)<<6 | uint32(b[at+2]&0x3F)
			at += 3
		default:
			c = c&0x07<<18 | uint32(b[at+1]&0x3F)<<12 | uint32(b[at+2]&0x3F)<<6 | uint32(b[at+3]&0x3F)
			at += 4
		}
		d[i] = T(c)
	}
}

// BadUTF8 tells what is wrong with the sequence at i and where the error ends:
// before the first byte that could not continue it.
func BadUTF8(b []byte, i int) (end int, reason string) {
	c, need := b[i], 0
	lo, hi := byte(0x80), byte(0xBF) // of the second byte
	switch {
	case c < 0xC2 || c > 0xF4:
		return i + 1, "invalid start byte"
	case c < 0xE0:
		need = 1
	case c < 0xF0:
		need = 2
		if c == 0xE0 {
			lo = 0xA0
		} else if c == 0xED {
			hi = 0x9F
		}
	default:
		need = 3
		if c == 0xF0 {
			lo = 0x90
		} else if c == 0xF4 {
			hi = 0x8F
		}
	}
	for k := 1; k <= need; k++ {
		if i+k == len(b) {
			return len(b), "unexpected end of data"
		}
		if c := b[i+k]; c < lo || c > hi {
			return i + k, "invalid continuation byte"
		}
		lo, hi = 0x80, 0xBF
	}
	return i + 1, "invalid start byte" // not reached: the sequence is valid
}

// EncodingName is encodings.normalize_encoding of the name in lower case:
// runs of what is neither letter, digit nor dot become one underscore, and what
// is not ASCII is dropped.
func EncodingName(name string) string {
	b := make([]byte, 0, len(name)+1)
	gap := false
	for _, r := range name {
		if r != '.' && Props(r)&(Alpha|Decimal|Digit|Numeric) == 0 {
			gap = true
			continue
		}
		if gap && len(b) > 0 {
			b = append(b, '_')
		}
		gap = false
		if r < 0x80 {
			if r-'A' < 26 && r >= 'A' {
				r |= 0x20
			}
			b = append(b, byte(r))
		}
	}
	return string(b)
}

package pycode

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Repr returns a constant as CPython's repr prints it, but for a code object,
// which is printed without an address, and for a frozenset, whose elements come
// in the order of the file.
func Repr(k Const) string { return reprUpTo(k, math.MaxInt) }

// reprUpTo is Repr that ends in "…" soon after so many bytes.
func reprUpTo(k Const, max int) string {
	b := reprWriter{max: max}
	b.constant(k)
	if b.full() {
		b.WriteString("…")
	}
	return b.String()
}

// reprWriter prints constants until it is full.
type reprWriter struct {
	strings.Builder
	max int
}

func (b *reprWriter) full() bool { return b.Len() > b.max }

func (b *reprWriter) constant(k Const) {
	switch k := k.(type) {
	case None:
		b.WriteString("None")
	case Ellipsis:
		b.WriteString("Ellipsis")
	case Bool:
		if k {
			b.WriteString("True")
		} else {
			b.WriteString("False")
		}
	case Int:
		b.WriteString(strconv.FormatInt(int64(k), 10))
	case *BigInt:
		if k.BitLen()/4 > b.max { // more digits than that, and slow to find
			fmt.Fprintf(b, "<int of %d bits>", k.BitLen())
			return
		}
		b.WriteString(k.Int.String())
	case Float:
		b.WriteString(reprFloat(float64(k), ".0"))
	case Complex:
		b.WriteString(reprComplex(complex128(k)))
	case Str:
		b.str(string(k))
	case Bytes:
		b.bytes(string(k))
	case Tuple:
		b.WriteByte('(')
		b.list(k)
		if len(k) == 1 {
			b.WriteByte(',')
		}
		b.WriteByte(')')
	case FrozenSet:
		b.WriteString("frozenset(")
		if len(k) > 0 {
			b.WriteByte('{')
			b.list(k)
			b.WriteByte('}')
		}
		b.WriteByte(')')
	case *Slice:
		b.WriteString("slice(")
		b.list([]Const{k.Start, k.Stop, k.Step})
		b.WriteByte(')')
	case *Code:
		b.WriteString(k.String())
	}
}

func (b *reprWriter) list(ks []Const) {
	for i, k := range ks {
		if b.full() {
			return
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.constant(k)
	}
}

// reprFloat prints the shortest decimal that reads back as f, in CPython's
// choice between plain and exponent form; point follows a whole number.
func reprFloat(f float64, point string) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	exp, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if exp < -4 || exp >= 16 {
		return s
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += point
	}
	return s
}

func reprComplex(z complex128) string {
	re, im := real(z), imag(z)
	if re == 0 && !math.Signbit(re) {
		return reprFloat(im, "") + "j"
	}
	i := reprFloat(im, "")
	if i[0] != '-' {
		i = "+" + i
	}
	return "(" + reprFloat(re, "") + i + "j)"
}

// quoteFor returns the quote that CPython puts around s: single, unless only
// double ones need no backslash.
func quoteFor(s string) byte {
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return '"'
	}
	return '\''
}

func (b *reprWriter) str(s string) {
	q := quoteFor(s)
	b.WriteByte(q)
	for i := 0; i < len(s) && !b.full(); {
		r, n := decodeWTF8(s[i:])
		writeRune(&b.Builder, r, q)
		i += n
	}
	b.WriteByte(q)
}

// writeRune prints one code point of a str between quotes q.
func writeRune(b *strings.Builder, r rune, q byte) {
	switch {
	case r == rune(q) || r == '\\':
		b.WriteByte('\\')
		b.WriteByte(byte(r))
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case utf8.ValidRune(r) && unicode.IsPrint(r):
		b.WriteRune(r)
	case r < 0x100:
		fmt.Fprintf(b, `\x%02x`, r)
	case r < 0x10000:
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		fmt.Fprintf(b, `\U%08x`, r)
	}
}

func (b *reprWriter) bytes(s string) {
	q := quoteFor(s)
	b.WriteByte('b')
	b.WriteByte(q)
	for i := 0; i < len(s) && !b.full(); i++ {
		if s[i] < 0x80 {
			writeRune(&b.Builder, rune(s[i]), q)
		} else {
			fmt.Fprintf(b, `\x%02x`, s[i])
		}
	}
	b.WriteByte(q)
}

// printable returns a name as it is, with what no terminal should get escaped.
func printable(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := decodeWTF8(s[i:])
		writeRune(&b, r, 0)
		i += n
	}
	return b.String()
}

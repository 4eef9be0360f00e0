package object

import (
	"bytes"
	"math/bits"
	"unicode/utf8"
	"unsafe"

	"github.com/tier2go/tier2/interp/unicode"
)

// A str holds its code points in 1, 2 or 4 bytes each, the narrowest that fits
// (PEP 393), so that indexing takes constant time and machine code can do it.
// Go strings cross the border in WTF-8: UTF-8 in which a lone surrogate
// (U+D800 to U+DFFF) has its three-byte form.

// NewStr makes a str from a Go string in WTF-8.
func (h *Heap) NewStr(s string) Value {
	if unicode.IsASCII(unsafe.Slice(unsafe.StringData(s), len(s))) {
		return h.newASCII(s)
	}
	n, wide := unicode.ScanWTF8(s)
	v := h.newStr(n, wide)
	i := 0
	switch h.StrKind(v) {
	case 1:
		d := h.Bytes(v, OffStrData, n)
		for len(s) > 0 {
			r, size := unicode.DecodeRune(s)
			d[i], s, i = byte(r), s[size:], i+1
		}
	case 2:
		d := h.str2(v)
		for len(s) > 0 {
			r, size := unicode.DecodeRune(s)
			d[i], s, i = uint16(r), s[size:], i+1
		}
	default:
		d := h.str4(v)
		for len(s) > 0 {
			r, size := unicode.DecodeRune(s)
			d[i], s, i = uint32(r), s[size:], i+1
		}
	}
	if n == 1 && wide < 256 {
		return h.latin1[wide]
	}
	return v
}

// newASCII makes a str from ASCII text.
func (h *Heap) newASCII(s string) Value {
	switch len(s) {
	case 0:
		return h.emptyStr
	case 1:
		return h.latin1[s[0]]
	}
	v := h.newStr(len(s), 0x7F)
	copy(h.Bytes(v, OffStrData, len(s)), s)
	return v
}

// newStr makes a str of n code points of which widest is the largest; the
// caller fills in exactly that content.
func (h *Heap) newStr(n int, widest rune) Value {
	kind, aux := uint32(1), uint32(1)
	switch {
	case widest < 0x80:
		aux = 1 | strASCII
	case widest < 0x100:
	case widest < 0x10000:
		kind, aux = 2, 2
	default:
		kind, aux = 4, 4
	}
	v := h.Alloc(kindBytes, OffStrData+uintptr(n)*uintptr(kind))
	h.header(v, StrType, aux)
	h.SetWord(v, OffStrLen, uint64(n))
	h.SetWord(v, offStrHash, 0)
	return v
}

// NewStrRunes makes a str from code points.
func (h *Heap) NewStrRunes(rs []rune) Value {
	var widest rune
	for _, r := range rs {
		widest |= r // the kinds' bounds are powers of two: the or has the widest's kind
	}
	switch {
	case len(rs) == 0:
		return h.emptyStr
	case len(rs) == 1 && widest < 256:
		return h.latin1[widest]
	}
	v := h.newStr(len(rs), widest)
	switch h.StrKind(v) {
	case 1:
		d := h.Bytes(v, OffStrData, len(rs))
		for i, r := range rs {
			d[i] = byte(r)
		}
	case 2:
		d := h.str2(v)
		for i, r := range rs {
			d[i] = uint16(r)
		}
	default:
		d := h.str4(v)
		for i, r := range rs {
			d[i] = uint32(r)
		}
	}
	return v
}

// StrLen returns a str's length in code points.
func (h *Heap) StrLen(v Value) int { return int(h.Word(v, OffStrLen)) }

// StrKind returns how many bytes a str's code points take: 1, 2 or 4.
func (h *Heap) StrKind(v Value) int { return int(h.aux(v) & StrKindMask) }

// strIsASCII reports whether all code points are below 128.
func (h *Heap) strIsASCII(v Value) bool { return h.aux(v)&strASCII != 0 }

// strBytes returns a str's raw data, all kinds, valid while v lives.
func (h *Heap) strBytes(v Value) []byte {
	return h.Bytes(v, OffStrData, h.StrLen(v)*h.StrKind(v))
}

// str2 returns the code points of a str of kind 2, valid while v lives.
func (h *Heap) str2(v Value) []uint16 {
	return unsafe.Slice((*uint16)(h.At(v, OffStrData)), h.StrLen(v))
}

// str4 returns the code points of a str of kind 4, valid while v lives.
func (h *Heap) str4(v Value) []uint32 {
	return unsafe.Slice((*uint32)(h.At(v, OffStrData)), h.StrLen(v))
}

// StrAt returns the code point at i, which must be in range.
func (h *Heap) StrAt(v Value, i int) rune {
	switch h.StrKind(v) {
	case 1:
		return rune(h.Bytes(v, OffStrData, i+1)[i])
	case 2:
		return rune(h.str2(v)[i])
	}
	return rune(h.str4(v)[i])
}

// StrRunes returns a copy of a str's code points.
func (h *Heap) StrRunes(v Value) []rune {
	rs := make([]rune, h.StrLen(v))
	h.RunesFrom(rs, v, 0)
	return rs
}

// RunesFrom copies a str's code points from the i-th on, as many as there is room for, and returns how many.
func (h *Heap) RunesFrom(to []rune, v Value, i int) int {
	n := min(len(to), h.StrLen(v)-i)
	switch h.StrKind(v) {
	case 1:
		for k, c := range h.strBytes(v)[i : i+n] {
			to[k] = rune(c)
		}
	case 2:
		for k, c := range h.str2(v)[i : i+n] {
			to[k] = rune(c)
		}
	default:
		for k, c := range h.str4(v)[i : i+n] {
			to[k] = rune(c)
		}
	}
	return n
}

// GoString returns a str's content as a Go string in WTF-8. It panics if v is no str: whoever has
// it from a dict or a tuple that the program can change must have looked.
func (h *Heap) GoString(v Value) string {
	if !h.isStr(v) {
		panic("object: GoString of a value of type " + h.TypeName(v))
	}
	if h.strIsASCII(v) {
		return string(h.strBytes(v))
	}
	return string(h.appendWTF8(nil, v))
}

// appendWTF8 appends a str's content in WTF-8.
func (h *Heap) appendWTF8(b []byte, v Value) []byte {
	n := h.StrLen(v)
	switch h.StrKind(v) {
	case 1:
		d := h.Bytes(v, OffStrData, n)
		if h.strIsASCII(v) {
			return append(b, d...)
		}
		for _, c := range d {
			b = utf8.AppendRune(b, rune(c))
		}
	case 2:
		for _, c := range h.str2(v) {
			b = unicode.AppendRune(b, rune(c))
		}
	default:
		for _, c := range h.str4(v) {
			b = unicode.AppendRune(b, rune(c))
		}
	}
	return b
}

// strHash returns a str's hash, computing it once.
func (h *Heap) strHash(v Value) int64 {
	p := h.WordAt(v, offStrHash)
	if *p == 0 {
		x := h.hashKey.Bytes(h.strBytes(v))
		if x == 0 {
			x = hashZero
		}
		*p = uint64(x)
	}
	if x := int64(*p); x != hashZero {
		return x
	}
	return 0
}

// StrEqual reports whether two str have the same content.
func (h *Heap) StrEqual(a, b Value) bool {
	if a == b {
		return true
	}
	return h.StrLen(a) == h.StrLen(b) && h.StrKind(a) == h.StrKind(b) &&
		bytes.Equal(h.strBytes(a), h.strBytes(b))
}

// Latin1 returns the str of code point 0 and the distance to that of code point
// 1, as a shift: the 256 strs of one code point below 256, which an index or chr
// gives, lie one behind the other. ok is false if the heap has placed them
// otherwise.
func (h *Heap) Latin1() (first Value, shift int, ok bool) {
	stride := uint64(h.latin1[1] - h.latin1[0])
	for i, v := range h.latin1 {
		if v != h.latin1[0]+Value(uint64(i)*stride) {
			return 0, 0, false
		}
	}
	return h.latin1[0], bits.TrailingZeros64(stride), stride&(stride-1) == 0
}

// initStrings makes the strings that exist once.
func (h *Heap) initStrings() {
	h.emptyStr = h.newStr(0, 0)
	for i := range h.latin1 {
		v := h.newStr(1, rune(i))
		h.Bytes(v, OffStrData, 1)[0] = byte(i)
		h.latin1[i] = v
		h.InternValue(v)
	}
	h.InternValue(h.emptyStr)
	words := (*[2]Value)(h.Static(strWordsOff))
	words[1] = h.emptyStr
	if first, shift, ok := h.Latin1(); ok && 1<<shift == oneCharSize {
		words[0] = first
	}
}

package object

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/unicode"
)

// A str of kind 1, 2 or 4, a bytes and a bytearray are all a run of elements of
// that many bytes; most methods are the same on all of them. They are written
// once, over views.
//
// Invariants:
//   - a text never outlives the object it was made of, and of a bytearray not
//     the next change of its length;
//   - its pointer keeps the object alive in the meantime: the collector takes
//     addresses inside objects for references.

// char is an element of a text: a byte or a code point of 1, 2 or 4 bytes.
type char interface{ uint8 | uint16 | uint32 }

// text is a view of n elements of size bytes each.
type text struct {
	p    unsafe.Pointer
	n    int
	size int
}

// textOf returns a view of a slice's elements.
func textOf[T char](s []T) text {
	return text{unsafe.Pointer(unsafe.SliceData(s)), len(s), int(unsafe.Sizeof(*new(T)))}
}

// goText returns a view of a Go string's bytes.
func goText(s string) text { return text{unsafe.Pointer(unsafe.StringData(s)), len(s), 1} }

// chars returns a view's elements, whose size must be T's.
func chars[T char](t text) []T { return unsafe.Slice((*T)(t.p), t.n) }

// strText returns a view of a str.
func (h *Heap) strText(v Value) text {
	return text{h.At(v, OffStrData), h.StrLen(v), h.StrKind(v)}
}

// bytesText returns a view of a bytes.
func (h *Heap) bytesText(v Value) text {
	return text{h.At(v, OffBytesData), h.BytesLen(v), 1}
}

// text returns a view of a str, bytes or bytearray.
func (h *Heap) text(v Value) text {
	switch h.kind(v) {
	case StrType:
		return h.strText(v)
	case BytesType:
		return h.bytesText(v)
	case ByteArrayType:
		return textOf(h.byteArrayBytes(v))
	}
	b, err := h.TypeOf(v).Buffer(h, v, false)
	if err != nil {
		panic(err) // isBytesLike has asked
	}
	return textOf(b)
}

// raw returns the bytes that a view's elements take.
func (t text) raw() []byte { return unsafe.Slice((*byte)(t.p), t.n*t.size) }

// at returns element i.
func (t text) at(i int) rune {
	switch t.size {
	case 1:
		return rune(*(*uint8)(unsafe.Add(t.p, i)))
	case 2:
		return rune(*(*uint16)(unsafe.Add(t.p, 2*i)))
	}
	return rune(*(*uint32)(unsafe.Add(t.p, 4*i)))
}

// slice returns the elements from lo up to hi.
func (t text) slice(lo, hi int) text {
	if lo >= hi {
		return text{t.p, 0, t.size}
	}
	return text{unsafe.Add(t.p, lo*t.size), hi - lo, t.size}
}

// widest returns a number with the kind of a view's widest element: the or of
// all, since the kinds' bounds are powers of two.
func (t text) widest() rune {
	switch t.size {
	case 1:
		if unicode.IsASCII(t.raw()) {
			return 0x7F
		}
		return 0xFF
	case 2:
		return orChars(chars[uint16](t), 0x100)
	}
	return orChars(chars[uint32](t), 0x10000)
}

// orChars returns the or of s's elements, or of its first ones as soon as that
// reaches enough.
func orChars[T char](s []T, enough T) rune {
	var x T
	for len(s) >= 8 {
		x |= s[0] | s[1] | s[2] | s[3] | s[4] | s[5] | s[6] | s[7]
		if x >= enough {
			return rune(x)
		}
		s = s[8:]
	}
	for _, c := range s {
		x |= c
	}
	return rune(x)
}

// copyTo copies a view's elements to d, whose elements are as wide or wider, or
// narrower if all fit. It returns the rest of d.
func (t text) copyTo(d text) text {
	switch {
	case t.size == d.size:
		copy(d.raw(), t.raw())
	case d.size == 1 && t.size == 2:
		convert(chars[uint8](d), chars[uint16](t))
	case d.size == 1:
		convert(chars[uint8](d), chars[uint32](t))
	case d.size == 2 && t.size == 1:
		convert(chars[uint16](d), chars[uint8](t))
	case d.size == 2:
		convert(chars[uint16](d), chars[uint32](t))
	case t.size == 1:
		convert(chars[uint32](d), chars[uint8](t))
	default:
		convert(chars[uint32](d), chars[uint16](t))
	}
	return d.slice(t.n, d.n)
}

func convert[D, S char](d []D, s []S) {
	d = d[:len(s)]
	for i, c := range s {
		d[i] = D(c)
	}
}

// fill sets all elements to c.
func (t text) fill(c rune) {
	switch t.size {
	case 1:
		fill(chars[uint8](t), uint8(c))
	case 2:
		fill(chars[uint16](t), uint16(c))
	default:
		fill(chars[uint32](t), uint32(c))
	}
}

func fill[T char](s []T, c T) {
	for i := range s {
		s[i] = c
	}
}

// put sets element i.
func (t text) put(i int, c rune) {
	switch t.size {
	case 1:
		*(*uint8)(unsafe.Add(t.p, i)) = uint8(c)
	case 2:
		*(*uint16)(unsafe.Add(t.p, 2*i)) = uint16(c)
	default:
		*(*uint32)(unsafe.Add(t.p, 4*i)) = uint32(c)
	}
}

// widened returns t with elements of the given size, which is at least t's: t
// itself, or a copy in buf or, if that is too small, in new memory.
func (t text) widened(size int, buf []byte) text {
	if t.size == size {
		return t
	}
	need := t.n*size + 8
	if len(buf) < need {
		buf = make([]byte, need)
	}
	p := unsafe.Pointer(unsafe.SliceData(buf))
	p = unsafe.Add(p, -int(uintptr(p))&7) // aligned
	d := text{p, t.n, size}
	t.copyTo(d)
	return d
}

// equal reports whether two views have equal elements.
func (t text) equal(u text) bool {
	if t.n != u.n {
		return false
	}
	if t.size == u.size {
		return string(t.raw()) == string(u.raw())
	}
	return t.compare(u) == 0
}

// compare orders two views by their elements.
func (t text) compare(u text) int {
	switch {
	case t.size == 1 && u.size == 1:
		return compareBytes(t.raw(), u.raw())
	case t.size > u.size:
		return -u.compare(t)
	case t.size == 1 && u.size == 2:
		return compareChars(chars[uint8](t), chars[uint16](u))
	case t.size == 1:
		return compareChars(chars[uint8](t), chars[uint32](u))
	case t.size == 2 && u.size == 2:
		return compareChars(chars[uint16](t), chars[uint16](u))
	case t.size == 2:
		return compareChars(chars[uint16](t), chars[uint32](u))
	}
	return compareChars(chars[uint32](t), chars[uint32](u))
}

func compareChars[A, B char](a []A, b []B) int {
	n := min(len(a), len(b))
	for i, c := range a[:n] {
		if d := int64(c) - int64(b[i]); d != 0 {
			return int(d)
		}
	}
	return len(a) - len(b)
}

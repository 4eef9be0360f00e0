package object

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/unicode"
)

// strBuilder collects a str piece by piece and makes the narrowest one at the
// end; its zero value is ready. It holds code points, no Values, so that it may
// live anywhere. Short results stay in the builder itself and, if that is a
// local variable, off the Go heap. (Its room is no slice that callers provide:
// appending to one through a pointer makes it escape.)
//
// Where the length is known beforehand (join, replace), fill a str instead.
type strBuilder struct {
	room [208]byte // elements of size bytes each, as in a str
	heap []byte    // the same, once room is too small
	n    int       // bytes in use
	size int       // 1, 2 or 4; 0 stands for 1
	wide rune      // the or of all code points
}

// grow returns the next k bytes to fill.
func (b *strBuilder) grow(k int) []byte {
	at := b.n
	b.n += k
	if b.heap == nil {
		if b.n <= len(b.room) {
			return b.room[at:b.n]
		}
		b.heap = make([]byte, 2*b.n+len(b.room))
		copy(b.heap, b.room[:at])
	} else if b.n > len(b.heap) {
		more := make([]byte, 2*b.n)
		copy(more, b.heap[:at])
		b.heap = more
	}
	return b.heap[at:b.n]
}

// rune appends a code point.
func (b *strBuilder) rune(r rune) {
	b.wide |= r
	if size := sizeFor(r); size > b.size {
		b.widen(size)
	}
	p := unsafe.Pointer(unsafe.SliceData(b.grow(b.size)))
	switch b.size {
	case 1:
		*(*uint8)(p) = uint8(r)
	case 2:
		*(*uint16)(p) = uint16(r)
	default:
		*(*uint32)(p) = uint32(r)
	}
}

// sizeFor returns how many bytes a code point takes.
func sizeFor(r rune) int {
	switch {
	case r < 0x100:
		return 1
	case r < 0x10000:
		return 2
	}
	return 4
}

// widen makes all elements so far take size bytes.
func (b *strBuilder) widen(size int) {
	if old := b.view(); old.n > 0 {
		buf := make([]byte, max(2*old.n*size, len(b.room)))
		old.copyTo(text{textOf(buf).p, old.n, size})
		b.heap, b.n = buf, old.n*size
	}
	b.size = size
}

// view returns what was collected, valid until the next piece.
func (b *strBuilder) view() text {
	p := unsafe.Pointer(&b.room)
	if b.heap != nil {
		p = unsafe.Pointer(unsafe.SliceData(b.heap))
	}
	size := max(b.size, 1)
	return text{p, b.n / size, size}
}

// ascii appends ASCII text.
func (b *strBuilder) ascii(s string) { b.text(goText(s), 0x7F) }

// string appends text in WTF-8.
func (b *strBuilder) string(s string) {
	for i := 0; i < len(s); {
		if s[i] < 0x80 {
			b.rune(rune(s[i]))
			i++
			continue
		}
		r, n := unicode.DecodeRune(s[i:])
		b.rune(r)
		i += n
	}
}

// text appends a view's elements; wide must have the kind of the widest.
func (b *strBuilder) text(t text, wide rune) {
	b.wide |= wide
	if t.size > b.size {
		b.widen(t.size)
	}
	d := b.grow(t.n * b.size)
	t.copyTo(text{textOf(d).p, t.n, b.size})
}

// str appends a str.
func (b *strBuilder) str(h *Heap, v Value) { b.text(h.strText(v), h.strWide(v)) }

// repeat appends a code point n times.
func (b *strBuilder) repeat(r rune, n int) {
	for range n {
		b.rune(r)
	}
}

// len returns the number of code points so far.
func (b *strBuilder) len() int { return b.n / max(b.size, 1) }

// value makes a str of what was collected.
func (b *strBuilder) value(h *Heap) Value { return h.strFrom(b.view(), b.wide) }

// strWide returns a code point of the widest kind that a str may hold.
func (h *Heap) strWide(v Value) rune {
	switch aux := h.aux(v); {
	case aux&strASCII != 0:
		return 0x7F
	case aux&StrKindMask == 1:
		return 0xFF
	case aux&StrKindMask == 2:
		return 0xFFFF
	}
	return 0x10FFFF
}

// strFrom makes a str of a view's elements; wide has the kind of the widest.
// The view may be of another object: it stays valid.
func (h *Heap) strFrom(t text, wide rune) Value {
	switch {
	case t.n == 0:
		return h.emptyStr
	case t.n == 1 && wide < 0x100:
		return h.latin1[t.at(0)]
	}
	v := h.newStr(t.n, wide)
	t.copyTo(h.strText(v))
	return v
}

// strOf makes a str of a view's elements, the narrowest that holds them.
func (h *Heap) strOf(t text) Value { return h.strFrom(t, t.widest()) }

// strSub returns the code points of a str from lo up to hi, which must be in
// range, as a str.
func (h *Heap) strSub(v Value, lo, hi int) Value {
	switch {
	case lo >= hi:
		return h.emptyStr
	case hi-lo == h.StrLen(v):
		return v
	}
	if h.strIsASCII(v) {
		if hi-lo == 1 {
			return h.latin1[h.Bytes(v, OffStrData, hi)[lo]]
		}
		r := h.newStr(hi-lo, 0x7F)
		copy(h.Bytes(r, OffStrData, hi-lo), h.Bytes(v, OffStrData+uintptr(lo), hi-lo))
		return r
	}
	return h.strOf(h.strText(v).slice(lo, hi))
}

// StrSlice returns v[start:stop:step] of a str; bounds count as in a slice
// expression, step is not 0.
func (h *Heap) StrSlice(v Value, start, stop, step int) Value {
	start, _, n := adjustIndices(h.StrLen(v), start, stop, step)
	return h.strSlice(v, start, step, n)
}

// strSlice returns n code points of a str: start, start+step, and so on.
func (h *Heap) strSlice(v Value, start, step, n int) Value {
	switch {
	case n == 0:
		return h.emptyStr
	case n == 1:
		return h.StrChar(v, start)
	case step == 1:
		return h.strSub(v, start, start+n)
	}
	t := h.strText(v)
	wide := h.strWide(v)
	if wide > 0x7F {
		wide = 0
		for i, at := 0, start; i < n; i, at = i+1, at+step {
			wide |= t.at(at)
		}
	}
	r := h.newStr(n, wide)
	d := h.strText(r)
	if t.size == 1 {
		stride(d.raw(), t.raw(), start, step)
		return r
	}
	for i, at := 0, start; i < n; i, at = i+1, at+step {
		d.put(i, t.at(at))
	}
	return r
}

// stride fills d with the elements start, start+step, … of s.
func stride[T any](d, s []T, start, step int) {
	for i := range d {
		d[i] = s[start+i*step]
	}
}

// StrChar returns the code point at i, which must be in range, as a str.
func (h *Heap) StrChar(v Value, i int) Value {
	r := h.StrAt(v, i)
	if r < 0x100 {
		return h.latin1[r]
	}
	return h.strFrom(h.strText(v).slice(i, i+1), r)
}

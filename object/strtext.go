package object

import (
	"fmt"
	"unsafe"
)

// newText makes a str of WTF-8.
func (h *Heap) newText(b []byte) Value { return h.NewStr(unsafe.String(unsafe.SliceData(b), len(b))) }

// appendSlice appends the characters i to j of a str in WTF-8.
func (h *Heap) appendSlice(b []byte, v Value, i, j int) []byte {
	switch {
	case i >= j:
	case h.StrIsASCII(v):
		b = append(b, h.strBytes(v)[i:j]...)
	case i == 0 && j == h.StrLen(v):
		b = h.appendWTF8(b, v)
	default:
		for ; i < j; i++ {
			b = appendRuneWTF8(b, h.StrAt(v, i))
		}
	}
	return b
}

// ASCII is ascii(v): repr with all but ASCII escaped.
func (h *Heap) ASCII(v Value) (Value, error) {
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

package object

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/unicode"
)

// NewText makes a str of WTF-8.
func (h *Heap) NewText(b []byte) Value { return h.NewStr(unsafe.String(unsafe.SliceData(b), len(b))) }

// substring returns the characters i to j of a str as a str.
func (h *Heap) substring(v Value, i, j int) Value {
	b := h.appendSlice(h.takeBuf(), v, i, j)
	r := h.NewText(b)
	h.putBuf(b)
	return r
}

// appendSlice appends the characters i to j of a str in WTF-8.
func (h *Heap) appendSlice(b []byte, v Value, i, j int) []byte {
	switch {
	case i >= j:
	case h.strIsASCII(v):
		b = append(b, h.strBytes(v)[i:j]...)
	case i == 0 && j == h.StrLen(v):
		b = h.appendWTF8(b, v)
	default:
		for ; i < j; i++ {
			b = unicode.AppendRune(b, h.StrAt(v, i))
		}
	}
	return b
}

package lib

import (
	"encoding/binary"
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/unicode"
)

// jsonWriter collects text in WTF-8.
type jsonWriter struct{ output }

// str appends a str as it is.
func (w *jsonWriter) str(v object.Value) {
	if data, ok := w.h.ASCIIData(v); ok {
		w.room(len(data))
		w.b = append(w.b, data...)
		return
	}
	w.room(w.h.StrLen(v))
	w.b = w.h.AppendStr(w.b, v)
}

// value makes a str of the text.
func (w *jsonWriter) value() object.Value {
	if unicode.IsASCII(w.b) {
		return w.h.NewASCII(w.b)
	}
	return w.h.NewStr(unsafe.String(unsafe.SliceData(w.b), len(w.b)))
}

// jsonShort are the characters with an escape of two, and its second.
var jsonShort = map[rune]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// jsonEscaped says which bytes of ASCII text have escapes.
var jsonEscaped = func() (t [256]bool) {
	for i := range t {
		t[i] = i < ' '
	}
	t['"'], t['\\'] = true, true
	return t
}()

// quoted appends a str in quotes, with escapes: all of it ASCII, or only what must be escaped.
func (w *jsonWriter) quoted(v object.Value, ascii bool) {
	h := w.h
	w.room(h.StrLen(v) + 2)
	w.b = append(w.b, '"')
	if data, ok := h.ASCIIData(v); ok {
		from := 0
		for i := jsonVerbatim(data); i < len(data); i++ {
			if c := data[i]; jsonEscaped[c] || c == 0x7F && ascii {
				w.room(i - from + 6)
				w.b = w.escape(append(w.b, data[from:i]...), rune(c))
				from = i + 1
			}
		}
		w.room(len(data) - from + 1)
		w.b = append(append(w.b, data[from:]...), '"')
		return
	}
	for i := range h.StrLen(v) {
		h.CheckStopAt(i)
		w.room(12)
		switch c := h.StrAt(v, i); {
		case c < 0x7F && !jsonEscaped[c]:
			w.b = append(w.b, byte(c))
		case c < 0x7F || ascii:
			w.b = w.escape(w.b, c)
		default:
			w.b = unicode.AppendRune(w.b, c)
		}
	}
	w.add(`"`)
}

// jsonVerbatim returns how many bytes of ASCII text surely have no escapes, eight at a time.
func jsonVerbatim(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		if w := binary.LittleEndian.Uint64(b[i:]); endsIn(w)|(w+eachByte)&eachHigh != 0 { // or 0x7F, which one more makes 0x80
			break
		}
	}
	return i
}

// escape appends an escape.
func (w *jsonWriter) escape(b []byte, c rune) []byte {
	if short := jsonShort[c]; short != 0 {
		return append(b, '\\', short)
	}
	if c >= 0x10000 {
		c -= 0x10000
		return w.escape(w.escape(b, 0xD800|c>>10), 0xDC00|c&0x3FF)
	}
	const digits = "0123456789abcdef"
	return append(b, '\\', 'u', digits[c>>12], digits[c>>8&15], digits[c>>4&15], digits[c&15])
}

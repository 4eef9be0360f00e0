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
var jsonShort = [128]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

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
	if data, ok := h.ASCIIData(v); ok {
		w.room(len(data) + 2)
		w.b = append(w.b, '"')
		from := 0
		for i := jsonVerbatim(data); i < len(data); i++ {
			if c := data[i]; jsonEscaped[c] || c == 0x7F && ascii {
				w.room(len(data) - from + 8)
				w.b = w.escape(append(w.b, data[from:i]...), rune(c))
				from = i + 1
			}
		}
		w.b = append(append(w.b, data[from:]...), '"')
		return
	}
	w.add(`"`)
	v = h.Plain(v)
	switch h.StrKind(v) {
	case 1:
		quotedWide(w, h.Str1(v), ascii)
	case 2:
		quotedWide(w, h.Str2(v), ascii)
	default:
		quotedWide(w, h.Str4(v), ascii)
	}
	w.add(`"`)
}

// quotedWide appends characters of which some are no ASCII.
func quotedWide[T uint8 | uint16 | uint32](w *jsonWriter, chars []T, ascii bool) {
	const most = 12 // bytes of a character
	for len(chars) > 0 {
		part := chars[:min(len(chars), 1<<10)]
		chars = chars[len(part):]
		w.h.CheckStop()
		w.room(most * len(part))
		for _, c := range part {
			switch {
			case c < 0x7F && !jsonEscaped[c]:
				w.b = append(w.b, byte(c))
			case c < 0x7F || ascii:
				w.b = w.escape(w.b, rune(c))
			default:
				w.b = unicode.AppendRune(w.b, rune(c))
			}
		}
	}
}

// jsonVerbatim returns how many bytes of ASCII text surely have no escapes, eight at a time.
func jsonVerbatim(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		if mayEscape(binary.LittleEndian.Uint64(b[i:])) {
			return i
		}
	}
	switch n := len(b); n - i { // the others, some of them twice
	case 0:
		return n
	case 1, 2, 3:
		if !mayEscape(' '*eachByte ^ uint64(b[i]^' ') ^ uint64(b[(i+n)>>1]^' ')<<8 ^ uint64(b[n-1]^' ')<<16) {
			return n
		}
	default:
		if !mayEscape(uint64(binary.LittleEndian.Uint32(b[i:])) | uint64(binary.LittleEndian.Uint32(b[n-4:]))<<32) {
			return n
		}
	}
	return i
}

// mayEscape reports whether one of eight bytes of ASCII has an escape, or is 0x7F, which one more makes 0x80.
func mayEscape(w uint64) bool { return endsIn(w)|(w+eachByte)&eachHigh != 0 }

// escape appends an escape.
func (w *jsonWriter) escape(b []byte, c rune) []byte {
	if c < rune(len(jsonShort)) && jsonShort[c] != 0 {
		return append(b, '\\', jsonShort[c])
	}
	if c >= 0x10000 {
		c -= 0x10000
		return w.escape(w.escape(b, 0xD800|c>>10), 0xDC00|c&0x3FF)
	}
	const digits = "0123456789abcdef"
	return append(b, '\\', 'u', digits[c>>12], digits[c>>8&15], digits[c>>4&15], digits[c&15])
}

package object

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/textfmt"
)

// parsedSpec is a specification that has been parsed, for values whose conversion is conv
// where it names none. It holds while the str is what it was: a str that is appended to in
// place gets longer, and a collection, behind which its word may be another's, drops all.
type parsedSpec struct {
	spec Value
	n    int
	conv rune
	f    textfmt.Spec
}

// parseSpec parses a specification for a value of the named type; most are constants, and
// have been parsed before.
func (h *Heap) parseSpec(spec Value, typeName string, conv rune, align byte) (f textfmt.Spec, err error) {
	n, at := h.StrLen(spec), &h.specs[uint64(spec)>>4%uint64(len(h.specs))]
	if at.spec == spec && at.n == n && at.conv == conv {
		return at.f, nil
	}
	var store [64]rune
	text := store[:0]
	for i := range n {
		text = append(text, h.StrAt(spec, i))
	}
	if f, err = textfmt.ParseSpec(text, typeName, conv, align); err != nil {
		return f, h.badSpec(err)
	}
	*at = parsedSpec{spec, n, conv, f}
	return f, nil
}

// badSpec raises the error of a specification.
func (h *Heap) badSpec(err error) error { return h.Raise(ValueErrorType, "%s", err) }

// unknownConv raises the error for a type that a value does not have.
func (h *Heap) unknownConv(conv rune, typeName string) error {
	return h.badSpec(textfmt.UnknownConv(conv, typeName))
}

// formatStr is the Format slot of str.
func (h *Heap) formatStr(v, spec Value) (Value, error) {
	if h.StrLen(spec) == 0 {
		return v, nil
	}
	f, err := h.parseSpec(spec, h.TypeName(v), 's', '<')
	if err != nil {
		return Null, err
	}
	if f.Conv != 's' {
		return Null, h.unknownConv(f.Conv, h.TypeName(v))
	}
	refused := ""
	switch {
	case f.Sign == ' ':
		refused = "Space not"
	case f.Sign != 0:
		refused = "Sign not"
	case f.NoNegZero:
		refused = "Negative zero coercion (z) not"
	case f.Alt:
		refused = "Alternate form (#) not"
	case f.Align == '=':
		refused = "'=' alignment not"
	}
	if refused != "" {
		return Null, h.Raise(ValueErrorType, "%s allowed in string format specifier", refused)
	}
	return h.padStr(v, &f), nil
}

// padStr returns a str cut to the precision and padded to the width.
func (h *Heap) padStr(v Value, f *textfmt.Spec) Value {
	n := h.StrLen(v)
	if f.Prec >= 0 && f.Prec < n {
		n = f.Prec
	}
	if n == h.StrLen(v) && f.Width <= n {
		return v
	}
	left, right := f.Padding(n)
	h.checkSize(n + left + right)
	if h.strIsASCII(v) && f.Fill < 0x80 && n+left+right > 1 {
		r := h.newStr(n+left+right, 0x7F)
		d := h.strBytes(r)
		fillBytes(d[:left], byte(f.Fill))
		copy(d[left:], h.strBytes(v)[:n])
		fillBytes(d[left+n:], byte(f.Fill))
		return r
	}
	rs := make([]rune, 0, n+left+right)
	rs = appendFill(rs, f.Fill, left)
	for i := range n {
		rs = append(rs, h.StrAt(v, i))
	}
	return h.NewStrRunes(appendFill(rs, f.Fill, right))
}

// checkSize panics with heap.OutOfMemory for a text of n characters that could not
// be in the heap, before Go memory is spent on it.
func (h *Heap) checkSize(n int) {
	if uint64(n) > uint64(h.Limit()) {
		panic(heap.OutOfMemory{Size: uintptr(n)})
	}
}

func fillBytes(b []byte, c byte) {
	for i := range b {
		b[i] = c
	}
}

func appendFill(rs []rune, c rune, n int) []rune {
	for range n {
		rs = append(rs, c)
	}
	return rs
}

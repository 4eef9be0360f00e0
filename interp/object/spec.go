package object

import (
	"fmt"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/unicode"
)

// The format specification mini-language (CPython: Python/formatter_unicode.c):
//
//	[[fill]align][sign][z][#][0][width][grouping][.precision[grouping]][type]

// formatSpec is a parsed format specification. Numbers are −1 and characters 0
// where the text has none, but for fill, align and conv, which have defaults.
type formatSpec struct {
	fill      rune
	align     byte // < > = ^
	sign      byte // + - space
	noNegZero bool // z
	alt       bool // #
	width     int
	group     byte // , _
	prec      int
	fracGroup byte // , _
	conv      rune // the type
}

// maxFormatNumber bounds widths and precisions, as CPython's Py_ssize_t does.
const maxFormatNumber = 1<<63 - 1

// specReader reads a specification's characters.
type specReader struct {
	h    *Heap
	spec Value
	pos  int
	n    int
}

// at returns the i-th character from here, −1 past the end.
func (r *specReader) at(i int) rune {
	if r.pos+i >= r.n {
		return -1
	}
	return r.h.StrAt(r.spec, r.pos+i)
}

// accept skips c if it comes next.
func (r *specReader) accept(c rune) bool {
	if r.at(0) != c {
		return false
	}
	r.pos++
	return true
}

// number reads decimal digits of any script; found is false if there are none.
func (r *specReader) number() (n int, found bool, err error) {
	for {
		c := r.at(0)
		d := -1
		if c >= 0 {
			d = unicode.DecimalValue(c)
		}
		if d < 0 {
			return n, found, nil
		}
		if n > (maxFormatNumber-d)/10 {
			return 0, false, r.h.Raise(ValueErrorType, "Too many decimal digits in format string")
		}
		n, found = n*10+d, true
		r.pos++
	}
}

func isAlign(c rune) bool { return c == '<' || c == '>' || c == '=' || c == '^' }

// parsedSpec is a specification that has been parsed, for values whose conversion is conv
// where it names none. It holds while the str is what it was: a str that is appended to in
// place gets longer, and a collection, behind which its word may be another's, drops all.
type parsedSpec struct {
	spec Value
	n    int
	conv rune
	f    formatSpec
}

// parseSpec parses a specification for a value of the named type; most are constants, and
// have been parsed before.
func (h *Heap) parseSpec(spec Value, typeName string, conv rune, align byte) (f formatSpec, err error) {
	n, at := h.StrLen(spec), &h.specs[uint64(spec)>>4%uint64(len(h.specs))]
	if at.spec == spec && at.n == n && at.conv == conv {
		return at.f, nil
	}
	if f, err = h.readSpec(spec, typeName, conv, align); err == nil {
		*at = parsedSpec{spec, n, conv, f}
	}
	return f, err
}

func (h *Heap) readSpec(spec Value, typeName string, conv rune, align byte) (f formatSpec, err error) {
	r := specReader{h: h, spec: spec, n: h.StrLen(spec)}
	f = formatSpec{fill: ' ', align: align, width: -1, prec: -1, conv: conv}
	aligned, filled := false, false
	switch {
	case isAlign(r.at(1)):
		f.fill, f.align = r.at(0), byte(r.at(1))
		aligned, filled = true, true
		r.pos += 2
	case isAlign(r.at(0)):
		f.align = byte(r.at(0))
		aligned = true
		r.pos++
	}
	switch c := r.at(0); c {
	case '+', '-', ' ':
		f.sign = byte(c)
		r.pos++
	}
	f.noNegZero = r.accept('z')
	f.alt = r.accept('#')
	if !filled && r.accept('0') {
		f.fill = '0'
		if !aligned && align == '>' {
			f.align = '='
		}
	}
	if f.width, err = r.optional(); err != nil {
		return f, err
	}
	if f.group, err = r.grouping(); err != nil {
		return f, err
	}
	if err = r.precision(&f); err != nil {
		return f, err
	}
	switch r.n - r.pos {
	case 0:
	case 1:
		f.conv = r.at(0)
	default:
		return f, h.Raise(ValueErrorType, "Invalid format specifier '%s' for object of type '%s'", h.GoString(spec), typeName)
	}
	return f, h.checkGrouping(&f)
}

// optional is number, with −1 for none.
func (r *specReader) optional() (int, error) {
	n, found, err := r.number()
	if !found {
		n = -1
	}
	return n, err
}

// grouping reads a separator of digit groups.
func (r *specReader) grouping() (byte, error) {
	sep := byte(0)
	if r.accept(',') {
		sep = ','
	}
	if r.at(0) == '_' {
		if sep != 0 {
			return 0, r.bothSeparators()
		}
		r.pos++
		sep = '_'
	}
	if sep == '_' && r.at(0) == ',' {
		return 0, r.bothSeparators()
	}
	return sep, nil
}

func (r *specReader) bothSeparators() error {
	return r.h.Raise(ValueErrorType, "Cannot specify both ',' and '_'.")
}

// precision reads what follows a point, if there is one.
func (r *specReader) precision(f *formatSpec) (err error) {
	if !r.accept('.') {
		return nil
	}
	if f.prec, err = r.optional(); err != nil {
		return err
	}
	if f.fracGroup, err = r.grouping(); err != nil {
		return err
	}
	if f.prec < 0 && f.fracGroup == 0 {
		return r.h.Raise(ValueErrorType, "Format specifier missing precision")
	}
	return nil
}

// checkGrouping refuses separators that do not go with the type.
func (h *Heap) checkGrouping(f *formatSpec) error {
	if f.group != 0 {
		switch f.conv {
		case 'd', 'e', 'f', 'g', 'E', 'G', '%', 'F', 0:
		case 'b', 'o', 'x', 'X':
			if f.group == ',' {
				return h.badSeparator(f.group, f.conv)
			}
		default:
			return h.badSeparator(f.group, f.conv)
		}
	}
	if f.fracGroup != 0 && f.conv == 'n' {
		return h.badSeparator(f.fracGroup, f.conv)
	}
	return nil
}

func (h *Heap) badSeparator(sep byte, conv rune) error {
	return h.Raise(ValueErrorType, "Cannot specify '%c' with '%s'.", sep, showConv(conv))
}

// unknownConv raises the error for a type that a value does not have.
func (h *Heap) unknownConv(conv rune, typeName string) error {
	return h.Raise(ValueErrorType, "Unknown format code '%s' for object of type '%s'", showConv(conv), typeName)
}

func showConv(c rune) string {
	if c > 32 && c < 128 {
		return string(c)
	}
	return fmt.Sprintf(`\x%x`, c)
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
	if f.conv != 's' {
		return Null, h.unknownConv(f.conv, h.TypeName(v))
	}
	refused := ""
	switch {
	case f.sign == ' ':
		refused = "Space not"
	case f.sign != 0:
		refused = "Sign not"
	case f.noNegZero:
		refused = "Negative zero coercion (z) not"
	case f.alt:
		refused = "Alternate form (#) not"
	case f.align == '=':
		refused = "'=' alignment not"
	}
	if refused != "" {
		return Null, h.Raise(ValueErrorType, "%s allowed in string format specifier", refused)
	}
	return h.padStr(v, &f), nil
}

// padStr returns a str cut to the precision and padded to the width.
func (h *Heap) padStr(v Value, f *formatSpec) Value {
	n := h.StrLen(v)
	if f.prec >= 0 && f.prec < n {
		n = f.prec
	}
	if n == h.StrLen(v) && f.width <= n {
		return v
	}
	left, right := f.padding(n)
	h.checkSize(n + left + right)
	if h.StrIsASCII(v) && f.fill < 0x80 && n+left+right > 1 {
		r := h.newStr(n+left+right, 0x7F)
		d := h.strBytes(r)
		fillBytes(d[:left], byte(f.fill))
		copy(d[left:], h.strBytes(v)[:n])
		fillBytes(d[left+n:], byte(f.fill))
		return r
	}
	rs := make([]rune, 0, n+left+right)
	rs = appendFill(rs, f.fill, left)
	for i := range n {
		rs = append(rs, h.StrAt(v, i))
	}
	return h.NewStrRunes(appendFill(rs, f.fill, right))
}

// padding returns how many fill characters go left and right of n characters.
// Padding after the sign (=) counts as none: numbers do that by themselves.
func (f *formatSpec) padding(n int) (left, right int) {
	total := max(f.width-n, 0)
	switch f.align {
	case '>':
		left = total
	case '^':
		left = total / 2
	}
	return left, total - left
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

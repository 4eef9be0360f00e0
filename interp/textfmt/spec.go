package textfmt

import (
	"fmt"

	"github.com/tier2go/tier2/interp/unicode"
)

// Spec is a parsed format specification (CPython: Python/formatter_unicode.c):
//
//	[[fill]align][sign][z][#][0][width][grouping][.precision[grouping]][type]
//
// Numbers are −1 and characters 0 where the text has none, but for Fill, Align and
// Conv, which have defaults.
type Spec struct {
	Fill      rune
	Align     byte // < > = ^
	Sign      byte // + - space
	NoNegZero bool // z
	Alt       bool // #
	Width     int
	Group     byte // , _
	Prec      int
	FracGroup byte // , _
	Conv      rune // the type
}

// A SpecError is the message of the ValueError of a format specification.
type SpecError string

// Error implements error.
func (e SpecError) Error() string { return string(e) }

// MaxNumber bounds widths and precisions, as CPython's Py_ssize_t does.
const MaxNumber = 1<<63 - 1

// specReader reads a specification's characters.
type specReader struct {
	spec []rune
	pos  int
}

// at returns the i-th character from here, −1 past the end.
func (r *specReader) at(i int) rune {
	if r.pos+i >= len(r.spec) {
		return -1
	}
	return r.spec[r.pos+i]
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
		if n > (MaxNumber-d)/10 {
			return 0, false, SpecError("Too many decimal digits in format string")
		}
		n, found = n*10+d, true
		r.pos++
	}
}

func isAlign(c rune) bool { return c == '<' || c == '>' || c == '=' || c == '^' }

// ParseSpec parses a specification for a value of the named type. conv and align are
// those of a text that names none. The error is a SpecError.
func ParseSpec(spec []rune, typeName string, conv rune, align byte) (f Spec, err error) {
	r := specReader{spec: spec}
	f = Spec{Fill: ' ', Align: align, Width: -1, Prec: -1, Conv: conv}
	aligned, filled := false, false
	switch {
	case isAlign(r.at(1)):
		f.Fill, f.Align = r.at(0), byte(r.at(1))
		aligned, filled = true, true
		r.pos += 2
	case isAlign(r.at(0)):
		f.Align = byte(r.at(0))
		aligned = true
		r.pos++
	}
	switch c := r.at(0); c {
	case '+', '-', ' ':
		f.Sign = byte(c)
		r.pos++
	}
	f.NoNegZero = r.accept('z')
	f.Alt = r.accept('#')
	if !filled && r.accept('0') {
		f.Fill = '0'
		if !aligned && align == '>' {
			f.Align = '='
		}
	}
	if f.Width, err = r.optional(); err != nil {
		return f, err
	}
	if f.Group, err = r.grouping(); err != nil {
		return f, err
	}
	if err = r.precision(&f); err != nil {
		return f, err
	}
	switch len(spec) - r.pos {
	case 0:
	case 1:
		f.Conv = r.at(0)
	default:
		return f, SpecError(fmt.Sprintf("Invalid format specifier '%s' for object of type '%s'", appendRunes(nil, spec), typeName))
	}
	return f, f.checkGrouping()
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
	return SpecError("Cannot specify both ',' and '_'.")
}

// precision reads what follows a point, if there is one.
func (r *specReader) precision(f *Spec) (err error) {
	if !r.accept('.') {
		return nil
	}
	if f.Prec, err = r.optional(); err != nil {
		return err
	}
	if f.FracGroup, err = r.grouping(); err != nil {
		return err
	}
	if f.Prec < 0 && f.FracGroup == 0 {
		return SpecError("Format specifier missing precision")
	}
	return nil
}

// checkGrouping refuses separators that do not go with the type.
func (f *Spec) checkGrouping() error {
	if f.Group != 0 {
		switch f.Conv {
		case 'd', 'e', 'f', 'g', 'E', 'G', '%', 'F', 0:
		case 'b', 'o', 'x', 'X':
			if f.Group == ',' {
				return badSeparator(f.Group, f.Conv)
			}
		default:
			return badSeparator(f.Group, f.Conv)
		}
	}
	if f.FracGroup != 0 && f.Conv == 'n' {
		return badSeparator(f.FracGroup, f.Conv)
	}
	return nil
}

func badSeparator(sep byte, conv rune) error {
	return SpecError(fmt.Sprintf("Cannot specify '%c' with '%s'.", sep, showConv(conv)))
}

// UnknownConv is the error for a type that a value does not have.
func UnknownConv(conv rune, typeName string) error {
	return SpecError(fmt.Sprintf("Unknown format code '%s' for object of type '%s'", showConv(conv), typeName))
}

func showConv(c rune) string {
	if c > 32 && c < 128 {
		return string(c)
	}
	return fmt.Sprintf(`\x%x`, c)
}

// Padding returns how many fill characters go left and right of n characters.
// Padding after the sign (=) counts as none: numbers do that by themselves.
func (f *Spec) Padding(n int) (left, right int) {
	total := max(f.Width-n, 0)
	switch f.Align {
	case '>':
		left = total
	case '^':
		left = total / 2
	}
	return left, total - left
}

// appendRunes appends characters in WTF-8.
func appendRunes(b []byte, rs []rune) []byte {
	for _, r := range rs {
		b = unicode.AppendRune(b, r)
	}
	return b
}

package object

import (
	"fmt"

	"github.com/tier2go/tier2/interp/textfmt"
	"github.com/tier2go/tier2/interp/unicode"
)

// str.format and str.format_map (CPython: Objects/stringlib/unicode_format.h).
// A format string is literal text with fields {name!conversion:spec}; spec may
// hold fields itself, one level deep.

// strFormat is self.format(*args, **kwargs): args ends with one value for each
// name of kwnames (a tuple of str, or Null).
func (h *Heap) strFormat(self Value, args []Value, kwnames Value) (Value, error) {
	f := formatter{h: h, kwnames: kwnames, mapping: Null, positional: true, args: args}
	if kwnames != Null {
		n := len(args) - h.TupleLen(kwnames)
		f.args, f.kwargs = args[:n], args[n:]
	}
	return f.build(self, 0, h.StrLen(self), 2)
}

// strFormatMap is self.format_map(mapping).
func (h *Heap) strFormatMap(self, mapping Value) (Value, error) {
	f := formatter{h: h, kwnames: Null, mapping: mapping}
	return f.build(self, 0, h.StrLen(self), 2)
}

// strFormatMethods are format and format_map, for str's method table.
var strFormatMethods = []Builtin{
	{Name: "format", Arity: Varied, FnKw: (*Heap).strFormat},
	{Name: "format_map", Arity: O, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		return h.strFormatMap(self, args[0])
	}},
}

// formatter is one call of format. It must stay on the Go stack, where the
// collector finds its Values (TestFormatStatesStayOnStack).
type formatter struct {
	h          *Heap
	positional bool // args may be used: not in format_map
	args       []Value
	kwargs     []Value // values of kwnames
	kwnames    Value
	mapping    Value // of format_map, or Null

	numbering numbering
	next      int // the next automatic number
}

type numbering uint8

// How fields without a name are numbered: all by themselves or none.
const (
	numberingUnknown numbering = iota
	numberingAuto
	numberingManual
)

// formatField is one field as it stands in the text: ranges of positions.
type formatField struct {
	name, nameEnd int
	spec, specEnd int
	nested        bool // spec has fields
	conversion    rune // 0: none
}

// build formats the characters from pos to end; depth counts the levels left.
func (f *formatter) build(text Value, pos, end, depth int) (Value, error) {
	h := f.h
	if depth == 0 {
		return Null, h.Raise(ValueErrorType, "Max string recursion exceeded")
	}
	out := h.takeBuf()
	for pos < end {
		p, err := f.piece(text, &pos, end)
		if err != nil {
			return Null, err
		}
		out = h.appendSlice(out, text, p.literal, p.literalEnd)
		if !p.field {
			continue
		}
		v, err := f.render(text, &p.formatField, depth)
		if err != nil {
			return Null, err
		}
		out = h.appendSlice(out, v, 0, h.StrLen(v))
	}
	r := h.NewText(out)
	h.putBuf(out)
	return r, nil
}

// formatPiece is literal text, which ends behind the first of two doubled braces, and
// the field behind it, if there is one.
type formatPiece struct {
	literal, literalEnd int
	field               bool
	formatField
}

// piece reads what follows at a position that is not the end
// (MarkupIterator_next).
func (f *formatter) piece(text Value, at *int, end int) (p formatPiece, err error) {
	h, pos, brace := f.h, *at, rune(0)
	p.literal = pos
	for pos < end && brace == 0 {
		if c := h.StrAt(text, pos); c == '{' || c == '}' {
			brace = c
		}
		pos++
	}
	p.literalEnd, *at = pos, pos
	if brace == 0 {
		return p, nil
	}
	atEnd := pos == end
	switch {
	case !atEnd && h.StrAt(text, pos) == brace:
		*at++
		return p, nil
	case brace == '}':
		return p, h.Raise(ValueErrorType, "Single '}' encountered in format string")
	case atEnd:
		return p, h.Raise(ValueErrorType, "Single '{' encountered in format string")
	}
	p.literalEnd--
	p.field = true
	*at, err = f.parse(text, pos, end, &p.formatField)
	return p, err
}

// parse reads a field behind its opening brace and returns the position behind
// the closing one.
func (f *formatter) parse(text Value, pos, end int, d *formatField) (int, error) {
	h := f.h
	fail := func(msg string) (int, error) { return 0, h.RaiseWith(ValueErrorType, h.NewStr(msg)) }
	d.name = pos
	c := rune(0)
	for pos < end {
		c = h.StrAt(text, pos)
		pos++
		if c == '{' {
			return fail("unexpected '{' in field name")
		}
		if c == '[' {
			for pos < end && h.StrAt(text, pos) != ']' {
				pos++
			}
		}
		if c == '}' || c == ':' || c == '!' {
			break
		}
	}
	d.nameEnd = pos - 1
	switch c {
	case '}':
		return pos, nil
	case '!':
		if pos == end {
			return fail("end of string while looking for conversion specifier")
		}
		d.conversion = h.StrAt(text, pos)
		pos++
		if pos < end {
			c = h.StrAt(text, pos)
			pos++
			if c == '}' {
				return pos, nil
			}
			if c != ':' {
				return fail("expected ':' after conversion specifier")
			}
		}
	case ':':
	default:
		return fail("expected '}' before end of string")
	}
	d.spec = pos
	for open := 1; pos < end; {
		c = h.StrAt(text, pos)
		pos++
		switch c {
		case '{':
			d.nested = true
			open++
		case '}':
			if open--; open == 0 {
				d.specEnd = pos - 1
				return pos, nil
			}
		}
	}
	return fail("unmatched '{' in format spec")
}

// render formats a field's value.
func (f *formatter) render(text Value, d *formatField, depth int) (v Value, err error) {
	h := f.h
	if v, err = f.value(text, d.name, d.nameEnd); err != nil {
		return Null, err
	}
	switch d.conversion {
	case 0:
	case 'r':
		v, err = h.Repr(v)
	case 's':
		v, err = h.Str(v)
	case 'a':
		v, err = h.Ascii(v)
	default:
		return Null, h.Raise(ValueErrorType, "Unknown conversion specifier %s", showConversion(d.conversion))
	}
	if err != nil {
		return Null, err
	}
	spec := Null
	switch {
	case d.nested:
		if spec, err = f.build(text, d.spec, d.specEnd, depth-1); err != nil {
			return Null, err
		}
	case d.spec < d.specEnd:
		spec = h.substring(text, d.spec, d.specEnd)
	}
	return h.Format(v, spec)
}

func showConversion(c rune) string {
	if c > 32 && c < 127 {
		return string(c)
	}
	return fmt.Sprintf(`\x%x`, c)
}

// value evaluates a field's name: a number or a key, then .attributes and
// [items].
func (f *formatter) value(text Value, pos, end int) (Value, error) {
	first := pos
	pos = f.nameEnd(text, pos, end)
	v, err := f.first(text, first, pos)
	for err == nil && pos < end {
		var key Value
		var attr bool
		if key, attr, pos, err = f.step(text, pos, end); err != nil {
			break
		}
		if attr {
			v, err = f.h.GetAttr(v, key)
		} else {
			v, err = f.h.GetItem(v, key)
		}
	}
	return v, err
}

// nameEnd returns where a part of a field's name ends: at the next attribute or item.
func (f *formatter) nameEnd(text Value, pos, end int) int {
	for pos < end {
		if c := f.h.StrAt(text, pos); c == '.' || c == '[' {
			break
		}
		pos++
	}
	return pos
}

// first returns the value of the name before any attribute or item.
func (f *formatter) first(text Value, pos, end int) (Value, error) {
	h := f.h
	n, err := f.index(text, pos, end)
	if err != nil {
		return Null, err
	}
	empty := pos == end
	if empty || n >= 0 {
		if err := f.checkNumbering(empty); err != nil {
			return Null, err
		}
	}
	switch {
	case empty:
		n = f.next
		f.next++
	case n < 0:
		return f.named(h.substring(text, pos, end))
	}
	if !f.positional {
		return Null, h.Raise(ValueErrorType, "Format string contains positional fields")
	}
	if n >= len(f.args) {
		return Null, h.Raise(IndexErrorType, "Replacement index %d out of range for positional args tuple", n)
	}
	return f.args[n], nil
}

// checkNumbering refuses a mix of numbered and unnumbered fields.
func (f *formatter) checkNumbering(empty bool) error {
	want, msg := numberingManual, "cannot switch from automatic field numbering to manual field specification"
	if empty {
		want, msg = numberingAuto, "cannot switch from manual field specification to automatic field numbering"
	}
	if f.numbering == numberingUnknown {
		f.numbering = want
	}
	if f.numbering != want {
		return f.h.RaiseWith(ValueErrorType, f.h.NewStr(msg))
	}
	return nil
}

// index returns the number that a name is, −1 if it is none.
func (f *formatter) index(text Value, pos, end int) (int, error) {
	if pos == end {
		return -1, nil
	}
	n := 0
	for ; pos < end; pos++ {
		d := unicode.DecimalValue(f.h.StrAt(text, pos))
		if d < 0 {
			return -1, nil
		}
		if n > (textfmt.MaxNumber-d)/10 {
			return -1, f.h.Raise(ValueErrorType, "Too many decimal digits in format string")
		}
		n = n*10 + d
	}
	return n, nil
}

// named returns the keyword argument or the mapping's value for a key.
func (f *formatter) named(key Value) (Value, error) {
	h := f.h
	if f.mapping != Null {
		return h.GetItem(f.mapping, key)
	}
	for i := range f.kwargs {
		if h.StrEqual(h.TupleItem(f.kwnames, i), key) {
			return f.kwargs[i], nil
		}
	}
	return Null, h.RaiseWith(KeyErrorType, key)
}

// step reads one attribute or item behind a field's first name and returns the
// position behind it.
func (f *formatter) step(text Value, pos, end int) (key Value, attr bool, next int, err error) {
	h := f.h
	fail := func(msg string) (Value, bool, int, error) {
		return Null, false, 0, h.RaiseWith(ValueErrorType, h.NewStr(msg))
	}
	start := pos + 1
	switch h.StrAt(text, pos) {
	case '.':
		if pos = f.nameEnd(text, start, end); pos == start {
			return fail("Empty attribute in format string")
		}
		return h.substring(text, start, pos), true, pos, nil
	case '[':
		for pos = start; pos < end && h.StrAt(text, pos) != ']'; {
			pos++
		}
		if pos == end {
			return fail("Missing ']' in format string")
		}
		n, err := f.index(text, start, pos)
		if err != nil {
			return Null, false, 0, err
		}
		if pos == start {
			return fail("Empty attribute in format string")
		}
		key := h.Int(int64(n))
		if n < 0 {
			key = h.substring(text, start, pos)
		}
		return key, false, pos + 1, nil
	}
	return fail("Only '.' or '[' may follow ']' in format field specifier")
}

// FormatPiece reads the piece of a format string at a position, which it moves: a
// tuple of the literal text and the field's name, specification and conversion (None
// where there is none); Null at the end. This is an item of what str.format and
// string.Formatter.parse go through.
func (h *Heap) FormatPiece(text Value, pos *int) (Value, error) {
	n := h.StrLen(text)
	if *pos >= n {
		return Null, nil
	}
	f := formatter{h: h, kwnames: Null, mapping: Null}
	p, err := f.piece(text, pos, n)
	if err != nil {
		return Null, err
	}
	literal := h.substring(text, p.literal, p.literalEnd)
	if !p.field {
		return h.NewTuple(literal, None, None, None), nil
	}
	conversion := None
	if p.conversion != 0 {
		conversion = h.NewStrRunes([]rune{p.conversion})
	}
	return h.NewTuple(literal, h.substring(text, p.name, p.formatField.nameEnd), h.substring(text, p.spec, p.specEnd), conversion), nil
}

// FormatName splits the first part off the name of a field: an int if it is a
// number, else a str. pos is where the rest begins (FormatStep).
func (h *Heap) FormatName(text Value) (first Value, pos int, err error) {
	f := formatter{h: h, kwnames: Null, mapping: Null}
	pos = f.nameEnd(text, 0, h.StrLen(text))
	n, err := f.index(text, 0, pos)
	if err != nil {
		return Null, 0, err
	}
	if n < 0 {
		return h.substring(text, 0, pos), pos, nil
	}
	return h.Int(int64(n)), pos, nil
}

// FormatStep reads the attribute or item at a position of a field's name, which it
// moves: a tuple of a bool, true for an attribute, and the name or number; Null at
// the end.
func (h *Heap) FormatStep(text Value, pos *int) (Value, error) {
	n := h.StrLen(text)
	if *pos >= n {
		return Null, nil
	}
	f := formatter{h: h, kwnames: Null, mapping: Null}
	key, attr, next, err := f.step(text, *pos, n)
	if err != nil {
		return Null, err
	}
	*pos = next
	return h.NewTuple(Bool(attr), key), nil
}

package pycode

import (
	"iter"
	"sort"
)

// Position is a place in the source: lines from 1, columns from 0 in bytes of
// UTF-8, the end exclusive. A part that is not known is -1.
type Position struct{ Line, EndLine, Col, EndCol int }

// Location is a run of code units that came from one place in the source.
type Location struct {
	Start, End int // code units
	Position
}

// lineStart begins a run of code units of one line.
type lineStart struct{ unit, line int32 }

// index decodes, once, what Line and HandlerAt search.
func (c *Code) index() {
	c.once.Do(func() {
		last, end := int32(-2), 0 // no line is -2
		for l := range c.Locations() {
			if line := int32(l.Line); line != last {
				c.lines = append(c.lines, lineStart{int32(l.Start), line})
				last = line
			}
			end = l.End
		}
		if end < len(c.Units) { // the table is shorter
			c.lines = append(c.lines, lineStart{int32(end), -1})
		}
		c.table = c.Handlers()
	})
}

// Line returns the source line of a code unit, and -1 where it has none.
// Instructions that the compiler added may have line 0 or none.
func (c *Code) Line(unit int) int {
	c.index()
	if unit < 0 || unit >= len(c.Units) {
		return -1
	}
	i := sort.Search(len(c.lines), func(i int) bool { return int(c.lines[i].unit) > unit })
	if i == 0 {
		return -1
	}
	return int(c.lines[i-1].line)
}

// Positions returns the source range of a code unit, an inline cache's being
// that of its instruction.
func (c *Code) Positions(unit int) Position {
	for l := range c.Locations() {
		if unit < l.End {
			if unit < l.Start {
				break
			}
			return l.Position
		}
	}
	return Position{-1, -1, -1, -1}
}

// The kinds of an entry of the line table (InternalDocs/code_objects.md). Those
// below are short forms: same line, columns in one more byte.
const (
	locOneLine0 = 10 // and 11, 12: the line advances by 0, 1, 2; columns in two bytes
	locNoCols   = 13
	locLong     = 14
	locNone     = 15
)

// Locations decodes the line table in order. It stops where the table ends, is
// cut off, or has described all code units.
func (c *Code) Locations() iter.Seq[Location] {
	return func(yield func(Location) bool) {
		r := varints{data: c.LineTable}
		line, start := c.FirstLine, 0
		for r.more() && start < len(c.Units) {
			first := int(r.byte())
			l := Location{Start: start, End: start + first&7 + 1}
			l.Position = r.location(first>>3&15, &line)
			if r.bad || !yield(l) {
				return
			}
			start = l.End
		}
	}
}

// location decodes the rest of an entry of that kind; line is the current line.
func (r *varints) location(kind int, line *int) Position {
	switch kind {
	case locNone:
		return Position{-1, -1, -1, -1}
	case locLong:
		*line += r.signed()
		return Position{*line, *line + r.low(), r.low() - 1, r.low() - 1}
	case locNoCols:
		*line += r.signed()
		return Position{*line, *line, -1, -1}
	case locOneLine0, locOneLine0 + 1, locOneLine0 + 2:
		*line += kind - locOneLine0
		return Position{*line, *line, int(r.byte()), int(r.byte())}
	}
	b := int(r.byte())
	col := kind<<3 | b>>4
	return Position{*line, *line, col, col + b&15}
}

// varints reads CPython's two encodings of integers in six bits a byte. Past the
// end it returns zeros and sets bad, as for a number that needs more than 31
// bits.
type varints struct {
	data []byte
	pos  int
	bad  bool
}

func (r *varints) more() bool { return r.pos < len(r.data) }

func (r *varints) byte() byte {
	if r.pos >= len(r.data) {
		r.bad = true
		return 0
	}
	r.pos++
	return r.data[r.pos-1]
}

// low reads a number whose lowest bits come first (line table).
func (r *varints) low() int {
	v, shift := uint64(0), 0
	for {
		b := r.byte()
		v |= uint64(b&63) << shift
		if b&64 == 0 {
			break
		}
		if shift += 6; shift > 30 {
			r.bad = true
			return 0
		}
	}
	return r.fit(v)
}

// signed reads a number of which the lowest bit is the sign.
func (r *varints) signed() int {
	v := r.low()
	if v&1 != 0 {
		return -(v >> 1)
	}
	return v >> 1
}

// high reads a number whose highest bits come first (exception table).
func (r *varints) high() int {
	v := uint64(0)
	for {
		b := r.byte()
		v = v<<6 | uint64(b&63)
		if b&64 == 0 {
			break
		}
		if v >= 1<<31 {
			r.bad = true
			return 0
		}
	}
	return r.fit(v)
}

func (r *varints) fit(v uint64) int {
	if v >= 1<<31 {
		r.bad = true
		return 0
	}
	return int(v)
}

// NearestLine returns the line of an instruction, or of the nearest before it that has one;
// of those that begin a code object, that of the first behind them.
func (c *Code) NearestLine(unit int) int {
	for at := unit; at >= 0; at-- {
		if n := c.Line(at); n > 0 {
			return n
		}
	}
	for at := unit + 1; at < len(c.Units); at++ {
		if n := c.Line(at); n > 0 {
			return n
		}
	}
	return -1
}

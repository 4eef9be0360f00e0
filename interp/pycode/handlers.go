package pycode

import "slices"

// Handler is an entry of the exception table: what happens when an instruction
// in [Start, End) raises. The stack is cut to Depth entries; with Lasti, the
// unit of the instruction that raised is pushed as an int; the exception is
// pushed; execution goes on at Target. (InternalDocs/exception_handling.md)
type Handler struct {
	Start, End, Target int // code units
	Depth              int // stack entries, locals not counted
	Lasti              bool
}

// Handlers decodes the exception table in order. A table that is cut off ends
// with its last whole entry.
func (c *Code) Handlers() []Handler {
	var out []Handler
	r := varints{data: c.ExceptionTable}
	for r.more() {
		start, size, target, depth := r.high(), r.high(), r.high(), r.high()
		if r.bad {
			break
		}
		out = append(out, Handler{start, start + size, target, depth >> 1, depth&1 != 0})
	}
	return out
}

// HandlerAt returns the handler of an exception that the instruction at a code
// unit raises. The compiler's tables are in order and do not overlap.
func (c *Code) HandlerAt(unit int) (Handler, bool) {
	c.index()
	i, found := slices.BinarySearchFunc(c.table, unit, func(h Handler, unit int) int {
		switch {
		case h.End <= unit:
			return -1
		case h.Start > unit:
			return 1
		}
		return 0
	})
	if !found {
		return Handler{}, false
	}
	return c.table[i], true
}

package passes

import "github.com/tier2go/tier2/ir"

// Put makes an operation in front of v, for a rewrite of v. One that may leave takes v's
// state and leaves as v does.
func (c *Context) Put(v *ir.Value, op ir.Op, args ...*ir.Value) *ir.Value {
	w := c.F.Before(v).Add(op, args...)
	if x := v.Exits[ir.Before]; x != nil && c.F.Row(w).States[ir.Before] {
		c.F.SetExit(w, ir.Before, v.States[ir.Before], x.Kind)
	}
	return w
}

// Become replaces v by a value, which it returns; one without result is removed.
func (c *Context) Become(v, by *ir.Value) *ir.Value {
	if v.Type == ir.Void {
		c.F.Remove(v)
	} else {
		c.F.Replace(v, by)
	}
	return by
}

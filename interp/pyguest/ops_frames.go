package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
)

// pureBuiltin is the operation that calls a builtin which reads what it is given, and so may
// read a frame object.
const pureBuiltin = "builtin.pure"

// LeaveForFrames makes the operations of a guest that may run guest code leave the
// instruction to the interpreter (object.ErrFrame) where an operand is a frame object, or
// the mapping of a frame's variables: whatever is done with it may look at a frame that is
// in registers. set is told of each helper that changes, by the number of its operation. It is
// called when the first frame object is made: most programs make none, and pay nothing.
func LeaveForFrames(g *guest.Guest, h *object.Heap, set func(op int, f guest.Helper)) {
	for i := range g.Ops {
		o := &g.Ops[i]
		if o.Helper != nil && (o.Name == pureBuiltin || o.Flags&ir.Escapes != 0 && o.States[ir.Raise]) {
			o.Helper = leavingForFrame(h, o)
			set(i, o.Helper)
		}
	}
}

// leavingForFrame is an operation's helper that looks for frames first. The operation's Raise
// state is that of the instruction's start, and nothing has been done yet.
func leavingForFrame(h *object.Heap, o *guest.Op) guest.Helper {
	do, own, variadic, immediate := o.Helper, len(o.Args), o.Flags&ir.Variadic != 0, 0
	if o.Aux != ir.NoAux {
		immediate = 1
	}
	return func(a []uint64) (uint64, error) {
		n := own
		if variadic {
			n = len(a) - immediate
		}
		for _, x := range a[:n] {
			if h.IsOfFrame(val(x)) {
				return 0, object.ErrFrame
			}
		}
		return do(a)
	}
}

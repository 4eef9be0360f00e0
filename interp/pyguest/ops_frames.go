package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
)

// leavingForFrames is leavingForFrame of the operations that may run guest code.
func (p *py) leavingForFrames(list []guest.Op) []guest.Op {
	for i, o := range list {
		if o.Flags&ir.Escapes != 0 && o.States[ir.Raise] && o.Helper != nil {
			list[i] = p.leavingForFrame(o)
		}
	}
	return list
}

// leavingForFrame makes an operation leave the instruction to the interpreter
// (object.ErrFrame) where an operand is a frame object, or the mapping of a frame's
// variables: whatever is done with it may look at a frame that is in registers. The
// operation's Raise state is that of the instruction's start, and nothing has been done yet.
func (p *py) leavingForFrame(o guest.Op) guest.Op {
	h, do := p.h, o.Helper
	own, variadic, immediate := len(o.Args), o.Flags&ir.Variadic != 0, 0
	if o.Aux != ir.NoAux {
		immediate = 1
	}
	o.Helper = func(a []uint64) (uint64, error) {
		if !h.FramesSeen() {
			return do(a)
		}
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
	return o
}

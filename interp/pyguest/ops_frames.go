package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
)

// pureBuiltin is the operation that calls a builtin which reads what it is given, and so may
// read a frame object.
const pureBuiltin = "builtin.pure"

// LeaveForFrames returns what switches the helpers that may run guest code: while it is on they leave the
// instruction to the interpreter (object.ErrFrame) where an operand is a frame object, or the mapping of
// a frame's variables, for whatever is done with it may look at a frame that is in registers. It is to be on while such an
// object exists (object.Heap.OnFrames): modules make some when they are imported, and code that runs long
// does not pay for them. set is told of each helper that changes, by the number of its operation.
func LeaveForFrames(g *guest.Guest, h *object.Heap, set func(op int, f func(args []uint64) (uint64, error))) (leave func(on bool)) {
	type helper struct {
		op             int
		plain, careful guest.Helper
	}
	var list []helper
	calls := &frameCalls{h: h}
	for i := range g.Ops {
		o := &g.Ops[i]
		if o.Helper != nil && (o.Name == pureBuiltin || o.Flags&ir.Escapes != 0 && o.States[ir.Raise]) {
			list = append(list, helper{i, o.Helper, leavingForFrame(calls, o)})
		}
	}
	return func(on bool) {
		calls.left = frameCallsAtLeast
		for _, c := range list {
			f := c.plain
			if on {
				f = c.careful
			}
			g.Ops[c.op].Helper = f
			set(c.op, f)
		}
	}
}

// frameCalls counts the calls of careful helpers. Most frame objects are dead: what is
// imported first makes one (_collections_abc). A program that makes few objects would not collect, so
// a collection is asked for once there were calls enough to be worth it.
type frameCalls struct {
	h    *object.Heap
	left int
}

// frameCallsAtLeast is how many calls there are ahead of the first collection: some 0.2 ms of looking for frames.
const frameCallsAtLeast = 1 << 16

// count counts a call. Behind a collection that has left a frame object it takes eight calls for each object of
// the heap, at 32 bytes, to the next one: looking for frames costs more than collecting then.
func (c *frameCalls) count() {
	if c.left--; c.left < 0 {
		c.h.Collect()
		c.left = frameCallsAtLeast + int(c.h.GCStats().LiveBytes/4)
	}
}

// leavingForFrame is an operation's helper that looks for frames first. The operation's Raise
// state is that of the instruction's start, and nothing has been done yet.
func leavingForFrame(calls *frameCalls, o *guest.Op) guest.Helper {
	do, own, variadic, immediate := o.Helper, len(o.Args), o.Flags&ir.Variadic != 0, 0
	if o.Aux != ir.NoAux {
		immediate = 1
	}
	return func(a []uint64) (uint64, error) {
		n := own
		if variadic {
			n = len(a) - immediate
		}
		calls.count()
		for _, x := range a[:n] {
			if calls.h.IsOfFrame(val(x)) {
				return 0, object.ErrFrame
			}
		}
		return do(a)
	}
}

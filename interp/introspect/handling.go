package introspect

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// handlerOf returns the frame of a traceback's entry that is handling the exception now; its
// fp is nil if the frame has ended, or handles it no more.
//
// An entry says the code and not the frame, so that raising takes no time for it. But the exception
// that a frame handles begins its traceback with that frame's entry. What the innermost frame
// handles is in a cell, and each handler has what was handled before in its frame's operand
// stack: so frames and exceptions are gone through together.
func (o *Objects) handlerOf(tb object.Value) (at Frame, err error) {
	h := o.heap
	code := o.vm.Code(h.Half(tb, object.OffTracebackCode))
	own := h.Handling().Own
	err = o.vm.FramesUp(true, func(f Frame) bool {
		for before := range handlers(f.Code, int(f.PC)) {
			if own != object.None && f.Code == code && h.Field(own, object.OffExcTraceback) == tb {
				at = f
				return false
			}
			own = *frame.Local(f.FP, f.Code.LocalSlots+before)
			if !own.IsRef() || own != object.None && !h.TypeOf(own).IsException {
				return false
			}
		}
		if f.Code.Handles && f.Code.GenType != 0 { // what has resumed it handles others
			g := *frame.Local(f.FP, f.Code.LocalSlots-1)
			if !g.IsRef() || g == object.Null || h.GenState(g) != object.GenRunning {
				return false
			}
			own = h.Field(g, object.OffGenHandled)
		}
		return true
	})
	return at, err
}

// handlers calls f with the handlers that a frame at a code unit is in, the innermost
// first: with the entry of the operand stack that has what was handled before.
func handlers(code *adaptive.Code, unit int) func(f func(before int) bool) {
	return func(f func(before int) bool) {
		for range code.Units { // as long as it takes: each is further out
			in := code.HandlerOf(unit)
			if in == nil {
				return
			}
			unit = in.Target
			switch op := pycode.Op(code.Units[unit]); op {
			case pycode.COPY: // COPY 3, POP_EXCEPT, RERAISE 1: what ends a handler that raises
				if !f(in.Depth - 1) {
					return
				}
			case pycode.PUSH_EXC_INFO: // not begun yet: what would end it counts for nothing
				if end := code.HandlerOf(unit); end != nil && pycode.Op(code.Units[end.Target]) == pycode.COPY {
					unit = end.Target
				}
			}
		}
	}
}

package adaptive

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// frameSize returns the slots that a frame of the code has at most.
func (c *Code) FrameSlots() int { return 1 + c.LocalSlots + c.StackSize }

// Resumable reports whether machine code may resume a generator or coroutine of the code at pc by
// itself: nothing is to be done besides, and it does not yield from another one.
func (c *Code) Resumable(pc uint32) bool {
	return !c.Handles && c.GenType != object.AsyncGeneratorType && !c.AwaitsAt(pc) && c.FrameBytes <= pyguest.MaxFrame
}

// AwaitsAt reports whether a generator of the code that is suspended at pc yields from
// something.
func (c *Code) AwaitsAt(pc uint32) bool {
	return pycode.Op(c.Units[pc]&0xFF) == pycode.RESUME && c.Units[pc]>>8&3 >= 2
}

// End is where a frame goes on whose generator has ended.
type End struct {
	Op     pycode.Op // FOR_ITER, SEND; 0: a call
	Target uint32
}

// EndOf returns the end that belongs to going on at pc.
func (c *Code) EndOf(pc uint32) End {
	if c.ends == nil {
		c.ends = make([]End, len(c.Units)+1)
		for at := 0; at < len(c.Units); {
			in := pycode.Decode(c.Units, at)
			if in.Op == pycode.FOR_ITER || in.Op == pycode.SEND {
				target, _ := in.Target()
				c.ends[in.Next] = End{in.Op, uint32(target)}
			}
			at = in.Next
		}
	}
	return c.ends[pc]
}

// Awaits reports whether the code may yield from a coroutine: it is a coroutine's, or of a
// generator that types.coroutine has made one.
func (c *Code) Awaits() bool { return c.Flags&(pycode.FlagCoroutine|pycode.FlagIterableCoroutine) != 0 }

package adaptive

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// frameSize returns the slots that a frame of the code has at most.
func (c *Code) FrameSlots() int { return 1 + c.LocalSlots + c.StackSize }

// ResumeRow returns what a generator of any kind, of the code, that is suspended at pc has at object.OffGenRow: 0, if
// machine code is not to resume it, or else the address row of what leads to pc. Where a generator yields from another one, that is
// resumed in its place: a coroutine or an asynchronous generator always waits itself.
func (c *Code) ResumeRow(pc uint32, row uint64) uint64 {
	switch {
	case !c.Generates || c.FrameBytes > pyguest.MaxFrame:
		return 0
	case c.GenType == object.GeneratorType && c.AwaitsAt(pc):
		return object.GenAwaits
	}
	return row
}

// Guarded reports whether closing a generator of the code that is suspended at pc executes something: where only
// StopIteration is looked for its RESUME says so.
func (c *Code) Guarded(pc uint32) bool {
	const onlyOutermost = 4
	w := c.Units[pc]
	return pycode.Op(w&0xFF) != pycode.RESUME || w>>8&onlyOutermost == 0 || c.AwaitsAt(pc)
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

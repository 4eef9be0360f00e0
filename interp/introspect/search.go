package introspect

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
)

// search looks for a frame on the stack. What FramesUp calls is made once: a function for each search would be allocated.
type search struct {
	depth    int            // how many more frames to pass
	function object.Value   // of the frame that is looked for, or whose caller is
	fp       unsafe.Pointer // likewise, where it is known
	of       object.Value   // the generator whose frame is looked for
	passed   bool           // that frame has been met
	found    Frame

	byDepth, byFunction, byGenerator, above, aboveAt func(at Frame) bool
}

func (o *Objects) initSearch() {
	s := &o.search
	s.byDepth = func(at Frame) bool {
		if s.depth--; s.depth < 0 {
			s.found = at
		}
		return s.depth >= 0
	}
	s.byFunction = func(at Frame) bool {
		if *frame.Function(at.FP) == s.function {
			s.found = at
		}
		return s.found.FP == nil
	}
	s.byGenerator = func(at Frame) bool {
		if generator(at) == s.of {
			s.found = at
		}
		return s.found.FP == nil
	}
	s.above = func(at Frame) bool {
		if s.passed {
			s.found = at
			return false
		}
		s.passed = *frame.Function(at.FP) == s.function
		return true
	}
	s.aboveAt = func(at Frame) bool {
		if s.passed {
			s.found = at
			return false
		}
		s.passed = at.FP == s.fp
		return true
	}
}

// frameUp returns the frame that is depth callers above the running one; its fp is
// nil if there is none.
func (o *Objects) frameUp(depth int) (at Frame, err error) {
	o.depth, o.found = depth, Frame{}
	err = o.vm.FramesUp(false, o.byDepth)
	return o.take(), err
}

// frameOfFunction returns the frame that runs a function of its own; its fp is nil if there is none.
func (o *Objects) frameOfFunction(f object.Value, variables bool) (at Frame, err error) {
	o.function, o.found = f, Frame{}
	err = o.vm.FramesUp(variables, o.byFunction)
	return o.take(), err
}

// frameOfGenerator returns the frame of a generator that runs; its fp is nil if there is none.
func (o *Objects) frameOfGenerator(g object.Value) (at Frame, err error) {
	o.of, o.found = g, Frame{}
	err = o.vm.FramesUp(false, o.byGenerator)
	return o.take(), err
}

// callerOfFunction returns the caller of that frame; its fp is nil if there is none, or, with passed, if there is no such frame.
func (o *Objects) callerOfFunction(f object.Value) (at Frame, passed bool, err error) {
	o.function, o.passed, o.found = f, false, Frame{}
	err = o.vm.FramesUp(false, o.above)
	return o.take(), o.passed, err
}

// callerOf returns the caller of the frame at fp; its fp is nil if there is none.
func (o *Objects) callerOf(fp unsafe.Pointer) (at Frame, err error) {
	o.fp, o.passed, o.found = fp, false, Frame{}
	err = o.vm.FramesUp(false, o.aboveAt)
	return o.take(), err
}

// take returns what has been found, which is held no longer.
func (o *Objects) take() Frame {
	at := o.found
	o.found = Frame{}
	return at
}

// Seen returns the innermost frame that the guest sees, with its variables; nil if there is none.
func (o *Objects) Seen() (fp unsafe.Pointer, err error) {
	err = o.vm.FramesUp(true, func(at Frame) bool {
		fp = at.FP
		return false
	})
	return fp, err
}

package specialize

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
)

// NoteMissed notes what a look-up in what has a type's version has found, that calls f where it finds nothing.
func (s *Specializer) NoteMissed(x *adaptive.Operation, kind object.Missed, t uint32, f object.Value, nothing bool) {
	s.Called(f)
	x.Missed.Note(kind, t, s.heap.Half(f, object.OffFuncVersion), nothing)
}

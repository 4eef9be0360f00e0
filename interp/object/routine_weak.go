package object

import "github.com/tier2go/tier2/opgen/mem"

// The weak reference of a builtin type and without a callback that an object has is given again to whoever asks for one. A table says
// which that is: direct-mapped, by the object's word. A collection, which may end either, drops it.

const (
	weakLog2  = 7
	weakEntry = 16 // bytes: the object, its weak reference
	weakShift = 64 - weakLog2

	fieldWeakOf  = mem.Field(0) | AliasHeap<<mem.ClassShift
	fieldWeakRef = mem.Field(8) | AliasHeap<<mem.ClassShift
)

type weakFound struct{ of, ref Value }

// weakFor is the weak reference that an object has, if that has been asked for lately.
//
//tier2:routine weak.ref
func weakFor(m mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	entry := mem.Ref(TagRef + weakFoundOff + weakEntry*weakPlace(uint64(x)))
	if !wordIsRef(x) || m.Ref(entry, fieldWeakOf) != x {
		return NoRef, false
	}
	return m.Ref(entry, fieldWeakRef), true
}

// weakPlace is the number of an object's entry.
func weakPlace(x uint64) uint64 { return x * DictCacheMul >> weakShift }

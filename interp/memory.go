package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
)

// The loop's view of memory. fp, sp and ip are what packages interp/frame and
// interp/adaptive say. Their functions stand here once more, for the switch: the compiler
// inlines a function that only calls another one in two steps, which leaves marks in the
// switch, and other registers. Frames lie inside the heap's stack region: beginFrame tests,
// and promises machine code no more frames than there is room for (recursion.go).

func slot(p unsafe.Pointer, i int) *object.Value {
	return (*object.Value)(unsafe.Add(p, uintptr(i)*8))
}

func local(fp unsafe.Pointer, i int) *object.Value {
	return (*object.Value)(unsafe.Add(fp, object.FrameLocals+uintptr(i)*8))
}

func top(sp unsafe.Pointer) *object.Value    { return slot(sp, -1) }
func second(sp unsafe.Pointer) *object.Value { return slot(sp, -2) }
func third(sp unsafe.Pointer) *object.Value  { return slot(sp, -3) }
func unit(ip unsafe.Pointer, i int) uint16   { return *(*uint16)(unsafe.Add(ip, uintptr(i)*2)) }
func skip(ip unsafe.Pointer, n int) unsafe.Pointer {
	return unsafe.Add(ip, uintptr(n)*2)
}

// entries returns the n stack entries below sp, valid until the stack changes.
func entries(sp unsafe.Pointer, n int) []object.Value {
	return unsafe.Slice(slot(sp, -n), n)
}

// generatorOf is frame.Generator for a frame of code.
func generatorOf(fp unsafe.Pointer, code *Code) object.Value { return *local(fp, code.LocalSlots-1) }

// u32 reads two code units of an inline cache, i units behind ip.
func u32(ip unsafe.Pointer, i int) uint32 { return *(*uint32)(unsafe.Add(ip, uintptr(i)*2)) }

// word reads a value from four code units of an inline cache.
func word(ip unsafe.Pointer, i int) object.Value {
	return *(*object.Value)(unsafe.Add(ip, uintptr(i)*2))
}

// remember shifts whether a conditional jump was taken into the cache at ip.
func remember(ip unsafe.Pointer, taken bool) {
	c := (*uint16)(ip)
	*c <<= 1
	if taken {
		*c |= 1
	}
}

// compareBits returns the outcome of an integer comparison as one of the bits
// that COMPARE_OP's oparg selects: 2 less, 4 greater, 8 equal.
func compareBits(less, equal bool) int {
	switch {
	case equal:
		return 8
	case less:
		return 2
	}
	return 4
}

// compareFloats is compareBits for floats; 1 is unordered.
func compareFloats(a, b float64) int {
	switch {
	case a < b:
		return 2
	case a > b:
		return 4
	case a == b:
		return 8
	}
	return 1
}

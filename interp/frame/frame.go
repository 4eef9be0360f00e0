// Package frame reads and writes the frames of guest functions, which lie in the
// arena so that the interpreter and machine code share them (object/frame.go has the
// layout).
//
// A pointer fp is the address of a frame, sp that of the first free entry of its operand
// stack. Both point into the heap's stack region, never into other Go memory. The package
// must not know what a frame's code is: a frame holds the handle of its code, and whoever
// has the table of code objects looks it up.
//
//	v := *frame.Top(frame.Stack(fp)) // what is on top of the operand stack of a frame that waits
package frame

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
)

// Slot returns word i behind p. Slot(sp, -1) is the top of the operand stack,
// Slot(fp, object.FrameSlots/8+i) slot i of a frame. It is valid for the slots and the
// stack size of the frame's code, and the words there are of the kinds that the
// instruction takes: pycode.Code.Verify has proved it of every code object that runs.
func Slot(p unsafe.Pointer, i int) *object.Value {
	return (*object.Value)(unsafe.Add(p, uintptr(i)*8))
}

// Local returns local i of a frame.
func Local(fp unsafe.Pointer, i int) *object.Value {
	return (*object.Value)(unsafe.Add(fp, object.FrameLocals+uintptr(i)*8))
}

// Function returns the slot of the function that a frame runs.
func Function(fp unsafe.Pointer) *object.Value { return Slot(fp, object.FrameSlots/8) }

// Top returns the first entry of an operand stack.
func Top(sp unsafe.Pointer) *object.Value { return Slot(sp, -1) }

// Second returns the second entry of an operand stack.
func Second(sp unsafe.Pointer) *object.Value { return Slot(sp, -2) }

// Third returns the third entry of an operand stack.
func Third(sp unsafe.Pointer) *object.Value { return Slot(sp, -3) }

// Entries returns the n entries at the top of an operand stack, valid until the stack
// changes.
func Entries(sp unsafe.Pointer, n int) []object.Value {
	return unsafe.Slice(Slot(sp, -n), n)
}

// PushReversed pushes values, the first one last, and returns the new sp.
func PushReversed(sp unsafe.Pointer, vs []object.Value) unsafe.Pointer {
	for i := len(vs) - 1; i >= 0; i-- {
		*Slot(sp, 0) = vs[i]
		sp = unsafe.Add(sp, 8)
	}
	return sp
}

// Caller is where a frame has the one that waits for it; nil there is Go.
func Caller(fp unsafe.Pointer) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(fp, object.FrameCaller))
}

// Code returns the handle of a frame's code.
func Code(fp unsafe.Pointer) uint32 { return *(*uint32)(unsafe.Add(fp, object.FrameCode)) }

// PC is where a frame that waits has the code unit at which it goes on.
func PC(fp unsafe.Pointer) *uint32 { return (*uint32)(unsafe.Add(fp, object.FramePC)) }

// SP is where a frame that waits has the number of its slots in use.
func SP(fp unsafe.Pointer) *uint32 { return (*uint32)(unsafe.Add(fp, object.FrameSP)) }

// Resume is where a frame has its resume word: the row of the table of exits that
// machine code goes on through which returns to the frame.
func Resume(fp unsafe.Pointer) *uint64 { return (*uint64)(unsafe.Add(fp, object.FrameResume)) }

// Depth returns how many slots of a frame are in use whose operand stack ends at sp.
func Depth(fp, sp unsafe.Pointer) uint32 {
	return uint32((uintptr(sp) - uintptr(fp) - object.FrameSlots) / 8)
}

// Stack returns the sp of a frame that waits.
func Stack(fp unsafe.Pointer) unsafe.Pointer {
	return unsafe.Add(fp, object.FrameSlots+8*uintptr(*SP(fp)))
}

// GoOnAt makes a frame go on at pc with depth slots in use.
func GoOnAt(fp unsafe.Pointer, pc int, depth uint32) {
	*PC(fp), *SP(fp) = uint32(pc), depth
}

// Words returns the first n slots of a frame as words.
func Words(fp unsafe.Pointer, n int) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Add(fp, object.FrameSlots)), n)
}

// Live returns the slots of a frame that waits which are in use, as words.
func Live(fp unsafe.Pointer) []uint64 { return Words(fp, int(*SP(fp))) }

// Generator returns the generator of a frame of a generator's code, which is the last of
// its n locals; Null while it has not been made.
func Generator(fp unsafe.Pointer, n int) object.Value { return *Local(fp, n-1) }

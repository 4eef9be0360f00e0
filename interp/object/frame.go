package object

// Frames lie in the heap's stack region, each behind its caller's, at a distance
// that depends on the caller's code only. Interpreter, compiler and machine code
// share this layout. All offsets are bytes from the frame's address.
//
// Slot 0 is the function object; then come the code's "localsplus" (locals,
// cells, free variables), then the operand stack.
const (
	FrameCaller = 0  // u64: address of the caller's frame; 0 for a frame that Go entered
	FrameResume = 8  // u64: address of the exit row that a return to this frame goes through; 0: none
	FrameCode   = 16 // u32: handle of the code object
	FramePC     = 20 // u32: code unit to go on at (while a call is under way: behind it)
	FrameSP     = 24 // u32: slots in use while the frame is not running
	FrameRoom   = 28 // i32: how many frames may be begun behind it, one behind the other, without asking the VM
	FrameSlots  = 32 // slot 0
	FrameLocals = FrameSlots + 8
)

// FrameSize returns the distance in bytes from a frame to the next one's, for
// code with the given number of slots besides the function, rounded to 16.
func FrameSize(localsplus, stack int) int {
	return (FrameLocals + 8*(localsplus+stack) + 15) &^ 15
}

package native

import "unsafe"

// Stride is the size of an activation in bytes and its alignment.
const Stride = 8 << 10

// Sizes of an activation's arrays, in words. They are the same on all targets,
// so that code for one can be made on another: NumRegs is arm64's number of
// general and of float registers; amd64 uses the first half of both.
const (
	NumArgs  = 16
	NumUser  = 16
	NumRegs  = 32
	MaxSlots = (OffPoll - SlotOffset) / 8
)

// Byte offsets of an activation's fields, for machine code. Those that machine
// code uses most lie below 128, where amd64 encodes them in one byte.
const (
	OffRow     = 0
	OffResume  = 8
	OffFrame   = 16
	OffBase    = 24
	OffRet     = 32
	OffStatus  = 40
	OffHelper  = 44
	OffArgs    = 48 // Args[i] lies at OffArgs + 8*i
	OffUser    = OffArgs + 8*NumArgs
	OffPrev    = OffUser + 8*NumUser
	OffSlots   = OffPrev + 8
	OffFRegs   = OffSlots + 8
	OffRegs    = OffFRegs + 8*NumRegs
	SlotOffset = OffRegs + 8*NumRegs // slot i lies at SlotOffset + 8*i
	OffPoll    = Stride - 16
	offBack    = Stride - 8
)

// SlotAt returns the offset of spill slot i in an activation, in bytes.
func SlotAt(i int) int64 { return SlotOffset + 8*int64(i) }

// Activation is one activation of machine code: what it exchanges with Go, and
// its spill slots. It lies outside the Go heap, must not be copied, must not
// hold Go pointers, and is valid until its Stack is closed.
type Activation struct {
	Row    uint64 // address of the row of the exit that was taken
	Resume uint64 // code address to go on at after a helper
	Frame  uint64 // the guest's frame register, in and out
	Base   uint64 // the memory base register
	Ret    uint64 // a helper's result
	Status Status // where the activation is; written by the trampoline
	Helper uint32 // index of the helper called last; the code of StatusUnknown; machine code may say more of an exit here

	Args [NumArgs]uint64 // arguments of a helper; machine code may take its own from here
	User [NumUser]uint64 // the guest's: constants and addresses that machine code reads

	Prev  uint64 // address of the activation below, 0 in the first
	Slots uint64 // how many spill slots may hold live words; machine code or Go keeps it

	FRegs [NumRegs]uint64 // at an exit: the low 64 bits of the float registers
	Regs  [NumRegs]uint64 // at an exit: the general registers by their number; not the fixed ones

	Spill [MaxSlots]uint64

	Poll uint64 // address of PollStub's code (StackOptions.Poll)
	Back uint64 // where code that PollStub leaves for goes on; it writes it
}

// The offsets are what the compiler made of the struct. An index out of range
// here does not compile.
var (
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Row)-OffRow]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Resume)-OffResume]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Frame)-OffFrame]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Base)-OffBase]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Ret)-OffRet]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Status)-OffStatus]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Helper)-OffHelper]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Args)-OffArgs]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.User)-OffUser]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Prev)-OffPrev]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Slots)-OffSlots]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Poll)-OffPoll]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Back)-offBack]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.FRegs)-OffFRegs]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Regs)-OffRegs]
	_ = [1]struct{}{}[unsafe.Offsetof(Activation{}.Spill)-SlotOffset]
	_ = [1]struct{}{}[unsafe.Sizeof(Activation{})-Stride]
)

// What machine code returns with in EAX or W0: the low byte says how it
// leaves, a helper's index stands above it.
const (
	LeaveExit   = 1
	LeaveHelper = 2
	LeaveKept   = 3
	LeavePoll   = LeaveHelper | PollHelper<<8
)

// MaxHelper is the highest index of a helper. PollHelper is the index that the
// helper function gets at a poll.
const (
	MaxHelper  = PollHelper - 1
	PollHelper = 1<<24 - 1
)

// LeaveCode returns the code that calls the helper with an index of at most
// MaxHelper.
func LeaveCode(helper uint32) uint32 { return LeaveHelper | helper<<8 }

// KeptCode returns the code that calls the helper with an index of at most MaxHelper, and keeps
// the registers.
func KeptCode(helper uint32) uint32 { return LeaveKept | helper<<8 }

// A poll leaves if the word at PollOffset of g is above PollLimit, unsigned:
// the Go runtime wants the goroutine. PollOffset is that of g.stackguard0
// (Go's runtime/runtime2.go; the offset is known to the linker), PollLimit lies
// below the sentinels of runtime/stack.go and above any address of a stack.
const (
	PollOffset = 16
	PollLimit  = -4096
)

// pollAsked is what the runtime asks a goroutine to yield by: stackPreempt of
// runtime/stack.go. The prologue that finds it yields once and takes it back, whoever
// has put it there.
const pollAsked = -1314

// ColdStub returns the machine code that every exit's row points to while
// nothing is bound to the exit; it is installed once. Machine code jumps there
// with the row's address in R11 (R16 on arm64). The code does not depend on
// its position. It counts in the row how often the exit was taken. It is:
//
//	add word [r11+RowHotness], 1 ldrh w17, [x16, #RowHotness]
//	                             add w17, w17, #1
//	                             strh w17, [x16, #RowHotness]
//	mov [r15+OffRegs], rax       str x0, [x26, #OffRegs]
//	mov [r15+OffRow], r11        str x16, [x26, #OffRow]
//	mov eax, LeaveExit           mov w0, #LeaveExit
//	ret                          ret
func ColdStub() []byte { return append([]byte(nil), coldStub...) }

// PollStub returns the machine code that leaves for a poll (LeavePoll) and keeps all registers:
// it is installed once, and each activation has its address (StackOptions.Poll). Machine code
// jumps there with the address to go on at in R11 (R16 on arm64). It is entered there again with
// every free register as it was, those for floats in their low 64 bits, and the helper's answer
// in Activation.Ret. The code does not depend on its position.
func PollStub() []byte { return pollStub() }

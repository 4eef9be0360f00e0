// Package native runs machine code inside a Go process without cgo: it keeps
// executable memory, enters and leaves machine code on the goroutine's own
// stack, calls Go helpers for it and lets the Go runtime interrupt its loops.
//
// It knows bytes and offsets only. It must not know what the code does, what
// a guest's words mean, how registers were allocated or what an exit's row
// holds. It imports the standard library and golang.org/x/sys, nothing else,
// and uses neither linkname nor the layout of anything in the Go runtime
// except the two facts of the section Polls, which Supported checks.
//
// Machine code runs on linux/amd64 and linux/arm64. Everywhere else the
// package compiles, Supported reports false and its constructors fail with
// ErrUnsupported.
//
// # The machine-code contract
//
// Go calls [Stack.Enter] with an [Activation], a piece of memory outside the
// Go heap, and the address of machine code. The trampoline loads the fixed
// registers and calls the code. While machine code runs,
//
//	              amd64        arm64        holds
//	g             R14          R28          the goroutine; polls read [g+16]
//	activation    R15          R26          address of the Activation
//	memory base   R13          R25          Activation.Base, a constant
//	guest frame   RBX          R24          Activation.Frame at entry; saved back at every leave
//	row           R11          R16          address of the row when leaving by the cold stub
//	scratch       R11, XMM15   R16, R17     never live between two selected instructions
//	untouched     RSP, RBP     RSP, R18, R27, R29, R30
//	free          RAX RCX RDX RSI RDI       R0–R15, R19–R23,
//	              R8–R10 R12 XMM0–XMM14     V0–V31
//
// g, the activation and the memory base keep their values. Machine code never
// moves the stack pointer (on arm64: nor the link register, R30), so that the
// return address is always one into Go text: the Go runtime then sees a fault
// in machine code as a fault of the trampoline, which a deferred function
// recovers ([Stack.EnterGuarded]), and tracebacks, profiles and stack growth
// work. Nor does it set the direction flag, MXCSR or FPCR, or use what would
// need VZEROUPPER. Values that do not fit into registers live in the
// activation's spill slots.
//
// # Leaving
//
// Machine code leaves by a return (RET) with a code in EAX or W0:
//
//	LeaveExit                 for good. ColdStub does it; see there.
//	LeaveHelper | index<<8    to call the Go helper. Machine code has stored the
//	                          arguments into Activation.Args and the address to
//	                          go on at into Activation.Resume. All registers die
//	                          but the fixed ones. The result is in Activation.Ret.
//	LeavePoll                 the same with the reserved index PollHelper.
//	LeaveKept | index<<8      the same, and all registers are as they were, those
//	                          for floats in their low 64 bits, but EAX or W0, which
//	                          machine code has stored into Activation.Regs, and the
//	                          scratch registers. The helper returns true.
//
// The guest frame register is saved into Activation.Frame at every leave. The
// trampoline calls helpers from inside its own frame: the stack may move, the
// collector may run, a panic unwinds through the trampoline, and the helper
// may push another activation and enter machine code again. If the helper
// returns true, machine code goes on at Activation.Resume with all fixed
// registers loaded afresh, the guest frame from Activation.Frame, which the
// helper may have changed; if false, Enter returns StatusHelper. Any other code
// leaves like LeaveExit with StatusUnknown: a mistake of the compiler.
//
// No Go pointer may be held by machine code or an activation: the collector
// does not look there. Words of a guest's own heap may: [Stack.Words] shows
// them to the guest's collector.
//
// # Polls
//
// The Go runtime stops a goroutine by storing a sentinel near the top of the
// address space into its stack guard, the word at PollOffset of g. Every loop
// of machine code must compare that word with PollLimit and leave if it is
// above:
//
//	cmp qword [r14+16], -4096      ldr x16, [x28, #16]
//	ja  poll                       cmn x16, #1, lsl #12
//	                               b.hi poll
//	poll: lea r11, [rip+resume]    poll: adr x16, resume
//	mov [r15+OffResume], r11       str x16, [x26, #OffResume]
//	mov eax, LeavePoll             movz/movk w0, #LeavePoll
//	ret                            ret
//
// That kills all registers. Code whose loops have values in registers jumps to [PollStub] instead, by
// Activation.Poll, which keeps them.
//
// The call of the helper that follows is what the runtime waits for: a Go
// function's prologue yields. A comparison with the stack pointer, as in a Go
// prologue, would also fire where a Go frame lies less than 128 bytes below
// the guard and nobody wants the goroutine; a flag set by another goroutine
// would never be set, because that goroutine is stopped too. What a helper sets on
// this one ([StackOptions].Attention) is passed on by the same sentinel.
//
// # Memory
//
// [Memory] holds code: never writable and executable at the same address. A
// chunk's address is known before its code is written (Reserve, then Write),
// for code that depends on its position; chunks never move. [Data] holds what
// machine code reads and writes: rows of 16 bytes and constants. [Stack] holds
// activations.
//
// # Example
//
// A program that adds its two arguments, assembled by hand for amd64 (the
// package's tests run it):
//
//	mem, _ := native.NewMemory(native.MemoryOptions{})
//	data, _ := native.NewData(native.DataOptions{})
//	st, _ := native.NewStack(native.StackOptions{
//		Helper: func(act *native.Activation, helper uint32) bool { return true },
//	})
//	stub, _ := mem.Install(native.ColdStub())
//	row, _ := data.AllocRows(1)
//	data.Words(row, 2)[0] = uint64(stub.Addr) // an exit that nothing is bound to
//	code := []byte{
//		0x49, 0x8b, 0x47, native.OffArgs,     // mov rax, [r15+OffArgs]
//		0x49, 0x03, 0x47, native.OffArgs + 8, // add rax, [r15+OffArgs+8]
//		0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0,   // mov r11, row
//		0x41, 0xff, 0x23,                     // jmp [r11]
//	}
//	binary.LittleEndian.PutUint64(code[10:], uint64(row))
//	chunk, _ := mem.Install(code)
//
//	act, _ := st.Push()
//	act.Args[0], act.Args[1] = 40, 2
//	status := st.Enter(act, chunk.Addr) // StatusExit, act.Row == row, act.Regs[0] == 42
//	st.Pop()
//
// # Concurrency
//
// A Memory and a Data may be shared by goroutines. A Stack belongs to one
// goroutine at a time. In mode MProtect, Write takes the chunk's pages from
// any goroutine that runs them: write before publishing the address. Row words
// are plain memory: only the goroutine that runs the code may write them.
package native

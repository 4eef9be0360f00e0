#include "textflag.h"

// The handler runs on the signal stack of a thread in the middle of anything. It
// uses no stack, calls nothing, and may change every register: the kernel puts
// them back from the ucontext at DX.

#define CTL R10
#define REC R11

// Offsets in the ucontext of amd64 (asm/ucontext.h, asm/sigcontext.h).
#define UC_R12 72
#define UC_RBP 120
#define UC_RSP 160
#define UC_RIP 168

// func handler()
TEXT ·handler(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ ·active(SB), CTL
	TESTQ CTL, CTL
	JZ   done
	MOVQ 0(CTL), REC            // next
	LEAQ 512(REC), AX
	CMPQ AX, 8(CTL)             // end
	JHI  full
	MOVQ AX, 0(CTL)
	MOVQ UC_RIP(DX), AX
	MOVQ AX, 8(REC)

	MOVQ 24(CTL), AX            // word
	TESTQ AX, AX
	JZ   noword
	MOVQ (AX), AX
noword:
	MOVQ AX, 16(REC)

	XORQ AX, AX
	MOVQ 32(CTL), BX            // depth
	TESTQ BX, BX
	JZ   noactivation
	MOVQ (BX), BX
	SUBQ $1, BX
	JLT  noactivation
	SHLQ $13, BX                // native.Stride
	ADDQ 40(CTL), BX            // blocks
	MOVQ 8(BX), AX              // native.OffResume
noactivation:
	MOVQ AX, 24(REC)

	MOVQ UC_R12(DX), AX         // where a routine has the address to return to
	MOVQ AX, 32(REC)

	// The callers: SP must lie on the stack of the goroutine, and the chain of
	// frame pointers must go up and stay there.
	XORQ CX, CX
	MOVQ (TLS), R8
	TESTQ R8, R8
	JZ   walked
	MOVQ 8(R8), R9              // g.stack.hi
	MOVQ UC_RSP(DX), SI
	CMPQ SI, 0(R8)              // g.stack.lo
	JCS  walked
	MOVQ UC_RBP(DX), BX
	SUBQ $16, R9
walk:
	CMPQ BX, SI
	JCS  walked
	CMPQ BX, R9
	JHI  walked
	TESTQ $7, BX
	JNZ  walked
	MOVQ 8(BX), AX
	MOVQ AX, 40(REC)(CX*8)
	ADDQ $1, CX
	LEAQ 8(BX), SI
	MOVQ (BX), BX
	CMPQ CX, $59                // MaxStack
	JCS  walk
walked:
	MOVQ CX, 0(REC)
done:
	RET
full:
	ADDQ $1, 16(CTL)
	RET

// func restorer()
TEXT ·restorer(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ $15, AX                // rt_sigreturn
	SYSCALL
	INT  $3

// func entries() (h, r uintptr)
TEXT ·entries(SB), NOSPLIT, $0-16
	MOVQ $·handler(SB), AX
	MOVQ AX, h+0(FP)
	MOVQ $·restorer(SB), AX
	MOVQ AX, r+8(FP)
	RET

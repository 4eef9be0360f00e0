#include "go_asm.h"
#include "funcdata.h"
#include "textflag.h"

// The contract is in the package comment. Go's side of it: a function in
// assembly follows ABI0, so it may clobber every register but SP and BP (the
// compiler's wrapper reloads R14 and zeroes X15 behind it), its frame must hold
// no Go pointers that the runtime does not know of (s and act are arguments,
// which it knows; the outgoing arguments are leave's), and the direction flag
// must be clear. The stack may move during the call of leave and at no other
// time: nothing but leave keeps an address of it.

#define ACT R15

#define SAVE(reg, n) MOVQ reg, Activation_Regs+(8*n)(ACT)
#define FSAVE(reg, n) MOVSD reg, Activation_FRegs+(8*n)(ACT)
#define LOAD(reg, n) MOVQ Activation_Regs+(8*n)(ACT), reg
#define FLOAD(reg, n) MOVSD Activation_FRegs+(8*n)(ACT), reg

// func enter(s *Stack, act *Activation, entry uintptr) (status Status)
TEXT ·enter(SB), 0, $24-28
	NO_LOCAL_POINTERS
	MOVQ act+8(FP), ACT
	MOVQ entry+16(FP), AX
run:
	MOVQ (TLS), R14
	MOVQ Activation_Base(ACT), R13
	MOVQ Activation_Frame(ACT), BX
	MOVL $const_StatusRunning, Activation_Status(ACT)
	CALL AX
left:
	MOVQ BX, Activation_Frame(ACT)
	CMPB AL, $const_LeaveHelper
	JNE  other

	SHRL $8, AX
	MOVL AX, Activation_Helper(ACT)
	MOVL $const_StatusHelper, Activation_Status(ACT)
	MOVQ s+0(FP), CX
	MOVQ CX, 0(SP)
	MOVQ ACT, 8(SP)
	CLD
	CALL ·leave(SB)
	MOVQ act+8(FP), ACT
	CMPB 16(SP), $0
	MOVQ Activation_Resume(ACT), AX
	JNE  run
out:
	MOVL $const_StatusHelper, status+24(FP)
	RET

other:
	CMPB AL, $const_LeaveKept
	JNE  exit

	SAVE(CX, 1)
	SAVE(DX, 2)
	SAVE(SI, 6)
	SAVE(DI, 7)
	SAVE(R8, 8)
	SAVE(R9, 9)
	SAVE(R10, 10)
	SAVE(R12, 12)
	FSAVE(X0, 0)
	FSAVE(X1, 1)
	FSAVE(X2, 2)
	FSAVE(X3, 3)
	FSAVE(X4, 4)
	FSAVE(X5, 5)
	FSAVE(X6, 6)
	FSAVE(X7, 7)
	FSAVE(X8, 8)
	FSAVE(X9, 9)
	FSAVE(X10, 10)
	FSAVE(X11, 11)
	FSAVE(X12, 12)
	FSAVE(X13, 13)
	FSAVE(X14, 14)
	SHRL $8, AX
	MOVL AX, Activation_Helper(ACT)
	MOVL $const_StatusHelper, Activation_Status(ACT)
	MOVQ s+0(FP), CX
	MOVQ CX, 0(SP)
	MOVQ ACT, 8(SP)
	CLD
	CALL ·leave(SB)
	MOVQ act+8(FP), ACT
	CMPB 16(SP), $0
	JEQ  out
	MOVQ (TLS), R14
	MOVQ Activation_Base(ACT), R13
	MOVQ Activation_Frame(ACT), BX
	MOVL $const_StatusRunning, Activation_Status(ACT)
	FLOAD(X0, 0)
	FLOAD(X1, 1)
	FLOAD(X2, 2)
	FLOAD(X3, 3)
	FLOAD(X4, 4)
	FLOAD(X5, 5)
	FLOAD(X6, 6)
	FLOAD(X7, 7)
	FLOAD(X8, 8)
	FLOAD(X9, 9)
	FLOAD(X10, 10)
	FLOAD(X11, 11)
	FLOAD(X12, 12)
	FLOAD(X13, 13)
	FLOAD(X14, 14)
	LOAD(CX, 1)
	LOAD(DX, 2)
	LOAD(SI, 6)
	LOAD(DI, 7)
	LOAD(R8, 8)
	LOAD(R9, 9)
	LOAD(R10, 10)
	LOAD(R12, 12)
	LOAD(AX, 0)
	MOVQ Activation_Resume(ACT), R11
	CALL R11
	JMP  left

exit:
	SAVE(CX, 1)
	SAVE(DX, 2)
	SAVE(BX, 3)
	SAVE(SI, 6)
	SAVE(DI, 7)
	SAVE(R8, 8)
	SAVE(R9, 9)
	SAVE(R10, 10)
	SAVE(R11, 11)
	SAVE(R12, 12)
	FSAVE(X0, 0)
	FSAVE(X1, 1)
	FSAVE(X2, 2)
	FSAVE(X3, 3)
	FSAVE(X4, 4)
	FSAVE(X5, 5)
	FSAVE(X6, 6)
	FSAVE(X7, 7)
	FSAVE(X8, 8)
	FSAVE(X9, 9)
	FSAVE(X10, 10)
	FSAVE(X11, 11)
	FSAVE(X12, 12)
	FSAVE(X13, 13)
	FSAVE(X14, 14)
	FSAVE(X15, 15)
	CLD
	MOVL $const_StatusExit, CX
	CMPL AX, $const_LeaveExit
	JNE  unknown
	MOVL CX, Activation_Status(ACT)
	MOVL CX, status+24(FP)
	RET

unknown:
	MOVL AX, Activation_Helper(ACT)
	MOVL $const_StatusUnknown, CX
	MOVL CX, Activation_Status(ACT)
	MOVL CX, status+24(FP)
	RET

// func callCode(entry uintptr) uint32
TEXT ·callCode(SB), 0, $8-12
	NO_LOCAL_POINTERS
	MOVQ entry+0(FP), AX
	CALL AX
	MOVL AX, ret+8(FP)
	RET

// func askPoll()
TEXT ·askPoll(SB), NOSPLIT, $0-0
	MOVQ (TLS), R14
	MOVQ $const_pollAsked, AX
	MOVQ AX, const_PollOffset(R14)
	RET

// func guard() (lo, hi, guard, sp uintptr)
TEXT ·guard(SB), NOSPLIT, $0-32
	MOVQ (TLS), R14
	MOVQ 0(R14), AX
	MOVQ AX, lo+0(FP)
	MOVQ 8(R14), AX
	MOVQ AX, hi+8(FP)
	MOVQ const_PollOffset(R14), AX
	MOVQ AX, guard+16(FP)
	LEAQ lo+0(FP), AX
	MOVQ AX, sp+24(FP)
	RET

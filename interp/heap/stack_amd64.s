#include "textflag.h"

// func stackCopy(dst *uint64, words int) int
//
// Copies the goroutine's stack from this function's arguments up to its high
// end into dst, at most words 8-byte words, and returns how many there are. The
// function is not preemptible, so the stack does not move while it runs.
TEXT ·stackCopy(SB), NOSPLIT, $0-24
	MOVQ (TLS), R8
	MOVQ 8(R8), R9         // g.stack.hi
	LEAQ dst+0(FP), SI
	SUBQ SI, R9
	SHRQ $3, R9
	MOVQ R9, ret+16(FP)
	MOVQ dst+0(FP), DI
	MOVQ words+8(FP), CX
	CMPQ R9, CX
	CMOVQLT R9, CX
	CLD
	REP; MOVSQ
	RET

// func stackUsed() uintptr
TEXT ·stackUsed(SB), NOSPLIT, $0-8
	MOVQ (TLS), R8
	MOVQ 8(R8), R9         // g.stack.hi
	SUBQ SP, R9
	MOVQ R9, ret+0(FP)
	RET

// func stackClear(bytes uintptr)
//
// Clears what lies below this function's frame, at most as many bytes, or as far as the
// stack goes. Nothing needs it: a signal's handler has a stack of its own.
TEXT ·stackClear(SB), NOSPLIT, $0-8
	MOVQ (TLS), R8
	MOVQ 0(R8), R9         // g.stack.lo
	MOVQ bytes+0(FP), R10
	MOVQ SP, CX
	SUBQ R9, CX
	CMPQ CX, R10
	CMOVQHI R10, CX
	MOVQ SP, DI
	SUBQ CX, DI
	SHRQ $3, CX
	XORL AX, AX
	CLD
	REP; STOSQ
	RET

#include "textflag.h"

// func stackCopy(dst *uint64, words int) int
//
// See stack_amd64.s.
TEXT ·stackCopy(SB), NOSPLIT, $0-24
	MOVD 8(g), R1          // g.stack.hi
	MOVD $dst+0(FP), R2
	SUB  R2, R1, R3
	LSR  $3, R3, R3
	MOVD R3, ret+16(FP)
	MOVD dst+0(FP), R4
	MOVD words+8(FP), R5
	CMP  R5, R3
	CSEL LT, R3, R5, R5
	CBZ  R5, done
loop:
	MOVD.P 8(R2), R6
	MOVD.P R6, 8(R4)
	SUB  $1, R5, R5
	CBNZ R5, loop
done:
	RET

// func stackUsed() uintptr
TEXT ·stackUsed(SB), NOSPLIT, $0-8
	MOVD 8(g), R1          // g.stack.hi
	MOVD RSP, R2
	SUB  R2, R1, R3
	MOVD R3, ret+0(FP)
	RET

// func stackClear(bytes uintptr)
//
// See stack_amd64.s. The caller's frame pointer is saved right below its frame.
TEXT ·stackClear(SB), NOSPLIT, $0-8
	MOVD 0(g), R1          // g.stack.lo
	MOVD RSP, R2
	SUB  $16, R2, R2
	SUB  R1, R2, R3
	MOVD bytes+0(FP), R4
	CMP  R4, R3
	CSEL HI, R4, R3, R3
	SUB  R3, R2, R4
cleared:
	CMP  R2, R4
	BHS  done
	MOVD.P ZR, 8(R4)
	B    cleared
done:
	RET

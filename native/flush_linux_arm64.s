#include "textflag.h"

// func cacheFlush(rw, rx *byte, n uintptr)
//
// The sequence is that of the Arm architecture reference manual, "cache
// maintenance for self-modifying code". CTR_EL0 holds the base-2 logarithms of
// the line sizes in words: bits 19:16 of the data cache, 3:0 of the
// instruction cache.
TEXT ·cacheFlush(SB), NOSPLIT, $0-24
	MOVD rw+0(FP), R0
	MOVD rx+8(FP), R1
	MOVD n+16(FP), R2
	WORD $0xd53b0023       // mrs x3, ctr_el0
	MOVD $4, R7
	UBFX $16, R3, $4, R4
	LSL  R4, R7, R4        // data cache line in bytes
	AND  $15, R3, R5
	LSL  R5, R7, R5        // instruction cache line in bytes

	ADD  R2, R0, R6
	SUB  $1, R4, R8
	BIC  R8, R0, R0
data:
	WORD $0xd50b7b20       // dc cvau, x0
	ADD  R4, R0
	CMP  R6, R0
	BLO  data
	WORD $0xd5033b9f       // dsb ish

	ADD  R2, R1, R6
	SUB  $1, R5, R8
	BIC  R8, R1, R1
inst:
	WORD $0xd50b7521       // ic ivau, x1
	ADD  R5, R1
	CMP  R6, R1
	BLO  inst
	WORD $0xd5033b9f       // dsb ish
	WORD $0xd5033fdf       // isb
	RET

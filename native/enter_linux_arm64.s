#include "go_asm.h"
#include "funcdata.h"
#include "textflag.h"

// See enter_linux_amd64.s; here ABI0 keeps g (R28) as well.

#define ACT R26

// func enter(s *Stack, act *Activation, entry uintptr) (status Status)
TEXT ·enter(SB), 0, $32-28
	NO_LOCAL_POINTERS
	MOVD act+8(FP), ACT
	MOVD entry+16(FP), R16
run:
	MOVD Activation_Base(ACT), R25
	MOVD Activation_Frame(ACT), R24
	MOVD $const_StatusRunning, R17
	MOVW R17, Activation_Status(ACT)
	CALL (R16)
came:
	MOVD R24, Activation_Frame(ACT)
	AND  $255, R0, R17
	CMP  $const_LeaveHelper, R17
	BNE  other

	UBFX $8, R0, $24, R0
	MOVW R0, Activation_Helper(ACT)
	MOVD $const_StatusHelper, R17
	MOVW R17, Activation_Status(ACT)
	MOVD s+0(FP), R0
	MOVD R0, 8(RSP)
	MOVD ACT, 16(RSP)
	CALL ·leave(SB)
	MOVD act+8(FP), ACT
	MOVBU 24(RSP), R0
	MOVD Activation_Resume(ACT), R16
	CBNZ R0, run
out:
	MOVD $const_StatusHelper, R0
	MOVW R0, status+24(FP)
	RET

other:
	CMP  $const_LeaveKept, R17
	BNE  exit

	ADD  $Activation_Regs, ACT, R17
	MOVD R1, 8(R17)
	STP  (R2, R3), 16(R17)
	STP  (R4, R5), 32(R17)
	STP  (R6, R7), 48(R17)
	STP  (R8, R9), 64(R17)
	STP  (R10, R11), 80(R17)
	STP  (R12, R13), 96(R17)
	STP  (R14, R15), 112(R17)
	STP  (R19, R20), 152(R17)
	STP  (R21, R22), 168(R17)
	STP  (R23, R24), 184(R17)
	ADD  $Activation_FRegs, ACT, R17
	FSTPD (F0, F1), 0(R17)
	FSTPD (F2, F3), 16(R17)
	FSTPD (F4, F5), 32(R17)
	FSTPD (F6, F7), 48(R17)
	FSTPD (F8, F9), 64(R17)
	FSTPD (F10, F11), 80(R17)
	FSTPD (F12, F13), 96(R17)
	FSTPD (F14, F15), 112(R17)
	FSTPD (F16, F17), 128(R17)
	FSTPD (F18, F19), 144(R17)
	FSTPD (F20, F21), 160(R17)
	FSTPD (F22, F23), 176(R17)
	FSTPD (F24, F25), 192(R17)
	FSTPD (F26, F27), 208(R17)
	FSTPD (F28, F29), 224(R17)
	FSTPD (F30, F31), 240(R17)
	UBFX $8, R0, $24, R0
	MOVW R0, Activation_Helper(ACT)
	MOVD $const_StatusHelper, R17
	MOVW R17, Activation_Status(ACT)
	MOVD s+0(FP), R0
	MOVD R0, 8(RSP)
	MOVD ACT, 16(RSP)
	CALL ·leave(SB)
	MOVD act+8(FP), ACT
	MOVBU 24(RSP), R0
	CBZ  R0, out
	MOVD Activation_Base(ACT), R25
	MOVD $const_StatusRunning, R17
	MOVW R17, Activation_Status(ACT)
	ADD  $Activation_FRegs, ACT, R17
	FLDPD 0(R17), (F0, F1)
	FLDPD 16(R17), (F2, F3)
	FLDPD 32(R17), (F4, F5)
	FLDPD 48(R17), (F6, F7)
	FLDPD 64(R17), (F8, F9)
	FLDPD 80(R17), (F10, F11)
	FLDPD 96(R17), (F12, F13)
	FLDPD 112(R17), (F14, F15)
	FLDPD 128(R17), (F16, F17)
	FLDPD 144(R17), (F18, F19)
	FLDPD 160(R17), (F20, F21)
	FLDPD 176(R17), (F22, F23)
	FLDPD 192(R17), (F24, F25)
	FLDPD 208(R17), (F26, F27)
	FLDPD 224(R17), (F28, F29)
	FLDPD 240(R17), (F30, F31)
	ADD  $Activation_Regs, ACT, R17
	MOVD 8(R17), R1
	LDP  16(R17), (R2, R3)
	LDP  32(R17), (R4, R5)
	LDP  48(R17), (R6, R7)
	LDP  64(R17), (R8, R9)
	LDP  80(R17), (R10, R11)
	LDP  96(R17), (R12, R13)
	LDP  112(R17), (R14, R15)
	LDP  152(R17), (R19, R20)
	LDP  168(R17), (R21, R22)
	MOVD 184(R17), R23
	MOVD (R17), R0
	MOVD Activation_Frame(ACT), R24
	MOVD Activation_Resume(ACT), R16
	CALL (R16)
	B    came

exit:
	ADD  $Activation_Regs, ACT, R17
	MOVD R1, 8(R17)
	STP  (R2, R3), 16(R17)
	STP  (R4, R5), 32(R17)
	STP  (R6, R7), 48(R17)
	STP  (R8, R9), 64(R17)
	STP  (R10, R11), 80(R17)
	STP  (R12, R13), 96(R17)
	STP  (R14, R15), 112(R17)
	STP  (R19, R20), 152(R17)
	STP  (R21, R22), 168(R17)
	STP  (R23, R24), 184(R17)
	ADD  $Activation_FRegs, ACT, R17
	FSTPD (F0, F1), 0(R17)
	FSTPD (F2, F3), 16(R17)
	FSTPD (F4, F5), 32(R17)
	FSTPD (F6, F7), 48(R17)
	FSTPD (F8, F9), 64(R17)
	FSTPD (F10, F11), 80(R17)
	FSTPD (F12, F13), 96(R17)
	FSTPD (F14, F15), 112(R17)
	FSTPD (F16, F17), 128(R17)
	FSTPD (F18, F19), 144(R17)
	FSTPD (F20, F21), 160(R17)
	FSTPD (F22, F23), 176(R17)
	FSTPD (F24, F25), 192(R17)
	FSTPD (F26, F27), 208(R17)
	FSTPD (F28, F29), 224(R17)
	FSTPD (F30, F31), 240(R17)
	MOVD $const_StatusExit, R1
	CMPW $const_LeaveExit, R0
	BEQ  left
	MOVW R0, Activation_Helper(ACT)
	MOVD $const_StatusUnknown, R1
left:
	MOVW R1, Activation_Status(ACT)
	MOVW R1, status+24(FP)
	RET

// func callCode(entry uintptr) uint32
TEXT ·callCode(SB), 0, $16-12
	NO_LOCAL_POINTERS
	MOVD entry+0(FP), R16
	CALL (R16)
	MOVW R0, ret+8(FP)
	RET

// func askPoll()
TEXT ·askPoll(SB), NOSPLIT, $0-0
	MOVD $const_pollAsked, R0
	MOVD R0, const_PollOffset(g)
	RET

// func guard() (lo, hi, guard, sp uintptr)
TEXT ·guard(SB), NOSPLIT, $0-32
	MOVD 0(g), R0
	MOVD R0, lo+0(FP)
	MOVD 8(g), R0
	MOVD R0, hi+8(FP)
	MOVD const_PollOffset(g), R0
	MOVD R0, guard+16(FP)
	MOVD $lo+0(FP), R0
	MOVD R0, sp+24(FP)
	RET

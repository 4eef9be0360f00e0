package native

import "encoding/binary"

// GOARCH's cold stub; the tests decode it.
var coldStub = words(
	0x79400211|RowHotness/2<<10, // ldrh w17, [x16, #RowHotness]
	0x11000631,                  // add w17, w17, #1
	0x79000211|RowHotness/2<<10, // strh w17, [x16, #RowHotness]
	0xf9000340|OffRegs/8<<10,    // str x0, [x26, #OffRegs]
	0xf9000350|OffRow/8<<10,     // str x16, [x26, #OffRow]
	0x52800000|LeaveExit<<5,     // movz w0, #LeaveExit
	0xd65f03c0,                  // ret
)

// pollStub makes GOARCH's stub of polls.
func pollStub() []byte {
	// each moves the free registers to or from the activation, by STR and LDR of those opcodes.
	each := func(x, d uint32) (code []uint32) {
		for r := range uint32(24) {
			if r < 16 || r >= 19 {
				code = append(code, x|(OffRegs/8+r)<<10|26<<5|r)
			}
		}
		for f := range uint32(NumRegs) {
			code = append(code, d|(OffFRegs/8+f)<<10|26<<5|f)
		}
		return code
	}
	code := append([]uint32{0xf9000350 | offBack/8<<10}, each(0xf9000000, 0xfd000000)...) // str x16, [x26, #offBack]
	code = append(code,
		0x10000010|5<<5,                  // adr x16, again
		0xf9000350|OffResume/8<<10,       // str x16, [x26, #OffResume]
		0x52800000|(LeavePoll&0xffff)<<5, // movz w0, #LeavePoll
		0x72a00000|LeavePoll>>16<<5,      // movk w0, #LeavePoll>>16, lsl #16
		0xd65f03c0)                       // ret
	code = append(code, each(0xf9400000, 0xfd400000)...)
	code = append(code, 0xf9400350|offBack/8<<10, 0xd61f0200) // ldr x16, [x26, #offBack]; br x16
	return words(code...)
}

// probeCode returns machine code that returns n to callCode.
func probeCode(n uint32) []byte {
	return words(
		0x52800000|n&0xffff<<5, // movz w0, #n
		0x72a00000|n>>16<<5,    // movk w0, #n>>16, lsl #16
		0xd65f03c0,             // ret
	)
}

func words(w ...uint32) []byte {
	var code []byte
	for _, w := range w {
		code = binary.LittleEndian.AppendUint32(code, w)
	}
	return code
}

// trap is what freed code is overwritten with when a Memory poisons: four of
// them are UDF #0, which ends the process.
const trap = 0

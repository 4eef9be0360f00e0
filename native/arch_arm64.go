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

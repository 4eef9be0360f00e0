package native

import "encoding/binary"

// GOARCH's cold stub; the tests compare it with an assembler's output.
var coldStub = []byte{
	0x66, 0x41, 0x83, 0x43, RowHotness, 1, // add word [r11+RowHotness], 1
	0x49, 0x89, 0x87, OffRegs & 0xff, OffRegs >> 8, 0, 0, // mov [r15+OffRegs], rax
	0x4d, 0x89, 0x1f, // mov [r15+OffRow], r11: OffRow is 0
	0xb8, LeaveExit, 0, 0, 0, // mov eax, LeaveExit
	0xc3, // ret
}

// probeCode returns machine code that returns n to callCode.
func probeCode(n uint32) []byte {
	code := append(binary.LittleEndian.AppendUint32([]byte{0xb8}, n), 0xc3) // mov eax, n; ret
	return code
}

// trap is what freed code is overwritten with when a Memory poisons: HLT, one
// byte, so that it faults wherever it is entered, and is recoverable.
const trap = 0xf4

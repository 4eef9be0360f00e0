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

// pollStub makes GOARCH's stub of polls.
func pollStub() []byte {
	le := binary.LittleEndian
	at := func(code []byte, off int, op ...byte) []byte {
		return le.AppendUint32(append(code, op...), uint32(off))
	}
	// each moves the free registers to or from the activation, by MOV and MOVSD of that opcode.
	each := func(code []byte, mov, movsd byte) []byte {
		for _, r := range []byte{0, 1, 2, 6, 7, 8, 9, 10, 12} {
			code = at(code, OffRegs+8*int(r), 0x49|r>>3<<2, mov, 0x87|r&7<<3)
		}
		for x := range byte(15) {
			code = at(code, OffFRegs+8*int(x), 0xf2, 0x41|x>>3<<2, 0x0f, movsd, 0x87|x&7<<3)
		}
		return code
	}
	again := at(each(nil, 0x8b, 0x10), offBack, 0x41, 0xff, 0xa7) // jmp [r15+offBack]
	code := each(at(nil, offBack, 0x4d, 0x89, 0x9f), 0x89, 0x11)  // mov [r15+offBack], r11
	code = at(code, 4+5+1, 0x4c, 0x8d, 0x1d)                      // lea r11, [rip+again]
	code = append(code, 0x4d, 0x89, 0x5f, OffResume)              // mov [r15+OffResume], r11
	code = le.AppendUint32(append(code, 0xb8), LeavePoll)         // mov eax, LeavePoll
	return append(append(code, 0xc3), again...)                   // ret
}

// probeCode returns machine code that returns n to callCode.
func probeCode(n uint32) []byte {
	code := append(binary.LittleEndian.AppendUint32([]byte{0xb8}, n), 0xc3) // mov eax, n; ret
	return code
}

// trap is what freed code is overwritten with when a Memory poisons: HLT, one
// byte, so that it faults wherever it is entered, and is recoverable.
const trap = 0xf4

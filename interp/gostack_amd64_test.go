package interp

import (
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"golang.org/x/arch/x86/x86asm"
)

// TestArgumentsOfRun: what run keeps in its frame for itself begins behind what the collector takes for arguments
// there, so that all arguments are seen, and nothing else that is as large as a value.
func TestArgumentsOfRun(t *testing.T) {
	entry := reflect.ValueOf((*VM).run).Pointer()
	own, value, frame, n := int64(1<<20), int64(1<<20), int64(0), 0
	for pc := entry; runtime.FuncForPC(pc).Entry() == entry; n++ {
		in, err := x86asm.Decode((*(**[16]byte)(unsafe.Pointer(&pc)))[:], 64)
		if err != nil {
			t.Fatalf("%#x: %v", pc-entry, err)
		}
		pc += uintptr(in.Len)
		if imm, ok := in.Args[1].(x86asm.Imm); ok && in.Op == x86asm.SUB && in.Args[0] == x86asm.RSP && frame == 0 {
			frame = int64(imm)
		}
		to, ok := in.Args[0].(x86asm.Mem)
		if !ok || to.Base != x86asm.RSP || frame == 0 {
			continue
		}
		if in.MemBytes == 8 && to.Disp == 8 && pc-entry > 100 { // behind the end: the arguments of run, while its stack grows
			break
		}
		own = min(own, to.Disp)
		if in.MemBytes >= 8 {
			value = min(value, to.Disp)
		}
	}
	const link = 8 // what arguments counts for the return address
	if own > arguments-link || value < arguments-link {
		t.Errorf("run's own words begin at %d, its values at %d; arguments end at %d", own, value, arguments-link)
	}
	if n < 3000 || frame < 2*arguments {
		t.Errorf("%d instructions, a frame of %d bytes: that is not run", n, frame)
	}
}

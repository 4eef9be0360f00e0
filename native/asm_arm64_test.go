package native

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/arch/arm64/arm64asm"
)

// See asm_amd64_test.go.
type reg uint8

const (
	t0       reg = 0
	t1       reg = 1
	t2       reg = 2
	t3       reg = 3
	t4       reg = 4
	t5       reg = 5
	t6       reg = 6
	t7       reg = 7
	actReg   reg = 26
	gReg     reg = 28
	baseReg  reg = 25
	frameReg reg = 24
	rowReg   reg = 16
)

var savedRegs = []reg{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23}

const savedFloats = 32

type prog struct{ code []byte }

func (p *prog) w(w uint32) { p.code = binary.LittleEndian.AppendUint32(p.code, w) }

func (p *prog) imm(r reg, v uint64) {
	p.w(0xd2800000 | uint32(v&0xffff)<<5 | uint32(r)) // movz
	for i := uint32(1); i < 4; i++ {
		p.w(0xf2800000 | i<<21 | uint32(v>>(16*i)&0xffff)<<5 | uint32(r)) // movk
	}
}
func (p *prog) load(r, base reg, off int32) {
	p.w(0xf9400000 | uint32(off/8)<<10 | uint32(base)<<5 | uint32(r))
}
func (p *prog) store(base reg, off int32, r reg) {
	p.w(0xf9000000 | uint32(off/8)<<10 | uint32(base)<<5 | uint32(r))
}
func (p *prog) move(r, from reg) { p.w(0xaa0003e0 | uint32(from)<<16 | uint32(r)) }
func (p *prog) add(r, b reg)     { p.w(0x8b000000 | uint32(b)<<16 | uint32(r)<<5 | uint32(r)) }
func (p *prog) addImm(r reg, v int32) {
	if v < 0 {
		p.w(0xd1000000 | uint32(-v)<<10 | uint32(r)<<5 | uint32(r))
	} else {
		p.w(0x91000000 | uint32(v)<<10 | uint32(r)<<5 | uint32(r))
	}
}
func (p *prog) float(f int, bits uint64) {
	p.imm(t0, bits)
	p.w(0x9e670000 | uint32(t0)<<5 | uint32(f)) // fmov d, x0
}
func (p *prog) jumpIf(r reg, to int) {
	p.w(0xb5000000 | uint32((to-len(p.code))/4)&0x7ffff<<5 | uint32(r)) // cbnz
}
func (p *prog) pos() int { return len(p.code) }
func (p *prog) leave(code uint32) {
	p.w(0x10000000 | 5<<5 | uint32(rowReg)) // adr x16, .+20
	p.store(actReg, OffResume, rowReg)
	p.ret(code)
}
func (p *prog) ret(code uint32) {
	p.w(0x52800000 | code&0xffff<<5) // movz w0
	p.w(0x72a00000 | code>>16<<5)    // movk w0, lsl 16
	p.w(0xd65f03c0)                  // ret
}
func (p *prog) poll() {
	p.load(17, gReg, PollOffset)
	p.w(0xb140063f)        // cmn x17, #1, lsl #12
	p.w(0x54000009 | 6<<5) // b.ls over
	p.leave(LeavePoll)
}
func (p *prog) pollOut() (cold func()) {
	p.load(17, gReg, PollOffset)
	p.w(0xb140063f) // cmn x17, #1, lsl #12
	at := len(p.code)
	p.w(0)
	return func() {
		binary.LittleEndian.PutUint32(p.code[at:], 0x54000008|uint32(len(p.code)-at)/4<<5) // b.hi
		back := at + 4 - len(p.code)
		p.w(0x10000000 | uint32(back/4)&0x7ffff<<5 | uint32(rowReg)) // adr x16, back
		p.store(actReg, OffResume, rowReg)
		p.ret(LeavePoll)
	}
}
func (p *prog) keep() {
	p.w(0x10000000 | 3<<5 | uint32(rowReg)) // adr x16, .+12
	p.load(17, actReg, OffPoll)
	p.w(0xd61f0220) // br x17
}
func (p *prog) kept(helper uint32) {
	p.store(actReg, OffRegs, t0)
	p.leave(KeptCode(helper))
}
func (p *prog) exit(row uintptr) {
	p.imm(rowReg, uint64(row))
	p.load(17, rowReg, 0)
	p.w(0xd61f0220) // br x17
}
func (p *prog) trash() {
	for r := range reg(25) {
		if r != 18 && r != frameReg {
			p.imm(r, 0xdeadbeefdeadbeef)
		}
	}
	p.imm(baseReg, 0xdeadbeefdeadbeef)
	for f := range 32 {
		p.float(f, 0xdeadbeefdeadbeef)
	}
}

func disassemble(t *testing.T, code []byte) string {
	t.Helper()
	var b strings.Builder
	for off := 0; off < len(code); off += 4 {
		in, err := arm64asm.Decode(code[off:])
		if err != nil {
			t.Fatalf("at %d of % x: %v", off, code, err)
		}
		fmt.Fprintln(&b, arm64asm.GNUSyntax(in))
	}
	return b.String()
}

func TestProgEncodings(t *testing.T) {
	var p prog
	p.imm(t5, 0x1122334455667788)
	p.load(t6, actReg, SlotOffset)
	p.store(frameReg, 8, t1)
	p.move(t7, frameReg)
	p.add(t0, t7)
	p.addImm(t5, -1)
	p.addImm(t5, 1)
	p.float(9, 1)
	p.jumpIf(t7, 0)
	p.poll()
	cold := p.pollOut()
	p.exit(0x10)
	cold()
	want := strings.TrimLeft(`
mov x5, #0x7788
movk x5, #0x5566, lsl #16
movk x5, #0x3344, lsl #32
movk x5, #0x1122, lsl #48
ldr x6, [x26,#832]
str x1, [x24,#8]
mov x7, x24
add x0, x0, x7
sub x5, x5, #0x1
add x5, x5, #0x1
mov x0, #0x1
movk x0, #0x0, lsl #16
movk x0, #0x0, lsl #32
movk x0, #0x0, lsl #48
fmov d9, x0
cbnz x7, .+0xffffffffffffffc4
ldr x17, [x28,#16]
cmn x17, #0x1, lsl #12
b.ls .+0x18
adr x16, .+0x14
str x16, [x26,#8]
mov w0, #0xff02
movk w0, #0xffff, lsl #16
ret
ldr x17, [x28,#16]
cmn x17, #0x1, lsl #12
b.hi .+0x1c
mov x16, #0x10
movk x16, #0x0, lsl #16
movk x16, #0x0, lsl #32
movk x16, #0x0, lsl #48
ldr x17, [x16]
br x17
adr x16, .+0xffffffffffffffe8
str x16, [x26,#8]
mov w0, #0xff02
movk w0, #0xffff, lsl #16
ret
`, "\n")
	if got := disassemble(t, p.code); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	p = prog{}
	p.trash()
	disassemble(t, p.code)
}

// The cold stub decodes to its listing.
func TestColdStub(t *testing.T) {
	want := fmt.Sprintf("ldrh w17, [x16,#12]\nadd w17, w17, #0x1\nstrh w17, [x16,#12]\nstr x0, [x26,#%d]\nstr x16, [x26]\nmov w0, #0x1\nret\n", OffRegs)
	if got := disassemble(t, ColdStub()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

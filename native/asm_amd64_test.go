package native

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	golangasm "github.com/twitchyliquid64/golang-asm"
	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/x86"
	"golang.org/x/arch/x86/x86asm"
)

// reg is a general register. The tests' programs use t0 to t7 and the bases.
type reg uint8

const (
	t0       reg = 0 // rax
	t1       reg = 1 // rcx
	t2       reg = 2 // rdx
	t3       reg = 6 // rsi
	t4       reg = 7 // rdi
	t5       reg = 8
	t6       reg = 9
	t7       reg = 10
	actReg   reg = 15
	gReg     reg = 14
	baseReg  reg = 13
	frameReg reg = 3
	rowReg   reg = 11
)

// savedRegs are the free general registers, which an exit saves, without the
// first, in which the exit code is; and the float registers that it saves.
var savedRegs = []reg{1, 2, 6, 7, 8, 9, 10, 12}

const savedFloats = 16

// prog is machine code under construction, for the target of the build. Both
// targets have the same methods.
type prog struct{ code []byte }

func (p *prog) bytes(b ...byte) { p.code = append(p.code, b...) }
func (p *prog) u32(v uint32)    { p.code = binary.LittleEndian.AppendUint32(p.code, v) }

// rex is the prefix REX.W with the high bits of two registers.
func rex(r, b reg) byte { return 0x48 | byte(r>>3)<<2 | byte(b>>3) }

// mem appends an opcode and its operands: a register and [base+off].
func (p *prog) mem(prefix []byte, op []byte, r, base reg, off int32) {
	p.bytes(append(prefix, op...)...)
	p.bytes(0x80 | byte(r&7)<<3 | byte(base&7))
	if base&7 == 4 {
		p.bytes(0x24)
	}
	p.u32(uint32(off))
}

func (p *prog) imm(r reg, v uint64) {
	p.bytes(0x48|byte(r>>3), 0xb8|byte(r&7))
	p.code = binary.LittleEndian.AppendUint64(p.code, v)
}
func (p *prog) load(r, base reg, off int32) { p.mem([]byte{rex(r, base)}, []byte{0x8b}, r, base, off) }
func (p *prog) store(base reg, off int32, r reg) {
	p.mem([]byte{rex(r, base)}, []byte{0x89}, r, base, off)
}
func (p *prog) move(r, from reg) { p.bytes(rex(from, r), 0x89, 0xc0|byte(from&7)<<3|byte(r&7)) }
func (p *prog) add(r, b reg)     { p.bytes(rex(b, r), 0x01, 0xc0|byte(b&7)<<3|byte(r&7)) }
func (p *prog) addImm(r reg, v int32) {
	p.bytes(rex(0, r), 0x81, 0xc0|byte(r&7))
	p.u32(uint32(v))
}

// float sets float register f to bits; it uses t0.
func (p *prog) float(f int, bits uint64) {
	p.imm(t0, bits)
	p.bytes(0x66, rex(reg(f), t0), 0x0f, 0x6e, 0xc0|byte(f&7)<<3) // movq xmm, rax
}

// jumpIf jumps to a position in the code if r is not 0.
func (p *prog) jumpIf(r reg, to int) {
	p.bytes(rex(r, r), 0x85, 0xc0|byte(r&7)<<3|byte(r&7)) // test r, r
	p.bytes(0x0f, 0x85)                                   // jnz
	p.u32(uint32(to - len(p.code) - 4))
}

func (p *prog) pos() int { return len(p.code) }

// leave leaves with a code that makes the trampoline call a helper, and goes
// on behind it.
func (p *prog) leave(code uint32) {
	p.bytes(0x4c, 0x8d, 0x1d) // lea r11, [rip+n]
	p.u32(7 + 5 + 1)
	p.store(actReg, OffResume, rowReg)
	p.ret(code)
}

// ret returns with a code.
func (p *prog) ret(code uint32) {
	p.bytes(0xb8)
	p.u32(code)
	p.bytes(0xc3)
}

// poll leaves if the runtime wants the goroutine.
func (p *prog) poll() {
	limit := int32(PollLimit)
	p.bytes(0x49, 0x81, 0x7e, PollOffset) // cmp qword [r14+16], imm32
	p.u32(uint32(limit))
	p.bytes(0x76, 7+7+5+1) // jbe, over
	p.leave(LeavePoll)
}

// pollOut is poll as a compiler emits it: what it returns emits the code that
// leaves, away from the loop.
func (p *prog) pollOut() (cold func()) {
	limit := int32(PollLimit)
	p.bytes(0x49, 0x81, 0x7e, PollOffset) // cmp qword [r14+16], imm32
	p.u32(uint32(limit))
	p.bytes(0x0f, 0x87, 0, 0, 0, 0) // ja
	back := len(p.code)
	return func() {
		binary.LittleEndian.PutUint32(p.code[back-4:], uint32(len(p.code)-back))
		p.bytes(0x4c, 0x8d, 0x1d) // lea r11, [rip+n]
		p.u32(uint32(back - len(p.code) - 4))
		p.store(actReg, OffResume, rowReg)
		p.ret(LeavePoll)
	}
}

// keep leaves by PollStub, whether the runtime wants the goroutine or not.
func (p *prog) keep() {
	p.bytes(0x4c, 0x8d, 0x1d) // lea r11, [rip+n]
	p.u32(7)
	p.bytes(0x41, 0xff, 0xa7) // jmp [r15+OffPoll]
	p.u32(OffPoll)
}

// kept calls a helper and keeps all registers.
func (p *prog) kept(helper uint32) {
	p.store(actReg, OffRegs, t0)
	p.leave(KeptCode(helper))
}

// exit leaves for good through a row.
func (p *prog) exit(row uintptr) {
	p.imm(rowReg, uint64(row))
	p.bytes(0x41, 0xff, 0x23) // jmp [r11]
}

// divide traps.
func (p *prog) divide() {
	p.imm(t1, 0)
	p.bytes(0x48, 0xf7, 0xf9) // idiv rcx
}

// trash breaks every register that machine code may break before a leave, and
// g and XMM15, which Go's calling convention fixes.
func (p *prog) trash() {
	for r := range reg(16) {
		if r != 4 && r != 5 && r != actReg && r != frameReg {
			p.imm(r, 0xdeadbeefdeadbeef)
		}
	}
	for f := range 16 {
		p.float(f, 0xdeadbeefdeadbeef)
	}
	p.bytes(0xfd) // std
}

// disassemble decodes code, one line an instruction.
func disassemble(t *testing.T, code []byte) string {
	t.Helper()
	var b strings.Builder
	for off := 0; off < len(code); {
		in, err := x86asm.Decode(code[off:], 64)
		if err != nil {
			t.Fatalf("at %d of % x: %v", off, code, err)
		}
		fmt.Fprintln(&b, x86asm.IntelSyntax(in, uint64(off), nil))
		off += in.Len
	}
	return b.String()
}

// The tests' own assembler emits what it says: decoded by another hand.
func TestProgEncodings(t *testing.T) {
	var p prog
	p.imm(t5, 0x1122334455667788)
	p.load(t6, actReg, SlotOffset)
	p.store(frameReg, 8, t1)
	p.store(12, 8, t1)
	p.move(t7, frameReg)
	p.add(t0, t7)
	p.addImm(t5, -1)
	p.float(9, 1)
	p.jumpIf(t7, 0)
	p.poll()
	cold := p.pollOut()
	p.exit(0x10)
	p.divide()
	cold()
	want := strings.TrimLeft(`
mov r8, 0x1122334455667788
mov r9, qword ptr [r15+0x340]
mov qword ptr [rbx+0x8], rcx
mov qword ptr [r12+0x8], rcx
mov r10, rbx
add rax, r10
add r8, -0x1
mov rax, 0x1
movq xmm9, rax
test r10, r10
jnz 0x0
cmp qword ptr [r14+0x10], -0x1000
jbe 0x63
lea r11, ptr [rip+0xd]
mov qword ptr [r15+0x8], r11
mov eax, -0xfe
ret
cmp qword ptr [r14+0x10], -0x1000
jnbe 0x8b
mov r11, 0x10
jmp qword ptr [r11]
mov rcx, 0x0
idiv rcx
lea r11, ptr [rip+0xffffffdf]
mov qword ptr [r15+0x8], r11
mov eax, -0xfe
ret
`, "\n")
	if got := disassemble(t, p.code); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	// trash is for looks only: it must decode and end in STD.
	p = prog{}
	p.trash()
	if got := disassemble(t, p.code); !strings.HasSuffix(got, "std\n") {
		t.Error(got)
	}
}

// golangAsm assembles instructions with golang-asm.
func golangAsm(t *testing.T, build func(add func(as obj.As, from, to obj.Addr))) []byte {
	t.Helper()
	b, err := golangasm.NewBuilder("amd64", 16)
	if err != nil {
		t.Fatal(err)
	}
	build(func(as obj.As, from, to obj.Addr) {
		p := b.NewProg()
		p.As, p.From, p.To = as, from, to
		b.AddInstruction(p)
	})
	return b.Assemble()
}

// The cold stub is what an assembler makes of its listing.
func TestColdStub(t *testing.T) {
	r := func(r int16) obj.Addr { return obj.Addr{Type: obj.TYPE_REG, Reg: r} }
	mem := func(off int64) obj.Addr { return obj.Addr{Type: obj.TYPE_MEM, Reg: x86.REG_R15, Offset: off} }
	row := obj.Addr{Type: obj.TYPE_MEM, Reg: x86.REG_R11, Offset: RowHotness}
	imm := func(n int64) obj.Addr { return obj.Addr{Type: obj.TYPE_CONST, Offset: n} }
	want := golangAsm(t, func(add func(obj.As, obj.Addr, obj.Addr)) {
		add(x86.AADDW, imm(1), row)
		add(x86.AMOVQ, r(x86.REG_AX), mem(OffRegs))
		add(x86.AMOVQ, r(x86.REG_R11), mem(OffRow))
		add(x86.AMOVL, imm(LeaveExit), r(x86.REG_AX))
		add(obj.ARET, obj.Addr{}, obj.Addr{})
	})
	if got := ColdStub(); string(got) != string(want) {
		t.Errorf("cold stub % x, assembler % x", got, want)
	}
	text := fmt.Sprintf("add word ptr [r11+0xc], 0x1\nmov qword ptr [r15+%#x], rax\nmov qword ptr [r15], r11\nmov eax, 0x1\nret\n", OffRegs)
	if got := disassemble(t, ColdStub()); got != text {
		t.Errorf("got\n%swant\n%s", got, text)
	}
}

// The assembler of the tests and golang-asm agree on what both can say.
func TestProgGolangAsm(t *testing.T) {
	r := func(r reg) obj.Addr { return obj.Addr{Type: obj.TYPE_REG, Reg: x86.REG_AX + int16(r)} }
	var p prog
	want := golangAsm(t, func(add func(obj.As, obj.Addr, obj.Addr)) {
		for _, a := range []reg{t0, t4, t7, rowReg, actReg} {
			add(x86.AMOVQ, r(a), obj.Addr{Type: obj.TYPE_MEM, Reg: x86.REG_R15, Offset: 0x400})
			p.store(actReg, 0x400, a)
			add(x86.AMOVQ, obj.Addr{Type: obj.TYPE_MEM, Reg: x86.REG_R12, Offset: 0x400}, r(a))
			p.load(a, 12, 0x400)
			add(x86.AADDQ, r(t5), r(a))
			p.add(a, t5)
			add(x86.AMOVQ, obj.Addr{Type: obj.TYPE_CONST, Offset: 0x1122334455667788}, r(a))
			p.imm(a, 0x1122334455667788)
		}
		limit := int64(PollLimit)
		add(x86.ACMPQ, obj.Addr{Type: obj.TYPE_MEM, Reg: x86.REG_R14, Offset: PollOffset}, obj.Addr{Type: obj.TYPE_CONST, Offset: limit})
	})
	p.poll()
	p.code = p.code[:len(p.code)-2-7-7-5-1] // the comparison only
	if string(p.code) != string(want) {
		t.Errorf("got\n%swant\n%s", disassemble(t, p.code), disassemble(t, want))
	}
}

package amd64

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/lower"
	"golang.org/x/arch/x86/x86asm"
)

// all makes tests try a hundred times as many combinations of operands.
var all = flag.Bool("amd64.all", false, "decode many more combinations of operands")

// sse stands for an operand size: an SSE register.
const sse = 16

// meaning is what an operation must disassemble to. It is written down
// independently of the generator's list, so that a mnemonic or an operand
// order that is wrong there shows here.
type meaning struct {
	op   x86asm.Op
	a, b int // sizes of the register operands in bytes, or sse
	mem  int // size of the memory operand
}

func same(op x86asm.Op, size int) meaning { return meaning{op, size, size, size} }
func float(op x86asm.Op, mem int) meaning { return meaning{op, sse, sse, mem} }

var meanings = map[Op]meaning{
	MovQ: same(x86asm.MOV, 8), MovL: same(x86asm.MOV, 4), MovW: same(x86asm.MOV, 2), MovB: same(x86asm.MOV, 1),
	MovzxB: {x86asm.MOVZX, 4, 1, 1}, MovzxW: {x86asm.MOVZX, 4, 2, 2},
	MovsxBQ: {x86asm.MOVSX, 8, 1, 1}, MovsxWQ: {x86asm.MOVSX, 8, 2, 2}, MovsxLQ: {x86asm.MOVSXD, 8, 4, 4},
	MovsxBL: {x86asm.MOVSX, 4, 1, 1}, MovsxWL: {x86asm.MOVSX, 4, 2, 2},
	LeaQ: {x86asm.LEA, 8, 0, 0}, LeaL: {x86asm.LEA, 4, 0, 0},
	BswapQ: same(x86asm.BSWAP, 8),
	AddQ:   same(x86asm.ADD, 8), AddL: same(x86asm.ADD, 4), SubQ: same(x86asm.SUB, 8), SubL: same(x86asm.SUB, 4),
	AndQ: same(x86asm.AND, 8), AndL: same(x86asm.AND, 4), OrQ: same(x86asm.OR, 8), OrL: same(x86asm.OR, 4),
	XorQ: same(x86asm.XOR, 8), XorL: same(x86asm.XOR, 4),
	CmpQ: same(x86asm.CMP, 8), CmpL: same(x86asm.CMP, 4), CmpB: same(x86asm.CMP, 1),
	TestQ: same(x86asm.TEST, 8), TestL: same(x86asm.TEST, 4), TestB: same(x86asm.TEST, 1),
	NegQ: same(x86asm.NEG, 8), NegL: same(x86asm.NEG, 4), NotQ: same(x86asm.NOT, 8), NotL: same(x86asm.NOT, 4),
	ImulQ: same(x86asm.IMUL, 8), ImulL: same(x86asm.IMUL, 4),
	MulQ: same(x86asm.MUL, 8), MulL: same(x86asm.MUL, 4), ImulWideQ: same(x86asm.IMUL, 8), ImulWideL: same(x86asm.IMUL, 4),
	DivQ: same(x86asm.DIV, 8), DivL: same(x86asm.DIV, 4), IdivQ: same(x86asm.IDIV, 8), IdivL: same(x86asm.IDIV, 4),
	Cqo: {op: x86asm.CQO}, Cdq: {op: x86asm.CDQ},
	ShlQ: same(x86asm.SHL, 8), ShlL: same(x86asm.SHL, 4), ShrQ: same(x86asm.SHR, 8), ShrL: same(x86asm.SHR, 4),
	SarQ: same(x86asm.SAR, 8), SarL: same(x86asm.SAR, 4), RolQ: same(x86asm.ROL, 8), RolL: same(x86asm.ROL, 4),
	ShlxQ: same(x86asm.SHLX, 8), ShlxL: same(x86asm.SHLX, 4), ShrxQ: same(x86asm.SHRX, 8), ShrxL: same(x86asm.SHRX, 4),
	SarxQ: same(x86asm.SARX, 8), SarxL: same(x86asm.SARX, 4),
	BtQ: same(x86asm.BT, 8), BtsQ: same(x86asm.BTS, 8), BtrQ: same(x86asm.BTR, 8),
	BsfQ: same(x86asm.BSF, 8), BsrQ: same(x86asm.BSR, 8), LzcntQ: same(x86asm.LZCNT, 8), TzcntQ: same(x86asm.TZCNT, 8),
	PopcntQ: same(x86asm.POPCNT, 8),
	CmovQ:   {a: 8, b: 8}, CmovL: {a: 4, b: 4}, Setcc: {a: 1}, // by condition: condMeanings
	Jmp: {x86asm.JMP, 8, 0, 8}, Call: {x86asm.CALL, 8, 0, 8},
	Ret: {op: x86asm.RET}, Ud2: {op: x86asm.UD2}, Nop: {op: x86asm.NOP},
	Movaps: float(x86asm.MOVAPS, 16), MovqX: {x86asm.MOVQ, sse, 8, 0}, MovqR: {x86asm.MOVQ, 8, sse, 0},
	Movsd: float(x86asm.MOVSD_XMM, 8), Addsd: float(x86asm.ADDSD, 8), Subsd: float(x86asm.SUBSD, 8),
	Mulsd: float(x86asm.MULSD, 8), Divsd: float(x86asm.DIVSD, 8), Sqrtsd: float(x86asm.SQRTSD, 8),
	Minsd: float(x86asm.MINSD, 8), Maxsd: float(x86asm.MAXSD, 8), Ucomisd: float(x86asm.UCOMISD, 8), Cmpsd: float(x86asm.CMPSD_XMM, 8),
	Cvtsi2sd: {x86asm.CVTSI2SD, sse, 8, 8}, Cvttsd2si: {x86asm.CVTTSD2SI, 8, sse, 8},
	Xorps: float(x86asm.XORPS, 16), Andps: float(x86asm.ANDPS, 16), Andnps: float(x86asm.ANDNPS, 16),
	Orps: float(x86asm.ORPS, 16), Pxor: float(x86asm.PXOR, 16), Roundsd: float(x86asm.ROUNDSD, 8),
	Movmskpd: {x86asm.MOVMSKPD, 4, sse, 0},
}

// condMeanings are set, cmov and branch by condition.
var condMeanings = [NumConds][3]x86asm.Op{
	CondO:  {x86asm.SETO, x86asm.CMOVO, x86asm.JO},
	CondNO: {x86asm.SETNO, x86asm.CMOVNO, x86asm.JNO},
	CondB:  {x86asm.SETB, x86asm.CMOVB, x86asm.JB},
	CondAE: {x86asm.SETAE, x86asm.CMOVAE, x86asm.JAE},
	CondE:  {x86asm.SETE, x86asm.CMOVE, x86asm.JE},
	CondNE: {x86asm.SETNE, x86asm.CMOVNE, x86asm.JNE},
	CondBE: {x86asm.SETBE, x86asm.CMOVBE, x86asm.JBE},
	CondA:  {x86asm.SETA, x86asm.CMOVA, x86asm.JA},
	CondS:  {x86asm.SETS, x86asm.CMOVS, x86asm.JS},
	CondNS: {x86asm.SETNS, x86asm.CMOVNS, x86asm.JNS},
	CondP:  {x86asm.SETP, x86asm.CMOVP, x86asm.JP},
	CondNP: {x86asm.SETNP, x86asm.CMOVNP, x86asm.JNP},
	CondL:  {x86asm.SETL, x86asm.CMOVL, x86asm.JL},
	CondGE: {x86asm.SETGE, x86asm.CMOVGE, x86asm.JGE},
	CondLE: {x86asm.SETLE, x86asm.CMOVLE, x86asm.JLE},
	CondG:  {x86asm.SETG, x86asm.CMOVG, x86asm.JG},
}

// decReg is the disassembler's register for ours.
func decReg(size int, p lower.PReg) x86asm.Reg {
	n := x86asm.Reg(p.Num())
	switch size {
	case 1:
		if n >= 4 {
			return x86asm.SPB + n - 4
		}
		return x86asm.AL + n
	case 2:
		return x86asm.AX + n
	case 4:
		return x86asm.EAX + n
	case 8:
		return x86asm.RAX + n
	}
	return x86asm.X0 + n
}

// trial is one random instruction and what it must decode to.
type trial struct {
	rng   *rand.Rand
	b     *Buf
	op    Op
	m     meaning
	want  []x86asm.Arg
	wants x86asm.Op
}

func (tr *trial) reg(size int) lower.PReg {
	n := tr.rng.IntN(16)
	if size == sse {
		return lower.MakePReg(lower.FPR, n)
	}
	return lower.MakePReg(lower.GPR, n)
}

var someValues = []int64{0, 1, -1, 7, 127, 128, -128, -129, 4096, math.MaxInt32, math.MinInt32}

func (tr *trial) value() int64 { return someValues[tr.rng.IntN(len(someValues))] }

func (tr *trial) imm() int64 {
	if row := &opRows[tr.op]; row.width == 1 {
		return int64(tr.rng.IntN(256))
	} else if row.width == 0 {
		return int64(tr.rng.IntN(16))
	}
	return tr.value()
}

// run emits a random instruction of a shape.
func (tr *trial) run(s shape) {
	tr.wants = tr.m.op
	switch s {
	case shapeNone:
		tr.b.Bare(tr.op)
		tr.want = nil
	case shapeR:
		r := tr.reg(tr.m.a)
		tr.b.R(tr.op, r)
		tr.want = []x86asm.Arg{decReg(tr.m.a, r)}
	case shapeRR:
		x, y := tr.reg(tr.m.a), tr.reg(tr.m.b)
		tr.b.RR(tr.op, x, y)
		tr.want = []x86asm.Arg{decReg(tr.m.a, x), decReg(tr.m.b, y)}
	case shapeRRR:
		x, y, z := tr.reg(8), tr.reg(8), tr.reg(8)
		tr.b.RRR(tr.op, x, y, z)
		tr.want = []x86asm.Arg{decReg(tr.m.a, x), decReg(tr.m.a, y), decReg(tr.m.a, z)}
	case shapeRI, shapeRI8, shapeAI:
		r, v := tr.reg(tr.m.a), tr.imm()
		if s != shapeRI && opRows[tr.op].first[shapeRI] == 0 {
			v = int64(tr.rng.IntN(8 * tr.op.Width())) // bt, shifts
		}
		tr.b.RI(tr.op, r, v)
		tr.want = []x86asm.Arg{decReg(tr.m.a, r), x86asm.Imm(v)}
	case shapeR1:
		r, v := tr.reg(tr.m.a), int64(tr.rng.IntN(8*tr.op.Width()))
		tr.b.Shift(tr.op, r, v)
		tr.want = []x86asm.Arg{decReg(tr.m.a, r), x86asm.Imm(v)}
	case shapeRC:
		r := tr.reg(tr.m.a)
		tr.b.ShiftCL(tr.op, r)
		tr.want = []x86asm.Arg{decReg(tr.m.a, r), x86asm.CL}
	case shapeRRI8, shapeRRI:
		x, y, v := tr.reg(tr.m.a), tr.reg(tr.m.b), tr.imm()
		tr.b.RRI(tr.op, x, y, v)
		tr.want = []x86asm.Arg{decReg(tr.m.a, x), decReg(tr.m.b, y), x86asm.Imm(v)}
	case shapeCR:
		c, r := Cond(tr.rng.IntN(16)), tr.reg(1)
		tr.b.Setcc(c, r)
		tr.wants, tr.want = condMeanings[c][0], []x86asm.Arg{decReg(1, r)}
	case shapeCRR:
		c, x, y := Cond(tr.rng.IntN(16)), tr.reg(8), tr.reg(8)
		tr.b.Cmov(tr.op, c, x, y)
		tr.wants, tr.want = condMeanings[c][1], []x86asm.Arg{decReg(tr.m.a, x), decReg(tr.m.b, y)}
	default:
		tr.runMem(s)
	}
}

func (tr *trial) runMem(s shape) {
	base, disp := tr.reg(8), tr.value()
	mem := x86asm.Mem{Base: decReg(8, base), Disp: disp}
	indexed := tr.rng.IntN(2) == 0
	var index lower.PReg
	var scale uint8
	if indexed {
		for index = tr.reg(8); index == RSP; {
			index = tr.reg(8)
		}
		scale = 1 << tr.rng.IntN(4)
		mem.Index, mem.Scale = decReg(8, index), scale
	}
	r := tr.reg(tr.m.a)
	switch s {
	case shapeRM:
		if indexed {
			tr.b.LoadX(tr.op, r, base, index, scale, disp)
		} else {
			tr.b.Load(tr.op, r, base, disp)
		}
		tr.want = []x86asm.Arg{decReg(tr.m.a, r), mem}
	case shapeMR:
		if indexed {
			tr.b.StoreX(tr.op, base, index, scale, disp, r)
		} else {
			tr.b.Store(tr.op, base, disp, r)
		}
		tr.want = []x86asm.Arg{mem, decReg(tr.m.a, r)}
	case shapeMI, shapeMI8:
		v := tr.imm()
		if indexed {
			tr.b.MIX(tr.op, base, index, scale, disp, v)
		} else {
			tr.b.MI(tr.op, base, disp, v)
		}
		tr.want = []x86asm.Arg{mem, x86asm.Imm(v)}
	case shapeM:
		if indexed {
			tr.b.MX(tr.op, base, index, scale, disp)
		} else {
			tr.b.M(tr.op, base, disp)
		}
		tr.want = []x86asm.Arg{mem}
	}
}

// TestDecodes: what the public functions emit is, for the disassembler, the
// instruction they are named after, with the operands given.
func TestDecodes(t *testing.T) {
	n := 300
	if *all {
		n = 30_000
	}
	tr := &trial{rng: rand.New(rand.NewPCG(3, 4)), b: New()}
	count := 0
	for op := range numOps {
		if op == XchgQ || op == Jcc || op == JccNear || op == JmpNear || op == Int3 {
			continue // TestXchg, TestBranches, TestPadding
		}
		m, ok := meanings[op]
		if !ok {
			t.Errorf("%v: no meaning stated", op)
			continue
		}
		tr.op, tr.m = op, m
		for s := range numShapes {
			if opRows[op].first[s] == 0 || s == shapeRI64 || s == shapeL || s == shapeRL {
				continue // TestMovImm, TestBranches, TestLabelData
			}
			for range n {
				tr.b.Reset()
				tr.run(s)
				code, err := tr.b.Finish()
				if err != nil {
					t.Fatal(err)
				}
				tr.check(t, s, code)
				count++
			}
		}
	}
	t.Logf("%d instructions decoded", count)
}

func (tr *trial) check(t *testing.T, s shape, code []byte) {
	t.Helper()
	in, err := x86asm.Decode(code, 64)
	if err != nil || in.Len != len(code) {
		t.Fatalf("%v %s: % x: decoded %d of %d bytes, %v", tr.op, shapeNames[s], code, in.Len, len(code), err)
	}
	if in.Op != tr.wants {
		t.Fatalf("%v %s: % x is %v, want %v", tr.op, shapeNames[s], code, in, tr.wants)
	}
	for i, a := range in.Args {
		var want x86asm.Arg
		if i < len(tr.want) {
			want = tr.want[i]
		}
		if !sameArg(a, want, tr.op.Width()) {
			t.Fatalf("%v %s: % x is %v: operand %d is %v, want %v", tr.op, shapeNames[s], code, in, i, a, want)
		}
		if _, ok := a.(x86asm.Mem); ok && in.MemBytes != tr.m.mem {
			t.Fatalf("%v %s: % x is %v: memory of %d bytes, want %d", tr.op, shapeNames[s], code, in, in.MemBytes, tr.m.mem)
		}
	}
}

// sameArg compares operands: immediates as numbers of the operation's width,
// displacements as 32 bits (x86asm does not sign-extend them), a scale only
// where there is an index.
func sameArg(a, b x86asm.Arg, width int) bool {
	if m, ok := a.(x86asm.Mem); ok {
		m.Disp = int64(int32(m.Disp))
		if m.Index == 0 {
			m.Scale = 0
		}
		a = m
	}
	x, xok := a.(x86asm.Imm)
	y, yok := b.(x86asm.Imm)
	if !xok || !yok {
		return a == b
	}
	switch width {
	case 1:
		return uint8(x) == uint8(y)
	case 4:
		return uint32(x) == uint32(y)
	}
	return x == y
}

func decodeOne(t *testing.T, emit func(b *Buf)) x86asm.Inst {
	t.Helper()
	b := New()
	emit(b)
	code, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	in, err := x86asm.Decode(code, 64)
	if err != nil || in.Len != len(code) {
		t.Fatalf("% x: decoded %d of %d bytes, %v", code, in.Len, len(code), err)
	}
	return in
}

// TestXchg: exchanges of all pairs, with RAX in its short form.
func TestXchg(t *testing.T) {
	for x := RAX; x <= R15; x++ {
		for y := RAX; y <= R15; y++ {
			in := decodeOne(t, func(b *Buf) { b.Xchg(x, y) })
			p, q := decReg(8, x), decReg(8, y)
			swapped := in.Op == x86asm.XCHG && (in.Args[0] == p && in.Args[1] == q || in.Args[0] == q && in.Args[1] == p)
			if !swapped && !(x == RAX && y == RAX && in.Op == x86asm.NOP) {
				t.Errorf("xchg %v, %v is %v", p, q, in)
			}
			if short := in.Len == 2; short != (x == RAX || y == RAX) {
				t.Errorf("%v: %d bytes", in, in.Len)
			}
		}
	}
}

// TestMovImm: constants of all sizes take the shortest instruction and arrive
// whole.
func TestMovImm(t *testing.T) {
	tests := []struct {
		v        int64
		low, ext int // bytes with registers 0 to 7 and 8 to 15
	}{
		{0, 2, 3}, {1, 5, 6}, {math.MaxInt32, 5, 6}, {math.MaxInt32 + 1, 5, 6}, {math.MaxUint32, 5, 6},
		{-1, 7, 7}, {math.MinInt32, 7, 7}, {math.MinInt32 - 1, 10, 10}, {math.MaxUint32 + 1, 10, 10},
		{math.MaxInt64, 10, 10}, {math.MinInt64, 10, 10},
	}
	for _, tt := range tests {
		for r := RAX; r <= R15; r++ {
			in := decodeOne(t, func(b *Buf) { b.MovImm(r, tt.v) })
			want := tt.low
			if r >= R8 {
				want = tt.ext
			}
			if in.Len != want {
				t.Errorf("%#x: %v: %d bytes, want %d", tt.v, in, in.Len, want)
			}
			if tt.v == 0 {
				if in.Op != x86asm.XOR || in.Args[0] != in.Args[1] || in.Args[0] != decReg(4, r) {
					t.Errorf("0: %v", in)
				}
				in = decodeOne(t, func(b *Buf) { b.MovImmFlags(r, 0) })
			}
			checkMov(t, in, r, tt.v)
		}
	}
}

// checkMov checks that an instruction sets r to v.
func checkMov(t *testing.T, in x86asm.Inst, r lower.PReg, v int64) {
	t.Helper()
	imm, ok := in.Args[1].(x86asm.Imm)
	got := int64(imm)
	if in.Args[0] == decReg(4, r) {
		got = int64(uint32(got)) // a 32-bit destination is zero-extended
	} else if in.Args[0] != decReg(8, r) {
		t.Errorf("%v: not register %v", in, r)
	}
	if in.Op != x86asm.MOV || !ok || got != v {
		t.Errorf("%v: gives %#x, want %#x", in, got, v)
	}
}

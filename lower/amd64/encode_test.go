package amd64

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
	"golang.org/x/arch/x86/x86asm"
)

// program is a random program of blocks in both sections. Block i starts with
// mov eax, i and goes on with instructions that lead to random blocks.
type program struct {
	b      *Buf
	rng    *rand.Rand
	first  encode.Label
	blocks int
	leads  []int // by instruction that leads somewhere, hot ones first: to which block
}

func (p *program) emit() {
	p.first = p.b.NewLabels(p.blocks)
	var leads [2][]int
	for i := range p.blocks {
		sec := encode.Section(p.rng.IntN(2))
		p.b.Select(sec)
		p.b.Bind(p.first + encode.Label(i))
		p.b.MovImmFlags(RAX, int64(i))
		for range p.rng.IntN(4) {
			to := p.rng.IntN(p.blocks)
			l := p.first + encode.Label(to)
			r := lower.MakePReg(lower.GPR, p.rng.IntN(16))
			switch p.rng.IntN(6) {
			case 0:
				p.b.Jcc(Cond(p.rng.IntN(16)), l)
			case 1:
				p.b.Jmp(l)
			case 2:
				p.b.Call(l)
			case 3:
				p.b.LeaLabel(r, l)
			case 4:
				p.b.LoadLabel(Movsd, lower.MakePReg(lower.FPR, p.rng.IntN(16)), l)
			case 5:
				p.b.MI(CmpQ, r, int64(p.rng.IntN(1<<20)), 1)
				continue
			}
			leads[sec] = append(leads[sec], to)
		}
	}
	p.leads = append(leads[encode.Hot], leads[encode.Cold]...)
}

// target returns where an instruction leads that ends at end, or false.
func target(in x86asm.Inst, end int) (int, bool) {
	for _, a := range in.Args {
		switch a := a.(type) {
		case x86asm.Rel:
			return end + int(a), true
		case x86asm.Mem:
			if a.Base == x86asm.RIP {
				return end + int(int32(a.Disp)), true
			}
		}
	}
	return 0, false
}

// TestBranches: in random programs, what leads to a label arrives at the block
// that was bound to it: forwards, backwards and across sections.
func TestBranches(t *testing.T) {
	b := New()
	forward, backward, across := 0, 0, 0
	for seed := range uint64(300) {
		b.Reset()
		p := &program{b: b, rng: rand.New(rand.NewPCG(seed, 5)), blocks: 1 + int(seed)}
		p.emit()
		code, err := b.Finish()
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for off := 0; off < len(code); {
			in, err := x86asm.Decode(code[off:], 64)
			if err != nil {
				t.Fatalf("seed %d: %#x: %v", seed, off, err)
			}
			end := off + in.Len
			if to, ok := target(in, end); ok {
				block := p.leads[n]
				n++
				checkBlock(t, code, to, b.Offset(p.first+encode.Label(block)), block)
				switch {
				case (to >= b.ColdBase()) != (off >= b.ColdBase()):
					across++
				case to > off:
					forward++
				default:
					backward++
				}
			}
			off = end
		}
		if n != len(p.leads) {
			t.Fatalf("seed %d: %d of %d branches found", seed, n, len(p.leads))
		}
	}
	if min(forward, backward, across) < 1000 {
		t.Errorf("%d forward, %d backward, %d across sections: too few", forward, backward, across)
	}
}

func checkBlock(t *testing.T, code []byte, at, label, block int) {
	t.Helper()
	if at != label {
		t.Fatalf("leads to %#x, the label is at %#x", at, label)
	}
	in, err := x86asm.Decode(code[at:], 64)
	if err != nil || in.Op != x86asm.MOV || in.Args[0] != x86asm.EAX || in.Args[1] != x86asm.Imm(block) {
		t.Fatalf("leads to %v, %v; want the start of block %d", in, err, block)
	}
}

// pad emits n bytes.
func pad(b *Buf, n int) {
	for range n {
		b.Bare(Nop)
	}
}

// TestPair: what becomes one instruction of two, and what does not.
func TestPair(t *testing.T) {
	store := func(base lower.Base, disp int64, size uint8, v int64) lower.Inst {
		return lower.Inst{Op: lower.MStoreI, Base: base, Imm: disp, Size: size, Imm2: v}
	}
	frame := func(disp, v int64) lower.Inst { return store(lower.BaseFrame, disp, 4, v) }
	tests := []struct {
		a, b   lower.Inst
		la, lb lower.PReg
		want   string
	}{
		{frame(16, 7), frame(20, 0), 0, 0, "mov qword ptr [rbx+0x10], 0x7"},
		{frame(20, 0), frame(16, 7), 0, 0, "mov qword ptr [rbx+0x10], 0x7"},
		{frame(16, -1), frame(20, -1), 0, 0, "mov qword ptr [rbx+0x10], -0x1"},
		{store(lower.BaseAddr, 8, 4, 3), store(lower.BaseAddr, 12, 4, 0), RSI, RSI, "mov qword ptr [rsi+0x8], 0x3"},
		{store(lower.BaseAddr, 8, 4, 3), store(lower.BaseAddr, 12, 4, 0), RSI, RDI, ""},
		{frame(16, 7), frame(20, 1), 0, 0, ""},
		{frame(16, -1), frame(20, 0), 0, 0, ""},
		{frame(20, 7), frame(24, 0), 0, 0, ""},
		{frame(16, 7), frame(24, 0), 0, 0, ""},
		{store(lower.BaseFrame, 16, 8, 7), frame(20, 0), 0, 0, ""},
		{frame(16, 7), store(lower.BaseAct, 20, 4, 0), 0, 0, ""},
	}
	for _, tt := range tests {
		e := &encoder{New()}
		la, lb := []lower.Loc{lower.InReg(tt.la)}, []lower.Loc{lower.InReg(tt.lb)}
		if tt.a.Base == lower.BaseAddr {
			tt.a.NumEnc, tt.b.NumEnc = 1, 1
		}
		ok := e.Pair(&tt.a, &tt.b, la, lb)
		code, err := e.Finish()
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if ok {
			got = strings.TrimSpace(Disassemble(code, 0, lower.Notes{})[6:])
		}
		if ok != (tt.want != "") || got != tt.want || !ok && len(code) > 0 {
			t.Errorf("%d, %d: %q, want %q", tt.a.Imm, tt.b.Imm, got, tt.want)
		}
	}
}

// TestNear: a branch is short exactly where its label is in reach.
func TestNear(t *testing.T) {
	for n := range 300 {
		for _, c := range []Cond{CondE, NumConds} { // NumConds: jmp
			b := New()
			back, ahead, cold := b.NewLabel(), b.NewLabel(), b.NewLabel()
			branch := func(l encode.Label) {
				if c == NumConds {
					b.Jmp(l)
				} else {
					b.Jcc(c, l)
				}
			}
			b.Bind(back)
			pad(b, n)
			branch(back)
			first := b.NewLabel()
			b.Bind(first)
			branch(ahead)
			second := b.NewLabel()
			b.Bind(second)
			pad(b, n)
			b.Bind(ahead)
			branch(cold)
			third := b.NewLabel()
			b.Bind(third)
			b.Select(encode.Cold)
			pad(b, n)
			b.Bind(cold)
			b.Ret()
			code, err := b.Finish()
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range []struct {
				at, to encode.Label
				end    encode.Label
				short  bool
			}{{back, back, first, n <= 126}, {first, ahead, second, n <= 127}, {ahead, cold, third, n <= 127-2*encode.MaxAlign}} {
				at := b.Offset(x.at)
				if x.at == back {
					at += n
				}
				in, err := x86asm.Decode(code[at:], 64)
				if err != nil || at+in.Len != b.Offset(x.end) || at+in.Len+int(in.Args[0].(x86asm.Rel)) != b.Offset(x.to) {
					t.Fatalf("%d bytes: %v, %v does not lead to %#x", n, in, err, b.Offset(x.to))
				}
				if x.to == cold && n > 127-2*encode.MaxAlign && n <= 127 {
					continue // depends on the padding
				}
				if (in.Len == 2) != x.short {
					t.Errorf("%d bytes: %v is of %d bytes", n, in, in.Len)
				}
			}
		}
	}
}

// TestJccCodes: each condition gives its branch, short and long, and Negate and Swap
// are what they say.
func TestJccCodes(t *testing.T) {
	for c := range NumConds {
		in := decodeOne(t, func(b *Buf) {
			l := b.NewLabel()
			b.Bind(l)
			b.Jcc(c, l)
		})
		if in.Op != condMeanings[c][2] || in.Len != 2 || in.Args[0] != x86asm.Rel(-2) {
			t.Errorf("j%v is %v", c, in)
		}
		b := New()
		l := b.NewLabel()
		b.Jcc(c, l)
		pad(b, 128)
		b.Bind(l)
		code, err := b.Finish()
		if err != nil {
			t.Fatal(err)
		}
		if long, err := x86asm.Decode(code, 64); err != nil || long.Op != in.Op || long.Len != 6 || long.Args[0] != x86asm.Rel(128) {
			t.Errorf("j%v is %v, %v", c, long, err)
		}
		if !strings.EqualFold(in.Op.String(), "j"+c.String()) {
			t.Errorf("j%v is called %v", c, in.Op)
		}
		if n := c.Negate(); n.Negate() != c || n == c || c.Swap().Swap() != c {
			t.Errorf("%v: negated %v, swapped twice %v", c, n, c.Swap().Swap())
		}
	}
}

// TestPadding: gaps hold int3, and the cold section is aligned.
func TestPadding(t *testing.T) {
	b := New()
	b.Ret()
	b.Select(encode.Cold)
	b.Ret()
	b.Align(8)
	b.Data64(42)
	code, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	want := append([]byte{0xc3}, bytes.Repeat([]byte{0xcc}, 15)...)
	want = append(append(want, 0xc3), bytes.Repeat([]byte{0xcc}, 7)...)
	want = append(want, 42, 0, 0, 0, 0, 0, 0, 0)
	if !bytes.Equal(code, want) {
		t.Errorf("% x, want % x", code, want)
	}
	if in := decodeOne(t, func(b *Buf) { b.Bare(Int3) }); in.Op != x86asm.INT || in.Len != 1 {
		t.Errorf("int3 is %v", in)
	}
}

// mistake returns the error with which f panics.
func mistake(t *testing.T, f func(b *Buf)) *encode.Error {
	t.Helper()
	var err *encode.Error
	func() {
		defer func() {
			if e, ok := recover().(error); !ok || !errors.As(e, &err) {
				t.Fatalf("no *encode.Error: %v", e)
			}
		}()
		f(New())
	}()
	return err
}

// TestMistakes: what the caller gets wrong is named.
func TestMistakes(t *testing.T) {
	tests := []struct {
		f    func(b *Buf)
		want string
	}{
		{func(b *Buf) { b.RR(AddQ, RAX, X3) }, "encode: AddQ r,r: operand 1: operand not allowed: 35 (at hot+0x0)"},
		{func(b *Buf) { b.RR(Addsd, RAX, X3) }, "encode: Addsd r,r: operand 0: operand not allowed: 0 (at hot+0x0)"},
		{func(b *Buf) { b.LoadX(MovQ, RAX, RBX, RSP, 1, 0) }, "encode: MovQ r,m [b+i*s]: operand 2: operand not allowed: 4 (at hot+0x0)"},
		{func(b *Buf) { b.LoadX(MovQ, RAX, RBX, RCX, 3, 0) }, "encode: MovQ r,m [b+i*s]: operand 3: operand not allowed: 3 (at hot+0x0)"},
		{func(b *Buf) { b.Load(MovQ, RAX, X4, 8) }, "encode: MovQ r,m [sp+d8]: operand 1: operand not allowed: 36 (at hot+0x0)"},
		{func(b *Buf) { b.RR(MovB, RAX, RBX) }, "encode: MovB r,r: no such form (at hot+0x0)"},
		{func(b *Buf) { b.Store(Addsd, RAX, 0, X1) }, "encode: Addsd m,r: no such form (at hot+0x0)"},
		{func(b *Buf) { b.RI(LeaQ, RAX, 1) }, "encode: LeaQ r,i: no such form (at hot+0x0)"},
		{func(b *Buf) { b.Bare(MovQ) }, "encode: MovQ: no such form (at hot+0x0)"},
		{func(b *Buf) { nops(b, 3); b.RI(AddQ, RAX, 1<<31) }, "encode: AddQ r,i: value out of range: 2147483648 (at hot+0x3)"},
		{func(b *Buf) { b.RI(AddL, RAX, 1<<32) }, "encode: AddL r,i: value out of range: 4294967296 (at hot+0x0)"},
		{func(b *Buf) { b.MI(MovB, RAX, 0, 256) }, "encode: MovB m,i: value out of range: 256 (at hot+0x0)"},
		{func(b *Buf) { b.MI(CmpQ, RAX, 1<<31, 0) }, "encode: CmpQ displacement: value out of range: 2147483648 (at hot+0x0)"},
		{func(b *Buf) { b.Shift(ShlQ, RAX, 64) }, "encode: ShlQ r,1: value out of range: 64 (at hot+0x0)"},
		{func(b *Buf) { b.Shift(ShlL, RAX, 32) }, "encode: ShlL r,1: value out of range: 32 (at hot+0x0)"},
		{func(b *Buf) { b.Shift(ShlL, RAX, -1) }, "encode: ShlL r,1: value out of range: -1 (at hot+0x0)"},
		{func(b *Buf) { b.RRI(Roundsd, X0, X1, 256) }, "encode: Roundsd r,r,i8: value out of range: 256 (at hot+0x0)"},
	}
	for _, tt := range tests {
		if got := mistake(t, tt.f).Error(); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func nops(b *Buf, n int) {
	for range n {
		b.Bare(Nop)
	}
}

func TestRegNames(t *testing.T) {
	for p, want := range map[lower.PReg]string{RAX: "rax", RSP: "rsp", R15: "r15", X0: "xmm0", X15: "xmm15"} {
		if got := regNames[p]; got != want {
			t.Errorf("register %d is called %q, want %q", p, got, want)
		}
	}
}

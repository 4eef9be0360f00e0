package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/twitchyliquid64/golang-asm/obj"
	"golang.org/x/arch/x86/x86asm"
)

// The displacements and immediates with which the public functions are tried:
// both sides of each boundary between forms.
var (
	tryDisps = []int64{0, 1, -1, 127, 128, -128, -129, math.MaxInt32, math.MinInt32}
	tryImms  = map[uint8][]int64{
		1: {0, 1, 127, 128, 255},
		4: {0, 1, -1, 127, 128, -128, -129, math.MaxInt32, math.MinInt32, math.MaxInt32 + 1, math.MaxUint32, math.MaxUint32 - 127},
		8: {0, 1, -1, 127, 128, -128, -129, math.MaxInt32, math.MinInt32},
	}
)

// call is one use of a public function, and the same instruction for the
// assembler, which chooses the form by itself.
type call struct {
	row  *x86Row
	s    shapes
	v    []uint8 // as operands of form; the base-only address has no index
	h    []int64
	addr *x86Addr
}

// emit calls the public function.
func (c *call) emit(b *amd64.Buf, op amd64.Op) {
	r := func(i int) lower.PReg { return lower.PReg(c.v[i]) }
	switch c.s {
	case sNone:
		b.Bare(op)
	case sR:
		b.R(op, r(0))
	case sRR:
		b.RR(op, r(0), r(1))
	case sRRR:
		b.RRR(op, r(0), r(1), r(2))
	case sRI:
		b.RI(op, r(0), c.h[0])
	case sR1:
		b.Shift(op, r(0), c.h[0])
	case sRC:
		b.ShiftCL(op, r(0))
	case sRRI:
		b.RRI(op, r(0), r(1), c.h[0])
	case sCR:
		b.Setcc(amd64.Cond(c.v[0]), r(1))
	case sCRR:
		b.Cmov(op, amd64.Cond(c.v[0]), r(1), r(2))
	default:
		c.emitMem(b, op)
	}
}

func (c *call) emitMem(b *amd64.Buf, op amd64.Op) {
	r := func(i int) lower.PReg { return lower.PReg(c.v[i]) }
	x := c.addr.index
	switch {
	case c.s == sRM && x:
		b.LoadX(op, r(0), r(1), r(2), c.v[3], c.h[0])
	case c.s == sRM:
		b.Load(op, r(0), r(1), c.h[0])
	case c.s == sMR && x:
		b.StoreX(op, r(1), r(2), c.v[3], c.h[0], r(0))
	case c.s == sMR:
		b.Store(op, r(1), c.h[0], r(0))
	case c.s == sMI && x:
		b.MIX(op, r(0), r(1), c.v[2], c.h[0], c.h[1])
	case c.s == sMI:
		b.MI(op, r(0), c.h[0], c.h[1])
	case c.s == sM && x:
		b.MX(op, r(0), r(1), c.v[2], c.h[0])
	case c.s == sM:
		b.M(op, r(0), c.h[0])
	}
}

// publicShapes returns the shapes of a row as the public functions see them:
// RI, MI, RRI choose among sizes, Shift (sR1) among counts.
func (r *x86Row) publicShapes() (out []shapes) {
	s := r.shapes
	if s&sR1 != 0 {
		s &^= sRI8
	}
	if s&(sRI8|sRI|sAI) != 0 {
		s |= sRI
	}
	if s&(sRRI8|sRRI) != 0 {
		s |= sRRI
	}
	s &^= sRI8 | sAI | sRI64 | sRRI8 | sMI8 | sL | sCL | sL8 | sCL8 | sRL
	for x := sNone; x < sEnd; x <<= 1 {
		if s&x != 0 {
			out = append(out, x)
		}
	}
	return out
}

// calls lists uses of one shape: all registers, displacements and immediates,
// or limit random ones.
func (r *x86Row) calls(s shapes, limit int, rng *rand.Rand) (out []call) {
	addrs := []*x86Addr{nil}
	if s&hasMemory != 0 {
		addrs = []*x86Addr{{bases: regs(0, 16)}, {bases: regs(0, 16), index: true}}
	}
	for _, a := range addrs {
		var dims [][]uint8
		if s&(sCR|sCRR) != 0 {
			dims = append(dims, regs(0, 16))
		}
		if s&(sR|sRR|sRRR|sRI|sR1|sRC|sRRI|sRM|sMR|sCR|sCRR) != 0 {
			dims = append(dims, r.a.values())
		}
		if s&(sRR|sRRR|sRRI|sCRR) != 0 {
			dims = append(dims, r.b.values())
		}
		if s == sRRR {
			dims = append(dims, regs(0, 16))
		}
		disps := []int64{0}
		if a != nil {
			dims = append(dims, a.bases)
			if a.index {
				dims = append(dims, without(regs(0, 16), 4), []uint8{1, 2, 4, 8})
			}
			disps = tryDisps
		}
		imms := []int64{0}
		if s&(sRI|sMI|sRRI|sR1) != 0 {
			imms = r.tryImms(s)
		}
		total := len(disps) * len(imms)
		for _, d := range dims {
			total *= len(d)
		}
		for k := range min(total, limit) {
			n := k
			if total > limit {
				n = rng.IntN(total)
			}
			c := call{row: r, s: s, addr: a}
			if a != nil {
				c.h = append(c.h, disps[n%len(disps)])
				n /= len(disps)
			}
			if s&(sRI|sMI|sRRI|sR1) != 0 {
				c.h = append(c.h, imms[n%len(imms)])
				n /= len(imms)
			}
			for _, d := range dims {
				c.v = append(c.v, d[n%len(d)])
				n /= len(d)
			}
			if r.flags&withAX != 0 && s == sRR && (c.v[0] == 0 || c.v[1] == 0) {
				continue // Xchg's choice, tested in lower/amd64
			}
			out = append(out, c)
		}
	}
	return out
}

func (r *x86Row) tryImms(s shapes) []int64 {
	switch {
	case s == sR1:
		return []int64{0, 1, 2, 8*int64(r.width) - 1}
	case r.flags&unsignedImm != 0:
		return []int64{0, 1, 3, 12, 63}
	}
	return tryImms[r.width]
}

// prog is the same instruction for the assembler.
func (c *call) prog(a *assembler) *obj.Prog {
	s, h := c.s, c.h
	if s == sR1 {
		s = sRI // with the count as its immediate
	}
	return c.row.prog(a, s, c.addr, c.v, h)
}

// TestFaceEqualsAssembler compares what the public functions choose with what
// the assembler chooses, byte for byte. The one difference: a 32-bit operation
// whose immediate is over 1<<32 - 128 stands for a small negative number; we
// use the imm8 form, the assembler an imm32. Those must disassemble alike.
func TestFaceEqualsAssembler(t *testing.T) {
	limit := 2000
	if testing.Short() {
		limit = 200
	}
	if *all {
		limit = 1 << 62
	}
	a := newAssembler("amd64", nil)
	b := amd64.New()
	rng := rand.New(rand.NewPCG(1, 2))
	equal, shorter := 0, 0
	for op := range x86Rows {
		row := &x86Rows[op]
		if got := amd64.Op(op).String(); got != row.name {
			t.Fatalf("operation %d is %s at run time, %s in the list", op, got, row.name)
		}
		for _, s := range row.publicShapes() {
			calls := row.calls(s, limit, rng)
			for len(calls) > 0 {
				n := min(batch, len(calls))
				e, sh := compareCalls(t, a, b, amd64.Op(op), calls[:n])
				equal, shorter = equal+e, shorter+sh
				calls = calls[n:]
			}
		}
	}
	t.Logf("%d instructions equal, %d shorter than the assembler's", equal, shorter)
}

func compareCalls(t *testing.T, a *assembler, b *amd64.Buf, op amd64.Op, calls []call) (equal, shorter int) {
	t.Helper()
	progs := make([]*obj.Prog, len(calls))
	for i := range calls {
		progs[i] = calls[i].prog(a)
	}
	want, err := a.assemble(progs)
	if err != nil {
		t.Fatalf("%v: %v", op, err)
	}
	for i := range calls {
		c := &calls[i]
		b.Reset()
		c.emit(b, op)
		got, err := b.Finish()
		switch {
		case err != nil:
			t.Fatal(err)
		case string(got) == string(want[i].bytes):
			equal++
		case wrapsToImm8(c) && len(got) < len(want[i].bytes) && intel(t, got) == intel(t, want[i].bytes):
			shorter++
		default:
			t.Fatalf("%v %s %v %#x: % x, assembler % x", op, shapeNames[c.s.index()].text, c.v, c.h, got, want[i].bytes)
		}
	}
	return equal, shorter
}

// wrapsToImm8 reports the case in which we are allowed to differ.
func wrapsToImm8(c *call) bool {
	return c.row.width == 4 && len(c.h) > 0 && c.h[len(c.h)-1] >= math.MaxUint32-127
}

func intel(t *testing.T, code []byte) string {
	in, err := x86asm.Decode(code, 64)
	if err != nil || in.Len != len(code) {
		t.Fatalf("% x: decodes %d bytes, %v", code, in.Len, err)
	}
	return x86asm.IntelSyntax(in, 0, nil)
}

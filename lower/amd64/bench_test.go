package amd64

import (
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/encode"
)

// mixRegs are the registers of one round of mix.
type mixRegs struct {
	g [6]lower.PReg
	x [3]lower.PReg
}

var mixRounds = func() (rounds [mixLen / 30]mixRegs) {
	free := []lower.PReg{RAX, RCX, RDX, RBX, RSI, RDI, R8, R9, R10, R11, R12, R13}
	for k := range rounds {
		for i := range rounds[k].g {
			rounds[k].g[i] = free[(i*5+k)%len(free)]
		}
		for i := range rounds[k].x {
			rounds[k].x[i] = X0 + lower.PReg((i*3+k)&15)
		}
	}
	return rounds
}()

// mixRound emits 30 instructions of a trace's body: checks of tags, checked
// integer arithmetic, floats, stores, a poll and exits, over changing
// registers. out is the first of four exits' labels.
func mixRound(b *Buf, k int, out encode.Label) {
	g, x := &mixRounds[k].g, &mixRounds[k].x
	d := int64(k * 24)

	b.Load(MovQ, g[0], R15, d)
	b.Load(MovQ, g[1], R15, d+8)
	b.RI(TestB, g[0], 1)
	b.Jcc(CondE, out)
	b.RR(MovQ, g[2], g[0])
	b.RR(AddQ, g[2], g[1])
	b.Jcc(CondO, out+1)
	b.RI(CmpQ, g[2], int64(k)*50)
	b.Jcc(CondGE, out+2)
	b.LoadX(MovQ, g[3], g[1], g[2], 8, 16)
	b.MI(CmpL, g[3], 8, int64(k)+3)
	b.Jcc(CondNE, out+2)
	b.Load(Movsd, x[0], g[3], 16)
	b.RR(Movaps, x[1], x[0])
	b.RR(Addsd, x[1], x[2])
	b.LoadX(Mulsd, x[1], R15, g[2], 8, d)
	b.RR(Ucomisd, x[1], x[2])
	near := b.NewLabel() // 1 branch of 9, as in the program suite
	b.Jcc(CondP, near)
	b.Jcc(CondA, out+3)
	b.Store(Movsd, g[3], 24, x[1])
	b.Bind(near)
	b.RR(XorL, g[4], g[4])
	b.Setcc(CondL, g[4])
	b.Load(LeaQ, g[5], g[4], 8)
	b.Shift(SarQ, g[5], 1+int64(k&1))
	b.MovImmFlags(g[0], 0x7ff0_0000_0000_0000+int64(k))
	b.RR(AndQ, g[5], g[0])
	b.Store(MovQ, R15, d+16, g[5])
	b.MI(CmpQ, R14, 16, -4096)
	b.Jcc(CondA, out)
	b.RRI(ImulQ, g[1], g[5], 100)
}

const mixLen = 300

// mix emits 300 instructions, four cold exits apart.
func mix(b *Buf) ([]byte, error) {
	b.Reset()
	out := b.NewLabels(4)
	for k := range mixRounds {
		mixRound(b, k, out)
	}
	b.Select(encode.Cold)
	for i := range encode.Label(4) {
		b.Bind(out + i)
		b.MovImm(RAX, int64(i))
		b.JmpMem(R15, 8*int64(i))
	}
	return b.Finish()
}

// BenchmarkEmit emits a trace's body, with labels, fixups and Finish.
func BenchmarkEmit(b *testing.B) {
	buf := New()
	code, err := mix(buf)
	if err != nil {
		b.Fatal(err)
	}
	size := len(code)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := mix(buf); err != nil {
			b.Fatal(err)
		}
	}
	n := float64(mixLen + 8)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/instr")
	b.ReportMetric(float64(size)/n, "B/instr")
}

// BenchmarkForms times single public functions, ten calls at a time.
func BenchmarkForms(b *testing.B) {
	forms := []struct {
		name string
		f    func(b *Buf)
	}{
		{"RR", func(b *Buf) {
			for r := RAX; r < RAX+10; r++ {
				b.RR(AddQ, RAX, r)
			}
		}},
		{"RI", func(b *Buf) {
			for r := RAX; r < RAX+10; r++ {
				b.RI(AddQ, r, 5)
			}
		}},
		{"Load", func(b *Buf) {
			for r := RAX; r < RAX+10; r++ {
				b.Load(MovQ, r, R9, 8)
			}
		}},
		{"LoadX", func(b *Buf) {
			for r := X0; r < X0+10; r++ {
				b.LoadX(Addsd, r, R9, RCX, 8, 800)
			}
		}},
		{"MI", func(b *Buf) {
			for r := R8; r < R8+10; r++ {
				b.MI(CmpQ, r&15, 16, -4096)
			}
		}},
		{"MovImm", func(b *Buf) {
			for r := RAX; r < RAX+10; r++ {
				b.MovImm(r, -1<<40)
			}
		}},
		{"Jcc", func(b *Buf) {
			l := b.NewLabel()
			b.Bind(l)
			for c := CondO; c < CondO+10; c++ {
				b.Jcc(c, l)
			}
		}},
	}
	for _, f := range forms {
		b.Run(f.name, func(b *testing.B) {
			buf := New()
			b.ReportAllocs()
			for b.Loop() {
				buf.Reset()
				for range 10 {
					f.f(buf)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/instr")
		})
	}
}

func TestEmitAllocatesNothing(t *testing.T) {
	b := New()
	if n := testing.AllocsPerRun(10, func() {
		if _, err := mix(b); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations for %d instructions", n, mixLen)
	}
}

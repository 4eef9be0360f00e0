package arm64

import (
	"testing"

	"github.com/tier2go/tier2/lower/encode"
)

// mixLen is how many instructions mix emits in its body.
const mixLen = 300

// mix emits 300 instructions of a trace's body, with four cold exits apart: checks,
// checked arithmetic, floats, stores, a poll.
func mix(b *Buf) ([]byte, error) {
	b.Reset(0)
	out := b.NewLabels(4)
	for k := range int64(mixLen / 20) {
		b.Load(MemX, R1, R26, 8*k)
		b.Load(MemX, R2, R26, 8*k+8)
		b.Tbit(Tbz, R1, 0, out)
		b.RRR(Adds, R3, R1, R2)
		b.Bcc(CondVS, out+1)
		b.CmpImm(R3, 50*k, false)
		b.Bcc(CondGE, out+2)
		b.RRS(AddS, R4, R2, R3, LSL, 3)
		b.LoadX(MemD, F0+1, R25, R4, 1)
		b.RRR(Fadd, F0+2, F0+1, F0+3)
		b.RRR(Fmul, F0+2, F0+2, F0+1)
		b.Fcmp(F0+2, F0+3)
		b.Bcc(CondGT, out+3)
		b.Store(MemD, R4, 24, F0+2)
		b.Cset(CondLT, R5)
		b.Asr(R5, R5, 1)
		b.Store(MemX, R26, 8*k, R5)
		b.Load(MemX, R16, R28, 16)
		b.CmpImm(R16, -4096, false)
		b.Bcc(CondHI, out)
	}
	b.Select(encode.Cold)
	for i := range encode.Label(4) {
		b.Bind(out + i)
		b.MovImm(R16, 0x7f12_3456_7890+16*int64(i))
		b.Br(R16)
	}
	return b.Finish()
}

// BenchmarkEmit emits a trace's body, with labels, fixups, literals and Finish.
func BenchmarkEmit(b *testing.B) {
	buf := New()
	if _, err := mix(buf); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := mix(buf); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(mixLen+8), "ns/instr")
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

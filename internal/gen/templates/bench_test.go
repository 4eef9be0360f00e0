package main

import (
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/lower/amd64"
	"github.com/twitchyliquid64/golang-asm/obj"
)

// BenchmarkEncode emits the same 1,000 instructions of all kinds through the
// assembler, on a Link that is reused, and through the templates' public
// functions.
func BenchmarkEncode(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	type use struct {
		op amd64.Op
		c  call
	}
	var uses []use
	for len(uses) < 1000 {
		op := rng.IntN(len(x86Rows))
		if ss := x86Rows[op].publicShapes(); len(ss) > 0 {
			for _, c := range x86Rows[op].calls(ss[rng.IntN(len(ss))], 1, rng) {
				uses = append(uses, use{amd64.Op(op), c})
			}
		}
	}
	perInstr := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(uses)), "ns/instr")
	}
	b.Run("assembler", func(b *testing.B) {
		a := newAssembler("amd64", nil)
		progs := make([]*obj.Prog, len(uses))
		b.ReportAllocs()
		for b.Loop() {
			for i := range uses {
				progs[i] = uses[i].c.prog(a)
			}
			if _, err := a.assemble(progs); err != nil {
				b.Fatal(err)
			}
		}
		perInstr(b)
	})
	b.Run("templates", func(b *testing.B) {
		buf := amd64.New()
		b.ReportAllocs()
		for b.Loop() {
			buf.Reset()
			for i := range uses {
				uses[i].c.emit(buf, uses[i].op)
			}
		}
		perInstr(b)
	})
}

// BenchmarkDerive derives all forms of amd64.
func BenchmarkDerive(b *testing.B) {
	for b.Loop() {
		if _, _, err := deriveAll(amd64Target()); err != nil {
			b.Fatal(err)
		}
	}
}

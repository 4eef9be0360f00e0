package all_test

import (
	"fmt"
	"testing"

	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/uop"
)

// longTrace repeats the body of a loop that adds up a list's ints and floats, to
// about n micro-ops.
func longTrace(t testing.TB, n int) (*toyguest.Guest, *uop.Trace) {
	text := "trace @long entry=0 depth=0 code=0x46 stop=loop\n"
	const body = `  BEGIN @%[1]d
  LOAD 1
  LOAD 2
  GUARD 0
  GUARD 65
  GET
  BEGIN @%[2]d
  LOAD 0
  GUARD 1
  GUARD 0
  ARITH 0
  STORE 0
  BEGIN @%[3]d
  LOAD 4
  CONST =0x4006000000000000
  GUARD 17
  GUARD 16
  ARITH 5
  STORE 4
  BEGIN @%[4]d
  LOAD 2
  CONST =0xfffe000000000001
  ARITH 0
  STORE 2
  BEGIN @%[5]d
  LOAD 2
  LOAD 3
  GUARD 1
  GUARD 0
  LESS 0
  EXITUNLESS @%[6]d
`
	per := 31
	for i := range max(1, n/per) {
		text += fmt.Sprintf(body, 10*i, 10*i+1, 10*i+2, 10*i+3, 10*i+4, 10*i+1000)
	}
	text += "  BEGIN @5\n  LOOP @0\n"
	g := toyguest.New()
	tr, err := uop.Parse("", []byte(text), toyguest.Uops)
	if err != nil {
		t.Fatal(err)
	}
	return g, tr
}

// built builds a trace; every call gives the same function again.
func built(t testing.TB, g *toyguest.Guest, tr *uop.Trace) func() *ir.Func {
	frame, err := g.World.Frame(tr.Code)
	if err != nil {
		t.Fatal(err)
	}
	b := build.New(g.Table(), g.Types, g.Build)
	b.F.Words = g.Words
	return func() *ir.Func {
		f, err := b.Trace(tr, build.Entry{Frame: frame})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
}

// BenchmarkPresets runs the presets over traces of two lengths. What stays the
// same a micro-op is linear; runs after the first allocate nothing.
func BenchmarkPresets(b *testing.B) {
	set := newSet(b)
	for _, preset := range set.Presets() {
		for _, n := range []int{62, 248, 800} {
			b.Run(fmt.Sprintf("%s/%d", preset, n), func(b *testing.B) {
				g, tr := longTrace(b, n)
				again := built(b, g, tr)
				p, err := passes.Parse("@"+preset, set)
				if err != nil {
					b.Fatal(err)
				}
				ctx := passes.NewContext(nil)
				ctx.Guest = &g.Guest
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					ctx.Reset(again())
					b.StartTimer()
					if err := p.Run(ctx); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(tr.Insts)), "ns/uop")
			})
		}
	}
}

// BenchmarkPasses runs the default pipeline and reports each pass's share.
func BenchmarkPasses(b *testing.B) {
	set := newSet(b)
	g, tr := longTrace(b, 248)
	again := built(b, g, tr)
	p, err := passes.Parse("@default", set)
	if err != nil {
		b.Fatal(err)
	}
	times := &passes.Times{}
	ctx := passes.NewContext(nil)
	ctx.Guest, ctx.Observers = &g.Guest, []passes.Observer{times}
	for b.Loop() {
		ctx.Reset(again())
		if err := p.Run(ctx); err != nil {
			b.Fatal(err)
		}
	}
	for _, row := range times.Rows() {
		b.ReportMetric(float64(row.Total.Nanoseconds())/float64(b.N)/float64(len(tr.Insts)), row.Pass.Name+"-ns/uop")
	}
}

// BenchmarkSink runs sink over loops that make pairs, one of which comes around.
func BenchmarkSink(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := "trace @pairs entry=0 depth=0 code=0x46 stop=loop\n"
			for i := range n {
				text += fmt.Sprintf("  BEGIN @%[1]d\n  LOAD 0\n  LOAD 1\n  PAIR\n  STORE 2\n  BEGIN @%[2]d\n  LOAD 2\n  UNPACK\n  STORE 1\n  STORE 0\n", 2*i, 2*i+1)
			}
			g := toyguest.New()
			tr, err := uop.Parse("", []byte(text+"  BEGIN @5\n  LOOP @0\n"), toyguest.Uops)
			if err != nil {
				b.Fatal(err)
			}
			set := newSet(b)
			p, err := passes.Parse("guardelim,peel,guardelim,sink", set)
			if err != nil {
				b.Fatal(err)
			}
			again := built(b, g, tr)
			ctx := passes.NewContext(nil)
			ctx.Guest = &g.Guest
			times := &passes.Times{}
			ctx.Observers = []passes.Observer{times}
			values := 0
			b.ReportAllocs()
			for b.Loop() {
				ctx.Reset(again())
				if err := p.Run(ctx); err != nil {
					b.Fatal(err)
				}
				values += ctx.F.NumValues()
			}
			for _, row := range times.Rows() {
				if row.Pass.Name == "sink" {
					b.ReportMetric(float64(row.Total.Nanoseconds())/float64(values), "sink-ns/value")
				}
			}
		})
	}
}

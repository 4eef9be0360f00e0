package goheap_test

import (
	"testing"

	"github.com/tier2go/tier2/guest/goheap"
	"github.com/tier2go/tier2/uop"
)

// BenchmarkRun enters and leaves machine code with a frame of three slots: a number, nil and an
// object, of which none changes.
func BenchmarkRun(b *testing.B) {
	s := newTester(b, some)
	s.heap.Attach(s.comp.Table())
	ex := s.compile(b, uop.Inst{Op: end})
	f := goheap.Frame{Slots: []any{1.5, nil, &object{}}}
	var left goheap.Left
	b.ReportAllocs()
	for b.Loop() {
		if err := s.heap.Run(ex, &f, 0, &left); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHelper calls a helper that takes two words and gives a new handle: a round of a loop
// in machine code, the freeing of handles included.
func BenchmarkHelper(b *testing.B) {
	o := &object{}
	s := newTester(b, some, func(x, _ any) (any, error) { return o, nil })
	s.heap.Attach(s.comp.Table())
	ex := s.rounds(b)
	var left goheap.Left
	const rounds = 1000
	b.ReportAllocs()
	for b.Loop() {
		f := goheap.Frame{Slots: []any{0.0, float64(rounds), o}}
		if err := s.heap.Run(ex, &f, 0, &left); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rounds, "ns/round")
}

// BenchmarkInts adds up ints: two additions with their tests a round.
func BenchmarkInts(b *testing.B) {
	s := newTester(b, some)
	s.heap.Attach(s.comp.Table())
	ex := s.sumInts(b)
	var left goheap.Left
	const rounds = 10000
	for b.Loop() {
		f := goheap.Frame{Slots: []any{0, rounds, 0}}
		if err := s.run(ex, &f, &left); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rounds, "ns/round")
}

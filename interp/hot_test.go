package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
)

// TestHotspots checks when an optimizer is asked: the options are those of the
// formula.
func TestHotspots(t *testing.T) {
	const loop = "i = 0\nwhile i < %d:\n    i += 1\n"
	// Of 15 ticks 14 are the inner loop's.
	const nested = "i = 0\nwhile i < %d:\n    i += 1\n    for j in range(14): pass\n"
	for _, c := range []struct {
		name     string
		hot      tier2.Hotspots
		source   string
		rounds   int
		asked    bool
		lukewarm bool
	}{
		// A loop of n rounds has n−1 ticks: the first back edge begins to count.
		{"K not yet", tier2.Hotspots{K: 100}, loop, 100, false, false},
		{"K", tier2.Hotspots{K: 100}, loop, 101, true, false},
		{"default not yet", tier2.Hotspots{}, loop, tier2.DefaultHotspots.K, false, false},
		{"default", tier2.Hotspots{}, loop, tier2.DefaultHotspots.K + 1, true, false},
		// N/(global+1) < 1 from 500 ticks on: looked at after each 100.
		{"N not yet", tier2.Hotspots{K: 100, N: 500}, loop, 500, false, true},
		{"N", tier2.Hotspots{K: 100, N: 500}, loop, 501, true, true},
		// The optimizer's costs are 1 and 1: no share is more than M=1.
		{"M", tier2.Hotspots{K: 100, M: 1}, loop, 10000, false, true},
		{"M less", tier2.Hotspots{K: 100, M: 0.99}, loop, 101, true, false},
		{"gain", tier2.Hotspots{K: 100, M: 0.001, Policy: tier2.Gain}, loop, 10000, false, true},
		{"share", tier2.Hotspots{K: 100, M: 0.9}, nested, 50, true, false},
		{"share too small", tier2.Hotspots{K: 100, M: 0.96}, nested, 1000, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := &optimizer{triggers: tier2.BackEdges}
			got, stats := runOptimized(t, o, fmt.Sprintf(c.source, c.rounds), interp.Options{Hotspots: c.hot})
			if got.show() != "" {
				t.Errorf("got %q", got.show())
			}
			if (o.asked > 0) != c.asked || (stats.Lukewarm > 0) != c.lukewarm {
				t.Errorf("asked %d times, %d times not hot enough", o.asked, stats.Lukewarm)
			}
		})
	}
}

// TestHotEntries: functions count as back edges do.
func TestHotEntries(t *testing.T) {
	const source = "def f(): pass\nfor i in range(%d): f()\n"
	for _, c := range []struct {
		source string
		rounds int
		hot    tier2.Hotspots
		asked  bool
	}{
		{source, 99, tier2.Hotspots{K: 100}, false},
		{source, 100, tier2.Hotspots{K: 100}, true},
		{source, 299, tier2.Hotspots{K: 100, N: 301}, false},
		{source, 400, tier2.Hotspots{K: 100, N: 301}, true},
		{source, 10000, tier2.Hotspots{K: 100, M: 1}, false},
	} {
		o := &optimizer{triggers: tier2.Entries}
		got, _ := runOptimized(t, o, fmt.Sprintf(c.source, c.rounds), interp.Options{Hotspots: c.hot})
		if (o.asked > 0) != c.asked || got.status != 0 {
			t.Errorf("%q, %d rounds, %+v: asked %d times", c.source, c.rounds, c.hot, o.asked)
		}
	}
}

// TestBlacklistEntries: a function that is refused too often does not count any
// more.
func TestBlacklistEntries(t *testing.T) {
	o := &optimizer{triggers: tier2.Entries}
	_, stats := runOptimized(t, o, "def f(): pass\nfor i in range(100000): f()\n", interp.Options{})
	if o.asked != 13 || stats.BackOffs != 12 || stats.Blacklisted != 1 {
		t.Errorf("asked %d times; %d back-offs, %d blacklisted", o.asked, stats.BackOffs, stats.Blacklisted)
	}
}

// TestHotspotsErrors: numbers that make no sense are errors of Register.
func TestHotspotsErrors(t *testing.T) {
	for _, h := range []tier2.Hotspots{{K: -1}, {K: 1 << 20}, {N: 1}, {Policy: tier2.Gain}, {K: 1, M: -1}} {
		vm, err := interp.New(interp.Options{Heap: small, Hotspots: h})
		if err != nil {
			t.Fatal(err)
		}
		if err := vm.Register(&optimizer{}); err == nil || !strings.Contains(err.Error(), "tier2: hotspots: ") {
			t.Errorf("%+v: %v", h, err)
		}
		vm.Close()
	}
}

// BenchmarkCounting measures what counting costs tier 1: with no optimizer, with
// one that is asked nowhere, and with one that finds nothing hot enough.
func BenchmarkCounting(b *testing.B) {
	const source = "def g(): pass\ndef f(n):\n    i = 0\n    while i < n:\n        i += 1\n        g()\nf(200000)\n"
	for _, c := range []struct {
		name string
		o    tier2.Optimizer
		hot  tier2.Hotspots
	}{
		{name: "none"},
		{name: "nowhere", o: &optimizer{}},
		{name: "counting", o: &optimizer{triggers: tier2.BackEdges | tier2.Entries}, hot: tier2.Hotspots{K: tier2.MaxK, M: 1}},
	} {
		b.Run(c.name, func(b *testing.B) {
			code := compiled(b, source)
			vm, err := interp.New(interp.Options{Heap: small, Hotspots: c.hot})
			if err != nil {
				b.Fatal(err)
			}
			defer vm.Close()
			if c.o != nil {
				if err := vm.Register(c.o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := vm.RunMain(code, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200000, "ns/round")
		})
	}
}

package region

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/graph/network"

	"github.com/tier2go/tier2/uop"
)

// TestFlow compares the values of minimum cuts with gonum's, and each cut with its
// value.
func TestFlow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n := 2 + r.IntN(30)
		d := newDigraph(n)
		capacity := map[[2]int32]int64{}
		for range r.IntN(5 * n) {
			u, v := int32(r.IntN(n)), int32(r.IntN(n))
			if u == v {
				continue
			}
			c := int64(r.IntN(50))
			capacity[[2]int32{u, v}] = c
			d.SetEdge(u, v, float64(c))
		}
		var f flowNetwork
		f.reset(n)
		for u := range int32(n) {
			for v := range int32(n) {
				if c, ok := capacity[[2]int32{u, v}]; ok && u < v || ok && capacity[[2]int32{v, u}] == 0 {
					f.add(u, v, c, capacity[[2]int32{v, u}])
					delete(capacity, [2]int32{v, u})
				}
			}
		}
		got := f.cut(0, int32(n-1))
		want := network.MaxFlowDinic(d, node(0), node(n-1), 1e-9)
		if math.Abs(float64(got)-want) > 1e-6 {
			t.Fatalf("a cut of %d, gonum says %v", got, want)
		}
		across := 0.0
		for u := range d.succs {
			for _, h := range d.succs[u] {
				if f.source(int32(u)) && !f.source(h.to) {
					across += h.weight
				}
			}
		}
		if math.Abs(across-want) > 1e-6 {
			t.Fatalf("the cut's arcs have %v, its value is %v", across, want)
		}
	}
}

// TestOracleGap compares what mincut and grow choose with the enumeration of all sets,
// for every head of programs of up to 20 blocks: with the default bound they are
// equally good, with one that binds, cutting and climbing lose some.
func TestOracleGap(t *testing.T) {
	for _, c := range []struct {
		text     string
		programs uint64
		blocks   int
		bound    int
		gap      float64
	}{
		{"mincut(share=0)", 60, 14, 400, 0},
		{"mincut(share=0)", 60, 14, 80, 0.08},
		{"mincut(share=0)", 60, 14, 40, 0.03},
		{"grow(share=0)", 60, 14, 800, 0},
		{"grow(share=0)", 60, 14, 80, 0.08},
		{"grow", 6, 20, 800, 0},
		{"grow(entry=0)", 6, 20, 800, 0},
	} {
		heads := 0
		got, want := int64(0), int64(0)
		for seed := range c.programs {
			s := stream(t, Random(seed, c.blocks), seed, 3000)
			st := closureOf(t, c.text)
			for id, how := range s.All() {
				ev := s.Event(id, how)
				st.observe(&ev)
			}
			st.bound = c.bound
			lambda := int64(st.lambda)
			for h := range st.g.Nodes {
				p := st.problem([]int32{int32(h)})
				if len(p.nodes) > c.blocks || int(p.s[0]) > c.bound {
					continue
				}
				heads++
				best := p.value(p.enumerate(lambda, c.bound), lambda)
				v := p.value(st.choose(p), lambda)
				if v > best || c.gap == 0 && v < best {
					t.Errorf("%s on %s, head %d, bound %d: the cut is worth %d, the best set %d", c.text, s.Name, h, c.bound, v, best)
				}
				got, want = got+v, want+best
			}
		}
		gap := float64(want-got) / math.Abs(float64(want))
		t.Logf("%s, bound %d: %d heads, gap %.4f", c.text, c.bound, heads, gap)
		if heads < 100 || gap > c.gap {
			t.Errorf("%s, bound %d: a gap of %.3f over %d heads", c.text, c.bound, gap, heads)
		}
	}
}

// closureOf returns the closure of a selector's run.
// TestOracleGapProfiles does so for grow at its defaults, with the bound too, on walks over
// profiles of CPython, for every head from which at most 20 blocks are worth looking at:
// the gap is to be at most 0.05.
func TestOracleGapProfiles(t *testing.T) {
	heads, got, want := 0, int64(0), int64(0)
	list := profiles(t)
	for _, p := range list {
		s, err := p.Stream(1, 30_000)
		if errors.Is(err, ErrIdle) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		st := closureOf(t, "grow")
		for id, how := range s.All() {
			ev := s.Event(id, how)
			st.observe(&ev)
		}
		lambda, n := int64(st.lambda), heads
		for h := range st.g.Nodes {
			p := st.problem([]int32{int32(h)})
			if len(p.nodes) > maxOracle || len(p.nodes) < 2 || int(p.s[0]) > st.limit() {
				continue
			}
			if heads++; heads-n > 40 {
				break
			}
			want += p.value(p.enumerate(lambda, st.limit()), lambda)
			got += p.value(st.choose(p), lambda)
		}
	}
	gap := float64(want-got) / math.Abs(float64(want))
	t.Logf("%d heads of %d profiles, gap %.4f", heads, len(list), gap)
	if heads < 40 || gap > 0.05 {
		t.Errorf("a gap of %.3f over %d heads", gap, heads)
	}
}

func closureOf(t *testing.T, text string) *closure {
	switch st := selector(t, text).New(uop.DefaultLimits).(type) {
	case *mincut:
		return &st.closure
	case *grower:
		return &st.closure
	}
	t.Fatalf("%s is no closure", text)
	return nil
}

func BenchmarkSelect(b *testing.B) {
	for _, n := range []int{50, 200} {
		s := stream(b, Random(3, n), 1, 200_000)
		st := selector(b, "mincut(share=0)").New(uop.DefaultLimits).(*mincut)
		for id, how := range s.All() {
			ev := s.Event(id, how)
			st.observe(&ev)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				st.choose(st.problem([]int32{0}))
			}
			b.ReportMetric(float64(len(st.problem([]int32{0}).nodes)), "candidates")
		})
	}
}

package region_test

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/region"
	"github.com/tier2go/tier2/uop"
)

func at(pc uint32) uop.Place { return uop.Place{PC: pc} }

// learn makes the run of Ways that knows some blocks, each of two instructions.
func learn(max int, flows ...uop.Flow) uop.SelectorRun {
	s := region.Ways.New(uop.Limits{MaxUops: max})
	for _, f := range flows {
		f.Size = 2
		s.(uop.Learner).Learn(f)
	}
	return s
}

// loop is a loop from 0 with a branch to 10 (often), 20 (n of 1,600 times) and, behind
// it, 30.
func loop(n uint64) []uop.Flow {
	return []uop.Flow{
		{At: at(0), Count: 1600, Ways: []uop.Way{{To: at(10), How: uop.Fall, Count: 1600 - n}, {To: at(20), How: uop.Taken, Count: n}}},
		{At: at(10), Count: 1600 - n, Ways: []uop.Way{{To: at(0), How: uop.Taken, Count: 1600 - n}}},
		{At: at(20), Count: n, Ways: []uop.Way{{To: at(0), How: uop.Taken, Count: n - n/4}, {To: at(30), How: uop.Fall, Count: n / 4}}},
		{At: at(30), Count: n / 4},
	}
}

func pcs(r *uop.Region) (list []uint32) {
	for _, b := range r.Blocks {
		list = append(list, b.At.PC)
	}
	return list
}

// TestWaysLikely: a way is in the region from twice in 16 times on, and what lies behind
// the loop is not.
func TestWaysLikely(t *testing.T) {
	for n, want := range map[uint64]int{600: 3, 200: 3, 40: 2} {
		r, refusal := learn(100, loop(n)...).Select(at(0))
		if refusal != nil {
			t.Fatal(refusal)
		}
		if got := pcs(r); len(got) != want {
			t.Errorf("a way that is taken %d times of 1,600: blocks %d, want %d of them", n, got, want)
		}
	}
}

// TestWaysLimit: a region is no larger than the limit, and takes the heavier block first.
func TestWaysLimit(t *testing.T) {
	r, refusal := learn(4, loop(600)...).Select(at(0))
	if refusal != nil {
		t.Fatal(refusal)
	}
	if got := pcs(r); len(got) != 2 || got[1] != 10 {
		t.Errorf("blocks %d, want 0 and 10", got)
	}
	if _, refusal := learn(1, loop(600)...).Select(at(0)); refusal == nil || refusal.Reason != uop.RefuseTooLarge {
		t.Errorf("a head larger than the limit: %v", refusal)
	}
	if _, refusal := learn(4).Select(at(0)); refusal == nil || refusal.Reason != uop.RefuseCold {
		t.Errorf("a head that is not known: %v", refusal)
	}
}

// TestWaysSteered: what gonum says of the graph decides what the region has. If the component
// lacks a block, so does the region.
func TestWaysSteered(t *testing.T) {
	asked := 0
	steered := region.WaysBy(region.Steering{Component: func(d *region.Digraph) []bool {
		asked++
		in := region.Gonum.Component(d)
		in[2] = false // of the blocks as they are reached: that at 20
		return in
	}})
	s := steered.New(uop.Limits{MaxUops: 100})
	for i := range 3 {
		for _, f := range loop(600) {
			f.Size = 2
			if i == 2 && f.At == at(10) {
				f.Ways = append(f.Ways, uop.Way{To: at(20), How: uop.Fall, Count: 100})
			}
			s.(uop.Learner).Learn(f)
		}
		r, refusal := s.Select(at(0))
		if refusal != nil {
			t.Fatal(refusal)
		}
		if got := pcs(r); !slices.Equal(got, []uint32{0, 10}) {
			t.Errorf("without the block at 20 in the component: blocks %d", got)
		}
		if want := []int{1, 1, 2}[i]; asked != want { // kept until the graph changes
			t.Errorf("selection %d: asked %d times, want %d", i, asked, want)
		}
	}
}

// TestWaysCut: where not all fits, what stays is worth most: not the heaviest way, whose end
// does not fit, but the one that closes the loop.
func TestWaysCut(t *testing.T) {
	flows := []uop.Flow{
		{At: at(0), Size: 2, Count: 1600, Ways: []uop.Way{{To: at(10), How: uop.Fall, Count: 900}, {To: at(20), How: uop.Taken, Count: 700}}},
		{At: at(10), Size: 2, Count: 900, Ways: []uop.Way{{To: at(11), How: uop.Fall, Count: 900}}},
		{At: at(11), Size: 30, Count: 900, Ways: []uop.Way{{To: at(0), How: uop.Taken, Count: 900}}},
		{At: at(20), Size: 2, Count: 700, Ways: []uop.Way{{To: at(21), How: uop.Fall, Count: 700}}},
		{At: at(21), Size: 7, Count: 700, Ways: []uop.Way{{To: at(0), How: uop.Taken, Count: 700}}},
	}
	for _, c := range []struct {
		max  int
		want []uint32
	}{{100, []uint32{0, 10, 11, 20, 21}}, {12, []uint32{0, 20, 21}}, {34, []uint32{0, 10, 11}}, {3, []uint32{0}}} {
		s := region.Ways.New(uop.Limits{MaxUops: c.max})
		for _, f := range flows {
			s.(uop.Learner).Learn(f)
		}
		r, refusal := s.Select(at(0))
		if refusal != nil {
			t.Fatal(refusal)
		}
		if got := pcs(r); !slices.Equal(got, c.want) {
			t.Errorf("%d instructions: blocks %d, want %d", c.max, got, c.want)
		}
	}
}

// TestWaysLarge: a graph that is too large for gonum makes a trace.
func TestWaysLarge(t *testing.T) {
	for n, want := range map[uint32]bool{200: true, 201: false} {
		var flows []uop.Flow
		for i := range n {
			flows = append(flows, uop.Flow{At: at(i), Count: 1000, Ways: []uop.Way{{To: at((i + 1) % n), How: uop.Taken, Count: 1000}}})
		}
		r, refusal := learn(1000, flows...).Select(at(0))
		if (r != nil) != want || !want && refusal.Reason != uop.RefuseTooLarge {
			t.Errorf("%d blocks: %v, %v", n, r, refusal)
		}
	}
}

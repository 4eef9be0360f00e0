package project_test

import (
	"testing"

	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/uop"
)

func at(pc uint32) uop.Place { return uop.Place{PC: pc} }

// learn makes the state of Ways that knows some blocks, each of two instructions.
func learn(max int, flows ...uop.Flow) uop.State {
	s := project.Ways.New(uop.Limits{MaxUops: max})
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

func places(r *uop.Region) (pcs []uint32) {
	for _, b := range r.Blocks {
		pcs = append(pcs, b.At.PC)
	}
	return pcs
}

// TestWaysLikely: a way is in the region from twice in 16 times on, and what lies behind
// the loop is not.
func TestWaysLikely(t *testing.T) {
	for n, want := range map[uint64]int{600: 3, 200: 3, 40: 2} {
		r, refusal := learn(100, loop(n)...).Select(at(0))
		if refusal != nil {
			t.Fatal(refusal)
		}
		if got := places(r); len(got) != want {
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
	if got := places(r); len(got) != 2 || got[1] != 10 {
		t.Errorf("blocks %d, want 0 and 10", got)
	}
	if _, refusal := learn(1, loop(600)...).Select(at(0)); refusal == nil || refusal.Reason != uop.RefuseTooLarge {
		t.Errorf("a head larger than the limit: %v", refusal)
	}
	if _, refusal := learn(4).Select(at(0)); refusal == nil || refusal.Reason != uop.RefuseCold {
		t.Errorf("a head that is not known: %v", refusal)
	}
}

// TestLayout: micro-ops belong to the last span and to the last instruction at or before
// them.
func TestLayout(t *testing.T) {
	l := project.Layout{Spans: []project.Span{{Inst: 0, Block: 0}, {Inst: 4, Block: 2}}, Begins: []project.Begin{{Inst: 1, PC: 7}, {Inst: 5, PC: 9}}}
	for inst, want := range map[int]int32{0: 0, 3: 0, 4: 2, 90: 2, -1: -1} {
		if got := l.BlockAt(inst); got != want {
			t.Errorf("micro-op %d is of block %d, want %d", inst, got, want)
		}
	}
	for inst, want := range map[int]int{1: 7, 4: 7, 5: 9} {
		if b, ok := l.BeginBefore(inst); !ok || b.PC != want {
			t.Errorf("micro-op %d is of the instruction at %d, want %d", inst, b.PC, want)
		}
	}
	if _, ok := l.BeginBefore(0); ok {
		t.Error("micro-op 0 is of an instruction")
	}
}

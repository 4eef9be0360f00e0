package regalloc_test

import (
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/regalloc/check"
	"github.com/tier2go/tier2/regalloc/internal/mirtest"
)

// steps is how many instructions allocated functions are run for.
const steps = 3000

// verify checks an allocation with the checker, by running it, and where other
// code may jump in.
func verify(t testing.TB, f *lower.Func, rf *lower.RegFile, res *regalloc.Result, opt regalloc.Options) {
	t.Helper()
	bad := false
	for _, d := range check.Run(f, rf, &res.Allocation) {
		t.Error(d)
		bad = true
	}
	if !bad {
		if err := mirtest.RunAllocated(f, rf, &res.Allocation, mirtest.RunVirtual(f, steps), steps); err != nil {
			t.Error(err)
			bad = true
		}
		for _, h := range opt.LiveIn {
			for _, d := range check.Jump(f, rf, &res.Allocation, h, res.LiveIn(h)) {
				t.Errorf("jump to b%d with %v: %v", h, res.LiveIn(h), d)
				bad = true
			}
		}
	}
	if bad {
		t.Fatalf("allocation:\n%s", mirtest.Print(f, &res.Allocation))
	}
}

// headers lists the loop headers of a function.
func headers(f *lower.Func) (l []lower.BlockID) {
	for b := range f.Blocks {
		if f.Blocks[b].LoopEnd >= 0 && len(f.Blocks[b].Preds) > 1 {
			l = append(l, lower.BlockID(b))
		}
	}
	return l
}

// allocate parses a function, allocates and verifies it.
func allocate(t testing.TB, rf *lower.RegFile, text string) (*lower.Func, *regalloc.Result) {
	t.Helper()
	f, err := mirtest.Parse(rf, text)
	if err != nil {
		t.Fatal(err)
	}
	var a regalloc.Allocator
	opt := regalloc.Options{LiveIn: headers(f)}
	res, err := a.Run(f, rf, opt)
	if err != nil {
		t.Fatal(err)
	}
	verify(t, f, rf, res, opt)
	return f, res
}

// editsIn counts the edits in the blocks from one to another, cold ones apart.
func editsIn(f *lower.Func, res *regalloc.Result, from, to lower.BlockID) (hot, cold int) {
	for b := from; b <= to; b++ {
		blk := &f.Blocks[b]
		for _, e := range res.Edits {
			if int32(e.Inst) >= blk.First && int32(e.Inst) < blk.First+blk.N {
				if blk.Cold {
					cold++
				} else {
					hot++
				}
			}
		}
	}
	return hot, cold
}

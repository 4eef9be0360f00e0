package regalloc_test

import (
	"errors"
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/regalloc"
)

// TestEmptyBlock: a block without instructions is refused by name and place.
func TestEmptyBlock(t *testing.T) {
	f := random(configs[1], 3)
	for b := range f.Blocks {
		for _, n := range []int32{0, -1} {
			old := f.Blocks[b].N
			f.Blocks[b].N = n
			_, err := new(regalloc.Allocator).Run(f, configs[1].Regs, regalloc.Options{})
			f.Blocks[b].N = old
			var e *regalloc.Error
			if !errors.Is(err, regalloc.ErrMalformed) || !errors.As(err, &e) || e.Block != lower.BlockID(b) {
				t.Errorf("block %d with %d instructions: %v", b, n, err)
			}
		}
	}
}

// TestError: an error names what it is about, the first of each kind among them.
func TestError(t *testing.T) {
	for want, e := range map[string]*regalloc.Error{
		"regalloc: f: b0: inst 0: v0: " + regalloc.ErrMalformed.Error():  {Func: "f", V: 0, Err: regalloc.ErrMalformed},
		"regalloc: f: " + regalloc.ErrMalformed.Error() + ": what it is": {Func: "f", Block: -1, Inst: -1, V: lower.NoVReg, What: "what it is", Err: regalloc.ErrMalformed},
	} {
		if got := e.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

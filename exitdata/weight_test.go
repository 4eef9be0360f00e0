package exitdata

import (
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// TestWeight: states take chunks of frames and slots, a function that is evaluated its
// slabs, and a list of exits that the first one makes is in the weight before.
func TestWeight(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: stateChunk, stateChunk: stateChunk, stateChunk + 1: 2 * stateChunk} {
		if got := chunks(n); got != want {
			t.Errorf("%d frames are made as %d, want %d", n, got, want)
		}
	}
	trace := &uop.Trace{Insts: make([]uop.Inst, 10)}
	plain := (&Executor{Kind: Native, Trace: trace}).Weight()
	for _, c := range []struct {
		name string
		ex   Executor
		more int
	}{
		{"a function", Executor{Kind: IR, Trace: trace, Func: &ir.Func{}}, weightFunc},
		{"micro-ops without exits", Executor{Kind: Uops, Trace: trace}, 10 * weightWord},
		{"an exit that is not made", Executor{Kind: Native, Trace: trace, Exits: make([]*Exit, 1)}, weightWord},
		{"an exit", Executor{Kind: Native, Trace: trace, Exits: []*Exit{{}}}, weightWord + ExitBytes},
		{"an exit that was taken", Executor{Kind: Native, Trace: trace, Exits: func() []*Exit {
			x := &Exit{}
			x.Count()
			return []*Exit{x}
		}()}, weightWord + ExitBytes + int(unsafe.Sizeof(more{}))},
		{"two exits with one state", Executor{Kind: Native, Trace: trace, Exits: func() []*Exit {
			s := &State{}
			return []*Exit{{State: s}, {State: s}}
		}()}, 2*weightWord + 2*ExitBytes + weightState},
	} {
		if got := c.ex.Weight() - plain; got != c.more {
			t.Errorf("%s weighs %d, want %d", c.name, got, c.more)
		}
	}
	if b := (&Executor{Kind: Uops, CodeBytes: 4}).Bytes(); b != nil {
		t.Error("micro-ops have machine code")
	}
}

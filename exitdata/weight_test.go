package exitdata

import (
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// TestWeight: states take frames and slots, which those that follow on each other share, a function that is evaluated its
// values, and a list of exits that the first one makes is in the weight before.
func TestWeight(t *testing.T) {
	trace := &uop.Trace{Insts: make([]uop.Inst, 10)}
	evaluated := ir.NewFunc("f", nil, nil)
	evaluated.NewBlock()
	common := make([]ir.Slot, 3)
	plain := (&Executor{Kind: Native, Trace: trace}).Weight()
	for _, c := range []struct {
		name string
		ex   Executor
		more int
	}{
		{"a function", Executor{Kind: IR, Trace: trace, Func: evaluated}, evaluated.Bytes()},
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
		{"two states with slots in common", Executor{Kind: Native, Trace: trace, Exits: func() []*Exit {
			state := func(own []ir.Slot) *State {
				return &State{Snapshot: ir.Snapshot{Frames: []ir.FrameSnapshot{{Slots: common}, {Slots: own}}}}
			}
			return []*Exit{{State: state(make([]ir.Slot, 2))}, {State: state(make([]ir.Slot, 4))}}
		}()}, 2*weightWord + 2*ExitBytes + 2*weightState + 4*weightFrame + (3+2+4)*weightSlot},
	} {
		if got := c.ex.Weight() - plain; got != c.more {
			t.Errorf("%s weighs %d, want %d", c.name, got, c.more)
		}
	}
	if b := (&Executor{Kind: Uops, CodeBytes: 4}).Bytes(); b != nil {
		t.Error("micro-ops have machine code")
	}
}

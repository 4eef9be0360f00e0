package exitdata

import (
	"testing"

	"github.com/tier2go/tier2/ir"
)

// TestSame: two exits share a state only if frames and objects are alike in everything.
func TestSame(t *testing.T) {
	a, b := &ir.Frame{Name: "a"}, &ir.Frame{Name: "b"}
	first := ir.FrameSnapshot{Frame: a, PC: 3, SP: 2, Slots: []ir.Slot{{Index: 1}}}
	if !sameFrames([]ir.FrameSnapshot{first}, []ir.FrameSnapshot{first}) || !sameFrames(nil, nil) {
		t.Error("a frame is not like itself")
	}
	for i, other := range []ir.FrameSnapshot{
		{Frame: b, PC: 3, SP: 2, Slots: first.Slots}, {Frame: a, PC: 4, SP: 2, Slots: first.Slots},
		{Frame: a, PC: 3, SP: 1, Slots: first.Slots}, {Frame: a, PC: 3, SP: 2, Slots: []ir.Slot{{Index: 0}}}, {Frame: a, PC: 3, SP: 2},
	} {
		if sameFrames([]ir.FrameSnapshot{first}, []ir.FrameSnapshot{other}) || sameFrames([]ir.FrameSnapshot{other}, []ir.FrameSnapshot{first}) {
			t.Errorf("frame %d is taken for another", i)
		}
	}
	if sameFrames([]ir.FrameSnapshot{first}, []ir.FrameSnapshot{first, first}) {
		t.Error("one frame is taken for two")
	}
	object := ir.SnapshotObject{Op: ir.FirstGuestOp, Args: first.Slots}
	for i, other := range []ir.SnapshotObject{{Op: ir.FirstGuestOp + 1, Args: first.Slots}, {Op: ir.FirstGuestOp}} {
		if sameObjects([]ir.SnapshotObject{object}, []ir.SnapshotObject{other}) {
			t.Errorf("object %d is taken for another", i)
		}
	}
}

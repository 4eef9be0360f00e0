package frame_test

import (
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
)

// TestFrame: what is said of a frame that waits is found there again.
func TestFrame(t *testing.T) {
	var words [object.FrameSlots/8 + 8]uint64
	fp := unsafe.Pointer(&words)
	frame.GoOnAt(fp, 7, 3)
	*frame.Function(fp), *frame.Local(fp, 0), *frame.Local(fp, 1) = 1, 2, 3
	sp := frame.Stack(fp)
	if got := frame.Depth(fp, sp); got != 3 {
		t.Errorf("Depth is %d, want 3", got)
	}
	sp = frame.PushReversed(sp, []object.Value{5, 4})
	if a, b, c := *frame.Top(sp), *frame.Second(sp), *frame.Third(sp); a != 5 || b != 4 || c != 3 {
		t.Errorf("the stack's top is %d, %d, %d, want 5, 4, 3", a, b, c)
	}
	*frame.SP(fp) = frame.Depth(fp, sp)
	if got := frame.Live(fp); len(got) != 5 || got[0] != 1 || got[4] != 5 {
		t.Errorf("Live is %d", got)
	}
	if *frame.PC(fp) != 7 || frame.Code(fp) != 0 || *frame.Caller(fp) != nil {
		t.Errorf("pc %d, code %d, caller %v, want 7, 0, nil", *frame.PC(fp), frame.Code(fp), *frame.Caller(fp))
	}
}

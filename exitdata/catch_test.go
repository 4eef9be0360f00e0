package exitdata

import "testing"

// TestContinued: an executor that has been invalidated does not continue exceptions, and is
// forgotten.
func TestContinued(t *testing.T) {
	x, ex := &Exit{}, &Executor{}
	if x.Continued() != nil {
		t.Error("nothing continues a new exit")
	}
	if x.Continue(ex); x.Continued() != ex {
		t.Error("what continues the exit is not found")
	}
	if ex.Invalid = true; x.Continued() != nil {
		t.Error("an invalid executor continues the exit")
	}
	if ex.Invalid = false; x.Continued() != nil {
		t.Error("what was invalid is not forgotten")
	}
}

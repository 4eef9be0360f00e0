package lib

import (
	"errors"
	"testing"

	"github.com/tier2go/tier2/interp/object"
)

// TestStopsBetweenArguments: gcd and lcm of many ints look for interrupts between their
// arguments, each of which is done in one piece.
func TestStopsBetweenArguments(t *testing.T) {
	h, err := object.New(object.Options{Limit: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	stopped, asked := errors.New("stopped"), 0
	h.SetStops(object.Stops{Interrupted: func() error {
		if asked++; asked == 3 {
			return stopped
		}
		return nil
	}, Stopped: func() error { return nil }})
	args := []object.Value{object.SmallInt(12), object.SmallInt(18), object.SmallInt(30), object.SmallInt(42)}
	for name, f := range map[string]func(*object.Heap, object.Value, []object.Value) (object.Value, error){"gcd": gcd, "lcm": lcm} {
		asked = 0
		h.Interrupt(true)
		if v, err := f(h, object.Null, args); err != stopped {
			t.Errorf("%s: %x, %v after asking %d times", name, v, err, asked)
		}
		h.Interrupt(false)
		if _, err := f(h, object.Null, args); err != nil || asked != 3 {
			t.Errorf("%s: %v, asked %d times", name, err, asked)
		}
	}
}

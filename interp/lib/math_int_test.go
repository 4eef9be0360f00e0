package lib_test

import (
	"errors"
	"testing"

	"github.com/tier2go/tier2/interp/lib"
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
	modules := h.NewDict()
	h.Push(modules)
	l, err := lib.New(h, &lib.Host{Modules: modules})
	if err != nil {
		t.Fatal(err)
	}
	math, ok, err := l.Import("math")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	stopped, asked := errors.New("stopped"), 0
	h.SetStops(object.Stops{Interrupted: func() error {
		if asked++; asked == 3 {
			return stopped
		}
		return nil
	}, Stopped: func() error { return nil }})
	args := []object.Value{object.SmallInt(12), object.SmallInt(18), object.SmallInt(30), object.SmallInt(42)}
	for _, name := range []string{"gcd", "lcm"} {
		f := h.DictGetStr(h.Field(math, object.OffModuleDict), h.Intern(name))
		asked = 0
		h.Interrupt(true)
		if v, err := h.Call(f, args, object.Null); err != stopped {
			t.Errorf("%s: %x, %v after asking %d times", name, v, err, asked)
		}
		h.Interrupt(false)
		if _, err := h.Call(f, args, object.Null); err != nil || asked != 3 {
			t.Errorf("%s: %v, asked %d times", name, err, asked)
		}
	}
}

package interp_test

import (
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// TestBuffersCount: buffers of files above objects count against the heap's limit while they live, and translate stops at it.
func TestBuffersCount(t *testing.T) {
	code := compiled(t, `
import _io
x = []
try:
    while len(x) < 64: x.append(_io.BufferedWriter(_io.BytesIO(), 4 << 20))
except MemoryError: print("full", len(x) > 2)
x.clear()
for i in range(64): assert _io.BufferedReader(_io.BytesIO(b"ab"), 4 << 20).read() == b"ab"
try: ("a" * 10**5).translate({97: "b" * 10**5})
except MemoryError: print("long")
`)
	inModes(t, func(t *testing.T, m mode) {
		o, _ := run(t, m, interp.Options{Heap: object.Options{Limit: 32 << 20}}, code)
		if want := "full True\nlong\n"; o.stdout != want || o.status != 0 {
			t.Errorf("got %q, %q, status %d; want %q", o.stdout, o.stderr, o.status, want)
		}
	})
}

package interp_test

import (
	"context"
	"testing"

	"github.com/tier2go/tier2/interp"
)

// TestFinalizersAtTheEnd: what is left at the end of a program is told by __del__, behind what atexit
// calls; an exception of one is printed, and the program's status is its own.
func TestFinalizersAtTheEnd(t *testing.T) {
	const source = `
import atexit, gc
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n, len(kept)); kept.append(self)
class B:
    def __del__(self): raise ValueError("no")
kept = []
a, b, c = A(1), B(), A(2)
d = A(3); d.d = d; del d
gc.collect()
atexit.register(print, "exit")
print("end")
`
	code, err := cpython(t).Compile(context.Background(), "p.py", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	inModes(t, func(t *testing.T, m mode) {
		o, _ := run(t, m, interp.Options{}, code)
		if want := "del 3 0\nend\nexit\ndel 1 1\ndel 2 2\n"; o.stdout != want || o.status != 0 {
			t.Errorf("got %q, status %d; want %q", o.stdout, o.status, want)
		}
		if want := "Exception ignored while calling deallocator <function B.__del__ at 0x"; len(o.stderr) < len(want) || o.stderr[:len(want)] != want {
			t.Errorf("stderr: %q", o.stderr)
		}
	})
}

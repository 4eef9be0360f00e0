package interp_test

import (
	"fmt"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
)

// TestAppends checks that s += piece takes time in proportion to the piece, wherever the instruction in front of it stores to
// another variable: by an instruction of its own, or by the one that loads s.
func TestAppends(t *testing.T) {
	const rounds, piece = 40000, 2
	for name, loop := range map[string]string{"its own line": "for i in range(n):\n        s += 'ab'", "one line": "for i in range(n): s += 'ab'"} {
		t.Run(name, func(t *testing.T) {
			vm, _, _ := ran(t, fmt.Sprintf("def f(n):\n    s = ''\n    %s\n    return len(s)\ndef again(): return f(%d)\nf(5000)\n", loop, rounds), interp.Ways, tier2.Options{})
			before := vm.Stats().Heap.Allocated
			if _, err := vm.Call("again"); err != nil {
				t.Fatal(err)
			}
			if n := vm.Stats().Heap.Allocated - before; n > 20*rounds*piece {
				t.Errorf("a str of %d bytes took %d", rounds*piece, n)
			}
		})
	}
}

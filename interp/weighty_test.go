package interp_test

import (
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// TestHandlesCount: what Go holds for hashes and generators of random numbers counts against the limit while they live.
func TestHandlesCount(t *testing.T) {
	vm := embedded(t, modes[0], importing(cpython(t), interp.Options{Heap: object.Options{Limit: 16 << 20, Stack: 1 << 20}}), `
import hashlib, random
makers = [hashlib.sha256, hashlib.sha3_512, lambda: random.Random(1), lambda: hashlib.md5(b'x').copy()]
def fill(i):
    kept, n = [], 0
    try:
        while n < 100_000: kept.append(makers[i]()); n += 1
    except MemoryError: pass
    return n
`)
	for i, most := range []int{40_000, 40_000, 6_000, 40_000} {
		for range 2 { // what has been dropped does not count
			v, err := vm.Call("fill", i)
			if err != nil {
				t.Fatal(err)
			}
			n, err := interp.As[int](v)
			if err != nil || n > most || n < most/20 {
				t.Errorf("%d of kind %d fit into 16 MB, want %d at most: %v", n, i, most, err)
			}
		}
	}
}

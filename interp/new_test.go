package interp_test

import (
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// TestNewAndInit: calls of classes with a __new__ and an __init__ in Python begin frames, also by keyword and with what is in a
// tuple: they recurse as deep as the stack of frames allows, which Go's does not.
func TestNewAndInit(t *testing.T) {
	const source = `
class Init:
    def __new__(cls, n, **kw): return object.__new__(cls)
    def __init__(self, n, call): self.next = call(n - 1, call) if n else None
class New:
    def __new__(cls, n, call): return call(n - 1, call) if n else object.__new__(cls)
    def __init__(self, n, call): pass
calls = [lambda n, call: Init(n, call=call), lambda n, call: Init(*(n,), **{"call": call}), lambda n, call: New(n, call), lambda n, call: New(n=n, call=call)]
def deep(i, n):
    calls[i](n, calls[i])
    return n
`
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, interp.Options{RecursionLimit: 1 << 20, Heap: object.Options{Limit: 512 << 20, Stack: 256 << 20}}, source)
		for i := range 4 {
			if v, err := vm.Call("deep", i, 30000); err != nil {
				t.Errorf("call %d: %.200v, %.200v", i, v, err)
			}
		}
	})
}

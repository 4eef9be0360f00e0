package interp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

// TestPolls: what is executed, which exits are taken how often, and what is compiled does not depend on when Go's
// scheduler wants the goroutine: by itself or each millisecond besides.
func TestPolls(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	code := compiled(t, polled)
	counts := func(asked bool) (same string, polls uint64) {
		vm := newVM(t, mode{name: "off"}, interp.Options{Heap: small, Stats: true, Stdout: io.Discard})
		if err := vm.EnableTier2(tier2.Options{Clock: true, Map: true}); err != nil {
			t.Fatal(err)
		}
		if asked {
			defer preempt(time.Millisecond)()
		}
		if err := vm.RunMain(code, nil); err != nil {
			t.Fatal(err)
		}
		s := vm.Stats()
		two := &s.Tier2
		polls = two.Polls
		two.Polls, two.CompileNS, two.Selection.NS, two.Paused, two.Pause = 0, 0, 0, 0, 0
		data, err := json.MarshalIndent(two, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%d instructions in tier 1\n%s", s.Tier1.Instructions, data), polls
	}
	want, few := counts(false)
	got, many := counts(true)
	if got != want {
		t.Errorf("with %d polls instead of %d: %s", many, few, differs(got, want))
	}
	if many < 10 {
		t.Errorf("only %d polls have left machine code: nothing was tested", many)
	}
}

// polled has loops that run long in machine code, with ways that are taken in few rounds, calls, and
// floats in registers.
const polled = `
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps

def turns(n):
    x = 0.5
    for i in range(n):
        if i % 1000 == 7:
            x = x / 3.0
        elif i % 64 == 9:
            x = x * 0.5 + i
        else:
            x = x + 0.25
    return x

for k in range(3):
    print(max([collatz(i) for i in range(1, 60000)]), turns(8000000))
`

// preempt makes Go's scheduler want all goroutines again and again, until stop is called.
func preempt(each time.Duration) (stop func()) {
	done, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		var m runtime.MemStats
		for {
			select {
			case <-done:
				return
			case <-time.After(each):
				runtime.ReadMemStats(&m) // stops the world
			}
		}
	}()
	return func() { close(done); <-ended }
}

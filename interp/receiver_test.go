package interp_test

import (
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/uop"
)

// receivers calls what the general form of LOAD_ATTR finds: a builtin of no receiver,
// a method with one, and both in turn.
const receivers = `
class Own:
    def __init__(self):
        self.size = ord
class Method:
    def size(self, s):
        return ord(s) + 1
owns = [type("Own" + str(i), (Own,), {})() for i in range(6)]
methods = [type("Method" + str(i), (Method,), {})() for i in range(6)]
def sizes(objects, n):
    total = 0
    for i in range(n):
        total += objects[i % len(objects)].size("\x03")
    return total
def again(): return sizes(objects, 5000)
`

// TestReceivers: a call of what may be a function or a method with its receiver, which is
// known when it is executed, stays in tier 2.
func TestReceivers(t *testing.T) {
	for objects, want := range map[string]int64{"owns": 15000, "owns[:1]": 15000, "owns + methods": 17498} {
		for name, choice := range map[string]uop.Selector{"traces": interp.Traces, "joins": interp.Ways} {
			t.Run(objects+" "+name, func(t *testing.T) {
				_, r, coverage := ran(t, receivers+"objects = "+objects+"\nsizes(objects, 50000)\n", choice, tier2.Options{})
				if coverage < 0.95 {
					t.Errorf("tier 2 executes a share of %.3f", coverage)
				}
				var got int64
				if err := r.To(&got); err != nil || got != want {
					t.Errorf("got %d, %v; want %d", got, err, want)
				}
			})
		}
	}
}

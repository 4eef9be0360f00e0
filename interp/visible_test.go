package interp_test

import (
	"testing"

	"github.com/tier2go/tier2/interp"
)

// own tries to get at what the VM alone changes, and changes it.
const own = `
import gc, _collections as collections
got = []
class X:
    def __eq__(self, o): got.append(o); return False
    def __ror__(self, o): got.append(o); return {}
class C:
    x = 1
    def get(self): return self.x
def run(c):
    s = 0
    for i in range(300): s += c.get()
    return s
def check():
    c, d = C(), collections.deque([11, 12, 13])
    assert run(c) == 300
    C.__dict__ == X()
    X() == C.__dict__
    C.__dict__ | X()
    list.__dict__ == X()
    C.__dict__.keys().mapping == X()
    p = C.__dict__
    for o in got + gc.get_objects():
        if type(o) is dict and ('get' in o or 'append' in o) and o is not globals(): o.clear()
        if type(o) is list and o[:3] == [11, 12, 13]: o.clear()
    assert len(got) == 5
    assert run(c) == 300 and d.popleft() == 11 and 'x' in p
    [].append(1)
`

// TestOwn holds that no program gets at what Go code and machine code trust: the dicts of classes, the list of a deque; neither
// by gc.get_objects nor by operators of its own.
func TestOwn(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		if _, err := embedded(t, m, interp.Options{}, own).Call("check"); err != nil {
			t.Error(err)
		}
	})
}

package interp_test

import (
	"fmt"
	"testing"

	"github.com/tier2go/tier2/interp"
)

// TestWarningsOfNobody holds that what warns, in a VM that can import nothing, is not an error: nobody shows warnings there.
func TestWarningsOfNobody(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, interp.Options{}, `
import array
class Odd:
    def __int__(self): return True
    def __index__(self): return True
    def __complex__(self): return self.z
class Z(complex): pass
def warns():
    x, n = Odd(), 0
    x.z = Z(2)
    for i in range(2000): n += int(x) + [0, 1][x]
    return repr((n, complex(x), array.array('u', 'ab').tounicode()))
`)
		v, err := vm.Call("warns")
		if want := "(4000, (2+0j), 'ab')"; err != nil || fmt.Sprint(v) != want {
			t.Errorf("got %v %v, want %s", v, err, want)
		}
	})
}

package interp_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp"
)

// unsupportedProgram catches what is unsupported, and then meets it once more.
const unsupportedProgram = `
import sys
try: import _tkinter
except ImportError as e: print(type(e).__name__, e.name, e)
try: from sys import setdlopenflags
except ImportError as e: print(type(e).__name__, e)
try: import no_such_module
except ModuleNotFoundError as e: print(e.name, e)
print(hasattr(sys, 'setdlopenflags'), getattr(sys, 'setdlopenflags', 5))
class Key(str):
    def __eq__(self, other): return True
    def __hash__(self): return hash('x')
for f in (lambda: sys.setdlopenflags, lambda: type('C', (), {Key('y'): 1}), lambda: sys.stdout.truncate()):
    try: f()
    except Exception as e: print(type(e).__name__, e)
def g(): sys.stdout.truncate()
g()
`

// TestUnsupportedCaught runs a program that does without what is unsupported: it may catch
// it, what it catches is counted, and what it does not catch ends it as before. With
// Options.Strict the first ends it.
func TestUnsupportedCaught(t *testing.T) {
	code, err := cpython(t).Compile(t.Context(), "p.py", []byte(unsupportedProgram))
	if err != nil {
		t.Fatal(err)
	}
	for _, strict := range []bool{false, true} {
		var out bytes.Buffer
		vm, err := interp.New(importing(cpython(t), interp.Options{Heap: small, Stdout: &out, Strict: strict}))
		if err != nil {
			t.Fatal(err)
		}
		var u *interp.Unsupported
		err = vm.RunMain(code, []string{"p.py"})
		if !errors.As(err, &u) {
			t.Fatalf("strict %v: %v", strict, err)
		}
		counts := vm.Stats().Unsupported
		vm.Close()
		if strict {
			if out.Len() > 0 || u.What != "module _tkinter" || u.Line != 3 || len(counts) > 0 {
				t.Errorf("strict: %q, %v, %v", &out, u, counts)
			}
			continue
		}
		if u.What != "method truncate of 'TextIOWrapper' objects" || u.Line != 16 || u.File != "p.py" {
			t.Errorf("ends with %v", u)
		}
		want := strings.TrimLeft(`
ImportError _tkinter tier2: unsupported module _tkinter
ImportError tier2: unsupported name sys.setdlopenflags
no_such_module No module named 'no_such_module'
False 5
AttributeError tier2: unsupported name sys.setdlopenflags
NotImplementedError tier2: unsupported keys of type 'Key', which has an __eq__, in the namespace of a class
NotImplementedError tier2: unsupported method truncate of 'TextIOWrapper' objects
`, "\n")
		if got := out.String(); got != want {
			t.Errorf("prints\n%s\nwant\n%s", got, want)
		}
		if counts["module _tkinter"] != 1 || counts["name sys.setdlopenflags"] < 4 || counts["method truncate of 'TextIOWrapper' objects"] != 1 {
			t.Errorf("counts %v", counts)
		}
	}
}

package interp_test

import (
	"io"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	uops "github.com/tier2go/tier2/interp/cpython"
)

// inlined are programs whose loop goes on, in its executor, in a frame that a call, or
// something that is none, pushes. The function's `^` stands in its code, the loop's `|`
// behind it in the loop's.
var inlined = []struct{ name, source, body string }{
	{"function", "def g(x):\n    return x ^ 1\n", "s += g(i)"},
	{"keyword", "def g(x, y=2):\n    return x ^ y\n", "s += g(i, y=i)"},
	{"default", "def g(x, y=2):\n    return x ^ y\n", "s += g(i)"},
	{"method", "class C:\n    def m(self, x):\n        return x ^ 1\no = C()\n", "s += o.m(i)"},
	{"class", "class C:\n    def __init__(self, x):\n        self.x = x ^ 1\n", "s += C(i).x"},
	{"property", "class C:\n    k = 3\n    @property\n    def p(self):\n        return self.k ^ 1\no = C()\n", "s += o.p"},
	{"item", "class C:\n    def __getitem__(self, x):\n        return x ^ 1\no = C()\n", "s += o[i]"},
	{"operator", "class C:\n    def __add__(self, x):\n        return x ^ 1\no = C()\n", "s += o + i"},
	{"generator", "def g(n):\n    for i in range(n):\n        yield i ^ 1\nover = g\n", "s += i"},
	{"call in a call", "def h(x):\n    return x ^ 1\ndef g(x):\n    return h(x)\n", "s += g(i)"},
}

// TestInlinedPlaces: the micro-ops of what is inlined have places in the code of the
// function that is, and those behind it in the caller's again.
func TestInlinedPlaces(t *testing.T) {
	for _, c := range inlined {
		t.Run(c.name, func(t *testing.T) {
			vm, err := interp.New(importing(cpython(t), interp.Options{Heap: small, Stdout: io.Discard}))
			if err != nil {
				t.Fatal(err)
			}
			defer vm.Close()
			kind := exitdata.Uops
			if c.name == "generator" { // which the interpreter of micro-ops does not go on in
				kind = exitdata.IR
			}
			if err := vm.EnableTier2(tier2.Options{Backend: kind}); err != nil {
				t.Fatal(err)
			}
			source := c.source + "def f(n, over):\n    s = 0\n    for i in over(n):\n        " + c.body + "\n        s = s | 4\n    return s\nf(5000, globals().get('over', range))\n"
			if stderr, status := result(vm.RunMain(compiled(t, source), nil)); status != 0 {
				t.Fatal(stderr)
			}
			lines := strings.Split(source, "\n")
			inner, behind := 0, 0
			for _, ex := range vm.Executors() {
				for k, at := range vm.Places(ex) {
					if at.Code == nil {
						t.Fatalf("executor %s: nobody knows where micro-op %d, %v, comes from", ex.Name, k, ex.Trace.Table.Row(ex.Trace.Insts[k].Op).Name)
					}
					if ex.Trace.Insts[k].Op != uops.BINARY_OP_EXTEND {
						continue
					}
					text, in := lines[at.Line()-1], at.Code.QualName
					switch {
					case strings.Contains(text, " ^ ") && in != "f":
						inner++
					case strings.Contains(text, " | ") && in == "f":
						behind++
					default:
						t.Errorf("executor %s: micro-op %d is in %s, line %d: %s", ex.Name, k, in, at.Line(), text)
					}
				}
			}
			if inner == 0 || behind == 0 {
				t.Errorf("%d micro-ops inside, %d behind", inner, behind)
			}
		})
	}
}

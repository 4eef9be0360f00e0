package interp

import (
	"context"
	"io"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

// TestForget: an executor that has become invalid, because of one of the globals that it
// relies on, is forgotten by the others, and by the code that it runs through: a program
// that compiles for ever holds what is alive.
func TestForget(t *testing.T) {
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	code, err := py.Compile(context.Background(), "<test>", []byte(`
a = b = 1
def g(x): return x + b
def f(n):
    s = 0
    for i in range(n):
        s += a + g(i)
    return s
for k in range(3):
    f(5000)
    a = k
f(5000)
`))
	if err != nil {
		t.Fatal(err)
	}
	vm, err := New(Options{Heap: object.Options{Limit: 64 << 20}, Stdout: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.EnableTier2(tier2.Options{Backend: exitdata.IR}); err != nil {
		t.Fatal(err)
	}
	if err := vm.RunMain(code, nil); err != nil {
		t.Fatal(err)
	}
	if n := vm.tier.Table.Stats.Freed; n < 3 {
		t.Fatalf("%d executors freed", n)
	}
	relying := 0
	check := func(what string, list []*exitdata.Executor) {
		for _, ex := range list {
			relying++
			if ex.Invalid {
				t.Errorf("%s: executor %d is invalid, and remembered", what, ex.ID)
			}
		}
	}
	for list := range vm.tier.Relying {
		check("a global", list)
	}
	for _, c := range vm.codes {
		if c != nil {
			check(c.QualName, c.Dependents)
		}
	}
	if relying == 0 {
		t.Error("nothing relies on anything")
	}
}

package interp_test

import (
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
)

// TestInlinedGenerators: loops over generators run in machine code, the generators
// with them.
func TestInlinedGenerators(t *testing.T) {
	for _, c := range []struct{ name, program string }{
		{"for", `
def gen(n):
    i = 0
    while i < n:
        yield i
        i += 1
def f(n):
    t = 0
    for x in gen(n):
        t += x
    return t
`}, {"two ways behind it", `
def gen(n):
    for x in range(n):
        yield x * x
def f(n):
    t = 0
    for x in gen(n):
        if type(x) is int:
            t += x
        else:
            t = str(x)
    return t
`}, {"sum", `
def f(n):
    return sum(x & 7 for x in range(n))
`}, {"of floats", `
def f(n):
    return sum(x / 2 for x in range(n))
`}, {"a loop of its own", `
def gen(n):
    k = 0
    for i in range(n):
        if i & 1:
            k += i
            continue
        yield k
def f(n):
    t = 0
    for x in gen(n):
        t += x
    return t
`}, {"pipeline", `
def odd(it):
    for x in it:
        if x & 1:
            yield x
def f(n):
    return sum(x * 2 for x in odd(x + 1 for x in range(n)))
`}, {"list", `
def f(n):
    return len(list(x + 1 for x in range(n)))
`}} {
		t.Run(c.name, func(t *testing.T) {
			vm, err := interp.New(interp.Options{Stats: true})
			if err != nil {
				t.Fatal(err)
			}
			defer vm.Close()
			if err := vm.EnableTier2(tier2.Options{Backend: exitdata.Native, Clock: true}); err != nil {
				t.Fatal(err)
			}
			if err := vm.RunMain(compiled(t, c.program+"for i in range(10): f(20000)\n"), nil); err != nil {
				t.Fatal(err)
			}
			s := vm.Stats()
			if share := s.Tier2.Coverage; share < 0.9 {
				t.Errorf("%.1f %% of the bytecodes ran in machine code, refused %v", 100*share, s.Tier2.Refusals)
			}
		})
	}
}

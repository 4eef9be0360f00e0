package interp_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
)

// watched are programs that change what compiled code takes for constant. They
// are hot before the change, or change it while they run.
var watched = []struct {
	name, source, want string
	invalid            bool // an executor must have become invalid
}{
	{"global between", `
k = 3
def f(n):
    s = 0
    for i in range(n):
        s += k
    return s
print(f(5000), f(5000))
k = 4
print(f(5000), f(10))
`, "15000 15000\n20000 40\n", true},
	{"global inside, by a callee", `
k = 1
def bump(i):
    global k
    if i == 6000:
        k = 100
def f(n):
    s = 0
    for i in range(n):
        bump(i)
        s += k
    return s
print(f(5000))
print(f(6010))
`, "5000\n7000\n", true},
	{"global inside, in the same instruction sequence", `
k = 1
def f(n):
    global k
    s = 0
    for i in range(n):
        s += k
        if i == n - 10:
            k = 2
        s += k
    return s
print(f(5000))
k = 1
print(f(5000))
`, "10019\n10019\n", false},
	{"function redefined between", `
def g(x):
    return x + 1
def f(n):
    s = 0
    for i in range(n):
        s = g(s)
    return s
print(f(5000), f(5000))
def g(x):
    return x + 2
print(f(5000))
`, "5000 5000\n10000\n", true},
	{"function redefined by itself", `
def other(x):
    return x + 10
def g(x):
    global g
    if x == 5000:
        g = other
    return x + 1
def f(n):
    s = 0
    for i in range(n):
        s = g(s)
    return s
print(f(5005))
`, "5041\n", true},
	{"code of a function replaced by one of another arity", `
def g(x):
    return x + 1
def f(n):
    s = 0
    for i in range(n):
        s = g(s)
    return s
print(f(5000))
def g(x, y=5):
    return x + y
print(f(5000))
g = abs
print(f(5000))
`, "5000\n25000\n0\n", true},
	{"global deleted between", `
k = 7
def f(n):
    s = 0
    for i in range(n):
        s += k
    return s
print(f(5000))
del k
k = 8
print(f(3))
del k
f(5000)
`, "35000\n24\n! 1 NameError: name 'k' is not defined\n", true},
	{"global deleted inside", `
k = 7
def drop(i):
    global k
    if i == 5000:
        del k
def f(n):
    s = 0
    for i in range(n):
        drop(i)
        s += k
    return s
print(f(6000))
`, "! 1 NameError: name 'k' is not defined\n", true},
	{"builtin shadowed", `
def f(n):
    s = 0
    a = [1, 2, 3]
    for i in range(n):
        s += len(a)
    return s
print(f(5000))
def len(x):
    return 10
print(f(5000))
del len
print(f(5000))
`, "15000\n50000\n15000\n", true},
	{"builtin shadowed inside", `
import builtins
def hide(i):
    if i == 5000:
        globals()['abs'] = lambda x: 1000
def f(n):
    s = 0
    for i in range(n):
        hide(i)
        s += abs(-1)
    return s
print(f(5010))
`, "15000\n", false},
	{"module attribute", `
import math
def f(n):
    s = 0.0
    for i in range(n):
        s += math.floor(2.5)
    return s
print(f(5000))
math.floor = lambda x: 7
print(f(5000))
`, "10000.0\n35000.0\n", true},
	{"changes type", `
k = 1
def f(n):
    s = 0
    for i in range(n):
        s = s + k
    return s
for k in 1, 2.5, True, 1 << 70, 3, 4, 5, 6:
    print(f(4000))
`, "4000\n10000.0\n4000\n4722366482869645213696000\n12000\n16000\n20000\n24000\n", true},
	{"changes all the time", `
k = 0
def f(n):
    global k
    s = 0
    for i in range(n):
        k = i & 7
        s += k
    return s
print(f(10000), f(10000))
`, "35000 35000\n", false},
	{"closure keeps its own globals", `
def make(k):
    def f(n):
        s = 0
        for i in range(n):
            s += k
        return s
    return f
a, b = make(1), make(2)
print(a(5000), b(5000), a(5000))
`, "5000 10000 5000\n", false},
	{"str that becomes one to append to", `
def f(n):
    s = "ab"
    t = ""
    wrong = 0
    for i in range(n):
        t = s
        if i >= 3000:
            s += "x"
            if len(t) != i - 2998:
                wrong += 1
    return wrong, len(s)
print(f(6000), f(6000))
`, "(0, 3002) (0, 3002)\n", false},
	{"global that only a side exit's executor loads", `
k = 1
def f(n):
    s = 0
    for i in range(n):
        if i & 1:
            s += 2
        else:
            s += k
    return s
print(f(6000))
k = 7
print(f(6000))
`, "9000\n27000\n", true},
	{"class whose method only a side exit's executor calls", `
class C:
    def m(self): return 1
def f(n, o):
    s = 0
    for i in range(n):
        if i & 1:
            s += o.a
        else:
            s += o.m()
    return s
o = C()
o.a = 2
print(f(6000, o))
C.m = lambda self: 7
print(f(6000, o))
`, "9000\n27000\n", true},
	{"default argument replaced", `
def g(x, y=1):
    return x + y
def f(n):
    s = 0
    for i in range(n):
        s = g(s)
    return s
print(f(5000))
g.__defaults__ = (3,)
print(f(5000))
`, "5000\n15000\n", false},
}

// executors runs a program and returns what it showed and its executors.
func executors(t *testing.T, m mode, source string) (string, []*exitdata.Executor, interp.Stats) {
	t.Helper()
	var out bytes.Buffer
	vm := newVM(t, m, interp.Options{Heap: small, Stdout: &out, Stderr: &out})
	stderr, status := result(vm.RunMain(compiled(t, source), []string{"<test>"}))
	list, stats := vm.Executors(), vm.Stats()
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	return outcome{out.String(), stderr, status}.show(), list, stats
}

// TestWatch changes what compiled code relies on.
func TestWatch(t *testing.T) {
	for _, c := range watched {
		t.Run(c.name, func(t *testing.T) {
			inModes(t, func(t *testing.T, m mode) {
				got, list, stats := executors(t, m, c.source)
				if got != c.want {
					t.Errorf("got %q, want %q", got, c.want)
				}
				if m.backend == exitdata.Cold {
					return
				}
				if len(list) == 0 {
					t.Errorf("nothing was compiled: %v", stats.Tier2.Refusals)
				}
				invalid, watching := int(stats.Tier2.Freed), min(1, int(stats.Tier2.Freed))
				for _, ex := range list {
					if ex.Invalid {
						invalid++
					}
					if len(ex.Deps) > 0 {
						watching++
					}
				}
				// Micro-ops test the namespaces' versions themselves.
				if m.backend != exitdata.Uops && c.invalid && (invalid == 0 || watching == 0) {
					t.Errorf("of %d executors, %d rely on something and %d are invalid", len(list), watching, invalid)
				}
			})
		})
	}
}

// TestExtendedBackEdge runs a loop whose body has more than 255 code units: its
// back edge has an EXTENDED_ARG, over which the executor stands.
func TestExtendedBackEdge(t *testing.T) {
	for _, lines := range []int{40, 80, 200} {
		var b strings.Builder
		b.WriteString("def f(n):\n    s = 0\n    i = 0\n    while i < n:\n")
		for k := range lines {
			fmt.Fprintf(&b, "        s = (s ^ i) + %d\n", k)
		}
		b.WriteString("        i += 1\n    return s\nprint(f(3000), f(3001), f(5))\n")
		source := b.String()
		want := fmt.Sprintf("%d %d %d\n", longLoop(3000, lines), longLoop(3001, lines), longLoop(5, lines))
		t.Run(fmt.Sprint(lines), func(t *testing.T) {
			inModes(t, func(t *testing.T, m mode) {
				got, list, stats := executors(t, m, source)
				if got != want {
					t.Errorf("got %q, want %q", got, want)
				}
				if m.backend == exitdata.Cold {
					return
				}
				if len(list) == 0 {
					t.Fatalf("nothing was compiled: %v %v", stats.Tier2.Stops, stats.Tier2.Refusals)
				}
				// Loops that fit a trace must be entered once or so, not in every round.
				if ex := list[0]; ex.Trace.Loops() && ex.Entries > 50 {
					t.Errorf("%s was entered %d times", ex.Name, ex.Entries)
				}
			})
		})
	}
}

// longLoop is the program of TestExtendedBackEdge.
func longLoop(n, lines int) int {
	s := 0
	for i := range n {
		for k := range lines {
			s = (s ^ i) + k
		}
	}
	return s
}

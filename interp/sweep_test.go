package interp_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
)

// plugin is a module with functions, closures, generators, a handler and a hot loop.
const plugin = `
def adder(n):
    def add(x): return x + n
    return add
def count(n):
    for i in range(n): yield i
def total(n):
    s = 0
    for i in range(n):
        try: s += adders[i %% 3](i)
        except KeyError: pass
    return s
adders = [adder(i) for i in range(3)]
result = total(%d) + sum(count(5))
`

// TestModulesAreFreed loads and drops modules: their code, executors and what is watched
// for them are freed. At full size resident memory stays within 1.2 times of what it is
// after the first hundredth. Otherwise Go's memory is collected only where the VM says so:
// what Values keep that nobody holds must not depend on when Go does.
func TestModulesAreFreed(t *testing.T) {
	py := cpython(t)
	for _, m := range modes {
		if m.slow {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			if m.backend == exitdata.Native && !native.Supported() {
				t.Skip("no machine code on this port")
			}
			if m.bare = soak.On(); !m.bare {
				defer debug.SetGCPercent(debug.SetGCPercent(-1))
			}
			code, err := py.Compile(context.Background(), "plugin.py", []byte(fmt.Sprintf(plugin, 3000)))
			if err != nil {
				t.Fatal(err)
			}
			vm := embedded(t, m, interp.Options{Heap: object.Options{Limit: 256 << 20, Stack: 8 << 20}}, "import sys\ndef drop(name): del sys.modules[name]\n")
			n, most := soak.Of(150, 400, 100_000), uintptr(0)
			var first memory
			for i := range n {
				if _, err := vm.LoadModule("plugin", code); err != nil {
					t.Fatal(err)
				}
				if _, err := vm.Call("drop", "plugin"); err != nil {
					t.Fatal(err)
				}
				most = max(most, vm.Heap().OutsideBytes())
				if i == n/100 {
					first = resident(t, vm)
				}
			}
			if most > 4<<20 {
				t.Errorf("%d bytes of code", most)
			}
			stays(t, vm, first)
		})
	}
}

// dropping is a module whose hot loops are left without anything that refers to them but
// the frame that runs: in one of its rounds the module is loaded anew, so that nothing refers to
// what the loop has inlined either. What is loaded before takes the numbers and the memory
// of what was freed. It must go on as if nothing had happened: each loop returns its sum.
const dropping = `
import gc, sys
BODY = """
base = [1, 2, 3]
def leaf(x): return x + len(base)
class Box:
    def __init__(self, v): self.v = v
    def get(self): return self.v
def each(n):
    for i in range(n): yield leaf(i)
def calls(n, at):
    s = 0
    for i in range(n):
        if i in at: return -1
        s += leaf(i)
    return s
def nested(n, at):
    s = 0
    for i in range(n):
        for k in range(3):
            if k == 1 and i in at: return -1
            s += leaf(i) + Box(k).get()
    return s
def inner(i, at):
    s = 0
    for k in range(5):
        if k == 2 and i in at: return -1
        s += leaf(k)
    return s
def inlined(n, at):
    s = 0
    for i in range(n): s += inner(i, at)
    return s
def drives(n, at):
    s = 0
    for i in range(n // 20):
        if 20 * i in at: return -1
        s += sum(leaf(k) for k in range(20))
    return s
def resumes(n, at):
    s = 0
    for x in each(n):
        if x in at: return -1
        s += x
    return s
def raises(n, at):
    s = 0
    for i in range(n):
        try:
            if i % 3 == 0: {}[i]
            s += leaf(i)
        except KeyError:
            if i in at: return -1
            s += 1
    return s
"""
class Probe:
    def __init__(self, at, drop): self.at, self.drop = at, drop
    def __eq__(self, x):
        if x == self.at: self.drop()
        return False
def run(name, n, at):
    names = {}
    exec(BODY, names)
    def drop():
        names.clear()
        gc.collect()
        for k in range(20):
            more = {}
            exec(BODY.replace('x + len', 'x - len'), more)
            more['calls'](300, [])
        exec(BODY, names)
        gc.collect()
    # A list asks for equality from Go: machine code waits for it.
    return names.pop(name)(n, [Probe(at, drop)])
def check():
    n = 2000
    for at in (0, 960, 1500):
        for name in ('calls', 'nested', 'inlined', 'drives', 'resumes', 'raises'):
            want, got = run(name, n, -1), run(name, n, at)
            assert want == got, (name, at, want, got)
`

// TestDroppedWhileRunning drops a module from within its own hot loops: machine code that
// is on a stack stays, with all that it relies on (exitdata.Table.Collect,
// tiering.Tier.BeginSweep). In a heap that poisons what it frees, too.
func TestDroppedWhileRunning(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, importing(cpython(t), interp.Options{Heap: small}), dropping)
		if _, err := vm.Call("check"); err != nil {
			t.Error(err)
		}
	})
}

// execs runs text that is compiled each time.
const execs = `
import gc
def once(i):
    names = {}
    exec('def f(a):\n    def g(b): return a + b + %d\n    return g\nx = f(1)(2)' % (i % 9), names)
    return names
def run(n):
    kept = [once(i) for i in range(20)]
    it = (once(3)['f'](k) for k in range(10))
    next(it)
    for i in range(n):
        assert once(i)['x'] == 3 + i % 9
        if i % 50 == 0: gc.collect()
    gc.collect()
    assert [k['f'](10)(k['x']) for k in kept] == [10 + 3 + i % 9 + i % 9 for i in range(20)]
    assert [f(5) for f in it] == [k + 5 + 3 for k in range(1, 10)]
    return sum(k['x'] for k in kept)
`

// TestExecIsFreed runs text that is compiled each time, also such as keeps what it has
// made: code that something refers to stays.
func TestExecIsFreed(t *testing.T) {
	for _, m := range modes {
		if m.slow {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			if m.backend == exitdata.Native && !native.Supported() {
				t.Skip("no machine code on this port")
			}
			m.bare = soak.On()
			vm := embedded(t, m, importing(cpython(t), interp.Options{Heap: small}), execs)
			n := soak.Of(200, 1000, 1_000_000)
			if _, err := vm.Call("run", n/100); err != nil {
				t.Fatal(err)
			}
			first := resident(t, vm)
			if _, err := vm.Call("run", n); err != nil {
				t.Fatal(err)
			}
			if used := vm.Heap().OutsideBytes(); used > 8<<20 {
				t.Errorf("%d bytes of code", used)
			}
			stays(t, vm, first)
		})
	}
}

// classes makes classes of all kinds that live and die.
const classes = `
import abc, enum, gc
class Base:
    def __init__(self): self.v = 1
    def get(self): return self.v
    def __add__(self, other): return self.v + other
    def __init_subclass__(cls, **kw): cls.told = True
class Meta(type):
    def __call__(cls, *args):
        self = type.__call__(cls, *args)
        self.met = True
        return self
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
def derived(i):
    class C(Base):
        count = i
        def get(self): return self.v + C.count
        @property
        def twice(self): return 2 * super().get()
    return C
def slotted(i):
    class S:
        __slots__ = ('a', 'b')
        def __init__(self): self.a, self.b = i, 2
        def get(self): return self.a + self.b
        __add__ = lambda self, x: self.a + x
        twice = 3
    return S
def met(i):
    return Meta('M', (Base,), {'get': lambda self: i if self.met else 0, 'twice': 2})
def listed(i):
    class L(list):
        def get(self): return len(self)
        def __add__(self, x): return x
        twice = 1
    return L
def shaped(i):
    class Q(Shape):
        def area(self): return i
        def get(self): return self.area()
        def __add__(self, x): return x
        twice = 1
    Shape.register(type('V', (), {}))
    return Q
kinds = [derived, slotted, met, listed, shaped]
def use(c):
    s = 0
    for k in range(3):
        x = c()
        s += x.get() + (x + 1) + x.twice
        if isinstance(x, Shape): s += 1
    return s
def run(n):
    total = 0
    for i in range(n):
        total += use(kinds[i % 5](i))
        if i % 100 == 0: assert len(Base.__subclasses__()) < 4000
    return total
`

// TestClassesAreFreed makes and drops classes: they are freed, with what is watched for
// them. At full size resident memory stays within 1.2 times of what it is after the first
// hundredth.
func TestClassesAreFreed(t *testing.T) {
	for _, m := range modes {
		if m.slow {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			if m.backend == exitdata.Native && !native.Supported() {
				t.Skip("no machine code on this port")
			}
			n := soak.Of(2000, 5000, 100_000)
			m.bare = soak.On()
			vm := embedded(t, m, importing(cpython(t), interp.Options{Heap: object.Options{Limit: 256 << 20, Stack: 8 << 20}}), classes)
			if _, err := vm.Call("run", n/100); err != nil {
				t.Fatal(err)
			}
			first := resident(t, vm)
			if _, err := vm.Call("run", n); err != nil {
				t.Fatal(err)
			}
			stays(t, vm, first)
			if used := vm.Heap().OutsideBytes(); used > 8<<20 {
				t.Errorf("%d bytes of code and classes", used)
			}
		})
	}
}

// TestCodeCounts holds that code which a program keeps counts against the heap's limit.
func TestCodeCounts(t *testing.T) {
	vm := embedded(t, modes[0], importing(cpython(t), interp.Options{Heap: object.Options{Limit: 8 << 20, Stack: 8 << 20}}), `
def keep():
    kept = []
    while True:
        kept.append(compile('def f(a, b, c):\n    return a + b * c\n' * 50, 'x', 'exec'))
`)
	_, err := vm.Call("keep")
	var guest *interp.GuestError
	if !errors.As(err, &guest) || guest.Line != "MemoryError" {
		t.Error(err)
	}
	if v, err := vm.Call("len", "abc"); err != nil {
		t.Error(v, err)
	}
}

// TestWeights holds what is counted for code, executors and classes within 20 % of the Go memory
// that they take.
func TestWeights(t *testing.T) {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr}) // what it forgets of other tests would be memory that is free
	if err != nil {
		t.Fatal(err)
	}
	const n = 100
	measure := func(name string, vm *interp.VM, make func(i int)) {
		t.Helper()
		before, counted := allocated(), vm.Heap().OutsideBytes()
		for i := range n {
			make(i)
		}
		took, counts := allocated()-before, vm.Heap().OutsideBytes()-counted
		t.Logf("%s: %d bytes counted, %d taken", name, counts/n, took/n)
		if ratio := float64(counts) / float64(took); ratio < 0.8 || ratio > 1.2 {
			t.Errorf("%s: %d bytes counted, %d taken: %.2f", name, counts/n, took/n, ratio)
		}
	}
	o := interp.Options{Heap: object.Options{Limit: 256 << 20, Stack: 8 << 20}}
	for name, source := range map[string]string{
		"plugin": fmt.Sprintf(plugin, 10),
		"one":    "x = 1\n",
		"long":   strings.Repeat("a = b.c(d, 'e', 3.5) + f[g]\n", 200),
	} {
		vm := embedded(t, modes[0], o, "")
		kept := make([]*pycode.Code, n)
		measure(name, vm, func(i int) {
			// The comment makes it too long for package compile to keep the code in memory.
			code, err := py.Compile(context.Background(), "weights.py", fmt.Appendf(nil, "%s#%4096d\n", source, i))
			if err != nil {
				t.Fatal(err)
			}
			kept[i] = code
			if _, err := vm.Load(kept[i]); err != nil {
				t.Fatal(err)
			}
		})
		runtime.KeepAlive(kept)
	}
	vm := embedded(t, modes[0], importing(py, o), classes+`
kept = []
def keep(kind):
    for i in range(10): kept.append(kinds[kind](i))
`)
	for _, m := range modes {
		if m.backend == exitdata.Cold || m.plain || m.traces || m.backend == exitdata.Native && !native.Supported() {
			continue
		}
		vm, err := interp.New(o) // without checks, which keep what compiling has made
		if err != nil {
			t.Fatal(err)
		}
		if err := vm.EnableTier2(tier2.Options{Backend: m.backend}); err != nil {
			t.Fatal(err)
		}
		code, err := py.Compile(context.Background(), "weights.py", fmt.Appendf(nil, plugin, 3000))
		if err != nil {
			t.Fatal(err)
		}
		load := func(i int) {
			if _, err := vm.LoadModule(fmt.Sprint("plugin", i), code); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 20 {
			load(-1 - i)
		}
		measure("code and executors, "+m.name, vm, load)
		if err := vm.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for kind := range 4 { // what an abstract class knows of others is not counted
		measure(fmt.Sprint("classes of kind ", kind), vm, func(int) {
			if _, err := vm.Call("keep", kind); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// allocated returns the bytes of the Go heap that are in use.
func allocated() uintptr {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return uintptr(s.HeapAlloc)
}

// memory is how many KB of a process are resident: what is held, and as the process finds it, with the garbage on
// both heaps that has not been collected and what they keep for later, which go by when they collect.
type memory struct{ held, found int }

// resident returns the resident memory of the process; 0 where the system does not tell.
func resident(t *testing.T, vm *interp.VM) (m memory) {
	t.Helper()
	read := func() int {
		data, err := os.ReadFile("/proc/self/status")
		if err != nil {
			return 0
		}
		_, rest, _ := strings.Cut(string(data), "VmRSS:")
		n, err := strconv.Atoi(strings.Fields(rest)[0])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	m.found = read()
	if err := vm.FreeOSMemory(); err != nil {
		t.Fatal(err)
	}
	debug.FreeOSMemory()
	m.held = read()
	return m
}

// stays fails at full size if more memory is held than 1.2 times as much as at first.
func stays(t *testing.T, vm *interp.VM, first memory) {
	t.Helper()
	if !soak.On() {
		return
	}
	last := resident(t, vm)
	t.Logf("%d KB are held, %d after the first hundredth; %d and %d before Go's garbage is collected", last.held, first.held, last.found, first.found)
	if float64(last.held) > 1.2*float64(first.held) {
		t.Errorf("%d KB resident, %d after the first hundredth", last.held, first.held)
	}
}

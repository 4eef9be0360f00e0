package interp_test

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/native"
)

// dropped are programs whose step makes something and drops it. n is how often that is done in .ci/soak.
var dropped = []struct {
	name, source string
	n            int
}{
	{"modules", "import types\ndef step(i):\n    m = types.ModuleType(f'module{i}')\n    sys.modules[m.__name__] = m\n    exec('def f(x): return x + 1\\ny = f(1)', m.__dict__)\n    del sys.modules[m.__name__]\n", 100_000},
	{"classes", "def step(i):\n    class C:\n        a = i\n        def get(self): return self.a\n    return C().get()\n", 100_000},
	{"names of classes", "def step(i):\n    c = type(f'C{i}', (), {f'a{i}': i, '__slots__': (f's{i}',)})\n    x = c()\n    setattr(x, f's{i}', i)\n    return getattr(x, f's{i}') + getattr(c, f'a{i}')\n", 100_000},
	{"exec", "def step(i):\n    d = {}\n    exec(code, d)\n    return d['f'](i)\ncode = compile('def f(x): return x + 1', 'e', 'exec')\n", 1_000_000},
	{"exec of new text", "def step(i):\n    d = {}\n    exec(f'def f{i % 4000}(x): return x + {i}', d)\n", 20_000},
	{"eval of new text", "def step(i): return eval(f'name{i} + {i}', {f'name{i}': 1})\n", 20_000},
	{"lambdas", "def step(i): return sum([(lambda x: x + i)(k) for k in range(4)])\n", 1_000_000},
	{"closures", "def step(i):\n    def add(x):\n        def more(y): return x + y + i\n        return more\n    return add(1)(2)\n", 1_000_000},
	{"generators", "def step(i):\n    g = (x for x in range(9))\n    return next(g) + next(g)\n", 1_000_000},
	{"generators with finally", "def gen():\n    try: yield 1\n    finally: pass\ndef step(i): return next(gen())\n", 300_000},
	{"patterns", "import re\ndef step(i):\n    if i % 50 == 0: re.purge()\n    return re.compile(f'(?P<n{i}>a|b{i})+x').match('abx')\n", 5_000},
	{"attributes", "class O: pass\ndef step(i):\n    o = O()\n    setattr(o, f'x{i}', i)\n    return getattr(o, f'x{i}') + getattr(o, f'y{i}', 0)\n", 1_000_000},
	{"attributes of one object", "class O: pass\no = O()\ndef step(i):\n    setattr(o, f'x{i}', i)\n    delattr(o, f'x{i}')\n", 300_000},
	{"attributes of a class", "class O: pass\ndef step(i):\n    setattr(O, f'x{i}', i)\n    delattr(O, f'x{i}')\n", 300_000},
	{"globals", "def step(i):\n    globals()[f'x{i}'] = i\n    del globals()[f'x{i}']\n", 300_000},
	{"interned", "def step(i): return sys.intern(f'fresh{i}') is sys.intern(f'fresh{i}')\n", 1_000_000},
	{"formats", "def step(i): return f'{i:>{i % 40}}' + '{0:{1}}'.format(i, i % 30) + ('%%%dd' % (i % 50)) % i\n", 300_000},
	{"keywords", "def f(**kw): return kw\ndef step(i): return f(**{f'k{i}': 1})\n", 1_000_000},
	{"exceptions", "def step(i):\n    try: raise ValueError(i)\n    except ValueError as e: return e.__traceback__.tb_frame\n", 300_000},
	{"weak references", "import weakref\nclass O: pass\nd = weakref.WeakValueDictionary()\ndef step(i):\n    o = O()\n    d[i] = o\n    if i % 10000 == 0: d.clear()\n    return weakref.ref(o, lambda r: None)\n", 300_000},
	{"hot loops", "def step(i):\n    d = {}\n    exec(code, d)\n    return d['f'](3000)\ncode = compile('def f(n):\\n    s = 0\\n    for i in range(n): s += i & 7\\n    return s', 'e', 'exec')\n", 30_000},
	{"loops of one size", "def step(i):\n    b = bytearray(100 + i * 37 % 200000)\n    return len(b * 2)\n", 300_000},
}

// TestDroppedIsFreed makes and drops things of many kinds. What the VM holds afterwards, objects, code, classes and
// executors, is 1.2 times of what it held after the first hundredth at most, beside what is let grow between sweeps
// and what is compiled. At full size so is resident memory, beside the objects that are made between
// collections: most of these programs make less of them in their first hundredth. For the same reason tables of names may take a
// megabyte more: they are as large as what they hold between two collections.
func TestDroppedIsFreed(t *testing.T) {
	py := cpython(t)
	for _, m := range modes {
		if m.slow {
			continue
		}
		for _, c := range dropped {
			t.Run(strings.ReplaceAll(c.name, " ", "-")+"/"+m.name, func(t *testing.T) {
				if m.backend == exitdata.Native && !native.Supported() {
					t.Skip("no machine code on this port")
				}
				vm := embedded(t, m, importing(py, interp.Options{Heap: object.Options{Limit: 512 << 20, Stack: 8 << 20}}),
					"import sys\nfrom gc import collect\n"+c.source+"def run(n, k):\n    for i in range(n, n + k): step(i)\n")
				run := func(from, to int) (objects, outside, kb int) {
					t.Helper()
					if _, err := vm.Call("run", from, to-from); err != nil {
						t.Fatal(err)
					}
					if soak.On() {
						kb = resident(t, vm).held
					}
					for range 2 { // what is closed behind a collection dies in the next one
						if _, err := vm.Call("collect"); err != nil {
							t.Fatal(err)
						}
					}
					return int(vm.Heap().UsedBytes()) >> 10, int(vm.Heap().OutsideBytes()) >> 10, kb
				}
				n := max(100, soak.Of(c.n/1000, c.n/100, c.n))
				objects, outside, kb := run(0, n/100)
				lastObjects, lastOutside, lastKB := run(n/100, n)
				t.Logf("KB of objects %d, outside %d, resident %d; after the first hundredth %d, %d, %d", lastObjects, lastOutside, lastKB, objects, outside, kb)
				if bar := 12*objects/10 + soak.Of(512, 512, 1024); lastObjects > bar { // a page that holds one name of many stays
					t.Errorf("%d KB of objects, %d after the first hundredth", lastObjects, objects)
				}
				if bar := 12*outside/10 + 10<<10; lastOutside > bar {
					t.Errorf("%d KB outside, %d after the first hundredth", lastOutside, outside)
				}
				if bar := 12*kb/10 + 12<<10 + max(0, lastOutside-outside); lastKB > bar {
					t.Errorf("%d KB resident, %d after the first hundredth", lastKB, kb)
				}
			})
		}
	}
}

// TestSweptBeforeRefused drops classes, functions and modules that hold much. They are small for what is outside of the
// arena, which does not ask for a sweep then: what finds no room in the arena does.
func TestSweptBeforeRefused(t *testing.T) {
	const program = `
import types
def classes(n):
    for i in range(n):
        class C: x = [None] * 10000
def functions(n):
    for i in range(n):
        exec('def f(): pass\nf.x = [None] * 10000', {})
def modules(n):
    for i in range(n):
        m = types.ModuleType('m')
        exec('def f(): return x', m.__dict__)
        m.x = (0,) * 10000
def texts(n):
    for i in range(n):
        class D: x = 'x' * 1000000
def small(n):
    for i in range(n):
        class E: x = [[] for k in range(500)]
`
	py := cpython(t)
	for _, m := range modes {
		if m.slow {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			if m.backend == exitdata.Native && !native.Supported() {
				t.Skip("no machine code on this port")
			}
			vm := embedded(t, m, importing(py, interp.Options{Heap: object.Options{Limit: 32 << 20, Stack: 8 << 20}}), program)
			for _, f := range []string{"classes", "functions", "modules", "texts", "small"} {
				if _, err := vm.Call(f, soak.Of(400, 1000, 100_000)); err != nil {
					t.Errorf("%s: %v", f, err)
				}
			}
		})
	}
}

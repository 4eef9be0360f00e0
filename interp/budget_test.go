package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/native"
)

// budgetPrograms run longer than any budget of the test, each by another kind of loop.
var budgetPrograms = map[string]string{
	"while":     "i = 0\nwhile True:\n    i += 1\n    if i % 100 == 0: print(i)\n",
	"function":  "def f(n):\n    s = 0\n    for i in range(n):\n        s += i if i % 3 else 2\n    return s\nwhile True: print(f(70))\n",
	"nested":    "def f(n):\n    s = 0\n    for i in range(n):\n        for j in range(i):\n            s ^= j\n    return s\nfor k in range(10**9): print(k, f(30))\n",
	"recursion": "def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint(fib(10))\nprint(fib(40))\n",
	"inlined":   "def g(x): return x + 1\ndef f(x): return g(g(x))\nx = 0\nwhile True:\n    x = f(x)\n    if x % 50 == 0: print(x)\n",
	"generator": "def g():\n    i = 0\n    while True:\n        yield i\n        i += 1\nfor x in g():\n    if x % 50 == 0: print(x)\n",
	"driver":    "while True: print(sum(x * x for x in range(100)), max(i % 7 for i in range(90)), list(i for i in range(5)))\n",
	"callback":  "def key(x):\n    s = 0\n    for i in range(5): s += x * i\n    return -s\nwhile True: print(sorted([3, 1, 2], key=key), list(map(key, (1, 2))), max([1, 5], key=key))\n",
	"loops":     "from _functools import reduce\ndef key(x): return x * 7 % 31\nwhile True:\n    print(max(range(60), key=key), sorted(range(50), key=key)[3])\n    print(reduce(lambda a, b: a ^ b, range(70)), min((x + 1 for x in range(40)), key=key))\n",
	"compared":  "class A:\n    def __init__(self, v): self.v = v\n    def __eq__(self, o): return self.v == o.v\nl = [A(i) for i in range(9)]\nwhile True:\n    print(A(7) in l, l.count(A(3)), l == [A(i) for i in range(9)], A(1) != A(2), (A(0), A(1), A(2)) == (A(0), A(1), A(3)))\n",
	"iterable":  "class A:\n    def __init__(self, n): self.n = n\n    def __iter__(self): return iter(range(self.n))\nwhile True:\n    print(sum(A(40)), max(A(5)), list(A(3)), any(A(1)))\n    l = list(A(30))\n    l.sort(key=lambda x: x * 7 % 31)\n    print(l[3])\n",
	"mapped":    "def f(x): return x * 7 % 31\nwhile True:\n    for x in map(f, range(60)):\n        if x == 3: print(x)\n    print(sum(map(f, range(50))), list(filter(lambda x: x & 4, range(9))), any(map(lambda x, y: x > y, range(70), range(70))))\n",
	"exception": "def f(i):\n    if i % 3 == 0: raise ValueError(i)\n    return i\ni = n = 0\nwhile True:\n    i += 1\n    try:\n        f(i)\n    except ValueError as e:\n        n += 1\n        if n % 40 == 0: print(n)\n    finally:\n        i += 1\n",
	"class":     "class A:\n    def __init__(self, x): self.x = x\n    def __add__(self, o): return A(self.x + o.x)\n    def __lt__(self, o): return self.x < o.x\n    @property\n    def y(self): return self.x\na = A(0)\nwhile True:\n    a = a + A(1)\n    if a < A(300) and a.y % 40 == 0: print(a.y)\n",
	"strings":   "s = ''\nn = 0\nwhile True:\n    s = s + 'a'\n    n += len(s.upper())\n    if len(s) == 50:\n        print(n)\n        s = ''\n",
	"exec":      "d = {}\nwhile True:\n    for i in range(60): d[i] = d.get(i, 0) + 1\n    print(sum(d.values()))\n    l = []\n    for k, v in d.items(): l.append(v)\n",
	"with":      "class C:\n    def __enter__(self): return self\n    def __exit__(self, *a): return True\nn = 0\nwhile True:\n    with C() as c:\n        n += 1\n        if n % 20 == 0: raise KeyError\n    if n % 30 == 0: print(n)\n",
	"unpack":    "def f(*a, **k): return len(a) + len(k)\nn = 0\nwhile True:\n    n += f(1, *(2, 3), x=1, **{'y': 2})\n    a, *b = [1, 2, 3]\n    if n % 500 == 0: print(n, a, b)\n",
}

// stop is where a run ended that spent its budget, and what it had done.
type stop struct {
	place    string
	executed uint64
	out      string
}

// spend runs a program with a budget in a mode.
func spend(t *testing.T, m mode, code *pycode.Code, n uint64) stop {
	t.Helper()
	var out bytes.Buffer
	vm := newVM(t, m, importing(cpython(t), interp.Options{Heap: object.Options{Limit: 256 << 20}, Stdout: &out, Budget: n}))
	defer vm.Close()
	err := vm.RunMain(code, []string{"x"})
	if err == nil && vm.BudgetLeft() > 0 {
		return stop{place: "the program's end", out: out.String()}
	}
	var stopped *interp.Interrupted
	var spent *interp.BudgetError
	if !errors.As(err, &stopped) || !errors.As(err, &spent) {
		t.Fatalf("%s, %d instructions: %v", m.name, n, err)
	}
	if spent.Budget != n || spent.Executed < n || spent.Executed > n+200 {
		t.Errorf("%s: %v", m.name, spent)
	}
	if stopped.File == "<builtin>" {
		t.Errorf("%s, %d instructions: ends in a frame that programs do not see", m.name, n)
	}
	if compiled := vm.Stats().Tier2.Instructions; m.backend != exitdata.Cold && !m.plain && n > 400_000 && compiled < n/8 {
		t.Errorf("%s: only %d of %d instructions were compiled: the program is not what it was", m.name, compiled, n)
	}
	if vm.BudgetLeft() != 0 {
		t.Errorf("%s: %d instructions are left", m.name, vm.BudgetLeft())
	}
	return stop{fmt.Sprintf("%s:%d", stopped.File, stopped.Line), spent.Executed, out.String()}
}

// agree holds the place where a budget ends a program in a mode to that without a compiler.
func agree(t *testing.T, m mode, code *pycode.Code, n uint64, want stop) {
	t.Helper()
	if got := spend(t, m, code, n); got != want {
		t.Errorf("%s, %d instructions: ends at %s behind %d and %d lines of output, without a compiler at %s behind %d and %d",
			m.name, n, got.place, got.executed, strings.Count(got.out, "\n"), want.place, want.executed, strings.Count(want.out, "\n"))
	}
}

// TestBudget: a budget ends a program at the same instruction in every mode, whatever has been compiled until then.
func TestBudget(t *testing.T) {
	for name, source := range budgetPrograms {
		t.Run(name, func(t *testing.T) {
			code := compiled(t, source)
			for _, n := range []uint64{1, 37, 5003, 20011, 60013, 400_009} {
				want := spend(t, modes[0], code, n)
				for _, m := range modes[1:] {
					if m.slow && testing.Short() || m.backend == exitdata.Native && !native.Supported() {
						continue
					}
					agree(t, m, code, n, want)
				}
			}
		})
	}
}

// TestBudgetOfPrograms is TestBudget with the programs of testdata, as machine code.
func TestBudgetOfPrograms(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for i, file := range files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			for k := range soak.Of(1, 2, 20) {
				n := uint64(100_003 + 7919*i + 104_729*k)
				agree(t, modes[4], code, n, spend(t, modes[0], code, n))
			}
		})
	}
}

// TestSetBudget: a budget that is spent ends what comes next, until there is another one.
func TestSetBudget(t *testing.T) {
	vm := newVM(t, modes[4], importing(cpython(t), interp.Options{Heap: small, Budget: 500}))
	defer vm.Close()
	if err := vm.RunMain(compiled(t, "def f(n):\n    for i in range(n): pass\n    return n\n"), []string{"x"}); err != nil {
		t.Fatal(err)
	}
	spent := func(n int) bool {
		t.Helper()
		_, err := vm.Call("f", n)
		var e *interp.BudgetError
		if err != nil && !errors.As(err, &e) {
			t.Fatal(err)
		}
		return err != nil
	}
	if spent(10) || !spent(1000) || !spent(10) {
		t.Error("a budget of 500 is for 10 turns and not for 1,000, and nothing is left then")
	}
	if err := vm.SetBudget(5000); err != nil || vm.BudgetLeft() != 5000 {
		t.Errorf("%v, %d instructions are left of 5,000", err, vm.BudgetLeft())
	}
	if spent(1000) || spent(500) || !spent(5000) {
		t.Error("another budget of 5,000 is for 1,500 turns and not for 6,500")
	}
	other := newVM(t, modes[0], importing(cpython(t), interp.Options{Heap: small}))
	defer other.Close()
	if err := other.SetBudget(1); !errors.Is(err, interp.ErrNoBudget) || other.BudgetLeft() != 0 {
		t.Errorf("a VM without a budget: %v", err)
	}
}

package interp_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/native"
)

func compiled(t testing.TB, source string) *pycode.Code {
	t.Helper()
	code, err := cpython(t).Compile(context.Background(), "<test>", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// churn makes garbage of every kind, 2000 times a round, and keeps little of it.
const churn = `
def churn(kept):
    for i in range(2000):
        a = [i] * 60
        t = (i, a, i + 1, a) * 30
        s = "%%d" %% i * 120
        b = (1 << 4000) + i
        if i %% 500 == 0:
            kept.append((len(a), t[-2], s[-4:], b & 65535))
            if len(kept) > 100:
                kept = kept[50:]
    return kept

kept = []
for r in range(%d):
    kept = churn(kept)
print(kept[-1])
`

// roundBytes is the least that a round of churn takes: 8 bytes an item, a digit a
// byte, 30 bits of an int in 4 bytes.
const roundBytes = 2000 * (60*8 + 120*8 + 3*120 + 500)

// TestChurn allocates more than the heap holds: 500 MB, at full size 50 GB.
func TestChurn(t *testing.T) {
	total := soak.Of(500_000_000, 500_000_000, 50_000_000_000)
	rounds := total/roundBytes + 1
	code := compiled(t, fmt.Sprintf(churn, rounds))
	inTurn(t, []byte(t.Name()), func(t *testing.T, m mode) {
		got, stats := run(t, m, interp.Options{Heap: object.Options{Limit: 256 << 20}}, code)
		t.Logf("%.1f GB allocated, %d collections, %.1f MB live", float64(stats.Heap.Allocated)/1e9, stats.Heap.Collections, float64(stats.Heap.Live)/1e6)
		if want := (outcome{stdout: "(60, 1501, '1500', 1500)\n"}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if stats.Heap.Collections == 0 || stats.Heap.Allocated < uint64(total) || stats.Heap.Used > 256<<20 {
			t.Errorf("%+v", stats.Heap)
		}
	})
}

// TestMemoryError runs programs that keep what they allocate.
func TestMemoryError(t *testing.T) {
	for _, c := range []struct{ name, source string }{
		{"list", "def f():\n    a = []\n    while True:\n        a.append([1.5] * 100)\nprint('begins')\nf()\n"},
		{"grow", "def f():\n    a = [0]\n    while True:\n        a.append(a[-1] + 1)\nprint('begins')\nf()\n"},
		{"dict", "def f():\n    d = {}\n    i = 0\n    while True:\n        d[i] = (i, i)\n        i += 1\nprint('begins')\nf()\n"},
		{"str", "def f():\n    s = 'ab'\n    while True:\n        s = s + s\nprint('begins')\nf()\n"},
		{"int", "def f():\n    x = n = 3\n    while True:\n        x = (x << n) + 1\n        n += n >> 1\nprint('begins')\nf()\n"},
		{"floats", "def f():\n    a = []\n    x = 0.5\n    while True:\n        a.append((x, x + 1.0))\n        x += 1.0\nprint('begins')\nf()\n"},
		{"tuples", "def f():\n    a = []\n    t = (0, 0)\n    i = 0\n    while True:\n        t = (i, t[0])\n        i += 1\n        if i % 3 == 0:\n            a.append((t, t))\nprint('begins')\nf()\n"},
		{"unpickled", "import _pickle\ndef f():\n    return _pickle.loads(b'N' * (1 << 22))\nprint('begins')\nf()\n"},
		{"marks", "import _pickle\ndef f():\n    return _pickle.loads(b'(' * (1 << 22))\nprint('begins')\nf()\n"},
		{"repeat", "def f():\n    return [None] * (1 << 40)\nprint('begins')\nf()\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code := compiled(t, c.source)
			inTurn(t, []byte(c.source), func(t *testing.T, m mode) {
				got, _ := run(t, m, interp.Options{Heap: object.Options{Limit: 16 << 20, Stack: 1 << 20}}, code)
				// As CPython's, the exception has no message.
				if got.show() != "begins\n! 1 MemoryError\n" || !strings.Contains(got.stderr, "in f\n") {
					t.Errorf("got %q\n%s", got.show(), got.stderr)
				}
			})
		})
	}
}

// caughtMemory fills the heap in loops and catches what comes of it: the variables
// are what they were then.
const caughtMemory = `
def grow():
    a = []
    n = 0
    try:
        while True:
            a.append([1.5] * 100)
            n += 1
    except MemoryError as e:
        k = len(a)
        a = None
        return n == k, repr(e), e.__context__
def floats():
    a = []
    x = 0.5
    n = 0
    try:
        while True:
            a.append((x, x + 1.0))
            x += 1.0
            n += 1
    except MemoryError:
        k = len(a)
        a = None
        return n == k and x == n + 0.5
def inner(a, i):
    t = (i, a)
    a.append(t)
    return i + 1
def calls():
    a = []
    i = 0
    try:
        while True:
            i = inner(a, i)
    except MemoryError:
        k = len(a)
        a.clear()
        return k - i in (0, 1)
def text():
    s = "ab"
    n = 0
    try:
        while True:
            s = s + s
            n += 1
    except MemoryError:
        return len(s) == 2 << n
def big():
    x = 1 << 100
    l = []
    try:
        while True:
            l.append(x)
            x += 1
    except MemoryError:
        r = len(l) - (x - (1 << 100))
        l = None
        return r in (0, 1)
def slices():
    l = []
    i = 0
    try:
        while True:
            s = slice(i, i + 1)
            l.append(s)
            i += 1
    except MemoryError:
        r = len(l) == i
        l = None
        return r
def always():
    for f in grow, floats, calls, text, big, slices:
        for k in range(3):
            r = f()
            if r is not True and r != (True, "MemoryError()", None):
                print(f.__name__, r)
always()
try:
    [0] * (1 << 60)
except MemoryError as e:
    print("caught", repr(e))
`

// TestMemoryErrorCaught catches MemoryError of every kind of allocation: of helpers that may raise, at once; of
// others at the next back edge.
func TestMemoryErrorCaught(t *testing.T) {
	code := compiled(t, caughtMemory)
	inTurn(t, []byte(caughtMemory), func(t *testing.T, m mode) {
		got, _ := run(t, m, interp.Options{Heap: object.Options{Limit: 16 << 20, Stack: 1 << 20}}, code)
		if got.show() != "caught MemoryError()\n" {
			t.Errorf("got %q\n%s", got.show(), got.stderr)
		}
	})
}

// TestRecursionLimit calls until the limit, on cold and on hot code.
func TestRecursionLimit(t *testing.T) {
	const source = `
import sys
def down(n):
    if n == 0:
        return 0
    return down(n - 1) + 1
def even(n):
    return n == 0 or odd(n - 1)
def odd(n):
    return n != 0 and even(n - 1)
deepest = 0
def count(n):
    global deepest
    deepest = n
    return 1 + count(n + 1)
for i in range(30):
    x = down(900), even(801)
print(x, flush=True)
if sys.argv[1] == "raised":
    sys.setrecursionlimit(20000)
    print(down(15000), odd(19001), flush=True)
    sys.setrecursionlimit(500)
if sys.argv[1] == "hot":
    count(1)
if sys.argv[1] == "mutual":
    even(5000)
down(1000000)
`
	code := compiled(t, source)
	for _, c := range []struct{ arg, stdout, function string }{
		{"plain", "(900, False)\n", "down"},
		{"raised", "(900, False)\n15000 True\n", "down"},
		{"hot", "(900, False)\n", "count"},
		{"mutual", "(900, False)\n", "even"},
	} {
		t.Run(c.arg, func(t *testing.T) {
			inModes(t, func(t *testing.T, m mode) {
				var out strings.Builder
				vm := newVM(t, m, interp.Options{Heap: small, Stdout: &out})
				stderr, status := result(vm.RunMain(code, []string{"<test>", c.arg}))
				if err := vm.Close(); err != nil {
					t.Error(err)
				}
				got := outcome{out.String(), stderr, status}
				if got.show() != c.stdout+"! 1 RecursionError: maximum recursion depth exceeded\n" {
					t.Errorf("got %q", got.show())
				}
				if !strings.Contains(stderr, "in "+c.function+"\n") || !strings.Contains(stderr, "[Previous line repeated ") && c.arg != "mutual" {
					t.Errorf("traceback:\n%s", stderr)
				}
			})
		})
	}
}

// smallStack is a heap whose stack ends soon.
var smallStack = object.Options{Limit: 64 << 20, Stack: 1 << 20}

// TestStackEnd: whatever the recursion limit is, frames end where the stack does, also
// those that compiled code begins, of any size, and what lies behind is as it was.
func TestStackEnd(t *testing.T) {
	source := `
import sys
def down(n):
    return 0 if n == 0 else down(n - 1) + 1
def big(n, f):
    if n == 0:
        return f(100000)
    ` + bigLocals() + `
    return big(n - 1, f) + v0
def walk(n):
    if n:
        yield from walk(n - 1)
    yield n
def deepest(f, *args):
    try:
        f(*args)
    except RecursionError as e:
        return str(e)
for i in range(40):
    x = down(900), big(20, lambda n: n), sum(walk(50))
kept = [[i] for i in range(5000)]
sys.setrecursionlimit(1000000000)
print(x, down(8000))
for i in range(4):
    print(deepest(down, 1000000), deepest(big, 1000000, down), deepest(big, 30, down), deepest(lambda: sum(walk(100000))))
print(down(8000), all(x == [i] for i, x in enumerate(kept)), len(kept))
sys.setrecursionlimit(700)
print(deepest(down, 710), down(600))
`
	code := compiled(t, source)
	deep := "maximum recursion depth exceeded"
	want := "(900, 100000, 1275) 8000\n" + strings.Repeat(strings.Repeat(deep+" ", 3)+deep+"\n", 4) + "8000 True 5000\n" + deep + " 600\n"
	inModes(t, func(t *testing.T, m mode) {
		if got, _ := run(t, m, interp.Options{Heap: smallStack}, code); got != (outcome{stdout: want}) {
			t.Errorf("got %+v, want %q", got, want)
		}
	})
}

// TestStackEndCaught: a frame at the stack's end that goes on after RecursionError may still
// not begin another one, nor may one where the limit is set anew; where the limit is far away
// generators may delegate deeper than there is room for frames.
func TestStackEndCaught(t *testing.T) {
	const source = `
import sys
def again(n):
    global most, caught
    most = max(most, n)
    for _ in range(20):
        try:
            again(n + 1)
        except RecursionError:
            caught += 1
            if caught % 8 == 0:
                sys.setrecursionlimit(1000000000 - caught)
            if caught > 2000:
                raise
def walk(n):
    if n:
        yield from walk(n - 1)
    yield n
def down(n, f):
    return f() if n == 0 else down(n - 1, f)
for i in range(40):
    down(50, lambda: 0)
    sum(walk(20))
kept = [[i] for i in range(5000)]
sys.setrecursionlimit(1000000000)
most = caught = 0
try:
    again(0)
except RecursionError:
    print(most < 1048576 // 64, caught > 2000)
print(all(x == [i] for i, x in enumerate(kept)), len(kept), down(150, lambda: sum(walk(200))))
`
	code := compiled(t, source)
	want := "True True\nTrue 5000 20100\n"
	inModes(t, func(t *testing.T, m mode) {
		if got, _ := run(t, m, interp.Options{Heap: smallStack}, code); got != (outcome{stdout: want}) {
			t.Errorf("got %+v, want %q", got, want)
		}
	})
}

// TestRecursionLimitNested: a generator that Go resumes, and that goes on in the frame of the
// one it has yielded from, is as deep as what has called Go.
func TestRecursionLimitNested(t *testing.T) {
	const source = `
def inner():
    yield 1
def outer(f):
    yield from inner()
    f()
    yield 2
def rec(n, f):
    return f() if n == 0 else rec(n - 1, f)
def nest(n):
    global deepest
    deepest = max(deepest, n)
    a, b = outer(lambda: rec(300, lambda: nest(n + 1)))
deepest = 0
for i in range(20):
    rec(200, lambda: None)
    a, b = outer(lambda: None)
try:
    nest(0)
except RecursionError:
    print(deepest)
`
	code := compiled(t, source)
	inModes(t, func(t *testing.T, m mode) {
		got, _ := run(t, m, interp.Options{Heap: small}, code)
		if want := (outcome{stdout: "3\n"}); got != want {
			t.Errorf("got %+v", got)
		}
	})
}

// bigLocals assigns to more variables than a frame of machine code has.
func bigLocals() string {
	var s strings.Builder
	for i := range 300 {
		fmt.Fprintf(&s, "v%d = ", i)
	}
	return s.String() + "0"
}

// endless are programs that only an interrupt ends.
var endless = []struct{ name, source string }{
	{"while", "def f():\n    i = 0\n    while True:\n        i = (i + 1) & 1023\nprint('begins')\nf()\n"},
	{"module", "print('begins')\ni = 0\nwhile True:\n    i ^= 1\n"},
	{"nested", "def f():\n    x = 0.0\n    while True:\n        for i in range(100):\n            for j in range(100):\n                x = x * 0.5 + i * j\nprint('begins')\nf()\n"},
	{"calls", "def g(x):\n    return x + 1\ndef f():\n    x = 0\n    while True:\n        x = g(x) % 1000\nprint('begins')\nf()\n"},
	{"recursion", "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint('begins')\nfib(60)\n"},
	{"lists", "def f():\n    a = []\n    while True:\n        a.append(len(a))\n        if len(a) > 100:\n            a = []\nprint('begins')\nf()\n"},
	{"builtins", "def f():\n    a = list(range(50))\n    while True:\n        b = sorted(a)\nprint('begins')\nf()\n"},
	{"strings", "def f():\n    a = 'word ' * 200\n    while True:\n        b = a.split()\n        c = ''.join(b)\nprint('begins')\nf()\n"},
	{"branches", "def f():\n    i = n = 0\n    while True:\n        if i % 3 == 0:\n            n += 1\n        elif i % 5 == 0:\n            n -= 1\n        i += 1\n        if i > 10000:\n            i = 0\nprint('begins')\nf()\n"},
}

// runUntil runs code and interrupts it after a time. A program that goes on after
// that ends the test: its memory stays.
func runUntil(t *testing.T, m mode, o interp.Options, code *pycode.Code, d time.Duration) (outcome, interp.Stats) {
	t.Helper()
	var out strings.Builder
	o.Stdout = &out
	vm := newVM(t, m, o)
	done := make(chan outcome)
	go func() {
		stderr, status := result(vm.RunMain(code, []string{code.Filename}))
		done <- outcome{stderr: stderr, status: status}
	}()
	var got outcome
	select {
	case got = <-done:
	case <-time.After(d):
		vm.Interrupt()
		select {
		case got = <-done:
		case <-time.After(time.Minute):
			t.Fatal("an interrupt has no effect")
		}
	}
	stats := vm.Stats()
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	got.stdout = out.String()
	return got, stats
}

const interrupted = -2 // the status of result

// TestInterrupt interrupts code that is hot, from another goroutine.
func TestInterrupt(t *testing.T) {
	for _, c := range endless {
		t.Run(c.name, func(t *testing.T) {
			code := compiled(t, c.source)
			inModes(t, func(t *testing.T, m mode) {
				var got outcome
				var stats interp.Stats
				// A busy machine may need longer to become hot.
				for d := 50 * time.Millisecond; d < time.Minute; d *= 2 {
					got, stats = runUntil(t, m, interp.Options{Heap: small}, code, d)
					if m.backend == exitdata.Cold || stats.Tier2.Executors > 0 {
						break
					}
				}
				if got.status != interrupted || !strings.HasSuffix(got.stderr, "\nKeyboardInterrupt\n") || got.stdout != "begins\n" {
					t.Errorf("%+v", got)
				}
				if m.backend != exitdata.Cold && stats.Tier2.Executors == 0 {
					t.Errorf("nothing was hot: %+v", stats.Tier2.Refusals)
				}
			})
		})
	}
}

// stressed are the modes of TestStress: code is hot late under stress, so that native
// has much of what off has. TestSnippets leaves off to the full size.
var stressed = []mode{{name: "native", backend: exitdata.Native}, {name: "off"}}

// TestStress runs programs while every allocation collects, until time is up: what
// they have printed by then is the beginning of what CPython prints.
func TestStress(t *testing.T) {
	limit := soak.Of(50*time.Millisecond, 60*time.Millisecond, 2*time.Second)
	for _, file := range files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20) {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := expected(t, strings.TrimSuffix(file, ".py")+".out", "")
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			stressRun(t, stressed, code, want, limit)
		})
	}
}

// stressRun runs code in some modes under stress; want is what it shows when it
// comes to its end.
func stressRun(t *testing.T, modes []mode, code *pycode.Code, want string, limit time.Duration) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			if m.backend == exitdata.Native && !native.Supported() {
				t.Skip("no machine code on this port")
			}
			collections := stressFor(t, m, code, want, limit)
			for d := 2 * limit; collections == 0 && d < time.Minute; d *= 2 { // a busy machine may begin later
				collections = stressFor(t, m, code, want, d)
			}
			if collections == 0 {
				t.Error("no collection")
			}
		})
	}
}

// stressFor runs code in one mode until time is up and returns how often it has collected.
func stressFor(t *testing.T, m mode, code *pycode.Code, want string, limit time.Duration) int {
	t.Helper()
	var out strings.Builder
	vm := newVM(t, m, importing(cpython(t), interp.Options{Heap: object.Options{Limit: 64 << 20, Stack: 1 << 20}, Stdout: &out}))
	vm.Heap().SetStress(true) // the start of a VM takes longer than the rest: other tests do that
	// The program may catch all exceptions: a context's end is none.
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	defer vm.InterruptOn(ctx)()
	err := vm.RunMain(code, []string{code.Filename})
	stats := vm.Stats()
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	stderr, status := result(err)
	got := outcome{out.String(), stderr, status}
	var in *interp.Interrupted
	if errors.As(err, &in) {
		t.Logf("interrupted after %d collections", stats.Heap.Collections)
		if !strings.HasPrefix(want, got.stdout) {
			t.Error(differs(got.stdout, want))
		}
	} else if d := differs(got.show(), want); d != "" {
		t.Error(d)
	}
	return stats.Heap.Collections
}

// TestExceptionsLetGo raises exceptions whose tracebacks keep most of the memory there is. Where Go has dropped the
// error, or a handler has ended, it is free again: but for what an old word of Go's stack, of tier 1's frames or of a slot that machine code
// has spilled to keeps, which a call that finds no memory overwrites: never do two in a row find none.
func TestExceptionsLetGo(t *testing.T) {
	const n = 12
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, interp.Options{Heap: object.Options{Limit: 4 << 20, Stack: 1 << 20}}, `
def fails():
    kept = [0] * (9 << 15)
    raise ValueError
def caught(n):
    full = 0
    for i in range(n):
        try:
            fails()
        except ValueError:
            pass
        except MemoryError:
            full += 1
    return full
`)
		full := 0
		for range n {
			if _, err := vm.Call("fails"); err == nil {
				t.Fatal("no error")
			} else if err.Error() == "MemoryError" {
				full++
			}
		}
		v, err := vm.Call("caught", n)
		if err != nil {
			t.Fatal(err)
		}
		if caught, _ := interp.As[int](v); full > 0 || caught > n/2 {
			t.Errorf("of %d calls by Go %d found no memory, of %d by Python %d", n, full, n, caught)
		}
	})
}

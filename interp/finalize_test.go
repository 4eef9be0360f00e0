package interp_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
)

// TestFinalizersAtTheEnd: what is left at the end of a program is told by __del__, behind what atexit
// calls; an exception of one is printed, and the program's status is its own.
func TestFinalizersAtTheEnd(t *testing.T) {
	const source = `
import atexit, gc
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n, len(kept)); kept.append(self)
class B:
    def __del__(self): raise ValueError("no")
kept = []
a, b, c = A(1), B(), A(2)
d = A(3); d.d = d; del d
gc.collect()
atexit.register(print, "exit")
print("end")
`
	code := compiled(t, source)
	inModes(t, func(t *testing.T, m mode) {
		o, _ := run(t, m, interp.Options{}, code)
		if want := "del 3 0\nend\nexit\ndel 1 1\ndel 2 2\n"; o.stdout != want || o.status != 0 {
			t.Errorf("got %q, status %d; want %q", o.stdout, o.status, want)
		}
		if want := "Exception ignored while calling deallocator <function B.__del__ at 0x"; len(o.stderr) < len(want) || o.stderr[:len(want)] != want {
			t.Errorf("stderr: %q", o.stderr)
		}
	})
}

// TestFinalizersOfFinalizers: what is made and dropped by __del__ at the end of a program is told as well, and a chain of
// these ends.
func TestFinalizersOfFinalizers(t *testing.T) {
	const source = `
class A:
    def __init__(self, n): self.n = n
    def __del__(self):
        if self.n < 3: print("del", self.n)
        A(self.n + 1)
a = A(0)
`
	code := compiled(t, source)
	inModes(t, func(t *testing.T, m mode) {
		o, _ := run(t, m, interp.Options{}, code)
		if want := "del 0\ndel 1\ndel 2\n"; o.stdout != want || o.stderr != "" {
			t.Errorf("got %q, stderr %q; want %q", o.stdout, o.stderr, want)
		}
	})
}

// TestFinalizersOfLayouts: instances of a class with a __del__ are told whatever builtin type it derives from, also where the class gets
// the __del__ later. Each is a program: once the instances of one class may lie anywhere, all that died is looked at.
func TestFinalizersOfLayouts(t *testing.T) {
	const source = `
import gc, io, collections
told = []
def tell(self): told.append(1)
early = LATER == 0
C = type("C", (BASE,), {"__del__": tell} if early else {})
for _ in range(3):
    C(ARGS).x = 1
if not early: C.__del__ = tell
gc.collect()
print(len(told))
`
	for _, c := range []struct{ base, args string }{
		{"object", ""}, {"int", ""}, {"float", ""}, {"complex", ""}, {"str", ""}, {"bytes", ""}, {"bytearray", ""}, {"tuple", ""}, {"list", ""},
		{"dict", ""}, {"set", ""}, {"frozenset", ""}, {"Exception", ""}, {"KeyError", ""}, {"io.IOBase", ""}, {"io.BytesIO", ""}, {"io.StringIO", ""},
		{"collections.deque", ""}, {"collections.defaultdict", ""}, {"collections.OrderedDict", ""}, {"enumerate", "[]"}, {"zip", ""}, {"property", ""},
		{"staticmethod", "len"},
	} {
		for _, later := range []string{"0", "1"} {
			program := strings.NewReplacer("BASE", c.base, "ARGS", c.args, "LATER", later).Replace(source)
			o, _ := run(t, mode{name: "off"}, interp.Options{}, compiled(t, program))
			if o.stdout != "3\n" || o.stderr != "" {
				t.Errorf("%s, later %s: got %q, stderr %q", c.base, later, o.stdout, o.stderr)
			}
		}
	}
}

// TestSuspendedAtTheEnd: generators that are suspended when a program ends are closed, the older ones first.
func TestSuspendedAtTheEnd(t *testing.T) {
	const source = `
def g(n):
    try: yield n
    finally: print("finally", n)
gs = [g(n) for n in range(3)]
for x in gs: next(x)
for x in g("for"): break
print("end")
`
	code := compiled(t, source)
	inModes(t, func(t *testing.T, m mode) {
		o, _ := run(t, m, interp.Options{}, code)
		if want := "end\nfinally 0\nfinally 1\nfinally 2\nfinally for\n"; o.stdout != want {
			t.Errorf("got %q; want %q", o.stdout, want)
		}
	})
}

// TestSuspendedStays: RunMain lets live what a program defines, RunProgram finalizes it.
func TestSuspendedStays(t *testing.T) {
	code := compiled(t, `
def g():
    try:
        while True: yield 1
    finally: print("closed")
class A:
    def __del__(self): print("del")
a, x = A(), g()
next(x)
def step(): return next(x, 0)
`)
	for _, c := range []struct {
		run  func(*interp.VM, *pycode.Code, []string) error
		step int
		out  string
	}{{(*interp.VM).RunMain, 1, ""}, {(*interp.VM).RunProgram, 0, "del\nclosed\n"}} {
		var out bytes.Buffer
		vm, err := interp.New(interp.Options{Heap: small, Stdout: &out, Strict: true})
		if err != nil {
			t.Fatal(err)
		}
		defer vm.Close()
		if err := c.run(vm, code, []string{"test"}); err != nil {
			t.Fatal(err)
		}
		v, err := vm.Call("step")
		if err != nil {
			t.Fatal(err)
		}
		if n, err := interp.As[int](v); err != nil || n != c.step || out.String() != c.out {
			t.Errorf("step gives %d, %v, output %q; want %d, %q", n, err, out.String(), c.step, c.out)
		}
	}
}

// TestCollectCounts: gc.collect returns how many objects that hold others it has found dead.
func TestCollectCounts(t *testing.T) {
	const source = `
import gc
class A: pass
def cycles(n):
    for i in range(n):
        a = A(); a.b = [a]
gc.collect()
cycles(1000)
n = gc.collect()
print(1990 <= n < 2100, gc.collect() < 100)
`
	code := compiled(t, source)
	inModes(t, func(t *testing.T, m mode) {
		o, _ := run(t, m, interp.Options{}, code)
		if want := "True True\n"; o.stdout != want {
			t.Errorf("got %q; want %q", o.stdout, want)
		}
	})
}

// TestFinalizerRunsWhatWaits: a __del__ that is called as a function begins calls that function, which gets an executor:
// the function's first instruction is another one by then.
func TestFinalizerRunsWhatWaits(t *testing.T) {
	code := compiled(t, `
def f(x): return x + 1
class A:
    told = False
    def __del__(self):
        if A.told: return
        A.told = True
        request()
        print("del", f(1))
def drop():
    a = A(); a.a = a
for i in range(4): drop() # old words on the Go stack may hold the last one
print(f(len(bytes(20_000_000))))
`)
	var out bytes.Buffer
	vm, err := interp.New(interp.Options{Heap: small, Stdout: &out, Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	o := &optimizer{triggers: tier2.BackEdges, kind: exitdata.Uops, do: interpret}
	if err := vm.Register(o); err != nil {
		t.Fatal(err)
	}
	f := sites(code)
	f = f[slices.IndexFunc(f, func(s site) bool { return s.code.Name == "f" && pycode.Op(s.code.Units[s.unit]) == pycode.RESUME }):]
	if err := vm.SetGlobal("request", func() error { return vm.Request(f[0].code, f[0].unit) }); err != nil {
		t.Fatal(err)
	}
	if err := vm.RunMain(code, []string{"test"}); err != nil {
		t.Fatal(err)
	}
	if want := "del 2\n20000001\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	ex := vm.ExecutorAt(f[0].code, f[0].unit)
	if ex == nil {
		t.Fatal("no executor")
	}
	if live := vm.LiveUnits(f[0].code)[f[0].unit]; pycode.Op(live&0xFF) != pycode.ENTER_EXECUTOR || ex.Entries != 2 {
		t.Errorf("%v stands where there is an executor, which was entered %d times", pycode.Op(live&0xFF), ex.Entries)
	}
}

// TestOldWords: words on the Go stack that nobody needs any more do not decide what a collection finds that a program asks
// for: words below all frames, those that instructions have left in the frame of the interpreter, and free entries of
// operand stacks. The function plant leaves words that refer to an object wherever a frame may lie later.
func TestOldWords(t *testing.T) {
	const source = `
import gc, weakref
class A:
    def __init__(self): self.me = self
    def __eq__(self, o): return True
    __hash__ = object.__hash__
    def __add__(self, o): return self
    def m(self, *a): return None
log = []
def planted():
    a = A()
    plant(id(a))
    return weakref.ref(a)
def used():
    a = A(); a + a; a == a; a.m(a, a, [a, a]); {a: a}; isinstance(a, A); f"{a}"; [a, (a, a)]
    return weakref.ref(a)
def look(what, drop):
    r = drop()
    gc.collect()
    log.append(what) if r() else None

def by_del(f):
    class D:
        def __del__(self): f()
    D(); gc.collect()
def by_callback(f):
    class C: pass
    c = C(); w = weakref.ref(c, lambda r: f()); c = None; gc.collect()
def by_close(f):
    def g():
        try: yield
        finally: f()
    x = g(); next(x); x = None; gc.collect()
def by_repr(f):
    class R:
        def __repr__(self): f(); return ''
    '%r' % R()
def by_eq(f):
    class K:
        def __hash__(self): return 1
        def __eq__(self, o): f(); return True
    {K(): 1}[K()]
def by_exec(f): exec('f()', {'f': f})

for drop in planted, used:
    look((drop, "here"), drop)
    for by in by_del, by_callback, by_close:
        by(lambda: look((by, drop, "within"), drop))
        def twice(): # one finalizer drops, the next one looks
            rs = []
            def collected():
                gc.collect()
                if rs[0](): log.append((by, drop, "twice"))
            calls = iter([lambda: rs.append(drop()), collected])
            class D:
                def __del__(self): next(calls)()
            x = [D(), D()]
            x = None; gc.collect()
        by(twice)
for by in by_del, by_callback, by_close, by_repr, by_eq, by_exec: # what is beneath has dropped it
    r = used()
    def f():
        gc.collect()
        if r(): log.append((by, "outside"))
    by(f)
print(log)
`
	code := compiled(t, source)
	inModes(t, func(t *testing.T, m mode) {
		var out bytes.Buffer
		vm := newVM(t, m, importing(cpython(t), interp.Options{Stdout: &out}))
		defer vm.Close()
		if err := vm.SetGlobal("plant", func(id int) { plant(uint64(id)) }); err != nil {
			t.Fatal(err)
		}
		if err := vm.RunMain(code, []string{"test"}); err != nil {
			t.Fatal(err)
		}
		if want := "[]\n"; out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}

// plant leaves words on the stack, below the caller's frame.
//
//go:noinline
func plant(id uint64) uint64 {
	var words [4096]uint64
	for i := range words {
		words[i] = id
	}
	return words[id%uint64(len(words))]
}

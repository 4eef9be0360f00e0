package interp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
)

// behind makes a VM that compiles behind its thread.
func behind(t *testing.T, o tier2.Options, out *bytes.Buffer) *VM {
	t.Helper()
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	vm, err := New(Options{Heap: object.Options{Limit: 64 << 20}, Stdout: out})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.EnableTier2(o); err != nil {
		t.Fatal(err)
	}
	return vm
}

// held keeps what is to be compiled until the program calls release.
type held struct {
	compile func()
	calls   int
}

func (h *held) run(compile func()) { h.compile = compile }

func (h *held) release() {
	h.calls++
	if f := h.compile; f != nil {
		h.compile = nil
		f()
	}
}

// runHeld runs a program that calls release, and returns what it prints and what became of its compiles.
func runHeld(t *testing.T, background int, source string) (string, Background) {
	t.Helper()
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	code, err := py.Compile(context.Background(), "held.py", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	h := &held{}
	vm := behind(t, tier2.Options{Background: background, Go: h.run}, &out)
	if err := vm.SetGlobal("release", h.release); err != nil {
		t.Fatal(err)
	}
	if err := vm.RunMain(code, nil); err != nil {
		t.Error(err)
	}
	s := vm.Stats().Tier2.Background
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	return out.String(), s
}

// TestBackgroundStale: an executor is not installed if what it relies on has changed while it was
// made: a global, a class.
func TestBackgroundStale(t *testing.T) {
	for name, change := range map[string]string{"global": "G = 2", "class": "C.k = 2"} {
		out, s := runHeld(t, 2, `
G = 1
class C:
    k = 1
c = C()
def f(n):
    s = 0
    for i in range(n):
        s += G + c.k
    return s
print(f(4000))
`+change+`
release()
print(f(10))
print(f(4000))
release()
print(f(4000))
`)
		if out != "8000\n30\n12000\n12000\n" || s.Begun < 2 || s.Cancelled != 1 || s.Installed != s.Begun-1 {
			t.Errorf("%s: %q, %+v", name, out, s)
		}
	}
}

// TestBackgroundCode: nor if a function has another code by then, which the executor has inlined.
func TestBackgroundCode(t *testing.T) {
	out, s := runHeld(t, 2, `
def one(self): return 1
def two(self): return 2
class C:
    k = property(one)
c = C()
def f(n):
    s = 0
    for i in range(n):
        s += c.k
    return s
print(f(4000))
one.__code__ = two.__code__
release()
print(f(4000))
release()
print(f(4000))
`)
	if out != "4000\n8000\n8000\n" || s.Cancelled == 0 {
		t.Errorf("%q, %+v", out, s)
	}
}

// TestBackgroundHeld: a function that a loop calls which is being made is put off when it asks in the meantime.
func TestBackgroundHeld(t *testing.T) {
	out, s := runHeld(t, 8, `
def f(n):
    return n + 1
def g(n):
    s = 0
    for i in range(n):
        if i & 1:
            s = f(s)
    return s
print(g(9000))
`)
	if out != "4500\n" || s.Held == 0 {
		t.Errorf("%q, %+v", out, s)
	}
}

// TestBackgroundDeadline: a context that ends what runs ends compiles, too, and the VM compiles again afterwards.
func TestBackgroundDeadline(t *testing.T) {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	code, err := py.Compile(context.Background(), "deadline.py", []byte(`
def f(n):
    s = 0
    for i in range(n):
        s += i
    return s
def g():
    f(4000)
    end()
    f(10 ** 9)
`))
	if err != nil {
		t.Fatal(err)
	}
	h := &held{}
	vm := behind(t, tier2.Options{Background: 2, Go: h.run}, new(bytes.Buffer))
	ctx, cancel := context.WithCancel(context.Background())
	if err := vm.SetGlobal("end", cancel); err != nil {
		t.Fatal(err)
	}
	if err := vm.RunMain(code, nil); err != nil {
		t.Fatal(err)
	}
	stop := vm.InterruptOn(ctx)
	if _, err := vm.Call("g"); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends by %v", err)
	}
	if s := vm.Stats().Tier2.Background; s.Begun != 1 || s.Cancelled != 1 {
		t.Errorf("behind a deadline: %+v", s)
	}
	stop()
	h.release()
	for range 2 {
		if v, err := vm.Call("f", 4000); err != nil || v.String() != "7998000" {
			t.Errorf("%v, %v", v, err)
		}
		h.release()
	}
	if s := vm.Stats().Tier2.Background; s.Installed == 0 {
		t.Errorf("at the end: %+v", s)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
}

// TestBackgroundFull: where as many compiles are under way as may be, a place asks later, and gets its
// executor then.
func TestBackgroundFull(t *testing.T) {
	out, s := runHeld(t, 1, `
def f(n):
    s = 0
    for i in range(n):
        s += i
    return s
def g(n):
    s = 1
    for i in range(n):
        s ^= i
    return s
print(f(4000), g(4000))
release()
print(f(4000), g(4000))
release()
print(f(4000), g(4000))
`)
	if out != strings.Repeat("7998000 1\n", 3) || s.Busy == 0 || s.Installed < 2 || s.Cancelled+s.Refused != 0 {
		t.Errorf("%q, %+v", out, s)
	}
}

// TestBackgroundClose: nothing is left behind when a VM is closed while executors are made, or
// wait to be.
func TestBackgroundClose(t *testing.T) {
	if runtime.GOMAXPROCS(0) == 1 {
		t.Skip("one processor: everything is compiled at once")
	}
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for i := range 12 {
		fmt.Fprintf(&source, "def f%d(n):\n    s = %d\n    for i in range(n):\n        s += i * %d - (s & 3)\n        if i %% 7 == 3: s ^= i\n    return s\nf%d(1300)\n", i, i, i+2, i)
	}
	code, err := py.Compile(context.Background(), "close.py", []byte(source.String()))
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	under := 0
	for range 8 {
		vm := behind(t, tier2.Options{Background: 8}, new(bytes.Buffer))
		if !vm.Compiler().Background() {
			t.Fatal("it compiles at once")
		}
		if err := vm.RunMain(code, nil); err != nil {
			t.Error(err)
		}
		s := vm.Stats().Tier2.Background
		under += s.Begun - s.Installed - s.Cancelled - s.Refused
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
	if under == 0 {
		t.Error("no VM was closed while an executor was made")
	}
	for i := 0; runtime.NumGoroutine() > before; i++ {
		if i == 1000 {
			t.Fatalf("%d goroutines, before there were %d", runtime.NumGoroutine(), before)
		}
		time.Sleep(time.Millisecond)
	}
}

// TestBackgroundStress: several VMs run at the same time, with random changes of what executors rely on,
// executors that are taken back, little memory for code, and closed at random times. Run it with -race.
func TestBackgroundStress(t *testing.T) {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	code, err := py.Compile(context.Background(), "stress.py", []byte(`
G = 1
class P:
    def __init__(self, x): self.x = x
    def get(self): return self.x + G
class Q(P):
    def get(self): return self.x * 2 + G
def gen(n):
    for i in range(n): yield (i, str(i & 7), 2.5 * i)
def work(n):
    s, d, l = 0, {}, []
    for i, t, f in gen(n):
        p = P(i) if i % 5 else Q(i)
        s += p.get() + len(t)
        d[t] = d.get(t, 0) + 1
        l.append(f)
        try:
            if i % 97 == 5: raise ValueError(i)
        except ValueError as e:
            s ^= e.args[0]
    return s, sorted(d.items()), sum(l)
def reference(n, g):
    s, d, l, i = 0, {}, 0.0, 0
    while i < n:
        s += (i + g if i % 5 else i * 2 + g) + 1
        if i % 97 == 5: s ^= i
        i += 1
    return s
for round in range(30):
    what = disturb()
    if what == 0: G = round
    elif what == 1: P.extra = round
    elif what == 2: Q.get = lambda self: self.x * 2 + G
    n = 200 + 13 * round
    assert work(n)[0] == reference(n, G), (round, n, G)
`))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for seed := range uint64(4) {
		o := tier2.Options{Background: 1 + int(seed), Go: func(compile func()) { go compile() }, CheckAllocation: true, CodeLimit: 1 << 20, Hotness: 8}
		if seed == 0 { // waits: the others may have ended before an executor is made
			o.Go = func(compile func()) {
				done := make(chan struct{})
				go func() { defer close(done); compile() }()
				<-done
			}
		}
		vm := behind(t, o, new(bytes.Buffer))
		wg.Go(func() {
			r := rand.New(rand.NewPCG(seed, 1))
			if err := vm.SetGlobal("disturb", func() int {
				if len(vm.codes) > 0 && r.IntN(3) == 0 {
					for _, c := range vm.codes {
						if c != nil && r.IntN(4) == 0 {
							for unit := range c.Execs {
								vm.TakeBack(c.Code, unit)
							}
						}
					}
				}
				return r.IntN(4)
			}); err != nil {
				t.Error(err)
			}
			if err := vm.RunMain(code, nil); err != nil {
				t.Error(err)
			}
			s := vm.Stats().Tier2
			if seed == 0 && s.Background.Installed == 0 || s.Refusals[tier2.RefusedInternal]+s.Refusals[tier2.RefusedPass] > 0 {
				t.Errorf("%+v, refused: %v", s.Background, s.Refusals)
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

package interp_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// booms calls boom at the end of a hot loop, from where machine code has called it: out of
// a generator, out of one that another one waits for, out of a key function that Go calls.
const booms = `
def plain(n):
    s = 0
    for i in range(n):
        s += i
        if i == n - 1: boom(i)
    return s
def numbers(n):
    for i in range(n):
        if i == n - 1: boom(i)
        yield i
def outer(n):
    yield from numbers(n)
def generator(n):
    s = 0
    for i in numbers(n): s += i
    return s
def delegated(n):
    s = 0
    for i in outer(n): s += i
    return s
def driven(n): return sum(i for i in outer(n))
def key(n):
    return len(sorted(range(n), key=lambda i: boom(i) if i == n - 1 else i))
def inner(n):
    return max(sorted([n], key=generator)[0] for i in range(3))
class A:
    def __init__(self, n): self.n = generator(n)
    def __add__(self, n): return generator(n)
def init(n): return A(n).n
def finished(n):
    try: return generator(n)
    except BaseException: return 'caught'
    finally: boom(-1)
`

// nestedCalls are the functions of booms and what they return where boom does nothing, by
// the sum of the numbers below n.
var nestedCalls = []struct {
	name string
	want func(n, sum int) int
}{
	{"plain", func(_, sum int) int { return sum }}, {"generator", func(_, sum int) int { return sum }}, {"delegated", func(_, sum int) int { return sum }},
	{"driven", func(_, sum int) int { return sum }}, {"init", func(_, sum int) int { return sum }}, {"finished", func(_, sum int) int { return sum }},
	{"inner", func(n, _ int) int { return n }},
}

// TestPanicsNested: whatever panics, in whatever depth of machine code, generators and
// calls from Go: what leaves the API is a *PanicError. Behind the panic of a function of
// the embedder the VM goes on; behind one of its own it says by the same error that it
// does not.
func TestPanicsNested(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		code := compiled(t, booms)
		for _, x := range nestedCalls {
			for _, broken := range []bool{false, true} {
				out := &bomb{}
				o := interp.Options{Stdout: out, Hotspots: tier2.Hotspots{K: 5, N: 0, M: 0, Policy: tier2.Published}}
				vm := newVM(t, m, o)
				armed := false
				big := strings.Repeat("x", 1<<17)
				if err := vm.SetGlobal("hit", func() { panic("hit") }); err != nil {
					t.Fatal(err)
				}
				source := "def boom(i):\n    if armed(): hit()\n"
				if broken {
					source = "def boom(i):\n    if armed(): print(big)\n"
				}
				for name, v := range map[string]any{"armed": func() bool { return armed }, "big": big} {
					if err := vm.SetGlobal(name, v); err != nil {
						t.Fatal(err)
					}
				}
				for _, c := range []*pycode.Code{compiled(t, source), code} {
					if err := vm.RunMain(c, nil); err != nil {
						t.Fatal(err)
					}
				}
				const n = 300
				call := func() error {
					v, err := vm.Call(x.name, n)
					if err != nil {
						return err
					}
					if got, err := interp.As[int](v); err != nil || got != x.want(n, n*(n-1)/2) {
						return fmt.Errorf("%d, %v", got, err)
					}
					return nil
				}
				for range 3 {
					if err := call(); err != nil {
						t.Fatalf("%s: %v", x.name, err)
					}
				}
				if m.backend != exitdata.Cold && len(vm.Executors()) == 0 {
					t.Errorf("%s: there are no executors", x.name)
				}
				for round := range 20 { // more than once: nothing is left on the native stack
					armed, out.armed = true, true
					err := call()
					armed, out.armed = false, false
					var p *interp.PanicError
					if !errors.As(err, &p) || p.Broken != broken || p.Value != map[bool]string{false: "hit", true: "text"}[broken] {
						t.Fatalf("%s, round %d: %v", x.name, round, err)
					}
					if err = call(); broken && err != error(p) || !broken && err != nil {
						t.Fatalf("%s, round %d: afterwards: %v", x.name, round, err)
					}
				}
				if !broken {
					if err := vm.Heap().Check(); err != nil {
						t.Error(err)
					}
				}
				if err := vm.Close(); err != nil {
					t.Error(err)
				}
			}
		}
	})
}

// TestPanicsWhileImporting: a module whose code a panic ends is not in sys.modules, and nothing takes it for one that is being imported.
func TestPanicsWhileImporting(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		module := &pycode.Module{Code: compiled(t, "import builtins\nstep = 1\nbuiltins.hit()\ndone = 1\n"), File: "/there/late.py"}
		vm := embedded(t, m, interp.Options{Import: func(_ context.Context, name string, _ []string) (*pycode.Module, error) {
			if name == "late" {
				return module, nil
			}
			return nil, nil
		}}, "import builtins, sys\ndef again():\n    assert 'late' not in sys.modules\n    try: from late import nothing\n    except ImportError as e: return str(e)\n"+
			"def load(): import late\ndef set_hit(f): builtins.hit = f\n")
		armed := true
		if _, err := vm.Call("set_hit", func() {
			if armed {
				panic("hit")
			}
		}); err != nil {
			t.Fatal(err)
		}
		var p *interp.PanicError
		if _, err := vm.Call("load"); !errors.As(err, &p) || p.Broken {
			t.Fatal(err)
		}
		armed = false
		v, err := vm.Call("again")
		if err != nil {
			t.Fatal(err)
		}
		if s, err := interp.As[string](v); err != nil || s != "cannot import name 'nothing' from 'late' (/there/late.py)" {
			t.Error(s, err)
		}
	})
}

// bomb is a writer that panics while it is armed.
type bomb struct{ armed bool }

func (b *bomb) Write(p []byte) (int, error) {
	if b.armed {
		panic("text")
	}
	return len(p), nil
}

// TestPanicsAtTheBorder: functions of the API of which a part runs before or after the
// guest does.
func TestPanicsAtTheBorder(t *testing.T) {
	module := compiled(t, "print('x')\n")
	for _, x := range []struct {
		name string
		do   func(vm *interp.VM, out *bomb) error
	}{
		{"flushing", func(vm *interp.VM, out *bomb) error {
			out.armed = true
			return vm.RunMain(module, nil)
		}},
		{"closing", func(vm *interp.VM, out *bomb) error {
			_, err := vm.Stdout.WriteString("x")
			out.armed = true
			return errors.Join(err, vm.Close())
		}},
	} {
		out := &bomb{}
		vm, err := interp.New(interp.Options{Stdout: out})
		if err != nil {
			t.Fatal(err)
		}
		var p *interp.PanicError
		if err := x.do(vm, out); !errors.As(err, &p) || p.Value != "text" {
			t.Errorf("%s: %v", x.name, err)
		}
		_ = vm.Close() // it may fail again
		if _, err := vm.Call("len", "x"); !errors.Is(err, interp.ErrClosed) {
			t.Errorf("%s: behind it: %v", x.name, err)
		}
	}
}

// TestNoMemoryAtTheBorder: memory that runs out in a function of the API is an error.
func TestNoMemoryAtTheBorder(t *testing.T) {
	if vm, err := interp.New(interp.Options{Heap: object.Options{Limit: 1 << 16}}); err == nil {
		t.Error(vm.Close())
	}
	long := pycode.Str(strings.Repeat("x", 1<<20))
	c := module([]pycode.Const{pycode.None{}, long, long + "1", long + "2", long + "3"}, [2]int{int(pycode.LOAD_CONST), 0}, [2]int{int(pycode.RETURN_VALUE), 0})
	vm, err := interp.New(interp.Options{Heap: object.Options{Limit: 4 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	var g *interp.GuestError
	if _, err := vm.Load(c); !errors.As(err, &g) || g.Type != "MemoryError" {
		t.Errorf("Load: %v", err)
	}
	if _, err := vm.Call("len", "x"); err != nil {
		t.Error(err)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	if _, err := vm.Load(c); !errors.Is(err, interp.ErrClosed) {
		t.Errorf("Load of a closed VM: %v", err)
	}
}

// TestGoexitInMachineCode: a function that ends its goroutine leaves nothing on the native stack.
func TestGoexitInMachineCode(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		vm := newVM(t, m, interp.Options{Hotspots: tier2.Hotspots{K: 5, N: 0, M: 0, Policy: tier2.Published}})
		armed := false
		if err := vm.SetGlobal("boom", func(int) {
			if armed {
				runtime.Goexit()
			}
		}); err != nil {
			t.Fatal(err)
		}
		if err := vm.RunMain(compiled(t, booms), nil); err != nil {
			t.Fatal(err)
		}
		for range 20000 / 10 {
			for _, end := range []bool{false, true} {
				armed = end
				done := make(chan error, 1)
				go func() {
					defer close(done)
					_, err := vm.Call("generator", 50)
					done <- err
				}()
				if err, returned := <-done; returned == end || err != nil {
					t.Fatalf("returned %v with %v", returned, err)
				}
			}
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	})
}

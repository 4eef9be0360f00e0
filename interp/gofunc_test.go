package interp_test

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// errMissing is a Go error with a type and a sentinel in it.
var errMissing = &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}

// TestErrors lets errors cross the border, in all modes.
func TestErrors(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, interp.Options{}, `
import sys
def through(f, *args):
    x = 0
    for i in range(3000):
        x += i
    return f(*args)
def divide(a, b):
    return a / b
def leave(status):
    sys.exit(status)
def unsupported():
    return sys.stdout.truncate()
`)
		for name, f := range map[string]any{
			"missing":  func() error { return errMissing },
			"value":    func() (any, error) { return nil, interp.Raise("ValueError", "bad %d", 7) },
			"unknown":  func() error { return interp.Raise("NoSuchError", "text") },
			"odd":      func() error { return errors.New("\xff") },
			"channel":  func() any { return make(chan int) },
			"typed":    func(n int8, s string) string { return fmt.Sprintf("%d %s", n, s) },
			"nothing":  func() {},
			"several":  func() (int, string, error) { return 1, "two", nil },
			"variadic": func(sep string, n ...int) string { return fmt.Sprint(sep, n) },
			"values":   func(args []interp.Value) (any, error) { return len(args), nil },
			"nested":   func(a, b int) (interp.Value, error) { return vm.Call("divide", a, b) },
			"wrapped": func(a, b int) (any, error) {
				v, err := vm.Call("divide", a, b)
				var guest *interp.GuestError
				if errors.As(err, &guest) && (!strings.Contains(guest.Traceback(), "in divide\n") || strings.Contains(guest.Traceback(), "in through\n")) {
					t.Errorf("inside: %s", guest.Traceback())
				}
				if err != nil {
					err = fmt.Errorf("dividing: %w", err)
				}
				return v, err
			},
			"exits": func() error { return &interp.SystemExit{Code: 5} },
			"calls": func(name string, args ...any) (interp.Value, error) { return vm.Call(name, args...) },
		} {
			if err := vm.SetGlobal(name, f); err != nil {
				t.Fatal(err)
			}
		}
		// Exceptions.
		for _, c := range []struct {
			name string
			args []any
			want string
		}{
			{"missing", nil, "RuntimeError: open x: file does not exist"},
			{"value", nil, "ValueError: bad 7"},
			{"unknown", nil, "RuntimeError: NoSuchError: text"},
			{"odd", nil, "RuntimeError: \uFFFD"},
			{"channel", nil, "TypeError: interp: cannot convert Go chan int to Python"},
			{"typed", []any{1}, "TypeError: typed expected 2 arguments, got 1"},
			{"typed", []any{1, 2}, "TypeError: typed() argument 2: interp: cannot convert Python int to Go string"},
			{"typed", []any{1000, "x"}, "TypeError: typed() argument 1: interp: cannot convert Python int to Go int8: it is out of range"},
			{"variadic", nil, "TypeError: variadic expected at least 1 argument, got 0"},
			{"variadic", []any{"x", 1, "y"}, "TypeError: variadic() argument 3: interp: cannot convert Python str to Go int"},
			{"nested", []any{1, 0}, "ZeroDivisionError: division by zero"},
			{"wrapped", []any{1, 0}, "RuntimeError: dividing: ZeroDivisionError: division by zero"},
		} {
			f, err := vm.Global(c.name)
			if err != nil {
				t.Fatal(err)
			}
			_, err = vm.Call("through", append([]any{f}, c.args...)...)
			var guest *interp.GuestError
			if !errors.As(err, &guest) || guest.Line != c.want || guest.Type+": "+guest.Message != c.want ||
				guest.Exception().Type() != guest.Type || !strings.Contains(guest.Traceback(), "in through\n") {
				t.Errorf("%s%v: got %v, want %s", c.name, c.args, err, c.want)
				continue
			}
			var path *fs.PathError
			if is := errors.As(err, &path) && errors.Is(err, fs.ErrNotExist); is != (c.name == "missing") {
				t.Errorf("%s: Go's error is found: %v", c.name, is)
			}
			if nested := strings.Contains(guest.Traceback(), "in divide\n"); nested != (len(c.args) == 2 && c.args[1] == 0) {
				t.Errorf("%s: traceback:\n%s", c.name, guest.Traceback())
			}
			if cause := strings.Contains(guest.Traceback(), "was the direct cause"); cause != (c.name == "wrapped") {
				t.Errorf("%s: traceback:\n%s", c.name, guest.Traceback())
			}
		}
		// Results.
		for _, c := range []struct {
			name string
			args []any
			want string
		}{
			{"typed", []any{1, "x"}, "1 x"}, {"nothing", nil, "None"}, {"several", nil, "(1, 'two')"}, {"variadic", []any{","}, ",[]"},
			{"variadic", []any{",", 1, 2}, ",[1 2]"}, {"values", []any{1, 2, 3}, "3"}, {"nested", []any{1, 2}, "0.5"},
		} {
			f, err := vm.Global(c.name)
			if err != nil {
				t.Fatal(err)
			}
			if v, err := vm.Call("through", append([]any{f}, c.args...)...); err != nil || v.String() != c.want {
				t.Errorf("%s%v: got %v, %v, want %s", c.name, c.args, v, err, c.want)
			}
		}
		// What is no exception goes through.
		for _, args := range [][]any{{"leave", 3}, {"calls", "leave", 3}} {
			var exit *interp.SystemExit
			if _, err := vm.Call(args[0].(string), args[1:]...); !errors.As(err, &exit) || exit.Code != 3 {
				t.Errorf("%v: %v", args, err)
			}
		}
		var exit *interp.SystemExit
		if _, err := vm.Call("exits"); !errors.As(err, &exit) || exit.Code != 5 {
			t.Errorf("exits: %v", err)
		}
		for _, args := range [][]any{{"unsupported"}, {"calls", "unsupported"}} {
			var unsupported *interp.Unsupported
			if _, err := vm.Call(args[0].(string), args[1:]...); !errors.As(err, &unsupported) || unsupported.What != "method truncate of 'TextIOWrapper' objects" || unsupported.Line != 13 {
				t.Errorf("%v: %v", args, err)
			}
		}
	})
}

// TestPanic checks that a panic of a Go function, or the end of its goroutine,
// ends the call from Go and nothing else, from any depth and in all modes.
func TestPanic(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, interp.Options{}, `
def deep(n, f):
    if n == 0:
        return f()
    for i in range(5):
        x = [n]
    return deep(n - 1, f)
def loop(f, n):
    s = 0
    for i in range(n):
        s += f()
    return s
def by_key(l, f):
    l.sort(key=f)
    return l
`)
		n := 0
		panics := func() int {
			if n++; n%2000 == 0 {
				var m map[string]int
				m["x"] = 1
			}
			return 1
		}
		for range 3 {
			n = 1990
			for _, call := range []func() (interp.Value, error){
				func() (interp.Value, error) { return vm.Call("deep", 10, func() { panic("text") }) },
				func() (interp.Value, error) { return vm.Call("loop", panics, 100000) },
				func() (interp.Value, error) {
					return vm.Call("by_key", []int{3, 1, 2}, func(int) int { panic("text") })
				},
				func() (interp.Value, error) {
					return vm.Call("deep", 3, func() (interp.Value, error) { return vm.Call("deep", 3, func() { panic("text") }) })
				},
			} {
				var p *interp.PanicError
				_, err := call()
				if !errors.As(err, &p) || !strings.Contains(string(p.Stack), "gofunc_test.go") {
					t.Fatalf("got %v", err)
				}
				var re runtime.Error
				if text := p.Value == "text"; text == errors.As(err, &re) {
					t.Errorf("got %v", err)
				}
			}
			done := make(chan bool)
			go func() {
				defer close(done)
				_, err := vm.Call("deep", 10, runtime.Goexit)
				t.Errorf("the goroutine goes on: %v", err)
			}()
			<-done
			n = 1
			if v, err := vm.Call("loop", panics, 1900); err != nil || v.String() != "1900" {
				t.Errorf("%v, %v", v, err)
			}
			// The whole depth is there again.
			if v, err := vm.Call("deep", 990, func() int { return 5 }); err != nil || v.String() != "5" {
				t.Errorf("%v, %v", v, err)
			}
		}
	})
}

// TestReentrancy calls Python from Go from Python, in hot loops of both.
func TestReentrancy(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, interp.Options{}, `
scale = 1
def inner(i):
    s = 0.5
    for k in range(i % 7):
        s += k * scale
    return s
def outer(n):
    s = 0.0
    for i in range(n):
        t = [i, s]
        s += call(i) + t[0]
        if s > 1e6:
            s = t[0] * 0.5
    return s
def fib(n):
    if n < 2:
        return n
    return back(n - 1) + back(n - 2)
`)
		inner, err := vm.Global("inner")
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		for name, f := range map[string]any{
			"call": func(args []interp.Value) (any, error) {
				if calls++; calls%1000 == 0 { // what executors rely on changes
					if err := vm.SetGlobal("scale", calls/1000); err != nil {
						return nil, err
					}
				}
				return inner.Call(args[0])
			},
			"back": func(n int) (interp.Value, error) { return vm.Call("fib", n) },
		} {
			if err := vm.SetGlobal(name, f); err != nil {
				t.Fatal(err)
			}
		}
		want, scale := 0.0, 1
		for i := range 6000 {
			before := want
			if (i+1)%1000 == 0 {
				scale = (i + 1) / 1000
			}
			x := 0.5
			for k := range i % 7 {
				x += float64(k * scale)
			}
			if want = before + (x + float64(i)); want > 1e6 {
				want = float64(i) * 0.5
			}
		}
		got, err := vm.Call("outer", 6000)
		if f, ferr := interp.As[float64](got); err != nil || ferr != nil || f != want {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
		if got, err := vm.Call("fib", 16); err != nil || got.String() != "987" {
			t.Errorf("%v, %v", got, err)
		}
		// The recursion limit holds across the border.
		if err := vm.SetGlobal("down", func(n int) (interp.Value, error) { return vm.Call("fib", n) }); err != nil {
			t.Fatal(err)
		}
		var guest *interp.GuestError
		if _, err := vm.Call("fib", 5000); !errors.As(err, &guest) || guest.Line != "RecursionError: maximum recursion depth exceeded" {
			t.Errorf("%.200v", err)
		}
		if got, err := vm.Call("fib", 10); err != nil || got.String() != "55" {
			t.Errorf("%v, %v", got, err)
		}
		if s := vm.Stats(); m.backend != exitdata.Cold && s.Tier2.Executors == 0 {
			t.Errorf("nothing was hot: %+v", s.Tier2)
		}
	})
}

// TestCallbackMemory lets Go functions take more memory than there is, as
// arguments, results and in calls of their own, in the middle of hot code.
func TestCallbackMemory(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, interp.Options{Heap: object.Options{Limit: 16 << 20, Stack: 1 << 20}}, `
def loop(f, n):
    s = 0
    for i in range(n):
        s += len(f(i))
    return s
def rec(f, n):
    if n == 0:
        return 0
    return len(f(n)) + rec(f, n - 1)
def make(n):
    return 'x' * n
def calls(f, n, m):
    s = 0
    for i in range(n):
        s += rec(f, m)
    return s
`)
		huge := strings.Repeat("x", 32<<20)
		at := 0
		result := func(i int) string {
			if i == at {
				return huge
			}
			return "four"
		}
		nested := func(i int) (interp.Value, error) {
			n := 4
			if i == at {
				n = 32 << 20
			}
			return vm.Call("make", n)
		}
		for range 3 {
			for _, f := range []any{result, nested} {
				var guest *interp.GuestError
				at = 4000
				if _, err := vm.Call("loop", f, 5000); !errors.As(err, &guest) || guest.Line != "MemoryError" || !strings.Contains(guest.Traceback(), "in loop\n") {
					t.Fatalf("loop: %v", err)
				}
				at = -1
				if v, err := vm.Call("calls", f, 300, 20); err != nil || v.String() != "24000" {
					t.Fatalf("calls: %v, %v", v, err)
				}
				at = 7
				if _, err := vm.Call("calls", f, 300, 20); !errors.As(err, &guest) || guest.Line != "MemoryError" || strings.Count(guest.Traceback(), "in rec\n") == 0 {
					t.Fatalf("calls: %v", err)
				}
			}
			if v, err := vm.Call("loop", func(int) string { return "x" }, 100); err != nil || v.String() != "100" {
				t.Fatal(v, err)
			}
		}
	})
}

// TestDeepCallbacks recurses through Go far deeper than the default allows.
func TestDeepCallbacks(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, interp.Options{RecursionLimit: 10000, Heap: object.Options{Limit: 64 << 20, Stack: 64 << 20}}, `
def down(n):
    s = 0
    for i in range(3):
        s += i
    if n == 0:
        return s
    return back(n - 1)
`)
		if err := vm.SetGlobal("back", func(n int) (interp.Value, error) { return vm.Call("down", n) }); err != nil {
			t.Fatal(err)
		}
		for range 40 {
			if _, err := vm.Call("down", 50); err != nil {
				t.Fatal(err)
			}
		}
		if v, err := vm.Call("down", 3000); err != nil || v.String() != "3" {
			t.Fatalf("%v, %.300v", v, err)
		}
		var guest *interp.GuestError
		if _, err := vm.Call("down", 12000); !errors.As(err, &guest) || guest.Type != "RecursionError" {
			t.Fatalf("%.300v", err)
		}
	})
}

// TestGoStackEnds: the stack of a Go function that recurses through Python ends with a RecursionError, however
// large its frames are and whatever the limits of Python are.
func TestGoStackEnds(t *testing.T) {
	if !heap.ScansGoStack {
		t.Skip("the port cannot tell how much of the stack is used")
	}
	vm := embedded(t, modes[0], interp.Options{RecursionLimit: 1 << 20, Heap: small}, "def down(n): return back(n + 1)\n")
	deepest := 0
	var back func(n int) (interp.Value, error)
	back = func(n int) (interp.Value, error) {
		var large [64 << 10]byte
		deepest = max(deepest, n)
		v, err := vm.Call("down", n)
		large[n&0xFFFF]++
		runtime.KeepAlive(&large)
		return v, err
	}
	if err := vm.SetGlobal("back", back); err != nil {
		t.Fatal(err)
	}
	var guest *interp.GuestError
	if _, err := vm.Call("down", 0); !errors.As(err, &guest) || guest.Type != "RecursionError" || !strings.HasPrefix(guest.Message, "Stack overflow") {
		t.Fatalf("%.300v", err)
	}
	if deepest < 2000 {
		t.Errorf("only %d calls", deepest)
	}
}

// TestReplaced lets a Go function replace itself, a Python function and a builtin
// while hot code is calling them.
func TestReplaced(t *testing.T) {
	inTurn(t, []byte(t.Name()), func(t *testing.T, m mode) {
		for _, heap := range []object.Options{small, stress} {
			n := 6000
			if heap.Stress {
				n = 2600
			}
			vm := embedded(t, m, interp.Options{Heap: heap}, `
def python(x):
    return x + 1
def loop(n):
    s = t = u = 0
    for i in range(n):
        s += golang(i)
        t += python(i)
        u += len([i])
    return s, t, u
`)
			at := n - 1000
			second := func(i int) (int, error) { return 2 * i, nil }
			err := vm.SetGlobal("golang", func(i int) (int, error) {
				if i < at {
					return i, nil
				}
				return i, errors.Join(vm.SetGlobal("golang", second), vm.SetGlobal("python", func(int) int { return 7 }),
					vm.SetGlobal("len", func(interp.Value) int { return 9 }))
			})
			if err != nil {
				t.Fatal(err)
			}
			var want [3]int
			for i := range n {
				s, u, l := i, i+1, 1
				if i > at {
					s = 2 * i
				}
				if i >= at {
					u, l = 7, 9
				}
				want[0], want[1], want[2] = want[0]+s, want[1]+u, want[2]+l
			}
			v, err := vm.Call("loop", n)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := interp.As[[3]int](v); err != nil || got != want {
				t.Errorf("got %v, %v, want %v", got, err, want)
			}
		}
	})
}

// TestHostNames: a Go function that has the name of one of Python's is itself, also in machine code.
func TestHostNames(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		vm := embedded(t, m, interp.Options{}, `
def run():
    s, l = 0, [1, 2]
    for i in range(3000):
        s += max(i, 5) + abs(i) + sum(l) + id(i) + ord('a')
    return s
`)
		for name, f := range map[string]any{
			"max": func(a, b int) int { return a - b },
			"abs": func(a int) int { return a + 1 },
			"sum": func([]any) int { return -1 },
			"id":  func(int) int { return 7 },
			"ord": func(string) int { return 2 },
		} {
			if err := vm.SetGlobal(name, f); err != nil {
				t.Fatal(err)
			}
		}
		v, err := vm.Call("run")
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(v); got != "9009000" {
			t.Errorf("the sum is %s", got)
		}
	})
}

package interp_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/object"
)

// embedded makes a VM of small memory that has run source.
func embedded(t *testing.T, m mode, o interp.Options, source string) *interp.VM {
	t.Helper()
	if o.Heap.Limit == 0 {
		o.Heap.Limit, o.Heap.Stack = small.Limit, small.Stack
	}
	vm := newVM(t, m, o)
	t.Cleanup(func() {
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	})
	if source != "" {
		if err := vm.RunMain(compiled(t, source), []string{"test"}); err != nil {
			t.Fatal(err)
		}
	}
	return vm
}

// stress is a heap that collects at every allocation.
var stress = object.Options{Limit: 64 << 20, Stack: 1 << 20, Stress: true}

// TestValue uses the operations of Value.
func TestValue(t *testing.T) {
	vm := embedded(t, modes[0], interp.Options{}, `
table = {'a': [1, 2]}
def f(a, b=2, *rest, c=3, **more):
    return a, b, rest, c, more
`)
	must := func(v interp.Value, err error) interp.Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	table := must(vm.Global("table"))
	if err := table.SetItem("b", []int{3}); err != nil {
		t.Fatal(err)
	}
	if r, err := table.Repr(); r != "{'a': [1, 2], 'b': [3]}" || err != nil {
		t.Errorf("%s, %v", r, err)
	}
	if n, err := table.Len(); n != 2 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	a := must(table.Item("a"))
	if must(must(a.Attr("append")).Call("x")).IsNone() != true || a.String() != "[1, 2, 'x']" || a.Type() != "list" {
		t.Errorf("%v", a)
	}
	f := must(vm.Global("f"))
	got := must(f.CallKw([]any{1, 2, 3}, map[string]any{"z": 1, "c": 4, "y": "v"}))
	if got.String() != "(1, 2, (3,), 4, {'y': 'v', 'z': 1})" {
		t.Errorf("%v", got)
	}
	if got := must(f.Call("only")); got.String() != "('only', 2, (), 3, {})" {
		t.Errorf("%v", got)
	}
	main := must(vm.Main())
	if err := main.SetAttr("answer", 42); err != nil {
		t.Fatal(err)
	}
	if got := must(vm.Global("answer")); got.String() != "42" {
		t.Errorf("%v", got)
	}
	for _, c := range []struct {
		name string
		do   func() error
		want string
	}{
		{"global", func() error { _, err := vm.Global("nothing"); return err }, "NameError: name 'nothing' is not defined"},
		{"call", func() error { _, err := vm.Call("nothing"); return err }, "NameError: name 'nothing' is not defined"},
		{"item", func() error { _, err := table.Item("nothing"); return err }, "KeyError: 'nothing'"},
		{"unhashable", func() error { return table.SetItem([]int{1}, 1) }, "TypeError: cannot use 'list' as a dict key (unhashable type: 'list')"},
		{"attr", func() error { _, err := table.Attr("nothing"); return err }, "AttributeError: 'dict' object has no attribute 'nothing'"},
		{"not callable", func() error { _, err := table.Call(); return err }, "TypeError: 'dict' object is not callable"},
		{"arguments", func() error { _, err := f.Call(); return err }, "TypeError: f() missing 1 required positional argument: 'a'"},
		{"len", func() error { _, err := must(vm.Value(1)).Len(); return err }, "TypeError: object of type 'int' has no len()"},
	} {
		var guest *interp.GuestError
		if err := c.do(); !errors.As(err, &guest) || guest.Line != c.want || guest.Type+": "+guest.Message != c.want {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	none := interp.Value{}
	if _, err := none.Call(); err == nil || none.String() != "None" || none.Type() != "NoneType" || !none.IsNone() {
		t.Errorf("the zero Value: %v", err)
	}
}

// TestModules gives Python code modules made in Go and of code.
func TestModules(t *testing.T) {
	var out strings.Builder
	vm := embedded(t, modes[0], interp.Options{Stdout: &out}, "")
	host, err := vm.NewModule("host")
	if err != nil {
		t.Fatal(err)
	}
	if err := host.SetAttr("twice", func(x int) int { return 2 * x }); err != nil {
		t.Fatal(err)
	}
	helper, err := vm.LoadModule("helper", compiled(t, "import host\nfactor = 3\ndef go(x):\n    return host.twice(x) * factor\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.RunMain(compiled(t, "import sys, helper, host\nprint(helper.go(7), host.twice, sys.argv, __name__, helper.__name__)\n"), []string{"main.py", "x"}); err != nil {
		t.Fatal(err)
	}
	if err := helper.SetAttr("factor", 5); err != nil {
		t.Fatal(err)
	}
	f, err := helper.Attr("go")
	if err != nil {
		t.Fatal(err)
	}
	if v, err := f.Call(7); err != nil || v.String() != "70" {
		t.Errorf("%v, %v", v, err)
	}
	if want := "42 <built-in function twice> ['main.py', 'x'] __main__ helper\n"; out.String() != want {
		t.Errorf("got %s, want %s", out.String(), want)
	}
	if err := vm.RunMain(compiled(t, "print(sys.argv)\n"), []string{"again"}); err != nil || !strings.HasSuffix(out.String(), "\n['again']\n") {
		t.Errorf("%v, %s", err, out.String())
	}
	for _, name := range []string{"host", "helper", "sys", "__main__"} {
		if _, err := vm.NewModule(name); err == nil || err.Error() != "interp: there is a module "+name {
			t.Errorf("%s: %v", name, err)
		}
	}
	var guest *interp.GuestError
	if _, err := vm.LoadModule("broken", compiled(t, "import nowhere\n")); !errors.As(err, &guest) || guest.Line != "ModuleNotFoundError: No module named 'nowhere'" {
		t.Errorf("%v", err)
	}
	if err := vm.RunMain(compiled(t, "import broken\n"), nil); !errors.As(err, &guest) || guest.Type != "ModuleNotFoundError" {
		t.Errorf("%v", err)
	}
}

// holder keeps Values where the arena's collector does not look.
type holder struct{ values []interp.Value }

// TestHandles keeps Values over collections: at every allocation, and Go's too.
func TestHandles(t *testing.T) {
	for _, m := range stressed {
		t.Run(m.name, func(t *testing.T) {
			if m.backend == exitdata.Native && !native.Supported() {
				t.Skip("no machine code on this port")
			}
			vm := embedded(t, m, interp.Options{Heap: stress}, `
def make(i):
    return ['item %d' % i, (i, i * 0.5), {i: [i]}]
def churn(n):
    s = 0
    for i in range(n):
        s += len([i] * 3)
    return s
def keep(i):
    hold([i, 'kept'], str(i), i)
`)
			h := new(holder)
			if err := vm.SetGlobal("hold", func(args []interp.Value) (any, error) {
				h.values = append(h.values, args...)
				_, err := vm.Call("churn", 5)
				return nil, err
			}); err != nil {
				t.Fatal(err)
			}
			for i := range 40 {
				v, err := vm.Call("make", i)
				if err != nil {
					t.Fatal(err)
				}
				h.values = append(h.values, v)
				if _, err := vm.Call("keep", i); err != nil {
					t.Fatal(err)
				}
				if i%10 == 0 {
					runtime.GC()
				}
			}
			if v, err := vm.Call("churn", 300); err != nil || v.String() != "900" {
				t.Errorf("%v, %v", v, err)
			}
			for i := range 40 {
				for k, want := range []string{
					fmt.Sprintf("['item %d', (%d, %s), {%d: [%d]}]", i, i, fmt.Sprintf("%.1f", float64(i)*0.5), i, i),
					fmt.Sprintf("[%d, 'kept']", i), fmt.Sprint(i), fmt.Sprint(i),
				} {
					if got := h.values[4*i+k].String(); got != want {
						t.Fatalf("value %d of %d: got %s, want %s", k, i, got, want)
					}
				}
			}
			if s := vm.Stats(); s.Heap.Collections < 1000 {
				t.Errorf("%d collections", s.Heap.Collections)
			}
		})
	}
}

// TestDropped makes large objects that nobody holds any more: their Values keep
// no memory for long, without and with Close.
func TestDropped(t *testing.T) {
	vm := embedded(t, modes[0], interp.Options{Heap: object.Options{Limit: 32 << 20, Stack: 1 << 20}}, `
def big():
    return [None] * 100000
`)
	kept, err := vm.Call("big")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 { // 800 MB
		v, err := vm.Call("big")
		if err != nil {
			t.Fatalf("call %d: %v", i, err)
		}
		if n, err := v.Len(); n != 100000 || err != nil {
			t.Fatal(n, err)
		}
	}
	if n, err := kept.Len(); n != 100000 || err != nil {
		t.Error(n, err)
	}
	// Those that are held are kept until memory is full.
	var all []interp.Value
	var guest *interp.GuestError
	for len(all) < 100 && err == nil {
		var v interp.Value
		if v, err = vm.Call("big"); err == nil {
			all = append(all, v)
		}
	}
	if !errors.As(err, &guest) || guest.Line != "MemoryError" || len(all) < 20 {
		t.Errorf("%d objects, %v", len(all), err)
	}
	for _, v := range all {
		v.Close()
	}
	if _, err := vm.Call("big"); err != nil {
		t.Error(err)
	}
	if _, err := all[0].Len(); !errors.Is(err, interp.ErrReleased) {
		t.Error(err)
	}
	if err := all[0].To(new(any)); !errors.Is(err, interp.ErrReleased) {
		t.Error(err)
	}
	if _, err := vm.Value([]any{all[0]}); !errors.Is(err, interp.ErrReleased) {
		t.Error(err)
	}
	// A builtin is called by its name.
	if v, err := vm.Call("sorted", []int{3, 1, 2}); err != nil || v.String() != "[1, 2, 3]" {
		t.Error(v, err)
	}
	// A Go value for which there is no room.
	if _, err := vm.Value(strings.Repeat("x", 64<<20)); !errors.As(err, &guest) || guest.Line != "MemoryError" {
		t.Error(err)
	}
	if _, err := vm.Call("big"); err != nil {
		t.Error(err)
	}
}

// TestInterruptOn ends endless programs by a context, in all modes.
func TestInterruptOn(t *testing.T) {
	for _, c := range endless {
		t.Run(c.name, func(t *testing.T) {
			code := compiled(t, c.source)
			inModes(t, func(t *testing.T, m mode) {
				vm := embedded(t, m, interp.Options{}, "def fine():\n    return 1\n")
				ctx, cancel := context.WithTimeout(context.Background(), 40*time.Millisecond)
				defer cancel()
				stop := vm.InterruptOn(ctx)
				err := vm.RunMain(code, nil)
				var in *interp.Interrupted
				if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &in) || in.File != "<test>" || in.Line < 1 {
					t.Errorf("got %v", err)
				}
				if _, err := vm.Call("fine"); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("before stop: %v", err)
				}
				stop()
				if v, err := vm.Call("fine"); err != nil || v.String() != "1" {
					t.Errorf("after stop: %v, %v", v, err)
				}
			})
		})
	}
}

// TestInterruptOnStop checks what stop leaves behind, and contexts that are done
// already or never.
func TestInterruptOnStop(t *testing.T) {
	vm := embedded(t, modes[0], interp.Options{}, `
import time
def loop(n):
    for i in range(n):
        pass
    return i
def through(f):
    f()
    return loop(10**9)
def bounded(f):
    f()
    return loop(10**6)
def wait():
    time.sleep(1000)
`)
	for range 100 {
		ctx, cancel := context.WithCancelCause(context.Background())
		stop := vm.InterruptOn(ctx)
		go cancel(errMissing)
		_, err := vm.Call("loop", 100)
		if err != nil && !errors.Is(err, errMissing) {
			t.Fatal(err)
		}
		stop()
		if _, err := vm.Call("loop", 100); err != nil {
			t.Fatalf("after stop: %v", err)
		}
		stop = vm.InterruptOn(ctx)
		<-ctx.Done()
		if _, err := vm.Call("loop", 100); !errors.Is(err, errMissing) {
			t.Fatalf("done before: %v", err)
		}
		stop()
	}
	// A Go function sees the end of its own calls, and cannot go on.
	ctx, cancel := context.WithCancel(context.Background())
	stop := vm.InterruptOn(ctx)
	_, err := vm.Call("through", func() error {
		cancel()
		_, err := vm.Call("loop", 1000000000)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("inside: %v", err)
		}
		return nil // as if nothing were
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("outside: %v", err)
	}
	stop()
	if _, err := vm.Call("loop", 10); err != nil {
		t.Error(err)
	}
	// A Go function's own limit, inside one that ends while that lasts and after.
	for _, outerEnds := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		stop := vm.InterruptOn(ctx)
		_, err := vm.Call("bounded", func() error {
			ctx, cancelOwn := context.WithTimeoutCause(context.Background(), 10*time.Millisecond, errMissing)
			defer cancelOwn()
			stop := vm.InterruptOn(ctx)
			_, err := vm.Call("loop", 1000000000)
			if !errors.Is(err, errMissing) {
				t.Errorf("own limit: %v", err)
			}
			if outerEnds {
				cancel()
				<-ctx.Done()
			}
			stop()
			stop() // does nothing
			return nil
		})
		if outerEnds != errors.Is(err, context.Canceled) || outerEnds == (err == nil) {
			t.Errorf("outer limit ends: %v, %v", outerEnds, err)
		}
		cancel()
		stop()
	}
	// Functions that wait are interrupted.
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	stop = vm.InterruptOn(ctx)
	if _, err := vm.Call("wait"); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	stop()
	vm.Interrupt()
	var guest *interp.GuestError
	if _, err := vm.Call("loop", 10); !errors.As(err, &guest) || guest.Line != "KeyboardInterrupt" {
		t.Error(err)
	}
}

// TestTwoVMs runs two VMs at a time.
func TestTwoVMs(t *testing.T) {
	const source = `
def work(n):
    l = []
    for i in range(n):
        l.append(mine(i) + 'x')
        if len(l) > 100:
            l = []
    return ''.join(l[:2])
`
	code := compiled(t, source)
	inModes(t, func(t *testing.T, m mode) {
		var wg sync.WaitGroup
		for id := range 2 {
			vm := embedded(t, m, interp.Options{}, "")
			wg.Go(func() {
				if err := vm.RunMain(code, nil); err != nil {
					t.Error(err)
					return
				}
				if err := vm.SetGlobal("mine", func(i int) string { return fmt.Sprint(id, ":", i, " ") }); err != nil {
					t.Error(err)
				}
				for range 10 {
					v, err := vm.Call("work", 5000)
					if want := fmt.Sprintf("%d:4949 x%d:4950 x", id, id); err != nil || v.String() != want {
						t.Errorf("got %v, %v, want %s", v, err, want)
					}
				}
			})
		}
		wg.Wait()
	})
}

// TestClosed uses a VM that is closed, and closes one that is running.
func TestClosed(t *testing.T) {
	vm := newVM(t, modes[0], interp.Options{Heap: small})
	if err := vm.RunMain(compiled(t, "def call(f):\n    return f()\nitems = [1]\n"), nil); err != nil {
		t.Fatal(err)
	}
	items, err := vm.Global("items")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := vm.Call("call", vm.Close); !errors.Is(err, interp.ErrRunning) {
		t.Error(err)
	}
	if err := vm.Close(); err != nil {
		t.Fatal(err)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	_, callErr := vm.Call("call")
	_, globalErr := vm.Global("items")
	_, valueErr := vm.Value(1)
	_, itemErr := items.Item(0)
	_, reprErr := items.Repr()
	_, asErr := interp.As[any](items)
	for i, err := range []error{callErr, globalErr, valueErr, itemErr, reprErr, asErr, vm.RunMain(compiled(t, "1\n"), nil), vm.SetGlobal("x", 1)} {
		if !errors.Is(err, interp.ErrClosed) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if items.String() != "<interp: the VM is closed>" || items.Type() != items.String() {
		t.Error(items, items.Type())
	}
}

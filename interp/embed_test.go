package interp_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
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
	if s := vm.Stats(); s.Tier2.Backend != "off" {
		t.Errorf("%+v", s)
	}
	if items.String() != "<interp: the VM is closed>" || items.Type() != items.String() {
		t.Error(items, items.Type())
	}
}

// TestImport gives Python modules when it imports them.
func TestImport(t *testing.T) {
	sources := map[string]string{
		"first":  "import second\ndef f(x):\n    return second.g(x) + 1\nprint(__name__)\n",
		"second": "from math import floor\ndef g(x):\n    return floor(x) * 2\nprint(__name__)\n",
		"broken": "1 / 0\n",
		"loops":  "import loops\nprint(loops.__name__, 'again')\n",
	}
	inModes(t, func(t *testing.T, m mode) {
		var out strings.Builder
		var asked []string
		vm := embedded(t, m, interp.Options{Stdout: &out, Import: func(_ context.Context, name string, path []string) (*pycode.Module, error) {
			asked = append(asked, name)
			switch source, ok := sources[name]; {
			case ok:
				code, err := cpython(t).Compile(context.Background(), name+".py", []byte(source))
				return &pycode.Module{Code: code, File: name + ".py"}, err
			case name == "fails":
				return nil, errMissing
			case name == "panics":
				panic("text")
			}
			return nil, nil
		}}, `
import first
def loop(n):
    s = 0
    for i in range(n):
        import first, second
        s += first.f(i + 0.5) - second.g(i)
    return s
def broken():
    import broken
def loops():
    import loops
def fails():
    import fails
def panics():
    import panics
def nowhere():
    import nowhere
`)
		if v, err := vm.Call("loop", 3000); err != nil || v.String() != "3000" {
			t.Errorf("%v, %v", v, err)
		}
		if _, err := vm.Call("loops"); err != nil {
			t.Error(err)
		}
		for name, want := range map[string]string{
			"broken": "ZeroDivisionError: division by zero", "fails": "RuntimeError: open x: file does not exist",
			"nowhere": "ModuleNotFoundError: No module named 'nowhere'",
		} {
			for range 2 {
				var guest *interp.GuestError
				if _, err := vm.Call(name); !errors.As(err, &guest) || guest.Line != want || errors.Is(err, fs.ErrNotExist) != (name == "fails") {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		var p *interp.PanicError
		if _, err := vm.Call("panics"); !errors.As(err, &p) || p.Value != "text" {
			t.Error(err)
		}
		if want := "second\nfirst\nloops again\n"; out.String() != want || len(asked) != 3+6+1 {
			t.Errorf("got %s, want %s; asked for %s", out.String(), want, asked)
		}
	})
}

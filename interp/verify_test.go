package interp_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
)

// module makes the code of a module of instructions; those with caches get them.
func module(consts []pycode.Const, ops ...[2]int) *pycode.Code {
	c := &pycode.Code{StackSize: 6, Consts: consts, Names: []string{"x"}, Name: "<module>", QualName: "<module>", Filename: "made.py", FirstLine: 1}
	for _, o := range ops {
		c.Units = append(c.Units, uint16(o[0])|uint16(o[1])<<8)
		c.Units = append(c.Units, make([]uint16, pycode.Op(o[0]).Caches())...)
	}
	for range (len(c.Units) + 7) / 8 {
		c.LineTable = append(c.LineTable, 0x80|15<<3|7)
	}
	return c
}

// TestUnverified gives VMs code that does not pass Verify, on every way there is, and code
// that passes and does what only objects can tell to be wrong.
func TestUnverified(t *testing.T) {
	end := [][2]int{{int(pycode.LOAD_CONST), 0}, {int(pycode.RETURN_VALUE), 0}}
	appends := func() *pycode.Code { // to 7
		return module([]pycode.Const{pycode.None{}}, append([][2]int{
			{int(pycode.LOAD_SMALL_INT), 7}, {int(pycode.LOAD_SMALL_INT), 1}, {int(pycode.LIST_APPEND), 1}, {int(pycode.POP_TOP), 0},
		}, end...)...)
	}
	free := func() *pycode.Code { // has a free variable
		c := module([]pycode.Const{pycode.None{}}, append([][2]int{{int(pycode.COPY_FREE_VARS), 1}}, end...)...)
		c.LocalsPlus, c.Kinds = []string{"f"}, []pycode.LocalKind{pycode.KindFree}
		return c
	}
	adds := func() *pycode.Code { // to a set that is none
		return module([]pycode.Const{pycode.None{}}, append([][2]int{
			{int(pycode.LOAD_SMALL_INT), 7}, {int(pycode.LOAD_SMALL_INT), 1}, {int(pycode.SET_ADD), 1}, {int(pycode.POP_TOP), 0},
		}, end...)...)
	}
	generic := func() *pycode.Code { // of what is no tuple
		return module([]pycode.Const{pycode.None{}, pycode.Float(1)}, append([][2]int{
			{int(pycode.LOAD_CONST), 1}, {int(pycode.CALL_INTRINSIC_1), pycode.INTRINSIC_SUBSCRIPT_GENERIC}, {int(pycode.POP_TOP), 0},
		}, end...)...)
	}
	defaults := func() *pycode.Code { // that are no tuple
		f := module([]pycode.Const{pycode.None{}}, end...)
		return module([]pycode.Const{pycode.None{}, pycode.Float(1), f}, append([][2]int{
			{int(pycode.LOAD_CONST), 1}, {int(pycode.LOAD_CONST), 2}, {int(pycode.MAKE_FUNCTION), 0}, {int(pycode.SET_FUNCTION_ATTRIBUTE), 1}, {int(pycode.POP_TOP), 0},
		}, end...)...)
	}
	template := func() *pycode.Code { // of an interpolation that is none
		return module([]pycode.Const{pycode.None{}, pycode.Tuple{pycode.Str(""), pycode.Str("")}, pycode.Tuple{pycode.Float(1)}}, append([][2]int{
			{int(pycode.LOAD_CONST), 1}, {int(pycode.LOAD_CONST), 2}, {int(pycode.BUILD_TEMPLATE), 0}, {int(pycode.POP_TOP), 0},
		}, end...)...)
	}
	refused := func(err error) bool {
		var v *pycode.VerifyError
		return errors.As(err, &v) && strings.Contains(err.Error(), "LIST_APPEND 1 takes a list, not an object")
	}
	raises := func(kind string) func(error) bool {
		return func(err error) bool {
			var g *interp.GuestError
			return errors.As(err, &g) && g.Type == kind
		}
	}
	for _, x := range []struct {
		name string
		code *pycode.Code
		want func(error) bool
	}{
		{"a list that is none", appends(), refused},
		{"the same within", module([]pycode.Const{pycode.None{}, appends()}, append([][2]int{
			{int(pycode.LOAD_CONST), 1}, {int(pycode.MAKE_FUNCTION), 0}, {int(pycode.PUSH_NULL), 0}, {int(pycode.CALL), 0}, {int(pycode.POP_TOP), 0},
		}, end...)...), refused},
		{"a free variable", free(), raises("TypeError")},
		{"a set that is none", adds(), raises("SystemError")},
		{"a generic of no tuple", generic(), raises("SystemError")},
		{"defaults of no tuple", defaults(), raises("TypeError")},
		{"a template of a float", template(), raises("SystemError")},
	} {
		vm, err := interp.New(interp.Options{
			Import: func(context.Context, string, []string) (*pycode.Module, error) {
				return &pycode.Module{Code: x.code}, nil
			},
			Compile: func(context.Context, string, string, int, []byte) (*pycode.Code, error) { return x.code, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := vm.RunMain(x.code, nil); !x.want(err) {
			t.Errorf("%s: RunMain: %v", x.name, err)
		}
		if _, err := vm.LoadModule("m", x.code); !x.want(err) {
			t.Errorf("%s: LoadModule: %v", x.name, err)
		}
		imports := module([]pycode.Const{pycode.None{}}, append([][2]int{
			{int(pycode.LOAD_SMALL_INT), 0}, {int(pycode.LOAD_CONST), 0}, {int(pycode.IMPORT_NAME), 0}, {int(pycode.POP_TOP), 0},
		}, end...)...)
		if err := vm.RunMain(imports, nil); !x.want(err) {
			t.Errorf("%s: import: %v", x.name, err)
		}
		exec, err := vm.Global("exec")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exec.Call("x"); !x.want(err) {
			t.Errorf("%s: exec: %v", x.name, err)
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	}
}

// eager makes everything hot soon.
var eager = tier2.Hotspots{K: 5, N: 0, M: 0, Policy: tier2.Published}

// calls have a function bad, or one in the place of others that have been called often, at
// a site of each kind.
var calls = []struct{ name, source string }{
	{"function", "def good(x): return x\ndef bad(x): return x\ndef run(f, n):\n    for i in range(n): f(i)\nfs = good, bad\n"},
	{"keywords", "def good(*a, x=1, **k): return x\ndef bad(*a, x=1, **k): return x\ndef run(f, n):\n    for i in range(n): f(1, x=i, y=2)\nfs = good, bad\n"},
	{"unpacked", "def good(*a): return a\ndef bad(*a): return a\ndef run(f, n):\n    for i in range(n): f(*(i, i))\nfs = good, bad\n"},
	{"default", "def good(x, y=2): return x\ndef bad(x, y=2): return x\ndef run(f, n):\n    for i in range(n): f(i)\nfs = good, bad\n"},
	{"generator", "def good():\n    yield 1\ndef bad():\n    yield 1\ndef run(f, n):\n    for i in range(n):\n        for j in f(): pass\nfs = good, bad\n"},
	{"sent to", "def good():\n    yield 1\ndef bad():\n    yield 1\ndef run(f, n):\n    def g():\n        yield from f()\n    for i in range(n):\n        sum(g())\nfs = good, bad\n"},
	{"method", "class A:\n    def m(self): return 1\nclass B:\n    def bad(self): return 1\n    m = bad\ndef run(f, n):\n    o = f()\n    for i in range(n): o.m()\nfs = A, B\n"},
	{"init", "class A:\n    def __init__(self): self.x = 1\nclass B:\n    def bad(self): self.x = 1\n    __init__ = bad\ndef run(f, n):\n    for i in range(n): f()\nfs = A, B\n"},
	{"property", "class A:\n    @property\n    def x(self): return 1\nclass B:\n    def bad(self): return 1\n    x = property(bad)\ndef run(f, n):\n    o = f()\n    for i in range(n): o.x\nfs = A, B\n"},
	{"item", "class A:\n    def __getitem__(self, i): return 1\nclass B:\n    def bad(self, i): return 1\n    __getitem__ = bad\ndef run(f, n):\n    o = f()\n    for i in range(n): o[i]\nfs = A, B\n"},
	{"operator", "class A:\n    def __add__(self, i): return 1\nclass B:\n    def bad(self, i): return 1\n    __add__ = bad\ndef run(f, n):\n    o = f()\n    for i in range(n): o + i\nfs = A, B\n"},
	{"next", "class A:\n    def __iter__(self): return self\n    def __next__(self): raise StopIteration\nclass B:\n    def __iter__(self): return self\n    def bad(self): raise StopIteration\n    __next__ = bad\n" +
		"def run(f, n):\n    o = f()\n    for i in range(n):\n        for j in o: pass\nfs = A, B\n"},
	{"from Go", "def good(x): return x\ndef bad(x): return x\ndef run(f, n):\n    for i in range(n): sorted([3, 1, 2], key=f)\nfs = good, bad\n"},
	{"class body", "def good():\n    class A: pass\ndef outer():\n    class bad: pass\ndef run(f, n):\n    for i in range(n): f()\nfs = good, outer\n"},
	{"caught", "def good(x): return x\ndef bad(x): return x\ndef run(f, n):\n    for i in range(n):\n        try: f(i)\n        except BaseException: pass\n        finally: i = 0\nfs = good, bad\n"},
}

// TestProvedWhenCalled: code that does not pass Verify loads if its shape is right, and is
// refused when it is called, each time, whoever calls it; the VM goes on.
func TestProvedWhenCalled(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		for _, x := range calls {
			code := compiled(t, x.source)
			spoiled := 0
			eachCode(code, func(c *pycode.Code) {
				if c.Name == "bad" { // goes on after its end
					c.Units[len(c.Units)-1] = uint16(pycode.POP_TOP)
					spoiled++
				}
			})
			if spoiled != 1 {
				t.Fatalf("%s: %d functions are spoiled", x.name, spoiled)
			}
			vm := newVM(t, m, interp.Options{Hotspots: eager})
			if err := vm.RunMain(code, nil); err != nil {
				t.Fatalf("%s: %v", x.name, err)
			}
			fs, err := vm.Global("fs")
			if err != nil {
				t.Fatal(err)
			}
			for round := range 100 { // machine code has landings for what is entered often
				f, err := fs.Item(round % 2)
				if err != nil {
					t.Fatal(err)
				}
				n := 3
				if round < 2 {
					n = 500
				}
				_, err = vm.Call("run", f, n)
				var v *pycode.VerifyError
				if refused := errors.As(err, &v); refused != (round%2 == 1) || !refused && err != nil {
					t.Fatalf("%s: call %d: %v", x.name, round, err)
				}
			}
			if m.backend != exitdata.Cold && len(vm.Executors()) == 0 {
				t.Errorf("%s: there are no executors", x.name)
			}
			if err := vm.Heap().Check(); err != nil {
				t.Errorf("%s: %v", x.name, err)
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// panicking is a writer that panics.
type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("text") }

// TestBroken makes the VM itself panic.
func TestBroken(t *testing.T) {
	vm, err := interp.New(interp.Options{Stdout: panicking{}})
	if err != nil {
		t.Fatal(err)
	}
	write, err := vm.Global("print")
	if err != nil {
		t.Fatal(err)
	}
	var p *interp.PanicError
	if _, err := write.Call(strings.Repeat("x", 1<<17)); !errors.As(err, &p) || !p.Broken || p.Value != "text" {
		t.Fatalf("got %v", err)
	}
	if _, err := vm.Call("len", "x"); err != error(p) {
		t.Errorf("got %v", err)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
}

// TestCaches runs code whose inline caches have words of a file: they are not what has
// been seen.
func TestCaches(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		code := compiled(t, "def f(n):\n    s, d = 0.5, {1: 2}\n    for i in range(n):\n        s = s + i * d[1] - len('x') + (i is d)\n    return s\nr = f(9) + f(5000)\n")
		eachCode(code, func(c *pycode.Code) {
			for in := range c.Instructions() {
				for i := in.Unit + 1; i < in.Next; i++ {
					c.Units[i] = 0xA12A
				}
			}
		})
		vm := newVM(t, m, interp.Options{})
		if err := vm.RunMain(code, nil); err != nil {
			t.Fatal(err)
		}
		v, err := vm.Global("r")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := interp.As[float64](v); err != nil || got != 24990064 {
			t.Errorf("got %v, %v", got, err)
		}
		if err := vm.Close(); err != nil {
			t.Error(err)
		}
	})
}

// eachCode visits a code object and those among its constants.
func eachCode(c *pycode.Code, visit func(*pycode.Code)) {
	visit(c)
	for _, k := range c.Consts {
		if k, ok := k.(*pycode.Code); ok {
			eachCode(k, visit)
		}
	}
}

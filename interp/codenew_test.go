package interp_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
)

// madeCodes are code objects that a program makes of f's and h's.
var madeCodes = []struct{ name, source, want string }{
	{"too small a stack", "f.replace(co_stacksize=0)", "on a stack of 0"},
	{"a large stack", "f.replace(co_stacksize=1 << 30)", "stack of 1073741824 entries"},
	{"an append to a float", "f.replace(co_consts=(1.5, None), co_code=code((128, 0), (82, 0), (94, 1), (78, 1), (31, 0), (82, 1), (35, 0)), co_linetable=lines)", "LIST_APPEND 1 takes a list, not an object"},
	{"a jump into a cache", "f.replace(co_code=code((128, 0), (77, 1), (44, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (35, 0)), co_linetable=lines)", "where no instruction begins"},
	{"a constant that is not there", "f.replace(co_code=code((128, 0), (82, 200), (35, 0)), co_linetable=lines)", "constant 200 of"},
	{"a slot that is not there", "f.replace(co_code=code((128, 0), (86, 200), (35, 0)), co_linetable=lines)", "slot 200 of"},
	{"an end that is missing", "f.replace(co_code=code((128, 0), (27, 0)), co_linetable=lines)", "goes on after its end"},
	{"no instruction", "f.replace(co_code=b'')", "no instructions"},
	{"a specialized instruction", "f.replace(co_code=code((128, 0), (129, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (35, 0)), co_linetable=lines)", "is not an instruction of a compiled file"},
	{"no slots", "f.replace(co_varnames=(), co_nlocals=0)", "parameters"},
	{"more parameters than slots", "f.replace(co_argcount=9)", "parameters"},
	{"no generator", "g.replace(co_flags=3)", "RETURN_GENERATOR outside a generator"},
	{"a generator that is none", "f.replace(co_flags=f.co_flags | 32)", "without RETURN_GENERATOR"},
	{"handlers of what is not there", "h.replace(co_exceptiontable=bytes([0x80 | 63, 1, 1, 0]))", "the exception table covers"},
	{"handlers that keep what is not there", "h.replace(co_exceptiontable=bytes([0x80 | call, 4, 1, 40]))", "its handler keeps"},
	{"handlers in a cache", "h.replace(co_exceptiontable=bytes([0x80 | 1, 1, call + 1, 0]))", "where no instruction begins"},
	{"handlers cut off", "h.replace(co_exceptiontable=h.co_exceptiontable[:-1])", "the exception table is cut off"},
	{"no free variables", "inner.replace(co_freevars=())", "inner"},
	{"a function of no code", "f.replace(co_consts=(1, 2), co_code=code((128, 0), (82, 0), (23, 0), (35, 0)), co_linetable=lines)", "MAKE_FUNCTION 0 takes a code object"},
	{"the same by CodeType", "CodeType(0, 0, 0, 0, 2, 3, code((128, 0), (82, 0), (94, 1), (78, 1), (31, 0), (82, 1), (35, 0)), (1.5, None), (), (), 'x', 'x', 'x', 1, lines, b'')",
		"LIST_APPEND 1 takes a list, not an object"},
	{"a stack by CodeType", "CodeType(0, 0, 0, 0, 0, 3, code((128, 0), (94, 1), (35, 0)), (None,), (), (), 'x', 'x', 'x', 1, lines, b'')", "on a stack of 0"},
	{"marshalled", "loads(data)", "LIST_APPEND 1 takes a list, not an object"},
}

// TestMadeCode: what a program makes by replace, types.CodeType and marshal.loads passes
// Verify when it is made, or is a ValueError that a program can catch.
func TestMadeCode(t *testing.T) {
	prologue := `
import types
from types import CodeType
from marshal import loads
def code(*units): return bytes(b for u in units for b in u)
lines = bytes([0x80 | 15 << 3 | 7] * 8)
def f(a): return a + 1
def g():
    yield 1
def h(a):
    try: a()
    except ValueError: return 1
def outer(x):
    def inner(): return x
    return inner
f, g, h, inner = f.__code__, g.__code__, h.__code__, outer(1).__code__
call = h.co_code[::2].index(52)
good = types.FunctionType(loads(whole), {})
assert good(4) == 5, good(4)
`
	py := cpython(t)
	marshalledF, err := py.Command("-c", "import marshal, sys\ndef f(a): return a + 1\nsys.stdout.buffer.write(marshal.dumps(f.__code__))").Output()
	if err != nil {
		t.Fatal(err)
	}
	spoiled := bytes.Replace(marshalledF, []byte("\x56\x00\x5e\x01\x2c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x23"), []byte("\x56\x00\x5e\x01\x4e\x01\x1b\x00\x1b\x00\x1b\x00\x1b\x00\x1b\x00\x23"), 1)
	if bytes.Equal(spoiled, marshalledF) {
		t.Fatal("nothing is spoiled")
	}
	vm := newVM(t, modes[0], importing(py, interp.Options{}))
	for name, v := range map[string][]byte{"whole": marshalledF, "data": spoiled} {
		if err := vm.SetGlobal(name, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := vm.RunMain(compiled(t, prologue), nil); err != nil {
		t.Fatal(err)
	}
	for _, x := range madeCodes {
		err := vm.RunMain(compiled(t, x.source+"\n"), nil)
		var g *interp.GuestError
		if !errors.As(err, &g) || g.Type != "ValueError" || !strings.Contains(g.Message, x.want) {
			t.Errorf("%s: %v, want %s", x.name, err, x.want)
		}
		if err := vm.RunMain(compiled(t, "try: "+x.source+"\nexcept ValueError: pass\n"), nil); err != nil {
			t.Errorf("%s: caught: %v", x.name, err)
		}
	}
	if err := vm.Heap().Check(); err != nil {
		t.Error(err)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
}

// TestBadClassCell calls super() where the code has deleted the free variable __class__, or has put
// an object there: Verify lets it, since nothing reads the slot as a cell.
func TestBadClassCell(t *testing.T) {
	vm := newVM(t, modes[0], importing(cpython(t), interp.Options{}))
	err := vm.RunMain(compiled(t, `
from types import FunctionType
class A:
    def f(self, x):
        __class__
        return super()
NOP, DELETE_FAST, LOAD_FAST, STORE_FAST = 27, 63, 84, 112
def spoiled(*units):
    c = A.f.__code__
    code = bytearray(c.co_code)
    code[4:8] = bytes(b for u in units for b in u)
    return FunctionType(c.replace(co_code=bytes(code)), globals(), 'f', None, A.f.__closure__)
assert type(spoiled((NOP, 0), (NOP, 0))(A(), 1.5)) is super
for f in spoiled((NOP, 0), (DELETE_FAST, 2)), spoiled((LOAD_FAST, 1), (STORE_FAST, 2)):
    try:
        assert False, f(A(), 1.5)
    except RuntimeError as e:
        assert str(e) == 'super(): bad __class__ cell', e
`), nil)
	if err != nil {
		t.Error(err)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
}

// borrows is code that borrows from a local and goes on using what it has when the local
// is something else: deleted, overwritten, or a str that has been appended to in place.
var borrows = []struct {
	name string
	ops  [][2]int
}{
	{"deleted", [][2]int{{int(pycode.LOAD_FAST_BORROW), 0}, {int(pycode.DELETE_FAST), 0}}},
	{"overwritten", [][2]int{{int(pycode.LOAD_FAST_BORROW), 0}, {int(pycode.LOAD_CONST), 0}, {int(pycode.STORE_FAST), 0}}},
	{"two", [][2]int{{int(pycode.LOAD_FAST_BORROW_LOAD_FAST_BORROW), 0}, {int(pycode.LOAD_CONST), 0}, {int(pycode.STORE_FAST), 0}, {int(pycode.POP_TOP), 0}}},
	{"appended to", [][2]int{
		{int(pycode.LOAD_FAST_BORROW), 0}, {int(pycode.LOAD_FAST_BORROW), 0}, {int(pycode.LOAD_CONST), 1}, {int(pycode.BINARY_OP), 13}, {int(pycode.STORE_FAST), 0},
	}},
	{"appended to, of two", [][2]int{
		{int(pycode.LOAD_FAST_BORROW_LOAD_FAST_BORROW), 0}, {int(pycode.LOAD_CONST), 1}, {int(pycode.BINARY_OP), 13}, {int(pycode.STORE_FAST), 0},
	}},
	{"appended to, from a copy", [][2]int{
		{int(pycode.LOAD_FAST_BORROW), 0}, {int(pycode.COPY), 1}, {int(pycode.LOAD_CONST), 1}, {int(pycode.BINARY_OP), 13}, {int(pycode.STORE_FAST), 0},
	}},
	{"appended to, behind a jump", [][2]int{
		{int(pycode.LOAD_FAST_BORROW), 0}, {int(pycode.LOAD_FAST_BORROW), 0}, {int(pycode.JUMP_FORWARD), 1}, {int(pycode.NOP), 0},
		{int(pycode.LOAD_CONST), 1}, {int(pycode.BINARY_OP), 13}, {int(pycode.STORE_FAST), 0},
	}},
}

// TestBorrowed: LOAD_FAST_BORROW loads as LOAD_FAST does. What it has loaded may outlive the
// local, whatever becomes of that, so Verify need not prove that it does not.
func TestBorrowed(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		for _, x := range borrows {
			ops := append([][2]int{{int(pycode.RESUME), 0}}, x.ops...)
			c := module([]pycode.Const{pycode.None{}, pycode.Str("tail")}, append(ops, [2]int{int(pycode.RETURN_VALUE), 0})...)
			c.ArgCount, c.Flags, c.Name, c.QualName = 1, pycode.FlagOptimized|pycode.FlagNewLocals, "f", "f"
			c.LocalsPlus, c.Kinds = []string{"s"}, []pycode.LocalKind{pycode.KindLocal}
			maker := module([]pycode.Const{pycode.None{}, c}, [][2]int{
				{int(pycode.LOAD_CONST), 1}, {int(pycode.MAKE_FUNCTION), 0}, {int(pycode.STORE_NAME), 0}, {int(pycode.LOAD_CONST), 0}, {int(pycode.RETURN_VALUE), 0},
			}...)
			vm := newVM(t, m, interp.Options{Hotspots: eager})
			for _, code := range []*pycode.Code{maker, compiled(t, "def run(n):\n    for i in range(n):\n        s = 'head' * 5 + str(i)\n        want = s[:]\n        got = x(s)\n"+
				"        if got != want or len(got) != len(want): return got\n    return 'ok'\n")} {
				if err := vm.RunMain(code, nil); err != nil {
					t.Fatalf("%s: %v", x.name, err)
				}
			}
			for range 3 {
				v, err := vm.Call("run", 400)
				if err != nil {
					t.Fatalf("%s: %v", x.name, err)
				}
				if got, err := interp.As[string](v); err != nil || got != "ok" {
					t.Fatalf("%s: %q, %v", x.name, got, err)
				}
			}
			if err := vm.Heap().Check(); err != nil {
				t.Error(err)
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

package pycode_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/pycode"
)

var update = flag.Bool("update", false, "write the expected files of testdata anew")

// features returns testdata/features.pyc: what CPython 3.14.6 makes of
// testdata/features.py under the name features.py.
func features(tb testing.TB) (data []byte, code *pycode.Code) { return sample(tb, "features") }

// sample returns a .pyc file of testdata.
func sample(tb testing.TB, name string) (data []byte, code *pycode.Code) {
	tb.Helper()
	data, err := os.ReadFile("testdata/" + name + ".pyc")
	if err != nil {
		tb.Fatal(err)
	}
	code, err = pycode.ReadPyc(data)
	if err != nil {
		tb.Fatal(err)
	}
	return data, code
}

// find returns the code object of a qualified name.
func find(tb testing.TB, c *pycode.Code, name string) *pycode.Code {
	tb.Helper()
	var found *pycode.Code
	walk(c, func(c *pycode.Code) {
		if c.QualName == name {
			found = c
		}
	})
	if found == nil {
		tb.Fatalf("no code object %s", name)
	}
	return found
}

// walk visits a code object and those inside it.
func walk(c *pycode.Code, visit func(*pycode.Code)) {
	visit(c)
	for _, k := range c.Consts {
		if k, ok := k.(*pycode.Code); ok {
			walk(k, visit)
		}
	}
}

// TestSamples compares the committed .pyc files with what the front end's CPython
// compiles now, so that the tests without CPython test the right thing.
func TestSamples(t *testing.T) {
	py := oracle(t)
	for _, name := range []string{"features", "small"} {
		source, err := os.ReadFile("testdata/" + name + ".py")
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			cmd := py.Command("-c", `import marshal, sys
code = compile(sys.stdin.buffer.read(), sys.argv[1] + ".py", "exec", dont_inherit=True, optimize=0)
sys.stdout.buffer.write(marshal.dumps(code))`, name)
			cmd.Stdin = bytes.NewReader(source)
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("testdata/"+name+".pyc", append(pycHeader(pycode.Magic), out...), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		code, err := py.Compile(context.Background(), name+".py", source)
		if err != nil {
			t.Fatal(err)
		}
		_, committed := sample(t, name)
		var got, want dumper
		got.code(committed)
		want.code(code)
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s.pyc is not what CPython %s makes of its source (-update): %s", name, py.Version(), firstDifference(got.Bytes(), want.Bytes()))
		}
	}
}

// pycHeader is the header of a .pyc file.
func pycHeader(magic uint16) []byte {
	return append(binary.LittleEndian.AppendUint16(nil, magic), "\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
}

func TestGenerated(t *testing.T) {
	out := filepath.Join(t.TempDir(), "zz_opcodes.go")
	cmd := exec.Command("go", "run", "../internal/gen/opcodes", "testdata/opcodes.json", out)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	equalFiles(t, "zz_opcodes.go", "interp/internal/gen/opcodes testdata/opcodes.json", out)
}

func equalFiles(t *testing.T, committed, how, made string) {
	t.Helper()
	want, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what %s makes: %s", committed, how, firstDifference(got, want))
	}
}

// TestDescription compares testdata/opcodes.json with what CPython says of itself.
func TestDescription(t *testing.T) {
	py := oracle(t)
	if "CPython "+py.Version() != pycode.Source {
		t.Skipf("the tables are of %s, this is %s", pycode.Source, py.Version())
	}
	out, err := py.Command("../internal/gen/opcodes/describe.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	made := filepath.Join(t.TempDir(), "opcodes.json")
	if err := os.WriteFile(made, bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	equalFiles(t, "testdata/opcodes.json", "interp/internal/gen/opcodes/describe.py", made)
}

func TestTables(t *testing.T) {
	members := 0
	if err := pycode.CheckFamilies(pycode.Families(), pycode.CacheLayout); err != nil {
		t.Error(err)
	}
	for _, f := range pycode.Families() {
		for _, m := range append([]pycode.Op{f.Base}, f.Members...) {
			if !m.Defined() {
				t.Errorf("%s is not defined", m)
			}
			if got, ok := pycode.ParseOp(m.String()); !ok || got != m {
				t.Errorf("ParseOp(%s) = %v", m, got)
			}
			if m.HasArg() != f.Base.HasArg() || m.HasJump() != f.Base.HasJump() || m.HasName() != f.Base.HasName() {
				t.Errorf("the operand of %s is not that of %s", m, f.Base)
			}
			members++
		}
	}
	if members != 84+17 {
		t.Errorf("%d members and bases, want 84 in 17 families", members-17)
	}
	for _, c := range []struct {
		got, want string
	}{
		{pycode.Op(250).String(), "INSTRUMENTED_CALL"},
		{pycode.Op(255).String(), "ENTER_EXECUTOR"},
		{pycode.Op(122).String(), "op 122"},
		{pycode.INSTRUMENTED_CALL.Base().String(), "CALL"},
		{pycode.BinarySymbol(pycode.NB_INPLACE_POWER), "**="},
		{pycode.BinarySymbol(99), "99"},
		{pycode.CompareSymbol(5<<5 | 16), ">="},
		{pycode.Intrinsic1Name(pycode.INTRINSIC_LIST_TO_TUPLE), "INTRINSIC_LIST_TO_TUPLE"},
		{pycode.Intrinsic2Name(pycode.INTRINSIC_PREP_RERAISE_STAR), "INTRINSIC_PREP_RERAISE_STAR"},
		{pycode.SpecialMethod(1), "__exit__"},
		{pycode.CommonConstant(0), "AssertionError"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// TestFeatureOps says what the sample covers: all that CPython's compiler emits.
func TestFeatureOps(t *testing.T) {
	_, code := features(t)
	var seen [256]bool
	walk(code, func(c *pycode.Code) {
		for in := range c.Instructions() {
			seen[in.Op] = true
			if in.Start != in.Unit {
				seen[pycode.EXTENDED_ARG] = true
			}
		}
	})
	var missing []string
	for op := range 129 {
		if op := pycode.Op(op); op.Defined() && op.Base() == op && !seen[op] {
			missing = append(missing, op.String())
		}
	}
	want := []string{"CACHE", "EXIT_INIT_CHECK", "RESERVED", "INTERPRETER_EXIT"}
	if !slices.Equal(missing, want) {
		t.Errorf("features.py is without %v", missing)
	}
}

// TestStackEffect compares stack effects with CPython's, for every base opcode
// and a number of operands, jumping and not.
func TestStackEffect(t *testing.T) {
	py := oracle(t)
	var ops []pycode.Op
	var script strings.Builder
	script.WriteString("import _opcode\n")
	args := []uint32{0, 1, 2, 3, 4, 7, 16, 255, 256, 257, 1000}
	for op := range 129 {
		op := pycode.Op(op)
		if !op.Defined() || op.Base() != op || op == pycode.CACHE || op == pycode.RESERVED {
			continue
		}
		for _, arg := range args {
			if !op.HasArg() && arg > 0 {
				continue
			}
			ops = append(ops, op)
			operand := "None"
			if op.HasArg() {
				operand = strconv.Itoa(int(arg))
			}
			script.WriteString("print(_opcode.stack_effect(" + strconv.Itoa(int(op)) + "," + operand + ",jump=False),_opcode.stack_effect(" + strconv.Itoa(int(op)) + "," + operand + ",jump=True))\n")
		}
	}
	cmd := py.Command("-")
	cmd.Stdin = strings.NewReader(script.String())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Fields(string(out))
	if len(lines) != 2*len(ops) {
		t.Fatalf("%d answers to %d questions", len(lines), 2*len(ops))
	}
	at := 0
	for i, op := range ops {
		if i > 0 && ops[i-1] == op {
			at++
		} else {
			at = 0
		}
		in := pycode.Instr{Op: op, Arg: args[at]}
		pops, pushes := in.StackEffect()
		// BUILD_INTERPOLATION and others with an invalid operand have no meaning;
		// the formulas still agree.
		if got := strconv.Itoa(pushes - pops); got != lines[2*i] || got != lines[2*i+1] {
			t.Errorf("%s %d: %d - %d, CPython says %s, jumping %s", op, in.Arg, pushes, pops, lines[2*i], lines[2*i+1])
		}
		if pops < 0 || pushes < 0 {
			t.Errorf("%s %d: %d - %d", op, in.Arg, pushes, pops)
		}
	}
}

// The expected texts are what CPython's repr prints.
func TestRepr(t *testing.T) {
	_, code := features(t)
	var big pycode.BigInt
	big.SetString("-10000000000000000000000000000000000000000", 10)
	for _, c := range []struct {
		k    pycode.Const
		want string
	}{
		{pycode.None{}, "None"},
		{pycode.Ellipsis{}, "Ellipsis"},
		{pycode.Bool(true), "True"},
		{pycode.Int(math.MinInt64), "-9223372036854775808"},
		{&big, "-10000000000000000000000000000000000000000"},
		{pycode.Float(0), "0.0"},
		{pycode.Float(math.Copysign(0, -1)), "-0.0"},
		{pycode.Float(1.5), "1.5"},
		{pycode.Float(1e15), "1000000000000000.0"},
		{pycode.Float(1e16), "1e+16"},
		{pycode.Float(0.0001), "0.0001"},
		{pycode.Float(1e-5), "1e-05"},
		{pycode.Float(math.Inf(-1)), "-inf"},
		{pycode.Float(math.NaN()), "nan"},
		{pycode.Complex(1i), "1j"},
		{pycode.Complex(3 + 4i), "(3+4j)"},
		{pycode.Complex(complex(math.Copysign(0, -1), math.NaN())), "(-0+nanj)"},
		{pycode.Complex(complex(1e20, -0.5)), "(1e+20-0.5j)"},
		{pycode.Str(""), "''"},
		{pycode.Str("it's"), `"it's"`},
		{pycode.Str(`both ' and "`), `'both \' and "'`},
		{pycode.Str("\n\t\r\\\x7f\x00"), `'\n\t\r\\\x7f\x00'`},
		{pycode.Str("é€𝄞\u00a0\u2028\U000e0001"), `'é€𝄞\xa0\u2028\U000e0001'`},
		{pycode.Str("\xed\xbf\xbf\xed\xa0\xbd"), `'\udfff\ud83d'`},
		{pycode.Bytes("bytes \x00\xff'"), `b"bytes \x00\xff'"`},
		{pycode.Tuple{}, "()"},
		{pycode.Tuple{pycode.Tuple{pycode.Int(1)}, pycode.Str("a")}, "((1,), 'a')"},
		{pycode.FrozenSet{}, "frozenset()"},
		{pycode.FrozenSet{pycode.Int(1), pycode.Str("a")}, "frozenset({1, 'a'})"},
		{&pycode.Slice{Start: pycode.None{}, Stop: pycode.Int(2), Step: pycode.None{}}, "slice(None, 2, None)"},
		{find(t, code, "flow"), `<code object flow, file "features.py", line 54>`},
	} {
		if got := pycode.Repr(c.k); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestCheckFamilies breaks each rule of families once.
func TestCheckFamilies(t *testing.T) {
	contains := pycode.Family{Base: pycode.CONTAINS_OP, Members: []pycode.Op{pycode.CONTAINS_OP_DICT, pycode.CONTAINS_OP_SET}}
	counter, other := pycode.CacheField{Name: "counter", Units: 1}, pycode.CacheField{Name: "version", Units: 1}
	for _, c := range []struct {
		want   string
		list   []pycode.Family
		layout []pycode.CacheField
	}{
		{"", []pycode.Family{contains}, []pycode.CacheField{counter}},
		{"begins with version of 1 units, not with the counter", []pycode.Family{contains}, []pycode.CacheField{other, counter}},
		{"begins with counter of 2 units", []pycode.Family{contains}, []pycode.CacheField{{Name: "counter", Units: 2}}},
		{"has no inline cache", []pycode.Family{contains}, nil},
		{"has 1 cache units, the layout of CONTAINS_OP 2", []pycode.Family{contains}, []pycode.CacheField{counter, other}},
		{"is no member of CONTAINS_OP", []pycode.Family{{Base: pycode.CONTAINS_OP, Members: []pycode.Op{pycode.TO_BOOL_BOOL}}}, []pycode.CacheField{counter}},
		{"is in two families", []pycode.Family{contains, contains}, []pycode.CacheField{counter}},
	} {
		err := pycode.CheckFamilies(c.list, func(pycode.Op) []pycode.CacheField { return c.layout })
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

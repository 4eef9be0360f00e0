package pycode_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/pycode"
)

// TestDisassemble compares the disassembly of testdata/features.pyc, but for one
// long function, with testdata/features.dis.
func TestDisassemble(t *testing.T) {
	_, code := features(t)
	var got bytes.Buffer
	walk(code, func(c *pycode.Code) {
		if c.Name == "many" {
			return
		}
		if err := pycode.Disassemble(&got, c, pycode.DisOptions{Flat: true}); err != nil {
			t.Fatal(err)
		}
		got.WriteByte('\n')
	})
	if *update {
		if err := os.WriteFile("testdata/features.dis", got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/features.dis")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("not testdata/features.dis (-update): %s", firstDifference(got.Bytes(), want))
	}
}

// loop is a function of a few instructions:
//
//	for i in range(n): s = s + i
func loop() *pycode.Code {
	u := func(op pycode.Op, arg uint16) uint16 { return uint16(op) | arg<<8 }
	return &pycode.Code{
		ArgCount: 2, StackSize: 3, Flags: pycode.FlagOptimized | pycode.FlagNewLocals, FirstLine: 10,
		Units: []uint16{
			u(pycode.RESUME, 0),                  // 0
			u(pycode.LOAD_GLOBAL, 1), 0, 0, 0, 0, // 1
			u(pycode.LOAD_FAST, 0),     // 6
			u(pycode.CALL, 1), 0, 0, 0, // 7
			u(pycode.GET_ITER, 0),     // 11
			u(pycode.EXTENDED_ARG, 0), // 12
			u(pycode.FOR_ITER, 11), 0, // 13
			u(pycode.STORE_FAST, 2),                        // 15
			u(pycode.LOAD_FAST_LOAD_FAST, 0x12),            // 16
			u(pycode.BINARY_OP, pycode.NB_ADD), 0, 0, 0, 0, // 17
			0,                              // 22
			u(pycode.STORE_FAST, 1),        // 23
			u(pycode.JUMP_BACKWARD, 14), 0, // 24
			u(pycode.END_FOR, 0),      // 26
			u(pycode.POP_ITER, 0),     // 27
			u(pycode.LOAD_CONST, 0),   // 28
			u(pycode.RETURN_VALUE, 0), // 29
		},
		Consts:     []pycode.Const{pycode.None{}},
		Names:      []string{"range"},
		LocalsPlus: []string{"n", "s", "i"},
		Kinds:      []pycode.LocalKind{pycode.KindLocal | pycode.KindArgPos, pycode.KindLocal | pycode.KindArgPos, pycode.KindLocal},
		Filename:   "loop.py", Name: "loop", QualName: "loop",
		// RESUME: no columns, line + 0; then one line, 8 units, twice; long, 7
		// units, line + 1 to line + 3; short; none.
		LineTable: []byte{
			0x80 | 13<<3 | 0, 0,
			0x80 | 11<<3 | 7, 9, 17,
			0x80 | 10<<3 | 5, 9, 17,
			0x80 | 14<<3 | 7, 1 << 1, 2, 5 + 1, 0x40 | 44&63, 4, // 44&63 + 4<<6 = 300
			0x80 | 1<<3 | 3, 0x43,
			0x80 | 15<<3 | 2,
		},
		ExceptionTable: []byte{0x80 | 15, 9, 26, 1 << 1},
	}
}

func TestLines(t *testing.T) {
	c := loop()
	none := pycode.Position{Line: -1, EndLine: -1, Col: -1, EndCol: -1}
	for _, w := range []struct {
		first, last int
		want        pycode.Position
	}{
		{-1, -1, none},
		{0, 0, pycode.Position{Line: 10, EndLine: 10, Col: -1, EndCol: -1}},
		{1, 14, pycode.Position{Line: 11, EndLine: 11, Col: 9, EndCol: 17}},
		{15, 22, pycode.Position{Line: 12, EndLine: 14, Col: 5, EndCol: 299}},
		{23, 26, pycode.Position{Line: 12, EndLine: 12, Col: 12, EndCol: 15}},
		{27, 31, none},
	} {
		for unit := w.first; unit <= w.last; unit++ {
			if got := c.Positions(unit); got != w.want {
				t.Errorf("unit %d: %v, want %v", unit, got, w.want)
			}
			if got := c.Line(unit); got != w.want.Line {
				t.Errorf("unit %d: line %d, want %d", unit, got, w.want.Line)
			}
		}
	}
}

func TestJumps(t *testing.T) {
	c := loop()
	if got, ok := pycode.Decode(c.Units, 12).Target(); got != 26 || !ok {
		t.Errorf("FOR_ITER goes to %d, %v", got, ok)
	}
	if got, ok := pycode.Decode(c.Units, 24).Target(); got != 12 || !ok {
		t.Errorf("JUMP_BACKWARD goes to %d, %v", got, ok)
	}
	if _, ok := pycode.Decode(c.Units, 0).Target(); ok {
		t.Error("RESUME jumps")
	}
	if got, want := c.Labels(), []int{12, 15, 24, 26}; !slices.Equal(got, want) {
		t.Errorf("labels %v, want %v", got, want)
	}
	want := pycode.Handler{Start: 15, End: 24, Target: 26, Depth: 1}
	for unit := -1; unit < 32; unit++ {
		h, ok := c.HandlerAt(unit)
		if in := unit >= 15 && unit < 24; ok != in || in && h != want {
			t.Errorf("unit %d: handler %v, %v", unit, h, ok)
		}
	}
}

// TestLive shows specialized code, an executor, and inline caches.
func TestLive(t *testing.T) {
	c := loop()
	live := slices.Clone(c.Units)
	live[1] = live[1]&0xff00 | uint16(pycode.LOAD_GLOBAL_BUILTIN)
	live[2], live[3] = 17, 0x1234
	live[12] = uint16(pycode.ENTER_EXECUTOR) | 3<<8
	live[18], live[19] = 1, 2
	var got bytes.Buffer
	err := pycode.Disassemble(&got, c, pycode.DisOptions{
		Caches: true,
		Live:   func(*pycode.Code) []uint16 { return live },
		Note: func(c *pycode.Code, unit int) string {
			if unit == 0 {
				return "ran"
			}
			return ""
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"    10      0      0        RESUME                                   0  ; ran\n",
		"    11      1      2        LOAD_GLOBAL_BUILTIN                      1  (range + NULL)\n",
		"            2      4          .counter = 0x11\n",
		"            3      6          .index = 0x1234\n",
		"           13     26    L1: ENTER_EXECUTOR                           3  (FOR_ITER to L4)\n",
		"           19     38          .descr = 0x2\n",
		"  L2 to L3 -> L4 [depth 1]\n",
	} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("without %q:\n%s", want, got.String())
			break
		}
	}
}

// TestVerify spoils code that is right in one place.
func TestVerify(t *testing.T) {
	u := func(op pycode.Op, arg uint16) uint16 { return uint16(op) | arg<<8 }
	for _, c := range []struct {
		name  string
		spoil func(c *pycode.Code)
		want  string
	}{
		{"nothing", func(c *pycode.Code) {}, ""},
		{"kinds", func(c *pycode.Code) { c.Kinds = c.Kinds[1:] }, `code object "loop": 3 slots and 2 kinds`},
		{"kind", func(c *pycode.Code) { c.Kinds[1] = pycode.KindHidden }, "slot 1 (s) is of kind 0x10"},
		{"order", func(c *pycode.Code) { c.Kinds[0] = pycode.KindCell }, "slot 1 (s) is out of order"},
		{"parameters", func(c *pycode.Code) { c.Flags |= pycode.FlagVarArgs | pycode.FlagVarKeywords }, "4 parameters and 3 locals"},
		{"positional", func(c *pycode.Code) { c.PosOnlyArgCount = 3 }, "3 positional-only parameters of 2"},
		{"stack", func(c *pycode.Code) { c.StackSize = 1 << 30 }, "stack of 1073741824 entries"},
		{"empty", func(c *pycode.Code) { c.Units = nil }, "no instructions"},
		{"specialized", func(c *pycode.Code) { c.Units[13] = u(pycode.FOR_ITER_LIST, 11) }, "unit 13: FOR_ITER_LIST is not an instruction of a compiled file"},
		{"instrumented", func(c *pycode.Code) { c.Units[0] = u(pycode.INSTRUMENTED_RESUME, 0) }, "unit 0: INSTRUMENTED_RESUME is not"},
		{"cache", func(c *pycode.Code) { c.Units[6] = 0 }, "unit 6: CACHE is not"},
		{"empty prefix", func(c *pycode.Code) { c.Units[12] = u(pycode.EXTENDED_ARG, 0) }, "unit 12: EXTENDED_ARG 0 before FOR_ITER"},
		{"undefined", func(c *pycode.Code) { c.Units[6] = 122 }, "unit 6: op 122 is not"},
		{"cut cache", func(c *pycode.Code) { c.Units = c.Units[:9] }, "unit 7: the inline cache of CALL is cut off"},
		{"cut prefix", func(c *pycode.Code) { c.Units = append(c.Units[:12:12], u(pycode.EXTENDED_ARG, 1)) }, "unit 12: the code ends in EXTENDED_ARG"},
		{"constant", func(c *pycode.Code) { c.Consts = nil }, "unit 28: LOAD_CONST 0: constant 0 of 0"},
		{"name", func(c *pycode.Code) { c.Names = nil }, "unit 1: LOAD_GLOBAL 1: name 0 of 0"},
		{"local", func(c *pycode.Code) { c.Units[15] = u(pycode.STORE_FAST, 3) }, "unit 15: STORE_FAST 3: slot 3 of 3"},
		{"second local", func(c *pycode.Code) { c.Units[16] = u(pycode.LOAD_FAST_LOAD_FAST, 0x13) }, "slot 3 of 3"},
		{"cell", func(c *pycode.Code) { c.Units[15] = u(pycode.STORE_DEREF, 2) }, "unit 15: STORE_DEREF of slot 2 (i), which is no cell"},
		{"operator", func(c *pycode.Code) { c.Units[17] = u(pycode.BINARY_OP, 27) }, "unit 17: operand 27 of BINARY_OP is not in 0..26"},
		{"free variables", func(c *pycode.Code) { c.Units[0] = u(pycode.COPY_FREE_VARS, 1) }, "COPY_FREE_VARS 1 with 0 free variables"},
		{"yield", func(c *pycode.Code) { c.Units[0] = u(pycode.YIELD_VALUE, 0) }, "unit 0: YIELD_VALUE outside a generator"},
		{"jump out", func(c *pycode.Code) { c.Units[24] = u(pycode.JUMP_BACKWARD, 27) }, "JUMP_BACKWARD to -1, where no instruction begins"},
		{"jump between", func(c *pycode.Code) { c.Units[24] = u(pycode.JUMP_BACKWARD, 12) }, "JUMP_BACKWARD to 14, where no instruction begins"},
		{"loop end", func(c *pycode.Code) { c.Units[13] = u(pycode.FOR_ITER, 12) }, "unit 13: FOR_ITER to 27, which is no END_FOR"},
		{"lines", func(c *pycode.Code) { c.LineTable = c.LineTable[:2] }, ""},
		{"handler", func(c *pycode.Code) { c.ExceptionTable[2] = 29 + 8 }, "names unit 37, where no"},
		{"handler range", func(c *pycode.Code) { c.ExceptionTable[1] = 40 }, "the exception table covers units 15 to 55"},
		{"handler cut", func(c *pycode.Code) { c.ExceptionTable = c.ExceptionTable[:3] }, "the exception table is cut off"},
		{"handler depth", func(c *pycode.Code) { c.ExceptionTable[3] = 3 << 1 }, "4 entries on a stack of 3"},
		{"underflow", func(c *pycode.Code) { c.Units[6] = u(pycode.POP_TOP, 0) }, "unit 7: CALL 1 takes 3 of 1 stack entries"},
		{"overflow", func(c *pycode.Code) { c.StackSize = 2 }, "unit 6: 3 entries on a stack of 2"},
		{"depths", func(c *pycode.Code) { c.Units[23] = u(pycode.NOP, 0) }, "unit 12 is reached with 1 and with 2 stack entries"},
		{"end", func(c *pycode.Code) { c.Units[29] = u(pycode.NOP, 0) }, "unit 29: the code goes on after its end"},
		{"inner", func(c *pycode.Code) {
			in := loop()
			in.Units[12] = u(pycode.NOP, 0)
			in.QualName, in.Units[29] = "inner", u(pycode.NOP, 0)
			c.Consts = append(c.Consts, pycode.Tuple{pycode.FrozenSet{in}})
		}, `code object "inner", unit 29: the code goes on`},
	} {
		code := loop()
		code.Units[12] = u(pycode.NOP, 0)
		c.spoil(code)
		err := code.Verify()
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		var v *pycode.VerifyError
		if !errors.As(err, &v) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

func TestCounts(t *testing.T) {
	_, code := features(t)
	c := find(t, code, "parameters")
	got := fmt.Sprint(c.ArgCount, c.PosOnlyArgCount, c.KwOnlyArgCount, c.NumParams(), c.NumLocals(), len(c.LocalsPlus), c.NumCells(), c.NumFree(), c.LocalsPlus[:7])
	if want := "3 2 2 7 11 11 0 0 [a b c d e args kwargs]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	c = find(t, code, "closure.<locals>.inner")
	got = fmt.Sprint(c.NumParams(), c.NumLocals(), len(c.LocalsPlus), c.NumCells(), c.NumFree(), c.LocalsPlus)
	if want := "1 1 3 1 2 [m inner n]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func BenchmarkLine(b *testing.B) {
	_, code := features(b)
	c := find(b, code, "many")
	c.Line(0)
	unit := 0
	b.ReportAllocs()
	for b.Loop() {
		if c.Line(unit) < 0 {
			b.Fatal("no line")
		}
		if unit += 97; unit >= len(c.Units) {
			unit = 0
		}
	}
}

func BenchmarkInstructions(b *testing.B) {
	_, code := features(b)
	c := find(b, code, "many")
	b.SetBytes(int64(2 * len(c.Units)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for in := range c.Instructions() {
			n += in.Unit
		}
		if n == 0 {
			b.Fatal("no instructions")
		}
	}
}

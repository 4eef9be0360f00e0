package pycode_test

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/pycode"
)

// op is an instruction, with the cache units that it has.
type op struct {
	op  pycode.Op
	arg int
}

// assemble makes code of instructions: a prefix for each operand above 255.
func assemble(ops ...op) []uint16 {
	var units []uint16
	for _, o := range ops {
		if o.arg > 255 {
			units = append(units, uint16(pycode.EXTENDED_ARG)|uint16(o.arg>>8)<<8)
		}
		units = append(units, uint16(o.op)|uint16(o.arg&255)<<8)
		units = append(units, make([]uint16, o.op.Caches())...)
	}
	return units
}

// handle is an entry of the exception table.
func handle(start, size, target, depth int) []byte {
	return []byte{0x80 | byte(start), byte(size), byte(target), byte(depth)}
}

// inner is the code of a function with a number of free variables.
func inner(free int) *pycode.Code {
	c := function(op{pycode.LOAD_SMALL_INT, 0}, op{pycode.RETURN_VALUE, 0})
	for range free {
		c.LocalsPlus, c.Kinds = append(c.LocalsPlus, "f"), append(c.Kinds, pycode.KindFree)
	}
	return c
}

// function is code with the slots a (a parameter), b (a local), c (a cell) and the
// constants None, "s", 1, ("x",), inner(0), inner(1), (1,).
func function(ops ...op) *pycode.Code {
	units := assemble(ops...)
	var lines []byte
	for range (len(units) + 7) / 8 {
		lines = append(lines, 0x80|15<<3|7)
	}
	return &pycode.Code{
		ArgCount: 1, StackSize: 8, Flags: pycode.FlagOptimized | pycode.FlagNewLocals, Units: units, LineTable: lines,
		Names: []string{"n"}, LocalsPlus: []string{"a", "b", "c"}, Kinds: []pycode.LocalKind{pycode.KindLocal, pycode.KindLocal, pycode.KindCell},
		Name: "f", QualName: "f",
	}
}

// TestKinds holds Verify against code that only the kinds of words tell to be wrong, or
// right.
func TestKinds(t *testing.T) {
	const (
		none, str, one, names, plain, closed, tuple = 0, 1, 2, 3, 4, 5, 6
		a, b, c                                     = 0, 1, 2
	)
	end := []op{{pycode.LOAD_CONST, none}, {pycode.RETURN_VALUE, 0}}
	f := pycode.MAKE_FUNCTION
	for _, x := range []struct {
		name string
		ops  []op
		want string // "": it passes
	}{
		{"append to an int", []op{{pycode.LOAD_SMALL_INT, 7}, {pycode.LOAD_SMALL_INT, 1}, {pycode.LIST_APPEND, 1}}, "LIST_APPEND 1 takes a list, not an object"},
		{"append to a list", []op{{pycode.BUILD_LIST, 0}, {pycode.LOAD_SMALL_INT, 1}, {pycode.LIST_APPEND, 1}}, ""},
		{"append below", []op{{pycode.BUILD_LIST, 0}, {pycode.LOAD_SMALL_INT, 1}, {pycode.LIST_APPEND, 2}}, "LIST_APPEND 2 looks at 3 of 2"},
		{"extend a set", []op{{pycode.BUILD_SET, 0}, {pycode.LOAD_CONST, tuple}, {pycode.LIST_EXTEND, 1}}, "LIST_EXTEND 1 takes a list, not a set"},
		{"map in a list", []op{{pycode.BUILD_LIST, 0}, {pycode.LOAD_SMALL_INT, 1}, {pycode.LOAD_SMALL_INT, 1}, {pycode.MAP_ADD, 1}}, "MAP_ADD 1 takes a dict, not a list"},
		{"update a str", []op{{pycode.LOAD_CONST, str}, {pycode.LOAD_CONST, tuple}, {pycode.SET_UPDATE, 1}}, "SET_UPDATE 1 takes a set, not a str"},
		{"merge", []op{{pycode.BUILD_MAP, 0}, {pycode.BUILD_MAP, 0}, {pycode.DICT_MERGE, 1}}, "DICT_MERGE 1 looks at 5 of 2"},
		{"add NULL", []op{{pycode.PUSH_NULL, 0}, {pycode.LOAD_SMALL_INT, 1}, {pycode.BINARY_OP, 0}}, "BINARY_OP 0 takes an object, not NULL"},
		{"return NULL", []op{{pycode.PUSH_NULL, 0}, {pycode.RETURN_VALUE, 0}}, "RETURN_VALUE 0 takes an object, not NULL"},
		{"call NULL", []op{{pycode.PUSH_NULL, 0}, {pycode.PUSH_NULL, 0}, {pycode.CALL, 0}}, "CALL 0 takes an object, not NULL"},
		{"self may be NULL", []op{{pycode.LOAD_FAST, a}, {pycode.PUSH_NULL, 0}, {pycode.CALL, 0}}, ""},
		{"an empty slot", []op{{pycode.LOAD_FAST, b}}, "LOAD_FAST 1 loads slot 1 (b), which may be empty"},
		{"an empty slot, tested", []op{{pycode.LOAD_FAST_CHECK, b}, {pycode.LOAD_FAST, b}}, ""},
		{"a deleted slot", []op{{pycode.DELETE_FAST, a}, {pycode.LOAD_FAST_BORROW, a}}, "slot 0 (a), which may be empty"},
		{"a cleared slot", []op{{pycode.LOAD_FAST_AND_CLEAR, a}, {pycode.LOAD_FAST, a}}, "slot 0 (a), which may be empty"},
		{"a slot restored", []op{{pycode.LOAD_FAST_AND_CLEAR, a}, {pycode.STORE_FAST, a}, {pycode.LOAD_FAST, a}}, ""},
		{"NULL stored", []op{{pycode.PUSH_NULL, 0}, {pycode.STORE_FAST, a}, {pycode.LOAD_FAST, a}}, "slot 0 (a), which may be empty"},
		{"no cell", []op{{pycode.LOAD_DEREF, c}}, "LOAD_DEREF 2 uses slot 2 (c), which may hold no cell"},
		{"a cell", []op{{pycode.MAKE_CELL, c}, {pycode.LOAD_DEREF, c}}, ""},
		{"a cell overwritten", []op{{pycode.MAKE_CELL, c}, {pycode.LOAD_FAST, a}, {pycode.STORE_FAST, c}, {pycode.LOAD_DEREF, c}}, "which may hold no cell"},
		{"a cell restored", []op{{pycode.MAKE_CELL, c}, {pycode.LOAD_FAST_AND_CLEAR, c}, {pycode.MAKE_CELL, c}, {pycode.STORE_FAST, c}, {pycode.LOAD_DEREF, c}}, ""},
		{"a function of a str", []op{{pycode.LOAD_CONST, str}, {f, 0}}, "MAKE_FUNCTION 0 takes a code object, not a str"},
		{"a function", []op{{pycode.LOAD_CONST, plain}, {f, 0}, {pycode.STORE_GLOBAL, 0}}, ""},
		{"a function without its closure", []op{{pycode.LOAD_CONST, closed}, {f, 0}, {pycode.STORE_GLOBAL, 0}}, "not a function without its closure (of 1 free variables)"},
		{"its closure an object", []op{{pycode.LOAD_CONST, tuple}, {pycode.LOAD_CONST, closed}, {f, 0}, {pycode.SET_FUNCTION_ATTRIBUTE, 8}}, "takes a tuple of cells (1), not a tuple"},
		{"a closure of no cells", []op{{pycode.LOAD_FAST, a}, {pycode.BUILD_TUPLE, 1}, {pycode.LOAD_CONST, closed}, {f, 0}, {pycode.SET_FUNCTION_ATTRIBUTE, 8}}, "takes a tuple of cells (1), not a tuple"},
		{"a closure of two", []op{{pycode.MAKE_CELL, c}, {pycode.LOAD_FAST, c}, {pycode.LOAD_FAST, c}, {pycode.BUILD_TUPLE, 2}, {pycode.LOAD_CONST, closed}, {f, 0}, {pycode.SET_FUNCTION_ATTRIBUTE, 8}}, "takes a tuple of cells (1), not a tuple of cells (2)"},
		{"a closure", []op{{pycode.MAKE_CELL, c}, {pycode.LOAD_FAST, c}, {pycode.BUILD_TUPLE, 1}, {pycode.LOAD_CONST, closed}, {f, 0}, {pycode.SET_FUNCTION_ATTRIBUTE, 8}, {pycode.STORE_GLOBAL, 0}}, ""},
		{"annotated by a str", []op{{pycode.LOAD_CONST, str}, {pycode.LOAD_CONST, plain}, {f, 0}, {pycode.SET_FUNCTION_ATTRIBUTE, 16}}, "SET_FUNCTION_ATTRIBUTE 16 takes a function, not a str"},
		{"too many names", []op{{pycode.LOAD_FAST, a}, {pycode.PUSH_NULL, 0}, {pycode.LOAD_CONST, names}, {pycode.CALL_KW, 0}}, "CALL_KW 0 with 1 names"},
		{"names that are none", []op{{pycode.LOAD_FAST, a}, {pycode.PUSH_NULL, 0}, {pycode.LOAD_FAST, a}, {pycode.LOAD_CONST, tuple}, {pycode.CALL_KW, 1}}, "CALL_KW 1 takes a tuple of names, not a tuple"},
		{"keywords of an object", []op{{pycode.LOAD_FAST, a}, {pycode.PUSH_NULL, 0}, {pycode.LOAD_FAST, a}, {pycode.LOAD_FAST, a}, {pycode.CALL_FUNCTION_EX, 0}}, "takes NULL or a dict, not an object"},
		{"a format that is no str", []op{{pycode.LOAD_CONST, str}, {pycode.LOAD_CONST, one}, {pycode.FORMAT_WITH_SPEC, 0}}, "FORMAT_WITH_SPEC 0 takes a str, not an object"},
		{"keys of an int", []op{{pycode.LOAD_FAST, a}, {pycode.LOAD_CONST, one}, {pycode.MATCH_KEYS, 0}}, "MATCH_KEYS 0 takes a tuple or a tuple of cells or a tuple of names, not an object"},
		{"a tuple of an int", []op{{pycode.LOAD_CONST, one}, {pycode.CALL_INTRINSIC_1, pycode.INTRINSIC_LIST_TO_TUPLE}}, "CALL_INTRINSIC_1 6 takes a list, not an object"},
		{"a default of an object", []op{{pycode.LOAD_FAST, a}, {pycode.LOAD_FAST, a}, {pycode.CALL_INTRINSIC_2, pycode.INTRINSIC_SET_TYPEPARAM_DEFAULT}}, "takes a type parameter, not an object"},
		{"handled nothing", []op{{pycode.LOAD_FAST, a}, {pycode.POP_EXCEPT, 0}}, "POP_EXCEPT 0 takes what was being handled, not an object"},
		{"raised nothing", []op{{pycode.LOAD_FAST, a}, {pycode.RERAISE, 0}}, "RERAISE 0 takes an exception, not an object"},
		{"pushed nothing", []op{{pycode.LOAD_FAST, a}, {pycode.PUSH_EXC_INFO, 0}}, "PUSH_EXC_INFO 0 takes an exception, not an object"},
		{"a handler that is none", []op{{pycode.LOAD_FAST, a}, {pycode.LOAD_FAST, a}, {pycode.CHECK_EXC_MATCH, 0}}, "CHECK_EXC_MATCH 0 takes an exception, not an object"},
		{"not of an object", []op{{pycode.LOAD_FAST, a}, {pycode.UNARY_NOT, 0}}, "UNARY_NOT 0 takes a bool, not an object"},
		{"a list on one way", []op{
			{pycode.BUILD_LIST, 0}, {pycode.LOAD_FAST, a}, {pycode.POP_JUMP_IF_NONE, 2}, {pycode.POP_TOP, 0}, {pycode.LOAD_FAST, a},
			{pycode.LOAD_FAST, a}, {pycode.LIST_APPEND, 1},
		}, "LIST_APPEND 1 takes a list, not an object or a list"},
		{"a loop that does not ask", []op{{pycode.NOP, 0}, {pycode.JUMP_BACKWARD_NO_INTERRUPT, 2}}, "a loop from here does not ask for interrupts"},
		{"a loop that asks", []op{{pycode.NOP, 0}, {pycode.JUMP_BACKWARD, 3}}, ""},
		{"RESUME in the middle", []op{{pycode.NOP, 0}, {pycode.RESUME, 0}}, "RESUME 0 is not at the function's start"},
		{"RESUME of no yield", []op{{pycode.NOP, 0}, {pycode.RESUME, 1}}, "RESUME 1 is not behind a YIELD_VALUE"},
		{"no free variables", []op{{pycode.COPY_FREE_VARS, 0}}, "COPY_FREE_VARS 0 with 0 free variables"},
		{"RETURN_GENERATOR", []op{{pycode.RETURN_GENERATOR, 0}}, "RETURN_GENERATOR outside a generator"},
		{"SEND to elsewhere", []op{{pycode.LOAD_FAST, a}, {pycode.LOAD_FAST, a}, {pycode.SEND, 0}, {pycode.NOP, 0}}, "SEND to 4, which is no END_SEND"},
		{"EXIT_INIT_CHECK", []op{{pycode.LOAD_FAST, a}, {pycode.EXIT_INIT_CHECK, 0}}, "EXIT_INIT_CHECK is not an instruction"},
	} {
		code := function(append(x.ops[:len(x.ops):len(x.ops)], end...)...)
		code.Consts = []pycode.Const{
			pycode.None{}, pycode.Str("s"), pycode.Float(1), pycode.Tuple{pycode.Str("x")}, inner(0), inner(1), pycode.Tuple{pycode.Float(1)},
		}
		err := code.Verify()
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: got %v, want %s", x.name, err, x.want)
		}
	}
}

// TestGeneratorCode spoils the code of a generator.
func TestGeneratorCode(t *testing.T) {
	whole := []op{
		{pycode.RETURN_GENERATOR, 0}, {pycode.POP_TOP, 0}, {pycode.RESUME, 0}, // 0
		{pycode.LOAD_FAST, 0}, {pycode.GET_YIELD_FROM_ITER, 0}, {pycode.LOAD_CONST, 0}, // 3
		{pycode.SEND, 3}, {pycode.YIELD_VALUE, 1}, {pycode.RESUME, 2}, {pycode.JUMP_BACKWARD_NO_INTERRUPT, 5}, // 6, 8, 9, 10
		{pycode.END_SEND, 0}, {pycode.RETURN_VALUE, 0}, // 11
		{pycode.CLEANUP_THROW, 0}, {pycode.JUMP_BACKWARD_NO_INTERRUPT, 4}, // 13
	}
	for _, x := range []struct {
		name  string
		spoil func(c *pycode.Code)
		want  string
	}{
		{"nothing", func(*pycode.Code) {}, ""},
		{"no generator", func(c *pycode.Code) { c.Flags &^= pycode.FlagGenerator }, "RETURN_GENERATOR outside a generator"},
		{"never made", func(c *pycode.Code) { c.Units[0], c.Units[2] = uint16(pycode.NOP), uint16(pycode.NOP) }, "a generator's code without RETURN_GENERATOR"},
		{"made twice", func(c *pycode.Code) { c.Units[1] = uint16(pycode.RETURN_GENERATOR) }, "RETURN_GENERATOR is not at the beginning"},
		{"made again", func(c *pycode.Code) { c.Units[14] = uint16(pycode.JUMP_BACKWARD_NO_INTERRUPT) | 15<<8 }, "before which the generator is made"},
		{"handled before", func(c *pycode.Code) { c.ExceptionTable = handle(0, 1, 13, 0) }, "the exception table covers units 0 to 1"},
		{"no resume", func(c *pycode.Code) { c.Units[9] = uint16(pycode.NOP) }, "no RESUME behind YIELD_VALUE"},
		{"into the yield", func(c *pycode.Code) { c.Units[14] = uint16(pycode.JUMP_BACKWARD_NO_INTERRUPT) | 7<<8 }, "reached only from the instruction before"},
		{"no send", func(c *pycode.Code) { c.Units[6], c.Units[7] = uint16(pycode.NOP), uint16(pycode.NOP) }, "RESUME 2 is not behind a SEND"},
		{"handler of too few", func(c *pycode.Code) { c.ExceptionTable = handle(8, 1, 13, 1<<1) }, "CLEANUP_THROW 0 takes 3 of 2"},
	} {
		c := function(whole...)
		c.Flags |= pycode.FlagGenerator
		c.Consts = []pycode.Const{pycode.None{}}
		c.ExceptionTable = handle(8, 1, 13, 2<<1)
		x.spoil(c)
		err := c.Verify()
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: got %v, want %s", x.name, err, x.want)
		}
	}
}

// TestOwnConstant verifies code that has itself among its constants: no file has.
func TestOwnConstant(t *testing.T) {
	c := inner(0)
	c.Consts = []pycode.Const{pycode.Tuple{c}}
	if err := c.Verify(); err == nil || !strings.Contains(err.Error(), "among its own constants") {
		t.Error(err)
	}
}

// TestCellOfAFreeVariable makes cells in the slot of a free variable, as the compiler does
// for a comprehension whose variable has its name, and puts objects there.
func TestCellOfAFreeVariable(t *testing.T) {
	const d = 3
	for _, x := range []struct {
		ops  []op
		want string // "": it passes
	}{
		{[]op{{pycode.MAKE_CELL, d}, {pycode.LOAD_DEREF, d}}, ""},
		{[]op{{pycode.LOAD_FAST_AND_CLEAR, d}, {pycode.MAKE_CELL, d}, {pycode.LOAD_DEREF, d}, {pycode.POP_TOP, 0}, {pycode.STORE_FAST, d}, {pycode.LOAD_DEREF, d}}, ""},
		{[]op{{pycode.MAKE_CELL, d}, {pycode.LOAD_FAST, 0}, {pycode.STORE_FAST, d}, {pycode.LOAD_DEREF, d}}, "slot 3 (d), which may hold no cell"},
		{[]op{{pycode.LOAD_FAST, 0}, {pycode.STORE_FAST, d}, {pycode.LOAD_DEREF, d}}, "slot 3 (d), which may hold no cell"},
		{[]op{{pycode.LOAD_FAST, 0}, {pycode.STORE_FAST_LOAD_FAST, d << 4}, {pycode.STORE_DEREF, d}}, "slot 3 (d), which may hold no cell"},
		{[]op{{pycode.MAKE_CELL, 1}}, "MAKE_CELL of slot 1 (b), which is no cell"},
	} {
		ops := append(append([]op{{pycode.COPY_FREE_VARS, 1}}, x.ops...), op{pycode.LOAD_SMALL_INT, 0}, op{pycode.RETURN_VALUE, 0})
		c := function(ops...)
		c.LocalsPlus, c.Kinds = append(c.LocalsPlus, "d"), append(c.Kinds, pycode.KindFree)
		err := c.Verify()
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%v: got %v, want %s", x.ops, err, x.want)
		}
	}
}

// Package cpython describes the micro-ops of CPython 3.14: their table, and how
// each bytecode instruction expands to them.
//
// The tables are generated from CPython's own case generator's output (see
// Source). [Table] is that of the VM: CPython 3.14's. [DumpTable] differs where
// the branch that the trace dumps were made with already did (iterators took
// two stack entries there). The package must not know any VM's objects.
package cpython

import (
	"fmt"
	"slices"
	"sync"

	"github.com/tier2go/tier2/uop"
)

// Kind says where a micro-op of an expansion gets its oparg or operand from.
type Kind uint8

// The kinds, as CPython's OPARG_… constants
// (Include/internal/pycore_opcode_metadata.h).
const (
	Oparg        Kind = iota // the instruction's oparg
	OpargTop                 // oparg >> 4
	OpargBottom              // oparg & 15
	ReturnOffset             // the length of the call instruction, in code units
	Replaced                 // the micro-op is replaced by one that depends on the branch taken
	Cache1                   // operand 0: 1, 2 or 4 code units of the inline cache
	Cache2
	Cache4
	Second1 // operand 1: the same
	Second2
	Second4
)

// CacheUnits returns how many code units of the inline cache a kind reads, and
// whether they become operand 1.
func (k Kind) CacheUnits() (n int, second bool) {
	switch k {
	case Cache1, Cache2, Cache4:
		return 1 << (k - Cache1), false
	case Second1, Second2, Second4:
		return 1 << (k - Second1), true
	}
	return 0, false
}

// Step is one micro-op of an expansion.
type Step struct {
	Name   string
	Kind   Kind
	Offset int // code unit of the inline cache, counted from its first one, the counter
}

// Macro is the expansion of one instruction. A step that only reads operand 1
// belongs to the micro-op of the step before it.
type Macro struct {
	Instruction string
	Steps       []Step
}

// Macros returns the expansions of all instructions that have one.
func Macros() []Macro { return slices.Concat(macros, ownMacros) }

// DumpTable returns the table of the branch that Source names, which only who reads dumps needs.
var DumpTable = sync.OnceValue(func() *uop.Table { return mustTable("cpython-main", withFrames(slices.Clone(rows))) })

// Table is CPython 3.14's table, and the micro-ops of raise.go.
var Table = mustTable("cpython-3.14", rows314())

// oneEntry lists the micro-ops whose iterator takes one stack entry in 3.14.
// Source's branch keeps a second one behind it (an index, or NULL).
var oneEntry = []uop.ID{
	GET_ITER, POP_ITER, FOR_ITER_TIER_TWO, FOR_ITER_GEN_FRAME,
	ITER_CHECK_LIST, ITER_CHECK_TUPLE, ITER_CHECK_RANGE,
	GUARD_NOT_EXHAUSTED_LIST, GUARD_NOT_EXHAUSTED_TUPLE, GUARD_NOT_EXHAUSTED_RANGE,
	ITER_NEXT_LIST_TIER_TWO, ITER_NEXT_TUPLE, ITER_NEXT_RANGE,
}

// frames lists the micro-ops that set frames up, begin, end or cut them. CPython's rows
// count a frame that is being set up as a stack entry; the VM's rules do not push any.
var frames = []uop.ID{
	INIT_CALL_PY_EXACT_ARGS, PY_FRAME_GENERAL, PY_FRAME_KW, PUSH_FRAME,
	BINARY_OP_SUBSCR_INIT_CALL, LOAD_ATTR_PROPERTY_FRAME, LOAD_ATTR_GETATTRIBUTE_FRAME, LOAD_ATTR_FUNCTION_FRAME, CREATE_INIT_FRAME, INIT_FRAME_KW, INIT_FRAME_EX, PY_FRAME_EX, PARTIAL_FRAME, PARTIAL_FRAME_KW, EACH_FRAME, EACH_FRAME_KW, OPERATOR_INIT_CALL, SPECIAL_INIT_CALL, SETTER_INIT_CALL, TAKE_INIT_CALL, SPECIAL_SPREAD, SPECIAL_END, NEW_INIT_CALL, SUBSCR_MISSED, CALL_MISSED, CALL_EX_MISSED,
	FOR_ITER_GEN_FRAME, SEND_GEN_FRAME, CALL_GEN_FRAME, RETURN_GENERATOR, YIELD_VALUE, RETURN_VALUE,
	LOAD_RAISED, UNWIND, UNWIND_LASTI, UNWIND_FRAME,
}

func rows314() []uop.Row {
	r := make([]uop.Row, endOwn)
	copy(r, rows)
	copy(r[firstOwn:], ownRows[:])
	for _, id := range oneEntry {
		if id != GET_ITER {
			r[id].Pops.Base--
		}
		if id != POP_ITER {
			r[id].Pushes.Base--
		}
	}
	return withFrames(r)
}

// withFrames marks the micro-ops of frames, as far as a table has them.
func withFrames(rows []uop.Row) []uop.Row {
	for _, id := range frames {
		if int(id) < len(rows) {
			rows[id].Flags |= uop.OwnStack
		}
	}
	return rows
}

func mustTable(name string, rows []uop.Row) *uop.Table {
	t, err := uop.NewTable(name, rows)
	if err != nil {
		panic(fmt.Sprintf("cpython: %v", err)) // the generated table is wrong
	}
	return t
}

package cpython

import (
	"strings"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// effect says what a micro-op does besides its result.
type effect uint8

const (
	// asCPython: whatever CPython's flags say: all memory if it escapes, nothing
	// otherwise.
	asCPython effect = iota
	// quietly: nothing that another micro-op can see, and no guest code. The
	// micro-op still drops the operands that it takes: see fate.
	quietly
	// stores: changes what an object holds, and runs no guest code.
	stores
)

// fate says what becomes of the operands that a micro-op takes from the stack.
type fate uint8

const (
	dropped fate = iota // the references end
	moved               // the result, or an object, holds them
)

// row is what the tables of CPython do not say of a micro-op without a rule of its
// own.
type row struct {
	effect effect
	fate   fate
	keep   int        // operands, from the deepest one, that are also results; −1: all results are
	types  ir.TypeSet // of the one result; 0: any object
	// held: the result is also held by what it was read from, until something is
	// stored or guest code runs.
	held bool
	old  bool   // the result of the operation is what it has overwritten: it is dropped
	why  string // for an effect that differs from CPython's flags: the reason
}

// rows has the micro-ops that differ from the zero row.
var rows = map[uop.ID]row{
	cpython.BINARY_OP_ADD_FLOAT:      {types: tFloat, fate: moved},
	cpython.BINARY_OP_SUBTRACT_FLOAT: {types: tFloat, fate: moved},
	cpython.BINARY_OP_MULTIPLY_FLOAT: {types: tFloat, fate: moved},
	cpython.BINARY_OP_ADD_INT:        {types: tInt, effect: quietly, fate: moved, why: "operands are exact ints"},
	cpython.BINARY_OP_SUBTRACT_INT:   {types: tInt, effect: quietly, fate: moved, why: "operands are exact ints"},
	cpython.BINARY_OP_MULTIPLY_INT:   {types: tInt, effect: quietly, fate: moved, why: "operands are exact ints"},
	cpython.BINARY_OP_ADD_UNICODE:    {types: tStr, fate: moved},
	cpython.BINARY_OP_EXTEND:         {types: tInt | tFloat, effect: quietly, fate: moved, why: "its guard has shown operands that are compact ints or floats"},
	cpython.BINARY_OP_SUBSCR_LIST_INT: {
		effect: quietly, held: true, why: "reads an element; its operands are dropped by themselves",
	},
	cpython.BINARY_OP_SUBSCR_TUPLE_INT: {effect: quietly, held: true, why: "reads an element; its operands are dropped by themselves"},
	cpython.BINARY_OP_SUBSCR_STR_INT:   {effect: quietly, types: tStr, why: "operands are an exact str and an exact int"},
	cpython.BINARY_OP_SUBSCR_CHECK_FUNC: {
		keep: 2, types: tFunction,
	},
	cpython.BINARY_OP_SUBSCR_LIST_SLICE: {types: tList},
	cpython.STORE_SUBSCR_LIST_INT:       {effect: stores, old: true, why: "stores an element; what it overwrites is dropped by itself"},

	cpython.UNARY_NOT:         {types: tBool},
	cpython.COMPARE_OP_FLOAT:  {types: tBool, fate: moved},
	cpython.COMPARE_OP_INT:    {types: tBool, fate: moved},
	cpython.COMPARE_OP_STR:    {types: tBool, fate: moved},
	cpython.CONTAINS_OP:       {types: tBool},
	cpython.CONTAINS_OP_DICT:  {types: tBool},
	cpython.CONTAINS_OP_SET:   {types: tBool},
	cpython.IS_OP:             {types: tBool, effect: quietly, why: "compares addresses; its operands are dropped by themselves"},
	cpython.IS_NONE:           {types: tBool, effect: quietly, why: "compares addresses; its operand is dropped by itself"},
	cpython.TO_BOOL:           {types: tBool},
	cpython.TO_BOOL_LIST:      {types: tBool, effect: quietly, why: "reads the length; its operand is dropped by itself"},
	cpython.TO_BOOL_STR:       {types: tBool, effect: quietly, why: "reads the length of an exact str"},
	cpython.CHECK_EXC_MATCH:   {types: tBool, keep: 1},
	cpython.CALL_ISINSTANCE:   {types: tBool},
	cpython.CALL_LEN:          {types: tInt},
	cpython.CALL_STR_1:        {}, // __str__ may return an instance of a subclass
	cpython.CALL_TYPE_1:       {effect: quietly, why: "reads the type; its operands are dropped by themselves"},
	cpython.CALL_LIST_APPEND:  {effect: stores, fate: moved, why: "the list holds the operand from now on; callable and list go on"},
	cpython.GET_LEN:           {types: tInt, keep: 1},
	cpython.GET_ANEXT:         {keep: 1},
	cpython.MATCH_KEYS:        {keep: 2},
	cpython.MATCH_MAPPING:     {keep: 1, types: tBool},
	cpython.MATCH_SEQUENCE:    {keep: 1, types: tBool},
	cpython.WITH_EXCEPT_START: {keep: 5},
	cpython.IMPORT_FROM:       {keep: 1},
	cpython.SEND_GEN_FRAME:    {keep: 1},

	cpython.BUILD_TUPLE:            {types: tTuple, fate: moved},
	cpython.BUILD_LIST:             {types: tList, effect: quietly, fate: moved, why: "allocates; collections wait for the eval breaker"},
	cpython.BUILD_SLICE:            {types: tSlice, effect: quietly, fate: moved, why: "allocates"},
	cpython.BUILD_MAP:              {types: tDict},
	cpython.BUILD_SET:              {types: tSet},
	cpython.BUILD_STRING:           {types: tStr, effect: quietly, fate: moved, why: "raises at most"},
	cpython.LIST_APPEND:            {keep: -1, effect: stores, fate: moved},
	cpython.LIST_EXTEND:            {keep: -1},
	cpython.MAP_ADD:                {keep: -1},
	cpython.SET_ADD:                {keep: -1},
	cpython.SET_UPDATE:             {keep: -1},
	cpython.DICT_MERGE:             {keep: -1},
	cpython.DICT_UPDATE:            {keep: -1},
	cpython.MAKE_FUNCTION:          {types: tFunction, effect: quietly, fate: moved, why: "allocates"},
	cpython.SET_FUNCTION_ATTRIBUTE: {types: tFunction, fate: moved},

	// The index of a list's or tuple's iterator is the second entry.
	cpython.ITER_NEXT_LIST_TIER_TWO: {keep: 1, effect: quietly, fate: moved, why: "reads an element and counts"},
	cpython.ITER_NEXT_TUPLE:         {keep: 1},
	cpython.ITER_NEXT_RANGE:         {keep: 2, types: tInt, effect: stores},
	cpython.FOR_ITER_GEN_FRAME:      {keep: 2},
	cpython.UNPACK_SEQUENCE_LIST:    {effect: quietly, why: "reads elements; its operand is dropped by itself"},
	cpython.UNPACK_SEQUENCE_TUPLE:   {effect: quietly, why: "reads elements; its operand is dropped by itself"},
	cpython.UNPACK_SEQUENCE_TWO_TUPLE: {
		effect: quietly, why: "reads elements; its operand is dropped by itself",
	},

	cpython.LOAD_ATTR_INSTANCE_VALUE: {effect: quietly, held: true, why: "reads an attribute; its operand is dropped by itself"},
	cpython.LOAD_ATTR_SLOT:           {effect: quietly, held: true, why: "reads an attribute; its operand is dropped by itself"},
	cpython.LOAD_ATTR_MODULE:         {effect: quietly, held: true, why: "reads an attribute; its operand is dropped by itself"},
	cpython.LOAD_ATTR_WITH_HINT:      {effect: quietly, held: true, why: "reads a dict whose keys are strs; its operand is dropped by itself"},
	cpython.STORE_ATTR_INSTANCE_VALUE: {
		effect: stores, old: true, why: "stores an attribute; what it overwrites is dropped by itself",
	},
	cpython.STORE_ATTR_SLOT: {effect: stores, old: true, why: "stores an attribute; what it overwrites is dropped by itself"},
	cpython.LOAD_GLOBAL_MODULE: {
		held: true,
	},
	cpython.LOAD_GLOBAL_BUILTINS: {held: true},
	cpython.FORMAT_SIMPLE:        {types: tStr | tObject},
	cpython.CONVERT_VALUE:        {types: tStr | tObject},
}

// opName returns the name of the operation of a micro-op without a meaning.
func opName(id uop.ID) string {
	return "py." + strings.ToLower(strings.TrimPrefix(cpython.DumpTable().Row(id).Name, "_"))
}

// opRow makes the operation of a micro-op: an uninterpreted function with the
// micro-op's exits, and the effects of its row.
func opRow(id uop.ID) ir.OpRow {
	u, r := cpython.DumpTable().Row(id), rows[id]
	o := ir.OpRow{
		Name: opName(id), Args: []ir.Type{ir.Ref}, Result: ir.Ref, Flags: ir.Variadic, Aux: ir.AuxInt, Types: notNull,
		Reads: ir.AllMemory, Doc: u.Name,
	}
	if r.types != 0 {
		o.Types = r.types
	}
	if r.old {
		o.Types = ir.AnyType // what is overwritten may be NULL
	}
	o.States[ir.Before] = u.Flags&(uop.HasDeopt|uop.HasExit) != 0
	o.States[ir.Raise] = u.Flags&(uop.HasError|uop.HasErrorNoPop) != 0
	switch {
	case r.effect == stores:
		o.Writes = ir.AllMemory &^ (1 << classValues)
	case r.effect == asCPython && u.Flags&uop.Escapes != 0:
		o.Flags |= ir.Escapes | ir.Opaque
		o.Writes = ir.AllMemory
	case o.States[ir.Before]:
		o.Flags |= ir.Guard // it may leave: it stays even if its result is unused
	}
	return o
}

package cpython

import "github.com/tier2go/tier2/uop"

// Micro-ops that CPython's tier 2 has no counterpart of: there an instruction that
// raises ends a trace, and what is called from C. Here a trace goes on at the handler,
// where the traced function, or a caller that is part of the trace, has one, and in a
// generator that a call resumes.
const (
	// RAISE_VARARGS raises: its operands are those of the instruction, its result is
	// the exception, with the frame in its traceback.
	RAISE_VARARGS uop.ID = firstOwn + iota
	// RERAISE raises the exception on top of the stack again.
	RERAISE
	// UNWIND cuts the stack below the exception to operand 0 entries: those that the
	// handler is to find.
	UNWIND
	// UNWIND_LASTI does so below the unit that has raised and the exception.
	UNWIND_LASTI
	// UNWIND_FRAME leaves an inlined call by the exception: its caller gets it, and
	// stands in the traceback with operand 0, a code unit, unless that has
	// [HiddenFrame].
	UNWIND_FRAME
	// INTERPRET executes the instruction at hand as tier 1 does, with everything in the
	// frame, and ends the trace: execution goes on wherever that leads, such as in a
	// function that is only known then. Operand 0 is the instruction, oparg its argument,
	// operand 1 the code unit behind it.
	INTERPRET
	// CALL_GEN_FRAME is a call that resumes a generator, as _SEND_GEN_FRAME: operand 1
	// says besides what is called.
	CALL_GEN_FRAME
	// LOAD_RAISED pushes the exception that a helper has raised: a trace begins with it
	// that continues the exit by which the helper would have left. The stack is cut to
	// operand 0 entries before.
	LOAD_RAISED
	// OPERATOR_INIT_CALL begins the frames of an operator that is a method in Python: that
	// of the method, and beneath it the one that waits for its result. Oparg says which
	// (python.Operator); operand 0 has the versions of the operands' types, operand 1 the
	// unit behind the instruction.
	OPERATOR_INIT_CALL
	// OPERATOR_RESULT makes the operator's result of the operands and what the method has
	// returned. Without operand 0 it leaves where that takes more than looking at it.
	OPERATOR_RESULT
	// SPECIAL_INIT_CALL is OPERATOR_INIT_CALL for a special method that is no operator's:
	// operand 0 has the version of its receiver's type, and above it that of the container that the receiver is a key of, if it is one.
	SPECIAL_INIT_CALL
	// SETTER_INIT_CALL is SPECIAL_INIT_CALL for a function that a store to an attribute calls: operand 0 has the version of the
	// class, and above it the index of the attribute's name, operand 1 above the unit the function's version.
	SETTER_INIT_CALL
	// SPECIAL_RESULT makes the instruction's result of what such a method has returned.
	// Without operand 0 it leaves where that is not what such methods mostly return.
	SPECIAL_RESULT
	// TAKE_INIT_CALL is SPECIAL_INIT_CALL for an instruction that takes the elements of an iterable: operand 0 has the version of the driver.
	TAKE_INIT_CALL
	// SPECIAL_SPREAD is SPECIAL_END of what is a tuple of oparg elements, which are pushed.
	SPECIAL_SPREAD
	// SPECIAL_END takes away what such a method has returned, and the frame beneath it, for
	// an instruction that has no result.
	SPECIAL_END
	// EXPAND_DRIVER makes the call of a builtin function that is given a generator, and nothing else, one of what the VM
	// runs in its place, in Python: the functions that have version operand 0.
	EXPAND_DRIVER
	// EXPAND_CALLABLE makes the call of an instance of a class, whose version is operand 0,
	// with oparg arguments one of the class's __call__, operand 1.
	EXPAND_CALLABLE
	// LOAD_ATTR_GETATTRIBUTE_FRAME sets up the call of a class's __getattribute__,
	// operand 0, with the instance and the name that oparg says, as
	// _LOAD_ATTR_PROPERTY_FRAME does with a property's function.
	LOAD_ATTR_GETATTRIBUTE_FRAME
	// PY_FRAME_EX sets up the call of CALL_FUNCTION_EX, as _PY_FRAME_GENERAL does: of a
	// function, or the bound method of one, with the version that operand 0 has, with as many
	// positional arguments as operand 1 says (pyguest.Star), and as many by keyword: for the parameters that operand 0 says from bit 32
	// on. With an oparg of 1 it does the DICT_MERGE in front of the call as well. Of an instance, operand 1 has its class's version from bit 32
	// on, and the function is its __call__.
	PY_FRAME_EX
	// CALL_EX is CALL_FUNCTION_EX of what begins no frame; operand 0 is the class that is
	// called, 0 if it is no class; operand 1 is which names the arguments by keyword had (object.Heap.KeywordOrder), if that is known.
	CALL_EX
	// NEW_INIT_CALL begins the frames of the __new__ in Python of a class that is called with oparg arguments, and the one
	// beneath it. Operand 0 is the class's version, operand 1 the unit behind the instruction.
	NEW_INIT_CALL
	// LOAD_SUPER_ATTR is the general form of super().name, which CPython's tier 2 has none of: with bit 0 of oparg, what is called
	// and its receiver, or NULL.
	LOAD_SUPER_ATTR
	// PARTIAL_FRAME sets up the call of a functools.partial with oparg arguments, as PY_FRAME_EX: of a function with the version that
	// operand 0 has, with as many arguments in front as operand 1 says.
	PARTIAL_FRAME
	// STORE_GLOBAL_MODULE is STORE_GLOBAL, or STORE_NAME in a module's code, of a name that the globals have: if their keys have
	// the version that operand 0 says, in entry operand 1.
	STORE_GLOBAL_MODULE
	// LOAD_ATTR_FUNCTION_FRAME sets up the call of the function in Python that an attribute comes to, as _LOAD_ATTR_PROPERTY_FRAME does
	// with a property's: the __get__ of a descriptor, or the class's __getattr__. Operand 0 is the class's version, operand 1 the function's.
	LOAD_ATTR_FUNCTION_FRAME
	// INIT_FRAME_KW makes the instance of a call of a class by CALL_KW with oparg arguments, and sets up the call of its __init__, above the
	// frame that returns the instance. Operand 0 is the class's version, operand 1 the unit behind the instruction.
	INIT_FRAME_KW
	// INIT_FRAME_EX is INIT_FRAME_KW for CALL_FUNCTION_EX, with its oparg: operand 0 has the class's version and from bit 32 on what
	// PY_FRAME_EX has there, operand 1 what that has, and from bit 32 on the unit behind the instruction.
	INIT_FRAME_EX
	// SUBSCR_FOUND is BINARY_OP of a subscript whose key is in a dict that calls a function in Python for those that are not (object.Missed).
	// Operand 0 is the version of the dict's class.
	SUBSCR_FOUND
	// SUBSCR_MISSED begins the frame of that function, for a key that is not there, and the one beneath it that stores what it returns,
	// if there is one. Oparg says what it is; operand 0 has the versions of the class and of the function, operand 1 the unit behind the
	// instruction.
	SUBSCR_MISSED
	// CALL_FOUND is CALL, with oparg arguments, of a function with a functools.lru_cache that has the result. Operand 0 says what is
	// called (object.Missed).
	CALL_FOUND
	// CALL_MISSED begins the frame of the function, and the one beneath that keeps its result. Operand 0 has what CALL_FOUND has, and the
	// version of the function, operand 1 the unit behind the instruction.
	CALL_MISSED
	// CALL_EX_FOUND is CALL_FOUND for CALL_FUNCTION_EX; operand 1 says how the arguments are given (pyguest.Star).
	CALL_EX_FOUND
	// CALL_EX_MISSED is CALL_MISSED for CALL_FUNCTION_EX; operand 1 has what CALL_EX_FOUND has, and from bit 32 on the unit behind the
	// instruction.
	CALL_EX_MISSED
	// CALL_WEAK is the call of a weak reference, of a class whose version is operand 0: what it refers to, or None.
	CALL_WEAK
	// PARTIAL_FRAME_KW is PARTIAL_FRAME for CALL_KW: of the oparg arguments the last ones have names.
	PARTIAL_FRAME_KW
	// EACH_FRAME sets up the call of a driver, of which operand 0 is the version, in place of a builtin function's with oparg arguments
	// (object.Each).
	EACH_FRAME
	// EACH_FRAME_KW is EACH_FRAME for CALL_KW: of the oparg arguments the last ones have names.
	EACH_FRAME_KW
	// SEND_CHECK is a guard ahead of SEND_NEXT: None is sent to an iterator of the shape that operand 0 has (pyguest.StepShape).
	SEND_CHECK
	// SEND_NEXT is SEND of None to such an iterator: its next element in place of what is sent. At the iterator's end it leaves to the
	// target, with the None that is the result there.
	SEND_NEXT
	endOwn
)

// HiddenFrame is in UNWIND_FRAME's operand for a caller that the guest does not see.
const HiddenFrame = 1 << 31

// EndBelow is what UNWIND_FRAME's second operand begins at where the unit at which the frame ends lies so far below the exception on the
// operand stack. Otherwise the operand is the unit, plus 1; 0 for a frame that the guest does not see.
const EndBelow = 1 << 32

// firstOwn leaves room for more micro-ops of CPython's.
const firstOwn = 560

var ownRows = [...]uop.Row{
	RAISE_VARARGS - firstOwn:      {Name: "_RAISE_VARARGS", Pops: uop.Count{Per: 1}, Pushes: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasError | uop.Escapes | uop.Tier2Only},
	RERAISE - firstOwn:            {Name: "_RERAISE", Pops: uop.Count{Base: 1}, Pushes: uop.Count{Base: 1}, Flags: uop.HasArg | uop.Tier2Only},
	UNWIND - firstOwn:             {Name: "_UNWIND", Pops: uop.Count{Base: 1}, Pushes: uop.Count{Base: 1}, Flags: uop.Tier2Only},
	UNWIND_LASTI - firstOwn:       {Name: "_UNWIND_LASTI", Pops: uop.Count{Base: 2}, Pushes: uop.Count{Base: 2}, Flags: uop.Tier2Only},
	LOAD_RAISED - firstOwn:        {Name: "_LOAD_RAISED", Pushes: uop.Count{Base: 1}, Flags: uop.Tier2Only},
	INTERPRET - firstOwn:          {Name: "_INTERPRET", Flags: uop.HasArg | uop.HasError | uop.Escapes | uop.Tier2Only},
	OPERATOR_INIT_CALL - firstOwn: {Name: "_OPERATOR_INIT_CALL", Pops: uop.Count{Base: 2}, Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
	EXPAND_DRIVER - firstOwn:      {Name: "_EXPAND_DRIVER", Pops: uop.Count{Base: 2, Per: 1}, Pushes: uop.Count{Base: 2, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
	EXPAND_CALLABLE - firstOwn:    {Name: "_EXPAND_CALLABLE", Pops: uop.Count{Base: 2, Per: 1}, Pushes: uop.Count{Base: 2, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
	OPERATOR_RESULT - firstOwn:    {Name: "_OPERATOR_RESULT", Pops: uop.Count{Base: 3}, Pushes: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.HasError | uop.Escapes | uop.Tier2Only},
	SPECIAL_INIT_CALL - firstOwn:  {Name: "_SPECIAL_INIT_CALL", Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
	SETTER_INIT_CALL - firstOwn:   {Name: "_SETTER_INIT_CALL", Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
	SPECIAL_RESULT - firstOwn:     {Name: "_SPECIAL_RESULT", Pops: uop.Count{Base: 1}, Pushes: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.HasError | uop.Escapes | uop.Tier2Only},
	SPECIAL_END - firstOwn:        {Name: "_SPECIAL_END", Pops: uop.Count{Base: 1}, Flags: uop.HasArg | uop.PopsFrame | uop.Tier2Only},
	TAKE_INIT_CALL - firstOwn:     {Name: "_TAKE_INIT_CALL", Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
	SPECIAL_SPREAD - firstOwn:     {Name: "_SPECIAL_SPREAD", Pops: uop.Count{Base: 1}, Pushes: uop.Count{Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.PopsFrame | uop.Tier2Only},
	UNWIND_FRAME - firstOwn:       {Name: "_UNWIND_FRAME", Pops: uop.Count{Base: 1}, Pushes: uop.Count{Base: 1}, Flags: uop.Escapes | uop.PopsFrame | uop.Tier2Only},
	LOAD_ATTR_GETATTRIBUTE_FRAME - firstOwn: {
		Name: "_LOAD_ATTR_GETATTRIBUTE_FRAME", Pops: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasName | uop.HasDeopt | uop.Tier2Only,
	},
	PY_FRAME_EX - firstOwn:      {Name: "_PY_FRAME_EX", Pops: uop.Count{Base: 4, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.HasError | uop.Escapes | uop.Tier2Only},
	PARTIAL_FRAME - firstOwn:    {Name: "_PARTIAL_FRAME", Pops: uop.Count{Base: 2, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.HasError | uop.Escapes | uop.Tier2Only},
	PARTIAL_FRAME_KW - firstOwn: {Name: "_PARTIAL_FRAME_KW", Pops: uop.Count{Base: 3, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.HasError | uop.Escapes | uop.Tier2Only},
	EACH_FRAME - firstOwn:       {Name: "_EACH_FRAME", Pops: uop.Count{Base: 2, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
	EACH_FRAME_KW - firstOwn:    {Name: "_EACH_FRAME_KW", Pops: uop.Count{Base: 3, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
	INIT_FRAME_KW - firstOwn:    {Name: "_INIT_FRAME_KW", Pops: uop.Count{Base: 3, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.HasError | uop.Escapes | uop.Tier2Only},
	INIT_FRAME_EX - firstOwn:    {Name: "_INIT_FRAME_EX", Pops: uop.Count{Base: 4, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.HasError | uop.Escapes | uop.Tier2Only},
	SUBSCR_FOUND - firstOwn:     {Name: "_SUBSCR_FOUND", Pops: uop.Count{Base: 2}, Pushes: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
	SUBSCR_MISSED - firstOwn:    {Name: "_SUBSCR_MISSED", Pops: uop.Count{Base: 2}, Flags: uop.HasArg | uop.HasDeopt | uop.HasError | uop.Tier2Only},
	CALL_FOUND - firstOwn:       {Name: "_CALL_FOUND", Pops: uop.Count{Base: 2, Per: 1}, Pushes: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
	CALL_MISSED - firstOwn:      {Name: "_CALL_MISSED", Pops: uop.Count{Base: 2, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.HasError | uop.Tier2Only},
	CALL_EX_FOUND - firstOwn:    {Name: "_CALL_EX_FOUND", Pops: uop.Count{Base: 4}, Pushes: uop.Count{Base: 1}, Flags: uop.HasDeopt | uop.Tier2Only},
	CALL_EX_MISSED - firstOwn:   {Name: "_CALL_EX_MISSED", Pops: uop.Count{Base: 4}, Flags: uop.HasDeopt | uop.HasError | uop.Tier2Only},
	CALL_WEAK - firstOwn:        {Name: "_CALL_WEAK", Pops: uop.Count{Base: 2}, Pushes: uop.Count{Base: 1}, Flags: uop.HasDeopt | uop.Tier2Only},
	CALL_EX - firstOwn:          {Name: "_CALL_EX", Pops: uop.Count{Base: 4}, Pushes: uop.Count{Base: 1}, Flags: uop.HasDeopt | uop.HasError | uop.Escapes | uop.Tier2Only},
	NEW_INIT_CALL - firstOwn:    {Name: "_NEW_INIT_CALL", Pops: uop.Count{Base: 2, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.HasError | uop.Escapes | uop.Tier2Only},
	LOAD_SUPER_ATTR - firstOwn: {
		Name: "_LOAD_SUPER_ATTR", Pops: uop.Count{Base: 3}, Pushes: uop.Count{Base: 1, Per: 1, Mask: 1}, Flags: uop.HasArg | uop.HasName | uop.HasDeopt | uop.HasError | uop.Escapes | uop.Tier2Only,
	},
	STORE_GLOBAL_MODULE - firstOwn: {Name: "_STORE_GLOBAL_MODULE", Pops: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasName | uop.HasDeopt | uop.Tier2Only},
	LOAD_ATTR_FUNCTION_FRAME - firstOwn: {
		Name: "_LOAD_ATTR_FUNCTION_FRAME", Pops: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasName | uop.HasDeopt | uop.HasError | uop.Tier2Only,
	},
	SEND_CHECK - firstOwn:     {Name: "_SEND_CHECK", Pops: uop.Count{Base: 2}, Pushes: uop.Count{Base: 2}, Flags: uop.HasDeopt | uop.Tier2Only},
	SEND_NEXT - firstOwn:      {Name: "_SEND_NEXT", Pops: uop.Count{Base: 2}, Pushes: uop.Count{Base: 2}, Flags: uop.HasDeopt | uop.HasExit | uop.Tier2Only},
	CALL_GEN_FRAME - firstOwn: {Name: "_CALL_GEN_FRAME", Pops: uop.Count{Base: 2, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.Tier2Only},
}

// ownMacros are the expansions of instructions that CPython's tier 2 does not follow.
var ownMacros = []Macro{
	{"LOAD_SUPER_ATTR", []Step{{"_LOAD_SUPER_ATTR", Oparg, 1}}},
	{"LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN", []Step{
		{"_CHECK_PEP_523", Oparg, 1}, {"_GUARD_TYPE_VERSION", Cache2, 1}, {"_LOAD_ATTR_GETATTRIBUTE_FRAME", Cache4, 5},
		{"_SAVE_RETURN_OFFSET", ReturnOffset, 9}, {"_PUSH_FRAME", Oparg, 9},
	}},
}

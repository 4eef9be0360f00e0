package pycode

// words are the kinds of stack entries that lie on each other, the lowest first.
type words []kind

// transfer is what an instruction does to the operand stack: which kinds of words
// it takes off, looks at and puts on. From the bottom up it takes base, the words
// of each as often as its operand says, and top. What it looks at stays.
// (Python/bytecodes.c; Include/internal/pycore_opcode_metadata.h)
type transfer struct {
	base, each, top words
	puts            words
	// putsEach is put on as often as the operand says, above puts.
	putsEach kind
	// sees is looked at, as many entries below what is taken as the operand says;
	// beneath is looked at there: so many entries further down.
	sees    kind
	beneath uint8
	below   kind
	// odd is put on, or with oddTop taken off the top, when the operand is odd.
	odd    kind
	oddTop bool
	// slots is what becomes of the slots that the operand names. What is loaded is put
	// on, what is stored is taken off.
	slots [2]slotUse
	act   action
}

// slotUse is what an instruction does with a slot of LocalsPlus.
type slotUse uint8

const (
	slotNone   slotUse = iota
	slotLoad           // puts its word on the stack: it must have one
	slotCheck          // the same, and raises if it has none
	slotTake           // puts its word, or NULL, on the stack and clears it
	slotStore          // takes its word off the stack
	slotDelete         // clears it, and raises if it has none
	slotDeref          // uses the cell in it
	slotCell           // puts a cell with its word into it
)

// action is what the flow of kinds does for an instruction beyond its row.
type action uint8

const (
	actNone      action = iota
	actConst            // puts on the constant
	actCopy             // puts on a copy of an entry
	actSwap             // exchanges the top with another entry
	actTuple            // makes a tuple of the entries: of cells, if all are
	actFunction         // makes a function of a code object
	actAttribute        // gives a function what the operand says
	actNames            // the names on top are at most as many as the arguments
	actCompare          // makes a bool if the operand asks for one
	actUnpackEx         // puts on as many as both numbers in the operand say, and a list
	actIntrinsic1
	actIntrinsic2
	actFreeVars // the last slots become cells
	actResume   // at the function's start the stack is empty
	actIfNone   // jumps where the entry is None
	actIfNot    // jumps where it is not
	actReraise  // with an operand looks at a code unit
	actYield    // raises with what it is sent on the stack
	actLook     // leaves what it takes where it is
)

var transfers = [256]transfer{
	// Locals, constants, stack.
	LOAD_FAST:                         {slots: [2]slotUse{slotLoad}},
	LOAD_FAST_BORROW:                  {slots: [2]slotUse{slotLoad}},
	LOAD_FAST_CHECK:                   {slots: [2]slotUse{slotCheck}},
	LOAD_FAST_AND_CLEAR:               {slots: [2]slotUse{slotTake}},
	LOAD_FAST_LOAD_FAST:               {slots: [2]slotUse{slotLoad, slotLoad}},
	LOAD_FAST_BORROW_LOAD_FAST_BORROW: {slots: [2]slotUse{slotLoad, slotLoad}},
	STORE_FAST:                        {slots: [2]slotUse{slotStore}},
	STORE_FAST_LOAD_FAST:              {slots: [2]slotUse{slotStore, slotLoad}},
	STORE_FAST_STORE_FAST:             {slots: [2]slotUse{slotStore, slotStore}},
	DELETE_FAST:                       {slots: [2]slotUse{slotDelete}},
	LOAD_DEREF:                        {slots: [2]slotUse{slotDeref}, puts: words{isObject}},
	STORE_DEREF:                       {slots: [2]slotUse{slotDeref}, top: words{anObject}},
	DELETE_DEREF:                      {slots: [2]slotUse{slotDeref}},
	LOAD_FROM_DICT_OR_DEREF:           {slots: [2]slotUse{slotDeref}, top: words{anObject}, puts: words{isObject}},
	MAKE_CELL:                         {slots: [2]slotUse{slotCell}},
	COPY_FREE_VARS:                    {act: actFreeVars},
	LOAD_CONST:                        {act: actConst},
	LOAD_SMALL_INT:                    {puts: words{isObject}},
	LOAD_COMMON_CONSTANT:              {puts: words{isObject}},
	PUSH_NULL:                         {puts: words{isNull}},
	POP_TOP:                           {top: words{anything}},
	POP_ITER:                          {top: words{anything}},
	END_FOR:                           {top: words{anything}},
	COPY:                              {act: actCopy},
	SWAP:                              {act: actSwap},
	NOP:                               {},
	NOT_TAKEN:                         {},
	RESUME:                            {act: actResume},

	// Names.
	LOAD_NAME:                 {puts: words{isObject}},
	STORE_NAME:                {top: words{anObject}},
	DELETE_NAME:               {},
	LOAD_GLOBAL:               {puts: words{isObject}, odd: isNull},
	STORE_GLOBAL:              {top: words{anObject}},
	DELETE_GLOBAL:             {},
	LOAD_LOCALS:               {puts: words{isObject}},
	LOAD_FROM_DICT_OR_GLOBALS: {top: words{anObject}, puts: words{isObject}},
	SETUP_ANNOTATIONS:         {},
	LOAD_BUILD_CLASS:          {puts: words{isObject}},
	IMPORT_NAME:               {top: words{anObject, anObject}, puts: words{isObject}},
	IMPORT_FROM:               {top: words{anObject}, puts: words{isObject}, act: actLook},

	// Attributes and items.
	LOAD_ATTR:       {top: words{anObject}, puts: words{isObject}, odd: isObject | isNull},
	STORE_ATTR:      {top: words{anObject, anObject}},
	DELETE_ATTR:     {top: words{anObject}},
	LOAD_SUPER_ATTR: {top: words{anObject, anObject, anObject}, puts: words{isObject}, odd: isObject | isNull},
	LOAD_SPECIAL:    {top: words{anObject}, puts: words{isObject, isObject | isNull}},
	STORE_SUBSCR:    {top: words{anObject, anObject, anObject}},
	DELETE_SUBSCR:   {top: words{anObject, anObject}},
	BINARY_SLICE:    {top: words{anObject, anObject, anObject}, puts: words{isObject}},
	STORE_SLICE:     {top: words{anObject, anObject, anObject, anObject}},

	// Operators.
	BINARY_OP:      {top: words{anObject, anObject}, puts: words{isObject}},
	UNARY_INVERT:   {top: words{anObject}, puts: words{isObject}},
	UNARY_NEGATIVE: {top: words{anObject}, puts: words{isObject}},
	UNARY_NOT:      {top: words{isBool}, puts: words{isBool}},
	COMPARE_OP:     {top: words{anObject, anObject}, act: actCompare},
	CONTAINS_OP:    {top: words{anObject, anObject}, puts: words{isBool}},
	IS_OP:          {top: words{anObject, anObject}, puts: words{isBool}},
	TO_BOOL:        {top: words{anObject}, puts: words{isBool}},

	// Jumps.
	POP_JUMP_IF_FALSE:          {top: words{anObject}},
	POP_JUMP_IF_TRUE:           {top: words{anObject}},
	POP_JUMP_IF_NONE:           {top: words{anObject}, act: actIfNone},
	POP_JUMP_IF_NOT_NONE:       {top: words{anObject}, act: actIfNot},
	JUMP_FORWARD:               {},
	JUMP_BACKWARD:              {},
	JUMP_BACKWARD_NO_INTERRUPT: {},

	// Displays and strings.
	BUILD_LIST:          {each: words{anObject}, puts: words{isList}},
	BUILD_SET:           {each: words{anObject}, puts: words{isSet}},
	BUILD_TUPLE:         {each: words{anObject}, act: actTuple},
	BUILD_MAP:           {each: words{anObject, anObject}, puts: words{isDict}},
	BUILD_SLICE:         {each: words{anObject}, puts: words{isObject}},
	BUILD_STRING:        {each: words{anObject}, puts: words{isStr}}, // it tests: ast.JoinedStr takes any expression
	BUILD_INTERPOLATION: {top: words{anObject, isStr}, odd: isStr, oddTop: true, puts: words{isObject}},
	BUILD_TEMPLATE:      {top: words{aTuple, aTuple}, puts: words{isObject}},
	LIST_APPEND:         {top: words{anObject}, sees: isList},
	LIST_EXTEND:         {top: words{anObject}, sees: isList},
	SET_ADD:             {top: words{anObject}, sees: anObject}, // it tests: a module keeps a set in a name (PEP 749)
	SET_UPDATE:          {top: words{anObject}, sees: isSet},
	MAP_ADD:             {top: words{anObject, anObject}, sees: isDict},
	DICT_UPDATE:         {top: words{anObject}, sees: isDict},
	DICT_MERGE:          {top: words{anObject}, sees: isDict, beneath: 3, below: anObject},
	CONVERT_VALUE:       {top: words{anObject}, puts: words{isStr}},
	FORMAT_SIMPLE:       {top: words{anObject}, puts: words{isStr}},
	FORMAT_WITH_SPEC:    {top: words{anObject, isStr}, puts: words{isStr}},
	UNPACK_SEQUENCE:     {top: words{anObject}, putsEach: isObject},
	UNPACK_EX:           {top: words{anObject}, act: actUnpackEx},

	// Calls and functions.
	CALL:                   {base: words{anObject, objectNull}, each: words{anObject}, puts: words{isObject}},
	CALL_KW:                {base: words{anObject, objectNull}, each: words{anObject}, top: words{isNames}, puts: words{isObject}, act: actNames},
	CALL_FUNCTION_EX:       {top: words{anObject, objectNull, anObject, isDict | isNull}, puts: words{isObject}},
	RETURN_VALUE:           {top: words{anObject}, puts: words{isObject}},
	MAKE_FUNCTION:          {top: words{isCode}, act: actFunction},
	SET_FUNCTION_ATTRIBUTE: {top: words{anObject, aFunction}, act: actAttribute},
	CALL_INTRINSIC_1:       {act: actIntrinsic1},
	CALL_INTRINSIC_2:       {act: actIntrinsic2},
	EXIT_INIT_CHECK:        {top: words{anObject}},
	INTERPRETER_EXIT:       {top: words{anObject}},

	// Iteration and generators.
	GET_ITER:            {top: words{anObject}, puts: words{isObject}},
	FOR_ITER:            {top: words{anObject}, puts: words{isObject}, act: actLook},
	GET_YIELD_FROM_ITER: {top: words{anObject}, puts: words{isObject}},
	SEND:                {top: words{anObject, anObject}, puts: words{isObject, isObject}},
	END_SEND:            {top: words{anObject, anObject}, puts: words{isObject}},
	YIELD_VALUE:         {top: words{anObject}, puts: words{isObject}, act: actYield},
	RETURN_GENERATOR:    {puts: words{isObject}},
	GET_AWAITABLE:       {top: words{anObject}, puts: words{isObject}},
	GET_AITER:           {top: words{anObject}, puts: words{isObject}},
	GET_ANEXT:           {top: words{anObject}, puts: words{isObject}, act: actLook},
	END_ASYNC_FOR:       {top: words{anObject, isRaised}},
	CLEANUP_THROW:       {top: words{anObject, anObject, isRaised}, puts: words{isObject, isObject}},

	// Patterns.
	GET_LEN:        {top: words{anObject}, puts: words{isObject}, act: actLook},
	MATCH_SEQUENCE: {top: words{anObject}, puts: words{isBool}, act: actLook},
	MATCH_MAPPING:  {top: words{anObject}, puts: words{isBool}, act: actLook},
	MATCH_KEYS:     {top: words{anObject, aTuple}, puts: words{isObject}, act: actLook},
	MATCH_CLASS:    {top: words{anObject, anObject, isNames}, puts: words{isObject}},

	// Exceptions.
	RAISE_VARARGS:     {each: words{anObject}},
	RERAISE:           {top: words{isRaised}, act: actReraise},
	PUSH_EXC_INFO:     {top: words{isRaised}, puts: words{isHandled, isRaised}},
	POP_EXCEPT:        {top: words{isHandled}},
	CHECK_EXC_MATCH:   {top: words{isRaised, anObject}, puts: words{isRaised, isBool}},
	CHECK_EG_MATCH:    {top: words{anObject, anObject}, puts: words{isHandled, isHandled}},
	WITH_EXCEPT_START: {top: words{anObject, objectNull, isUnit, isHandled, isRaised}, puts: words{isObject}, act: actLook},
}

// intrinsics are the kinds that CALL_INTRINSIC_1 and CALL_INTRINSIC_2 take and put on.
var (
	intrinsics1 = [...]struct{ take, put kind }{
		INTRINSIC_PRINT:               {anObject, isObject},
		INTRINSIC_IMPORT_STAR:         {anObject, isObject},
		INTRINSIC_STOPITERATION_ERROR: {isRaised, isRaised},
		INTRINSIC_ASYNC_GEN_WRAP:      {anObject, isObject},
		INTRINSIC_UNARY_POSITIVE:      {anObject, isObject},
		INTRINSIC_LIST_TO_TUPLE:       {isList, isTuple},
		INTRINSIC_TYPEVAR:             {isStr, isParameter},
		INTRINSIC_PARAMSPEC:           {isStr, isParameter},
		INTRINSIC_TYPEVARTUPLE:        {isStr, isParameter},
		INTRINSIC_SUBSCRIPT_GENERIC:   {anObject, isObject},
		INTRINSIC_TYPEALIAS:           {aTuple, isObject},
	}
	intrinsics2 = [...]struct{ lower, top, put kind }{
		INTRINSIC_PREP_RERAISE_STAR:        {anObject, isList, isHandled},
		INTRINSIC_TYPEVAR_WITH_BOUND:       {isStr, anObject, isParameter},
		INTRINSIC_TYPEVAR_WITH_CONSTRAINTS: {isStr, anObject, isParameter},
		INTRINSIC_SET_FUNCTION_TYPE_PARAMS: {isFunction, anObject, isFunction},
		INTRINSIC_SET_TYPEPARAM_DEFAULT:    {isParameter, anObject, isParameter},
	}
)

// StackEffect returns how many values the instruction takes off the operand
// stack and how many it puts on, those that it only looks at included in both.
// A jump has the same effect whether it is taken or not; END_FOR, which FOR_ITER
// jumps to and the interpreter skips, takes off what FOR_ITER did not put on.
func (in Instr) StackEffect() (pops, pushes int) {
	op := in.Op.Base()
	t, arg := &transfers[op], int(in.Arg)
	pops = len(t.base) + arg*len(t.each) + len(t.top)
	pushes = len(t.puts)
	if t.sees != 0 {
		pops, pushes = pops+arg+int(t.beneath), pushes+arg+int(t.beneath)
	}
	if t.putsEach != 0 {
		pushes += arg
	}
	if t.odd != 0 && arg&1 != 0 {
		if t.oddTop {
			pops++
		} else {
			pushes++
		}
	}
	for _, use := range t.slots {
		switch use {
		case slotLoad, slotCheck, slotTake:
			pushes++
		case slotStore:
			pops++
		}
	}
	switch t.act {
	case actCopy:
		pops, pushes = arg, arg+1
	case actSwap:
		pops, pushes = arg, arg
	case actConst, actTuple, actFunction, actAttribute, actCompare:
		pushes++
	case actIntrinsic1:
		pops, pushes = 1, 1
	case actIntrinsic2:
		pops, pushes = 2, 1
	case actUnpackEx:
		pushes += arg&0xFF + arg>>8 + 1
	case actLook:
		pushes += len(t.top)
	case actReraise:
		pops, pushes = pops+arg, pushes+arg
	}
	return pops, pushes
}

// Ends reports whether the instruction never goes on to the next one.
func (op Op) Ends() bool {
	switch op.Base() {
	case RETURN_VALUE, RERAISE, RAISE_VARARGS, JUMP_FORWARD, JUMP_BACKWARD, JUMP_BACKWARD_NO_INTERRUPT, INTERPRETER_EXIT:
		return true
	}
	return false
}

package pycode

// effect is what an instruction takes off the operand stack and puts on it, as
// linear functions of its operand. Values that it only looks at count as taken
// and put back. (Include/internal/pycore_opcode_metadata.h)
type effect struct {
	pop, popPer   int8
	push, pushPer int8
	bit           int8 // 1: one push more when the operand is odd; -1: one pop more
}

var effects = [256]effect{
	BINARY_SLICE:        {pop: 3, push: 1},
	BUILD_TEMPLATE:      {pop: 2, push: 1},
	CALL_FUNCTION_EX:    {pop: 4, push: 1},
	CHECK_EG_MATCH:      {pop: 2, push: 2},
	CHECK_EXC_MATCH:     {pop: 2, push: 2},
	CLEANUP_THROW:       {pop: 3, push: 2},
	DELETE_SUBSCR:       {pop: 2},
	END_FOR:             {pop: 1},
	END_SEND:            {pop: 2, push: 1},
	EXIT_INIT_CHECK:     {pop: 1},
	FORMAT_SIMPLE:       {pop: 1, push: 1},
	FORMAT_WITH_SPEC:    {pop: 2, push: 1},
	GET_AITER:           {pop: 1, push: 1},
	GET_ANEXT:           {pop: 1, push: 2},
	GET_ITER:            {pop: 1, push: 1},
	GET_LEN:             {pop: 1, push: 2},
	GET_YIELD_FROM_ITER: {pop: 1, push: 1},
	INTERPRETER_EXIT:    {pop: 1},
	LOAD_BUILD_CLASS:    {push: 1},
	LOAD_LOCALS:         {push: 1},
	MAKE_FUNCTION:       {pop: 1, push: 1},
	MATCH_KEYS:          {pop: 2, push: 3},
	MATCH_MAPPING:       {pop: 1, push: 2},
	MATCH_SEQUENCE:      {pop: 1, push: 2},
	POP_EXCEPT:          {pop: 1},
	POP_ITER:            {pop: 1},
	POP_TOP:             {pop: 1},
	PUSH_EXC_INFO:       {pop: 1, push: 2},
	PUSH_NULL:           {push: 1},
	RETURN_GENERATOR:    {push: 1},
	// The value returned appears in the caller's frame, or in this one when a
	// generator goes on; CPython counts it as pushed.
	RETURN_VALUE:      {pop: 1, push: 1},
	STORE_SLICE:       {pop: 4},
	STORE_SUBSCR:      {pop: 3},
	TO_BOOL:           {pop: 1, push: 1},
	UNARY_INVERT:      {pop: 1, push: 1},
	UNARY_NEGATIVE:    {pop: 1, push: 1},
	UNARY_NOT:         {pop: 1, push: 1},
	WITH_EXCEPT_START: {pop: 5, push: 6},

	BINARY_OP:                         {pop: 2, push: 1},
	BUILD_INTERPOLATION:               {pop: 2, push: 1, bit: -1},
	BUILD_LIST:                        {popPer: 1, push: 1},
	BUILD_MAP:                         {popPer: 2, push: 1},
	BUILD_SET:                         {popPer: 1, push: 1},
	BUILD_SLICE:                       {popPer: 1, push: 1},
	BUILD_STRING:                      {popPer: 1, push: 1},
	BUILD_TUPLE:                       {popPer: 1, push: 1},
	CALL:                              {pop: 2, popPer: 1, push: 1},
	CALL_INTRINSIC_1:                  {pop: 1, push: 1},
	CALL_INTRINSIC_2:                  {pop: 2, push: 1},
	CALL_KW:                           {pop: 3, popPer: 1, push: 1},
	COMPARE_OP:                        {pop: 2, push: 1},
	CONTAINS_OP:                       {pop: 2, push: 1},
	CONVERT_VALUE:                     {pop: 1, push: 1},
	COPY:                              {popPer: 1, push: 1, pushPer: 1},
	DELETE_ATTR:                       {pop: 1},
	DICT_MERGE:                        {pop: 4, popPer: 1, push: 3, pushPer: 1},
	DICT_UPDATE:                       {pop: 1, popPer: 1, pushPer: 1},
	END_ASYNC_FOR:                     {pop: 2},
	FOR_ITER:                          {pop: 1, push: 2},
	GET_AWAITABLE:                     {pop: 1, push: 1},
	IMPORT_FROM:                       {pop: 1, push: 2},
	IMPORT_NAME:                       {pop: 2, push: 1},
	IS_OP:                             {pop: 2, push: 1},
	LIST_APPEND:                       {pop: 1, popPer: 1, pushPer: 1},
	LIST_EXTEND:                       {pop: 1, popPer: 1, pushPer: 1},
	LOAD_ATTR:                         {pop: 1, push: 1, bit: 1},
	LOAD_COMMON_CONSTANT:              {push: 1},
	LOAD_CONST:                        {push: 1},
	LOAD_DEREF:                        {push: 1},
	LOAD_FAST:                         {push: 1},
	LOAD_FAST_AND_CLEAR:               {push: 1},
	LOAD_FAST_BORROW:                  {push: 1},
	LOAD_FAST_BORROW_LOAD_FAST_BORROW: {push: 2},
	LOAD_FAST_CHECK:                   {push: 1},
	LOAD_FAST_LOAD_FAST:               {push: 2},
	LOAD_FROM_DICT_OR_DEREF:           {pop: 1, push: 1},
	LOAD_FROM_DICT_OR_GLOBALS:         {pop: 1, push: 1},
	LOAD_GLOBAL:                       {push: 1, bit: 1},
	LOAD_NAME:                         {push: 1},
	LOAD_SMALL_INT:                    {push: 1},
	LOAD_SPECIAL:                      {pop: 1, push: 2},
	LOAD_SUPER_ATTR:                   {pop: 3, push: 1, bit: 1},
	MAP_ADD:                           {pop: 2, popPer: 1, pushPer: 1},
	MATCH_CLASS:                       {pop: 3, push: 1},
	POP_JUMP_IF_FALSE:                 {pop: 1},
	POP_JUMP_IF_NONE:                  {pop: 1},
	POP_JUMP_IF_NOT_NONE:              {pop: 1},
	POP_JUMP_IF_TRUE:                  {pop: 1},
	RAISE_VARARGS:                     {popPer: 1},
	RERAISE:                           {pop: 1, popPer: 1, pushPer: 1},
	SEND:                              {pop: 2, push: 2},
	SET_ADD:                           {pop: 1, popPer: 1, pushPer: 1},
	SET_FUNCTION_ATTRIBUTE:            {pop: 2, push: 1},
	SET_UPDATE:                        {pop: 1, popPer: 1, pushPer: 1},
	STORE_ATTR:                        {pop: 2},
	STORE_DEREF:                       {pop: 1},
	STORE_FAST:                        {pop: 1},
	STORE_FAST_LOAD_FAST:              {pop: 1, push: 1},
	STORE_FAST_STORE_FAST:             {pop: 2},
	STORE_GLOBAL:                      {pop: 1},
	STORE_NAME:                        {pop: 1},
	SWAP:                              {popPer: 1, pushPer: 1},
	UNPACK_EX:                         {pop: 1, push: 1}, // and both numbers in the operand
	UNPACK_SEQUENCE:                   {pop: 1, pushPer: 1},
	YIELD_VALUE:                       {pop: 1, push: 1},
}

// StackEffect returns how many values the instruction takes off the operand
// stack and how many it puts on, those that it only looks at included in both.
// A jump has the same effect whether it is taken or not; END_FOR, which FOR_ITER
// jumps to and the interpreter skips, takes off what FOR_ITER did not put on.
func (in Instr) StackEffect() (pops, pushes int) {
	op := in.Op.Base()
	e, arg := &effects[op], int(in.Arg)
	pops, pushes = int(e.pop)+arg*int(e.popPer), int(e.push)+arg*int(e.pushPer)
	switch {
	case e.bit > 0:
		pushes += arg & 1
	case e.bit < 0:
		pops += arg & 1
	case op == UNPACK_EX:
		pushes += arg&0xFF + arg>>8
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

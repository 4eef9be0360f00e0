package pycode

// operandRanges is the least and the greatest operand where operands choose.
var operandRanges = [256]struct{ min, max uint32 }{
	BINARY_OP:              {0, uint32(len(binarySymbols) - 1)},
	BUILD_INTERPOLATION:    {0, 15},
	BUILD_SLICE:            {2, 3},
	CALL_INTRINSIC_1:       {1, uint32(len(intrinsic1Names) - 1)},
	CALL_INTRINSIC_2:       {1, uint32(len(intrinsic2Names) - 1)},
	COMPARE_OP:             {0, uint32(len(compareSymbols)<<5 - 1)},
	CONTAINS_OP:            {0, 1},
	CONVERT_VALUE:          {1, 3},
	COPY:                   {1, maxStack},
	DICT_MERGE:             {1, maxStack},
	DICT_UPDATE:            {1, maxStack},
	GET_AWAITABLE:          {0, 2},
	IS_OP:                  {0, 1},
	LIST_APPEND:            {1, maxStack},
	LIST_EXTEND:            {1, maxStack},
	LOAD_COMMON_CONSTANT:   {0, uint32(len(commonConstants) - 1)},
	LOAD_SPECIAL:           {0, uint32(len(specialMethods) - 1)},
	LOAD_SMALL_INT:         {0, 256},
	MAP_ADD:                {1, maxStack},
	RAISE_VARARGS:          {0, 2},
	RERAISE:                {0, 2},
	RESUME:                 {0, 7},
	SET_ADD:                {1, maxStack},
	SET_FUNCTION_ATTRIBUTE: {1, 16},
	SET_UPDATE:             {1, maxStack},
	SWAP:                   {1, maxStack},

	BUILD_LIST: {0, maxStack}, BUILD_MAP: {0, maxStack}, BUILD_SET: {0, maxStack}, BUILD_STRING: {0, maxStack}, BUILD_TUPLE: {0, maxStack},
	CALL: {0, maxStack}, CALL_KW: {0, maxStack}, UNPACK_SEQUENCE: {0, maxStack}, UNPACK_EX: {0, maxStack}, MATCH_CLASS: {0, maxStack},
}

// check says against what an operand is checked.
type check uint8

const (
	checkNone check = iota
	checkConst
	checkName
	checkSlot
	checkSlots // two
	checkRange
	checkForward
	checkBackward
	checkOther // by verifier.special
	checkRefused
)

// scanned is what scan knows of an opcode, in one cache line's reach.
type scanned struct {
	check    check
	caches   uint8
	shift    uint8 // of the index of a name in the operand
	cell     LocalKind
	min, max uint32
}

// scans are the rows of scan.
var scans = func() (rows [256]scanned) {
	for i := range rows {
		op, r := Op(i), &rows[i]
		r.caches = uint8(op.Caches())
		r.min, r.max = operandRanges[op].min, operandRanges[op].max
		r.cell = cellKinds[op]
		switch slots, n := (Instr{Op: op}).locals(); {
		case !runnable(op):
			r.check = checkRefused
		case op.hasConst():
			r.check = checkConst
		case op.HasName():
			r.check = checkName
			for nameIndex(op, 1<<r.shift) == 0 {
				r.shift++
			}
		case op.HasLocal() && n == 2:
			r.check = checkSlots
		case op.HasLocal() && n == len(slots)-1:
			r.check = checkSlot
		case op == JUMP_BACKWARD || op == JUMP_BACKWARD_NO_INTERRUPT:
			r.check = checkBackward
		case op.HasJump() && op != END_ASYNC_FOR:
			r.check = checkForward
		case r.max > 0:
			r.check = checkRange
		}
		switch op {
		case COPY_FREE_VARS, SET_FUNCTION_ATTRIBUTE, YIELD_VALUE, RETURN_GENERATOR, RESUME, MAKE_CELL:
			r.check = checkOther
		}
	}
	return rows
}()

// cellKinds says what the slot of an instruction that uses a cell may be.
var cellKinds = [256]LocalKind{
	DELETE_DEREF: KindCell | KindFree, LOAD_DEREF: KindCell | KindFree, STORE_DEREF: KindCell | KindFree,
	LOAD_FROM_DICT_OR_DEREF: KindCell | KindFree,
	// The compiler makes a comprehension's cell in the slot of a free variable of the same name.
	MAKE_CELL: KindCell | KindFree,
}

// scan checks each instruction by itself, finds where they begin, and collects the
// jumps.
func (v *verifier) scan() error {
	n := len(v.Units)
	if cap(v.marks) < n {
		v.marks = make([]int32, n+n/2)
	}
	v.marks = v.marks[:n]
	clear(v.marks)
	v.jumps, v.handlers, v.calm, v.first = v.jumps[:0], v.handlers[:0], false, 0
	s := scanner{verifier: v, prologue: true}
	for at := 0; at < n; {
		in := Instr{Start: at, Unit: at}
		u := v.Units[at]
		in.Op, in.Arg = Op(u), uint32(u>>8)
		if in.Op == EXTENDED_ARG {
			if in = Decode(v.Units, at); in.Op == EXTENDED_ARG {
				return v.fail(at, "the code ends in EXTENDED_ARG")
			}
			if in.Unit-at > 3 {
				return v.fail(at, "%d EXTENDED_ARG", in.Unit-at)
			}
			if u>>8 == 0 {
				return v.fail(at, "EXTENDED_ARG 0 before %s", in.Op)
			}
		}
		r := &scans[in.Op]
		in.Next = in.Unit + 1 + int(r.caches)
		if r.check == checkRefused {
			return v.fail(in.Unit, "%s is not an instruction of a compiled file", in.Op)
		}
		if in.Next > n {
			return v.fail(in.Unit, "the inline cache of %s is cut off", in.Op)
		}
		if v.marks[at] == inside {
			v.marks[at] = begins
		}
		switch r.check {
		case checkNone:
		case checkConst:
			if uint64(in.Arg) >= uint64(len(v.Consts)) {
				return v.indexed(in, in.Arg, len(v.Consts), "constant")
			}
		case checkName:
			if i := in.Arg >> r.shift; uint64(i) >= uint64(len(v.Names)) {
				return v.indexed(in, i, len(v.Names), "name")
			}
		case checkSlot:
			if uint64(in.Arg) >= uint64(len(v.Kinds)) {
				return v.indexed(in, in.Arg, len(v.Kinds), "slot")
			}
			if r.cell != 0 && v.Kinds[in.Arg]&r.cell == 0 {
				return v.fail(in.Unit, "%s of slot %d (%s), which is no cell", in.Op, in.Arg, v.LocalsPlus[in.Arg])
			}
		case checkSlots:
			if i := max(in.Arg>>4, in.Arg&15); uint64(i) >= uint64(len(v.Kinds)) {
				return v.indexed(in, i, len(v.Kinds), "slot")
			}
		case checkRange:
			if in.Arg < r.min || in.Arg > r.max {
				return v.fail(in.Unit, "operand %d of %s is not in %d..%d", in.Arg, in.Op, r.min, r.max)
			}
		case checkForward:
			if in.Arg > uint32(n) {
				return v.fail(in.Unit, "%s over %d units of %d", in.Op, in.Arg, n)
			}
			v.jumps = append(v.jumps, jump{int32(in.Unit), int32(in.Next + int(in.Arg))})
		case checkBackward:
			if in.Arg > uint32(n) {
				return v.fail(in.Unit, "%s over %d units of %d", in.Op, in.Arg, n)
			}
			v.jumps = append(v.jumps, jump{int32(in.Unit), int32(in.Next - int(in.Arg))})
		default:
			if err := s.other(in, r); err != nil {
				return err
			}
		}
		if s.prologue && !(in.Op == COPY_FREE_VARS || in.Op == MAKE_CELL) {
			s.prologue = false
		}
		s.before, s.last, s.start, s.unit = s.last, in.Op, in.Start, in.Unit
		at = in.Next
	}
	if s.last == YIELD_VALUE {
		return v.fail(s.unit, "no RESUME behind YIELD_VALUE")
	}
	if v.generates() && !s.made {
		return v.fail(-1, "a generator's code without RETURN_GENERATOR")
	}
	return nil
}

func (v *verifier) indexed(in Instr, i uint32, n int, what string) error {
	return v.fail(in.Unit, "%s %d: %s %d of %d", in.Op, in.Arg, what, i, n)
}

// generates reports whether calls of the code make generators, coroutines or
// asynchronous generators.
func (c *Code) generates() bool {
	return c.Flags&(FlagGenerator|FlagCoroutine|FlagAsyncGenerator) != 0
}

// scanner knows what has been scanned.
type scanner struct {
	*verifier
	prologue    bool // there were only cells and free variables
	made        bool // there was a RETURN_GENERATOR
	last        Op   // of the instruction before, 0 where there was none
	before      Op   // and of the one before that
	start, unit int  // of the instruction before
}

// other checks instructions whose place matters.
func (s *scanner) other(in Instr, r *scanned) error {
	v := s.verifier
	switch in.Op {
	case COPY_FREE_VARS:
		if int64(in.Arg) != int64(v.free) || v.free == 0 {
			return v.fail(in.Unit, "COPY_FREE_VARS %d with %d free variables", in.Arg, v.free)
		}
		if in.Start > 0 {
			return v.fail(in.Unit, "COPY_FREE_VARS is not the first instruction")
		}
	case MAKE_CELL:
		if uint64(in.Arg) >= uint64(len(v.Kinds)) {
			return v.indexed(in, in.Arg, len(v.Kinds), "slot")
		}
		if v.Kinds[in.Arg]&r.cell == 0 {
			return v.fail(in.Unit, "%s of slot %d (%s), which is no cell", in.Op, in.Arg, v.LocalsPlus[in.Arg])
		}
	case SET_FUNCTION_ATTRIBUTE:
		if in.Arg < r.min || in.Arg > r.max || in.Arg&(in.Arg-1) != 0 {
			return v.fail(in.Unit, "SET_FUNCTION_ATTRIBUTE of the attributes 0x%x at once", in.Arg)
		}
	case RETURN_GENERATOR:
		switch {
		case !v.generates():
			return v.fail(in.Unit, "RETURN_GENERATOR outside a generator")
		case !s.prologue:
			return v.fail(in.Unit, "RETURN_GENERATOR is not at the beginning")
		}
		s.made, v.first = true, in.Next
	case YIELD_VALUE:
		if !v.generates() {
			return v.fail(in.Unit, "YIELD_VALUE outside a generator")
		}
		if in.Next >= len(v.Units) || Op(v.Units[in.Next]) != RESUME || v.Units[in.Next]>>8&3 == 0 {
			return v.fail(in.Unit, "no RESUME behind YIELD_VALUE")
		}
	case RESUME:
		return s.resume(in, r)
	}
	return nil
}

// resume checks where a RESUME stands: at the function's start, behind a yield, or
// behind the yield of an await.
func (s *scanner) resume(in Instr, r *scanned) error {
	v := s.verifier
	if in.Arg > r.max {
		return v.fail(in.Unit, "operand %d of %s is not in %d..%d", in.Arg, in.Op, r.min, r.max)
	}
	v.marks[in.Start] = shut
	where := in.Arg & 3
	switch {
	case where == 0:
		atStart := s.prologue || s.last == RETURN_GENERATOR || s.last == POP_TOP && s.before == RETURN_GENERATOR
		if !atStart {
			return v.fail(in.Unit, "RESUME %d is not at the function's start", in.Arg)
		}
	case s.last != YIELD_VALUE:
		return v.fail(in.Unit, "RESUME %d is not behind a YIELD_VALUE", in.Arg)
	case where == 1:
	case s.before != SEND:
		return v.fail(in.Unit, "RESUME %d is not behind a SEND", in.Arg)
	default:
		v.marks[s.start] = shut
		if s.start != s.unit {
			return v.fail(s.unit, "EXTENDED_ARG before the YIELD_VALUE of a SEND")
		}
	}
	return nil
}

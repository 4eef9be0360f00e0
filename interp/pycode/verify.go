package pycode

import "fmt"

// VerifyError says which instruction of which code object is wrong and why.
type VerifyError struct {
	Code   *Code
	Unit   int // code unit of the instruction; -1: not one instruction's fault
	Reason string
}

// Error implements error.
func (e *VerifyError) Error() string {
	if e.Unit < 0 {
		return fmt.Sprintf("code object %q: %s", e.Code.QualName, e.Reason)
	}
	return fmt.Sprintf("code object %q, unit %d: %s", e.Code.QualName, e.Unit, e.Reason)
}

// maxStack is more operand stack than any source needs.
const maxStack = 1 << 20

// Verify checks the code object and those among its constants, so that running
// it cannot leave its bounds:
//
//   - slots and parameters agree;
//   - every instruction is a base instruction of CPython 3.14 (not specialized,
//     not instrumented) with its whole inline cache, and at most three prefixes;
//   - operands index what is there, and choose among what is known;
//   - jumps, and handlers, lead to the beginning of instructions, FOR_ITER's to
//     an END_FOR, and the end of the code is never reached;
//   - the stack has one depth at each instruction, which neither the instruction
//     nor a handler undercuts, and never exceeds StackSize;
//   - the line and exception tables are well formed.
//
// It says nothing of the types of values: that what MAKE_FUNCTION finds on the
// stack is code, or that no NULL is where a value should be. The error is a
// *VerifyError.
func (c *Code) Verify() error {
	seen := map[*Code]bool{}
	var visit func(k Const) error
	visit = func(k Const) error {
		switch k := k.(type) {
		case *Code:
			if seen[k] {
				return nil
			}
			seen[k] = true
			v := verifier{Code: k}
			if err := v.verify(); err != nil {
				return err
			}
			return eachConst(k.Consts, visit)
		case Tuple:
			return eachConst(k, visit)
		case FrozenSet:
			return eachConst(k, visit)
		case *Slice:
			return eachConst([]Const{k.Start, k.Stop, k.Step}, visit)
		}
		return nil
	}
	return visit(c)
}

func eachConst(ks []Const, visit func(Const) error) error {
	for _, k := range ks {
		if err := visit(k); err != nil {
			return err
		}
	}
	return nil
}

// verifier checks one code object.
type verifier struct {
	*Code
	handlers []Handler
	begins   []bool  // by unit: an instruction, with its prefixes, begins here
	depths   []int32 // by unit: stack depth before the instruction plus one; 0: not known
	work     []int   // units whose depth was just found
}

func (v *verifier) fail(unit int, format string, args ...any) error {
	return &VerifyError{v.Code, unit, fmt.Sprintf(format, args...)}
}

func (v *verifier) verify() error {
	for _, step := range []func() error{v.slots, v.instructions, v.targets, v.tables, v.stack} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// slots checks the parameters and the order of LocalsPlus.
func (v *verifier) slots() error {
	if len(v.Kinds) != len(v.LocalsPlus) {
		return v.fail(-1, "%d slots and %d kinds", len(v.LocalsPlus), len(v.Kinds))
	}
	if v.PosOnlyArgCount > v.ArgCount {
		return v.fail(-1, "%d positional-only parameters of %d", v.PosOnlyArgCount, v.ArgCount)
	}
	if v.StackSize > maxStack {
		return v.fail(-1, "stack of %d entries", v.StackSize)
	}
	stage := KindLocal
	for i, k := range v.Kinds {
		var s LocalKind
		switch {
		case k&KindLocal != 0 && k&KindFree == 0:
			s = KindLocal
		case k&(KindLocal|KindCell|KindFree) == KindCell:
			s = KindCell
		case k&(KindLocal|KindCell|KindFree) == KindFree:
			s = KindFree
		default:
			return v.fail(-1, "slot %d (%s) is of kind 0x%02x", i, v.LocalsPlus[i], k)
		}
		if s < stage {
			return v.fail(-1, "slot %d (%s) is out of order: locals, cells, free variables", i, v.LocalsPlus[i])
		}
		stage = s
	}
	if n := v.NumParams(); n > v.NumLocals() {
		return v.fail(-1, "%d parameters and %d locals", n, v.NumLocals())
	}
	return nil
}

// instructions checks each instruction by itself and finds where they begin.
func (v *verifier) instructions() error {
	if len(v.Units) == 0 {
		return v.fail(-1, "no instructions")
	}
	v.begins = make([]bool, len(v.Units))
	for in := range v.Instructions() {
		v.begins[in.Start] = true
		switch {
		case in.Op == EXTENDED_ARG:
			return v.fail(in.Start, "the code ends in EXTENDED_ARG")
		case in.Unit-in.Start > 3:
			return v.fail(in.Start, "%d EXTENDED_ARG", in.Unit-in.Start)
		case in.Unit+1+in.Op.Caches() > len(v.Units):
			return v.fail(in.Unit, "the inline cache of %s is cut off", in.Op)
		case !runnable(in.Op):
			return v.fail(in.Unit, "%s is not an instruction of a compiled file", in.Op)
		}
		if err := v.operand(in); err != nil {
			return err
		}
	}
	return nil
}

// runnable reports whether CPython's compiler emits the opcode.
func runnable(op Op) bool {
	switch op {
	case CACHE, RESERVED, INTERPRETER_EXIT, ENTER_EXECUTOR, INSTRUMENTED_LINE, INSTRUMENTED_INSTRUCTION:
		return false
	}
	return op.Defined() && op.Base() == op
}

// operandRanges is the least and the greatest operand where operands choose.
var operandRanges = [256]struct{ min, max uint32 }{
	BINARY_OP:              {0, uint32(len(binarySymbols) - 1)},
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
	SET_ADD:                {1, maxStack},
	SET_FUNCTION_ATTRIBUTE: {1, 16},
	SET_UPDATE:             {1, maxStack},
	SWAP:                   {1, maxStack},
}

// operand checks an operand against what it indexes or chooses.
func (v *verifier) operand(in Instr) error {
	index := func(i uint32, n int, what string) error {
		if uint64(i) >= uint64(n) {
			return v.fail(in.Unit, "%s %d: %s %d of %d", in.Op, in.Arg, what, i, n)
		}
		return nil
	}
	switch {
	case in.Op.HasConst():
		return index(in.Arg, len(v.Consts), "constant")
	case in.Op.HasName():
		return index(NameIndex(in.Op, in.Arg), len(v.Names), "name")
	case in.Op.HasLocal():
		slots, n := in.locals()
		for _, i := range slots[:n] {
			if err := index(i, len(v.LocalsPlus), "slot"); err != nil {
				return err
			}
			if want := cellKinds[in.Op]; want != 0 && v.Kinds[i]&want == 0 {
				return v.fail(in.Unit, "%s of slot %d (%s), which is no cell", in.Op, i, v.LocalsPlus[i])
			}
		}
		return nil
	}
	if r := operandRanges[in.Op]; r.max > 0 && (in.Arg < r.min || in.Arg > r.max) {
		return v.fail(in.Unit, "operand %d of %s is not in %d..%d", in.Arg, in.Op, r.min, r.max)
	}
	switch in.Op {
	case COPY_FREE_VARS:
		if n := v.NumFree(); int(in.Arg) != n {
			return v.fail(in.Unit, "COPY_FREE_VARS %d with %d free variables", in.Arg, n)
		}
	case SET_FUNCTION_ATTRIBUTE:
		if in.Arg&(in.Arg-1) != 0 {
			return v.fail(in.Unit, "SET_FUNCTION_ATTRIBUTE of the attributes 0x%x at once", in.Arg)
		}
	case YIELD_VALUE, RETURN_GENERATOR:
		if v.Flags&(FlagGenerator|FlagCoroutine|FlagAsyncGenerator) == 0 {
			return v.fail(in.Unit, "%s outside a generator", in.Op)
		}
	}
	return nil
}

// cellKinds says what the slot of an instruction that uses a cell may be.
var cellKinds = [256]LocalKind{
	DELETE_DEREF: KindCell | KindFree, LOAD_DEREF: KindCell | KindFree, STORE_DEREF: KindCell | KindFree,
	LOAD_FROM_DICT_OR_DEREF: KindCell | KindFree, MAKE_CELL: KindCell,
}

// targets checks where jumps lead.
func (v *verifier) targets() error {
	for in := range v.Instructions() {
		t, ok := in.Target()
		if !ok {
			continue
		}
		if !v.begin(t) {
			return v.fail(in.Unit, "%s to %d, where no instruction begins", in.Op, t)
		}
		if in.Op == FOR_ITER && Decode(v.Units, t).Op != END_FOR {
			return v.fail(in.Unit, "FOR_ITER to %d, which is no END_FOR", t)
		}
	}
	return nil
}

func (v *verifier) begin(unit int) bool { return unit >= 0 && unit < len(v.begins) && v.begins[unit] }

// tables checks the line table and the exception table.
func (v *verifier) tables() error {
	end := 0
	for l := range v.Locations() {
		end = l.End
	}
	if end < len(v.Units) {
		return v.fail(end, "the line table ends here")
	}
	r := varints{data: v.ExceptionTable}
	last := 0
	for r.more() {
		start, size, target, depth := r.high(), r.high(), r.high(), r.high()
		h := Handler{start, start + size, target, depth >> 1, depth&1 != 0}
		switch {
		case r.bad:
			return v.fail(-1, "the exception table is cut off")
		case h.Start < last || !v.begin(h.Start) || h.End <= h.Start || h.End > len(v.Units):
			return v.fail(-1, "the exception table covers units %d to %d", h.Start, h.End)
		case !v.begin(h.Target):
			return v.fail(-1, "the exception table names unit %d, where no instruction begins", h.Target)
		}
		last = h.End
		v.handlers = append(v.handlers, h)
	}
	return nil
}

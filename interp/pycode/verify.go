package pycode

import (
	"fmt"
	"slices"
	"sync"
)

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

// Verify proves of the code object and of those among its constants that running
// it cannot leave the memory of its frame, nor make an instruction take a word for
// what it is not:
//
//   - slots and parameters agree;
//   - every instruction is a base instruction of CPython 3.14 (not specialized,
//     not instrumented) with its whole inline cache, and the fewest prefixes;
//   - operands index what is there, and choose among what is known;
//   - jumps, and handlers, lead to the beginning of instructions, FOR_ITER's to
//     an END_FOR, SEND's to an END_SEND, and the end of the code is never reached;
//   - a generator's code makes its generator once, before anything else, and only
//     it yields; each RESUME stands where the interpreter looks for it;
//   - the stack has one depth at each instruction, which neither the instruction
//     nor a handler undercuts, and never exceeds StackSize;
//   - each word on the stack, and in the slots of cells, is of a kind that the
//     instruction takes, however it is reached: a NULL is nowhere used as an object,
//     a slot that may be empty is not loaded without a test, what is appended to is a
//     list, a handler ends what it has begun, a closure has the cells that its code
//     wants;
//   - every loop asks for interrupts;
//   - the line and exception tables are well formed.
//
// What cannot be proved is refused; all that CPython's compiler makes can be. What
// depends on the types of objects is not Verify's: instructions that take any
// object test its type. Nor is it proved that what LOAD_FAST_BORROW has loaded does not
// outlive its local: who runs code must treat it as LOAD_FAST, or count. The error is a
// *VerifyError.
//
// Most functions of a library are never called, and proving takes about as long as
// reading. Who runs code may therefore divide it: VerifyShape of what is loaded, and
// VerifyBody of each code object ahead of its first instruction. Both together
// prove what Verify proves.
//
// Code that has passed is not looked at again: it must not change.
func (c *Code) Verify() error { return c.check(shaped | proved) }

// VerifyShape checks of the code object and of those among its constants what making
// frames and functions of them relies on: slots and parameters agree, the stack's
// size is a sane one, there is an instruction, and no code is among its own
// constants. The error is a *VerifyError.
func (c *Code) VerifyShape() error { return c.check(shaped) }

// VerifyBody proves of the code object alone, without those among its constants, what
// Verify proves. The error is a *VerifyError.
func (c *Code) VerifyBody() error {
	if c.checked.Load()&proved != 0 {
		return nil
	}
	if err := c.VerifyShape(); err != nil {
		return err
	}
	return c.verifying(func(v *verifier) error { return v.body(c) })
}

// What a code object has passed: the bits of Code.checked.
const (
	shaped    = 1 << iota // VerifyShape
	proved                // VerifyBody
	allProved             // Verify
)

// check makes a code object pass what bits say, with those among its constants.
func (c *Code) check(want uint32) error {
	if c.has(want) {
		return nil
	}
	return c.verifying(func(v *verifier) error { return v.visit(c, want) })
}

// has reports whether the code object and those among its constants have passed.
func (c *Code) has(want uint32) bool {
	if want&proved != 0 {
		want |= allProved
	}
	return c.checked.Load()&want == want
}

// verifying lends f a verifier.
func (c *Code) verifying(f func(v *verifier) error) error {
	v := verifiers.Get().(*verifier)
	err := f(v)
	clear(v.within)
	v.Code, v.within = nil, v.within[:0]
	verifiers.Put(v)
	return err
}

// verifiers keeps the memory of verifiers for the next code.
var verifiers = sync.Pool{New: func() any { return new(verifier) }}

// visit checks the code objects that a constant has.
func (v *verifier) visit(k Const, want uint32) error {
	switch k := k.(type) {
	case *Code:
		if k.has(want) {
			return nil
		}
		if v.Code = k; slices.Contains(v.within, k) {
			return v.fail(-1, "the code is among its own constants")
		}
		if k.checked.Load()&shaped == 0 {
			if err := v.shape(); err != nil {
				return err
			}
		}
		if want&proved != 0 {
			if err := v.body(k); err != nil {
				return err
			}
		}
		v.within = append(v.within, k)
		if err := v.visitAll(k.Consts, want); err != nil {
			return err
		}
		v.within = v.within[:len(v.within)-1]
		if want&proved != 0 {
			want |= allProved
		}
		k.checked.Or(want)
	case Tuple:
		return v.visitAll(k, want)
	case FrozenSet:
		return v.visitAll(k, want)
	case *Slice:
		return v.visitAll([]Const{k.Start, k.Stop, k.Step}, want)
	}
	return nil
}

func (v *verifier) visitAll(ks []Const, want uint32) error {
	for _, k := range ks {
		if err := v.visit(k, want); err != nil {
			return err
		}
	}
	return nil
}

// verifier checks one code object. Its slices are used again for the next.
type verifier struct {
	*Code
	within   []*Code // the code objects that this one is among the constants of
	marks    []int32 // by unit: what begins there
	jumps    []jump
	handlers []handlerRange
	free     int  // slots that are free variables
	first    int  // the unit before which no jump leads: behind RETURN_GENERATOR
	calm     bool // a jump or a handler leads back without asking for interrupts
	flow
}

// jump is a jump: from the instruction at a unit to another one.
type jump struct{ from, to int32 }

// handlerRange is a Handler and the leader at its target.
type handlerRange struct {
	Handler
	leader int32
}

// The marks of code units; those from leads on are leader numbers.
const (
	inside int32 = iota // not the beginning of an instruction
	begins
	shut // begins an instruction that is reached only from the one before
	leads
)

func (v *verifier) fail(unit int, format string, args ...any) error {
	return &VerifyError{v.Code, unit, fmt.Sprintf(format, args...)}
}

// body verifies a code object whose shape has been.
func (v *verifier) body(c *Code) error {
	if c.checked.Load()&proved != 0 {
		return nil
	}
	v.Code, v.free = c, c.NumFree()
	if err := v.prove(); err != nil {
		return err
	}
	c.checked.Or(proved)
	return nil
}

func (v *verifier) prove() error {
	if err := v.read(); err != nil {
		return err
	}
	if err := v.run(); err != nil {
		return err
	}
	if v.calm {
		return v.loops()
	}
	return nil
}

// read finds out where execution may come to.
func (v *verifier) read() error {
	if err := v.scan(); err != nil {
		return err
	}
	if err := v.targets(); err != nil {
		return err
	}
	return v.tables()
}

// StackAt returns how many entries the operand stack has where the instruction at a code unit begins: -1 if execution
// does not come there, or if the code does not pass Verify.
func (c *Code) StackAt(unit int) int {
	depth := -1
	c.verifying(func(v *verifier) error {
		v.Code, v.free = c, c.NumFree()
		if err := v.read(); err != nil {
			return err
		}
		for unit > 0 && v.marks[unit] == inside { // behind EXTENDED_ARG
			unit--
		}
		v.marks[unit] = max(v.marks[unit], leads)
		if err := v.run(); err != nil {
			return err
		}
		depth = int(v.leaders[v.marks[unit]-leads].depth)
		return nil
	})
	return depth
}

// shape checks the parameters and the order of LocalsPlus.
func (v *verifier) shape() error {
	if len(v.Kinds) != len(v.LocalsPlus) {
		return v.fail(-1, "%d slots and %d kinds", len(v.LocalsPlus), len(v.Kinds))
	}
	if v.PosOnlyArgCount > v.ArgCount || v.PosOnlyArgCount < 0 || v.KwOnlyArgCount < 0 {
		return v.fail(-1, "%d positional-only parameters of %d", v.PosOnlyArgCount, v.ArgCount)
	}
	if v.StackSize > maxStack || v.StackSize < 0 {
		return v.fail(-1, "stack of %d entries", v.StackSize)
	}
	if len(v.Units) == 0 {
		return v.fail(-1, "no instructions")
	}
	stage, locals := KindLocal, 0
	for i, k := range v.Kinds {
		var s LocalKind
		switch {
		case k&KindLocal != 0 && k&KindFree == 0:
			s = KindLocal
			locals++
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
	if n := v.NumParams(); n > locals {
		return v.fail(-1, "%d parameters and %d locals", n, locals)
	}
	if v.ArgCount > locals || v.KwOnlyArgCount > locals {
		return v.fail(-1, "%d and %d parameters of %d locals", v.ArgCount, v.KwOnlyArgCount, locals)
	}
	return nil
}

// runnable reports whether CPython's compiler emits the opcode.
func runnable(op Op) bool {
	switch op {
	case CACHE, RESERVED, INTERPRETER_EXIT, EXIT_INIT_CHECK, ENTER_EXECUTOR, INSTRUMENTED_LINE, INSTRUMENTED_INSTRUCTION:
		return false
	}
	return op.Defined() && op.Base() == op
}

// targets checks where jumps lead and numbers the leaders among them.
func (v *verifier) targets() error {
	for _, j := range v.jumps {
		op, to := Op(v.Units[j.from]), int(j.to)
		if !v.begin(to) {
			return v.fail(int(j.from), "%s to %d, where no instruction begins", op, to)
		}
		switch target := Op(v.Units[to]); {
		case op == FOR_ITER:
			if target != END_FOR {
				return v.fail(int(j.from), "FOR_ITER to %d, which is no END_FOR", to)
			}
			if to++; !v.begin(to) {
				return v.fail(int(j.from), "FOR_ITER to %d, behind which the code ends", to-1)
			}
		case op == SEND && target != END_SEND:
			return v.fail(int(j.from), "SEND to %d, which is no END_SEND", to)
		case op == JUMP_BACKWARD_NO_INTERRUPT:
			v.calm = true
		}
		if err := v.lead(int(j.from), to, op.String()); err != nil {
			return err
		}
	}
	return nil
}

func (v *verifier) begin(unit int) bool {
	return unit >= 0 && unit < len(v.marks) && v.marks[unit] != inside
}

// lead makes a unit that execution jumps to a leader.
func (v *verifier) lead(from, to int, who string) error {
	switch {
	case v.marks[to] == shut:
		return v.fail(from, "%s to %d, which is reached only from the instruction before", who, to)
	case to < v.first:
		return v.fail(from, "%s to %d, before which the generator is made", who, to)
	case v.marks[to] == begins:
		v.marks[to] = leads
	}
	return nil
}

// tables checks the exception table. A line table may be of any form: what it does not describe has no line, as in CPython.
func (v *verifier) tables() error {
	r := varints{data: v.ExceptionTable}
	last := v.first
	for r.more() {
		start, size, target, depth := r.high(), r.high(), r.high(), r.high()
		h := Handler{start, start + size, target, depth >> 1, depth&1 != 0}
		switch {
		case r.bad:
			return v.fail(-1, "the exception table is cut off")
		case h.Start < last || !v.begin(h.Start) || h.End <= h.Start || h.End != len(v.Units) && !v.begin(h.End):
			return v.fail(-1, "the exception table covers units %d to %d", h.Start, h.End)
		case !v.begin(h.Target):
			return v.fail(-1, "the exception table names unit %d, where no instruction begins", h.Target)
		}
		if err := v.lead(h.Start, h.Target, "a handler"); err != nil {
			return err
		}
		last = h.End
		v.calm = v.calm || h.Target < h.End
		v.handlers = append(v.handlers, handlerRange{Handler: h})
	}
	return nil
}

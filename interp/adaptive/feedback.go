package adaptive

import (
	"math/bits"
	"slices"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Feedback is what exits that lead to an instruction tell of it.
type Feedback struct {
	Sides   uint8  // exits that have been continued there, those of its own switch not counted
	Tails   uint32 // micro-ops of the executors that they got
	Merge   bool   // an executor for all of them has been asked for
	General bool   // no guard of its types holds
	AnySize bool   // it has left machine code with an int of more than 64 bits among its operands
	Idle    bool   // an executor that stood there has executed nothing
	Resumes bool   // it is a call that resumes a generator, or that a trace has everything in memory for, or a loop over an instance whose __next__ is a generator's
	Getter  bool   // it has been an attribute that a function in Python returns
	Gens    bool   // it is a loop that has left machine code over a generator
	Calls   bool   // LOAD_ATTR has come to a function in Python that it has no member for (object.AttrFunctionOf)
	Next    uint32 // see nextAt
	Driver  uint32 // it is a call of a builtin function that has been given a generator: the version of what is run in its place
	Shape   uint64 // of the iterator that FOR_ITER, or the SEND of a yield from, has run over last, where that has no member of its own (python.IterShape)
}

// mostSeen is how many types an attribute instruction may have been specialized for: a type switch tests for as many.
const mostSeen = 4

// Sees notes that the attribute instruction with its opcode at a code unit, which has been specialized for a type, is for another one now. One that
// sees more than mostSeen is compiled in its general form at once: a switch would be made test by test, each behind exits that were hot, and given
// up then.
func (c *Code) Sees(unit int, before, now object.TypeID) {
	start := unit // of its prefixes
	for start > 0 && c.Instruction(start-1) == unit {
		start--
	}
	if c.IsGeneral(start) {
		return
	}
	if c.seen == nil {
		c.seen = map[int][]object.TypeID{}
	}
	list := c.seen[unit]
	for _, t := range [...]object.TypeID{before, now} {
		if t != 0 && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	c.seen[unit] = list
	if len(list) > mostSeen {
		delete(c.seen, unit)
		c.FeedbackAt(start).General = true
	}
}

// IsMerge reports whether pc is a merge point.
func (c *Code) IsMerge(pc int) bool { return c.Feedback != nil && c.Feedback[pc].Merge }

// CallsAt reports whether the LOAD_ATTR at pc has come to a function in Python.
func (c *Code) CallsAt(pc int) bool { return c.Feedback != nil && c.Feedback[pc].Calls }

// IsGeneral reports whether the instruction at pc is compiled in its general form.
func (c *Code) IsGeneral(pc int) bool { return c.Feedback != nil && c.Feedback[pc].General }

// NextAt returns the version of the class whose instances the FOR_ITER at pc runs over, if
// their __next__ can be inlined; else 0.
func (c *Code) NextAt(pc int) uint32 {
	if c.Feedback == nil {
		return 0
	}
	return c.Feedback[pc].Next
}

// ResumesAt reports whether the instruction at pc is a call that resumes a generator, or a loop that does so by a class's __next__.
func (c *Code) ResumesAt(pc int) bool { return c.Feedback != nil && c.Feedback[pc].Resumes }

// ClearMerge makes a place where an executor has been taken away like any other.
func (c *Code) ClearMerge(pc int) {
	if c.Feedback != nil {
		c.Feedback[pc].Sides, c.Feedback[pc].Tails, c.Feedback[pc].Merge = 0, 0, false
	}
}

// FeedbackAt returns what is kept of the instruction at pc.
func (c *Code) FeedbackAt(pc int) *Feedback {
	if c.Feedback == nil {
		c.Feedback = make([]Feedback, len(c.Live))
	}
	return &c.Feedback[pc]
}

// Operation is what an instruction has last found out about its operands: an operator about
// both, a store to a subscript about what it stores to and the key, a store to an attribute about the operand (Right is the index
// of the attribute's name), a load of an attribute about the operand (Right is 1 if Left is the class that the operand is itself, 0 if
// it is the operand's; Method is a function in Python that returns the attribute), another one that calls a special method about the
// operand that has it.
type Operation struct {
	Left, Right uint32       // versions of their types
	Method      object.Value // in Python, that is called first; Null: no such
	Operator    pyguest.Operator
	Asked       pyguest.Operator // what Method and Operator have been found for
	Numbers     byte             // of a subscript of numbers: their code
	// Of a subscript that has seen an index below 0: of what, and what has become of it.
	FromEnd     FromEnd
	FromEndType object.TypeID
	Starred     Starred
	Ends        object.Value // the class whose calls are made by Scripts that a CALL_FUNCTION_EX has called last, if that has begun no frame
	Missed      Missed
}

// Missed is what a look-up has found last: a subscript's in a dict, or that of a CALL in a functools.lru_cache.
type Missed struct {
	Kind     object.Missed // what it calls in Python where it finds nothing
	Type     uint32        // the version of the type of what it has looked in
	Function uint32        // the version of the function that it calls
	History  uint16        // a bit for each time, the last one's lowest: it has found nothing
}

// Note notes that a look-up in what has a type's version, which calls a function of a version, has found nothing, or something.
func (m *Missed) Note(kind object.Missed, t, function uint32, nothing bool) {
	if m.Kind != kind || m.Type != t || m.Function != function {
		*m = Missed{Kind: kind, Type: t, Function: function}
	}
	m.History <<= 1
	if nothing {
		m.History |= 1
	}
}

// Calls reports whether the look-up has found nothing the last time, or, with mostly, more often than not.
func (m *Missed) Calls(mostly bool) bool {
	if mostly {
		return bits.OnesCount16(m.History) > 8
	}
	return m.History&1 != 0
}

// OperationAt returns what is kept of the operands of the instruction at pc.
func (c *Code) OperationAt(pc int) *Operation {
	if c.Operations == nil {
		c.Operations = make([]Operation, len(c.Live))
	}
	return &c.Operations[pc]
}

// FromEnd is what is known of a subscript by an index that counts from the end.
type FromEnd uint8

// The states, in their order: no such index has been seen; one has; it has been compiled
// for such; it has left for another reason.
const (
	FromEndNever FromEnd = iota
	FromEndSeen
	FromEndCompiled
	FromEndFailed
)

// operators are the instructions that a class may have a method for.
var operators = [256]bool{
	pycode.BINARY_OP: true, pycode.COMPARE_OP: true, pycode.CONTAINS_OP: true, pycode.TO_BOOL: true, pycode.STORE_SUBSCR: true, pycode.DELETE_SUBSCR: true,
	pycode.GET_ITER: true, pycode.GET_YIELD_FROM_ITER: true, pycode.UNARY_NEGATIVE: true, pycode.UNARY_INVERT: true, pycode.CALL_LEN: true, pycode.CALL_STR_1: true,
	pycode.FORMAT_SIMPLE: true, pycode.CONVERT_VALUE: true, pycode.STORE_ATTR: true, pycode.SET_ADD: true, pycode.MAP_ADD: true,
}

// IsOperator reports whether an instruction is one that a class may have a method for: an
// operator, or another that calls a special method.
func IsOperator(op pycode.Op) bool { return operators[op] }

// RunsMany reports whether the instruction op at pc runs code in Python that differs from
// time to time, or is known to differ, though it has a general form which would do that
// from Go.
func (c *Code) RunsMany(op pycode.Op, pc int) bool {
	if IsOperator(op) && c.IsGeneral(pc) {
		if c.Operations == nil {
			return false
		}
		x := &c.Operations[c.Instruction(pc)]
		return x.Left != 0 && x.Method != object.Null || x.Missed.Kind != object.MissedNothing
	}
	return c.ResumesAt(pc) || c.IsGeneral(pc) && (op == pycode.LOAD_ATTR_PROPERTY || op == pycode.LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN || op == pycode.FOR_ITER_GEN || c.Feedback[pc].Gens || op == pycode.FOR_ITER && c.Feedback[pc].Next != 0) ||
		op == pycode.LOAD_ATTR && c.CallsAt(pc)
}

// Since is what the global counter was when a back edge began to count.
type Since struct {
	PC    int // of its inline cache
	Ticks uint64
}

// JumpSince returns what the global counter was when the back edge began to count
// whose inline cache is at pc.
func (c *Code) JumpSince(pc int) uint64 {
	for _, s := range c.Since {
		if s.PC == pc {
			return s.Ticks
		}
	}
	return 0
}

package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// assembler writes bytecode.
type assembler struct {
	flags  int
	far    bool // jumps forward have an EXTENDED_ARG
	units  []uint16
	yield  int // the unit behind the yield, if there is one
	consts []object.Value
	names  []string
	table  []byte // of exceptions
}

// afterYield is the argument of the RESUME behind a yield of code that handles no exception: where it is dropped there is nothing
// to close (Include/internal/pycore_opcode_utils.h: RESUME_AFTER_YIELD, RESUME_OPARG_DEPTH1_MASK).
const afterYield = 1 | 4

func (a *assembler) op(op pycode.Op, arg int) {
	a.units = append(a.units, uint16(op)|argument(arg))
	a.units = append(a.units, make([]uint16, op.Caches())...)
}

func (a *assembler) constant(v object.Value) {
	a.op(pycode.LOAD_CONST, len(a.consts))
	a.consts = append(a.consts, v)
}

// attr replaces the entry on the stack by its attribute of a name.
func (a *assembler) attr(name string) {
	a.op(pycode.LOAD_ATTR, len(a.names)<<1)
	a.names = append(a.names, name)
}

func (a *assembler) here() int { return len(a.units) }

// jump writes a jump forward, to where land is called with what it returns.
func (a *assembler) jump(op pycode.Op) int {
	if a.far {
		a.op(pycode.EXTENDED_ARG, 0)
	}
	at := len(a.units)
	a.op(op, 0)
	return at
}

func (a *assembler) land(at int) {
	n := len(a.units) - at - 1 - pycode.Op(a.units[at]).Caches()
	if a.far {
		a.units[at-1] |= argument(n >> 8)
		n &= 1<<8 - 1
	}
	a.units[at] |= argument(n)
}

// argument is where a code unit has an argument.
func argument(arg int) uint16 {
	if arg>>8 != 0 {
		panic("driver: an argument that needs more than a byte")
	}
	return uint16(arg) << 8
}

func (a *assembler) back(to int) {
	n := len(a.units) + 1 + pycode.JUMP_BACKWARD.Caches() - to
	if n >= 1<<8 {
		n++
		a.op(pycode.EXTENDED_ARG, n>>8)
		n &= 1<<8 - 1
	}
	a.op(pycode.JUMP_BACKWARD, n)
}

// handle makes what follows the handler of what the units from start to end raise, with nothing on the stack.
func (a *assembler) handle(start, end int) {
	const begins, more = 0x80, 0x40
	for i, n := range [...]int{start, end - start, a.here(), 0} {
		first := len(a.table)
		if n >= more {
			a.table = append(a.table, more|byte(n>>6))
		}
		a.table = append(a.table, byte(n&(more-1)))
		if i == 0 {
			a.table[first] |= begins
		}
	}
}

// loop runs over local 0; body takes an element from the stack.
func (a *assembler) loop(body func()) {
	a.op(pycode.LOAD_FAST, 0)
	a.rest(body)
}

// rest runs over what is left of the iterator on the stack.
func (a *assembler) rest(body func()) {
	top := a.here()
	end := a.jump(pycode.FOR_ITER)
	body()
	a.back(top)
	a.exhausted(end)
}

// exhausted lands a FOR_ITER where its iterator has no more elements, and drops that.
func (a *assembler) exhausted(at int) {
	a.land(at)
	a.op(pycode.END_FOR, 0)
	a.op(pycode.POP_ITER, 0)
}

// Bits of the argument of COMPARE_OP: the result is a bool; it is true for what is less,
// greater or equal.
const (
	compareToBool  = 16
	compareLess    = 2
	compareGreater = 4
	compareEqual   = 8
)

// compare compares the two topmost entries with <, > or ==: a bool takes their place.
func (a *assembler) compare(op object.CompareOp) {
	holds := compareLess
	switch op {
	case object.GT:
		holds = compareGreater
	case object.EQ:
		holds = compareEqual
	}
	a.op(pycode.COMPARE_OP, int(op)<<5|compareToBool|holds)
}

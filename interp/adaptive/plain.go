package adaptive

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Plain functions: a few instructions in a row that read locals, constants and attributes of instances, compare by identity, and return. A
// loop's get_debug and is_running are such, properties that return a field, an __index__ or a __hash__ that has been computed. Go that
// calls one needs no frame for it: it runs nothing else, makes nothing and changes nothing, so it can be given up at any instruction, and
// be called as any other.

// plainSteps is how many instructions such a function has at most.
const plainSteps = 6

type plainStep struct {
	op    pycode.Op
	arg   int
	value object.Value // the constant, the attribute's name
}

// PlainOf returns what a call of a function of the code with these arguments, by position, returns; ok is false if the code is not plain, or
// an attribute is something that runs code, or is not there.
func (c *Code) PlainOf(h *object.Heap, args []object.Value) (v object.Value, ok bool) {
	if c.plain == nil {
		c.plain = c.readPlain()
	}
	if len(c.plain) == 0 || len(args) != c.ArgCount {
		return object.Null, false
	}
	var stack [plainSteps + 1]object.Value // nothing is allocated: the collector does not see it
	n := 0
	for i := range c.plain {
		s := &c.plain[i]
		switch s.op {
		case pycode.LOAD_FAST:
			stack[n] = args[s.arg]
			n++
		case pycode.LOAD_CONST:
			stack[n] = s.value
			n++
		case pycode.LOAD_ATTR:
			x := h.PlainAttr(stack[n-1], s.value)
			if x == object.Null {
				return object.Null, false
			}
			stack[n-1] = x
		case pycode.IS_OP:
			n--
			stack[n-1] = object.Bool((stack[n-1] == stack[n]) == (s.arg == 0))
		}
	}
	return stack[0], true
}

// readPlain returns the steps of a plain function, none if the code is not one.
func (c *Code) readPlain() []plainStep {
	none := []plainStep{}
	if !c.Exact || c.Generates || c.Shim || c.LocalSlots != c.ArgCount {
		return none
	}
	steps, depth := none, 0
	for in := range c.Instructions() {
		s := plainStep{in.Op.Base(), int(in.Arg), object.Null}
		switch s.op {
		case pycode.RESUME, pycode.NOP:
			continue
		case pycode.LOAD_FAST_BORROW:
			s.op = pycode.LOAD_FAST
			depth++
		case pycode.LOAD_FAST:
			depth++
		case pycode.LOAD_CONST:
			s.value = c.ConstValues[s.arg]
			depth++
		case pycode.LOAD_SMALL_INT:
			s.op, s.value = pycode.LOAD_CONST, object.SmallInt(int64(s.arg))
			depth++
		case pycode.LOAD_ATTR:
			if s.arg&1 != 0 {
				return none
			}
			s.value = c.NameValues[s.arg>>1]
		case pycode.IS_OP:
			depth--
		case pycode.RETURN_VALUE:
			if depth != 1 {
				return none
			}
			return steps
		default:
			return none
		}
		if steps = append(steps, s); len(steps) > plainSteps {
			return none
		}
	}
	return none
}

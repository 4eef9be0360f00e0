package adaptive

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// A Reader is a function that only reads attributes and says what they are, in one straight line: def get_debug(self): return self._debug.
// Where Go calls one, such as a loop's get_debug and is_running whenever a future is made, what it returns is found without a frame: that,
// and the way into the interpreter and back, take longer than what it does. Nothing can tell that there was no frame: it runs no guest
// code, and raises nothing.
type Reader []ReaderStep

// ReaderStep is an instruction of one.
type ReaderStep struct {
	Op  pycode.Op
	Arg uint32
}

// maxReader is the most instructions that a Reader has, and so how deep its stack is at most.
const maxReader = 8

// Reader returns the function that the code is; nil if it is none.
func (c *Code) Reader() Reader {
	if !c.Proved {
		return nil
	}
	if !c.readerSought {
		c.readerSought, c.reader = true, c.read()
	}
	return c.reader
}

// read looks at the instructions. They have been proved: each finds on the stack what it takes.
func (c *Code) read() (r Reader) {
	if !c.Exact || c.Generates || c.Shim || c.LocalSlots != c.ArgCount || len(c.ExceptionTable) > 0 {
		return nil
	}
	for at := 0; len(r) < maxReader; {
		in := pycode.Decode(c.Units, at)
		at = in.Next
		switch in.Op {
		case pycode.RESUME, pycode.NOP:
			continue
		case pycode.LOAD_ATTR:
			if in.Arg&1 != 0 {
				return nil
			}
		case pycode.LOAD_FAST, pycode.LOAD_FAST_BORROW, pycode.LOAD_CONST, pycode.IS_OP, pycode.RETURN_VALUE:
		default:
			return nil
		}
		if r = append(r, ReaderStep{in.Op, in.Arg}); in.Op == pycode.RETURN_VALUE {
			return r
		}
	}
	return nil
}

// Eval evaluates a call of the function that the code is, with all of its arguments; ok is false, and nothing has been done, if a frame must run.
func (r Reader) Eval(h *object.Heap, c *Code, args []object.Value) (v object.Value, ok bool) {
	var stack [maxReader]object.Value
	n := 0
	for _, s := range r {
		switch s.Op {
		case pycode.LOAD_FAST, pycode.LOAD_FAST_BORROW:
			stack[n] = args[s.Arg]
			n++
		case pycode.LOAD_CONST:
			stack[n] = c.ConstValues[s.Arg]
			n++
		case pycode.LOAD_ATTR:
			if v = plainAttr(h, stack[n-1], c.NameValues[s.Arg>>1]); v == object.Null {
				return object.Null, false
			}
			stack[n-1] = v
		case pycode.IS_OP:
			n--
			stack[n-1] = object.Bool((stack[n-1] == stack[n]) == (s.Arg == 0))
		case pycode.RETURN_VALUE:
			return stack[n-1], true
		}
	}
	return object.Null, false
}

// plainAttr returns an attribute of an instance that is its own, and that its class has nothing to say about; Null if it is none.
func plainAttr(h *object.Heap, v, name object.Value) object.Value {
	t := h.TypeOf(v)
	if !t.Made() || t.GetAttr != nil || t.Lookup(name) != object.Null {
		return object.Null
	}
	return h.InstanceAttr(v, name)
}

package pycode

import (
	"iter"
	"slices"
)

// Instr is one instruction with its EXTENDED_ARG prefixes put together.
type Instr struct {
	Start int // unit of the first EXTENDED_ARG, Unit where there is none
	Unit  int // unit of the opcode
	Next  int // unit after the inline cache
	Op    Op
	Arg   uint32
}

// Decode decodes the instruction that begins at a unit, 0 <= start < len(units).
// In code cut off within an instruction, Next is len(units) and Op may be
// EXTENDED_ARG.
func Decode(units []uint16, start int) Instr {
	in := Instr{Start: start, Unit: start}
	for {
		u := units[in.Unit]
		in.Op, in.Arg = Op(u), in.Arg<<8|uint32(u>>8)
		if in.Op != EXTENDED_ARG || in.Unit+1 == len(units) {
			break
		}
		in.Unit++
	}
	in.Next = min(in.Unit+1+in.Op.Caches(), len(units))
	return in
}

// Instructions walks the instructions in order.
func (c *Code) Instructions() iter.Seq[Instr] {
	return func(yield func(Instr) bool) {
		for at := 0; at < len(c.Units); {
			in := Decode(c.Units, at)
			if !yield(in) {
				return
			}
			at = in.Next
		}
	}
}

// Target returns the unit where a jump goes; ok is false for instructions that
// do not jump. The distance counts from Next. The target of FOR_ITER is its
// END_FOR, which the interpreter skips; that of SEND is its END_SEND.
func (in Instr) Target() (unit int, ok bool) {
	switch op := in.Op.Base(); op {
	case JUMP_BACKWARD, JUMP_BACKWARD_NO_INTERRUPT:
		return in.Next - int(in.Arg), true
	case END_ASYNC_FOR: // its distance leads to a SEND, for monitoring only
		return 0, false
	default:
		if !op.HasJump() {
			return 0, false
		}
		return in.Next + int(in.Arg), true
	}
}

// Labels returns the units that jumps go to or that the exception table names,
// in order and each once.
func (c *Code) Labels() []int {
	var out []int
	for in := range c.Instructions() {
		if t, ok := in.Target(); ok {
			out = append(out, t)
		}
	}
	for _, h := range c.Handlers() {
		out = append(out, h.Start, h.End, h.Target)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

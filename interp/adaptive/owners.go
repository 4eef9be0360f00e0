package adaptive

import "github.com/tier2go/tier2/interp/pycode"

// Appending to a str in place (s += piece) needs to know that nobody else holds
// the str: see object/str_concat.go. The variable of such an instruction becomes
// an owner: from then on every load of it shares the str, but those whose value
// the instruction itself takes. The two loads of CPython's bytecode that differ
// in reference counting only tell them apart: LOAD_FAST shares, LOAD_FAST_BORROW
// does not. Of STORE_FAST_LOAD_FAST there is one form: the code notes which of them do not share.

// Own makes local i an owner of strs. Executors of the code, whose loads do not share, must be invalid by then.
func (c *Code) Own(i int) {
	if c.Owners == nil {
		c.Owners = make([]bool, c.LocalSlots)
	}
	c.Owners[i] = true
	for in := range c.Instructions() {
		if in.Op == pycode.STORE_FAST_LOAD_FAST && int(in.Arg&15) == i && feeds(c.Code, in, i) {
			if c.Feeds == nil {
				c.Feeds = make([]bool, len(c.Live))
			}
			c.Feeds[in.Unit] = true
		}
		if loads(in, i) && !feeds(c.Code, in, i) {
			unit := &c.Live[in.Unit]
			if c.Execs != nil && c.Execs[in.Unit] != nil { // one that has been requested
				unit = &c.Execs[in.Unit].Unit
			}
			*unit = *unit&^0xFF | uint16(sharing(in.Op))
		}
	}
}

// loads reports whether an instruction loads local i by one of the opcodes that
// have a sharing form; the others always share.
func loads(in pycode.Instr, i int) bool {
	switch in.Op {
	case pycode.LOAD_FAST, pycode.LOAD_FAST_BORROW:
		return int(in.Arg) == i
	case pycode.LOAD_FAST_LOAD_FAST, pycode.LOAD_FAST_BORROW_LOAD_FAST_BORROW:
		return int(in.Arg>>4) == i || int(in.Arg&15) == i
	}
	return false
}

// sharing returns the form of a load that shares.
func sharing(op pycode.Op) pycode.Op {
	switch op {
	case pycode.LOAD_FAST_LOAD_FAST, pycode.LOAD_FAST_BORROW_LOAD_FAST_BORROW:
		return pycode.LOAD_FAST_LOAD_FAST
	}
	return pycode.LOAD_FAST
}

// feeds reports whether the one value of local i that an instruction loads, by
// borrowing or behind a store, is the left operand of an addition that stores to local i, and
// nothing else can have seen it on the way. Only straight code is looked at.
func feeds(c *pycode.Code, load pycode.Instr, i int) bool {
	depth := 1 // entries from the value to the top of the stack
	switch load.Op {
	case pycode.LOAD_FAST_BORROW, pycode.STORE_FAST_LOAD_FAST:
	case pycode.LOAD_FAST_BORROW_LOAD_FAST_BORROW:
		if load.Arg>>4 == load.Arg&15 {
			return false
		}
		if int(load.Arg>>4) == i {
			depth = 2
		}
	default:
		return false
	}
	for unit := load.Next; unit < len(c.Units); {
		in := pycode.Decode(c.Units, unit)
		if in.Op == pycode.BINARY_OP && depth == 2 {
			next := pycode.Decode(c.Units, in.Next)
			return isAdd(int(in.Arg)) && next.Op == pycode.STORE_FAST && int(next.Arg) == i
		}
		if _, jumps := in.Target(); jumps || in.Op.Ends() || in.Op == pycode.COPY || in.Op == pycode.SWAP {
			return false
		}
		pops, pushes := in.StackEffect()
		if depth -= pops; depth < 1 {
			return false
		}
		depth += pushes
		unit = in.Next
	}
	return false
}

// isAdd reports whether BINARY_OP's operand stands for + or +=.
func isAdd(arg int) bool { return arg == 0 || arg == 13 }

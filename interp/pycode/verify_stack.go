package pycode

import "sort"

// stack finds the depth of the operand stack at every instruction that can be
// reached, and checks that it is one.
func (v *verifier) stack() error {
	v.depths = make([]int32, len(v.Units))
	if err := v.reach(0, 0, 0); err != nil {
		return err
	}
	for len(v.work) > 0 {
		at := v.work[len(v.work)-1]
		v.work = v.work[:len(v.work)-1]
		if err := v.step(Decode(v.Units, at), int(v.depths[at])-1); err != nil {
			return err
		}
	}
	return nil
}

// step follows an instruction that finds depth entries on the stack.
func (v *verifier) step(in Instr, depth int) error {
	pops, pushes := in.StackEffect()
	if depth < pops {
		return v.fail(in.Unit, "%s %d takes %d of %d stack entries", in.Op, in.Arg, pops, depth)
	}
	if err := v.raise(in, depth); err != nil {
		return err
	}
	after := depth - pops + pushes
	if t, ok := in.Target(); ok {
		if err := v.reach(in.Unit, t, after); err != nil {
			return err
		}
	}
	if in.Op.Ends() {
		return nil
	}
	if in.Next == len(v.Units) {
		return v.fail(in.Unit, "the code goes on after its end")
	}
	return v.reach(in.Unit, in.Next, after)
}

// raise follows an instruction to its handler.
func (v *verifier) raise(in Instr, depth int) error {
	i := sort.Search(len(v.handlers), func(i int) bool { return v.handlers[i].End > in.Unit })
	if i == len(v.handlers) || v.handlers[i].Start > in.Unit {
		return nil
	}
	h := v.handlers[i]
	if h.Depth > depth {
		return v.fail(in.Unit, "its handler keeps %d of %d stack entries", h.Depth, depth)
	}
	pushed := 1
	if h.Lasti {
		pushed = 2
	}
	return v.reach(in.Unit, h.Target, h.Depth+pushed)
}

// reach notes that the instruction at unit to finds depth entries, coming from
// unit from.
func (v *verifier) reach(from, to, depth int) error {
	if depth > v.StackSize {
		return v.fail(from, "%d entries on a stack of %d", depth, v.StackSize)
	}
	switch known := int(v.depths[to]) - 1; known {
	case -1:
		v.depths[to] = int32(depth) + 1
		v.work = append(v.work, to)
	case depth:
	default:
		return v.fail(from, "unit %d is reached with %d and with %d stack entries", to, known, depth)
	}
	return nil
}

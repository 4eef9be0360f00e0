package pycode

// step interprets an instruction that is more than a fixed number of words.
func (v *verifier) step(in Instr, r *row, h *handlerRange) error {
	arg := int(in.Arg)
	switch r.act {
	case actCopy:
		if arg > v.sp {
			return v.spare(in, r, arg, nil)
		}
		return v.put(in, v.stack[v.sp-arg])
	case actSwap:
		if err := v.spare(in, r, arg, h); err != nil {
			return err
		}
		v.stack[v.sp-1], v.stack[v.sp-arg] = v.stack[v.sp-arg], v.stack[v.sp-1]
		return nil
	case actConst:
		return v.put(in, v.consts[arg])
	case actFreeVars:
		for i := len(v.Kinds) - v.free; i < len(v.Kinds); i++ {
			v.bound[i>>6] |= 1 << (i & 63)
			v.celled[i>>6] |= 1 << (i & 63)
		}
		return nil
	case actResume:
		if arg&3 == 0 && v.sp > 0 {
			return v.fail(in.Unit, "RESUME %d with %d stack entries", arg, v.sp)
		}
		return nil
	}
	if r.slots[0] != slotNone {
		return v.slotted(in, r, h)
	}
	return v.counted(in, r, h)
}

// put puts a word on the stack.
func (v *verifier) put(in Instr, k kind) error {
	if v.sp++; v.sp > v.StackSize {
		return v.overflow(in)
	}
	v.stack[v.sp-1] = k
	return nil
}

// counted interprets an instruction whose operand says how many words it takes or puts,
// or that is special in another way.
func (v *verifier) counted(in Instr, r *row, h *handlerRange) error {
	t, arg := &transfers[in.Op], int(in.Arg)
	pops := len(t.base) + arg*len(t.each) + len(t.top)
	odd := t.odd != 0 && arg&1 != 0
	if odd && t.oddTop {
		pops++
	}
	switch t.act {
	case actIntrinsic1:
		pops = 1
	case actIntrinsic2:
		pops = 2
	}
	kept := h
	if t.act == actYield && h != nil && pops <= v.sp {
		// What is thrown into a generator is raised with None in the place of what it has
		// yielded.
		v.stack[v.sp-1] = v.stack[v.sp-1].join(isObject)
		if err := v.raise(in, h); err != nil {
			return err
		}
		kept = nil
	}
	if err := v.spare(in, r, pops, kept); err != nil {
		return err
	}
	base := v.sp - pops
	if err := v.check(in, t, base, odd); err != nil {
		return err
	}
	if t.sees != 0 {
		at := base - arg
		if at-int(t.beneath) < 0 {
			return v.fail(in.Unit, "%s %d looks at %d of %d stack entries", in.Op, arg, pops+arg+int(t.beneath), v.sp)
		}
		if err := v.takes(in, at, t.sees, 1); err != nil {
			return err
		}
		if t.beneath > 0 {
			if err := v.takes(in, at-int(t.beneath), t.below, 1); err != nil {
				return err
			}
		}
	}
	if t.act != actNone {
		return v.special(in, t, base)
	}
	return v.finish(in, t, base)
}

// check checks the words that an instruction takes from an entry on.
func (v *verifier) check(in Instr, t *transfer, at int, odd bool) error {
	for _, k := range t.base {
		if err := v.takes(in, at, k, 1); err != nil {
			return err
		}
		at++
	}
	if n := int(in.Arg) * len(t.each); n > 0 { // all of each are alike
		if err := v.takes(in, at, t.each[0], n); err != nil {
			return err
		}
		at += n
	}
	for _, k := range t.top {
		if err := v.takes(in, at, k, 1); err != nil {
			return err
		}
		at++
	}
	if odd && t.oddTop {
		return v.takes(in, at, t.odd, 1)
	}
	return nil
}

// finish takes the words from an entry on and puts those of the row.
func (v *verifier) finish(in Instr, t *transfer, base int) error {
	v.sp = base
	for _, k := range t.puts {
		if err := v.put(in, k); err != nil {
			return err
		}
	}
	if t.odd != 0 && !t.oddTop && in.Arg&1 != 0 {
		if err := v.put(in, t.odd); err != nil {
			return err
		}
	}
	if t.putsEach != 0 {
		return v.putMany(in, t.putsEach, int(in.Arg))
	}
	return nil
}

func (v *verifier) putMany(in Instr, k kind, n int) error {
	if n > v.StackSize {
		v.sp += n
		return v.overflow(in)
	}
	for range n {
		if err := v.put(in, k); err != nil {
			return err
		}
	}
	return nil
}

// special interprets what the rows do not say; the words from base on are taken.
func (v *verifier) special(in Instr, t *transfer, base int) error {
	arg, taken := int(in.Arg), v.stack[base:v.sp]
	switch t.act {
	case actTuple:
		k := kind(isTuple)
		if arg > 0 {
			if k = isCells.of(arg); !all(taken, isCell) {
				k = isTuple
			}
		}
		v.sp = base
		return v.put(in, k)
	case actFunction:
		k := kind(isFunction)
		if n := taken[0].count(); n > 0 {
			k = isOpen.of(n)
		}
		taken[0] = k
		return nil
	case actAttribute:
		return v.attribute(in, base)
	case actNames:
		if n := taken[len(taken)-1].count(); n > arg {
			return v.fail(in.Unit, "CALL_KW %d with %d names", arg, n)
		}
		return v.finish(in, t, base)
	case actCompare:
		v.sp = base
		if arg&16 != 0 {
			return v.put(in, isBool)
		}
		return v.put(in, isObject)
	case actUnpackEx:
		v.sp = base
		return v.putMany(in, isObject, arg&0xFF+arg>>8+1)
	case actIntrinsic1:
		row := &intrinsics1[arg]
		if err := v.takes(in, base, row.take, 1); err != nil {
			return err
		}
		taken[0] = row.put
		return nil
	case actIntrinsic2:
		row := &intrinsics2[arg]
		if err := v.takes(in, base, row.lower, 1); err != nil {
			return err
		}
		if err := v.takes(in, base+1, row.top, 1); err != nil {
			return err
		}
		taken[0], v.sp = row.put, base+1
		return nil
	case actReraise:
		if arg > 0 {
			if base < arg {
				return v.fail(in.Unit, "RERAISE %d looks at %d of %d stack entries", arg, arg+1, v.sp)
			}
			return v.takes(in, base-arg, isUnit, 1)
		}
		return nil
	}
	return v.finish(in, t, base)
}

// attribute interprets SET_FUNCTION_ATTRIBUTE of the function on top.
func (v *verifier) attribute(in Instr, base int) error {
	value, f := v.stack[base], v.stack[base+1]
	switch in.Arg {
	case attributeClosure:
		if f&kindSet != isOpen || value&kindSet != isCells || f.count() != value.count() {
			return v.fail(in.Unit, "%s %d takes %s, not %s, for %s", in.Op, in.Arg, isCells.of(f.count()), value, f)
		}
		f = isFunction
	case attributeAnnotate:
		if err := v.takes(in, base, isFunction, 1); err != nil {
			return err
		}
	}
	v.stack[base], v.sp = f, base+1
	return nil
}

// The operands of SET_FUNCTION_ATTRIBUTE of which the kinds matter.
const (
	attributeClosure  = 8
	attributeAnnotate = 16
)

func all(words []kind, want kind) bool {
	for _, k := range words {
		if k != want {
			return false
		}
	}
	return true
}

// slotted interprets an instruction that uses slots.
func (v *verifier) slotted(in Instr, r *row, h *handlerRange) error {
	slots := [2]uint32{in.Arg}
	if r.slots[1] != slotNone {
		slots = [2]uint32{in.Arg >> 4, in.Arg & 15}
	}
	for i, use := range r.slots {
		if use == slotNone {
			break
		}
		if err := v.slot(in, r, use, slots[i], h); err != nil {
			return err
		}
	}
	if r.pops+r.pushes > 0 {
		return v.plain(&in, r, h)
	}
	return nil
}

// slot interprets one use of a slot.
func (v *verifier) slot(in Instr, r *row, use slotUse, i uint32, h *handlerRange) error {
	bound, celled, bit := &v.bound[i>>6], &v.celled[i>>6], uint64(1)<<(i&63)
	word := kind(isObject)
	if *celled&bit != 0 {
		word = isCell
	}
	switch use {
	case slotLoad:
		if *bound&bit == 0 {
			return v.fail(in.Unit, "%s %d loads slot %d (%s), which may be empty", in.Op, in.Arg, i, v.LocalsPlus[i])
		}
		return v.put(in, word)
	case slotCheck:
		*bound |= bit
		return v.put(in, word)
	case slotTake:
		if *bound&bit == 0 {
			word |= isNull
		}
		v.empty(i)
		return v.put(in, word)
	case slotDelete:
		v.empty(i)
	case slotDeref:
		if *bound&*celled&bit == 0 {
			return v.fail(in.Unit, "%s %d uses slot %d (%s), which may hold no cell", in.Op, in.Arg, i, v.LocalsPlus[i])
		}
	case slotCell:
		*bound |= bit
		*celled |= bit
	case slotStore:
		return v.store(in, r, i, h)
	}
	return nil
}

// empty clears a slot.
func (v *verifier) empty(i uint32) {
	bit := uint64(1) << (i & 63)
	v.lost = v.lost || v.bound[i>>6]&bit != 0
	v.bound[i>>6] &^= bit
	if v.Kinds[i]&(KindCell|KindFree) != 0 {
		v.celled[i>>6] |= bit
	}
}

// store takes the top of the stack to a slot.
func (v *verifier) store(in Instr, r *row, i uint32, h *handlerRange) error {
	if err := v.spare(in, r, 1, h); err != nil {
		return err
	}
	v.sp--
	k, bit := v.stack[v.sp], uint64(1)<<(i&63)
	if k&(isOpen|isUnusable) != 0 {
		return v.takes(in, v.sp, objectNull, 1)
	}
	bound, celled := v.bound[i>>6], v.celled[i>>6]
	if v.bound[i>>6] |= bit; k&isNull != 0 {
		v.bound[i>>6] &^= bit
	}
	if v.Kinds[i]&(KindCell|KindFree) != 0 {
		if v.celled[i>>6] |= bit; k&^(isCell|isNull) != 0 {
			v.celled[i>>6] &^= bit
		}
	}
	v.lost = v.lost || bound&^v.bound[i>>6] != 0 || celled&^v.celled[i>>6] != 0
	return nil
}

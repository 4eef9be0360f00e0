//go:build ignore

package interp

// Jumps and iteration. A conditional jump shifts whether it was taken into its cache.
func jumps() {
	switch op {
	case pycode.POP_JUMP_IF_FALSE:
		sp = unsafe.Add(sp, -8)
		jumps = *slot(sp, 0) == object.False
		goto branch
	case pycode.POP_JUMP_IF_TRUE:
		sp = unsafe.Add(sp, -8)
		jumps = *slot(sp, 0) == object.True
		goto branch
	case pycode.POP_JUMP_IF_NONE:
		sp = unsafe.Add(sp, -8)
		jumps = *slot(sp, 0) == object.None
		goto branch
	case pycode.POP_JUMP_IF_NOT_NONE:
		sp = unsafe.Add(sp, -8)
		jumps = *slot(sp, 0) != object.None
		goto branch
	case pycode.JUMP_FORWARD:
		ip = skip(ip, arg)
	case pycode.JUMP_BACKWARD_NO_INTERRUPT:
		ip = skip(ip, -arg)
	case pycode.JUMP_BACKWARD:
		vm.specializeJump(code, ip)
		goto backward
	case pycode.JUMP_BACKWARD_NO_JIT:
		goto backward
	case pycode.JUMP_BACKWARD_JIT:
		vm.tier.Ticks++
		if c := (*uint16)(ip); *c >= adaptive.CounterStep {
			*c -= adaptive.CounterStep
			goto backward
		}
		// Perhaps hot: then there will be an executor over this instruction.
		*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp)
		if !vm.hotBackEdge(fp, code, ip, arg) {
			goto backward
		}
		vm.ticks-- // it is the executor's
		ip = skip(ip, -instructionUnits(arg))
		continue
	case pycode.ENTER_EXECUTOR:
		vm.ticks-- // it executes nothing by itself
		if vm.requests.Flag.Load() {
			ran := false
			if ran, err = vm.attend(); err != nil {
				goto raise
			}
			if ran { // the executor may be gone
				ip = skip(ip, -1)
				continue
			}
		}
		*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp)
		at, same := int(code.At(ip))-1, false
		if fp, same, err = vm.enterHere(fp, code, at); same {
			// The instruction beneath is executed, so that there is progress.
			sp = frameStack(fp)
			ip = skip(unsafe.Pointer(&code.Live[at]), 1)
			vm.ip = uintptr(skip(ip, -1))
			op, arg = code.Replaced(at)
			w = uint16(arg)<<8 | uint16(op)
			if counts != nil {
				counts[op]++
				if vm.ticks++; vm.ticks >= vm.spentAt {
					if err = vm.overBudget(ip, op, arg); err != nil {
						goto raise
					}
				}
			}
			goto dispatch
		}
		if err != nil {
			code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
			sp = frameStack(fp)
			vm.ip = uintptr(unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))]))
			goto raise
		}
		goto reload
	case pycode.RESUME_CHECK:
		if vm.requests.Flag.Load() {
			ran := false
			if ran, err = vm.attend(); err != nil {
				goto raise
			}
			if ran {
				goto again
			}
		}
	case pycode.RESUME:
		// With an optimizer that takes function entries, this instruction
		// stays as it is and counts.
		if vm.requests.Flag.Load() {
			ran := false
			if ran, err = vm.attend(); err != nil {
				goto raise
			}
			if ran {
				goto again
			}
		}
		if !vm.countsEntries() {
			*(*byte)(skip(ip, -1)) = byte(pycode.RESUME_CHECK)
			continue
		}
		if arg != 0 {
			continue
		}
		vm.tier.Ticks++
		if code.Entries++; code.Entries >= vm.ticksOf(code.Tries) {
			*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp)
			if vm.hotEntry(fp, code, ip) {
				vm.ticks-- // it is the executor's
				ip = skip(ip, -1)
			}
		}

	// Iteration.

	case pycode.GET_ITER:
		if h.TypeID(*top(sp)) >= object.FirstFreeType {
			goto special
		}
		var it object.Value
		if it, err = h.IterOver(*top(sp)); err != nil {
			goto raise
		}
		*top(sp) = it
	case pycode.FOR_ITER:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.ForIter(code, ip, *top(sp))
			w = unit(ip, -1)
			if op = pycode.Op(w); op != pycode.FOR_ITER {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.ForIter)
		}
		goto next
	case pycode.FOR_ITER_RANGE:
		it := *top(sp)
		if !it.IsRef() || h.RefType(it) != object.RangeIterType {
			goto missedNext
		}
		i := int64(h.Word(it, object.OffRangeIterNext))
		if uint64(i) == h.Word(it, object.OffRangeIterEnd) {
			ip = skip(ip, 2+arg)
			continue
		}
		h.SetWord(it, object.OffRangeIterNext, uint64(i)+h.Word(it, object.OffRangeIterStep))
		if object.FitsSmall(i) {
			*slot(sp, 0) = object.SmallInt(i)
		} else {
			*slot(sp, 0) = h.Int(i)
		}
		sp = unsafe.Add(sp, 8)
		ip = skip(ip, 1)
	case pycode.FOR_ITER_LIST:
		it := *top(sp)
		if !it.IsRef() || h.RefType(it) != object.ListIterType {
			goto missedNext
		}
		l, i := h.Field(it, object.OffSeqIterSeq), h.Word(it, object.OffSeqIterIndex)
		if l == object.Null || i >= h.Word(l, object.OffListLen) {
			h.SetField(it, object.OffSeqIterSeq, object.Null)
			ip = skip(ip, 2+arg)
			continue
		}
		h.SetWord(it, object.OffSeqIterIndex, i+1)
		*slot(sp, 0) = h.Field(h.Field(l, object.OffListItems), object.OffArrayItems+8*uintptr(i))
		sp = unsafe.Add(sp, 8)
		ip = skip(ip, 1)
	case pycode.FOR_ITER_TUPLE:
		it := *top(sp)
		if !it.IsRef() || h.RefType(it) != object.TupleIterType {
			goto missedNext
		}
		t, i := h.Field(it, object.OffSeqIterSeq), h.Word(it, object.OffSeqIterIndex)
		if t == object.Null || i >= uint64(h.Half(t, object.OffTupleLen)) {
			h.SetField(it, object.OffSeqIterSeq, object.Null)
			ip = skip(ip, 2+arg)
			continue
		}
		h.SetWord(it, object.OffSeqIterIndex, i+1)
		*slot(sp, 0) = h.TupleItem(t, int(i))
		sp = unsafe.Add(sp, 8)
		ip = skip(ip, 1)
	}
backward:
	ip = skip(ip, 1-arg)
	if vm.requests.Flag.Load() {
		vm.ip = uintptr(ip)
		if _, err = vm.attend(); err != nil {
			goto raise
		}
	}
	continue
missedNext:
	vm.spec.Miss(ip, specialize.ForIter)
next:
	if g := h.NextGenerator(*top(sp)); g != object.Null {
		np, done, e := vm.resumeAt(fp, code, code.At(ip)+1, frameDepth(fp, sp), g, object.None)
		if err = e; err != nil {
			goto raise
		}
		if done {
			ip = skip(ip, 2+arg)
			continue
		}
		fp = np
		goto reload
	}
	if f := h.NextMethod(*top(sp)); f != object.Null && f.IsRef() && h.RefType(f) == object.FunctionType {
		np, e := vm.enterNext(fp, code, code.At(ip)+1, frameDepth(fp, sp), f, *top(sp))
		if err = e; err != nil {
			goto raise
		}
		fp = np
		goto reload
	}
	{
		var v object.Value
		if v, err = h.Next(*top(sp)); err != nil {
			goto raise
		}
		if v == object.Null {
			ip = skip(ip, 2+arg)
			continue
		}
		*slot(sp, 0) = v
		sp = unsafe.Add(sp, 8)
		ip = skip(ip, 1)
		continue
	}
}

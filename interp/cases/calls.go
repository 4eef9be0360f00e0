//go:build ignore

package interp

// Calls and returns.
func calls() {
	switch op {
	case pycode.CALL:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.Call(code, ip, *slot(sp, -arg-2), *slot(sp, -arg-1), entries(sp, arg))
			w = unit(ip, -1)
			if op = pycode.Op(w); op != pycode.CALL {
				goto dispatch
			}
		} else {
			vm.spec.Defer(ip, specialize.Call)
		}
		goto call
	case pycode.CALL_PY_EXACT_ARGS:
		f, self := *slot(sp, -arg-2), *slot(sp, -arg-1)
		if !f.IsRef() || h.RefType(f) != object.FunctionType || h.Half(f, object.OffFuncVersion) != u32(ip, 1) {
			goto missedCall
		}
		callee := vm.codes[h.Half(f, object.OffFuncCode)]
		n := arg
		if self != object.Null {
			n++
		}
		if callee.ArgCount != n {
			goto missedCall
		}
		*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - uint32(arg) - 2
		*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip) + 3
		var np unsafe.Pointer
		if np = vm.pushFrame(fp, code, f, callee); np == nil {
			err = recursionError(vm.heap)
			goto raise
		}
		args := entries(sp, n)
		for i, v := range args {
			*local(np, i) = v
		}
		for i := n; i < callee.LocalSlots; i++ {
			*local(np, i) = object.Null
		}
		fp, code = np, callee
		ip = unsafe.Pointer(&callee.Live[0])
		sp = unsafe.Add(fp, object.FrameLocals+8*uintptr(callee.LocalSlots))
	case pycode.CALL_ALLOC_AND_ENTER_INIT:
		np, ok, e := vm.allocAndEnterInit(fp, code, sp, ip, arg)
		if err = e; err != nil {
			goto raise
		}
		if !ok {
			goto missedCall
		}
		fp = np
		goto reload
	case pycode.CALL_PY_GENERAL, pycode.CALL_BOUND_METHOD_EXACT_ARGS, pycode.CALL_BOUND_METHOD_GENERAL:
		if !checkCallee(h, ip, op, *slot(sp, -arg-2), *slot(sp, -arg-1)) {
			vm.spec.Miss(ip, specialize.Call)
		}
		goto call
	case pycode.CALL_LEN:
		if *second(sp) != object.Null || *third(sp) != vm.known.Len {
			goto missedCall
		}
		if np, e := vm.enterSpecial(fp, code, sp, int(code.At(ip))-1, op, pyguest.Len); np != nil {
			fp = np
			goto reload
		} else if err = e; err != nil {
			goto raise
		}
		var n int
		if n, err = h.Len(*top(sp)); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -16)
		*top(sp) = h.Int(int64(n))
		ip = skip(ip, 3)
	case pycode.CALL_LIST_APPEND:
		l := *second(sp)
		if *third(sp) != vm.known.ListAppend || !l.IsRef() || h.RefType(l) != object.ListType {
			goto missedCall
		}
		h.ListAppend(l, *top(sp))
		sp = unsafe.Add(sp, -24)
		ip = skip(ip, 4) // the POP_TOP behind it as well
		if counts != nil {
			vm.ticks++
		}
	case pycode.CALL_TYPE_1:
		if *second(sp) != object.Null || *third(sp) != vm.known.Type {
			goto missedCall
		}
		sp = unsafe.Add(sp, -16)
		*top(sp) = h.TypeOf(*slot(sp, 1)).Object
		ip = skip(ip, 3)
	case pycode.CALL_BUILTIN_O, pycode.CALL_BUILTIN_FAST, pycode.CALL_BUILTIN_FAST_WITH_KEYWORDS:
		f, self := *slot(sp, -arg-2), *slot(sp, -arg-1)
		if self != object.Null || !f.IsRef() || h.RefType(f) != object.BuiltinType || f == vm.known.Hash && h.HashesByPython(*top(sp)) ||
			f == vm.known.Iter && arg == 1 && h.TypeOf(*top(sp)).SpecialMethod(object.SpecialIter) != object.Null ||
			f == vm.known.Repr && h.TypeOf(*top(sp)).SpecialMethod(object.SpecialRepr) != object.Null ||
			h.BuiltinOf(f).HasDrivers() && vm.drivers.Runs(f, self, entries(sp, arg)) {
			goto missedCall
		}
		var r object.Value
		if r, err = callBuiltin(h, f, entries(sp, arg)); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -8*arg-8)
		*top(sp) = r
		ip = skip(ip, 3)
	case pycode.CALL_METHOD_DESCRIPTOR_O, pycode.CALL_METHOD_DESCRIPTOR_FAST, pycode.CALL_METHOD_DESCRIPTOR_NOARGS,
		pycode.CALL_METHOD_DESCRIPTOR_FAST_WITH_KEYWORDS:
		f, self := *slot(sp, -arg-2), *slot(sp, -arg-1)
		if self == object.Null || !f.IsRef() || h.RefType(f) != object.MethodDescType || h.TypeOf(self) != h.BuiltinOf(f).Owner ||
			h.BuiltinOf(f).Each.Asks() && vm.drivers.Asks(f, self, entries(sp, arg), object.Null) {
			goto missedCall
		}
		var r object.Value
		if r, err = h.CallBuiltin(h.BuiltinOf(f), self, entries(sp, arg), object.Null); err != nil {
			goto raise
		}
		sp = unsafe.Add(sp, -8*arg-8)
		*top(sp) = r
		ip = skip(ip, 3)
	case pycode.CALL_STR_1:
		if *second(sp) != object.Null || *third(sp) != vm.known.Str {
			vm.spec.Miss(ip, specialize.Call)
			goto call
		}
		if np, e := vm.enterSpecial(fp, code, sp, int(code.At(ip))-1, op, pyguest.Str); np != nil {
			fp = np
			goto reload
		} else if err = e; err != nil {
			goto raise
		}
		goto call
	case pycode.CALL_BUILTIN_CLASS, pycode.CALL_TUPLE_1:
		if *slot(sp, -arg-1) != object.Null || !slot(sp, -arg-2).IsRef() || h.RefType(*slot(sp, -arg-2)) != object.TypeType {
			vm.spec.Miss(ip, specialize.Call)
		}
		goto call
	case pycode.CALL_ISINSTANCE:
		if *slot(sp, -arg-2) != vm.known.IsInstance || arg != 2 || *third(sp) != object.Null {
			goto missedCall
		}
		is, ok := h.InstanceAtOnce(*second(sp), *top(sp))
		if !ok {
			goto call
		}
		sp = unsafe.Add(sp, -24)
		*top(sp) = is
		ip = skip(ip, 3)
	case pycode.CALL_NON_PY_GENERAL:
		f := *slot(sp, -arg-2)
		if t := h.TypeID(f); t == object.FunctionType || t == object.BoundMethodType || u32(ip, 1) != 0 && u32(ip, 1) != h.TypeVersion(f) {
			vm.spec.Miss(ip, specialize.Call)
		}
		goto call
	case pycode.RETURN_VALUE:
		v := *top(sp)
		caller := *frameCaller(fp)
		if vm.heap.HasFrames() {
			vm.objects.Ended(fp, code, code.At(ip)-1)
		}
		if code.Generates {
			if fp, err = vm.leftGenerator(fp, code, code.At(ip)-1, caller, v); err != nil {
				goto raiseAbove
			}
			if fp != nil {
				goto reload
			}
		}
		if caller == nil {
			return v, nil
		}
		fp = caller
		vm.fp = fp
		code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
		ip = unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))])
		sp = unsafe.Add(frameStack(fp), 8)
		*top(sp) = v
	}
missedCall:
	vm.spec.Miss(ip, specialize.Call)
call:
	// A guest function gets a frame; anything else is called from Go.
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = frameDepth(fp, sp) - uint32(arg) - 2
	*(*uint32)(unsafe.Add(fp, object.FramePC)) = code.At(ip) + 3
	{
		f, self := *slot(sp, -arg-2), *slot(sp, -arg-1)
		var np unsafe.Pointer
		var r object.Value
		var e error
		if g, v := vm.known.Resumes(vm.heap, f, self, entries(sp, arg)); g != object.Null {
			np, e = vm.resumeByCall(fp, code, g, v)
		} else {
			np, r, e = vm.callDriven(fp, code, f, self, entries(sp, arg))
		}
		if err = e; err != nil {
			goto raise
		}
		if np != nil {
			fp = np
			goto reload
		}
		sp = unsafe.Add(sp, -8*arg-8)
		*top(sp) = r
		ip = skip(ip, 3)
		continue
	}
}

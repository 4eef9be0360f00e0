//go:build ignore

package interp

// Generators.
func generators() {
	switch op {
	case pycode.RETURN_GENERATOR:
		v := vm.newGenerator(fp, code, code.At(ip))
		caller := *frameCaller(fp)
		if caller == nil {
			return v, nil
		}
		fp, vm.fp = caller, caller
		code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
		ip = unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))])
		sp = unsafe.Add(frameStack(fp), 8)
		*top(sp) = v
	case pycode.YIELD_VALUE:
		sp = unsafe.Add(sp, -8)
		v := *slot(sp, 0)
		suspend(vm.heap, fp, code, generatorOf(fp, code), object.GenSuspended, int(frameDepth(fp, sp)), code.At(ip))
		caller := *frameCaller(fp)
		if caller == nil {
			return v, nil
		}
		if code.GenType == object.AsyncGeneratorType {
			g, s := stepOf(vm, fp, code)
			fp, vm.fp = caller, caller
			if err = yielded(vm, fp, g, s, v); err != nil {
				goto raiseAbove
			}
			goto reload
		}
		fp, vm.fp = caller, caller
		code = vm.codes[*(*uint32)(unsafe.Add(fp, object.FrameCode))]
		ip = unsafe.Pointer(&code.Live[*(*uint32)(unsafe.Add(fp, object.FramePC))])
		sp = unsafe.Add(frameStack(fp), 8)
		*top(sp) = v
	case pycode.FOR_ITER_GEN:
		if !top(sp).IsRef() || h.RefType(*top(sp)) != object.GeneratorType {
			vm.spec.Miss(ip, specialize.ForIter)
		}
		goto next
	case pycode.SEND:
		if unit(ip, 0) < adaptive.CounterStep {
			vm.spec.Send(code, ip, *second(sp))
		} else {
			vm.spec.Defer(ip, specialize.Send)
		}
		goto send
	case pycode.SEND_GEN:
		if !second(sp).IsRef() || h.RefType(*second(sp)) != object.GeneratorType {
			vm.spec.Miss(ip, specialize.Send)
		}
		goto send
	case pycode.END_SEND:
		sp = unsafe.Add(sp, -8)
		*top(sp) = *slot(sp, 0)
	case pycode.GET_YIELD_FROM_ITER:
		if h.TypeID(*top(sp)) >= object.FirstFreeType {
			goto special
		}
		var it object.Value
		if it, err = h.YieldFromIter(*top(sp), code.Awaits()); err != nil {
			goto raise
		}
		*top(sp) = it
	}
send:
	{
		it, v := *second(sp), *top(sp)
		if h.IsResumed(it) {
			np, done, e := vm.resumeAt(fp, code, code.At(ip)+1, frameDepth(fp, sp)-1, it, v)
			if err = e; err != nil {
				goto raise
			}
			if !done {
				fp = np
				goto reload
			}
			*top(sp) = object.None
			ip = skip(ip, 1+arg)
			continue
		}
		np, e := sendAsync(vm, fp, code, code.At(ip)+1, frameDepth(fp, sp)-1, it, v)
		if err = e; err != nil {
			goto raise
		}
		if np != nil {
			fp = np
			goto reload
		}
		x, done, e := ops.Send(vm.heap, it, v)
		if err = e; err != nil {
			goto raise
		}
		*top(sp) = x
		ip = skip(ip, 1)
		if done {
			ip = skip(ip, arg)
		}
		continue
	}
}

package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Instructions that begin or leave a frame which is only known when they are executed:
// a call of one of many functions, a generator that is somewhere else each time it is
// resumed. No trace can go on behind them. So a trace ends ahead of such an instruction,
// with everything in memory; the executor that stands over it calls the code of tier 1
// and goes on wherever that leads.
//
// It leads to a landing: a function's start, the place behind a call, behind a yield.
// Each has a row in the table of exits, which leads to the executor that stands there
// once it is hot. Frames that wait have the row of the place where they go on as their
// resume word, so that machine code which returns lands there too. Traces go through
// landings as they go through functions' starts: a call that can be inlined is.

// interpret executes an instruction of the frame at fp, where everything is in memory;
// after is the unit behind it. It returns the frame to go on in, whose resume word is the
// row of where it goes on.
func (vm *VM) interpret(fp unsafe.Pointer, op pycode.Op, arg, after int) (next unsafe.Pointer, err error) {
	was, ip := vm.inCompiled, vm.ip
	// What it calls may look at frames, and asks where this one is.
	vm.inCompiled, vm.ip = false, uintptr(unsafe.Pointer(&vm.codes[frameCode(fp)].Live[after-1]))
	next, err = vm.interpretIn(fp, op, arg, after)
	vm.inCompiled, vm.ip = was, ip
	return next, err
}

func (vm *VM) interpretIn(fp unsafe.Pointer, op pycode.Op, arg, after int) (next unsafe.Pointer, err error) {
	code := vm.codes[frameCode(fp)]
	sp, ip := frameStack(fp), skip(unsafe.Pointer(&code.Live[0]), after)
	var n int
	switch op {
	case pycode.CALL:
		next, err = vm.interpretCall(fp, code, sp, arg, after)
	case pycode.FOR_ITER:
		next, err = vm.interpretIter(fp, code, sp, arg, after)
	case pycode.LOAD_ATTR:
		next, err = vm.interpretAttr(fp, code, sp, arg, after)
	case pycode.BINARY_OP, pycode.COMPARE_OP:
		next, err = vm.interpretOperator(fp, code, sp, op, arg, after)
	case pycode.SEND:
		next, err = vm.interpretSend(fp, code, sp, arg, after)
	case pycode.CONTAINS_OP, pycode.TO_BOOL, pycode.STORE_SUBSCR, pycode.DELETE_SUBSCR, pycode.GET_ITER, pycode.GET_YIELD_FROM_ITER, pycode.UNARY_NEGATIVE,
		pycode.UNARY_INVERT, pycode.FORMAT_SIMPLE, pycode.CONVERT_VALUE, pycode.SET_ADD, pycode.MAP_ADD:
		next, err = interpretSpecial(vm, fp, code, sp, op, arg, after)
	case pycode.STORE_ATTR:
		next, err = interpretStoreAttr(vm, fp, code, sp, arg, after)
	case pycode.INTERPRETER_EXIT:
		if n, err = vm.operatorExit(pyguest.Operator(arg), fp, sp); err == errReload && n != 0 {
			vm.tier.Table.Stats.Bytecodes++
		}
	case pycode.YIELD_VALUE, pycode.RETURN_VALUE:
		return vm.interpretLeave(fp, code, sp, op, after)
	case pycode.CALL_KW:
		adaptive.SignCallee(vm.heap, vm.codes, *slot(sp, -arg-3))
		n, err = vm.callKw(arg, fp, code, sp, ip)
	case pycode.CALL_FUNCTION_EX:
		var ok bool
		if next, ok, err = interpretScript(vm, fp, code, sp, after); ok {
			break
		}
		adaptive.SignCallee(vm.heap, vm.codes, *slot(sp, -4))
		n, err = vm.callEx(fp, code, sp, ip)
	default:
		n, err = vm.withExceptStart(fp, code, sp, ip)
	}
	switch {
	case err == errReload:
		next, err = vm.fp, nil
	case err != nil:
		return nil, err
	case next == nil:
		frame.GoOnAt(fp, after+op.Caches(), frameDepth(fp, sp)+uint32(n))
		next = fp
	}
	for f := next; f != fp && f != nil; { // the one that waits for an __init__, too
		f = *frameCaller(f)
		if f != nil {
			vm.tier.Lead(f, vm.codes[frameCode(f)])
		}
	}
	vm.tier.Lead(next, vm.codes[frameCode(next)])
	return next, nil
}

// interpretCall is CALL. A frame is nil if the one at fp goes on behind the call.
func (vm *VM) interpretCall(fp unsafe.Pointer, code *Code, sp unsafe.Pointer, arg, after int) (np unsafe.Pointer, err error) {
	depth := frameDepth(fp, sp) - uint32(arg) - 2
	frame.GoOnAt(fp, after+3, depth)
	f, self, r := *slot(sp, -arg-2), *slot(sp, -arg-1), object.Null
	vm.heap.CacheMake(f)
	if h := vm.heap; self == object.Null && h.Is(f, object.BuiltinType) && h.BuiltinOf(f).Frames { // no frame is begun for most of those
		var ok bool
		if np, ok, err = enterEvaluated(vm, fp, code, f, self, entries(sp, arg), object.Null); !ok {
			r, err = callBuiltin(h, f, entries(sp, arg))
		}
	} else if g, v := vm.known.Resumes(vm.heap, f, self, entries(sp, arg)); g != object.Null {
		np, err = vm.resumeByCall(fp, code, g, v)
	} else {
		np, r, err = vm.callDriven(fp, code, f, self, entries(sp, arg))
	}
	if err != nil || np != nil {
		return np, err
	}
	*slot(sp, -arg-2) = r
	frame.GoOnAt(fp, after+3, depth+1)
	return fp, nil
}

// interpretScript is CALL_FUNCTION_EX of a builtin function whose calls are made by Scripts, with a tuple of arguments and none by keyword; ok is
// false for other calls.
func interpretScript(vm *VM, fp unsafe.Pointer, code *Code, sp unsafe.Pointer, after int) (np unsafe.Pointer, ok bool, err error) {
	h := vm.heap
	f, star := *slot(sp, -4), *second(sp)
	if *top(sp) != object.Null || !h.Is(f, object.BuiltinType) || h.BuiltinOf(f).Scripted == nil || !h.Is(star, object.TupleType) {
		return nil, false, nil
	}
	if code.Operations != nil {
		code.Operations[after-1].Starred = adaptive.Starred{Class: object.Null}
	}
	depth := frameDepth(fp, sp) - 4
	frame.GoOnAt(fp, after, depth)
	np, r, _, err := enterScript(vm, fp, code, f, object.Null, h.TupleItems(star), object.Null)
	if err == nil && np == nil {
		*slot(sp, -4), np = r, fp
		frame.GoOnAt(fp, after, depth+1)
	}
	return np, true, err
}

// interpretAttr is LOAD_ATTR, of what is mostly a property.
func (vm *VM) interpretAttr(fp unsafe.Pointer, code *Code, sp unsafe.Pointer, arg, after int) (unsafe.Pointer, error) {
	h, v, depth := vm.heap, *top(sp), frameDepth(fp, sp)
	if t := h.TypeOf(v); t.GetAttr == nil && arg&1 == 0 {
		if x := t.Lookup(code.NameValues[arg>>1]); h.Is(x, object.PropertyType) {
			f := h.Field(x, object.OffPropertyGet)
			if h.Is(f, object.FunctionType) {
				h.CacheAttr(object.AttrGetter, v, code.NameValues[arg>>1])
				frame.GoOnAt(fp, after+9, depth-1)
				return vm.bind(fp, code, f, v, nil, object.Null)
			}
		}
	}
	if arg&1 == 0 {
		if np, err := enterAttr(vm, fp, code, sp, code.NameValues[arg>>1], after+9); np != nil || err != nil {
			return np, err
		}
	}
	x, self, err := loadAttr(vm.heap, v, code.NameValues[arg>>1], arg&1 != 0)
	if err != nil {
		return nil, err
	}
	*top(sp), *slot(sp, 0) = x, self
	frame.GoOnAt(fp, after+9, depth+uint32(arg&1))
	return fp, nil
}

// enterAttr begins the frame of the function in Python that an attribute of the value on top of the stack comes to; nil if there
// is none. The frame at fp goes on at the unit after.
func enterAttr(vm *VM, fp unsafe.Pointer, code *Code, sp unsafe.Pointer, name object.Value, after int) (unsafe.Pointer, error) {
	c := vm.heap.AttrFunctionOf(*top(sp), name)
	if c.Func == object.Null {
		return nil, nil
	}
	x := code.OperationAt(after - 1 - pycode.LOAD_ATTR.Caches())
	x.Left, x.Right, x.Method = vm.heap.TypeVersion(*top(sp)), 0, c.Func
	frame.GoOnAt(fp, after, frameDepth(fp, sp)-1)
	return vm.bind(fp, code, c.Func, object.Null, c.Args[:c.N], object.Null)
}

// interpretIter is FOR_ITER.
func (vm *VM) interpretIter(fp unsafe.Pointer, code *Code, sp unsafe.Pointer, arg, after int) (unsafe.Pointer, error) {
	depth, it := frameDepth(fp, sp), *top(sp)
	if g := vm.heap.NextGenerator(it); g != object.Null {
		np, done, err := vm.resumeAt(fp, code, uint32(after+1), depth, g, object.None)
		if err != nil || !done {
			return np, err
		}
		frame.GoOnAt(fp, after+2+arg, depth)
		return fp, nil
	}
	if f := vm.heap.NextMethod(it); f != object.Null && vm.heap.Is(f, object.FunctionType) {
		return vm.enterNext(fp, code, uint32(after+1), depth, f, it)
	}
	v, err := vm.heap.Next(it)
	if err != nil {
		return nil, err
	}
	if v == object.Null {
		frame.GoOnAt(fp, after+2+arg, depth)
		return fp, nil
	}
	*slot(sp, 0) = v
	frame.GoOnAt(fp, after+1, depth+1)
	return fp, nil
}

// interpretSend is SEND.
func (vm *VM) interpretSend(fp unsafe.Pointer, code *Code, sp unsafe.Pointer, arg, after int) (unsafe.Pointer, error) {
	depth, it, v := frameDepth(fp, sp), *second(sp), *top(sp)
	if vm.heap.IsResumed(it) {
		np, done, err := vm.resumeAt(fp, code, uint32(after+1), depth-1, it, v)
		if err != nil || !done {
			return np, err
		}
		*top(sp) = object.None
		frame.GoOnAt(fp, after+1+arg, depth)
		return fp, nil
	}
	if np, err := sendAsync(vm, fp, code, uint32(after+1), depth-1, it, v); np != nil || err != nil {
		return np, err
	}
	x, done, err := ops.Send(vm.heap, it, v)
	if err != nil {
		return nil, err
	}
	*top(sp) = x
	if done {
		after += arg
	}
	frame.GoOnAt(fp, after+1, depth)
	return fp, nil
}

// raisesEnd reports whether the end of a generator's code raises in the frame at caller, which waits for it.
func raisesEnd(vm *VM, caller unsafe.Pointer, code *Code) bool {
	c, pc := vm.codes[frameCode(caller)], *framePC(caller)
	if code.GenType == object.AsyncGeneratorType {
		return c.LoopEnd(pc) == nil
	}
	return c.EndOf(pc).Op == 0
}

// interpretLeave is YIELD_VALUE and a generator's RETURN_VALUE. Where Go has resumed the
// generator, or a call whose frame StopIteration is raised in, the interpreter does it.
func (vm *VM) interpretLeave(fp unsafe.Pointer, code *Code, sp unsafe.Pointer, op pycode.Op, after int) (unsafe.Pointer, error) {
	caller := *frameCaller(fp)
	if caller == nil || op == pycode.RETURN_VALUE && raisesEnd(vm, caller, code) {
		vm.tier.Table.Stats.Bytecodes-- // it has not been executed
		*(*uint64)(unsafe.Add(fp, object.FrameResume)) = vm.tier.ReturnRow
		return fp, nil
	}
	v, depth := *top(sp), *(*uint32)(unsafe.Add(caller, object.FrameSP))
	vm.fp = caller
	if op == pycode.RETURN_VALUE {
		np, place, err := vm.endGenerator(fp, code, uint32(after-1), caller, v)
		if err != nil {
			return nil, err
		}
		vm.tier.Lead(np, vm.codes[frameCode(np)])
		vm.learnEnd(place, np, depth)
		return np, nil
	}
	suspend(vm.heap, fp, code, generatorOf(fp, code), object.GenSuspended, int(frameDepth(fp, sp))-1, uint32(after))
	place := *(*uint64)(unsafe.Add(caller, object.FrameCode))
	g, s := stepOf(vm, fp, code)
	if err := yielded(vm, caller, g, s, v); err != nil {
		return nil, err
	}
	vm.tier.Lead(caller, vm.codes[frameCode(caller)])
	if *framePC(caller) != uint32(place>>32) { // the step has ended
		vm.learnEnd(place, caller, depth)
	}
	return caller, nil
}

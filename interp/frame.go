package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// frameCaller is where a frame has the one that waits for it; nil there is Go.
func frameCaller(fp unsafe.Pointer) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(fp, object.FrameCaller))
}

func frameCode(fp unsafe.Pointer) uint32 { return *(*uint32)(unsafe.Add(fp, object.FrameCode)) }

// frameDepth returns how many slots of the frame are in use.
func frameDepth(fp, sp unsafe.Pointer) uint32 {
	return uint32((uintptr(sp) - uintptr(fp) - object.FrameSlots) / 8)
}

// frameStack returns the sp of a frame that is not running.
func frameStack(fp unsafe.Pointer) unsafe.Pointer {
	return unsafe.Add(fp, object.FrameSlots+8*uintptr(*(*uint32)(unsafe.Add(fp, object.FrameSP))))
}

// frameGlobals returns the namespace of a frame's function.
func frameGlobals(h *object.Heap, fp unsafe.Pointer) object.Value {
	return h.Field(*slot(fp, object.FrameSlots/8), object.OffFuncGlobals)
}

// pushFrame begins a frame for a call of f, whose code is callee, behind the
// frame fp of code (nil: at the stack's bottom). Its locals are not set yet. It returns
// nil when the recursion limit or the end of the stack is reached.
func (vm *VM) pushFrame(fp unsafe.Pointer, code *Code, f object.Value, callee *Code) unsafe.Pointer {
	np := vm.stackBase
	if fp != nil {
		np = unsafe.Add(fp, code.FrameBytes)
	}
	return vm.beginFrame(np, fp, f, callee)
}

// beginFrame is pushFrame for a frame at np; fp is nil if Go goes on when it returns.
func (vm *VM) beginFrame(np, fp unsafe.Pointer, f object.Value, callee *Code) unsafe.Pointer {
	room, one := vm.roomBehind(fp)
	if !one || uintptr(np)+uintptr(callee.FrameBytes) > vm.stackEnd {
		return nil
	}
	*frameCaller(np) = fp
	if fp != nil {
		*(*uint64)(unsafe.Add(fp, object.FrameResume)) = vm.tier.ReturnRow
	}
	*(*uint64)(unsafe.Add(np, object.FrameCode)) = uint64(callee.Handle)
	*(*uint64)(unsafe.Add(np, object.FrameSP)) = uint64(1 + callee.LocalSlots)
	room -= callee.Depth
	if callee.FrameBytes > pyguest.MaxFrame {
		room = int32(min(int(room), vm.stackRoom(unsafe.Add(np, callee.FrameBytes))))
	}
	*frameRoom(np) = max(0, room)
	*slot(np, object.FrameSlots/8) = f
	vm.fp = np
	return np
}

// callFromGo calls a function from Go: builtins that call back, module bodies,
// embedders. args ends with one value for each name in kwnames.
func (vm *VM) callFromGo(f object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if !vm.heap.Is(f, object.FunctionType) {
		return vm.heap.Call(f, args, kwnames)
	}
	if v, ok := reads(vm, f, args, kwnames); ok {
		return v, nil
	}
	return vm.callFrame(f, args, kwnames, nil)
}

// readerRoom is how many more frames must have room above the one at hand where none is begun: more than compiled code has in registers.
const readerRoom = 256

// reads evaluates a call of a function that only reads (adaptive.Reader); ok is false if a frame must run: always where instructions are
// counted, and where something waits for the poll of its RESUME, such as another thread, for which Go may call it again and again.
func reads(vm *VM, f object.Value, args []object.Value, kwnames object.Value) (v object.Value, ok bool) {
	code := vm.codes[vm.heap.Half(f, object.OffFuncCode)]
	r := code.Reader()
	if r == nil || kwnames != object.Null || len(args) != code.ArgCount || vm.counts != nil || vm.requests.Flag.Load() || vm.fp == nil || *frameRoom(vm.fp) < readerRoom {
		return object.Null, false
	}
	return r.Eval(vm.heap, code, args)
}

// callFrame is callFromGo for a function in Python; begun is called, if it is not
// nil, when the frame has been made.
func (vm *VM) callFrame(f object.Value, args []object.Value, kwnames object.Value, begun func(np unsafe.Pointer)) (object.Value, error) {
	return vm.runNested(func(fp unsafe.Pointer, code *Code) (unsafe.Pointer, error) {
		np, err := vm.bind(fp, code, f, object.Null, args, kwnames)
		if err == nil && begun != nil {
			begun(np)
		}
		return np, err
	})
}

// runNested runs frames from Go: begin begins them above the frame at fp, of code, which is
// nil at the bottom of the stack, and returns the topmost. The bottommost one returns to Go.
func (vm *VM) runNested(begin func(fp unsafe.Pointer, code *Code) (unsafe.Pointer, error)) (object.Value, error) {
	if err := vm.heap.CheckGoStack(); err != nil {
		return object.Null, err
	}
	fp := vm.fp
	var code *Code
	if fp != nil {
		code = vm.codes[frameCode(fp)]
	}
	vm.leave()
	np, err := begin(fp, code)
	if err != nil {
		vm.back()
		return object.Null, err
	}
	caller := frameCaller(np)
	for *caller != fp {
		caller = frameCaller(*caller)
	}
	*caller = nil
	handling := *vm.heap.Handling()
	vm.levels[len(vm.levels)-1].goStack = heap.GoStackUsed()
	v, err := vm.protected(np)
	vm.back()
	*vm.heap.Handling() = handling // errors that are no exceptions leave it as it was
	return v, err
}

// protected runs a frame, turning a panic of the allocator into MemoryError at
// the instruction that was being executed, and one of CheckStop into its error.
func (vm *VM) protected(fp unsafe.Pointer) (object.Value, error) {
	for {
		v, err, thrown := vm.tryRun(fp)
		switch s := thrown.(type) {
		case nil:
			c, ok := err.(*collecting)
			if !ok {
				return v, err
			}
			if fp, err = vm.fp, vm.collectOutside(c); err == nil {
				continue
			}
		case heap.Stopped:
			err = s.Err
		default:
			err = vm.heap.RaiseMemoryError()
		}
		code := vm.codes[frameCode(vm.fp)]
		pc := uint32((vm.ip - uintptr(unsafe.Pointer(&code.Live[0]))) / 2)
		if int(pc) >= len(code.Live) { // compiled code has asked for the instruction: it does not tell vm.ip
			pc = *framePC(vm.fp)
		}
		if fp, err = vm.unwind(vm.fp, err, pc); err != nil {
			return object.Null, err
		}
	}
}

// tryRun is run that returns the panics that are no faults. Where compiled code was stopped its frames are not in
// memory, nor is where it was: that goes on to who has entered the VM.
func (vm *VM) tryRun(fp unsafe.Pointer) (v object.Value, err error, thrown any) {
	was := vm.inCompiled
	vm.inCompiled = false
	level := len(vm.levels) - 1
	defer func() {
		compiled := vm.inCompiled
		vm.inCompiled = was
		vm.levels[level].running = false
		vm.rearm()
		switch r := recover().(type) {
		case nil:
		case heap.OutOfMemory:
			thrown = r
		case heap.Stopped:
			if compiled {
				panic(r)
			}
			thrown = r
		default:
			panic(r)
		}
	}()
	vm.rearm()
	vm.levels[level].running = vm.goFrames != 0 // else run learns that first
	v, err = vm.run(fp)
	return v, err, nil
}

// call calls f with self in front of args, if that is not Null. A guest function
// gets a frame, which is returned; anything else is called, and its result
// returned.
func (vm *VM) call(fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value, kwnames object.Value) (unsafe.Pointer, object.Value, error) {
	h := vm.heap
	if self == object.Null && h.Is(f, object.BoundMethodType) && h.Is(h.Field(f, object.OffMethodFunc), object.FunctionType) {
		f, self = h.Field(f, object.OffMethodFunc), h.Field(f, object.OffMethodSelf)
	}
	if h.Is(f, object.FunctionType) {
		np, err := vm.bind(fp, code, f, self, args, kwnames)
		return np, object.Null, err
	}
	if self == object.Null && !h.Is(f, object.BuiltinType) {
		if fn, bound, kw, ok := h.PartialCall(f); ok {
			if all, names, ok, err := h.PartialArguments(bound, kw, args, kwnames); err != nil {
				return nil, object.Null, err
			} else if ok {
				np, err := vm.bind(fp, code, fn, object.Null, all, names)
				return np, object.Null, err
			}
		}
		if np, ok, err := vm.callClass(fp, code, f, args, kwnames); ok {
			return np, object.Null, err
		}
		if m := h.TypeOf(f).CallMethod(); m != object.Null && h.Is(m, object.FunctionType) {
			np, err := vm.bind(fp, code, m, f, args, kwnames)
			return np, object.Null, err
		}
	}
	if np, r, ok, err := enterCached(vm, fp, code, f, self, args, kwnames, noCall); ok {
		return np, r, err
	}
	if np, r, ok, err := enterScript(vm, fp, code, f, self, args, kwnames); ok {
		return np, r, err
	}
	if np, ok, err := enterEvaluated(vm, fp, code, f, self, args, kwnames); ok {
		return np, object.Null, err
	}
	r, err := callDirect(vm.heap, f, self, args, kwnames)
	return nil, r, err
}

// callNested is callFromGo for an instruction: it executes what the interpreter executes
// for a CALL, which has a frame beneath an __init__.
func (vm *VM) callNested(f object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if vm.heap.Is(f, object.BuiltinType) {
		return vm.heap.Call(f, args, kwnames)
	}
	if r, ok, err := runCached(vm, f, args, kwnames); ok {
		return r, err
	}
	if t, _ := vm.heap.PlainClass(f, kwnames != object.Null); t == nil && newMethod(vm.heap, f) == object.Null {
		return vm.callFromGo(f, args, kwnames)
	}
	return vm.runNested(func(fp unsafe.Pointer, code *Code) (unsafe.Pointer, error) {
		np, _, err := vm.callClass(fp, code, f, args, kwnames)
		return np, err
	})
}

// callDirect calls what is called from Go: anything but a guest function that the
// interpreter could go on in.
func callDirect(h *object.Heap, f, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	if self != object.Null {
		if h.Is(f, object.MethodDescType) && h.TypeOf(self).IsSubtype(h.BuiltinOf(f).Owner) {
			return h.CallBuiltin(h.BuiltinOf(f), self, args, kwnames)
		}
		// The stack has self right below the arguments.
		args = unsafe.Slice((*object.Value)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(args)), -8)), len(args)+1)
	}
	return h.Call(f, args, kwnames)
}

// callBuiltin calls a builtin function object with positional arguments.
func callBuiltin(h *object.Heap, f object.Value, args []object.Value) (object.Value, error) {
	return h.CallBuiltinObject(f, args, object.Null)
}

// checkCallee reports whether a call's target is what its inline cache says.
func checkCallee(h *object.Heap, ip unsafe.Pointer, op pycode.Op, f, self object.Value) bool {
	if op != pycode.CALL_PY_GENERAL {
		if self != object.Null || !h.Is(f, object.BoundMethodType) {
			return false
		}
		f = h.Field(f, object.OffMethodFunc)
	}
	return h.Is(f, object.FunctionType) && h.Half(f, object.OffFuncVersion) == u32(ip, 1)
}

// getter begins the frame of the function that an inline cache has, for an
// attribute or an item of v; nil if there is no room.
func (vm *VM) getter(fp unsafe.Pointer, code *Code, f, v object.Value, name object.Value) unsafe.Pointer {
	callee := vm.codes[vm.heap.Half(f, object.OffFuncCode)]
	np := vm.pushFrame(fp, code, f, callee)
	if np == nil {
		return nil
	}
	for i := range callee.LocalSlots {
		*local(np, i) = object.Null
	}
	*local(np, 0) = v
	if callee.ArgCount == 2 {
		*local(np, 1) = name
	}
	return np
}

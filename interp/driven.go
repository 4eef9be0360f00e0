package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/driver"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// callDriven is call for a call that may have a driver, or be len() or str() of an instance.
func (vm *VM) callDriven(fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value) (unsafe.Pointer, object.Value, error) {
	h := vm.heap
	if pythons(h, f, self) {
		return vm.call(fp, code, f, self, args, object.Null)
	}
	if fn, pass := vm.drivers.Of(f, self, args); fn != object.Null {
		np, err := vm.bindDriver(fp, code, fn, pass)
		return np, object.Null, err
	}
	if h.EachOf(f) != object.EachNone {
		if np, ok, err := enterEach(vm, fp, code, f, self, args, object.Null, int(*framePC(fp))-1-pycode.CALL.Caches()); ok {
			return np, object.Null, err
		}
	}
	if np, ok, err := vm.enterCalled(fp, code, f, self, args); ok {
		return np, object.Null, err
	}
	if h.CallsDirectly(f) {
		r, err := callDirect(h, f, self, args, object.Null)
		return nil, r, err
	}
	if np, r, ok, err := enterCached(vm, fp, code, f, self, args, object.Null, int(*framePC(fp))-1-pycode.CALL.Caches()); ok {
		return np, r, err
	}
	return vm.call(fp, code, f, self, args, object.Null)
}

// pythons reports whether a call is one of a function in Python, or of a method that is bound to one: it has no driver.
func pythons(h *object.Heap, f, self object.Value) bool {
	switch h.TypeID(f) {
	case object.FunctionType:
		return true
	case object.BoundMethodType:
		return self == object.Null && h.Is(h.Field(f, object.OffMethodFunc), object.FunctionType)
	}
	return false
}

// bindDriver is apart from callDriven because it allocates.
func (vm *VM) bindDriver(fp unsafe.Pointer, code *Code, fn object.Value, pass [2]object.Value) (unsafe.Pointer, error) {
	return vm.bind(fp, code, fn, object.Null, pass[:], object.Null)
}

// enterEach begins the frame of a call by the instruction at a code unit that has a driver (object.Each); ok is false for other calls.
func enterEach(vm *VM, fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value, kwnames object.Value, unit int) (np unsafe.Pointer, ok bool, err error) {
	fn, pass := vm.drivers.Each(f, self, args, kwnames)
	if ok = fn != object.Null; ok {
		code.FeedbackAt(unit).Driver = vm.heap.Half(fn, object.OffFuncVersion)
		np, err = vm.bind(fp, code, fn, object.Null, pass[:], object.Null)
	}
	return np, ok, err
}

// enterScript begins the frame of a call of f that Scripts make; ok is false for other calls. The frame at fp waits already.
func enterScript(vm *VM, fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value, kwnames object.Value) (np unsafe.Pointer, r object.Value, ok bool, err error) {
	begin, self := vm.heap.ScriptedCall(f, self)
	if begin == nil {
		return nil, object.Null, false, nil
	}
	s, state, err := begin(vm.heap, self, args, kwnames)
	if s == nil || err != nil {
		return nil, state[0], true, err
	}
	if np = beginScript(vm, fp, code, s, &state); np == nil {
		r, err = failScript(vm, s, state, recursionError(vm.heap))
	}
	return np, r, true, err
}

// beginScript begins the frame of a Script; nil at the recursion limit.
func beginScript(vm *VM, fp unsafe.Pointer, code *Code, s *object.Script, state *object.ScriptState) unsafe.Pointer {
	fn := vm.drivers.Script(s, state[0])
	callee := vm.codes[vm.heap.Half(fn, object.OffFuncCode)]
	np := vm.pushFrame(fp, code, fn, callee)
	if np != nil {
		for i := range callee.LocalSlots {
			*local(np, i) = object.Null
		}
		copy(unsafe.Slice(local(np, 0), s.Words), state[:])
	}
	return np
}

// failScript makes the result of a Script whose frame has not begun.
func failScript(vm *VM, s *object.Script, state object.ScriptState, err error) (object.Value, error) {
	r := raised(err)
	if r == nil {
		return object.Null, err
	}
	return s.Failed(vm.heap, r.Exc, s.Kept(state[:]))
}

// scriptRunner is object.Heap's ScriptRunner.
func scriptRunner(vm *VM) func(s *object.Script, state object.ScriptState) (object.Value, error) {
	return func(s *object.Script, state object.ScriptState) (object.Value, error) {
		m := vm.heap.Mark()
		vm.heap.PushAll(state[:s.Words])
		begun := false
		v, err := vm.runNested(func(fp unsafe.Pointer, code *Code) (unsafe.Pointer, error) {
			np := beginScript(vm, fp, code, s, &state)
			if begun = np != nil; !begun {
				return nil, recursionError(vm.heap)
			}
			return np, nil
		})
		if !begun {
			v, err = failScript(vm, s, state, err)
		}
		vm.heap.Release(m)
		return v, err
	}
}

// runLoop implements object.Heap's Looper.
func (vm *VM) runLoop(l object.Loop, s object.LoopState) (object.Value, error) {
	if s.Args != nil {
		return vm.callFromGo(vm.drivers.Loop(l, s), s.Args, object.Null)
	}
	if g := vm.drivers.Over(s.Iter); g != object.Null {
		s.Iter = g
	}
	return vm.callFromGo(vm.drivers.Loop(l, s), []object.Value{s.Iter, s.Func, s.First, s.Second}, object.Null)
}

// suspended makes a generator that is suspended at a code unit.
func (vm *VM) suspended(fn object.Value, unit int, e driver.Entries) object.Value {
	h := vm.heap
	code := vm.codes[h.Half(fn, object.OffFuncCode)]
	g := h.NewGenerator(code.GenType, fn, code.Handle, code.FrameSlots(), code.Handles)
	n := 1 + code.LocalSlots
	h.SetField(g, object.OffGenSubject, e.Object) // for drivenBy: nobody asks for the name
	slots := h.GenSlots(g, n+2)
	slots[0], slots[n-1] = fn, g
	copy(slots[1:n-1], e.Locals[:e.NumLocals])
	for _, x := range e.Stack {
		if x != object.Null {
			slots[n] = x
			n++
		}
	}
	h.SetGen(g, object.GenSuspended, uint32(n), uint32(unit))
	if code.Lands(unit) {
		h.SetWord(g, object.OffGenRow, code.Landings[uint32(unit)].Resume)
	}
	return g
}

// drivenBy implements object.Heap's Driven.
func (vm *VM) drivenBy(g object.Value) object.Value {
	if !vm.codes[vm.heap.GenCode(g)].Shim {
		return g
	}
	v := vm.heap.Field(g, object.OffGenSubject)
	if t := vm.heap.TypeOf(v); t.ID < object.FirstFreeType || t.Step != object.StepNone {
		return v
	}
	index := vm.heap.GenSlots(g, 1+driver.ItemsAt+1)[1+driver.ItemsAt]
	return vm.heap.NewSeqIter(object.SeqIterType, v, int(index.Small()))
}

// ownFunction makes a function of code that the VM has written, which no traceback shows.
func (vm *VM) ownFunction(c *pycode.Code, consts []object.Value) object.Value {
	code, err := vm.loader().Own(c)
	if err != nil {
		panic(err) // it has no constants that could be refused
	}
	code.ConstValues, code.Shim, code.Depth = consts, true, 0
	return vm.newFunction(code, object.Function{
		Globals: vm.mainDict, Builtins: vm.builtins, Doc: object.None, Module: object.None,
	})
}

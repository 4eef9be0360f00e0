package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Special methods in Python that instructions call: __setitem__, __len__, __iter__,
// __contains__, __bool__ and others. They get frames like operators' methods (operator.go).

// enterSpecial begins the frame of the special method in Python that the instruction with
// its opcode at a code unit calls; nil if it calls none.
func (vm *VM) enterSpecial(fp unsafe.Pointer, code *Code, sp unsafe.Pointer, unit int, op pycode.Op, o pyguest.Operator) (unsafe.Pointer, error) {
	if np, err := enterKeyed(vm, fp, code, sp, unit, op, o.Keys(vm.heap, taken(sp, o.Pops()))); np != nil || err != nil {
		return np, err
	}
	if _, ok := o.KeyUse(); ok {
		return nil, nil
	}
	if take := o.Takes(); take != o {
		if np, err := enterTake(vm, fp, code, sp, unit, op, take, 0); np != nil || err != nil {
			return np, err
		}
	}
	v := *slot(sp, -1-o.Receiver())
	if vm.heap.TypeID(v) < object.FirstFreeType {
		return nil, nil
	}
	var f object.Value
	if x := code.OperationAt(unit); x.Left != 0 && x.Left < uint32(object.FirstFreeType) { // a number, of UNARY_NEGATIVE: it is compiled for those
		f, o = o.Of(vm.heap.TypeOf(v))
	} else {
		vm.spec.NoteSpecial(x, o, v)
		f, o = x.Method, x.Operator
	}
	if f == object.Null {
		return nil, nil
	}
	frame.GoOnAt(fp, unit+1+op.Caches(), frameDepth(fp, sp)-uint32(o.Pops()))
	return vm.operatorFrames(fp, code, f, o, taken(sp, o.Pops()))
}

// enterKeyed begins the frame of the driver by which an instruction looks up a key of a class that has one; nil if there is none.
func enterKeyed(vm *VM, fp unsafe.Pointer, code *Code, sp unsafe.Pointer, unit int, op pycode.Op, o pyguest.Operator) (unsafe.Pointer, error) {
	if !notesKeyed(vm, code, sp, unit, o) {
		return nil, nil
	}
	f := code.OperationAt(unit).Method
	if f == object.Null {
		return nil, nil
	}
	frame.GoOnAt(fp, unit+1+op.Caches(), frameDepth(fp, sp)-uint32(o.Pops()))
	return vm.operatorFrames(fp, code, f, o, taken(sp, o.Reach()))
}

// notesKeyed notes the driver by which the instruction with its opcode at a code unit looks up a key, as o; false if that has none.
func notesKeyed(vm *VM, code *Code, sp unsafe.Pointer, unit int, o pyguest.Operator) bool {
	u, ok := o.KeyUse()
	if !ok {
		return false
	}
	args, _ := o.Arguments(taken(sp, o.Reach()))
	if !vm.heap.MatchesByPython(args[1]) || !u.Keyed(vm.heap, args[0]) || u == object.KeySame && vm.heap.FirstSettles(args[0], args[1]) {
		return false
	}
	vm.spec.NoteKey(code.OperationAt(unit), o, args[0], args[1])
	return true
}

// runKeyed is object.Heap's KeyRunner.
func runKeyed(vm *VM) func(u object.KeyUse, driver object.Value, args []object.Value) (object.Value, error) {
	return func(u object.KeyUse, driver object.Value, args []object.Value) (object.Value, error) {
		o := pyguest.KeyItem + pyguest.Operator(u)
		return vm.runOperator(driver, o, o.Taken(args))
	}
}

// taken returns the n topmost entries of a stack.
func taken(sp unsafe.Pointer, n int) (e pyguest.Entries) {
	for i := range min(n, len(e)) {
		e[i] = *slot(sp, -1-i)
	}
	return e
}

// Arguments of CONVERT_VALUE: convertRepr is the last for which an instance's own method is called alone.
const (
	convertStr  = 1
	convertRepr = 2
)

// addsTo are the instructions that add to what a comprehension makes, where that lies below an iterator: addedBelow is their argument.
var addsTo = map[pycode.Op]pyguest.Operator{pycode.SET_ADD: pyguest.KeyAddTo, pycode.MAP_ADD: pyguest.KeyStoreTo}

const addedBelow = 2

// shows begins the frame of the method in Python by which FORMAT_SIMPLE or CONVERT_VALUE shows an instance, or of the driver by which a comprehension adds one; false if there is
// none. ip is behind its opcode.
func shows(vm *VM, op pycode.Op, arg int, fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer) (bool, error) {
	if o, ok := addsTo[op]; ok && arg == addedBelow {
		np, err := enterKeyed(vm, fp, code, sp, int(code.At(ip))-1, op, o)
		return np != nil, err
	}
	if op != pycode.FORMAT_SIMPLE && (op != pycode.CONVERT_VALUE || arg > convertRepr) {
		return false, nil
	}
	np, err := vm.enterSpecial(fp, code, sp, int(code.At(ip))-1, op, specialOf(op, arg))
	return np != nil, err
}

// specialOf returns what an instruction with an argument calls.
func specialOf(op pycode.Op, arg int) pyguest.Operator {
	switch op {
	case pycode.CONTAINS_OP:
		if arg != 0 {
			return pyguest.NotContains
		}
		return pyguest.Contains
	case pycode.TO_BOOL:
		return pyguest.TruthByBool
	case pycode.STORE_SUBSCR:
		return pyguest.SetItem
	case pycode.DELETE_SUBSCR:
		return pyguest.DelItem
	case pycode.GET_ITER:
		return pyguest.Iter
	case pycode.GET_YIELD_FROM_ITER:
		return pyguest.YieldFrom
	case pycode.UNARY_NEGATIVE:
		return pyguest.Negate
	case pycode.SET_ADD, pycode.MAP_ADD:
		return addsTo[op]
	case pycode.FORMAT_SIMPLE:
		return pyguest.Format
	case pycode.CONVERT_VALUE:
		if arg == convertStr {
			return pyguest.Show
		}
		return pyguest.Repr
	}
	return pyguest.Invert
}

// enterCalled begins the frame of the special method in Python that a call is; ok is false if it
// is no such call. The frame at fp waits already.
func (vm *VM) enterCalled(fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value) (np unsafe.Pointer, ok bool, err error) {
	m, o := vm.known.SpecialCall(vm.heap, f, self, args)
	if m == object.Null {
		return nil, false, nil
	}
	np, err = vm.operatorFrames(fp, code, m, o, o.Called(self, args))
	return np, true, err
}

// doSpecial does what an instruction does that calls a special method, from Go, with the
// instructions that the interpreter executes for it.
func (vm *VM) doSpecial(o pyguest.Operator, e pyguest.Entries) (object.Value, error) {
	if o == pyguest.SetAttr {
		if f, o, key := pyguest.SetterOf(vm.heap, vm.heap.TypeOf(e[0]), e[2]); f != object.Null {
			return vm.runOperator(f, o, pyguest.Entries{e[0], e[1], key})
		}
		return o.Do(vm.heap, e)
	}
	o = o.Keyed(vm.heap, e)
	if v := e[o.Receiver()]; vm.heap.TypeID(v) >= object.FirstFreeType {
		if f, o := o.Of(vm.heap.TypeOf(v)); f != object.Null {
			return vm.runOperator(f, o, e)
		}
	}
	if take := o.Takes(); take != o {
		if v, ok, err := (env{vm}).DoTake(take, 0, pyguest.TakeEntries(e[0], e[1])); ok {
			return v, err
		}
	}
	return o.Do(vm.heap, e)
}

// setSlice is v[start:stop:step] = x.
func (vm *VM) setSlice(v, start, stop, step, x object.Value) error {
	if vm.heap.TypeID(v) < object.FirstFreeType {
		return vm.heap.SetSlice(v, start, stop, step, x)
	}
	_, err := vm.doSpecial(pyguest.SetItem, pyguest.Entries{vm.heap.NewSlice(start, stop, step), v, x})
	return err
}

// operatorExit executes INTERPRETER_EXIT in the frame beneath a method. With errReload it has begun a frame, or, with 1, executed
// the return behind it as well.
func (vm *VM) operatorExit(o pyguest.Operator, fp, sp unsafe.Pointer) (int, error) {
	if !o.IsSpecial() {
		if o == pyguest.Make {
			call, args, v := *third(sp), *second(sp), *top(sp)
			if init := vm.heap.InitAfterNew(call, v); init != object.Null {
				_, kwnames := vm.heap.ClassCalled(call)
				frame.GoOnAt(fp, int(o.Return())+1, 1)
				if _, err := initFrames(vm, fp, vm.operatorsRun, v, init, args, kwnames); err != nil {
					return 0, err
				}
				return 0, errReload
			}
		}
		v, err := o.Finish(vm.heap, *third(sp), *second(sp), *top(sp))
		if err == nil {
			*third(sp) = v
		}
		return -2, err
	}
	caller := *frameCaller(fp)
	if o.Spreads() && caller != nil {
		items := vm.heap.TupleItems(*top(sp))
		frame.PushReversed(frameStack(caller), items)
		*(*uint32)(unsafe.Add(caller, object.FrameSP)) += uint32(len(items))
		vm.fp = caller
		return 1, errReload
	}
	if !o.Discards() || caller == nil {
		v, err := o.FinishSpecial(vm.heap, *top(sp))
		if err == nil {
			*top(sp) = v
		}
		return 0, err
	}
	vm.fp = caller
	return 1, errReload
}

// interpretSpecial is an instruction that calls special methods of classes that differ
// from time to time. after is the unit behind its opcode.
func interpretSpecial(vm *VM, fp unsafe.Pointer, code *Code, sp unsafe.Pointer, op pycode.Op, arg, after int) (unsafe.Pointer, error) {
	o, depth := specialOf(op, arg), frameDepth(fp, sp)
	np, err := vm.enterSpecial(fp, code, sp, after-1, op, o)
	if np != nil || err != nil {
		return np, err
	}
	var v object.Value
	if op == pycode.GET_YIELD_FROM_ITER {
		v, err = vm.heap.YieldFromIter(*top(sp), code.Awaits())
	} else {
		v, err = o.Do(vm.heap, taken(sp, o.Reach()))
	}
	if err != nil {
		return nil, err
	}
	depth -= uint32(o.Pops())
	if !o.Discards() {
		*slot(sp, -o.Pops()) = v
		depth++
	}
	frame.GoOnAt(fp, after+op.Caches(), depth)
	return fp, nil
}

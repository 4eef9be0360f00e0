package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Look-ups that find nothing and call a function in Python then: d[key] of a class with a __missing__, or of a defaultdict with such a
// factory, and a call of a function whose results a functools.lru_cache keeps. The look-up itself runs in Go and counts as nothing,
// whoever does it. The function gets a frame; where something is to be done with its result, above one that does it, as beneath an
// operator's method (operator.go). Beside the code stands what has been found last, and how often nothing was.

// enterMissing begins the frame of the function that a subscript comes to whose dict does not have the key; nil if there is none, or if
// looking the key up may run guest code. unit has the instruction.
func enterMissing(vm *VM, fp unsafe.Pointer, code *Code, sp unsafe.Pointer, unit int) (unsafe.Pointer, error) {
	h, d, key := vm.heap, *second(sp), *top(sp)
	f, kind := h.MissedOf(d)
	if kind == object.MissedNothing {
		return nil, nil
	}
	lacks := h.DictLacks(d, key)
	vm.spec.NoteMissed(code.OperationAt(unit), kind, h.TypeVersion(d), f, lacks)
	if !lacks {
		return nil, nil
	}
	frame.GoOnAt(fp, unit+1+pycode.BINARY_OP.Caches(), frameDepth(fp, sp)-2)
	if kind == object.MissedItem {
		return vm.bind(fp, code, f, object.Null, entries(sp, 2), object.Null)
	}
	return vm.operatorFrames(fp, code, f, pyguest.Default, pyguest.Entries{key, d})
}

// missingDefault returns the factory in Python that makes the item for a key that a defaultdict does not have, Null if there is none,
// or if looking the key up may run guest code.
func missingDefault(h *object.Heap, d, key object.Value) object.Value {
	if f, kind := h.MissedOf(d); kind == object.MissedDefault && h.DictLacks(d, key) {
		return f
	}
	return object.Null
}

// cachedCall is a call of a function whose results a functools.lru_cache keeps, with the key of the arguments.
type cachedCall struct{ cache, function, key object.Value }

// findCached looks whether f is such a function, and returns a result that is kept of the call, Null if there is none. ok is false for all
// else.
func findCached(h *object.Heap, f, self object.Value, args []object.Value, kwnames object.Value) (c cachedCall, r object.Value, ok bool, err error) {
	if self == object.Null && h.Is(f, object.BoundMethodType) {
		f, self = h.Field(f, object.OffMethodFunc), h.Field(f, object.OffMethodSelf)
	}
	if !h.IsCached(f) {
		return c, object.Null, false, nil
	}
	c.cache, c.function = f, h.CachedFunction(f)
	if c.function == object.Null {
		return c, object.Null, false, nil
	}
	if self != object.Null {
		args = append([]object.Value{self}, args...)
	}
	c.key = h.CacheKey(f, args, kwnames)
	r, err = h.CacheFind(f, c.key)
	return c, r, true, err
}

// begin begins the frame of the function.
func (c cachedCall) begin(vm *VM, fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value, kwnames object.Value) (unsafe.Pointer, error) {
	if self == object.Null && f != c.cache {
		self = vm.heap.Field(f, object.OffMethodSelf)
	}
	return framesAbove(vm, fp, code, pyguest.Keep, pyguest.Entries{c.key, c.cache}, c.function, self, args, kwnames)
}

// noCall is the unit of a call that is no CALL.
const noCall = -1

// enterCached makes such a call: it returns a result that is kept, or the frame of the function. ok is false for all else. The frame at fp
// waits already. A CALL, at a unit, notes what has been found.
func enterCached(vm *VM, fp unsafe.Pointer, code *Code, f, self object.Value, args []object.Value, kwnames object.Value, unit int) (np unsafe.Pointer, r object.Value, ok bool, err error) {
	c, r, ok, err := findCached(vm.heap, f, self, args, kwnames)
	if !ok || err != nil {
		return nil, r, ok, err
	}
	if unit != noCall {
		kind := object.MissedCall
		if f != c.cache {
			kind = object.MissedMethod
		}
		vm.spec.NoteMissed(code.OperationAt(unit), kind, vm.heap.TypeVersion(c.cache), c.function, r == object.Null)
	}
	if r != object.Null {
		return nil, r, true, nil
	}
	np, err = c.begin(vm, fp, code, f, self, args, kwnames)
	return np, object.Null, true, err
}

// runCached is enterCached from Go.
func runCached(vm *VM, f object.Value, args []object.Value, kwnames object.Value) (r object.Value, ok bool, err error) {
	c, r, ok, err := findCached(vm.heap, f, object.Null, args, kwnames)
	if !ok || err != nil || r != object.Null {
		return r, ok, err
	}
	mark := vm.heap.Mark()
	vm.heap.Push(c.key)
	r, err = vm.runNested(func(fp unsafe.Pointer, code *Code) (unsafe.Pointer, error) {
		return c.begin(vm, fp, code, f, object.Null, args, kwnames)
	})
	vm.heap.Release(mark)
	return r, true, err
}

package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Asynchronous generators. A SEND to what asend and __anext__ return runs the generator's frame behind its own, as a SEND to a coroutine does; what is
// different is how that is left. What the generator yields by yield ends the step, so that the SEND has a value; what it yields by await goes on to
// whoever drives the SEND's frame; its end is a StopAsyncIteration of the SEND, which nobody sees where that is an "async for": such a loop ends. The generator
// has the asend at object.OffGenInner meanwhile. A step that is taken otherwise, by a method or for an exception, is nested in Go (object/asyncgen.go).

// sendAsync is resumeAt for a SEND of v to what is no generator. np is nil if it is no asend whose generator can go on.
func sendAsync(vm *VM, fp unsafe.Pointer, code *Code, pc, depth uint32, s, v object.Value) (np unsafe.Pointer, err error) {
	g, v := vm.heap.BeginSend(s, v)
	if g == object.Null {
		return nil, nil
	}
	frame.GoOnAt(fp, int(pc), depth)
	if np = vm.resume(fp, code, g, v); np == nil {
		err = recursionError(vm.heap)
		vm.heap.FailSend(g, s, err)
		return nil, err
	}
	vm.heap.SetField(g, object.OffGenInner, s)
	return np, nil
}

// stepOf returns the asend that the frame at fp, of a generator's code, runs for; Null: none. From then on it runs for none.
func stepOf(vm *VM, fp unsafe.Pointer, code *Code) (g, s object.Value) {
	if code.GenType == object.AsyncGeneratorType && *frameCaller(fp) != nil {
		if g = generatorOf(fp, code); g != object.Null {
			s = vm.heap.Field(g, object.OffGenInner)
			vm.heap.SetField(g, object.OffGenInner, object.Null)
			return g, s
		}
	}
	return object.Null, object.Null
}

// yielded gives the frame at fp, which waits, what the generator g that ran for the asend s (Null: it is no asynchronous one) has yielded.
func yielded(vm *VM, fp unsafe.Pointer, g, s, v object.Value) error {
	if s != object.Null {
		if x, done := vm.heap.EndSend(g, s, v); done {
			return returned(vm.heap, vm.codes[frameCode(fp)], fp, x)
		}
	}
	depth := (*uint32)(unsafe.Add(fp, object.FrameSP))
	*slot(fp, object.FrameSlots/8+int(*depth)) = v
	*depth++
	return nil
}

// endSteps is endGenerator for the asynchronous generator g, which has returned and ran for the asend s: the frame at fp waits.
func endSteps(vm *VM, fp unsafe.Pointer, g, s object.Value) (np unsafe.Pointer, place uint64, err error) {
	vm.heap.FinishSteps(g, s)
	code := vm.codes[frameCode(fp)]
	e := code.LoopEnd(*framePC(fp))
	if e == nil {
		return fp, 0, vm.heap.RaiseWith(object.StopAsyncIterationType)
	}
	place = *(*uint64)(unsafe.Add(fp, object.FrameCode)) | pyguest.EndsLoop
	frame.GoOnAt(fp, e.Target+1, uint32(1+code.LocalSlots+e.Depth-1)) // behind END_ASYNC_FOR, which takes what the loop is over
	return fp, place, nil
}

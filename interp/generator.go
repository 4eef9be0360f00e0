package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Generators. Their frames run on the frame stack like all others, behind that of
// whoever resumes them, so that nothing else knows of them; while a generator is
// suspended its object has the frame's slots (object/generator.go). Resuming and
// yielding copy the slots in use: a handful of words, and machine code that
// inlines a generator copies only those that have changed.
//
// A frame that waits for a generator goes on at FramePC with what is yielded on
// its stack. Where it goes on when the generator returns depends on the
// instruction that has resumed it: behind the loop for FOR_ITER, at END_SEND for
// SEND; a call raises StopIteration.
//
// A generator that yields from another one has nothing to do with what passes through:
// where all that lie between are suspended so, the innermost one is resumed in their
// place, behind whoever resumes the outermost, and yields to that. Each knows then for
// which one it runs (object.OffGenFor): when it returns or raises, that one is resumed in
// its place. The outermost one keeps the innermost (object.OffGenInner), so that it need
// not be looked for each time: it is the right one while nobody has resumed it for another,
// for each of those between is suspended until it returns or raises. So an element of a
// tree takes the same time at any depth. Where instructions are counted none is skipped,
// so that all tiers count the same.
//
// A suspended generator has the row of the landing where it goes on, if there is one
// (interpret.go), for machine code that resumes it (interp/pyguest's transfers).

// newGenerator makes the generator of the frame at fp, which is about to execute
// the instruction at pc next.
func (vm *VM) newGenerator(fp unsafe.Pointer, code *Code, pc uint32) object.Value {
	h := vm.heap
	g := h.NewGenerator(code.GenType, *slot(fp, object.FrameSlots/8), code.Handle, code.FrameSlots(), code.Handles)
	*local(fp, code.LocalSlots-1) = g
	suspend(vm.heap, fp, code, g, object.GenCreated, 1+code.LocalSlots, pc)
	return g
}

// suspend copies the n slots in use of a frame to its generator, which will go on
// at pc.
func suspend(h *object.Heap, fp unsafe.Pointer, code *Code, g object.Value, state, n int, pc uint32) {
	if code.Handles && state == object.GenSuspended {
		h.HandleOut(g)
	}
	copy(h.GenSlots(g, n), unsafe.Slice(slot(fp, object.FrameSlots/8), n))
	h.SetGen(g, uint32(state), uint32(n), pc)
	if state == object.GenSuspended && code.Guarded(pc) {
		h.ClosesDropped(g)
	}
	if code.Lands(int(pc)) {
		h.SetWord(g, object.OffGenRow, code.Landings[pc].Resume)
	}
}

// resume begins a frame for a generator, which is created or suspended, behind the
// frame fp of code (nil: at the bottom), with v on its stack: what its yield
// returns. It returns nil at the recursion limit.
func (vm *VM) resume(fp unsafe.Pointer, code *Code, g, v object.Value) unsafe.Pointer {
	np := vm.stackBase
	if fp != nil {
		np = unsafe.Add(fp, code.FrameBytes)
	}
	return vm.resumeIn(np, fp, g, v)
}

// resumeIn is resume for a frame at np.
func (vm *VM) resumeIn(np, fp unsafe.Pointer, g, v object.Value) unsafe.Pointer {
	h := vm.heap
	callee := vm.codes[h.GenCode(g)]
	n := h.GenSP(g)
	slots := h.GenSlots(g, n)
	if np = vm.beginFrame(np, fp, slots[0], callee); np == nil {
		return nil
	}
	copy(unsafe.Slice(slot(np, object.FrameSlots/8), n), slots)
	*slot(np, object.FrameSlots/8+n) = v
	*(*uint32)(unsafe.Add(np, object.FramePC)) = h.GenPC(g)
	*(*uint32)(unsafe.Add(np, object.FrameSP)) = uint32(n + 1)
	h.SetGen(g, object.GenRunning, 0, 0)
	h.SetField(g, object.OffGenFor, object.Null)
	h.SetWord(g, object.OffGenRow, 0)
	if callee.Handles {
		h.HandleIn(g)
	}
	return np
}

// resumeAt resumes a generator from an instruction of the frame at fp, which goes
// on at pc with depth slots in use and what is yielded. done says that the
// generator has ended before.
func (vm *VM) resumeAt(fp unsafe.Pointer, code *Code, pc, depth uint32, g, v object.Value) (np unsafe.Pointer, done bool, err error) {
	if done, err = vm.heap.CheckResume(g, v); done || err != nil {
		return nil, done, err
	}
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = depth
	*(*uint32)(unsafe.Add(fp, object.FramePC)) = pc
	if h := vm.heap.GenCode(g); h == code.Handle {
		code.Deep = true
	}
	np, err = vm.resumeInner(fp, code, g, v)
	return np, false, err
}

// resumeInner resumes a generator, or the one that it yields from, and so on.
func (vm *VM) resumeInner(fp unsafe.Pointer, code *Code, g, v object.Value) (unsafe.Pointer, error) {
	h := vm.heap
	outer, root, hops := object.Null, g, uint32(0)
	if inner := innermost(h, g); inner != object.Null {
		outer, g, hops = h.Field(inner, object.OffGenFor), inner, h.Half(inner, object.OffGenHops)
	}
	for ; vm.counts == nil; hops++ {
		inner := vm.delegate(g)
		if inner == object.Null {
			break
		}
		switch h.GenState(inner) {
		case object.GenRunning:
			_, err := h.CheckResume(inner, v)
			return nil, err
		case object.GenDone, object.GenCreated:
			inner = object.Null
		}
		if inner == object.Null {
			break
		}
		h.SetField(g, object.OffGenFor, outer)
		h.SetHalf(g, object.OffGenHops, hops)
		outer, g = g, inner
	}
	if hops > 0 && vm.limits(fp, int(hops)) {
		return nil, recursionError(vm.heap)
	}
	np := vm.resume(fp, code, g, v)
	if np == nil {
		return nil, recursionError(vm.heap)
	}
	h.SetField(g, object.OffGenFor, outer)
	if outer != object.Null {
		h.SetField(root, object.OffGenInner, g)
		h.SetField(g, object.OffGenRoot, root)
		vm.standIn(np, g, hops)
	}
	return np, nil
}

// standIn is told that the frame at np, of generator g, runs in the place of so many frames and
// its own: the recursion limit counts them.
func (vm *VM) standIn(np unsafe.Pointer, g object.Value, hops uint32) {
	vm.hopped = true
	vm.heap.SetHalf(g, object.OffGenHops, hops)
	room := frameRoom(np)
	*room = max(0, *room-int32(hops))
}

// innermost returns the generator that was resumed last in the place of g, if g has to
// wait for it still and it is suspended; else Null.
func innermost(h *object.Heap, g object.Value) object.Value {
	inner := h.Field(g, object.OffGenInner)
	if inner == object.Null || h.GenState(g) != object.GenSuspended || h.GenState(inner) != object.GenSuspended ||
		h.Field(inner, object.OffGenRoot) != g || h.Field(inner, object.OffGenFor) == object.Null {
		return object.Null
	}
	return inner
}

// delegate returns the generator that a suspended one yields from, where nothing keeps
// the latter from being skipped; Null otherwise.
func (vm *VM) delegate(g object.Value) object.Value {
	h := vm.heap
	code := vm.codes[h.GenCode(g)]
	if h.GenState(g) != object.GenSuspended || !code.AwaitsAt(h.GenPC(g)) || code.Handles && h.Field(g, object.OffGenHandled) != object.None {
		return object.Null
	}
	n := h.GenSP(g)
	if inner := h.GenSlots(g, n)[n-1]; h.Is(inner, object.GeneratorType) {
		return inner
	}
	return object.Null
}

// resumeByCall resumes a generator for a call of the frame at fp, which waits.
func (vm *VM) resumeByCall(fp unsafe.Pointer, code *Code, g, v object.Value) (unsafe.Pointer, error) {
	done, err := vm.heap.CheckResume(g, v)
	if err == nil && done {
		err = vm.heap.StopIteration(object.None)
	}
	if err != nil {
		return nil, err
	}
	return vm.resumeInner(fp, code, g, v)
}

// leftGenerator is leftFrame for the frame at fp of a generator's code, which has at pc
// returned v to the frame at caller, or to Go if that is nil. It returns the frame to go
// on in, with v where that wants it; nil where execution goes back to Go.
func (vm *VM) leftGenerator(fp unsafe.Pointer, code *Code, pc uint32, caller unsafe.Pointer, v object.Value) (unsafe.Pointer, error) {
	np, _, err := vm.endGenerator(fp, code, pc, caller, v)
	return np, err
}

// endGenerator is leftGenerator, and returns besides where the frame waited for the end: its code's handle and, from bit
// 32 on, its pc.
func (vm *VM) endGenerator(fp unsafe.Pointer, code *Code, pc uint32, caller unsafe.Pointer, v object.Value) (np unsafe.Pointer, place uint64, err error) {
	g, s := stepOf(vm, fp, code)
	np, err = vm.goOnFor(fp, code, pc, caller)
	if s != object.Null {
		vm.fp = caller
		return endSteps(vm, caller, g, s)
	}
	if err != nil {
		return caller, 0, err
	}
	if np == nil {
		np = caller
	}
	vm.fp = np
	if np == nil {
		return nil, 0, nil
	}
	place = *(*uint64)(unsafe.Add(np, object.FrameCode))
	return np, place, returned(vm.heap, vm.codes[frameCode(np)], np, v)
}

// learnEnd tells machine code where the frame at fp, which has waited at a place with so many slots for a generator's end, goes on.
func (vm *VM) learnEnd(place uint64, fp unsafe.Pointer, depth uint32) {
	row := *(*uint64)(unsafe.Add(fp, object.FrameResume))
	if vm.ends == nil || row == vm.tier.ReturnRow {
		return
	}
	e := pyguest.EndEntry{Place: place, Row: row, PC: *framePC(fp)}
	switch {
	case place&pyguest.EndsLoop != 0:
		e.Push = *(*uint32)(unsafe.Add(fp, object.FrameSP)) - depth
	case vm.codes[frameCode(fp)].EndOf(uint32(place>>32)).Op == pycode.SEND:
		e.Push = 1
	}
	vm.ends[pyguest.EndIndex(place)] = e
}

// goOnFor leaves the frame at fp of a generator's code for good, at pc. If the generator ran for
// another one, that is resumed in its place, behind caller, as if its SEND had not
// returned yet; nil if it ran for whoever had resumed it.
func (vm *VM) goOnFor(fp unsafe.Pointer, code *Code, pc uint32, caller unsafe.Pointer) (unsafe.Pointer, error) {
	h, g, root := vm.heap, object.Null, object.Null
	if self := generatorOf(fp, code); self != object.Null {
		g, root = h.Field(self, object.OffGenFor), h.Field(self, object.OffGenRoot)
	}
	vm.objects.Ended(fp, code, pc)
	leftFrame(h, fp, code)
	if g == object.Null {
		return nil, nil
	}
	pc = h.GenPC(g) - 1 // of the YIELD_VALUE behind the SEND: where it goes on then
	outer := h.Field(g, object.OffGenFor)
	np := vm.resumeIn(fp, caller, g, object.None)
	if np == nil {
		return nil, recursionError(vm.heap)
	}
	h.SetField(g, object.OffGenFor, outer)
	if outer != object.Null {
		h.SetField(g, object.OffGenRoot, root)
		h.SetField(root, object.OffGenInner, g)
		vm.standIn(np, g, h.Half(g, object.OffGenHops))
	}
	frame.GoOnAt(np, int(pc), *(*uint32)(unsafe.Add(np, object.FrameSP))-1)
	return np, nil
}

// leftFrame is told of every frame that is left for good: a generator has ended.
func leftFrame(h *object.Heap, fp unsafe.Pointer, code *Code) {
	if code.Generates {
		if g := generatorOf(fp, code); g != object.Null {
			if code.Handles {
				h.HandleOut(g)
			}
			h.FinishGenerator(g)
		}
	}
}

// returned puts what a generator has returned where the frame at fp, which waits
// for it, wants it, and says there where it goes on.
func returned(h *object.Heap, code *Code, fp unsafe.Pointer, v object.Value) error {
	pc := (*uint32)(unsafe.Add(fp, object.FramePC))
	in := code.EndOf(*pc)
	switch in.Op {
	case pycode.FOR_ITER:
		*pc = in.Target + 1 // behind END_FOR
	case pycode.SEND:
		sp := (*uint32)(unsafe.Add(fp, object.FrameSP))
		*slot(fp, object.FrameSlots/8+int(*sp)) = v
		*sp++
		*pc = in.Target
	default:
		return h.StopIteration(v)
	}
	return nil
}

// generators implements object.Frames.
type generators struct{ *VM }

// ResumeGenerator implements object.Frames: the generator runs nested in Go.
func (vm generators) ResumeGenerator(g, sent, exc object.Value) (v object.Value, done bool, err error) {
	if err := vm.heap.CheckGoStack(); err != nil {
		return object.Null, false, err
	}
	fp := vm.fp
	var code *Code
	if fp != nil {
		code = vm.codes[frameCode(fp)]
	}
	vm.leave()
	var np unsafe.Pointer
	if exc == object.Null {
		np, err = vm.resumeInner(fp, code, g, sent)
	} else if np = vm.resume(fp, code, g, sent); np == nil {
		err = recursionError(vm.heap)
	}
	if err != nil {
		vm.back()
		return object.Null, false, err
	}
	*frameCaller(np) = nil
	if exc != object.Null {
		np, err = vm.unwind(np, vm.heap.Throw(exc), *framePC(np)-1)
	}
	if err == nil {
		vm.levels[len(vm.levels)-1].goStack = heap.GoStackUsed()
		v, err = vm.protected(np)
	}
	vm.back()
	return v, vm.heap.GenState(g) == object.GenDone, err
}

// GeneratorCode implements object.Frames.
func (vm generators) GeneratorCode(g object.Value) object.Value {
	return vm.codes[vm.heap.GenCode(g)].Self
}

// resumeYieldFrom and what is greater (of an await) are the arguments of a RESUME behind the
// yield of what another generator has yielded.
const resumeYieldFrom = 2

// YieldsFrom implements object.Frames: such a generator goes on at a RESUME that
// says so, with the iterator on top of its stack.
func (vm generators) YieldsFrom(g object.Value) object.Value {
	h := vm.heap
	code := vm.codes[h.GenCode(g)]
	in := pycode.Decode(code.Units, int(h.GenPC(g)))
	if in.Op != pycode.RESUME || in.Arg&3 < resumeYieldFrom {
		return object.Null
	}
	n := h.GenSP(g)
	return h.GenSlots(g, n)[n-1]
}

// RunningFrame implements object.Frames.
func (vm generators) RunningFrame(g object.Value) (object.Value, error) { return vm.objects.Running(g) }

// Guarded implements object.Frames.
func (vm generators) Guarded(g object.Value) bool {
	return vm.codes[vm.heap.GenCode(g)].Guarded(vm.heap.GenPC(g))
}

// iterableCoroutine reports whether a generator may be awaited: types.coroutine has marked
// its code.
func (vm *VM) iterableCoroutine(g object.Value) bool {
	return vm.codes[vm.heap.GenCode(g)].Flags&pycode.FlagIterableCoroutine != 0
}

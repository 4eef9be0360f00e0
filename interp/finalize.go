package interp

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Where __del__, the callbacks of weak references and the handlers of signals are called: package object says which wait. A
// collection that finds some interrupts the guest, so that machine code and micro-ops leave at their
// next poll, and the interpreter calls them at a back edge or as a function begins. Builtins in Go
// that poll do not: what they work on may be half made.

// attend is requests.Handle where Python code may run. ran says that some has.
func (vm *VM) attend() (ran bool, err error) { return vm.requests.Attend(vm.runWaiting) }

// runWaiting calls the finalizers that wait, and the handlers of signals that have come, in the thread that they are for, and
// lets other threads go on.
func (vm *VM) runWaiting() error {
	if vm.requests.TakeFinished() {
		vm.tier.Finish()
	}
	if err := vm.lib.RunFinalizers(); err != nil {
		return err
	}
	if vm.threads.current == vm.threads.main {
		if err := vm.lib.HandleSignals(); err != nil {
			return err
		}
	}
	threaded{vm}.letOthersRun()
	return nil
}

// collect is what gc.collect and those like it do, called with args: behind makes the result of the number of objects that have died.
func (vm *VM) collect(args []object.Value, behind func(dead int) (object.Value, error)) (object.Value, error) {
	if c := vm.calledBy(args); c != nil {
		c.behind = behind
		return object.Null, c
	}
	vm.clearFree(args)
	n, err := vm.sweepAndRun()
	if err != nil {
		return object.Null, err
	}
	return behind(n)
}

// sweepAndRun collects, calls what that lets wait, and returns how many objects have died.
func (vm *VM) sweepAndRun() (int, error) {
	var n int
	err := vm.heap.FinalizeWithin(func() { n = vm.heap.CountDead(vm.sweeper.Sweep) }, vm.lib.Unraisable)
	return n, err
}

// collecting asks the interpreter to return to Go, and collect there. A program that asks for a
// collection may look whether an object is gone, and the frames of the Go functions in
// which a call is executed have words that nobody needs any more: the collector takes them
// for references.
type collecting struct {
	depth  int // of the operand stack, without the call's operands
	behind func(dead int) (object.Value, error)
}

func (c *collecting) Error() string { return "gc.collect() in the interpreter" }

// calledBy returns how to collect outside of the interpreter: nil if it is not a CALL instruction of
// the interpreter that has called gc.collect, or another that collects, with args.
func (vm *VM) calledBy(args []object.Value) *collecting {
	if vm.fp == nil || vm.inCompiled {
		return nil
	}
	code := vm.codes[frameCode(vm.fp)]
	pc := (vm.ip - uintptr(unsafe.Pointer(&code.Live[0]))) / 2
	depth := (int(uintptr(unsafe.Pointer(unsafe.SliceData(args))))-int(uintptr(vm.fp))-object.FrameSlots)/8 - 2
	if pc >= uintptr(len(code.Live)) || depth < 1+code.LocalSlots || depth+2+len(args) > int(code.FrameSlots()) {
		return nil
	}
	w := code.Live[pc]
	f := *slot(vm.fp, object.FrameSlots/8+depth)
	if pycode.Op(w).Base() != pycode.CALL || int(w>>8) != len(args) || !vm.heap.Is(f, object.BuiltinType) || !vm.lib.Collects(vm.heap.BuiltinOf(f)) {
		return nil
	}
	return &collecting{depth: depth}
}

// goOn lets the frame at fp go on behind its call of gc.collect, at pc: with what collectOutside says.
func (c *collecting) goOn(fp unsafe.Pointer, pc uint32) unsafe.Pointer {
	*slot(fp, object.FrameSlots/8+c.depth) = object.Null
	frame.GoOnAt(fp, int(pc)+1+pycode.CALL.Caches(), uint32(c.depth)+1)
	return fp
}

// collectOutside collects for a frame that goes on then: the Go functions that were running it have returned.
func (vm *VM) collectOutside(c *collecting) error {
	vm.clearFree(unsafe.Slice((*object.Value)(frameStack(vm.fp)), 0))
	heap.ClearGoStack()
	fp := vm.fp
	n, err := vm.sweepAndRun()
	if err != nil {
		return err
	}
	*top(frameStack(fp)), err = c.behind(n)
	return err
}

// clearFree clears the free entries of the operand stacks, what exits of machine code have stored, and what generators that run still
// have of the time when they were suspended: what they keep alive is little, but a program that
// asks for a collection may look whether an object is gone. args lie at the end of the stack of
// the innermost frame, if the interpreter runs that. FrameSP says nothing of frames that wait for
// Go: what the instruction that they are at has found is kept. Frames that machine code runs are left as they are.
func (vm *VM) clearFree(args []object.Value) {
	if vm.fp == nil {
		return
	}
	if vm.tier.Table != nil {
		vm.tier.Table.DropRegs()
	}
	for at := vm.stackBase; uintptr(at) < uintptr(vm.fp); at = frameEnd(vm.codes, at) {
		i := slices.IndexFunc(vm.levels, func(l level) bool { return l.fp == at })
		if i < 0 {
			vm.clearBehind(at, frameStack(at))
			continue
		}
		l, code := &vm.levels[i], vm.codes[frameCode(at)]
		unit := (l.ip - uintptr(unsafe.Pointer(&code.Live[0]))) / 2
		if l.inCompiled || unit >= uintptr(len(code.Live)) {
			continue
		}
		if n := code.StackAt(int(unit)); n >= 0 {
			vm.clearBehind(at, unsafe.Add(at, object.FrameLocals+8*(code.LocalSlots+n)))
		}
	}
	begin := unsafe.Pointer(unsafe.SliceData(args))
	if p := uintptr(begin); !vm.inCompiled && p >= uintptr(vm.fp) && p <= uintptr(frameEnd(vm.codes, vm.fp)) {
		vm.clearBehind(vm.fp, unsafe.Add(begin, 8*len(args)))
	}
}

// clearBehind is clearFree for one frame, whose stack ends at sp.
func (vm *VM) clearBehind(fp, sp unsafe.Pointer) {
	code := vm.codes[frameCode(fp)]
	for end := unsafe.Add(fp, code.FrameBytes); uintptr(sp) < uintptr(end); sp = unsafe.Add(sp, 8) {
		*slot(sp, 0) = object.Null
	}
	if code.GenType == 0 {
		return
	}
	if g := generatorOf(fp, code); g.IsRef() && g != object.Null && vm.heap.GenState(g) == object.GenRunning {
		slots := vm.heap.GenSlots(g, code.FrameSlots())
		for i := range slots {
			if i != 0 && i != code.LocalSlots { // machine code that yields stores neither the function nor the generator: they stay
				slots[i] = object.Null
			}
		}
	}
}

// maxPasses is how often finalizeAll looks for what finalizers have dropped that itself has finalizers. In CPython
// these run within each other, and the recursion limit bounds how deep.
const maxPasses = 1000

// finalizeAll calls what waits, and the __del__ of all that is left at the end of the program; then of what these have
// made and dropped, and so on.
func (vm *VM) finalizeAll() error {
	if err := vm.lib.RunFinalizers(); err != nil {
		return err
	}
	vm.heap.FinalizeAll()
	for pass := 0; vm.heap.FinalizersWait() && pass < maxPasses; pass++ {
		if err := vm.lib.RunFinalizers(); err != nil {
			return err
		}
		heap.ClearGoStack()
		vm.sweeper.Sweep()
	}
	return nil
}

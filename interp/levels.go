package interp

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// level is what lies beneath the frames that a call from Go runs in.
type level struct {
	fp         unsafe.Pointer // the frame that is running there, nil at the bottom
	ip         uintptr        // its instruction
	inCompiled bool           // see VM.inCompiled
	// inlined is what the frames behind the one at fp that machine code has in registers add to the
	// recursion depth.
	inlined int
	// nesting is Heap.Nesting of what runs above it, to be restored behind a panic of the allocator.
	nesting int
	// waiting is how many generators waited (Heap.Waiting).
	waiting int
	// activation is, inCompiled, the number of the machine code's activation, or of the evaluation's.
	activation int
	// peeked is what the frames of compiled code are that it has shown (peek.go).
	peeked *peeked
	// goStack is how much of the goroutine's stack was in use where protected was called for what runs above.
	goStack uintptr
	running bool // it runs in run
}

// arguments is how many bytes at the low end of run's Go frame may hold arguments of the function that it has called,
// and what the call itself stores there. TestArgumentsOfRun holds it against the code.
const arguments = 88

// rootedFrames tells the collector of the Go frames from protected to run (heap.RootedFrames): all that run needs
// behind a call that may collect lies in the guest's frames. Its own frame is large, and what an instruction has
// left there would stay alive as long as no other instruction uses the place.
func (vm *VM) rootedFrames(skip func(from, to uintptr)) {
	for i := range vm.levels {
		if l := &vm.levels[i]; l.running {
			skip(l.goStack, l.goStack+vm.goFrames-arguments)
		}
	}
}

// leave is told that Go enters the interpreter above the frame that is running.
func (vm *VM) leave() {
	l := level{fp: vm.fp, ip: vm.ip, inCompiled: vm.inCompiled, nesting: vm.heap.Nesting(), waiting: len(vm.heap.Waiting())}
	if vm.inCompiled {
		count := func(code uint64) { l.inlined += int(vm.codes[code].Depth) }
		l.activation = vm.activation()
		if n := vm.evals.depth; n > 0 {
			vm.evals.machines[n-1].Inlined(count)
		} else {
			vm.tier.Table.Inlined(count)
		}
	}
	vm.levels = append(vm.levels, l)
}

// back goes back to the frame that leave has been called for.
func (vm *VM) back() {
	n := len(vm.levels) - 1
	vm.fp, vm.ip = vm.levels[n].fp, vm.levels[n].ip
	vm.levels = vm.levels[:n]
}

// inspected is the VM as package introspect sees it.
type inspected struct{ *VM }

// Code implements introspect.VM.
func (vm inspected) Code(handle uint32) *Code { return vm.codes[handle] }

// Prepare implements introspect.VM.
func (vm inspected) Prepare(c *pycode.Code) (*Code, error) { return vm.loader().Load(c) }

// NewFunction implements introspect.VM.
func (vm inspected) NewFunction(code *Code, f object.Function) object.Value {
	return vm.newFunction(code, f)
}

// Builtins implements introspect.VM.
func (vm inspected) Builtins() object.Value { return vm.builtins }

// BuiltinsOf implements introspect.VM.
func (vm inspected) BuiltinsOf(globals object.Value) (object.Value, error) {
	return vm.builtinsOf(globals)
}

// Looked implements introspect.VM.
func (vm inspected) Looked(code *Code) { vm.dropExecutors(code) }

// CodeReplaced implements introspect.VM. All executors become invalid, and those that are being made: programs replace the
// code of functions that they have just made.
func (vm inspected) CodeReplaced() {
	table := vm.tier.Table
	if table == nil {
		return
	}
	vm.tier.CancelAll()
	for _, ex := range slices.Clone(table.Executors) {
		if !ex.Invalid {
			vm.tier.Invalidate(ex)
		}
	}
}

// FramesUp implements introspect.VM.
func (vm inspected) FramesUp(variables bool, f func(introspect.Frame) bool) error {
	p, err := vm.waiting(variables)
	if err != nil {
		return err
	}
	fp, ip := vm.fp, vm.ip
	if p != nil {
		fp, ip = p.inner, 0
	}
	first := true // of its level: it waits for no other frame
	for i := len(vm.levels); ; {
		if fp == nil {
			if i--; i < 0 || !vm.waitingAt(i, f) {
				return nil
			}
			fp, ip = vm.levels[i].fp, vm.levels[i].ip
			if vm.levels[i].inCompiled {
				if p, err = vm.peekedAt(i, variables); err != nil {
					return err
				}
				fp, ip = p.inner, 0
			}
			first = true
			continue
		}
		code := vm.codes[frameCode(fp)]
		pc := *framePC(fp) - 1
		if ip != 0 {
			pc = uint32((ip - uintptr(unsafe.Pointer(&code.Live[0]))) / 2)
		}
		at := introspect.Frame{FP: fp, Code: code, PC: pc, Held: p != nil || len(vm.running) > 0 || !first && !vm.landsAt(fp, code)}
		if p != nil {
			at = p.frame(at)
			if fp == p.base || p.base == nil {
				p = nil // the frames beneath are in memory
			}
		}
		if !code.Shim && !f(at) || code.GenType != 0 && !vm.waitingFor(*local(fp, code.LocalSlots-1), f) {
			return nil
		}
		fp, ip, first = *frameCaller(fp), 0, false
	}
}

// Alone implements introspect.VM.
func (vm inspected) Alone() bool { return len(vm.threads.all) <= 1 || vm.tier.Table == nil }

// landsAt reports whether a frame that waits goes on in the interpreter, or where all frames of its code do: with nothing
// that compiled code knows of it alone.
func (vm inspected) landsAt(fp unsafe.Pointer, code *Code) bool {
	row := *frame.Resume(fp)
	if row == vm.tier.ReturnRow {
		return true
	}
	pc := int(*framePC(fp))
	return code.Lands(pc) && code.Landings[pc].Exit.RowAddress() == row
}

// waitingAt calls f with the frames of the generators that wait between what level i is made for
// and the frame beneath that: they have passed on an exception. It returns false when f has.
func (vm inspected) waitingAt(i int, f func(introspect.Frame) bool) bool {
	from := 0
	if i > 0 {
		from = vm.levels[i-1].waiting
	}
	for _, g := range slices.Backward(vm.heap.Waiting()[from:vm.levels[i].waiting]) {
		if !f(vm.objects.Suspended(g)) {
			return false
		}
	}
	return true
}

// waitingFor calls f with the frames of the generators that yield from one that runs: they are
// suspended, for it has been resumed in their place. It returns false when f has.
func (vm inspected) waitingFor(g object.Value, f func(introspect.Frame) bool) bool {
	if !g.IsRef() || g == object.Null { // the frame is about to make its generator
		return true
	}
	for g = vm.heap.Field(g, object.OffGenFor); g != object.Null; g = vm.heap.Field(g, object.OffGenFor) {
		if !f(vm.objects.Suspended(g)) {
			return false
		}
	}
	return true
}

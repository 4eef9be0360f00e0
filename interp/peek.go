package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir/eval"
)

// Frames of compiled code that has called a helper are not in memory: what is there is of when
// machine code was entered, and the frames of inlined calls are nowhere. Something that the helper runs may look at
// them, though: sys._getframe(1) in a __eq__, f_back in the key function of a sort, warnings.warn.
//
// Nothing is done for that ahead. The exit by which the helper would raise says where the values
// are, for no value is in a register while a helper runs. So they are read where they are (exitdata.Table.Peek) and
// copied: a frame in the frames' own layout, within a tuple. Compiled code knows nothing of it. A
// copy is right until the helper is done, since the frame stands still so long; what is found by a frame object is found by
// its function (object/frameobject.go), which the copy has, and the frame in memory beneath
// it, too, if there is one. So the frame object of an inlined call's frame says Unsupported once the
// helper is done; others are found as before.
//
// Not in the place of the frame in memory: what the helper has called lies behind that.

// peeked is the copy of the frames of an activation of compiled code.
type peeked struct {
	inner   unsafe.Pointer // the innermost frame
	base    unsafe.Pointer // the outermost one, whose caller is in memory
	memory  unsafe.Pointer // where that lies, or would; nil if it is no copy
	objects []object.Value // the tuples
	few     [6]object.Value
	// variables says that the copies have the variables.
	variables bool
	// behind is what is to be added to the innermost frame's pc, if that is no copy.
	behind uint32
}

// frame returns a frame of FramesUp's as it is to be shown.
func (p *peeked) frame(at introspect.Frame) introspect.Frame {
	switch at.FP {
	case p.base:
		at.Memory = p.memory
	case p.inner:
		at.PC += p.behind
	}
	return at
}

// activation is the number of the activation of machine code, or of the evaluation, that has called a helper.
func (vm *VM) activation() int {
	if n := vm.evals.depth; n > 0 {
		return n
	}
	return vm.tier.Table.Stack().Depth()
}

// waiting returns the frames of compiled code that has called what is running, nil if
// the interpreter has; with their variables or without.
func (vm *VM) waiting(variables bool) (*peeked, error) {
	if !vm.inCompiled {
		return nil, nil
	}
	if p := &vm.single; !variables && peekOnly(vm, p, vm.activation(), vm.fp) {
		return p, nil
	}
	p, err := vm.peek(vm.activation(), vm.fp, variables)
	vm.peeked = p
	return p, err
}

// peekedAt returns the frames of the compiled code that has called what level i is made for.
func (vm *VM) peekedAt(i int, variables bool) (*peeked, error) {
	l := &vm.levels[i]
	if was := l.peeked; was == nil || variables && !was.variables {
		p, err := vm.peek(l.activation, l.fp, variables)
		if err != nil {
			return nil, err
		}
		p.follow(was)
		vm.levels[i].peeked = p
	}
	return l.peeked, nil
}

// follow takes the functions of a copy that was made before: frame objects know theirs.
func (p *peeked) follow(was *peeked) {
	if was == nil || was.base == nil {
		return
	}
	for from, to := was.inner, p.inner; ; from, to = *frameCaller(from), *frameCaller(to) {
		*frame.Function(to) = *frame.Function(from)
		if from == was.base {
			return
		}
	}
}

// peek copies the frames of an activation, the outermost of which is at fp. Without variables, a copy has the function, and a generator's
// the generator.
func (vm *VM) peek(activation int, fp unsafe.Pointer, variables bool) (p *peeked, err error) {
	m := vm.heap.Mark()
	defer vm.heap.Release(m)
	p = &peeked{inner: fp, memory: fp, behind: 1, variables: variables}
	p.objects = p.few[:0]
	ok := true
	if n := vm.evals.depth; n > 0 {
		ok, err = vm.evals.machines[activation-1].Peek(func(fr eval.FrameState, virtual func(int) int) {
			slots := p.add(vm, fp, fr.Code, fr.PC, len(fr.Slots))
			for i, s := range fr.Slots {
				if s.Present && p.wants(i, slots) {
					p.set(vm, slots, i, s.Word, virtual(i), &err)
				}
			}
		})
	} else {
		var frames exitdata.Peeked
		frames, ok = vm.tier.Table.Peek(activation)
		defer frames.Done()
		for k := range frames.Frames {
			fr := &frames.Frames[k]
			slots := p.add(vm, fp, fr.Frame.Code, fr.PC, fr.SP)
			for i := range fr.Slots {
				if s := &fr.Slots[i]; p.wants(s.Index, slots) {
					p.set(vm, slots, s.Index, frames.Word(s), frames.Virtual(s), &err)
				}
			}
		}
	}
	if !ok && err == nil {
		err = vm.heap.Stop("looking at the frame of compiled code from what it calls without saying where its frames are")
	}
	if p.behind == 0 {
		*framePC(p.inner)++ // as of a frame that waits
	}
	return p, err
}

// peekOnly is peek without variables of an activation of machine code whose only frame is at fp, and none of a generator's: but for its
// variables it is as it lies in memory. ok is false for others.
func peekOnly(vm *VM, p *peeked, activation int, fp unsafe.Pointer) (ok bool) {
	if vm.evals.depth > 0 || vm.codes[frameCode(fp)].GenType != 0 {
		return false
	}
	frames, ok := vm.tier.Table.Peek(activation)
	if !ok || len(frames.Frames) != 1 || frames.Frames[0].Frame.Code != uint64(frameCode(fp)) {
		return false
	}
	*p = peeked{inner: fp, memory: fp, behind: frames.Frames[0].PC - (*framePC(fp) - 1)}
	return true
}

// add adds a copy of a frame of which sp slots are in use, and returns its slots.
func (p *peeked) add(vm *VM, fp unsafe.Pointer, code uint64, pc uint32, sp int) []uint64 {
	h, c, n := vm.heap, vm.codes[code], 1
	if p.variables {
		n = max(sp, 1+c.LocalSlots)
	} else if c.GenType != 0 {
		n = 1 + c.LocalSlots
	}
	copied := h.NewTupleOfNull(object.FrameSlots/8 + n)
	h.Push(copied)
	p.objects = append(p.objects, copied)
	np := h.At(copied, object.OffTupleItems)
	slots := frameSlots(np, n)
	if p.base == nil {
		p.base = np
		*frameCaller(np) = *frameCaller(fp)
		copy(slots, frameSlots(fp, n))
	} else {
		*frameCaller(np) = p.inner
	}
	p.inner, p.behind = np, 0
	*(*uint64)(unsafe.Add(np, object.FrameCode)) = uint64(c.Handle)
	*framePC(np) = pc
	return slots
}

// wants reports whether slot i is copied to the slots of the innermost copy.
func (p *peeked) wants(i int, slots []uint64) bool {
	return i < len(slots) && (p.variables || i == 0 || i == len(slots)-1)
}

// set copies a slot to the innermost copy. An error is that it is a virtual object, which others than the frame would not see.
func (p *peeked) set(vm *VM, slots []uint64, i int, word uint64, virtual int, err *error) {
	slots[i] = word
	if virtual == 0 || i > vm.codes[frameCode(p.inner)].LocalSlots { // of the operand stack nothing is shown
		return
	}
	if virtual > 1 || !unchangeable(vm.heap, object.Value(word)) {
		*err = vm.heap.Stop("looking at the frame of compiled code, of which a variable has an object that is in registers")
	}
}

// unchangeable reports whether two objects with the same contents are one to the program, but for
// their identity.
func unchangeable(h *object.Heap, v object.Value) bool {
	return !v.IsRef() || h.Is(v, object.TupleType) || h.Is(v, object.IntType) || h.Is(v, object.FloatType) || h.Is(v, object.StrType) || h.Is(v, object.RangeType) ||
		h.Is(v, object.SliceType) || h.Is(v, object.BoundMethodType)
}

// roots tells the collector of the copies.
func (p *peeked) roots(m *heap.Marker) {
	if p == nil {
		return
	}
	for _, v := range p.objects {
		m.Value(v)
	}
}

package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// Iterators of classes with a __next__ in Python. FOR_ITER pushes its frame, as a call
// does: what it returns is the next element, StopIteration that leaves it ends the loop.
// A trace goes on in it, if tier 1 has seen instances of one class there.

// enterNext begins the frame of f, the __next__ of an iterator, for a FOR_ITER of the frame
// at fp, which goes on at pc with depth slots in use and the element.
func (vm *VM) enterNext(fp unsafe.Pointer, code *Code, pc, depth uint32, f, it object.Value) (unsafe.Pointer, error) {
	vm.goOnAt(fp, int(pc), depth)
	return vm.bind(fp, code, f, it, nil, object.Null)
}

// endsLoop makes the frame at fp go on behind its loop, if an exception that has left the
// frame of a __next__ is the iterator's end.
func (vm *VM) endsLoop(fp unsafe.Pointer, r *object.Raised) bool {
	pc := framePC(fp)
	end := vm.codes[frameCode(fp)].EndOf(*pc)
	if end.Op != pycode.FOR_ITER || !vm.heap.IsInstance(r.Exc, object.StopIterationType) {
		return false
	}
	*pc = end.Target + 1 // behind END_FOR
	return true
}

// nextVersion returns the version of an iterator's class, if its __next__ is a function
// that takes nothing but the iterator; else 0.
func (vm *VM) nextVersion(it object.Value) uint32 {
	f := vm.heap.NextMethod(it)
	if f == object.Null || !vm.heap.Is(f, object.FunctionType) {
		return 0
	}
	if code := vm.codes[vm.heap.Half(f, object.OffFuncCode)]; !code.Takes(1) {
		return 0
	}
	return vm.heap.TypeOf(it).Version()
}

// followNext goes on in the __next__ of the iterators that the FOR_ITER at start has run over.
// Where an exit leads back to it, the iterator is another one: it is interpreted.
func (p *projector) followNext(start, after int) uop.Stop {
	t := p.vm.heap.TypeByVersion(p.code.NextAt(start))
	if t == nil || p.first && p.linking || p.vm.rules != nil && p.vm.rules[cpython.LOAD_ATTR_PROPERTY_FRAME] == nil {
		return p.stop(uop.StopUnsupported, start)
	}
	f := t.NextMethod()
	p.begin(start)
	p.emit(cpython.GUARD_TYPE_VERSION, 0, start).Operand0 = uint64(t.Version())
	p.emit(cpython.COPY, 1, start)
	p.emit(cpython.LOAD_ATTR_PROPERTY_FRAME, 0, start).Operand0 = uint64(f)
	p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
	p.emit(cpython.PUSH_FRAME, 0, start)
	stop := p.enterVersion(p.vm.heap.Half(f, object.OffFuncVersion), after)
	if r := p.region; r != nil && stop == uop.StopNone {
		r.contexts[r.at].inside = true // the profile, which follows calls only, knows nothing of it
	}
	return stop
}

// iterShape returns the shape of the iterator that the FOR_ITER at pc is taken to run over.
func (p *projector) iterShape(pc int) uint64 {
	if !p.linking && (p.gen != object.Null || pc == p.loopTop && len(p.callers) == 0) {
		if it := p.iterator(pc); it != object.Null {
			if shape := pyguest.IterShape(p.vm.heap, it); shape != 0 {
				return shape
			}
		}
	}
	if p.code.Feedback == nil {
		return 0
	}
	return p.code.Feedback[pc].Shape
}

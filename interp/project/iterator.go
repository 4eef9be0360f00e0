package project

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// followNext goes on in the __next__ of the iterators that the FOR_ITER at start has run over.
// Where an exit leads back to it, the iterator is another one: it is interpreted.
func (p *projector) followNext(start, after int) uop.Stop {
	t := p.heap.TypeByVersion(p.code.NextAt(start))
	if t == nil || p.first && p.linking || !p.prog.Runs(cpython.LOAD_ATTR_PROPERTY_FRAME) {
		return p.stop(uop.StopUnsupported, start)
	}
	f := t.NextMethod()
	p.begin(start)
	p.emit(cpython.GUARD_TYPE_VERSION, 0, start).Operand0 = uint64(t.Version())
	p.emit(cpython.COPY, 1, start)
	p.emit(cpython.LOAD_ATTR_PROPERTY_FRAME, 0, start).Operand0 = uint64(f)
	p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
	p.emit(cpython.PUSH_FRAME, 0, start)
	stop := p.enterVersion(p.heap.Half(f, object.OffFuncVersion), after)
	if r := p.region; r != nil && stop == uop.StopNone {
		r.contexts[r.at].inside = true // the profile, which follows calls only, knows nothing of it
	}
	return stop
}

// sendsToIterator takes the next element of the iterator that the SEND at start, of a yield from, is taken to run over, if it has a
// shape. Where an exit leads back to it, the iterator is another one: it is interpreted.
func (p *projector) sendsToIterator(start, after int, arg uint32) bool {
	if p.first && p.linking {
		return false
	}
	shape := p.iterShape(start, pyguest.StepShape)
	if shape == 0 {
		return false
	}
	p.begin(start)
	p.emit(cpython.SEND_CHECK, 0, start).Operand0 = shape
	u := p.emit(cpython.SEND_NEXT, arg, start)
	u.Operand0, u.Target = shape, uint32(after)+arg // at END_SEND
	p.pc = after
	return true
}

// iterShape returns the shape of the iterator that the FOR_ITER or SEND at pc is taken to run over: none where the instruction
// is compiled in its general form, as one with a shape leaves at the iterator's end, and has done so too often.
func (p *projector) iterShape(pc int, shapeOf func(h *object.Heap, it object.Value) uint64) uint64 {
	if p.general(pc) {
		return 0
	}
	if !p.linking && (p.gen.Known || pc == p.loopTop && len(p.callers) == 0) {
		if it := p.iterator(pc); it != object.Null {
			if shape := shapeOf(p.heap, it); shape != 0 {
				return shape
			}
		}
	}
	if p.code.Feedback == nil {
		return 0
	}
	return p.code.Feedback[pc].Shape
}

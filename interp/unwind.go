package interp

import (
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// handle makes a frame go on at a handler: with the stack cut down, the unit that
// has raised if the handler wants it, and the exception.
func (vm *VM) handle(fp unsafe.Pointer, code *Code, handler *adaptive.Handler, r *object.Raised, pc uint32) {
	sp := object.FrameSlots/8 + 1 + code.LocalSlots + handler.Depth
	if handler.Lasti {
		unit := int64(pc)
		if r.Unit >= 0 {
			unit = int64(r.Unit)
		}
		*slot(fp, sp) = object.SmallInt(unit)
		sp++
	}
	*slot(fp, sp) = r.Exc
	vm.heap.Landed(r.Exc)
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = uint32(sp + 1 - object.FrameSlots/8)
	*framePC(fp) = uint32(handler.Target)
	vm.fp = fp
	if vm.tier.Triggers&tier2.Handlers != 0 {
		vm.tier.CountHandler(fp, code, code.FirstHandler(handler))
	}
}

// raisedAt returns the code unit that an exception was raised at, for programs that ask: one that is thrown
// into a generator is not raised by the instruction that the generator waits at, but by the one behind it.
func raisedAt(code *Code, pc uint32) uint32 {
	switch pycode.Op(code.Units[pc]) {
	case pycode.YIELD_VALUE, pycode.RETURN_GENERATOR:
		return pc + 1
	}
	return pc
}

// endedAt returns the code unit that a generator's frame has ended at, which an exception leaves at pc. Of one that
// has not begun, that is the unit behind its first RESUME.
func endedAt(code *Code, pc uint32) uint32 {
	if pycode.Op(code.Units[pc]) == pycode.RETURN_GENERATOR {
		return pc + 3
	}
	return raisedAt(code, pc)
}

package interp

import (
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
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

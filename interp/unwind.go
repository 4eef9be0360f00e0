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
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = uint32(sp + 1 - object.FrameSlots/8)
	*framePC(fp) = uint32(handler.Target)
	vm.fp = fp
	if vm.places&tier2.Handlers != 0 {
		vm.countHandler(fp, code, code.FirstHandler(handler))
	}
}

// countHandler counts that execution has come to a handler, with the frame's pc and
// sp as they are then, and asks for an executor where that is hot.
func (vm *VM) countHandler(fp unsafe.Pointer, code *Code, hot *adaptive.Handler) {
	vm.allTicks++
	if hot.Count++; hot.Count < vm.ticksOf(hot.Tries) {
		return
	}
	pc, since := hot.Target, hot.Since
	hot.Count, hot.Since = 0, vm.allTicks
	switch {
	case hot.Tries > maxTries || code.Execs != nil && code.Execs[pc] != nil:
		return
	case !vm.hot.Hot(uint64(vm.ticksOf(hot.Tries)), vm.allTicks, since):
		vm.opt.Lukewarm++
		return
	}
	if ex := vm.optimize(&source{vm: vm, code: code, pc: pc, depth: vm.operands(fp, code), top: vm.operand(fp, code)}); ex != nil {
		vm.install(code, pc, ex)
		return
	}
	if hot.Tries++; hot.Tries > maxTries {
		vm.opt.Blacklisted++
		return
	}
	vm.opt.BackOffs++
}

package interp

import (
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// handler is an entry of a code object's exception table. Handlers are hot places:
// of those with the same target the first counts.
type handler struct {
	pycode.Handler
	first int    // index of the first one with this target
	count int    // exceptions towards an executor at the target
	tries int    // attempts to make it that have failed
	since uint64 // the global counter when it began to count
}

// handlerAt returns the handler of what the instruction at a code unit raises, nil
// if there is none.
func (c *Code) handlerAt(unit int) *handler {
	if c.handlerOf == nil {
		c.indexHandlers()
	}
	if i := c.handlerOf[unit]; i != 0 {
		return &c.handlers[i-1]
	}
	return nil
}

func (c *Code) indexHandlers() {
	c.handlerOf = make([]uint16, len(c.Units))
	byTarget := map[int]int{}
	for i, h := range c.Handlers() {
		first, ok := byTarget[h.Target]
		if !ok {
			first, byTarget[h.Target] = i, i
		}
		c.handlers = append(c.handlers, handler{Handler: h, first: first})
		for unit := h.Start; unit < min(h.End, len(c.handlerOf)); unit++ {
			c.handlerOf[unit] = uint16(i + 1)
		}
	}
}

// handle makes a frame go on at a handler: with the stack cut down, the unit that
// has raised if the handler wants it, and the exception.
func (vm *VM) handle(fp unsafe.Pointer, code *Code, handler *handler, r *object.Raised, pc uint32) {
	sp := object.FrameSlots/8 + 1 + code.nlp + handler.Depth
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
		vm.countHandler(fp, code, &code.handlers[handler.first])
	}
}

// countHandler counts that execution has come to a handler, with the frame's pc and
// sp as they are then, and asks for an executor where that is hot.
func (vm *VM) countHandler(fp unsafe.Pointer, code *Code, hot *handler) {
	vm.allTicks++
	if hot.count++; hot.count < vm.ticksOf(hot.tries) {
		return
	}
	pc, since := hot.Target, hot.since
	hot.count, hot.since = 0, vm.allTicks
	switch {
	case hot.tries > maxTries || code.execs != nil && code.execs[pc] != nil:
		return
	case !vm.hot.Hot(uint64(vm.ticksOf(hot.tries)), vm.allTicks, since):
		vm.opt.Lukewarm++
		return
	}
	if ex := vm.optimize(&source{vm: vm, code: code, pc: pc, depth: vm.operands(fp, code), top: vm.operand(fp, code)}); ex != nil {
		vm.install(code, pc, ex)
		return
	}
	if hot.tries++; hot.tries > maxTries {
		vm.opt.Blacklisted++
		return
	}
	vm.opt.BackOffs++
}

package adaptive

import (
	"github.com/tier2go/tier2/interp/pycode"
)

// Handler is an entry of a code object's exception table. Handlers are hot places:
// of those with the same target the first counts.
type Handler struct {
	pycode.Handler
	First int    // index of the first one with this target
	Count int    // exceptions towards an executor at the target
	Tries int    // attempts to make it that have failed
	Since uint64 // the global counter when it began to count
}

// HandlerOf returns the handler of what the instruction at a code unit raises, nil
// if there is none.
func (c *Code) HandlerOf(unit int) *Handler {
	if c.handlerOf == nil {
		c.indexHandlers()
	}
	if i := c.handlerOf[unit]; i != 0 {
		return &c.handlers[i-1]
	}
	return nil
}

// LoopEnd returns the END_ASYNC_FOR that handles what is raised where a frame waits to go on at pc: StopAsyncIteration leads
// behind it. nil: something else does.
func (c *Code) LoopEnd(pc uint32) *Handler {
	h := c.HandlerOf(c.Instruction(int(pc) - 1))
	if h == nil || h.Lasti || pycode.Op(c.Units[h.Target]) != pycode.END_ASYNC_FOR {
		return nil
	}
	return h
}

// FirstHandler returns the first handler with the same target as h: the one that counts.
func (c *Code) FirstHandler(h *Handler) *Handler { return &c.handlers[h.First] }

func (c *Code) indexHandlers() {
	c.handlerOf = make([]int32, len(c.Units))
	byTarget := map[int]int{}
	for i, h := range c.Handlers() {
		first, ok := byTarget[h.Target]
		if !ok {
			first, byTarget[h.Target] = i, i
		}
		c.handlers = append(c.handlers, Handler{Handler: h, First: first})
		for unit := h.Start; unit < min(h.End, len(c.handlerOf)); unit++ {
			c.handlerOf[unit] = int32(i + 1)
		}
	}
}

// RaisedAt returns the code unit that an exception was raised at, for programs that ask: one that is thrown
// into a generator is not raised by the instruction that the generator waits at, but by the one behind it.
func (c *Code) RaisedAt(pc uint32) uint32 {
	switch pycode.Op(c.Units[pc]) {
	case pycode.YIELD_VALUE, pycode.RETURN_GENERATOR:
		return pc + 1
	}
	return pc
}

// EndedAt returns the code unit that a generator's frame has ended at, which an exception leaves at pc. Of one that
// has not begun, that is the unit behind its first RESUME.
func (c *Code) EndedAt(pc uint32) uint32 {
	if pycode.Op(c.Units[pc]) == pycode.RETURN_GENERATOR {
		return pc + 3
	}
	return c.RaisedAt(pc)
}

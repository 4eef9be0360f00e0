package object

import "unsafe"

// Raising: what an exception in flight is, and what the ones that are being
// handled have to do with it (Python/errors.c: _PyErr_SetObject).

// Raised is a Python exception in flight, as a Go error. The exception is an
// object of the heap; the heap keeps the one raised last alive, and uses the
// Raised of others again, so that one must not be held while guest code runs.
type Raised struct {
	Exc Value
	// Again: a handler raises it again. The frame that does is in its traceback
	// already. Where the handler knows by which instruction it was raised first,
	// Unit is its code unit, otherwise −1.
	Again bool
	Unit  int

	heap *Heap
}

// Error returns the last line of CPython's traceback: type and message.
func (r *Raised) Error() string { return r.heap.ExceptionLine(r.Exc) }

// Handling says which exceptions are being handled. It lies in an object of the
// heap (see HandlingCell); a generator that is resumed handles its own.
type Handling struct {
	Own   Value // of what runs now: None if it handles none
	Below Value // of whoever runs it: what counts if it handles none itself; None: none either
}

// Top returns the exception that is being handled, None if there is none: what
// sys.exception returns.
func (g *Handling) Top() Value {
	if g.Own != None {
		return g.Own
	}
	return g.Below
}

// Handling returns what is being handled now.
func (h *Heap) Handling() *Handling { return h.handling }

// HandlingCell returns a cell whose content is Handling().Own: what compiled code
// reads and writes, as the cells of variables.
func (h *Heap) HandlingCell() Value { return h.handlingCell }

func (h *Heap) initHandling() {
	c := h.Alloc(kindPlain, OffCellValue+16)
	h.header(c, CellType, 0)
	h.handlingCell, h.secondCell, h.raisedCell = c, h.NewCell(None), h.NewCell(None)
	h.handling = (*Handling)(unsafe.Pointer(h.FieldAt(c, OffCellValue)))
	*h.handling = Handling{None, None}
}

// inFlight returns an exception as an error. The errors are made again and again: a
// program raises one at a time, and Go code may hold a few while it tidies up.
func (h *Heap) inFlight(exc Value) *Raised {
	h.inflight = exc
	r := &h.raised[h.raises%uint(len(h.raised))]
	h.raises++
	*r = Raised{Exc: exc, Unit: -1, heap: h}
	return r
}

// Landed says that an exception is not in flight any more: a handler or Go has it. What the frames that it has
// left kept dies with it then.
func (h *Heap) Landed(exc Value) {
	if h.inflight == exc {
		h.inflight = Null
	}
}

// RaiseValue returns an exception instance as an error. Its context becomes the
// exception that is being handled.
func (h *Heap) RaiseValue(exc Value) error {
	if top := h.handling.Top(); top != None && top != exc {
		h.setContext(exc, top)
	}
	return h.inFlight(exc)
}

// PassOn returns an exception as an error, as it is: it comes from elsewhere.
func (h *Heap) PassOn(exc Value) error {
	return h.inFlight(exc)
}

// Throw is RaiseValue of what is thrown into a generator that runs now: only what
// it handles itself becomes the context.
func (h *Heap) Throw(exc Value) error {
	if own := h.handling.Own; own != None && own != exc {
		h.setContext(exc, own)
	}
	return h.PassOn(exc)
}

// Reraise returns an exception that is being handled as an error, as it is.
// unit is the code unit of the instruction that has raised it, −1 if that is the
// one at hand.
func (h *Heap) Reraise(exc Value, unit int) error {
	r := h.inFlight(exc)
	r.Again, r.Unit = true, unit
	return r
}

// setContext makes handled the context of exc. Where exc is among the contexts of
// handled, the chain is cut there, so that it stays one.
func (h *Heap) setContext(exc, handled Value) {
	slow, step := handled, false
	for o := handled; ; {
		context := h.Field(o, OffExcContext)
		if context == Null {
			break
		}
		if context == exc {
			h.SetField(o, OffExcContext, Null)
			break
		}
		if o = context; o == slow {
			break // a loop that a program has made, without exc
		}
		if step {
			slow = h.Field(slow, OffExcContext)
		}
		step = !step
	}
	h.SetField(exc, OffExcContext, handled)
}

// RaiseInstead raises an exception in place of another, which becomes its context; Null: there is none.
func (h *Heap) RaiseInstead(was Value, t TypeID, msg string) error {
	if was == Null {
		return h.Raise(t, "%s", msg)
	}
	exc := h.NewException(h.types[t], h.NewStr(msg))
	h.setContext(exc, was)
	return h.inFlight(exc)
}

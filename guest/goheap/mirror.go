package goheap

import (
	"fmt"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
)

// Frame is a frame of the VM, as it goes into machine code and comes back.
type Frame struct {
	Code uint64
	PC   uint32
	// Slots are the locals and, behind them, the operand stack as far as it is in use.
	Slots []any
}

// Left says how execution came back.
type Left struct {
	exitdata.Left
	// Inner are the frames that machine code has begun behind the one that was entered and that
	// have not returned, the innermost last: the VM begins them. They are valid until the next Run
	// with this Left.
	Inner []Frame
}

// Run enters an executor in the VM's innermost frame and returns when execution comes back to
// Go. The frame's PC and Slots are as machine code has left them: slots that have changed are
// written, in place where the slice has room. room is how many frames the VM can begin
// behind f. The errors are those of exitdata.Table.Run, ErrAttach, ErrSlots and
// ErrFrames.
func (h *Heap) Run(ex *exitdata.Executor, f *Frame, room int, left *Left) error {
	if h.table == nil {
		return ErrAttach
	}
	if len(f.Slots) > h.opt.Slots {
		return ErrSlots
	}
	at := h.base
	if len(h.running) > 0 {
		at = uintptr(h.fp) + uintptr(h.size)
	}
	if at >= h.end {
		return ErrFrames
	}
	h.running = append(h.running, activation{fp: h.fp, entry: len(h.entry), mark: len(h.local.values)})
	defer h.leave()
	m := h.mirror(at, f, room)
	if err := h.table.Run(ex, uint64(at), &left.Left); err != nil {
		return fmt.Errorf("goheap: %w", err)
	}
	h.fp = unsafe.Add(nil, left.Frame)
	left.Inner = left.Inner[:0]
	for x := (*frame)(h.fp); x != m; x = (*frame)(x.caller) {
		left.Inner = append(left.Inner, h.frame(x))
	}
	slices.Reverse(left.Inner)
	h.writeBack(m, f)
	return nil
}

// mirror makes the mirror of a frame.
func (h *Heap) mirror(at uintptr, f *Frame, room int) *frame {
	m := (*frame)(unsafe.Add(nil, at))
	*m = frame{code: uint32(f.Code), pc: f.PC, sp: uint32(len(f.Slots)), room: int32(min(room, int(h.end-at)/h.size-1))}
	slots := h.slots(m)
	for i, v := range f.Slots {
		slots[i] = h.Word(v)
	}
	h.entry = append(h.entry, slots[:len(f.Slots)]...)
	h.fp = unsafe.Pointer(m)
	return m
}

// writeBack writes what has changed of a mirrored frame. A word that is as it was is the
// value that is there: nothing is allocated for it.
func (h *Heap) writeBack(m *frame, f *Frame) {
	was, old := h.entry[h.running[len(h.running)-1].entry:], f.Slots
	f.PC, f.Slots = m.pc, slices.Grow(f.Slots[:0], int(m.sp))[:m.sp]
	for i, w := range h.slots(m)[:m.sp] {
		if i >= len(was) || was[i] != w {
			f.Slots[i] = h.Value(w)
		} else if i < len(old) {
			f.Slots[i] = old[i]
		}
	}
	if len(f.Slots) < len(old) {
		clear(old[len(f.Slots):]) // what the VM has popped
	}
}

// frame returns a frame that machine code has begun.
func (h *Heap) frame(x *frame) Frame {
	f := Frame{Code: uint64(x.code), PC: x.pc, Slots: make([]any, x.sp)}
	for i := range f.Slots {
		f.Slots[i] = h.Value(h.slots(x)[i])
	}
	return f
}

// leave ends the innermost activation: its handles are freed.
func (h *Heap) leave() {
	a := &h.running[len(h.running)-1]
	h.fp = a.fp
	clear(h.entry[a.entry:])
	h.entry = h.entry[:a.entry]
	h.local.cut(a.mark)
	h.running = h.running[:len(h.running)-1]
	if len(h.running) == 0 && h.lasting.full() {
		h.sweep()
	}
}

// Push implements guest.Memory: the slots are nil.
func (h *Heap) Push(caller, code uint64) uint64 {
	outer := (*frame)(unsafe.Add(nil, caller))
	x := (*frame)(unsafe.Add(nil, uintptr(caller)+uintptr(h.size)))
	*x = frame{caller: unsafe.Pointer(outer), code: uint32(code), room: outer.room - 1}
	slots := h.slots(x)
	for i := range slots {
		slots[i] = wordNil
	}
	return caller + uint64(h.size)
}

// Innermost implements guest.Memory.
func (h *Heap) Innermost() *unsafe.Pointer { return &h.fp }

// Interrupts implements guest.Memory.
func (h *Heap) Interrupts() (*atomic.Bool, func() error) { return h.opt.Interrupted, h.opt.Interrupt }

// MemBase implements guest.Memory: words hold no addresses.
func (h *Heap) MemBase() uint64 { return 0 }

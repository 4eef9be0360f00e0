package exitdata

import (
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// Left says how execution came back from machine code.
type Left struct {
	Frame uint64 // address of the guest frame to go on in; its pc and sp are in memory
	Exit  *Exit
	// Forced: the exit was taken although its test passed. Ret is then what the
	// helper returned that was called last.
	Forced bool
	Ret    uint64
	// Err is what a helper raised, or what there was no memory for at the exit: the
	// guest's exception. The frame's pc is that of the instruction that raised it, or
	// of the one to go on at.
	Err error
}

// maxNesting is how often machine code may be entered by a helper that machine
// code has called, and so on: 64 MB of activations, taken as they are used.
const maxNesting = 8192

// ErrNesting is the error of Run when machine code is nested too deeply. The guest's
// frame is as it was.
var ErrNesting = native.ErrDepth

// ErrNotNative is the error of Run for an executor that has no machine code: its guest has
// no memory for machine code (guest.Guest.Memory), the port has none, or another kind of
// executor was asked for. Such executors are evaluated or interpreted by the VM.
var ErrNotNative = errors.New("exitdata: Run enters machine code, and there is none")

// ErrNowhere is the error of Run without an executor or a frame.
var ErrNowhere = errors.New("exitdata: Run wants an executor and the address of the guest's frame, and one of them is nil")

// ErrMemory is the error of Run when memory runs out again, what the guest keeps back
// (lower.Reserve) included, in a helper that has no exit to raise by. The guest's frame
// is not up to date: it cannot go on.
var ErrMemory = errors.New("no memory is left, nor a way to raise that")

// Run enters an executor's machine code in the guest frame at an address and
// returns when execution comes back to Go: left says how. (It is written in place: a
// result of this size, written by fields and copied as a whole, costs a third of the
// round trip.) The guest's frames are in memory then. The error wraps ErrNesting or
// ErrMemory, or says that the code is broken. An executor of kind Own runs likewise; its
// errors wrap [ErrOwn].
func (t *Table) Run(e *Executor, frame uint64, left *Left) error {
	if e == nil || frame == 0 && e.Kind != Own {
		return ErrNowhere
	}
	if e.chunk.Addr == 0 {
		if e.Kind == Own {
			return t.runOwn(e, frame, left)
		}
		why := ""
		if t.guest.Memory == nil {
			why = ", since the guest has no Memory"
		}
		return fmt.Errorf("%w: executor %d (%s) is of kind %v%s", ErrNotNative, e.ID, e.Name, e.Kind, why)
	}
	act, err := t.stack.Push()
	if err != nil {
		return err
	}
	defer t.stack.Unwind(t.stack.Depth() - 1)
	act.Frame = frame
	t.Stats.Entries++
	t.Stats.Native++
	e.Entries++
	t.err = nil
	if t.opt.Budget != nil {
		t.setBudget()
	}
	switch st := t.enter(act, e.chunk.Addr); st {
	case native.StatusExit, native.StatusHelper:
	case native.StatusFault:
		return fmt.Errorf("exitdata: executor %d (%s): %w", e.ID, e.Name, ErrMemory)
	default:
		return fmt.Errorf("exitdata: machine code of executor %d (%s) left with %v (%d)", e.ID, e.Name, st, act.Helper)
	}
	x := t.exits[t.rowIndex(act.Row)]
	x.carry()
	if x == x.Executor.plain {
		x = x.Executor.Exits[act.Helper]
		x.Count()
	}
	left.Forced = false
	if t.opt.Force != nil {
		if forced := t.forcedExit(x); forced != nil {
			x, left.Forced, left.Ret = forced, true, act.Ret
			x.Count()
		}
	}
	t.Stats.Taken++
	if x.Executor.Kind != Cold {
		t.Stats.Cold++
	}
	left.Exit, left.Frame, left.Err, t.err = x, act.Frame, t.err, nil
	*t.innermost = pointer(act.Frame)
	if x.State == nil {
		return nil
	}
	if left.Frame, err = t.rebuild(act, x); left.Err == nil {
		left.Err = err
	}
	t.Stats.Bytecodes += uint64(x.State.Clock)
	return nil
}

// enter runs machine code. Memory that runs out in a helper which may raise is the
// guest's exception; where it runs out in another one, again, there is no way on: StatusFault.
// (An error as a second result costs 2 ns of a round trip.)
func (t *Table) enter(act *native.Activation, entry uintptr) (st native.Status) {
	depth := t.stack.Depth()
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		exc := t.spend(r)
		t.stack.Unwind(depth)
		if exc == nil {
			panic(r)
		}
		if *word(act.Resume - 8) == 0 {
			st = native.StatusFault
			return
		}
		t.raise(act, exc)
		st = native.StatusHelper
	}()
	return t.stack.Enter(act, entry)
}

// spend is Reserve.Spend: nil for a guest without.
func (t *Table) spend(r any) error {
	if t.reserve == nil {
		return nil
	}
	return t.reserve.Spend(r)
}

// quiet calls a helper that has no exit to raise by. Where memory runs out it is
// called again, with what the guest has kept back; the exception comes later.
func (t *Table) quiet(i uint32, args []uint64) (w uint64, err error) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		late := t.spend(r)
		if late == nil {
			panic(r)
		}
		w, err = t.guest.Helpers[i](args)
		t.reserve.Postpone(late)
	}()
	return t.guest.Helpers[i](args)
}

// Calls returns how often machine code has called each helper, by the name of its operation.
func (t *Table) Calls() map[string]uint64 {
	calls := map[string]uint64{}
	for i, n := range t.calls {
		if n > 0 {
			calls[t.guest.Names[i]] += n
		}
	}
	return calls
}

// helper is called by machine code, through the trampoline. If the helper
// raises, execution leaves by the exit whose number (numberedExit of lower) stands before
// the place to resume at.
func (t *Table) helper(act *native.Activation, call uint32) bool {
	if call == native.PollHelper {
		return t.poll(act)
	}
	t.Stats.Helpers++
	i, n := lower.Helper(call)
	t.calls[i]++
	*t.innermost = pointer(act.Frame)
	if f := t.interrupted; f != nil && f.Load() && *word(act.Resume - 8) != 0 {
		if err := t.interrupt(); err != nil {
			return t.raise(act, err) // instead of the call
		}
	}
	var w uint64
	var err error
	switch exit := *word(act.Resume - 8); {
	case exit == 0:
		if w, err = t.quiet(i, act.Args[:n]); err != nil {
			panic(fmt.Sprintf("exitdata: the helper of %s has returned an error, but the operation carries no Raise state: %v", t.guest.Names[i], err))
		}
	case t.opt.Clock:
		w, err = t.clocked(exit, i, act.Args[:n])
	default:
		w, err = t.guest.Helpers[i](act.Args[:n])
	}
	if err == nil {
		act.Ret = w
		return true
	}
	return t.caught(act, err) || t.raise(act, err)
}

// poll answers machine code that a poll has left: whether it must leave to the guest, which wants to be
// interrupted. If not, it was Go's scheduler, which has had what it wants by now, and
// execution goes on in the executor: where it is left does not depend on time then. A guest that has no flag to say so
// by is led to at each poll.
func (t *Table) poll(act *native.Activation) bool {
	t.Stats.Polls++
	act.Ret = 0
	if t.interrupted == nil || t.interrupted.Load() {
		act.Ret = 1
	}
	return true
}

// clocked calls a helper that may ask how far execution has come: to where the exit by
// which it raises says.
func (t *Table) clocked(exit uint64, i uint32, args []uint64) (uint64, error) {
	row, n := lower.ExitNumber(exit)
	if t.opt.Budget != nil {
		defer t.setBudget() // the helper may have executed some
	}
	if s := t.exits[t.rowIndex(row)].Executor.Exits[n].State; s != nil {
		t.waiting += uint64(s.Clock)
		defer func() { t.waiting -= uint64(s.Clock) }()
	}
	return t.guest.Helpers[i](args)
}

// Inlined calls f with the code of each frame, from the outermost on, that machine code would
// write behind the one at hand if the helper that it has called raised: so many wait for the helper,
// which may run the guest, and are not in memory.
func (t *Table) Inlined(f func(code uint64)) {
	exit := *word(t.stack.Top().Resume - 8)
	if exit == 0 {
		return
	}
	row, n := lower.ExitNumber(exit)
	s := t.exits[t.rowIndex(row)].Executor.Exits[n].State
	if s.InMemory() {
		return
	}
	for i := range s.Frames[1:] {
		f(s.Frames[1+i].Frame.Code)
	}
}

// raise makes a helper's machine code leave by its exit for exceptions.
func (t *Table) raise(act *native.Activation, err error) bool {
	t.err = err
	row, n := lower.ExitNumber(*word(act.Resume - 8))
	act.Row, act.Helper = row, uint32(n)
	return false
}

// rebuild writes the guest's frames as the state of an exit describes them and returns the
// address of the innermost one. An error is what the guest raises there: there was
// no memory for what the exit has to make, until some was set free.
func (t *Table) rebuild(act *native.Activation, x *Exit) (frame uint64, err error) {
	frame, s := act.Frame, x.State
	if s.InMemory() {
		return frame, nil
	}
	l := t.guest.Layout
	act.Slots = uint64(x.Executor.NumSlots) // for the collector: making words may need memory
	err = t.makeWords(act, s)
	// Nothing allocates from here on: what has been made is in the frames, or in the
	// activation, before anything can collect.
	k := len(t.made) - s.slots()
	for i := range s.Frames {
		fs := &s.Frames[i]
		if i > 0 {
			*word(frame + uint64(l.Resume)) = t.ReturnRow
			frame = t.guest.Memory.Push(frame, fs.Frame.Code)
		}
		for n := range fs.Slots {
			*word(frame + uint64(l.Slots+8*fs.Slots[n].Index)) = t.made[k]
			k++
		}
		*half(frame + uint64(l.PC)) = fs.PC
		*half(frame + uint64(l.SP)) = uint32(fs.SP)
	}
	t.made = t.made[:0]
	return frame, err
}

// slots returns how many slots of the frames a state says.
func (s *State) slots() (n int) {
	for i := range s.Frames {
		n += len(s.Frames[i].Slots)
	}
	return n
}

// makeWords makes all that a state's frames hold: t.made ends with the words of
// their slots. If that fails for want of memory, it is tried again with what the
// guest has kept back, and the guest's exception returned.
func (t *Table) makeWords(act *native.Activation, s *State) (err error) {
	if t.reserve != nil {
		defer func() {
			r := recover()
			if r == nil {
				return
			}
			if err = t.reserve.Spend(r); err == nil {
				panic(r)
			}
			t.tryWords(act, s)
		}()
	}
	t.tryWords(act, s)
	return nil
}

// tryWords makes the objects of a state, each once, and then the words of its
// slots.
func (t *Table) tryWords(act *native.Activation, s *State) {
	t.makeObjects(act, s)
	for i := range s.Frames {
		fs := &s.Frames[i]
		for k := range fs.Slots {
			t.made = append(t.made, t.value(act, &fs.Slots[k]))
		}
	}
}

// makeObjects makes the objects of a state, each once. The collector finds in t.made what nothing else holds yet.
func (t *Table) makeObjects(act *native.Activation, s *State) {
	t.made, t.objects = t.made[:0], t.objects[:0]
	for i := range s.Objects {
		o := &s.Objects[i]
		t.args = t.args[:0]
		for k := range o.Args {
			w := t.value(act, &o.Args[k])
			t.made, t.args = append(t.made, w), append(t.args, w)
		}
		w := t.guest.New(o.Op, t.args)
		t.made, t.objects = append(t.made, w), append(t.objects, w)
	}
}

// value returns the guest word of a slot.
func (t *Table) value(act *native.Activation, s *ir.Slot) uint64 {
	bits := s.Word
	switch s.Kind {
	case ir.SlotPlace:
		bits = bitsAt(act, lower.Loc(s.At))
	case ir.SlotObject:
		return t.objects[s.Word]
	}
	if s.Type == ir.Ref || s.Raw {
		return bits
	}
	return t.guest.Box(s.Type, bits)
}

// bitsAt reads a place of an activation that has left.
func bitsAt(act *native.Activation, l lower.Loc) uint64 {
	switch {
	case l.IsSlot():
		return act.Spill[l.Slot()]
	case l.Reg().Class() == lower.FPR:
		return act.FRegs[l.Reg().Num()]
	}
	return act.Regs[l.Reg().Num()]
}

// word and half address guest memory, which lies outside the Go heap.
// pointer makes a pointer of an address that lies outside of Go's heap.
func pointer(addr uint64) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(nil), uintptr(addr)) }

func word(addr uint64) *uint64 { return (*uint64)(unsafe.Add(unsafe.Pointer(nil), uintptr(addr))) }

func half(addr uint64) *uint32 { return (*uint32)(unsafe.Add(unsafe.Pointer(nil), uintptr(addr))) }

// BoxBits is the common part of Services.Box: it tells representations apart. u64 may be
// nil for a guest that has no such values.
func BoxBits(t ir.Type, bits uint64, i64 func(int64) uint64, u64 func(uint64) uint64, f64 func(float64) uint64, truth func(bool) uint64) uint64 {
	switch t {
	case ir.I64:
		return i64(int64(bits))
	case ir.U64:
		return u64(bits)
	case ir.F64:
		return f64(math.Float64frombits(bits))
	case ir.Bool:
		return truth(bits != 0)
	}
	return bits
}

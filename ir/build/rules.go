package build

import (
	"slices"

	"github.com/tier2go/tier2/ir"
)

// What rules call. "Frame" is the innermost frame throughout.

func (b *Builder) top() *frame { return &b.frames[len(b.frames)-1] }

// Depth returns the number of frames that are in place beside the entry's.
func (b *Builder) Depth() int { return len(b.frames) - 1 }

// Frame returns the innermost frame.
func (b *Builder) Frame() *ir.Frame { return b.top().ir }

// PC returns the pc of the instruction at hand.
func (b *Builder) PC() uint32 { return b.pc }

// Begin starts the instruction at pc: what guards fail back to from now on.
func (b *Builder) Begin(pc uint32) {
	b.resume(pc)
	b.Count()
}

// Count counts an instruction by the bytecode clock. Begin does it for its own; a
// rule calls it for one more that its micro-op executes.
func (b *Builder) Count() {
	if b.Clock {
		b.clock++
	}
}

func (b *Builder) resume(pc uint32) {
	b.pc, b.before, b.began = pc, nil, b.clock
	b.snapshot()
}

// tick advances the bytecode clock.
func (b *Builder) tick() {
	if b.clock > 0 {
		b.at.AddAux(ir.OpClock, int64(b.clock))
		b.clock, b.began, b.before = 0, 0, nil
	}
}

// snapshot remembers the innermost frame as it is now. Outer frames do not
// change while an instruction of an inner one is executed, except by calls and
// returns, which end the instruction.
func (b *Builder) snapshot() {
	fr := b.top()
	b.saved = append(b.saved[:0], fr.slots[:fr.sp]...)
	b.savedSP = fr.sp
}

// Add adds an operation whose result type is fixed.
func (b *Builder) Add(op ir.Op, args ...*ir.Value) *ir.Value { return b.at.Add(op, args...) }

// AddAux adds an operation with an immediate.
func (b *Builder) AddAux(op ir.Op, aux int64, args ...*ir.Value) *ir.Value {
	return b.at.AddAux(op, aux, args...)
}

// AddTyped adds an operation with the given result type.
func (b *Builder) AddTyped(op ir.Op, t ir.Type, aux int64, args ...*ir.Value) *ir.Value {
	return b.at.AddTyped(op, t, aux, args...)
}

// Guard adds an operation that leaves to the instruction's start if its
// condition fails.
func (b *Builder) Guard(op ir.Op, aux int64, args ...*ir.Value) *ir.Value {
	return b.at.AddGuard(op, aux, b.Before(), ir.Deopt, args...)
}

// GuardType adds a guard that v's type is in the set, and lets every slot that
// holds v hold the guarded value from now on, so that later guards of the same
// variable see what is known. A constant that has such a type needs none, and stays one.
func (b *Builder) GuardType(v *ir.Value, types ir.TypeSet) *ir.Value {
	if v.IsConst() && b.KnownType(v).Within(types) {
		return v
	}
	g := b.Guard(ir.OpGuardType, int64(types), v)
	b.Refine(v, g)
	return g
}

// GuardFact adds a guard that a claim holds of the operands, and lets every slot
// that holds the first hold the guarded value from now on.
func (b *Builder) GuardFact(c ir.Claim, args ...*ir.Value) *ir.Value {
	g := b.Guard(ir.OpGuardFact, int64(c), args...)
	b.Refine(args[0], g)
	return g
}

// Refine lets every slot that holds v hold w from now on: a guard has shown that
// they are the same.
func (b *Builder) Refine(v, w *ir.Value) {
	for i := range b.frames {
		fr := &b.frames[i]
		for k, x := range fr.slots[:fr.sp] {
			if x == v {
				fr.slots[k] = w
			}
		}
	}
}

// Unshared reports whether nothing but slots of the frames holds v, which has been made
// since the block at hand began.
func (b *Builder) Unshared(v *ir.Value) bool {
	if v.Block != b.at.Block() {
		return false
	}
	for w := v.Next(); w != nil; w = w.Next() {
		if w.Op != ir.OpState && slices.Contains(w.Args, v) {
			return false
		}
	}
	return true
}

// Remake puts w where the frames hold v, which is Unshared: the object that v was before
// the instruction at hand has changed it. Callers' states hold what it is now.
func (b *Builder) Remake(v, w *ir.Value) {
	b.Refine(v, w)
	stale := false
	for i := range b.frames[1:] {
		fr := &b.frames[i+1]
		if stale = stale || slices.Contains(fr.caller.Args, v); stale {
			below := &b.frames[i]
			fr.caller = b.makeState(i, fr.caller.StatePC(), below.slots[:below.sp], fr.caller.StateClock())
		}
	}
}

// KnownType returns what the trace has shown of v's guest type so far.
func (b *Builder) KnownType(v *ir.Value) ir.TypeSet {
	switch v.Op {
	case ir.OpGuardType:
		return v.TypeSet()
	case ir.OpGuardFact:
		known := b.KnownType(v.Args[0])
		if w, ok := b.F.Words.(ir.ClaimWords); ok {
			known &= w.Shown(v.Claim()).Types
		}
		return known
	case ir.OpConstRef:
		if w := b.F.Words; w != nil {
			return w.Fact(v.Word()).Types
		}
	case ir.OpBoxI64, ir.OpBoxU64, ir.OpBoxF64, ir.OpBoxBool:
		if w := b.F.Words; w != nil {
			i64, f64, truth := w.Boxes()
			return map[ir.Op]ir.TypeSet{ir.OpBoxI64: i64, ir.OpBoxU64: i64, ir.OpBoxF64: f64, ir.OpBoxBool: truth}[v.Op]
		}
	}
	return b.F.Ops.Types(v)
}

// Effect adds an operation with effects that may raise: it gets the state at
// the instruction's start as its Raise state, and, if its row wants one, as its
// Before state.
func (b *Builder) Effect(op ir.Op, aux int64, args ...*ir.Value) *ir.Value {
	row := b.F.Ops.Row(op)
	b.escaped = b.escaped || row.Flags&ir.Escapes != 0
	var state, raise *ir.Value // stand ahead of the operation
	if row.States[ir.Before] || row.States[ir.Raise] {
		state = b.Before()
		raise = state
	}
	if row.States[ir.Raise] && b.clock != b.began { // what raises has been executed
		raise = b.makeState(len(b.frames)-1, b.pc, b.saved, b.clock)
	}
	v := b.at.AddAux(op, aux, args...)
	if row.States[ir.Before] {
		b.F.SetExit(v, ir.Before, state, ir.Deopt)
	}
	if row.States[ir.Raise] {
		b.F.SetExit(v, ir.Raise, raise, ir.Error)
	}
	return v
}

// SideExit leaves to target with the stack as it is now unless cond is want:
// the guest's branch goes the other way. In a region it may go on in another
// block.
func (b *Builder) SideExit(cond *ir.Value, want bool, target uint32) {
	if b.elsewhere >= 0 {
		b.fork(cond, want, b.elsewhere)
		return
	}
	op := ir.OpGuardFalse
	if want {
		op = ir.OpGuardTrue
	}
	b.at.AddGuard(op, 0, b.Now(target), ir.Side, cond)
}

// Forks reports whether the branch of the micro-op at hand goes on in another block of its region.
func (b *Builder) Forks() bool { return b.elsewhere >= 0 }

// Poll lets the VM interrupt; it goes on at pc, with the stack as it is now.
func (b *Builder) Poll(pc uint32) {
	b.tick()
	state := b.Now(pc)
	b.F.SetExit(b.at.Add(ir.OpPoll), ir.After, state, ir.Poll)
}

// Escaped reports whether an operation after which the executor may be invalid
// has been added since the last Valid.
func (b *Builder) Escaped() bool { return b.escaped }

// Valid checks, ahead of the instruction at pc, that the executor is still valid;
// if not it goes on there.
func (b *Builder) Valid(pc uint32) {
	b.resume(pc)
	b.escaped = false
	state := b.Now(pc)
	b.F.SetExit(b.at.Add(ir.OpGuardValid), ir.After, state, ir.Deopt)
}

// Const returns the constant of a guest word.
func (b *Builder) Const(word uint64) *ir.Value { return b.F.ConstRef(word) }

// Depend records that the function relies on something that may change.
func (b *Builder) Depend(token uint64) {
	if !slices.Contains(b.Deps, token) {
		b.Deps = append(b.Deps, token)
	}
}

// Before returns the state at the start of the instruction at hand.
func (b *Builder) Before() *ir.Value {
	if b.before == nil {
		b.before = b.makeState(len(b.frames)-1, b.pc, b.saved, b.began)
	}
	return b.before
}

// Now returns the state that goes on at pc with locals and stack as they are.
func (b *Builder) Now(pc uint32) *ir.Value { return b.state(len(b.frames)-1, pc) }

func (b *Builder) state(i int, pc uint32) *ir.Value {
	fr := &b.frames[i]
	return b.makeState(i, pc, fr.slots[:fr.sp], b.clock)
}

func (b *Builder) makeState(i int, pc uint32, slots []*ir.Value, clock int) *ir.Value {
	fr := &b.frames[i]
	if len(slots) > fr.ir.NumSlots {
		b.overflow(fr)
	}
	args := append(b.scratch[:0], fr.caller)
	for k, v := range slots {
		if v != nil && v.Op == ir.OpSlot && i == 0 && v.Aux == int64(k) {
			v = nil // memory is right
		}
		args = append(args, v)
	}
	b.scratch = args[:0]
	return b.at.AddAux(ir.OpState, ir.StateAux(fr.ir.ID, uint16(clock), pc), args...)
}

// Frames.

// Call begins to set a call up: it returns n slots for the callee's locals (and
// operand stack: see PushFrame), which the rules of the call's micro-ops fill in.
// See SetCallee, SetReturn and EnterCall.
func (b *Builder) Call(n int) []*ir.Value {
	if cap(b.callSlots) < n {
		b.callSlots = make([]*ir.Value, n)
	}
	b.callSlots = b.callSlots[:n]
	return b.callSlots
}

// SetCallee says what frame the call begins.
func (b *Builder) SetCallee(fr ir.Frame) { b.callee = fr }

// SetReturn says where the caller goes on.
func (b *Builder) SetReturn(pc uint32) { b.callRet = pc }

// EnterCall begins the callee's frame.
func (b *Builder) EnterCall() error {
	if len(b.callSlots) == 0 {
		return b.Abort(AbortBadTrace, "a frame without a call")
	}
	b.PushFrame(b.callee, b.callSlots, b.callRet)
	b.callSlots = b.callSlots[:0]
	return nil
}

// PushFrame begins a call that is part of the trace: fr describes the callee,
// slots its locals (all of them; the guest's word for "unbound" where an
// argument is missing) and, of a frame that has run before, its operand stack. The
// caller goes on at retPC.
func (b *Builder) PushFrame(fr ir.Frame, slots []*ir.Value, retPC uint32) {
	caller := b.Now(retPC)
	fr.Caller = b.Frame()
	p := b.pushSlots(b.F.AddFrame(fr), fr.NumSlots, max(fr.NumLocals, len(slots)))
	for i, v := range slots {
		if b.isValue(v) {
			p.slots[i] = v
		}
	}
	p.caller, p.retPC = caller, retPC
	b.snapshot()
}

// PopFrame ends a call: the caller's stack gets the result, if there is one (nil: none).
func (b *Builder) PopFrame(result *ir.Value) {
	pc := b.top().retPC
	b.frames = b.frames[:len(b.frames)-1]
	if result != nil {
		b.Push(result)
	}
	b.resume(pc)
}

// Return ends the innermost frame with the value on top of its stack. The caller's stack
// gets it; where the trace began in that frame, the trace ends, and the caller goes on
// through its resume word.
func (b *Builder) Return() {
	if b.Depth() == 0 {
		b.End(ir.Dynamic, b.PC())
		return
	}
	b.PopFrame(b.Pop())
}

// Ends.

// Looped reports whether the trace is one that closes its loop.
func (b *Builder) Looped() bool { return b.header != nil }

// Loop ends the trace by jumping back, to pc. In a trace that closes its loop (uop.Trace.Loops) that is
// its top; a Poll right before it gives passes a state in which they can guard what the loop carries
// around. Any other trace leaves there as by End, to a loop that is not its own.
func (b *Builder) Loop(pc uint32) error {
	if b.header == nil {
		b.End(ir.End, pc)
		return nil
	}
	if len(b.frames) != 1 {
		return b.Abort(AbortBadTrace, "a jump to the top of the trace in a frame that it has begun")
	}
	b.tick()
	b.closeLoop()
	b.ended = true
	return nil
}

// Enter ends the trace: execution goes on in the guest frame whose address is frame,
// which an operation has begun or left with everything in memory.
func (b *Builder) Enter(frame *ir.Value) {
	b.tick()
	b.at.Enter(frame, b.Before())
	b.ended = true
}

// InMemory reports whether the guest's frame is the entry's and its memory is right: no
// slot has changed since the trace began.
func (b *Builder) InMemory() bool {
	if len(b.frames) != 1 {
		return false
	}
	for k, v := range b.top().slots[:b.top().sp] {
		if v != nil && (v.Op != ir.OpSlot || v.Aux != int64(k)) {
			return false
		}
	}
	return true
}

// End ends the trace: execution goes on at pc with the stack as it is now. A
// dynamic end is a return, which counts itself where it is executed.
func (b *Builder) End(kind ir.ExitKind, pc uint32) {
	if kind == ir.Dynamic {
		b.clock = b.began
	}
	b.tick()
	b.at.Exit(b.Now(pc), kind)
	b.ended = true
}

// Package build turns micro-op traces into IR, by the rules of a guest.
//
// A [Builder] keeps what an interpreter would keep: frames with locals and an
// operand stack, but holding IR values. The guest's rule for a micro-op pops
// operands, adds operations and pushes results; where execution can leave, the
// builder makes a frame state of what it holds. Nothing is written to the
// guest's frames inside the trace: that is done at exits.
//
// A trace that closes its loop becomes a loop: what its body changes of the
// entry frame becomes a parameter of the header. The package must not know any
// guest.
//
//	b := build.New(ops, types, rules)
//	fn, err := b.Trace(trace, build.Entry{Frame: frame})
package build

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// Rule builds one micro-op. An error gives up on the trace: [Builder.Abort] makes those that
// are counted by their reason.
type Rule func(b *Builder, u *uop.Inst) error

// Abort says why a trace cannot be compiled.
type Abort struct {
	Reason string // a constant: AbortNoRule, …
	Uop    string
	Index  int // of the micro-op in the trace
	Detail string
}

// The builder's reasons. Guests add their own.
const (
	AbortNoRule      = "no_rule"      // a micro-op has no rule
	AbortUnderflow   = "underflow"    // a micro-op takes more than the stack holds
	AbortOverflow    = "overflow"     // a micro-op gives more than its frame has room for
	AbortStackEffect = "stack_effect" // a rule does something else to the stack than its micro-op's row says
	AbortBadSlot     = "bad_slot"     // a rule names a local that its frame does not have
	AbortBadRule     = "bad_rule"     // what a rule has built breaks a rule of the IR (package ir/verify)
	AbortBadTrace    = "bad_trace"    // the trace is malformed
	AbortNoProgress  = "no_progress"  // the trace ends before it has executed anything
)

// Mistake reports whether the guest's tables are wrong: no other trace, and no shorter
// one, makes up for that.
func (a *Abort) Mistake() bool {
	switch a.Reason {
	case AbortUnderflow, AbortOverflow, AbortStackEffect, AbortBadSlot, AbortBadRule:
		return true
	}
	return false
}

// Error implements error.
func (a *Abort) Error() string {
	s := fmt.Sprintf("build: %s at micro-op %d (%s)", a.Reason, a.Index, a.Uop)
	if a.Detail != "" {
		s += ": " + a.Detail
	}
	return s
}

// Entry describes the state in which the trace is entered.
type Entry struct {
	Frame ir.Frame // the entry frame
	// From is what the exit that the trace continues hands over; nil when everything lies
	// in the entry frame's memory.
	From *ir.Snapshot
	// Taken is the micro-op whose branch the exit takes, nil if it takes none.
	Taken *uop.Inst
}

// Builder builds functions. It is reused between traces and not safe for
// concurrent use.
type Builder struct {
	F *ir.Func
	// Clock compiles the bytecode clock in: what an executor runs is counted, at
	// its back edges and where it ends, the rest by its exits' states.
	Clock bool
	// Taken has, by micro-op, what a branch does when it is taken, besides: the rule
	// runs where what continues the branch's exit begins. Most have none; whoever
	// rebuilds an exit does the same.
	Taken []Rule
	// Places has where the function's entry values lie, by their numbers.
	Places []ir.Loc
	// Deps collects what the function relies on that may change: tokens whose
	// meaning is the guest's. See Depend.
	Deps []uint64

	rules    []Rule
	trace    *uop.Trace
	running  bool // Trace has not returned
	index    int  // of the micro-op at hand
	at       ir.Cursor
	frames   []frame // innermost last
	looped   bool    // blocks are: entry, loop header
	header   *ir.Block
	params   []*ir.Value // by slot of the entry frame: the header's parameter
	pc       uint32      // of the instruction at hand
	before   *ir.Value   // state at its start, made when needed
	escaped  bool        // watched facts may have changed since the last Valid
	ended    bool
	startErr error  // of the rule of a branch that has been taken
	fault    *Abort // why the micro-op at hand cannot be built: its stack

	callee    ir.Frame // of the call being set up
	callSlots []*ir.Value
	callRet   uint32

	scratch []*ir.Value
	joined  []*ir.Value // values of parameters that are being made
	objects []*ir.Value // of the entry

	// Regions: the blocks, their order in the function, the micro-op that branches
	// and the block that it branches to, that block when the micro-op is at hand (−1:
	// none), and why it could not.
	joints        []joint
	order         []*ir.Block
	branch, other int
	elsewhere     int
	forked        error

	points      dense.Room[*ir.Value] // of their slots
	pointFrames dense.Room[frame]

	saved   []*ir.Value // stack and locals of the innermost frame as the instruction began
	savedSP int
	clock   int // instructions begun since the clock was advanced
	began   int // what it was as the one at hand began
}

// frame is a guest frame at build time.
type frame struct {
	ir     *ir.Frame
	slots  []*ir.Value // locals, then stack; nil: entry frame's memory
	sp     int         // slots in use
	caller *ir.Value   // the caller's state, for inlined frames
	retPC  uint32      // where this frame's caller goes on
}

// New makes a builder for a guest's operations, types and rules (by micro-op).
func New(ops *ir.OpTable, types ir.GuestTypes, rules []Rule) *Builder {
	return &Builder{F: ir.NewFunc("", ops, types), rules: rules}
}

// Trace builds a trace. The function belongs to the builder and is valid until
// the next call.
func (b *Builder) Trace(t *uop.Trace, e Entry) (*ir.Func, error) {
	if t.Table == nil {
		return nil, &Abort{Reason: AbortBadTrace, Detail: "it names no table of micro-ops (uop.Trace.Table)"}
	}
	b.trace, b.index, b.running = t, 0, true
	f, err := b.build(t, e)
	b.running = false
	return f, err
}

func (b *Builder) build(t *uop.Trace, e Entry) (*ir.Func, error) {
	if e.From == nil && (t.Depth < 0 || e.Frame.NumLocals+t.Depth > e.Frame.NumSlots) {
		return nil, b.Abort(AbortBadTrace, "its stack does not fit its frame")
	}
	if b.start(t, e); b.startErr != nil {
		return nil, b.startErr
	}
	if t.Blocks != nil {
		if err := b.region(); err != nil {
			return nil, err
		}
		return b.F, nil
	}
	if err := b.uops(0, len(t.Insts)); err != nil {
		return nil, err
	}
	if !b.ended {
		return nil, b.Abort(AbortBadTrace, "it has no end")
	}
	b.finish()
	return b.F, nil
}

// AtHand names the micro-op whose rule has panicked when Trace has: "micro-op 3 (ADD)". It
// is "" once Trace has returned.
func (b *Builder) AtHand() string {
	if !b.running {
		return ""
	}
	a := b.abort(b.index, "", "")
	return fmt.Sprintf("micro-op %d (%s)", a.Index, a.Uop)
}

// uops builds micro-ops up to an end.
func (b *Builder) uops(from, to int) error {
	for i := from; i < to && !b.ended; i++ {
		u := &b.trace.Insts[i]
		b.index = i
		b.at.From = append(b.at.From[:0], int32(i))
		if int(u.Op) >= len(b.rules) || b.rules[u.Op] == nil {
			return b.Abort(AbortNoRule, "")
		}
		if b.elsewhere = -1; i == b.branch {
			b.elsewhere = b.other
		}
		depth, stack := len(b.frames), b.Stack()
		if err := b.rules[u.Op](b, u); err != nil {
			return b.blame(err)
		}
		if b.forked != nil {
			return b.forked
		}
		if b.fault != nil {
			return b.fault
		}
		if err := b.checkStack(u, depth, stack); err != nil {
			return err
		}
	}
	return nil
}

// blame names the micro-op at hand in an error of its rule that does not name one.
func (b *Builder) blame(err error) error {
	if a := (*Abort)(nil); errors.As(err, &a) {
		return err
	}
	return fmt.Errorf("build: %s: %w", b.AtHand(), err)
}

// checkStack holds a rule to its micro-op's row: depth and stack are the frames and the
// entries of the operand stack ahead of it.
func (b *Builder) checkStack(u *uop.Inst, depth, stack int) error {
	row := b.trace.Table.Row(u.Op)
	if b.ended || row.Flags&(uop.OwnStack|uop.PushesFr|uop.PopsFrame) != 0 {
		return nil
	}
	if len(b.frames) != depth {
		return b.Abort(AbortStackEffect, "its rule begins or ends a frame, which its row's flags do not say")
	}
	pops, pushes := row.Pops.At(u.Oparg), row.Pushes.At(u.Oparg)
	if did := b.Stack() - stack; did != pushes-pops {
		return b.Abort(AbortStackEffect, fmt.Sprintf("its rule changes the stack's depth by %+d, its row by %+d (it pops %d and pushes %d)", did, pushes-pops, pops, pushes))
	}
	return nil
}

// fail gives up on the trace when the rule at hand returns.
func (b *Builder) fail(reason, format string, args ...any) {
	if b.fault == nil {
		b.fault = b.abort(b.index, reason, fmt.Sprintf(format, args...))
	}
}

// Abort returns the error that gives up on the trace at the micro-op at hand.
func (b *Builder) Abort(reason, detail string) error { return b.abort(b.index, reason, detail) }

// AbortAt returns the error that gives up on the trace at a micro-op of it, by index.
func (b *Builder) AbortAt(index int, reason, detail string) error {
	return b.abort(index, reason, detail)
}

func (b *Builder) abort(index int, reason, detail string) *Abort {
	a := &Abort{Reason: reason, Index: index, Detail: detail}
	if index < len(b.trace.Insts) {
		a.Uop = b.trace.Table.Row(b.trace.Insts[index].Op).Name
	}
	return a
}

func (b *Builder) start(t *uop.Trace, e Entry) {
	f := b.F
	f.Reset(t.Name)
	b.trace, b.index, b.ended, b.escaped, b.before, b.fault, b.startErr = t, 0, false, false, nil, nil, nil
	b.callSlots = b.callSlots[:0]
	b.frames, b.Deps, b.Places = b.frames[:0], b.Deps[:0], nil
	b.header, b.looped, b.forked, b.branch = nil, t.Loops(), nil, -1
	b.clock = 0
	if e.From != nil {
		b.clock = e.From.Clock
	}
	entry := f.NewBlock()
	b.at = f.AtEnd(entry)
	if e.From != nil {
		b.takeOver(e.From)
		if r := b.taken(e.Taken); r != nil {
			b.startErr = r(b, e.Taken)
		}
	} else {
		fr := f.AddFrame(e.Frame)
		b.pushSlots(fr, fr.NumSlots, fr.NumLocals+t.Depth)
	}
	if b.looped && len(b.frames) == 1 {
		b.header = f.NewBlock()
		f.SetLoop(b.header, true)
		b.tick()
		b.openLoop(entry)
	}
	b.resume(t.Entry)
}

// taken returns what the branch of a micro-op does when it is taken, nil for
// nothing.
func (b *Builder) taken(u *uop.Inst) Rule {
	if u == nil || int(u.Op) >= len(b.Taken) {
		return nil
	}
	return b.Taken[u.Op]
}

// pushSlots adds a build-time frame with all slots absent, and room for what PushTemp
// pushes.
func (b *Builder) pushSlots(fr *ir.Frame, slots, sp int) *frame {
	if len(b.frames) < cap(b.frames) {
		b.frames = b.frames[:len(b.frames)+1]
	} else {
		b.frames = append(b.frames, frame{})
	}
	p := &b.frames[len(b.frames)-1]
	if cap(p.slots) < slots+1 {
		p.slots = make([]*ir.Value, slots+1)
	}
	p.slots = p.slots[:slots+1]
	clear(p.slots)
	p.ir, p.sp, p.caller, p.retPC = fr, sp, nil, 0
	return p
}

// takeOver sets the frames up as the exit that the trace continues left them. New
// objects are made by their operations: whether they are needed is for the passes
// to see.
func (b *Builder) takeOver(from *ir.Snapshot) {
	f := b.F
	b.objects, b.Places = b.objects[:0], Places(from)
	for _, o := range from.Objects {
		args := make([]*ir.Value, len(o.Args))
		for i := range o.Args {
			args[i] = b.entrySlot(&o.Args[i])
		}
		b.objects = append(b.objects, b.at.Add(o.Op, args...))
	}
	for i := range from.Frames {
		fs := &from.Frames[i]
		fr := *fs.Frame
		if i > 0 {
			fr.Caller = b.frames[i-1].ir
		}
		p := b.pushSlots(f.AddFrame(fr), fr.NumSlots, fs.SP)
		for k := range fs.Slots {
			p.slots[fs.Slots[k].Index] = b.entrySlot(&fs.Slots[k])
		}
		if i > 0 {
			p.caller, p.retPC = b.state(i-1, from.Frames[i-1].PC), from.Frames[i-1].PC
		}
	}
}

// Places returns the places of the values that a snapshot hands over, each once: they are
// the entry values of a function that begins with it, in order.
func Places(from *ir.Snapshot) (list []ir.Loc) {
	add := func(slots []ir.Slot) {
		for i := range slots {
			if s := &slots[i]; s.Kind == ir.SlotPlace && !slices.Contains(list, s.At) {
				list = append(list, s.At)
			}
		}
	}
	for i := range from.Frames {
		add(from.Frames[i].Slots)
	}
	for i := range from.Objects {
		add(from.Objects[i].Args)
	}
	return list
}

func (b *Builder) entrySlot(s *ir.Slot) *ir.Value {
	switch s.Kind {
	case ir.SlotObject:
		return b.objects[s.Word]
	case ir.SlotConst:
		return b.boxed(b.constant(s), s.Raw)
	case ir.SlotPlace:
		n := slices.Index(b.Places, s.At)
		for len(b.F.Entries) <= n {
			b.F.Entries = append(b.F.Entries, ir.Void)
			b.F.EntryFacts = append(b.F.EntryFacts, ir.Top)
		}
		b.F.Entries[n], b.F.EntryFacts[n] = s.Type, s.Fact
		return b.boxed(b.at.AddTyped(ir.OpEntry, s.Type, int64(n)), s.Raw)
	}
	return nil
}

// constant returns the constant of a slot in its representation.
func (b *Builder) constant(s *ir.Slot) *ir.Value {
	switch s.Type {
	case ir.I64:
		return b.F.ConstI64(int64(s.Word))
	case ir.U64:
		return b.at.Add(ir.OpI2U, b.F.ConstI64(int64(s.Word)))
	case ir.F64:
		return b.F.ConstF64(math.Float64frombits(s.Word))
	case ir.Bool:
		return b.F.ConstBool(s.Word != 0)
	}
	return b.F.ConstRef(s.Word)
}

// boxed returns a number boxed, unless it is to stay as it is.
func (b *Builder) boxed(v *ir.Value, raw bool) *ir.Value {
	switch {
	case raw:
	case v.Type == ir.I64:
		return b.at.Add(ir.OpBoxI64, v)
	case v.Type == ir.U64:
		return b.at.Add(ir.OpBoxU64, v)
	case v.Type == ir.F64:
		return b.at.Add(ir.OpBoxF64, v)
	case v.Type == ir.Bool:
		return b.at.Add(ir.OpBoxBool, v)
	}
	return v
}

// Loops.

// openLoop begins the loop's header: the slots of the entry frame are read
// through parameters, made when a slot is first used.
func (b *Builder) openLoop(entry *ir.Block) {
	n := len(b.frames[0].slots)
	if cap(b.params) < n {
		b.params = make([]*ir.Value, n)
	}
	b.params = b.params[:n]
	clear(b.params)
	init := append(b.scratch[:0], b.frames[0].slots...)
	clear(b.frames[0].slots)
	b.at.Jump(b.header)
	b.at = b.F.AtEnd(b.header)
	// What the entry hands over is not in memory: it must become parameters.
	for i, v := range init {
		if v != nil {
			b.frames[0].slots[i] = b.param(i, v)
		}
	}
	b.scratch = init[:0]
}

// param makes the header's parameter for a slot; v is its value at the entry,
// nil for what the frame's memory holds.
func (b *Builder) param(i int, v *ir.Value) *ir.Value {
	entry := b.F.Entry()
	if v == nil {
		v = b.F.BeforeTerm(entry).AddAux(ir.OpSlot, int64(i))
	}
	p := b.F.NewParam(b.header, ir.Ref)
	b.params[i] = p
	b.F.AppendArg(&entry.Succs[0], v)
	return p
}

// closeLoop jumps back to the header with what the slots hold now.
func (b *Builder) closeLoop() {
	fr := &b.frames[0]
	for i, v := range fr.slots[:fr.sp] {
		if v != nil && b.params[i] == nil { // written, never read
			b.param(i, nil)
		}
	}
	b.fillStates()
	args := b.scratch[:0]
	for range b.header.Params {
		args = append(args, nil)
	}
	for i, p := range b.params {
		if p == nil {
			continue
		}
		v := fr.slots[i]
		if v == nil {
			v = p
		}
		args[p.Aux] = v
	}
	b.at.Jump(b.header, args...)
	b.scratch = args[:0]
	b.dropInvariant()
}

// fillStates gives the loop's states the parameters of slots that are written
// somewhere in the loop: from the second iteration on, memory is not right for
// them.
func (b *Builder) fillStates() {
	for v := range b.header.Values() {
		if v.Op != ir.OpState || v.StateFrame() != 0 {
			continue
		}
		for i, x := range v.StateSlots() {
			if x == nil && b.params[i] != nil {
				b.F.SetOperand(v, i+1, b.params[i])
			}
		}
	}
}

// dropInvariant removes parameters that the loop does not change.
func (b *Builder) dropInvariant() {
	f := b.F
	for i := 0; i < len(b.header.Params); {
		p := b.header.Params[i]
		if unclaimed(ir.Resolve(b.header.Succs[0].Args[i])) != p {
			i++
			continue
		}
		f.ReplaceParam(p, f.Entry().Succs[0].Args[i])
	}
	f.Settle()
	for v := range b.header.Values() {
		if v.Op != ir.OpState || v.StateFrame() != 0 {
			continue
		}
		for i, x := range v.StateSlots() {
			if x != nil && x.Op == ir.OpSlot && x.Aux == int64(i) {
				f.SetOperand(v, i+1, nil)
			}
		}
	}
}

// unclaimed looks through the guards of a value of which claims are tested: their
// results are the value. What claims hold is known by value, not by parameter, so
// that a loop must not carry around what it does not change.
func unclaimed(v *ir.Value) *ir.Value {
	x, claimed := v, false
	for x.Op == ir.OpGuardFact || x.Op == ir.OpGuardType {
		claimed = claimed || x.Op == ir.OpGuardFact
		x = ir.Resolve(x.Args[0])
	}
	if claimed {
		return x
	}
	return v
}

func (b *Builder) finish() { b.F.Settle() }

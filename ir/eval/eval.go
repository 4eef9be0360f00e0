// Package eval evaluates package ir's functions in any form: the reference that
// says what they mean, and the oracle for passes. It is written to be obviously
// right, not to be fast.
//
// Values are 64-bit words: a Ref is the guest's word, an I64, F64 or Bool its
// bits. What guest words are it learns from [Words]; what a guest's operations
// do, from a table of [OpFunc]; it must not know any guest, pass or target.
//
//	m := eval.Machine{Words: eval.NewModel()}
//	before, err := m.Run(f, eval.In{Slots: []uint64{x, y}})
//	… // passes change f
//	after, err := m.Run(f, eval.In{Slots: []uint64{x, y}})
//	err = eval.Equal(before, after)
//
// # Opaque operations
//
// An operation that is Opaque, or that has no OpFunc if Machine.Uninterpreted
// allows that, evaluates as an uninterpreted function: its result is a hash of
// its name, its immediate, its operands and, unless it is Pure, of what it may
// read of memory, made into a value of its type. If it may write memory, or runs
// guest code, it is logged, and what it writes depends on the same hash: what is
// read afterwards tells which such operations have run, and in which order.
// Two versions of a function agree if a pass has kept those operations, their
// order and their operands, whatever they do.
//
// # Memory
//
// Out.Memory has a digest of what was stored for each alias class. It depends on
// the contents only, not on the stores: one that is overwritten before anything
// can read it leaves no mark. Operations that a guest gives a meaning to keep it
// by storing through [Machine.Store].
//
// # Floats
//
// Each operation rounds once; nothing is fused. The IR does not tell NaNs apart
// (targets differ in their bits): one that an operation computes is
// 0x7ff8000000000000.
package eval

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tier2go/tier2/ir"
)

// Words is what the evaluator must know of the guest's words.
type Words interface {
	// What constant folding needs to know too: the fact of a word has its type, as
	// a set of one.
	ir.Words
	// BoxI64 returns the guest's int; it may fail to allocate.
	BoxI64(int64) (uint64, error)
	// Load and Store access the field of an object at a distance of disp bytes
	// from its begin. Narrow loads extend with zeros, narrow stores cut off.
	Load(base uint64, disp int64, k ir.MemKind) (uint64, error)
	Store(base uint64, disp int64, k ir.MemKind, x uint64) error
}

// Inventor is an extension of Words that makes up the Ref results of opaque
// operations: a word with a type in the set, which depends on h only. Without
// it they are ints, floats and bools.
type Inventor interface {
	Invent(types ir.TypeSet, h uint64) (uint64, error)
}

// Guesser is an extension of Words that makes up the results of opaque operations
// by what the function does with them, so that its guards hold often enough for its
// end to be reached. The guess depends on h and on where the operation comes from
// (its row, its immediate, Value.From[0]) only; ok is false where there is none.
type Guesser interface {
	Guess(f *ir.Func, v *ir.Value, h uint64) (bits uint64, ok bool)
}

// Allocator is an extension of Words that makes objects, for operations without
// an OpFunc whose rows say what they make (ir.OpRow.Sinks): a new word, unlike all
// others, with a type in the set; n numbers the objects of a run from 0. The object's fields are then written by
// Words.Store.
type Allocator interface {
	Alloc(types ir.TypeSet, n int) (uint64, error)
}

// OpFunc is the meaning of a guest's operation: its result from its operands.
// The slice is valid during the call. An error of type *Raise takes the value's
// Raise exit, ErrFail its Before exit; any other ends the evaluation.
type OpFunc func(m *Machine, v *ir.Value, args []uint64) (uint64, error)

// Raise is a guest's exception.
type Raise struct{ Err error }

// Error returns the exception's message.
func (r *Raise) Error() string { return r.Err.Error() }

// Unwrap returns the exception.
func (r *Raise) Unwrap() error { return r.Err }

// Errors of the evaluation.
var (
	// ErrFail is returned by an OpFunc whose guard does not hold.
	ErrFail = errors.New("guard failed")
	// ErrSteps is the cause when an evaluation takes too many steps.
	ErrSteps = errors.New("too many steps")
)

// DefaultSteps is the number of steps allowed when In.MaxSteps is 0.
const DefaultSteps = 1 << 20

// In is the input of an evaluation.
type In struct {
	Slots   []uint64 // words of the entry frame's slots; those missing may not be read
	Entries []uint64 // values handed over, by their representation in Func.Entries
	// MaxSteps is how many values may be evaluated; 0 means DefaultSteps.
	MaxSteps int
	// Force makes exits be taken on purpose: it is asked each time the operation
	// that owns the exit is evaluated, with the number of times before. For a
	// Before or Raise exit it is asked first, and the operation does nothing;
	// for an After exit, once the operation is done. Nil: never.
	Force func(exit *ir.Exit, visit int) bool
	// Poll says whether the VM wants attention, asked by poll. Nil: no.
	Poll func() bool
	// Waits, if set, is told ahead of each poll, and of each operation that may raise, what Out.Clock would say if
	// that left: what runs there may ask.
	Waits func(clock int64)
	// Note asks for Out.Fresh, and for hashes that do not depend on the words of
	// the objects in it.
	Note bool
}

// Out is the result of an evaluation.
type Out struct {
	Exit   *ir.Exit // the exit taken
	Kind   ir.ExitKind
	Frames []FrameState // the guest's frames, innermost last
	// Entered is the address of the guest frame that execution goes on in by enter, 0
	// for any other exit. What Frames says is not to be written then.
	Entered uint64
	Log     []Event    // opaque operations with effects, in order
	Fresh   []Object   // with In.Note, the objects that the run has made, in order
	Memory  [64]uint64 // digest of what was stored, by alias class
	Raised  *Raise     // the exception, for an exit by Raise; nil if the exit was forced
	Steps   int        // values evaluated, states apart
	Clock   int64      // the bytecode clock: what clock has added, and what the exit's state is behind
	// Of a routine, which takes no exit: what it returns, and whether that says that it has
	// given up.
	Returned uint64
	GaveUp   bool
}

// FrameState is a guest frame at an exit.
type FrameState struct {
	Frame int32 // id in the function
	Name  string
	Code  uint64
	PC    uint32
	Slots []Slot // locals, then the stack
}

// Slot is what a slot of a frame holds. One that is not Present in the state has
// the word that the entry frame's memory holds: the input's.
type Slot struct {
	Word    uint64
	Present bool
}

// Object is an object that the run has made, of operands and nothing else
// (ir.OpRow.Sinks). What it consists of stays what it was then.
type Object struct {
	Word uint64
	Op   string
	Args []Operand
}

// Event is an opaque operation that has been evaluated.
type Event struct {
	Op     string
	Aux    int64
	Args   []Operand
	Result Operand
}

// Operand is a value with its representation.
type Operand struct {
	Type ir.Type
	Bits uint64
}

// Machine evaluates functions. Its fields may be set between runs; its memory is
// kept from one to the next. It is not safe for concurrent use.
type Machine struct {
	Words Words
	Ops   []OpFunc // by operation less FirstGuestOp; nil entries are opaque
	// Uninterpreted allows guest operations without an OpFunc.
	Uninterpreted bool
	Data          any // for OpFuncs

	f      *ir.Func
	at     *ir.Value // the operation that is being evaluated
	in     In
	out    Out
	vals   []uint64 // by value id
	entry  []uint64 // memory of the entry frame's slots; nothing writes it
	visits []int    // by exit id
	args   []uint64
	params []uint64
	made   []uint64            // words that an exit has made, so that a collector finds them
	shown  map[uint64]ir.Claim // by word: the version that has been shown last
	serial int                 // objects made by an Allocator

	peeking bool
	peeked  []int32 // the virtual objects that Peek has made
}

// Run evaluates a function that package verify accepts. An error says at which
// value it happened; the state of memory is then what it was there.
func (m *Machine) Run(f *ir.Func, in In) (Out, error) {
	if err := m.start(f, in); err != nil {
		return Out{}, fmt.Errorf("eval: @%s: %w", f.Name, err)
	}
	for b := f.Entry(); ; {
		v, next, err := m.block(b)
		switch {
		case err != nil:
			return Out{}, fmt.Errorf("eval: @%s: %v: %s: %w", f.Name, v, f.Row(v).Name, err)
		case next == nil:
			return m.out, nil
		}
		m.assign(next)
		b = next.To
	}
}

// Roots calls f with the words that a run under way holds, for the
// collector of a guest whose memory they may refer to.
func (m *Machine) Roots(f func(words []uint64)) {
	f(m.vals)
	f(m.entry)
	f(m.args)
	f(m.params)
	f(m.made)
}

// start prepares a run.
func (m *Machine) start(f *ir.Func, in In) error {
	m.f, m.in, m.out, m.made, m.serial = f, in, Out{}, m.made[:0], 0
	if len(f.Blocks) == 0 || len(f.Frames) == 0 && f.Returns == ir.Void {
		return errors.New("the function has no blocks or no frames")
	}
	if m.in.MaxSteps == 0 {
		m.in.MaxSteps = DefaultSteps
	}
	n := 0 // a routine has no frame
	if len(f.Frames) > 0 {
		n = f.Frames[0].NumSlots
	}
	if len(in.Slots) > n {
		return fmt.Errorf("%d slots given, the entry frame has %d", len(in.Slots), n)
	}
	if len(in.Entries) != len(f.Entries) {
		return fmt.Errorf("%d entry values given, the function has %d", len(in.Entries), len(f.Entries))
	}
	clear(m.shown)
	m.vals = resized(m.vals, f.NumValues())
	m.visits = resized(m.visits, len(f.Exits))
	m.entry = append(m.entry[:0], in.Slots...)
	for _, c := range f.Consts() {
		m.vals[c.ID] = uint64(c.Aux)
	}
	return nil
}

// resized returns a slice of n elements, all the zero value.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// value returns what v evaluated to; replaced values are seen through.
func (m *Machine) value(v *ir.Value) uint64 { return m.vals[ir.Resolve(v).ID] }

// assign gives the parameters of an edge's target the edge's arguments, all at
// once.
func (m *Machine) assign(e *ir.Edge) {
	m.params = m.params[:0]
	for _, a := range e.Args {
		m.params = append(m.params, m.value(a))
	}
	for i, p := range e.To.Params {
		m.vals[p.ID] = m.params[i]
	}
}

// block evaluates a block and returns the edge it is left by, nil when the
// function has been left. The value is the one evaluated last.
func (m *Machine) block(b *ir.Block) (v *ir.Value, next *ir.Edge, err error) {
	for v = b.First(); v != nil; v = v.Next() {
		if v.Op == ir.OpState || v.Op == ir.OpNew {
			continue
		}
		if m.out.Steps++; m.out.Steps > m.in.MaxSteps {
			return v, nil, ErrSteps
		}
		switch v.Op {
		case ir.OpJump:
			return v, &b.Succs[0], nil
		case ir.OpBranch:
			if m.value(v.Args[0]) != 0 {
				return v, &b.Succs[0], nil
			}
			return v, &b.Succs[1], nil
		case ir.OpExit:
			return v, nil, m.leave(v, ir.After)
		case ir.OpEnter:
			m.out.Entered = m.value(v.Args[0])
			return v, nil, m.leave(v, ir.After)
		case ir.OpRet, ir.OpGiveUp:
			m.endRoutine(v)
			return v, nil, nil
		}
		left, err := m.step(v)
		if left || err != nil {
			return v, nil, err
		}
	}
	return b.First(), nil, errors.New("the block does not end in a terminator")
}

// step evaluates an operation that does not end its block and reports whether it
// has left the function.
func (m *Machine) step(v *ir.Value) (left bool, err error) {
	for _, w := range [...]ir.When{ir.Before, ir.Raise} {
		if m.forced(v.Exits[w]) {
			return true, m.leave(v, w)
		}
	}
	m.args = m.args[:0]
	for _, a := range v.Args {
		m.args = append(m.args, m.value(a))
	}
	if m.in.Waits != nil && v.Exits[ir.Raise] != nil {
		m.in.Waits(m.out.Clock + int64(ir.Resolve(v.States[ir.Raise]).StateClock()))
	}
	m.at = v
	x, err := m.meaning(v)(m, v, m.args)
	if err != nil {
		return m.failed(v, err)
	}
	m.vals[v.ID] = x
	if m.in.Note {
		m.note(m.f.Row(v), x, m.args)
	}
	if m.forced(v.Exits[ir.After]) {
		return true, m.leave(v, ir.After)
	}
	return false, nil
}

// Inlined calls f with the code of each frame, from the innermost on, that the operation which is
// being evaluated would write behind the one at hand if it raised: so many wait for it. It is for
// OpFuncs that run the guest.
func (m *Machine) Inlined(f func(code uint64)) {
	s := ir.Resolve(m.at.States[ir.Raise])
	for ; s != nil && s.StateCaller() != nil; s = s.StateCaller() {
		f(m.f.Frames[s.StateFrame()].Code)
	}
}

// Peek calls f with each frame, from the outermost on, that the operation which is being evaluated
// would write if it raised. virtual says whether a slot holds a virtual object, which is made for f only: 1, or 2 for
// one of others. ok is false where the operation carries no Raise state. It is for OpFuncs that run the guest.
func (m *Machine) Peek(f func(fr FrameState, virtual func(slot int) int)) (ok bool, err error) {
	s := ir.Resolve(m.at.States[ir.Raise])
	if s == nil {
		return false, nil
	}
	made := len(m.made)
	m.peeked = m.peeked[:0]
	m.peeking = true
	defer func() {
		for _, id := range m.peeked {
			m.vals[id] = 0
		}
		m.peeking, m.made = false, m.made[:made]
	}()
	var frames []FrameState
	var states []*ir.Value
	for ; s != nil; s = s.StateCaller() {
		fr, err := m.frame(s)
		if err != nil {
			return false, err
		}
		frames, states = append(frames, fr), append(states, s)
	}
	for i, fr := range slices.Backward(frames) {
		f(fr, func(slot int) int {
			v := ir.Resolve(states[i].StateSlots()[slot])
			switch {
			case v == nil || v.Op != ir.OpNew:
				return 0
			case slices.ContainsFunc(v.Args, func(a *ir.Value) bool { return ir.Resolve(a).Op == ir.OpNew }):
				return 2
			}
			return 1
		})
	}
	return true, nil
}

// failed takes the exit that an error of an operation means, if it is one.
func (m *Machine) failed(v *ir.Value, err error) (left bool, _ error) {
	var raised *Raise
	switch {
	case err == errAfter && v.Exits[ir.After] != nil:
		return true, m.leave(v, ir.After)
	case errors.Is(err, ErrFail) && v.Exits[ir.Before] != nil:
		return true, m.leave(v, ir.Before)
	case errors.As(err, &raised) && v.Exits[ir.Raise] != nil:
		m.out.Raised = raised
		return true, m.leave(v, ir.Raise)
	}
	return false, err
}

// errAfter is returned by a core operation that takes its After exit.
var errAfter = errors.New("leaves behind the operation")

// forced counts a visit of an exit and reports whether it is taken on purpose.
func (m *Machine) forced(x *ir.Exit) bool {
	if x == nil || m.in.Force == nil {
		return false
	}
	n := m.visits[x.ID]
	m.visits[x.ID]++
	return m.in.Force(x, n)
}

// meaning returns what evaluates an operation.
func (m *Machine) meaning(v *ir.Value) OpFunc {
	if v.Op < ir.FirstGuestOp {
		return core[v.Op]
	}
	i := int(v.Op - ir.FirstGuestOp)
	switch {
	case m.f.Row(v).Flags&ir.Opaque != 0:
		return opaque
	case i < len(m.Ops) && m.Ops[i] != nil:
		return m.Ops[i]
	case m.f.Row(v).Sinks():
		return func(m *Machine, v *ir.Value, args []uint64) (uint64, error) { return m.makeObject(m.f.Row(v), args) }
	case m.Uninterpreted:
		return opaque
	}
	return func(*Machine, *ir.Value, []uint64) (uint64, error) {
		return 0, errors.New("the guest gives this operation no meaning")
	}
}

package exitdata

import (
	"slices"

	"github.com/tier2go/tier2/internal/dense"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// State says where the guest's values are at an exit: what has to be rebuilt
// before the interpreter can go on, or what another executor takes over.
type State struct {
	ir.Snapshot
	ID uint16 // the index of its first exit
}

// InMemory reports whether the guest's frames hold everything.
func (s *State) InMemory() bool { return s == nil || len(s.Frames) == 0 }

// Clone returns a copy of the state: Widen of the one does not change the other.
func (s *State) Clone() *State {
	c := *s
	c.Frames = slices.Clone(s.Frames)
	for i := range c.Frames {
		c.Frames[i].Slots = slices.Clone(c.Frames[i].Slots)
	}
	return &c
}

// Target returns the pc that the innermost frame goes on at.
func (s *State) Target() uint32 { return s.Frames[len(s.Frames)-1].PC }

// Place returns the code of the innermost frame and the pc that it goes on at.
func (s *State) Place() (code uint64, pc uint32) {
	fs := &s.Frames[len(s.Frames)-1]
	return fs.Frame.Code, fs.PC
}

// Capturer makes the states of one function's exit points from what register
// allocation has found. Its memory is that of the states: they keep it. What one function
// leaves of it the next one takes.
type Capturer struct {
	fn     *ir.Func
	mfn    *lower.Func
	locs   []lower.Loc
	val    func(*ir.Value) lower.V
	facts  func(*ir.Value) ir.Fact
	frames []*ir.Frame // by id
	// What is being filled.
	slots  []ir.Slot
	states []ir.FrameSnapshot
	last   *State
	exit   *ir.Exit    // of last
	at     []lower.Loc // by virtual register: where an exit point's operand lies
	atOf   []int32     // by virtual register: for which exit point, counted from 1, that is
	tick   int32
	// The state at hand.
	made    []*ir.Value // its virtual objects
	objects []ir.SnapshotObject
}

// Begin starts with a function. locs are the places of the machine function's
// operands; val finds the machine operand of a value; facts, if not nil, says
// what is known of it.
func (c *Capturer) Begin(f *ir.Func, fn *lower.Func, locs []lower.Loc, val func(*ir.Value) lower.V, facts func(*ir.Value) ir.Fact) {
	*c = Capturer{
		fn: f, mfn: fn, locs: locs, val: val, facts: facts, frames: make([]*ir.Frame, len(f.Frames)),
		slots: c.slots[len(c.slots):], states: c.states[len(c.states):], made: c.made[:0],
		at: dense.Grow(c.at, len(fn.Classes)), atOf: dense.Cleared(c.atOf, len(fn.Classes)),
	}
	for i, fr := range f.Frames {
		own := *fr
		own.Caller = nil
		c.frames[i] = &own
	}
}

// State returns the state of an exit point. Points of one exit that agree share
// it.
func (c *Capturer) State(x *lower.ExitPoint) *State {
	state := x.Exit.State()
	depth := 0
	for st := state; st != nil; st = st.StateCaller() {
		depth++
	}
	c.states = room(c.states, depth)
	frames := c.states[len(c.states) : len(c.states)+depth : len(c.states)+depth]
	c.made, c.objects = c.made[:0], nil
	c.place(x)
	for st, i := state, depth-1; st != nil; st, i = st.StateCaller(), i-1 {
		frames[i] = c.frame(st)
	}
	if c.exit == x.Exit && sameFrames(c.last.Frames, frames) && sameObjects(c.last.Objects, c.objects) {
		for i := range frames {
			c.drop(frames[i].Slots)
		}
		return c.last
	}
	c.share(frames)
	c.states = c.states[:len(c.states)+depth]
	c.last, c.exit = &State{Snapshot: ir.Snapshot{Clock: state.StateClock(), Frames: frames, Objects: c.objects}}, x.Exit
	return c.last
}

// share lets outer frames have the slots of the state before, where they are the same: exits of an inlined call differ in
// the inner ones.
func (c *Capturer) share(frames []ir.FrameSnapshot) {
	if c.last == nil {
		return
	}
	for i := 0; i < min(len(frames), len(c.last.Frames)) && slices.Equal(frames[i].Slots, c.last.Frames[i].Slots); i++ {
		c.drop(frames[i].Slots)
		frames[i].Slots = c.last.Frames[i].Slots
	}
}

// drop takes back the slots that have been made last.
func (c *Capturer) drop(slots []ir.Slot) {
	if n, all := len(slots), len(c.slots); n > 0 && n <= all && &slots[0] == &c.slots[all-n] {
		c.slots = c.slots[:all-n]
	}
}

// frame describes one frame of a state.
func (c *Capturer) frame(st *ir.Value) ir.FrameSnapshot {
	fs := ir.FrameSnapshot{Frame: c.frames[st.StateFrame()], PC: st.StatePC(), SP: len(st.StateSlots())}
	c.slots = room(c.slots, fs.SP)
	list := c.slots[len(c.slots) : len(c.slots)+fs.SP]
	n := 0
	for i, v := range st.StateSlots() {
		if v != nil {
			c.slot(&list[n], i, v)
			n++
		}
	}
	c.slots = c.slots[:len(c.slots)+n]
	fs.Slots = list[:n:n]
	return fs
}

// slot describes where a value is.
func (c *Capturer) slot(s *ir.Slot, i int, v *ir.Value) {
	*s = ir.Slot{Index: i, Kind: ir.SlotPlace, Type: v.Type}
	if c.facts != nil {
		s.Fact = c.facts(v)
	}
	if v.Op == ir.OpNew {
		s.Kind, s.Word = ir.SlotObject, uint64(c.object(v))
		return
	}
	p := c.val(v)
	if p.IsImm() {
		s.Kind, s.Word = ir.SlotConst, uint64(p.Int())
	} else if r, ok := p.Reg(); ok && c.atOf[r] == c.tick {
		s.At = ir.Loc(c.at[r])
	}
}

// object returns the number of a virtual object in the state at hand, describing
// it, and what it consists of, if it has none yet.
func (c *Capturer) object(v *ir.Value) int {
	if n := slices.Index(c.made, v); n >= 0 {
		return n
	}
	row := c.fn.Ops.Row(v.NewOp())
	args := make([]ir.Slot, len(v.Args))
	for i, a := range v.Args {
		c.slot(&args[i], i, a)
		args[i].Raw = row.ArgType(i) != ir.Ref
	}
	c.made = append(c.made, v)
	c.objects = append(c.objects, ir.SnapshotObject{Op: v.NewOp(), Args: args})
	return len(c.made) - 1
}

// room returns list, or an empty list of its kind, with room for n more.
func room[T any](list []T, n int) []T {
	if len(list)+n <= cap(list) {
		return list
	}
	return make([]T, 0, max(n, stateChunk))
}

func sameFrames(a, b []ir.FrameSnapshot) bool {
	return slices.EqualFunc(a, b, func(x, y ir.FrameSnapshot) bool {
		return x.Frame == y.Frame && x.PC == y.PC && x.SP == y.SP && slices.Equal(x.Slots, y.Slots)
	})
}

func sameObjects(a, b []ir.SnapshotObject) bool {
	return slices.EqualFunc(a, b, func(x, y ir.SnapshotObject) bool { return x.Op == y.Op && slices.Equal(x.Args, y.Args) })
}

// place notes where the operands of an exit point's state lie.
func (c *Capturer) place(x *lower.ExitPoint) {
	c.tick++
	ops := c.mfn.Operands[x.First : x.First+x.N]
	for i := range ops {
		if r := ops[i].V; r != lower.NoVReg && c.atOf[r] != c.tick {
			c.at[r], c.atOf[r] = c.locs[int(x.First)+i], c.tick
		}
	}
}

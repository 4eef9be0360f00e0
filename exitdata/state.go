package exitdata

import (
	"slices"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// State says where the guest's values are at an exit: what has to be rebuilt
// before the interpreter can go on, or what another executor takes over.
type State struct {
	ID     uint16       // the index of its first exit
	Frames []FrameState // outermost first
	Clock  int          // bytecodes executed that the clock has not counted yet
}

// FrameState is one guest frame of a State.
type FrameState struct {
	Frame *ir.Frame // without its caller
	PC    uint32    // code unit to go on at; for outer frames, behind their call
	SP    int       // slots in use
	Slots []Slot    // those whose memory is not right, by Index
}

// Slot is where the value of one slot is.
type Slot struct {
	Index int
	Type  ir.Type // its representation; boxed at the exit
	Const bool
	Word  uint64    // Const: the guest word, or the bits of an unboxed constant
	At    lower.Loc // otherwise
	Fact  ir.Fact   // what is known of the value
}

// InMemory reports whether the guest's frames hold everything.
func (s *State) InMemory() bool { return s == nil || len(s.Frames) == 0 }

// Capturer makes the states of one function's exit points from what register
// allocation has found. Its memory is that of the states: they keep it.
type Capturer struct {
	fn     *ir.Func
	mfn    *lower.Func
	locs   []lower.Loc
	val    func(*ir.Value) lower.V
	facts  func(*ir.Value) ir.Fact
	frames []*ir.Frame // by id
	// What is being filled.
	slots  []Slot
	states []FrameState
	last   *State
	exit   *ir.Exit // of last
}

// Begin starts with a function. locs are the places of the machine function's
// operands; val finds the machine operand of a value; facts, if not nil, says
// what is known of it.
func (c *Capturer) Begin(f *ir.Func, fn *lower.Func, locs []lower.Loc, val func(*ir.Value) lower.V, facts func(*ir.Value) ir.Fact) {
	*c = Capturer{fn: f, mfn: fn, locs: locs, val: val, facts: facts, frames: make([]*ir.Frame, len(f.Frames))}
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
	slots := len(c.slots)
	for st, i := state, depth-1; st != nil; st, i = st.StateCaller(), i-1 {
		frames[i] = c.frame(st, x)
	}
	if c.exit == x.Exit && sameFrames(c.last.Frames, frames) {
		c.slots = c.slots[:max(0, min(slots, len(c.slots)))]
		return c.last
	}
	c.states = c.states[:len(c.states)+depth]
	c.last, c.exit = &State{Clock: state.StateClock(), Frames: frames}, x.Exit
	return c.last
}

// frame describes one frame of a state.
func (c *Capturer) frame(st *ir.Value, x *lower.ExitPoint) FrameState {
	fs := FrameState{Frame: c.frames[st.StateFrame()], PC: st.StatePC(), SP: len(st.StateSlots())}
	c.slots = room(c.slots, fs.SP)
	first := len(c.slots)
	for i, v := range st.StateSlots() {
		if v == nil {
			continue
		}
		slot := Slot{Index: i, Type: v.Type}
		if c.facts != nil {
			slot.Fact = c.facts(v)
		}
		p := c.val(v)
		if p.IsImm() {
			slot.Const, slot.Word = true, uint64(p.Int())
		} else {
			slot.At = find(c.mfn, x, c.locs, p)
		}
		c.slots = append(c.slots, slot)
	}
	fs.Slots = c.slots[first:len(c.slots):len(c.slots)]
	return fs
}

// room returns list, or an empty list of its kind, with room for n more.
func room[T any](list []T, n int) []T {
	if len(list)+n <= cap(list) {
		return list
	}
	return make([]T, 0, max(n, 128))
}

func sameFrames(a, b []FrameState) bool {
	return slices.EqualFunc(a, b, func(x, y FrameState) bool {
		return x.Frame == y.Frame && x.PC == y.PC && x.SP == y.SP && slices.Equal(x.Slots, y.Slots)
	})
}

// find returns where the operand of an exit's state that is p lies.
func find(fn *lower.Func, x *lower.ExitPoint, locs []lower.Loc, p lower.V) lower.Loc {
	for i := x.First; i < x.First+x.N; i++ {
		if p.IsReg(fn.Operands[i].V) {
			return locs[i]
		}
	}
	return lower.Loc{}
}

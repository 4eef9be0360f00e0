package exitdata

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// State says where the guest's values are at an exit: what has to be rebuilt
// before the interpreter can go on, or what another executor takes over.
type State struct {
	ID     uint16       // number within the executor
	Frames []FrameState // outermost first
	Clock  int          // bytecodes executed that the clock has not counted yet
}

// FrameState is one guest frame of a State.
type FrameState struct {
	Frame ir.Frame
	PC    uint32 // code unit to go on at; for outer frames, behind their call
	SP    int    // slots in use
	Slots []Slot // those whose memory is not right, by Index
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

// Capture makes the state of an exit point from what register allocation found.
// locs are the places of the function's operands; facts, if not nil, says what
// is known of each value.
func Capture(f *ir.Func, fn *lower.Func, x *lower.ExitPoint, locs []lower.Loc, val func(*ir.Value) lower.V, facts func(*ir.Value) ir.Fact) *State {
	s := &State{Clock: x.Exit.State().StateClock()}
	for st := x.Exit.State(); st != nil; st = st.StateCaller() {
		fr := f.Frames[st.StateFrame()]
		fs := FrameState{Frame: *fr, PC: st.StatePC(), SP: len(st.StateSlots())}
		fs.Frame.Caller = nil
		for i, v := range st.StateSlots() {
			if v == nil {
				continue
			}
			slot := Slot{Index: i, Type: v.Type}
			if facts != nil {
				slot.Fact = facts(v)
			}
			p := val(v)
			if p.IsImm() {
				slot.Const, slot.Word = true, uint64(p.Int())
			} else {
				slot.At = find(fn, x, locs, p)
			}
			fs.Slots = append(fs.Slots, slot)
		}
		s.Frames = append(s.Frames, fs)
	}
	for i, j := 0, len(s.Frames)-1; i < j; i, j = i+1, j-1 {
		s.Frames[i], s.Frames[j] = s.Frames[j], s.Frames[i]
	}
	return s
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

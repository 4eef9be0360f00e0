package tier2

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/uop"
)

// Location is a place in a guest's code.
type Location struct {
	Code uint64 // the guest's handle
	PC   uint32 // in code units
}

// Control is what an instruction does to the flow of control.
type Control uint8

// The kinds of control.
const (
	Goes    Control = iota // it goes on at Step.To: behind itself, or where a jump or a branch leads
	Loops                  // it jumps back to Step.To, the top of a loop
	Calls                  // it begins a frame, whose first instruction is at Step.To
	Returns                // it goes back to the caller's frame
	Unknown                // where it goes is not known, as of a call that has not happened yet
)

// Step is one instruction of a guest as a linear trace takes it.
type Step struct {
	Inst    uop.Inst
	Control Control
	To      Location // of Goes, Loops and Calls
	Back    uint32   // of Calls: the pc in the caller's frame at which a return goes on
}

// Linear is a Source for guests with linear traces: the guest says what each instruction
// is, Linear follows them as far as a trace may go. An instruction is one micro-op. There
// are no regions, and nothing is counted.
//
// A trace ends with a jump back, where it closes its own loop or leaves to another one (the
// rule of the jump says where to: build.Builder.Loop), ahead of an executor that it meets
// (Meets), ahead of an instruction whose way is Unknown, behind a call of a
// function that it is in already or that would be a frame too many, behind the return of
// its first frame, and at the limits.
// Unless its last micro-op leaves by itself, the trace ends with End.
type Linear struct {
	Table *uop.Table
	Name  string // of the trace
	Start Location
	Depth int            // entries of the operand stack at Start
	From  *exitdata.Exit // the exit to continue, or nil
	End   uop.ID         // the micro-op that leaves to its target
	// Calls says that the guest has guest.Calls. Then Enter is the micro-op at a function's
	// start: a trace from outside that begins at pc 0 begins with it. Otherwise calls stay
	// the interpreter's: traces end ahead of a recursion and of the return of the first frame.
	Calls bool
	Enter uop.ID
	// Step says what the instruction at a place is.
	Step func(Location) Step
	// Meets reports whether an executor stands at a place; nil: none does.
	Meets func(Location) bool
}

// check says what is wrong with a source that has been filled in for a guest.
func (l *Linear) check(table *uop.Table) error {
	none := func(id uop.ID) bool { return int(id) >= table.Len() || table.Row(id).Name == "" }
	switch {
	case l.Table != table:
		return &Refusal{RefusedTable, errors.New("Linear.Table is not that of the guest (guest.Guest.Uops)")}
	case l.Step == nil:
		return &Refusal{RefusedSource, errors.New("Linear.Step is nil: nothing says what the instructions are")}
	case none(l.End):
		return &Refusal{RefusedSource, fmt.Errorf("Linear.End is %d, which is no micro-op", l.End)}
	case l.Calls && none(l.Enter):
		return &Refusal{RefusedSource, fmt.Errorf("Linear.Enter is %d, which is no micro-op", l.Enter)}
	}
	return nil
}

// Exit implements Source.
func (l *Linear) Exit() *exitdata.Exit { return l.From }

// Region implements Source.
func (*Linear) Region(uop.Limits) (*uop.Trace, uop.Stop) { return nil, uop.AbortNoRegion }

// Profile implements Source.
func (*Linear) Profile(func(uop.Flow)) {}

// Trace implements Source.
func (l *Linear) Trace(lim uop.Limits) (*uop.Trace, uop.Stop) {
	w := walk{Linear: l, at: l.Start, t: &uop.Trace{Table: l.Table, Name: l.Name, Code: l.Start.Code, Entry: l.Start.PC, Depth: l.Depth}}
	if l.From != nil {
		for _, fs := range l.From.Callers() {
			w.callers = append(w.callers, Location{fs.Frame.Code, fs.PC})
		}
	}
	w.within = len(w.callers) > 0
	if l.Calls && l.Start.PC == 0 && !w.within {
		w.t.Insts = append(w.t.Insts, uop.Inst{Op: l.Enter})
	}
	for len(w.t.Insts) < lim.MaxUops {
		if stop := w.step(lim); stop != uop.StopNone {
			return w.ended(stop)
		}
	}
	return w.ended(w.leave(uop.StopTooLong, w.at.PC))
}

// walk is a trace on its way.
type walk struct {
	*Linear
	t       *uop.Trace
	at      Location
	callers []Location // where the frames that wait go on, the outermost first
	within  bool       // it began in a frame of an inlined call: a return leaves the frame of Start
}

// step takes one instruction, or says why the trace ends.
func (w *walk) step(lim uop.Limits) uop.Stop {
	outer := len(w.callers) == 0
	if outer && w.t.Bytecodes > 0 && w.Meets != nil && w.Meets(w.at) {
		return w.leave(uop.StopEnterExecutor, w.at.PC)
	}
	s := w.Step(w.at)
	next := s.To
	switch s.Control {
	case Unknown:
		return w.leave(uop.StopUnknownCallee, w.at.PC)
	case Loops: // all that there is to an exit at a jump back is the jump: the loop's executor stands where it leads
		w.take(s)
		if !outer || w.within || s.To != w.Start {
			return uop.StopInnerLoop
		}
		return uop.StopLoop
	case Calls:
		stop := uop.StopNone
		switch {
		case w.active(s.To.Code):
			stop = uop.StopRecursion
		case len(w.callers)+2 > lim.MaxFrames:
			stop = uop.StopFrames
		}
		switch {
		case stop != uop.StopNone && !w.Calls:
			return w.leave(stop, w.at.PC)
		case stop != uop.StopNone:
			w.take(s)
			return w.leave(stop, s.To.PC)
		}
		w.callers = append(w.callers, Location{w.at.Code, s.Back})
	case Returns:
		if !outer {
			next, w.callers = w.callers[len(w.callers)-1], w.callers[:len(w.callers)-1]
			break
		}
		if !w.Calls {
			return w.leave(uop.StopReturn, w.at.PC)
		}
		w.take(s)
		return uop.StopReturn
	}
	w.take(s)
	w.at = next
	return uop.StopNone
}

// active reports whether the trace is in a function.
func (w *walk) active(code uint64) bool {
	return w.at.Code == code || slices.ContainsFunc(w.callers, func(l Location) bool { return l.Code == code })
}

func (w *walk) take(s Step) { w.t.Insts, w.t.Bytecodes = append(w.t.Insts, s.Inst), w.t.Bytecodes+1 }

// leave ends the trace with the micro-op that leaves to a pc.
func (w *walk) leave(stop uop.Stop, pc uint32) uop.Stop {
	w.t.Insts = append(w.t.Insts, uop.Inst{Op: w.End, Target: pc})
	return stop
}

// ended returns the trace, unless it would execute nothing.
func (w *walk) ended(stop uop.Stop) (*uop.Trace, uop.Stop) {
	if w.t.Bytecodes == 0 {
		return nil, uop.AbortNoProgress
	}
	w.t.Stop = stop
	return w.t, stop
}

package tier2

import (
	"errors"
	"slices"

	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// Ends that hand values over to a loop's executor: see exitdata/typed.go.

// again makes another executor for the loop that a typed end leads to, entered in the
// end's state. It is nil if there are enough of them, or if that one cannot be made: then
// the exit is continued like any other.
func (c *Compiler) again(src Source, a attempt) (*exitdata.Executor, error) {
	x := src.Exit()
	if x == nil || !x.TypedEnd() || c.takers(x.State) >= exitdata.MaxTakers {
		return nil, nil
	}
	regions, lim := a.region, a.lim
	lim.Anew = true
	for {
		t, _ := project(src, regions, lim)
		if t == nil && regions {
			regions = false
			continue
		}
		if t == nil || !t.Loops() && t.Blocks == nil {
			return nil, nil
		}
		if o := onward(c.table.At(x.State.Place()), x); o.types() && fails(t, o.by) {
			return nil, nil
		}
		x.State.Widen()
		ex, err := c.make(t, x, true, a.later)
		var r *Refusal
		if !errors.As(err, &r) {
			return ex, err
		}
		if t.Blocks == nil {
			return nil, nil
		}
		regions = false
	}
}

// takers returns how many executors take values over from any exit at the place where a
// state goes on.
func (c *Compiler) takers(s *exitdata.State) (n int) {
	for _, ex := range c.table.At(s.Place()) {
		if ex.Takes != nil {
			n++
		}
	}
	return n
}

// meeting is a loop that a trace ends at: the executors that stand there, as they are when the
// function is built.
type meeting struct {
	code   uint64
	pc     uint32
	onto   onwards
	takers []taker
}

// taker is an executor of the loop that takes values over from any exit.
type taker struct {
	ex    *exitdata.Executor
	takes *exitdata.State // its own copy
}

// meet notes which executors stand where a trace ends, if it ends where a loop begins.
func (c *Compiler) meet(w *compilation) error {
	t := w.trace
	if c.opt.Target != "" || !t.ToLoop || t.Stop != uop.StopEnterExecutor || t.Bytecodes == 0 {
		return nil
	}
	for _, b := range w.fn.Blocks {
		v := b.Last()
		if !isEnd(v) {
			continue
		}
		s := v.States[ir.After]
		m := meeting{code: w.fn.Frames[s.StateFrame()].Code, pc: uint32(s.StatePC())}
		list := c.table.At(m.code, m.pc)
		if len(list) == 0 || w.meeting(m.code, m.pc) != nil {
			continue
		}
		m.onto = onward(list, w.parent)
		for _, ex := range list {
			if ex.Takes != nil {
				m.takers = append(m.takers, taker{ex, ex.Takes.Clone()})
			}
		}
		w.meetings = append(w.meetings, m)
	}
	return nil
}

// meeting returns the loop at a place, nil if none has an executor there.
func (w *compilation) meeting(code uint64, pc uint32) *meeting {
	for i := range w.meetings {
		if m := &w.meetings[i]; m.code == code && m.pc == pc {
			return m
		}
	}
	return nil
}

// endPlan decides how a trace leaves that ends where a loop's executor stands: with its
// values as an executor takes them over that is there (into), or as they are, so that
// one may be made for them. nil: by writing the frame.
func endPlan(w *compilation) (plan *lower.EndPlan, into *taker) {
	fn, parent := w.fn, w.parent
	end := endOf(fn)
	if end == nil || len(w.meetings) == 0 {
		return nil, nil
	}
	s := end.States[ir.After]
	if s.StateCaller() != nil || !unboxed(s) {
		return nil, nil
	}
	m := w.meeting(fn.Frames[s.StateFrame()].Code, uint32(s.StatePC()))
	if m == nil {
		return nil, nil
	}
	types.Compute(fn, &w.facts)
	for i := range m.takers {
		if t := &m.takers[i]; m.onto.leads(t.ex) {
			if plan := w.fit(s, t.takes); plan != nil {
				return plan, t
			}
		}
	}
	if !m.onto.another() || len(m.takers) >= exitdata.MaxTakers || parent == nil || parent.State.InMemory() {
		return nil, nil
	}
	return &lower.EndPlan{Own: true}, nil
}

// onwards says which executors of a loop an end may hand its values to. Any, where the loop is
// a linear trace. Of a region the hot ways are all inside, but its values have the types that
// they had when it was made: where they are others later, each round would leave it and come
// back. So what has left it by a guard of types goes on in another executor of the loop, which
// is made with the types of now; never in that which it has left, where the next round may have
// the rare type no more, and there is none where the types of now are the same again. What has
// left one by a branch goes back to it.
type onwards struct {
	linear bool
	by     *exitdata.Exit // of an executor of the loop, by which that was left; nil: none has led to the end
}

// onward returns where an end leads that continues an exit, to a loop with the executors of list.
func onward(list []*exitdata.Executor, x *exitdata.Exit) (o onwards) {
	for _, ex := range list {
		o.linear = o.linear || ex.Takes == nil && ex.Trace.Blocks == nil
	}
	for ; x != nil && o.by == nil; x = x.Executor.Parent {
		if slices.Contains(list, x.Executor) {
			o.by = x
		}
	}
	return o
}

// types reports whether a guard of types has left the loop.
func (o *onwards) types() bool { return o.by != nil && o.by.Types }

// another reports whether one more executor may be made for the loop.
func (o *onwards) another() bool { return o.linear || o.types() }

// leads reports whether values may be handed to an executor.
func (o *onwards) leads(ex *exitdata.Executor) bool {
	return o.linear || o.by != nil && (ex == o.by.Executor) != o.by.Types
}

// fails reports whether a trace has the guard by which an exit is taken: it would be left by it
// as well, because the types of now are those again that they were at first.
func fails(t *uop.Trace, x *exitdata.Exit) bool {
	if x.Uop < 0 {
		return false
	}
	u := x.Executor.Trace.Insts[x.Uop]
	return slices.ContainsFunc(t.Insts, func(v uop.Inst) bool { return v == u })
}

// isEnd reports whether an operation ends a trace.
func isEnd(v *ir.Value) bool { return v.Op == ir.OpExit && v.Exits[ir.After].Kind == ir.End }

// endOf returns the operation that is the one end of a function, nil if there are more
// or none.
func endOf(fn *ir.Func) (end *ir.Value) {
	for _, b := range fn.Blocks {
		v := b.Last()
		if !isEnd(v) {
			continue
		}
		if end != nil {
			return nil
		}
		end = v
	}
	return end
}

// unboxed reports whether a state holds a number that is not boxed.
func unboxed(s *ir.Value) bool {
	for _, v := range s.StateSlots() {
		if v != nil && (v.Type == ir.I64 || v.Type == ir.U64 || v.Type == ir.F64) {
			return true
		}
	}
	return false
}

// fit returns how a state's values are put where an executor takes them over, nil if
// they are not what it relies on.
func (w *compilation) fit(s *ir.Value, takes *exitdata.State) *lower.EndPlan {
	slots, fs := s.StateSlots(), &takes.Frames[0]
	if len(takes.Frames) != 1 || len(takes.Objects) > 0 || fs.SP != len(slots) || s.StateClock() != takes.Clock {
		return nil
	}
	plan := &lower.EndPlan{Slots: make([]ir.Slot, len(slots))}
	for i := range fs.Slots {
		p := &fs.Slots[i]
		v := slots[p.Index]
		if p.Raw || p.Kind == ir.SlotObject {
			return nil
		}
		e := &plan.Slots[p.Index]
		if p.Kind == ir.SlotConst {
			e.Kind = ir.SlotConst
			if v == nil || v.Type != p.Type || !isConst(v) || uint64(v.Aux) != p.Word {
				return nil
			}
			continue
		}
		*e = ir.Slot{Kind: ir.SlotPlace, Type: p.Type, At: p.At}
		if !w.holds(v, p) || !sameThere(slots, fs.Slots[:i], p, v) {
			return nil
		}
	}
	return plan
}

// isConst reports whether a value is a constant in its representation.
func isConst(v *ir.Value) bool {
	return v.Op == ir.OpConstRef || v.Op == ir.OpConstI64 || v.Op == ir.OpConstF64 || v.Op == ir.OpConstBool
}

// holds reports whether a value is what an executor relies on in a slot; nil is what
// lies in memory.
func (w *compilation) holds(v *ir.Value, p *ir.Slot) bool {
	have := ir.Top
	switch {
	case v == nil:
		if p.Type != ir.Ref {
			return false
		}
	case v.Type == p.Type:
		have = w.facts.Of(v)
	case p.Type != ir.Ref:
		return false
	default: // a number that is boxed on the way
		have = ir.TypesFact(w.boxes(v.Type))
	}
	return ir.Join(have, p.Fact) == p.Fact
}

// boxes returns the guest type of a boxed number.
func (w *compilation) boxes(t ir.Type) ir.TypeSet {
	i, f, b := w.guest.Words.Boxes()
	switch t {
	case ir.I64, ir.U64:
		return i
	case ir.F64:
		return f
	}
	return b
}

// sameThere reports whether slots that an executor expects in one place hold one value;
// of two in memory that is not known.
func sameThere(slots []*ir.Value, before []ir.Slot, p *ir.Slot, v *ir.Value) bool {
	for i := range before {
		if q := &before[i]; q.Kind == ir.SlotPlace && q.At == p.At && (v == nil || slots[q.Index] != v || q.Type != p.Type) {
			return false
		}
	}
	return true
}

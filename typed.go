package tier2

import (
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
func (c *Compiler) again(src Source, regions bool, lim uop.Limits) *exitdata.Executor {
	x := src.Exit()
	if x == nil || !x.TypedEnd() || c.takers(x.State) >= exitdata.MaxTakers {
		return nil
	}
	lim.Anew = true
	for {
		t, _ := project(src, regions, lim)
		if t == nil && regions {
			regions = false
			continue
		}
		if t == nil || !t.Loops() && t.Blocks == nil {
			return nil
		}
		if o := onward(c.table.At(x.State.Place()), x); o.types() && fails(t, o.by) {
			return nil
		}
		x.State.Widen()
		ex, err := c.observed(t, x, true)
		if err == nil {
			return ex
		}
		if t.Blocks == nil {
			return nil
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

// endPlan decides how a trace leaves that ends where a loop's executor stands: with its
// values as an executor takes them over that is there (into), or as they are, so that
// one may be made for them. nil: by writing the frame.
func (c *Compiler) endPlan(w *compilation) (plan *lower.EndPlan, into *exitdata.Executor) {
	t, fn, parent := w.trace, w.fn, w.parent
	if !t.ToLoop || t.Stop != uop.StopEnterExecutor || t.Bytecodes == 0 {
		return nil, nil
	}
	end := endOf(fn)
	if end == nil {
		return nil, nil
	}
	s := end.States[ir.After]
	if s.StateCaller() != nil || !unboxed(s) {
		return nil, nil
	}
	list := c.table.At(fn.Frames[s.StateFrame()].Code, uint32(s.StatePC()))
	if len(list) == 0 {
		return nil, nil
	}
	types.Compute(fn, &c.facts)
	onto, takers := onward(list, parent), 0
	for _, ex := range list {
		if ex.Takes == nil {
			continue
		}
		takers++
		if !onto.leads(ex) {
			continue
		}
		if plan := c.fit(s, ex.Takes); plan != nil {
			return plan, ex
		}
	}
	if !onto.another() || takers >= exitdata.MaxTakers || parent == nil || parent.State.InMemory() {
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

// endOf returns the operation that is the one end of a function, nil if there are more
// or none.
func endOf(fn *ir.Func) (end *ir.Value) {
	for _, b := range fn.Blocks {
		v := b.Last()
		if v.Op != ir.OpExit || v.Exits[ir.After].Kind != ir.End {
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
func (c *Compiler) fit(s *ir.Value, takes *exitdata.State) *lower.EndPlan {
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
		if !c.holds(v, p) || !sameThere(slots, fs.Slots[:i], p, v) {
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
func (c *Compiler) holds(v *ir.Value, p *ir.Slot) bool {
	have := ir.Top
	switch {
	case v == nil:
		if p.Type != ir.Ref {
			return false
		}
	case v.Type == p.Type:
		have = c.facts.Of(v)
	case p.Type != ir.Ref:
		return false
	default: // a number that is boxed on the way
		have = ir.TypesFact(c.boxes(v.Type))
	}
	return ir.Join(have, p.Fact) == p.Fact
}

// boxes returns the guest type of a boxed number.
func (c *Compiler) boxes(t ir.Type) ir.TypeSet {
	i, f, b := c.guest.Words.Boxes()
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

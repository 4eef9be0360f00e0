package licm

import "github.com/tier2go/tier2/ir"

// startState returns the state of the header's first exit, if it describes the
// loop's start: nothing observable is in front of it, and it is made of the
// header's parameters and of what comes from outside. It is nil otherwise.
func (r *runner) startState() *ir.Value {
	for v := range r.in.Header.Values() {
		if x := v.Exits[ir.After]; v.Op == ir.OpPoll && x != nil && x.Kind == ir.Poll {
			return r.usable(v.States[ir.After])
		}
		if x := v.Exits[ir.Before]; x != nil && x.Kind == ir.Deopt {
			return r.usable(v.States[ir.Before])
		}
		if v.Leaves() || r.f.Observable(v) {
			return nil
		}
	}
	return nil
}

// usable returns s if it can be copied in front of the loop.
func (r *runner) usable(s *ir.Value) *ir.Value {
	for _, a := range s.Args {
		switch a = ir.Resolve(a); {
		case a == nil || a.IsConst():
		case a.Op == ir.OpState:
			if r.usable(a) == nil {
				return nil
			}
		case a.Type == ir.State:
			return nil
		case r.forest.Contains(r.in, a.Block) && !(a.Op == ir.OpParam && a.Block == r.in.Header):
			return nil
		}
	}
	return s
}

// copyState copies a state in front of the loop, with the parameters' first values.
func (r *runner) copyState(c ir.Cursor, s *ir.Value) *ir.Value {
	pre := r.in.Preheader
	args := make([]*ir.Value, len(s.Args))
	for i, a := range s.Args {
		switch a = ir.Resolve(a); {
		case a == nil:
		case a.Op == ir.OpState:
			args[i] = r.copyState(c, a)
		case a.Op == ir.OpParam && a.Block == r.in.Header:
			args[i] = ir.Resolve(pre.Succs[0].Args[a.Aux])
		default:
			args[i] = a
		}
	}
	c.From = s.From
	return c.AddAux(ir.OpState, s.Aux, args...)
}

// far is how many values the reach of one operation may have.
const far = 64

// reach is a set of values with all that they are computed from, up to parameters.
type reach struct {
	has  []bool // by value id
	list []*ir.Value
	most int  // values in it; 0: any number
	all  bool // there were more
}

// reset empties the set.
func (s *reach) reset(most int) {
	for _, v := range s.list {
		s.has[v.ID] = false
	}
	s.list, s.most, s.all = s.list[:0], most, false
}

// add adds a value and what it is computed from, objects that are constants among
// it.
func (s *reach) add(v *ir.Value) {
	if v == nil || v.IsConst() && v.Op != ir.OpConstRef || s.all {
		return
	}
	for int(v.ID) >= len(s.has) {
		s.has = append(s.has, make([]bool, 64+len(s.has))...)
	}
	if s.has[v.ID] {
		return
	}
	if s.most > 0 && len(s.list) >= s.most {
		s.all = true
		return
	}
	s.has[v.ID] = true
	s.list = append(s.list, v)
	for _, a := range v.Args {
		s.add(ir.Resolve(a))
	}
}

// meets reports whether two sets have a value in common, as far as is known.
func (s *reach) meets(o *reach) bool {
	if s.all {
		return len(o.list) > 0
	}
	for _, v := range s.list {
		if int(v.ID) < len(o.has) && o.has[v.ID] {
			return true
		}
	}
	return false
}

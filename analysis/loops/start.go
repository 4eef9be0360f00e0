package loops

import "github.com/tier2go/tier2/ir"

// StartState returns the state of the header's first exit, if it describes the
// loop's start: it is a poll's or a deopt exit's, nothing observable is in front of
// it, and it is made of the header's parameters and of what comes from outside. It
// is nil otherwise. Guards in front of the loop leave with a copy of it
// ([Forest.CopyState]): where the header already leaves, so that the executor has
// made no less progress.
func (l *Forest) StartState(f *ir.Func, in *Loop) *ir.Value {
	for v := range in.Header.Values() {
		if x := v.Exits[ir.After]; v.Op == ir.OpPoll && x != nil && x.Kind == ir.Poll {
			return l.usable(in, v.States[ir.After])
		}
		if x := v.Exits[ir.Before]; x != nil && x.Kind == ir.Deopt {
			return l.usable(in, v.States[ir.Before])
		}
		if v.Leaves() || f.Observable(v) {
			return nil
		}
	}
	return nil
}

// EntryState returns the state of the last deopt exit in a loop's preheader, nil if there
// is none behind which nothing observable happens up to the loop. Other guards at the
// preheader's end may leave with it: the executor has made no less progress there.
func (l *Forest) EntryState(f *ir.Func, in *Loop) *ir.Value {
	for v := in.Preheader.Last(); v != nil && !f.Observable(v); v = v.Prev() {
		if x := v.Exits[ir.Before]; x != nil && x.Kind == ir.Deopt {
			return v.States[ir.Before]
		}
	}
	return nil
}

// usable returns s if it can be copied in front of the loop.
func (l *Forest) usable(in *Loop, s *ir.Value) *ir.Value {
	for _, a := range s.Args {
		switch a = ir.Resolve(a); {
		case a == nil || a.IsConst():
		case a.Op == ir.OpState:
			if l.usable(in, a) == nil {
				return nil
			}
		case a.Type == ir.State:
			return nil
		case l.Contains(in, a.Block) && !(a.Op == ir.OpParam && a.Block == in.Header):
			return nil
		}
	}
	return s
}

// CopyState copies a state that StartState has returned in front of the loop, which
// has a preheader, with the parameters' first values.
func (l *Forest) CopyState(c ir.Cursor, in *Loop, s *ir.Value) *ir.Value {
	args := make([]*ir.Value, len(s.Args))
	for i, a := range s.Args {
		switch a = ir.Resolve(a); {
		case a == nil:
		case a.Op == ir.OpState:
			args[i] = l.CopyState(c, in, a)
		case a.Op == ir.OpParam && a.Block == in.Header:
			args[i] = ir.Resolve(in.Preheader.Succs[0].Args[a.Aux])
		default:
			args[i] = a
		}
	}
	c.From = s.From
	return c.AddAux(ir.OpState, s.Aux, args...)
}

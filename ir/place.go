package ir

// GuardPlace is where guards may be added at the end of a block, and what they
// leave with.
type GuardPlace struct {
	State  *Value // nil: there is no such place
	Before *Value // the value that they stand in front of
	Kind   ExitKind
}

// GuardPlace returns where guards at the end of a block go.
//
// Behind the block's last guard, up to its end, nothing observable happens: its
// state is good for other guards there, which make the instruction be executed
// again. But ahead of a poll (or a check of validity), which is observable and
// takes the place of the last guard where a loop goes back, the state that it
// leaves with is good: nothing lies between the two, and execution goes on
// behind the instruction.
func (f *Func) GuardPlace(b *Block) GuardPlace {
	end := b.Last()
	for v := end.Prev(); v != nil; v = v.Prev() {
		switch {
		case v.Op == OpPoll || v.Op == OpGuardValid:
			if s := v.States[After]; f.reaches(s, v) {
				return GuardPlace{s, v, Deopt}
			}
			return GuardPlace{}
		case f.Observable(v):
			return GuardPlace{}
		case v.Exits[Before] != nil && v.Exits[Before].Kind == Deopt:
			return GuardPlace{v.States[Before], end, Deopt}
		}
	}
	return GuardPlace{}
}

// reaches reports whether nothing observable lies between a state and v, in one
// block.
func (f *Func) reaches(s, v *Value) bool {
	for w := v.Prev(); w != nil; w = w.Prev() {
		if w == s {
			return true
		}
		if f.Observable(w) {
			return false
		}
	}
	return false
}

// Holds reports whether a value of the block can be an operand of what stands at
// the place; values of other blocks can if theirs dominates.
func (p GuardPlace) Holds(b *Block, v *Value) bool {
	if v.Block != b || v.Op == OpParam {
		return true
	}
	for w := v.Next(); w != nil; w = w.Next() {
		if w == p.Before {
			return true
		}
	}
	return false
}

package exitdata

import (
	"slices"

	"github.com/tier2go/tier2/ir"
)

// Typed entries. A trace that ends where the executor of a loop stands could write the
// guest's frames, for that is entered with everything in memory, and the loop would load
// and unbox it all again. Instead its end hands over what it has where it lies, like a
// side exit. When it is hot, the loop gets another executor, which is entered so
// (Executor.Takes): traces that end there later are compiled to leave exactly in its
// state (Exit.Into): their end puts each value in its place by one parallel move.
//
// A circle of exits goes through such an end, and the executor of that has executed an
// instruction.

// MaxTakers is how many executors may stand for one place that take values over from
// any exit.
const MaxTakers = 2

// spot is a place of the guest's program.
type spot struct {
	code uint64
	pc   uint32
}

// At returns the executors that stand for a place and may be led to by exits of other
// executors: those that are entered with everything in memory, and those that take
// values over (Takes). The list must not be changed.
func (t *Table) At(code uint64, pc uint32) []*Executor { return t.spots[spot{code, pc}] }

// settle adds an executor to those of its place.
func (t *Table) settle(e *Executor) {
	if e.Parent != nil && e.Takes == nil {
		return
	}
	if t.spots == nil {
		t.spots = map[spot][]*Executor{}
	}
	s := spot{e.Code, e.Offset}
	t.spots[s] = append(t.spots[s], e)
}

// unsettle takes it out.
func (t *Table) unsettle(e *Executor) {
	s := spot{e.Code, e.Offset}
	list := t.spots[s]
	if i := slices.Index(list, e); i >= 0 {
		if list = slices.Delete(list, i, i+1); len(list) == 0 {
			delete(t.spots, s)
			return
		}
		t.spots[s] = list
	}
}

// TypedEnd reports whether an exit is the end of a trace that hands values over.
func (x *Exit) TypedEnd() bool { return x.Kind == ir.End && !x.State.InMemory() }

// Widen forgets what is known of the values of a state but for their types, and what is
// constant: an executor that takes them over from any exit should be met by many. States of other exits, which may share
// slots with it, know what they knew.
func (s *State) Widen() {
	for i := range s.Frames {
		s.Frames[i].Slots = slices.Clone(s.Frames[i].Slots)
		for k := range s.Frames[i].Slots {
			p := &s.Frames[i].Slots[k]
			if p.Kind != ir.SlotConst {
				f := ir.TypesFact(p.Fact.Types)
				f.Version, f.NotNull, f.Small, f.U64 = p.Fact.Version, p.Fact.NotNull, p.Fact.Small, p.Fact.U64
				p.Fact = f
			}
		}
	}
}

// takesFrom reports whether all that an executor takes over lies where an exit leaves it.
func (e *Executor) takesFrom(x *Exit) bool { return e.Parent == x || e.Takes != nil && x.into() == e }

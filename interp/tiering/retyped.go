package tiering

import (
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
)

// Other types. A loop's executor has the types in it that were there when it was made. Where
// they are others later, each round leaves it by a guard of types, and what continues that exit
// comes back to the loop's executor. The compiler makes that end hand its values over, and once
// it is hot another executor for the loop, which is entered with them: from the same region, with
// the types that the caches say now (tier2's again and onward). There are
// exitdata.MaxTakers of them at one place. None leads to itself by a guard of types, and none is made
// with the guard that has failed: the caches may say the old types again by then. So where types
// alternate, or are rare, the loop's first executor goes on.

// changed returns the exit by a guard of types that has left the loop whose executor stands at
// the source's place and has led to the source's exit; nil if there is none.
func (s *source) changed() *exitdata.Exit {
	for x := s.exit; x != nil; x = x.Executor.Parent {
		if ex := x.Executor; ex.Code == uint64(s.code.Handle) && ex.Offset == uint32(s.pc) && (ex.Parent == nil || ex.Takes != nil) {
			if x.Types {
				return x
			}
			return nil
		}
	}
	return nil
}

// blunt reports whether the instruction whose types have changed is not specialized. A loop that
// is made for the types of now would execute it in its general form for all types from then on,
// and would not be left.
func (s *source) blunt() bool {
	x := s.changed()
	if x == nil || x.State.InMemory() {
		return false
	}
	handle, pc := x.State.Place()
	op := s.tier.vm.Code(uint32(handle)).Decode(int(pc)).Op
	return op == op.Base() && project.HasGeneral(s.tier.vm, op)
}

// retyped says that an executor is another one of a loop, for other types.
func (s *source) retyped(ex *exitdata.Executor) []Remade {
	x := s.changed()
	if ex.Takes == nil || x == nil || x.State.InMemory() {
		return s.remade
	}
	handle, pc := x.State.Place()
	return remade(Retyped, x, x.Executor, pycode.Place{Code: s.tier.vm.Code(uint32(handle)).Code, Unit: int(pc)})
}

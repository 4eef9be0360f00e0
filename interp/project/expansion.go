package project

import (
	"maps"
	"slices"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// What an instruction becomes: its expansion to micro-ops.

// step is one micro-op of an instruction's expansion.
type step struct {
	id     uop.ID
	kind   cpython.Kind
	offset int
}

// expansions has the micro-ops of each instruction, nil where it has none.
var expansions = func() (t [256][]step) {
	for _, m := range cpython.Macros() {
		op, ok := pycode.ParseOp(m.Instruction)
		if !ok {
			continue // of another release
		}
		for _, s := range m.Steps {
			id, known := cpython.Table.ByName(s.Name)
			if !known {
				id = replacedUops[s.Name]
			}
			t[op] = append(t[op], step{id, s.Kind, s.Offset})
		}
	}
	return t
}()

// replacedUops are the micro-ops that stand in a trace for the ones of tier 1
// that jump.
var replacedUops = map[string]uop.ID{
	"_FOR_ITER":         cpython.FOR_ITER_TIER_TWO,
	"_ITER_JUMP_LIST":   cpython.GUARD_NOT_EXHAUSTED_LIST,
	"_ITER_JUMP_TUPLE":  cpython.GUARD_NOT_EXHAUSTED_TUPLE,
	"_ITER_JUMP_RANGE":  cpython.GUARD_NOT_EXHAUSTED_RANGE,
	"_ITER_NEXT_LIST":   cpython.ITER_NEXT_LIST_TIER_TWO,
	"_POP_JUMP_IF_TRUE": cpython.GUARD_IS_TRUE_POP, // or GUARD_IS_FALSE_POP: see branch
}

// Expansion returns the micro-ops that an instruction becomes, nil if it has none.
func Expansion(op pycode.Op) (list []uop.ID) {
	for _, s := range expansions[op] {
		list = append(list, s.id)
	}
	return list
}

// Substitutes returns the micro-ops that stand in a trace for those of tier 1 that jump.
func Substitutes() []uop.ID {
	list := slices.Collect(maps.Values(replacedUops))
	for _, g := range guards {
		list = append(list, g[:]...)
	}
	slices.Sort(list)
	return list
}

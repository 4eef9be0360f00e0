package bisect

import (
	"errors"
	"slices"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// Errors of Search.
var (
	ErrPasses = errors.New("bisect: all is well with every rewrite enabled")
	ErrFails  = errors.New("bisect: it fails with no rewrite enabled")
)

// Allow is the type of the hook that Search passes to a trial, for
// passes.Firing.
type Allow = func(n int, p *passes.Pass, rule int, v *ir.Value) bool

// Search finds a smallest set of rewrites that makes a trial fail when they
// alone are enabled: one, unless several are needed together (then no proper
// subset of the set fails). A trial compiles everything anew with the hook and
// reports whether the result is wrong; it must depend on the hook only. Search
// needs about 2·log2(n) trials for one of n rewrites.
func Search(trial func(allow Allow) (wrong bool)) ([]uint64, error) {
	run := func(enabled func(id uint64) bool, seen func(id uint64)) bool {
		return trial(func(_ int, p *passes.Pass, rule int, v *ir.Value) bool {
			name := ""
			if b := v.Block; b != nil {
				name = b.Func().Name
			}
			id := ID(p, rule, v, name)
			if seen != nil {
				seen(id)
			}
			return enabled(id)
		})
	}
	var all []uint64
	known := map[uint64]bool{}
	if !run(func(uint64) bool { return true }, func(id uint64) {
		if !known[id] {
			known[id] = true
			all = append(all, id)
		}
	}) {
		return nil, ErrPasses
	}
	if run(func(uint64) bool { return false }, nil) {
		return nil, ErrFails
	}
	s := searcher{wrong: func(ids []uint64) bool {
		return run(func(id uint64) bool { return slices.Contains(ids, id) }, nil)
	}}
	return s.minimize(all, nil), nil
}

type searcher struct {
	wrong func(ids []uint64) bool
}

// minimize returns a smallest subset of ids that fails together with base: ids
// and base fail, base alone does not.
func (s *searcher) minimize(ids, base []uint64) []uint64 {
	if len(ids) == 1 {
		return ids
	}
	with := func(list []uint64) []uint64 { return append(slices.Clone(base), list...) }
	left, right := ids[:len(ids)/2], ids[len(ids)/2:]
	if s.wrong(with(left)) {
		return s.minimize(left, base)
	}
	if s.wrong(with(right)) {
		return s.minimize(right, base)
	}
	a := s.minimize(left, with(right))
	return append(slices.Clone(a), s.minimize(right, with(a))...)
}

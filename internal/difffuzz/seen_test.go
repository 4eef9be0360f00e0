package difffuzz_test

import (
	"slices"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/microop"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/uop"
)

// seen are the counters that feed back which programs do something new: rules of passes that were applied, micro-ops and
// operations that were compiled, kinds of exits that were taken, each by the micro-op that has it. It watches compilers.
type seen struct {
	tier2.NopObserver
	rules map[string]bool
	exits map[exitOf]bool
	uops  [1 << 16]bool
	ops   []bool
	table *ir.OpTable
	n     int // how many of all are set
}

// exitOf is a kind of exits of a micro-op.
type exitOf struct {
	kind ir.ExitKind
	uop  uop.ID
}

func newSeen() *seen { return &seen{rules: map[string]bool{}, exits: map[exitOf]bool{}} }

func (s *seen) note(set *bool) {
	if !*set {
		*set = true
		s.n++
	}
}

func note[K comparable](s *seen, set map[K]bool, key K) {
	if !set[key] {
		set[key] = true
		s.n++
	}
}

// Trace notes the micro-ops of what is compiled.
func (s *seen) Trace(t *uop.Trace, _ *exitdata.Exit) {
	for i := range t.Insts {
		s.note(&s.uops[t.Insts[i].Op])
	}
}

// Function notes the operations that a trace was built of, and those that passes have made.
func (s *seen) Function(_ string, f *ir.Func) {
	if s.table == nil {
		s.table, s.ops = f.Ops, make([]bool, f.Ops.Len())
	}
	for _, v := range f.Consts() {
		s.note(&s.ops[v.Op])
	}
	for _, b := range f.Blocks {
		for _, v := range b.Params {
			s.note(&s.ops[v.Op])
		}
		for v := b.First(); v != nil; v = v.Next() {
			s.note(&s.ops[v.Op])
		}
	}
}

// ran notes what a VM's passes have done, and which exits its machine code has taken.
func (s *seen) ran(vm *interp.VM, session *debug.Session) {
	for _, c := range session.Stats() {
		note(s, s.rules, c.Pass+"."+c.Rule)
	}
	for _, ex := range vm.Executors() {
		if ex.Trace == nil {
			continue
		}
		for _, x := range ex.Exits {
			if x.Taken() > 0 && x.Uop >= 0 && int(x.Uop) < len(ex.Trace.Insts) {
				note(s, s.exits, exitOf{x.Kind, ex.Trace.Insts[x.Uop].Op})
			}
		}
	}
}

// never returns the rules, micro-ops, operations and kinds of exits that have not been seen.
func (s *seen) never() (rules, uops, ops, exits []string) {
	for _, p := range all.List {
		for _, c := range p.Counters {
			if name := p.Name + "." + c; !s.rules[name] {
				rules = append(rules, name)
			}
		}
	}
	for i := range cpython.Table.Len() {
		if id := uop.ID(i); microop.Executes(id) && !s.uops[id] {
			uops = append(uops, cpython.Table.Row(id).Name)
		}
	}
	for i, set := range s.ops {
		if !set {
			ops = append(ops, s.table.Row(ir.Op(i)).Name)
		}
	}
	kinds := [ir.NumExitKinds]bool{}
	for x := range s.exits {
		kinds[x.kind] = true
	}
	for k, set := range kinds {
		if !set {
			exits = append(exits, ir.ExitKind(k).String())
		}
	}
	for _, list := range [][]string{rules, uops, ops} {
		slices.Sort(list)
	}
	return rules, uops, ops, exits
}

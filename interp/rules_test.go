package interp

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/microop"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/specialize"
	"github.com/tier2go/tier2/uop"
)

// unexecuted are the micro-ops that have a rule although projected traces never
// hold them: variants with the oparg in the name, which traces in text form may
// hold, and the following.
var unexecuted = map[uop.ID]string{
	cpython.TIER2_RESUME_CHECK: "CPython's optimizer puts it in place of RESUME_CHECK",
}

// TestRules holds the three tables of micro-ops against each other: what the
// projector can emit, what the micro-op interpreter executes, and what the
// compiler builds. Every member of every family can be part of a trace.
func TestRules(t *testing.T) {
	vm, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.EnableTier2(tier2.Options{Backend: exitdata.IR}); err != nil {
		t.Fatal(err)
	}
	built := vm.builds
	for i := range cpython.Table.Len() {
		id := uop.ID(i)
		name := cpython.Table.Row(id).Name
		executed := microop.Executes(id)
		switch {
		case executed && !built(id):
			t.Errorf("%s is executed, but has no rule", name)
		case built(id) && !executed && unexecuted[id] == "" && !variant(name):
			t.Errorf("%s has a rule, but is not executed, and no reason says why", name)
		}
	}
	for _, f := range specialize.Families() {
		for _, m := range f.Members {
			if m.Base() == pycode.JUMP_BACKWARD || m.Base() == pycode.RESUME {
				continue // the projector has its own code for them
			}
			steps := project.Expansion(m)
			traced := steps != nil
			for _, id := range steps {
				traced = traced && microop.Executes(id) && built(id)
			}
			if !traced {
				t.Errorf("%v cannot be part of a trace", m)
			}
		}
	}
	for _, id := range project.Substitutes() {
		if !microop.Executes(id) || !built(id) {
			t.Errorf("%s, in place of a micro-op that jumps, is not executed or not built", cpython.Table.Row(id).Name)
		}
	}
}

// variant reports whether a micro-op's name ends in its oparg.
func variant(name string) bool {
	i := strings.LastIndexByte(name, '_')
	return strings.Trim(name[i+1:], "0123456789") == ""
}

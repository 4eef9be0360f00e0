package tiering

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/pycode"
)

// Executors at any instruction. Where executors stand is the policy's choice: at
// back edges, at function entries, at exits. Whoever knows better requests one for
// an instruction: the optimizer is asked when execution comes there, because only
// then it is known what the operand stack holds.

// Request makes the VM ask the optimizer for an executor over the instruction at a
// code unit, the first of its EXTENDED_ARGs if it has some, when execution comes
// there. It may be called before the code is loaded, and while it runs. If the
// optimizer makes none the request is forgotten. The error says that no instruction
// begins at the unit, or that the VM has no optimizer.
func (t *Tier) Request(c *pycode.Code, unit int) error {
	if len(t.optimizers) == 0 {
		return fmt.Errorf("interp: an executor is requested for %s at %d, and there is no optimizer", c.QualName, unit)
	}
	if !beginsAt(c, unit) {
		return fmt.Errorf("interp: no instruction of %s begins at %d", c.QualName, unit)
	}
	if t.requests == nil {
		t.requests = map[*pycode.Code][]int{}
	}
	t.requests[c] = append(t.requests[c], unit)
	for _, code := range t.vm.Codes() {
		if code != nil && code.Code == c && code.ExecutorAt(unit) == nil {
			t.install(code, unit, nil)
		}
	}
	return nil
}

// TakeBack removes the executor that stands over an instruction, or the request for
// one, and puts the instruction back. An executor that is running goes on until it
// leaves, and what leads to it from other executors stays.
func (t *Tier) TakeBack(c *pycode.Code, unit int) {
	if t.requests == nil {
		return
	}
	t.requests[c] = slices.DeleteFunc(t.requests[c], func(at int) bool { return at == unit })
	t.cancel(func(a *awaited) bool { return a.source.code.Code == c && a.source.pc == unit && a.source.exit == nil })
	for _, code := range t.vm.Codes() {
		if code != nil && code.Code == c && code.Execs != nil && unit >= 0 && unit < len(code.Execs) {
			t.uninstall(code, unit)
		}
	}
}

// beginsAt reports whether an instruction begins at a code unit that is executed by
// itself: a NOT_TAKEN is not.
func beginsAt(c *pycode.Code, unit int) bool {
	for at := 0; at < len(c.Units); {
		in := pycode.Decode(c.Units, at)
		if at == unit {
			return in.Op != pycode.NOT_TAKEN
		}
		at = in.Next
	}
	return false
}

// Load puts the requests for a code object in place that may run from now on.
func (t *Tier) Load(code *adaptive.Code) {
	for _, unit := range t.requests[code.Code] {
		t.install(code, unit, nil)
	}
}

// Requested asks for the executor that has been requested for pc, where execution is
// now, and reports whether it stands there. If not, the instruction does again.
func (t *Tier) Requested(fp unsafe.Pointer, code *adaptive.Code, pc int) bool {
	if t.Finish(); code.Execs[pc] == nil || code.Execs[pc].Executor != nil {
		return code.Execs[pc] != nil
	}
	unit := code.Execs[pc].Unit
	code.Execs[pc] = nil
	code.Live[pc] = unit
	w := t.takeWanted(code, pc)
	s := &source{tier: t, code: code, pc: pc, depth: operands(fp, code), top: operand(fp, code), region: w.region, remade: w.remade}
	replaces := w.old != nil && !w.old.Invalid
	o := t.optimize(s, t.optimizers, func(ex *exitdata.Executor) bool {
		if w.old == nil || w.old.Invalid {
			return t.over(code, pc)(ex)
		}
		t.install(code, pc, w.old) // whose place the new one takes, wherever it is led to
		if err := t.Replace(w.old, ex); err != nil {
			t.refusedPlace(err)
		}
		return true
	})
	if o != isMade && replaces {
		t.install(code, pc, w.old)
		return true
	}
	return o == isMade
}

package interp

import (
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/pycode"
	"github.com/tier2go/tier2/uop"
	"github.com/tier2go/tier2/uop/cpython"
)

// Place is an instruction of the program. Code is nil where it is not known.
type Place struct {
	Code *pycode.Code
	Unit int // its code unit
}

// Line returns the source line of a place, −1 if it has none.
func (p Place) Line() int {
	if p.Code == nil {
		return -1
	}
	return p.Code.Line(p.Unit)
}

// Attempt is one attempt to make an executor: for a place that has become hot, or
// for an exit that leads there. Executor is nil if there is none: then Err says
// why, or is nil as well where the optimizer found it not worth while.
type Attempt struct {
	Place
	Exit     *exitdata.Exit // nil: entered from the interpreter
	Executor *exitdata.Executor
	Err      error
	// Region is why the selector has selected no region for it, a *tier2.Refusal; nil
	// if it has, or was not asked.
	Region error
}

// CodeAt returns the code with a handle, as frames and exits name it.
func (vm *VM) CodeAt(handle uint64) *pycode.Code { return vm.codes[handle].Code }

// At is the place where a trace is at one of its micro-ops, and the calls that it
// has inlined there.
type At struct {
	Place
	Callers []Place // outermost first: the instruction that each goes on at
}

// Places returns where each micro-op of an executor's trace comes from.
func (vm *VM) Places(ex *exitdata.Executor) []At {
	t := ex.Trace
	if t == nil {
		return nil
	}
	w := placer{vm: vm, t: t, list: make([]At, len(t.Insts))}
	w.begin(ex)
	blocks := t.Blocks
	if blocks == nil {
		blocks = []uop.Block{{End: len(t.Insts), Branch: -1, Else: -1, Next: -1}}
	}
	entries := make([]*At, len(blocks))
	entries[0] = &w.at
	for i := range blocks {
		b := &blocks[i]
		if entries[i] != nil {
			w.at = *entries[i]
		}
		for k := b.Start; k < b.End; k++ {
			w.step(k)
			if k == b.Branch && entries[b.Else] == nil {
				at := w.at
				entries[b.Else] = &at
			}
		}
		if b.Next >= 0 && entries[b.Next] == nil {
			at := w.at
			entries[b.Next] = &at
		}
	}
	return w.list
}

// placer follows a trace through the frames that it enters and leaves.
type placer struct {
	vm   *VM
	t    *uop.Trace
	at   At
	list []At
}

// begin finds the frames that the trace begins in.
func (w *placer) begin(ex *exitdata.Executor) {
	if p := ex.Parent; p != nil && !p.State.InMemory() {
		for _, fs := range p.State.Frames[:len(p.State.Frames)-1] {
			w.at.Callers = append(w.at.Callers, Place{w.vm.codes[fs.Frame.Code].Code, int(fs.PC)})
		}
	}
	w.at.Place = Place{w.vm.codes[w.t.Code].Code, int(w.t.Entry)}
}

// step notes the place of a micro-op and does to it what that does.
func (w *placer) step(k int) {
	u := &w.t.Insts[k]
	if u.Op == cpython.SET_IP || u.Op == cpython.CHECK_VALIDITY {
		w.at.Unit = int(u.Target)
	}
	w.list[k] = w.at
	switch u.Op {
	case cpython.PUSH_FRAME:
		w.at.Callers = append(w.at.Callers[:len(w.at.Callers):len(w.at.Callers)], w.at.Place)
		w.at.Place = Place{w.callee(k), 0}
	case cpython.RETURN_VALUE, cpython.UNWIND_FRAME:
		if n := len(w.at.Callers) - 1; n >= 0 {
			w.at.Place, w.at.Callers = w.at.Callers[n], w.at.Callers[:n]
		}
	}
}

// callee returns the code that a frame pushed at a micro-op runs, nil if it is not
// known: the trace has its version with the call.
func (w *placer) callee(k int) *pycode.Code {
	for i := k; i >= 0 && w.t.Insts[i].Op != cpython.SET_IP; i-- {
		switch w.t.Insts[i].Op {
		case cpython.INIT_CALL_PY_EXACT_ARGS, cpython.PY_FRAME_GENERAL, cpython.PY_FRAME_KW:
			if code := w.vm.versions[uint32(w.t.Insts[i].Operand0)]; code != nil {
				return code.Code
			}
		}
	}
	return nil
}

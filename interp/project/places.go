package project

import (
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// At is the place where a trace is at one of its micro-ops, and the calls that it
// has inlined there.
type At struct {
	pycode.Place
	Callers []pycode.Place // outermost first: the instruction that each goes on at
}

// Places returns where each micro-op of an executor's trace comes from: the way back from a projection.
func Places(p Program, ex *exitdata.Executor) []At {
	t := ex.Trace
	if t == nil {
		return nil
	}
	w := placer{p: p, t: t, list: make([]At, len(t.Insts))}
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
	p    Program
	t    *uop.Trace
	at   At
	list []At
}

// begin finds the frames that the trace begins in.
func (w *placer) begin(ex *exitdata.Executor) {
	if p := ex.Parent; p != nil && !p.State.InMemory() {
		for _, fs := range p.State.Frames[:len(p.State.Frames)-1] {
			w.at.Callers = append(w.at.Callers, pycode.Place{Code: w.p.Code(uint32(fs.Frame.Code)).Code, Unit: int(fs.PC)})
		}
	}
	w.at.Place = pycode.Place{Code: w.p.Code(uint32(w.t.Code)).Code, Unit: int(w.t.Entry)}
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
		w.push(k)
	case cpython.RETURN_VALUE, cpython.SPECIAL_END, cpython.SPECIAL_SPREAD, cpython.UNWIND_FRAME, cpython.YIELD_VALUE, cpython.RETURN_GENERATOR:
		if n := len(w.at.Callers) - 1; n >= 0 {
			w.at.Place, w.at.Callers = w.at.Callers[n], w.at.Callers[:n]
		}
	}
}

// push goes on in the frame that a micro-op pushes. Original that of an __init__, or of an
// operator's method, is one of the VM's own.
func (w *placer) push(k int) {
	callee, shim := w.callee(k)
	if shim != nil {
		w.enter(shim)
	}
	w.enter(callee)
}

// enter goes on in a frame of code, nil if that is not known.
func (w *placer) enter(c *adaptive.Code) {
	w.at.Callers = append(w.at.Callers[:len(w.at.Callers):len(w.at.Callers)], w.at.Place)
	w.at.Place = pycode.Place{}
	if c != nil {
		w.at.Place.Code = c.Code
	}
}

// callee returns the code that a frame pushed at a micro-op runs, nil if it is not
// known, and that of the frame beneath it, if there is one: what is before it in its
// instruction says so.
func (w *placer) callee(k int) (callee, shim *adaptive.Code) {
	h := w.p.Heap()
	of := func(f uint64) *adaptive.Code { return w.p.Code(h.Half(object.Value(f), object.OffFuncCode)) }
	for i := k; i >= 0 && w.t.Insts[i].Op != cpython.SET_IP; i-- {
		u := &w.t.Insts[i]
		switch u.Op {
		case cpython.INIT_CALL_PY_EXACT_ARGS, cpython.PY_FRAME_GENERAL, cpython.PY_FRAME_KW,
			cpython.CHECK_FUNCTION_VERSION, cpython.CHECK_FUNCTION_VERSION_KW, cpython.CHECK_METHOD_VERSION, cpython.CHECK_METHOD_VERSION_KW:
			return w.p.CodeByVersion(uint32(u.Operand0)), nil
		case cpython.EACH_FRAME, cpython.EACH_FRAME_KW:
			return w.p.CodeByVersion(uint32(u.Operand0)), nil
		case cpython.LOAD_ATTR_PROPERTY_FRAME, cpython.LOAD_ATTR_GETATTRIBUTE_FRAME:
			return of(u.Operand0), nil
		case cpython.BINARY_OP_SUBSCR_CHECK_FUNC:
			return of(u.Operand1), nil
		case cpython.CHECK_AND_ALLOCATE_OBJECT, cpython.INIT_FRAME_KW, cpython.INIT_FRAME_EX:
			return w.p.CodeByVersion(initVersion(h, uint32(u.Operand0))), w.p.InitShim()
		case cpython.OPERATOR_INIT_CALL:
			left, right := h.TypeByVersion(uint32(u.Operand0)), h.TypeByVersion(uint32(u.Operand0>>32))
			if left == nil || right == nil {
				return nil, w.p.OperatorShim()
			}
			if f := pyguest.Operator(u.Oparg).Method(h, left, right); f != object.Null {
				return of(uint64(f)), w.p.OperatorShim()
			}
			return nil, w.p.OperatorShim()
		case cpython.NEW_INIT_CALL:
			if t := h.TypeByVersion(uint32(u.Operand0)); t != nil && t.NewFunction() != object.Null {
				return of(uint64(t.NewFunction())), w.p.OperatorShim()
			}
			return nil, w.p.OperatorShim()
		case cpython.TAKE_INIT_CALL:
			return w.p.CodeByVersion(uint32(u.Operand0)), w.p.OperatorShim()
		case cpython.SPECIAL_INIT_CALL:
			if t := h.TypeByVersion(uint32(u.Operand0)); t != nil {
				if f := pyguest.Operator(u.Oparg).MethodOf(t); f != object.Null {
					return of(uint64(f)), w.p.OperatorShim()
				}
			}
			return nil, w.p.OperatorShim()
		case cpython.LOAD_ATTR_FUNCTION_FRAME:
			return w.p.CodeByVersion(uint32(u.Operand1)), nil
		case cpython.SUBSCR_MISSED:
			if shim = w.p.OperatorShim(); object.Missed(u.Oparg) == object.MissedItem {
				shim = nil
			}
			return w.p.CodeByVersion(uint32(u.Operand0 >> 32)), shim
		case cpython.CALL_MISSED, cpython.CALL_EX_MISSED:
			return w.p.CodeByVersion(uint32(u.Operand0 >> 32)), w.p.OperatorShim()
		case cpython.SETTER_INIT_CALL:
			return w.p.CodeByVersion(uint32(u.Operand1 >> 32)), w.p.OperatorShim()
		case cpython.FOR_ITER_GEN_FRAME, cpython.SEND_GEN_FRAME, cpython.CALL_GEN_FRAME:
			return w.p.Code(uint32(u.Operand1)), nil
		}
	}
	return nil, nil
}

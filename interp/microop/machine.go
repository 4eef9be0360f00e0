// Package microop is the tier-2 micro-op interpreter: it executes a trace one micro-op after
// the other on the guest's own frames, as CPython's does (Python/ceval.c: tier2_dispatch).
// It is what executors are where the port has no machine code, and the reference for it.
//
//	m := microop.New(vm, &table.Stats)
//	left, err := m.Run(ex, fp) // ex.Trace.Insts[left.Inst] has left, for left.Frame
//
// A row of the table is what a micro-op does; a micro-op without a row is in no trace
// ([Executes]). The package knows frames and objects by itself. What else it wants, frames
// that begin and code objects, it asks a [VM] for. It must not know how places become hot
// or where exits lead.
package microop

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// Machine is the state of the micro-op interpreter.
type Machine struct {
	vm          VM
	h           *object.Heap
	inner       *unsafe.Pointer // the VM's innermost frame
	interrupted *atomic.Bool
	clock       *uint64 // instructions that executors have executed
	ex          *exitdata.Executor
	fp          unsafe.Pointer
	sp          unsafe.Pointer
	code        *adaptive.Code
	pc          uint32 // of the instruction at hand
	i           int    // of the micro-op at hand
	// Of a call being set up.
	callee *adaptive.Code
	frame  unsafe.Pointer // the frame that INIT_CALL has begun
	retPC  uint32
}

// verdict says how execution goes on after a micro-op.
type verdict uint8

const (
	goOn  verdict = iota
	leave         // its exit is taken: to the micro-op's target
	again         // back to the first micro-op
	done          // the frame has returned to Go's caller or the trace has ended
)

// action executes a micro-op.
type action func(m *Machine, u *uop.Inst) (verdict, error)

// New returns a machine for a VM whose executors' statistics are stats. A VM that runs
// executors within executors has one for each.
func New(vm VM, stats *exitdata.Stats) *Machine {
	flag, _ := vm.Interrupts()
	return &Machine{vm: vm, h: vm.Heap(), inner: vm.Innermost(), interrupted: flag, clock: &stats.Bytecodes}
}

// Executes reports whether there is an action for a micro-op.
func Executes(id uop.ID) bool { return table[id] != nil }

// Left is where a run of an executor has ended.
type Left struct {
	Frame unsafe.Pointer // the innermost one, with its pc and sp
	Inst  int            // the micro-op that has left, in the trace
	Kind  ir.ExitKind
}

// Run executes the micro-ops of an executor on the frame at fp until they leave. With an
// error, the frame is the one that raised it, and its pc that of the instruction.
func (m *Machine) Run(ex *exitdata.Executor, fp unsafe.Pointer) (Left, error) {
	m.ex, m.fp = ex, fp
	m.sp, m.code = frame.Stack(fp), m.vm.Code(frame.Code(fp))
	m.pc = ex.Offset
	kind, err := m.protected()
	*m.inner = m.fp
	if err != nil {
		*frame.PC(m.fp) = m.pc
	}
	return Left{m.fp, m.i, kind}, err
}

// protected is run that turns a panic of the allocator into MemoryError, and one of CheckStop into its error.
func (m *Machine) protected() (kind ir.ExitKind, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case heap.OutOfMemory:
			m.save(m.pc)
			err = m.h.RaiseMemoryError()
		case heap.Stopped:
			m.save(m.pc)
			err = r.Err
		default:
			panic(r)
		}
	}()
	return m.run()
}

// run executes the trace until it leaves. The frame's pc and sp are saved then.
func (m *Machine) run() (ir.ExitKind, error) {
	insts := m.ex.Trace.Insts
	for m.i = 0; m.i < len(insts); {
		u := &insts[m.i]
		f := table[u.Op]
		if f == nil {
			return 0, fmt.Errorf("interp: no micro-op %s", cpython.Table.Row(u.Op).Name)
		}
		v, err := f(m, u)
		if err != nil {
			m.save(m.pc)
			return 0, err
		}
		switch v {
		case goOn:
			m.i++
		case again:
			m.i = 0
			if m.interrupted.Load() || m.ex.Invalid {
				m.save(u.Target)
				return ir.Poll, nil
			}
		case leave:
			if u.Target == m.pc && u.Op != cpython.EXIT_TRACE && u.Op != cpython.CHECK_VALIDITY { // the instruction is executed again
				*m.clock--
			}
			m.save(u.Target)
			return ir.Side, nil
		case done:
			return ir.End, nil
		}
	}
	return 0, fmt.Errorf("interp: the trace %s has no end", m.ex.Name)
}

// save writes pc and sp to the frame.
func (m *Machine) save(pc uint32) {
	*frame.PC(m.fp) = pc
	*frame.SP(m.fp) = frame.Depth(m.fp, m.sp)
}

func (m *Machine) push(v object.Value) {
	*frame.Slot(m.sp, 0) = v
	m.sp = unsafe.Add(m.sp, 8)
}

func (m *Machine) drop(n int) { m.sp = unsafe.Add(m.sp, -8*n) }

// args returns the n stack entries at the top.
func (m *Machine) args(n int) []object.Value { return frame.Entries(m.sp, n) }

// result replaces the n entries at the top by the result of an operation.
func (m *Machine) result(n int, v object.Value, err error) (verdict, error) {
	if err != nil {
		return goOn, err
	}
	m.drop(n)
	m.push(v)
	return goOn, nil
}

func check(ok bool) (verdict, error) {
	if ok {
		return goOn, nil
	}
	return leave, nil
}

// tos and nos are guards on the types of the two top entries.
func tos(t object.TypeID) action {
	return func(m *Machine, _ *uop.Inst) (verdict, error) { return check(m.h.TypeID(*frame.Top(m.sp)) == t) }
}

func nos(t object.TypeID) action {
	return func(m *Machine, _ *uop.Inst) (verdict, error) { return check(m.h.TypeID(*frame.Second(m.sp)) == t) }
}

// binary executes an operator whose operands' types have been checked.
func binary(op object.BinaryOp) action {
	return func(m *Machine, _ *uop.Inst) (verdict, error) {
		r, err := m.h.Binary(op, *frame.Second(m.sp), *frame.Top(m.sp))
		return m.result(2, r, err)
	}
}

func compare(m *Machine, u *uop.Inst) (verdict, error) {
	r, err := m.vm.Compare(object.CompareOp(u.Oparg>>5), *frame.Second(m.sp), *frame.Top(m.sp), u.Oparg&16 != 0)
	return m.result(2, r, err)
}

func subscript(m *Machine, u *uop.Inst) (verdict, error) {
	v, k := *frame.Second(m.sp), *frame.Top(m.sp)
	n, err := m.h.Len(v)
	if err != nil || !inRange(u, k, n) {
		return leave, nil
	}
	r, err := m.h.GetItem(v, k)
	return m.result(2, r, err)
}

// inRange reports whether an index is one that a subscript is compiled for, and in range.
func inRange(u *uop.Inst, k object.Value, n int) bool {
	if !k.IsSmall() {
		return false
	}
	i := k.Small()
	return (i >= 0 || u.Operand0&pyguest.FromEnd != 0 && i >= -int64(n)) && i < int64(n)
}

var (
	storeSubscript = special(pyguest.SetItem)
	truth          = special(pyguest.TruthByBool)
)

// display executes an instruction that builds or extends a container: tier 1
// has the code.
func display(op pycode.Op) action {
	return func(m *Machine, u *uop.Inst) (verdict, error) {
		n, err := ops.Displays[op](m.h, int(u.Oparg), m.sp)
		if err == nil {
			m.sp = unsafe.Add(m.sp, 8*n)
		}
		return goOn, err
	}
}

// notExhausted tells whether a list or tuple iterator has a next element.
func notExhausted(size func(h *object.Heap, seq object.Value) int) action {
	return func(m *Machine, _ *uop.Inst) (verdict, error) {
		it := *frame.Top(m.sp)
		s := m.h.Field(it, object.OffSeqIterSeq)
		more := s != object.Null && m.h.Word(it, object.OffSeqIterIndex) < uint64(size(m.h, s))
		if !more {
			m.h.SetField(it, object.OffSeqIterSeq, object.Null)
		}
		return check(more)
	}
}

func next(m *Machine, _ *uop.Inst) (verdict, error) {
	v, err := m.h.Next(*frame.Top(m.sp))
	if err == nil {
		m.push(v)
	}
	return goOn, err
}

func unpack(m *Machine, u *uop.Inst) (verdict, error) {
	v := *frame.Top(m.sp)
	if n, err := m.h.Len(v); err != nil || n != int(u.Oparg) {
		return leave, nil
	}
	items := m.h.TupleItems
	if m.h.Is(v, object.ListType) {
		items = m.h.ListItems
	}
	m.sp = frame.PushReversed(unsafe.Add(m.sp, -8), items(v))
	return goOn, nil
}

// call calls anything but a guest function: callable, receiver or NULL, n
// arguments.
func (m *Machine) call(n int, kwnames object.Value) (verdict, error) {
	f, self := *frame.Slot(m.sp, -n-2), *frame.Slot(m.sp, -n-1)
	m.saveForCall(n + 2)
	r, err := m.vm.CallBuiltin(f, self, m.args(n), kwnames)
	return m.result(n+2, r, err)
}

// saveForCall keeps the frame walkable while a builtin runs.
func (m *Machine) saveForCall(n int) {
	*frame.SP(m.fp) = frame.Depth(m.fp, m.sp) - uint32(n)
}

// global pushes entry Operand1 of a namespace whose keys have a version.
func global(off uintptr) action {
	return func(m *Machine, u *uop.Inst) (verdict, error) {
		d := m.h.Field(*frame.Function(m.fp), off)
		if m.h.Half(d, object.OffDictVersion) != uint32(u.Operand0) {
			return leave, nil
		}
		v := m.h.DictEntryValue(d, int(u.Operand1))
		if v == object.Null {
			return leave, nil
		}
		m.push(v)
		return goOn, nil
	}
}

// branch guards a popped condition.
func branch(want func(v object.Value) bool) action {
	return func(m *Machine, _ *uop.Inst) (verdict, error) {
		m.drop(1)
		return check(want(*frame.Slot(m.sp, 0)))
	}
}

func callableIs(n int) action {
	return func(m *Machine, u *uop.Inst) (verdict, error) {
		return check(uint64(*frame.Slot(m.sp, -1-n)) == u.Operand0)
	}
}

func extensionOf(u *uop.Inst) *pyguest.Extension { return &pyguest.Extensions[u.Operand0] }

// globals returns the namespace of the frame's function.
func (m *Machine) globals() object.Value {
	return m.h.Field(*frame.Function(m.fp), object.OffFuncGlobals)
}

// isI64 reports whether a value is an int of at most 64 bits.
func (m *Machine) isI64(v object.Value) bool {
	if !m.h.IsInt(v) {
		return false
	}
	_, ok := m.h.AsInt64(v)
	return ok
}

// loadAttr looks an attribute of the stack's top up. For a method call the result is the
// function and the receiver, or the attribute and Null.
func (m *Machine) loadAttr(name object.Value, method bool) (attr, self object.Value, err error) {
	if method {
		return m.h.LoadMethod(*frame.Top(m.sp), name)
	}
	attr, err = m.h.GetAttr(*frame.Top(m.sp), name)
	return attr, object.Null, err
}

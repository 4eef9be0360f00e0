package interp

import (
	"fmt"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// The tier-2 micro-op interpreter: it executes a trace one micro-op after the
// other on the guest's own frames, as CPython's does
// (Python/ceval.c: tier2_dispatch). It is what executors are where the port has
// no machine code, and the reference for it.

// machine is the state of the micro-op interpreter.
type machine struct {
	vm   *VM
	h    *object.Heap
	ex   *exitdata.Executor
	fp   unsafe.Pointer
	sp   unsafe.Pointer
	code *Code
	pc   uint32 // of the instruction at hand
	i    int    // of the micro-op at hand
	// Of a call being set up.
	callee *Code
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

// uopFunc executes a micro-op.
type uopFunc func(m *machine, u *uop.Inst) (verdict, error)

// enterUops runs an executor's micro-ops. Exits that lead to another executor go
// on there.
func (vm *VM) enterUops(ex *exitdata.Executor, fp unsafe.Pointer) (unsafe.Pointer, error) {
	m := &machine{vm: vm, h: vm.heap}
	var s still
	for {
		m.ex, m.fp = ex, fp
		m.sp, m.code = vm.stack(fp), vm.codes[frameCode(fp)]
		m.pc = ex.Offset
		ex.Entries++
		vm.tier.Table.Stats.Entries++
		kind, err := m.protected()
		fp = m.fp
		vm.fp = fp
		if err != nil {
			*(*uint32)(unsafe.Add(fp, object.FramePC)) = m.pc
			return fp, err
		}
		vm.tier.Table.Stats.Taken++
		if ex.Trace.Insts[m.i].Op == cpython.INTERPRET {
			return fp, nil
		}
		x := vm.tier.Table.ExitAt(ex, m.i, len(ex.Trace.Insts), kind)
		if kind == ir.End && ex.Trace.Insts[m.i].Op == cpython.RETURN_VALUE {
			x.Return = true
		}
		next := vm.leaveBy(x, fp)
		if next == nil || s.stuck(fp) {
			return fp, nil
		}
		ex = vm.goOn(next)
	}
}

// protected is run that turns a panic of the allocator into MemoryError, and one of CheckStop into its error.
func (m *machine) protected() (kind ir.ExitKind, err error) {
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
func (m *machine) run() (ir.ExitKind, error) {
	insts := m.ex.Trace.Insts
	for m.i = 0; m.i < len(insts); {
		u := &insts[m.i]
		f := uopFuncs[u.Op]
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
			if m.vm.interrupted.Load() || m.ex.Invalid {
				m.save(u.Target)
				return ir.Poll, nil
			}
		case leave:
			if u.Target == m.pc && u.Op != cpython.EXIT_TRACE && u.Op != cpython.CHECK_VALIDITY { // the instruction is executed again
				m.vm.tier.Table.Stats.Bytecodes--
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
func (m *machine) save(pc uint32) {
	*(*uint32)(unsafe.Add(m.fp, object.FramePC)) = pc
	*(*uint32)(unsafe.Add(m.fp, object.FrameSP)) = m.vm.depth(m.fp, m.sp)
}

func (m *machine) push(v object.Value) {
	*slot(m.sp, 0) = v
	m.sp = unsafe.Add(m.sp, 8)
}

func (m *machine) drop(n int) { m.sp = unsafe.Add(m.sp, -8*n) }

// args returns the n stack entries at the top.
func (m *machine) args(n int) []object.Value { return entries(m.sp, n) }

// result replaces the n entries at the top by the result of an operation.
func (m *machine) result(n int, v object.Value, err error) (verdict, error) {
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
func tos(t object.TypeID) uopFunc {
	return func(m *machine, _ *uop.Inst) (verdict, error) { return check(m.h.TypeID(*top(m.sp)) == t) }
}

func nos(t object.TypeID) uopFunc {
	return func(m *machine, _ *uop.Inst) (verdict, error) { return check(m.h.TypeID(*second(m.sp)) == t) }
}

// binaryUop executes an operator whose operands' types have been checked.
func binaryUop(op object.BinaryOp) uopFunc {
	return func(m *machine, _ *uop.Inst) (verdict, error) {
		r, err := m.h.Binary(op, *second(m.sp), *top(m.sp))
		return m.result(2, r, err)
	}
}

func compareUop(m *machine, u *uop.Inst) (verdict, error) {
	r, err := m.vm.compare(int(u.Oparg), *second(m.sp), *top(m.sp))
	return m.result(2, r, err)
}

func subscriptUop(m *machine, _ *uop.Inst) (verdict, error) {
	v, k := *second(m.sp), *top(m.sp)
	n, err := m.h.Len(v)
	if err != nil || !k.IsSmall() || uint64(k.Small()) >= uint64(n) {
		return leave, nil
	}
	r, err := m.h.GetItem(v, k)
	return m.result(2, r, err)
}

func storeSubscriptUop(m *machine, _ *uop.Inst) (verdict, error) {
	err := m.h.SetItem(*second(m.sp), *top(m.sp), *third(m.sp))
	if err == nil {
		m.drop(3)
	}
	return goOn, err
}

func truthUop(m *machine, _ *uop.Inst) (verdict, error) {
	b, err := m.h.Truth(*top(m.sp))
	return m.result(1, object.Bool(b), err)
}

// displayUop executes an instruction that builds or extends a container: tier 1
// has the code.
func displayUop(op displayOp) uopFunc {
	return func(m *machine, u *uop.Inst) (verdict, error) {
		n, err := displays[op](m.vm, int(u.Oparg), m.sp)
		if err == nil {
			m.sp = unsafe.Add(m.sp, 8*n)
		}
		return goOn, err
	}
}

// notExhausted tells whether a list or tuple iterator has a next element.
func notExhausted(lenOff uintptr) uopFunc {
	return func(m *machine, _ *uop.Inst) (verdict, error) {
		it := *top(m.sp)
		s := m.h.Field(it, object.OffSeqIterSeq)
		more := s != object.Null && m.h.Word(it, object.OffSeqIterIndex) < m.h.Word(s, lenOff)
		if !more {
			m.h.SetField(it, object.OffSeqIterSeq, object.Null)
		}
		return check(more)
	}
}

func nextUop(m *machine, _ *uop.Inst) (verdict, error) {
	v, err := m.h.Next(*top(m.sp))
	if err == nil {
		m.push(v)
	}
	return goOn, err
}

func unpackUop(m *machine, u *uop.Inst) (verdict, error) {
	v := *top(m.sp)
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

// callUop calls anything but a guest function: callable, receiver or NULL, n
// arguments.
func (m *machine) callUop(n int, kwnames object.Value) (verdict, error) {
	f, self := *slot(m.sp, -n-2), *slot(m.sp, -n-1)
	m.saveForCall(n + 2)
	if kwnames == object.Null {
		if fn, pass := m.vm.driven(f, self, m.args(n)); fn != object.Null {
			r, err := m.vm.callFromGo(fn, pass[:], kwnames)
			return m.result(n+2, r, err)
		}
	}
	r, err := m.vm.callDirect(f, self, m.args(n), kwnames)
	return m.result(n+2, r, err)
}

// saveForCall keeps the frame walkable while a builtin runs.
func (m *machine) saveForCall(n int) {
	*(*uint32)(unsafe.Add(m.fp, object.FrameSP)) = m.vm.depth(m.fp, m.sp) - uint32(n)
}

// globalUop pushes entry Operand1 of a namespace whose keys have a version.
func globalUop(off uintptr) uopFunc {
	return func(m *machine, u *uop.Inst) (verdict, error) {
		d := m.h.Field(*slot(m.fp, object.FrameSlots/8), off)
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

// branchUop guards a popped condition.
func branchUop(want func(v object.Value) bool) uopFunc {
	return func(m *machine, _ *uop.Inst) (verdict, error) {
		m.drop(1)
		return check(want(*slot(m.sp, 0)))
	}
}

func callableIs(n int) uopFunc {
	return func(m *machine, u *uop.Inst) (verdict, error) {
		return check(uint64(*slot(m.sp, -1-n)) == u.Operand0)
	}
}

func extensionOf(u *uop.Inst) *pyguest.Extension { return &pyguest.Extensions[u.Operand0] }

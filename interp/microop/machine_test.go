package microop_test

import (
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/microop"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// vm is a VM with one code object, whose traces call nothing.
type vm struct {
	microop.VM
	heap  *object.Heap
	code  *adaptive.Code
	inner unsafe.Pointer
	flag  atomic.Bool
	ip    uintptr
}

func (v *vm) Heap() *object.Heap                       { return v.heap }
func (v *vm) Code(uint32) *adaptive.Code               { return v.code }
func (v *vm) Innermost() *unsafe.Pointer               { return &v.inner }
func (v *vm) Interrupts() (*atomic.Bool, func() error) { return &v.flag, nil }
func (v *vm) At(ip uintptr)                            { v.ip = ip }
func (v *vm) DoSpecial(o pyguest.Operator, e pyguest.Entries) (object.Value, error) {
	return o.Do(v.heap, e)
}
func (v *vm) UnboundLocal(uint64, int) error {
	return v.heap.Raise(object.UnboundLocalErrorType, "no value")
}

// TestRun counts a local down from 5 in a trace, and looks at how it leaves: by a guard, by
// the loop's top when an interrupt waits, by an exception.
func TestRun(t *testing.T) {
	const at, end = 3, 9 // code units of the instruction at hand and of the guard's exit
	loop := []uop.Inst{
		{Op: cpython.SET_IP, Target: at},
		{Op: cpython.LOAD_FAST_CHECK, Oparg: 0, Target: at},
		{Op: cpython.LOAD_SMALL_INT, Oparg: 1, Target: at},
		{Op: cpython.BINARY_OP_SUBTRACT_INT, Target: at},
		{Op: cpython.COPY, Oparg: 1, Target: at},
		{Op: cpython.STORE_FAST, Oparg: 0, Target: at},
		{Op: cpython.TO_BOOL_INT, Target: at},
		{Op: cpython.GUARD_IS_TRUE_POP, Target: end},
		{Op: cpython.JUMP_TO_TOP, Target: at},
	}
	h, err := object.New(object.Options{Limit: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	for _, c := range []struct {
		name      string
		local     object.Value
		interrupt bool
		insts     []uop.Inst

		kind      ir.ExitKind
		inst      int
		pc        uint32
		left      object.Value
		clock     uint64
		exception object.TypeID
	}{
		{"guard", object.SmallInt(5), false, loop, ir.Side, 7, end, object.SmallInt(0), 5, 0},
		{"interrupt", object.SmallInt(5), true, loop, ir.Poll, 0, at, object.SmallInt(4), 1, 0},
		{"exception", object.Null, false, loop, 0, 1, at, object.Null, 1, object.UnboundLocalErrorType},
		// The instruction whose own test fails is executed again, and not counted.
		{"again", object.None, false, []uop.Inst{
			{Op: cpython.SET_IP, Target: at},
			{Op: cpython.LOAD_FAST, Target: at},
			{Op: cpython.TO_BOOL_INT, Target: at},
		}, ir.Side, 2, at, object.None, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			code := &adaptive.Code{Code: &pycode.Code{LocalsPlus: []string{"n"}}, LocalSlots: 1, Live: make([]uint16, end+1)}
			v := &vm{heap: h, code: code}
			v.flag.Store(c.interrupt)
			fp, _ := h.Stack()
			*frame.Local(fp, 0) = c.local
			frame.GoOnAt(fp, at, 2)
			var stats exitdata.Stats
			m := microop.New(v, &stats)
			left, err := m.Run(&exitdata.Executor{Offset: at, Trace: &uop.Trace{Insts: c.insts}}, fp)
			if (err != nil) != (c.exception != 0) || err != nil && !h.RaisedIs(err, c.exception) {
				t.Fatal(err)
			}
			if left.Frame != fp || v.inner != fp || left.Kind != c.kind || left.Inst != c.inst || *frame.PC(fp) != c.pc {
				t.Errorf("left by micro-op %d as %v at unit %d, want %d, %v, %d", left.Inst, left.Kind, *frame.PC(fp), c.inst, c.kind, c.pc)
			}
			if got := *frame.Local(fp, 0); got != c.left || stats.Bytecodes != c.clock {
				t.Errorf("the local is %x after %d instructions, want %x, %d", got, stats.Bytecodes, c.left, c.clock)
			}
			if v.ip != uintptr(unsafe.Pointer(&code.Live[at])) {
				t.Error("the VM does not know which instruction is executed")
			}
		})
	}
}

// TestExecutes: what has no action is in no trace.
func TestExecutes(t *testing.T) {
	if !microop.Executes(cpython.LOAD_FAST) || microop.Executes(cpython.LOAD_FAST_0) {
		t.Error("LOAD_FAST is executed, its variants are not")
	}
}

package interp_test

import (
	"fmt"
	"log"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	uops "github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// closures is an optimizer whose executors are Go closures, one for each micro-op. It knows
// the micro-ops of loops over small ints; other traces it refuses.
type closures struct{}

func (closures) Capabilities() tier2.Capabilities {
	return tier2.Capabilities{Triggers: tier2.BackEdges | tier2.Exits, Limits: uop.DefaultLimits, Kind: exitdata.Own}
}
func (closures) OptimizationCost() float64 { return 10 }
func (closures) RunCost() float64          { return 0.8 }

// state is what closures work on: the guest's frame, with pc and sp in Go variables.
type state struct {
	exitdata.Frame
	pc uint32
	sp int
}

func (s *state) top(i int) *object.Value { return (*object.Value)(s.Slot(s.sp - 1 - i)) }
func (s *state) push(v object.Value)     { s.sp++; *s.top(0) = v }
func (s *state) local(i uint32) uint64   { return *s.Slot(1 + int(i)) } // slot 0 is the function

// closure executes a micro-op. False: the executor leaves.
type closure func(s *state) bool

// closureRow says how a micro-op is executed, and as what it leaves.
type closureRow struct {
	kind ir.ExitKind
	make func(u uop.Inst) closure
}

// closureRows are the micro-ops that are known. A guard fails before its instruction has changed
// anything, so that tier 1 can execute it again.
var closureRows = map[uop.ID]closureRow{
	uops.CHECK_VALIDITY: {ir.Deopt, func(uop.Inst) closure { return func(*state) bool { return true } }},
	uops.SET_IP:         {ir.Deopt, func(u uop.Inst) closure { return func(s *state) bool { s.pc = u.Target; s.Count(1); return true } }},
	uops.CHECK_PERIODIC: {ir.Poll, func(uop.Inst) closure { return func(s *state) bool { return !s.Poll() } }},
	uops.LOAD_FAST_BORROW: {ir.Deopt, func(u uop.Inst) closure {
		return func(s *state) bool { s.push(object.Value(s.local(u.Oparg))); return true }
	}},
	uops.LOAD_SMALL_INT: {ir.Deopt, func(u uop.Inst) closure {
		return func(s *state) bool { s.push(object.SmallInt(int64(u.Oparg))); return true }
	}},
	uops.GUARD_TOS_INT: {ir.Deopt, func(uop.Inst) closure { return func(s *state) bool { return *s.top(0) >= object.TagInt } }},
	uops.GUARD_NOS_INT: {ir.Deopt, func(uop.Inst) closure { return func(s *state) bool { return *s.top(1) >= object.TagInt } }},
	uops.STORE_FAST: {ir.Deopt, func(u uop.Inst) closure {
		return func(s *state) bool { *s.Slot(1 + int(u.Oparg)) = uint64(*s.top(0)); s.sp--; return true }
	}},
	uops.BINARY_OP_ADD_INT: {ir.Deopt, func(uop.Inst) closure {
		return func(s *state) bool {
			sum := int64(*s.top(1)-object.IntBias) + int64(*s.top(0)-object.IntBias)
			if !object.FitsSmall(sum) {
				return false
			}
			s.sp--
			*s.top(0) = object.SmallInt(sum)
			return true
		}
	}},
	uops.COMPARE_OP_INT: {ir.Deopt, func(u uop.Inst) closure {
		if u.Oparg>>5 != 0 { // not <
			return nil
		}
		return func(s *state) bool {
			s.sp--
			*s.top(0) = object.Bool(*s.top(0) < *s.top(-1)) // the words of ints are in order
			return true
		}
	}},
	uops.EXIT_TRACE: {ir.End, func(u uop.Inst) closure { return func(s *state) bool { s.pc = u.Target; return false } }},
	uops.GUARD_IS_TRUE_POP: {ir.Side, func(u uop.Inst) closure {
		return func(s *state) bool {
			s.sp--
			if *s.top(-1) != object.True {
				s.pc = u.Target
				return false
			}
			return true
		}
	}},
}

// Optimize makes an executor of the trace from a place, with an exit for each micro-op.
func (closures) Optimize(code tier2.Code, offset int, src tier2.Source) (*exitdata.Executor, error) {
	t, stop := src.Trace(uop.DefaultLimits)
	if t == nil {
		return nil, &tier2.Refusal{Reason: stop.String(), Err: fmt.Errorf("no trace from %s at %d", code.Name, offset)}
	}
	n := len(t.Insts)
	if t.Loops() {
		n-- // the last one jumps to the top
	}
	ex := &exitdata.Executor{Kind: exitdata.Own, Name: t.Name, Code: t.Code, Offset: t.Entry, Trace: t, Leaves: make([]ir.ExitKind, n)}
	steps := make([]closure, n)
	for i, u := range t.Insts[:n] {
		if r, ok := closureRows[u.Op]; ok {
			ex.Leaves[i], steps[i] = r.kind, r.make(u)
		}
		if steps[i] == nil {
			return nil, &tier2.Refusal{Reason: "closures_uop", Err: fmt.Errorf("%s at %d: %s", code.Name, offset, t.Table.Row(u.Op).Name)}
		}
	}
	ex.Execute = func(f exitdata.Frame) (exit int, err error) {
		s := state{Frame: f, pc: f.PC(), sp: f.SP()}
		for i := 0; ; i = (i + 1) % n {
			if !steps[i](&s) {
				if k := ex.Leaves[i]; k == ir.Deopt || k == ir.Poll {
					f.Count(-1) // its instruction has not been executed
				}
				f.GoOn(s.pc, s.sp)
				return i, nil
			}
		}
	}
	return ex, nil
}

func ExampleVM_Register_own() {
	vm, code := load("def f(n):\n    s = i = 0\n    while i < n:\n        s += i\n        i += 1\n    return s\nprint(f(100000))\n")
	defer vm.Close()
	if err := vm.Register(closures{}); err != nil {
		log.Fatal(err)
	}
	if err := vm.RunMain(code, nil); err != nil {
		log.Fatal(err)
	}
	for _, ex := range vm.Executors() {
		fmt.Println(ex.Kind, ex.Name, "entered:", ex.Entries)
	}
	// Output:
	// 4999950000
	// own f <example>:5 entered: 1
}

package interp

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/uop"
)

// tier is the VM's side of tier 2: the optimizer, executors, and what leads to
// them.
type tier struct {
	timed      time.Duration // spent in what time measures inside of what it measures now
	inGo       int           // executors that run without machine code: some of them hold others
	optimizer  tier2.Optimizer
	places     tier2.Place
	kind       exitdata.Kind   // of the optimizer's executors
	compiler   *tier2.Compiler // the optimizer, if it is the library's
	rules      []build.Rule    // its rules, if it builds IR
	table      *exitdata.Table
	hot        tier2.HotTest
	period     int    // ticks before a place is looked at
	allTicks   uint64 // the global counter: of all places that count
	returnRow  uint64 // what frames resume through that the interpreter has pushed
	watched    watchers
	evaluators []*eval.Machine // by depth of nesting
	evalDepth  int
	evalWords  eval.Words
	evalOps    []eval.OpFunc
	leftBy     *exitdata.Exit // the exit that execution last came back by
	before     []uint64       // a frame as it was; see enterHere
	opt        TierStats
	sel        selecting
	profiler   *project.Profiler
}

// TierStats counts what the VM has asked the optimizer for.
type TierStats struct {
	Attempts  int
	Executors int
	// Lukewarm counts places that were looked at and not hot enough to attempt anything.
	Lukewarm int
	// BackOffs counts attempts that failed and will be made again later,
	// Blacklisted places at which too many have failed: none is made there again.
	BackOffs, Blacklisted int
	// General counts instructions that are compiled in their general form, since they
	// have seen too many types, Meetings places where paths meet.
	General, Meetings int
	Stops             [uop.NumStops]int // traces, by why they end, and refusals of the projection
	Refusals          map[string]int    // refusals of the compiler, by reason
	Cuts              map[string]int    // executors of less than what was projected, by the reason for which the rest is not compiled
}

// source is what an optimizer gets to work on.
type source struct {
	vm      *VM
	code    *Code
	pc      int
	depth   int
	top     object.Value // of the operand stack, Null if it is empty
	callers []project.Caller
	exit    *exitdata.Exit
	memory  bool            // guards fail at the instruction, and its general form needs everything in memory
	raised  bool            // the trace begins where what the exit's helper raises is handled
	region  *uop.Region     // that was selected, nil: none yet
	refusal error           // why none is
	layout  *project.Layout // of what was made of it last
	ends    []project.Begin // instructions that it ends ahead of
	grown   int             // how often it was selected anew
}

// Trace implements tier2.Source.
func (s *source) Trace(lim uop.Limits) (*uop.Trace, uop.Stop) {
	lim.Generic = lim.Generic || s.meeting()
	if s.raised {
		return s.catching(lim)
	}
	t, stop := project.Trace(program{s.vm}, project.Entry{
		Code: s.code, PC: s.pc, Depth: s.depth, Top: s.top, Callers: s.callers, Linking: s.exit != nil, Memory: s.exit == nil || s.exit.State.InMemory(),
	}, lim)
	s.vm.opt.Stops[stop]++
	s.memory = lim.Generic && stop == uop.AbortUnsupported
	return t, stop
}

// meeting reports whether the source is a meeting place: see meet.go.
func (s *source) meeting() bool { return s.exit == nil && s.code.IsMerge(s.pc) }

// Exit implements tier2.Source.
func (s *source) Exit() *exitdata.Exit { return s.exit }

// operands returns how many operand stack entries a frame has whose SP has been
// saved.
func (vm *VM) operands(fp unsafe.Pointer, code *Code) int {
	return int(*(*uint32)(unsafe.Add(fp, object.FrameSP))) - 1 - code.LocalSlots
}

// operand returns what is on top of a frame's operand stack, Null if it is empty.
func (vm *VM) operand(fp unsafe.Pointer, code *Code) object.Value {
	n := vm.operands(fp, code)
	if n == 0 {
		return object.Null
	}
	return *slot(fp, object.FrameSlots/8+code.LocalSlots+n)
}

// install puts ENTER_EXECUTOR over the instruction at pc, over the first of its
// EXTENDED_ARGs if it has some. The instruction is kept. ex is nil for a place that
// has been requested: the executor is made when execution comes there.
func (vm *VM) install(code *Code, pc int, ex *exitdata.Executor) {
	if code.Execs == nil {
		code.Execs = make([]*adaptive.Installed, len(code.Live))
	}
	unit := code.Live[pc]
	if old := code.Execs[pc]; old != nil {
		unit = old.Unit
	}
	code.Execs[pc] = &adaptive.Installed{Executor: ex, Unit: unit}
	// The argument stays: the instruction before it may do its work, and looks.
	code.Live[pc] = unit&0xFF00 | uint16(pycode.ENTER_EXECUTOR)
	if ex != nil {
		p, _ := ex.Data.(place)
		p.code, p.pc = code, pc
		ex.Data = p
	}
}

// place is where an executor stands, and what region it is of, if it is of one.
type place struct {
	code   *Code
	pc     int
	region *uop.Region
	layout *project.Layout
	grown  int // how often the region was selected anew
}

// uninstall takes ENTER_EXECUTOR back.
func (vm *VM) uninstall(code *Code, pc int) {
	in := code.Execs[pc]
	if in == nil {
		return
	}
	code.Execs[pc] = nil
	code.Live[pc] = in.Unit
	code.ClearMerge(pc)
	if jump := pycode.Decode(code.Live, pc); jump.Op == pycode.JUMP_BACKWARD_JIT {
		vm.beginJump(code, jump.Unit+1, 0)
	}
}

// invalidate makes an executor unusable, at once also where it runs.
func (vm *VM) invalidate(ex *exitdata.Executor) {
	vm.table.Invalidate(ex)
	if p, ok := ex.Data.(place); ok && p.region != nil {
		if f, ok := vm.sel.state.(uop.Forgetter); ok {
			f.Forget(p.region.Head())
		}
	}
	if p, ok := ex.Data.(place); ok && p.code.Execs[p.pc] != nil && p.code.Execs[p.pc].Executor == ex {
		vm.uninstall(p.code, p.pc)
	}
}

// time measures until what it returns is called, and tells how much of that was
// spent in nothing else that is measured.
func (vm *VM) time(tell func(d time.Duration)) (stop func()) {
	start, outer := time.Now(), vm.timed
	vm.timed = 0
	return func() {
		d := time.Since(start)
		tell(d - vm.timed)
		vm.timed = outer + d
	}
}

// enter enters the executor that stands at pc. It returns the frame to go on in.
// With an error, the frame is the one that raised it, and its pc that of the
// instruction.
func (vm *VM) enter(fp unsafe.Pointer, code *Code, pc int) (unsafe.Pointer, error) {
	ex := code.Execs[pc].Executor
	*framePC(fp) = uint32(pc)
	if vm.opts.Times {
		defer vm.time(func(d time.Duration) { ex.Time += d })()
	}
	stale := vm.stale
	vm.stale = ex.Kind != exitdata.Uops
	next, err := vm.enterKind(ex, fp)
	vm.stale = stale
	if err == object.ErrFrame {
		// The instruction has not been executed, though the state counts it.
		vm.table.Stats.Bytecodes--
		err = nil
	}
	return next, err
}

func (vm *VM) enterKind(ex *exitdata.Executor, fp unsafe.Pointer) (unsafe.Pointer, error) {
	if ex.Kind == exitdata.Native {
		return vm.enterNative(ex, fp)
	}
	vm.inGo++
	defer func() { vm.inGo-- }()
	switch ex.Kind {
	case exitdata.IR:
		return vm.enterIR(ex, fp)
	case exitdata.Uops:
		return vm.enterUops(ex, fp)
	}
	return fp, fmt.Errorf("interp: executor %d of kind %v", ex.ID, ex.Kind)
}

// frame returns the frame of the function that is running, nil if Go has called.
// It is Unsupported where a builtin that looks at frames is called by another
// builtin that compiled code calls: the frame is in registers. (What compiled code
// calls itself is object.ErrFrame, without having begun.)
func (vm *VM) frame() (unsafe.Pointer, error) {
	if vm.stale {
		return nil, vm.heap.Unsupported("looking at the frame of compiled code from a builtin that it has called")
	}
	return vm.fp, nil
}

func (vm *VM) enterNative(ex *exitdata.Executor, fp unsafe.Pointer) (unsafe.Pointer, error) {
	var left exitdata.Left
	if err := vm.table.Run(ex, uint64(uintptr(fp)), &left); err != nil {
		if errors.Is(err, exitdata.ErrNesting) {
			err = vm.recursionError()
		}
		return fp, err
	}
	fp = unsafe.Add(unsafe.Pointer(nil), uintptr(left.Frame))
	vm.fp = fp
	if left.Err != nil {
		vm.raisedBy(left.Exit)
		return fp, left.Err
	}
	vm.leftBy = left.Exit
	if !left.Forced {
		vm.taken(left.Exit, fp)
	}
	if vm.deopt != nil && !left.Exit.Lands() { // a landing has no state to prove
		if err := vm.deopt.left(&left, fp); err != nil || left.Forced {
			return fp, err
		}
	}
	vm.left(left.Exit, fp)
	if vm.table.HasRetired() {
		vm.collect(nil)
	}
	return fp, nil
}

// taken does what a branch does that has been taken by an exit, as the guest's
// rules do where a trace continues the exit (guest.Guest.Taken).
func (vm *VM) taken(x *exitdata.Exit, fp unsafe.Pointer) {
	u := x.Branch()
	if u == nil {
		return
	}
	switch u.Op {
	case cpython.GUARD_NOT_EXHAUSTED_LIST, cpython.GUARD_NOT_EXHAUSTED_TUPLE:
		vm.heap.SetField(*top(vm.stack(fp)), object.OffSeqIterSeq, object.Null)
	}
}

// left is called when execution has come back by an exit to a frame.
func (vm *VM) left(x *exitdata.Exit, fp unsafe.Pointer) {
	if vm.places&tier2.Exits == 0 {
		return
	}
	code := vm.codes[frameCode(fp)]
	pc := int(*(*uint32)(unsafe.Add(fp, object.FramePC)))
	if x.Lands() {
		vm.landed(code, pc)
		return
	}
	if vm.sel.watch != nil {
		vm.sel.watch.leave(x, fp, pc)
	}
	vm.table.Left(x, code.ExecutorAt(pc), func() *exitdata.Executor { return vm.continueExit(x, fp, code, pc) })
}

// continueExit asks for an executor that continues a hot exit; fp is the frame
// that it leads to.
func (vm *VM) continueExit(x *exitdata.Exit, fp unsafe.Pointer, code *Code, pc int) *exitdata.Executor {
	if vm.sel.watch != nil {
		if code.ExecutorAt(pc) == nil { // the selector has seen the exit
			return nil
		}
	} else if vm.sel.state != nil && vm.reselect(x, code, pc) {
		return nil
	}
	if project.Interprets(program{vm}, code, pc) {
		vm.install(code, pc, nil) // for all exits that lead here
		return nil
	}
	if !x.TypedEnd() && (vm.generalize(x, code, pc) || vm.meet(x, code, pc)) {
		return nil
	}
	if vm.sel.learner != nil {
		vm.split(x, fp, code, pc)
	}
	s := &source{vm: vm, code: code, pc: pc, depth: vm.operands(fp, code), exit: x}
	if !x.State.InMemory() {
		for _, fs := range x.State.Frames[:len(x.State.Frames)-1] {
			s.callers = append(s.callers, project.Caller{Code: vm.codes[fs.Frame.Code], PC: fs.PC, Gen: object.Null})
		}
	}
	if x.TypedEnd() {
		s.top = vm.operand(fp, code)
	}
	ex := vm.optimize(s)
	if ex == nil && !x.State.InMemory() && (code.Execs == nil || code.Execs[pc] == nil) && project.IsInterpreted(pycode.Decode(code.Live, pc).Op) {
		if s.memory {
			vm.meeting(code, pc)
		}
		vm.install(code, pc, nil)
	}
	return ex
}

// markTier tells the collector what executors hold.
func (vm *VM) markTier(m *heap.Marker) {
	for _, w := range vm.watched.list {
		m.Value(w.dict)
		m.Value(w.key)
	}
	if vm.table == nil {
		return
	}
	for _, ex := range vm.table.Executors {
		m.Conservative(ex.Roots)
	}
	vm.table.Roots(m.Conservative)
	for _, e := range vm.evaluators[:vm.evalDepth] {
		e.Roots(m.Conservative)
	}
}

// Compiler returns the library's compiler if it is the optimizer, else nil.
func (vm *VM) Compiler() *tier2.Compiler { return vm.compiler }

// TierStats returns what the VM has asked the optimizer for so far.
func (vm *VM) TierStats() *TierStats { return &vm.opt }

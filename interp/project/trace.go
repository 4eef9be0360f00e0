package project

import (
	"math/bits"
	"slices"
	"strconv"
	"sync"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// Projection: a trace is made without running anything, by following the
// bytecode from a hot place along what the inline caches remember: which
// specialized instruction stands there, which function a call called, which way
// a branch mostly went. This is CPython 3.14's translate_bytecode_to_trace
// (Python/optimizer.c).

// Confidence that the trace stays on its path, in thousandths; it is multiplied
// by the share of the likely way at every branch.
const (
	fullConfidence = 1000
	minConfidence  = 333
)

// projector makes one trace.
type projector struct {
	prog     Program
	heap     *object.Heap
	lim      uop.Limits
	t        *uop.Trace
	code     *adaptive.Code
	pc       int
	callers  []Caller
	below    int // the callers of the frame in which the trace begins
	conf     int
	first    bool             // the entry instruction has not been expanded yet
	memory   bool             // the trace begins with everything in the frame
	linking  bool             // the trace continues an exit: it may do no more than lead to an executor
	loopTop  int              // where a jump closes the trace's loop, −1: nowhere
	top      object.Value     // what is on top of the operand stack at the entry, Null if that is not known
	gen      Generator        // whose code is followed
	yielded  float64          // how often the trace leaves its generator by a yield, as a share of its entries
	into     resumed          // the generator that the next frame is of; without code: a function's
	made     made             // the generator that the trace has made last
	branched bool             // the instruction at hand has been expanded with the branch behind it
	region   *regionProjector // what is made is a block of a region; nil: a trace
	room     *[]uop.Inst      // where micro-ops are put while they are made
}

// rooms has room for the micro-ops of a trace, or of a region's blocks, while they are made: the trace gets a list of its own then,
// of the length that it needs.
var rooms = sync.Pool{New: func() any {
	list := make([]uop.Inst, 0, uop.DefaultLimits.MaxUops+64)
	return &list
}}

func takeRoom() *[]uop.Inst { return rooms.Get().(*[]uop.Inst) }

// newProjector begins a projection.
func newProjector(prog Program, e Entry, lim uop.Limits) *projector {
	p := &projector{
		prog: prog, heap: prog.Heap(), lim: lim, code: e.Code, pc: e.PC, callers: e.Callers, below: len(e.Callers), conf: fullConfidence,
		first: true, linking: e.Linking, memory: e.Memory, loopTop: e.PC, top: e.Top,
	}
	p.t, p.room = newTrace(e), takeRoom()
	p.t.Insts = *p.room
	if in := p.entry(); in.Op.Base() == pycode.JUMP_BACKWARD {
		if target, ok := in.Target(); ok {
			p.loopTop = target
		}
	}
	return p
}

// newTrace returns the trace of an entry, without micro-ops.
func newTrace(e Entry) *uop.Trace {
	return &uop.Trace{
		Table: cpython.Table, Name: e.Code.QualName + " " + e.Code.Filename + ":" + strconv.Itoa(e.Code.NearestLine(e.PC)),
		Code: uint64(e.Code.Handle), Entry: uint32(e.PC), Depth: e.Depth,
	}
}

// follow follows the bytecode until the trace ends.
func (p *projector) follow() (*uop.Trace, uop.Stop) {
	defer rooms.Put(p.room)
	for {
		stop := p.instruction()
		if stop == uop.StopNone {
			p.first = false
			continue
		}
		if p.t.Bytecodes == 0 && p.memory && p.interprets() {
			stop = uop.StopInterpret
		}
		if !p.progress(stop) || p.onlyYields() {
			if stop == uop.StopUnsupported {
				return nil, uop.AbortUnsupported
			}
			return nil, uop.AbortNoProgress
		}
		p.t.Stop, p.t.Insts = stop, slices.Clone(p.t.Insts)
		return p.t, stop
	}
}

// progress reports whether the trace is worth an executor: one that only jumps
// back or starts a function would leave at once.
func (p *projector) progress(stop uop.Stop) bool {
	switch p.t.Bytecodes {
	case 0:
		return p.linking && stop == uop.StopEnterExecutor
	case 1:
		// A jump back to a generator that is not inlined leads to what resumes it, one that
		// an exit leads to leads to the loop's executor.
		return p.linking && stop == uop.StopEnterExecutor || stop == uop.StopInterpret || stop == uop.StopGenerator || stop == uop.StopLoop || stop == uop.StopReturn || !p.entersHere()
	}
	return true
}

// entersHere reports whether the trace begins where the interpreter asks for
// executors.
func (p *projector) entersHere() bool {
	switch p.t.Insts[2].Op {
	case cpython.RESUME_CHECK, cpython.CHECK_PERIODIC:
		return true
	}
	return false
}

func (p *projector) emit(id uop.ID, oparg uint32, target int) *uop.Inst {
	p.t.Insts = append(p.t.Insts, uop.Inst{Op: id, Oparg: oparg, Target: uint32(target)})
	return &p.t.Insts[len(p.t.Insts)-1]
}

// stop ends the trace before the instruction at hand.
func (p *projector) stop(s uop.Stop, pc int) uop.Stop {
	p.emit(cpython.EXIT_TRACE, 0, pc)
	return s
}

// instruction expands the instruction at pc and goes to the next one.
func (p *projector) instruction() uop.Stop {
	start := p.pc
	in := pycode.Decode(p.code.Live, start)
	if in.Op == pycode.ENTER_EXECUTOR {
		in = p.code.Original(start)
		// A function is inlined although it has an executor of its own; a loop
		// that has one is not unrolled.
		// Where the exit is that of the very executor that stands there, the
		// instruction is compiled in its general form: it would fail again.
		if (!p.first || p.linking && !p.lim.Generic) && !p.again(start) && p.code.Execs[start].Executor != nil && in.Op.Base() != pycode.RESUME && p.region == nil && !p.code.Lands(start) {
			p.t.ToLoop = in.Op.Base() == pycode.JUMP_BACKWARD
			return p.stop(uop.StopEnterExecutor, start)
		}
	}
	op, arg, at := p.form(in.Op, start, in.Unit), in.Arg, in.Unit
	if p.leavesGenerator(op) {
		p.yields(op)
		return p.stop(uop.StopGenerator, start)
	}
	steps := expansions[op]
	if len(p.t.Insts)+len(steps)+4 > p.lim.MaxUops {
		return p.stop(uop.StopTooLong, start)
	}
	after := in.Unit + 1 + op.Caches()
	switch op.Base() {
	case pycode.JUMP_BACKWARD, pycode.JUMP_BACKWARD_NO_INTERRUPT:
		return p.backward(op, start, after, int(arg))
	case pycode.RAISE_VARARGS, pycode.RERAISE:
		return p.raise(in, start)
	case pycode.JUMP_FORWARD:
		p.begin(start)
		p.pc = after + int(arg)
		return uop.StopNone
	case pycode.RESUME:
		p.begin(start)
		u := p.emit(cpython.RESUME_CHECK, arg, start)
		if p.first || p.prog.EntriesPoll() { // recursion comes by here again: it polls
			u.Operand0 = uint64(after) + 1
		}
		p.pc = after
		return uop.StopNone
	case pycode.POP_JUMP_IF_TRUE, pycode.POP_JUMP_IF_FALSE, pycode.POP_JUMP_IF_NONE, pycode.POP_JUMP_IF_NOT_NONE:
		return p.branch(op, start, at, after, int(arg))
	case pycode.INTERPRETER_EXIT:
		return p.operatorResult(start, after, arg)
	case pycode.NOP, pycode.NOT_TAKEN: // a jump ahead skips NOT_TAKEN: this one follows END_SEND
		p.begin(start)
		p.pc = after
		return uop.StopNone
	}
	if p.code.Namespace { // names are in a namespace of its own
		switch op.Base() {
		case pycode.LOAD_NAME:
			p.begin(start)
			p.emit(cpython.LOAD_NAME, arg, start).Operand0 = uint64(len(p.code.LocalsPlus)) + 1
			p.pc = after
			return uop.StopNone
		case pycode.STORE_NAME, pycode.DELETE_NAME, pycode.IMPORT_NAME:
			return p.stop(uop.StopUnsupported, start)
		}
	}
	if p.name(op, start, after, arg) {
		return uop.StopNone
	}
	if op == pycode.RETURN_VALUE && p.code.Looked && (len(p.callers) == 0 || p.code.Generates) {
		return p.stop(uop.StopUnsupported, start) // the frame may have an object, which is to be told
	}
	if !p.general(start) {
		if stop, ok := p.operator(op, start, at, after, arg); ok {
			return stop
		}
		if stop, ok := p.callable(op, start, at, after, arg); ok {
			return stop
		}
		if stop, ok := p.takes(op, start, at, after, arg); ok {
			return stop
		}
		if stop, ok := p.each(op, start, at, after, arg); ok {
			return stop
		}
		if stop, ok := p.getter(op, start, at, after, arg); ok {
			return stop
		}
		if stop, ok := p.missed(op, start, at, after, arg); ok {
			return stop
		}
		if stop, ok := p.cachedStarred(op, start, at, after); ok {
			return stop
		}
		if p.weakCall(op, start, at, after, arg) {
			return uop.StopNone
		}
		if stop, ok := p.starred(op, start, at, after); ok {
			return stop
		}
		if stop, ok := p.mergedStarred(op, arg, start, after); ok {
			return stop
		}
		if stop, ok := p.initKw(op, start, at, after, arg); ok {
			return stop
		}
		if stop, ok := p.partialKw(op, start, at, after, arg); ok {
			return stop
		}
	}
	if stop, ok := p.matchClass(op, start, after, arg); ok {
		return stop
	}
	if base := op.Base(); (base == pycode.LOAD_ATTR || base == pycode.STORE_ATTR) && !runs(p.prog, steps) {
		op, steps = base, expansions[base]
	}
	switch {
	case op == pycode.FOR_ITER && p.code.ResumesAt(start):
		return p.stop(uop.StopGenerator, start)
	case p.code.ResumesAt(start) && p.resumesByCall(start, after, arg):
		return uop.StopNone
	case op == pycode.FOR_ITER && p.code.NextAt(start) != 0 && !p.general(start):
		return p.followNext(start, after)
	case op == pycode.SEND && p.sendsToIterator(start, after, arg):
		return uop.StopNone
	}
	if steps == nil || !runs(p.prog, steps) || p.runsMany(in.Op, start) || in.Op == pycode.FOR_ITER_GEN && op != in.Op {
		return p.stop(uop.StopUnsupported, start)
	}
	p.begin(start)
	p.numbers(op, start, at)
	p.classAttr(op, start, at, arg)
	p.classSpecial(op, start, at, arg)
	return p.expand(op, steps, start, at, after, arg)
}

// general reports whether the instruction at pc is compiled in its general form.
func (p *projector) general(pc int) bool { return p.first && p.lim.Generic || p.code.IsGeneral(pc) }

// form returns the instruction that is expanded for op, which stands at pc: its
// family's base where one member would not do, if that can be executed. Its opcode is at
// the unit at.
func (p *projector) form(op pycode.Op, pc, at int) pycode.Op {
	if m, ok := p.fromEnd(op, at); ok {
		return m
	}
	if op == pycode.SEND && !p.code.IsGeneral(pc) && (p.heap.Is(p.iterator(pc), object.GeneratorType) || p.awaitsMade(pc)) {
		return pycode.SEND_GEN // it is resumed past this instruction, which has not been specialized
	}
	if p.general(pc) && HasGeneral(p.prog, op) {
		return op.Base()
	}
	return op
}

// entry decodes the instruction that the projection begins with: that beneath the
// executor of a loop that is wanted once more.
func (p *projector) entry() pycode.Instr {
	if p.lim.Anew {
		return p.code.Decode(p.pc)
	}
	return pycode.Decode(p.code.Live, p.pc)
}

// again reports whether the loop is wanted once more whose executor stands at pc.
func (p *projector) again(pc int) bool {
	return p.lim.Anew && pc == int(p.t.Entry) && len(p.callers) == 0 && p.code.Handle == uint32(p.t.Code)
}

// uses notes that the trace is of no use without code.
func (p *projector) uses(code uint64) {
	if !slices.Contains(p.t.Codes, code) {
		p.t.Codes = append(p.t.Codes, code)
	}
}

// begin starts an instruction.
func (p *projector) begin(pc int) {
	p.code.Traced = true
	p.uses(uint64(p.code.Handle))
	p.t.Bytecodes++
	p.emit(cpython.CHECK_VALIDITY, 0, pc)
	p.emit(cpython.SET_IP, 0, pc)
}

// backward closes the trace's loop, or ends the trace at another one.
func (p *projector) backward(op pycode.Op, start, after, arg int) uop.Stop {
	target := after - arg
	if p.region != nil {
		if p.loopsOverUnknown(target) {
			return p.stop(uop.StopInnerLoop, start)
		}
		p.begin(start)
		if op != pycode.JUMP_BACKWARD_NO_INTERRUPT {
			p.emit(cpython.CHECK_PERIODIC, 0, start).Operand0 = uint64(target) + 1
		}
		p.pc = target
		return stopBlock
	}
	closes := target == p.loopTop && len(p.callers) == 0 && p.code.Handle == uint32(p.t.Code)
	if !p.first && !closes {
		if p.code.ExecutorAt(target) == nil {
			return p.stop(uop.StopInnerLoop, start)
		}
		// The loop's executor stands at its top: it is come to by the jump.
		p.begin(start)
		if op != pycode.JUMP_BACKWARD_NO_INTERRUPT {
			p.emit(cpython.CHECK_PERIODIC, 0, start).Operand0 = uint64(target) + 1
		}
		p.pc = target
		return uop.StopNone
	}
	if p.first || p.loopTop == int(p.t.Entry) {
		p.begin(start)
	} else { // the trace begins with this very jump: it is counted there
		p.emit(cpython.CHECK_VALIDITY, 0, start)
	}
	// A trace that begins with a back edge polls there in every round.
	if op != pycode.JUMP_BACKWARD_NO_INTERRUPT && (p.first || p.loopTop == int(p.t.Entry)) {
		p.emit(cpython.CHECK_PERIODIC, 0, start).Operand0 = uint64(target) + 1
	}
	if !p.first {
		p.emit(cpython.JUMP_TO_TOP, 0, target)
		return uop.StopLoop
	}
	p.pc = target
	return uop.StopNone
}

// branch follows the likely way and guards it.
func (p *projector) branch(op pycode.Op, start, at, after, arg int) uop.Stop {
	if p.region != nil {
		return p.branchBoth(op, start, at, after, arg)
	}
	history := bits.OnesCount16(p.code.Live[at+1])
	taken := history > 8
	likely := history
	next := after + arg
	after = p.code.Behind(after)
	other := after // where the guard leaves to
	if !taken {
		likely = 16 - history
		other, next = next, other
	}
	p.conf = p.conf * likely / 16
	p.begin(start)
	p.emit(guards[op][b2i(taken)], 0, other)
	p.pc = next
	if p.conf < minConfidence {
		return p.stop(uop.StopConfidence, next)
	}
	return uop.StopNone
}

// guards has, for each conditional jump, the guard that it was not taken and the
// guard that it was.
var guards = map[pycode.Op][2]uop.ID{
	pycode.POP_JUMP_IF_TRUE:     {cpython.GUARD_IS_FALSE_POP, cpython.GUARD_IS_TRUE_POP},
	pycode.POP_JUMP_IF_FALSE:    {cpython.GUARD_IS_TRUE_POP, cpython.GUARD_IS_FALSE_POP},
	pycode.POP_JUMP_IF_NONE:     {cpython.GUARD_IS_NOT_NONE_POP, cpython.GUARD_IS_NONE_POP},
	pycode.POP_JUMP_IF_NOT_NONE: {cpython.GUARD_IS_NONE_POP, cpython.GUARD_IS_NOT_NONE_POP},
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

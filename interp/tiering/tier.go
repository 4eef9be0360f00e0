package tiering

import (
	"time"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/project"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// Tier takes a VM's hot code from tier 1 to tier 2: it asks an optimizer for executors and
// says where they stand. Its exported fields are for the VM's loop to read; Ticks is for it
// to count.
type Tier struct {
	vm        VM
	opts      Options
	Triggers  tier2.Trigger   // where any optimizer takes executors
	Compiler  *tier2.Compiler // the library's, if there is one
	Table     *exitdata.Table // of the executors; nil without any optimizer
	Period    int             // ticks before a place is looked at
	Ticks     uint64          // the global counter: of all places that count
	Watch     *watch          // of a selector that observes, nil: there is none
	ReturnRow uint64          // what frames resume through that the interpreter has pushed
	LastExit  *exitdata.Exit  // the exit that execution last came back by
	Stats     Stats

	optimizers []*registered // in the order in which they are asked
	asking     bool          // one is being asked
	awaited    []*awaited    // executors that are being made behind the VM's thread

	now      func() time.Time       // the clock of Time
	timed    time.Duration          // spent in what Time measures inside of what it measures now
	counted  uint64                 // bytecodes, as timed
	meter    *meter                 // of costs; nil without Options.Costs
	requests map[*pycode.Code][]int // code units at which executors are wanted
	watched  watchers
	stored   []watchKey                    // names that what has been projected stores: see settle
	globals  map[object.Value]keys         // dicts of globals that traces rely on
	noted    map[*exitdata.Exit]timesTaken // where instructions are counted
	sel      selecting
	profiler *project.Profiler
}

// New makes the Tier of a VM, which has no optimizer yet.
func New(vm VM, o Options) Tier {
	t := Tier{vm: vm, opts: o, now: time.Now, profiler: project.NewProfiler(vm)}
	if o.Costs != nil {
		t.measure(o.Costs)
	}
	return t
}

// Stats counts what a VM has asked the optimizer for.
type Stats struct {
	Attempts  int
	Executors int
	// Lukewarm counts places that were looked at and not hot enough to attempt anything.
	Lukewarm int
	// BackOffs counts attempts that failed and will be made again later,
	// Blacklisted places at which too many have failed: none is made there again.
	BackOffs, Blacklisted int
	// GaveWay counts executors that were dropped because objects needed their room.
	GaveWay int
	// General counts instructions that are compiled in their general form, since they
	// have seen too many types, Meetings merge points: places where paths meet.
	General, Meetings int
	// Paused is how long the program has stood still for attempts, Pause the longest of that.
	Paused, Pause time.Duration
	Background    Background
	Stops         [uop.NumStops]int // traces, by why they end, and refusals of the projection
	Refusals      map[string]int    // refusals of the compiler, by reason
	Cuts          map[string]int    // executors of less than what was projected, by the reason for which the rest is not compiled
}

// source is what an optimizer gets to work on.
type source struct {
	tier    *Tier
	code    *adaptive.Code
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
	remade  []Remade        // why it is asked for anew
}

// Trace implements tier2.Source.
func (s *source) Trace(lim uop.Limits) (*uop.Trace, uop.Stop) {
	lim.Generic = lim.Generic || s.merges()
	if s.raised {
		return s.catching(lim)
	}
	if lim.Anew && s.blunt() {
		return nil, uop.AbortNoProgress
	}
	t, stop := project.Trace(s.tier.vm, project.Entry{
		Code: s.code, PC: s.pc, Depth: s.depth, Top: s.top, Callers: s.callers, Linking: s.exit != nil, Memory: s.exit == nil || s.exit.State.InMemory(),
	}, lim)
	s.tier.settle()
	s.tier.Stats.Stops[stop]++
	s.memory = lim.Generic && stop == uop.AbortUnsupported
	return t, stop
}

// merges reports whether the source is a merge point: see polymorphic.go.
func (s *source) merges() bool { return s.exit == nil && s.code.IsMerge(s.pc) }

// Exit implements tier2.Source.
func (s *source) Exit() *exitdata.Exit { return s.exit }

// install puts ENTER_EXECUTOR over the instruction at pc, over the first of its
// EXTENDED_ARGs if it has some. The instruction is kept. ex is nil for a place that
// has been requested: the executor is made when execution comes there. Where code is not
// proved yet nothing is installed: Load does it.
func (t *Tier) install(code *adaptive.Code, pc int, ex *exitdata.Executor) {
	if !code.Proved {
		return
	}
	if code.Execs == nil {
		code.Execs = make([]*adaptive.Installed, len(code.Live))
	}
	unit := code.Live[pc]
	if old := code.Execs[pc]; old != nil {
		unit = old.Unit
	}
	code.Execs[pc] = installed(code, ex, unit)
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
	code   *adaptive.Code
	pc     int
	region *uop.Region
	layout *project.Layout
	remade []Remade    // why there were others before it
	by     *registered // who has made the executor
}

// uninstall takes ENTER_EXECUTOR back.
func (t *Tier) uninstall(code *adaptive.Code, pc int) {
	in := code.Execs[pc]
	if in == nil {
		return
	}
	code.Execs[pc] = nil
	code.Live[pc] = in.Unit
	code.ClearMerge(pc)
	if jump := pycode.Decode(code.Live, pc); jump.Op == pycode.JUMP_BACKWARD_JIT {
		t.BeginJump(code, jump.Unit+1, 0)
	}
}

// Invalidate makes an executor unusable, at once also where it runs.
func (t *Tier) Invalidate(ex *exitdata.Executor) {
	if t.cancelled(ex) {
		return
	}
	t.Table.Invalidate(ex)
	if p, ok := ex.Data.(place); ok && p.region != nil {
		if f, ok := t.sel.run.(uop.Forgetter); ok {
			f.Forget(p.region.Head())
		}
	}
	if p, ok := ex.Data.(place); ok && p.code != nil && p.code.Execs[p.pc] != nil && p.code.Execs[p.pc].Executor == ex {
		t.uninstall(p.code, p.pc)
	}
}

// Time measures until what it returns is called, and tells how much of that was
// spent in nothing else that is measured.
func (t *Tier) Time(tell func(d time.Duration)) (stop func()) {
	start, outer := t.now(), t.timed
	t.timed = 0
	return func() {
		d := t.now().Sub(start)
		tell(d - t.timed)
		t.timed = outer + d
	}
}

// Left is called when execution has come back by an exit to a frame.
func (t *Tier) Left(x *exitdata.Exit, fp unsafe.Pointer) {
	if t.Triggers&tier2.Exits == 0 {
		return
	}
	code := t.vm.Code(frame.Code(fp))
	pc := int(*(*uint32)(unsafe.Add(fp, object.FramePC)))
	if x.Lands() {
		t.landed(code, pc)
		return
	}
	t.Finish()
	if !t.continues(x.Executor) {
		return
	}
	if x.Kind == ir.Poll {
		t.part(x)
	}
	if t.Watch != nil {
		t.Watch.leave(x, fp, pc)
	}
	if t.counts() {
		t.note(x)
	}
	t.Table.Left(x, code.ExecutorAt(pc), func() *exitdata.Executor { return t.continueExit(x, fp, code, pc) })
}

// continueExit asks for an executor that continues a hot exit; fp is the frame
// that it leads to.
func (t *Tier) continueExit(x *exitdata.Exit, fp unsafe.Pointer, code *adaptive.Code, pc int) (ex *exitdata.Executor) {
	if t.awaits(code, pc, x) || t.awaits(code, pc, nil) || t.held(code, pc) {
		t.Table.Later()
		return nil
	}
	if t.Watch != nil {
		if code.ExecutorAt(pc) == nil { // the selector has seen the exit
			return nil
		}
	} else if t.sel.run != nil && t.reselect(x, code, pc) {
		return nil
	}
	t.vm.Look(fp, code, pc)
	if project.Interprets(t.vm, code, pc) {
		t.install(code, pc, nil) // for all exits that lead here
		return nil
	}
	t.iterates(fp, code, pc)
	if !x.TypedEnd() && (t.widen(x, fp, code, pc) || t.generalize(x, code, pc) || t.merge(x, code, pc)) {
		return nil
	}
	if t.sel.learner != nil {
		if t.split(x, fp, code, pc) == isLater {
			t.Table.Later()
			return nil
		}
	}
	s := &source{tier: t, code: code, pc: pc, depth: operands(fp, code), exit: x}
	for _, fs := range x.Callers() {
		s.callers = append(s.callers, project.Caller{Code: t.vm.Code(uint32(fs.Frame.Code)), PC: fs.PC})
	}
	if x.TypedEnd() {
		s.top = operand(fp, code)
	}
	o := t.optimize(s, t.continuing(x.Executor, tier2.Exits), func(made *exitdata.Executor) bool {
		if ex == nil && t.asking { // at once: whoever asks binds the exit
			ex = made
			return true
		}
		return x.Target.Kind == exitdata.Cold && !x.Executor.Invalid && t.Table.Stitch(x, made)
	})
	if o == notMade && !x.State.InMemory() && (code.Execs == nil || code.Execs[pc] == nil) && project.IsInterpreted(pycode.Decode(code.Live, pc).Op) {
		if s.memory {
			t.mergeAt(code, pc)
		}
		t.install(code, pc, nil)
	}
	if o == isLater {
		t.Table.Later()
	}
	return ex
}

// Roots calls value with the values, and words with the words, that executors hold and what
// they rely on.
func (t *Tier) Roots(value func(object.Value), words func([]uint64)) {
	for _, w := range t.watched.list {
		value(w.dict)
		value(w.key)
	}
	if t.Table == nil {
		return
	}
	for _, ex := range t.Table.Executors {
		words(ex.Roots)
	}
	t.rootsAwaited(value, words)
	t.Running(words)
}

// Running calls words with the words that machine code holds that is running.
func (t *Tier) Running(words func([]uint64)) {
	if t.Table != nil {
		t.Table.Roots(words)
	}
}

// Selected returns the region that an executor has been made of; ok is false if it was
// made of a linear trace.
func Selected(ex *exitdata.Executor) (r *uop.Region, ok bool) {
	p, _ := ex.Data.(place)
	return p.region, p.region != nil
}

// Adopt makes a compiler's table the one of the executors, before the compiler or an
// optimizer that has it is registered.
func (t *Tier) Adopt(c *tier2.Compiler) { t.Compiler, t.Table = c, c.Table() }

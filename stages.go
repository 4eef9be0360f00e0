package tier2

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/uop"
)

// The stages of pipeline, in its order.

// enter describes the state that a trace begins in, and makes the executor.
func (c *Compiler) enter(w *compilation) (err error) {
	t, parent := w.trace, w.parent
	if t.Table != c.guest.Uops {
		return &Refusal{RefusedTable, fmt.Errorf("the table of trace %s (uop.Trace.Table) is not that of guest %s", t.Name, c.guest.Name)}
	}
	for i := range t.Insts {
		if op := t.Insts[i].Op; int(op) >= t.Table.Len() {
			return &Refusal{RefusedTable, fmt.Errorf("micro-op %d of trace %s is %d: the table of guest %s has %d", i, t.Name, op, c.guest.Name, t.Table.Len())}
		}
	}
	if parent != nil {
		if err := c.mayContinue(w); err != nil {
			return err
		}
	}
	if parent == nil || parent.State.InMemory() {
		if w.entry.Frame, err = c.guest.World.Frame(t.Code); err == nil {
			err = c.guest.CheckFrame(&w.entry.Frame, c.opt.Backend == exitdata.Native)
		}
		if err != nil {
			return err
		}
	} else {
		// The spill slots of the executor that it continues may hold what it takes over.
		w.borders.FirstSlot = parent.Executor.NumSlots
		w.entry.From, w.entry.Taken = &parent.State.Snapshot, parent.Branch()
	}
	w.ex = Interpret(t)
	w.ex.Kind, w.ex.Parent = c.opt.Backend, parent
	if parent != nil {
		w.ex.Depth = parent.Executor.Depth + 1
	}
	if w.anew { // a chain begins here
		w.ex.Takes, w.ex.Depth = parent.State, 0
	}
	if c.opt.Map {
		w.ex.Map = &exitdata.Map{}
	}
	return nil
}

// build makes SSA form of the micro-ops.
func (c *Compiler) build(w *compilation) (err error) {
	w.fn, err = w.builder.Trace(w.trace, w.entry)
	w.ex.Deps = append(w.ex.Deps, w.builder.Deps...)
	for _, p := range w.builder.Places {
		w.borders.Entry = append(w.borders.Entry, lower.Loc(p))
	}
	return err
}

// verify checks what the guest's rules have built: what breaks a rule of the IR is the
// fault of the micro-op that it comes from.
func (c *Compiler) verify(w *compilation) error {
	for _, fr := range w.fn.Frames {
		if err := c.guest.CheckFrame(fr, c.opt.Backend == exitdata.Native); err != nil {
			return err
		}
	}
	for _, d := range w.checker.Check(w.fn, verify.Options{Max: 1}) {
		at := 0
		if d.Value != nil && len(d.Value.From) > 0 {
			at = int(d.Value.From[0])
		}
		return w.builder.AbortAt(at, build.AbortBadRule, d.String()+" ("+ruleOf(d.Code)+")")
	}
	if loopsForGood(w.fn) {
		return w.builder.AbortAt(len(w.trace.Insts)-1, build.AbortBadRule,
			"the loop has no poll (build.Builder.Poll): nothing could interrupt it, neither the guest nor Go's scheduler")
	}
	if c.opt.Backend != exitdata.Native || w.parent != nil {
		return nil
	}
	if returns(w.fn) {
		if err := c.guest.CheckResume(); err != nil {
			return err
		}
	}
	return c.guest.CheckRoom(&w.entry.Frame)
}

// loopsForGood reports whether a function has a loop, and nothing that polls.
func loopsForGood(f *ir.Func) bool {
	if !slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return b.Loop }) {
		return false
	}
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if v.Op == ir.OpPoll {
				return false
			}
		}
	}
	return true
}

// returns reports whether a function ends by returning from its entry frame.
func returns(f *ir.Func) bool {
	for _, b := range f.Blocks {
		if v := b.Last(); v.Op == ir.OpExit && v.Exits[ir.After].Kind == ir.Dynamic {
			return true
		}
	}
	return false
}

// ruleOf returns what a rule of package ir/verify says.
func ruleOf(code string) string {
	i := slices.IndexFunc(verify.Rules, func(r verify.Rule) bool { return r.Code == code })
	return verify.Rules[i].What
}

// optimize runs the passes, with the debug modes that were asked for.
func (c *Compiler) optimize(w *compilation) (err error) {
	w.ctx.Reset(w.fn)
	if c.opt.Session == nil {
		err = w.passes.Run(w.ctx)
	} else {
		err = c.opt.Session.Run(w.passes, w.ctx, passes.Hooks{}, func() (*ir.Func, error) { return w.builder.Trace(w.trace, w.entry) })
	}
	w.ex.Roots = roots(w.fn)
	return err
}

// roots returns the guest words that stand in a function's code.
func roots(f *ir.Func) []uint64 {
	var list []uint64
	for _, k := range f.Consts() {
		if k.Op == ir.OpConstRef {
			list = append(list, k.Word())
		}
	}
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if f.Row(v).Aux == ir.AuxWord {
				list = append(list, uint64(v.Aux))
			}
		}
	}
	return list
}

// begin gives the executor the word that says whether it is valid.
func (c *Compiler) begin(w *compilation) error {
	err := c.table.Begin(w.ex)
	w.borders.Valid = w.ex.ValidAddress()
	return err
}

// selectOps makes machine operations.
func (c *Compiler) selectOps(w *compilation) (err error) {
	c.scatter(w)
	if c.opt.Target == "" {
		w.borders.End, w.into = endPlan(w)
	} else {
		w.borders = lower.Borders{Valid: listedAddress - 8}
	}
	w.mfn, err = w.selector.Select(w.fn, w.borders)
	return err
}

// chaos returns the seed that chooses places and layout of an executor, 0 if none does. A
// trace that is compiled twice has one.
func (c *Compiler) chaos(w *compilation) uint64 {
	if c.opt.Chaos == 0 {
		return 0
	}
	return (c.opt.Chaos+uint64(w.trace.Entry)*31+uint64(len(w.trace.Insts)))*0x9E3779B97F4A7C15 | 1
}

// scatter makes some blocks lie apart, if a seed chooses layout (Options.Chaos).
func (c *Compiler) scatter(w *compilation) {
	seed := c.chaos(w)
	if seed == 0 {
		return
	}
	r := rand.New(rand.NewPCG(seed, 0x6c61796f7574))
	for _, b := range w.fn.Blocks[1:] {
		if !b.Loop && r.IntN(6) == 0 {
			w.fn.SetCold(b, true)
		}
	}
}

// allocate gives the virtual registers of a function places.
func (c *Compiler) allocate(w *compilation) error {
	res, err := w.allocator.Run(w.mfn, &c.target.Regs, regalloc.Options{MaxSlots: c.target.MaxSlots, Chaos: c.chaos(w)})
	if errors.Is(err, regalloc.ErrTooManySlots) {
		return &Refusal{RefusedSlots, err}
	}
	if err != nil {
		return err
	}
	w.alloc = &res.Allocation
	return nil
}

// describe says what the exits of a function are, and its sites.
func (c *Compiler) describe(w *compilation) error {
	w.exits, w.sites = exits(w), sites(w)
	return nil
}

// link gives the exits of a function their rows, and the routines that it calls their addresses.
func (c *Compiler) link(w *compilation) error {
	if err := c.installRoutines(w.mfn.Routines); err != nil {
		return err
	}
	if err := c.table.AddExits(w.ex, w.exits); err != nil {
		return err
	}
	if err := c.table.AddSites(w.ex, w.sites); err != nil {
		return err
	}
	w.linkage = w.ex.Linkage()
	return nil
}

// sites describes the calls of routines that may give up.
func sites(w *compilation) (list []exitdata.Site) {
	if len(w.mfn.Sites) == 0 {
		return nil
	}
	values := byID(w.fn)
	for _, s := range w.mfn.Sites {
		list = append(list, exitdata.Site{Routine: s.Routine, Uop: uopOf(values[s.Origin])})
	}
	return list
}

// exits describes the exit points of a function.
func exits(w *compilation) []*exitdata.Exit {
	w.capturer.Begin(w.fn, w.mfn, w.alloc.Locs, w.selector.Val, w.facts.Of)
	exits := make([]exitdata.Exit, len(w.mfn.Exits))
	list := make([]*exitdata.Exit, len(w.mfn.Exits))
	for i := range w.mfn.Exits {
		x := &w.mfn.Exits[i]
		exits[i] = exitdata.Exit{Kind: x.Exit.Kind, Return: x.Caller != nil, Test: w.mfn.CanForce(i), Types: guardsType(x.Exit.Owner)}
		exits[i].Uop, exits[i].Plain = exitdata.Origin(x.Exit), w.fn.Unlikely(x.Exit)
		switch {
		case !x.Memory:
			exits[i].State = w.capturer.State(x)
		case w.into != nil && x.Exit.Kind == ir.End:
			s := *w.into.takes
			exits[i].State = &s
			exits[i].LeaveInto(w.into.ex)
		}
		list[i] = &exits[i]
	}
	return list
}

// guardsType reports whether an operation is a guard of a value's type.
func guardsType(v *ir.Value) bool {
	if v == nil {
		return false
	}
	switch v.Op {
	case ir.OpGuardType, ir.OpGuardI64, ir.OpGuardU64:
		return true
	}
	return false
}

// listedAddress is where the rows of code for another processor would be, and before
// them the word that says that the executor is valid.
const listedAddress = 0x4000_0000

// listedSites is where the rows of its sites would be.
const listedSites = 0x4800_0000

// linkNowhere makes addresses up, for code that is looked at only.
func (c *Compiler) linkNowhere(w *compilation) error {
	w.linkage = lower.Linkage{Plain: listedAddress, Sites: listedSites, Rows: make([]uint64, len(w.mfn.Exits))}
	for i := range w.linkage.Rows {
		if !w.fn.Unlikely(w.mfn.Exits[i].Exit) {
			w.linkage.Rows[i] = listedAddress + uint64(i+1)*exitdata.RowSize
		}
	}
	return nil
}

// emit makes bytes of machine operations.
func (c *Compiler) emit(w *compilation) (err error) {
	listing := c.emitter.Listing
	defer func() { c.emitter.Listing = listing }()
	c.emitter.Listing = listing || len(w.ex.Lost) > 0 // measureLost
	w.code, err = c.emitter.Emit(w.mfn, w.alloc, w.linkage, nil)
	return err
}

// install gives the executor its code.
func (c *Compiler) install(w *compilation) error {
	w.ex.NumSlots = w.alloc.NumSlots
	return c.table.Install(w.ex, w.code.Bytes)
}

// keep gives the executor the function: the builder makes a new one.
func (c *Compiler) keep(w *compilation) error {
	w.ex.Func = w.fn
	w.builder.F = ir.NewFunc("", c.guest.Table(), c.guest.Types)
	w.builder.F.Words = c.guest.Words
	return nil
}

// add makes an executor known that has no machine code.
func (c *Compiler) add(w *compilation) error {
	if err := c.table.Begin(w.ex); err != nil {
		return err
	}
	c.table.Add(w.ex)
	return nil
}

// mayContinue refuses executors for exits that would not help: at the end of a
// long chain, unless they do no more than lead to an executor that begins a chain of
// its own; where a guard of the first instruction has failed and the trace begins
// with the same guards again, or leads back to the executor that has tested them
// first: execution would go around for ever.
func (c *Compiler) mayContinue(w *compilation) error {
	t, parent := w.trace, w.parent
	links := t.Stop == uop.StopEnterExecutor && t.Bytecodes == 0
	if parent.Executor.Depth+1 > c.opt.MaxChain && !links && !w.anew {
		return &Refusal{RefusedChain, fmt.Errorf("%d executors in a chain", c.opt.MaxChain)}
	}
	p := parent.Executor.Trace
	_, head := parent.Switch(t.Code, t.Entry)
	back := links && head.Code == t.Code && head.Offset == t.Entry
	if back || p.Code == t.Code && p.Entry == t.Entry && sameFirst(p, t) {
		return &Refusal{RefusedProgress, fmt.Errorf("%s would fail where the executor before it does", t.Name)}
	}
	return nil
}

// sameFirst reports whether two traces begin with the same instruction: a micro-op of it may have the target of its
// jump, and stands behind the others.
func sameFirst(p, t *uop.Trace) bool {
	a, b := firstInstruction(p), firstInstruction(t)
	if n := len(a); n < len(p.Insts) && n < len(t.Insts) && slices.Equal(a, b) {
		return p.Insts[n] == t.Insts[n]
	}
	return slices.Equal(a, b)
}

// firstInstruction returns the micro-ops of the instruction that a trace begins
// with.
func firstInstruction(t *uop.Trace) []uop.Inst {
	for i := range t.Insts {
		if t.Insts[i].Target != t.Entry {
			return t.Insts[:i]
		}
	}
	return t.Insts
}

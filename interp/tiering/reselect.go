package tiering

import (
	"slices"
	"unsafe"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// Selecting again. A region shows what was likely when it was selected. Where an exit by
// a branch becomes hot, the profile is out of date: the branch's cache, which nothing
// has written while machine code ran, is made to say that both ways are taken, and the
// region is selected again. It grows, if the selector agrees, by whatever the
// caches say of what lies behind the exit, where tier 1 has been until now; a program
// whose phases alternate has them all in it in the end. Where it does not grow, as it is
// as large as it may be, it is split: what lies behind the exit is a region of its own,
// for all exits that lead there. What is full is not selected again: a way that came in would
// put another one out, which would be hot next.

// maxGrown bounds how often a region is selected again.
const maxGrown = 16

// Remade says why an executor has been made once more for its place, and what the one before
// it had cost.
type Remade struct {
	Why   Reason
	At    pycode.Place // the branch that it was left at, or the instruction of too many types
	Taken uint64       // how often that exit was taken to the interpreter
	// Every is how many instructions of bytecode were executed from one time to the next, in the mean of
	// the last half of them, and Round how many the region has that is made then, with both ways: the most that
	// a round without inner loops executes. 0: they were not counted (Options.Counts).
	Every, Round uint64
	// Of the executor before.
	Uops, CodeBytes int
	CompileNS       int64
}

// A Reason is why an executor is made once more.
type Reason uint8

const (
	// Grown: a way that was rare when the region was selected is not, because the program is in
	// another phase, or had not been there yet. The region has it now.
	Grown Reason = iota
	// Generalized: guards of types failed for more types than are told apart. The instruction is in its
	// general form now.
	Generalized
	// Retyped: a guard of types failed in one round after the other, because the program has values of
	// other types now, and what followed came back to the loop. The one before it stays, for its types.
	Retyped
	// Parted: tests behind joins were executed in vain, on ways on which their outcome is known, as long as
	// it took to compile the region. The ways have copies of what follows now. Remade.Taken is how many
	// such tests there were.
	Parted
)

// remade says that an executor will be made once more, because of an exit that was taken.
func remade(why Reason, x *exitdata.Exit, ex *exitdata.Executor, at pycode.Place) []Remade {
	p, _ := ex.Data.(place)
	return append(slices.Clip(p.remade), Remade{Why: why, At: at, Taken: x.Taken(), Uops: ex.UopsIn, CodeBytes: ex.CodeBytes, CompileNS: ex.CompileNS})
}

// Phase reports whether the region was left in each round: the program goes another way now than when the
// region was selected. It is known only where instructions are counted.
func (r *Remade) Phase() bool { return r.Every > 0 && r.Every <= r.Round }

// timesTaken is how often an exit had been taken at a time of the bytecode clock.
type timesTaken struct{ taken, at uint64 }

// counts reports whether both tiers count instructions.
func (t *Tier) counts() bool { return t.opts.Counts && t.Table.Counts() }

// note notes when an exit that is not hot has been taken a power of two times.
func (t *Tier) note(x *exitdata.Exit) {
	if n := x.Taken(); n&(n-1) == 0 && !t.Table.Hot(x) {
		if t.noted == nil {
			t.noted = map[*exitdata.Exit]timesTaken{}
		}
		t.noted[x] = timesTaken{n, t.vm.Bytecodes()}
	}
}

// every returns how many instructions there were from one taking of an exit to the next since it
// was noted last, 0 if it was not.
func (t *Tier) every(x *exitdata.Exit) uint64 {
	since, ok := t.noted[x]
	if delete(t.noted, x); !ok || x.Taken() <= since.taken {
		return 0
	}
	return max((t.vm.Bytecodes()-since.at)/(x.Taken()-since.taken), 1)
}

// grown returns how often a region was selected again since its executor had other instructions.
func grown(list []Remade) (n int) {
	for i := len(list) - 1; i >= 0 && list[i].Why == Grown; i-- {
		n++
	}
	return n
}

// RemadeBefore returns why there were executors before one at its place, the first one first.
func RemadeBefore(ex *exitdata.Executor) []Remade {
	p, _ := ex.Data.(place)
	return p.remade
}

// balanced is a branch's history that says nothing.
const balanced = 0x5555

// reselect looks at a hot exit that leads to pc of code, in the frame fp. It reports
// whether the region is selected anew because of it.
func (t *Tier) reselect(x *exitdata.Exit, code *adaptive.Code, pc int) bool {
	p, ok := x.Executor.Data.(place)
	if !ok || p.region == nil || t.full(x.Executor) || grown(p.remade) >= maxGrown || p.code.ExecutorAt(p.pc) != x.Executor {
		return false
	}
	branch, ok := t.balance(x, code)
	if !ok {
		return false
	}
	t.report(x.Executor)
	from := p.region.Blocks[max(p.layout.BlockAt(int(x.Uop)), 0)].At
	to := uop.Place{Code: uint64(code.Handle), PC: uint32(pc)}
	r, err := t.Reselect(x.Executor)
	if err != nil || !hasWay(r, from, to) {
		return false
	}
	t.sel.grown++
	again := remade(Grown, x, x.Executor, pycode.Place{Code: code.Code, Unit: branch})
	if t.counts() {
		last := &again[len(again)-1]
		if last.Every, last.Round = t.every(x), uint64(r.Size()); last.Phase() {
			t.sel.phases++
		}
	}
	t.wantAt(wanted{code: p.code, pc: p.pc, region: r, old: x.Executor, remade: again})
	return true
}

// Reselect returns the region that would be selected now where that of an executor begins.
func (t *Tier) Reselect(ex *exitdata.Executor) (*uop.Region, error) {
	p := ex.Data.(place)
	return t.selectRegion(p.code, int(p.region.Head().PC))
}

// balance makes the cache of the branch that takes an exit say that both ways are
// taken; it returns where that branch stands, ok is false if it is none with a cache.
func (t *Tier) balance(x *exitdata.Exit, code *adaptive.Code) (unit int, ok bool) {
	u := x.Branch()
	if u == nil {
		return 0, false
	}
	switch u.Op {
	case cpython.GUARD_IS_TRUE_POP, cpython.GUARD_IS_FALSE_POP, cpython.GUARD_IS_NONE_POP, cpython.GUARD_IS_NOT_NONE_POP:
	default:
		return 0, false
	}
	insts := x.Executor.Trace.Insts
	i := x.Uop
	for i > 0 && insts[i].Op != cpython.SET_IP {
		i--
	}
	in := code.Decode(int(insts[i].Target))
	switch in.Op.Base() {
	case pycode.POP_JUMP_IF_TRUE, pycode.POP_JUMP_IF_FALSE, pycode.POP_JUMP_IF_NONE, pycode.POP_JUMP_IF_NOT_NONE:
		code.Live[in.Unit+1] = balanced
		return in.Unit, true
	}
	return 0, false
}

// hasWay reports whether a region goes on from a place to another one.
func hasWay(r *uop.Region, from, to uop.Place) bool {
	for i := range r.Blocks {
		if r.Blocks[i].At == from && r.Next(int32(i), to) >= 0 {
			return true
		}
	}
	return false
}

// full reports whether a region has three quarters of the micro-ops that it may have.
func (t *Tier) full(ex *exitdata.Executor) bool { return len(ex.Trace.Insts)*4 >= t.sel.max*3 }

// split gives the place that a hot exit leads to a region of its own, if it has no
// executor: where the selector is Ways, which exits continue by linear traces, only if
// the region that is left is full.
func (t *Tier) split(x *exitdata.Exit, fp unsafe.Pointer, code *adaptive.Code, pc int) outcome {
	p, ok := x.Executor.Data.(place)
	if !ok || p.region == nil || code.ExecutorAt(pc) != nil || !beginsAt(code.Code, pc) {
		return notMade
	}
	if !t.full(x.Executor) && t.sel.likely || x.Kind != ir.Side && x.Kind != ir.End {
		return notMade
	}
	by := t.continuing(x.Executor, tier2.Exits)
	if len(by) == 0 {
		return notMade
	}
	s := t.source(fp, code, pc)
	if t, _ := s.Region(by[0].can.Limits); t == nil {
		return notMade
	}
	return t.optimize(s, by[:1], func(ex *exitdata.Executor) bool {
		if !t.over(code, pc)(ex) {
			return false
		}
		t.sel.splits++
		return true
	})
}

package lower

import (
	"fmt"

	"github.com/tier2go/tier2/ir"
)

// A routine is machine code that other machine code calls without leaving: an operation
// of the guest. It never leaves, neither polls nor allocates by a helper, and returns in
// bounded time, so that a call costs two jumps and the moves of its operands.
//
// The convention: operands and the result are in registers (Convention), the link, which
// is the address to return to, is in one too. The stack pointer does not move: Go's signal
// handlers and tracebacks see the stack that they know. A caller keeps what it needs in
// registers that the routine does not write, which are known exactly (Written). Spill
// slots of routines lie behind those of executors, RoutineSlots for each level of nesting
// (Borders.FirstSlot).
//
// Rejected: the machine's call and return. On amd64 they move the stack pointer and write
// to the goroutine's stack below it.

// Convention says where a target's routines have their operands and their result.
type Convention struct {
	Args   [NumClasses][]PReg
	Result [NumClasses]PReg
	Link   PReg
}

// Spill slots of routines.
const (
	RoutineSlots  = 32 // of one routine
	RoutineLevels = 2  // a routine of level n calls routines of levels below n
)

// RoutineSlot returns the first spill slot of a routine of a level.
func (t *Target) RoutineSlot(level int) int { return t.MaxSlots + RoutineSlots*level }

// Routine is a routine that code can call.
type Routine struct {
	Name   string
	Params []ir.Type
	Result ir.Type
	// GivesUp says that the routine may give up, and returns GaveUp then.
	GivesUp bool
	GaveUp  uint64
	// Helped: it does not give up, but calls the helper that its caller has named (CallHelped).
	Helped bool
	Addr   uint64 // of its code; 0 until it is installed, ahead of the code that calls it
	// Writes are the registers whose contents do not survive a call; the result's may be
	// among them.
	Writes RegSet
}

// Places returns where a routine's operands are when it is entered.
func (c *Convention) Places(types []ir.Type) ([]Loc, error) {
	var list []Loc
	var next [NumClasses]int
	for _, t := range types {
		class := ClassOf(t)
		if next[class] == len(c.Args[class]) {
			return nil, fmt.Errorf("lower: a routine of %v: %d operands of a class is all that it can have", types, len(c.Args[class]))
		}
		list = append(list, InReg(c.Args[class][next[class]]))
		next[class]++
	}
	return list, nil
}

// Written returns the registers that an allocated routine writes.
func (t *Target) Written(f *Func, al *Allocation) RegSet {
	set := RegSet(0).With(t.Routine.Link)
	for i := range f.Insts {
		in := &f.Insts[i]
		set |= in.Clobber
		for k, o := range f.InstOps(InstID(i)) {
			if l := al.Locs[int(in.Ops)+k]; o.Kind == Def && l.IsReg() {
				set = set.With(l.Reg())
			}
		}
	}
	for _, e := range al.Edits {
		if e.To.IsReg() {
			set = set.With(e.To.Reg())
		}
	}
	for _, r := range t.Regs.Scratch {
		set = set.Without(r)
	}
	return set
}

// Routine returns the guest's routine of a name, nil where there are no routines. That it
// cannot be had is the fault of its text or the want of memory: nothing is lowered then.
func (a *Asm) Routine(name string) *Routine {
	if a.find == nil {
		return nil
	}
	r, err := a.find(name)
	if err != nil {
		panic(&Error{"routine " + name, err.Error()})
	}
	return r
}

// fixedOp appends an instruction whose operands are in given places.
func (a *Asm) fixedOp(in Inst, def VReg, at Loc, uses []V, places []Loc) {
	in.Ops = int32(len(a.F.Operands))
	if def != NoVReg {
		a.F.Operands = append(a.F.Operands, Operand{V: def, Kind: Def, Constraint: InFixed, Pos: Late, At: at})
	}
	for i, u := range uses {
		a.F.Operands = append(a.F.Operands, Operand{V: u.reg, Kind: Use, Constraint: InFixed, At: places[i]})
	}
	in.NumOps = uint16(len(a.F.Operands)) - uint16(in.Ops)
	in.NumEnc = uint8(in.NumOps)
	a.emit(in)
}

// routine returns the number of a routine that the function calls.
func (f *Func) routine(r *Routine) int64 {
	for i, x := range f.Routines {
		if x == r {
			return int64(i)
		}
	}
	f.Routines = append(f.Routines, r)
	return int64(len(f.Routines) - 1)
}

// CallRoutine calls a routine with operands of its parameters' types. What it returns
// may say that it has given up: see TryRoutine.
func (a *Asm) CallRoutine(r *Routine, args ...V) V {
	places, err := a.T.Routine.Places(r.Params)
	if err != nil || len(args) != len(r.Params) {
		panic(&Error{"routine " + r.Name, fmt.Sprintf("called with %d operands; it has %v", len(args), r.Params)})
	}
	regs := make([]V, len(args))
	for i, x := range args {
		regs[i] = a.reg(ClassOf(r.Params[i]), x)
	}
	class := ClassOf(r.Result)
	d, at := a.fresh(class), a.T.Routine.Result[class]
	in := Inst{Op: MCallRoutine, Imm: a.F.routine(r), Clobber: r.Writes.Without(at), Exit: -1}
	if r.Helped {
		in.Flags |= Helps
		a.forgetAddrs()
	}
	a.fixedOp(in, d.reg, InReg(at), regs, places)
	return d
}

// CallHelped calls a routine that calls a helper where it would give up: one that cannot raise.
func (a *Asm) CallHelped(r *Routine, helper int, args ...V) V {
	a.Store(Mem{Base: BaseAct, Reg: None, Disp: int64(a.T.NumberOffset), Size: 4}, Imm(int64(HelperCall(helper, len(args)))))
	return a.CallRoutine(r, args...)
}

// TryRoutine calls a routine and computes the result of hot from what it returns. If it
// gives up, the result is what slow computes. Where it gives up mostly, it is not called (Site).
func (a *Asm) TryRoutine(r *Routine, hot func(x V) V, slow func() V, args ...V) V {
	if !r.GivesUp {
		return hot(a.CallRoutine(r, args...))
	}
	if ClassOf(r.Result) != GPR {
		panic(&Error{"routine " + r.Name, "a float cannot say that a routine has given up"})
	}
	site := a.newSite(r)
	return a.Try(GPR, func(giveUp func(c Cond, x, y V)) V {
		a.enterSite(site, giveUp)
		x := a.CallRoutine(r, args...)
		giveUp(EQ, x, Word(r.GaveUp))
		return hot(x)
	}, func() V {
		a.leaveSite(site)
		return slow()
	})
}

// Calls calls a routine with operands, GivesUp gives up where a condition holds: what TryRoutines gives its caller.
type (
	Calls   = func(r *Routine, args ...V) V
	GivesUp = func(c Cond, x, y V)
)

// TryRoutines is TryRoutine of several calls, of routines that give up with the same word: what fast computes of them is the result,
// and it may give up as Try's does. The first routine stands for all where they are left out.
func (a *Asm) TryRoutines(first *Routine, fast func(call Calls, giveUp GivesUp) V, slow func() V) V {
	site := a.newSite(first)
	return a.Try(GPR, func(giveUp GivesUp) V {
		a.enterSite(site, giveUp)
		return fast(func(r *Routine, args ...V) V {
			x := a.CallRoutine(r, args...)
			giveUp(EQ, x, Word(r.GaveUp))
			return x
		}, giveUp)
	}, func() V {
		a.leaveSite(site)
		return slow()
	})
}

// enterRoutine gives a routine's operands and its link their registers.
func (s *Selector) enterRoutine(f *ir.Func) {
	c := &s.Target.Routine
	places, err := c.Places(f.Entries)
	if err != nil {
		panic(&Error{"routine " + f.Name, err.Error()})
	}
	s.entries(f, places)
	s.asm.routine = s.fn.NewVReg(GPR)
	s.fn.Entry = append(s.fn.Entry, Entry{s.asm.routine, InReg(c.Link)})
}

func ret(a *Asm, v *ir.Value) V { return a.endRoutine(a.Arg(0)) }

// giveUp returns that the routine has given up, or what the helper returns that the caller has named.
func giveUp(a *Asm, v *ir.Value) V {
	if !a.ir.Helped {
		return a.endRoutine(Word(a.ir.GaveUp))
	}
	for i := range a.ir.Entries {
		a.Store(InAct(int64(a.T.ArgOffset+8*i)), V{reg: a.F.Entry[i].V})
	}
	a.op(Inst{Op: MCallKept, Imm: -1, Exit: -1}, NoVReg)
	return a.endRoutine(a.Load(InAct(int64(a.T.RetOffset))))
}

// endRoutine returns x to the link.
func (a *Asm) endRoutine(x V) V {
	class, c := ClassOf(a.ir.Returns), &a.T.Routine
	link := V{reg: a.routine}
	a.fixedOp(Inst{Op: MRet, Flags: IsTerm, Exit: -1}, NoVReg, Loc{}, []V{a.reg(class, x), link}, []Loc{InReg(c.Result[class]), InReg(c.Link)})
	return None
}

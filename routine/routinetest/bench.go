package routinetest

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/regalloc"
)

// Repeated is machine code that does an operation n times, with the same operands. It
// returns the bits of the last result.
type Repeated func(n int, args ...uint64) uint64

// Repeat makes machine code that calls a routine again and again: for benchmarks.
func (r *Runner) Repeat(f *ir.Func) Repeated {
	r.t.Helper()
	return r.repeat(r.install(f), nil)
}

// RepeatHelper makes the same that leaves to a Go function in place of calling a routine, whose operands
// it takes: what a helper costs.
func (r *Runner) RepeatHelper(f *ir.Func, helper func(args []uint64) uint64) Repeated {
	r.t.Helper()
	return r.repeat(&lower.Routine{Name: f.Name, Params: f.Entries, Result: f.Returns}, helper)
}

func (r *Runner) repeat(callee *lower.Routine, helper func(args []uint64) uint64) Repeated {
	r.t.Helper()
	c := caller{f: lower.Func{Name: "repeated " + callee.Name}, r: callee}
	c.writeLoop(Host(), helper != nil)
	entry := r.installCaller(&c)
	return func(n int, args ...uint64) uint64 {
		r.helper = helper
		act, err := r.stack.Push()
		if err != nil {
			r.t.Fatal(err)
		}
		defer r.stack.Pop()
		copy(act.Args[:], args)
		act.User[0] = uint64(n)
		act.Frame, act.Base = uint64(r.frame), r.base
		if st := r.stack.Enter(act, entry); st != native.StatusExit {
			r.t.Fatalf("%s has left with %v", c.f.Name, st)
		}
		return act.Ret
	}
}

// installCaller compiles what calls a routine and returns its address.
func (r *Runner) installCaller(c *caller) uintptr {
	r.t.Helper()
	host := Host()
	var alloc regalloc.Allocator
	res, err := alloc.Run(&c.f, &host.Regs, regalloc.Options{MaxSlots: host.MaxSlots})
	if err != nil {
		r.t.Fatal(err)
	}
	r.prove(&c.f, &res.Allocation)
	made, err := lower.NewEmitter(host).Emit(&c.f, &res.Allocation, lower.Linkage{Rows: []uint64{uint64(r.row)}}, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	entry, err := r.mem.Install(made.Bytes)
	if err != nil {
		r.t.Fatal(err)
	}
	return entry.Addr
}

// writeLoop writes a loop around the call: b0 → b1, which calls; b2 leads back, b3 leaves.
func (c *caller) writeLoop(t *lower.Target, helper bool) {
	f := &c.f
	f.Routines = []*lower.Routine{c.r}
	free := lower.Operand{Constraint: lower.InARegs}
	end := func() { // of a block
		first := int32(0)
		if n := len(f.Blocks); n > 0 {
			first = f.Blocks[n-1].First + f.Blocks[n-1].N
		}
		f.Blocks = append(f.Blocks, lower.Block{First: first, N: int32(len(f.Insts)) - first, LoopHead: -1, LoopEnd: -1})
	}
	count := c.load(free, lower.GPR, native.OffUser)
	args := c.operands(t, free)
	jump := lower.Inst{Op: lower.MJump, Flags: lower.IsTerm, Exit: -1}
	c.inst(jump)
	end()

	left, less := f.NewVReg(lower.GPR), f.NewVReg(lower.GPR)
	if helper {
		for i, a := range args {
			c.store(free, lower.ClassOf(c.r.Params[i]), a, int64(t.ArgOffset)+8*int64(i))
		}
		c.inst(lower.Inst{Op: lower.MCall, Imm: int64(lower.HelperCall(0, len(args))), Clobber: t.Rows[lower.MCall].Clobber, Exit: -1})
	} else {
		c.store(free, lower.ClassOf(c.r.Result), c.call(t, args), int64(t.RetOffset))
	}
	c.inst(lower.Inst{Op: lower.MSubI, Imm: 1, Exit: -1}, def(free, less), use(free, left))
	if t.Rows[lower.MSubI].Def.Constraint == lower.Reuse {
		panic("routinetest: MSubI takes its operand's register")
	}
	c.inst(lower.Inst{Op: lower.MBrI, Cond: lower.NE, Flags: lower.IsTerm, Exit: -1}, use(free, less))
	end()
	c.inst(jump)
	end()
	f.Exits = []lower.ExitPoint{{Inst: lower.InstID(len(f.Insts)), Memory: true}}
	c.inst(lower.Inst{Op: lower.MLeave, Flags: lower.IsTerm})
	end()

	link := func(from, to int, args ...lower.VReg) {
		f.Blocks[from].Succs = append(f.Blocks[from].Succs, lower.Edge{To: lower.BlockID(to), Args: args})
		f.Blocks[to].Preds = append(f.Blocks[to].Preds, lower.BlockID(from))
	}
	f.Blocks[1].Params = []lower.VReg{left}
	f.Blocks[1].LoopEnd = 2
	for i := 1; i <= 2; i++ {
		f.Blocks[i].LoopHead, f.Blocks[i].LoopDepth = 1, 1
	}
	link(0, 1, count)
	link(1, 2)
	link(1, 3)
	link(2, 1, less)
}

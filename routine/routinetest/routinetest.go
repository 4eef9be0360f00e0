// Package routinetest runs routines (package routine) as machine code calls them: for
// tests that compare a routine with the Go that it was made of, or with what package
// ir/eval says.
//
//	r := routinetest.New(t, base)
//	call := r.Compile(f)
//	bits := call(word, 5)
//
// Each register allocation is proved on the way (package regalloc/check). Around the call,
// the caller keeps values in every register that the routine does not write, and Call
// reports one that has changed.
package routinetest

import (
	"errors"
	"runtime"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/regalloc/check"
	"github.com/tier2go/tier2/routine"
)

// Host is the machine that the test runs on, nil if there is no machine code for it.
func Host() *lower.Target {
	for _, t := range []*lower.Target{amd64.Target, arm64.Target} {
		if t.Name == runtime.GOARCH && native.Supported() {
			return t
		}
	}
	return nil
}

// Runner runs routines over a guest's memory.
type Runner struct {
	t     testing.TB
	mem   *native.Memory
	data  *native.Data
	stack *native.Stack
	row   uintptr // of the caller's exit
	frame uintptr // what the caller has as its guest frame
	base  uint64
	// helper is what machine code leaves to: see RepeatHelper.
	helper func(args []uint64) uint64
}

// New makes a runner, or skips the test where there is no machine code. base is the
// memory base: a guest word plus it is the address of the object.
func New(t testing.TB, base uint64) *Runner {
	t.Helper()
	if Host() == nil {
		t.Skip("no machine code on this port")
	}
	r := &Runner{t: t, base: base}
	var errs [7]error
	r.mem, errs[0] = native.NewMemory(native.MemoryOptions{})
	r.data, errs[1] = native.NewData(native.DataOptions{})
	r.stack, errs[2] = native.NewStack(native.StackOptions{Helper: func(act *native.Activation, call uint32) bool {
		_, n := lower.Helper(call)
		act.Ret = r.helper(act.Args[:n])
		return true
	}})
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(r.mem.Close(), r.data.Close(), r.stack.Close()) })
	var stub native.Chunk
	stub, errs[3] = r.mem.Install(native.ColdStub())
	r.row, errs[4] = r.data.AllocRows(1)
	r.frame, errs[5] = r.data.Alloc(1 << 10)
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	r.data.Words(r.row, 2)[0] = uint64(stub.Addr)
	return r
}

// Call runs a routine on operands, which are words, integers, the bits of floats, and 0 or 1. It
// returns the bits of the result.
type Call func(args ...uint64) uint64

// Compile installs a routine, and what calls it.
func (r *Runner) Compile(f *ir.Func) Call {
	r.t.Helper()
	callee := r.install(f)
	c := caller{f: lower.Func{Name: "caller of " + f.Name}, r: callee}
	c.write(Host())
	entry := r.installCaller(&c)
	return func(args ...uint64) uint64 { return r.call(callee, entry, args) }
}

// install compiles a routine. There are no helpers here: one that is helped gives up.
func (r *Runner) install(f *ir.Func) *lower.Routine {
	r.t.Helper()
	defer func(helped bool) { f.Helped = helped }(f.Helped)
	f.Helped = false
	code, err := routine.New(Host(), f.Ops).Compile(f, 0)
	if err != nil {
		r.t.Fatal(err)
	}
	r.prove(code.Machine, code.Allocation)
	block, err := r.mem.Install(code.Bytes)
	if err != nil {
		r.t.Fatal(err)
	}
	return code.At(uint64(block.Addr))
}

func (r *Runner) prove(f *lower.Func, al *lower.Allocation) {
	r.t.Helper()
	for _, d := range check.Run(f, &Host().Regs, al) {
		r.t.Fatal(d)
	}
}

// call enters the caller of a routine.
func (r *Runner) call(callee *lower.Routine, entry uintptr, args []uint64) uint64 {
	if len(args) != len(callee.Params) {
		r.t.Fatalf("routine %s is called with %d operands; it has %v", callee.Name, len(args), callee.Params)
	}
	act, err := r.stack.Push()
	if err != nil {
		r.t.Fatal(err)
	}
	defer r.stack.Pop()
	copy(act.Args[:], args)
	for i := range act.User {
		act.User[i] = kept(i)
	}
	act.Frame, act.Base = uint64(r.frame), r.base
	if st := r.stack.Enter(act, entry); st != native.StatusExit {
		r.t.Fatalf("routine %s has left with %v", callee.Name, st)
	}
	for i := range act.User {
		if act.User[i] != kept(i)+1 {
			r.t.Fatalf("routine %s: value %d that its caller keeps has become %#x", callee.Name, i, act.User[i])
		}
	}
	return act.Ret
}

// kept is what the caller has in value i during the call.
func kept(i int) uint64 { return 0x1234_5678_9abc_0000 + 1000*uint64(i) }

// caller writes machine operations that call a routine with the operands in the activation.
type caller struct {
	f lower.Func
	r *lower.Routine
}

func (c *caller) write(t *lower.Target) {
	f := &c.f
	f.Routines = []*lower.Routine{c.r}
	f.Blocks = []lower.Block{{LoopHead: -1, LoopEnd: -1}}
	free := lower.Operand{Constraint: lower.InARegs}
	var keep []lower.VReg
	for i := range native.NumUser {
		keep = append(keep, c.load(free, lower.GPR, native.OffUser+8*int64(i)))
	}
	result := c.call(t, c.operands(t, free))
	c.store(free, lower.ClassOf(c.r.Result), result, int64(t.RetOffset))
	for i, v := range keep {
		sum := f.NewVReg(lower.GPR)
		c.inst(lower.Inst{Op: lower.MAddI, Imm: 1, Exit: -1}, def(free, sum), use(free, v))
		c.store(free, lower.GPR, sum, native.OffUser+8*int64(i))
	}
	f.Exits = []lower.ExitPoint{{Inst: lower.InstID(len(f.Insts)), Memory: true}}
	c.inst(lower.Inst{Op: lower.MLeave, Flags: lower.IsTerm})
	f.Blocks[0].N = int32(len(f.Insts))
}

// operands loads the operands.
func (c *caller) operands(t *lower.Target, free lower.Operand) (list []lower.VReg) {
	for i, p := range c.r.Params {
		list = append(list, c.load(free, lower.ClassOf(p), int64(t.ArgOffset)+8*int64(i)))
	}
	return list
}

// call calls the routine.
func (c *caller) call(t *lower.Target, args []lower.VReg) lower.VReg {
	places, err := t.Routine.Places(c.r.Params)
	if err != nil {
		panic(err)
	}
	class := lower.ClassOf(c.r.Result)
	at, result := t.Routine.Result[class], c.f.NewVReg(class)
	ops := []lower.Operand{{V: result, Kind: lower.Def, Constraint: lower.InFixed, Pos: lower.Late, At: lower.InReg(at)}}
	for i, v := range args {
		ops = append(ops, lower.Operand{V: v, Constraint: lower.InFixed, At: places[i]})
	}
	c.inst(lower.Inst{Op: lower.MCallRoutine, Clobber: c.r.Writes.Without(at), Exit: -1}, ops...)
	return result
}

func def(o lower.Operand, v lower.VReg) lower.Operand {
	o.V, o.Kind, o.Pos = v, lower.Def, lower.Late
	return o
}

func use(o lower.Operand, v lower.VReg) lower.Operand {
	o.V = v
	return o
}

func (c *caller) inst(in lower.Inst, ops ...lower.Operand) {
	in.Ops, in.NumOps, in.NumEnc, in.Origin = int32(len(c.f.Operands)), uint16(len(ops)), uint8(len(ops)), -1
	c.f.Operands = append(c.f.Operands, ops...)
	c.f.Insts = append(c.f.Insts, in)
}

// load loads a word of the activation.
func (c *caller) load(free lower.Operand, class lower.Class, off int64) lower.VReg {
	v := c.f.NewVReg(class)
	op := [lower.NumClasses]lower.MOp{lower.GPR: lower.MLoad, lower.FPR: lower.MLoadF}[class]
	c.inst(lower.Inst{Op: op, Base: lower.BaseAct, Imm: off, Size: 8, Exit: -1}, def(free, v))
	return v
}

// store stores to a word of the activation.
func (c *caller) store(free lower.Operand, class lower.Class, v lower.VReg, off int64) {
	op := [lower.NumClasses]lower.MOp{lower.GPR: lower.MStore, lower.FPR: lower.MStoreF}[class]
	c.inst(lower.Inst{Op: op, Base: lower.BaseAct, Imm: off, Size: 8, Exit: -1}, use(free, v))
}

package main

import (
	"errors"
	"sync/atomic"
	"unsafe"

	"example.com/text/objects"
	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/guest/nanbox"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/opgen/mem"
	"github.com/tier2go/tier2/uop"
)

// words tells tier2 how values are made.
var words = nanbox.Words{
	Number: "number",
	Kinds: []nanbox.Kind{
		{Name: "nil", First: uint64(Nil), Last: uint64(Nil)}, {Name: "bool", First: uint64(False), Last: uint64(True)},
		{Name: "int", First: 0xfffd << 48, Last: 0xfffe<<48 - 1},
		{Name: "str", First: objects.First, Last: objects.Arrays - 1}, {Name: "array", First: objects.Arrays, Last: objects.Last},
	},
	False: uint64(False), Zero: uint64(zero),
}

// The types of operands.
var (
	tAny    = ^ir.TypeSet(0)
	tBool   = words.Set(uint64(False))
	tInt    = words.Set(uint64(zero))
	tString = words.Set(objects.First)
	tArray  = words.Set(objects.Arrays)
)

// opEnd is the micro-op at the end of a trace; the others are the instructions.
const opEnd = uop.ID(NumOps)

// jit makes and runs executors.
type jit struct {
	*tier2.Compiler
	uops    *uop.Table
	ops     [NumOps]ir.Op // the operations of instructions that have one
	hot     int
	Refused []error // why executors were not made
}

func newJIT(vm *VM, hot int) error {
	g := &guest.Guest{Name: "text", Types: words.Types(), Words: heapWords{words, vm.heap}, World: vm, Memory: vm, Lower: words.Lower(),
		Frame: lower.FrameLayout{
			Slots: int(unsafe.Offsetof(frame{}.registers)), PC: int(unsafe.Offsetof(frame{}.pc)), SP: int(unsafe.Offsetof(frame{}.sp)),
			Caller: int(unsafe.Offsetof(frame{}.caller)), Code: int(unsafe.Offsetof(frame{}.code)), Resume: int(unsafe.Offsetof(frame{}.resume)),
			Size: func(uint64) int { return int(unsafe.Sizeof(frame{})) }, Box: words.Box,
		},
		Routine: objects.Routine,
		Classes: []string{objects.ClassLength: "length", objects.ClassBytes: "bytes", objects.ClassHash: "hash", objects.ClassElements: "elements", objects.ClassWindow: "window"},
	}
	rows := []uop.Row{Jump: {Name: "JUMP"}, Move: {Name: "MOVE", Flags: uop.HasArg}, Loop: {Name: "LOOP", Flags: uop.EvalBreak | uop.Ends}, NumOps: {Name: "END", Flags: uop.Ends},
		If: {Name: "IF", Flags: uop.HasArg | uop.HasExit}, Unless: {Name: "UNLESS", Flags: uop.HasArg | uop.HasExit}, Print: {Name: "PRINT", Flags: uop.HasArg | uop.Escapes}}
	vm.jit = &jit{hot: hot}
	g.Build = make([]build.Rule, len(rows))
	for i := range operations {
		if o := &operations[i]; o.do != nil {
			rows[i], vm.jit.ops[i] = uop.Row{Name: o.name, Flags: uop.HasArg | uop.HasDeopt}, ir.FirstGuestOp+ir.Op(len(g.Ops))
			g.Ops = append(g.Ops, o.op(vm))
		}
	}
	vm.jit.ops[Print] = ir.FirstGuestOp + ir.Op(len(g.Ops))
	g.Ops = append(g.Ops, guest.Op{OpRow: ir.OpRow{Name: "print", Args: []ir.Type{ir.Ref}, Flags: ir.Escapes, States: [ir.NumWhen]bool{ir.Raise: true}},
		Helper: func(args []uint64) (uint64, error) { return 0, vm.print(Word(args[0])) }})
	for i := range g.Build {
		if rows[i].Name == "" {
			continue // no trace has it
		}
		g.Build[i] = func(b *build.Builder, u *uop.Inst) error {
			b.Begin(u.Target)
			return vm.build(b, u)
		}
	}
	var err error
	if g.Uops, err = uop.NewTable("text", rows); err != nil {
		return err
	}
	vm.jit.uops = g.Uops
	if vm.jit.Compiler, err = tier2.New(g, tier2.Options{}); err == nil && vm.jit.Backend() != exitdata.Native {
		vm.jit.hot = 0 // the port has no machine code
	}
	return err
}

// pack puts the registers of an instruction into the argument of its micro-op.
func pack(in *Inst) uint32 {
	return uint32(in.Dst) | uint32(in.R[0])<<8 | uint32(in.R[1])<<16 | uint32(in.R[2])<<24
}

func unpack(arg uint32) (dst uint8, r [3]uint8) {
	return uint8(arg), [3]uint8{uint8(arg >> 8), uint8(arg >> 16), uint8(arg >> 24)}
}

// register is what a register holds: a constant always the same.
func (vm *VM) register(b *build.Builder, r uint8) *ir.Value {
	if vm.code.Consts[r] != nil {
		return b.Const(uint64(vm.start[r]))
	}
	return b.Local(int(r))
}

// build says what an instruction becomes in the IR.
func (vm *VM) build(b *build.Builder, u *uop.Inst) error {
	dst, r := unpack(u.Oparg)
	switch op := Op(u.Op); op {
	case Jump:
	case Move:
		b.SetLocal(int(dst), vm.register(b, r[0]))
	case If, Unless: // operand 0 is where the trace goes on, operand 1 the other way
		v := vm.register(b, r[0])
		if !b.KnownType(v).Within(tBool) {
			v = b.GuardType(v, tBool)
		}
		ahead := u.Operand0 == uint64(u.Target+1)
		b.SideExit(b.Add(ir.OpUnboxBool, v), (op == If) != ahead, uint32(u.Operand1))
	case Loop:
		b.Poll(uint32(u.Operand0))
		return b.Loop(uint32(u.Operand0))
	case Print:
		b.Effect(vm.jit.ops[Print], 0, vm.register(b, r[0]))
	case NumOps:
		b.End(ir.End, u.Target)
	default:
		return operations[op].build(vm, b, u)
	}
	return nil
}

// heapWords are words of which some refer to objects.
type heapWords struct {
	nanbox.Words
	heap *objects.Heap
}

// Load implements eval.Words.
func (w heapWords) Load(base uint64, disp int64, k ir.MemKind) (uint64, error) {
	if !w.heap.Holds(mem.Ref(base), disp, k.Bytes()) || k != ir.Mem64 {
		return 0, nanbox.ErrNoMemory
	}
	return w.heap.Mem.U64Off(mem.Ref(base), 0, uint64(disp)), nil
}

// Store implements eval.Words.
func (w heapWords) Store(base uint64, disp int64, k ir.MemKind, x uint64) error {
	if !w.heap.Holds(mem.Ref(base), disp, k.Bytes()) || k != ir.Mem64 {
		return nanbox.ErrNoMemory
	}
	w.heap.Mem.SetU64Off(mem.Ref(base), 0, uint64(disp), x)
	return nil
}

// Frame implements guest.World.
func (vm *VM) Frame(uint64) (ir.Frame, error) {
	return ir.Frame{Name: "main", NumLocals: len(vm.start), NumSlots: len(vm.start)}, nil
}

// Push implements guest.Memory: there are no calls.
func (vm *VM) Push(caller, code uint64) uint64 { panic("text: a program has one frame") }

// Innermost implements guest.Memory.
func (vm *VM) Innermost() *unsafe.Pointer { return &vm.fp }

// Interrupts implements guest.Memory: there are none.
func (vm *VM) Interrupts() (*atomic.Bool, func() error) { return nil, nil }

// MemBase implements guest.Memory: what makes an address of the word of an object.
func (vm *VM) MemBase() uint64 { return uint64(vm.heap.Mem.Base) }

// hot counts that execution comes to the top of a loop, and enters the executor that stands there. The exit by which
// it comes back has one of its own when it is hot.
func (vm *VM) hot(f *frame, count *int) error {
	if *count++; *count == vm.jit.hot {
		vm.execs[f.pc] = vm.compile(f, nil)
	}
	ex := vm.execs[f.pc]
	if ex == nil {
		return nil
	}
	t := vm.jit.Table()
	var left exitdata.Left
	if err := t.Run(ex, uint64(uintptr(vm.fp)), &left); err != nil || left.Err != nil {
		return errors.Join(err, left.Err)
	}
	t.Left(left.Exit, vm.execs[f.pc], func() *exitdata.Executor { return vm.compile(f, left.Exit) })
	return nil
}

// compile makes an executor for what follows, nil if it is refused.
func (vm *VM) compile(f *frame, x *exitdata.Exit) *exitdata.Executor {
	ex, err := vm.jit.Optimize(tier2.Code{Name: "main"}, int(f.pc), &tier2.Linear{
		Table: vm.jit.uops, Name: "main", Start: tier2.Location{PC: f.pc}, From: x, End: opEnd, Step: vm.flow,
		Meets: func(at tier2.Location) bool { return vm.execs[at.PC] != nil },
	})
	if err != nil {
		vm.jit.Refused = append(vm.jit.Refused, err)
	}
	return ex
}

// flow says what an instruction is to a trace: it goes where the interpreter has gone most.
func (vm *VM) flow(at tier2.Location) tier2.Step {
	in := &vm.code.Insts[at.PC]
	s := tier2.Step{To: tier2.Location{PC: at.PC + 1}, Inst: uop.Inst{Op: uop.ID(in.Op), Oparg: pack(in), Target: at.PC}}
	other := in.To
	switch in.Op {
	case Jump:
		s.To.PC = in.To
	case If, Unless:
		if in.Count < 0 {
			s.To.PC, other = in.To, s.To.PC
		}
	case Loop:
		s.Control, s.To.PC = tier2.Loops, in.To
	case Return:
		s.Control = tier2.Unknown
	}
	s.Inst.Operand0, s.Inst.Operand1 = uint64(s.To.PC), uint64(other)
	return s
}

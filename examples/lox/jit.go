package main

import (
	"errors"
	"sync/atomic"
	"unsafe"

	"example.com/lox/lang"
	"example.com/lox/objects"
	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/guest/nanbox"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// words tells tier2 how values are made.
var words = nanbox.Words{
	Number: "number",
	Kinds: []nanbox.Kind{
		{Name: "nil", First: uint64(lang.Nil), Last: uint64(lang.Nil)}, {Name: "bool", First: uint64(lang.False), Last: uint64(lang.True)},
		{Name: "fun", First: uint64(lang.Fun), Last: uint64(lang.Fun) + 1<<32},
		{Name: "str", First: objects.First, Last: objects.Arrays - 1}, {Name: "array", First: objects.Arrays, Last: objects.Last},
	},
	False: uint64(lang.False),
}

var tBool = words.Set(uint64(lang.False))

// The guest's operations: arithmetic, in the instructions' order, print, and those of strings and
// arrays in theirs.
const (
	irArithmetic = ir.FirstGuestOp
	irPrint      = irArithmetic + 6
	irObjects    = irPrint + 1
)

// jit makes and runs executors.
type jit struct {
	*tier2.Compiler
	Guest   *guest.Guest
	calls   *guest.Calls
	uops    *uop.Table
	hot     int
	Refused []error // why executors were not made
}

func newJIT(vm *VM, hot int) error {
	g := &guest.Guest{Name: "lox", Types: words.Types(), Words: heapWords{words, vm.heap}, World: vm, Memory: vm, Lower: words.Lower(),
		Frame: lower.FrameLayout{
			Slots: int(unsafe.Offsetof(frame{}.slots)), PC: int(unsafe.Offsetof(frame{}.pc)), SP: int(unsafe.Offsetof(frame{}.sp)),
			Caller: int(unsafe.Offsetof(frame{}.caller)), Code: int(unsafe.Offsetof(frame{}.code)), Resume: int(unsafe.Offsetof(frame{}.resume)), Room: int(unsafe.Offsetof(frame{}.room)),
			Size: func(uint64) int { return int(frameSize) }, Box: words.Box,
		},
		Ops: []guest.Op{
			guest.Number("num.add", ir.OpFAdd, nanbox.Number), guest.Number("num.sub", ir.OpFSub, nanbox.Number),
			guest.Number("num.mul", ir.OpFMul, nanbox.Number), guest.Number("num.div", ir.OpFDiv, nanbox.Number),
			guest.Number("num.less", ir.OpFLt, 0), guest.Number("num.lesseq", ir.OpFLe, 0),
			{OpRow: ir.OpRow{Name: "print", Args: []ir.Type{ir.Ref}, Flags: ir.Escapes, States: [ir.NumWhen]bool{ir.Raise: true}},
				Helper: func(args []uint64) (uint64, error) { return 0, vm.print(word(args[0])) }},
		},
		Routine: objects.Routine, Classes: []string{objects.ClassLength: "length", objects.ClassBytes: "bytes", objects.ClassElements: "elements"},
	}
	for i := range operations {
		g.Ops = append(g.Ops, operations[i].op(vm))
	}
	vm.jit = &jit{Guest: g, calls: g.Calls(), hot: hot}
	var rows []uop.Row
	for _, in := range &instructions {
		rows = append(rows, in.Row)
		g.Build = append(g.Build, func(b *build.Builder, u *uop.Inst) error {
			b.Begin(u.Target)
			return in.build(vm, b, u)
		})
	}
	var err error
	if g.Uops, err = uop.NewTable("lox", rows); err == nil {
		err = g.Init()
	}
	if err != nil {
		return err
	}
	vm.jit.uops = g.Uops
	if vm.jit.Compiler, err = tier2.New(g, tier2.Options{}); err == nil && vm.jit.Backend() != exitdata.Native {
		vm.jit.hot = 0 // the port has no machine code
	}
	return err
}

// Frame implements guest.World.
func (vm *VM) Frame(n uint64) (ir.Frame, error) {
	c := vm.codes[n]
	return ir.Frame{Name: c.Name, Code: n, NumLocals: c.Locals, NumSlots: c.Locals + c.Stack}, nil
}

// Push implements guest.Memory.
func (vm *VM) Push(caller, code uint64) uint64 {
	f := (*frame)(unsafe.Add(nil, caller))
	vm.begin(unsafe.Add(nil, uintptr(caller)+frameSize), f, uint32(code))
	return caller + uint64(frameSize)
}

// Innermost implements guest.Memory.
func (vm *VM) Innermost() *unsafe.Pointer { return &vm.fp }

// Interrupts implements guest.Memory: there are none.
func (vm *VM) Interrupts() (*atomic.Bool, func() error) { return nil, nil }

// MemBase implements guest.Memory: what makes an address of the word of an object.
func (vm *VM) MemBase() uint64 { return uint64(vm.heap.Mem.Base) }

// hot counts that execution comes to the start of a function or a loop, and enters the
// executor that stands there.
func (vm *VM) hot(f *frame, count *int) error {
	c := &vm.codes[f.code]
	if *count++; *count == vm.jit.hot {
		c.execs[f.pc] = vm.compile(f, nil)
	}
	if ex := c.execs[f.pc]; ex != nil {
		return vm.enter(ex, f)
	}
	return nil
}

// enter runs an executor, and lets the exit by which it comes back have one of its
// own when it is hot.
func (vm *VM) enter(ex *exitdata.Executor, f *frame) error {
	t := vm.jit.Table()
	var left exitdata.Left
	if err := t.Run(ex, uint64(uintptr(unsafe.Pointer(f))), &left); err != nil || left.Err != nil {
		return errors.Join(err, left.Err)
	}
	vm.fp = unsafe.Add(nil, left.Frame)
	f = (*frame)(vm.fp)
	t.Left(left.Exit, vm.codes[f.code].execs[f.pc], func() *exitdata.Executor { return vm.compile(f, left.Exit) })
	return nil
}

// compile makes an executor for what follows in a frame, nil if it is refused.
func (vm *VM) compile(f *frame, x *exitdata.Exit) *exitdata.Executor {
	c := &vm.codes[f.code]
	ex, err := vm.jit.Optimize(tier2.Code{Handle: uint64(f.code), Name: c.Name}, int(f.pc), &tier2.Linear{
		Table: vm.jit.uops, Name: c.Name, Start: tier2.Location{Code: uint64(f.code), PC: f.pc}, Depth: int(f.sp) - c.Locals,
		From: x, End: uop.ID(opEnd), Calls: true, Enter: uop.ID(opEnter), Step: vm.flow,
		Meets: func(at tier2.Location) bool { return vm.codes[at.Code].execs[at.PC] != nil },
	})
	if err != nil {
		vm.jit.Refused = append(vm.jit.Refused, err)
	}
	return ex
}

// flow says what an instruction is to a trace: it goes where the interpreter has gone most.
func (vm *VM) flow(at tier2.Location) tier2.Step {
	in := vm.codes[at.Code].Insts[at.PC]
	behind := at.PC + 1
	s := tier2.Step{To: tier2.Location{Code: at.Code, PC: behind}, Back: behind,
		Inst: uop.Inst{Op: uop.ID(in.Op), Oparg: in.Arg, Target: at.PC, Operand0: uint64(in.K)}}
	switch in.Op {
	case lang.Jump:
		s.To.PC = in.Arg
	case lang.JumpIfNot: // the trace goes on where operand 0 says, and leaves to the argument
		if in.Count < 0 {
			s.Inst.Oparg, s.To.PC = behind, in.Arg
		}
		s.Inst.Operand0 = uint64(s.To.PC)
	case lang.Loop:
		s.Control, s.To.PC = tier2.Loops, in.Arg
	case lang.Call:
		s.Control, s.Inst.Operand0 = tier2.Calls, uint64(in.Seen)
		if s.To = (tier2.Location{Code: uint64(in.Seen - lang.Fun)}); in.Seen == 0 {
			s.Control = tier2.Unknown
		}
	case lang.Return:
		s.Control = tier2.Returns
	}
	return s
}

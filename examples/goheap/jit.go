package main

import (
	"errors"
	"math"
	"strings"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/guest/goheap"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// The kinds of values on the Go heap. Functions are Unique: calls are guarded by comparing them.
const (
	kindList = iota
	kindString
	kindFn
)

func kindOf(v any) int {
	switch v.(type) {
	case []any:
		return kindList
	case string:
		return kindString
	case *Fn:
		return kindFn
	}
	return -1
}

// The guest's operations, in newJIT's order.
const (
	irArithmetic = ir.FirstGuestOp + iota // and Sub, Mul, Less
	_
	_
	_
	irConcat
	irIndex
	irSetIndex
	irLen
	irEqual
)

// The micro-ops besides the instructions.
const (
	opEnter = numOps + iota
	opEnd
)

// jit makes and runs executors.
type jit struct {
	*tier2.Compiler
	heap    *goheap.Heap
	calls   *guest.Calls
	uops    *uop.Table
	hot     int
	frame   goheap.Frame
	left    goheap.Left
	Refused []error // why executors were not made
}

func newJIT(vm *VM, hot int) error {
	if !native.Supported() {
		return nil // the port has no machine code: everything is interpreted
	}
	h, err := goheap.New(goheap.Options{
		Kinds:  []goheap.Kind{{Name: "list"}, {Name: "string"}, {Name: "fn", Unique: true}},
		KindOf: kindOf, Equal: equal, Slots: 32, Frames: maxFrames,
	})
	if err != nil {
		return err
	}
	raises := [ir.NumWhen]bool{ir.Raise: true}
	list := func(w uint64) []any { return h.Value(w).([]any) }
	g := &guest.Guest{Name: "goheap", World: vm, Ops: []guest.Op{
		guest.Number("num.add", ir.OpFAdd, goheap.Number), guest.Number("num.sub", ir.OpFSub, goheap.Number),
		guest.Number("num.mul", ir.OpFMul, goheap.Number), guest.Number("num.less", ir.OpFLt, 0),
		{OpRow: ir.OpRow{Name: "str.concat", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Ref, Types: h.Type(kindString), States: raises},
			Helper: h.Helper(func(args []uint64) (uint64, error) {
				s, err := concat(h.Value(args[0]).(string), h.Value(args[1]).(string))
				return h.Word(s), err
			})},
		{OpRow: ir.OpRow{Name: "list.index", Args: []ir.Type{ir.Ref, ir.F64}, Result: ir.Ref, Reads: ir.AllMemory, States: raises},
			Helper: h.Helper(func(args []uint64) (uint64, error) {
				x, err := at(list(args[0]), math.Float64frombits(args[1]))
				if err != nil {
					return 0, err
				}
				return h.Word(*x), nil
			})},
		{OpRow: ir.OpRow{Name: "list.setindex", Args: []ir.Type{ir.Ref, ir.F64, ir.Ref}, Writes: ir.AllMemory, States: raises},
			Helper: h.Helper(func(args []uint64) (uint64, error) {
				x, err := at(list(args[0]), math.Float64frombits(args[1]))
				if err == nil {
					*x = h.Value(args[2])
				}
				return 0, err
			})},
		{OpRow: ir.OpRow{Name: "list.len", Args: []ir.Type{ir.Ref}, Result: ir.F64, Flags: ir.Pure}, // a list's length never changes
			Helper: h.Helper(func(args []uint64) (uint64, error) { return math.Float64bits(float64(len(list(args[0])))), nil })},
		h.Equal("value.equal"),
	}}
	h.Describe(g)
	vm.jit = &jit{heap: h, calls: g.Calls(), hot: hot}
	g.Build = vm.rules()
	if g.Uops, err = uop.NewTable("goheap", rows); err == nil {
		vm.jit.Compiler, err = tier2.New(g, tier2.Options{Backend: exitdata.Native})
	}
	if err != nil {
		vm.jit = nil
		return errors.Join(err, h.Close())
	}
	vm.jit.uops = g.Uops
	h.Attach(vm.jit.Table())
	return nil
}

// Close frees the VM's memory.
func (vm *VM) Close() error {
	if vm.jit == nil {
		return nil
	}
	return errors.Join(vm.jit.Close(), vm.jit.heap.Close())
}

// Frame implements guest.World.
func (vm *VM) Frame(n uint64) (ir.Frame, error) {
	fn := vm.fns[n]
	return ir.Frame{Name: fn.Name, Code: n, NumLocals: fn.Locals, NumSlots: fn.Locals + stack}, nil
}

// hot counts that execution comes to the start of a function or a loop, and enters the
// executor that stands there.
func (vm *VM) hot(count *int) error {
	f := &vm.frames[len(vm.frames)-1]
	if vm.jit == nil {
		return nil
	}
	if *count++; *count == vm.jit.hot {
		f.fn.execs[f.pc] = vm.compile(f, nil)
	}
	if ex := f.fn.execs[f.pc]; ex != nil {
		return vm.enter(ex, f)
	}
	return nil
}

// enter runs an executor: its frame goes in and comes back, and the frames that machine code
// has begun are begun.
func (vm *VM) enter(ex *exitdata.Executor, f *frame) error {
	j := vm.jit
	j.frame = goheap.Frame{Code: uint64(f.fn.id), PC: uint32(f.pc), Slots: f.slots}
	if err := j.heap.Run(ex, &j.frame, maxFrames-len(vm.frames), &j.left); err != nil {
		return err
	}
	f.pc, f.slots = int(j.frame.PC), j.frame.Slots
	for _, x := range j.left.Inner {
		vm.frames = append(vm.frames, frame{vm.fns[x.Code], int(x.PC), x.Slots})
	}
	if j.left.Err != nil {
		return j.left.Err
	}
	f = &vm.frames[len(vm.frames)-1]
	j.Table().Left(j.left.Exit, f.fn.execs[f.pc], func() *exitdata.Executor { return vm.compile(f, j.left.Exit) })
	return nil
}

// compile makes an executor for what follows in a frame, nil if it is refused.
func (vm *VM) compile(f *frame, x *exitdata.Exit) *exitdata.Executor {
	ex, err := vm.jit.Optimize(tier2.Code{Handle: uint64(f.fn.id), Name: f.fn.Name}, f.pc, &tier2.Linear{
		Table: vm.jit.uops, Name: f.fn.Name, Start: tier2.Location{Code: uint64(f.fn.id), PC: uint32(f.pc)}, Depth: len(f.slots) - f.fn.Locals,
		From: x, End: uop.ID(opEnd), Calls: true, Enter: uop.ID(opEnter), Step: vm.flow,
		Meets: func(at tier2.Location) bool { return vm.fns[at.Code].execs[at.PC] != nil },
	})
	if err != nil {
		vm.jit.Refused = append(vm.jit.Refused, err)
	}
	return ex
}

// flow says what an instruction is to a trace: it goes where the interpreter has gone most.
func (vm *VM) flow(at tier2.Location) tier2.Step {
	in, heap, behind := &vm.fns[at.Code].Insts[at.PC], vm.jit.heap, at.PC+1
	s := tier2.Step{To: tier2.Location{Code: at.Code, PC: behind}, Back: behind,
		Inst: uop.Inst{Op: uop.ID(in.Op), Oparg: uint32(in.Arg), Target: at.PC}}
	switch in.Op {
	case Const:
		s.Inst.Operand0 = heap.Const(in.K)
	case Add:
		if _, ok := in.Seen.(string); ok {
			s.Inst.Operand0 = 1
		}
	case Jump:
		s.To.PC = uint32(in.Arg)
	case JumpIfNot: // the trace goes on where operand 0 says, and leaves to the argument
		if in.Count < 0 {
			s.Inst.Oparg, s.To.PC = behind, uint32(in.Arg)
		}
		s.Inst.Operand0 = uint64(s.To.PC)
	case Loop:
		s.Control, s.To.PC = tier2.Loops, uint32(in.Arg)
	case Call:
		s.Control = tier2.Unknown
		if callee, ok := in.Seen.(*Fn); ok {
			s.Control, s.To = tier2.Calls, tier2.Location{Code: uint64(callee.id)}
			s.Inst.Operand0, s.Inst.Operand1 = heap.Const(callee), uint64(callee.id)
		}
	case Return:
		s.Control = tier2.Returns
	}
	return s
}

// rows are the micro-ops' rows.
var rows = []uop.Row{
	Const: row(0, 1, 0), Load: row(0, 1, uop.HasArg|uop.HasLocal), Store: row(1, 0, uop.HasArg|uop.HasLocal),
	Add: row(2, 1, uop.HasDeopt), Sub: row(2, 1, uop.HasDeopt), Mul: row(2, 1, uop.HasDeopt), Less: row(2, 1, uop.HasDeopt),
	Equal: row(2, 1, 0), Index: row(2, 1, uop.HasDeopt|uop.HasError), SetIndex: row(3, 0, uop.HasDeopt|uop.HasError), Len: row(1, 1, uop.HasDeopt),
	Jump: row(0, 0, 0), JumpIfNot: row(1, 0, uop.HasArg|uop.HasExit), Loop: row(0, 0, uop.HasArg|uop.EvalBreak|uop.Ends),
	Call: row(0, 0, uop.HasArg|uop.HasDeopt|uop.PushesFr), Return: row(1, 1, uop.PopsFrame),
	opEnter: {Name: "ENTER", Flags: uop.EvalBreak}, opEnd: {Name: "END", Flags: uop.Ends},
}

func init() {
	for op, name := range names {
		rows[op].Name = strings.ToUpper(name)
	}
}

func row(pops, pushes int16, flags uop.Flags) uop.Row {
	return uop.Row{Pops: uop.Count{Base: pops}, Pushes: uop.Count{Base: pushes}, Flags: flags}
}

// rules says what each micro-op becomes.
func (vm *VM) rules() []build.Rule {
	h, calls := vm.jit.heap, vm.jit.calls
	number := func(b *build.Builder) *ir.Value { // pops a number
		v := b.GuardType(b.Peek(0), goheap.Number)
		b.Pop()
		return b.Add(ir.OpUnboxF64, v)
	}
	arithmetic := func(b *build.Builder, u *uop.Inst) error {
		y, x := b.Pop(), b.Pop()
		v := b.Effect(irArithmetic+ir.Op(u.Op)-ir.Op(Add), 0, x, y)
		if v.Type == ir.Bool {
			v = b.Add(ir.OpBoxBool, v)
		}
		b.Push(v)
		return nil
	}
	list := []build.Rule{
		Const: func(b *build.Builder, u *uop.Inst) error { b.Push(b.Const(u.Operand0)); return nil },
		Load:  func(b *build.Builder, u *uop.Inst) error { b.Push(b.Local(int(u.Oparg))); return nil },
		Store: func(b *build.Builder, u *uop.Inst) error { b.SetLocal(int(u.Oparg), b.Pop()); return nil },
		Add: func(b *build.Builder, u *uop.Inst) error {
			if u.Operand0 == 0 {
				return arithmetic(b, u)
			}
			b.GuardType(b.Peek(1), h.Type(kindString))
			b.GuardType(b.Peek(0), h.Type(kindString))
			y, x := b.Pop(), b.Pop()
			b.Push(b.Effect(irConcat, 0, x, y))
			return nil
		},
		Sub: arithmetic, Mul: arithmetic, Less: arithmetic,
		Equal: func(b *build.Builder, u *uop.Inst) error {
			y, x := b.Pop(), b.Pop()
			b.Push(b.Add(ir.OpBoxBool, b.Add(irEqual, x, y)))
			return nil
		},
		Index: func(b *build.Builder, u *uop.Inst) error {
			b.GuardType(b.Peek(1), h.Type(kindList))
			i := number(b)
			b.Push(b.Effect(irIndex, 0, b.Pop(), i))
			return nil
		},
		SetIndex: func(b *build.Builder, u *uop.Inst) error {
			b.GuardType(b.Peek(2), h.Type(kindList))
			b.GuardType(b.Peek(1), goheap.Number)
			x := b.Pop()
			i := number(b)
			b.Effect(irSetIndex, 0, b.Pop(), i, x)
			return nil
		},
		Len: func(b *build.Builder, u *uop.Inst) error {
			b.GuardType(b.Peek(0), h.Type(kindList))
			b.Push(b.Add(ir.OpBoxF64, b.Add(irLen, b.Pop())))
			return nil
		},
		Jump: func(*build.Builder, *uop.Inst) error { return nil },
		JumpIfNot: func(b *build.Builder, u *uop.Inst) error { // the trace goes on where operand 0 says
			if !b.KnownType(b.Peek(0)).Within(goheap.Bool) {
				b.GuardType(b.Peek(0), goheap.Bool)
			}
			b.SideExit(b.Add(ir.OpUnboxBool, b.Pop()), u.Operand0 == uint64(u.Target+1), u.Oparg)
			return nil
		},
		Loop: func(b *build.Builder, u *uop.Inst) error { b.Poll(u.Oparg); return b.Loop(u.Oparg) },
		Call: func(b *build.Builder, u *uop.Inst) error { // the trace goes on in the function that operand 0 is
			b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, b.Peek(int(u.Oparg)), b.Const(u.Operand0)))
			fr, err := vm.Frame(u.Operand1)
			slots := b.Call(fr.NumLocals)
			for i := range slots {
				slots[i] = b.Const(h.Const(nil))
			}
			for i := int(u.Oparg) - 1; i >= 0; i-- {
				slots[i] = b.Pop()
			}
			b.Pop()
			calls.Call(b, fr, slots, u.Target+1)
			return err
		},
		Return:  func(b *build.Builder, u *uop.Inst) error { calls.Return(b); return nil },
		opEnter: calls.Enter,
		opEnd:   func(b *build.Builder, u *uop.Inst) error { b.End(ir.End, u.Target); return nil },
	}
	for op := range numOps {
		rule := list[op]
		list[op] = func(b *build.Builder, u *uop.Inst) error { b.Begin(u.Target); return rule(b, u) }
	}
	return list
}

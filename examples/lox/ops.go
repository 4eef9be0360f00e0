package main

import (
	"fmt"

	"example.com/lox/lang"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// instruction is all there is to know of an instruction: the micro-op that a trace
// has for it, what the interpreter does (f.pc is behind it already), and what the
// micro-op becomes in the IR.
type instruction struct {
	uop.Row
	run   func(vm *VM, f *frame, in *lang.Inst) error
	build func(vm *VM, b *build.Builder, u *uop.Inst) error
}

// The micro-ops at a function's start and at the end of a trace.
const (
	opEnter = lang.NumOps + iota
	opEnd
	numOps
)

var instructions [numOps]instruction

func row(name string, pops, pushes int16, flags uop.Flags) uop.Row {
	return uop.Row{Name: name, Pops: uop.Count{Base: pops}, Pushes: uop.Count{Base: pushes}, Flags: flags}
}

func init() { // not an initializer: the rows refer to the VM, which refers to them
	instructions = [...]instruction{
		lang.Const: {row("CONST", 0, 1, 0),
			func(vm *VM, f *frame, in *lang.Inst) error { f.push(in.K); return nil },
			func(vm *VM, b *build.Builder, u *uop.Inst) error { b.Push(b.Const(u.Operand0)); return nil }},
		lang.Load: {row("LOAD", 0, 1, uop.HasArg|uop.HasLocal),
			func(vm *VM, f *frame, in *lang.Inst) error { f.push(f.slots[in.Arg]); return nil },
			func(vm *VM, b *build.Builder, u *uop.Inst) error { b.Push(b.Local(int(u.Oparg))); return nil }},
		lang.Store: {row("STORE", 1, 0, uop.HasArg|uop.HasLocal),
			func(vm *VM, f *frame, in *lang.Inst) error { f.slots[in.Arg] = f.pop(); return nil },
			func(vm *VM, b *build.Builder, u *uop.Inst) error { b.SetLocal(int(u.Oparg), b.Pop()); return nil }},
		lang.Drop: {row("DROP", 1, 0, 0),
			func(vm *VM, f *frame, in *lang.Inst) error { f.pop(); return nil },
			func(vm *VM, b *build.Builder, u *uop.Inst) error { b.Pop(); return nil }},
		lang.Add:    arithmetic("ADD", func(x, y float64) word { return lang.Number(x + y) }),
		lang.Sub:    arithmetic("SUB", func(x, y float64) word { return lang.Number(x - y) }),
		lang.Mul:    arithmetic("MUL", func(x, y float64) word { return lang.Number(x * y) }),
		lang.Div:    arithmetic("DIV", func(x, y float64) word { return lang.Number(x / y) }),
		lang.Less:   arithmetic("LESS", func(x, y float64) word { return lang.Truth(x < y) }),
		lang.LessEq: arithmetic("LESS_EQ", func(x, y float64) word { return lang.Truth(x <= y) }),
		lang.Jump: {row("JUMP", 0, 0, 0),
			func(vm *VM, f *frame, in *lang.Inst) error { f.pc = in.Arg; return nil },
			func(vm *VM, b *build.Builder, u *uop.Inst) error { return nil }},
		lang.JumpIfNot: {row("JUMP_IF_NOT", 1, 0, uop.HasArg|uop.HasExit), (*VM).jumpIfNot, (*VM).buildJumpIfNot},
		lang.Loop: {row("LOOP", 0, 0, uop.HasArg|uop.EvalBreak|uop.Ends),
			func(vm *VM, f *frame, in *lang.Inst) error { f.pc = in.Arg; return vm.hot(f, &in.Count) },
			func(vm *VM, b *build.Builder, u *uop.Inst) error { b.Poll(u.Oparg); return b.Loop(u.Oparg) }},
		lang.Call: {uop.Row{Name: "CALL", Pops: uop.Count{Base: 1, Per: 1}, Flags: uop.HasArg | uop.HasDeopt | uop.PushesFr}, (*VM).call, (*VM).buildCall},
		lang.Return: {row("RETURN", 1, 1, uop.PopsFrame),
			func(vm *VM, f *frame, in *lang.Inst) error { vm.leave(f.pop()); return nil },
			func(vm *VM, b *build.Builder, u *uop.Inst) error { vm.jit.calls.Return(b); return nil }},
		lang.Print: {row("PRINT", 1, 0, uop.Escapes),
			func(vm *VM, f *frame, in *lang.Inst) error { return vm.print(f.pop()) },
			func(vm *VM, b *build.Builder, u *uop.Inst) error { b.Effect(irPrint, 0, b.Pop()); return nil }},
		opEnter: {row("ENTER", 0, 0, uop.EvalBreak), nil,
			func(vm *VM, b *build.Builder, u *uop.Inst) error { return vm.jit.calls.Enter(b, u) }},
		opEnd: {row("END", 0, 0, uop.Ends), nil,
			func(vm *VM, b *build.Builder, u *uop.Inst) error { b.End(ir.End, u.Target); return nil }},
	}
	for i := range operations {
		instructions[lang.Array+lang.Op(i)] = operations[i].instruction(ir.Op(i))
	}
}

// arithmetic is an instruction on two numbers. What it does of other words is an
// error, which is the interpreter's: compiled code leaves there.
func arithmetic(name string, do func(x, y float64) word) instruction {
	return instruction{row(name, 2, 1, uop.HasDeopt),
		func(vm *VM, f *frame, in *lang.Inst) error {
			y, x := f.pop(), f.pop()
			if !x.IsNumber() || !y.IsNumber() {
				return fmt.Errorf("lox: %s of %v and %v, which are not numbers", name, x, y)
			}
			f.push(do(x.Number(), y.Number()))
			return nil
		},
		func(vm *VM, b *build.Builder, u *uop.Inst) error {
			y, x := b.Pop(), b.Pop()
			v := b.Effect(irArithmetic+ir.Op(u.Op)-ir.Op(lang.Add), 0, x, y)
			if v.Type == ir.Bool {
				v = b.Add(ir.OpBoxBool, v)
			}
			b.Push(v)
			return nil
		}}
}

func (vm *VM) jumpIfNot(f *frame, in *lang.Inst) error {
	in.Count++ // jumps not taken − taken
	if w := f.pop(); w == lang.Nil || w == lang.False {
		f.pc, in.Count = in.Arg, in.Count-2
	}
	return nil
}

// buildJumpIfNot: the trace goes on where operand 0 says; oparg is the other way.
func (vm *VM) buildJumpIfNot(b *build.Builder, u *uop.Inst) error {
	if !b.KnownType(b.Peek(0)).Within(tBool) {
		b.GuardType(b.Peek(0), tBool)
	}
	b.SideExit(b.Add(ir.OpUnboxBool, b.Pop()), u.Operand0 == uint64(u.Target+1), u.Oparg)
	return nil
}

// buildCall: the trace goes on in the function that operand 0 is.
func (vm *VM) buildCall(b *build.Builder, u *uop.Inst) error {
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, b.Peek(int(u.Oparg)), b.Const(u.Operand0)))
	fr, err := vm.Frame(u.Operand0 - uint64(lang.Fun))
	slots := b.Call(fr.NumLocals)
	for i := range slots {
		slots[i] = b.Const(uint64(lang.Nil))
	}
	for i := int(u.Oparg) - 1; i >= 0; i-- {
		slots[i] = b.Pop()
	}
	b.Pop()
	vm.jit.calls.Call(b, fr, slots, u.Target+1)
	return err
}

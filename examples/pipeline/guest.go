package main

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/uop"
)

// The micro-ops of a calculator: a stack machine with locals.
const (
	BEGIN      uop.ID = iota // an instruction begins, whose pc is the target
	LOAD                     // pushes local n
	STORE                    // pops to local n
	INT                      // pushes the int n
	ADD                      // pops y, x, pushes x + y
	MUL                      // pops y, x, pushes x * y
	LESS                     // pops y, x, pushes x < y
	EXITUNLESS               // pops a bool; leaves to the target if it is false
	LOOP                     // goes on at the trace's top
)

// NewCalc makes the calculator's guest: all that the library knows of it.
func NewCalc() (*guest.Guest, error) {
	words := eval.NewModel()
	uops, err := uop.NewTable("calc", []uop.Row{
		BEGIN:      {Name: "BEGIN", Flags: uop.SavesIP},
		LOAD:       {Name: "LOAD", Pushes: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasLocal},
		STORE:      {Name: "STORE", Pops: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasLocal},
		INT:        {Name: "INT", Pushes: uop.Count{Base: 1}, Flags: uop.HasArg},
		ADD:        {Name: "ADD", Pops: uop.Count{Base: 2}, Pushes: uop.Count{Base: 1}, Flags: uop.HasDeopt},
		MUL:        {Name: "MUL", Pops: uop.Count{Base: 2}, Pushes: uop.Count{Base: 1}, Flags: uop.HasDeopt},
		LESS:       {Name: "LESS", Pops: uop.Count{Base: 2}, Pushes: uop.Count{Base: 1}, Flags: uop.HasDeopt},
		EXITUNLESS: {Name: "EXITUNLESS", Pops: uop.Count{Base: 1}, Flags: uop.HasExit},
		LOOP:       {Name: "LOOP", Flags: uop.EvalBreak | uop.Ends},
	})
	if err != nil {
		return nil, err
	}
	g := &guest.Guest{
		Name: "calc", Uops: uops, Types: eval.ModelTypes, Words: words, World: world{},
		Ops: []guest.Op{
			guest.Number("int.add", ir.OpAddOv, eval.ModelInt),
			guest.Number("int.mul", ir.OpMulOv, eval.ModelInt),
			guest.Number("int.less", ir.OpLt, 0),
		},
	}
	if err := g.Init(); err != nil {
		return nil, err
	}
	g.Build = rules(g.Table(), words)
	return g, nil
}

// rules says what each micro-op becomes.
func rules(ops *ir.OpTable, words *eval.Model) []build.Rule {
	// binary is the rule of an operation on two ints. Ints are guarded for: where
	// one is none, the interpreter executes the instruction.
	binary := func(name string) build.Rule {
		op, _ := ops.ByName(name)
		return func(b *build.Builder, _ *uop.Inst) error {
			b.GuardType(b.Peek(1), eval.ModelInt)
			b.GuardType(b.Peek(0), eval.ModelInt)
			y, x := b.Pop(), b.Pop()
			b.Push(b.Effect(op, 0, x, y))
			return nil
		}
	}
	return []build.Rule{
		BEGIN: func(b *build.Builder, u *uop.Inst) error { b.Begin(u.Target); return nil },
		LOAD:  func(b *build.Builder, u *uop.Inst) error { b.Push(b.Local(int(u.Oparg))); return nil },
		STORE: func(b *build.Builder, u *uop.Inst) error { b.SetLocal(int(u.Oparg), b.Pop()); return nil },
		INT: func(b *build.Builder, u *uop.Inst) error {
			word, err := words.BoxI64(int64(u.Oparg))
			b.Push(b.Const(word))
			return err
		},
		ADD:  binary("int.add"),
		MUL:  binary("int.mul"),
		LESS: binary("int.less"),
		// The bool on the stack is no word: LESS leaves it unboxed.
		EXITUNLESS: func(b *build.Builder, u *uop.Inst) error { b.SideExit(b.Pop(), true, u.Target); return nil },
		LOOP:       func(b *build.Builder, u *uop.Inst) error { b.Poll(u.Target); return b.Loop(u.Target) },
	}
}

// world says what frames code has: all code of the calculator has three locals
// and room for four operands.
type world struct{}

// Frame implements guest.World.
func (world) Frame(code uint64) (ir.Frame, error) {
	return ir.Frame{Name: "calc", Code: code, NumLocals: 3, NumSlots: 7, Slots: []string{"s", "i", "n"}}, nil
}

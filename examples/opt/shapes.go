package main

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/passtool/opt"
	"github.com/tier2go/tier2/uop"
)

// The micro-ops of a stack machine that computes with the sides of shapes.
const (
	BEGIN uop.ID = iota // an instruction begins, whose pc is the target
	LOAD                // pushes local n
	INT                 // pushes the int n
	MUL                 // pops y, x, pushes x * y
	STORE               // pops to local n
	END                 // goes on in the interpreter, at the target
)

// Shapes is the machine's guest, as the command knows it.
var Shapes = opt.Guest{Name: "shapes", Doc: "sides and areas", Open: func() (opt.Target, func() error, error) {
	words := eval.NewModel()
	g, err := newShapes(words)
	return opt.Target{Guest: g, Names: words}, opt.Done, err
}}

func newShapes(words *eval.Model) (*guest.Guest, error) {
	uops, err := uop.NewTable("shapes", []uop.Row{
		BEGIN: {Name: "BEGIN", Flags: uop.SavesIP},
		LOAD:  {Name: "LOAD", Pushes: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasLocal},
		INT:   {Name: "INT", Pushes: uop.Count{Base: 1}, Flags: uop.HasArg},
		MUL:   {Name: "MUL", Pops: uop.Count{Base: 2}, Pushes: uop.Count{Base: 1}, Flags: uop.HasDeopt},
		STORE: {Name: "STORE", Pops: uop.Count{Base: 1}, Flags: uop.HasArg | uop.HasLocal},
		END:   {Name: "END", Flags: uop.Ends},
	})
	if err != nil {
		return nil, err
	}
	g := &guest.Guest{
		Name: "shapes", Uops: uops, Types: eval.ModelTypes, Words: words, World: world{},
		Ops: []guest.Op{guest.Number("int.mul", ir.OpMulOv, eval.ModelInt)},
	}
	if err := g.Init(); err != nil {
		return nil, err
	}
	mul, _ := g.Table().ByName("int.mul")
	g.Build = []build.Rule{
		BEGIN: func(b *build.Builder, u *uop.Inst) error { b.Begin(u.Target); return nil },
		LOAD:  func(b *build.Builder, u *uop.Inst) error { b.Push(b.Local(int(u.Oparg))); return nil },
		INT: func(b *build.Builder, u *uop.Inst) error {
			word, err := words.BoxI64(int64(u.Oparg))
			b.Push(b.Const(word))
			return err
		},
		MUL: func(b *build.Builder, _ *uop.Inst) error {
			b.GuardType(b.Peek(1), eval.ModelInt)
			b.GuardType(b.Peek(0), eval.ModelInt)
			y, x := b.Pop(), b.Pop()
			b.Push(b.Effect(mul, 0, x, y))
			return nil
		},
		STORE: func(b *build.Builder, u *uop.Inst) error { b.SetLocal(int(u.Oparg), b.Pop()); return nil },
		END:   func(b *build.Builder, u *uop.Inst) error { b.End(ir.End, u.Target); return nil },
	}
	return g, nil
}

// world says what frames code has.
type world struct{}

// Frame implements guest.World: all code has a width, a height and an area.
func (world) Frame(code uint64) (ir.Frame, error) {
	return ir.Frame{Name: "shapes", Code: code, NumLocals: 3, NumSlots: 5, Slots: []string{"w", "h", "area"}}, nil
}

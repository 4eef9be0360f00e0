package goheap_test

import (
	"errors"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/guest/goheap"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// tester is a guest whose instructions call Go.
type tester struct {
	heap  *goheap.Heap
	comp  *tier2.Compiler
	uops  *uop.Table
	calls []func(x, y any) (any, error)
}

// Frame implements guest.World: three locals.
func (*tester) Frame(code uint64) (ir.Frame, error) {
	return ir.Frame{Name: "f", Code: code, NumLocals: 3, NumSlots: 6}, nil
}

func newTester(t testing.TB, o goheap.Options, calls ...func(x, y any) (any, error)) *tester {
	t.Helper()
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	o.Kinds = []goheap.Kind{{Name: "object"}, {Name: "symbol", Unique: true}}
	o.Ints = goheap.IntsOf[int]()
	o.KindOf = func(v any) int {
		switch v.(type) {
		case *object:
			return 0
		case *symbol:
			return 1
		}
		return -1
	}
	h, err := goheap.New(o)
	if err != nil {
		t.Fatal(err)
	}
	s := &tester{heap: h, calls: calls}
	one := uop.Count{Base: 1}
	two := uop.Count{Base: 2}
	if s.uops, err = uop.NewTable("test", []uop.Row{
		load: {Name: "LOAD", Pushes: one}, store: {Name: "STORE", Pops: one}, constant: {Name: "CONST", Pushes: one}, add: {Name: "ADD", Pops: two, Pushes: one},
		callGo: {Name: "CALL", Pops: two, Pushes: one}, less: {Name: "LESS", Pops: two}, loop: {Name: "LOOP", Flags: uop.Ends}, end: {Name: "END", Flags: uop.Ends},
		addInt: {Name: "ADDINT", Pops: two, Pushes: one}, lessInt: {Name: "LESSINT", Pops: two},
		again: {Name: "AGAIN", Flags: uop.Ends}, call: {Name: "CALLF", Flags: uop.PushesFr | uop.Ends},
	}); err != nil {
		t.Fatal(err)
	}
	g := &guest.Guest{Name: "test", Uops: s.uops, World: s, Ops: []guest.Op{
		guest.Number("num.add", ir.OpFAdd, goheap.Number), guest.Number("num.less", ir.OpFLt, 0),
		{OpRow: ir.OpRow{Name: "go", Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Ref, Aux: ir.AuxInt, Flags: ir.Escapes, States: [ir.NumWhen]bool{ir.Raise: true}},
			Helper: h.Helper(func(args []uint64) (uint64, error) {
				v, err := s.calls[args[2]](h.Value(args[0]), h.Value(args[1]))
				return h.Word(v), err
			})},
		h.Int("int.add", ir.OpAddOv), h.Int("int.less", ir.OpLt),
	}}
	h.Describe(g)
	g.Build = []build.Rule{
		load: func(b *build.Builder, u *uop.Inst) error {
			b.Begin(u.Target)
			b.Push(b.Local(int(u.Oparg)))
			return nil
		},
		store: func(b *build.Builder, u *uop.Inst) error {
			b.Begin(u.Target)
			b.SetLocal(int(u.Oparg), b.Pop())
			return nil
		},
		constant: func(b *build.Builder, u *uop.Inst) error { b.Begin(u.Target); b.Push(b.Const(u.Operand0)); return nil },
		add: func(b *build.Builder, u *uop.Inst) error {
			b.Begin(u.Target)
			y, x := b.Pop(), b.Pop()
			b.Push(b.Effect(ir.FirstGuestOp, 0, x, y))
			return nil
		},
		callGo: func(b *build.Builder, u *uop.Inst) error {
			b.Begin(u.Target)
			y, x := b.Pop(), b.Pop()
			b.Push(b.Effect(ir.FirstGuestOp+2, int64(u.Oparg), x, y))
			return nil
		},
		less: func(b *build.Builder, u *uop.Inst) error {
			b.Begin(u.Target)
			y, x := b.Pop(), b.Pop()
			b.SideExit(b.Effect(ir.FirstGuestOp+1, 0, x, y), true, 99)
			return nil
		},
		addInt: func(b *build.Builder, u *uop.Inst) error {
			b.Begin(u.Target)
			y, x := b.Pop(), b.Pop()
			b.Push(b.Effect(ir.FirstGuestOp+3, 0, x, y))
			return nil
		},
		lessInt: func(b *build.Builder, u *uop.Inst) error {
			b.Begin(u.Target)
			y, x := b.Pop(), b.Pop()
			b.SideExit(b.Effect(ir.FirstGuestOp+4, 0, x, y), true, 99)
			return nil
		},
		loop:  func(b *build.Builder, u *uop.Inst) error { b.Poll(0); return b.Loop(0) },
		end:   func(b *build.Builder, u *uop.Inst) error { b.End(ir.End, 99); return nil },
		again: func(b *build.Builder, u *uop.Inst) error { b.End(ir.End, 0); return nil },
		call: func(b *build.Builder, u *uop.Inst) error {
			b.Begin(u.Target)
			fr, _ := s.Frame(1)
			b.PushFrame(fr, []*ir.Value{b.Const(h.Const(0.0)), b.Const(h.Const(200.0)), b.Pop()}, 50)
			b.End(ir.End, 0)
			return nil
		},
	}
	if s.comp, err = tier2.New(g, tier2.Options{Backend: exitdata.Native, CheckAllocation: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(s.comp.Close(), h.Close()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// compile makes an executor of code 0.
func (s *tester) compile(t testing.TB, insts ...uop.Inst) *exitdata.Executor {
	t.Helper()
	return s.compileIn(t, 0, insts...)
}

func (s *tester) compileIn(t testing.TB, code uint64, insts ...uop.Inst) *exitdata.Executor {
	t.Helper()
	for i := range insts {
		insts[i].Target = uint32(i)
	}
	tr := &uop.Trace{Table: s.uops, Name: "f", Code: code, Insts: insts, Stop: uop.StopReturn}
	if insts[len(insts)-1].Op == loop {
		tr.Stop = uop.StopLoop
	}
	ex, err := s.comp.Compile(tr)
	if err != nil {
		t.Fatal(err)
	}
	return ex
}

// rounds is a loop: local 2 becomes what function 0 makes of it and local 0, which counts up
// to local 1.
func (s *tester) rounds(t testing.TB) *exitdata.Executor { return s.roundsOf(t, 0) }

func (s *tester) roundsOf(t testing.TB, code uint64) *exitdata.Executor {
	return s.compileIn(t, code, uop.Inst{Op: load, Oparg: 2}, uop.Inst{Op: load}, uop.Inst{Op: callGo}, uop.Inst{Op: store, Oparg: 2},
		uop.Inst{Op: load}, uop.Inst{Op: constant, Operand0: s.heap.Const(1.0)}, uop.Inst{Op: add}, uop.Inst{Op: store},
		uop.Inst{Op: load}, uop.Inst{Op: load, Oparg: 1}, uop.Inst{Op: less}, uop.Inst{Op: loop})
}

var some = goheap.Options{Slots: 8, Frames: 4, Handles: 64}

// run runs a loop that begins at 0 from a frame at its start until it ends: it polls, and
// leaves at its start whenever the scheduler wants the goroutine.
func (s *tester) run(ex *exitdata.Executor, f *goheap.Frame, left *goheap.Left) error {
	for {
		if err := s.heap.Run(ex, f, 0, left); err != nil || left.Err != nil || f.PC != 0 {
			return err
		}
	}
}

// sumInts is a loop: local 2 grows by local 0, which counts up to local 1.
func (s *tester) sumInts(t testing.TB) *exitdata.Executor {
	return s.compile(t, uop.Inst{Op: load, Oparg: 2}, uop.Inst{Op: load}, uop.Inst{Op: addInt}, uop.Inst{Op: store, Oparg: 2},
		uop.Inst{Op: load}, uop.Inst{Op: constant, Operand0: s.heap.Const(1)}, uop.Inst{Op: addInt}, uop.Inst{Op: store},
		uop.Inst{Op: load}, uop.Inst{Op: load, Oparg: 1}, uop.Inst{Op: lessInt}, uop.Inst{Op: loop})
}

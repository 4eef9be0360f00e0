package toyguest

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// The micro-ops.
const (
	BEGIN      uop.ID = iota // an instruction begins at the target
	LOAD                     // pushes local n
	STORE                    // pops to local n
	CONST                    // pushes the word in operand 0
	GUARD                    // leaves unless the entry oparg&15 below the top has the type oparg>>4
	ARITH                    // pops y, x, pushes x op y: the op-th of arith, on ints (even) or floats (odd)
	LESS                     // pops y, x, pushes x < y: of ints (0) or floats (1)
	EXITUNLESS               // pops a bool; goes on at the target if it is false
	GET                      // pops index, list; pushes the element
	SET                      // pops index, list, value; stores the element
	HELPER                   // pops an argument, pushes the result of helper n
	ANY                      // pops an argument, pushes the result of something unknown
	CALL                     // pops n arguments, begins a frame of the code in operand 0; the caller goes on at the target
	RETURN                   // ends a frame, whose caller gets the top of the stack
	LOOP                     // polls, and goes on at the trace's top, whose pc is the target
	POLL                     // polls; goes on at the target
	END                      // the trace ends; execution goes on at the target
	PAIR                     // pops y, x, pushes a new pair of x and y
	UNPACK                   // pops an object that is known to be a pair, pushes its second and its first
)

// Guard's types, by number as in Types.
const (
	gInt = iota
	gFloat
	gBool
	gNil
	gList
	gObject
)

// Uops is the table of micro-ops.
var Uops = func() *uop.Table {
	n := func(base int16) uop.Count { return uop.Count{Base: base} }
	t, err := uop.NewTable("toy", []uop.Row{
		BEGIN:      {Name: "BEGIN", Flags: uop.SavesIP},
		LOAD:       {Name: "LOAD", Pushes: n(1), Flags: uop.HasArg | uop.HasLocal},
		STORE:      {Name: "STORE", Pops: n(1), Flags: uop.HasArg | uop.HasLocal},
		CONST:      {Name: "CONST", Pushes: n(1)},
		GUARD:      {Name: "GUARD", Flags: uop.HasArg | uop.HasDeopt},
		ARITH:      {Name: "ARITH", Pops: n(2), Pushes: n(1), Flags: uop.HasArg | uop.HasDeopt},
		LESS:       {Name: "LESS", Pops: n(2), Pushes: n(1), Flags: uop.HasArg | uop.HasDeopt},
		EXITUNLESS: {Name: "EXITUNLESS", Pops: n(1), Flags: uop.HasExit},
		GET:        {Name: "GET", Pops: n(2), Pushes: n(1), Flags: uop.HasDeopt},
		SET:        {Name: "SET", Pops: n(3), Flags: uop.HasDeopt},
		HELPER:     {Name: "HELPER", Pops: n(1), Pushes: n(1), Flags: uop.HasArg | uop.Escapes | uop.HasError},
		ANY:        {Name: "ANY", Pops: n(1), Pushes: n(1), Flags: uop.Escapes | uop.HasError},
		CALL:       {Name: "CALL", Pops: uop.Count{Per: 1}, Flags: uop.HasArg | uop.PushesFr},
		RETURN:     {Name: "RETURN", Pops: n(1), Pushes: n(1), Flags: uop.PopsFrame},
		LOOP:       {Name: "LOOP", Flags: uop.EvalBreak | uop.Ends},
		POLL:       {Name: "POLL", Flags: uop.EvalBreak},
		END:        {Name: "END", Flags: uop.Ends},
		PAIR:       {Name: "PAIR", Pops: n(2), Pushes: n(1)},
		UNPACK:     {Name: "UNPACK", Pops: n(1), Pushes: n(2), Flags: uop.HasDeopt},
	})
	if err != nil {
		panic(err) // the table above is wrong
	}
	return t
}()

// rules returns the rule for each micro-op.
func rules(g *Guest) []build.Rule {
	arithOps := make([]ir.Op, len(arith))
	for i, a := range arith {
		arithOps[i] = g.op(a.name)
	}
	lessOps := [2]ir.Op{g.op("int.less"), g.op("float.less")}
	get, set, helper, unknown, pair := g.op("list.get"), g.op("list.set"), g.op("toy.helper"), g.op("toy.any"), g.op("toy.pair")
	binary := func(b *build.Builder, op ir.Op) *ir.Value {
		y, x := b.Pop(), b.Pop()
		return b.Effect(op, 0, x, y)
	}
	return []build.Rule{
		BEGIN: func(b *build.Builder, u *uop.Inst) error {
			if b.Escaped() {
				b.Valid(u.Target)
			}
			b.Begin(u.Target)
			return nil
		},
		LOAD:  func(b *build.Builder, u *uop.Inst) error { b.Push(b.Local(int(u.Oparg))); return nil },
		STORE: func(b *build.Builder, u *uop.Inst) error { b.SetLocal(int(u.Oparg), b.Pop()); return nil },
		CONST: func(b *build.Builder, u *uop.Inst) error { b.Push(b.Const(u.Operand0)); return nil },
		GUARD: func(b *build.Builder, u *uop.Inst) error {
			b.GuardType(b.Peek(int(u.Oparg&15)), 1<<(u.Oparg>>4))
			return nil
		},
		ARITH: func(b *build.Builder, u *uop.Inst) error {
			if int(u.Oparg) >= len(arithOps) {
				return b.Abort(build.AbortBadTrace, "no such arithmetic")
			}
			b.Push(binary(b, arithOps[u.Oparg]))
			return nil
		},
		LESS: func(b *build.Builder, u *uop.Inst) error {
			b.Push(b.Add(ir.OpBoxBool, binary(b, lessOps[u.Oparg&1])))
			return nil
		},
		EXITUNLESS: func(b *build.Builder, u *uop.Inst) error {
			v := b.Peek(0)
			if !b.KnownType(v).Within(TBool) {
				b.GuardType(v, TBool)
			}
			b.SideExit(b.Add(ir.OpUnboxBool, b.Pop()), true, u.Target)
			return nil
		},
		GET: func(b *build.Builder, u *uop.Inst) error { b.Push(binary(b, get)); return nil },
		SET: func(b *build.Builder, u *uop.Inst) error {
			i, list := b.Pop(), b.Pop()
			b.Effect(set, 0, list, i, b.Pop())
			return nil
		},
		HELPER: func(b *build.Builder, u *uop.Inst) error {
			if u.Oparg >= numHelpers {
				return b.Abort(build.AbortBadTrace, "no such helper")
			}
			b.Push(b.Effect(helper, int64(u.Oparg), b.Pop()))
			return nil
		},
		ANY: func(b *build.Builder, u *uop.Inst) error { b.Push(b.Effect(unknown, 0, b.Pop())); return nil },
		CALL: func(b *build.Builder, u *uop.Inst) error {
			fr := frameOf(u.Operand0)
			if int(u.Oparg) > fr.NumLocals {
				return b.Abort(build.AbortBadTrace, "more arguments than locals")
			}
			slots := b.Call(fr.NumLocals)
			for i := range slots {
				slots[i] = b.Const(Nil)
			}
			for i := int(u.Oparg) - 1; i >= 0; i-- {
				slots[i] = b.Pop()
			}
			b.SetCallee(fr)
			b.SetReturn(u.Target)
			return b.EnterCall()
		},
		RETURN: func(b *build.Builder, u *uop.Inst) error {
			if b.Depth() == 0 {
				b.End(ir.Dynamic, b.PC())
				return nil
			}
			b.PopFrame(b.Pop())
			return nil
		},
		LOOP: func(b *build.Builder, u *uop.Inst) error {
			b.Poll(u.Target)
			return b.Loop(u.Target)
		},
		POLL: func(b *build.Builder, u *uop.Inst) error { b.Poll(u.Target); return nil },
		END:  func(b *build.Builder, u *uop.Inst) error { b.End(ir.End, u.Target); return nil },
		PAIR: func(b *build.Builder, u *uop.Inst) error { b.Push(binary(b, pair)); return nil },
		UNPACK: func(b *build.Builder, u *uop.Inst) error {
			p := b.GuardType(b.Peek(0), TObject)
			b.Pop()
			for i := 1; i >= 0; i-- {
				b.Push(b.AddTyped(ir.OpLoad, ir.Ref, pairAccess(i).Pack(), p))
			}
			return nil
		},
	}
}

package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// Exceptions. What is being handled lies in a cell (object.Heap.HandlingCell), so
// that beginning and ending to handle one are a load and a store. Raising calls a
// helper that returns the exception; where it goes is known when the trace is made.

// raiseRules: raising, unwinding within the trace, handlers, with statements.
func (p *py) raiseRules() map[uop.ID]build.Rule {
	unwind := func(keep int) build.Rule {
		return func(b *build.Builder, u *uop.Inst) error {
			var kept [2]*ir.Value
			for i := range keep {
				kept[i] = b.Pop()
			}
			if uint64(b.Stack()) < u.Operand0 {
				return b.Abort(build.AbortBadTrace, "a handler wants more than is on the stack")
			}
			for uint64(b.Stack()) > u.Operand0 {
				b.Pop()
			}
			for i := keep - 1; i >= 0; i-- {
				b.Push(kept[i])
			}
			return nil
		}
	}
	return map[uop.ID]build.Rule{
		cpython.RAISE_VARARGS: func(b *build.Builder, u *uop.Inst) error {
			args := make([]*ir.Value, u.Oparg)
			for i := range args {
				args[len(args)-1-i] = b.Pop()
			}
			b.Push(b.Effect(p.mustOp("py.raise"), placeOf(b.Frame().Code, uint64(b.PC())), args...))
			return nil
		},
		cpython.RERAISE: nothing,
		cpython.INSERT_NULL: func(b *build.Builder, u *uop.Inst) error {
			v := b.Pop()
			b.Push(p.word(b, object.Null))
			b.Push(v)
			return nil
		},
		cpython.LOAD_SPECIAL: p.loadSpecial,
		cpython.LOAD_RAISED: func(b *build.Builder, u *uop.Inst) error {
			for uint64(b.Stack()) > u.Operand0 {
				b.Pop()
			}
			cell := p.word(b, p.h.RaisedCell())
			b.Push(b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffCellValue, clsCell), cell))
			b.AddTyped(ir.OpStore, ir.Void, mem(object.OffCellValue, clsCell), cell, p.word(b, object.None))
			return nil
		},
		cpython.UNWIND:       unwind(1),
		cpython.UNWIND_LASTI: unwind(2),
		cpython.UNWIND_FRAME: func(b *build.Builder, u *uop.Inst) error {
			exc, kept := b.Peek(0), p.word(b, object.Null)
			if u.Operand1 != 0 {
				kept = p.keepFrame(b, u.Operand1)
			}
			b.PopFrame(exc)
			b.Add(p.mustOp("py.unwind"), exc, kept, b.F.ConstI64(placeOf(b.Frame().Code, u.Operand0)))
			return nil
		},
		cpython.PUSH_EXC_INFO: func(b *build.Builder, u *uop.Inst) error {
			exc, cell := b.Pop(), p.word(b, p.h.HandlingCell())
			b.Push(b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffCellValue, clsCell), cell))
			b.Push(exc)
			b.AddTyped(ir.OpStore, ir.Void, mem(object.OffCellValue, clsCell), cell, exc)
			return nil
		},
		cpython.POP_EXCEPT: func(b *build.Builder, u *uop.Inst) error {
			b.AddTyped(ir.OpStore, ir.Void, mem(object.OffCellValue, clsCell), p.word(b, p.h.HandlingCell()), b.Pop())
			return nil
		},
		cpython.CHECK_EXC_MATCH: func(b *build.Builder, u *uop.Inst) error {
			t := b.Pop()
			op := "py.excmatch"
			if t.IsConst() && p.h.IsExceptionType(object.Value(t.Word())) {
				op = "exc.is"
			}
			b.Push(b.Add(ir.OpBoxBool, b.Effect(p.mustOp(op), 0, b.Peek(0), t)))
			return nil
		},
	}
}

// keepFrame makes the tuple of a frame that the exception on top of its stack leaves (package introspect).
func (p *py) keepFrame(b *build.Builder, end uint64) *ir.Value {
	at := p.word(b, object.SmallInt(int64(end)-1))
	if end >= cpython.EndBelow {
		at = b.Peek(int(end - cpython.EndBelow))
	}
	kept := []*ir.Value{p.word(b, object.None), at}
	for i := range b.Frame().NumLocals {
		kept = append(kept, b.Local(i))
	}
	return b.Add(p.mustOp("py.tuple"), kept...)
}

// loadSpecial finds a method of a with statement: a constant, if the value is known to be
// an instance of a class.
func (p *py) loadSpecial(b *build.Builder, u *uop.Inst) error {
	v := b.Peek(0)
	if t := p.typeOf(b, v); t != nil {
		f := t.Lookup(p.env.SpecialName(int(u.Oparg)))
		if f != object.Null && (p.h.Is(f, object.FunctionType) || p.h.Is(f, object.MethodDescType)) && (!t.Made() || p.dependsOn(b, t, false)) {
			b.Poke(1, p.word(b, f))
			return nil
		}
	}
	f := b.Effect(p.mustOp("py.special"), int64(u.Oparg), v)
	b.Poke(1, f)
	b.Poke(0, b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffCellValue, clsCell), p.word(b, p.h.SecondCell())))
	return nil
}

// placeOf packs the place of an instruction into an immediate.
func placeOf(code, pc uint64) int64 { return int64(code<<32 | pc) }

func traceback(place uint64) object.Traceback {
	return object.Traceback{Code: uint32(place >> 32), PC: uint32(place)}
}

// raiseOps are the operations behind these rules.
func (p *py) raiseOps() []guest.Op {
	h, env := p.h, p.env
	tb := call("py.unwind", 3, 0, changes, func(a []uint64) (uint64, error) {
		at := traceback(a[2])
		hidden := at.PC&cpython.HiddenFrame != 0
		at.PC &^= cpython.HiddenFrame
		env.Unwind(val(a[0]), val(a[1]), at, hidden)
		return 0, nil
	})
	tb.Args[2] = ir.I64
	tb.States = [ir.NumWhen]bool{}
	match := func(name string) guest.Op {
		return truthResult(call(name, 2, 0, pureCall, func(a []uint64) (uint64, error) { return truth(env.ExceptionMatches(val(a[0]), val(a[1]))) }))
	}
	excIs := match("exc.is") // the second operand is a constant, an exception type
	excIs.Lower = p.lowerExcIs
	return []guest.Op{
		variadic(withAux(call("py.raise", 0, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			n := len(a) - 1
			return word(env.RaiseHere(vals(a[:n]), traceback(a[n])))
		}))),
		void(tb),
		fresh(variadic(withWord(call("exc.new", 0, ir.AnyType, allocates, func(a []uint64) (uint64, error) {
			n := len(a) - 1
			return uint64(h.NewException(h.TypeFromObject(val(a[n])), vals(a[:n])...)), nil
		})))),
		match("py.excmatch"), excIs,
		// The receiver, or Null, is in a cell then.
		withAux(call("py.special", 1, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			f, self, err := env.Special(val(a[0]), int(a[1]))
			h.SetField(h.SecondCell(), object.OffCellValue, self)
			return word(f, err)
		})),
	}
}

// lowerExcIs compares an exception's type with that of the clause; a helper looks
// among its bases.
func (p *py) lowerExcIs(a *lower.Asm, v *ir.Value) lower.V {
	exc, clause := a.Arg(0), a.Arg(1)
	t := p.k.class(object.Value(v.Args[1].Word()))
	id := a.Load(lower.At(exc, object.OffType, 4))
	return a.Slow(lower.NE, id, lower.Imm(int64(t.id)), lower.Imm(1), lower.GPR, func() lower.V {
		return a.Call(p.helperIndex("exc.is"), exc, clause)
	})
}

package pyguest

import (
	"embed"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// routineFiles are made by cmd/opgen of package object.
//
//go:embed routines
var routineFiles embed.FS

// routineText returns the text of a routine: guest.Guest.Routine.
func routineText(name string) ([]byte, error) {
	return routineFiles.ReadFile("routines/" + name + ".ir")
}

// try lowers an operation as a call of a routine, and what slow does where it gives up.
func (p *py) try(a *lower.Asm, routine string, hot func(x lower.V) lower.V, slow func() lower.V, args ...lower.V) lower.V {
	r := a.Routine(routine)
	if r == nil {
		return slow()
	}
	return a.TryRoutine(r, hot, slow, args...)
}

// tryElement is try of a routine whose result may be Null, where slow is done, too: an iterator at its end gives nothing as often as it is
// asked.
func (p *py) tryElement(a *lower.Asm, routine string, slow func() lower.V, args ...lower.V) lower.V {
	r := a.Routine(routine)
	if r == nil {
		return slow()
	}
	null := object.Null
	return a.TryRoutines(r, func(call lower.Calls, giveUp lower.GivesUp) lower.V {
		x := call(r, args...)
		giveUp(lower.EQ, x, lower.Word(uint64(null)))
		return x
	}, slow)
}

// as is the result of an operation that is its routine's.
func as(x lower.V) lower.V { return x }

// A use says which routine an operation is, with which of the operands, and how the operation's result
// is made of the routine's.
type use struct {
	routine  string
	operands []int
	words    []object.Value                        // more operands
	tuple    bool                                  // the operands behind the first are a tuple: object.Once.Tuple
	result   func(a *lower.Asm, x lower.V) lower.V // nil: it is the routine's
	element  bool                                  // of which Null is none: object.OnceElement
	ops      []ir.Op                               // the same for package passes/inline
}

// inline says which routine an operation is: guest.Op.Inline.
func (u *use) inline(v *ir.Value) guest.Inlined {
	in := guest.Inlined{Routine: u.routine, Result: u.ops}
	for _, k := range u.operands {
		in.Operands = append(in.Operands, v.Args[k])
	}
	return in
}

// inlined gives an operation the routine that it is.
func inlined(u use, op guest.Op) guest.Op {
	op.Inline = func(v *ir.Value) (guest.Inlined, bool) { return u.inline(v), true }
	return op
}

// lower lowers an operation: slow is what it does without the routine.
func (u *use) lower(p *py, a *lower.Asm, slow func() lower.V) lower.V {
	plain := u.operands
	if u.tuple {
		plain = plain[:1]
	}
	args := make([]lower.V, len(plain))
	for i, k := range plain {
		args[i] = a.Arg(k)
	}
	if u.tuple {
		args = append(args, keyTuple(a, u.operands[1:]))
	}
	for _, w := range u.words {
		args = append(args, lower.Word(uint64(w)))
	}
	if u.element {
		return p.tryElement(a, u.routine, slow, args...)
	}
	hot := as
	if u.result != nil {
		hot = func(x lower.V) lower.V { return u.result(a, x) }
	}
	return p.try(a, u.routine, hot, slow, args...)
}

// expansion lowers an operation whose helper takes its operands: a routine is called, with those of
// them that it has, and the helper where the routine gives up.
func (p *py) expansion(op, routine string, operands ...int) lower.Rule {
	u := use{routine: routine, operands: operands}
	return func(a *lower.Asm, v *ir.Value) lower.V {
		return u.lower(p, a, func() lower.V { return p.callHelper(a, op, v) })
	}
}

// lowerNext is py.next, with two routines: the second one knows more iterators, and how to go on with more of them. The element is left where the helper leaves it, too: the exit behind it, which the
// end of a loop takes, has no place for it, and whoever forces that exit looks there (interp/deopt).
func (p *py) lowerNext(a *lower.Asm, v *ir.Value) lower.V {
	u := use{routine: "next", operands: []int{0}, result: func(a *lower.Asm, x lower.V) lower.V {
		a.Store(lower.InAct(int64(a.T.RetOffset)), x)
		return x
	}}
	more := u
	more.routine = "next.ahead"
	return u.lower(p, a, func() lower.V {
		return more.lower(p, a, func() lower.V { return p.callHelper(a, "py.next", v) })
	})
}

// expansions lowers an operation whose immediate, which its helper takes last, says what it does.
func (p *py) expansions(op string, uses map[int64]use) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		if u, ok := uses[v.Aux]; ok {
			return u.lower(p, a, func() lower.V { return p.callHelper(a, op, v, lower.Imm(v.Aux)) })
		}
		return p.callHelper(a, op, v, lower.Imm(v.Aux))
	}
}

// callHelper calls an operation's helper with its operands, and more.
func (p *py) callHelper(a *lower.Asm, op string, v *ir.Value, more ...lower.V) lower.V {
	args := make([]lower.V, len(v.Args), len(v.Args)+len(more))
	for i := range args {
		args[i] = a.Arg(i)
	}
	return a.Call(p.helperIndex(op), append(args, more...)...)
}

// byStep lowers an operation of slices whose operand 3 is the step: by the expansion for a step, or
// by the helper.
func (p *py) byStep(op string, expansions map[object.Value]lower.Rule) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		if step := ir.Resolve(v.Args[3]); step.IsConst() {
			if r := expansions[object.Value(step.Word())]; r != nil {
				return r(a, v)
			}
		}
		return p.callHelper(a, op, v)
	}
}

// lowerGetItem is py.getitem.
func (p *py) lowerGetItem(a *lower.Asm, v *ir.Value) lower.V {
	return p.subscript(a, v, func() lower.V { return p.callHelper(a, "py.getitem", v) })
}

// lowerBinary is py.binary.
func (p *py) lowerBinary(a *lower.Asm, v *ir.Value) lower.V {
	if v.Aux == int64(object.Subscr) {
		return p.subscript(a, v, func() lower.V { return p.callHelper(a, "py.binary", v, lower.Imm(v.Aux)) })
	}
	return p.expansions("py.binary", binaryUses)(a, v)
}

// subscript lowers a subscript: one by a constant slice as the slice.
func (p *py) subscript(a *lower.Asm, v *ir.Value, otherwise func() lower.V) lower.V {
	slow := func() lower.V {
		u := use{routine: "getitem", operands: []int{0, 1}}
		return u.lower(p, a, otherwise)
	}
	start, stop, step, ok := p.constantSlice(v.Args[1])
	switch {
	case ok && step == object.None:
		return p.try(a, "slice", as, slow, a.Arg(0), start, stop)
	case ok && step == object.SmallInt(-1):
		return p.try(a, "slice.reversed", as, slow, a.Arg(0), start, stop)
	}
	return slow()
}

// constantSlice has the parts of a subscript that is a constant slice.
func (p *py) constantSlice(k *ir.Value) (start, stop lower.V, step object.Value, ok bool) {
	k = ir.Resolve(k)
	if !k.IsConst() || p.k.TypeID(object.Value(k.Word())) != object.SliceType {
		return lower.None, lower.None, object.Null, false
	}
	parts := p.k.slice(object.Value(k.Word()))
	return lower.Word(uint64(parts[0])), lower.Word(uint64(parts[1])), parts[2], true
}

// lowerSetItem is py.setitem: of a constant slice the assignment to the slice.
func (p *py) lowerSetItem(a *lower.Asm, v *ir.Value) lower.V {
	slow := func() lower.V { return p.callHelper(a, "py.setitem", v) }
	if start, stop, step, ok := p.constantSlice(v.Args[1]); ok && step == object.None {
		return p.try(a, "slice.assign", as, slow, a.Arg(0), start, stop, a.Arg(2))
	}
	return p.try(a, "setitem", as, slow, a.Arg(0), a.Arg(1), a.Arg(2))
}

// lowerFormat is py.format: without a specification it is str(), with one routine format.
func (p *py) lowerFormat(a *lower.Asm, v *ir.Value) lower.V {
	slow := func() lower.V { return p.callHelper(a, "py.format", v) }
	if spec := ir.Resolve(v.Args[1]); spec.IsConst() && object.Value(spec.Word()) == object.Null {
		return p.try(a, "str", as, slow, a.Arg(0))
	}
	return p.try(a, "format", as, slow, a.Arg(0), a.Arg(1))
}

// conversionUses are the routines of py.convert.
var conversionUses = map[int64]use{1: {routine: "str", operands: []int{0}}, 2: {routine: "repr", operands: []int{0}}}

// lowerString is py.string: it joins two or three parts at a time.
func (p *py) lowerString(a *lower.Asm, v *ir.Value) lower.V {
	slow := func() lower.V { return p.callHelper(a, "py.string", v) }
	two, three := a.Routine("str.concat"), a.Routine("str.concat3")
	if two == nil || three == nil || len(v.Args) < 2 {
		return slow()
	}
	return a.TryRoutines(three, func(call lower.Calls, _ lower.GivesUp) lower.V {
		joined, next := a.Arg(0), 1
		for ; len(v.Args)-next > 1; next += 2 {
			joined = call(three, joined, a.Arg(next), a.Arg(next+1))
		}
		if next < len(v.Args) {
			joined = call(two, joined, a.Arg(next))
		}
		return joined
	}, slow)
}

// lowerDict is py.dict or py.strdict: a new one, to which the items are added.
func (p *py) lowerDict(op string) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		slow := func() lower.V { return p.callHelper(a, op, v) }
		empty, set := a.Routine("dict.new"), a.Routine("dict.setitem")
		if empty == nil || set == nil || len(v.Args) > mostDictItems {
			return slow()
		}
		return a.TryRoutines(empty, func(call lower.Calls, _ lower.GivesUp) lower.V {
			d := call(empty)
			for i := 0; i+1 < len(v.Args); i += 2 {
				call(set, d, a.Arg(i), a.Arg(i+1))
			}
			return d
		}, slow)
	}
}

// mostDictItems is how many operands py.dict has whose items are added in place.
const mostDictItems = 8

// onceUse is the routine of an operation that is written once; ok is false if r is nil.
func onceUse(r *object.Once) (u use, ok bool) {
	if r == nil {
		return use{}, false
	}
	u = use{routine: r.Routine, operands: r.Operands, words: r.Words, tuple: r.Tuple}
	switch r.Result {
	case object.OnceInt:
		u.result = boxSmall
	case object.OnceBool:
		u.result = boxBool
	case object.OnceNothing:
		u.result = noValue
	case object.OnceElement:
		u.element = true
	}
	return u, true
}

// boxSmall makes a word of an int that fits in it.
func boxSmall(a *lower.Asm, n lower.V) lower.V { return a.Add(n, intBias) }

// noValue is the result of an operation that is done for its effect.
func noValue(_ *lower.Asm, _ lower.V) lower.V { return lower.Word(uint64(object.None)) }

// lowerMethod lowers a call of a method that the immediate names.
func (p *py) lowerMethod(op string) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		slow := func() lower.V { return p.callHelper(a, op, v, lower.Imm(v.Aux)) }
		f := p.k.builtin(object.Value(v.Aux))
		u, ok := onceUse(f.Once(len(v.Args) - 1))
		if !ok || f.Owner == nil {
			return slow()
		}
		return u.lower(p, a, slow)
	}
}

// lowerCall is py.call: of a callable that is known to be builtin, its routine is tried; of another one without arguments, that of
// classes whose instances are made and no more.
func (p *py) lowerCall(a *lower.Asm, v *ir.Value) lower.V {
	slow := func() lower.V { return p.callHelper(a, "py.call", v) }
	if u, ok := p.calledUse(v.Args); ok {
		return u.lower(p, a, slow)
	}
	if f := ir.Resolve(v.Args[0]); len(v.Args) == 1 && !f.IsConst() {
		return p.try(a, "class.empty", as, slow, a.Arg(0), lower.Word(uint64(p.k.fixed().typeType)))
	}
	return slow()
}

// calledUse is the routine of a call: of the callable, and the arguments, of which the first may be the Null of a call without
// a receiver.
func (p *py) calledUse(args []*ir.Value) (u use, ok bool) {
	f, first := ir.Resolve(args[0]), 1
	if !f.IsConst() {
		return use{}, false
	}
	if len(args) > 1 {
		if self := ir.Resolve(args[1]); self.IsConst() && object.Value(self.Word()) == object.Null {
			first = 2
		}
	}
	n := len(args) - first
	switch c := object.Value(f.Word()); p.k.TypeID(c) {
	case object.TypeType:
		u, ok = onceUse(object.OnceOf(p.k.class(c).once, n))
	case object.MethodDescType:
		u, ok = onceUse(p.k.builtin(c).Once(n - 1))
	case object.BuiltinType:
		if d := p.k.builtin(c); d.Owner == nil {
			u, ok = onceUse(d.Once(n))
		}
	}
	operands := make([]int, len(u.operands))
	for i, k := range u.operands {
		operands[i] = k + first
	}
	u.operands = operands
	return u, ok
}

// lowerBuiltin lowers a call of the builtin function that is the immediate.
func (p *py) lowerBuiltin(op string) lower.Rule {
	return func(a *lower.Asm, v *ir.Value) lower.V {
		slow := func() lower.V { return p.callHelper(a, op, v, lower.Imm(v.Aux)) }
		f := p.k.builtin(object.Value(v.Aux))
		if f.Known("", "id") && len(v.Args) == 1 {
			return p.lowerID(a, slow)
		}
		if (f.Known("", "getattr") || f.Known("", "hasattr")) && len(v.Args) > 1 {
			return p.lowerAttrCall(a, v, f.Name, slow)
		}
		u, ok := onceUse(f.Once(len(v.Args)))
		if !ok || f.Owner != nil {
			return slow()
		}
		return u.lower(p, a, slow)
	}
}

// lowerID is id() of an object: its address, which is an int of the word.
func (p *py) lowerID(a *lower.Asm, slow func() lower.V) lower.V {
	w := a.Arg(0)
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.UGE, a.Sub(w, tagRef), lower.Imm(object.TagInt-object.TagRef))
		return a.Add(w, lower.Word(p.k.fixed().memBase+object.IntBias))
	}, slow)
}

// binaryUses are the routines of operators, by object.BinaryOp.
var binaryUses = func() map[int64]use {
	uses := map[int64]use{}
	for op := range object.Subscr + 1 {
		if routine := op.Routine(); routine != "" {
			uses[int64(op)] = use{routine: routine, operands: []int{0, 1}}
		}
	}
	return uses
}()

// unaryUses are the routines of unary operators, by object.UnaryOp.
var unaryUses = map[int64]use{
	int64(object.Invert): {routine: "invert", operands: []int{0}}, int64(object.Negative): {routine: "negative", operands: []int{0}},
}

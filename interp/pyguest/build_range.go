package pyguest

import (
	"math"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Loops over range(…): the range is an object that nothing needs but GET_ITER, so
// that it is never made, and its iterator is made of three numbers.

// maxStep bounds the steps that getIter computes with.
const maxStep = 1 << 32

// callClass calls a builtin type; int with a float, complex with numbers, and range with ints and a constant
// step, are operations of their own.
func (p *py) callClass(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	f, self := b.Peek(n+1), b.Peek(n)
	null := self.IsConst() && object.Value(self.Word()) == object.Null
	if null && f.IsConst() {
		for _, id := range [...]object.TypeID{object.IntType, object.FloatType, object.ComplexType} {
			if t := p.h.Type(id); object.Value(f.Word()) == t.Object && p.numberCall(b, u, t.Name, n) {
				return nil
			}
		}
	}
	if n == 0 && p.emptyNew(b, f, self) {
		return nil
	}
	if null && f.IsConst() && n <= maxArgs && p.callsNothing(object.Value(f.Word()), n) {
		f, _, args := p.popCall(b, n)
		b.Push(b.Effect(p.mustOp("class.call"), int64(f.Word()), args...))
		return nil
	}
	if n == 0 || n > 3 || !null || !f.IsConst() || object.Value(f.Word()) != p.h.Type(object.RangeType).Object {
		return p.genericCall(b, n)
	}
	if _, ok := p.step(b.Peek(0)); n == 3 && !ok {
		return p.genericCall(b, n)
	}
	for i := range n {
		if v := b.Peek(i); !b.KnownType(v).Within(tInt) {
			b.GuardType(v, tInt)
		}
	}
	_, _, args := p.popCall(b, n)
	start, step := p.word(b, object.SmallInt(0)), p.word(b, object.SmallInt(1))
	switch n {
	case 3:
		step = args[2]
		fallthrough
	case 2:
		start = args[0]
		args = args[1:]
	}
	b.Push(b.Add(p.mustOp("py.range"), start, args[0], step))
	return nil
}

// callsNothing reports whether a call of a class with n arguments is the slot of a builtin type, and nothing that the VM knows better: no routine,
// no driver, and no method in Python that is called in a frame.
func (p *py) callsNothing(class object.Value, n int) bool {
	if p.h.TypeID(class) != object.TypeType {
		return false
	}
	switch t := p.h.TypeFromObject(class); {
	case t.ID == object.StrType:
		return n > 1
	case t.Made() || p.h.PlainException(class) || t.ID < object.FirstFreeType && !t.IsException:
		return false
	default:
		_, ok := onceUse(object.OnceOf(t.OnceType(), n))
		return !ok
	}
}

// step returns the number in a constant that is good for a range's step.
func (p *py) step(v *ir.Value) (k int64, ok bool) {
	if !v.IsConst() {
		return 0, false
	}
	k, ok = wordsOf(p.h).UnboxI64(v.Word())
	return k, ok && k != 0 && k > -maxStep && k < maxStep
}

// getIter makes an iterator: that of a range which the trace makes, of its length,
// others by a call. Ranges that are not of words are the interpreter's.
func (p *py) getIter(b *build.Builder, u *uop.Inst) error {
	r := b.Peek(0)
	if p.seqIter(b, r) {
		return nil
	}
	if r.Op != p.mustOp("py.range") {
		return p.helper(b, p.mustOp("py.iter"), 0, 1)
	}
	k, ok := p.step(r.Args[2])
	if !ok {
		return p.helper(b, p.mustOp("py.iter"), 0, 1)
	}
	start, stop := p.number(b, r.Args[0]), p.number(b, r.Args[1])
	low, high, by := start, stop, k
	if k < 0 {
		low, high, by = stop, start, -k
	}
	// (high − low − 1)/by + 1 if low is below high, else 0.
	n := b.Guard(ir.OpSubOv, 0, high, low)
	if by != 1 {
		n = b.Guard(ir.OpDivOv, 0, b.Guard(ir.OpSubOv, 0, n, b.F.ConstI64(1)), b.F.ConstI64(by))
		n = b.Add(ir.OpAdd, n, b.F.ConstI64(1))
		// What would follow the last number has to fit: CPython has another type of
		// iterators for the rest.
		fits := b.Add(ir.OpLe, stop, b.F.ConstI64(math.MaxInt64-(by-1)))
		if k < 0 {
			fits = b.Add(ir.OpGe, stop, b.F.ConstI64(math.MinInt64+(by-1)))
		}
		b.Guard(ir.OpGuardTrue, 0, fits)
	}
	n = b.Add(ir.OpMul, n, b.Add(ir.OpBoolToI64, b.Add(ir.OpLt, low, high)))
	b.Pop()
	if k != 1 {
		n = b.Add(ir.OpMul, n, b.F.ConstI64(k))
	}
	b.Push(b.Add(p.mustOp("range.iter"), start, b.Add(ir.OpAdd, start, n), b.F.ConstI64(k)))
	return nil
}

// seqIter puts the iterator of what is known to be a list, a tuple or an instance of a class that derives from list on top in place of it.
func (p *py) seqIter(b *build.Builder, x *ir.Value) bool {
	op := "list.iter"
	switch known := b.KnownType(x); {
	case known == tTuple:
		op = "tuple.iter"
	case known != tList && p.like(b, x, object.FactIter) != object.ListType:
		return false
	}
	b.Poke(0, b.Add(p.mustOp(op), x, b.F.ConstI64(0)))
	return true
}

// number returns an int as a number; it leaves if it has more than 64 bits.
func (p *py) number(b *build.Builder, v *ir.Value) *ir.Value {
	if v.IsConst() {
		if n, ok := wordsOf(p.h).UnboxI64(v.Word()); ok {
			return b.F.ConstI64(n)
		}
	}
	return b.Guard(ir.OpGuardI64, 0, v)
}

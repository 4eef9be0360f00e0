package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
)

// Complex numbers in compiled code are two floats: an operation is operations on the parts of its operands, and makes an
// object of the results, which is made nowhere but at an exit where nobody else sees it (pass sink). A real operand
// has no imaginary part, not one of zero (Objects/complexobject.c in 3.14).

// A complexRule builds an operation on complex numbers.
type complexRule = func(p *py, b *build.Builder, x []*ir.Value) *ir.Value

// complexRules are the rules, by the names that the tables of operators and of calls have. Of those that end in .by the operand
// to the right is a float, of those in .from the one to the left.
var complexRules map[string]complexRule

func init() { // they refer to each other by the table
	complexRules = map[string]complexRule{
		"complex.add": eachPart("float.add"), "complex.add.by": realPart("float.add"), "complex.add.from": turned("complex.add.by"),
		"complex.sub": eachPart("float.sub"), "complex.sub.by": realPart("float.sub"), "complex.sub.from": complexFrom,
		"complex.mul": complexMul, "complex.mul.by": eachPart("float.mul"), "complex.mul.from": turned("complex.mul.by"),
		"complex.div.by": eachPart("float.div"), "complex.square": complexSquare,
		"complex.neg": complexNegative, "complex.abs": complexAbs, "complex.real": complexOfReal, "complex.parts": complexOfParts,
	}
}

// eachPart is an operation on both parts, with those of the other operand or with a float.
func eachPart(op string) complexRule {
	return func(p *py, b *build.Builder, x []*ir.Value) *ir.Value {
		re, im := p.parts(b, x[0])
		yr, yi := x[1], x[1]
		if b.KnownType(x[1]).Within(tComplex) {
			yr, yi = p.parts(b, x[1])
		}
		return p.newComplex(b, p.add(b, op, re, yr), p.add(b, op, im, yi))
	}
}

// realPart is an operation on the real part with a float.
func realPart(op string) complexRule {
	return func(p *py, b *build.Builder, x []*ir.Value) *ir.Value {
		re, im := p.parts(b, x[0])
		return p.newComplex(b, p.add(b, op, re, x[1]), im)
	}
}

// turned is another operation with its operands the other way around.
func turned(name string) complexRule {
	return func(p *py, b *build.Builder, x []*ir.Value) *ir.Value { return p.add(b, name, x[1], x[0]) }
}

// complexFrom is a float less a complex number.
func complexFrom(p *py, b *build.Builder, x []*ir.Value) *ir.Value {
	re, im := p.parts(b, x[1])
	return p.newComplex(b, p.add(b, "float.sub", x[0], re), p.add(b, "float.neg", im))
}

func complexNegative(p *py, b *build.Builder, x []*ir.Value) *ir.Value {
	re, im := p.parts(b, x[0])
	return p.newComplex(b, p.add(b, "float.neg", re), p.add(b, "float.neg", im))
}

func complexMul(p *py, b *build.Builder, x []*ir.Value) *ir.Value {
	ar, ai := p.parts(b, x[0])
	br, bi := p.parts(b, x[1])
	return p.product(b, ar, ai, br, bi)
}

// complexSquare is a ** 2: 1 times a * a, by which zeros get their signs. An infinite one is an error, which is left to the
// interpreter (object.Heap.PlainSquare).
func complexSquare(p *py, b *build.Builder, x []*ir.Value) *ir.Value {
	if two := p.word(b, object.SmallInt(2)); x[1] != two {
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, x[1], two))
	}
	re, im := p.parts(b, x[0])
	re, im = p.parts(b, p.product(b, re, im, re, im))
	square := p.product(b, p.word(b, object.FloatValue(1)), p.word(b, object.FloatValue(0)), re, im)
	re, im = p.parts(b, square)
	finite := p.add(b, "float.add", p.add(b, "float.sub", re, re), p.add(b, "float.sub", im, im)) // 0, or no number
	b.Guard(ir.OpGuardTrue, 0, p.add(b, "float.eq", finite, finite))
	return square
}

func complexAbs(p *py, b *build.Builder, x []*ir.Value) *ir.Value {
	re, im := p.parts(b, x[0])
	return b.Effect(p.mustOp("complex.length"), 0, re, im)
}

func complexOfReal(p *py, b *build.Builder, x []*ir.Value) *ir.Value {
	return p.newComplex(b, p.asFloat(b, x[0]), p.word(b, object.FloatValue(0)))
}

func complexOfParts(p *py, b *build.Builder, x []*ir.Value) *ir.Value {
	return p.newComplex(b, p.asFloat(b, x[0]), p.asFloat(b, x[1]))
}

// asFloat is an int or a float as a float.
func (p *py) asFloat(b *build.Builder, x *ir.Value) *ir.Value {
	if b.KnownType(x).Within(tInt) {
		return b.Effect(p.mustOp("float.of.int"), 0, x)
	}
	return x
}

// parts loads the parts of a complex number.
func (p *py) parts(b *build.Builder, z *ir.Value) (re, im *ir.Value) {
	return b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffComplexReal, clsComplex), z),
		b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffComplexImag, clsComplex), z)
}

func (p *py) newComplex(b *build.Builder, re, im *ir.Value) *ir.Value {
	return b.Add(p.mustOp("complex.new"), re, im)
}

// product is the product of two complex numbers. One whose real part is no number is left to the interpreter, which recovers what
// is infinite: so it is by the rows of BINARY_OP_EXTEND in tier 1 (object.Heap.PlainProduct).
func (p *py) product(b *build.Builder, ar, ai, br, bi *ir.Value) *ir.Value {
	re := p.add(b, "float.sub", p.add(b, "float.mul", ar, br), p.add(b, "float.mul", ai, bi))
	im := p.add(b, "float.add", p.add(b, "float.mul", ar, bi), p.add(b, "float.mul", ai, br))
	b.Guard(ir.OpGuardTrue, 0, p.add(b, "float.eq", re, re))
	return p.newComplex(b, re, im)
}

// complexOps are the rows.
func (p *py) complexOps() []guest.Op {
	number := func(a []uint64) object.Value { return p.h.NewComplex(complex(val(a[0]).Float(), val(a[1]).Float())) }
	length := call("complex.length", 2, tFloat, pureCall, func(a []uint64) (uint64, error) { return word(p.h.Unary(object.Absolute, number(a))) })
	return []guest.Op{
		lowered(p.lowerMade(object.ComplexType, object.ComplexSize),
			made(call("complex.new", 2, tComplex, allocates, func(a []uint64) (uint64, error) { return uint64(number(a)), nil }),
				true, fieldAt(object.OffComplexReal, clsComplex), fieldAt(object.OffComplexImag, clsComplex))),
		lowered(p.expansion("complex.length", "hypot", 0, 1), length),
	}
}

package object

import (
	"math"

	"github.com/tier2go/tier2/interp/number"
	"github.com/tier2go/tier2/interp/pyhash"
	"github.com/tier2go/tier2/interp/textfmt"
)

// complex (Objects/complexobject.c): an object with two floats. Its arithmetic is
// number.ComplexMul and its siblings.

const (
	OffComplexReal = 8 // values: floats
	OffComplexImag = 16
	ComplexSize    = 24
)

// NewComplex makes a complex number.
func (h *Heap) NewComplex(c complex128) Value {
	v := h.NewObject(ComplexType, ComplexSize)
	h.setComplex(v, c)
	return v
}

func (h *Heap) setComplex(v Value, c complex128) {
	h.SetField(v, OffComplexReal, FloatValue(real(c)))
	h.SetField(v, OffComplexImag, FloatValue(imag(c)))
}

// isComplex reports whether v is a complex number, or of a class derived from complex.
func (h *Heap) isComplex(v Value) bool { return v.IsRef() && h.IsInstance(v, ComplexType) }

// complexOf returns the value of what isComplex says to be one.
func (h *Heap) complexOf(v Value) complex128 {
	return complex(h.Field(v, OffComplexReal).Float(), h.Field(v, OffComplexImag).Float())
}

// ComplexOf returns the value of a complex number; ok is false for values of other types, those
// of classes derived from complex among them.
func (h *Heap) ComplexOf(v Value) (c complex128, ok bool) {
	if !v.IsRef() || h.RefType(v) != ComplexType {
		return 0, false
	}
	return h.complexOf(v), true
}

// ComplexLike is ComplexOf for values of classes derived from complex too.
func (h *Heap) ComplexLike(v Value) (c complex128, ok bool) {
	if !h.isComplex(v) {
		return 0, false
	}
	return h.complexOf(v), true
}

// complexOperand is an operand of an operator: a complex number, or a real one.
type complexOperand struct {
	c    complex128
	real bool
}

// toComplexOperand returns ok false for what takes no part in complex arithmetic.
func (h *Heap) toComplexOperand(v Value) (x complexOperand, ok bool, err error) {
	switch {
	case h.isComplex(v):
		return complexOperand{h.complexOf(v), false}, true, nil
	case v.IsFloat() || h.isA(v, FloatType):
		return complexOperand{complex(h.number(v).Float(), 0), true}, true, nil
	case h.isIntegral(v):
		f, err := h.IntToFloat(h.number(v))
		return complexOperand{complex(f, 0), true}, err == nil, err
	}
	return x, false, nil
}

// complexBinary is the Binary slot of complex.
func complexBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	switch op {
	case Add, Subtract, Multiply, TrueDivide, Power:
	default:
		return NotImplemented, nil
	}
	x, ok, err := h.toComplexOperand(a)
	if !ok {
		return orNotImplemented(err)
	}
	y, ok, err := h.toComplexOperand(b)
	if !ok {
		return orNotImplemented(err)
	}
	switch op {
	case Add:
		return h.NewComplex(complexAdd(x, y)), nil
	case Subtract:
		return h.NewComplex(complexSub(x, y)), nil
	case Multiply:
		return h.NewComplex(complexMul(x, y)), nil
	case TrueDivide:
		q, ok := complexDiv(x, y)
		if !ok {
			return Null, h.zeroDivision()
		}
		return h.NewComplex(q), nil
	}
	return h.complexPow(x.c, y.c)
}

func orNotImplemented(err error) (Value, error) {
	if err != nil {
		return Null, err
	}
	return NotImplemented, nil
}

func complexAdd(x, y complexOperand) complex128 {
	switch {
	case x.real:
		return complex(real(x.c)+real(y.c), imag(y.c))
	case y.real:
		return complex(real(x.c)+real(y.c), imag(x.c))
	}
	return x.c + y.c
}

func complexSub(x, y complexOperand) complex128 {
	switch {
	case x.real:
		return complex(real(x.c)-real(y.c), -imag(y.c))
	case y.real:
		return complex(real(x.c)-real(y.c), imag(x.c))
	}
	return x.c - y.c
}

func complexMul(x, y complexOperand) complex128 {
	switch {
	case x.real:
		return complex(real(x.c)*real(y.c), real(x.c)*imag(y.c))
	case y.real:
		return complex(real(x.c)*real(y.c), imag(x.c)*real(y.c))
	}
	return number.ComplexMul(x.c, y.c)
}

// PlainProduct reports whether the product of two complex numbers is what its parts' products give: its real part is a
// number, so that nothing is recovered of infinite ones.
func (h *Heap) PlainProduct(a, b Value) bool {
	x, y := h.complexOf(a), h.complexOf(b)
	re := float64(real(x)*real(y)) - float64(imag(x)*imag(y))
	return re == re
}

// PlainSquare is PlainProduct for a ** 2, which is 1 times the product of a and a and an error where that is infinite.
func (h *Heap) PlainSquare(a Value) bool {
	x := h.complexOf(a)
	re := float64(real(x)*real(x)) - float64(imag(x)*imag(x))
	im := float64(real(x)*imag(x)) + float64(imag(x)*real(x))
	return re-re == 0 && im-im == 0
}

func complexDiv(x, y complexOperand) (complex128, bool) {
	switch {
	case x.real:
		return number.RealDiv(real(x.c), y.c)
	case y.real:
		if real(y.c) == 0 {
			return 0, false
		}
		return complex(real(x.c)/real(y.c), imag(x.c)/real(y.c)), true
	}
	return number.ComplexDiv(x.c, y.c)
}

func (h *Heap) complexPow(a, b complex128) (Value, error) {
	p, ok := number.ComplexPow(a, b)
	switch {
	case !ok:
		return Null, h.Raise(ZeroDivisionErrorType, "zero to a negative or complex power")
	case math.IsInf(real(p), 0) || math.IsInf(imag(p), 0):
		return Null, h.Raise(OverflowErrorType, "complex exponentiation")
	}
	return h.NewComplex(p), nil
}

// complexCompare is the Compare slot of complex.
func complexCompare(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if op != EQ && op != NE {
		return NotImplemented, nil
	}
	x, same := h.complexOf(a), false
	switch {
	case h.isComplex(b):
		y := h.complexOf(b)
		same = real(x) == real(y) && imag(x) == imag(y)
	case b.IsFloat() || h.isA(b, FloatType):
		same = imag(x) == 0 && real(x) == h.number(b).Float()
	case h.isIntegral(b):
		if imag(x) == 0 {
			return h.Compare(op, FloatValue(real(x)), b)
		}
	default:
		return NotImplemented, nil
	}
	return Bool(same == (op == EQ)), nil
}

func complexHash(h *Heap, v Value) (int64, error) {
	c := h.complexOf(v)
	const imagFactor = 1000003 // sys.hash_info.imag
	hash := int64(uint64(pyhash.Float(real(c))) + imagFactor*uint64(pyhash.Float(imag(c))))
	if hash == -1 {
		hash = -2
	}
	return hash, nil
}

func complexUnary(h *Heap, op UnaryOp, v Value) (Value, error) {
	c := h.complexOf(v)
	switch op {
	case Negative:
		return h.NewComplex(complex(-real(c), -imag(c))), nil
	case Positive:
		return h.plainComplex(v), nil
	case Absolute:
		r := number.ComplexAbs(c)
		if math.IsInf(r, 0) && !math.IsInf(real(c), 0) && !math.IsInf(imag(c), 0) {
			return Null, h.Raise(OverflowErrorType, "absolute value too large")
		}
		return FloatValue(r), nil
	}
	return Null, h.noUnary(op, v)
}

// plainComplex returns v, or the complex number that a value of a derived class stands for.
func (h *Heap) plainComplex(v Value) Value {
	if h.RefType(v) == ComplexType {
		return v
	}
	return h.NewComplex(h.complexOf(v))
}

func complexRepr(h *Heap, v Value) (Value, error) {
	var store [80]byte
	b, c := store[:0], h.complexOf(v)
	if re := real(c); re != 0 || math.Signbit(re) {
		b = append(b, '(')
		b = textfmt.AppendFloat(b, re, 'r', 0, 0)
		im := len(b)
		b = textfmt.AppendFloat(append(b, '+'), imag(c), 'r', 0, 0)
		if b[im+1] == '-' {
			b = append(b[:im], b[im+1:]...)
		}
		return h.asciiStr(append(b, "j)"...)), nil
	}
	return h.asciiStr(append(textfmt.AppendFloat(b, imag(c), 'r', 0, 0), 'j')), nil
}

// formatComplexSpec is the Format slot of complex (Python/formatter_unicode.c,
// format_complex_internal): both parts are formatted, and padded together.
func formatComplexSpec(h *Heap, v, spec Value) (Value, error) {
	name := h.TypeName(v)
	f, err := h.parseSpec(spec, name, 0, '>')
	if err != nil {
		return Null, err
	}
	switch f.Conv {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n':
	default:
		return Null, h.unknownConv(f.Conv, name)
	}
	switch {
	case f.Fill == '0':
		return Null, h.Raise(ValueErrorType, "Zero padding is not allowed in complex format specifier")
	case f.Align == '=':
		return Null, h.Raise(ValueErrorType, "'=' alignment flag is not allowed in complex format specifier")
	}
	part, c := f, h.complexOf(v)
	part.Width = -1
	lead, tail := "", "j"
	onlyImag := false
	if f.Conv == 0 {
		part.Conv = 'r'
		if f.Prec >= 0 {
			part.Conv = 'g'
		}
		if onlyImag = real(c) == 0 && !math.Signbit(real(c)); !onlyImag {
			lead, tail = "(", "j)"
		}
	}
	m := h.Mark()
	defer h.Release(m)
	text := h.NewStr(lead)
	h.Push(text)
	if !onlyImag {
		re, err := h.formatFloat(real(c), &part)
		if err != nil {
			return Null, err
		}
		h.Push(re)
		text = h.StrConcat(text, re)
		h.Push(text)
		part.Sign = '+'
	}
	im, err := h.formatFloat(imag(c), &part)
	if err != nil {
		return Null, err
	}
	h.Push(im)
	text = h.StrConcat(text, im)
	h.Push(text)
	text = h.StrConcat(text, h.NewStr(tail))
	h.Push(text)
	f.Prec = -1
	return h.padStr(text, &f), nil
}

func (h *Heap) initComplex() {
	t := h.RegisterType(&Type{ID: ComplexType, Name: "complex", Visible: true, Size: ComplexSize, Slots: Slots{
		Repr:    complexRepr,
		Format:  formatComplexSpec,
		Hash:    complexHash,
		Compare: complexCompare,
		Binary:  complexBinary,
		Unary:   complexUnary,
		Bool:    func(h *Heap, v Value) (bool, error) { return h.complexOf(v) != 0, nil },
		New:     complexNew,
	}})
	h.addMethods(t, []Builtin{
		{Name: "conjugate", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
			c := h.complexOf(v)
			return h.NewComplex(complex(real(c), -imag(c))), nil
		}},
		{Name: "__complex__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) { return h.plainComplex(v), nil }},
		{Name: "__getnewargs__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
			return h.NewTuple(h.Field(v, OffComplexReal), h.Field(v, OffComplexImag)), nil
		}},
	})
	h.addClassMethods(t, []Builtin{{Name: "from_number", Arity: O, Fn: complexFromNumber}})
	h.AddMember(t, "real", OffComplexReal)
	h.AddMember(t, "imag", OffComplexImag)
}

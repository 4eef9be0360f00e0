package lib

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/decimal"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/unicode"
)

// The fields of a Decimal. No word looks like a reference unless it is one.
const (
	offDecExp  = 8  // word: the exponent plus expBias
	offDecLow  = 16 // words: the coefficient
	offDecHigh = 24
	offDecBig  = 32 // the coefficient as an int, Null if it stands in the words
	offDecMeta = 40 // word: digits, form, sign
	decSize    = 48

	expBias = 1 << 62
)

// load reads a Decimal. What it reads lies over the arena: it is valid while v lives.
func (k *decimals) load(v object.Value, x *decimal.Num) {
	h := k.h
	meta := h.Word(v, offDecMeta)
	form, neg, exp := decimal.Form(meta>>1&3), meta&1 != 0, int64(h.Word(v, offDecExp))-expBias
	if b := h.Field(v, offDecBig); b != object.Null {
		*x = k.env.FromBig(neg, h.BigOver(b), exp)
		*x = decimal.FromParts(form, neg, exp, x.Parts())
		return
	}
	x.SetWords(form, neg, exp, h.Word(v, offDecHigh), h.Word(v, offDecLow), int64(meta>>3))
}

// new makes a Decimal of a type.
func (k *decimals) new(t *object.Type, x *decimal.Num) object.Value {
	h := k.h
	hi, lo, short := x.IsShort()
	big := object.Null
	if !short || lo >= heap.TagRef {
		big = h.IntFromBig(x.Coefficient())
		lo, hi = 0, 0
	}
	var v object.Value
	if t == k.dec {
		v = h.NewObject(t.ID, decSize)
	} else {
		v = h.NewEmpty(t)
	}
	h.SetWord(v, offDecExp, uint64(x.Exp+expBias))
	h.SetWord(v, offDecLow, lo)
	h.SetWord(v, offDecHigh, hi)
	h.SetField(v, offDecBig, big)
	meta := uint64(x.Digits())<<3 | uint64(x.Form)<<1
	if x.Neg {
		meta |= 1
	}
	h.SetWord(v, offDecMeta, meta)
	return v
}

func (k *decimals) value(x *decimal.Num) object.Value { return k.new(k.dec, x) }

func (k *decimals) isDecimal(v object.Value) bool {
	return v.IsRef() && (k.h.TypeID(v) == k.dec.ID || k.h.IsInstance(v, k.dec.ID))
}

// operand converts an operand: a Decimal or an int. ok is false for others.
func (k *decimals) operand(v object.Value, x *decimal.Num) bool {
	switch {
	case v.IsRef() && k.h.RefType(v) == k.dec.ID:
		k.load(v, x)
	case v.IsSmall():
		k.fromInt(v, x)
	case !v.IsRef():
		return false
	case k.isDecimal(v):
		k.load(v, x)
	case k.h.IsIntegral(v):
		k.fromInt(v, x)
	default:
		return false
	}
	return true
}

// mustOperand is operand that raises TypeError for others.
func (k *decimals) mustOperand(v object.Value, x *decimal.Num) error {
	if k.operand(v, x) {
		return nil
	}
	return k.h.Raise(object.TypeErrorType, "conversion from %s to Decimal is not supported", k.h.TypeName(v))
}

// fromInt converts an int. The number may lie over v.
func (k *decimals) fromInt(v object.Value, x *decimal.Num) {
	if n, ok := k.h.AsInt64(v); ok {
		u := uint64(n)
		if n < 0 {
			u = -u
		}
		x.SetWords(decimal.Finite, n < 0, 0, 0, u, decimal.DigitsOf(u))
		return
	}
	*x = k.env.FromBig(k.h.IntSign(v) < 0, k.h.BigOver(v), 0)
}

// fromFloat converts a float exactly.
func (k *decimals) fromFloat(f float64, x *decimal.Num) {
	neg := math.Signbit(f)
	switch {
	case f != f:
		*x = decimal.FromParts(decimal.Quiet, neg, 0, decimal.Parts{})
		return
	case math.IsInf(f, 0):
		*x = decimal.FromParts(decimal.Infinite, neg, 0, decimal.Parts{})
		return
	case f == 0:
		*x = decimal.Short(neg, 0, 0, 0)
		return
	}
	m, e := math.Frexp(math.Abs(f))
	u := uint64(math.Ldexp(m, 53))
	e -= 53
	z := bits.TrailingZeros64(u)
	u, e = u>>z, e+z
	b := new(big.Int).SetUint64(u)
	if e >= 0 {
		*x = k.env.FromBig(neg, b.Lsh(b, uint(e)), 0)
		return
	}
	b.Mul(b, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-e)), nil))
	*x = k.env.FromBig(neg, b, int64(e))
}

// text returns a str as what the parser takes: the decimal digits of any script as ASCII ones. free: blanks around it are dropped, and all
// underscores. What cannot be part of a number gives what is none.
func (k *decimals) text(v object.Value, free bool) string {
	h := k.h
	lo, hi := 0, h.StrLen(v)
	if free {
		for lo < hi && unicode.IsSpace(h.StrAt(v, lo)) {
			lo++
		}
		for lo < hi && unicode.IsSpace(h.StrAt(v, hi-1)) {
			hi--
		}
	}
	b := make([]byte, 0, hi-lo)
	for i := lo; i < hi; i++ {
		h.CheckStopAt(i)
		switch r := h.StrAt(v, i); {
		case r == '_' && free:
		case r > 0 && r < 128:
			b = append(b, byte(r))
		case r > 127 && unicode.IsSpace(r):
			b = append(b, ' ')
		case unicode.DecimalValue(r) >= 0:
			b = append(b, '0'+byte(unicode.DecimalValue(r)))
		default:
			return ""
		}
	}
	return string(b)
}

// exact parses a text without rounding.
func (k *decimals) exact(x *decimal.Num, s string) decimal.Status {
	status := k.env.MaxContext().Parse(x, s)
	if status&(decimal.Inexact|decimal.Rounded|decimal.Clamped) != 0 {
		*x = decimal.FromParts(decimal.Quiet, false, 0, decimal.Parts{})
		status |= decimal.InvalidOperation
	}
	return status & decimal.Errors
}

// newDecimalOf is Decimal.__new__.
func (k *decimals) newDecimalOf(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := k.arguments(args, kwnames, 0, p[:], "value", "context"); err != nil {
		return object.Null, err
	}
	c, err := k.contextArg(p[1])
	if err != nil {
		return object.Null, err
	}
	return k.convert(t, p[0], c)
}

// convert makes a Decimal of any value that stands for a number, exactly.
func (k *decimals) convert(t *object.Type, v, c object.Value) (object.Value, error) {
	h := k.h
	var x decimal.Num
	var s decimal.Status
	switch {
	case v == object.Null:
		x = decimal.Short(false, 0, 0, 0)
	case k.isDecimal(v):
		if t == k.dec && h.Is(v, t.ID) {
			return v, nil
		}
		k.load(v, &x)
	case h.IsInstance(v, object.StrType):
		s = k.exact(&x, k.text(v, true))
	case h.IsIntegral(v):
		k.fromInt(v, &x)
	case h.IsInstance(v, object.TupleType), h.IsInstance(v, object.ListType):
		text, err := k.sequenceText(v)
		if err != nil {
			return object.Null, err
		}
		s = k.exact(&x, text)
	case h.IsInstance(v, object.FloatType):
		if err := k.raised(c, decimal.FloatOperation); err != nil {
			return object.Null, err
		}
		k.fromFloat(h.Plain(v).Float(), &x)
	default:
		return object.Null, k.mustOperand(v, &x)
	}
	if err := k.raised(c, s); err != nil {
		return object.Null, err
	}
	return k.new(t, &x), nil
}

// sequenceText returns the text of a tuple or list of a sign, digits and an exponent.
func (k *decimals) sequenceText(v object.Value) (string, error) {
	h := k.h
	bad := func(text string) (string, error) { return "", h.Raise(object.ValueErrorType, "%s", text) }
	items := k.items(v)
	if len(items) != 3 {
		return bad("argument must be a sequence of length 3")
	}
	const noSign, noDigits = "sign must be an integer with the value 0 or 1", "coefficient must be a tuple of digits"
	if !h.IsIntegral(items[0]) {
		return bad(noSign)
	}
	var b []byte
	switch n, ok := h.AsInt64(items[0]); {
	case !ok:
		return "", h.Raise(object.OverflowErrorType, "Python int too large to convert to C long")
	case n == 1:
		b = append(b, '-')
	case n != 0:
		return bad(noSign)
	}
	special, exp := "", int64(0)
	if h.IsInstance(items[2], object.StrType) {
		switch {
		case h.StrIs(items[2], "F"):
			special = "Inf"
		case h.StrIs(items[2], "n"):
			special = "NaN"
		case h.StrIs(items[2], "N"):
			special = "sNaN"
		default:
			return bad("string argument in the third position must be 'F', 'n' or 'N'")
		}
	} else {
		if !h.IsIntegral(items[2]) {
			return bad("exponent must be an integer")
		}
		n, err := h.Ssize(items[2])
		if err != nil {
			return "", err
		}
		exp = int64(n)
	}
	if !h.IsInstance(items[1], object.TupleType) && !h.IsInstance(items[1], object.ListType) {
		return bad(noDigits)
	}
	b = append(b, special...)
	digits := k.items(items[1])
	if len(digits) == 0 && special == "" {
		b = append(b, '0')
	}
	for i, d := range digits {
		h.CheckStopAt(i)
		n, ok := h.AsInt64(d)
		if !ok || n < 0 || n > 9 {
			return bad(noDigits)
		}
		if special != "Inf" {
			b = append(b, '0'+byte(n))
		}
	}
	if special == "" {
		b = append(b, 'E')
		b = appendInt(b, exp)
	}
	return string(b), nil
}

// items returns the elements of a tuple or a list, which must not change.
func (k *decimals) items(v object.Value) []object.Value {
	if k.h.IsInstance(v, object.TupleType) {
		return k.h.TupleItems(v)
	}
	return k.h.TupleItems(k.h.NewTuple(k.h.ListItems(v)...))
}

// hash is the hash of a number: that of the int, float or Fraction that it is equal to.
func (k *decimals) hash(h *object.Heap, v object.Value) (int64, error) {
	var x decimal.Num
	k.load(v, &x)
	var u uint64
	switch x.Form {
	case decimal.Signaling:
		return 0, h.Raise(object.TypeErrorType, "Cannot hash a signaling NaN value")
	case decimal.Quiet:
		return h.HashIdentity(v), nil
	case decimal.Infinite:
		u = infinityHash
	default:
		const inverseOfTen = 2075258708292324556
		u = x.Residue(1<<61-1, inverseOfTen)
	}
	n := int64(u)
	if x.Neg {
		n = -n
	}
	if n == -1 {
		n = -2
	}
	return n, nil
}

// infinityHash is the hash of the positive infinity.
const infinityHash = 314159

// compare is the comparison with a number of any kind.
func (k *decimals) compare(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
	c, err := k.getContext()
	if err != nil {
		return object.Null, err
	}
	x, y := &k.x, &k.y
	if !k.operand(b, y) {
		x, y = new(decimal.Num), new(decimal.Num) // what follows may run code of the program
		k.load(a, x)
		if ok, err := k.comparand(op, x, b, y, c); !ok || err != nil {
			return object.NotImplemented, err
		}
	} else {
		k.load(a, x)
	}
	n, s, ok := k.env.Cmp(x, y)
	if !ok {
		if op != object.EQ && op != object.NE {
			s = decimal.InvalidOperation
		}
		if err := k.raised(c, s); err != nil {
			return object.Null, err
		}
		return object.Bool(op == object.NE), nil
	}
	switch op {
	case object.LT:
		return object.Bool(n < 0), nil
	case object.LE:
		return object.Bool(n <= 0), nil
	case object.EQ:
		return object.Bool(n == 0), nil
	case object.NE:
		return object.Bool(n != 0), nil
	case object.GT:
		return object.Bool(n > 0), nil
	}
	return object.Bool(n >= 0), nil
}

// comparand converts what x is compared with; a fraction's denominator goes to x.
func (k *decimals) comparand(op object.CompareOp, x *decimal.Num, b object.Value, y *decimal.Num, c object.Value) (ok bool, err error) {
	h := k.h
	equality := op == object.EQ || op == object.NE
	if h.IsInstance(b, object.FloatType) {
		return true, k.floatComparand(equality, h.Plain(b).Float(), y, c)
	}
	if z, ok := h.ComplexLike(b); ok {
		if !equality || imag(z) != 0 {
			return false, nil
		}
		return true, k.floatComparand(true, real(z), y, c)
	}
	if ok, err := h.IsInstanceOf(b, k.rational); !ok || err != nil {
		return false, err
	}
	n, err := h.GetAttr(b, h.Intern("numerator"))
	if err != nil {
		return false, err
	}
	if !h.IsIntegral(n) {
		return false, k.mustInt(n)
	}
	k.fromInt(n, y)
	*y = k.env.FromBig(y.Neg, new(big.Int).Set(y.Coefficient()), 0) // n may die
	if x.Form != decimal.Finite {
		return true, nil
	}
	d, err := h.GetAttr(b, h.Intern("denominator"))
	if err != nil {
		return false, err
	}
	if !h.IsIntegral(d) {
		return false, k.mustInt(d)
	}
	var den decimal.Num
	k.fromInt(d, &den)
	exp := x.Exp
	t := decimal.FromParts(decimal.Finite, x.Neg, 0, x.Parts())
	k.env.MaxContext().Mul(x, &t, &den)
	x.Exp = exp
	return true, nil
}

func (k *decimals) mustInt(v object.Value) error {
	return k.h.Raise(object.TypeErrorType, "argument must be an integer")
}

func (k *decimals) floatComparand(equality bool, f float64, y *decimal.Num, c object.Value) error {
	h := k.h
	if !equality {
		if err := k.raised(c, decimal.FloatOperation); err != nil {
			return err
		}
	}
	h.SetWord(c, offDecStatus, h.Word(c, offDecStatus)|uint64(decimal.FloatOperation))
	k.fromFloat(f, y)
	return nil
}

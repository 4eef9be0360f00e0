package object

import "github.com/tier2go/tier2/interp/textfmt"

// The constructor of complex.

var complexSignature = signature{name: "complex", params: []string{"real", "imag"}, posMax: 2}

// complexNew is complex(real=0, imag=0), complex(number) and complex(text).
func complexNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	var p [2]Value
	if err := complexSignature.bind(h, args, kwnames, p[:]); err != nil {
		return Null, err
	}
	var c complex128
	var err error
	if single := p[1] == Null && kwnames == Null; single && p[0] != Null {
		if t.ID == ComplexType && h.Is(p[0], t.ID) {
			return p[0], nil
		}
		c, err = h.complexFrom(p[0])
	} else {
		c, err = h.complexOfParts(p[0], p[1])
	}
	if err != nil {
		return Null, err
	}
	if t.ID == ComplexType {
		return h.NewComplex(c), nil
	}
	v := h.NewEmpty(t)
	h.setComplex(v, c)
	return v, nil
}

// complexFrom converts the only argument.
func (h *Heap) complexFrom(v Value) (complex128, error) {
	if h.isStr(v) {
		text, b, _ := h.numberText(v, h.takeBuf())
		text, placed := textfmt.DropUnderscores(text)
		c, ok := textfmt.ParseComplex(text)
		h.putBuf(b)
		switch {
		case !placed:
			return 0, h.RaiseWith(ValueErrorType, h.StrConcat(h.NewStr("could not convert string to complex: "), h.strRepr(v)))
		case !ok:
			return 0, h.Raise(ValueErrorType, "complex() arg is a malformed string")
		}
		return c, nil
	}
	if c, ok, err := h.bySpecialComplex(v); ok || err != nil {
		return c, err
	}
	if !h.isReal(v) {
		return 0, h.Raise(TypeErrorType, "complex() argument must be a string or a number, not %s", h.TypeOf(v).FullName())
	}
	x, err := h.Float(v)
	return complex(x, 0), err
}

// complexFromNumber is complex.from_number.
func complexFromNumber(h *Heap, class Value, args []Value) (Value, error) {
	if class == h.types[ComplexType].Object && h.Is(args[0], ComplexType) {
		return args[0], nil
	}
	c, err := h.ComplexArg(args[0])
	if err != nil {
		return Null, err
	}
	return h.likeClass(class, ComplexType, h.NewComplex(c), nil)
}

// ComplexArg converts an argument that may be a complex number or a real one, as
// PyComplex_AsCComplex does.
func (h *Heap) ComplexArg(v Value) (complex128, error) {
	c, ok, err := h.bySpecialComplex(v)
	if err == nil && !ok {
		var x float64
		x, err = h.Float(v)
		c = complex(x, 0)
	}
	return c, err
}

// bySpecialComplex returns the value of a complex number, or of what has __complex__; ok is
// false for other values.
func (h *Heap) bySpecialComplex(v Value) (c complex128, ok bool, err error) {
	if h.ownType(v) {
		r, found, err := h.ownSpecial(v, "__complex__")
		if err != nil {
			return 0, false, err
		}
		if found {
			return h.specialComplex(r)
		}
	}
	if h.isComplex(v) {
		return h.complexOf(v), true, nil
	}
	return 0, false, nil
}

// specialComplex checks what __complex__ has returned.
func (h *Heap) specialComplex(r Value) (complex128, bool, error) {
	if !h.isComplex(r) {
		return 0, false, h.Raise(TypeErrorType, "__complex__ returned non-complex (type %s)", h.TypeName(r))
	}
	return h.complexOf(r), true, h.notExactly(r, ComplexType, "__complex__")
}

// complexOfParts is complex(re, im) with two arguments or names; im may be Null.
func (h *Heap) complexOfParts(re, im Value) (complex128, error) {
	if re == Null {
		re = SmallInt(0)
	}
	part := func(name string, v Value) (complex128, error) {
		c, isComplex, err := h.bySpecialComplex(v)
		if err != nil {
			return 0, err
		}
		if !isComplex && !h.isReal(v) {
			return 0, h.Raise(TypeErrorType, "complex() argument '%s' must be a real number, not %s", name, h.TypeName(v))
		}
		if isComplex {
			if h.isReal(v) {
				return c, nil
			}
			return c, h.Warn(DeprecationWarningType, "complex() argument '"+name+"' must be a real number, not "+h.TypeName(v), 1)
		}
		x, err := h.ToFloat(v)
		if err != nil {
			return 0, err
		}
		return complex(x.Float(), 0), nil
	}
	if im != Null && !h.isReal(im) && !h.isComplex(im) {
		if !h.isReal(re) && !h.isComplex(re) {
			if _, err := part("real", re); err != nil {
				return 0, err
			}
		}
		return 0, h.Raise(TypeErrorType, "complex() argument 'imag' must be a real number, not %s", h.TypeName(im))
	}
	r, err := part("real", re)
	if err != nil || im == Null {
		return r, err
	}
	var i complex128
	if h.isComplex(im) {
		if err := h.Warn(DeprecationWarningType, "complex() argument 'imag' must be a real number, not "+h.TypeName(im), 1); err != nil {
			return 0, err
		}
		i = h.complexOf(im)
		r = complex(real(r)-imag(i), imag(r))
	} else {
		x, err := h.ToFloat(im)
		if err != nil {
			return 0, err
		}
		i = complex(x.Float(), 0)
	}
	if h.isReal(re) && !h.isComplex(re) { // keeps the sign of a zero
		return complex(real(r), real(i)), nil
	}
	return complex(real(r), real(i)+imag(r)), nil
}

// isReal reports whether float() takes v by its type: it has __float__ or __index__.
func (h *Heap) isReal(v Value) bool {
	if v.IsFloat() || h.isIntegral(v) || h.isA(v, FloatType) {
		return true
	}
	t := h.TypeOf(v)
	return t.WeakProxy || t.Lookup(h.classes.nm.toFloat) != Null || t.Lookup(h.classes.nm.index) != Null
}

// ownType reports whether v is an instance of a class that a program has made, or of a type that has its
// conversions as such a class has.
func (h *Heap) ownType(v Value) bool {
	return v.IsRef() && (h.TypeOf(v).made || h.converts(h.TypeOf(v)))
}

package object

// The three-argument power (Objects/abstract.c, ternary_op; Objects/typeobject.c,
// slot_nb_power).

// powerKind says by what a type takes part in a power.
type powerKind uint8

const (
	noPower    powerKind = iota
	classPower           // methods of a class
	intPower
	floatPower
	complexPower
	typePower // of a type that has Type.PowMod
)

func (h *Heap) powerKindOf(t *Type) powerKind {
	is := func(id TypeID) bool { return t.IsSubtype(h.types[id]) }
	switch {
	case h.ownOperator(t, Power):
		return classPower
	case is(IntType):
		return intPower
	case is(FloatType):
		return floatPower
	case is(ComplexType):
		return complexPower
	case h.types[t.layout].PowMod != nil:
		return typePower
	}
	return noPower
}

// Pow3 is pow(a, b, c); c None is the same as a ** b. The operands' types are asked in turn,
// each kind of them once, the exponent's ahead of the base's if it derives from that.
func (h *Heap) Pow3(a, b, c Value) (Value, error) {
	if c == None {
		return h.Binary(Power, a, b)
	}
	if err := h.beneathProxies(&a, &b, &c); err != nil {
		return Null, err
	}
	ta, tb := h.TypeOf(a), h.TypeOf(b)
	first, second, third := h.powerKindOf(ta), h.powerKindOf(tb), h.powerKindOf(h.TypeOf(c))
	if second == first {
		second = noPower
	}
	if third == first || third == second {
		third = noPower
	}
	if second != noPower && tb.IsSubtype(ta) {
		first, second = second, first
	}
	for _, kind := range [...]powerKind{first, second, third} {
		if r, err := h.powerBy(kind, a, b, c); err != nil || r != NotImplemented {
			return r, err
		}
	}
	return Null, h.Raise(TypeErrorType, "unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'", h.TypeName(a), h.TypeName(b), h.TypeName(c))
}

// powerBy is one attempt at pow(a, b, c).
func (h *Heap) powerBy(kind powerKind, a, b, c Value) (Value, error) {
	switch kind {
	case typePower:
		for _, v := range [...]Value{a, b, c} {
			if f := h.types[h.TypeOf(v).layout].PowMod; f != nil {
				return f(h, a, b, c)
			}
		}
	case classPower:
		return h.classPow3(a, b, c)
	case intPower:
		if h.isIntegral(a) && h.isIntegral(b) && h.isIntegral(c) {
			return h.intPow3(h.number(a), h.number(b), h.number(c))
		}
	case floatPower:
		return Null, h.Raise(TypeErrorType, "pow() 3rd argument not allowed unless all arguments are integers")
	case complexPower:
		for _, v := range [...]Value{a, b} {
			if _, ok, err := h.toComplexOperand(v); !ok {
				return orNotImplemented(err)
			}
		}
		return Null, h.Raise(ValueErrorType, "complex modulo")
	}
	return NotImplemented, nil
}

// classPow3 asks the methods of the base's and the exponent's classes.
func (h *Heap) classPow3(a, b, c Value) (Value, error) {
	ta, tb := h.TypeOf(a), h.TypeOf(b)
	reflected := Null
	if ta != tb && h.ownOperator(tb, Power) {
		reflected = tb.Lookup(h.classes.nm.reversedOps[Power])
	}
	if h.ownOperator(ta, Power) {
		if reflected != Null && h.early(Power, ta, tb) != Null {
			if r, err := h.callSelf(reflected, b, a, c); err != nil || r != NotImplemented {
				return r, err
			}
			reflected = Null
		}
		if f := ta.Lookup(h.classes.nm.pow); f != Null {
			if r, err := h.callSelf(f, a, b, c); err != nil || r != NotImplemented {
				return r, err
			}
		}
	}
	if reflected != Null {
		return h.callSelf(reflected, b, a, c)
	}
	return NotImplemented, nil
}

package object

import "github.com/tier2go/tier2/interp/number"

// What numbers do by special methods that are no slots here: conversion to int,
// rounding, divmod.

// ownSpecial calls a special method that a class defines itself. found is false if v
// is of no class, or its class has only what a builtin type has.
func (h *Heap) ownSpecial(v Value, name string, args ...Value) (r Value, found bool, err error) {
	t := h.TypeOf(v)
	if !t.made && !h.converts(t) {
		return Null, false, nil
	}
	f := t.Lookup(h.Intern(name))
	if f == Null || h.native(f) && !h.converts(t) {
		return Null, false, nil
	}
	r, err = h.callSelf(f, v, args...)
	return r, true, err
}

// OwnSpecial calls a special method of v without arguments that v's class defines;
// found is false where v is of a builtin type, or its class inherits the method from one.
func (h *Heap) OwnSpecial(v Value, name string) (r Value, found bool, err error) {
	return h.ownSpecial(v, name)
}

// initNumberSpecials gives int and float these methods.
func (h *Heap) initNumberSpecials() {
	integer := func(h *Heap, v Value) (Value, error) { return h.plain(v), nil }
	float := func(f func(h *Heap, x float64) (Value, error)) func(h *Heap, v Value) (Value, error) {
		return func(h *Heap, v Value) (Value, error) { return f(h, v.Float()) }
	}
	toFloat := func(h *Heap, v Value) (Value, error) {
		x, err := h.Float(h.number(v)) // of the number that a class's value is: not by the class's method
		return FloatValue(x), err
	}
	for _, row := range []struct {
		t       TypeID
		name    string
		wrapper bool
		fn      func(h *Heap, v Value) (Value, error)
	}{
		{IntType, "__index__", true, integer}, {IntType, "__int__", true, integer}, {IntType, "__float__", true, toFloat},
		{IntType, "__trunc__", false, integer}, {IntType, "__floor__", false, integer}, {IntType, "__ceil__", false, integer},
		{FloatType, "__int__", true, float((*Heap).FloatToInt)}, {FloatType, "__float__", true, toFloat},
		{FloatType, "__trunc__", false, float((*Heap).FloatToInt)}, {FloatType, "__floor__", false, float((*Heap).FloatFloor)},
		{FloatType, "__ceil__", false, float((*Heap).FloatCeil)},
	} {
		t := h.types[row.t]
		if !row.wrapper {
			h.addMethods(t, []Builtin{{Name: row.name, Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) { return row.fn(h, v) }}})
			continue
		}
		h.newWrapper(t, &Builtin{Name: row.name, Arity: Varied, FnKw: func(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
			if err := h.wrapperArgs(row.name, 0, 0, args, kwnames); err != nil {
				return Null, err
			}
			return row.fn(h, v)
		}})
	}
	for _, t := range [...]TypeID{IntType, FloatType} {
		h.addMethods(h.types[t], []Builtin{{Name: "__round__", Arity: Fast, Min: 0, Max: 1, Fn: func(h *Heap, v Value, a []Value) (Value, error) {
			if len(a) == 0 {
				return h.Round(v, Null)
			}
			return h.Round(v, a[0])
		}}})
		for _, name := range [...]string{"__divmod__", "__rdivmod__"} {
			h.newWrapper(h.types[t], &Builtin{Name: name, Arity: Varied, FnKw: func(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
				if err := h.wrapperArgs(name, 1, 1, args, kwnames); err != nil {
					return Null, err
				}
				w := h.number(args[0])
				if !h.isIntegral(w) && (t == IntType || !w.IsFloat()) {
					return NotImplemented, nil
				}
				if name == "__rdivmod__" {
					v, w = w, v
				}
				return h.numberDivMod(v, w)
			}})
		}
	}
}

// DivMod is divmod(a, b): of numbers, or by __divmod__ and __rdivmod__ of classes.
func (h *Heap) DivMod(a, b Value) (Value, error) {
	if err := h.beneathProxies(&a, &b); err != nil {
		return Null, err
	}
	ta, tb := h.TypeOf(a), h.TypeOf(b)
	if ta.made || tb.made || h.converts(ta) || h.converts(tb) {
		if r, err := h.classDivMod(a, b, ta, tb); err != nil || r != NotImplemented {
			return r, err
		}
		return Null, h.noDivMod(a, b)
	}
	return h.numberDivMod(a, b)
}

// classDivMod tries the operands' methods, the right one's first if its class derives
// from the left one's and has another.
func (h *Heap) classDivMod(a, b Value, ta, tb *Type) (Value, error) {
	left, right := ta.Lookup(h.Intern("__divmod__")), Null
	if ta != tb {
		right = tb.Lookup(h.Intern("__rdivmod__"))
	}
	if right != Null && tb.IsSubtype(ta) && right != ta.Lookup(h.Intern("__rdivmod__")) {
		if r, err := h.callSelf(right, b, a); err != nil || r != NotImplemented {
			return r, err
		}
		right = Null
	}
	if left != Null {
		if r, err := h.callSelf(left, a, b); err != nil || r != NotImplemented {
			return r, err
		}
	}
	if right != Null {
		return h.callSelf(right, b, a)
	}
	return NotImplemented, nil
}

func (h *Heap) noDivMod(a, b Value) error {
	return h.Raise(TypeErrorType, "unsupported operand type(s) for divmod(): '%s' and '%s'", h.TypeName(a), h.TypeName(b))
}

// numberDivMod is divmod of ints and floats.
func (h *Heap) numberDivMod(a, b Value) (Value, error) {
	switch {
	case h.isIntegral(a) && h.isIntegral(b):
		q, r, err := h.intDivMod(a, b)
		if err != nil {
			return Null, err
		}
		return h.NewTuple(q, r), nil
	case h.isNumber(a) && h.isNumber(b):
		x, err := h.Float(a)
		if err != nil {
			return Null, err
		}
		y, err := h.Float(b)
		if err != nil {
			return Null, err
		}
		if y == 0 {
			return Null, h.zeroDivision()
		}
		q, r := number.FloatDivMod(x, y)
		return h.NewTuple(FloatValue(q), FloatValue(r)), nil
	}
	return Null, h.noDivMod(a, b)
}

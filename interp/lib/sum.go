package lib

import "github.com/tier2go/tier2/interp/object"

// Sums that are made step by step: what the loop of sum(), which adds ints by
// itself, calls for everything else. The total so far is an int, or a list that no
// program sees: the total, what rounding has lost of it, and how it is added to.
const (
	sumInts     = iota // an int that CPython holds in a machine word
	sumFloat           // compensated
	sumComplex         // compensated in both parts
	sumAnything        // by the operator alone
)

// SumStep returns the total of sum() with x added.
func SumStep(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
	state, x := args[0], args[1]
	if !h.Is(state, object.ListType) {
		kind := sumAnything
		if _, ok := h.AsInt64(state); ok {
			kind = sumInts
		}
		state = h.NewList(state, object.FloatValue(0), object.SmallInt(int64(kind)))
	}
	total, kind := h.ListItem(state, 0), h.ListItem(state, 2).Small()
	if kind == sumFloat {
		c := compensated{total.Float(), h.ListItem(state, 1).Float()}
		ok, err := c.addValue(h, x)
		if err != nil {
			return object.Null, err
		}
		if ok {
			h.SetListItem(state, 0, object.FloatValue(c.hi))
			h.SetListItem(state, 1, object.FloatValue(c.lo))
			return state, nil
		}
		total = object.FloatValue(c.float())
	}
	if kind == sumComplex {
		re, im := complexParts(h, state)
		ok, err := addComplex(h, re, im, x)
		if err != nil {
			return object.Null, err
		}
		if ok {
			h.SetListItem(state, 0, h.NewComplex(complex(re.hi, im.hi)))
			h.SetListItem(state, 1, h.NewComplex(complex(re.lo, im.lo)))
			return state, nil
		}
		total = h.NewComplex(complex(re.float(), im.float()))
	}
	total, err := h.Binary(object.Add, total, x)
	if err != nil {
		return object.Null, err
	}
	_, small := h.AsInt64(total)
	_, isComplex := h.ComplexOf(total)
	switch {
	case kind <= sumFloat && isComplex:
		kind = sumComplex
		h.SetListItem(state, 1, h.NewComplex(0))
	case kind == sumInts && total.IsFloat():
		kind = sumFloat
	case kind != sumInts || !small || !isWord(h, x):
		kind = sumAnything
	}
	h.SetListItem(state, 0, total)
	h.SetListItem(state, 2, object.SmallInt(kind))
	return state, nil
}

// addValue adds a float or an int; ok is false for anything else.
func (c *compensated) addValue(h *object.Heap, x object.Value) (ok bool, err error) {
	switch {
	case x.IsFloat():
		c.add(x.Float())
	case h.IsIntegral(x):
		f, err := h.IntToFloat(x)
		if err != nil {
			return false, err
		}
		c.add(f)
	default:
		return false, nil
	}
	return true, nil
}

// SumEnd returns the result of a sum that SumStep has made.
func SumEnd(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
	state := args[0]
	total := h.ListItem(state, 0)
	if h.ListItem(state, 2).Small() == sumFloat {
		c := compensated{total.Float(), h.ListItem(state, 1).Float()}
		return object.FloatValue(c.float()), nil
	}
	if h.ListItem(state, 2).Small() == sumComplex {
		re, im := complexParts(h, state)
		return h.NewComplex(complex(re.float(), im.float())), nil
	}
	return total, nil
}

// complexParts returns the sums of a state of kind sumComplex.
func complexParts(h *object.Heap, state object.Value) (re, im *compensated) {
	hi, _ := h.ComplexOf(h.ListItem(state, 0))
	lo, _ := h.ComplexOf(h.ListItem(state, 1))
	return &compensated{real(hi), real(lo)}, &compensated{imag(hi), imag(lo)}
}

// addComplex adds a complex number, a float or an int; ok is false for anything else.
func addComplex(h *object.Heap, re, im *compensated, x object.Value) (ok bool, err error) {
	if c, is := h.ComplexOf(x); is {
		re.add(real(c))
		im.add(imag(c))
		return true, nil
	}
	return re.addValue(h, x)
}

// SumFrom is the state of a sum whose first element was no number, that has come to a number with it. Ints are added by + from there on, as in CPython.
func SumFrom(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
	total, lost, kind := args[0], object.FloatValue(0), sumAnything
	switch {
	case h.Is(total, object.ComplexType):
		kind, lost = sumComplex, h.NewComplex(0)
	case total.IsFloat():
		kind = sumFloat
	}
	return h.NewList(total, lost, object.SmallInt(int64(kind))), nil
}

// SumsByPlus reports whether a sum that begins with a value is made by + alone: not if that is a number, nor a text, which sum refuses.
func SumsByPlus(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
	switch h.TypeID(args[0]) {
	case object.IntType, object.FloatType, object.ComplexType:
		return object.False, nil
	}
	for t := range unsummable {
		if h.IsInstance(args[0], t) {
			return object.False, nil
		}
	}
	return object.True, nil
}

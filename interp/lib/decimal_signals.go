package lib

import (
	"math"
	"strings"

	"github.com/tier2go/tier2/interp/internal/decimal"
	"github.com/tier2go/tier2/interp/object"
)

// The signals of a Context: as a set, as lists of exceptions, and as the dicts that programs see.

// setSignals stores a mapping or a list of signals in a word of a context.
func (k *decimals) setSignals(c object.Value, off uintptr, x object.Value, lists bool) error {
	var s decimal.Status
	var err error
	if lists && k.h.IsInstance(x, object.ListType) {
		s, err = k.signalList(x)
	} else {
		s, err = k.signalDict(x)
	}
	if err == nil {
		k.h.SetWord(c, off, uint64(s))
	}
	return err
}

// signalOf returns the conditions of a signal's exception.
func (k *decimals) signalOf(x object.Value) (decimal.Status, bool) {
	for i := firstSignal; i < endSignals; i++ {
		if k.errors[i] == x {
			return decimalErrors[i].status, true
		}
	}
	return 0, false
}

// signalList converts a list of signals and conditions.
func (k *decimals) signalList(x object.Value) (s decimal.Status, err error) {
	for _, v := range k.items(x) {
		one, ok := k.signalOf(v)
		for i := firstCondition; i < len(decimalErrors) && !ok; i++ {
			if k.errors[i] == v {
				one, ok = decimalErrors[i].status, true
			}
		}
		if !ok {
			return 0, k.h.Raise(object.KeyErrorType, "%s", badSignal)
		}
		s |= one
	}
	return s, nil
}

// signalDict converts a mapping of all signals to truth values.
func (k *decimals) signalDict(x object.Value) (s decimal.Status, err error) {
	h := k.h
	if h.IsInstance(x, k.mixin.ID) {
		return k.signalsOf(x)
	}
	if !h.IsInstance(x, object.DictType) {
		return 0, h.Raise(object.TypeErrorType, "argument must be a signal dict")
	}
	if h.DictLen(x) != numSignals {
		return 0, h.Raise(object.KeyErrorType, "invalid signal dict")
	}
	d, err := h.DictCopy(x) // truth values may be asked of classes
	if err != nil {
		return 0, err
	}
	for pos := 0; ; {
		key, v, more := h.DictNext(d, &pos)
		if !more {
			return s, nil
		}
		one, ok := k.signalOf(key)
		if !ok {
			return 0, h.Raise(object.KeyErrorType, "%s", badSignal)
		}
		yes, err := h.Truth(v)
		if err != nil {
			return 0, err
		}
		if yes {
			s |= one
		}
	}
}

// signalsOf returns what a SignalDict shows.
func (k *decimals) signalsOf(v object.Value) (decimal.Status, error) {
	c := k.h.Field(v, offSignalsOf)
	if c == object.Null {
		return 0, k.h.Raise(object.ValueErrorType, "invalid signal dict")
	}
	return decimal.Status(k.h.Word(c, uintptr(k.h.Word(v, offSignalsWord)))), nil
}

// signalsAt returns the SignalDict over a word of a context.
func (k *decimals) signalsAt(c object.Value, word, field uintptr) object.Value {
	h := k.h
	if d := h.Field(c, field); d != object.Null {
		return d
	}
	d := h.NewEmpty(k.signals)
	h.SetField(d, offSignalsOf, c)
	h.SetWord(d, offSignalsWord, uint64(word))
	h.SetField(c, field, d)
	return d
}

// signalNames lists signals in the order of their bits.
func signalNames(s decimal.Status) string {
	var list []string
	seen := decimal.Status(0)
	for bit := decimal.Clamped; bit <= decimal.Underflow; bit <<= 1 {
		if s&bit == 0 || seen&bit != 0 {
			continue
		}
		for i := firstSignal; i < endSignals; i++ {
			if e := decimalErrors[i]; e.status&bit != 0 {
				list = append(list, e.name)
				seen |= e.status
			}
		}
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// signalTuple returns a list of the exceptions of signals.
func (k *decimals) exceptionList(s decimal.Status) object.Value {
	list := k.h.NewList()
	for i := firstSignal; i < endSignals; i++ {
		if s&decimalErrors[i].status != 0 {
			k.h.ListAppend(list, k.errors[i])
		}
	}
	return list
}

// makeSignals makes SignalDict, a mapping of signals to truth values.
func (k *decimals) makeSignals(*module) error {
	h := k.h
	t := &object.Type{Name: "SignalDictMixin", Module: "decimal", Size: signalsSize, NoHash: true, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
			v := h.NewEmpty(t)
			h.SetField(v, offSignalsOf, object.Null)
			h.SetWord(v, offSignalsWord, 0)
			return v, nil
		},
		Len: func(_ *object.Heap, v object.Value) (int, error) {
			_, err := k.signalsOf(v)
			return numSignals, err
		},
		Iter: func(h *object.Heap, v object.Value) (object.Value, error) {
			if _, err := k.signalsOf(v); err != nil {
				return object.Null, err
			}
			return h.Iter(h.NewTuple(k.h.ListItems(k.exceptionList(math.MaxUint32))...))
		},
		GetItem: func(h *object.Heap, v, key object.Value) (object.Value, error) {
			s, err := k.signalsOf(v)
			if err != nil {
				return object.Null, err
			}
			bits, ok := k.signalOf(key)
			if !ok {
				return object.Null, h.Raise(object.KeyErrorType, "%s", badSignal)
			}
			return object.Bool(s&bits != 0), nil
		},
		SetItem: func(h *object.Heap, v, key, x object.Value) error {
			if _, err := k.signalsOf(v); err != nil {
				return err
			}
			if x == object.Null {
				return h.Raise(object.ValueErrorType, "signal keys cannot be deleted")
			}
			bits, ok := k.signalOf(key)
			if !ok {
				return h.Raise(object.KeyErrorType, "%s", badSignal)
			}
			yes, err := h.Truth(x)
			if err != nil {
				return err
			}
			c, off := h.Field(v, offSignalsOf), uintptr(h.Word(v, offSignalsWord))
			w := h.Word(c, off) &^ uint64(bits)
			if yes {
				w |= uint64(bits)
			}
			h.SetWord(c, off, w)
			return nil
		},
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			s, err := k.signalsOf(v)
			if err != nil {
				return object.Null, err
			}
			var list []string
			for i := firstSignal; i < endSignals; i++ {
				yes := "False"
				if s&decimalErrors[i].status != 0 {
					yes = "True"
				}
				list = append(list, "<class 'decimal."+decimalErrors[i].name+"'>:"+yes)
			}
			return h.NewStr("{" + strings.Join(list, ", ") + "}"), nil
		},
		Compare: func(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
			x, err := k.signalsOf(a)
			if err != nil {
				return object.Null, err
			}
			if op != object.EQ && op != object.NE || !h.IsInstance(b, k.mixin.ID) && !h.IsInstance(b, object.DictType) {
				return object.NotImplemented, nil
			}
			y, err := k.signalDict(b)
			if err != nil {
				if h.RaisedIs(err, object.KeyErrorType) {
					return object.NotImplemented, nil
				}
				return object.Null, err
			}
			return object.Bool((x == y) == (op == object.EQ)), nil
		},
	}}
	t.KnowAttrs(strings.Fields("__delitem__ __eq__ __ge__ __getitem__ __gt__ __hash__ __init__ __iter__ __le__ __len__ __lt__ __ne__ __new__ __repr__ __setitem__ copy"))
	k.mixin = h.RegisterType(t)
	h.AddMethods(k.mixin, []object.Builtin{{Name: "copy", Arity: object.NoArgs, Fn: func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		s, err := k.signalsOf(v)
		if err != nil {
			return object.Null, err
		}
		d := h.NewDict()
		for i := firstSignal; i < endSignals; i++ {
			if err := h.DictSet(d, k.errors[i], object.Bool(s&decimalErrors[i].status != 0)); err != nil {
				return object.Null, err
			}
		}
		return d, nil
	}}})
	abc, err := k.attr("collections.abc", "MutableMapping")
	if err != nil {
		return err
	}
	class, err := k.newClass("SignalDict", h.NewTuple(k.mixin.Object, abc))
	if err != nil {
		return err
	}
	k.signals = h.TypeFromObject(class)
	h.AddRoots(markOf(class))
	return nil
}

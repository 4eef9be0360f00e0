package object

import "math"

// find, rfind, index, rindex, count, startswith and endswith.

// findMethods are shared by str, bytes and bytearray.
var findMethods = pure([]Builtin{
	{Name: "find", Arity: Fast, Min: 1, Max: 3, Fn: findMethod("find", text.find, false)},
	{Name: "rfind", Arity: Fast, Min: 1, Max: 3, Fn: findMethod("rfind", text.rfind, false)},
	{Name: "index", Arity: Fast, Min: 1, Max: 3, Fn: findMethod("index", text.find, true)},
	{Name: "rindex", Arity: Fast, Min: 1, Max: 3, Fn: findMethod("rindex", text.rfind, true)},
	{Name: "count", Arity: Fast, Min: 1, Max: 3, Fn: textCount},
	{Name: "startswith", Arity: Fast, Min: 1, Max: 3, Fn: affixMethod("startswith", text.hasPrefix)},
	{Name: "endswith", Arity: Fast, Min: 1, Max: 3, Fn: affixMethod("endswith", text.hasSuffix)},
})

// searchArgs converts (sub[, start[, end]]) and returns the part of the receiver
// to search and where it begins; ok is false if sub does not fit in there.
func (h *Heap) searchArgs(self Value, args []Value, name string) (part, sub text, lo int, ok bool, err error) {
	isStr := h.kind(self) == StrType
	if isStr { // bytes' methods convert the bounds first
		if sub, err = h.subArg(self, args[0], name); err != nil {
			return part, sub, 0, false, err
		}
	}
	lo, hi, err := h.rangeArgs(self, args)
	if err == nil && !isStr {
		sub, err = h.subArg(self, args[0], name)
	}
	t := h.text(self)
	hi = min(hi, t.n)
	if err != nil || hi-lo < sub.n {
		return part, sub, 0, false, err
	}
	return t.slice(lo, hi), sub, lo, true, nil
}

// findMethod makes find or rfind, or the form that raises ValueError.
func findMethod(name string, find func(t, sub text) int, must bool) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, args []Value) (Value, error) {
		part, sub, lo, ok, err := h.searchArgs(self, args, name)
		if err != nil {
			return Null, err
		}
		if ok {
			if i := find(part, sub); i >= 0 {
				return SmallInt(int64(lo + i)), nil
			}
		}
		switch {
		case !must:
			return SmallInt(-1), nil
		case h.kind(self) == StrType:
			return Null, h.Raise(ValueErrorType, "substring not found")
		}
		return Null, h.Raise(ValueErrorType, "subsection not found")
	}
}

func textCount(h *Heap, self Value, args []Value) (Value, error) {
	part, sub, _, ok, err := h.searchArgs(self, args, "count")
	if err != nil || !ok {
		return SmallInt(0), err
	}
	return SmallInt(int64(part.count(sub, math.MaxInt))), nil
}

// affixMethod makes startswith or endswith.
func affixMethod(name string, has func(t, sub text) bool) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, args []Value) (Value, error) {
		lo, hi, err := h.rangeArgs(self, args)
		if err != nil {
			return Null, err
		}
		match := func(x Value) bool {
			sub := h.text(x)
			return hi-lo >= sub.n && has(h.text(self).slice(lo, hi), sub)
		}
		x, isStr := args[0], h.kind(self) == StrType
		switch {
		case isStr && h.isStr(x) || !isStr && h.isBytesLike(x):
			return Bool(match(x)), nil
		case h.isA(x, TupleType):
			return h.anyAffix(x, isStr, name, match)
		case isStr:
			return Null, h.Raise(TypeErrorType, "%s first arg must be str or a tuple of str, not %s", name, h.TypeName(x))
		}
		return Null, h.Raise(TypeErrorType, "%s first arg must be bytes or a tuple of bytes, not %s", name, h.TypeName(x))
	}
}

// anyAffix reports whether one of a tuple's elements matches.
func (h *Heap) anyAffix(tuple Value, isStr bool, name string, match func(Value) bool) (Value, error) {
	for _, x := range h.TupleItems(tuple) {
		if isStr && !h.isStr(x) {
			return Null, h.Raise(TypeErrorType, "tuple for %s must only contain str, not %s", name, h.TypeName(x))
		}
		if !isStr {
			if _, err := h.bytesArg(x); err != nil {
				return Null, err
			}
		}
		if match(x) {
			return True, nil
		}
	}
	return False, nil
}

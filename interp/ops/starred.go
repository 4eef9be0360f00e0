package ops

import "github.com/tier2go/tier2/interp/object"

// Starred makes the arguments of a call of f(*star, **kw): a tuple, whose last items have
// the names that kwnames has; kwnames is Null if there are none, kw if there is nothing. What
// it returns refers to all that the call needs.
func Starred(h *object.Heap, f, star, kw object.Value) (args, kwnames object.Value, err error) {
	if !h.Is(star, object.TupleType) {
		if h.TypeOf(star).Iter == nil {
			return object.Null, object.Null, h.Raise(object.TypeErrorType, "%s argument after * must be an iterable, not %s", calleeName(h, f), h.TypeName(star))
		}
		if star, err = h.TupleFromIter(star); err != nil {
			return object.Null, object.Null, err
		}
	}
	if kw == object.Null || h.DictLen(kw) == 0 {
		return star, object.Null, nil
	}
	mark := h.Mark()
	defer h.Release(mark)
	h.Push(star)
	all, names := h.NewList(h.TupleItems(star)...), object.Null
	h.Push(all)
	names = h.NewList()
	h.Push(names)
	for pos := 0; ; {
		k, v, ok := h.DictNext(kw, &pos)
		if !ok {
			break
		}
		if !h.IsInstance(k, object.StrType) {
			return object.Null, object.Null, h.Raise(object.TypeErrorType, "keywords must be strings")
		}
		h.ListAppend(names, k)
		h.ListAppend(all, v)
	}
	args = h.ListToTuple(all)
	h.Push(args)
	return args, h.ListToTuple(names), nil
}

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
	npos, n := h.TupleLen(star), h.DictLen(kw)
	mark := h.Mark()
	defer h.Release(mark)
	h.Push(star)
	args = h.NewTupleOfNull(npos + n)
	h.Push(args)
	kwnames = h.NewTupleOfNull(n)
	all, names := h.TupleItems(args), h.TupleItems(kwnames)
	copy(all, h.TupleItems(star))
	for pos, i := 0, 0; i < n; i++ { // which runs nothing
		k, v, _ := h.DictNext(kw, &pos)
		if !h.IsInstance(k, object.StrType) {
			return object.Null, object.Null, h.Raise(object.TypeErrorType, "keywords must be strings")
		}
		names[i], all[npos+i] = k, v
	}
	return args, kwnames, nil
}

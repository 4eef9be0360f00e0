package ops

import "github.com/tier2go/tier2/interp/object"

// CleanupThrow is CLEANUP_THROW: an iterator that a generator yields from has
// raised exc; if it is the iterator's end, the result is its value.
func CleanupThrow(h *object.Heap, exc object.Value) (object.Value, error) {
	v, done, err := h.EndValue(h.Reraise(exc, -1))
	if done {
		return v, nil
	}
	return object.Null, err
}

// StopIterationError is the intrinsic around every generator's body: StopIteration
// that leaves it would look like its end.
func StopIterationError(h *object.Heap, exc object.Value) object.Value {
	if !h.IsInstance(exc, object.StopIterationType) {
		return exc
	}
	e := h.NewException(h.Type(object.RuntimeErrorType), h.NewStr("generator raised StopIteration"))
	h.SetCause(e, exc)
	h.SetField(e, object.OffExcContext, exc)
	return e
}

// YieldFromIter is GET_YIELD_FROM_ITER: a generator, or the iterator of anything else.
func YieldFromIter(h *object.Heap, v object.Value) (object.Value, error) {
	if h.Is(v, object.GeneratorType) {
		return v, nil
	}
	return h.Iter(v)
}

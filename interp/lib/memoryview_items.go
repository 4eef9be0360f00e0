package lib

import (
	"bytes"
	"slices"

	"github.com/tier2go/tier2/interp/object"
)

// Subscripts of memoryviews.

// index converts a subscript.
func (w *view) index(key object.Value) (int, error) {
	i, err := w.h.IndexOr(key, object.IndexErrorType)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += int64(w.n)
	}
	if i < 0 || i >= int64(w.n) {
		return 0, w.h.Raise(object.IndexErrorType, "index out of bounds on dimension 1")
	}
	return int(i), nil
}

// isIndex reports whether a subscript stands for one element. A tuple of one index
// does.
func isIndex(h *object.Heap, key object.Value) (object.Value, bool) {
	if h.Is(key, object.TupleType) && h.TupleLen(key) == 1 {
		key = h.TupleItem(key, 0)
	}
	return key, h.HasIndex(key)
}

func allIndices(h *object.Heap, tuple object.Value) bool {
	for _, x := range h.TupleItems(tuple) {
		if _, ok := isIndex(h, x); !ok {
			return false
		}
	}
	return true
}

// slice returns the view of a slice.
func (w view) slice(key object.Value) (view, error) {
	start, _, step, count, err := w.h.AdjustSlice(key, func() int { return w.n })
	w.off += start * w.stride
	w.stride *= step
	w.n = count
	return w, err
}

func (k *views) getItem(h *object.Heap, v, key object.Value) (object.Value, error) {
	w, err := k.of(h, v)
	if err != nil {
		return object.Null, err
	}
	if h.Is(key, object.SliceType) {
		part, err := w.slice(key)
		if err == nil {
			_, err = k.of(h, v)
		}
		if err != nil {
			return object.Null, err
		}
		return k.object(h, part), nil
	}
	index, ok := isIndex(h, key)
	if !ok {
		return object.Null, badKey(h, key, "multi-dimensional slicing is not implemented")
	}
	i, err := w.index(index)
	if err != nil {
		return object.Null, err
	}
	if w, err = k.of(h, v); err != nil { // index may have released or changed it
		return object.Null, err
	}
	return w.get(i), nil
}

// badKey is the error for a subscript that is neither an index nor a slice; several is what is
// said of a tuple of slices.
func badKey(h *object.Heap, key object.Value, several string) error {
	if h.Is(key, object.TupleType) {
		switch items := h.TupleItems(key); {
		case len(items) == 0:
			return h.Raise(object.NotImplementedErrorType, "sub-views are not implemented")
		case allIndices(h, key):
			return h.Raise(object.TypeErrorType, "cannot index 1-dimension view with %d-element tuple", len(items))
		case !slices.ContainsFunc(items, func(x object.Value) bool { return !h.Is(x, object.SliceType) }):
			return h.Raise(object.NotImplementedErrorType, "%s", several)
		}
	}
	return h.Raise(object.TypeErrorType, "memoryview: invalid slice key")
}

func (k *views) setItem(h *object.Heap, v, key, x object.Value) error {
	w, err := k.of(h, v)
	switch {
	case err != nil:
		return err
	case w.readOnly:
		return h.Raise(object.TypeErrorType, "cannot modify read-only memory")
	case x == object.Null:
		return h.Raise(object.TypeErrorType, "cannot delete memory")
	case h.Is(key, object.SliceType):
		return k.setSlice(h, v, key, x)
	}
	index, ok := isIndex(h, key)
	if !ok {
		return badKey(h, key, "memoryview slice assignments are currently restricted to ndim = 1")
	}
	i, err := w.index(index)
	if err != nil {
		return err
	}
	packed, err := w.pack(x)
	if err != nil {
		return err
	}
	if w, err = k.of(h, v); err != nil { // index and pack may have released or changed it
		return err
	}
	copy(w.at(i), packed[:])
	return nil
}

// setSlice copies what another object of the same format shows.
func (k *views) setSlice(h *object.Heap, v, key, x object.Value) error {
	if !h.Is(x, k.t.ID) {
		if !h.IsBuffer(x) {
			return h.Raise(object.TypeErrorType, "a bytes-like object is required, not '%s'", h.TypeName(x))
		}
		args := h.NewTuple(x)
		var err error
		if x, err = k.newView(h, k.t, h.TupleItems(args), object.Null); err != nil {
			return err
		}
	}
	to, err := k.of(h, v)
	if err == nil {
		to, err = to.slice(key)
	}
	if err != nil {
		return err
	}
	from, err := k.of(h, x) // behind slice, which may have released or changed both
	if err != nil {
		return err
	}
	now, err := k.of(h, v)
	if err != nil {
		return err
	}
	to.data = now.data
	if from.item.code != to.item.code || from.n != to.n {
		return h.Raise(object.ValueErrorType, "memoryview assignment: lvalue and rvalue have different structures")
	}
	data := bytes.Clone(from.bytes())
	for i := range to.n {
		copy(to.at(i), data[i*to.item.size:])
	}
	return nil
}

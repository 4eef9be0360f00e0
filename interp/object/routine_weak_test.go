package object

// referred makes a value that has a weak reference, or had one asked for, or has none.
func (r *randomValues) referred() Value {
	h, t := r.h, r.weakType()
	if r.rng.IntN(4) == 0 {
		return r.item()
	}
	v := h.NewSet()
	if r.rng.IntN(8) > 0 {
		h.NewWeak(h.NewEmpty(t), v, None)
	}
	if r.rng.IntN(8) > 0 {
		h.BasicWeak(v, t)
	}
	return v
}

// weakType is the type of the heap's weak references.
func (r *randomValues) weakType() *Type {
	for _, t := range r.h.types {
		if t != nil && t.WeakRef {
			return t
		}
	}
	return r.h.RegisterType(&Type{Name: "ref", Size: WeakSize, WeakRef: true})
}

// weakGeneral is the weak reference of a value, as whoever makes one finds it.
func weakGeneral(h *Heap, args []Value) (uint64, error) {
	return uint64(h.BasicWeak(args[0], (&randomValues{h: h}).weakType())), nil
}

package object

// future returns a future in any state, or the one before, or seldom something else.
func (r *randomValues) future() Value {
	switch r.rng.IntN(8) {
	case 0:
		return r.item()
	case 1:
		if r.lastFuture != 0 {
			return r.lastFuture
		}
	}
	if r.futureType == nil {
		r.futureType = r.h.RegisterType(&Type{Name: "future", Size: FutureSize, Future: true})
	}
	f := r.h.NewObject(r.futureType.ID, FutureSize)
	r.lastFuture = f
	for _, off := range [...]uintptr{OffFutLoop, OffFutLoop, OffFutCallback, OffFutCallbacks, OffFutException, OffFutResult} {
		if r.rng.IntN(3) > 0 && off != OffFutException || r.rng.IntN(8) == 0 {
			r.h.SetField(f, off, r.item())
		}
	}
	if r.rng.IntN(2) == 0 {
		r.h.SetField(f, OffFutAwaitedBy, f)
	}
	if r.rng.IntN(4) > 0 {
		r.h.SetField(f, OffFutCallback, Null)
		r.h.SetField(f, OffFutCallbacks, Null)
	}
	r.h.SetWord(f, OffFutBits, r.rng.Uint64N(2*FutFreeBit))
	return f
}

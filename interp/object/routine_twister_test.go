package object

// twister makes a generator of random numbers whose state has words left or not, or seldom something else.
func (r *randomValues) twister() Value {
	if r.rng.IntN(8) == 0 {
		return r.item()
	}
	h := r.h
	if r.twisterType == nil {
		r.twisterType = h.RegisterType(&Type{Name: "twister", Size: TwisterSize, Twister: true})
	}
	v := h.NewEmpty(r.twisterType)
	h.NewTwister(v)
	t := h.TwisterOf(v)
	for i := range t.State {
		t.State[i] = r.rng.Uint32()
	}
	if r.rng.IntN(8) > 0 {
		t.Index = uint64(r.rng.IntN(TwisterN + 1))
	}
	return v
}

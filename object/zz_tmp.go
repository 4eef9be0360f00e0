package object

func (h *Heap) initNumbers()      {}
func (h *Heap) initStrTypes()     {}
func (h *Heap) Int(i int64) Value { return SmallInt(i) }

// Unsupported is an error that says what this VM does not implement.
type Unsupported struct{ What string }

// Error implements error.
func (u *Unsupported) Error() string { return "unsupported " + u.What }

// Unsupported returns an error that names what is not implemented.
func (h *Heap) Unsupported(what string) error { return &Unsupported{what} }

func (h *Heap) percentFormat(format, args Value) (Value, error) {
	return Null, h.Unsupported("% formatting")
}

func (h *Heap) IsInt(v Value) bool            { return v.IsSmall() }
func (h *Heap) AsInt64(v Value) (int64, bool) { return v.Small(), v.IsSmall() }
func (h *Heap) IntSign(v Value) int           { return h.IntCompare(v, SmallInt(0)) }
func (h *Heap) IntCompare(a, b Value) int {
	switch {
	case a.Small() < b.Small():
		return -1
	case a.Small() > b.Small():
		return 1
	}
	return 0
}
func (h *Heap) IntAdd(a, b Value) Value { return h.Int(a.Small() + b.Small()) }
func (h *Heap) IntSub(a, b Value) Value { return h.Int(a.Small() - b.Small()) }
func (h *Heap) IntMul(a, b Value) Value { return h.Int(a.Small() * b.Small()) }
func (h *Heap) IntFloorDiv(a, b Value) (Value, error) {
	q, r := a.Small()/b.Small(), a.Small()%b.Small()
	if r != 0 && (r < 0) != (b.Small() < 0) {
		q--
	}
	return h.Int(q), nil
}
func (h *Heap) IntMod(a, b Value) (Value, error) {
	r := a.Small() % b.Small()
	if r != 0 && (r < 0) != (b.Small() < 0) {
		r += b.Small()
	}
	return h.Int(r), nil
}

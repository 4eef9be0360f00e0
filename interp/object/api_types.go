package object

// What packages that add container types need.

// End returns how many bytes the fields of a type's instances take, header
// included: where those of a type that derives from it begin.
func (t *Type) End() uintptr { return t.end }

// BeginRepr is called before the repr of a container is made of those of its
// elements: first is false if that is under way already, because the container is in
// itself. If it is true, EndRepr must follow. The error is RecursionError.
func (h *Heap) BeginRepr(v Value) (first bool, err error) { return h.beginRepr(v) }

// EndRepr ends what BeginRepr has begun.
func (h *Heap) EndRepr() { h.endRepr() }

// RepeatCount converts the number that a sequence is multiplied by; ok is false for
// what is no int.
func (h *Heap) RepeatCount(v Value) (n int, ok bool, err error) { return h.repeatCount(v) }

// CannotRepeat is a*b for a sequence and what is no int: what the other operand
// makes of it, or TypeError. count is that operand.
func (h *Heap) CannotRepeat(a, b, count Value) (Value, error) {
	return h.cannotRepeat(a, b, count)
}

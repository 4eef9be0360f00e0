package object

// Facts of types that routines read by a type's id, of the first TypeTableSize types: they follow from
// the slots, and are found anew where those change.
const (
	factIdentity = 1 << iota // a value is equal to nothing but itself, and hashed by its place
	factTrue                 // a value is true
)

// noteFacts finds a type's facts.
func (h *Heap) noteFacts(t *Type) {
	if t.ID >= TypeTableSize {
		return
	}
	var facts uint8
	if t.Slots.Compare == nil && t.Slots.Hash == nil && !t.NoHash {
		facts |= factIdentity
	}
	if t.Slots.Bool == nil && t.Len == nil {
		facts |= factTrue
	}
	h.typeFacts[t.ID] = facts
}

package object

// The fields of functools.partial, which package lib has: traces call what it calls.
const (
	OffPartialFunc   = 8
	OffPartialArgs   = 16 // tuple
	OffPartialKw     = 24 // dict
	OffPartialBlanks = 32 // word: how many arguments are Placeholder
	PartialSize      = 40
)

// PartialCall returns the function in Python that a call of a functools.partial is a call of, and the tuple of the arguments that it
// puts in front; ok is false for what is none, or has arguments by keyword or places to be filled.
func (h *Heap) PartialCall(v Value) (f, args Value, ok bool) {
	if h.PartialType == 0 || h.TypeID(v) != h.PartialType || h.Word(v, OffPartialBlanks) != 0 || h.DictLen(h.Field(v, OffPartialKw)) != 0 {
		return Null, Null, false
	}
	f = h.Field(v, OffPartialFunc)
	return f, h.Field(v, OffPartialArgs), h.Is(f, FunctionType)
}

package object

// Patterns and matches of regular expressions: what instances of types with Type.Pattern and Type.Match have where routines look. Package
// lib makes and matches them.

const (
	OffPatternText   = 8  // str, bytes or None
	OffPatternIndex  = 16 // dict: numbers of groups by name
	OffPatternFilter = 24 // what SetPatternFilter has made, or Null
	// PatternSize is where a pattern's other fields begin.
	PatternSize = 32

	OffMatchText  = 8  // what was matched
	OffMatchOf    = 16 // the pattern
	OffMatchSpans = 24 // tuple of ints: begin and end of each group, −1: took no part
	// MatchSize is where a match's other fields begin.
	MatchSize = 32

	// Of a filter.
	offFilterLeast = 16 // words
	offFilterKnown = 24
	offFilterMasks = 32 // bytes, by character
	filterSize     = offFilterMasks + 256
)

// mostFilter is how many characters a filter knows: the bits of a mask.
const mostFilter = 8

// SetPatternFilter notes what each match of a pattern begins with: at least so many characters, of which the first known are, one by one, members
// of sets. Mask k has a bit for each of these sets that character k is in. What has a character from 256 on is left to Go.
func (h *Heap) SetPatternFilter(pattern Value, least, known int, masks *[256]uint8) {
	f := h.Alloc(kindBytes, filterSize)
	h.header(f, ArrayType, 0)
	h.SetField(pattern, OffPatternFilter, f)
	h.SetWord(f, offFilterLeast, uint64(least))
	h.SetWord(f, offFilterKnown, uint64(min(known, mostFilter)))
	for i, mask := range masks {
		*(*uint8)(h.At(f, offFilterMasks+uintptr(i))) = mask
	}
}

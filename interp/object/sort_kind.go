package object

import "slices"

// sortKind says how two keys compare.
type sortKind uint8

const (
	sortAny    sortKind = iota
	sortSmall           // all are ints in words
	sortFloat           // all are floats
	sortNumber          // all are floats and ints in words
	sortLatin           // all are str of 1 byte a code point
	sortStr             // all are str
	sortTuple           // all are tuples
	sortList            // all are lists
)

// commonKind finds the fastest comparison that holds for all keys.
func (s *sorter) commonKind() sortKind {
	k := s.h.sortKind(s.keys[0])
	for _, v := range s.keys[1:] {
		if k == sortAny {
			break
		}
		k = joinKinds(k, s.h.sortKind(v))
	}
	return k
}

// sortKind is the kind of a list of v.
func (h *Heap) sortKind(v Value) sortKind {
	switch {
	case v.IsSmall():
		return sortSmall
	case v.IsFloat():
		return sortFloat
	}
	switch h.RefType(v) {
	case StrType:
		if h.StrKind(v) == 1 {
			return sortLatin
		}
		return sortStr
	case TupleType:
		return sortTuple
	case ListType:
		return sortList
	}
	return sortAny
}

// joinKinds is the kind of lists of both.
func joinKinds(a, b sortKind) sortKind {
	switch lo, hi := min(a, b), max(a, b); {
	case a == b:
		return a
	case lo >= sortSmall && hi <= sortNumber:
		return sortNumber
	case lo >= sortLatin && hi <= sortStr:
		return sortStr
	}
	return sortAny
}

// sortWords sorts keys that are words with a total order, in which equal ones
// are identical. It returns false when they are not that.
func (s *sorter) sortWords() bool {
	switch s.kind {
	case sortSmall:
		slices.Sort(s.keys) // ints in words are in order
		return true
	case sortFloat:
		zeros := 0 // bit 0: there is a 0.0; bit 1: a −0.0
		for _, v := range s.keys {
			switch uint64(v) {
			case 0:
				zeros |= 1
			case 1 << 63:
				zeros |= 2
			case CanonNaN:
				return false
			}
		}
		if zeros == 3 {
			return false
		}
		// Turn negative floats around: then the words are in order. Nothing
		// is allocated before they are turned back.
		for i, v := range s.keys {
			s.keys[i] = turnFloat(v)
		}
		slices.Sort(s.keys)
		for i, v := range s.keys {
			s.keys[i] = turnBack(v)
		}
		return true
	}
	return false
}

func turnFloat(v Value) Value {
	return v ^ Value(uint64(int64(v)>>63)|1<<63)
}

func turnBack(v Value) Value {
	return v ^ Value(^uint64(int64(v)>>63)|1<<63)
}

package object

import "github.com/tier2go/tier2/opgen/mem"

// mostCompared is how many elements of tuples are compared.
const mostCompared = 16

// equalTo is a == b: of ints, None, strs, floats, of what is equal to itself only, of tuples, lists and dicts of these, of bytes, of sets and of rings.
//
//tier2:routine equal
func equalTo(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	if !wordIsRef(a) {
		if a == b {
			return true, settled(m, a)
		}
		return keysEqual(m, a, b)
	}
	switch comparedAs(m, a) {
	case uint64(TupleType):
		if a == b {
			return true, true
		}
		if isTuple(m, b) {
			return tuplesEqual(m, a, b, mostCompared)
		}
	case uint64(ListType):
		if a == b {
			return true, true
		}
		if wordIs(m, b, uint64(ListType)) {
			return listsEqual(m, a, b)
		}
	case uint64(BytesType):
		if wordIs(m, b, uint64(BytesType)) {
			return bytesSame(m, a, b)
		}
	case uint64(SetType), uint64(FrozenSetType):
		return setsEqual(m, a, b)
	case uint64(DictType):
		if a == b {
			return true, true
		}
		if wordIs(m, b, uint64(DictType)) {
			return dictsSame(m, a, b)
		}
	}
	if factsOf(m, a)&factRingItems != 0 {
		return ringsEqual(m, a, b)
	}
	if a == b {
		return true, settled(m, a) || isLikeInt(m, a)
	}
	return keysEqual(m, a, b)
}

// narrow reports whether a value is a str of one byte a code point.
func narrow(m mem.Mem, s mem.Ref) bool {
	return wordIs(m, s, uint64(StrType)) && m.U32(s, fieldAux)&StrKindMask == 1
}

// strStarts is s.startswith(p) of a str, or a tuple of few.
//
//tier2:routine str.startswith
func strStarts(m mem.Mem, s, p mem.Ref) (starts, ok bool) {
	if !narrow(m, s) {
		return false, false
	}
	if !wordIs(m, p, uint64(TupleType)) {
		if !narrow(m, p) {
			return false, false
		}
		return beginsWith(m, s, p)
	}
	n := tupleLen(m, p)
	if n > mostClasses {
		return false, false
	}
	for i := uint64(0); i < n; i++ {
		e := m.RefAt(p, fieldTupleItem, i)
		if !narrow(m, e) {
			return false, false
		}
		starts, ok := beginsWith(m, s, e)
		if !ok {
			return false, false
		}
		if starts {
			return true, true
		}
	}
	return false, true
}

// The functions that do not look at types are for bytes, too, whose fields lie as those of strs.

// beginsWith is that of two strs of one byte a code point.
func beginsWith(m mem.Mem, s, p mem.Ref) (starts, ok bool) {
	n := m.U64(p, fieldStrLen)
	if n > m.U64(s, fieldStrLen) {
		return false, true
	}
	if n > mostBytes {
		return false, false
	}
	return bytesEqual(m, s, p, n)
}

// strEnds is s.endswith(p).
//
//tier2:routine str.endswith
func strEnds(m mem.Mem, s, p mem.Ref) (ends, ok bool) {
	if !narrow(m, s) || !narrow(m, p) {
		return false, false
	}
	return endsWith(m, s, p)
}

func endsWith(m mem.Mem, s, p mem.Ref) (ends, ok bool) {
	n, all := m.U64(p, fieldStrLen), m.U64(s, fieldStrLen)
	if n > all {
		return false, true
	}
	if n > mostBytes {
		return false, false
	}
	tail := mem.Ref(uint64(s) + all - n) // the field of the data is then where the last n bytes begin
	if n < 8 {
		for i := uint64(0); i < n; i++ {
			if m.U8At(tail, fieldStrData, i) != m.U8At(p, fieldStrData, i) {
				return false, true
			}
		}
		return true, true
	}
	for i := uint64(0); i+8 <= n; i += 8 {
		if m.U64Off(tail, fieldStrData, i) != m.U64Off(p, fieldStrData, i) {
			return false, true
		}
	}
	return m.U64Off(tail, fieldStrData, n-8) == m.U64Off(p, fieldStrData, n-8), true
}

// mostSearched is how many bytes are searched for one.
const mostSearched = 128

// strFindIn is s.find(p) of a str of few characters.
//
//tier2:routine str.find
func strFindIn(m mem.Mem, s, p mem.Ref) (at int64, ok bool) {
	if !narrow(m, s) || !narrow(m, p) {
		return 0, false
	}
	return findIn(m, s, p)
}

func findIn(m mem.Mem, s, p mem.Ref) (at int64, ok bool) {
	return findAmong(m, s, p, m.U64(s, fieldStrLen))
}

// findFrom is findIn from a place on, which is none behind the end.
func findFrom(m mem.Mem, s, p mem.Ref, lo uint64) (at int64, ok bool) {
	at, ok = findAmong(m, ahead(s, lo), p, m.U64(s, fieldStrLen)-lo)
	if !ok {
		return 0, false
	}
	if at < 0 {
		return -1, true
	}
	return at + int64(lo), true
}

// findAmong is where p begins in the first n characters of s, −1 if it does not.
func findAmong(m mem.Mem, s, p mem.Ref, n uint64) (at int64, ok bool) {
	k := m.U64(p, fieldStrLen)
	if n > mostSearched || k > mostSought || k == 0 {
		return 0, false
	}
	c := m.U8(p, fieldStrData)
	if k == 1 {
		return charIn(m, s, n, c), true
	}
	for i := uint64(0); i < n; i++ {
		if m.U8At(s, fieldStrData, i) == c && i+k <= n && bytesAt(m, mem.Ref(uint64(s)+i), p, k) {
			return int64(i), true
		}
	}
	return -1, true
}

// charIn is where the first of n characters is c, −1 if none is.
func charIn(m mem.Mem, s mem.Ref, n, c uint64) int64 {
	for i := uint64(0); i < n; i++ {
		if m.U8At(s, fieldStrData, i) == c {
			return int64(i)
		}
	}
	return -1
}

// mostSought is how many bytes are searched for.
const mostSought = 16

// bytesAt reports whether the first k bytes of two strs are the same.
func bytesAt(m mem.Mem, s, p mem.Ref, k uint64) bool {
	for i := uint64(0); i < min(k, mostSought); i++ {
		if m.U8At(s, fieldStrData, i) != m.U8At(p, fieldStrData, i) {
			return false
		}
	}
	return true
}

// strIndexIn is s.index(p) of what is in s.
//
//tier2:routine str.index
func strIndexIn(m mem.Mem, s, p mem.Ref) (at int64, ok bool) {
	at, ok = strFindIn(m, s, p)
	return at, ok && at >= 0
}

// strCount is s.count(p) of a str of one character.
//
//tier2:routine str.count
func strCount(m mem.Mem, s, p mem.Ref) (count int64, ok bool) {
	if !narrow(m, s) || !narrow(m, p) {
		return 0, false
	}
	return countIn(m, s, p)
}

func countIn(m mem.Mem, s, p mem.Ref) (count int64, ok bool) {
	if m.U64(p, fieldStrLen) != 1 {
		return 0, false
	}
	return charsIn(m, s, m.U64(s, fieldStrLen), m.U8(p, fieldStrData))
}

// charsIn is how many of the first n characters of s are c.
func charsIn(m mem.Mem, s mem.Ref, n, c uint64) (count int64, ok bool) {
	if n > mostSearched {
		return 0, false
	}
	for i := uint64(0); i < n; i++ {
		if m.U8At(s, fieldStrData, i) == c {
			count++
		}
	}
	return count, true
}

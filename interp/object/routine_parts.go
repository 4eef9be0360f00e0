package object

import "github.com/tier2go/tier2/opgen/mem"

// Searches from the right, parts and replacements of strs and bytes, and what all characters are.

// findLastIn is s.rfind(p) of few characters, of strs of one byte a code point or bytes.
func findLastIn(m mem.Mem, s, p mem.Ref) (at int64, ok bool) {
	n, k := m.U64(s, fieldStrLen), m.U64(p, fieldStrLen)
	if n > mostSearched || k > mostSought || k == 0 {
		return 0, false
	}
	c := m.U8(p, fieldStrData)
	for i := n; i > 0; {
		i--
		if m.U8At(s, fieldStrData, i) == c && i+k <= n && bytesAt(m, mem.Ref(uint64(s)+i), p, k) {
			return int64(i), true
		}
	}
	return -1, true
}

// strFindLast is s.rfind(p).
//
//tier2:routine str.rfind
func strFindLast(m mem.Mem, s, p mem.Ref) (at int64, ok bool) {
	if !narrow(m, s) || !narrow(m, p) {
		return 0, false
	}
	return findLastIn(m, s, p)
}

// bytesFindLast is s.rfind(p).
//
//tier2:routine bytes.rfind
func bytesFindLast(m mem.Mem, s, p mem.Ref) (at int64, ok bool) {
	if !bothBytes(m, s, p) {
		return 0, false
	}
	return findLastIn(m, s, p)
}

// bytesPiece is s[lo:hi] of a bytes, with some bytes: there is one empty bytes.
func bytesPiece(m mem.Mem, s mem.Ref, lo, hi uint64) (r mem.Ref, ok bool) {
	if lo >= hi {
		return NoRef, false
	}
	n := hi - lo
	if n > mostMade {
		return NoRef, false
	}
	if n == m.U64(s, fieldBytesLen) {
		return s, true
	}
	r, ok = newBytesOf(m, n)
	if !ok {
		return NoRef, false
	}
	copyBytes(m, r, mem.Ref(uint64(s)+lo), n)
	return r, true
}

// piece is s[lo:hi] of a str of code points below 128, or of a bytes.
func piece(m mem.Mem, s mem.Ref, text bool, lo, hi uint64) (r mem.Ref, ok bool) {
	if text {
		return asciiPart(m, s, lo, hi)
	}
	return bytesPiece(m, s, lo, hi)
}

// notePart notes where part k of a str or a bytes lies, in textPlace.
func notePart(m mem.Mem, k, lo, hi uint64) { m.InitU64At(textPlace, fieldStrData, k, lo|hi<<32) }

// listOfParts is a list of the parts that have been noted, count of them, up to mostParts.
func listOfParts(m mem.Mem, s mem.Ref, count uint64, text bool) (l mem.Ref, ok bool) {
	l, array, ok := cutList(m, count)
	if !ok {
		return NoRef, false
	}
	for k := uint64(0); k < min(count, mostParts); k++ {
		at := m.U64At(textPlace, fieldStrData, k)
		part, ok := piece(m, s, text, at&(1<<32-1), at>>32)
		if !ok {
			return NoRef, false
		}
		m.InitRefAt(array, fieldElem, k, part)
	}
	return l, true
}

// partitioned is what stands before and behind a place of s where by is, and by.
func partitioned(m mem.Mem, s, by mem.Ref, text bool, at uint64) (t mem.Ref, ok bool) {
	before, ok := piece(m, s, text, 0, at)
	if !ok {
		return NoRef, false
	}
	behind, ok := piece(m, s, text, at+m.U64(by, fieldStrLen), m.U64(s, fieldStrLen))
	if !ok {
		return NoRef, false
	}
	return newTriple(m, before, by, behind)
}

// newTriple is a tuple of three.
func newTriple(m mem.Mem, a, b, c mem.Ref) (t mem.Ref, ok bool) {
	t, ok = newTupleOf(m, 3)
	if !ok {
		return NoRef, false
	}
	m.InitRefAt(t, fieldTupleItem, 0, a)
	m.InitRefAt(t, fieldTupleItem, 1, b)
	m.InitRefAt(t, fieldTupleItem, 2, c)
	return t, true
}

// strPartition is s.partition(by).
//
//tier2:routine str.partition
func strPartition(m mem.Mem, s, by mem.Ref) (t mem.Ref, ok bool) {
	if !ascii(m, s) || !ascii(m, by) {
		return NoRef, false
	}
	at, ok := findIn(m, s, by)
	if !ok {
		return NoRef, false
	}
	if at < 0 {
		return newTriple(m, s, m.Ref(strWords, fieldEmpty), m.Ref(strWords, fieldEmpty))
	}
	return partitioned(m, s, by, true, uint64(at))
}

// strPartitionLast is s.rpartition(by).
//
//tier2:routine str.rpartition
func strPartitionLast(m mem.Mem, s, by mem.Ref) (t mem.Ref, ok bool) {
	if !ascii(m, s) || !ascii(m, by) {
		return NoRef, false
	}
	at, ok := findLastIn(m, s, by)
	if !ok {
		return NoRef, false
	}
	if at < 0 {
		return newTriple(m, m.Ref(strWords, fieldEmpty), m.Ref(strWords, fieldEmpty), s)
	}
	return partitioned(m, s, by, true, uint64(at))
}

// bytesPartition is s.partition(by) of a bytes that has something on both sides of by.
//
//tier2:routine bytes.partition
func bytesPartition(m mem.Mem, s, by mem.Ref) (t mem.Ref, ok bool) {
	if !bothBytes(m, s, by) {
		return NoRef, false
	}
	at, ok := findIn(m, s, by)
	if !ok || at < 0 {
		return NoRef, false
	}
	return partitioned(m, s, by, false, uint64(at))
}

// bytesSplit is s.split(by) of one byte, into few parts that have bytes.
//
//tier2:routine bytes.split
func bytesSplit(m mem.Mem, s, by mem.Ref) (l mem.Ref, ok bool) {
	if !bothBytes(m, s, by) || m.U64(by, fieldBytesLen) != 1 {
		return NoRef, false
	}
	return splitAt(m, s, m.U8(by, fieldBytesData), 0, mostParts, false)
}

// Bounds of what is replaced.
const (
	mostWith  = 32   // bytes that stand in the place of others
	mostAfter = 1024 // bytes that there are then
)

// countOf is how often p, of some bytes, is in s, one behind the other; it gives up where they are many.
func countOf(m mem.Mem, s, p mem.Ref) (count uint64, ok bool) {
	n, k := m.U64(s, fieldStrLen), m.U64(p, fieldStrLen)
	if n > mostSearched || k > mostSought || k == 0 {
		return 0, false
	}
	c, skip := m.U8(p, fieldStrData), uint64(0)
	for i := uint64(0); i < n; i++ {
		if skip > 0 {
			skip--
			continue
		}
		if m.U8At(s, fieldStrData, i) == c && i+k <= n && bytesAt(m, mem.Ref(uint64(s)+i), p, k) {
			count++
			skip = k - 1
		}
	}
	return count, true
}

// putReplaced sets the data of r to those of s with each p replaced.
func putReplaced(m mem.Mem, r, s, p, with mem.Ref) {
	n, k, w := m.U64(s, fieldStrLen), m.U64(p, fieldStrLen), m.U64(with, fieldStrLen)
	c, skip, to := m.U8(p, fieldStrData), uint64(0), uint64(0)
	for i := uint64(0); i < min(n, mostSearched); i++ {
		if skip > 0 {
			skip--
			continue
		}
		x := m.U8At(s, fieldStrData, i)
		if x == c && i+k <= n && bytesAt(m, mem.Ref(uint64(s)+i), p, k) {
			for j := uint64(0); j < min(w, mostWith); j++ {
				m.InitU8At(r, fieldStrData, to+j, m.U8At(with, fieldStrData, j))
			}
			to, skip = to+w, k-1
			continue
		}
		m.InitU8At(r, fieldStrData, to, x)
		to++
	}
}

// replaced is s.replace(p, with) of few characters, of strs of code points below 128 or of bytes.
func replaced(m mem.Mem, s, p, with mem.Ref, text bool) (r mem.Ref, ok bool) {
	if m.U64(with, fieldStrLen) > mostWith {
		return NoRef, false
	}
	count, ok := countOf(m, s, p)
	if !ok {
		return NoRef, false
	}
	if count == 0 {
		return s, true
	}
	n := m.U64(s, fieldStrLen) + count*m.U64(with, fieldStrLen) - count*m.U64(p, fieldStrLen)
	if n == 0 || text && n == 1 || n > mostAfter { // there is one empty one, and one str of each character
		return NoRef, false
	}
	if text {
		r, ok = newASCIIOf(m, n)
	} else {
		r, ok = newBytesOf(m, n)
	}
	if !ok {
		return NoRef, false
	}
	putReplaced(m, r, s, p, with)
	return r, true
}

// strReplaced is replaced of strs.
//
//tier2:routine str.replace
func strReplaced(m mem.Mem, s, p, with mem.Ref) (r mem.Ref, ok bool) {
	if !ascii(m, s) || !ascii(m, p) || !ascii(m, with) {
		return NoRef, false
	}
	return replaced(m, s, p, with, true)
}

// bytesReplaced is replaced of bytes.
//
//tier2:routine bytes.replace
func bytesReplaced(m mem.Mem, s, p, with mem.Ref) (r mem.Ref, ok bool) {
	if !bothBytes(m, s, p) || !wordIs(m, with, uint64(BytesType)) {
		return NoRef, false
	}
	return replaced(m, s, p, with, false)
}

// mostTrimmed is how many characters are trimmed off.
const mostTrimmed = 8

// trimmedOf is s without those of chars that it begins with, or ends with.
func trimmedOf(m mem.Mem, s, chars mem.Ref, left, right bool) (r mem.Ref, ok bool) {
	if !ascii(m, s) || !ascii(m, chars) {
		return NoRef, false
	}
	n, k := m.U64(s, fieldStrLen), m.U64(chars, fieldStrLen)
	if n > mostMade || k > mostTrimmed {
		return NoRef, false
	}
	lo, hi := uint64(0), n
	if left {
		for lo < n && charIn(m, chars, k, m.U8At(s, fieldStrData, lo)) >= 0 {
			lo++
		}
	}
	if right {
		for hi > 0 && charIn(m, chars, k, m.U8At(s, fieldStrData, hi-1)) >= 0 {
			hi--
		}
	}
	return asciiPart(m, s, lo, hi)
}

// strTrimOf is s.strip(chars).
//
//tier2:routine str.strip.of
func strTrimOf(m mem.Mem, s, chars mem.Ref) (r mem.Ref, ok bool) {
	return trimmedOf(m, s, chars, true, true)
}

// strTrimLeftOf is s.lstrip(chars).
//
//tier2:routine str.lstrip.of
func strTrimLeftOf(m mem.Mem, s, chars mem.Ref) (r mem.Ref, ok bool) {
	return trimmedOf(m, s, chars, true, false)
}

// strTrimRightOf is s.rstrip(chars).
//
//tier2:routine str.rstrip.of
func strTrimRightOf(m mem.Mem, s, chars mem.Ref) (r mem.Ref, ok bool) {
	return trimmedOf(m, s, chars, false, true)
}

// Kinds of characters: what isdigit and the like ask for.
const (
	charDigit = 1 << iota
	charLower
	charUpper
	charSpace
	charOther
)

// charKind is that of a code point below 128.
func charKind(c uint64) uint64 {
	if c-'0' < 10 {
		return charDigit
	}
	if c-'a' < 26 {
		return charLower
	}
	if c-'A' < 26 {
		return charUpper
	}
	if isSpace(c) {
		return charSpace
	}
	return charOther
}

// strIs reports whether all characters of a str of code points below 128 are of some kinds, and one of needed.
//
//tier2:routine str.is
func strIs(m mem.Mem, s, kinds, needed mem.Ref) (is, ok bool) {
	if !ascii(m, s) || !wordIsInt(kinds) || !wordIsInt(needed) {
		return false, false
	}
	n, seen := m.U64(s, fieldStrLen), uint64(0)
	if n > mostMade {
		return false, false
	}
	for i := uint64(0); i < n; i++ {
		seen |= charKind(m.U8At(s, fieldStrData, i))
	}
	return seen&^uint64(intOf(kinds)) == 0 && seen&uint64(intOf(needed)) != 0, true
}

// bytesAre is the same of a bytes, of which those above 127 are of no kind.
//
//tier2:routine bytes.is
func bytesAre(m mem.Mem, s, kinds, needed mem.Ref) (is, ok bool) {
	if !wordIs(m, s, uint64(BytesType)) || !wordIsInt(kinds) || !wordIsInt(needed) {
		return false, false
	}
	n, seen := m.U64(s, fieldBytesLen), uint64(0)
	if n > mostMade {
		return false, false
	}
	for i := uint64(0); i < n; i++ {
		c := m.U8At(s, fieldBytesData, i)
		if c-0x1c < 4 { // which are spaces of strs only
			seen |= charOther
			continue
		}
		seen |= charKind(c)
	}
	return seen&^uint64(intOf(kinds)) == 0 && seen&uint64(intOf(needed)) != 0, true
}

package object

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
)

// strWords is where three words stand for routines: the str of code point 0, behind which the others below
// 256 lie oneCharSize apart, or 0 if they do not, the empty str, and the index of an empty dict.
const (
	strWords    = mem.Ref(TagRef + strWordsOff)
	oneCharSize = 32
	fieldChars  = mem.Field(0) | AliasHeap<<mem.ClassShift
	fieldEmpty  = mem.Field(8) | AliasHeap<<mem.ClassShift

	fieldNoIndex = mem.Field(16) | AliasHeap<<mem.ClassShift
)

// mostMade is how many bytes strs have that operations make.
const mostMade = 128

// ascii reports whether a value is a str of code points below 128.
func ascii(m mem.Mem, s mem.Ref) bool {
	return wordIs(m, s, uint64(StrType)) && m.U32(s, fieldAux)&strASCII != 0
}

// newASCIIOf is a str of n code points below 128, more than one, which the caller sets. It gives up where
// the window has no room.
func newASCIIOf(m mem.Mem, n uint64) (s mem.Ref, ok bool) {
	w, slot := windowFor(m, bytesWindows, OffStrData+n)
	s = m.Ref(w, fieldWindowNext)
	if s == m.Ref(w, fieldWindowEnd) {
		return NoRef, false
	}
	m.InitRef(w, fieldWindowNext, mem.Ref(uint64(s)+slot))
	m.InitU64(s, fieldHeader, uint64(StrType)|(1|strASCII)<<32)
	m.InitU64(s, fieldStrLen, n)
	m.InitU64(s, fieldStrHash, 0)
	return s, true
}

// copyBytes copies the first n bytes of a str's data.
func copyBytes(m mem.Mem, to, from mem.Ref, n uint64) {
	if n < 8 {
		for i := uint64(0); i < n; i++ {
			m.InitU8At(to, fieldStrData, i, m.U8At(from, fieldStrData, i))
		}
		return
	}
	for i := uint64(0); i+8 <= n; i += 8 {
		m.InitU64Off(to, fieldStrData, i, m.U64Off(from, fieldStrData, i))
	}
	m.InitU64Off(to, fieldStrData, n-8, m.U64Off(from, fieldStrData, n-8))
}

// asciiPart is s[lo:hi] of a str of code points below 128.
func asciiPart(m mem.Mem, s mem.Ref, lo, hi uint64) (r mem.Ref, ok bool) {
	if lo >= hi {
		return m.Ref(strWords, fieldEmpty), true
	}
	n := hi - lo
	if n == m.U64(s, fieldStrLen) {
		return s, true
	}
	if n == 1 {
		return oneChar(m, m.U8At(s, fieldStrData, lo))
	}
	if n > mostMade {
		return NoRef, false
	}
	r, ok = newASCIIOf(m, n)
	if !ok {
		return NoRef, false
	}
	copyBytes(m, r, mem.Ref(uint64(s)+lo), n)
	return r, true
}

// oneChar is the str of a code point below 256.
func oneChar(m mem.Mem, c uint64) (s mem.Ref, ok bool) {
	first := m.Ref(strWords, fieldChars)
	if first == 0 {
		return NoRef, false
	}
	return mem.Ref(uint64(first) + oneCharSize*c), true
}

// isSpace reports whether a code point below 128 is white space.
func isSpace(c uint64) bool { return c == ' ' || c-9 < 5 || c-28 < 4 }

// strTrim is s.strip().
//
//tier2:routine str.strip
func strTrim(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) {
	if !ascii(m, s) {
		return NoRef, false
	}
	n := m.U64(s, fieldStrLen)
	if n > mostMade {
		return NoRef, false
	}
	return asciiPart(m, s, firstText(m, s, n), textEnd(m, s, n))
}

// firstText is the index of the first of n characters that is no white space.
func firstText(m mem.Mem, s mem.Ref, n uint64) (lo uint64) {
	for lo < n && isSpace(m.U8At(s, fieldStrData, lo)) {
		lo++
	}
	return lo
}

// textEnd is the index behind the last of n characters that is no white space.
func textEnd(m mem.Mem, s mem.Ref, n uint64) (hi uint64) {
	hi = n
	for hi > 0 && isSpace(m.U8At(s, fieldStrData, hi-1)) {
		hi--
	}
	return hi
}

// strTrimLeft is s.lstrip().
//
//tier2:routine str.lstrip
func strTrimLeft(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) {
	if !ascii(m, s) {
		return NoRef, false
	}
	n := m.U64(s, fieldStrLen)
	if n > mostMade {
		return NoRef, false
	}
	return asciiPart(m, s, firstText(m, s, n), n)
}

// strTrimRight is s.rstrip().
//
//tier2:routine str.rstrip
func strTrimRight(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) {
	if !ascii(m, s) {
		return NoRef, false
	}
	n := m.U64(s, fieldStrLen)
	if n > mostMade {
		return NoRef, false
	}
	return asciiPart(m, s, 0, textEnd(m, s, n))
}

// strSplit is s.split(by) of one character, into few parts.
//
//tier2:routine str.split
func strSplit(m mem.Mem, s, by mem.Ref) (l mem.Ref, ok bool) {
	if !ascii(m, s) || !ascii(m, by) || m.U64(by, fieldStrLen) != 1 {
		return NoRef, false
	}
	return splitAt(m, s, m.U8(by, fieldStrData), 0, mostParts, true)
}

// splitAt is s.split() at a character, but not at the first skip of them, so often at most, of a str or of a bytes.
func splitAt(m mem.Mem, s mem.Ref, c, skip, limit uint64, text bool) (l mem.Ref, ok bool) {
	n, lo, at := m.U64(s, fieldStrLen), uint64(0), uint64(0)
	if n > mostMade {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		if m.U8At(s, fieldStrData, i) != c || at == limit {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		if at == mostParts {
			return NoRef, false
		}
		notePart(m, at, lo, i)
		lo = i + 1
		at++
	}
	if at == mostParts {
		return NoRef, false
	}
	notePart(m, at, lo, n)
	return listOfParts(m, s, at+1, text)
}

// strWordsOf is s.split(), into few parts.
//
//tier2:routine str.words
func strWordsOf(m mem.Mem, s mem.Ref) (l mem.Ref, ok bool) {
	if !ascii(m, s) {
		return NoRef, false
	}
	n, lo, at := m.U64(s, fieldStrLen), uint64(0), uint64(0)
	if n > mostMade {
		return NoRef, false
	}
	for i := uint64(0); i <= n; i++ {
		if i < n && !isSpace(m.U8At(s, fieldStrData, i)) {
			continue
		}
		if lo < i {
			if at == mostParts {
				return NoRef, false
			}
			notePart(m, at, lo, i)
			at++
		}
		lo = i + 1
	}
	return listOfParts(m, s, at, true)
}

// Of each byte of a word.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// strCased is s with the letters from a byte on, 26 of them, in the other case.
func strCased(m mem.Mem, s mem.Ref, from uint64) (r mem.Ref, ok bool) {
	if !ascii(m, s) {
		return NoRef, false
	}
	n := m.U64(s, fieldStrLen)
	if n > mostMade {
		return NoRef, false
	}
	if n == 0 {
		return s, true
	}
	if n == 1 {
		c := m.U8(s, fieldStrData)
		if c-from < 26 {
			c ^= 0x20
		}
		return oneChar(m, c)
	}
	r, ok = newASCIIOf(m, n)
	if !ok {
		return NoRef, false
	}
	putCased(m, r, s, n, from)
	return r, true
}

// putCased sets the first n bytes of r to those of s with the case of the letters from one on changed.
func putCased(m mem.Mem, r, s mem.Ref, n, from uint64) {
	// Slots are multiples of 16 bytes: what stands behind the last byte has room.
	for i := uint64(0); i < min(n, mostMade); i += 8 {
		w := m.U64Off(s, fieldStrData, i)
		x := w &^ highs
		letters := (x + (0x80-from)*ones) &^ (x + (0x80-from-26)*ones) & highs &^ w // of bytes above 127, none is a letter
		m.InitU64Off(r, fieldStrData, i, w^letters>>2)
	}
}

// strLower is s.lower().
//
//tier2:routine str.lower
func strLower(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) { return strCased(m, s, 'A') }

// strUpper is s.upper().
//
//tier2:routine str.upper
func strUpper(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) { return strCased(m, s, 'a') }

// strJoined is a + b of two strs.
//
//tier2:routine str.concat
func strJoined(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	if !ascii(m, a) || !ascii(m, b) {
		return NoRef, false
	}
	n, k := m.U64(a, fieldStrLen), m.U64(b, fieldStrLen)
	if k == 0 {
		return a, true
	}
	if n == 0 {
		return b, true
	}
	if n > mostMade || k > mostMade {
		return NoRef, false
	}
	r, ok = newASCIIOf(m, n+k)
	if !ok {
		return NoRef, false
	}
	copyBytes(m, r, a, n)
	copyBytes(m, mem.Ref(uint64(r)+n), b, k)
	return r, true
}

// mostParts is how many strs are joined.
const mostParts = 16

// mostJoined is how many bytes what is joined has.
const mostJoined = heap.MaxSmall - OffStrData

// strFromParts is s.join(l) of a list or tuple of few strs.
//
//tier2:routine str.join
func strFromParts(m mem.Mem, s, l mem.Ref) (r mem.Ref, ok bool) {
	if !ascii(m, s) || !wordIsRef(l) {
		return NoRef, false
	}
	switch m.U32(l, fieldType) {
	case uint64(ListType):
		return joinItems(m, s, m.Ref(l, fieldListItems), fieldElem, m.U64(l, fieldListLen))
	case uint64(TupleType):
		return joinItems(m, s, l, fieldTupleItem, tupleLen(m, l))
	}
	return NoRef, false
}

func joinItems(m mem.Mem, s, items mem.Ref, f mem.Field, count uint64) (r mem.Ref, ok bool) {
	if count > mostParts || count < 2 {
		return NoRef, false
	}
	between := m.U64(s, fieldStrLen)
	n := between * (count - 1)
	for i := uint64(0); i < count; i++ {
		e := m.RefAt(items, f, i)
		if !ascii(m, e) || m.U64(e, fieldStrLen) > mostMade {
			return NoRef, false
		}
		n += m.U64(e, fieldStrLen)
	}
	if between > mostMade || n < 2 || n > mostJoined {
		return NoRef, false
	}
	r, ok = newASCIIOf(m, n)
	if !ok {
		return NoRef, false
	}
	at := uint64(r)
	for i := uint64(0); i < count; i++ {
		if i > 0 {
			copyBytes(m, mem.Ref(at), s, between)
			at += between
		}
		e := m.RefAt(items, f, i)
		k := min(m.U64(e, fieldStrLen), mostMade)
		copyBytes(m, mem.Ref(at), e, k)
		at += k
	}
	return r, true
}

// strBefore is a < b of two strs of one byte a code point, or two bytes.
func strBefore(m mem.Mem, a, b mem.Ref) (before, ok bool) {
	if (!narrow(m, a) || !narrow(m, b)) && !bothBytes(m, a, b) {
		return false, false
	}
	n, k := m.U64(a, fieldStrLen), m.U64(b, fieldStrLen)
	both := min(n, k)
	if both > mostMade {
		return false, false
	}
	for i := uint64(0); i < both; i++ {
		x, y := m.U8At(a, fieldStrData, i), m.U8At(b, fieldStrData, i)
		if x != y {
			return x < y, true
		}
	}
	return n < k, true
}

// strTimes is s * n of a str of code points below 128.
func strTimes(m mem.Mem, s, n mem.Ref) (r mem.Ref, ok bool) {
	k, count := m.U64(s, fieldStrLen), uint64(max(intOf(n), 0))
	if !wordIsInt(n) || k > mostMade || count > mostMade || k*count > mostMade {
		return NoRef, false
	}
	if k*count < 2 {
		return asciiPart(m, s, 0, k*count)
	}
	r, ok = newASCIIOf(m, k*count)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < count; i++ {
		copyBytes(m, mem.Ref(uint64(r)+k*i), s, k)
	}
	return r, true
}

package object

import "github.com/tier2go/tier2/opgen/mem"

// Lines, words and parts of a str, and searches of a part of one.

// isBreak reports whether a code point below 128 ends a line.
func isBreak(c uint64) bool { return c-10 < 4 || c-28 < 3 }

// lineEnd is the index behind what ends the line at i, where a character is one that does: \r and \n are one end.
func lineEnd(m mem.Mem, s mem.Ref, i, n uint64) uint64 {
	if m.U8At(s, fieldStrData, i) == '\r' && i+1 < n && m.U8At(s, fieldStrData, i+1) == '\n' {
		return i + 2
	}
	return i + 1
}

// strLines is s.splitlines(), of few lines.
//
//tier2:routine str.splitlines
func strLines(m mem.Mem, s mem.Ref) (l mem.Ref, ok bool) {
	if !ascii(m, s) {
		return NoRef, false
	}
	n, begun, at := m.U64(s, fieldStrLen), uint64(0), uint64(0)
	if n > mostMade {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		if i < begun || !isBreak(m.U8At(s, fieldStrData, i)) {
			continue
		}
		if at == mostParts {
			return NoRef, false
		}
		notePart(m, at, begun, i)
		begun = lineEnd(m, s, i, n)
		at++
	}
	if begun < n {
		if at == mostParts {
			return NoRef, false
		}
		notePart(m, at, begun, n)
		at++
	}
	return listOfParts(m, s, at, true)
}

// strTitle is s.title().
//
//tier2:routine str.title
func strTitle(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) {
	if !ascii(m, s) {
		return NoRef, false
	}
	n := m.U64(s, fieldStrLen)
	if n > mostMade {
		return NoRef, false
	}
	if n < 2 {
		return strCapital(m, s)
	}
	r, ok = newASCIIOf(m, n)
	if !ok {
		return NoRef, false
	}
	inWord := uint64(0)
	for i := uint64(0); i < n; i++ {
		c := m.U8At(s, fieldStrData, i)
		letter := c | 0x20
		if letter-'a' >= 26 {
			inWord = 0
		} else {
			c = letter&^0x20 | inWord
			inWord = 0x20
		}
		m.InitU8At(r, fieldStrData, i, c)
	}
	return r, true
}

// strSplitLast is s.rsplit(by, most) of one character.
//
//tier2:routine str.rsplit.some
func strSplitLast(m mem.Mem, s, by, most mem.Ref) (l mem.Ref, ok bool) {
	if !ascii(m, s) || !ascii(m, by) || m.U64(by, fieldStrLen) != 1 || !wordIsInt(most) {
		return NoRef, false
	}
	count, ok := countIn(m, s, by)
	if !ok {
		return NoRef, false
	}
	skip := uint64(0)
	if intOf(most) >= 0 {
		skip = uint64(max(count-intOf(most), 0))
	}
	return splitAt(m, s, m.U8(by, fieldStrData), skip, mostParts, true)
}

// searchedTo is where a search of s ends that is to end at a place.
func searchedTo(m mem.Mem, s, end mem.Ref) (hi uint64, ok bool) {
	i, n := intOf(end), int64(m.U64(s, fieldStrLen))
	if i < 0 {
		i = max(i+n, 0)
	}
	return uint64(min(i, n)), wordIsInt(end)
}

// findWithin is where p begins in s between two places, −1 if it does not, of strs of one byte a code point or bytes.
func findWithin(m mem.Mem, s, p, start, end mem.Ref) (at int64, ok bool) {
	lo, ok := searchedFrom(m, s, start)
	if !ok {
		return 0, false
	}
	hi, ok := searchedTo(m, s, end)
	if !ok {
		return 0, false
	}
	if lo > hi {
		return -1, true
	}
	at, ok = findAmong(m, ahead(s, lo), p, hi-lo)
	if !ok {
		return 0, false
	}
	if at < 0 {
		return -1, true
	}
	return at + int64(lo), true
}

// strFindWithin is s.find(p, start, end).
//
//tier2:routine str.find.within
func strFindWithin(m mem.Mem, s, p, start, end mem.Ref) (at int64, ok bool) {
	if !narrow(m, s) || !narrow(m, p) {
		return 0, false
	}
	return findWithin(m, s, p, start, end)
}

// bytesFindWithin is s.find(p, start, end).
//
//tier2:routine bytes.find.within
func bytesFindWithin(m mem.Mem, s, p, start, end mem.Ref) (at int64, ok bool) {
	if !bothBytes(m, s, p) {
		return 0, false
	}
	return findWithin(m, s, p, start, end)
}

// strStartsWithin is s.startswith(p, start, end) of a str.
//
//tier2:routine str.startswith.within
func strStartsWithin(m mem.Mem, s, p, start, end mem.Ref) (starts, ok bool) {
	if !narrow(m, s) || !narrow(m, p) {
		return false, false
	}
	lo, ok := searchedFrom(m, s, start)
	if !ok {
		return false, false
	}
	hi, ok := searchedTo(m, s, end)
	if !ok {
		return false, false
	}
	k := m.U64(p, fieldStrLen)
	if lo > hi || hi-lo < k {
		return false, true
	}
	if k > mostBytes {
		return false, false
	}
	return bytesEqual(m, ahead(s, lo), p, k)
}

// strCountWithin is s.count(p, start, end) of a str of one character.
//
//tier2:routine str.count.within
func strCountWithin(m mem.Mem, s, p, start, end mem.Ref) (count int64, ok bool) {
	if !narrow(m, s) || !narrow(m, p) || m.U64(p, fieldStrLen) != 1 {
		return 0, false
	}
	lo, ok := searchedFrom(m, s, start)
	if !ok {
		return 0, false
	}
	hi, ok := searchedTo(m, s, end)
	if !ok {
		return 0, false
	}
	if lo > hi {
		return 0, true
	}
	return charsIn(m, ahead(s, lo), hi-lo, m.U8(p, fieldStrData))
}

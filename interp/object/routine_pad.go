package object

import "github.com/tier2go/tier2/opgen/mem"

// Methods of str that add characters at its ends or take parts off, search from a place on, and go between str and bytes.

// padded is s with so many characters in all, of which it has fewer, with c on both sides.
func padded(m mem.Mem, s mem.Ref, left, width, c uint64) (r mem.Ref, ok bool) {
	n := m.U64(s, fieldStrLen)
	r, ok = newShown(m, width)
	if !ok {
		return NoRef, false
	}
	putFill(m, r, left, c)
	copyBytes(m, ahead(r, left), s, min(n, mostWidth))
	putFill(m, ahead(r, left+n), width-n-left, c)
	return asShown(m, r, width)
}

// padding is how many characters s lacks to a width; ok is false if that is many, or none at all.
func padding(m mem.Mem, s, width mem.Ref) (pad uint64, ok bool) {
	if !ascii(m, s) || !wordIsInt(width) || intOf(width) > mostWidth {
		return 0, false
	}
	return uint64(max(intOf(width)-int64(m.U64(s, fieldStrLen)), 0)), true
}

// strLeft is s.ljust(width).
//
//tier2:routine str.ljust
func strLeft(m mem.Mem, s, width mem.Ref) (r mem.Ref, ok bool) {
	pad, ok := padding(m, s, width)
	if !ok {
		return NoRef, false
	}
	if pad == 0 {
		return s, true
	}
	return padded(m, s, 0, uint64(intOf(width)), ' ')
}

// strRight is s.rjust(width).
//
//tier2:routine str.rjust
func strRight(m mem.Mem, s, width mem.Ref) (r mem.Ref, ok bool) {
	pad, ok := padding(m, s, width)
	if !ok {
		return NoRef, false
	}
	if pad == 0 {
		return s, true
	}
	return padded(m, s, pad, uint64(intOf(width)), ' ')
}

// strCentered is s.center(width).
//
//tier2:routine str.center
func strCentered(m mem.Mem, s, width mem.Ref) (r mem.Ref, ok bool) {
	pad, ok := padding(m, s, width)
	if !ok {
		return NoRef, false
	}
	if pad == 0 {
		return s, true
	}
	w := uint64(intOf(width))
	return padded(m, s, pad>>1+pad&w&1, w, ' ')
}

// strZeros is s.zfill(width).
//
//tier2:routine str.zfill
func strZeros(m mem.Mem, s, width mem.Ref) (r mem.Ref, ok bool) {
	pad, ok := padding(m, s, width)
	if !ok {
		return NoRef, false
	}
	if pad == 0 {
		return s, true
	}
	r, ok = padded(m, s, pad, uint64(intOf(width)), '0')
	if !ok {
		return NoRef, false
	}
	if m.U64(s, fieldStrLen) > 0 {
		sign := m.U8(s, fieldStrData)
		if sign == '+' || sign == '-' { // it has two characters at least, and nobody else has it
			m.InitU8At(r, fieldStrData, 0, sign)
			m.InitU8At(r, fieldStrData, pad, '0')
		}
	}
	return r, true
}

// strWithoutStart is s.removeprefix(p).
//
//tier2:routine str.removeprefix
func strWithoutStart(m mem.Mem, s, p mem.Ref) (r mem.Ref, ok bool) {
	if !ascii(m, s) || !ascii(m, p) {
		return NoRef, false
	}
	is, ok := beginsWith(m, s, p)
	if !ok {
		return NoRef, false
	}
	if !is {
		return s, true
	}
	return asciiPart(m, s, m.U64(p, fieldStrLen), m.U64(s, fieldStrLen))
}

// strWithoutEnd is s.removesuffix(p).
//
//tier2:routine str.removesuffix
func strWithoutEnd(m mem.Mem, s, p mem.Ref) (r mem.Ref, ok bool) {
	if !ascii(m, s) || !ascii(m, p) {
		return NoRef, false
	}
	is, ok := endsWith(m, s, p)
	if !ok {
		return NoRef, false
	}
	if !is {
		return s, true
	}
	return asciiPart(m, s, 0, m.U64(s, fieldStrLen)-m.U64(p, fieldStrLen))
}

// strCapital is s.capitalize().
//
//tier2:routine str.capitalize
func strCapital(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) {
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
	c := m.U8(s, fieldStrData)
	if c-'a' < 26 {
		c ^= 0x20
	}
	if n == 1 {
		return oneChar(m, c)
	}
	r, ok = newASCIIOf(m, n)
	if !ok {
		return NoRef, false
	}
	putCased(m, r, s, n, 'A')
	m.InitU8At(r, fieldStrData, 0, c)
	return r, true
}

// searchedFrom is where a search of s from a place on begins.
func searchedFrom(m mem.Mem, s, start mem.Ref) (lo uint64, ok bool) {
	i := intOf(start)
	if i < 0 {
		i = max(i+int64(m.U64(s, fieldStrLen)), 0)
	}
	return uint64(i), wordIsInt(start)
}

// strFindFrom is s.find(p, start).
//
//tier2:routine str.find.from
func strFindFrom(m mem.Mem, s, p, start mem.Ref) (at int64, ok bool) {
	if !narrow(m, s) || !narrow(m, p) {
		return 0, false
	}
	return findBehind(m, s, p, start)
}

// findBehind is where p begins in s from a place on, −1 if it does not, of strs of one byte a code point or bytes.
func findBehind(m mem.Mem, s, p, start mem.Ref) (at int64, ok bool) {
	lo, ok := searchedFrom(m, s, start)
	if !ok {
		return 0, false
	}
	if lo > m.U64(s, fieldStrLen) {
		return -1, true
	}
	return findFrom(m, s, p, lo)
}

// bytesFindFrom is s.find(p, start).
//
//tier2:routine bytes.find.from
func bytesFindFrom(m mem.Mem, s, p, start mem.Ref) (at int64, ok bool) {
	if !bothBytes(m, s, p) {
		return 0, false
	}
	return findBehind(m, s, p, start)
}

// strIndexFrom is s.index(p, start) of what is there.
//
//tier2:routine str.index.from
func strIndexFrom(m mem.Mem, s, p, start mem.Ref) (at int64, ok bool) {
	at, ok = strFindFrom(m, s, p, start)
	return at, ok && at >= 0
}

// strStartsAt is s.startswith(p, start) of a str.
//
//tier2:routine str.startswith.at
func strStartsAt(m mem.Mem, s, p, start mem.Ref) (starts, ok bool) {
	if !narrow(m, s) || !narrow(m, p) {
		return false, false
	}
	lo, ok := searchedFrom(m, s, start)
	if !ok {
		return false, false
	}
	n, k := m.U64(s, fieldStrLen), m.U64(p, fieldStrLen)
	if lo > n || n-lo < k {
		return false, true
	}
	if k > mostBytes {
		return false, false
	}
	return bytesEqual(m, ahead(s, lo), p, k)
}

// strSplitSome is s.split(by, most) of one character.
//
//tier2:routine str.split.some
func strSplitSome(m mem.Mem, s, by, most mem.Ref) (l mem.Ref, ok bool) {
	if !ascii(m, s) || !ascii(m, by) || m.U64(by, fieldStrLen) != 1 || !wordIsInt(most) {
		return NoRef, false
	}
	limit := uint64(mostParts)
	if intOf(most) >= 0 {
		limit = min(uint64(intOf(most)), limit)
	}
	return splitAt(m, s, m.U8(by, fieldStrData), 0, limit, true)
}

// allASCII reports whether the bytes of a bytes are below 128.
func allASCII(m mem.Mem, s mem.Ref, n uint64) bool {
	seen := uint64(0)
	for i := uint64(0); i+8 <= min(n, mostMade); i += 8 {
		seen |= m.U64Off(s, fieldBytesData, i)
	}
	for i := n &^ 7; i < min(n, mostMade); i++ {
		seen |= m.U8At(s, fieldBytesData, i)
	}
	return seen&highs == 0
}

// strToBytes is s.encode().
//
//tier2:routine str.encode
func strToBytes(m mem.Mem, s mem.Ref) (b mem.Ref, ok bool) {
	if !ascii(m, s) {
		return NoRef, false
	}
	n := m.U64(s, fieldStrLen)
	if n > mostMade || n == 0 { // there is one empty bytes
		return NoRef, false
	}
	b, ok = newBytesOf(m, n)
	if !ok {
		return NoRef, false
	}
	copyBytes(m, b, s, n)
	return b, true
}

// bytesToStr is b.decode() of bytes below 128.
//
//tier2:routine bytes.decode
func bytesToStr(m mem.Mem, b mem.Ref) (s mem.Ref, ok bool) {
	if !wordIs(m, b, uint64(BytesType)) {
		return NoRef, false
	}
	n := m.U64(b, fieldBytesLen)
	if n > mostMade || n == 0 || !allASCII(m, b, n) {
		return NoRef, false
	}
	if n == 1 {
		return oneChar(m, m.U8(b, fieldBytesData))
	}
	s, ok = newASCIIOf(m, n)
	if !ok {
		return NoRef, false
	}
	copyBytes(m, s, b, n)
	return s, true
}

package object

import "github.com/tier2go/tier2/opgen/mem"

// Methods of bytes: what they do to the bytes is what those of str do (routine_str.go).

// bothBytes reports whether two words are bytes.
func bothBytes(m mem.Mem, s, p mem.Ref) bool {
	return wordIs(m, s, uint64(BytesType)) && wordIs(m, p, uint64(BytesType))
}

// bytesStart is s.startswith(p).
//
//tier2:routine bytes.startswith
func bytesStart(m mem.Mem, s, p mem.Ref) (starts, ok bool) {
	if !bothBytes(m, s, p) {
		return false, false
	}
	return beginsWith(m, s, p)
}

// bytesEnd is s.endswith(p).
//
//tier2:routine bytes.endswith
func bytesEnd(m mem.Mem, s, p mem.Ref) (ends, ok bool) {
	if !bothBytes(m, s, p) {
		return false, false
	}
	return endsWith(m, s, p)
}

// bytesFind is s.find(p).
//
//tier2:routine bytes.find
func bytesFind(m mem.Mem, s, p mem.Ref) (at int64, ok bool) {
	if !bothBytes(m, s, p) {
		return 0, false
	}
	return findIn(m, s, p)
}

// bytesCount is s.count(p) of one byte.
//
//tier2:routine bytes.count
func bytesCount(m mem.Mem, s, p mem.Ref) (count int64, ok bool) {
	if !bothBytes(m, s, p) {
		return 0, false
	}
	return countIn(m, s, p)
}

// bytesCased is s with the case of the letters from one on changed.
func bytesCased(m mem.Mem, s mem.Ref, from uint64) (r mem.Ref, ok bool) {
	if !wordIs(m, s, uint64(BytesType)) {
		return NoRef, false
	}
	n := m.U64(s, fieldBytesLen)
	if n > mostMade || n == 0 {
		return NoRef, false
	}
	r, ok = newBytesOf(m, n)
	if !ok {
		return NoRef, false
	}
	putCased(m, r, s, n, from)
	return r, true
}

// bytesLower is s.lower().
//
//tier2:routine bytes.lower
func bytesLower(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) { return bytesCased(m, s, 'A') }

// bytesUpper is s.upper().
//
//tier2:routine bytes.upper
func bytesUpper(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) { return bytesCased(m, s, 'a') }

// isByteSpace reports whether a byte is white space.
func isByteSpace(c uint64) bool { return c == ' ' || c-9 < 5 }

// bytesTrim is s.strip().
//
//tier2:routine bytes.strip
func bytesTrim(m mem.Mem, s mem.Ref) (r mem.Ref, ok bool) {
	if !wordIs(m, s, uint64(BytesType)) {
		return NoRef, false
	}
	n := m.U64(s, fieldBytesLen)
	if n > mostMade {
		return NoRef, false
	}
	lo, hi := uint64(0), n
	for lo < n && isByteSpace(m.U8At(s, fieldBytesData, lo)) {
		lo++
	}
	for hi > 0 && isByteSpace(m.U8At(s, fieldBytesData, hi-1)) {
		hi--
	}
	if lo >= hi {
		return NoRef, false
	}
	if hi-lo == n {
		return s, true
	}
	r, ok = newBytesOf(m, hi-lo)
	if !ok {
		return NoRef, false
	}
	copyBytes(m, r, mem.Ref(uint64(s)+lo), min(hi-lo, mostMade))
	return r, true
}

// bytesFromParts is s.join(l) of a list or tuple of few bytes.
//
//tier2:routine bytes.join
func bytesFromParts(m mem.Mem, s, l mem.Ref) (r mem.Ref, ok bool) {
	if !wordIs(m, s, uint64(BytesType)) {
		return NoRef, false
	}
	items, count, listed := l, uint64(0), wordIs(m, l, uint64(ListType))
	if listed {
		items, count = m.Ref(l, fieldListItems), m.U64(l, fieldListLen)
	} else {
		if !wordIs(m, l, uint64(TupleType)) {
			return NoRef, false
		}
		count = tupleLen(m, l)
	}
	if count > mostParts || count < 2 {
		return NoRef, false
	}
	between := m.U64(s, fieldBytesLen)
	n := between * (count - 1)
	for i := uint64(0); i < count; i++ {
		e := itemAt(m, items, listed, i)
		if !wordIs(m, e, uint64(BytesType)) || m.U64(e, fieldBytesLen) > mostMade {
			return NoRef, false
		}
		n += m.U64(e, fieldBytesLen)
	}
	if between > mostMade || n < 2 || n > mostJoined {
		return NoRef, false
	}
	r, ok = newBytesOf(m, n)
	if !ok {
		return NoRef, false
	}
	at := uint64(r)
	for i := uint64(0); i < count; i++ {
		if i > 0 {
			copyBytes(m, mem.Ref(at), s, between)
			at += between
		}
		e := itemAt(m, items, listed, i)
		k := min(m.U64(e, fieldBytesLen), mostMade)
		copyBytes(m, mem.Ref(at), e, k)
		at += k
	}
	return r, true
}

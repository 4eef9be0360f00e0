package object

import "github.com/tier2go/tier2/opgen/mem"

// Regular expressions: texts that cannot match because of what they begin with, and the parts of what has matched. Package lib matches.

const (
	fieldPatternText   = mem.Field(OffPatternText) | AliasHeap<<mem.ClassShift
	fieldPatternIndex  = mem.Field(OffPatternIndex) | AliasHeap<<mem.ClassShift
	fieldPatternFilter = mem.Field(OffPatternFilter) | AliasHeap<<mem.ClassShift
	fieldFilterLeast   = mem.Field(offFilterLeast) | AliasHeap<<mem.ClassShift
	fieldFilterKnown   = mem.Field(offFilterKnown) | AliasHeap<<mem.ClassShift
	fieldFilterMasks   = mem.Field(offFilterMasks) | AliasHeap<<mem.ClassShift
	fieldMatchText     = mem.Field(OffMatchText) | AliasHeap<<mem.ClassShift
	fieldMatchOf       = mem.Field(OffMatchOf) | AliasHeap<<mem.ClassShift
	fieldMatchSpans    = mem.Field(OffMatchSpans) | AliasHeap<<mem.ClassShift
)

// mostStarts is how many places are looked at for one where a match can begin.
const mostStarts = 128

// filterFor is the filter of what is a pattern for a text of its kind, of one byte a character, whose length is n.
func filterFor(m mem.Mem, p, s mem.Ref) (f mem.Ref, n uint64, ok bool) {
	if !wordIsRef(p) || factsOf(m, p)&factPattern == 0 {
		return NoRef, 0, false
	}
	f, of := m.Ref(p, fieldPatternFilter), m.Ref(p, fieldPatternText)
	if f == mem.Ref(Null) {
		return NoRef, 0, false
	}
	if narrow(m, s) {
		return f, m.U64(s, fieldStrLen), wordIs(m, of, uint64(StrType))
	}
	if !bothBytes(m, s, of) {
		return NoRef, 0, false
	}
	return f, m.U64(s, fieldBytesLen), true
}

// boundOf is an index of a text as a method of patterns takes it.
func boundOf(x mem.Ref, n uint64) (i uint64, ok bool) {
	if !wordIsInt(x) {
		return 0, false
	}
	i = uint64(x) - IntBias
	if int64(i) < 0 {
		return 0, true
	}
	return min(i, n), true
}

// spanWithin is the part of a text of n characters that a method of patterns is given.
func spanWithin(pos, end mem.Ref, n uint64) (lo, hi uint64, ok bool) {
	lo, ok = boundOf(pos, n)
	if !ok {
		return 0, 0, false
	}
	hi, ok = boundOf(end, n)
	return lo, hi, ok && lo <= hi
}

// filterWithin is filterFor, and the part of the text that a method is given.
func filterWithin(m mem.Mem, p, s, pos, end mem.Ref) (f mem.Ref, lo, hi uint64, ok bool) {
	f, n, ok := filterFor(m, p, s)
	if !ok {
		return NoRef, 0, 0, false
	}
	lo, hi, ok = spanWithin(pos, end, n)
	return f, lo, hi, ok
}

// cannotMatch is p.match(s, pos, end) or p.fullmatch(s, pos, end), None, if s does not begin at pos as all matches do.
//
//tier2:routine pattern.match
func cannotMatch(m mem.Mem, p, s, pos, end mem.Ref) (none mem.Ref, ok bool) {
	f, lo, hi, ok := filterWithin(m, p, s, pos, end)
	if !ok {
		return NoRef, false
	}
	if hi-lo < m.U64(f, fieldFilterLeast) {
		return mem.Ref(None), true
	}
	known := m.U64(f, fieldFilterKnown)
	for i := uint64(0); i < known && i < mostFilter; i++ {
		if m.U8At(f, fieldFilterMasks, m.U8At(s, fieldStrData, lo+i))>>(i&63)&1 == 0 {
			return mem.Ref(None), true
		}
	}
	return NoRef, false
}

// cannotFind is p.search(s, pos, end), None, if no match can begin at any of few places.
//
//tier2:routine pattern.search
func cannotFind(m mem.Mem, p, s, pos, end mem.Ref) (none mem.Ref, ok bool) {
	f, lo, hi, ok := filterWithin(m, p, s, pos, end)
	if !ok {
		return NoRef, false
	}
	if hi-lo < m.U64(f, fieldFilterLeast) {
		return mem.Ref(None), true
	}
	known := m.U64(f, fieldFilterKnown)
	if known == 0 || hi-lo > mostStarts {
		return NoRef, false
	}
	// Bit k of state says that the last k+1 characters can begin a match (Baeza-Yates and Gonnet, CACM 1992).
	state := uint64(0)
	for i := uint64(0); i < hi-lo && i < mostStarts; i++ {
		state = (state<<1 | 1) & m.U8At(f, fieldFilterMasks, m.U8At(s, fieldStrData, lo+i))
		if state>>((known-1)&63)&1 != 0 {
			return NoRef, false
		}
	}
	return mem.Ref(None), true
}

// groupOf is the number of a group of a match, which is given by its number or by its name.
func groupOf(m mem.Mem, x, group mem.Ref) (spans mem.Ref, i uint64, ok bool) {
	if !wordIsRef(x) || factsOf(m, x)&factMatch == 0 {
		return NoRef, 0, false
	}
	spans = m.Ref(x, fieldMatchSpans)
	if !wordIsInt(group) {
		index := m.Ref(m.Ref(x, fieldMatchOf), fieldPatternIndex)
		if !wordIs(m, group, uint64(StrType)) || !wordIs(m, index, uint64(DictType)) {
			return NoRef, 0, false
		}
		at, in, ok := dictAt(m, index, group)
		if !ok || !in {
			return NoRef, 0, false
		}
		group = m.RefAt(m.Ref(index, fieldDictEntries), fieldEntryValue, 3*at)
		if !wordIsInt(group) {
			return NoRef, 0, false
		}
	}
	i = uint64(group) - IntBias
	return spans, i, i < tupleLen(m, spans)>>1
}

// matchStart is x.start(group).
//
//tier2:routine match.start
func matchStart(m mem.Mem, x, group mem.Ref) (at mem.Ref, ok bool) {
	spans, i, ok := groupOf(m, x, group)
	if !ok {
		return NoRef, false
	}
	return m.RefAt(spans, fieldTupleItem, 2*i), true
}

// matchEnd is x.end(group).
//
//tier2:routine match.end
func matchEnd(m mem.Mem, x, group mem.Ref) (at mem.Ref, ok bool) {
	spans, i, ok := groupOf(m, x, group)
	if !ok {
		return NoRef, false
	}
	return m.RefAt(spans, fieldTupleItem, 2*i+1), true
}

// matchSpan is x.span(group).
//
//tier2:routine match.span
func matchSpan(m mem.Mem, x, group mem.Ref) (t mem.Ref, ok bool) {
	spans, i, ok := groupOf(m, x, group)
	if !ok {
		return NoRef, false
	}
	t, ok = newTupleOf(m, 2)
	if !ok {
		return NoRef, false
	}
	m.InitRefAt(t, fieldTupleItem, 0, m.RefAt(spans, fieldTupleItem, 2*i))
	m.InitRefAt(t, fieldTupleItem, 1, m.RefAt(spans, fieldTupleItem, 2*i+1))
	return t, true
}

// matchText is x.group(group), and x[group], of an ASCII str or bytes.
//
//tier2:routine match.group
func matchText(m mem.Mem, x, group mem.Ref) (r mem.Ref, ok bool) {
	spans, i, ok := groupOf(m, x, group)
	if !ok {
		return NoRef, false
	}
	return groupText(m, m.Ref(x, fieldMatchText), spans, i)
}

// groupText is the part of an ASCII str or a bytes that group i is, None if it took no part.
func groupText(m mem.Mem, s, spans mem.Ref, i uint64) (r mem.Ref, ok bool) {
	from, to := uint64(m.RefAt(spans, fieldTupleItem, 2*i))-IntBias, uint64(m.RefAt(spans, fieldTupleItem, 2*i+1))-IntBias
	if int64(from) < 0 {
		return mem.Ref(None), true
	}
	if ascii(m, s) {
		return asciiPart(m, s, from, to)
	}
	if !wordIs(m, s, uint64(BytesType)) {
		return NoRef, false
	}
	return bytesPiece(m, s, from, to)
}

// mostGroups is how many groups have their texts put into a tuple.
const mostGroups = 8

// matchGroups is x.groups() of few groups.
//
//tier2:routine match.groups
func matchGroups(m mem.Mem, x mem.Ref) (t mem.Ref, ok bool) {
	spans, _, ok := groupOf(m, x, mem.Ref(IntBias))
	if !ok {
		return NoRef, false
	}
	n := tupleLen(m, spans)>>1 - 1
	if n == 0 || n > mostGroups {
		return NoRef, false
	}
	t, ok = newTupleOf(m, n)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < n && i < mostGroups; i++ {
		m.InitRefAt(t, fieldTupleItem, i, mem.Ref(None))
	}
	s := m.Ref(x, fieldMatchText)
	for i := uint64(0); i < n && i < mostGroups; i++ {
		r, ok := groupText(m, s, spans, i+1)
		if !ok {
			return NoRef, false
		}
		m.InitRefAt(t, fieldTupleItem, i, r)
	}
	return t, true
}

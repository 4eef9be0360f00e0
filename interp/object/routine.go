package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

//go:generate go run ../../cmd/opgen -o ../pyguest/routines -layout zz_layout.go .

// Operations that are written once (package opgen): the interpreter calls these functions, and
// cmd/opgen makes the routines of them that compiled code calls (interp/pyguest/routines). An
// operation does what is common and gives up at whatever may run guest code, raise, or take long:
// beyond some hundred bytes Go's vector code is better. Whoever calls it goes on in the general
// way then.

// Alias classes: the parts of objects that loads and stores touch. Helpers that run guest code
// read and write all of them.
const (
	AliasListLen   = iota
	AliasListItems // the pointer to the storage
	AliasElems     // elements of lists
	AliasTuple     // headers; lengths and elements of tuples and str: written by str.append only
	AliasRangeNext // the fields of iterators have a class each: all objects of their types have them
	AliasSeqIter   // what iterators over sequences take from
	AliasTableIter
	AliasEnumCount
	AliasGenerator // the slots and the state of generators
	AliasIters     // what enumerate and zip take from, and the code of generators, which never change
	AliasCell
	AliasFunc
	AliasDictVersion
	AliasDictEntries
	AliasGlobals
	AliasInst       // fields of instances: slots, inline values, the dict
	AliasInstFilled // how far inline values are filled
	AliasHeap       // everything else
	AliasGenRow     // where suspended generators go on
	AliasRangeEnd
	AliasRangeStep
	AliasSeqIndex
	AliasNumbersLen // of arrays: interp/pyguest/numbers.go
	AliasNumbersItems
	AliasNumbers8
	AliasNumbers16
	AliasNumbers32
	AliasNumbers64
	AliasNumbersFloat
	AliasComplex // the parts of complex numbers: floats, which nothing changes
)

// Fields for routines.
const (
	fieldType        = mem.Field(OffType) | AliasTuple<<mem.ClassShift
	fieldAux         = mem.Field(OffAux) | AliasTuple<<mem.ClassShift
	fieldStrLen      = mem.Field(OffStrLen) | AliasTuple<<mem.ClassShift | mem.NonNegative
	fieldStrHash     = mem.Field(offStrHash) | AliasHeap<<mem.ClassShift
	fieldStrData     = mem.Field(OffStrData) | AliasTuple<<mem.ClassShift
	fieldTupleLen    = mem.Field(OffTupleLen) | AliasTuple<<mem.ClassShift
	fieldTupleHash   = mem.Field(OffTupleHash) | AliasHeap<<mem.ClassShift
	fieldTupleItem   = mem.Field(OffTupleItems) | AliasTuple<<mem.ClassShift
	fieldListLen     = mem.Field(OffListLen) | AliasListLen<<mem.ClassShift | mem.NonNegative
	fieldListItems   = mem.Field(OffListItems) | AliasListItems<<mem.ClassShift
	fieldElem        = mem.Field(OffArrayItems) | AliasElems<<mem.ClassShift
	fieldDictUsed    = mem.Field(OffDictUsed) | AliasHeap<<mem.ClassShift | mem.NonNegative
	fieldDictFilled  = mem.Field(OffDictFilled) | AliasHeap<<mem.ClassShift
	fieldDictEntries = mem.Field(OffDictEntries) | AliasDictEntries<<mem.ClassShift
	fieldDictVersion = mem.Field(OffDictVersion) | AliasDictVersion<<mem.ClassShift
	fieldDictIndex   = mem.Field(offDictIndex) | AliasHeap<<mem.ClassShift
	fieldDictUsable  = mem.Field(offDictUsable) | AliasHeap<<mem.ClassShift
	fieldDictLog2    = mem.Field(offDictLog2) | AliasHeap<<mem.ClassShift
	fieldIndexSlots  = mem.Field(offIndexSlots) | AliasHeap<<mem.ClassShift
	fieldFoundDict   = mem.Field(OffDictFoundDict) | AliasHeap<<mem.ClassShift
	fieldFoundKey    = mem.Field(OffDictFoundKey) | AliasHeap<<mem.ClassShift
	fieldFoundStored = mem.Field(OffDictFoundStored) | AliasHeap<<mem.ClassShift
	fieldFoundIndex  = mem.Field(OffDictFoundIndex) | AliasHeap<<mem.ClassShift
	// Of entry i of a dict at element 3*i.
	fieldEntryHash  = mem.Field(offEntryHash) | AliasDictEntries<<mem.ClassShift
	fieldEntryKey   = mem.Field(OffEntryKey) | AliasDictEntries<<mem.ClassShift
	fieldEntryValue = mem.Field(OffEntryValue) | AliasDictEntries<<mem.ClassShift

	fieldWeakHash       = mem.Field(offWeakHash) | AliasHeap<<mem.ClassShift
	fieldDefaultFactory = mem.Field(OffDefaultFactory) | AliasHeap<<mem.ClassShift
	fieldBytesLen       = mem.Field(OffBytesLen) | AliasHeap<<mem.ClassShift | mem.NonNegative
	fieldBytesHash      = mem.Field(offBytesHash) | AliasHeap<<mem.ClassShift // as fieldStrHash
	fieldBytesData      = mem.Field(OffBytesData) | AliasHeap<<mem.ClassShift
	fieldByteArrayLen   = mem.Field(offByteArrayLen) | AliasHeap<<mem.ClassShift | mem.NonNegative
	fieldByteArrayItems = mem.Field(offByteArrayItems) | AliasHeap<<mem.ClassShift
	fieldByteArrayStart = mem.Field(offByteArrayStart) | AliasHeap<<mem.ClassShift | mem.NonNegative
	fieldStorageData    = mem.Field(OffStorageData) | AliasHeap<<mem.ClassShift
	fieldIntLimbs       = mem.Field(OffIntLimbs) | AliasHeap<<mem.ClassShift | mem.NonNegative
	fieldIntData        = mem.Field(OffIntData) | AliasHeap<<mem.ClassShift
	fieldSliceStart     = mem.Field(OffSliceStart) | AliasHeap<<mem.ClassShift
	fieldSliceStop      = mem.Field(OffSliceStop) | AliasHeap<<mem.ClassShift
	fieldSliceStep      = mem.Field(OffSliceStep) | AliasHeap<<mem.ClassShift
	fieldTypeFact       = mem.Field(0) | AliasHeap<<mem.ClassShift

	fieldSetUsed   = mem.Field(OffSetUsed) | AliasHeap<<mem.ClassShift | mem.NonNegative
	fieldSetFill   = mem.Field(offSetFill) | AliasHeap<<mem.ClassShift | mem.NonNegative
	fieldSetTable  = mem.Field(offSetTable) | AliasHeap<<mem.ClassShift
	fieldSetFrozen = mem.Field(offSetHash) | AliasHeap<<mem.ClassShift
	fieldSetPop    = mem.Field(offSetPop) | AliasHeap<<mem.ClassShift
	fieldSetMask   = mem.Field(offSetMask) | AliasHeap<<mem.ClassShift
	fieldSetKey    = mem.Field(OffArrayItems) | AliasHeap<<mem.ClassShift
	fieldSetHash   = mem.Field(OffArrayItems+8) | AliasHeap<<mem.ClassShift
)

var _ = [1]struct{}{}[OffBytesLen-OffStrLen+offBytesHash-offStrHash+OffBytesData-OffStrData] // routines read bytes as strs of one byte a code point

// NoRef is what an operation that gives up gives in place of a value: a word that is none. Null is one that
// an operation may give.
const NoRef = mem.Ref(Null) + 1

// Bounds of what an operation looks at before it gives up.
const (
	mostItems = 128
	mostBytes = 256
)

// mem returns the heap's memory as operations that are written once see it.
func (h *Heap) mem() mem.Mem { return mem.Mem{Base: uintptr(h.MemBase())} }

func wordIsInt(x mem.Ref) bool { return uint64(x) >= TagInt }

// bothInts reports whether two words are ints: they are equal if the words are the same.
func bothInts(x, y mem.Ref) bool { return uint64(x)&uint64(y) >= TagInt }

func wordIsRef(x mem.Ref) bool { return uint64(x)-TagRef < TagInt-TagRef }

// wordIs reports whether a word refers to an object of exactly a type.
func wordIs(m mem.Mem, x mem.Ref, t uint64) bool { return wordIsRef(x) && m.U32(x, fieldType) == t }

// typeFacts is where the facts of types stand: type_facts.go.
const typeFacts = mem.Ref(TagRef + typeFactsOff)

// factsOf are the facts of the type of what a word refers to.
func factsOf(m mem.Mem, x mem.Ref) uint64 {
	t := m.U32(x, fieldType)
	if t >= TypeTableSize {
		return 0
	}
	return m.U64At(typeFacts, fieldTypeFact, t)
}

// likeFor is the id of the builtin type that does with what a word refers to what a fact says, and as which that is laid
// out: its own type, or the one that its class derives from.
func likeFor(m mem.Mem, x mem.Ref, fact uint64) uint64 {
	t := m.U32(x, fieldType)
	if t < uint64(FirstFreeType) || t >= TypeTableSize {
		return t
	}
	facts := m.U64At(typeFacts, fieldTypeFact, t)
	if facts&fact == 0 {
		return t
	}
	return facts >> factLike
}

// layoutOf is the id of the builtin type as which what a word refers to is laid out, if that is known: methods of that type
// take it for one.
func layoutOf(m mem.Mem, x mem.Ref) uint64 {
	t := m.U32(x, fieldType)
	if t < uint64(FirstFreeType) || t >= TypeTableSize {
		return t
	}
	return m.U64At(typeFacts, fieldTypeFact, t) >> factLike
}

// isLaidOut reports whether a word refers to a value of a builtin type, or of a class that derives from it.
func isLaidOut(m mem.Mem, x mem.Ref, t uint64) bool { return wordIsRef(x) && layoutOf(m, x) == t }

// byIdentity reports whether a word refers to what is equal to nothing but itself, and hashed by its place: most
// instances of classes, classes, functions.
func byIdentity(m mem.Mem, x mem.Ref) bool { return wordIsRef(x) && factsOf(m, x)&factIdentity != 0 }

// plainEqual is a == b of two words that differ: of ints, None, strs, two bytes, two floats, bools, and of what is equal to itself only.
func plainEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	if wordIsInt(a) || a == mem.Ref(None) {
		return false, settled(m, b)
	}
	if wordIs(m, a, uint64(StrType)) || wordIs(m, a, uint64(BytesType)) {
		if wordIs(m, b, m.U32(a, fieldType)) {
			return strsEqual(m, a, b)
		}
		return false, wordIs(m, a, uint64(StrType)) && settled(m, b)
	}
	if !wordIsRef(a) {
		return (uint64(a)|uint64(b))<<1 == 0, !wordIsRef(b) && !wordIsInt(b)
	}
	if wordIs(m, a, uint64(IntType)) {
		if wordIs(m, b, uint64(IntType)) {
			return longsEqual(m, a, b)
		}
		return false, settled(m, b)
	}
	if wordIs(m, a, uint64(BoolType)) {
		return false, wordIs(m, b, uint64(BoolType)) || !wordIsInt(b) && settled(m, b)
	}
	if factsOf(m, a)&factIdentity == 0 {
		return false, false
	}
	return false, settled(m, b)
}

// mixedEqual is plainEqual, also of floats, bools and what is like an int beside all that plainEqual knows. An int of the word is a float, too.
func mixedEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	if eq, ok := plainEqual(m, a, b); ok {
		return eq, true
	}
	x, one := wordNumber(a)
	y, other := wordNumber(b)
	if one && other {
		return x == y, true
	}
	eq, ok = longsAlike(m, a, b)
	if ok {
		return eq, true
	}
	if one {
		return false, (!wordIsFloat(a) || !wordIs(m, b, uint64(IntType))) && settled(m, b)
	}
	return false, other && (!wordIsFloat(b) || !wordIs(m, a, uint64(IntType))) && settled(m, a)
}

// wordNumber is the float that an int of the word, a float or a bool is equal to.
func wordNumber(x mem.Ref) (f float64, ok bool) {
	if wordIsInt(x) {
		return float64(intOf(x)), true
	}
	if wordIsFloat(x) {
		return math.Float64frombits(uint64(x)), true
	}
	if x == mem.Ref(True) {
		return 1, true
	}
	return 0, x == mem.Ref(False)
}

// keysEqual is plainEqual, also of instances of classes that derive from str and are hashed and compared as strs.
func keysEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	if isLikeStr(m, a) && (isLikeStr(m, b) || wordIs(m, b, uint64(StrType))) || isLikeStr(m, b) && wordIs(m, a, uint64(StrType)) {
		return strsEqual(m, a, b)
	}
	eq, ok = plainEqual(m, a, b)
	if ok {
		return eq, true
	}
	return longsAlike(m, a, b)
}

// isLikeStr reports whether a word refers to an instance of such a class.
func isLikeStr(m mem.Mem, x mem.Ref) bool { return wordIsRef(x) && factsOf(m, x)&factStr != 0 }

// settled reports whether a word is an int, None, a str, or what is equal to itself only: two of different such kinds are never
// equal.
func settled(m mem.Mem, x mem.Ref) bool {
	if wordIsInt(x) || x == mem.Ref(None) {
		return true
	}
	if !wordIsRef(x) {
		return false
	}
	t := m.U32(x, fieldType)
	return t == uint64(StrType) || t == uint64(IntType) || factsOf(m, x)&factIdentity != 0
}

// mostLimbs is how many limbs of ints are compared.
const mostLimbs = 4

// tupleLen is a tuple's length.
func tupleLen(m mem.Mem, t mem.Ref) uint64 { return m.U32(t, fieldTupleLen) }

// longsEqual is a == b of two ints that have objects.
func longsEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	n := m.U64(a, fieldIntLimbs)
	if n != m.U64(b, fieldIntLimbs) || (m.U32(a, fieldAux)^m.U32(b, fieldAux))&intNegative != 0 {
		return false, true
	}
	if n > mostLimbs {
		return false, false
	}
	for i := uint64(0); i < n; i++ {
		if m.U64At(a, fieldIntData, i) != m.U64At(b, fieldIntData, i) {
			return false, true
		}
	}
	return true, true
}

// strsEqual is a == b of two strs that are not the same, or two bytes, whose fields lie alike.
func strsEqual(m mem.Mem, a, b mem.Ref) (eq, ok bool) {
	n := m.U64(a, fieldStrLen)
	if n != m.U64(b, fieldStrLen) {
		return false, true
	}
	kind := m.U32(a, fieldAux) & StrKindMask // 0: bytes
	if kind != m.U32(b, fieldAux)&StrKindMask {
		return false, true
	}
	n *= max(kind, 1)
	if n > mostBytes {
		return false, false
	}
	return bytesEqual(m, a, b, n)
}

// bytesEqual compares the first n bytes of two strs. Slots are multiples of 16 bytes, so that the
// eight bytes that the last one lies in can be read.
func bytesEqual(m mem.Mem, a, b mem.Ref, n uint64) (eq, ok bool) {
	i := uint64(0)
	for ; i+8 <= n; i += 8 {
		if m.U64Off(a, fieldStrData, i) != m.U64Off(b, fieldStrData, i) {
			return false, true
		}
	}
	if i == n {
		return true, true
	}
	return (m.U64Off(a, fieldStrData, i)^m.U64Off(b, fieldStrData, i))<<((0-8*n)&63) == 0, true
}

// plainHash is the hash of an int of few limbs, also of a class that is like int, of a float, a bool or None, of a str, bytes or frozenset whose hash is known, and of what has a hash by its place.
func plainHash(m mem.Mem, x mem.Ref) (hash uint64, ok bool) {
	if wordIsInt(x) {
		return noMinusOne(uint64(x) - IntBias), true
	}
	if !wordIsRef(x) {
		return floatHash(uint64(x))
	}
	switch m.U32(x, fieldType) {
	case uint64(StrType), uint64(BytesType):
		hash = m.U64(x, fieldStrHash)
		const zero = 1<<63 + 1 // hashZero
		if hash == 0 || hash == zero {
			return 0, false
		}
		return hash, true
	case uint64(IntType):
		return longHash(m, x)
	case uint64(BoolType):
		return (uint64(x) - uint64(False)) >> 4, true
	case uint64(FrozenSetType):
		hash = m.U64(x, fieldSetFrozen)
		return hash, hash != 0
	case uint64(NoneType):
		return hashOfNone, true
	}
	facts := factsOf(m, x)
	if facts&factStr != 0 {
		hash = m.U64(x, fieldStrHash)
		return hash, hash != 0 && hash != 1<<63+1 // hashZero
	}
	if facts>>factLike == uint64(IntType) && facts&factNumber != 0 {
		n := m.U64(x, fieldIntLimbs)
		if n == 0 {
			return 0, true
		}
		return longHash(m, x)
	}
	if facts&factWeak != 0 {
		kept := m.Ref(x, fieldWeakHash)
		return uint64(intOf(kept)), wordIsInt(kept)
	}
	if facts&factIdentity == 0 {
		return 0, false
	}
	at := uint64(x) - TagRef
	return noMinusOne(at>>4 | at<<60), true
}

// hashOfNone is the hash of None.
const hashOfNone = 0xfca86420

// longHash is the hash of an int that has an object of few limbs: its rest by 2⁶¹ − 1, of which 2⁶⁴ leaves 8.
func longHash(m mem.Mem, x mem.Ref) (hash uint64, ok bool) {
	n := m.U64(x, fieldIntLimbs)
	if n > mostLimbs {
		return 0, false
	}
	const modulus = 1<<61 - 1
	for i := uint64(0); i < n; i++ {
		limb := m.U64At(x, fieldIntData, n-1-i)
		hash = hash<<3&modulus | hash>>58
		hash += limb&modulus + limb>>61
		hash = hash&modulus + hash>>61
	}
	if hash == modulus {
		hash = 0
	}
	if m.U32(x, fieldAux)&intNegative != 0 {
		return noMinusOne(0 - hash), true
	}
	return hash, true
}

// floatHash is the hash of a float that is no NaN, of its bits: its rest by 2⁶¹ − 1, where a power of two turns the bits of
// what it multiplies.
func floatHash(bits uint64) (hash uint64, ok bool) {
	const modulus = 1<<61 - 1
	e, mag := bits>>52&0x7FF, bits&(1<<52-1)
	switch {
	case e != 0x7FF:
		if e != 0 {
			mag |= 1 << 52
		}
		n := max(e, 1) + 23 // the exponent, and 18 times 61
		n -= 61 * (n * 34380 >> 21)
		hash = mag<<(n&63)&modulus | mag>>((61-n)&63)
	case mag == 0:
		hash = 314159
	default:
		return 0, false
	}
	if bits>>63 != 0 {
		return noMinusOne(0 - hash), true
	}
	return hash, true
}

// noMinusOne is −2 for −1, which is no hash.
func noMinusOne(hash uint64) uint64 {
	if hash == 1<<64-1 {
		return 1<<64 - 2
	}
	return hash
}

// tuplesEqual is a == b of two tuples of at most so many elements.
func tuplesEqual(m mem.Mem, a, b mem.Ref, most uint64) (eq, ok bool) {
	// Elements are compared in front of the lengths: to compare them may do something.
	n, k := tupleLen(m, a), tupleLen(m, b)
	shorter := min(n, k)
	if shorter > most {
		return false, false
	}
	i := uint64(0)
	for i < shorter && m.RefAt(a, fieldTupleItem, i) == m.RefAt(b, fieldTupleItem, i) {
		i++
	}
	for ; i < shorter; i++ {
		x, y := m.RefAt(a, fieldTupleItem, i), m.RefAt(b, fieldTupleItem, i)
		if x == y {
			continue
		}
		same, ok := plainEqual(m, x, y)
		if !ok {
			return false, false
		}
		if !same {
			return false, true
		}
	}
	return n == k, true
}

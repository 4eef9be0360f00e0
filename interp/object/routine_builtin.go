package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

// fieldTypeID is the id that a type's object has.
const fieldTypeID = mem.Field(offTypeID) | AliasHeap<<mem.ClassShift

// typeOfWord is the id of the type of a word.
func typeOfWord(m mem.Mem, x mem.Ref) uint64 {
	if wordIsInt(x) {
		return uint64(IntType)
	}
	if wordIsFloat(x) {
		return uint64(FloatType)
	}
	return m.U32(x, fieldType)
}

// mostClasses is how many classes are asked for, one by one. Of a tuple of more, or with tuples in it, the attribute cache says what
// has been found of all.
const mostClasses = 8

// instanceOf is isinstance(x, class) of a class whose metaclass is type, or a tuple of such.
//
//tier2:routine isinstance
func instanceOf(m mem.Mem, x, class mem.Ref) (is mem.Ref, ok bool) {
	t := typeOfWord(m, x)
	if !wordIs(m, class, uint64(TupleType)) {
		return related(m, t, class, uint64(AttrInstance))
	}
	n := tupleLen(m, class)
	if n > mostClasses {
		return relatedByAll(m, t, class)
	}
	for i := uint64(0); i < n; i++ {
		is, ok := related(m, t, m.RefAt(class, fieldTupleItem, i), uint64(AttrInstance))
		if !ok {
			return relatedByAll(m, t, class)
		}
		if is == mem.Ref(True) {
			return is, true
		}
	}
	return mem.Ref(False), true
}

// relatedByAll is what the attribute cache says of a type's id and a tuple: CacheInstances.
func relatedByAll(m mem.Mem, t uint64, classes mem.Ref) (is mem.Ref, ok bool) {
	entry, ok := attrEntryOf(m, t, classes, uint64(AttrInstance))
	if !ok {
		return NoRef, false
	}
	return m.Ref(entry, fieldAttrWhat), true
}

// subclassOf is issubclass(sub, class) of two classes whose metaclass is type.
//
//tier2:routine issubclass
func subclassOf(m mem.Mem, sub, class mem.Ref) (is mem.Ref, ok bool) {
	if !wordIs(m, sub, uint64(TypeType)) {
		return NoRef, false
	}
	return related(m, m.U64(sub, fieldTypeID), class, uint64(AttrSubclass))
}

// related is what the attribute cache says of a type's id and a class.
func related(m mem.Mem, t uint64, class mem.Ref, use uint64) (is mem.Ref, ok bool) {
	if !wordIs(m, class, uint64(TypeType)) {
		return NoRef, false
	}
	if m.U64(class, fieldTypeID) == t {
		return mem.Ref(True), true
	}
	entry, ok := attrEntryOf(m, t, class, use)
	if !ok {
		return NoRef, false
	}
	return m.Ref(entry, fieldAttrWhat), true
}

// isInt reports whether a word is an int.
func isInt(m mem.Mem, x mem.Ref) bool { return wordIsInt(x) || wordIs(m, x, uint64(IntType)) }

// indexItself is operator.index(x) of an int.
//
//tier2:routine index
func indexItself(m mem.Mem, x mem.Ref) (i mem.Ref, ok bool) { return x, isInt(m, x) }

// codePoint is ord(s) of one character or byte.
//
//tier2:routine ord
func codePoint(m mem.Mem, s mem.Ref) (c mem.Ref, ok bool) {
	if wordIs(m, s, uint64(BytesType)) {
		return mem.Ref(m.U8(s, fieldBytesData) + IntBias), m.U64(s, fieldBytesLen) == 1
	}
	if !wordIs(m, s, uint64(StrType)) || m.U64(s, fieldStrLen) != 1 {
		return NoRef, false
	}
	switch m.U32(s, fieldAux) & StrKindMask {
	case 1:
		return mem.Ref(m.U8(s, fieldStrData) + IntBias), true
	case 2:
		return mem.Ref(m.U16(s, fieldStrData) + IntBias), true
	}
	return mem.Ref(m.U32(s, fieldStrData) + IntBias), true
}

// character is chr(i) of a code point below 256.
//
//tier2:routine chr
func character(m mem.Mem, i mem.Ref) (s mem.Ref, ok bool) {
	c := uint64(i) - IntBias
	if !wordIsInt(i) || c > 255 {
		return NoRef, false
	}
	return oneChar(m, c)
}

// numbersLess is a < b of two numbers: ints have two limbs at most.
func numbersLess(m mem.Mem, a, b mem.Ref) (less, ok bool) {
	if wordIsInt(a) && wordIsInt(b) {
		return uint64(a) < uint64(b), true
	}
	x, y, ok := numbers(a, b)
	if !ok {
		return longLess(m, a, b)
	}
	return x < y, true
}

// before is a < b of two numbers or two strs.
func before(m mem.Mem, a, b mem.Ref) (less, ok bool) {
	if wordIs(m, a, uint64(StrType)) {
		return strBefore(m, a, b)
	}
	return numbersLess(m, a, b)
}

// lesser is min(a, b) of two numbers or two strs.
//
//tier2:routine min
func lesser(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	less, ok := before(m, b, a)
	if !ok {
		return NoRef, false
	}
	if less {
		return b, true
	}
	return a, true
}

// greater is max(a, b) of such.
//
//tier2:routine max
func greater(m mem.Mem, a, b mem.Ref) (r mem.Ref, ok bool) {
	less, ok := before(m, a, b)
	if !ok {
		return NoRef, false
	}
	if less {
		return b, true
	}
	return a, true
}

// least is min(l) of a list, tuple or set of few numbers or strs.
//
//tier2:routine min.of
func least(m mem.Mem, l mem.Ref) (r mem.Ref, ok bool) { return extreme(m, l, false, mostItems) }

// most is max(l) of such.
//
//tier2:routine max.of
func most(m mem.Mem, l mem.Ref) (r mem.Ref, ok bool) { return extreme(m, l, true, mostItems) }

// extreme is the least or the greatest element, of so many at most: Go does not stop there (Heap.Extreme).
func extreme(m mem.Mem, l mem.Ref, greatest bool, limit uint64) (r mem.Ref, ok bool) {
	if wordIs(m, l, uint64(ListType)) {
		return extremeItem(m, m.Ref(l, fieldListItems), fieldElem, m.U64(l, fieldListLen), greatest, limit)
	}
	if wordIs(m, l, uint64(TupleType)) {
		return extremeItem(m, l, fieldTupleItem, tupleLen(m, l), greatest, limit)
	}
	if isSetWord(m, l) {
		return extremeKey(m, m.Ref(l, fieldSetTable), m.U64(l, fieldSetMask), greatest)
	}
	return NoRef, false
}

// extremeItem is that of n elements that stand from a field of an object on.
func extremeItem(m mem.Mem, items mem.Ref, f mem.Field, n uint64, greatest bool, limit uint64) (r mem.Ref, ok bool) {
	if n > limit || n == 0 {
		return NoRef, false
	}
	r = m.RefAt(items, f, 0)
	if !hasOrder(m, r) {
		return NoRef, false
	}
	for i := uint64(1); i < n; i++ {
		r, ok = moreExtreme(m, r, m.RefAt(items, f, i), greatest)
		if !ok {
			return NoRef, false
		}
	}
	return r, true
}

// extremeKey is that of a set with a table.
func extremeKey(m mem.Mem, table mem.Ref, mask uint64, greatest bool) (r mem.Ref, ok bool) {
	if mask >= mostGrown {
		return NoRef, false
	}
	r = nothing
	for i := uint64(0); i <= mask; i++ {
		x := m.RefAt(table, fieldSetKey, 2*i)
		if x == nothing {
			continue
		}
		if r == nothing {
			if !hasOrder(m, x) {
				return NoRef, false
			}
			r = x
			continue
		}
		r, ok = moreExtreme(m, r, x, greatest)
		if !ok {
			return NoRef, false
		}
	}
	return r, r != nothing
}

// hasOrder reports whether a word is a number or str.
func hasOrder(m mem.Mem, x mem.Ref) bool {
	return !wordIsRef(x) || wordIs(m, x, uint64(IntType)) || wordIs(m, x, uint64(StrType))
}

// moreExtreme is x if it is less or greater than r, else r.
func moreExtreme(m mem.Mem, r, x mem.Ref, greatest bool) (better mem.Ref, ok bool) {
	lo, hi := x, r
	if greatest {
		lo, hi = r, x
	}
	less, ok := before(m, lo, hi)
	if !ok {
		return NoRef, false
	}
	if less {
		return x, true
	}
	return r, true
}

// total is sum(l) of a list or tuple of few ints of few limbs.
//
//tier2:routine sum
func total(m mem.Mem, l mem.Ref) (r mem.Ref, ok bool) {
	if wordIs(m, l, uint64(ListType)) {
		return totalOf(m, m.Ref(l, fieldListItems), fieldElem, m.U64(l, fieldListLen))
	}
	if wordIs(m, l, uint64(TupleType)) {
		return totalOf(m, l, fieldTupleItem, tupleLen(m, l))
	}
	return NoRef, false
}

// totalOf is the sum of n elements that stand from a field of an object on.
func totalOf(m mem.Mem, items mem.Ref, f mem.Field, n uint64) (r mem.Ref, ok bool) {
	if n > mostItems {
		return NoRef, false
	}
	sum := int64(0)
	for i := uint64(0); i < n; i++ {
		x := m.RefAt(items, f, i)
		if !wordIsInt(x) {
			return longTotal(m, items, f, i, n, sum)
		}
		sum += intOf(x)
	}
	return newLongOf(m, uint64(max(sum, -sum)), 0, 0, uint64(sum)>>63)
}

// distance is abs(x) of a number.
//
//tier2:routine abs
func distance(m mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	if wordIsFloat(x) {
		return floatWord(math.Abs(math.Float64frombits(uint64(x)))), true
	}
	return magnitudeOf(m, x)
}

// bitCount is x.bit_length() of an int or a truth.
//
//tier2:routine int.bit_length
func bitCount(m mem.Mem, x mem.Ref) (n int64, ok bool) {
	if wordIsInt(x) {
		i := intOf(x)
		if i == 0 {
			return 0, true
		}
		return int64(topBit(uint64(max(i, -i)))) + 1, true
	}
	if !wordIs(m, x, uint64(IntType)) {
		return 0, false
	}
	limbs := m.U64(x, fieldIntLimbs) - 1
	return int64(64*limbs+topBit(m.U64At(x, fieldIntData, limbs))) + 1, true
}

// hashOf is hash(x) of what can be a key without running guest code.
//
//tier2:routine hash
func hashOf(m mem.Mem, x mem.Ref) (hash mem.Ref, ok bool) {
	h, ok := keyHash(m, x)
	if !ok {
		return NoRef, false
	}
	if h+(-MinSmall) <= MaxSmall-MinSmall {
		return mem.Ref(h + IntBias), true
	}
	return boxed(m, int64(h))
}

// evenBits are the bits of 1.5 · 2⁵², which rounds what is added to it to an int.
const evenBits = 0x4338 << 48

// roundedFloat is the int nearest to a float that is not large, the even one of two.
func roundedFloat(f float64) (i int64, ok bool) {
	return int64(math.Float64bits(f+math.Float64frombits(evenBits)) - evenBits), math.Abs(f) < 1<<46
}

// rounded is round(x) of an int or a float.
//
//tier2:routine round
func rounded(m mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	if isInt(m, x) {
		return x, true
	}
	i, ok := roundedFloat(math.Float64frombits(uint64(x)))
	if !ok || !wordIsFloat(x) {
		return NoRef, false
	}
	return intWord(i)
}

// asInt is int(x) of an int, a bool, a float, or a str of up to 36 digits.
//
//tier2:routine int
func asInt(m mem.Mem, x mem.Ref) (r mem.Ref, ok bool) {
	if isInt(m, x) {
		return x, true
	}
	if isTruth(x) {
		return truthNumber(x), true
	}
	if isLikeInt(m, x) {
		lo, hi, sign, ok := longOf(m, x)
		if !ok {
			return NoRef, false
		}
		return newLongOf(m, lo, hi, 0, sign)
	}
	if ascii(m, x) {
		return parsedInt(m, x)
	}
	f := math.Float64frombits(uint64(x))
	i, ok := roundedFloat(f)
	if !ok || !wordIsFloat(x) {
		return NoRef, false
	}
	if f < 0 && float64(i) < f {
		return intWord(i + 1)
	}
	if f > 0 && float64(i) > f {
		return intWord(i - 1)
	}
	return intWord(i)
}

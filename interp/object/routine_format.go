package object

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
)

// How values are shown: format specifications, as f-strings have them, and the operator % of a str.

// Bounds of what is looked at.
const (
	mostSpec   = 8  // characters of a specification
	mostFormat = 64 // and of a format
	mostWidth  = 64
	mostBits   = 49 // digits of an int in base 2: those of MinSmall
)

// A form is what a specification or a conversion says in front of its letter, read character by character: bits, and two numbers.
const (
	formBegun  = 1 << iota
	formDigit  // the width has begun
	formZero   // with a zero
	formPoint  // the point has been
	formPlaces // and the digit behind it
	formLeft
	formMiddle
	formRight
	formWidth = 8  // where the width stands
	formPlace = 16 // and the digit

	formAligned = formLeft | formMiddle | formRight
)

// formWith is a form with one more character, of the width, or the point and a digit behind it.
func formWith(form, c uint64) (next uint64, ok bool) {
	if c == '.' {
		return form | formPoint, form&formPoint == 0
	}
	d := c - '0'
	if d >= 10 {
		return 0, false
	}
	if form&formPoint != 0 {
		return form | formPlaces | d<<formPlace, form&formPlaces == 0
	}
	if d == 0 && form&formDigit == 0 {
		return form | formDigit | formZero, true
	}
	width := 10*widthOf(form) + d
	return form&^(255<<formWidth) | formDigit | width<<formWidth, width <= mostWidth
}

func widthOf(form uint64) uint64 { return form >> formWidth & 255 }

// placesOf is how many digits behind the point are shown.
func placesOf(form, kind uint64) uint64 {
	if kind != 'f' {
		return 0
	}
	if form&formPoint == 0 {
		return 6
	}
	return form >> formPlace & 255
}

// bitsOf is how many bits a digit has, 0 of decimal ones.
func bitsOf(kind uint64) uint64 {
	switch kind {
	case 'x':
		return 4
	case 'o':
		return 3
	case 'b':
		return 1
	}
	return 0
}

// digitsIn is how many digits a number has.
func digitsIn(n, kind uint64) uint64 {
	bits := bitsOf(kind)
	if bits == 0 {
		return digitsOf(n)
	}
	k := uint64(1)
	for k < mostBits && n>>(k*bits&63) != 0 {
		k++
	}
	return k
}

// putWhole writes a number of so many digits.
func putWhole(m mem.Mem, to mem.Ref, n, count, kind uint64) {
	bits := bitsOf(kind)
	if bits == 0 {
		putDecimal(m, to, n, count)
		return
	}
	for k := uint64(0); k < min(count, mostBits); k++ {
		digit := n>>(k*bits&63)&(1<<(bits&63)-1) + '0'
		if digit > '9' {
			digit += 'a' - '9' - 1
		}
		m.InitU8At(to, fieldStrData, count-1-k, digit)
	}
}

// numberOf is the number that is shown of an int or a float: without its sign, and the digits behind the point.
func numberOf(x mem.Ref, form, kind uint64) (whole, part uint64, negative, ok bool) {
	if kind == 'f' {
		if form&(formPoint|formPlaces) == formPoint {
			return 0, 0, false, false
		}
		if wordIsFloat(x) {
			whole, part, ok = fixed(x, placesOf(form, kind))
			return whole, part, uint64(x)>>63 != 0, ok
		}
	} else if form&formPoint != 0 {
		return 0, 0, false, false
	}
	if kind == 'd' && wordIsFloat(x) {
		whole, ok = truncated(x)
		return whole, 0, uint64(x)>>63 != 0 && whole != 0, ok
	}
	whole, negative, ok = magnitude(x)
	return whole, 0, negative, ok
}

// ofText reports whether a letter stands for a text; of an int that is its number.
func ofText(kind uint64) bool { return kind == 's' || kind == 'r' }

// shownLength is how long a value is that is shown, without what it is filled with.
func shownLength(m mem.Mem, x mem.Ref, form, kind uint64) (n uint64, ok bool) {
	if ofText(kind) {
		if form&formPoint != 0 {
			return 0, false
		}
		if ascii(m, x) {
			n = m.U64(x, fieldStrLen)
			if kind == 's' {
				return n, n <= mostMade
			}
			return n + 2, quotable(m, x)
		}
		if !wordIsInt(x) {
			return 0, false
		}
		kind = 'd'
	}
	if kind != 'd' && kind != 'f' && bitsOf(kind) == 0 {
		return 0, false
	}
	whole, _, negative, ok := numberOf(x, form, kind)
	if !ok {
		return 0, false
	}
	n = digitsIn(whole, kind)
	if negative {
		n++
	}
	places := placesOf(form, kind)
	if places > 0 {
		n += places + 1
	}
	return n, true
}

// putFill writes a character so many times.
func putFill(m mem.Mem, to mem.Ref, n, c uint64) {
	for i := uint64(0); i < min(n, mostWidth); i++ {
		m.InitU8At(to, fieldStrData, i, c)
	}
}

// ahead is a place in a str, some characters behind another one.
func ahead(to mem.Ref, n uint64) mem.Ref { return mem.Ref(uint64(to) + n) }

// putShown writes a value, whose length shownLength has told, and what it is filled with.
func putShown(m mem.Mem, to, x mem.Ref, form, kind, n uint64) {
	pad := max(n, widthOf(form)) - n
	zeros := uint64(0)
	if form&formZero != 0 && form&formAligned == 0 && !ofText(kind) {
		zeros = pad
		pad = 0
	}
	left := pad
	if form&formLeft != 0 {
		left = 0
	}
	if form&formMiddle != 0 {
		left = pad >> 1
	}
	putFill(m, to, left, ' ')
	putFill(m, ahead(to, left+n), pad-left, ' ')
	to = ahead(to, left)
	if ofText(kind) && ascii(m, x) {
		if kind == 's' {
			copyBytes(m, to, x, min(n, mostMade))
		} else {
			putQuoted(m, to, x, min(n-2, mostMade))
		}
		return
	}
	if ofText(kind) {
		kind = 'd'
	}
	whole, part, negative, _ := numberOf(x, form, kind)
	if negative {
		m.InitU8At(to, fieldStrData, 0, '-')
		to = ahead(to, 1)
	}
	putFill(m, to, zeros, '0')
	to = ahead(to, zeros)
	count, places := digitsIn(whole, kind), placesOf(form, kind)
	putWhole(m, to, whole, count, kind)
	if places > 0 {
		m.InitU8At(to, fieldStrData, count, '.')
		putDigits(m, ahead(to, count+1), part, places)
	}
}

// newShown is a str of n characters that the caller writes: of one it is made of that afterwards.
func newShown(m mem.Mem, n uint64) (s mem.Ref, ok bool) {
	if n == 0 || n > heap.MaxSmall-OffStrData {
		return NoRef, false
	}
	return newASCIIOf(m, max(n, 2))
}

// asShown is that str.
func asShown(m mem.Mem, s mem.Ref, n uint64) (r mem.Ref, ok bool) {
	if n == 1 {
		return oneChar(m, m.U8(s, fieldStrData))
	}
	return s, true
}

// specOf reads a specification: an alignment, a form, and a letter.
func specOf(m mem.Mem, spec mem.Ref) (form, kind uint64, ok bool) {
	n := m.U64(spec, fieldStrLen)
	if n > mostSpec {
		return 0, 0, false
	}
	for i := uint64(0); i < n; i++ {
		c := m.U8At(spec, fieldStrData, i)
		if i == 0 && c == '<' {
			form = formLeft
			continue
		}
		if i == 0 && c == '>' {
			form = formRight
			continue
		}
		if i == 0 && c == '^' {
			form = formMiddle
			continue
		}
		if i+1 == n && c-'a' < 26 {
			kind = c
			continue
		}
		form, ok = formWith(form, c)
		if !ok {
			return 0, 0, false
		}
	}
	return form, kind, kind != 'r' && (form&formZero == 0 || form&formAligned == 0)
}

// formatted is format(x, spec) of a number or a str, as f-strings have it: spec is of few characters, and fills with spaces or zeros.
//
//tier2:routine format
func formatted(m mem.Mem, x, spec mem.Ref) (s mem.Ref, ok bool) {
	if !ascii(m, spec) {
		return NoRef, false
	}
	form, kind, ok := specOf(m, spec)
	if !ok {
		return NoRef, false
	}
	text := ascii(m, x)
	if kind == 0 {
		kind = 'd'
		if text {
			kind = 's'
		}
	}
	if text {
		if kind != 's' || form&formZero != 0 {
			return NoRef, false
		}
	} else if kind == 's' || kind != 'f' && wordIsFloat(x) {
		return NoRef, false
	}
	if text && form&formAligned == 0 {
		form |= formLeft
	}
	n, ok := shownLength(m, x, form, kind)
	if !ok {
		return NoRef, false
	}
	width := max(n, widthOf(form))
	if text && width == n {
		return x, true
	}
	s, ok = newShown(m, width)
	if !ok {
		return NoRef, false
	}
	putShown(m, s, x, form, kind, n)
	return asShown(m, s, width)
}

// partLength is how long the text of an int or a short str is that %s gives, or %d of an int.
func partLength(m mem.Mem, x mem.Ref, decimal bool) (n uint64, ok bool) {
	if !decimal && ascii(m, x) {
		n = m.U64(x, fieldStrLen)
		return n, n <= mostMade
	}
	k, negative, ok := magnitude(x)
	n = digitsOf(k)
	if negative {
		n++
	}
	return n, ok
}

// putPart writes that text.
func putPart(m mem.Mem, to, x mem.Ref) {
	if ascii(m, x) {
		copyBytes(m, to, x, min(m.U64(x, fieldStrLen), mostMade))
		return
	}
	k, negative, _ := magnitude(x)
	if negative {
		m.InitU8At(to, fieldStrData, 0, '-')
		to = ahead(to, 1)
	}
	putDecimal(m, to, k, digitsOf(k))
}

// putFormat writes format % args, or finds out how long it is only. What there is to write has been found out.
func putFormat(m mem.Mem, format, args, s mem.Ref, write bool) (length uint64, ok bool) {
	tuple, count, used, form := wordIs(m, args, uint64(TupleType)), uint64(1), uint64(0), uint64(0)
	if tuple {
		count = tupleLen(m, args)
	}
	for i := uint64(0); i < min(m.U64(format, fieldStrLen), mostFormat); i++ {
		c := m.U8At(format, fieldStrData, i)
		if form == 0 && c == '%' {
			form = formBegun
			continue
		}
		if form == 0 || form == formBegun && c == '%' {
			if write {
				m.InitU8At(s, fieldStrData, length, c)
			}
			form = 0
			length++
			continue
		}
		if c == '-' && form&(formDigit|formPoint) == 0 {
			form |= formLeft
			continue
		}
		if c-'a' >= 26 {
			form, ok = formWith(form, c)
			if !ok {
				return 0, false
			}
			continue
		}
		if used == count || c == 'b' {
			return 0, false
		}
		if c == 'i' || c == 'u' {
			c = 'd'
		}
		x := args
		if tuple {
			x = m.RefAt(args, fieldTupleItem, used)
		}
		n, plain := uint64(0), form == formBegun && (c == 's' || c == 'd')
		if plain {
			n, plain = partLength(m, x, c == 'd')
		}
		if !plain {
			n, ok = shownLength(m, x, form, c)
			if !ok {
				return 0, false
			}
		}
		if write {
			if plain {
				putPart(m, ahead(s, length), x)
			} else {
				putShown(m, ahead(s, length), x, form, c, n)
			}
		}
		length += max(n, widthOf(form))
		used++
		form = 0
	}
	return length, used == count && form == 0
}

// strFormatted is format % args of a str: conversions of ints, floats and strs, each with a width, an alignment and digits behind the point.
func strFormatted(m mem.Mem, format, args mem.Ref) (s mem.Ref, ok bool) {
	if !ascii(m, format) || m.U64(format, fieldStrLen) > mostFormat {
		return NoRef, false
	}
	n, ok := putFormat(m, format, args, NoRef, false)
	if !ok {
		return NoRef, false
	}
	s, ok = newShown(m, n)
	if !ok {
		return NoRef, false
	}
	_, ok = putFormat(m, format, args, s, true)
	if !ok {
		return NoRef, false
	}
	return asShown(m, s, n)
}

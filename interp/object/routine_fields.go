package object

import "github.com/tier2go/tier2/opgen/mem"

// Formats: the operator % of a str, and str.format. What they make is put together in one place, read once, and then copied into a str of
// its length.

// textPlace is that place: as a str it has its data. What takes a str apart notes there where the parts lie. Nobody reads it later.
const (
	textPlace = mem.Ref(TagRef + textOff)
	mostText  = 512 // characters in front of the last value
	textSize  = OffStrData + mostText + mostMade + mostWidth + mostFormat
)

// putPart writes a value to the place at which length characters stand, and returns how many there are then.
func putPart(m mem.Mem, x mem.Ref, length, form, kind uint64, text bool) (uint64, bool) {
	if length > mostText {
		return 0, false
	}
	to := ahead(textPlace, length)
	if text {
		n, ok := textLength(m, x, form, kind)
		if !ok {
			return 0, false
		}
		putText(m, to, x, form, kind, n)
		return length + max(n, widthOf(form)), true
	}
	whole, part, count, places, negative, ok := numberParts(x, form, kind)
	if !ok {
		return 0, false
	}
	n := shownLength(count, places, negative)
	putNumber(m, to, whole, part, count, places, negative, form, kind, n)
	return length + max(n, widthOf(form)), true
}

// textMade is a str of what stands in the place.
func textMade(m mem.Mem, n uint64) (s mem.Ref, ok bool) {
	if n == 1 {
		return oneChar(m, m.U8(textPlace, fieldStrData))
	}
	if n == 0 || n > textSize-OffStrData {
		return NoRef, false
	}
	s, ok = newASCIIOf(m, n)
	if !ok {
		return NoRef, false
	}
	copyBytes(m, s, textPlace, n)
	return s, true
}

// convFor is what a conversion of % says of a value, and whether it takes it for a text: %s of a number is that of its text, which is not filled
// with zeros.
func convFor(m mem.Mem, x mem.Ref, form, kind uint64) (formFor, kindFor uint64, text, ok bool) {
	switch kind {
	case 's', 'r':
		if ascii(m, x) {
			return form, kind, true, true
		}
		if wordIsFloat(x) {
			return form &^ formZero, kindText, false, true
		}
		return form &^ formZero, 'd', false, true
	case 'd', 'i', 'u':
		return form, 'd', false, true
	}
	return form, kind, false, kind != 'b'
}

// putPercent writes format % args to the place.
func putPercent(m mem.Mem, format, args mem.Ref) (length uint64, ok bool) {
	n, i, used, count := m.U64(format, fieldStrLen), uint64(0), uint64(0), uint64(1)
	tuple := wordIs(m, args, uint64(TupleType))
	if tuple {
		count = tupleLen(m, args)
	}
	if n > mostFormat {
		return 0, false
	}
	for range uint64(mostFormat) { // a round takes a character, or a conversion
		if i == n {
			break
		}
		c, form := m.U8At(format, fieldStrData, i), uint64(0)
		i++
		percent := c == '%'
		if percent {
			if i == n {
				return 0, false
			}
			c = m.U8At(format, fieldStrData, i)
			i++
		}
		if !percent || c == '%' {
			m.InitU8At(textPlace, fieldStrData, length, c)
			length++
			continue
		}
		for c-'a' >= 26 && i < n {
			if c == '-' && form&(formDigit|formPoint) == 0 {
				form |= formLeft
			} else {
				form, ok = formWith(form, c)
				if !ok {
					return 0, false
				}
			}
			c = m.U8At(format, fieldStrData, i)
			i++
		}
		if used == count || c-'a' >= 26 {
			return 0, false
		}
		x := args
		if tuple {
			x = m.RefAt(args, fieldTupleItem, used)
		}
		used++
		form, kind, text, ok := convFor(m, x, form, c)
		if !ok {
			return 0, false
		}
		length, ok = putPart(m, x, length, form, kind, text)
		if !ok {
			return 0, false
		}
	}
	return length, i == n && used == count
}

// strFormatted is format % args of a str: conversions of ints, floats and strs, each with a width, an alignment and digits behind the point.
func strFormatted(m mem.Mem, format, args mem.Ref) (s mem.Ref, ok bool) {
	if !ascii(m, format) {
		return NoRef, false
	}
	n, ok := putPercent(m, format, args)
	if !ok {
		return NoRef, false
	}
	return textMade(m, n)
}

// putFields writes format.format(*args) to the place: fields that are numbered, or none of which is.
func putFields(m mem.Mem, format, args mem.Ref) (length uint64, ok bool) {
	n, i, next, numbered := m.U64(format, fieldStrLen), uint64(0), uint64(0), false
	if n > mostFormat {
		return 0, false
	}
	for range uint64(mostFormat) { // a round takes a character, or a field
		if i == n {
			break
		}
		brace := m.U8At(format, fieldStrData, i)
		c := brace
		i++
		if brace == '{' || brace == '}' {
			if i == n {
				return 0, false
			}
			c = m.U8At(format, fieldStrData, i)
			i++
		}
		if c == brace {
			m.InitU8At(textPlace, fieldStrData, length, c)
			length++
			continue
		}
		if brace == '}' {
			return 0, false
		}
		k := next
		next++
		if c-'0' < 10 {
			if i == n || next > 1 && !numbered {
				return 0, false
			}
			numbered = true
			k = c - '0'
			c = m.U8At(format, fieldStrData, i)
			i++
		} else if numbered {
			return 0, false
		}
		if k >= tupleLen(m, args) {
			return 0, false
		}
		form, kind := uint64(0), uint64(0)
		if c == ':' {
			form, kind, i, ok = specFrom(m, format, i, n)
			if !ok || i == n {
				return 0, false
			}
			c = m.U8At(format, fieldStrData, i)
			i++
		}
		if c != '}' {
			return 0, false
		}
		x := m.RefAt(args, fieldTupleItem, k)
		text := ascii(m, x)
		form, kind, ok = specFor(x, text, form, kind)
		if !ok {
			return 0, false
		}
		length, ok = putPart(m, x, length, form, kind, text)
		if !ok {
			return 0, false
		}
	}
	return length, i == n
}

// strFields is format.format(*args) of ints, floats and strs, with specifications as the routine format has them.
//
//tier2:routine str.format
func strFields(m mem.Mem, format, args mem.Ref) (s mem.Ref, ok bool) {
	if !ascii(m, format) || !wordIs(m, args, uint64(TupleType)) {
		return NoRef, false
	}
	n, ok := putFields(m, format, args)
	if !ok {
		return NoRef, false
	}
	return textMade(m, n)
}

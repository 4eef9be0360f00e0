// Package unicode is what str, its methods and the UTF codecs know of code points,
// on Go values: properties, case mappings, decimal digits, WTF-8 and UTF-8.
//
// The tables (table.go) are two-level tries generated from CPython 3.14's own
// behaviour, which is that of Unicode 16. Package unicode of Go 1.26 still has
// Unicode 15, and lacks the mappings to several code points and the rule of the
// final sigma.
//
//	unicode.Props('é')&unicode.Alpha != 0
//	one, more := unicode.Map('ß', unicode.ToUpper) // more is "SS"
//
// The package must not know the heap.
package unicode

// Props returns the properties of a code point: Alpha and the others; the value of a decimal digit is in bits 16 and up.
func Props(r rune) uint32 {
	if i := uint32(r) >> 8; i < uint32(len(index)) {
		return sets[blocks[uint32(index[i])<<8|uint32(r)&0xFF]]
	}
	return 0
}

// DecimalValue returns the value of a decimal digit of any script, or −1.
func DecimalValue(r rune) int {
	p := Props(r)
	if p&Decimal == 0 {
		return -1
	}
	return int(p >> 16)
}

// IsSpace reports whether str's methods take a code point for whitespace.
func IsSpace(r rune) bool { return Props(r)&Space != 0 }

// Cases that Map maps to.
const (
	ToUpper = iota
	ToLower
	ToTitle
	ToFolded
)

// special marks an entry of cases that names several code points.
const special = 1 << 24

// Map maps a code point to another case (ToUpper …), as one
// code point or, if that is not enough, a string of them.
func Map(r rune, column int) (rune, []rune) {
	i := uint32(r) >> 7
	if i >= uint32(len(caseIndex)) {
		return r, nil
	}
	d := cases[caseBlocks[uint32(caseIndex[i])<<7|uint32(r)&0x7F]][column]
	if d < special {
		return r + d, nil
	}
	at, n := d&0xFFFF, d>>16&0xFF
	return 0, mappings[at : at+n]
}

// ByteProps returns the properties of a byte as the methods of bytes see them:
// those of ASCII, where whitespace is space and \t to \r.
func ByteProps(c byte) uint32 {
	if c >= 0x80 {
		return 0
	}
	p := sets[blocks[c]]
	if c-0x1C < 4 {
		p &^= Space
	}
	if c != '\n' && c != '\r' {
		p &^= LineBreak
	}
	return p
}

// IsDecimal is str.isdecimal of one code point.
func IsDecimal(r rune) bool { return Props(r)&Decimal != 0 }

// IsAlnum is str.isalnum of one code point.
func IsAlnum(r rune) bool { return Props(r)&(Alpha|Decimal|Digit|Numeric) != 0 }

// IsLineBreak reports whether str.splitlines ends a line at a code point.
func IsLineBreak(r rune) bool { return Props(r)&LineBreak != 0 }

// SimpleLower returns the lower case of a code point that is one code point, itself if
// there is none. U+0130 is the one whose full mapping is longer.
func SimpleLower(r rune) rune {
	if r == 0x130 {
		return 'i'
	}
	if low, long := Map(r, ToLower); long == nil {
		return low
	}
	return r
}

// SimpleUpper returns the upper case of a code point that is one code point, itself if
// there is none.
func SimpleUpper(r rune) rune {
	if up, long := Map(r, ToUpper); long == nil {
		return up
	}
	return r
}

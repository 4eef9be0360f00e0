package object

// What str's methods know of code points. The tables (unicode_table.go) are
// two-level tries generated from CPython 3.14's own behaviour, which is that of
// Unicode 16; package unicode of Go 1.26 still has Unicode 15, and lacks the
// mappings to several code points and the rule of the final sigma.

// uniProps returns the properties of a code point: the uni… bits.
func uniProps(r rune) uint32 {
	if i := uint32(r) >> 8; i < uint32(len(uniIndex)) {
		return uniSets[uniBlocks[uint32(uniIndex[i])<<8|uint32(r)&0xFF]]
	}
	return 0
}

// uniDecimalValue returns the value of a decimal digit of any script, or −1.
func uniDecimalValue(r rune) int {
	p := uniProps(r)
	if p&uniDecimal == 0 {
		return -1
	}
	return int(p >> 16)
}

// isSpace reports whether str's methods take a code point for whitespace.
func isSpace(r rune) bool { return uniProps(r)&uniSpace != 0 }

// The columns of uniCases.
const (
	toUpper = iota
	toLower
	toTitle
	toFolded
)

// uniSpecial marks an entry of uniCases that names several code points.
const uniSpecial = 1 << 24

// uniMap maps a code point to another case (one of the columns above), as one
// code point or, if that is not enough, a string of them.
func uniMap(r rune, column int) (rune, []rune) {
	i := uint32(r) >> 7
	if i >= uint32(len(uniCaseIndex)) {
		return r, nil
	}
	d := uniCases[uniCaseBlocks[uint32(uniCaseIndex[i])<<7|uint32(r)&0x7F]][column]
	if d < uniSpecial {
		return r + d, nil
	}
	at, n := d&0xFFFF, d>>16&0xFF
	return 0, uniStrings[at : at+n]
}

// byteProps returns the properties of a byte as the methods of bytes see them:
// those of ASCII, where whitespace is space and \t to \r.
func byteProps(c byte) uint32 {
	if c >= 0x80 {
		return 0
	}
	p := uniSets[uniBlocks[c]]
	if c-0x1C < 4 {
		p &^= uniSpace
	}
	if c != '\n' && c != '\r' {
		p &^= uniLineBreak
	}
	return p
}

package pycode

import "unicode/utf8"

// decodeWTF8 returns the first code point of s, which is not empty, and its
// width in bytes. It differs from utf8.DecodeRuneInString in accepting the
// three-byte form of a surrogate; of anything else that is not UTF-8 it returns
// utf8.RuneError and 1.
func decodeWTF8(s string) (rune, int) {
	r, n := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, n
}

// invalidWTF8 returns the index of the first byte of s that is not WTF-8, and -1
// where there is none.
func invalidWTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i := 0; i < len(s); {
		r, n := decodeWTF8(s[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

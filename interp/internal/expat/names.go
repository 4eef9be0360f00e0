package expat

import "unicode/utf8"

// span is a range of code points.
type span struct{ lo, hi rune }

// Code points that begin names, and those that only go on (XML 1.0, fifth edition, 2.3), beyond ASCII.
var (
	nameStart = []span{{0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0x2ff}, {0x370, 0x37d}, {0x37f, 0x1fff}, {0x200c, 0x200d}, {0x2070, 0x218f}, {0x2c00, 0x2fef},
		{0x3001, 0xd7ff}, {0xf900, 0xfdcf}, {0xfdf0, 0xfffd}, {0x10000, 0xeffff}}
	nameOnly = []span{{0xb7, 0xb7}, {0x300, 0x36f}, {0x203f, 0x2040}}
)

func within(list []span, r rune) bool {
	for _, s := range list {
		if s.lo <= r && r <= s.hi {
			return true
		}
	}
	return false
}

// begins reports whether a name may begin with a code point.
func begins(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' || r == ':' || r >= 0x80 && within(nameStart, r)
}

// goesOn reports whether a name may have a code point behind its first.
func goesOn(r rune) bool {
	return begins(r) || '0' <= r && r <= '9' || r == '-' || r == '.' || r >= 0x80 && within(nameOnly, r)
}

// What a byte below 0x80 may be in a document: kinds of ascii's entries.
const (
	charBegins = 1 << iota // names begin with it
	charGoesOn             // names have it behind their first
	charIs                 // a document may have it at all
	charPlain              // it means nothing in text, and ends no line
)

var ascii = func() (t [utf8.RuneSelf]uint8) {
	for c := range t {
		r := rune(c)
		if begins(r) {
			t[c] |= charBegins
		}
		if goesOn(r) {
			t[c] |= charGoesOn
		}
		if isChar(r) {
			t[c] |= charIs
		}
		if r >= ' ' && r != '<' && r != '&' && r != ']' {
			t[c] |= charPlain
		}
	}
	return t
}()

// plainLen returns how many bytes at the beginning of s are ASCII that means nothing in text, and ends no line.
func plainLen(s []byte) int {
	for i, c := range s {
		if c >= utf8.RuneSelf || ascii[c]&charPlain == 0 {
			return i
		}
	}
	return len(s)
}

// nameLen returns how many bytes at the beginning of s are a name, or, if any, a name token, which may begin with
// what names go on with; 0 where there is none.
func nameLen(s []byte, any bool) int {
	i := 0
	if len(s) > 0 && s[0] < utf8.RuneSelf && (any || ascii[s[0]]&charBegins != 0) {
		for i < len(s) && s[i] < utf8.RuneSelf && ascii[s[i]]&charGoesOn != 0 {
			i++
		}
	}
	for i < len(s) {
		c, n := rune(s[i]), 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRune(s[i:])
		}
		if c == utf8.RuneError && n <= 1 || i == 0 && !any && !begins(c) || (i > 0 || any) && !goesOn(c) {
			break
		}
		i += n
	}
	return i
}

// isChar reports whether a document may have a code point at all.
func isChar(r rune) bool {
	return r >= 0x20 && r <= 0xd7ff || r == '\t' || r == '\n' || r == '\r' || r >= 0xe000 && r <= 0xfffd || r >= 0x10000 && r <= utf8.MaxRune
}

// badChar returns where s has what no document may have, −1: nowhere.
func badChar(s []byte) int {
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRune(s[i:])
			if r == utf8.RuneError && n <= 1 || !isChar(r) {
				return i
			}
			i += n
			continue
		}
		if ascii[c]&charIs == 0 {
			return i
		}
		i++
	}
	return -1
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// spaces returns how much white space s begins with.
func spaces(s []byte) int {
	i := 0
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

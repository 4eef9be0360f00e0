package unicode

import "unsafe"

const (
	eachByte = 0x0101_0101_0101_0101
	highBits = 0x80 * eachByte
)

// flipCase changes the case of the letters between lo and hi, eight bytes a
// step: of the low seven bits of each byte, adding 0x80−lo carries into the high
// bit from lo on, adding 0x7F−hi behind hi. The bit of case is two below it.
func flipCase(s []byte, lo, hi byte) {
	from, behind := uint64(0x80-lo)*eachByte, uint64(0x7F-hi)*eachByte
	p := unsafe.Pointer(unsafe.SliceData(s))
	n := len(s) &^ 7
	for i := 0; i < n; i += 8 {
		w := (*uint64)(unsafe.Add(p, i))
		low := *w &^ highBits
		*w ^= ((low + from) &^ (low + behind) &^ *w & highBits) >> 2
	}
	for i, c := range s[n:] {
		if c-lo <= hi-lo {
			s[n+i] = c ^ 0x20
		}
	}
}

// UpperASCII makes the ASCII letters among bytes capitals, in place.
func UpperASCII(s []byte) { flipCase(s, 'a', 'z') }

// LowerASCII makes the ASCII letters among bytes small, in place.
func LowerASCII(s []byte) { flipCase(s, 'A', 'Z') }

// TitleASCII makes the first ASCII letter of each word a capital and the others small,
// in place.
func TitleASCII(s []byte) {
	inWord := false
	for i, c := range s {
		letter := c|0x20-'a' < 26
		switch {
		case letter && inWord:
			s[i] = c | 0x20
		case letter:
			s[i] = c &^ 0x20
		}
		inWord = letter
	}
}

// IsASCII reports whether all bytes are below 128.
func IsASCII(b []byte) bool {
	const high = 0x8080_8080_8080_8080
	for len(b) >= 32 {
		p := unsafe.Pointer(unsafe.SliceData(b))
		if (*(*uint64)(p)|*(*uint64)(unsafe.Add(p, 8))|
			*(*uint64)(unsafe.Add(p, 16))|*(*uint64)(unsafe.Add(p, 24)))&high != 0 {
			return false
		}
		b = b[32:]
	}
	n := len(b)
	p := unsafe.Pointer(unsafe.SliceData(b))
	switch { // words that overlap, or the first two and the last two bytes, or the first, the middle and the last
	case n >= 16:
		return (*(*uint64)(p)|*(*uint64)(unsafe.Add(p, 8))|*(*uint64)(unsafe.Add(p, n-16))|*(*uint64)(unsafe.Add(p, n-8)))&high == 0
	case n >= 8:
		return (*(*uint64)(p)|*(*uint64)(unsafe.Add(p, n-8)))&high == 0
	case n >= 4:
		return (*(*uint32)(p)|*(*uint32)(unsafe.Add(p, n-4)))&(high>>32) == 0
	case n > 0:
		return b[0]|b[n>>1]|b[n-1] < 0x80
	}
	return true
}

// ReplaceByte replaces a byte by another, eight a step: of the difference to
// old, bytes that are zero get the mask 0xFF.
func ReplaceByte(s []byte, old, with byte) {
	olds, withs := uint64(old)*eachByte, uint64(with)*eachByte
	p := unsafe.Pointer(unsafe.SliceData(s))
	n := len(s) &^ 7
	for i := 0; i < n; i += 8 {
		w := (*uint64)(unsafe.Add(p, i))
		x := *w ^ olds
		zero := ^(x&^highBits + ^uint64(highBits) | x) & highBits
		mask := zero >> 7 * 0xFF
		*w = *w&^mask | withs&mask
	}
	for i, c := range s[n:] {
		if c == old {
			s[n+i] = with
		}
	}
}

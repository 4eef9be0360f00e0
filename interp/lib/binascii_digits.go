package lib

// Digits of base 64 and of base 16, by tables: an encoder looks up two digits at once, a decoder what a digit
// means at its place in a group. Each takes whole chunks; who calls it says what is left over and what is wrong.

const noDigit = 1 << 31 // the bit that says so in the tables of decoders

// base64Pairs has two digits for each 12 bits; hexPairs two for each byte, in lower case.
var base64Pairs = func() (t [1 << 12][2]byte) {
	for i := range t {
		t[i] = [2]byte{base64Alphabet[i>>6], base64Alphabet[i&63]}
	}
	return t
}()

var hexPairs = func() (t [256][2]byte) {
	const digits = "0123456789abcdef"
	for i := range t {
		t[i] = [2]byte{digits[i>>4], digits[i&15]}
	}
	return t
}()

// base64Places has what a digit means at each of the four places of a group of 24 bits.
var base64Places = func() (t [4][256]uint32) {
	for place := range t {
		for c := range t[place] {
			t[place][c] = noDigit
			if v := base64Values[c]; v >= 0 {
				t[place][c] = uint32(v) << (18 - 6*place)
			}
		}
	}
	return t
}()

// hexPlaces has what a digit means at both places of a byte.
var hexPlaces = func() (t [2][256]uint32) {
	for place := range t {
		for c := range t[place] {
			t[place][c] = noDigit
			if v := hexValue(byte(c)); v >= 0 {
				t[place][c] = uint32(v) << (4 - 4*place)
			}
		}
	}
	return t
}()

// encodeBase64 writes the digits of data into out, with padding, and returns how many. out has room for them.
func encodeBase64(out, data []byte) int {
	n := 0
	for len(data) >= 3 {
		x := uint(data[0])<<16 | uint(data[1])<<8 | uint(data[2])
		d := out[n : n+4 : n+4]
		hi, lo := base64Pairs[x>>12&0xFFF], base64Pairs[x&0xFFF]
		d[0], d[1], d[2], d[3] = hi[0], hi[1], lo[0], lo[1]
		data = data[3:]
		n += 4
	}
	if len(data) == 0 {
		return n
	}
	x := uint(data[0]) << 16
	if len(data) == 2 {
		x |= uint(data[1]) << 8
	}
	hi := base64Pairs[x>>12]
	d := out[n : n+4 : n+4]
	d[0], d[1], d[2], d[3] = hi[0], hi[1], '=', '='
	if len(data) == 2 {
		d[2] = base64Alphabet[x>>6&63]
	}
	return n + 4
}

// decodeBase64 writes what groups of four digits mean into out, up to the first group with another character,
// and returns how many characters these are. out has room for three bytes a group.
func decodeBase64(out, data []byte) int {
	n, at := 0, 0
	for ; n+4 <= len(data); n += 4 {
		q := data[n : n+4 : n+4]
		x := base64Places[0][q[0]] | base64Places[1][q[1]] | base64Places[2][q[2]] | base64Places[3][q[3]]
		if x >= noDigit {
			break
		}
		d := out[at : at+3 : at+3]
		d[0], d[1], d[2] = byte(x>>16), byte(x>>8), byte(x)
		at += 3
	}
	return n
}

// encodeHex writes two digits for each byte into out.
func encodeHex(out, data []byte) {
	for i, c := range data {
		p := &hexPairs[c]
		d := out[2*i : 2*i+2 : 2*i+2]
		d[0], d[1] = p[0], p[1]
	}
}

// decodeHex writes what pairs of digits mean into out; ok is false if something is no digit.
func decodeHex(out, data []byte) (ok bool) {
	all := uint32(0)
	for i := range out {
		d := data[2*i : 2*i+2 : 2*i+2]
		x := hexPlaces[0][d[0]] | hexPlaces[1][d[1]]
		all |= x
		out[i] = byte(x)
	}
	return all < noDigit
}

package multibyte

import (
	"slices"
	"strings"
)

// The encodings that switch between character sets: ISO-2022-KR, ISO-2022-JP and its variants, and HZ. A set's characters are
// those that an EUC codec has under other bytes, so that these have no tables of their own.

// State is what a codec knows of what came before. Of ISO-2022: the sets that are G0, G1 and G2, and flags in byte 4;
// of HZ whether GB 2312 is on, in byte 0. It is what CPython's codecs keep, byte for byte.
type State [8]byte

const (
	g0, g1, g2, flags = 0, 1, 2, 4

	shifted = 1 // G1 is on
	through = 2 // the rest of an escape sequence of others, which stands for itself

	escape, shiftOut, shiftIn = 0x1B, 0x0E, 0x0F

	// longestEscape bounds an escape sequence.
	longestEscape = 16
)

// charset is a set of characters of ISO-2022.
type charset struct {
	mark  byte // how escape sequences name it; twoBytes is set in those of two bytes a character
	g     int  // encoders make it G0 or G1
	width int
	codec string // that has the characters
	// decode and encode convert between in, which has width bytes, or up to two characters, and what the codec has.
	decode func(c *Codec, in []byte) (r [2]rune, n int)
	encode func(c *Codec, in []rune, last bool) (seq []byte, used int, how How)
}

const (
	twoBytes = 0x80
	ascii    = 'B'
	japanese = 'B' | twoBytes // JIS X 0208
	latin1   = 'A'
	greek    = 'F'
)

// in94 reports whether bytes are of a set of 94 or 94×94 characters.
func in94(in []byte) bool {
	return !slices.ContainsFunc(in, func(b byte) bool { return b < 0x21 || b > 0x7E })
}

// behind returns the decoder of a set that an EUC codec has behind a prefix, with the high bits of its bytes set.
func behind(prefix ...byte) func(c *Codec, in []byte) ([2]rune, int) {
	return func(c *Codec, in []byte) (r [2]rune, n int) {
		if !in94(in) {
			return r, 0
		}
		seq := slices.Clone(prefix)
		for _, b := range in {
			seq = append(seq, b|0x80)
		}
		r, n, _, how := c.decode(seq)
		if how == Incomplete && c.Name == "euc_kr" {
			return [2]rune{0x3164}, 1 // there it begins a syllable of eight bytes
		}
		if how != Done {
			return r, 0
		}
		return r, n
	}
}

// ahead returns the encoder of such a set, of width bytes a character.
func ahead(width int, prefix ...byte) func(c *Codec, in []rune, last bool) ([]byte, int, How) {
	return func(c *Codec, in []rune, last bool) ([]byte, int, How) {
		seq, used, how := c.encode(nil, in, last)
		if how != Done {
			return nil, 0, how
		}
		if len(seq) != len(prefix)+width || !slices.Equal(seq[:len(prefix)], prefix) || seq[len(prefix)] < 0xA1 {
			return nil, 0, Illegal
		}
		seq = seq[len(prefix):]
		for i := range seq {
			seq[i] &^= 0x80
		}
		return seq, used, Done
	}
}

// paired is an encoder for pairs of characters alone.
func paired(encode func(c *Codec, in []rune, last bool) ([]byte, int, How)) func(c *Codec, in []rune, last bool) ([]byte, int, How) {
	return func(c *Codec, in []rune, last bool) ([]byte, int, How) {
		seq, used, how := encode(c, in, last)
		if how == Done && used < 2 {
			return nil, 0, Illegal
		}
		return seq, used, how
	}
}

// single encodes characters by themselves.
func single(encode func(c *Codec, in []rune, last bool) ([]byte, int, How)) func(c *Codec, in []rune, last bool) ([]byte, int, How) {
	return func(c *Codec, in []rune, _ bool) ([]byte, int, How) { return encode(c, in[:1], true) }
}

// no is of sets that G2 alone may be (secondTable): no character of theirs is encoded, or decoded as G0 or G1.
var no = charset{width: 1, decode: func(*Codec, []byte) (r [2]rune, n int) { return r, 0 }, encode: func(*Codec, []rune, bool) ([]byte, int, How) { return nil, 0, Illegal }}

func named(c charset, mark byte) charset {
	c.mark = mark
	return c
}

var (
	korean      = charset{'C' | twoBytes, 0, 2, "euc_kr", behind(), ahead(2)}
	chinese     = charset{'A' | twoBytes, 0, 2, "gb2312", behind(), ahead(2)}
	jisX0208    = charset{japanese, 0, 2, "euc_jp", behind(), single(ahead(2))}
	jisX0208Old = charset{'@' | twoBytes, 0, 2, "euc_jp", behind(), single(ahead(2))}
	jisX0212    = charset{'D' | twoBytes, 0, 2, "euc_jp", behind(0x8F), single(ahead(2, 0x8F))}
	kana        = charset{'I', 0, 1, "euc_jp", behind(0x8E), single(ahead(1, 0x8E))}
	roman       = charset{'J', 0, 1, "euc_jp", decodeRoman, encodeRoman}
)

func jisX0213(codec string, first byte) []charset {
	return []charset{
		{first | twoBytes, 0, 2, codec, decodePlane1, paired(encodePlane1)},
		jisX0208,
		{first | twoBytes, 0, 2, codec, decodePlane1, encodePlane1},
		{'P' | twoBytes, 0, 2, codec, decodePlane2, encodePlane2},
	}
}

// otherPlane reports whether a row is one of JIS X 0212, which the EUC codecs have between those of JIS X 0213's second plane.
func otherPlane(row byte) bool {
	return row >= 0x30 && row <= 0x6D || strings.IndexByte("\x22\x26\x27\x29\x2A\x2B", row) >= 0
}

// The EUC codecs have U+FF5E where JIS X 0213's first plane has a tilde, which is not encoded.
var tilde = []byte{0x22, 0x32}

func decodePlane1(c *Codec, in []byte) (r [2]rune, n int) {
	if slices.Equal(in, tilde) {
		return [2]rune{'~'}, 1
	}
	return behind()(c, in)
}

func encodePlane1(c *Codec, in []rune, last bool) ([]byte, int, How) {
	seq, used, how := ahead(2)(c, in, last)
	if how == Done && slices.Equal(seq, tilde) {
		return nil, 0, Illegal
	}
	return seq, used, how
}

func decodePlane2(c *Codec, in []byte) (r [2]rune, n int) {
	switch {
	case otherPlane(in[0]):
		return r, 0
	case c.Name == "euc_jisx0213" && in[0] == 0x7D && in[1] == 0x3B:
		return [2]rune{0x9B1C}, 1 // EUC-JISX0213 has U+9B1D there
	}
	return behind(0x8F)(c, in)
}

func encodePlane2(c *Codec, in []rune, last bool) ([]byte, int, How) {
	seq, used, how := ahead(2, 0x8F)(c, in, last)
	if how == Done && otherPlane(seq[0]) {
		return nil, 0, Illegal
	}
	return seq, used, how
}

// JIS X 0201's Roman set is ASCII but for two characters.
var romanOnly = map[byte]rune{0x5C: 0xA5, 0x7E: 0x203E}

func decodeRoman(_ *Codec, in []byte) (r [2]rune, n int) {
	if c, ok := romanOnly[in[0]]; ok {
		return [2]rune{c}, 1
	}
	return [2]rune{rune(in[0])}, 1
}

func encodeRoman(_ *Codec, in []rune, _ bool) ([]byte, int, How) {
	for b, c := range romanOnly {
		if c == in[0] {
			return []byte{b}, 1, Done
		}
	}
	return nil, 0, Illegal
}

// iso2022 is an encoding of this kind.
type iso2022 struct {
	sets     []charset // in the order in which an encoder tries them
	codecs   []*Codec  // theirs
	shifts   bool      // it has SO and SI
	second   bool      // it has G2
	announce bool      // ESC & @ ESC $ B is JIS X 0208, too
}

// isos are the encodings by name.
var isos = map[string]iso2022{
	"iso2022_kr":      {sets: []charset{{'C' | twoBytes, 1, 2, "euc_kr", behind(), ahead(2)}}, shifts: true},
	"iso2022_jp":      {sets: []charset{jisX0208, roman, jisX0208Old}, announce: true},
	"iso2022_jp_1":    {sets: []charset{jisX0208, jisX0212, roman, jisX0208Old}, announce: true},
	"iso2022_jp_2":    {sets: []charset{jisX0208, jisX0212, korean, chinese, roman, jisX0208Old, named(no, latin1), named(no, greek)}, second: true, announce: true},
	"iso2022_jp_2004": {sets: jisX0213("euc_jis_2004", 'Q'), announce: true},
	"iso2022_jp_3":    {sets: jisX0213("euc_jisx0213", 'O'), announce: true},
	"iso2022_jp_ext":  {sets: []charset{jisX0208, jisX0212, roman, kana, jisX0208Old}, announce: true},
}

// addShifting adds the codecs of this file.
func addShifting(made map[string]*Codec) {
	for name, t := range isos {
		for _, s := range t.sets {
			t.codecs = append(t.codecs, made[s.codec])
		}
		made[name] = &Codec{Name: name, iso: &t}
	}
	made["hz"] = &Codec{Name: "hz", base: made["gb2312"]}
}

// Start is the state at the beginning of what is decoded, or encoded.
func (c *Codec) Start(decoding bool) (s State) {
	if c.iso != nil {
		s[g0], s[g1] = ascii, ascii
		if decoding {
			s[g2] = ascii
		}
	}
	return s
}

// Restart is the state of a decoder that is reset.
func (c *Codec) Restart(s *State) {
	switch {
	case c.iso != nil:
		s[g0] = ascii
		s[flags] &^= shifted
	case c.base != nil:
		s[0] = 0
	}
}

// End appends what goes back to ASCII at the end of a text.
func (c *Codec) End(s *State, out []byte) []byte {
	switch {
	case c.iso != nil:
		return s.toASCII(s.shift(out, false))
	case c.base != nil:
		return s.hz(out, 0)
	}
	return out
}

// toASCII makes ASCII G0.
func (s *State) toASCII(out []byte) []byte {
	if s[g0] != ascii {
		out = append(out, escape, '(', ascii)
		s[g0] = ascii
	}
	return out
}

// shift switches G1 on, or off.
func (s *State) shift(out []byte, on bool) []byte {
	if on == (s[flags]&shifted != 0) {
		return out
	}
	s[flags] ^= shifted
	if on {
		return append(out, shiftOut)
	}
	return append(out, shiftIn)
}

// hz switches GB 2312 on or off.
func (s *State) hz(out []byte, on byte) []byte {
	if s[0] != on {
		s[0] = on
		out = append(out, '~', "}{"[on])
	}
	return out
}

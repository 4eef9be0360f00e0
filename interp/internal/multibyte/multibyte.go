// Package multibyte has the encodings of several bytes a character that CPython has: Big5, GBK, GB 18030, the EUC family,
// Shift JIS, Johab and their variants, which keep no state between characters, and ISO-2022-KR, ISO-2022-JP with its
// variants, and HZ, which do.
//
// Its tables are CPython's answers (testdata/gen_tables.py): what each sequence of bytes is, how long one is that is
// none, and what each character becomes. GB 18030's sequences of four bytes, and the Hangul syllables that EUC-KR
// writes as eight bytes, are computed.
//
//	c := multibyte.Find("big5")
//	s := c.Start(true)
//	r, n, used, how := c.Decode(&s, []byte("\xa4\x40"))    // 一, 1 character of 2 bytes
//	out, used, how := c.Encode(&s, nil, []rune{'一'}, true) // "\xa4\x40"
//
// What to do about errors is the caller's; the package knows nothing of Python.
package multibyte

import (
	"slices"
	"sort"
)

// Codec is one of the encodings.
type Codec struct {
	Name   string // CPython's, as errors have it
	nodes  []*node
	fours  []fours
	twos   [][2]rune
	pages  [0x1100]*[256]uint32
	pairs  map[[2]rune]uint32
	begins map[rune]bool // characters that a pair may begin with

	byChar []fours // the same as fours, ordered by character

	iso  *iso2022 // of ISO-2022
	base *Codec   // of HZ: GB 2312's
}

// How says how a step has ended.
type How int

const (
	Done       How = iota // a character has been read or written
	Incomplete            // more input may make it one
	Illegal               // it is none
)

// Find returns the codec of a name, nil if there is none.
func Find(name string) *Codec { return tables()[name] }

// Decode takes the first n characters (up to 2) of in, which is not empty, from its first used bytes. Illegal: used bytes are an error.
func (c *Codec) Decode(s *State, in []byte) (r [2]rune, n, used int, how How) {
	switch {
	case c.iso != nil:
		return c.iso.decode(s, in)
	case c.base != nil:
		return c.hzDecode(s, in)
	}
	return c.decode(in)
}

// decode is Decode of a codec without a state.
func (c *Codec) decode(in []byte) (r [2]rune, n, used int, how How) {
	at := c.nodes[0]
	for i, b := range in {
		e := at[b]
		switch e & kindBits {
		case isChar:
			return [2]rune{rune(e)}, 1, i + 1, Done
		case isPair:
			return c.twos[e&^kindBits], 2, i + 1, Done
		case isError:
			return r, 0, int(e &^ kindBits), Illegal
		case isNode:
			at = c.nodes[e&^kindBits]
			continue
		}
		if len(c.fours) > 0 {
			return c.four(in)
		}
		return syllable(in)
	}
	return r, 0, len(in), Incomplete
}

// four takes a sequence of four bytes of GB 18030: in begins with two of one.
func (c *Codec) four(in []byte) (r [2]rune, n, used int, how How) {
	switch {
	case len(in) < 4:
		return r, 0, len(in), Incomplete
	case in[2] < 0x81 || in[2] > 0xFE || in[3] < 0x30 || in[3] > 0x39:
		return r, 0, 1, Illegal
	}
	number := ((int(in[0]-0x81)*10+int(in[1]-0x30))*126+int(in[2]-0x81))*10 + int(in[3]-0x30)
	i := sort.Search(len(c.fours), func(i int) bool { return number < c.fours[i].n+c.fours[i].count })
	if i == len(c.fours) || number < c.fours[i].n {
		return r, 0, 1, Illegal
	}
	r[0] = c.fours[i].c + rune(number-c.fours[i].n)
	return r, 1, 4, Done
}

// The parts of Hangul syllables: the byte of the first letter of the alphabet is firstLetter, that of the first vowel
// firstVowel; noTail stands where there is no last letter. leads and tails say which letters may be the first and the last one.
const (
	firstSyllable, syllables = 0xAC00, 11172
	row                      = 0xA4
	firstLetter, firstVowel  = 0xA1, 0xBF
	noTail                   = 0xD4
	vowels                   = 21
)

var (
	leads = []byte{0, 1, 3, 6, 7, 8, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}
	tails = []byte{noTail - firstLetter, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29}
)

// syllable takes a Hangul syllable of EUC-KR of eight bytes: in begins with two of one.
func syllable(in []byte) (r [2]rune, n, used int, how How) {
	if len(in) < 8 {
		return r, 0, len(in), Incomplete
	}
	lead, vowel, tail := slices.Index(leads, in[3]-firstLetter), int(in[5])-firstVowel, slices.Index(tails, in[7]-firstLetter)
	if in[2] != row || in[4] != row || in[6] != row || lead < 0 || vowel < 0 || vowel >= vowels || tail < 0 {
		return r, 0, 1, Illegal
	}
	r[0] = rune(firstSyllable + (lead*vowels+vowel)*len(tails) + tail)
	return r, 1, 8, Done
}

// Encode appends what the first one or two characters of in, which is not empty, become. Incomplete: the character
// behind may belong to it, which last says there is none of. Illegal: the codec has not the first character.
func (c *Codec) Encode(s *State, out []byte, in []rune, last bool) (_ []byte, used int, how How) {
	switch {
	case c.iso != nil:
		return c.iso.encode(s, out, in, last)
	case c.base != nil:
		return c.hzEncode(s, out, in)
	}
	return c.encode(out, in, last)
}

// encode is Encode of a codec without a state.
func (c *Codec) encode(out []byte, in []rune, last bool) (_ []byte, used int, how How) {
	r := in[0]
	if c.begins[r] {
		if len(in) == 1 && !last {
			return out, 0, Incomplete
		}
		if len(in) > 1 {
			if seq, ok := c.pairs[[2]rune{r, in[1]}]; ok && seq != none {
				return unpacked(out, seq), 2, Done
			}
		}
	}
	seq := uint32(0)
	if p := c.pages[r>>8]; p != nil {
		seq = p[r&0xFF]
	}
	switch {
	case seq == none:
		return out, 0, Illegal
	case seq != 0 || r == 0:
		return unpacked(out, seq), 1, Done
	case len(c.fours) > 0:
		if out, ok := c.putFour(out, r); ok {
			return out, 1, Done
		}
	case c.Name == "euc_kr" && r >= firstSyllable && r < firstSyllable+syllables:
		i := int(r - firstSyllable)
		return append(out, row, noTail, row, firstLetter+leads[i/(vowels*len(tails))], row, firstVowel+byte(i/len(tails)%vowels),
			row, firstLetter+tails[i%len(tails)]), 1, Done
	}
	return out, 0, Illegal
}

func unpacked(out []byte, seq uint32) []byte {
	for shift := 24; shift > 0; shift -= 8 {
		if seq>>shift != 0 {
			out = append(out, byte(seq>>shift))
		}
	}
	return append(out, byte(seq))
}

// putFour appends the four bytes of a character of GB 18030.
func (c *Codec) putFour(out []byte, r rune) ([]byte, bool) {
	i := sort.Search(len(c.byChar), func(i int) bool { return int(r) < int(c.byChar[i].c)+c.byChar[i].count })
	if i == len(c.byChar) || r < c.byChar[i].c {
		return out, false
	}
	n := c.byChar[i].n + int(r-c.byChar[i].c)
	return append(out, byte(0x81+n/12600), byte(0x30+n/1260%10), byte(0x81+n/10%126), byte(0x30+n%10)), true
}

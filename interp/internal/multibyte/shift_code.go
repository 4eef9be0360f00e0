package multibyte

import "strings"

// Steps of the codecs that switch between character sets.

// encode is Encode of ISO-2022.
func (t *iso2022) encode(s *State, out []byte, in []rune, last bool) (_ []byte, used int, how How) {
	if in[0] < 0x80 {
		return append(s.shift(s.toASCII(out), false), byte(in[0])), 1, Done
	}
	for i := range t.sets {
		set := &t.sets[i]
		seq, used, how := set.encode(t.codecs[i], in, last)
		switch how {
		case Incomplete:
			return out, 0, how
		case Done:
			out = s.designate(out, set)
			return append(out, seq...), used, how
		}
	}
	return out, 0, Illegal
}

// designate makes a set the one that is on.
func (s *State) designate(out []byte, set *charset) []byte {
	if set.g == g0 {
		out = s.shift(out, false)
	}
	if s[set.g] != set.mark {
		s[set.g] = set.mark
		final := set.mark &^ twoBytes
		switch {
		case set.width == 1:
			out = append(out, escape, "()"[set.g], final)
		case set.mark == japanese:
			out = append(out, escape, '$', final)
		default:
			out = append(out, escape, '$', "()"[set.g], final)
		}
	}
	if set.g == g1 {
		out = s.shift(out, true)
	}
	return out
}

// decode is Decode of ISO-2022; escape sequences and shifts are steps of no character.
func (t *iso2022) decode(s *State, in []byte) (r [2]rune, n, used int, how How) {
	b := in[0]
	self := [2]rune{rune(b)}
	if s[flags]&through != 0 {
		if endsEscape(b) {
			s[flags] &^= through
		}
		return self, 1, 1, Done
	}
	switch {
	case b == escape:
		return t.escape(s, in)
	case b == shiftOut && t.shifts:
		s[flags] |= shifted
		return r, 0, 1, Done
	case b == shiftIn && t.shifts:
		s[flags] &^= shifted
		return r, 0, 1, Done
	case b == '\n':
		s[flags] &^= shifted
		return self, 1, 1, Done
	case b < 0x20:
		return self, 1, 1, Done
	case b >= 0x80:
		return r, 0, 1, Illegal
	}
	mark := s[g0+int(s[flags]&shifted)]
	if mark == ascii {
		return self, 1, 1, Done
	}
	set, codec := t.find(mark)
	if set == nil {
		return r, 0, 1, Illegal // a state that no input leads to
	}
	if len(in) < set.width {
		return r, 0, len(in), Incomplete
	}
	if r, n = set.decode(codec, in[:set.width]); n == 0 {
		return r, 0, set.width, Illegal
	}
	return r, n, set.width, Done
}

func (t *iso2022) find(mark byte) (*charset, *Codec) {
	for i := range t.sets {
		if t.sets[i].mark == mark {
			return &t.sets[i], t.codecs[i]
		}
	}
	return nil, nil
}

// endsEscape reports whether a byte is the last one of an escape sequence.
func endsEscape(b byte) bool { return b >= '@' && b <= 'Z' }

// escape takes an escape sequence.
func (t *iso2022) escape(s *State, in []byte) (r [2]rune, n, used int, how How) {
	if len(in) < 2 {
		return r, 0, len(in), Incomplete
	}
	switch in[1] {
	case '(', ')', '$', '.', '&':
		return t.designation(s, in)
	case 'N':
		if t.second {
			return secondTable(s, in)
		}
	}
	s[flags] |= through
	return [2]rune{escape}, 1, 1, Done
}

// designation takes an escape sequence that makes a set G0, G1 or G2.
func (t *iso2022) designation(s *State, in []byte) (r [2]rune, n, used int, how How) {
	length := 0
	for i := 1; i < longestEscape; i++ {
		if i >= len(in) {
			return r, 0, len(in), Incomplete
		}
		if endsEscape(in[i]) {
			length = i + 1
			break
		}
		if t.announce && i+1 < len(in) && in[i] == '&' && in[i+1] == '@' {
			i += 2
		}
	}
	if length == 0 {
		return r, 0, 1, Illegal
	}
	g, mark, ok := t.designated(in[:length])
	if ok && mark != ascii {
		set, _ := t.find(mark)
		ok = set != nil
	}
	if !ok {
		return r, 0, length, Illegal
	}
	s[g] = mark
	return r, 0, length, Done
}

// designated reads a sequence.
func (t *iso2022) designated(seq []byte) (g int, mark byte, ok bool) {
	switch {
	case len(seq) == 3 && seq[1] == '$':
		return g0, seq[2] | twoBytes, true
	case len(seq) == 3 && (seq[1] == '(' || seq[1] == ')'):
		return g0 + int(seq[1]-'('), seq[2], true
	case len(seq) == 3 && seq[1] == '.' && t.second:
		return g2, seq[2], true
	case len(seq) == 4 && seq[1] == '$' && (seq[2] == '(' || seq[2] == ')'):
		return g0 + int(seq[2]-'('), seq[3] | twoBytes, true
	case len(seq) == 6 && t.announce && seq[3] == escape && seq[4] == '$' && seq[5] == 'B':
		return g0, japanese, true
	}
	return 0, 0, false
}

// ISO 8859-7 as CPython's codec knows it, which is the one of 1987: greekSame are the characters beyond U+00A0 that are
// their bytes, greekGaps those that it has not.
const (
	greekFirst = 0xB4 // and those behind it are U+0384 and those behind it
	greekSame  = "\xA3\xA6\xA7\xA8\xA9\xAB\xAC\xAD\xB0\xB1\xB2\xB3\xB7\xBB\xBD"
	greekGaps  = "\xD2\xFF"
)

var greekOthers = map[byte]rune{0xA1: 0x2018, 0xA2: 0x2019, 0xAF: 0x2015}

func greekRune(b byte) (r rune, ok bool) {
	if r, ok = greekOthers[b]; ok {
		return r, true
	}
	switch {
	case b <= 0xA0 || strings.IndexByte(greekSame, b) >= 0:
		return rune(b), true
	case b >= greekFirst && strings.IndexByte(greekGaps, b) < 0:
		return 0x384 + rune(b-greekFirst), true
	}
	return 0, false
}

// secondTable takes ESC N and a character of G2.
func secondTable(s *State, in []byte) (r [2]rune, n, used int, how How) {
	if len(in) < 3 {
		return r, 0, len(in), Incomplete
	}
	b := in[2]
	switch {
	case s[g2] == latin1 && b < 0x80:
		return [2]rune{rune(b) + 0x80}, 1, 3, Done
	case s[g2] == ascii && b < 0x80:
		return [2]rune{rune(b)}, 1, 3, Done
	case s[g2] == greek:
		if c, ok := greekRune(b ^ 0x80); ok {
			return [2]rune{c}, 1, 3, Done
		}
	}
	return r, 0, 3, Illegal
}

// hzEncode is Encode of HZ.
func (c *Codec) hzEncode(s *State, out []byte, in []rune) (_ []byte, used int, how How) {
	if in[0] < 0x80 {
		out = append(s.hz(out, 0), byte(in[0]))
		if in[0] == '~' {
			out = append(out, '~')
		}
		return out, 1, Done
	}
	seq, used, how := chinese.encode(c.base, in, true)
	if how != Done {
		return out, 0, how
	}
	return append(s.hz(out, 1), seq...), used, Done
}

// hzDecode is Decode of HZ; switches are steps of no character.
func (c *Codec) hzDecode(s *State, in []byte) (r [2]rune, n, used int, how How) {
	b := in[0]
	switch {
	case b == '~' && len(in) < 2:
		return r, 0, 1, Incomplete
	case b == '~':
		return hzEscape(s, in[1])
	case b >= 0x80:
		return r, 0, 1, Illegal
	case s[0] == 0:
		return [2]rune{rune(b)}, 1, 1, Done
	case len(in) < 2:
		return r, 0, 1, Incomplete
	}
	if r, n = chinese.decode(c.base, in[:2]); n == 0 {
		return r, 0, 1, Illegal
	}
	return r, n, 2, Done
}

// hzEscape takes a tilde and what follows it.
func hzEscape(s *State, b byte) (r [2]rune, n, used int, how How) {
	switch {
	case b == '~' && s[0] == 0:
		return [2]rune{'~'}, 1, 2, Done
	case b == '{' && s[0] == 0:
		s[0] = 1
	case b == '}' && s[0] == 1:
		s[0] = 0
	case b == '\n' && s[0] == 0:
	default:
		return r, 0, 1, Illegal
	}
	return r, 0, 2, Done
}

package sre

import "bytes"

// window is how many characters are searched between two questions whether to go on.
const window = 1 << 20

// candidate returns the first place from pos on where a match can begin, or −1.
func (m *Matcher[T]) candidate(pos int) int {
	p := m.p
	last := m.end - max(p.min, len(p.prefix), len(p.ahead))
	if len(p.prefix) == 0 && len(p.ahead) == 0 {
		if pos > last {
			return -1
		}
		return pos
	}
	for pos <= last {
		stop := min(last, pos+window-1) // the last place to look at
		if at := m.within(pos, stop); at >= 0 {
			return at
		}
		m.work += (stop - pos) / 64
		if pos = stop + 1; !m.step() {
			return -1
		}
	}
	return -1
}

// within returns the first place where a match can begin from pos to last, or −1.
func (m *Matcher[T]) within(pos, last int) int {
	p := m.p
	switch n := len(p.prefix); {
	case n > 0 && m.bytes != nil:
		if p.literal == nil {
			return -1 // the prefix has other characters than bytes
		}
		if i := bytes.Index(m.bytes[pos:last+n], p.literal); i >= 0 {
			return pos + i
		}
	case n > 0:
		return m.withPrefix(pos, last)
	default:
		// Bit k of state says that the last k+1 characters can begin a match (Baeza-Yates and Gonnet, CACM 1992).
		state, found := 0, 1<<(len(p.ahead)-1)
		for i, ch := range m.text[pos : last+len(p.ahead)] {
			mask := p.maskFar
			if uint32(ch) < 256 {
				mask = p.masks[uint8(ch)]
			}
			if state = (state<<1 | 1) & int(mask); state&found != 0 {
				return pos + i - (len(p.ahead) - 1)
			}
		}
	}
	return -1
}

// withPrefix returns the first place from pos to last where the prefix is, or −1. It looks at no
// character twice (Knuth, Morris and Pratt, SIAM J. Comput. 6, 1977).
func (m *Matcher[T]) withPrefix(pos, last int) int {
	prefix, borders := m.p.prefix, m.p.borders
	same := 0 // how many characters of the prefix end here
	for i, ch := range m.text[pos : last+len(prefix)] {
		for same > 0 && int(ch) != prefix[same] {
			same = borders[same-1]
		}
		if int(ch) == prefix[same] {
			same++
		}
		if same == len(prefix) {
			return pos + i - len(prefix) + 1
		}
	}
	return -1
}

// border notes for each beginning of the prefix how long the longest shorter beginning is that it ends with.
func (p *Program) border() {
	p.borders = make([]int, len(p.prefix))
	same := 0
	for i := 1; i < len(p.prefix); i++ {
		for same > 0 && p.prefix[i] != p.prefix[same] {
			same = p.borders[same-1]
		}
		if p.prefix[i] == p.prefix[same] {
			same++
		}
		p.borders[i] = same
	}
}

// Filter returns what is known of what each match begins with, of a program that has been used: it has so many characters at least, the first
// of which are members of sets, and mask k has a bit for each set that character k is in.
func (p *Program) Filter() (least, known int, masks *[256]uint8) {
	return max(p.min, len(p.ahead)), len(p.ahead), &p.masks
}

// filter makes the masks of what each match begins with.
func (p *Program) filter() {
	for k, s := range p.ahead {
		for ch := range p.masks {
			if s.has(uint32(ch)) {
				p.masks[ch] |= 1 << k
			}
		}
		if s.far != farNone {
			p.maskFar |= 1 << k
		}
	}
}

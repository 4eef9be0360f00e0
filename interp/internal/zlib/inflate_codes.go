package zlib

import "math/bits"

// huffman decodes codes: a table by the bits that come first, and longer ones by their lengths.
type huffman struct {
	table [1 << huffmanBits]uint16 // symbol<<4 | length; 0: longer, or no code
	count [maxBits + 1]uint16
	syms  [288]uint16
	short bool // of codes of one bit at most
	none  bool // of no codes
}

const huffmanBits = 10

// make makes the decoder of codes of given lengths. over: there are more than fit; incomplete: not all bits are codes.
func (h *huffman) make(lens []uint8) (over, incomplete bool) {
	clear(h.count[:])
	for _, l := range lens {
		h.count[l]++
	}
	left, most := 1, 0
	for l := 1; l <= maxBits; l++ {
		left = left<<1 - int(h.count[l])
		if left < 0 {
			return true, false
		}
		if h.count[l] != 0 {
			most = l
		}
	}
	h.count[0] = 0
	var offs, next [maxBits + 2]uint16
	c := uint16(0)
	for l := 1; l <= maxBits; l++ {
		offs[l+1] = offs[l] + h.count[l]
		c = (c + h.count[l-1]) << 1
		next[l] = c
	}
	clear(h.table[:])
	for s, l := range lens {
		if l == 0 {
			continue
		}
		h.syms[offs[l]] = uint16(s)
		offs[l]++
		code := next[l]
		next[l]++
		if l <= huffmanBits {
			for i := int(bits.Reverse16(code) >> (16 - l)); i < len(h.table); i += 1 << l {
				h.table[i] = uint16(s)<<4 | uint16(l)
			}
		}
	}
	h.short, h.none = most <= 1, most == 0
	return false, left > 0
}

var fixedL, fixedD huffman

// makeFixed makes the decoders of static codes of the codes.
func makeFixed() {
	var lens [288]uint8
	for i := range lens {
		lens[i] = uint8(staticL[i].len)
	}
	fixedL.make(lens[:])
	for i := range 32 {
		lens[i] = 5
	}
	fixedD.make(lens[:32])
}

// decode reads a symbol: −1 if more bits are needed, −2 if there is no such code.
func (z *Inflater) decode(h *huffman) int {
	for {
		if e := h.table[z.hold&(1<<huffmanBits-1)]; e != 0 && uint(e&15) <= z.n {
			z.take(uint(e & 15))
			return int(e >> 4)
		}
		code, first, index := 0, 0, 0
		for l := uint(1); l <= min(z.n, maxBits); l++ {
			code |= int(z.hold>>(l-1)) & 1
			count := int(h.count[l])
			if code-count < first {
				z.take(l)
				return int(h.syms[index+code-first])
			}
			index += count
			first = (first + count) << 1
			code <<= 1
		}
		if h.short && z.n >= 1 {
			return -2
		}
		if z.n >= maxBits {
			return -2
		}
		if !z.need(z.n + 1) {
			return -1
		}
	}
}

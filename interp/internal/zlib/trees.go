package zlib

import "math/bits"

// Huffman trees and blocks (RFC 1951), with zlib's choices: which codes are as long as which, and which kind of block is
// the shortest.

const (
	minMatch = 3
	maxMatch = 258

	literals  = 256
	endBlock  = 256
	lCodes    = literals + 1 + 29
	dCodes    = 30
	blCodes   = 19
	heapSize  = 2*lCodes + 1
	maxBits   = 15
	maxBLBits = 7

	rep3to6, repZ3to10, repZ11to138 = 16, 17, 18
)

var (
	extraLBits  = [29]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	extraDBits  = [dCodes]uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
	extraBLBits = [blCodes]uint8{16: 2, 17: 3, 18: 7}
	blOrder     = [blCodes]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

	lengthCode [256]uint8 // of a match's length less minMatch
	baseLength [29]int
	baseDist   [dCodes]int
	staticL    [lCodes + 2]code
	staticD    [dCodes]code
)

// code is a node of a tree.
type code struct {
	freq, bits uint16 // bits: the code itself
	dad, len   uint16
}

func init() {
	length := 0
	for c := range 28 {
		baseLength[c] = length
		for range 1 << extraLBits[c] {
			lengthCode[length&255] = uint8(c)
			length++
		}
	}
	lengthCode[255] = 28
	dist := 0
	for c := range baseDist {
		baseDist[c] = dist
		dist += 1 << extraDBits[c]
	}
	var count [maxBits + 1]uint16
	for n := range staticL {
		l := uint16(8)
		switch {
		case n >= 144 && n <= 255:
			l = 9
		case n >= 256 && n <= 279:
			l = 7
		}
		staticL[n].len = l
		count[l]++
	}
	genCodes(staticL[:], len(staticL)-1, &count)
	for n := range staticD {
		staticD[n] = code{len: 5, bits: reversed(uint16(n), 5)}
	}
	makeFixed()
}

func reversed(c, n uint16) uint16 { return bits.Reverse16(c) >> (16 - n) }

// distCode returns the code of a distance less one.
func distCode(dist int) int {
	if dist < 4 {
		return dist
	}
	n := bits.Len(uint(dist)) - 1
	return 2*n + dist>>(n-1)&1
}

// genCodes gives the nodes of a tree the codes of their lengths.
func genCodes(tree []code, maxCode int, count *[maxBits + 1]uint16) {
	var next [maxBits + 1]uint16
	c := uint16(0)
	for b := 1; b <= maxBits; b++ {
		c = (c + count[b-1]) << 1
		next[b] = c
	}
	for n := range maxCode + 1 {
		if l := tree[n].len; l != 0 {
			tree[n].bits = reversed(next[l], l)
			next[l]++
		}
	}
}

// tree is one of the trees of a block.
type tree struct {
	codes   []code
	maxCode int
	static  []code // nil: there is none
	extra   []uint8
	base    int // first code with extra bits
	elems   int
	limit   uint16 // of the codes' lengths
}

// trees are those of a block, and what is to be written in it.
type trees struct {
	l, d, bl          tree
	count             [maxBits + 1]uint16
	heap              [heapSize]int
	heapLen, heapMax  int
	depth             [heapSize]uint8
	syms              []sym
	optLen, staticLen int
	acc               uint64
	valid             uint // bits in acc
	pending           []byte
}

// sym is a literal, or a match: its length less minMatch and its distance.
type sym struct {
	dist uint16 // 0: a literal
	lc   uint8
}

func (t *trees) init() {
	t.l = tree{codes: make([]code, heapSize), static: staticL[:], extra: extraLBits[:], base: literals + 1, elems: lCodes, limit: maxBits}
	t.d = tree{codes: make([]code, 2*dCodes+1), static: staticD[:], extra: extraDBits[:], elems: dCodes, limit: maxBits}
	t.bl = tree{codes: make([]code, 2*blCodes+1), extra: extraBLBits[:], elems: blCodes, limit: maxBLBits}
	t.initBlock()
}

func (t *trees) initBlock() {
	for _, tr := range []*tree{&t.l, &t.d, &t.bl} {
		for i := range tr.elems {
			tr.codes[i].freq = 0
		}
	}
	t.l.codes[endBlock].freq = 1
	t.optLen, t.staticLen = 0, 0
	t.syms = t.syms[:0]
}

// literal and match note what the block has next. They report whether the block is full.
func (t *trees) literal(c byte) bool {
	t.syms = append(t.syms, sym{0, c})
	t.l.codes[c].freq++
	return len(t.syms) == cap(t.syms)
}

func (t *trees) match(dist, lc int) bool {
	t.syms = append(t.syms, sym{uint16(dist), uint8(lc)})
	t.l.codes[int(lengthCode[lc])+literals+1].freq++
	t.d.codes[distCode(dist-1)].freq++
	return len(t.syms) == cap(t.syms)
}

func (t *trees) smaller(tr *tree, n, m int) bool {
	a, b := tr.codes[n].freq, tr.codes[m].freq
	return a < b || a == b && t.depth[n] <= t.depth[m]
}

func (t *trees) down(tr *tree, k int) {
	v := t.heap[k]
	for j := 2 * k; j <= t.heapLen; j *= 2 {
		if j < t.heapLen && t.smaller(tr, t.heap[j+1], t.heap[j]) {
			j++
		}
		if t.smaller(tr, v, t.heap[j]) {
			break
		}
		t.heap[k] = t.heap[j]
		k = j
	}
	t.heap[k] = v
}

// build makes the codes of a tree of their frequencies.
func (t *trees) build(tr *tree) {
	c := tr.codes
	maxCode := -1
	t.heapLen, t.heapMax = 0, heapSize
	for n := range tr.elems {
		if c[n].freq != 0 {
			t.heapLen++
			t.heap[t.heapLen] = n
			maxCode = n
			t.depth[n] = 0
		} else {
			c[n].len = 0
		}
	}
	for t.heapLen < 2 { // at least two codes
		node := 0
		if maxCode < 2 {
			maxCode++
			node = maxCode
		}
		t.heapLen++
		t.heap[t.heapLen] = node
		c[node].freq = 1
		t.depth[node] = 0
		t.optLen--
		if tr.static != nil {
			t.staticLen -= int(tr.static[node].len)
		}
	}
	tr.maxCode = maxCode
	for n := t.heapLen / 2; n >= 1; n-- {
		t.down(tr, n)
	}
	node := tr.elems
	for {
		n := t.heap[1]
		t.heap[1] = t.heap[t.heapLen]
		t.heapLen--
		t.down(tr, 1)
		m := t.heap[1]
		t.heap[t.heapMax-1], t.heap[t.heapMax-2] = n, m
		t.heapMax -= 2
		c[node].freq = c[n].freq + c[m].freq
		t.depth[node] = max(t.depth[n], t.depth[m]) + 1
		c[n].dad, c[m].dad = uint16(node), uint16(node)
		t.heap[1] = node
		node++
		t.down(tr, 1)
		if t.heapLen < 2 {
			break
		}
	}
	t.heapMax--
	t.heap[t.heapMax] = t.heap[1]
	t.lengths(tr)
	genCodes(c, maxCode, &t.count)
}

// lengths gives the codes their lengths, none longer than the tree's limit.
func (t *trees) lengths(tr *tree) {
	c := tr.codes
	clear(t.count[:])
	c[t.heap[t.heapMax]].len = 0
	overflow := 0
	h := t.heapMax + 1
	for ; h < heapSize; h++ {
		n := t.heap[h]
		b := c[c[n].dad].len + 1
		if b > tr.limit {
			b = tr.limit
			overflow++
		}
		c[n].len = b
		if n > tr.maxCode {
			continue
		}
		t.count[b]++
		x := 0
		if n >= tr.base {
			x = int(tr.extra[n-tr.base])
		}
		f := int(c[n].freq)
		t.optLen += f * (int(b) + x)
		if tr.static != nil {
			t.staticLen += f * (int(tr.static[n].len) + x)
		}
	}
	if overflow == 0 {
		return
	}
	for ; overflow > 0; overflow -= 2 {
		b := tr.limit - 1
		for t.count[b] == 0 {
			b--
		}
		t.count[b]--
		t.count[b+1] += 2
		t.count[tr.limit]--
	}
	for b := tr.limit; b != 0; b-- {
		for n := t.count[b]; n != 0; {
			h--
			m := t.heap[h]
			if m > tr.maxCode {
				continue
			}
			if c[m].len != b {
				t.optLen += (int(b) - int(c[m].len)) * int(c[m].freq)
				c[m].len = b
			}
			n--
		}
	}
}

// runs calls f with the runs of equal lengths in a tree: the length, how many, and the code that stands for them, −1 for each by
// itself. first: the length is not that of the run before.
func runs(tr *tree, f func(length, count, op int, first bool)) {
	prev, next := -1, int(tr.codes[0].len)
	count, most, least := 0, 7, 4
	if next == 0 {
		most, least = 138, 3
	}
	for n := 0; n <= tr.maxCode; n++ {
		cur := next
		next = 0xFFFF
		if n < tr.maxCode {
			next = int(tr.codes[n+1].len)
		}
		if count++; count < most && cur == next {
			continue
		}
		switch {
		case count < least:
			f(cur, count, -1, false)
		case cur != 0:
			f(cur, count, rep3to6, cur != prev)
		case count <= 10:
			f(cur, count, repZ3to10, false)
		default:
			f(cur, count, repZ11to138, false)
		}
		count, prev = 0, cur
		switch {
		case next == 0:
			most, least = 138, 3
		case cur == next:
			most, least = 6, 3
		default:
			most, least = 7, 4
		}
	}
}

func (t *trees) scan(tr *tree) {
	runs(tr, func(length, count, op int, first bool) {
		if op < 0 {
			t.bl.codes[length].freq += uint16(count)
			return
		}
		if first {
			t.bl.codes[length].freq++
		}
		t.bl.codes[op].freq++
	})
}

func (t *trees) sendTree(tr *tree) {
	runs(tr, func(length, count, op int, first bool) {
		if op < 0 {
			for range count {
				t.send(&t.bl.codes[length])
			}
			return
		}
		if first {
			t.send(&t.bl.codes[length])
			count--
		}
		t.send(&t.bl.codes[op])
		switch op {
		case rep3to6:
			t.bits(count-3, 2)
		case repZ3to10:
			t.bits(count-3, 3)
		default:
			t.bits(count-11, 7)
		}
	})
}

func (t *trees) bits(v int, n uint) {
	t.acc |= uint64(v) << t.valid
	for t.valid += n; t.valid >= 8; t.valid -= 8 {
		t.pending = append(t.pending, byte(t.acc))
		t.acc >>= 8
	}
}

func (t *trees) send(c *code) { t.bits(int(c.bits), uint(c.len)) }

// windup writes what is left of a byte.
func (t *trees) windup() {
	if t.valid > 0 {
		t.pending = append(t.pending, byte(t.acc))
	}
	t.acc, t.valid = 0, 0
}

func lastBit(last bool) int {
	if last {
		return 1
	}
	return 0
}

func (t *trees) stored(data []byte, last bool) {
	t.storedHead(len(data), last)
	t.pending = append(t.pending, data...)
}

// storedHead is what a stored block of n bytes has ahead of them.
func (t *trees) storedHead(n int, last bool) {
	t.bits(lastBit(last), 3)
	t.windup()
	t.pending = append(t.pending, byte(n), byte(n>>8), ^byte(n), ^byte(n>>8))
}

// align ends a block with an empty one of static codes.
func (t *trees) align() {
	t.bits(1<<1, 3)
	t.send(&staticL[endBlock])
}

// flushBlock writes the block in the shortest form. data are its bytes, nil if they are gone; n is how many.
func (t *trees) flushBlock(data []byte, n int, last, fixed bool) {
	t.build(&t.l)
	t.build(&t.d)
	t.scan(&t.l)
	t.scan(&t.d)
	t.build(&t.bl)
	most := blCodes - 1
	for most >= 3 && t.bl.codes[blOrder[most]].len == 0 {
		most--
	}
	t.optLen += 3*(most+1) + 5 + 5 + 4
	opt, static := (t.optLen+3+7)>>3, (t.staticLen+3+7)>>3
	if static <= opt || fixed {
		opt = static
	}
	switch {
	case n+4 <= opt && data != nil:
		t.stored(data, last)
	case static == opt:
		t.bits(1<<1+lastBit(last), 3)
		t.block(staticL[:], staticD[:])
	default:
		t.bits(2<<1+lastBit(last), 3)
		t.bits(t.l.maxCode+1-257, 5)
		t.bits(t.d.maxCode, 5)
		t.bits(most+1-4, 4)
		for i := range most + 1 {
			t.bits(int(t.bl.codes[blOrder[i]].len), 3)
		}
		t.sendTree(&t.l)
		t.sendTree(&t.d)
		t.block(t.l.codes, t.d.codes)
	}
	t.initBlock()
	if last {
		t.windup()
	}
}

// block writes the symbols.
func (t *trees) block(l, d []code) {
	for _, s := range t.syms {
		if s.dist == 0 {
			t.send(&l[s.lc])
			continue
		}
		c := int(lengthCode[s.lc])
		t.send(&l[c+literals+1])
		if x := extraLBits[c]; x != 0 {
			t.bits(int(s.lc)-baseLength[c], uint(x))
		}
		dist := int(s.dist) - 1
		c = distCode(dist)
		t.send(&d[c])
		if x := extraDBits[c]; x != 0 {
			t.bits(dist-baseDist[c], uint(x))
		}
	}
	t.send(&l[endBlock])
}

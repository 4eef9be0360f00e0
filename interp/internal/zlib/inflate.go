package zlib

import (
	"hash/crc32"
	"math/bits"
)

// Error is what an Inflater finds wrong, as zlib words it.
type Error string

// Error implements error.
func (e Error) Error() string { return string(e) }

// Status is what an Inflater has come to.
type Status int

const (
	// More: it needs more input, or more room for output.
	More Status = iota
	// NeedDictionary: the stream says that it was compressed with a dictionary: see SetDictionary.
	NeedDictionary
	// End: the stream has ended.
	End
)

// state is what an Inflater reads next.
type state int

const (
	stHead state = iota
	stDictID
	stDict
	stFlags
	stTime
	stOS
	stExtraLen
	stExtra
	stName
	stComment
	stHCRC
	stType
	stStored
	stCopy
	stTable
	stLenLens
	stCodeLens
	stLen
	stLenExtra
	stDist
	stDistExtra
	stMatch
	stLiteral
	stCheck
	stLength
	stDone
	stBad
)

// Inflater is a stream being decompressed.
type Inflater struct {
	format  format // what is around the blocks
	auto    bool   // it is zlib's or gzip's: the stream says which
	wbits   uint
	state   state
	err     Error
	last    bool
	hold    uint64
	n       uint // bits in hold
	in      []byte
	out     []byte
	room    int
	check   uint32 // of what has been written
	given   uint32 // the checksum that the stream has
	total   uint32
	flags   int
	left    int // of what is being read or copied
	dist    int
	extra   uint
	nlen    int
	ndist   int
	ncode   int
	have    int
	repeat  int // the code whose extra bits are to be read; 0: none
	lens    [320]uint8
	l, d    huffman
	code    huffman
	window  []byte // what was written last, 32 KiB at most
	written int    // length of out whose checksum is in check
	poll    func()
}

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

// NewInflater makes a stream. wbits 8 to 15 reads zlib's format, 0 as well, 24 to 31 gzip's, 40 to 47 both, −8 to −15 none.
func NewInflater(wbits int, poll func()) *Inflater {
	z := &Inflater{poll: poll}
	switch {
	case wbits < 0:
		z.format, z.state, wbits = raw, stType, -wbits
	case wbits >= 32:
		z.auto, wbits = true, wbits-32
	case wbits >= 16:
		z.format, wbits = gzipFormat, wbits-16
	default:
		z.format = zlibFormat
	}
	z.wbits = uint(wbits)
	z.check = 1
	return z
}

// Clone returns a stream that goes on from here by itself.
func (z *Inflater) Clone() *Inflater {
	c := *z
	c.window = append([]byte(nil), z.window...)
	return &c
}

// Checksum returns the checksum of the dictionary that the stream asks for.
func (z *Inflater) Checksum() uint32 { return z.given }

// SetDictionary gives the stream what it was compressed with; false: that is another one.
func (z *Inflater) SetDictionary(dict []byte) bool {
	if z.state == stDict {
		if Adler32(1, dict) != z.given {
			return false
		}
		z.state, z.check = stType, 1
	} else if z.format != raw {
		return false
	}
	z.window = append([]byte(nil), dict[max(0, len(dict)-1<<15):]...)
	return true
}

// Inflate decompresses data, and appends at most room bytes to out. It returns what is left of data. What out has before is not
// part of the stream's.
func (z *Inflater) Inflate(out, data []byte, room int) (result, rest []byte, s Status, err error) {
	z.in, z.out, z.room = data, out, room
	z.written = len(out)
	base := len(out)
	s, failed := z.run(base)
	z.sum()
	z.keep(base)
	result, rest = z.out, z.in
	z.in, z.out = nil, nil
	if failed != "" {
		return result, rest, s, failed
	}
	return result, rest, s, nil
}

// sum takes what has been written into the checksum.
func (z *Inflater) sum() {
	data := z.out[z.written:]
	switch z.format {
	case zlibFormat:
		z.check = Adler32(z.check, data)
	case gzipFormat:
		z.check = crc32.Update(z.check, crc32.IEEETable, data)
	}
	z.total += uint32(len(data))
	z.written = len(z.out)
}

// keep remembers what matches of later calls may refer to.
func (z *Inflater) keep(base int) {
	fresh := z.out[base:]
	if len(fresh) >= 1<<15 {
		z.window = append(z.window[:0], fresh[len(fresh)-1<<15:]...)
		return
	}
	if over := len(z.window) + len(fresh) - 1<<15; over > 0 {
		z.window = z.window[:copy(z.window, z.window[over:])]
	}
	z.window = append(z.window, fresh...)
}

// need reports whether there are n bits, and reads them.
func (z *Inflater) need(n uint) bool {
	for z.n < n {
		if len(z.in) == 0 {
			return false
		}
		z.hold |= uint64(z.in[0]) << z.n
		z.in = z.in[1:]
		z.n += 8
	}
	return true
}

// take returns n bits that need has read.
func (z *Inflater) take(n uint) int {
	v := int(z.hold & (1<<n - 1))
	z.hold >>= n
	z.n -= n
	return v
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

func (z *Inflater) bad(e Error) (Status, Error) {
	z.state, z.err = stBad, e
	return More, e
}

// run goes on until the input or the room is used up.
func (z *Inflater) run(base int) (Status, Error) {
	for steps := 0; ; steps++ {
		if steps&0xFFF == 0xFFF {
			z.poll()
		}
		switch z.state {
		case stHead, stDictID, stFlags, stTime, stOS, stExtraLen, stExtra, stName, stComment, stHCRC:
			if ok, e := z.header(); e != "" {
				return z.bad(e)
			} else if !ok {
				return More, ""
			}
		case stDict:
			return NeedDictionary, ""
		case stType, stStored, stTable, stLenLens, stCodeLens:
			if ok, e := z.blockHeader(); e != "" {
				return z.bad(e)
			} else if !ok {
				return More, ""
			}
		case stCopy:
			n := min(z.left, len(z.in), z.room)
			if n == 0 && z.left > 0 {
				return More, ""
			}
			z.out = append(z.out, z.in[:n]...)
			z.in = z.in[n:]
			z.room -= n
			if z.left -= n; z.left == 0 {
				z.state = stType
			}
		case stLen, stLenExtra, stDist, stDistExtra:
			if ok, e := z.symbol(base); e != "" {
				return z.bad(e)
			} else if !ok {
				return More, ""
			}
		case stMatch:
			if z.room == 0 {
				return More, ""
			}
			z.copy(base)
		case stLiteral:
			if z.room == 0 {
				return More, ""
			}
			z.out = append(z.out, byte(z.left))
			z.room--
			z.state = stLen
		case stCheck, stLength:
			if ok, e := z.trailer(); e != "" {
				return z.bad(e)
			} else if !ok {
				return More, ""
			}
		case stDone:
			return End, ""
		case stBad:
			return More, z.err
		}
	}
}

// copy appends a match, as much as there is room for.
func (z *Inflater) copy(base int) {
	n := min(z.left, z.room)
	z.left -= n
	z.room -= n
	if back := z.dist - (len(z.out) - base); back > 0 { // it begins in what earlier calls have written
		m := min(n, back)
		at := len(z.window) - back
		z.out = append(z.out, z.window[at:at+m]...)
		n -= m
	}
	for n > 0 {
		at := len(z.out) - z.dist
		m := min(n, z.dist)
		z.out = append(z.out, z.out[at:at+m]...)
		n -= m
	}
	if z.left == 0 {
		z.state = stLen
	}
}

// header reads what is ahead of the blocks.
func (z *Inflater) header() (ok bool, e Error) {
	switch z.state {
	case stHead:
		if !z.need(16) {
			return false, ""
		}
		h := int(z.hold & 0xFFFF)
		if (z.auto || z.format == gzipFormat) && h == 0x8B1F {
			if z.wbits == 0 {
				z.wbits = 15
			}
			z.format, z.auto, z.check = gzipFormat, false, 0
			z.headerByte(2)
			z.state = stFlags
			return true, ""
		}
		if z.format == gzipFormat || (h&0xFF<<8+h>>8)%31 != 0 {
			return false, "incorrect header check"
		}
		if h&15 != 8 {
			return false, "unknown compression method"
		}
		size := uint(h>>4&15) + 8
		if z.wbits == 0 {
			z.wbits = size
		}
		if size > 15 || size > z.wbits {
			return false, "invalid window size"
		}
		z.format, z.auto, z.check = zlibFormat, false, 1
		z.take(16)
		z.state = stType
		if h&0x2000 != 0 {
			z.state = stDictID
		}
	case stDictID:
		if !z.need(32) {
			return false, ""
		}
		z.given = bits.ReverseBytes32(uint32(z.take(32)))
		z.state = stDict
	case stFlags:
		if !z.need(16) {
			return false, ""
		}
		z.flags = int(z.hold & 0xFFFF)
		if z.flags&0xFF != 8 {
			return false, "unknown compression method"
		}
		if z.flags&0xE000 != 0 {
			return false, "unknown header flags set"
		}
		z.headerByte(2)
		z.state = stTime
	case stTime:
		if !z.need(32) {
			return false, ""
		}
		z.headerByte(4)
		z.state = stOS
	case stOS:
		if !z.need(16) {
			return false, ""
		}
		z.headerByte(2)
		z.state = stExtraLen
	case stExtraLen:
		z.state = stName
		if z.flags&0x400 != 0 {
			if !z.need(16) {
				z.state = stExtraLen
				return false, ""
			}
			z.left = int(z.hold & 0xFFFF)
			z.headerByte(2)
			z.state = stExtra
		}
	case stExtra:
		for z.left > 0 {
			if !z.need(8) {
				return false, ""
			}
			z.headerByte(1)
			z.left--
		}
		z.state = stName
	case stName, stComment:
		bit, next := 0x800, stComment
		if z.state == stComment {
			bit, next = 0x1000, stHCRC
		}
		for z.flags&bit != 0 {
			if !z.need(8) {
				return false, ""
			}
			if z.headerByte(1) == 0 {
				break
			}
		}
		z.state = next
	case stHCRC:
		if z.flags&0x200 != 0 {
			if !z.need(16) {
				return false, ""
			}
			if uint32(z.take(16)) != z.check&0xFFFF {
				return false, "header crc mismatch"
			}
		}
		z.check, z.state = 0, stType
	}
	return true, ""
}

// headerByte takes n bytes of gzip's header, into its checksum if it has one. It returns the last.
func (z *Inflater) headerByte(n int) (c byte) {
	for range n {
		c = byte(z.take(8))
		z.check = crc32.Update(z.check, crc32.IEEETable, []byte{c})
	}
	return c
}

// blockHeader reads what begins a block.
func (z *Inflater) blockHeader() (ok bool, e Error) {
	switch z.state {
	case stType:
		if z.last {
			z.take(z.n & 7)
			z.state = stCheck
			return true, ""
		}
		if !z.need(3) {
			return false, ""
		}
		z.last = z.take(1) == 1
		switch z.take(2) {
		case 0:
			z.state = stStored
		case 1:
			z.l, z.d = fixedL, fixedD
			z.state = stLen
		case 2:
			z.state = stTable
		default:
			return false, "invalid block type"
		}
	case stStored:
		z.take(z.n & 7)
		if !z.need(32) {
			return false, ""
		}
		n := z.take(16)
		if z.take(16) != n^0xFFFF {
			return false, "invalid stored block lengths"
		}
		z.left, z.state = n, stCopy
	case stTable:
		if !z.need(14) {
			return false, ""
		}
		z.nlen, z.ndist, z.ncode = z.take(5)+257, z.take(5)+1, z.take(4)+4
		if z.nlen > 286 || z.ndist > 30 {
			return false, "too many length or distance symbols"
		}
		z.have, z.state = 0, stLenLens
		clear(z.lens[:])
	case stLenLens:
		for z.have < z.ncode {
			if !z.need(3) {
				return false, ""
			}
			z.lens[blOrder[z.have]] = uint8(z.take(3))
			z.have++
		}
		if over, incomplete := z.code.make(z.lens[:blCodes]); over || incomplete && !z.code.none {
			return false, "invalid code lengths set"
		}
		if z.code.none { // zlib reads lengths of 0, of one bit each
			for i := range z.code.table {
				z.code.table[i] = 1
			}
		}
		z.have, z.state = 0, stCodeLens
		clear(z.lens[:])
	case stCodeLens:
		return z.codeLengths()
	}
	return true, ""
}

// codeLengths reads the lengths of a block's codes.
func (z *Inflater) codeLengths() (ok bool, e Error) {
	for z.have < z.nlen+z.ndist {
		if z.repeat == 0 {
			s := z.decode(&z.code)
			if s < 16 {
				if s == -1 {
					return false, ""
				}
				z.lens[z.have] = uint8(s)
				z.have++
				continue
			}
			z.repeat = s
		}
		s := z.repeat
		extra, least := uint(extraBLBits[s]), 3
		if s == 18 {
			least = 11
		}
		if !z.need(extra) {
			return false, ""
		}
		z.repeat = 0
		l := uint8(0)
		if s == 16 {
			if z.have == 0 {
				return false, "invalid bit length repeat"
			}
			l = z.lens[z.have-1]
		}
		count := least + z.take(extra)
		if z.have+count > z.nlen+z.ndist {
			return false, "invalid bit length repeat"
		}
		for range count {
			z.lens[z.have] = l
			z.have++
		}
	}
	if z.lens[endBlock] == 0 {
		return false, "invalid code -- missing end-of-block"
	}
	lens, dists := z.lens[:z.nlen], z.lens[z.nlen:z.nlen+z.ndist]
	if over, incomplete := z.l.make(lens); over || incomplete && !z.l.short {
		return false, "invalid literal/lengths set"
	}
	if over, incomplete := z.d.make(dists); over || incomplete && !z.d.short {
		return false, "invalid distances set"
	}
	z.state = stLen
	return true, ""
}

// symbol reads a literal, or a part of a match.
func (z *Inflater) symbol(base int) (ok bool, e Error) {
	switch z.state {
	case stLen:
		s := z.decode(&z.l)
		switch {
		case s == -1:
			return false, ""
		case s == -2 || s > 285:
			return false, "invalid literal/length code"
		case s < 256:
			z.left, z.state = s, stLiteral
			return true, ""
		case s == endBlock:
			z.state = stType
			return true, ""
		}
		s -= 257
		z.left, z.extra, z.state = baseLength[s]+minMatch, uint(extraLBits[s]), stLenExtra
		if s == 28 {
			z.left = maxMatch
		}
	case stLenExtra:
		if !z.need(z.extra) {
			return false, ""
		}
		z.left += z.take(z.extra)
		z.state = stDist
	case stDist:
		s := z.decode(&z.d)
		switch {
		case s == -1:
			return false, ""
		case s == -2 || s > 29:
			return false, "invalid distance code"
		}
		z.dist, z.extra, z.state = baseDist[s]+1, uint(extraDBits[s]), stDistExtra
	case stDistExtra:
		if !z.need(z.extra) {
			return false, ""
		}
		z.dist += z.take(z.extra)
		if z.dist-(len(z.out)-base) > min(len(z.window), 1<<z.wbits) {
			return false, "invalid distance too far back"
		}
		z.state = stMatch
	}
	return true, ""
}

// trailer reads and compares what is behind the blocks.
func (z *Inflater) trailer() (ok bool, e Error) {
	if z.format == raw {
		z.state = stDone
		return true, ""
	}
	if !z.need(32) {
		return false, ""
	}
	if z.state == stLength {
		if uint32(z.take(32)) != z.total {
			return false, "incorrect length check"
		}
		z.state = stDone
		return true, ""
	}
	z.sum()
	v := uint32(z.take(32))
	if z.format == zlibFormat {
		v = bits.ReverseBytes32(v)
	}
	if v != z.check {
		return false, "incorrect data check"
	}
	z.state = stDone
	if z.format == gzipFormat {
		z.state = stLength
	}
	return true, ""
}

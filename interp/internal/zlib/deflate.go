// Package zlib compresses and decompresses as zlib 1.3.1 does: a [Deflater] gives the same bytes as zlib's deflate, and an [Inflater]
// takes as much of its input, and has the same errors. It follows zlib's algorithms: NOTICE has zlib's licence.
//
//	d := zlib.NewDeflater(6, 15, 8, zlib.Default, poll)
//	out := d.Deflate(nil, data, zlib.Finish, sizes)
//
// compress/flate chooses other matches and blocks, and its reader does not say what it has left of its input.
package zlib

import (
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
)

// How much is written at a flush.
const (
	NoFlush = iota
	PartialFlush
	SyncFlush
	FullFlush
	Finish
	Block
)

// Strategies.
const (
	Default = iota
	Filtered
	HuffmanOnly
	RLE
	Fixed
)

const (
	minLookahead = maxMatch + minMatch + 1
	tooFar       = 4096
)

// config is how hard a level searches.
type config struct{ good, lazy, nice, chain int }

var configs = [10]config{
	1: {4, 4, 8, 4}, 2: {4, 5, 16, 8}, 3: {4, 6, 32, 32},
	4: {4, 4, 16, 16}, 5: {8, 16, 32, 32}, 6: {8, 16, 128, 128}, 7: {8, 32, 128, 256}, 8: {32, 128, 258, 1024}, 9: {32, 258, 258, 4096},
}

// format is what is around the blocks.
type format int

const (
	raw format = iota
	zlibFormat
	gzipFormat
)

// Deflater is a stream being compressed.
type Deflater struct {
	trees
	config
	level, strategy, wbits int
	format                 format
	began, finished        bool
	lastFlush              int
	adler                  uint32 // of what has been read, in zlib's format; of gzip's, the CRC
	total                  uint32

	in  []byte
	out []byte
	// room is how much more the caller's buffer takes: where it is full, zlib comes back to finish what it began.
	room int

	size, mask         int // of the window
	window             []byte
	head, prev         []uint16
	hash               uint32
	hashMask           uint32
	hashShift          uint
	blockStart         int
	length, prevLength int // of matches
	start, prevStart   int
	available          bool // there is a literal before the present position
	at, ahead, insert  int
	poll               func()
}

// NewDeflater makes a stream. level is 0 to 9; wbits 9 to 15 makes zlib's format, 25 to 31 gzip's, −9 to −15 none; memLevel is 1 to 9.
func NewDeflater(level, wbits, memLevel, strategy int, poll func()) *Deflater {
	d := &Deflater{level: level, strategy: strategy, config: configs[level], lastFlush: -2, adler: 1, poll: poll}
	switch {
	case wbits < 0:
		wbits = -wbits
	case wbits > 15:
		d.format, d.adler = gzipFormat, 0
		wbits -= 16
	default:
		d.format = zlibFormat
	}
	if wbits == 8 {
		wbits = 9
	}
	d.wbits = wbits
	d.size = 1 << wbits
	d.mask = d.size - 1
	hashBits := memLevel + 7
	d.hashMask = 1<<hashBits - 1
	d.hashShift = uint(hashBits+minMatch-1) / minMatch
	d.window = make([]byte, 2*d.size)
	d.prev = make([]uint16, d.size)
	d.head = make([]uint16, 1<<hashBits)
	d.syms = make([]sym, 0, 1<<(memLevel+6)-1)
	d.trees.init()
	d.length, d.prevLength = minMatch-1, minMatch-1
	return d
}

// Size is about how many bytes a stream takes.
func Size(wbits, memLevel int) int { return 4<<(wbits&15) + 2<<(memLevel+7) + 4<<(memLevel+6) + 1<<14 }

// Clone returns a stream that goes on from here by itself.
func (d *Deflater) Clone() *Deflater {
	c := *d
	c.window = append([]byte(nil), d.window...)
	c.head = append([]uint16(nil), d.head...)
	c.prev = append([]uint16(nil), d.prev...)
	c.syms = append(make([]sym, 0, cap(d.syms)), d.syms...)
	c.pending = append([]byte(nil), d.pending...)
	for _, p := range []*[]code{&c.l.codes, &c.d.codes, &c.bl.codes} {
		*p = append([]code(nil), *p...)
	}
	return &c
}

// SetDictionary gives the stream, which has not begun, data that matches may be in. It returns its checksum.
func (d *Deflater) SetDictionary(dict []byte) {
	if d.format == zlibFormat {
		d.adler = adler32.Checksum(dict)
	}
	f := d.format
	d.format = raw // no checksum of what is read
	if len(dict) >= d.size {
		if f == raw {
			clear(d.head)
			d.at, d.blockStart, d.insert = 0, 0, 0
		}
		dict = dict[len(dict)-d.size:]
	}
	d.in = dict
	d.fill()
	for d.ahead >= minMatch {
		at := d.at
		for range d.ahead - (minMatch - 1) {
			d.add(at)
			at++
		}
		d.at = at
		d.ahead = minMatch - 1
		d.fill()
	}
	d.at += d.ahead
	d.blockStart = d.at
	d.insert = d.ahead
	d.ahead = 0
	d.length, d.prevLength = minMatch-1, minMatch-1
	d.available = false
	d.format = f
}

func rank(flush int) int {
	if flush > 4 {
		return flush*2 - 9
	}
	return flush * 2
}

// Deflate compresses data and appends what is written to out. The flush says how much that must be. It writes as if into buffers
// of those sizes, one after another, the last again and again.
func (d *Deflater) Deflate(out, data []byte, flush int, sizes []int) []byte {
	d.in, d.out = data, out
	for {
		d.room = sizes[0]
		if len(sizes) > 1 {
			sizes = sizes[1:]
		}
		d.deflate(flush)
		if d.room != 0 {
			break
		}
	}
	out = d.out
	d.in, d.out = nil, nil
	return out
}

// drain gives the caller what has been written.
func (d *Deflater) drain() {
	n := min(len(d.pending), d.room)
	d.out = append(d.out, d.pending[:n]...)
	d.room -= n
	d.pending = d.pending[:copy(d.pending, d.pending[n:])]
}

func (d *Deflater) deflate(flush int) {
	old := d.lastFlush
	d.lastFlush = flush
	if len(d.pending) != 0 {
		if d.drain(); d.room == 0 {
			d.lastFlush = -1
			return
		}
	} else if len(d.in) == 0 && rank(flush) <= rank(old) && flush != Finish {
		return
	}
	if !d.began {
		d.began = true
		d.header()
		if d.drain(); len(d.pending) != 0 {
			d.lastFlush = -1
			return
		}
	}
	if len(d.in) != 0 || d.ahead != 0 || flush != NoFlush && !d.finished {
		s := d.compress(flush)
		if s == finishStarted || s == finishDone {
			d.finished = true
		}
		if s == needMore || s == finishStarted {
			if d.room == 0 {
				d.lastFlush = -1
			}
			return
		}
		if s == blockDone {
			switch flush {
			case PartialFlush:
				d.align()
			case Block:
			default:
				d.stored(nil, false)
				if flush == FullFlush {
					clear(d.head)
					if d.ahead == 0 {
						d.at, d.blockStart, d.insert = 0, 0, 0
					}
				}
			}
			if d.drain(); d.room == 0 {
				d.lastFlush = -1
				return
			}
		}
	}
	if flush != Finish || d.format == raw {
		return
	}
	if d.format == gzipFormat {
		d.pending = binary.LittleEndian.AppendUint32(d.pending, d.adler)
		d.pending = binary.LittleEndian.AppendUint32(d.pending, d.total)
	} else {
		d.pending = binary.BigEndian.AppendUint32(d.pending, d.adler)
	}
	d.format = raw // the trailer is written once
	d.drain()
}

func (d *Deflater) header() {
	fast := d.strategy >= HuffmanOnly || d.level < 2
	switch d.format {
	case zlibFormat:
		level := 3
		switch {
		case fast:
			level = 0
		case d.level < 6:
			level = 1
		case d.level == 6:
			level = 2
		}
		h := (8+(d.wbits-8)<<4)<<8 | level<<6
		if d.at != 0 {
			h |= 0x20
		}
		h += 31 - h%31
		d.pending = append(d.pending, byte(h>>8), byte(h))
		if d.at != 0 {
			d.pending = binary.BigEndian.AppendUint32(d.pending, d.adler)
		}
		d.adler = 1
	case gzipFormat:
		flags := byte(0)
		switch {
		case d.level == 9:
			flags = 2
		case fast:
			flags = 4
		}
		d.pending = append(d.pending, 0x1F, 0x8B, 8, 0, 0, 0, 0, 0, flags, 3)
	}
}

// How far a search has come.
type progress int

const (
	needMore progress = iota
	blockDone
	finishStarted
	finishDone
)

func (d *Deflater) compress(flush int) progress {
	switch {
	case d.level == 0:
		return d.store(flush)
	case d.strategy == HuffmanOnly:
		return d.huffman(flush)
	case d.strategy == RLE:
		return d.rle(flush)
	case d.level <= 3:
		return d.fast(flush)
	}
	return d.slow(flush)
}

// read takes input into the window.
func (d *Deflater) read(to []byte) int {
	n := copy(to, d.in)
	switch d.format {
	case zlibFormat:
		d.adler = Adler32(d.adler, d.in[:n])
	case gzipFormat:
		d.adler = crc32.Update(d.adler, crc32.IEEETable, d.in[:n])
	}
	d.total += uint32(n)
	d.in = d.in[n:]
	return n
}

// maxDist is how far behind a match may be.
func (d *Deflater) maxDist() int { return d.size - minLookahead }

// roll takes a byte into the hash.
func (d *Deflater) roll(c byte) { d.hash = (d.hash<<d.hashShift ^ uint32(c)) & d.hashMask }

// add enters the string at a position, and returns the one before with the same hash.
func (d *Deflater) add(at int) int {
	d.roll(d.window[at+minMatch-1])
	h := d.head[d.hash]
	d.prev[at&d.mask] = h
	d.head[d.hash] = uint16(at)
	return int(h)
}

// fill reads input until there is enough to look ahead.
func (d *Deflater) fill() {
	d.poll()
	for {
		if d.at >= d.size+d.maxDist() {
			copy(d.window, d.window[d.size:])
			d.start -= d.size
			d.at -= d.size
			d.blockStart -= d.size
			d.insert = min(d.insert, d.at)
			d.slide(d.head)
			d.slide(d.prev)
		}
		if len(d.in) == 0 {
			return
		}
		d.ahead += d.read(d.window[d.at+d.ahead:])
		if d.ahead+d.insert >= minMatch {
			at := d.at - d.insert
			d.hash = uint32(d.window[at])
			d.roll(d.window[at+1])
			for d.insert > 0 {
				d.add(at)
				at++
				d.insert--
				if d.ahead+d.insert < minMatch {
					break
				}
			}
		}
		if d.ahead >= minLookahead || len(d.in) == 0 {
			return
		}
	}
}

func (d *Deflater) slide(list []uint16) {
	size := uint16(d.size) // 1 << 15 at most
	for i, v := range list {
		if v >= size {
			list[i] = v - size
		} else {
			list[i] = 0
		}
	}
}

// Adler32 is the checksum of data behind what has the checksum sum; that of nothing is 1.
func Adler32(sum uint32, data []byte) uint32 {
	a, b := sum&0xFFFF, sum>>16
	for len(data) > 0 {
		n := min(len(data), 5552)
		for _, c := range data[:n] {
			a += uint32(c)
			b += a
		}
		a %= 65521
		b %= 65521
		data = data[n:]
	}
	return b<<16 | a
}

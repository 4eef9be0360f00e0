package zlib

import (
	"hash/crc32"
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

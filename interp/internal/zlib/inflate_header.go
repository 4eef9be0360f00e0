package zlib

import (
	"hash/crc32"
	"math/bits"
)

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

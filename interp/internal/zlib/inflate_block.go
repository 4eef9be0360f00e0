package zlib

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

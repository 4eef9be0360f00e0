package zlib

// longest finds the longest match for the present position along a chain of strings.
func (d *Deflater) longest(cur int) int {
	w := d.window
	chain, best, nice := d.chain, d.prevLength, d.nice
	limit := max(d.at-d.maxDist(), 0)
	if d.prevLength >= d.good {
		chain >>= 2
	}
	nice = min(nice, d.ahead)
	scan := w[d.at : d.at+maxMatch]
	for {
		if m := w[cur : cur+maxMatch]; m[best] == scan[best] && m[best-1] == scan[best-1] && m[0] == scan[0] && m[1] == scan[1] {
			n := 3
			for n < maxMatch && m[n] == scan[n] {
				n++
			}
			if n > best {
				d.start = cur
				best = n
				if n >= nice {
					break
				}
			}
		}
		cur = int(d.prev[cur&d.mask])
		if chain--; cur <= limit || chain == 0 {
			break
		}
	}
	return min(best, d.ahead)
}

// end writes the block. It reports whether the caller's buffer is full.
func (d *Deflater) end(last bool) bool {
	var data []byte
	if d.blockStart >= 0 {
		data = d.window[d.blockStart:d.at:d.at]
	}
	d.flushBlock(data, d.at-d.blockStart, last, d.strategy == Fixed)
	d.blockStart = d.at
	d.drain()
	return d.room == 0
}

// done ends a search that has come to the end of the input.
func (d *Deflater) done(flush, insert int) progress {
	d.insert = insert
	if flush == Finish {
		if d.end(true) {
			return finishStarted
		}
		return finishDone
	}
	if len(d.syms) > 0 && d.end(false) {
		return needMore
	}
	return blockDone
}

// more reads input if less than n bytes are ahead. stop: the caller waits for more; none: there is none left.
func (d *Deflater) more(n, flush int) (stop, none bool) {
	if d.ahead >= n {
		return false, false
	}
	d.fill()
	return d.ahead < n && flush == NoFlush, d.ahead == 0
}

func (d *Deflater) fast(flush int) progress {
	for {
		if stop, none := d.more(minLookahead, flush); stop {
			return needMore
		} else if none {
			return d.done(flush, min(d.at, minMatch-1))
		}
		head := 0
		if d.ahead >= minMatch {
			head = d.add(d.at)
		}
		if head != 0 && d.at-head <= d.maxDist() {
			d.length = d.longest(head)
		}
		full := false
		if d.length >= minMatch {
			full = d.match(d.at-d.start, d.length-minMatch)
			d.ahead -= d.length
			if d.length <= d.lazy && d.ahead >= minMatch {
				for d.length--; d.length != 0; d.length-- {
					d.at++
					d.add(d.at)
				}
				d.at++
			} else {
				d.at += d.length
				d.length = 0
				d.hash = uint32(d.window[d.at])
				d.roll(d.window[d.at+1])
			}
		} else {
			full = d.literal(d.window[d.at])
			d.ahead--
			d.at++
		}
		if full && d.end(false) {
			return needMore
		}
	}
}

func (d *Deflater) slow(flush int) progress {
	for {
		if stop, none := d.more(minLookahead, flush); stop {
			return needMore
		} else if none {
			break
		}
		head := 0
		if d.ahead >= minMatch {
			head = d.add(d.at)
		}
		d.prevLength, d.prevStart = d.length, d.start
		d.length = minMatch - 1
		if head != 0 && d.prevLength < d.lazy && d.at-head <= d.maxDist() {
			d.length = d.longest(head)
			if d.length <= 5 && (d.strategy == Filtered || d.length == minMatch && d.at-d.start > tooFar) {
				d.length = minMatch - 1
			}
		}
		switch {
		case d.prevLength >= minMatch && d.length <= d.prevLength:
			last := d.at + d.ahead - minMatch
			full := d.match(d.at-1-d.prevStart, d.prevLength-minMatch)
			d.ahead -= d.prevLength - 1
			for d.prevLength -= 2; d.prevLength != 0; d.prevLength-- {
				if d.at++; d.at <= last {
					d.add(d.at)
				}
			}
			d.available = false
			d.length = minMatch - 1
			d.at++
			if full && d.end(false) {
				return needMore
			}
		case d.available:
			full := d.literal(d.window[d.at-1])
			if full {
				d.end(false)
			}
			d.at++
			d.ahead--
			if d.room == 0 {
				return needMore
			}
		default:
			d.available = true
			d.at++
			d.ahead--
		}
	}
	if d.available {
		d.literal(d.window[d.at-1])
		d.available = false
	}
	return d.done(flush, min(d.at, minMatch-1))
}

func (d *Deflater) rle(flush int) progress {
	for {
		if stop, none := d.more(maxMatch+1, flush); stop {
			return needMore
		} else if none {
			return d.done(flush, 0)
		}
		n := 0
		if d.ahead >= minMatch && d.at > 0 {
			c := d.window[d.at-1]
			for n < maxMatch && d.window[d.at+n] == c {
				n++
			}
			n = min(n, d.ahead)
		}
		full := false
		if n >= minMatch {
			full = d.match(1, n-minMatch)
		} else {
			n = 1
			full = d.literal(d.window[d.at])
		}
		d.ahead -= n
		d.at += n
		if full && d.end(false) {
			return needMore
		}
	}
}

func (d *Deflater) huffman(flush int) progress {
	for {
		if stop, none := d.more(1, flush); stop {
			return needMore
		} else if none {
			return d.done(flush, 0)
		}
		full := d.literal(d.window[d.at])
		d.ahead--
		d.at++
		if full && d.end(false) {
			return needMore
		}
	}
}

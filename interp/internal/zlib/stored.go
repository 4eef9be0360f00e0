package zlib

import "slices"

const (
	maxStored = 65535
	// storedHeader is how many bits a stored block has ahead of its data, with those that fill its last byte: 3, up to 7, and two lengths.
	storedHeader = 3 + 7 + 32
)

// storedRoom is how much of n bytes is left for data behind the header of a stored block.
func (d *Deflater) storedRoom(n int) int { return n - int(d.valid+storedHeader)>>3 }

// pendingSize is the size of the buffer that zlib writes blocks to.
func (d *Deflater) pendingSize() int { return 4 * (cap(d.syms) + 1) }

// store is what a stream of level 0 does: blocks as large as the caller's buffer takes, of the window and of the input behind it.
// What makes no such block stays in the window.
func (d *Deflater) store(flush int) progress {
	data := d.in
	if n := d.at - d.blockStart + len(d.in); n > maxStored { // all that may be written, at once: growing by steps copies it again and again
		d.out = slices.Grow(d.out, n+(n/maxStored+2)*storedHeader/8)
	}
	last := d.storeDirect(flush, min(d.pendingSize()-5, d.size))
	d.remember(data[:len(data)-len(d.in)])
	if last {
		return finishDone
	}
	if flush != NoFlush && flush != Finish && len(d.in) == 0 && d.at == d.blockStart {
		return blockDone
	}
	d.storeInput()
	room := min(d.storedRoom(d.pendingSize()), maxStored)
	left := d.at - d.blockStart
	all := len(d.in) == 0 && left <= room && flush != NoFlush && (left > 0 || flush == Finish)
	if left < min(room, d.size) && !all {
		return needMore
	}
	n := min(left, room)
	last = flush == Finish && len(d.in) == 0 && n == left
	d.stored(d.window[d.blockStart:d.blockStart+n], last)
	d.blockStart += n
	d.drain()
	if last {
		return finishStarted
	}
	return needMore
}

// storeDirect writes blocks of at least least bytes, smaller ones only if the flush asks for all. It reports whether it has written the last.
func (d *Deflater) storeDirect(flush, least int) (last bool) {
	for !last {
		d.poll()
		room := d.storedRoom(d.room)
		if room < 0 {
			return false
		}
		left := d.at - d.blockStart
		all := left + len(d.in)
		n := min(maxStored, all, room)
		if n < least && (n == 0 && flush != Finish || flush == NoFlush || n != all) {
			return false
		}
		last = flush == Finish && n == all
		d.storedHead(n, last)
		d.drain()
		left = min(left, n)
		d.out = append(d.out, d.window[d.blockStart:d.blockStart+left]...)
		d.blockStart += left
		at := len(d.out)
		d.out = slices.Grow(d.out, n-left)[:at+n-left]
		d.read(d.out[at:])
		d.room -= n
	}
	return true
}

// remember takes what has been written without the window into it: later blocks may refer to it.
func (d *Deflater) remember(data []byte) {
	n := len(data)
	switch {
	case n == 0:
		return
	case n >= d.size:
		copy(d.window, data[n-d.size:])
		d.at, d.insert = d.size, d.size
	default:
		if len(d.window)-d.at <= n {
			d.slideStored()
		}
		copy(d.window[d.at:], data)
		d.at += n
		d.insert += min(n, d.size-d.insert)
	}
	d.blockStart = d.at
}

func (d *Deflater) slideStored() {
	d.at -= d.size
	copy(d.window, d.window[d.size:d.size+d.at])
	d.insert = min(d.insert, d.at)
}

// storeInput takes as much input into the window as there is room for.
func (d *Deflater) storeInput() {
	if len(d.in) > len(d.window)-d.at && d.blockStart >= d.size {
		d.blockStart -= d.size
		d.slideStored()
	}
	n := d.read(d.window[d.at:])
	d.at += n
	d.insert += min(n, d.size-d.insert)
}

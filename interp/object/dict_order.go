package object

import "unsafe"

// Dicts whose items move: to the end, where there is room, and to the front, where deleted entries leave some. The first entry, if it is
// deleted, has in place of its hash how many deleted ones there are at least at the front; entries come alive there only by
// dictToFront.

// dictFirst returns the index of the first item, −1 if there is none.
func (h *Heap) dictFirst(d Value) int {
	if h.DictLen(d) == 0 {
		return -1
	}
	front := h.dictEntry(d, 0)
	if front.value != Null {
		return 0
	}
	i := max(1, int(front.hash))
	for ; h.dictEntry(d, i).value == Null; i++ {
		h.CheckStopAt(i)
	}
	front.hash = int64(i)
	return i
}

// dictLast returns the index of the last item, −1 if there is none, and drops the deleted ones behind it.
func (h *Heap) dictLast(d Value) int {
	if h.DictLen(d) == 0 {
		return -1
	}
	i := h.dictFilled(d) - 1
	for ; h.dictEntry(d, i).value == Null; i-- {
		h.CheckStopAt(i)
	}
	h.SetHalf(d, OffDictFilled, uint32(i+1)) // usable stays: the index has dummies
	return i
}

// dictMove makes the item of index from that of index to, which is deleted or the next one.
func (h *Heap) dictMove(d Value, from, to int) {
	e := h.dictEntry(d, from)
	index, i := h.dictSlot(d, e.hash, from)
	index.set(i, to)
	*h.dictEntry(d, to) = *e
	*e = dictEntry{0, Null, Null}
	h.SetHalf(d, OffDictVersion, 0)
}

// dictToEnd makes an item the last one, and reports whether it was another one.
func (h *Heap) dictToEnd(d Value, ix int) bool {
	if ix == h.dictLast(d) {
		return false
	}
	if h.Half(d, offDictUsable) == 0 {
		ix = h.dictLiveBefore(d, ix)
		h.dictResize(d, log2Size(3*h.DictLen(d)), false)
	}
	filled := h.dictFilled(d)
	h.SetHalf(d, OffDictFilled, uint32(filled+1))
	*h.HalfAt(d, offDictUsable)--
	h.dictMove(d, ix, filled)
	return true
}

// dictToFront makes an item the first one, and reports whether it was another one.
func (h *Heap) dictToFront(d Value, ix int) bool {
	first := h.dictFirst(d)
	if ix == first {
		return false
	}
	if first == 0 {
		ix = h.dictLiveBefore(d, ix)
		first = h.dictRoomInFront(d)
		ix += first
	}
	h.dictMove(d, ix, first-1)
	if first > 1 {
		h.dictEntry(d, 0).hash = int64(first - 1)
	}
	return true
}

// dictLiveBefore counts the items before one.
func (h *Heap) dictLiveBefore(d Value, ix int) int {
	n := 0
	for i := range ix {
		if h.dictEntry(d, i).value != Null {
			n++
		}
	}
	return n
}

// dictRoomInFront moves a dict's items to new tables with deleted entries in front of them, and returns how many those are: as many as there is
// room behind the items.
func (h *Heap) dictRoomInFront(d Value) int {
	old, filled, n := h.Field(d, OffDictEntries), h.dictFilled(d), h.DictLen(d)
	log2 := log2Size(4 * n)
	h.dictInstall(d, log2, h.aux(d)&dictGeneral != 0)
	usable := int(h.Half(d, offDictUsable))
	gap := (usable - n) / 2
	from := unsafe.Slice((*dictEntry)(unsafe.Pointer(h.WordAt(old, offEntryHash))), filled)
	to := unsafe.Slice(h.dictEntry(d, 0), gap+n)
	for i := range gap {
		to[i] = dictEntry{0, Null, Null}
	}
	at := gap
	for i := range from {
		if from[i].value != Null {
			to[at] = from[i]
			at++
		}
	}
	h.SetHalf(d, OffDictFilled, uint32(at))
	h.SetHalf(d, offDictUsable, uint32(usable-at))
	h.dictIndexAll(d, log2)
	return gap
}

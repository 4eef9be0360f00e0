package object

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/pyhash"
	"github.com/tier2go/tier2/opgen/mem"
)

// dictInsert stores a value under a key whose hash is known, and returns the index of its
// entry.
func (h *Heap) dictInsert(d, key Value, hash int64, x Value) (int, error) {
	ix := indexEmpty
	if h.Field(d, OffDictEntries) != Null {
		var err error
		if ix, err = h.dictFind(d, key, hash); err != nil {
			return indexEmpty, err
		}
	}
	if ix >= 0 {
		h.SetDictEntryValue(d, ix, x)
		return ix, nil
	}
	return h.dictAdd(d, key, hash, x), nil
}

// dictAdd adds a key that the dict does not have, and returns the index of its entry.
func (h *Heap) dictAdd(d, key Value, hash int64, x Value) int {
	isStr := h.Is(key, StrType)
	if h.Field(d, OffDictEntries) == Null {
		h.dictInstall(d, dictMinLog2, !isStr)
	} else if !isStr && h.aux(d)&dictGeneral == 0 {
		h.dictResize(d, log2Size(3*h.DictLen(d)), true)
	}
	if h.Half(d, offDictUsable) == 0 {
		h.dictResize(d, log2Size(3*h.DictLen(d)), false)
	}
	h.dictWillChange(d, key, x)
	h.SetHalf(d, OffDictVersion, 0)
	filled := h.dictFilled(d)
	index, i := h.dictSlot(d, hash, indexEmpty)
	if index.at(i) == indexDummy {
		h.keyTakesPlace(d, key, hash)
	}
	index.set(i, filled)
	*h.dictEntry(d, filled) = dictEntry{hash, key, x}
	h.SetHalf(d, OffDictFilled, uint32(filled+1))
	*h.HalfAt(d, offDictUsable)--
	*h.WordAt(d, OffDictUsed)++
	return filled
}

// dictResize moves a dict's items to new tables, without the deleted ones.
// general makes the dict one of any keys.
func (h *Heap) dictResize(d Value, log2 uint, general bool) {
	old, filled := h.Field(d, OffDictEntries), h.dictFilled(d)
	h.dictInstall(d, log2, general || h.aux(d)&dictGeneral != 0)
	n := 0
	if filled > 0 {
		from := unsafe.Slice((*dictEntry)(unsafe.Pointer(h.WordAt(old, offEntryHash))), filled)
		to := unsafe.Slice(h.dictEntry(d, 0), filled)
		for i := range from {
			if from[i].value != Null {
				to[n] = from[i]
				n++
			}
		}
	}
	h.SetHalf(d, OffDictFilled, uint32(n))
	*h.HalfAt(d, offDictUsable) -= uint32(n)
	h.dictIndexAll(d, log2)
}

// dictIndexAll fills an empty index table for all entries but the deleted ones.
func (h *Heap) dictIndexAll(d Value, log2 uint) {
	if h.dictFilled(d) == 0 {
		return
	}
	index := h.dictIndexOf(d, log2)
	for i, e := range h.dictEntries(d) {
		if e.value == Null {
			continue
		}
		p := pyhash.NewProbe(e.hash, log2)
		for index.at(p.I) != indexEmpty {
			p.Next()
		}
		index.set(p.I, i)
	}
}

// dictDeleteAt deletes the entry of index ix.
func (h *Heap) dictDeleteAt(d Value, ix int) {
	e := h.dictEntry(d, ix)
	h.dictWillChange(d, e.key, Null)
	index, i := h.dictSlot(d, e.hash, ix)
	index.set(i, indexDummy)
	*e = dictEntry{0, Null, Null}
	h.SetHalf(d, OffDictVersion, 0)
	*h.WordAt(d, OffDictUsed)--
}

// dictKeyHash hashes a key; the error has CPython's words for dict keys.
func (h *Heap) dictKeyHash(key Value) (int64, error) {
	hash, err := h.Hash(key)
	if err != nil {
		return 0, h.unhashable(key, "a dict key", err)
	}
	return hash, nil
}

// dictLocate hashes a key and returns the index of its entry, indexEmpty if there is none.
func (h *Heap) dictLocate(d, key Value) (ix int, hash int64, err error) {
	if h.aux(d)&dictGeneral == 0 && h.Is(key, StrType) {
		hash = h.cachedStrHash(key)
		return h.dictFindStr(d, key, hash), hash, nil
	}
	if hash, err = h.dictKeyHash(key); err != nil {
		return indexEmpty, 0, err
	}
	ix, err = h.dictFind(d, key, hash)
	return ix, hash, err
}

// DictGet returns the value of a key, or Null if there is none.
func (h *Heap) DictGet(d, key Value) (Value, error) {
	if h.aux(d)&dictGeneral == 0 && h.Is(key, StrType) { // as dictLocate, one call less
		if ix := h.dictFindStr(d, key, h.cachedStrHash(key)); ix >= 0 {
			return h.DictEntryValue(d, ix), nil
		}
		return Null, nil
	}
	hash, err := h.dictKeyHash(key)
	if err != nil {
		return Null, err
	}
	return h.dictGetHash(d, key, hash)
}

func (h *Heap) dictGetHash(d, key Value, hash int64) (Value, error) {
	ix, err := h.dictFind(d, key, hash)
	if ix < 0 {
		return Null, err
	}
	return h.DictEntryValue(d, ix), nil
}

// DictGetStr returns the value of a str, or Null if there is none. Keys that
// are no str are not looked at, even if they would be equal.
func (h *Heap) DictGetStr(d, name Value) Value {
	if ix := h.DictIndexStr(d, name); ix >= 0 {
		return h.DictEntryValue(d, ix)
	}
	return Null
}

// DictIndexStr returns the index of the entry of a str, for DictEntryValue, or
// −1. It stays right as long as DictKeysVersion does not change.
func (h *Heap) DictIndexStr(d, name Value) int {
	hash := h.cachedStrHash(name)
	if h.aux(d)&dictGeneral == 0 {
		return h.dictFindStr(d, name, hash)
	}
	log2 := uint(h.Half(d, offDictLog2))
	index := h.dictIndexOf(d, log2)
	for p := pyhash.NewProbe(hash, log2); ; p.Next() {
		ix := index.at(p.I)
		if ix == indexEmpty {
			return ix
		}
		if ix < 0 {
			continue
		}
		if e := h.dictEntry(d, ix); e.key == name || e.hash == hash && h.comparesAsStr(e.key) && h.StrEqual(e.key, name) {
			return ix
		}
	}
}

// comparesAsStr reports whether v is a str, or of a class derived from str that has no __eq__ of its own.
func (h *Heap) comparesAsStr(v Value) bool {
	return v.IsRef() && v != Null && (h.Is(v, StrType) || h.TypeOf(v).asStr)
}

// DictContains reports whether a dict has a key.
func (h *Heap) DictContains(d, key Value) (bool, error) {
	x, err := h.DictGet(d, key)
	return x != Null, err
}

// DictSet stores a value.
func (h *Heap) DictSet(d, key, x Value) error {
	hash, err := h.dictKeyHash(key)
	if err != nil {
		return err
	}
	_, err = h.dictInsert(d, key, hash, x)
	return err
}

// AddToDict is DictSet for what may be no dict to routines.
func (h *Heap) AddToDict(d, key, x Value) error {
	if ok, err := h.keyedStore(d, key, x); ok {
		return err
	}
	if _, ok := dictAdd(h.mem(), mem.Ref(d), mem.Ref(key), mem.Ref(x)); ok {
		return nil
	}
	return h.DictSet(d, key, x)
}

// DictSetStr stores a value under a str; see DictGetStr.
func (h *Heap) DictSetStr(d, name, x Value) {
	if ix := h.DictIndexStr(d, name); ix >= 0 {
		h.SetDictEntryValue(d, ix, x)
		return
	}
	h.dictAdd(d, name, h.cachedStrHash(name), x)
}

// DictDel deletes a key and reports whether there was one.
func (h *Heap) DictDel(d, key Value) (bool, error) {
	ix, _, err := h.dictLocate(d, key)
	if ix < 0 {
		return false, err
	}
	h.dictDeleteAt(d, ix)
	return true, nil
}

// dictStore stores x under a str, or deletes it when x is Null; then the error
// is KeyError if there was none.
func (h *Heap) dictStore(d, name, x Value) error {
	if x != Null {
		h.DictSetStr(d, name, x)
		return nil
	}
	ix := h.DictIndexStr(d, name)
	if ix < 0 {
		return h.RaiseWith(KeyErrorType, name)
	}
	h.dictDeleteAt(d, ix)
	return nil
}

// DictNext returns the item at or behind entry *pos and moves *pos behind it;
// ok is false at the end. It begins with *pos 0. The dict's keys must not
// change meanwhile; values may.
func (h *Heap) DictNext(d Value, pos *int) (key, x Value, ok bool) {
	for i, n := *pos, h.dictFilled(d); i < n; i++ {
		if e := h.dictEntry(d, i); e.value != Null {
			*pos = i + 1
			return e.key, e.value, true
		}
	}
	return Null, Null, false
}

// DictClear removes all items.
func (h *Heap) DictClear(d Value) {
	if h.Field(d, OffDictEntries) == Null {
		return
	}
	if h.aux(d)&DictWatched != 0 {
		for pos := 0; ; {
			key, _, ok := h.DictNext(d, &pos)
			if !ok {
				break
			}
			h.dictWillChange(d, key, Null)
		}
	}
	h.SetWord(d, OffDictUsed, 0)
	h.SetHalf(d, OffDictVersion, 0)
	h.dictDropStorage(d)
}

// dictPopItem removes the last item and returns it as a tuple.
func (h *Heap) dictPopItem(d Value) (Value, error) {
	item := h.newTuple(2)
	if h.DictLen(d) == 0 {
		return Null, h.RaiseWith(KeyErrorType, h.NewStr("popitem(): dictionary is empty"))
	}
	i := h.dictFilled(d) - 1
	for h.DictEntryValue(d, i) == Null {
		i--
	}
	e := h.dictEntry(d, i)
	h.TupleItems(item)[0], h.TupleItems(item)[1] = e.key, e.value
	h.dictDeleteAt(d, i)
	h.SetHalf(d, OffDictFilled, uint32(i)) // usable stays: the index has a dummy
	return item, nil
}

// DictSetDefault returns the value of a key, storing x first if there is none.
func (h *Heap) DictSetDefault(d, key, x Value) (Value, error) {
	if x, ok := dictFetchOrPut(h.mem(), mem.Ref(d), mem.Ref(key), mem.Ref(x)); ok {
		return Value(x), nil
	}
	ix, hash, err := h.dictLocate(d, key)
	if err != nil {
		return Null, err
	}
	if ix >= 0 {
		return h.DictEntryValue(d, ix), nil
	}
	h.dictAdd(d, key, hash, x)
	return x, nil
}

// dictPop removes a key and returns its value, Null if there is none. The key
// of an empty dict is not even hashed.
func (h *Heap) dictPop(d, key Value) (Value, error) {
	if h.DictLen(d) == 0 {
		return Null, nil
	}
	ix, _, err := h.dictLocate(d, key)
	if ix < 0 {
		return Null, err
	}
	x := h.DictEntryValue(d, ix)
	h.dictDeleteAt(d, ix)
	return x, nil
}

package object

import (
	"math/bits"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/pyhash"
)

// A dict is CPython's compact one (Objects/dictobject.c): an array of entries
// in order of insertion and a hash index into it, whose slots are 1, 2 or 4
// bytes wide. Growth and compaction happen at the same operations as there,
// because a guest that changes a dict while it iterates over it can tell.
//
// Invariants:
//   - entries 0…filled−1 were used; a deleted one has key and value Null;
//   - a slot of the index is the number of an entry, indexEmpty or indexDummy
//     (deleted); at least a third of the slots is empty, so probes end;
//   - without storage the entries are Null and the index is the shared one of
//     one empty slot; usable is 0;
//   - without dictGeneral all keys are str;
//   - the version names the sequence of keys: 0, or no other sequence has it.
//     It is dropped when a key is added or removed and whenever entries move.
//
// Pointers into entries and index are used only while nothing can allocate or
// run guest code, or the object they point into is held by a local variable.

const (
	DictSize    = 48 // in bytes; no field is a reference that a new dict has to itself
	dictMinLog2 = 3

	offIndexSlots = 8 // slots of an index table, behind its header

	indexEmpty = -1
	indexDummy = -2
)

type dictEntry struct {
	hash       int64
	key, value Value
}

// usableSlots is CPython's USABLE_FRACTION: how many entries a table may have.
func usableSlots(log2 uint) int { return 2 << log2 / 3 }

// slotLog2 returns log2 of the bytes of an index table's slot.
func slotLog2(log2 uint) uint {
	switch {
	case log2 < 8:
		return 0
	case log2 < 16:
		return 1
	}
	return 2
}

// log2Size returns the smallest size of table, as log2, with at least n slots.
func log2Size(n int) uint { return uint(bits.Len(uint(max(n, 1<<dictMinLog2)) - 1)) }

// log2ForItems returns the size of table for n items, as CPython's
// estimate_log2_keysize.
func log2ForItems(n int) uint { return log2Size((n*3 + 1) / 2) }

func (h *Heap) initDictStorage() {
	v := h.Alloc(kindBytes, 16)
	h.header(v, ArrayType, 0)
	h.SetWord(v, offIndexSlots, ^uint64(0))
	h.cont.noIndex = v
	(*[3]Value)(h.Static(strWordsOff))[2] = v
	h.AddRoots(func(m *heap.Marker) { m.Value(h.cont.noIndex) })
}

// NewDict makes an empty dict.
func (h *Heap) NewDict() Value { return h.newDict(DictType) }

func (h *Heap) newDict(t TypeID) Value {
	d := h.Alloc(kindPlain, DictSize)
	h.header(d, t, 0)
	h.SetHalf(d, OffDictVersion, 0)
	h.SetWord(d, OffDictUsed, 0)
	h.dictDropStorage(d)
	return d
}

// dictDropStorage leaves a dict without storage; used is the caller's.
func (h *Heap) dictDropStorage(d Value) {
	h.SetHalf(d, OffDictFilled, 0)
	h.SetField(d, OffDictEntries, Null)
	h.SetField(d, offDictIndex, h.cont.noIndex)
	h.SetHalf(d, offDictUsable, 0)
	h.SetHalf(d, offDictLog2, 0)
	h.SetHalf(d, OffAux, h.aux(d)&^dictGeneral)
}

// dictInstall gives a dict new, empty storage.
func (h *Heap) dictInstall(d Value, log2 uint, general bool) {
	entries, index := h.newDictStorage(log2)
	h.SetField(d, OffDictEntries, entries)
	h.SetField(d, offDictIndex, index)
	h.SetHalf(d, OffDictFilled, 0)
	h.SetHalf(d, offDictUsable, uint32(usableSlots(log2)))
	h.SetHalf(d, offDictLog2, uint32(log2))
	h.SetHalf(d, OffDictVersion, 0)
	aux := h.aux(d) &^ dictGeneral
	if general {
		aux |= dictGeneral
	}
	h.SetHalf(d, OffAux, aux)
}

func (h *Heap) newDictStorage(log2 uint) (entries, index Value) {
	if log2 > 31 {
		panic(heap.OutOfMemory{Size: usableDictBytes(log2)})
	}
	n := usableSlots(log2)
	entries = h.Alloc(kindPlain, offEntryHash+DictEntrySize*uintptr(n))
	h.header(entries, ArrayType, 0)
	h.SetWord(entries, OffArrayCap, uint64(n))
	slots := uintptr(1) << (log2 + slotLog2(log2))
	index = h.Alloc(kindBytes, offIndexSlots+slots)
	h.header(index, ArrayType, 0)
	words := unsafe.Slice(h.WordAt(index, offIndexSlots), slots/8)
	for i := range words {
		words[i] = ^uint64(0) // indexEmpty in slots of any width
	}
	return entries, index
}

func usableDictBytes(log2 uint) uintptr { return DictEntrySize << min(log2, 50) }

// dictEntries returns the entries of a dict as a slice over the arena.
func (h *Heap) dictEntries(d Value) []dictEntry {
	return unsafe.Slice(h.dictEntry(d, 0), h.dictFilled(d))
}

func (h *Heap) dictEntry(d Value, i int) *dictEntry {
	return (*dictEntry)(unsafe.Pointer(h.WordAt(h.Field(d, OffDictEntries), offEntryHash+DictEntrySize*uintptr(i))))
}

func (h *Heap) dictFilled(d Value) int { return int(h.Half(d, OffDictFilled)) }

func (h *Heap) dictEntryKey(d Value, i int) Value { return h.dictEntry(d, i).key }

// DictLen returns the number of items.
func (h *Heap) DictLen(d Value) int { return int(h.Word(d, OffDictUsed)) }

// DictEntryValue returns the value of the entry of index i, as DictIndexStr
// found it; Null if the entry was deleted.
func (h *Heap) DictEntryValue(d Value, i int) Value { return h.dictEntry(d, i).value }

// SetDictEntryValue stores the value of the entry of index i, which must hold a
// key.
func (h *Heap) SetDictEntryValue(d Value, i int, x Value) {
	e := h.dictEntry(d, i)
	if e.value != x {
		h.dictWillChange(d, e.key, x)
		e.value = x
	}
}

// dictWillChange tells the watcher of a change.
func (h *Heap) dictWillChange(d, key, x Value) {
	if h.aux(d)&DictWatched != 0 && h.DictChanged != nil {
		h.DictChanged(d, key, x)
	}
}

// DictKeysVersion returns the version of a dict's keys, assigning one if it has
// none: as long as it stays the same, the same keys have the same entries. 0
// means that the numbers have run out.
func (h *Heap) DictKeysVersion(d Value) uint32 {
	v := h.HalfAt(d, OffDictVersion)
	if *v == 0 {
		*v = h.NextVersion()
	}
	return *v
}

// dictIndex is a dict's index table: its slots, of 1, 2 or 4 bytes.
type dictIndex struct {
	slots unsafe.Pointer
	width uint // log2 of a slot's bytes
}

func (h *Heap) dictIndexOf(d Value, log2 uint) dictIndex {
	return dictIndex{unsafe.Pointer(h.WordAt(h.Field(d, offDictIndex), offIndexSlots)), slotLog2(log2)}
}

func (x dictIndex) at(i uint64) int {
	p := unsafe.Add(x.slots, i<<x.width)
	switch x.width {
	case 0:
		return int(*(*int8)(p))
	case 1:
		return int(*(*int16)(p))
	}
	return int(*(*int32)(p))
}

func (x dictIndex) set(i uint64, ix int) {
	p := unsafe.Add(x.slots, i<<x.width)
	switch x.width {
	case 0:
		*(*int8)(p) = int8(ix)
	case 1:
		*(*int16)(p) = int16(ix)
	default:
		*(*int32)(p) = int32(ix)
	}
}

// dictFindStr returns the entry of a str in a dict without dictGeneral, or
// indexEmpty.
func (h *Heap) dictFindStr(d, key Value, hash int64) int {
	log2 := uint(h.Half(d, offDictLog2))
	index := h.dictIndexOf(d, log2)
	entries := unsafe.Pointer(h.WordAt(h.Field(d, OffDictEntries), offEntryHash))
	for p := pyhash.NewProbe(hash, log2); ; p.Next() {
		ix := index.at(p.I)
		if ix >= 0 {
			e := (*dictEntry)(unsafe.Add(entries, uintptr(ix)*DictEntrySize))
			if e.key == key || e.hash == hash && h.StrEqual(e.key, key) {
				return ix
			}
		} else if ix == indexEmpty {
			return indexEmpty
		}
	}
}

// dictFind returns the entry of any key, or indexEmpty. Comparing may run guest
// code that changes the dict: then it begins again. The table that was is on the
// stack of Go meanwhile: no other takes its place.
func (h *Heap) dictFind(d, key Value, hash int64) (int, error) {
restart:
	if h.aux(d)&dictGeneral == 0 && h.Is(key, StrType) {
		return h.dictFindStr(d, key, hash), nil
	}
	log2 := uint(h.Half(d, offDictLog2))
	index := h.dictIndexOf(d, log2)
	table := h.Field(d, OffDictEntries)
	entries := unsafe.Pointer(h.WordAt(table, offEntryHash))
	for p := pyhash.NewProbe(hash, log2); ; p.Next() {
		ix := index.at(p.I)
		if ix >= 0 {
			e := (*dictEntry)(unsafe.Add(entries, uintptr(ix)*DictEntrySize))
			k := e.key
			if k == key {
				return ix, nil
			}
			if e.hash != hash || BothSmall(k, key) {
				continue
			}
			same, err := h.sameKey(table, k, ix, key)
			if err != nil {
				return indexEmpty, err
			}
			if h.Field(d, OffDictEntries) != table || e.key != k {
				h.askAgain()
				goto restart
			}
			if same {
				return ix, nil
			}
		} else if ix == indexEmpty {
			return indexEmpty, nil
		}
	}
}

// dictSlot finds the slot of an index table: the one that holds want, or, when
// want is indexEmpty, the first that holds no entry.
func (h *Heap) dictSlot(d Value, hash int64, want int) (dictIndex, uint64) {
	log2 := uint(h.Half(d, offDictLog2))
	index := h.dictIndexOf(d, log2)
	for p := pyhash.NewProbe(hash, log2); ; p.Next() {
		if ix := index.at(p.I); ix == want || want == indexEmpty && ix < 0 {
			return index, p.I
		}
	}
}

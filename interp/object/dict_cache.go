package object

import (
	"github.com/tier2go/tier2/interp/pyhash"
	"github.com/tier2go/tier2/opgen/mem"
)

// The dict cache is for machine code: it says where in a dict a key has been found last,
// so that `d[k]` behind `k in d`, or the same look-up in the next round, calls nothing. It
// lies in the arena, and is direct-mapped. Compiled code computes an entry's place with
// DictCacheMul and DictCacheShift from the sum of the dict's and the key's words.
//
// Each entry says by itself whether it holds: if the dict has more than Index entries, and
// the one of that number still has the key that was found there (Stored), the key that was
// looked up is there. For keys are noted only while nothing can make the two different, or
// anybody see that they are not compared: a word that was found itself, of a type whose
// hash runs no guest code, or a str that has the characters of another, where the way of the
// look-up to it comes by no key of the same hash that is compared by guest code, each time. Such
// a key that gets onto the way later, in the place of one that was deleted, drops all, and so
// does a class whose special methods change, or an instance's class. So does a collection, behind
// which the words of objects may be others'.

const (
	// DictCacheSize is the number of entries, DictCacheEntry the size of one in bytes.
	DictCacheSize  = 1 << dictCacheLog2
	DictCacheEntry = 32
	// Offsets in an entry: the dict, the key that was looked up, the key that was found,
	// the number of the dict's entry.
	OffDictFoundDict   = 0
	OffDictFoundKey    = 8
	OffDictFoundStored = 16
	OffDictFoundIndex  = 24
	// DictCacheMul scatters the sum of two words; its upper bits, from DictCacheShift on,
	// are the entry's number.
	DictCacheMul   = 0x9E3779B97F4A7C15
	DictCacheShift = 64 - dictCacheLog2

	dictCacheLog2 = 9
)

type dictFound struct {
	dict, key, stored Value
	index             uint64
}

// DictCache returns the place of the entries, as the word of an object would be.
func (h *Heap) DictCache() Value { return Value(TagRef + dictCacheOff) }

// noteKey remembers that a key was found at an entry of a dict.
func (h *Heap) noteKey(d, key Value, index int) {
	stored := h.dictEntryKey(d, index)
	if !h.Is(d, DictType) || !h.staysEqual(key, stored) || !h.unseenWay(d, index) {
		return
	}
	h.found[uint64(d+key)*DictCacheMul>>DictCacheShift] = dictFound{d, key, stored, uint64(index)}
}

// staysEqual reports whether a key that was found equal to another is so for good, by
// comparisons that nobody sees.
func (h *Heap) staysEqual(key, stored Value) bool {
	switch h.TypeID(key) {
	case StrType:
		return key == stored || h.Is(stored, StrType)
	case IntType, FloatType, BoolType, NoneType, BytesType, TypeType, FunctionType:
		return key == stored
	}
	return false
}

// unseenWay reports whether the way of a look-up to an entry of a dict comes by no key that is compared, and may be by guest code.
func (h *Heap) unseenWay(d Value, index int) bool {
	hash := h.dictEntry(d, index).hash
	log2 := uint(h.Half(d, offDictLog2))
	slots := h.dictIndexOf(d, log2)
	for p := pyhash.NewProbe(hash, log2); ; p.Next() {
		ix := slots.at(p.I)
		if ix == index {
			return true
		}
		if ix < 0 {
			continue
		}
		if e := h.dictEntry(d, ix); e.hash == hash && !h.comparesUnseen(e.key) {
			return false
		}
	}
}

// foundUnseen reports whether no program sees that a key has been looked for that was found at an entry of a dict.
func (h *Heap) foundUnseen(d, key Value, index int) bool {
	return h.aux(d)&dictGeneral == 0 || (key == h.dictEntryKey(d, index) || h.comparesUnseen(key) && h.comparesUnseen(h.dictEntryKey(d, index))) && h.unseenWay(d, index)
}

// comparesUnseen reports whether a key is of a type whose instances are compared with others' by no guest code.
func (h *Heap) comparesUnseen(key Value) bool {
	switch h.TypeID(key) {
	case StrType, IntType, FloatType, BoolType, NoneType, BytesType, TypeType, FunctionType, TupleType, FrozenSetType:
		return true
	}
	return false
}

// keyTakesPlace drops the entries of the cache where a key that is new in a dict has the place of one that was deleted, on the way to
// another of its hash, which will be compared with it.
func (h *Heap) keyTakesPlace(d, key Value, hash int64) {
	if h.comparesUnseen(key) {
		return
	}
	log2 := uint(h.Half(d, offDictLog2))
	slots := h.dictIndexOf(d, log2)
	for p := pyhash.NewProbe(hash, log2); ; p.Next() {
		ix := slots.at(p.I)
		if ix == indexEmpty {
			return
		}
		if ix >= 0 && h.dictEntry(d, ix).hash == hash {
			clear(h.found[:])
			return
		}
	}
}

// DictLookup is DictGet that notes where the key was found.
func (h *Heap) DictLookup(d, key Value) (Value, error) {
	if e, ok := dictEntryOf(h.mem(), mem.Ref(d), mem.Ref(key)); ok {
		if e == nothing {
			return Null, nil
		}
		return Value(h.mem().Ref(e, fieldEntryValue)), nil
	}
	ix, _, err := h.dictLocate(d, key)
	if ix < 0 {
		return Null, err
	}
	h.noteKey(d, key, ix)
	return h.DictEntryValue(d, ix), nil
}

// DictFetch is d.get(key, or), of a dict that is no subclass's, noting where the key was found.
func (h *Heap) DictFetch(d, key, or Value) (Value, error) {
	if h.HashesByPython(key) {
		if r, ok, err := h.keyed(KeyGetOr, d, key, or); ok {
			return r, err
		}
	}
	x, err := h.DictLookup(d, key)
	if x == Null && err == nil {
		x = or
	}
	return x, err
}

// DictHas is key in d of a dict that is no subclass's, noting where the key was found.
func (h *Heap) DictHas(d, key Value) (bool, error) {
	if h.HashesByPython(key) {
		if r, ok, err := h.keyed(KeyIn, d, key); ok {
			return r == True, err
		}
	}
	x, err := h.DictLookup(d, key)
	return x != Null, err
}

// DictItem is d[key] of a dict that is no subclass's, noting where the key was found.
func (h *Heap) DictItem(d, key Value) (Value, error) {
	if h.HashesByPython(key) {
		if r, ok, err := h.keyed(KeyItem, d, key); ok {
			return r, err
		}
	}
	x, err := h.DictLookup(d, key)
	if x == Null && err == nil {
		err = h.RaiseWith(KeyErrorType, key)
	}
	return x, err
}

// DictStore is DictSet that notes where the key is.
func (h *Heap) DictStore(d, key, x Value) error {
	if h.HashesByPython(key) {
		if ok, err := h.keyedStore(d, key, x); ok {
			return err
		}
	}
	if _, ok := dictPut(h.mem(), mem.Ref(d), mem.Ref(key), mem.Ref(x)); ok {
		return nil
	}
	hash, err := h.dictKeyHash(key)
	if err != nil {
		return err
	}
	ix, err := h.dictInsert(d, key, hash, x)
	if err != nil {
		return err
	}
	h.noteKey(d, key, ix)
	return nil
}

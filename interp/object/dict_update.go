package object

import (
	"fmt"
	"unsafe"

	"github.com/tier2go/tier2/interp/pyhash"
	"github.com/tier2go/tier2/opgen/mem"
)

// DictCopy is d.copy().
func (h *Heap) DictCopy(d Value) (Value, error) {
	if c, ok := dictCopied(h.mem(), mem.Ref(d)); ok {
		return Value(c), nil
	}
	return h.dictCopyGeneral(d)
}

func (h *Heap) dictCopyGeneral(d Value) (Value, error) {
	c := h.NewDict()
	if h.DictLen(d) == 0 {
		return c, nil
	}
	if h.DictLen(d) >= h.dictFilled(d)*2/3 {
		h.dictClone(c, d)
		return c, nil
	}
	return c, h.DictMerge(c, d, nil)
}

// dictClone makes d, which is empty, the same as other, deleted entries
// included.
func (h *Heap) dictClone(d, other Value) {
	log2 := uint(h.Half(other, offDictLog2))
	entries, index := h.newDictStorage(log2)
	filled := h.dictFilled(other)
	copy(unsafe.Slice((*dictEntry)(unsafe.Pointer(h.WordAt(entries, offEntryHash))), filled), h.dictEntries(other))
	slots := 1 << (log2 + slotLog2(log2))
	copy(h.Bytes(index, offIndexSlots, slots), h.Bytes(h.Field(other, offDictIndex), offIndexSlots, slots))
	if h.aux(d)&DictWatched != 0 {
		for _, e := range h.dictEntries(other) {
			if e.value != Null {
				h.dictWillChange(d, e.key, e.value)
			}
		}
	}
	h.SetField(d, OffDictEntries, entries)
	h.SetField(d, offDictIndex, index)
	h.SetHalf(d, OffDictFilled, uint32(filled))
	h.SetHalf(d, offDictUsable, h.Half(other, offDictUsable))
	h.SetHalf(d, offDictLog2, uint32(log2))
	h.SetHalf(d, OffDictVersion, 0)
	h.SetHalf(d, OffAux, h.aux(d)&^dictGeneral|h.aux(other)&dictGeneral)
	h.SetWord(d, OffDictUsed, uint64(h.DictLen(other)))
}

// DictUpdate is d.update(other): other is a dict, an object with a method keys,
// or an iterable of pairs.
func (h *Heap) DictUpdate(d, other Value) error {
	if _, ok := dictUpdated(h.mem(), mem.Ref(d), mem.Ref(other)); ok {
		return nil
	}
	return h.dictUpdateGeneral(d, other)
}

func (h *Heap) dictUpdateGeneral(d, other Value) error {
	if h.Is(other, DictType) {
		return h.dictMergeDict(d, other, nil)
	}
	mapping, err := h.hasKeys(other)
	if err != nil {
		return err
	}
	if mapping {
		return h.DictMerge(d, other, nil)
	}
	return h.dictMergePairs(d, other)
}

// hasKeys reports whether v has an attribute keys.
func (h *Heap) hasKeys(v Value) (bool, error) {
	name := h.classes.nm.keys
	t := h.TypeOf(v)
	if t.Lookup(name) != Null {
		return true, nil
	}
	if t.GetAttr == nil {
		return false, nil
	}
	x, err := h.LookupAttr(v, name)
	return x != Null, err
}

// DictMerge stores the items of a mapping in d: of a dict, or of any object with
// a method keys; the error is AttributeError if it has none. dup, if not nil,
// is asked when a key is there already: its error ends the merge, otherwise the
// value stays as it was.
func (h *Heap) DictMerge(d, other Value, dup func(key Value) error) error {
	if h.isDict(other) && h.TypeOf(other).Iter != nil && h.plainDictIter(other) {
		return h.dictMergeDict(d, other, dup)
	}
	f, err := h.GetAttr(other, h.Intern("keys"))
	if err != nil {
		return err
	}
	keys, err := h.Call(f, nil, Null)
	if err != nil {
		return err
	}
	if h.TypeOf(keys).Iter == nil {
		return h.Raise(TypeErrorType, "%s.keys() returned a non-iterable (type %s)", h.TypeName(other), h.TypeName(keys))
	}
	list, err := h.ListFromIter(keys)
	if err != nil {
		return err
	}
	for i := 0; i < h.ListLen(list); i++ {
		key := h.ListItem(list, i)
		if dup != nil {
			has, err := h.DictContains(d, key)
			if err != nil {
				return err
			}
			if has {
				if err := dup(key); err != nil {
					return err
				}
				continue
			}
		}
		x, err := h.GetItem(other, key)
		if err != nil {
			return err
		}
		if err := h.DictSet(d, key, x); err != nil {
			return err
		}
	}
	return nil
}

// plainDictIter reports whether iterating over a dict is what type dict does:
// only then its items may be read directly.
func (h *Heap) plainDictIter(d Value) bool {
	return h.RefType(d) == DictType || h.TypeOf(d).Lookup(h.Intern("__iter__")) == h.types[DictType].Lookup(h.Intern("__iter__"))
}

func (h *Heap) dictMergeDict(d, other Value, dup func(key Value) error) error {
	n := h.DictLen(other)
	if d == other || n == 0 {
		return nil
	}
	if h.DictLen(d) == 0 {
		dup = nil
		log2 := uint(h.Half(other, offDictLog2))
		if n == h.dictFilled(other) && (log2 == dictMinLog2 || usableSlots(log2-1) < n) {
			h.dictClone(d, other)
			return nil
		}
	}
	if usableSlots(uint(h.Half(d, offDictLog2))) < n {
		h.dictResizeFor(d, h.DictLen(d)+n, h.aux(other)&dictGeneral != 0)
	}
	for i := 0; i < h.dictFilled(other); i++ {
		e := *h.dictEntry(other, i)
		if e.value == Null {
			continue
		}
		if err := h.dictMergeItem(d, e, dup); err != nil {
			return err
		}
		if h.DictLen(other) != n {
			return h.Raise(RuntimeErrorType, "dict mutated during update")
		}
	}
	return nil
}

// dictResizeFor makes room for n items in all.
func (h *Heap) dictResizeFor(d Value, n int, general bool) {
	h.dictResize(d, log2ForItems(n), general)
}

// DictReserve gives an empty dict room for n items at once, of which first is a key: tables that would grow several times are made once.
func (h *Heap) DictReserve(d, first Value, n int) {
	if n > usableSlots(dictMinLog2) && h.DictLen(d) == 0 && usableSlots(uint(h.Half(d, offDictLog2))) < n {
		h.dictResizeFor(d, n, !h.Is(first, StrType))
	}
}

// mostReserved bounds the room for keys that may be the same.
const mostReserved = 1 << 10

// plainItems returns the elements of a list or a tuple, nil of all else.
func (h *Heap) plainItems(v Value) []Value {
	switch {
	case h.Is(v, ListType):
		return h.ListItems(v)
	case h.Is(v, TupleType):
		return h.TupleItems(v)
	}
	return nil
}

// dictSetFast is DictSet of a key of which nothing is asked in Python, with less on the way.
func (h *Heap) dictSetFast(d, key, x Value) error {
	if h.Is(key, StrType) && h.dictPutStr(d, key, h.cachedStrHash(key), x) {
		return h.Poll() // an iterable of few strs may have no end
	}
	return h.DictSet(d, key, x)
}

// DictFill stores pairs, a key and its value in turn, as DictSet does each.
func (h *Heap) DictFill(d Value, pairs []Value) error {
	if len(pairs) == 0 {
		return nil
	}
	h.DictReserve(d, pairs[0], len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		if err := h.dictSetFast(d, pairs[i], pairs[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// dictPutStr stores a value under a str in a dict of strs that has room for it and no watcher; otherwise it does nothing and returns false.
// It walks once, where looking the key up and adding it are two walks.
func (h *Heap) dictPutStr(d, key Value, hash int64, x Value) bool {
	if h.aux(d)&(dictGeneral|DictWatched) != 0 || h.Half(d, offDictUsable) == 0 {
		return false
	}
	log2 := uint(h.Half(d, offDictLog2))
	index := h.dictIndexOf(d, log2)
	free := ^uint64(0)
	p := pyhash.NewProbe(hash, log2)
	for ; ; p.Next() {
		ix := index.at(p.I)
		if ix >= 0 {
			if e := h.dictEntry(d, ix); e.key == key || e.hash == hash && h.StrEqual(e.key, key) {
				e.value = x
				return true
			}
			continue
		}
		if free == ^uint64(0) {
			free = p.I
		}
		if ix == indexEmpty {
			break
		}
	}
	filled := h.dictFilled(d)
	index.set(free, filled)
	*h.dictEntry(d, filled) = dictEntry{hash, key, x}
	h.SetHalf(d, OffDictFilled, uint32(filled+1))
	h.SetHalf(d, OffDictVersion, 0)
	*h.HalfAt(d, offDictUsable)--
	*h.WordAt(d, OffDictUsed)++
	return true
}

func (h *Heap) dictMergeItem(d Value, e dictEntry, dup func(key Value) error) error {
	if dup != nil {
		ix, err := h.dictFind(d, e.key, e.hash)
		if err != nil {
			return err
		}
		if ix >= 0 {
			return dup(e.key)
		}
	}
	_, err := h.dictInsert(d, e.key, e.hash, e.value)
	return err
}

// dictMergePairs stores the pairs that an iterable yields.
func (h *Heap) dictMergePairs(d, pairs Value) error {
	it, err := h.Iter(pairs)
	if err != nil {
		return err
	}
	if items := h.plainItems(pairs); len(items) > 0 && h.Is(items[0], TupleType) && h.TupleLen(items[0]) == 2 {
		h.DictReserve(d, h.TupleItem(items[0], 0), min(len(items), mostReserved))
	}
	for i := 0; ; i++ {
		pair, err := h.Next(it)
		if err != nil || pair == Null {
			return err
		}
		if err := h.DictAddPair(d, pair, i); err != nil {
			return err
		}
	}
}

// DictAddPair adds an element of an iterable of pairs, the i-th, to a dict.
func (h *Heap) DictAddPair(d, pair Value, i int) error {
	seq, err := h.fastSequence(pair, "object is not iterable")
	if err != nil {
		return h.Noted(err, TypeErrorType, fmt.Sprintf("Cannot convert dictionary update sequence element #%d to a sequence", i))
	}
	items := h.sequenceItems(seq)
	if len(items) != 2 {
		return h.Raise(ValueErrorType, "dictionary update sequence element #%d has length %d; 2 is required", i, len(items))
	}
	key, x := items[0], items[1]
	return h.dictSetFast(d, key, x)
}

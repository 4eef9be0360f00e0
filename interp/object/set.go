package object

import (
	"math"
	"unsafe"

	"github.com/tier2go/tier2/opgen/mem"
)

// A set is CPython's hash table (Objects/setobject.c): open addressing, where
// each probe looks at a run of up to ten neighbours before it jumps. All
// decisions that the order of elements depends on (runs, jumps, growth, reuse
// of deleted slots) are CPython's, so that guests see the same order.
//
// Invariants:
//   - a slot in use has a key; one never used has key Null and hash 0; a
//     deleted one has key Null and hash −1, which is nothing's hash;
//   - fill counts slots in use and deleted ones; at least two fifths of the
//     slots were never used, so probes end.

const (
	setSize      = 48
	setMinSize   = 8
	linearProbes = 9
	setDeleted   = -1 // hash of a deleted slot
)

type setEntry struct {
	key  Value
	hash int64
}

func (h *Heap) isSet(v Value) bool       { return h.isA(v, SetType) }
func (h *Heap) isFrozenSet(v Value) bool { return h.isA(v, FrozenSetType) }
func (h *Heap) isAnySet(v Value) bool    { return h.isSet(v) || h.isFrozenSet(v) }

// NewSet makes an empty set.
func (h *Heap) NewSet() Value { return h.newSet(SetType) }

// NewFrozenSet makes an empty frozenset for SetAdd to fill before anybody has it.
func (h *Heap) NewFrozenSet() Value { return h.newSet(FrozenSetType) }

func (h *Heap) newSet(t TypeID) Value {
	table := h.newSetTable(setMinSize)
	s := h.Alloc(kindPlain, setSize)
	h.header(s, t, 0)
	h.SetWord(s, OffSetUsed, 0)
	h.SetWord(s, offSetFill, 0)
	h.SetField(s, offSetTable, table)
	h.SetWord(s, offSetMask, setMinSize-1)
	h.SetWord(s, offSetHash, 0)
	return s
}

func (h *Heap) newSetTable(slots int) Value {
	t := h.newArray(2 * slots)
	entries := unsafe.Slice((*setEntry)(unsafe.Pointer(h.WordAt(t, OffArrayItems))), slots)
	for i := range entries {
		entries[i].key = Null
	}
	return t
}

// setEntries returns a set's table as a slice over the arena.
func (h *Heap) setEntries(s Value) []setEntry {
	return unsafe.Slice(h.setEntry(s, 0), h.setMask(s)+1)
}

func (h *Heap) setEntry(s Value, i int) *setEntry {
	return (*setEntry)(unsafe.Pointer(h.WordAt(h.Field(s, offSetTable), OffArrayItems+16*uintptr(i))))
}

func (h *Heap) setMask(s Value) int { return int(h.Word(s, offSetMask)) }
func (h *Heap) setFill(s Value) int { return int(h.Word(s, offSetFill)) }

// setLen returns the number of elements of a set or frozenset.
func (h *Heap) setLen(s Value) int { return int(h.Word(s, OffSetUsed)) }

// setFind walks the slots of a hash. It returns the slot of the key, found true,
// or the first that was never used, and the last deleted slot before it (nil if
// there is none). Comparing may run guest code that changes the set: then it
// begins again, but where an element is added (adds) and the comparison has said that it is one: CPython takes the answer.
// The table that was is on the stack of Go meanwhile: no other takes its place.
func (h *Heap) setFind(s, key Value, hash int64, adds bool) (e, deleted *setEntry, found bool, err error) {
	isStr := h.Is(key, StrType)
restart:
	table := h.Field(s, offSetTable)
	first := unsafe.Pointer(h.WordAt(table, OffArrayItems))
	mask := uint64(h.setMask(s))
	deleted = nil
	i, perturb := uint64(hash)&mask, uint64(hash)
	for {
		n := 1
		if i+linearProbes <= mask {
			n = 1 + linearProbes
		}
		run := unsafe.Slice((*setEntry)(unsafe.Add(first, 16*i)), n)
		for j := range run {
			e = &run[j]
			switch {
			case e.hash == hash && e.key != Null:
				k := e.key
				if k == key {
					return e, deleted, true, nil
				}
				if BothSmall(k, key) {
					continue
				}
				if isStr && h.Is(k, StrType) {
					if h.StrEqual(k, key) {
						return e, deleted, true, nil
					}
					continue
				}
				same, err := h.sameKey(table, k, int(i)+j, key)
				if err != nil {
					return nil, nil, false, err
				}
				if h.Field(s, offSetTable) != table || e.key != k {
					if same && adds {
						return nil, nil, true, nil
					}
					h.askAgain()
					goto restart
				}
				if same {
					return e, deleted, true, nil
				}
			case e.key != Null:
			case e.hash == 0:
				return e, deleted, false, nil
			default:
				deleted = e
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
}

// setAddHash adds a key whose hash is known.
func (h *Heap) setAddHash(s, key Value, hash int64) error {
	e, deleted, found, err := h.setFind(s, key, hash, true)
	for err == nil && !found && deleted != nil && deleted.key != Null { // a comparison behind it has added another key
		e, deleted, found, err = h.setFind(s, key, hash, true)
	}
	if err == nil && !found {
		h.setPut(s, key, hash, e, deleted)
	}
	return err
}

// setPut stores a key that a set does not have, where setFind has said.
func (h *Heap) setPut(s, key Value, hash int64, e, deleted *setEntry) {
	*h.WordAt(s, OffSetUsed)++
	if deleted != nil {
		*deleted = setEntry{key, hash}
		return
	}
	*e = setEntry{key, hash}
	*h.WordAt(s, offSetFill)++
	if h.setFill(s)*5 >= h.setMask(s)*3 {
		h.setResize(s, h.setGrowth(s))
	}
}

// setGrowth returns the size asked for when a set is rebuilt.
func (h *Heap) setGrowth(s Value) int {
	if n := h.setLen(s); n > 50000 {
		return n * 2
	} else {
		return n * 4
	}
}

// setResize rebuilds the table, with more than minUsed slots, without deleted
// ones.
func (h *Heap) setResize(s Value, minUsed int) {
	size := setMinSize
	for size <= minUsed {
		size <<= 1
	}
	if size == setMinSize && h.setMask(s) == size-1 && h.setFill(s) == h.setLen(s) {
		return
	}
	table := h.newSetTable(size)
	old := h.setEntries(s)
	h.SetField(s, offSetTable, table)
	h.SetWord(s, offSetMask, uint64(size-1))
	h.SetWord(s, offSetFill, uint64(h.setLen(s)))
	h.setFillClean(s, old)
}

// setFillClean puts the elements of a table into one of a set whose slots were never used.
func (h *Heap) setFillClean(s Value, from []setEntry) {
	m, table, mask := h.mem(), mem.Ref(h.Field(s, offSetTable)), h.Word(s, offSetMask)
	for _, e := range from {
		if e.key != Null {
			putClean(m, table, mask, mem.Ref(e.key), uint64(e.hash), math.MaxUint64)
		}
	}
}

func (h *Heap) setHasHash(s, key Value, hash int64) (bool, error) {
	_, _, found, err := h.setFind(s, key, hash, false)
	return found, err
}

// setDiscardHash removes a key whose hash is known and reports whether it was
// there.
func (h *Heap) setDiscardHash(s, key Value, hash int64) (bool, error) {
	e, _, found, err := h.setFind(s, key, hash, false)
	if err != nil || !found {
		return false, err
	}
	*e = setEntry{Null, setDeleted}
	*h.WordAt(s, OffSetUsed)--
	return true, nil
}

// setKeyHash hashes an element; the error has CPython's words for elements.
func (h *Heap) setKeyHash(key Value) (int64, error) {
	hash, err := h.Hash(key)
	if err != nil {
		return 0, h.unhashable(key, "a set element", err)
	}
	return hash, nil
}

// setSearchHash is setKeyHash for look-ups and removals, where a set stands for
// the frozenset with its elements.
func (h *Heap) setSearchHash(key Value) (int64, error) {
	if h.Is(key, SetType) {
		return h.frozenHash(key), nil
	}
	hash, err := h.setKeyHash(key)
	if err != nil && h.isSet(key) && h.raisedIs(err, TypeErrorType) {
		return h.frozenHash(key), nil
	}
	return hash, err
}

// AddToSet is SetAdd for what may be no set: SET_ADD adds to a set that a module keeps in
// a name, which a program can change (PEP 749).
func (h *Heap) AddToSet(s, x Value) error {
	if _, ok, err := h.keyed(KeyAdd, s, x); ok {
		return err
	}
	if !h.isA(s, SetType) {
		return h.Raise(SystemErrorType, "bad argument to internal function")
	}
	return h.SetAdd(s, x)
}

// SetDiscard takes an element out of a set, if it is there.
func (h *Heap) SetDiscard(s, x Value) error {
	_, err := h.setDiscard(s, x)
	return err
}

// SetAdd adds an element to a set.
func (h *Heap) SetAdd(s, x Value) error {
	if _, ok := setPut(h.mem(), mem.Ref(s), mem.Ref(x)); ok {
		return nil
	}
	hash, err := h.setKeyHash(x)
	if err != nil {
		return err
	}
	return h.setAddHash(s, x, hash)
}

// setDiscard removes an element from a set and reports whether it was there.
func (h *Heap) setDiscard(s, x Value) (bool, error) {
	if there, ok := setDrop(h.mem(), mem.Ref(s), mem.Ref(x)); ok {
		return there, nil
	}
	hash, err := h.setSearchHash(x)
	if err != nil {
		return false, err
	}
	return h.setDiscardHash(s, x, hash)
}

// setContains is x in s.
func setContains(h *Heap, s, x Value) (bool, error) {
	if h.HashesByPython(x) {
		if r, ok, err := h.keyed(KeyIn, s, x); ok {
			return r == True, err
		}
	}
	return h.SetContains(s, x)
}

// SetContains reports whether x is an element.
func (h *Heap) SetContains(s, x Value) (bool, error) {
	if in, ok := setHas(h.mem(), mem.Ref(s), mem.Ref(x)); ok {
		return in, nil
	}
	hash, err := h.setSearchHash(x)
	if err != nil {
		return false, err
	}
	return h.setHasHash(s, x, hash)
}

// setNext returns the element at or behind slot *pos and moves *pos behind it.
func (h *Heap) setNext(s Value, pos *int) (setEntry, bool) {
	for i, mask := *pos, h.setMask(s); i <= mask; i++ {
		if e := *h.setEntry(s, i); e.key != Null {
			*pos = i + 1
			return e, true
		}
	}
	*pos = h.setMask(s) + 2
	return setEntry{}, false
}

// SetNext returns the next element of a set or frozenset, beginning with *pos 0;
// ok is false at the end.
func (h *Heap) SetNext(s Value, pos *int) (x Value, ok bool) {
	e, ok := h.setNext(s, pos)
	return e.key, ok
}

// setClear removes all elements.
func (h *Heap) setClear(s Value) {
	if h.setFill(s) == 0 && h.setMask(s) == setMinSize-1 {
		return
	}
	table := h.newSetTable(setMinSize)
	h.SetField(s, offSetTable, table)
	h.SetWord(s, offSetMask, setMinSize-1)
	h.SetWord(s, offSetFill, 0)
	h.SetWord(s, OffSetUsed, 0)
}

// setPop removes and returns an element.
func (h *Heap) setPop(s Value) (Value, error) {
	if h.setLen(s) == 0 {
		return Null, h.RaiseWith(KeyErrorType, h.NewStr("pop from an empty set"))
	}
	x, _ := takeNext(h.mem(), mem.Ref(s), math.MaxUint64) // there is one
	return Value(x), nil
}

// frozenHash is the hash of a frozenset with the elements of s, as CPython's
// frozenset_hash_impl.
func (h *Heap) frozenHash(s Value) int64 {
	var hash uint64
	for _, e := range h.setEntries(s) {
		if e.key != Null {
			x := uint64(e.hash)
			hash ^= (x ^ 89869747 ^ x<<16) * 3644798167
		}
	}
	hash ^= (uint64(h.setLen(s)) + 1) * 1927868237
	hash ^= hash>>11 ^ hash>>25
	hash = hash*69069 + 907133923
	if hash == 1<<64-1 {
		hash = 590923713
	}
	return int64(hash)
}

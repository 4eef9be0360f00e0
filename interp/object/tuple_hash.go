package object

import "github.com/tier2go/tier2/interp/pyhash"

// CPython keeps a tuple's hash in the tuple. Here a tuple has no room for it: pairs would take half as
// much memory again. A direct-mapped table remembers the hashes of tuples that contain tuples, and of long
// ones; of the others a hash is computed as fast as it is looked up. A collection, behind which the words of
// tuples may be others', drops all.
//
// Only a hash that was computed without running guest code is remembered, so nobody sees how often
// it is.

const (
	tupleHashLog2 = 16
	// tupleHashesFrom is how many hashes that are worth it are computed before there is a table.
	tupleHashesFrom = 4096
	// longTuple is how many elements a tuple has whose hash is remembered, whatever they are.
	longTuple = 4
)

type tupleHash struct {
	tuple Value
	hash  int64
}

// tupleHashes is the table.
type tupleHashes struct {
	known    *[1 << tupleHashLog2]tupleHash // nil as long as few hashes were asked for
	computed int
	// Since the last collection: hashes that were found, and that took another one's place.
	hits, replaced int
	used           bool
}

// at returns the place of a tuple; nil if there is no table, or if it is too small for the tuples that the
// program looks up.
func (t *tupleHashes) at(v Value) *tupleHash {
	if t.known == nil || t.replaced >= 1<<tupleHashLog2 && t.hits < t.replaced {
		return nil
	}
	return &t.known[uint64(v)*DictCacheMul>>(64-tupleHashLog2)]
}

// drop forgets all.
func (t *tupleHashes) drop() {
	if t.used {
		clear(t.known[:])
		t.hits, t.replaced, t.used = 0, 0, false
	}
}

func hashTupleValue(h *Heap, v Value) (int64, error) {
	e := h.tupleHashes.at(v)
	if e != nil && e.tuple == v {
		h.tupleHashes.hits++
		return e.hash, nil
	}
	acc, n := pyhash.TupleSeed, h.TupleLen(v)
	quiet, worth := true, n >= longTuple
	for i := 0; i < n; i++ {
		x := h.TupleItem(v, i)
		lane, err := h.hashKeyOf(x)
		if err != nil {
			return 0, err
		}
		acc = pyhash.TupleRound(acc, lane)
		q, tuple := h.hashedQuietly(x)
		quiet, worth = quiet && q, worth || tuple
	}
	hash := pyhash.TupleEnd(acc + pyhash.TupleLength(uint64(n)))
	if quiet && worth {
		h.noteTupleHash(v, hash)
	}
	return hash, nil
}

// hashedQuietly reports whether computing the hash of x, as has just been done, runs no guest code, and whether
// x is a tuple of which it knows that.
func (h *Heap) hashedQuietly(x Value) (quiet, tuple bool) {
	t := h.TypeID(x)
	if quietKey(t) {
		return true, false
	}
	if t == TupleType {
		if n := h.TupleLen(x); n < longTuple {
			plain := 0
			for plain < n && quietKey(h.TypeID(h.TupleItem(x, plain))) {
				plain++
			}
			if plain == n {
				return true, true
			}
		}
	}
	e := h.tupleHashes.at(x) // of a tuple's subclass, too
	quiet = e != nil && e.tuple == x
	return quiet, quiet
}

// quietKey reports whether values of a type that are no tuples have hashes that are computed without running
// guest code.
func quietKey(t TypeID) bool {
	switch t {
	case IntType, FloatType, StrType, BytesType, BoolType, NoneType, TypeType, FunctionType:
		return true
	}
	return false
}

// noteTupleHash remembers a tuple's hash.
func (h *Heap) noteTupleHash(v Value, hash int64) {
	t := &h.tupleHashes
	if t.known == nil {
		if t.computed++; t.computed < tupleHashesFrom {
			return
		}
		t.known = new([1 << tupleHashLog2]tupleHash)
	}
	e := t.at(v)
	if e == nil {
		return
	}
	if e.tuple != 0 && e.tuple != v {
		t.replaced++
	}
	*e = tupleHash{v, hash}
	t.used = true
}

package object

import "github.com/tier2go/tier2/interp/pyhash"

// hashTupleValue is the hash of a tuple, which the tuple keeps, as CPython's does: that of an element which guest code computes is
// asked for once. The field of one that is not known is 0, and a hash of 0 is computed each time.
func hashTupleValue(h *Heap, v Value) (int64, error) {
	acc, n := pyhash.TupleSeed, h.TupleLen(v)
	for i := 0; i < n; i++ {
		lane, err := h.Hash(h.TupleItem(v, i))
		if err != nil {
			return 0, err
		}
		acc = pyhash.TupleRound(acc, lane)
	}
	hash := pyhash.TupleEnd(acc + pyhash.TupleLength(uint64(n)))
	h.SetWord(v, OffTupleHash, uint64(hash))
	return hash, nil
}

// HashInts is the hash of a tuple of ints.
func HashInts(ns ...int64) int64 {
	acc := pyhash.TupleSeed
	for _, n := range ns {
		acc = pyhash.TupleRound(acc, pyhash.Int64(n))
	}
	return pyhash.TupleEnd(acc + pyhash.TupleLength(uint64(len(ns))))
}

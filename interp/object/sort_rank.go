package object

import (
	"encoding/binary"
	"math"
)

// Most lists are sorted by keys whose comparisons nobody sees: numbers, strs, tuples and lists of such. A key has a rank, a word whose
// order is that of the keys but for ties: of a str the 8 bytes behind what all begin with, of a tuple the rank of its first element that
// is not the same in all. Pairs of a rank and a place are merged without a look at the heap; only ties compare keys.

const (
	minRanked = 12 // fewer are as soon inserted
	rankedRun = 8  // elements that are inserted before runs are merged
)

// ranked stands for a key while ranks are sorted.
type ranked struct {
	rank uint64
	at   int // the key's index before
}

// rankRoom is what sorting by ranks needs beside the list; a heap keeps that of its last sort.
type rankRoom struct {
	ranks, merged []ranked
	moved         []Value
}

func (r *rankRoom) grow(n int) {
	if cap(r.ranks) < n {
		*r = rankRoom{ranks: make([]ranked, 2*n), merged: make([]ranked, 2*n), moved: make([]Value, 2*n)}
	}
}

// mostRanked is how many keys have ranks at most: the room lies beside the heap, whose limit does not count it.
const mostRanked = 1 << 16

// sortRanked sorts keys, and values with them, by their ranks. It returns false, and has moved nothing, where keys have none,
// and where they lie in so few runs that merging those is faster.
func (s *sorter) sortRanked() bool {
	if s.n < minRanked || s.n > mostRanked || s.kind == sortAny {
		return false
	}
	room := &s.h.ranks
	room.grow(s.n)
	r := room.ranks[:s.n]
	if !s.rank(r) {
		return false
	}
	down := 0
	for i := range r[1:] {
		if r[i+1].rank < r[i].rank {
			down++
		}
	}
	if few := s.n / 8; down <= few || down >= s.n-1-few {
		return false
	}
	r = s.mergeRanks(r, room.merged[:s.n])
	s.take(s.keys, r, room.moved)
	if s.vals != nil {
		s.take(s.vals, r, room.moved)
	}
	return true
}

// take moves the elements of a to where the ranks say.
func (s *sorter) take(a []Value, r []ranked, moved []Value) {
	moved = moved[:len(a)]
	for i := range r {
		moved[i] = a[r[i].at]
	}
	copy(a, moved)
}

// rank finds the keys' ranks, and whether equal ones are to be compared.
func (s *sorter) rank(r []ranked) bool {
	kind, at := s.kind, 0
	s.ties = kind == sortLatin || kind == sortStr
	nested := kind == sortTuple || kind == sortList
	if nested {
		s.ties = true
		if kind, at = s.plainItems(); kind == sortAny {
			return false
		}
	}
	for i, v := range s.keys {
		if nested {
			v = s.items(v)[at]
		}
		r[i] = ranked{uint64(v), i}
	}
	switch kind {
	case sortFloat, sortNumber:
		return rankNumbers(r)
	case sortLatin:
		s.h.rankLatin(r)
	case sortStr:
		s.h.rankStrs(r)
	}
	return true // ints in words are in order
}

// items returns the elements of a key that is a tuple or a list.
func (s *sorter) items(v Value) []Value {
	if s.kind == sortTuple {
		return s.h.TupleItems(v)
	}
	return s.h.ListItems(v)
}

// plainItems finds at which index keys that are tuples or lists differ first, and of what kind those elements are. The kind is sortAny
// unless all elements are numbers and strs, and those at one index are of one sort.
func (s *sorter) plainItems() (kind sortKind, at int) {
	h, longest := s.h, s.items(s.keys[0])
	shortest := len(longest)
	for _, v := range s.keys {
		items := s.items(v)
		if shortest = min(shortest, len(items)); len(items) > len(longest) {
			longest = items
		}
	}
	for n, v := range s.keys {
		h.CheckStopAt(n)
		for i, x := range s.items(v) {
			k := h.sortKind(x)
			if k == sortAny || k == sortTuple || k == sortList || x == CanonNaN || joinKinds(h.sortKind(longest[i]), k) == sortAny {
				return sortAny, 0
			}
		}
	}
	for ; at < shortest; at++ {
		same, k := true, h.sortKind(longest[at])
		for n, v := range s.keys {
			h.CheckStopAt(n)
			x := s.items(v)[at]
			same, k = same && x == longest[at], joinKinds(k, h.sortKind(x))
		}
		if !same {
			return k, at
		}
	}
	return sortAny, 0
}

// rankNumbers ranks numbers as floats, which all ints in words are. Those with a NaN have no order.
func rankNumbers(r []ranked) bool {
	for i := range r {
		f := numberIn(Value(r[i].rank))
		if f != f {
			return false
		}
		r[i].rank = uint64(turnFloat(Value(math.Float64bits(f + 0)))) // −0.0 + 0 is 0.0
	}
	return true
}

// numberIn is a float, or an int in a word, as a float.
func numberIn(v Value) float64 {
	if v.IsSmall() {
		return float64(v.Small())
	}
	return v.Float()
}

// rankLatin ranks strs of 1 byte a code point.
func (h *Heap) rankLatin(r []ranked) {
	first := h.strBytes(Value(r[0].rank))
	common := len(first)
	for i := range r {
		h.CheckStopAt(i)
		b := h.strBytes(Value(r[i].rank))
		common = min(common, len(b))
		for k := 0; k < common; k++ {
			if b[k] != first[k] {
				common = k
			}
		}
	}
	for i := range r {
		h.CheckStopAt(i)
		b := h.strBytes(Value(r[i].rank))[common:]
		if len(b) >= 8 {
			r[i].rank = binary.BigEndian.Uint64(b)
			continue
		}
		rank := uint64(0)
		for k, c := range b {
			rank |= uint64(c) << (56 - 8*k)
		}
		r[i].rank = rank
	}
}

// rankStrs ranks strs of any kind by their first three code points, of 21 bits each.
func (h *Heap) rankStrs(r []ranked) {
	for i := range r {
		h.CheckStopAt(i)
		v, rank := Value(r[i].rank), uint64(0)
		for k := range min(h.StrLen(v), 3) {
			rank |= uint64(h.StrAt(v, k)) << (42 - 21*k)
		}
		r[i].rank = rank
	}
}

// rankLess is the order of keys, by rank and, where those are equal, by themselves.
func (s *sorter) rankLess(a, b ranked) bool {
	if a.rank != b.rank {
		return a.rank < b.rank
	}
	return s.ties && s.tieLess(a.at, b.at)
}

// tieLess compares two keys by themselves. Keys that have ranks raise nothing.
func (s *sorter) tieLess(a, b int) bool {
	x, y := s.keys[a], s.keys[b]
	if x == y {
		return false
	}
	less, _ := s.less(x, y)
	return less
}

// mergeRanks sorts ranks, stably: in r or in the room beside it, which it returns.
func (s *sorter) mergeRanks(r, merged []ranked) []ranked {
	for lo := 0; lo < len(r); lo += rankedRun {
		run := r[lo:min(lo+rankedRun, len(r))]
		for i := 1; i < len(run); i++ {
			x, k := run[i], i
			for ; k > 0 && s.rankLess(x, run[k-1]); k-- {
				run[k] = run[k-1]
			}
			run[k] = x
		}
	}
	for size := rankedRun; size < len(r); size *= 2 {
		for lo := 0; lo < len(r); lo += 2 * size {
			mid, hi := min(lo+size, len(r)), min(lo+2*size, len(r))
			s.mergeTwo(r[lo:mid], r[mid:hi], merged[lo:hi])
		}
		r, merged = merged, r
	}
	return r
}

// mergeTwo merges sorted ranks into as much room.
func (s *sorter) mergeTwo(a, b, to []ranked) {
	if len(b) == 0 || !s.rankLess(b[0], a[len(a)-1]) {
		copy(to[copy(to, a):], b)
		return
	}
	k := 0
	for len(a) > 0 && len(b) > 0 {
		if s.rankLess(b[0], a[0]) {
			to[k], b = b[0], b[1:]
		} else {
			to[k], a = a[0], a[1:]
		}
		k++
	}
	k += copy(to[k:], a)
	copy(to[k:], b)
}

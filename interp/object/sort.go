package object

import (
	"bytes"
	"slices"
)

// Sorting is timsort with powersort's merge order, comparison by comparison the
// one of CPython 3.14 (Objects/listobject.c, listsort.txt): a guest whose __lt__
// has effects, or is inconsistent, sees the same. Where the comparison is not
// observable (ints in words, floats that are totally ordered) a faster sort of
// plain words takes its place.
//
// The elements stay in arena storage all the time, so the collector sees them:
// the list's own array, which is taken from the list during the sort, an array
// of keys, and an array for merging. They are kept alive as pushed values.

const (
	minGallop  = 7  // wins in a row that begin galloping
	maxMinRun  = 64 // runs are extended to a length of 32 to 64
	maxPending = 64 // runs waiting to be merged: their powers differ, and are below 64
)

// Sort sorts a list in place, stably. key is None or a function; reverse keeps
// the order of equal elements too. The list is empty while guest code runs; if
// that changes the list, the error is ValueError and the changes are dropped.
// After an error the list holds its elements in some order.
func (h *Heap) Sort(list, key Value, reverse bool) error {
	m := h.Mark()
	defer h.Release(m)
	n := h.ListLen(list)
	array := h.Field(list, OffListItems)
	h.Push(array)
	detached := h.newArray(0)
	h.Push(detached)
	h.SetWord(list, OffListLen, 0)
	h.SetField(list, OffListItems, detached)

	defer func() { // also when memory runs out
		h.SetField(list, OffListItems, array)
		h.SetWord(list, OffListLen, uint64(n))
	}()

	s := sorter{h: h, n: n, minGallop: minGallop, keyArray: array, valArray: Null}
	s.vals = h.Values(array, OffArrayItems, n)
	if err := s.makeKeys(key); err != nil {
		return err
	}
	if err := s.run(reverse); err != nil {
		return err
	}
	if h.Field(list, OffListItems) != detached || h.ListLen(list) != 0 {
		return h.Raise(ValueErrorType, "list modified during sort")
	}
	return nil
}

// sorter is the state of one sort. keys and vals are slices over the arena;
// vals is nil when the keys are the values.
type sorter struct {
	h          *Heap
	n          int
	kind       sortKind
	keys, vals []Value

	keyArray, valArray Value   // the storage of keys and vals; Null without vals
	tmpKeys, tmpVals   []Value // for merging
	tmpArray           Value   // their storage
	minGallop          int
	ties               bool                    // keys of equal rank are compared
	pending            *[maxPending]pendingRun // nil where there is one run only
	depth              int                     // runs in pending
}

type pendingRun struct {
	base, n int
	power   int // depth of the merge with the next run in powersort's tree
}

// makeKeys calls the key function for each element.
func (s *sorter) makeKeys(key Value) error {
	if key == None {
		s.keys, s.vals = s.vals, nil
		return nil
	}
	h := s.h
	array := h.newArray(s.n)
	h.Push(array)
	s.keyArray, s.valArray = array, s.keyArray
	s.keys = h.Values(array, OffArrayItems, s.n)
	for i, v := range s.vals {
		if h.Looping(key, i, s.n-i) {
			return s.loopKeys(key, i)
		}
		m := h.argument(v)
		k, err := h.Call(key, h.Pushed(m)[:1:1], Null)
		h.Release(m)
		if err != nil {
			return err
		}
		s.keys[i] = k
	}
	return nil
}

// loopKeys makes the keys from number i on.
func (s *sorter) loopKeys(key Value, i int) error {
	h := s.h
	it, err := h.Iter(h.NewList(s.vals[i:]...))
	if err != nil {
		return err
	}
	keys, err := h.RunLoop(LoopKeys, LoopState{Iter: it, Func: key, First: h.NewList(), Second: Null})
	if err == nil {
		copy(s.keys[i:], h.ListItems(keys))
	}
	return err
}

func (s *sorter) run(reverse bool) error {
	if s.n < 2 {
		return nil
	}
	s.kind = s.commonKind()
	if s.vals == nil && s.sortWords() {
		if reverse {
			slices.Reverse(s.keys)
		}
		return nil
	}
	if reverse { // a stable descending sort is an ascending one seen from behind
		s.reverse(0, s.n)
		defer func() {
			if s.vals != nil {
				slices.Reverse(s.vals)
			} else {
				slices.Reverse(s.keys)
			}
		}()
	}
	if s.sortRanked() {
		return nil
	}
	return s.timsort()
}

// less is key a < key b.
func (s *sorter) less(a, b Value) (bool, error) {
	h := s.h
	switch s.kind {
	case sortSmall:
		return a < b, nil
	case sortFloat:
		return a.Float() < b.Float(), nil
	case sortNumber:
		return numberIn(a) < numberIn(b), nil
	case sortLatin:
		return bytes.Compare(h.Bytes(a, OffStrData, h.StrLen(a)), h.Bytes(b, OffStrData, h.StrLen(b))) < 0, nil
	case sortTuple:
		return h.tupleLess(a, b)
	}
	return h.CompareBool(LT, a, b)
}

// tupleLess is a < b for tuples.
func (h *Heap) tupleLess(a, b Value) (bool, error) {
	na, nb := h.TupleLen(a), h.TupleLen(b)
	for i := 0; i < na && i < nb; i++ {
		x, y := h.TupleItem(a, i), h.TupleItem(b, i)
		if x == y {
			continue
		}
		if BothSmall(x, y) {
			return x < y, nil
		}
		same, err := h.Same(x, y)
		if err != nil {
			return false, err
		}
		if !same {
			return h.CompareBool(LT, x, y)
		}
	}
	return na < nb, nil
}

func (s *sorter) reverse(lo, hi int) {
	slices.Reverse(s.keys[lo:hi])
	if s.vals != nil {
		slices.Reverse(s.vals[lo:hi])
	}
}

func (s *sorter) timsort() error {
	if h := s.h; s.n >= maxMinRun { // to clear the runs takes as long as to sort a few elements; a sort within this one makes others
		if s.pending, h.runs = h.runs, nil; s.pending == nil {
			s.pending = new([maxPending]pendingRun)
		}
		defer func() { h.runs = s.pending }()
	}
	minRun := minRunLength(s.n)
	for lo := 0; lo < s.n; {
		n, err := s.countRun(lo)
		if err != nil {
			return err
		}
		if n < minRun {
			force := min(minRun, s.n-lo)
			if err := s.insertBinary(lo, lo+force, lo+n); err != nil {
				return err
			}
			n = force
		}
		if n == s.n { // nothing is to be merged with it
			return nil
		}
		if err := s.foundRun(lo, n); err != nil {
			return err
		}
		lo += n
	}
	return s.mergeAll()
}

// minRunLength returns n for short lists, else a length of 32 to 64 such that
// the number of runs is a power of 2 or slightly less.
func minRunLength(n int) int {
	odd := 0
	for n >= maxMinRun {
		odd |= n & 1
		n >>= 1
	}
	return n + odd
}

// countRun returns the length of the run that begins at lo, after turning it
// around if it was descending. Equal elements are part of either kind of run: in
// a descending one they are turned around first, so that turning the run keeps
// their order.
func (s *sorter) countRun(lo int) (int, error) {
	hi := s.n
	i, err := s.ascending(lo, lo+1)
	if err != nil || i == hi {
		return i - lo, err
	}
	if i > lo+1 { // descending only if all before i are equal
		up, err := s.less(s.keys[lo], s.keys[i-1])
		if err != nil || up {
			return i - lo, err
		}
		s.reverse(lo, i)
	}
	i++
	equal := 0 // how many elements before i equal the one before them
	turnEqual := func() {
		if equal > 0 {
			s.reverse(i-equal-1, i)
			equal = 0
		}
	}
	for ; i < hi; i++ {
		down, err := s.less(s.keys[i], s.keys[i-1])
		if err != nil {
			return 0, err
		}
		if down {
			turnEqual()
			continue
		}
		up, err := s.less(s.keys[i-1], s.keys[i])
		if err != nil {
			return 0, err
		}
		if up {
			break
		}
		equal++
	}
	turnEqual()
	s.reverse(lo, i)
	i, err = s.ascending(lo, i)
	return i - lo, err
}

// ascending returns the end of the ascending run whose elements before i are
// known.
func (s *sorter) ascending(lo, i int) (int, error) {
	for began := i; i < s.n; i++ {
		if i == began+loopAfter && s.kind == sortAny {
			if f := s.h.Comparing(LT, s.keys[i], s.keys[i-1], s.n-i); f != Null {
				return s.loop(LoopAscend, f, s.list(s.keyArray, s.n), SmallInt(int64(i)), SmallInt(int64(s.n)))
			}
		}
		down, err := s.less(s.keys[i], s.keys[i-1])
		if err != nil {
			return lo, err
		}
		if down {
			break
		}
	}
	return i, nil
}

// list makes a list of n words of storage of the sort: no program gets at it until the loop has ended that has it.
func (s *sorter) list(array Value, n int) Value {
	if array == Null {
		return None
	}
	l := s.h.NewList()
	s.h.hidden = append(s.h.hidden, l)
	s.h.SetField(l, OffListItems, array)
	s.h.SetWord(l, OffListLen, uint64(n))
	return l
}

// loop runs a loop that compares by f, and returns the number that it does, if it returns one.
func (s *sorter) loop(l Loop, f Value, args ...Value) (int, error) {
	r, err := s.runLists(l, f, args)
	if err != nil || !r.IsSmall() {
		return 0, err
	}
	return int(r.Small()), nil
}

// runLists runs a loop with lists.
func (s *sorter) runLists(l Loop, f Value, args []Value) (Value, error) {
	h := s.h
	r, err := h.RunLoop(l, LoopState{Func: f, Iter: Null, First: Null, Second: Null, Args: args})
	for _, v := range args {
		if i := slices.Index(h.hidden, v); i >= 0 {
			h.hidden = slices.Delete(h.hidden, i, i+1)
		}
	}
	return r, err
}

// MoveSorted moves an element of LoopInsert's lists of keys and values to the front, behind others. args are those, and where to and
// from where.
func (h *Heap) MoveSorted(args []Value) (Value, error) {
	to, from := int(args[2].Small()), int(args[3].Small())
	for _, l := range args[:2] {
		if l == None {
			continue
		}
		items := h.ListItems(l)
		if to < 0 || from < to || from >= len(items) { // only if a program has got hold of the list
			return Null, h.Raise(IndexErrorType, "list index out of range")
		}
		v := items[from]
		copy(items[to+1:from+1], items[to:from])
		items[to] = v
	}
	return None, nil
}

// insertBinary sorts keys[lo:hi], of which those before start are in order.
func (s *sorter) insertBinary(lo, hi, start int) error {
	if s.kind == sortAny && start < hi {
		if f := s.h.Comparing(LT, s.keys[start], s.keys[lo+(start-lo)>>1], 3*(hi-start)); f != Null {
			n := func(i int) Value { return SmallInt(int64(i)) }
			_, err := s.loop(LoopInsert, f, s.list(s.keyArray, s.n), s.list(s.valArray, s.n), n(lo), n(hi), n(start))
			return err
		}
	}
	for ; start < hi; start++ {
		l, r := lo, start
		pivot := s.keys[start]
		for l < r {
			mid := int(uint(l+r) >> 1)
			less, err := s.less(pivot, s.keys[mid])
			if err != nil {
				return err
			}
			if less {
				r = mid
			} else {
				l = mid + 1
			}
		}
		copy(s.keys[l+1:start+1], s.keys[l:start])
		s.keys[l] = pivot
		if s.vals != nil {
			v := s.vals[start]
			copy(s.vals[l+1:start+1], s.vals[l:start])
			s.vals[l] = v
		}
	}
	return nil
}

// power returns the depth at which powersort's tree parts two neighbouring runs
// of n1 and n2 elements, the first at base.
func (s *sorter) power(base, n1, n2 int) int {
	a := 2*base + n1 // twice the middles of the runs, as fractions of n
	b := a + n1 + n2
	for power := 1; ; power++ {
		if a >= s.n {
			a -= s.n
			b -= s.n
		} else if b >= s.n {
			return power
		}
		a <<= 1
		b <<= 1
	}
}

// foundRun merges the pending runs that lie deeper in the tree than the new
// run's border, and adds the new run to them.
func (s *sorter) foundRun(base, n int) error {
	if s.depth > 0 {
		top := &s.pending[s.depth-1]
		power := s.power(top.base, top.n, n)
		for s.depth > 1 && s.pending[s.depth-2].power > power {
			if err := s.mergeAt(s.depth - 2); err != nil {
				return err
			}
		}
		s.pending[s.depth-1].power = power
	}
	s.pending[s.depth] = pendingRun{base: base, n: n}
	s.depth++
	return nil
}

func (s *sorter) mergeAll() error {
	for s.depth > 1 {
		i := s.depth - 2
		if i > 0 && s.pending[i-1].n < s.pending[i+1].n {
			i--
		}
		if err := s.mergeAt(i); err != nil {
			return err
		}
	}
	return nil
}

// room makes the arrays for merging hold n elements.
func (s *sorter) room(n int) {
	if n <= len(s.tmpKeys) {
		return
	}
	total := n
	if s.vals != nil {
		total = 2 * n
	}
	array := s.h.newArray(total)
	s.h.Push(array)
	s.tmpArray = array
	s.tmpKeys = s.h.Values(array, OffArrayItems, n)
	if s.vals != nil {
		s.tmpVals = s.h.Values(array, OffArrayItems+8*uintptr(n), n)
	}
}

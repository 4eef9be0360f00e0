package objects

import (
	"errors"
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

// Above these, Go's own functions are as good, and a routine would take too long: it does not poll.
const (
	mostBytes    = 256
	mostPlaces   = 1024 // at which a string is searched
	mostElements = 64
)

func isString(x mem.Ref) bool { return uint64(x)-First < Arrays-First }

func isNumber(x mem.Ref) bool { return uint64(x) < 0xfffc<<48 }

// cut takes size bytes, a multiple of 8, out of a window. It gives up where there are not so many.
func cut(m mem.Mem, window mem.Ref, size uint64) (mem.Ref, bool) {
	r := m.U64(window, next)
	if size > m.U64(window, end)-r {
		return NoRef, false
	}
	m.InitU64(window, next, r+size)
	return mem.Ref(r), true
}

// newString makes a string of n bytes, which are zeros.
func newString(m mem.Mem, n uint64) (mem.Ref, bool) {
	r, ok := cut(m, stringWindow, 24+(n+7)&^7)
	if !ok {
		return NoRef, false
	}
	m.InitU64(r, length, n)
	return r, true
}

// newArray makes an array of n times nothing.
func newArray(m mem.Mem, n uint64) (mem.Ref, bool) {
	r, ok := cut(m, arrayWindow, 8+8*n)
	if !ok {
		return NoRef, false
	}
	m.InitU64(r, length, n)
	for i := uint64(0); i < n; i++ {
		m.InitRefAt(r, elements, i, Nil)
	}
	return r, true
}

// tail has the first n bytes of a word, less than 8.
func tail(n uint64) uint64 { return 1<<(8*n&63) - 1 }

// Length is the length of a string or an array.
//
//tier2:routine length
func Length(m mem.Mem, r mem.Ref) int64 { return int64(m.U64(r, length)) }

// Array makes an array of few elements.
//
//tier2:routine array.new
func Array(m mem.Mem, n int64) (mem.Ref, bool) {
	if uint64(n) > mostElements {
		return NoRef, false
	}
	return newArray(m, uint64(n))
}

// Get is element i of an array.
//
//tier2:routine array.get
func Get(m mem.Mem, a mem.Ref, i int64) (mem.Ref, bool) {
	if uint64(i) >= m.U64(a, length) {
		return NoRef, false
	}
	return m.RefAt(a, elements, uint64(i)), true
}

// Put makes x element i of an array.
//
//tier2:routine array.put
func Put(m mem.Mem, a mem.Ref, i int64, x mem.Ref) (bool, bool) {
	if uint64(i) >= m.U64(a, length) {
		return false, false
	}
	m.SetRefAt(a, elements, uint64(i), x)
	return true, true
}

// Concat is a string, then another.
//
//tier2:routine str.concat
func Concat(m mem.Mem, s, t mem.Ref) (mem.Ref, bool) {
	n, k := m.U64(s, length), m.U64(t, length)
	if n > mostBytes || k > mostBytes {
		return NoRef, false
	}
	return concat(m, s, t, n, k)
}

// concat is Concat of n and k bytes.
func concat(m mem.Mem, s, t mem.Ref, n, k uint64) (mem.Ref, bool) {
	r, ok := newString(m, n+k)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < n; i += 8 {
		m.InitU64Off(r, bytes, i, m.U64Off(s, bytes, i))
	}
	for i := uint64(0); i < k; i += 8 {
		m.InitU64Off(r, bytes, n+i, m.U64Off(t, bytes, i))
	}
	return r, true
}

// Slice is bytes lo to hi of a string.
//
//tier2:routine str.slice
func Slice(m mem.Mem, s mem.Ref, lo, hi int64) (mem.Ref, bool) {
	n := uint64(hi) - uint64(lo)
	if uint64(lo) > uint64(hi) || uint64(hi) > m.U64(s, length) || n > mostBytes {
		return NoRef, false
	}
	return slice(m, s, uint64(lo), n)
}

// slice is the n bytes from lo on.
func slice(m mem.Mem, s mem.Ref, lo, n uint64) (mem.Ref, bool) {
	r, ok := newString(m, n)
	if !ok {
		return NoRef, false
	}
	for i := uint64(0); i < n; i += 8 {
		x := m.U64Off(s, bytes, lo+i)
		if n-i < 8 {
			x &= tail(n - i)
		}
		m.InitU64Off(r, bytes, i, x)
	}
	return r, true
}

// Equal says whether two words are the same value: the same number, or strings of the same bytes.
//
//tier2:routine equal
func Equal(m mem.Mem, x, y mem.Ref) (bool, bool) {
	if x == y {
		return x != 0x7ff8<<48, true // NaN
	}
	if isNumber(x) && isNumber(y) {
		return (uint64(x)|uint64(y))<<1 == 0, true // 0 and −0
	}
	if !isString(x) || !isString(y) {
		return false, true
	}
	n := m.U64(x, length)
	if n != m.U64(y, length) {
		return false, true
	}
	if n > mostBytes {
		return false, false
	}
	return same(m, x, y, n), true
}

// same says whether two strings have the same first n bytes, all that there are.
func same(m mem.Mem, x, y mem.Ref, n uint64) bool {
	for i := uint64(0); i < n; i += 8 {
		if m.U64Off(x, bytes, i) != m.U64Off(y, bytes, i) {
			return false
		}
	}
	return true
}

// Compare is −1, 0 or 1: a string is less than another, equal, or greater, by its bytes.
//
//tier2:routine str.compare
func Compare(m mem.Mem, s, t mem.Ref) (int64, bool) {
	n := m.U64(s, length)
	if n > mostBytes {
		return 0, false
	}
	return compare(m, s, t, n), true
}

// compare is Compare where the first has n bytes.
func compare(m mem.Mem, s, t mem.Ref, n uint64) int64 {
	k := m.U64(t, length)
	for i := uint64(0); i < n && i < k; i += 8 {
		x, y := m.U64Off(s, bytes, i), m.U64Off(t, bytes, i)
		if x == y {
			continue
		}
		for j := uint64(0); j < 64; j += 8 { // which byte is the first that differs?
			if a, b := x>>(j&63)&0xff, y>>(j&63)&0xff; a < b {
				return -1
			} else if a > b {
				return 1
			}
		}
	}
	if n == k {
		return 0
	}
	if n < k {
		return -1
	}
	return 1
}

// Find is where a string first has another, from a place on; −1: nowhere.
//
//tier2:routine str.find
func Find(m mem.Mem, s, t mem.Ref, from int64) (int64, bool) {
	n, k := m.U64(s, length), m.U64(t, length)
	if k > n {
		return -1, true
	}
	places := n - k + 1
	if places > mostPlaces || k > mostBytes {
		return 0, false
	}
	return find(m, s, t, from, places, k), true
}

// find is Find of a string of k bytes at the first so many places.
func find(m mem.Mem, s, t mem.Ref, from int64, places, k uint64) int64 {
	first, mask := m.U64Off(t, bytes, 0), uint64(math.MaxUint64)
	if k < 8 {
		mask = tail(k)
	}
	for i := uint64(from); i < places; i++ {
		if m.U64Off(s, bytes, i)&mask == first && rest(m, s, t, i, k) {
			return int64(i)
		}
	}
	return -1
}

// rest says whether what stands at place i of s is t, of k bytes, of which the first word is the same.
func rest(m mem.Mem, s, t mem.Ref, i, k uint64) bool {
	for j := uint64(8); j < k; j += 8 {
		x := m.U64Off(s, bytes, i+j)
		if k-j < 8 {
			x &= tail(k - j)
		}
		if x != m.U64Off(t, bytes, j) {
			return false
		}
	}
	return true
}

// Hash is a number below 2^47 that strings of the same bytes have in common. The string keeps it.
//
//tier2:routine str.hash
func Hash(m mem.Mem, s mem.Ref) (int64, bool) {
	if x := m.U64(s, hash); x != 0 {
		return int64(x), true
	}
	n := m.U64(s, length)
	if n > mostBytes {
		return 0, false
	}
	return hashed(m, s, n), true
}

// hashed keeps the hash of a string of n bytes.
func hashed(m mem.Mem, s mem.Ref, n uint64) int64 {
	x := n ^ 0x9e3779b97f4a7c15
	for i := uint64(0); i < n; i += 8 {
		x = (x ^ m.U64Off(s, bytes, i)) * 0xbf58476d1ce4e5b9
		x ^= x >> 29
	}
	x = x>>17 | 1
	m.InitU64(s, hash, x)
	return int64(x)
}

// The methods of Heap are the operations for all operands: what a routine leaves to Go. A routine is the
// function with a bound ahead of it; these have errors.

var errRange = errors.New("text: out of range")

// Array makes an array of any length.
func (h *Heap) Array(n int64) (mem.Ref, error) {
	if uint64(n) > Size/8 {
		return 0, ErrMemory
	}
	return made(newArray(h.Mem, uint64(n)))
}

// made is the error of an object for which there is no room.
func made(r mem.Ref, ok bool) (mem.Ref, error) {
	if !ok {
		return 0, ErrMemory
	}
	return r, nil
}

// Get returns an element of an array; it fails if there is none.
func (h *Heap) Get(a mem.Ref, i int64) (mem.Ref, error) {
	x, ok := Get(h.Mem, a, i)
	if !ok {
		return 0, errRange
	}
	return x, nil
}

// Put changes an element of an array; it fails if there is none.
func (h *Heap) Put(a mem.Ref, i int64, x mem.Ref) error {
	if _, ok := Put(h.Mem, a, i, x); !ok {
		return errRange
	}
	return nil
}

// Concat is the function Concat for strings of all lengths.
func (h *Heap) Concat(s, t mem.Ref) (mem.Ref, error) {
	return made(concat(h.Mem, s, t, h.len(s), h.len(t)))
}

// Slice is the function Slice for all lengths; it fails if the string has no such bytes.
func (h *Heap) Slice(s mem.Ref, lo, hi int64) (mem.Ref, error) {
	if lo < 0 || lo > hi || uint64(hi) > h.len(s) {
		return 0, errRange
	}
	return made(slice(h.Mem, s, uint64(lo), uint64(hi-lo)))
}

// Equal is the function Equal for strings of all lengths.
func (h *Heap) Equal(x, y mem.Ref) bool {
	is, ok := Equal(h.Mem, x, y)
	return is || !ok && same(h.Mem, x, y, h.len(x))
}

// Compare is the function Compare for strings of all lengths.
func (h *Heap) Compare(s, t mem.Ref) int64 { return compare(h.Mem, s, t, h.len(s)) }

// Find is the function Find for strings of all lengths.
func (h *Heap) Find(s, t mem.Ref, from int64) int64 {
	n, k := h.len(s), h.len(t)
	if k > n {
		return -1
	}
	return find(h.Mem, s, t, from, n-k+1, k)
}

// Hash is the function Hash for strings of all lengths.
func (h *Heap) Hash(s mem.Ref) int64 {
	if x, ok := Hash(h.Mem, s); ok {
		return x
	}
	return hashed(h.Mem, s, h.len(s))
}

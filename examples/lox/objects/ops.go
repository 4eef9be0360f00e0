package objects

import (
	"fmt"
	"math"
	"strings"

	"github.com/tier2go/tier2/opgen/mem"
)

// The alias classes of the fields.
const (
	ClassLength = iota // does not change
	ClassBytes         // do not change
	ClassElements
)

const (
	length   = mem.Field(0) | ClassLength<<mem.ClassShift | mem.NonNegative
	bytes    = mem.Field(8) | ClassBytes<<mem.ClassShift
	elements = mem.Field(8) | ClassElements<<mem.ClassShift
)

// NoRef is what an operation that gives up gives in place of a value: no word is it.
const NoRef = mem.Ref(math.MaxUint64)

// Above these, Go's own functions are as good: operations give up.
const (
	mostBytes    = 256
	mostElements = 1024
)

func isNumber(x mem.Ref) bool { return uint64(x) < 0xfffc<<48 }

func isString(x mem.Ref) bool { return uint64(x)-First < Arrays-First }

// index is the number in a word, if it is one from 0 to 2^32 without a fraction. Others, and words
// that are no numbers, have a larger exponent.
func index(x mem.Ref) (uint64, bool) {
	if x == 0 {
		return 0, true
	}
	e := uint64(x)>>52 - 1023
	if e > 31 {
		return 0, false
	}
	m := uint64(x)&(1<<52-1) | 1<<52
	if m<<((12+e)&63) != 0 {
		return 0, false
	}
	return m >> ((52 - e) & 63), true
}

// At is element i of an array.
//
//tier2:routine array.at
func At(m mem.Mem, a, i mem.Ref) (mem.Ref, bool) {
	n, ok := index(i)
	if !ok || n >= m.U64(a, length) {
		return NoRef, false
	}
	return m.RefAt(a, elements, n), true
}

// Put makes x element i of an array.
//
//tier2:routine array.put
func Put(m mem.Mem, a, i, x mem.Ref) (bool, bool) {
	n, ok := index(i)
	if !ok || n >= m.U64(a, length) {
		return false, false
	}
	m.SetRefAt(a, elements, n, x)
	return true, true
}

// Length is the length of an array or a string, as a number.
//
//tier2:routine length
func Length(m mem.Mem, r mem.Ref) float64 { return float64(int64(m.U64(r, length))) }

// Equal says whether two words are the same value: the same number, or strings of the same bytes.
//
//tier2:routine equal
func Equal(m mem.Mem, x, y mem.Ref) (bool, bool) { return equal(m, x, y) }

func equal(m mem.Mem, x, y mem.Ref) (same, ok bool) {
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
	for i := uint64(0); i < n; i += 8 {
		if m.U64Off(x, bytes, i) != m.U64Off(y, bytes, i) {
			return false, true
		}
	}
	return true, true
}

// Find is the index of the first element of an array that is equal to a word, −1 if none is.
//
//tier2:routine array.find
func Find(m mem.Mem, a, x mem.Ref) (int64, bool) {
	n := m.U64(a, length)
	if n > mostElements {
		return 0, false
	}
	for i := uint64(0); i < n; i++ {
		same, ok := equal(m, m.RefAt(a, elements, i), x)
		if !ok {
			return 0, false
		}
		if same {
			return int64(i), true
		}
	}
	return -1, true
}

// Starts says whether a string begins with another.
//
//tier2:routine str.starts
func Starts(m mem.Mem, s, prefix mem.Ref) (bool, bool) {
	n := m.U64(prefix, length)
	if n > m.U64(s, length) {
		return false, true
	}
	if n > mostBytes {
		return false, false
	}
	i := uint64(0)
	for ; i+8 <= n; i += 8 {
		if m.U64Off(s, bytes, i) != m.U64Off(prefix, bytes, i) {
			return false, true
		}
	}
	for ; i < n; i++ {
		if m.U8At(s, bytes, i) != m.U8At(prefix, bytes, i) {
			return false, true
		}
	}
	return true, true
}

// The methods of Heap are the operations for all operands: what a routine leaves to Go.

// At returns an element of an array; it fails if there is none.
func (h *Heap) At(a, i mem.Ref) (mem.Ref, error) {
	if x, ok := At(h.Mem, a, i); ok {
		return x, nil
	}
	n, err := h.index(a, i)
	if err != nil {
		return 0, err
	}
	return h.Mem.RefAt(a, elements, n), nil
}

// Put changes an element of an array; it fails if there is none.
func (h *Heap) Put(a, i, x mem.Ref) error {
	if _, ok := Put(h.Mem, a, i, x); ok {
		return nil
	}
	n, err := h.index(a, i)
	if err == nil {
		h.Mem.SetRefAt(a, elements, n, x)
	}
	return err
}

// index is the index of an element.
func (h *Heap) index(a, i mem.Ref) (uint64, error) {
	x := math.Float64frombits(uint64(i))
	if !isNumber(i) || x < 0 || x >= float64(h.Len(a)) || x != math.Trunc(x) {
		return 0, fmt.Errorf("lox: an array of %d has no such element", h.Len(a))
	}
	return uint64(x), nil
}

// Find is the function Find for arrays of all lengths.
func (h *Heap) Find(a, x mem.Ref) int64 {
	if i, ok := Find(h.Mem, a, x); ok {
		return i
	}
	for i := range int64(h.Len(a)) {
		if h.Equal(h.Mem.RefAt(a, elements, uint64(i)), x) {
			return i
		}
	}
	return -1
}

// Equal is the function Equal for strings of all lengths.
func (h *Heap) Equal(x, y mem.Ref) bool {
	same, ok := Equal(h.Mem, x, y)
	return same || !ok && h.Text(x) == h.Text(y)
}

// Starts is the function Starts for prefixes of all lengths.
func (h *Heap) Starts(s, prefix mem.Ref) bool {
	starts, ok := Starts(h.Mem, s, prefix)
	return starts || !ok && strings.HasPrefix(h.Text(s), h.Text(prefix))
}

// Package objects has what the toy guest does to lists, pairs and cells, written once: its evaluator calls these functions, and
// compiled code has the routines that go generate makes of them.
//
// The package must not know the guest. Routines that show what opgen does not write, such as one that gives up behind a store, are texts there.
package objects

import (
	"embed"

	"github.com/tier2go/tier2/opgen/mem"
)

//go:generate go run ../../../cmd/opgen -o routines .

//go:embed routines/*.ir
var routines embed.FS

// Routine returns the text of a routine, for guest.Guest.
func Routine(name string) ([]byte, error) { return routines.ReadFile("routines/" + name + ".ir") }

// Alias classes.
const (
	ClassLen   = 1 // lengths of lists, which never change
	ClassItems = 2 // elements of lists
	ClassPair  = 3 // what pairs and tuples consist of, which never changes
	ClassCell  = 4 // what cells hold
)

// Layout of a list: its length, then its elements. The capacity is the length.
const (
	LenDisp  = 4 // u32
	ItemDisp = 8
)

const (
	length = mem.Field(LenDisp) | ClassLen<<mem.ClassShift
	items  = mem.Field(ItemDisp) | ClassItems<<mem.ClassShift
	one    = mem.Field(8) | ClassPair<<mem.ClassShift
	two    = mem.Field(16) | ClassPair<<mem.ClassShift
	held   = mem.Field(8) | ClassCell<<mem.ClassShift
)

// isFloat reports whether a word is a float.
func isFloat(x mem.Ref) bool { return uint64(x)-1<<49 < 0xfffc<<48 }

// mostItems is how many elements a list has that Has looks at.
const mostItems = 8

// Has reports whether a list of few elements has a word that is no float.
//
//tier2:routine has
func Has(m mem.Mem, list, x mem.Ref) (in, ok bool) {
	n := m.U32(list, length)
	if isFloat(x) || n > mostItems {
		return false, false
	}
	for i := uint64(0); i < n; i++ {
		if m.RefAt(list, items, i) == x {
			return true, true
		}
	}
	return false, true
}

// Is reports whether two words are the same.
//
//tier2:routine is
func Is(_ mem.Mem, x, y mem.Ref) bool { return x == y }

// Equal reports whether two pairs hold the same words.
//
//tier2:routine equal
func Equal(m mem.Mem, p, q mem.Ref) bool {
	return p == q || m.Ref(p, one) == m.Ref(q, one) && m.Ref(p, two) == m.Ref(q, two)
}

// Within reports whether a number is less than a list's length.
//
//tier2:routine within
func Within(m mem.Mem, list mem.Ref, n uint64) bool { return n < m.U32(list, length) }

// Holds reports whether a cell holds a word.
//
//tier2:routine cell
func Holds(m mem.Mem, cell, x mem.Ref) bool { return m.Ref(cell, held) == x }

// First reports whether a pair's first word is a word that is no float.
//
//tier2:routine first
func First(m mem.Mem, p, x mem.Ref) (is, ok bool) {
	if isFloat(x) {
		return false, false
	}
	return m.Ref(p, one) == x, true
}

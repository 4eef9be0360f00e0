// Package bad has a routine for each mistake. What is wrong is said behind want, in the
// line of the mistake.
package bad

import (
	"math"
	"strings"

	"github.com/tier2go/tier2/opgen/mem"
)

const (
	length = mem.Field(8)
	items  = mem.Field(24) | 2<<mem.ClassShift
)

var variable uint64

type pair struct{ x, y uint64 }

//tier2:routine nomem
func NoMem(x uint64) uint64 { return x } // want the first parameter of a routine is a mem.Mem

//tier2:routine noresult
func NoResult(m mem.Mem, r mem.Ref) {} // want a routine has one result

//tier2:routine secondresult
func SecondResult(m mem.Mem, r mem.Ref) (bool, uint64) { return false, 1 } // want a routine has one result

//tier2:routine types
func Types(m mem.Mem, x uint32) uint64 { return 1 } // want uint32 has no place in a routine

//tier2:routine floatup
func FloatUp(m mem.Mem, x float64) (float64, bool) { return x, x > 0 } // want a routine that returns a float does not give up

//tier2:routine refup
func RefUp(m mem.Mem, x mem.Ref) (mem.Ref, bool) { return x, x == 5 } // want the package has no constant NoRef

//tier2:routine twice
func Twice(m mem.Mem) uint64 { return 1 }

//tier2:routine twice
func TwiceAgain(m mem.Mem) uint64 { return 2 } // want there are two routines twice

//tier2:routine method
func (p pair) Method(m mem.Mem) uint64 { return 1 } // want routine method is a method

//tier2:routine stores
func Stores(m mem.Mem, r mem.Ref) (bool, bool) {
	n := m.U64(r, length)
	m.SetU64(r, length, 0)
	if n == 5 {
		return false, false // want gives up here, and may have stored before
	}
	return true, true
}

//tier2:routine storesaround
func StoresAround(m mem.Mem, r mem.Ref) (bool, bool) {
	for i := uint64(0); i < 8; i++ {
		if m.U64At(r, items, i) == 0 {
			return false, giveUp() // want gives up here, and may have stored before
		}
		m.SetU64At(r, items, i, 0)
	}
	return true, true
}

func giveUp() bool { return false }

func sometimes() bool { return true }

//tier2:routine storesnumber
func StoresNumber(m mem.Mem, r mem.Ref) (uint64, bool) { // want its result may be the number that says that it has given up
	n := m.U64(r, length)
	if n == 0 {
		return 0, false
	}
	m.SetU64(r, length, 0)
	return n, true
}

//tier2:routine unbounded
func Unbounded(m mem.Mem, r mem.Ref) bool {
	n := m.U64(r, length)
	for i := uint64(0); i < n; i++ { // want nothing bounds the rounds of this loop
		if m.U64At(r, items, i) == 0 {
			return true
		}
	}
	return false
}

//tier2:routine signs
func Signs(m mem.Mem, x, n int64) int64 {
	if n > 10 {
		return 0
	}
	for i := x; i < n; i++ { // want nothing bounds the rounds of this loop
		x += n
	}
	return x
}

//tier2:routine otherbound
func OtherBound(m mem.Mem, x, n uint64) uint64 {
	if x > 10 {
		return 0
	}
	for i := uint64(0); i < n; i++ { // want nothing bounds the rounds of this loop
		x ^= i
	}
	return x
}

//tier2:routine sometimes
func Sometimes(m mem.Mem, x uint64) uint64 {
	i := uint64(0)
	for {
		if x&1 == 0 { // want nothing bounds the rounds of this loop
			if i >= 8 {
				return x
			}
			i++
		}
		x = x*5 + 1
	}
}

//tier2:routine toomany
func TooMany(m mem.Mem, x uint64) uint64 {
	for i := uint64(0); i < 1000; i++ {
		for k := uint64(0); k < 1000; k++ { // want this loop may have 1004004 rounds
			x ^= i * k
		}
	}
	return x
}

//tier2:routine fused
func Fused(m mem.Mem, x, y, z float64) float64 {
	return z - -(x * y) // want Go may fuse this product
}

//tier2:routine fusedassign
func FusedAssign(m mem.Mem, x, y, z float64) float64 { return product(x, y, z) }

func product(x, y, z float64) float64 {
	z += x * y // want Go may fuse this product
	return z
}

//tier2:routine global
func Global(m mem.Mem) uint64 { return variable } // want the variable variable has no place

//tier2:routine pointer
func Pointer(m mem.Mem, x uint64) uint64 { // want the address of x has no place
	p := &x
	*p = 5
	return *p
}

//tier2:routine closure
func Closure(m mem.Mem, x uint64) uint64 {
	f := giveUp // want func() bool has no place in a routine
	if x == 1 {
		f = sometimes
	}
	if f() {
		return 1
	}
	return 2
}

//tier2:routine maps
func Maps(m mem.Mem, x uint64) uint64 { return map[uint64]uint64{1: 2}[x] } // want a map has no place

//tier2:routine slices
func Slices(m mem.Mem, x uint64) uint64 { return []uint64{1, 2}[x&1] } // want has no place in a routine

//tier2:routine interfaces
func Interfaces(m mem.Mem, x uint64) uint64 { // want an interface has no place
	var i any = x
	return i.(uint64)
}

//tier2:routine structs
func Structs(m mem.Mem, x uint64) uint64 { return pair{x, x}.x } // want has no place in a routine

//tier2:routine panics
func Panics(m mem.Mem, x uint64) uint64 { // want an interface has no place
	if x == 1 {
		panic("one")
	}
	return x
}

//tier2:routine other
func Other(m mem.Mem, x uint64) uint64 {
	if strings.HasPrefix("a", "b") { // want which is no function of the package
		return 1
	}
	return x
}

//tier2:routine recursive
func Recursive(m mem.Mem, x uint64) uint64 {
	if x == 0 {
		return 1
	}
	return Recursive(m, x-1) // want Recursive calls itself
}

//tier2:routine division
func Division(m mem.Mem, x, y int64) int64 { return x / y } // want / of int64 has no place

//tier2:routine shift
func Shift(m mem.Mem, x, y uint64) uint64 { return x << y } // want the count of a shift

//tier2:routine shiftfar
func ShiftFar(m mem.Mem, x uint64) uint64 { return x >> 64 } // want the count of a shift

//tier2:routine field
func Choice(m mem.Mem, r mem.Ref, f uint64) uint64 { return m.U64(r, mem.Field(f)) } // want the field is not a constant

//tier2:routine conversion
func Conversion(m mem.Mem, x float64) int64 { return int64(x) } // want the conversion of float64 to int64

//tier2:routine floor
func Floor(m mem.Mem, x float64) float64 { return math.Floor(x) } // want which is no function of the package

//tier2:routine counted
func Counted(m mem.Mem, x uint64) uint64 {
	for range 4 {
		x += x // want int has no place in a routine
	}
	return x
}

// tier2:routine spaced // want this is no directive
func Spaced(m mem.Mem, x uint64) uint64 { return x }

//tier2:routin misspelt // want this is no directive
func Misspelt(m mem.Mem, x uint64) uint64 { return x }

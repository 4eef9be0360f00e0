// Package good has routines that test what opgen converts.
package good

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
	"github.com/tier2go/tier2/opgen/testdata/more"
)

const (
	length = mem.Field(8) | mem.NonNegative
	kind   = mem.Field(4) | 3<<mem.ClassShift
	hash   = mem.Field(16) | 1<<mem.ClassShift
	items  = mem.Field(24) | 2<<mem.ClassShift
)

// NoRef is no reference.
const NoRef = mem.Ref(0xfff0)

func even(n uint64) bool { return n&1 == 0 }

func between(x, lo, hi int64) bool { return lo <= x && x < hi }

// header is the kind of an object, which is even for some.
func header(m mem.Mem, r mem.Ref) (uint64, bool) {
	k := m.U32(r, kind)
	if !even(k) {
		return 0, false
	}
	return k, true
}

//tier2:routine index
func Index(m mem.Mem, list, x mem.Ref) (int64, bool) {
	n := m.U64(list, length)
	if n > 100 {
		return 0, false
	}
	for i := uint64(0); i < n; i++ {
		if m.RefAt(list, items, i) == x {
			return int64(i), true
		}
	}
	return -1, true
}

//tier2:routine equal
func Equal(m mem.Mem, a, b mem.Ref) (bool, bool) {
	if a == b {
		return true, true
	}
	n := m.U64(a, length)
	if n != m.U64(b, length) {
		return false, true
	}
	if n > 64 || !even(n) {
		return false, false
	}
	i := uint64(0)
	for ; i+8 <= n; i += 8 {
		if m.U64Off(a, items, i) != m.U64Off(b, items, i) {
			return false, true
		}
	}
	for ; i < n; i++ {
		if m.U8At(a, items, i) != m.U8At(b, items, i) {
			return false, true
		}
	}
	return true, true
}

//tier2:routine kinds
func Kinds(m mem.Mem, a, b mem.Ref, x, y int64) (int64, bool) {
	k, ok := header(m, a)
	if !ok {
		return 0, false
	}
	l, ok := header(m, b)
	if !ok && !between(x, y, 10) {
		return 0, false
	}
	in := between(x, 0, y) || x == -5
	if in {
		return int64(k+l) + min(x, y, 3), true
	}
	return max(x, y), true
}

//tier2:routine fill
func Fill(m mem.Mem, list mem.Ref, x float64, n uint64, all bool) (bool, bool) {
	n = min(n, 16)
	if m.U16(list, kind) == 9 {
		return false, false
	}
	for i := range n {
		m.SetF64At(list, items, i, float64(x*float64(int64(i)))+1)
		if !all && i == 3 {
			return false, true
		}
	}
	m.SetU64(list, length, n)
	m.SetU32(list, kind, 1<<40|7)
	m.SetRef(list, hash, mem.Ref(uint64(list)+1))
	return all, true
}

//tier2:routine norm
func Norm(m mem.Mem, x, y float64) float64 {
	if x != x {
		return -y
	}
	return math.Sqrt(float64(x*x)+float64(y*y)) - math.Abs(x)/2
}

//tier2:routine halved
func Halved(m mem.Mem, x mem.Ref) (mem.Ref, bool) {
	f := math.Float64frombits(uint64(x)) / 2
	if f != f || f > 1.05e-320 { // the tests' words are small
		return NoRef, false
	}
	return mem.Ref(math.Float64bits(f)), true
}

//tier2:routine mixed
func Mixed(m mem.Mem, r mem.Ref, x uint64, s int64) (mem.Ref, bool) {
	rounds := int64(40)
	sum := uint64(r)
	for rounds > 0 {
		sum = sum<<3 ^ (x >> (sum & 63)) - uint64(s>>2)&^5
		if sum < x && s >= 3 {
			break
		}
		rounds--
	}
	if sum&3 == 1 {
		return NoRef, false
	}
	return mem.Ref(^sum | 1), true
}

// Functions of another package are inlined if a comment names it:
//
//tier2:inlines github.com/tier2go/tier2/opgen/testdata/more

//tier2:routine scatter
func Scatter(m mem.Mem, list mem.Ref, x uint64) (bool, bool) {
	n := m.U64(list, length)
	if n > 4 {
		return false, false
	}
	for i := uint64(0); i < n; i++ {
		x = more.Scatter(x + i)
		m.SetU16At(list, items, 2*i, x)
		m.SetU32At(list, items, 4+i, x)
		m.SetU64Off(list, items, 40+3*i, x)
	}
	return x < 1<<63, true
}

// Last is where part begins in list for the last time. The loop inside goes on with the one around it from its middle.
//
//tier2:routine last
func Last(m mem.Mem, list, part mem.Ref) (int64, bool) {
	n, k := m.U64(list, length), m.U64(part, length)
	if n > 16 || k > 16 {
		return 0, false
	}
	for i := n; i > 0; {
		i--
		if i+k <= n && beginsAt(m, list, part, i, k) {
			return int64(i), true
		}
	}
	return -1, true
}

func beginsAt(m mem.Mem, list, part mem.Ref, at, k uint64) bool {
	for i := uint64(0); i < k; i++ {
		if m.RefAt(list, items, at+i) != m.RefAt(part, items, i) {
			return false
		}
	}
	return true
}

// free is what a place of a table holds that has no key.
const free = mem.Ref(5)

// Place is where a key is in a hash table of references, -1 if it is not there.
//
//tier2:routine place
func Place(m mem.Mem, table, key mem.Ref) (int64, bool) {
	mask := m.U64(table, length)
	if mask&(mask+1) != 0 || mask > 15 {
		return 0, false
	}
	h := m.U64(key, hash)
	i := h & mask
	for n := uint64(0); n < 16; n++ {
		switch m.RefAt(table, items, i) {
		case key:
			return int64(i), true
		case free:
			return -1, true
		}
		h >>= 5
		i = (5*i + h + 1) & mask
	}
	return 0, false
}

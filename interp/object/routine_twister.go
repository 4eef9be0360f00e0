package object

import "github.com/tier2go/tier2/opgen/mem"

const (
	fieldTwister      = mem.Field(offTwister) | AliasHeap<<mem.ClassShift
	fieldTwisterIndex = mem.Field(offTwisterState) | AliasHeap<<mem.ClassShift
	fieldTwisterWord  = mem.Field(offTwisterState+8) | AliasHeap<<mem.ClassShift
)

// isTwister reports whether a word is a generator of random numbers.
func isTwister(m mem.Mem, g mem.Ref) bool { return wordIsRef(g) && factsOf(m, g)&factTwister != 0 }

// tempered is the random word that word i of a state gives.
func tempered(m mem.Mem, state mem.Ref, i uint64) uint64 {
	y := m.U32At(state, fieldTwisterWord, i)
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// twisterFloat is random.random(). It gives up where the state has no two words left.
//
//tier2:routine random.random
func twisterFloat(m mem.Mem, g mem.Ref) (x mem.Ref, ok bool) {
	if !isTwister(m, g) {
		return NoRef, false
	}
	state := m.Ref(g, fieldTwister)
	i := m.U64(state, fieldTwisterIndex)
	if i+2 > TwisterN {
		return NoRef, false
	}
	a, b := tempered(m, state, i)>>5, tempered(m, state, i+1)>>6
	m.SetU64(state, fieldTwisterIndex, i+2)
	return floatWord(float64(float64(int64(a<<26|b)) * (1.0 / (1 << 53)))), true
}

// twisterBits is random.getrandbits(k) of 1 to 48 bits, of which the lowest 32 are drawn first.
//
//tier2:routine random.bits
func twisterBits(m mem.Mem, g, k mem.Ref) (x mem.Ref, ok bool) {
	if !isTwister(m, g) || !wordIsInt(k) {
		return NoRef, false
	}
	n := uint64(intOf(k)) - 1
	if n >= mostTwisted {
		return NoRef, false
	}
	state := m.Ref(g, fieldTwister)
	i := m.U64(state, fieldTwisterIndex)
	words := 1 + n>>5
	if i+words > TwisterN {
		return NoRef, false
	}
	y := tempered(m, state, i)
	if words == 1 {
		y >>= (31 - n) & 63
	} else {
		y |= tempered(m, state, i+1) >> ((63 - n) & 63) << 32
	}
	m.SetU64(state, fieldTwisterIndex, i+words)
	return mem.Ref(y + IntBias), true
}

// mostTwisted is how many bits an int has that fits its word.
const mostTwisted = 48

package lib

import (
	"github.com/tier2go/tier2/interp/object"

	"math/big"
	"unsafe"
)

// twister is the generator of random numbers MT19937 (Matsumoto and Nishimura,
// "Mersenne Twister", 1998), seeded and read as CPython's _random does.
type twister struct {
	state [twisterN]uint32
	index int // of the next word; twisterN: make new ones
	// unseeded: it has no state, for there was nothing to seed it from.
	unseeded bool
}

// HandleWeight is what the heap counts for it.
func (t *twister) HandleWeight() int { return int(unsafe.Sizeof(*t)) }

const (
	twisterN = 624
	twisterM = 397
)

// seedWord fills the state from one word.
func (t *twister) seedWord(s uint32) {
	t.state[0], t.unseeded = s, false
	for i := 1; i < twisterN; i++ {
		prev := t.state[i-1]
		t.state[i] = 1812433253*(prev^prev>>30) + uint32(i)
	}
	t.index = twisterN
}

// seedWords fills the state from at least one word.
func (t *twister) seedWords(key []uint32) {
	t.seedWord(19650218)
	mix := func(i int, factor uint32) uint32 {
		prev := t.state[i-1]
		return t.state[i] ^ (prev^prev>>30)*factor
	}
	wrap := func(i int) int {
		if i < twisterN {
			return i
		}
		t.state[0] = t.state[twisterN-1]
		return 1
	}
	i, j := 1, 0
	for range max(twisterN, len(key)) {
		t.state[i] = mix(i, 1664525) + key[j] + uint32(j)
		i = wrap(i + 1)
		if j++; j == len(key) {
			j = 0
		}
	}
	for range twisterN - 1 {
		t.state[i] = mix(i, 1566083941) - uint32(i)
		i = wrap(i + 1)
	}
	t.state[0] = 1 << 31
}

// word returns 32 random bits.
func (t *twister) word() uint32 {
	if t.index >= twisterN {
		t.refill()
	}
	y := t.state[t.index]
	t.index++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

func (t *twister) refill() {
	s := &t.state
	next := func(hi, lo, far uint32) uint32 {
		y := hi&0x80000000 | lo&0x7fffffff
		return far ^ y>>1 ^ -(y&1)&0x9908b0df
	}
	for i := range twisterN - twisterM {
		s[i] = next(s[i], s[i+1], s[i+twisterM])
	}
	for i := twisterN - twisterM; i < twisterN-1; i++ {
		s[i] = next(s[i], s[i+1], s[i+twisterM-twisterN])
	}
	s[twisterN-1] = next(s[twisterN-1], s[0], s[twisterM-1])
	t.index = 0
}

// float returns a random float in [0, 1) of 53 bits.
func (t *twister) float() float64 {
	a, b := t.word()>>5, t.word()>>6
	return (float64(float64(a)*(1<<26)) + float64(b)) * (1.0 / (1 << 53))
}

// bits returns k ≤ 64 random bits.
func (t *twister) bits(k int) uint64 {
	switch {
	case k == 0:
		return 0
	case k <= 32:
		return uint64(t.word() >> (32 - k))
	}
	lo := t.word()
	return uint64(lo) | uint64(t.word()>>(64-k))<<32
}

// bigBits returns k random bits, more than 64. The lowest 32 are drawn first.
func (t *twister) bigBits(h *object.Heap, k int) (object.Value, error) {
	return h.FillInt((k+63)/64, func(part []big.Word) {
		for i := range part {
			n := min(k, 64)
			part[i] = big.Word(t.bits(n))
			k -= n
		}
	})
}

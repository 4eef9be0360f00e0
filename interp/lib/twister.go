package lib

import (
	"math/big"

	"github.com/tier2go/tier2/interp/object"
)

// twister is a generator of random numbers (object.Twister), seeded and read as CPython's _random does.
type twister object.Twister

const (
	twisterN = object.TwisterN
	twisterM = 397
)

// unseeded: it has no state, for there was nothing to seed it from.
func (t *twister) unseeded() bool { return t.Index > twisterN }

// seedWord fills the state from one word.
func (t *twister) seedWord(s uint32) {
	t.State[0] = s
	for i := 1; i < twisterN; i++ {
		prev := t.State[i-1]
		t.State[i] = 1812433253*(prev^prev>>30) + uint32(i)
	}
	t.Index = twisterN
}

// seedWords fills the state from at least one word.
func (t *twister) seedWords(key []uint32) {
	t.seedWord(19650218)
	mix := func(i int, factor uint32) uint32 {
		prev := t.State[i-1]
		return t.State[i] ^ (prev^prev>>30)*factor
	}
	wrap := func(i int) int {
		if i < twisterN {
			return i
		}
		t.State[0] = t.State[twisterN-1]
		return 1
	}
	i, j := 1, 0
	for range max(twisterN, len(key)) {
		t.State[i] = mix(i, 1664525) + key[j] + uint32(j)
		i = wrap(i + 1)
		if j++; j == len(key) {
			j = 0
		}
	}
	for range twisterN - 1 {
		t.State[i] = mix(i, 1566083941) - uint32(i)
		i = wrap(i + 1)
	}
	t.State[0] = 1 << 31
}

// word returns 32 random bits.
func (t *twister) word() uint32 {
	if t.Index >= twisterN {
		t.refill()
	}
	y := t.State[t.Index]
	t.Index++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

func (t *twister) refill() {
	s := &t.State
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
	t.Index = 0
}

// float returns a random float in [0, 1) of 53 bits: v is whose state it is.
func (t *twister) float(h *object.Heap, v object.Value) object.Value {
	x, ok := h.RandomFloat(v)
	if !ok {
		x = object.FloatValue(float64(int64(t.word()>>5)<<26|int64(t.word()>>6)) * (1.0 / (1 << 53)))
	}
	return x
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

// Package pyhash has CPython's hash functions on Go values, so that sets and dicts
// iterate in CPython's order: numbers modulo 2⁶¹−1 (Python/pyhash.c, _Py_HashDouble),
// str and bytes by SipHash-1-3 under a key made from the seed
// (Python/bootstrap_hash.c), tuples by a part of xxHash (Objects/tupleobject.c), and
// the order in which a dict's slots are probed (Objects/dictobject.c).
//
//	pyhash.NewKey(0).Bytes([]byte("a")) // 4644417185603328019, as PYTHONHASHSEED=0
//
// The package must not know the heap.
package pyhash

import (
	"encoding/binary"
	"math"
	"math/bits"
)

const (
	// Bits is the length of Mod, the modulus of the hashes of numbers.
	Bits = 61
	// Mod is a Mersenne prime.
	Mod = 1<<Bits - 1
	// Inf is the hash of the positive infinity.
	Inf = 314159
)

// Key is the key of the hashes of str and bytes.
type Key [2]uint64

// NewKey expands PYTHONHASHSEED as CPython's lcg_urandom does; seed 0 is
// the all-zero key.
func NewKey(seed uint32) (k Key) {
	if seed == 0 {
		return k
	}
	var buf [16]byte
	x := seed
	for i := range buf {
		x = x*214013 + 2531011
		buf[i] = byte(x >> 16)
	}
	return Key{binary.LittleEndian.Uint64(buf[:]), binary.LittleEndian.Uint64(buf[8:])}
}

// Bytes is SipHash-1-3 of b.
func (k Key) Bytes(b []byte) int64 {
	if len(b) == 0 {
		return 0
	}
	k0, k1 := k[0], k[1]
	v0, v1 := k0^0x736f6d6570736575, k1^0x646f72616e646f6d
	v2, v3 := k0^0x6c7967656e657261, k1^0x7465646279746573
	tail := uint64(len(b)) << 56
	for len(b) >= 8 {
		m := binary.LittleEndian.Uint64(b)
		b = b[8:]
		v3 ^= m
		v0, v1, v2, v3 = sipRound(v0, v1, v2, v3)
		v0 ^= m
	}
	for i, c := range b {
		tail |= uint64(c) << (8 * i)
	}
	v3 ^= tail
	v0, v1, v2, v3 = sipRound(v0, v1, v2, v3)
	v0 ^= tail
	v2 ^= 0xff
	v0, v1, v2, v3 = sipRound(v0, v1, v2, v3)
	v0, v1, v2, v3 = sipRound(v0, v1, v2, v3)
	v0, v1, v2, v3 = sipRound(v0, v1, v2, v3)
	return NotMinusOne(int64(v0 ^ v1 ^ v2 ^ v3))
}

func sipRound(v0, v1, v2, v3 uint64) (uint64, uint64, uint64, uint64) {
	v0 += v1
	v1 = bits.RotateLeft64(v1, 13) ^ v0
	v0 = bits.RotateLeft64(v0, 32)
	v2 += v3
	v3 = bits.RotateLeft64(v3, 16) ^ v2
	v0 += v3
	v3 = bits.RotateLeft64(v3, 21) ^ v0
	v2 += v1
	v1 = bits.RotateLeft64(v1, 17) ^ v2
	v2 = bits.RotateLeft64(v2, 32)
	return v0, v1, v2, v3
}

// NotMinusOne returns x, −2 for −1, which is no hash.
func NotMinusOne(x int64) int64 {
	if x == -1 {
		return -2
	}
	return x
}

// Int64 is the hash of an int of at most 64 bits.
func Int64(i int64) int64 {
	u := uint64(i)
	if i < 0 {
		u = -u
	}
	u = Reduce(u)
	if i < 0 {
		return NotMinusOne(-int64(u))
	}
	return int64(u)
}

// Float is CPython's _Py_HashDouble. A NaN hashes by its word, as CPython
// hashes it by identity.
func Float(f float64) int64 {
	if math.IsInf(f, 0) {
		if f > 0 {
			return Inf
		}
		return -Inf
	}
	if f != f {
		return 0
	}
	m, e := math.Frexp(f)
	sign := int64(1)
	if m < 0 {
		sign, m = -1, -m
	}
	var x uint64
	for m != 0 {
		x = x<<28&Mod | x>>(Bits-28)
		m = float64(m * (1 << 28)) // never fused with the subtraction
		e -= 28
		y := uint64(m)
		m -= float64(y)
		x += y
		if x >= Mod {
			x -= Mod
		}
	}
	if e >= 0 {
		e %= Bits
	} else {
		e = Bits - 1 - (-1-e)%Bits
	}
	x = x<<e&Mod | x>>(Bits-e)
	return NotMinusOne(sign * int64(x))
}

// Reduce returns u modulo 2⁶¹−1.
func Reduce(u uint64) uint64 {
	u = u>>Bits + u&Mod
	if u >= Mod {
		u -= Mod
	}
	return u
}

// The constants of CPython's tuplehash (xxHash's).
const (
	tupleP1 = 11400714785074694791
	tupleP2 = 14029467366897019727
)

// TupleSeed is what the hash of a tuple begins with.
const TupleSeed = uint64(2870177450012600261)

// TupleRound takes an item's hash into that of its tuple.
func TupleRound(acc uint64, lane int64) uint64 {
	acc += uint64(lane) * tupleP2
	return (acc<<31 | acc>>33) * tupleP1
}

// TupleLength is what is added for the number of items, behind the last one.
func TupleLength(n uint64) uint64 { return n ^ (TupleSeed ^ 3527539) }

// TupleEnd returns the hash of a tuple all of whose items have been taken in.
func TupleEnd(acc uint64) int64 {
	if acc == math.MaxUint64 {
		return 1546275796
	}
	return int64(acc)
}

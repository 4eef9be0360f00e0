package object

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Hashes are CPython's, so that sets and dicts iterate in the same order:
// numbers modulo 2⁶¹−1 (Python/pyhash.c, _Py_HashDouble), str and bytes by
// SipHash-1-3 under a key made from the seed (Python/bootstrap_hash.c).

const (
	hashBits = 61
	hashMod  = 1<<hashBits - 1
	hashInf  = 314159
	// HashZero stands for a str's or bytes' hash of 0 in its hash field, where
	// 0 means "not computed". No Siphash result is special otherwise: −1 is
	// replaced by −2 as everywhere in Python.
	HashZero = math.MinInt64 + 1
)

// hashKeys expands PYTHONHASHSEED as CPython's lcg_urandom does; seed 0 is
// the all-zero key.
func hashKeys(seed uint32) (k [2]uint64) {
	if seed == 0 {
		return k
	}
	var buf [16]byte
	x := seed
	for i := range buf {
		x = x*214013 + 2531011
		buf[i] = byte(x >> 16)
	}
	return [2]uint64{binary.LittleEndian.Uint64(buf[:]), binary.LittleEndian.Uint64(buf[8:])}
}

// hashBytes is SipHash-1-3 of b.
func (h *Heap) hashBytes(b []byte) int64 {
	if len(b) == 0 {
		return 0
	}
	k0, k1 := h.hashKey[0], h.hashKey[1]
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
	return notMinusOne(int64(v0 ^ v1 ^ v2 ^ v3))
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

func notMinusOne(x int64) int64 {
	if x == -1 {
		return -2
	}
	return x
}

// hashSmall is the hash of an int of at most 64 bits.
func hashSmall(i int64) int64 {
	u := uint64(i)
	if i < 0 {
		u = -u
	}
	u = u>>hashBits + u&hashMod
	if u >= hashMod {
		u -= hashMod
	}
	if i < 0 {
		return notMinusOne(-int64(u))
	}
	return int64(u)
}

// hashFloat is CPython's _Py_HashDouble. A NaN hashes by its word, as CPython
// hashes it by identity.
func hashFloat(f float64) int64 {
	if math.IsInf(f, 0) {
		if f > 0 {
			return hashInf
		}
		return -hashInf
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
		x = x<<28&hashMod | x>>(hashBits-28)
		m = float64(m * (1 << 28)) // never fused with the subtraction
		e -= 28
		y := uint64(m)
		m -= float64(y)
		x += y
		if x >= hashMod {
			x -= hashMod
		}
	}
	if e >= 0 {
		e %= hashBits
	} else {
		e = hashBits - 1 - (-1-e)%hashBits
	}
	x = x<<e&hashMod | x>>(hashBits-e)
	return notMinusOne(sign * int64(x))
}

// hashIdentity is the hash of an object that is equal only to itself: its
// address, rotated as CPython's _Py_HashPointer does.
func (h *Heap) hashIdentity(v Value) int64 {
	return notMinusOne(int64(bits.RotateLeft64(uint64(v.Offset()), -4)))
}

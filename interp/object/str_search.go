package object

import (
	"bytes"
	"unsafe"
)

// Searching in views. Bytes use package bytes, which has vector code; wider
// elements use one generic routine: look for the first element, compare the
// rest, and after too much comparing in vain go over to Rabin and Karp's rolling
// hash, so that no input takes quadratic time.

// smallText is the room callers give to widened on their stack: what most
// needles need.
const smallText = 128

// find returns where sub first occurs in t, or −1.
func (t text) find(sub text) int {
	switch {
	case sub.n > t.n || sub.size > t.size:
		return -1
	case sub.n == 0:
		return 0
	case t.size == 1:
		if sub.n == 1 {
			return bytes.IndexByte(t.raw(), sub.raw()[0])
		}
		return bytes.Index(t.raw(), sub.raw())
	}
	var buf [smallText]byte
	sub = sub.widened(t.size, buf[:])
	if t.size == 2 {
		return indexChars(chars[uint16](t), chars[uint16](sub))
	}
	return indexChars(chars[uint32](t), chars[uint32](sub))
}

// rfind returns where sub last occurs in t, or −1.
func (t text) rfind(sub text) int {
	switch {
	case sub.n > t.n || sub.size > t.size:
		return -1
	case sub.n == 0:
		return t.n
	case t.size == 1:
		return bytes.LastIndex(t.raw(), sub.raw())
	}
	var buf [smallText]byte
	sub = sub.widened(t.size, buf[:])
	if t.size == 2 {
		return lastIndexChars(chars[uint16](t), chars[uint16](sub))
	}
	return lastIndexChars(chars[uint32](t), chars[uint32](sub))
}

// count returns how often sub occurs in t without overlap, but at most limit.
func (t text) count(sub text, limit int) int {
	switch {
	case sub.n == 0:
		return min(t.n+1, limit)
	case sub.n > t.n || sub.size > t.size:
		return 0
	case t.size == 1 && limit > t.n:
		return bytes.Count(t.raw(), sub.raw())
	}
	var buf [smallText]byte
	sub = sub.widened(t.size, buf[:])
	n, at := 0, 0
	for n < limit {
		i := t.slice(at, t.n).find(sub)
		if i < 0 {
			break
		}
		at += i + sub.n
		n++
	}
	return n
}

// hasPrefix reports whether t begins with sub.
func (t text) hasPrefix(sub text) bool {
	return sub.n <= t.n && t.slice(0, sub.n).equal(sub)
}

// hasSuffix reports whether t ends with sub.
func (t text) hasSuffix(sub text) bool {
	return sub.n <= t.n && t.slice(t.n-sub.n, t.n).equal(sub)
}

// indexChar returns where c first occurs, or −1. It looks at eight elements of
// two bytes a step by the usual test for a zero element of c's difference.
func indexChar[T uint16 | uint32](s []T, c T) int {
	i := 0
	if unsafe.Sizeof(c) == 2 {
		const ones, highs = 0x0001_0001_0001_0001, 0x8000_8000_8000_8000
		all := uint64(c) * ones
		p := unsafe.Pointer(unsafe.SliceData(s))
		for ; i+8 <= len(s); i += 8 {
			x := *(*uint64)(unsafe.Add(p, 2*i)) ^ all
			y := *(*uint64)(unsafe.Add(p, 2*i+8)) ^ all
			if ((x-ones)&^x|(y-ones)&^y)&highs != 0 {
				break
			}
		}
	}
	for ; i < len(s); i++ {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func indexChars[T uint16 | uint32](s, sub []T) int {
	if len(sub) == 1 {
		return indexChar(s, sub[0])
	}
	last := len(s) - len(sub)
	work := 0 // elements compared in vain
	for i := 0; i <= last; i++ {
		o := indexChar(s[i:last+1], sub[0])
		if o < 0 {
			return -1
		}
		i += o
		same := 1
		for same < len(sub) && s[i+same] == sub[same] {
			same++
		}
		if same == len(sub) {
			return i
		}
		if work += same; work > 64+2*i {
			if j := rabinKarp(s[i+1:], sub); j >= 0 {
				return i + 1 + j
			}
			return -1
		}
	}
	return -1
}

func equalChars[T char](a, b []T) bool {
	for i, c := range a {
		if c != b[i] {
			return false
		}
	}
	return true
}

const primeRK = 16777619

func rabinKarp[T char](s, sub []T) int {
	if len(s) < len(sub) {
		return -1
	}
	var want, x uint32
	pow := uint32(1)
	for i, c := range sub {
		want = want*primeRK + uint32(c)
		x = x*primeRK + uint32(s[i])
		pow *= primeRK
	}
	for i := len(sub); ; i++ {
		if x == want && equalChars(s[i-len(sub):i], sub) {
			return i - len(sub)
		}
		if i == len(s) {
			return -1
		}
		x = x*primeRK + uint32(s[i]) - pow*uint32(s[i-len(sub)])
	}
}

func lastIndexChars[T char](s, sub []T) int {
	var want, x uint32
	pow := uint32(1)
	end := len(s) - len(sub)
	for i := len(sub) - 1; i >= 0; i-- {
		want = want*primeRK + uint32(sub[i])
		x = x*primeRK + uint32(s[end+i])
		pow *= primeRK
	}
	for i := end; ; i-- {
		if x == want && equalChars(s[i:i+len(sub)], sub) {
			return i
		}
		if i == 0 {
			return -1
		}
		x = x*primeRK + uint32(s[i-1]) - pow*uint32(s[i-1+len(sub)])
	}
}

func compareBytes(a, b []byte) int { return bytes.Compare(a, b) }

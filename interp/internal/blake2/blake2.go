// Package blake2 is the hash functions BLAKE2b and BLAKE2s of RFC 7693 with all that the
// parameter block of BLAKE2 has: key, salt, personalization and the place in a tree.
// (golang.org/x/crypto has the key only.) Package blake2 knows nothing of Python.
//
//	d := blake2.New[uint64](blake2.Params{DigestSize: 32, Fanout: 1, Depth: 1})
//	d.Write([]byte("abc"))
//	sum := d.Sum(nil)
package blake2

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

// Word is the word of a function: uint64 of BLAKE2b, uint32 of BLAKE2s.
type Word interface{ uint32 | uint64 }

// Params is what a digest depends on beside the data. Key is at most 8 words long, Salt and
// Person at most 2.
type Params struct {
	DigestSize, Fanout, Depth uint8
	Key, Salt, Person         []byte
	LeafSize                  uint32
	NodeOffset                uint64 // below 2⁴⁸ for BLAKE2s
	NodeDepth, InnerSize      uint8
	LastNode                  bool
}

// Digest is what has been hashed so far. It implements hash.Hash and hash.Cloner.
type Digest[W Word] struct {
	params Params
	h      [8]W
	t      [2]W // how many bytes have been compressed, the low word first
	block  [128]byte
	n      int // bytes in block
}

// New returns the digest of no bytes.
func New[W Word](p Params) *Digest[W] {
	p.Key = append([]byte(nil), p.Key...)
	d := &Digest[W]{params: p}
	d.Reset()
	return d
}

// wordBytes is the size of a word.
func wordBytes[W Word]() int { return bits.Len64(uint64(^W(0))) / 8 }

// Reset implements hash.Hash.
func (d *Digest[W]) Reset() {
	p, size := &d.params, wordBytes[W]()
	block := make([]byte, 8*size)
	block[0], block[1], block[2], block[3] = p.DigestSize, uint8(len(p.Key)), p.Fanout, p.Depth
	binary.LittleEndian.PutUint32(block[4:], p.LeafSize)
	binary.LittleEndian.PutUint64(block[8:], p.NodeOffset) // of BLAKE2s six bytes
	inner := 16
	if size == 4 {
		inner = 14
	}
	block[inner], block[inner+1] = p.NodeDepth, p.InnerSize
	copy(block[4*size:], p.Salt)
	copy(block[6*size:], p.Person)
	start := initial[W]()
	for i := range d.h {
		d.h[i] = start[i] ^ load[W](block[i*size:])
	}
	d.t, d.n = [2]W{}, 0
	clear(d.block[:])
	if len(p.Key) > 0 {
		copy(d.block[:], p.Key)
		d.n = d.BlockSize()
	}
}

// Size implements hash.Hash.
func (d *Digest[W]) Size() int { return int(d.params.DigestSize) }

// BlockSize implements hash.Hash.
func (d *Digest[W]) BlockSize() int { return 16 * wordBytes[W]() }

// Clone implements hash.Cloner.
func (d *Digest[W]) Clone() (hash.Cloner, error) {
	next := *d
	return &next, nil
}

// Write implements io.Writer; it never fails. The last block waits for Sum, which compresses it otherwise.
func (d *Digest[W]) Write(data []byte) (int, error) {
	n, size := len(data), d.BlockSize()
	for len(data) > 0 {
		if d.n == size {
			d.count(size)
			d.compress(0, 0)
			d.n = 0
		}
		k := copy(d.block[d.n:size], data)
		d.n, data = d.n+k, data[k:]
	}
	return n, nil
}

// Sum implements hash.Hash.
func (d *Digest[W]) Sum(b []byte) []byte {
	last := *d
	clear(last.block[last.n:])
	last.count(last.n)
	var node W
	if last.params.LastNode {
		node = ^W(0)
	}
	last.compress(^W(0), node)
	size := wordBytes[W]()
	out := make([]byte, 8*size)
	for i, w := range last.h {
		for j := range size {
			out[i*size+j] = byte(w >> (8 * j))
		}
	}
	return append(b, out[:d.params.DigestSize]...)
}

func (d *Digest[W]) count(n int) {
	if d.t[0] += W(n); d.t[0] < W(n) {
		d.t[1]++
	}
}

func load[W Word](b []byte) (w W) {
	for i := range wordBytes[W]() {
		w |= W(b[i]) << (8 * i)
	}
	return w
}

// compress is the function F of RFC 7693 for the block; block and node are the flags of the
// last block and of the last node.
func (d *Digest[W]) compress(block, node W) {
	var m, v [16]W
	size := wordBytes[W]()
	for i := range m {
		m[i] = load[W](d.block[i*size:])
	}
	start := initial[W]()
	copy(v[:], d.h[:])
	copy(v[8:], start[:])
	v[12] ^= d.t[0]
	v[13] ^= d.t[1]
	v[14] ^= block
	v[15] ^= node
	r := &rotations[size/8]
	for i := range 8 + size/2 { // 12 rounds, or 10
		s := &sigma[i%10]
		mix(&v, 0, 4, 8, 12, m[s[0]], m[s[1]], r)
		mix(&v, 1, 5, 9, 13, m[s[2]], m[s[3]], r)
		mix(&v, 2, 6, 10, 14, m[s[4]], m[s[5]], r)
		mix(&v, 3, 7, 11, 15, m[s[6]], m[s[7]], r)
		mix(&v, 0, 5, 10, 15, m[s[8]], m[s[9]], r)
		mix(&v, 1, 6, 11, 12, m[s[10]], m[s[11]], r)
		mix(&v, 2, 7, 8, 13, m[s[12]], m[s[13]], r)
		mix(&v, 3, 4, 9, 14, m[s[14]], m[s[15]], r)
	}
	for i := range d.h {
		d.h[i] ^= v[i] ^ v[i+8]
	}
}

// mix is the function G of RFC 7693.
func mix[W Word](v *[16]W, a, b, c, d int, x, y W, r *[4]uint8) {
	v[a] += v[b] + x
	v[d] = right(v[d]^v[a], r[0])
	v[c] += v[d]
	v[b] = right(v[b]^v[c], r[1])
	v[a] += v[b] + y
	v[d] = right(v[d]^v[a], r[2])
	v[c] += v[d]
	v[b] = right(v[b]^v[c], r[3])
}

// right rotates a word.
func right[W Word](w W, n uint8) W { return w>>n | w<<(uint8(8*wordBytes[W]())-n) }

// rotations are G's of BLAKE2s and of BLAKE2b.
var rotations = [2][4]uint8{{16, 12, 8, 7}, {32, 24, 16, 63}}

// initial is the vector IV: that of SHA-512, whose upper halves are that of SHA-256.
func initial[W Word]() (w [8]W) {
	for i, x := range [8]uint64{
		0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
		0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
	} {
		w[i] = W(x >> (64 - 8*wordBytes[W]()))
	}
	return w
}

// sigma are the orders in which rounds take the words of a block.
var sigma = [10][16]uint8{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}

package blake2

import (
	"encoding/hex"
	"testing"
)

// TestDigests compares digests of "abc" with RFC 7693's, appendices A and B.
func TestDigests(t *testing.T) {
	b := New[uint64](Params{DigestSize: 64, Fanout: 1, Depth: 1})
	b.Write([]byte("abc"))
	if got := hex.EncodeToString(b.Sum(nil)); got != "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923" {
		t.Error("BLAKE2b", got)
	}
	s := New[uint32](Params{DigestSize: 32, Fanout: 1, Depth: 1})
	s.Write([]byte("abc"))
	if got := hex.EncodeToString(s.Sum(nil)); got != "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982" {
		t.Error("BLAKE2s", got)
	}
}

// BenchmarkWrite hashes a MiB.
func BenchmarkWrite(b *testing.B) {
	data := make([]byte, 1<<20)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	d := New[uint64](Params{DigestSize: 64, Fanout: 1, Depth: 1})
	for b.Loop() {
		d.Write(data)
	}
}

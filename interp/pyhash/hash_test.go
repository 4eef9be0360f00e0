package pyhash

import (
	"math"
	"math/big"
	"testing"
)

// The expected hashes are CPython 3.14's under PYTHONHASHSEED=0 and =42.
func TestBytes(t *testing.T) {
	for _, c := range []struct {
		seed uint32
		s    string
		want int64
	}{
		{0, "", 0},
		{0, "a", 4644417185603328019},
		{0, "hello world", -5642461784034726774},
		{0, "0123456789abcdef", 2108444454683020324},
		{42, "", 0},
		{42, "a", -123207753977932514},
		{42, "hello world", -3893157060480277979},
		{42, "0123456789abcdef", -340665684943043982},
	} {
		if got := NewKey(c.seed).Bytes([]byte(c.s)); got != c.want {
			t.Errorf("seed %d: hash of %q is %d, want %d", c.seed, c.s, got, c.want)
		}
	}
}

// TestNumbers: equal numbers have equal hashes, those of math/big.
func TestNumbers(t *testing.T) {
	mod := big.NewInt(Mod)
	for _, i := range []int64{0, 1, -1, -2, Mod - 1, Mod, Mod + 1, -Mod, 1 << 52, -1 << 52, math.MaxInt64, math.MinInt64} {
		want := new(big.Int).Rem(big.NewInt(i), mod).Int64() // truncated: the sign is i's
		if want == -1 {
			want = -2
		}
		if got := Int64(i); got != want {
			t.Errorf("hash(%d) = %d, want %d", i, got, want)
		}
		if f := float64(i); int64(f) == i && f != 1<<63 && Float(f) != want {
			t.Errorf("hash(%g) = %d, want %d", f, Float(f), want)
		}
	}
	for _, c := range []struct {
		f    float64
		want int64
	}{{0.5, 1 << 60}, {0.1, 230584300921369408}, {math.Inf(1), Inf}, {math.Inf(-1), -Inf}, {1e300, 1224995262755759164}} {
		if got := Float(c.f); got != c.want {
			t.Errorf("hash(%g) = %d, want %d", c.f, got, c.want)
		}
	}
}

// TestTuple: hash((1, 2, 3)) and hash(()) of CPython 3.14.
func TestTuple(t *testing.T) {
	acc := TupleSeed
	for _, i := range []int64{1, 2, 3} {
		acc = TupleRound(acc, Int64(i))
	}
	if got := TupleEnd(acc + TupleLength(3)); got != 529344067295497451 {
		t.Errorf("hash((1, 2, 3)) = %d", got)
	}
	if got := TupleEnd(TupleSeed + TupleLength(0)); got != 5740354900026072187 {
		t.Errorf("hash(()) = %d", got)
	}
	if TupleEnd(math.MaxUint64) == -1 {
		t.Error("a tuple's hash is −1")
	}
}

// TestProbe: every slot is looked at, whatever the hash.
func TestProbe(t *testing.T) {
	for _, hash := range []int64{0, 1, -1, 0x123456789abcdef, math.MinInt64} {
		seen := map[uint64]bool{}
		p := NewProbe(hash, 5)
		for range 32 + 64/perturbShift {
			seen[p.I] = true
			p.Next()
		}
		if len(seen) != 32 {
			t.Errorf("hash %#x: %d slots of 32", hash, len(seen))
		}
	}
}

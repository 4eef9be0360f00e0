package number_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/tier2go/tier2/interp/number"
)

// TestRoundFloat checks RoundFloat against strconv's exact rounding.
func TestRoundFloat(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 20000 {
		m, e := rng.Uint64()>>rng.IntN(64), rng.IntN(2300)-1200
		want, _ := strconv.ParseFloat("0x"+strconv.FormatUint(m, 16)+"p"+strconv.Itoa(e), 64)
		if got := number.RoundFloat(m, false, e); got != want {
			t.Fatalf("%#x·2^%d = %x, want %x", m, e, got, want)
		}
		m |= 1 << 63
		want, _ = strconv.ParseFloat("0x"+strconv.FormatUint(m, 16)+".1p"+strconv.Itoa(e), 64)
		if got := number.RoundFloat(m, true, e); got != want {
			t.Fatalf("%#x·2^%d and more = %x, want %x", m, e, got, want)
		}
	}
}

package deopt

import (
	"bytes"
	"io"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp/grant"
)

// ticking is a clock that never says the same twice.
type ticking struct {
	n     int64
	slept int
}

func (t *ticking) next() int64         { t.n++; return t.n }
func (t *ticking) Now() time.Time      { return time.Unix(t.next(), 0) }
func (t *ticking) Monotonic() int64    { return t.next() }
func (t *ticking) CPU() int64          { return t.next() }
func (t *ticking) Sleep(time.Duration) { t.slept++ }

// TestShared: whichever VM is ahead, the other one reads the same of clocks and random bytes, and sleeps no second time.
func TestShared(t *testing.T) {
	source := &ticking{}
	random := make([]byte, 64)
	for i := range random {
		random[i] = byte(i)
	}
	forced, reference := new(Proof).Grants(grant.Grants{Clock: source, Random: bytes.NewReader(random)})
	vms := [2]grant.Grants{forced, reference}
	var got [2][]int64
	read := func(vm, times int) {
		for range times {
			c, b := vms[vm].Clock, make([]byte, 1+len(got[vm])%3)
			c.Sleep(time.Second)
			if _, err := io.ReadFull(vms[vm].Random, b); err != nil {
				t.Fatal(err)
			}
			got[vm] = append(got[vm], c.Now().Unix(), c.Monotonic(), c.Monotonic(), c.CPU(), int64(b[0]))
		}
	}
	for _, step := range [...]struct{ vm, times int }{{0, 3}, {1, 2}, {0, 1}, {1, 5}, {0, 4}, {1, 1}} {
		read(step.vm, step.times)
	}
	if len(got[0]) != len(got[1]) {
		t.Fatalf("%d readings and %d", len(got[0]), len(got[1]))
	}
	for i := range got[0] {
		if got[0][i] != got[1][i] {
			t.Fatalf("reading %d is %d and %d", i, got[0][i], got[1][i])
		}
	}
	if source.slept != 8 {
		t.Errorf("slept %d times", source.slept)
	}
}

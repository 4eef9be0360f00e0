package host

import "testing"

// TestMonotonic: the clock, read without a system call, is the system's. It lies between two
// readings of that, for what it adds to begins behind the first and before the clock's own.
func TestMonotonic(t *testing.T) {
	before, ok := clock(clockMonotonic)
	if !ok {
		t.Skip("the system has no monotonic clock")
	}
	c := Clock()
	for last := before; last < before+1e6; {
		now := c.Monotonic()
		after, _ := clock(clockMonotonic)
		if now < last || now > after {
			t.Fatalf("the clock says %d ns, the system %d before and %d after", now, last, after)
		}
		last = now
	}
}

func BenchmarkMonotonic(b *testing.B) {
	c := Clock()
	for b.Loop() {
		c.Monotonic()
	}
}

func BenchmarkMonotonicSystem(b *testing.B) {
	for b.Loop() {
		clock(clockMonotonic)
	}
}

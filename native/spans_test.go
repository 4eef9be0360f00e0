package native

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"
)

// spans behaves like a map of granules: first fit, no overlap, everything
// merged again at the end, and figures that agree.
func TestSpansAgainstModel(t *testing.T) {
	const granules = 200
	for _, granule := range []uintptr{16, 4096} {
		rnd := rand.New(rand.NewSource(int64(granule)))
		s := &spans{granule: granule, limit: granules * granule}
		var model [granules]bool
		type piece struct{ off, n uintptr }
		var live []piece
		high, inUse := uintptr(0), uintptr(0)
		for step := range 20000 {
			if rnd.Intn(5) < 3 {
				n := 1 + uintptr(rnd.Intn(int(12*granule)))
				g := int((n + granule - 1) / granule)
				want := firstFit(model[:], g)
				off, fresh, ok := s.alloc(n)
				if ok != (want >= 0) || ok && off != uintptr(want)*granule {
					t.Fatalf("step %d: alloc %d at %d (%v), want granule %d", step, n, off, ok, want)
				}
				if ok {
					_ = fresh
					for i := range g {
						model[want+i] = true
					}
					inUse += uintptr(g) * granule
					high = max(high, inUse)
					live = append(live, piece{off, n})
				}
			} else if len(live) > 0 {
				k := rnd.Intn(len(live))
				p := live[k]
				live = append(live[:k], live[k+1:]...)
				if !s.release(p.off, p.n) {
					t.Fatalf("step %d: %+v was not taken back", step, p)
				}
				if s.release(p.off, p.n) {
					t.Fatalf("step %d: %+v was taken back twice", step, p)
				}
				g := int((p.n + granule - 1) / granule)
				for i := range g {
					model[int(p.off/granule)+i] = false
				}
				inUse -= uintptr(g) * granule
			}
			if s.inUse != inUse || s.high != high || s.chunks != len(live) {
				t.Fatalf("step %d: in use %d high %d pieces %d, want %d %d %d", step, s.inUse, s.high, s.chunks, inUse, high, len(live))
			}
			for i := 1; i < len(s.free); i++ {
				if s.free[i-1].off+s.free[i-1].n >= s.free[i].off {
					t.Fatalf("step %d: free list %v", step, s.free)
				}
			}
		}
		for _, p := range live {
			s.release(p.off, p.n)
		}
		if len(s.free) != 1 || s.free[0] != (span{0, s.top}) || s.inUse != 0 || s.top != s.limit {
			t.Errorf("at the end: %v, top %d, in use %d", s.free, s.top, s.inUse)
		}
	}
}

// firstFit returns the first of g free granules, as spans looks for them: the
// list of what was freed, then the rest. Both are one line of granules.
func firstFit(model []bool, g int) int {
	run := 0
	for i, used := range model {
		if run++; used {
			run = 0
		}
		if run == g {
			return i - g + 1
		}
	}
	return -1
}

// A piece above what was ever used is fresh, a used one is not.
func TestSpansFresh(t *testing.T) {
	s := &spans{granule: 16, limit: 64}
	for i, want := range []bool{true, true} {
		if _, fresh, _ := s.alloc(16); fresh != want {
			t.Errorf("piece %d: fresh %v", i, fresh)
		}
	}
	s.release(16, 16)
	if off, fresh, ok := s.alloc(10); off != 16 || fresh || !ok {
		t.Errorf("used piece at %d, fresh %v", off, fresh)
	}
	for _, p := range []span{{0, 0}, {8, 8}, {32, 16}, {16, 33}, {80, 16}, {0, 1 << 30}, {^uintptr(15), 32}} {
		if s.release(p.off, p.n) {
			t.Errorf("%v was taken back", p)
		}
	}
}

// Errors say operation, size and cause, and all names exist.
func TestErrorText(t *testing.T) {
	err := error(&Error{OpReserve, 4096, ErrLimit})
	if got, want := err.Error(), "native: reserve code, 4096 bytes: limit reached"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if !errors.Is(err, ErrLimit) {
		t.Error("the cause is lost")
	}
	for op := range numOps {
		if op.String() == "" {
			t.Errorf("operation %d has no name", op)
		}
	}
	if got := fmt.Sprint(numOps, numModes, Dual, Status(99), StatusFault); got != "op(12) mode(3) dual status(99) fault" {
		t.Error(got)
	}
}

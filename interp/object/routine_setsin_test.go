package object

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tier2go/tier2/opgen/mem"
)

// TestSetsInPlace: an operation that changes a set leaves it with the table that the general way makes, slot by slot, and the
// general way is that of the operator: what a routine does is compared with machine code by TestRoutines.
func TestSetsInPlace(t *testing.T) {
	h := newHeap(t, Options{})
	for _, op := range []struct {
		op BinaryOp
		fn func(m mem.Mem, a, b mem.Ref) (mem.Ref, bool)
	}{{InPlaceOr, eitherIn}, {InPlaceAnd, bothIn}, {InPlaceSubtract, lessIn}, {InPlaceXor, otherIn}} {
		did := map[bool]int{}
		for i := range uint64(2000) {
			pair := func() (a, b Value) {
				r := &randomValues{h: h, rng: rand.New(rand.NewPCG(i, 9))}
				r.windows()
				a, b = r.aSet(), r.aSet()
				if i%50 == 0 {
					b = a
				}
				h.Push(a)
				h.Push(b)
				return a, b
			}
			m := h.Mark()
			a, b := pair()
			wantA, wantB := pair()
			before := slices.Clone(h.setEntries(a))
			r, ok := op.fn(h.mem(), mem.Ref(a), mem.Ref(b))
			if did[ok]++; !ok {
				if !slices.Equal(h.setEntries(a), before) {
					t.Fatalf("operator %v of pair %d has given up and changed the set", op.op, i)
				}
				h.Release(m)
				continue
			}
			want, err := h.Binary(op.op, wantA, wantB)
			if err != nil {
				t.Fatal(err)
			}
			if got := Value(r); (got == a) != (want == wantA) || !slices.EqualFunc(h.setEntries(got), h.setEntries(want), func(x, y setEntry) bool {
				same, err := h.Same(x.key, y.key)
				return x.hash == y.hash && same && err == nil
			}) || h.setFill(got) != h.setFill(want) || h.setLen(got) != h.setLen(want) {
				t.Fatalf("operator %v of pair %d: it gives another set, or another table, than the general way", op.op, i)
			}
			h.Release(m)
		}
		if did[true] < 500 || did[false] < 20 {
			t.Errorf("operator %v: done %d times, given up %d times", op.op, did[true], did[false])
		}
	}
}

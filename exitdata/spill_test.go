package exitdata_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
)

// spilling computes more numbers than there are registers, calls a helper, by t.rare where
// that is rare, and leaves by a guard with all of them.
func spilling(n int, helper string) string {
	var s, held strings.Builder
	s.WriteString(`trace @spilling form=typed {
frame f0 "spilling" () locals=2 slots=26
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  v2: i64 = unbox.i64 v1
`)
	for i := range n {
		fmt.Fprintf(&s, "  v%d: i64 = add v2, %d\n", 3+i, 1000+i)
		fmt.Fprintf(&held, ", box v%d", 3+i)
	}
	fmt.Fprintf(&s, `  v%d: ref = %s v0
  v%d: bool = same v%[1]d, #0x63
  s0 = state f0 pc=9 (_, _ |%[4]s, v%[1]d)
  guard.true v%[3]d, s0 -> x0
  s1 = state f0 pc=10 (_, _ |%[4]s, v%[1]d)
  exit s1 -> x1
}
exits x0: side, x1: end
`, 3+n, helper, 4+n, held.String()[1:])
	return s.String()
}

// TestSpillSlots: what lies in spill slots is among the roots while a helper is called, in
// cold code and in hot code, and while an exit makes what it has to.
func TestSpillSlots(t *testing.T) {
	t.Run("cold", func(t *testing.T) { checkSpillSlots(t, "t.rare", 1) })
	t.Run("hot", func(t *testing.T) { checkSpillSlots(t, "t.quiet", 2) })
}

// checkSpillSlots runs spilling twice, where the helper is called wantCalls times: t.rare
// calls it for 0 alone.
func checkSpillSlots(t *testing.T, helper string, wantCalls int) {
	const n = 22
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(spilling(n, helper), nil)
	if ex.NumSlots == 0 {
		t.Fatal("nothing is spilled")
	}
	missing := func() (list []uint64) {
		held := map[uint64]bool{}
		m.table.Roots(func(words []uint64) {
			for _, w := range words {
				held[w] = true
			}
		})
		for i := range uint64(n) {
			if w := 70000 + 1000 + i; !held[w] {
				list = append(list, w)
			}
		}
		return list
	}
	var calls, boxes int
	m.quiet = func(a []uint64) (uint64, error) {
		calls++
		if list := missing(); list != nil {
			t.Errorf("no root while the helper runs: %d", list)
		}
		return 5, nil
	}
	m.making = func() {
		if boxes++; boxes == 1 {
			if list := missing(); list != nil {
				t.Errorf("no root at the exit: %d", list)
			}
		}
	}
	for _, first := range []uint64{7, 0} {
		boxes = 0
		left := m.run(ex, first, 70000)
		want := make([]uint64, 0, n)
		for i := range uint64(n) {
			want = append(want, boxed+71000+i)
		}
		result := first
		if first == 0 || wantCalls == 2 {
			result = 5
		}
		m.at(left, ir.Side, 9, slices.Concat([]uint64{first, 70000}, want, []uint64{result})...)
		if boxes != n {
			t.Errorf("%d numbers boxed", boxes)
		}
	}
	if calls != wantCalls {
		t.Errorf("the helper was called %d times", calls)
	}
}

// TestWideInts: words that helpers have made for the frames of inlined calls are among the
// roots while the next is made.
func TestWideInts(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(`trace @wide form=typed {
frame f0 "outer" () locals=2 slots=4 code=0x11
frame f1 "inner" () locals=2 slots=4 in f0 code=0x22
frame f2 "innermost" () locals=2 slots=4 in f1 code=0x33
b0:
  v0: ref = slot 0
  v1: i64 = unbox.i64 v0
  v2: i64 = add v1, 1
  v3: i64 = add v1, 2
  v4: i64 = add v1, 3
  v5: i64 = add v1, 4
  s0 = state f0 pc=5 (_, v0 |)
  s1 = state f1 pc=2 (box v2, box v3 |) in s0
  s2 = state f2 pc=3 (box v4, box v5 |) in s1
  exit s2 -> x0
}
exits x0: end
`, nil)
	var made []uint64
	m.quiet = func(a []uint64) (uint64, error) {
		var roots []uint64
		m.table.Roots(func(words []uint64) { roots = append(roots, words...) })
		for _, w := range made {
			if !slices.Contains(roots, w) {
				t.Errorf("box %d is made, and %d is no root", len(made), w)
			}
		}
		made = append(made, a[0]^0x5555)
		return a[0] ^ 0x5555, nil
	}
	left := m.run(ex, wide, 7)
	if len(made) != 4 {
		t.Fatalf("%d boxes", len(made))
	}
	m.at(left, ir.End, 3, (wide+3)^0x5555, (wide+4)^0x5555)
	if outer := m.base + frameSize; m.slot(outer, 0) != (wide+1)^0x5555 || m.slot(outer, 1) != (wide+2)^0x5555 {
		t.Errorf("in the middle: %#x, %#x", m.slot(outer, 0), m.slot(outer, 1))
	}
}

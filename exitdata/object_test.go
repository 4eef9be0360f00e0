package exitdata_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// objects leaves with virtual objects: one that stands in two slots and in another
// one, with numbers that are boxed and one that is not.
const objects = `trace @objects form=typed {
frame f0 "f" (a, b) slots=5 code=0x5
frame f1 "g" (c) slots=2 in f0 code=0x9
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  v2: i64 = unbox.i64 v0
  v3: i64 = add v2, 1
  v4: ref = new t.make(v3, v1, box v2)
  v5: ref = new t.make(7, v4, box 2, v4)
  s0 = state f0 pc=3 (v4, box v3 | v5)
  s1 = state f1 pc=4 (v4 |) in s0
  guard.valid s1 -> x0
  s2 = state f0 pc=9 (v0, v1 |)
  exit s2 -> x1
}
exits x0: deopt, x1: end
`

// checkObjects runs objects with an invalid executor and checks what its exit makes.
func checkObjects(m *machine, ex *exitdata.Executor) exitdata.Left {
	m.t.Helper()
	m.objects, m.spent = nil, false
	left := m.run(ex, 40, 50)
	m.at(left, ir.Deopt, 4, uint64(len(m.objects)-2))
	outer := m.base
	n := uint64(len(m.objects))
	if m.slot(outer, 0) != n-2 || m.slot(outer, 1) != 41+boxed || m.slot(outer, 2) != n-1 || *m.half(outer, framePC) != 3 {
		m.t.Errorf("outer frame: %d %d %d", m.slot(outer, 0), m.slot(outer, 1), m.slot(outer, 2))
	}
	want := fmt.Sprint([][]uint64{{2, 41, 50, 40 + boxed}, {2, 7, n - 2, 2 + boxed, n - 2}})
	if got := fmt.Sprint(m.objects[n-2:]); got != want {
		m.t.Errorf("objects %s, want %s", got, want)
	}
	return left
}

// TestObjects: an exit makes each of its state's objects once, what it consists of
// first.
func TestObjects(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(objects, nil)
	m.at(m.run(ex, 40, 50), ir.End, 9, 40, 50)
	if len(m.objects) != 0 {
		t.Errorf("the end has made %d objects", len(m.objects))
	}
	m.table.Invalidate(ex)
	if left := checkObjects(m, ex); left.Err != nil || len(m.objects) != 2 {
		t.Errorf("%+v, %d objects", left, len(m.objects))
	}
	roots := 0
	m.table.Roots(func(words []uint64) { roots += len(words) })
	if roots != 0 {
		t.Errorf("%d words are still held", roots)
	}
}

// TestNoMemory: whichever allocation of an exit fails, it is tried again with what
// the guest keeps back; the frames are as if nothing had happened, and the guest's
// exception comes with them. A second failure goes through.
func TestNoMemory(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(objects, nil)
	m.table.Invalidate(ex)
	const allocations = 5 // two objects, three boxes
	for n := 1; n <= allocations+1; n++ {
		m.failing = n
		left := checkObjects(m, ex)
		if want := n <= allocations; m.spent != want || errors.Is(left.Err, errMemory) != want || len(m.pushed) != 1 {
			t.Errorf("allocation %d fails: spent %v, error %v, %d frames pushed", n, m.spent, left.Err, len(m.pushed))
		}
	}
	m.failing, m.spent = 1, true
	defer func() {
		if r := recover(); r != errMemory {
			t.Errorf("panicked with %v", r)
		}
		m.failing = 0
		checkObjects(m, ex)
	}()
	m.run(ex, 40, 50)
}

// TestObjectsOfPoints: two points of one exit share a state only if what its objects consist
// of lies in the same places too, not the frames' slots alone.
func TestObjectsOfPoints(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	f := parse(t, `trace @points form=typed {
frame f0 "f" () locals=2 slots=3
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  v2: i64 = unbox.i64 v0
  v3: i64 = unbox.i64 v1
  v4: ref = new t.make(v2, v1)
  s0 = state f0 pc=1 (v4, _ |)
  v5: i64 = shl.ov v2, v3, s0 -> x0
  s1 = state f0 pc=2 (box v5, _ |)
  exit s1 -> x1
}
exits x0: deopt, x1: end
`)
	mfn, err := m.sel.Select(f, lower.Borders{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := &mfn.Exits[0], &mfn.Exits[1]
	if a.Exit != b.Exit || a.N == 0 || a.N != b.N {
		t.Fatalf("a shift has not two points of one exit, with the object's parts: %+v, %+v", a, b)
	}
	regs := target.Regs.Allocatable[lower.GPR]
	for moved := int32(-1); moved < b.N; moved++ {
		locs := make([]lower.Loc, len(mfn.Operands))
		for i := range a.N {
			locs[a.First+i], locs[b.First+i] = lower.InReg(regs[i]), lower.InReg(regs[i])
		}
		if moved >= 0 {
			locs[b.First+moved] = lower.InSlot(5)
		}
		var c exitdata.Capturer
		c.Begin(f, mfn, locs, m.sel.Val, nil)
		if shared := c.State(a) == c.State(b); shared != (moved < 0) {
			t.Errorf("part %d lies elsewhere: shared %v", moved, shared)
		}
	}
}

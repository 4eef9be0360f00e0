package exitdata_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
)

// Helpers that compiled code leaves for, and the frames that it begins and ends.

// escape calls a helper and then checks that it is valid.
const escape = `trace @escape form=typed {
frame f0 "escape" () locals=2 slots=4
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  s0 = state f0 pc=1 (_, _ | v1)
  v2: ref = t.call v0, v1, raise s0 -> x0
  s1 = state f0 pc=2 (_, _ | v2)
  guard.valid s1 -> x1
  v3: ref = t.quiet v2
  s2 = state f0 pc=3 (v3, v2 | v0)
  exit s2 -> x2
}
exits x0: error, x1: deopt, x2: end
`

// TestHelper calls Go functions: their arguments, results and exceptions, and an
// executor that becomes invalid while it runs.
func TestHelper(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(escape, nil)
	var seen [][]uint64
	m.call = func(a []uint64) (uint64, error) {
		seen = append(seen, slices.Clone(a))
		if uint64(uintptr(m.innermost)) != m.base {
			t.Errorf("the innermost frame is %#x", uintptr(m.innermost))
		}
		if a[0] == 0 {
			return 0, errRaised
		}
		return a[0] * a[1], nil
	}
	m.quiet = func(a []uint64) (uint64, error) { return a[0] + 1, nil }
	m.at(m.run(ex, 6, 7), ir.End, 3, 43, 42, 6)
	left := m.run(ex, 0, 7)
	m.at(left, ir.Error, 1, 0, 7, 7)
	if left.Err != errRaised {
		t.Errorf("raised %v", left.Err)
	}
	if left := m.run(ex, 2, 3); left.Err != nil {
		t.Errorf("an exception is left from the run before: %v", left.Err)
	}
	if want := [][]uint64{{6, 7}, {0, 7}, {2, 3}}; !slices.EqualFunc(seen, want, slices.Equal) {
		t.Errorf("helper was called with %v", seen)
	}
	m.call = func(a []uint64) (uint64, error) { m.table.Invalidate(ex); return 5, nil }
	m.at(m.run(ex, 6, 7), ir.Deopt, 2, 6, 7, 5)
	if n := m.table.Stats.Helpers; n != 6 {
		t.Errorf("%d helpers called", n)
	}
}

// counting calls a helper that cannot raise, in a loop that polls.
const counting = `trace @counting form=typed {
frame f0 "counting" () locals=1 slots=4
b0:
  v0: ref = slot 0
  jump b1(v0)
b1(v1: ref): loop
  v2: ref = t.quiet v1
  s0 = state f0 pc=1 (v2 |)
  poll s0 -> x0
  jump b1(v2)
}
exits x0: poll
`

// TestPostponed: memory that runs out in a helper that cannot raise is the guest's
// exception in the same iteration: the next poll leaves. Where what was kept back does
// not do either, there is no way on.
func TestPostponed(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(counting, nil)
	fails := 1
	m.quiet = func(a []uint64) (uint64, error) {
		if a[0] == 100 && fails > 0 {
			fails--
			m.spent = false
			panic(errMemory)
		}
		return a[0] + 1, nil
	}
	// run runs from 0 until memory has run out.
	run := func(n int) (left exitdata.Left, err error) {
		fails, m.postponed = n, nil
		m.interrupt.Store(false)
		*m.word(m.base, frameSlots) = 0
		err = m.table.Run(ex, m.base, &left)
		return left, err
	}
	for range 50 {
		left, err := run(1)
		if err != nil || m.postponed != errMemory {
			t.Fatalf("error %v, postponed %v", err, m.postponed)
		}
		m.at(left, ir.Poll, 1, 101)
	}
	if _, err := run(2); !errors.Is(err, exitdata.ErrMemory) {
		t.Errorf("error %v", err)
	}
}

// inlined leaves inside an inlined call, by a guard and by its end.
const inlined = `trace @inlined form=typed {
frame f0 "outer" () locals=2 slots=4 code=0x11
frame f1 "inner" () locals=1 slots=3 in f0 code=0x22
b0:
  v0: ref = slot 0
  v1: i64 = unbox.i64 v0
  s0 = state f0 pc=5 (_, v0 | v0)
  s1 = state f1 pc=2 (box v1 | #0x5) in s0
  v2: bool = lt v1, 10
  guard.true v2, s1 -> x0
  v3: i64 = add v1, 1
  s2 = state f1 pc=3 (box v3 |) in s0
  exit s2 -> x1
}
exits x0: side, x1: end
`

// ret is the rest of the inner function: it returns its local.
const ret = `trace @ret form=typed {
frame f0 "inner" () locals=1 slots=3 code=0x22
b0:
  v0: ref = slot 0
  s0 = state f0 pc=7 (_ | v0)
  exit s0 -> x0
}
exits x0: dynamic
`

// TestFrames: an exit inside an inlined call begins the callee's frame, by the
// guest's Push or, at an end, by machine code; a return goes through the row that
// its caller's frame holds.
func TestFrames(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(inlined, nil)
	callerAt := func(pc, sp uint32) {
		t.Helper()
		if p, s := *m.half(m.base, framePC), *m.half(m.base, frameSP); p != pc || s != sp {
			t.Errorf("the caller is at %d with %d slots, want %d with %d", p, s, pc, sp)
		}
	}
	left := m.run(ex, 50)
	m.at(left, ir.Side, 2, 50+boxed, 5)
	callerAt(5, 3)
	if left.Frame != m.base+frameSize || !slices.Equal(m.pushed, []uint64{0x22}) || m.slot(m.base, 1) != 50 || m.slot(m.base, 2) != 50 {
		t.Errorf("frame %#x, pushed %#x", left.Frame-m.base, m.pushed)
	}
	left = m.run(ex, 3)
	m.at(left, ir.End, 3, 4+boxed)
	callerAt(5, 3)
	inner := left.Frame
	if inner != m.base+frameSize || len(m.pushed) != 0 || *m.word(inner, frameCaller) != m.base || *m.half(inner, frameCode) != 0x22 {
		t.Errorf("frame %#x of code %#x", inner-m.base, *m.half(inner, frameCode))
	}
	// The callee's executor returns through the caller's row, to Go as long as
	// nothing is bound to it.
	r := m.compile(ret, nil)
	m.table.Stitch(left.Exit, r)
	left = m.run(ex, 3)
	if !left.Exit.Return || left.Exit.Executor != ex || left.Frame != m.base {
		t.Fatalf("left by %+v in %#x", left.Exit, left.Frame-m.base)
	}
	callerAt(5, 4)
	if m.slot(m.base, 3) != 4+boxed {
		t.Errorf("returned %#x", m.slot(m.base, 3))
	}
	// Bound, it goes on in the caller.
	back := m.compile(`trace @back form=typed {
frame f0 "outer" () locals=2 slots=4 code=0x11
b0:
  v0: ref = slot 3
  s0 = state f0 pc=6 (v0, _ |)
  exit s0 -> x0
}
exits x0: end
`, nil)
	m.table.Stitch(left.Exit, back)
	left = m.run(ex, 3)
	m.at(left, ir.End, 6, 4+boxed, 3)
	if left.Exit.Executor != back {
		t.Errorf("left by an exit of %s", left.Exit.Executor.Name)
	}
	if s := m.table.Stats; s.Entries != s.Taken {
		t.Errorf("%+v", s)
	}
}

// TestReturn: a return to a frame that the interpreter has begun leaves through
// ReturnRow; one of a frame that Go has entered leaves ahead of it. It makes no difference
// where the caller's frame was thought to be.
func TestReturn(t *testing.T) {
	for _, distance := range []int{0, frameSize, 2 * frameSize} {
		near := layout.Near
		t.Cleanup(func() { layout.Near = near })
		layout.Near = func(uint64) int { return distance }
		m := newMachine(t, exitdata.Options{})
		r := m.compile(ret, nil)
		m.at(m.run(r, 12), ir.Dynamic, 7, 12, 12)

		inner := m.base + frameSize
		*m.word(inner, frameCaller), *m.word(m.base, frameResume) = m.base, m.table.ReturnRow
		*m.half(m.base, framePC), *m.half(m.base, frameSP) = 40, 1
		*m.word(inner, frameSlots) = 77
		var left exitdata.Left
		if err := m.table.Run(r, inner, &left); err != nil {
			t.Fatal(err)
		}
		m.at(left, ir.Dynamic, 40, 12, 77)
		if left.Frame != m.base || left.Exit.Executor.Kind != exitdata.Cold {
			t.Errorf("left in %#x by an exit of %v", left.Frame-m.base, left.Exit.Executor.Kind)
		}
	}
}

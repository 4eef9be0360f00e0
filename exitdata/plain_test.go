package exitdata_test

import (
	"math"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
)

// plain leaves where it is interrupted, where it is invalid, where a helper raises
// (x2), where a number is too large, and by its end: the first three have no rows.
const plain = `trace @plain form=typed {
frame f0 "plain" () locals=2 slots=4
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  v2: i64 = unbox.i64 v0
  s0 = state f0 pc=1 clock=1 (v0, box v2 |)
  poll s0 -> x0
  s1 = state f0 pc=2 (box v2, v1 |)
  guard.valid s1 -> x1
  s2 = state f0 pc=3 clock=3 (_, _ | v1)
  v3: ref = t.call v0, v1, raise s2 -> x2
  s3 = state f0 pc=4 (v3, v1 |)
  v4: i64 = add.ov v2, 1, s3 -> x3
  s4 = state f0 pc=5 (v3, box v4 |)
  exit s4 -> x4
}
exits x0: poll, x1: deopt, x2: error, x3: deopt, x4: end
`

// TestPlain: exits that nothing continues have no rows, share one, and rebuild what
// their states say all the same; nothing makes them lead elsewhere.
func TestPlain(t *testing.T) {
	m := newMachine(t, exitdata.Options{Hotness: 1, Clock: true})
	before := m.table.RowBytesInUse()
	ex := m.compile(plain, nil)
	for i, x := range ex.Exits {
		if (x.RowAddress() == 0) != (i < 3) || x.Plain != (i < 3) {
			t.Errorf("exit %d: row at %#x", i, x.RowAddress())
		}
	}
	if ex.RowBytes() != 3*exitdata.RowSize || ex.PlainRow() == 0 { // two and the one that is shared
		t.Errorf("%d bytes of rows for 5 exits", ex.RowBytes())
	}
	m.call = func(a []uint64) (uint64, error) {
		if n := m.table.Bytecodes(); a[1] == 8 && n%3 != 0 {
			t.Errorf("%d bytecodes in the helper", n)
		}
		if a[1] == 7 {
			return 0, errRaised
		}
		return a[0] * a[1], nil
	}
	m.at(m.run(ex, 6, 9), ir.End, 5, 54, 7+boxed)
	m.at(m.run(ex, math.MaxInt64, 1), ir.Deopt, 4, math.MaxInt64, 1)
	clock := m.table.Bytecodes()
	left := m.run(ex, 6, 7)
	m.at(left, ir.Error, 3, 6, 7, 7)
	if left.Err != errRaised || left.Exit != ex.Exits[2] || left.Exit.Taken() != 1 || m.table.Bytecodes() != clock+3 {
		t.Errorf("%v by exit %d, %d bytecodes", left.Err, left.Exit.Index, m.table.Bytecodes()-clock)
	}
	m.table.Invalidate(ex)
	left = m.run(ex, 6, 9)
	m.at(left, ir.Deopt, 2, 6+boxed, 9)
	other := m.compile(enters, nil)
	if left.Exit != ex.Exits[1] || m.table.Stitch(left.Exit, other) ||
		m.table.Left(left.Exit, other, func() *exitdata.Executor { t.Error("asked for an executor"); return nil }) {
		t.Error("what has no row leads to an executor")
	}
	m.table.Drop(other)
	m.table.Collect(uses())
	if got := m.table.RowBytesInUse(); ex.RowBytes() != 0 || got != before {
		t.Errorf("%d bytes of rows are left, %d were there before", got, before)
	}
}

// TestPlainForced: exits without rows are forced like all others that a test takes.
func TestPlainForced(t *testing.T) {
	at := -1
	m := newMachine(t, exitdata.Options{Force: func(x *exitdata.Exit) uint32 {
		if int(x.Index) == at && x.Forced() == 0 {
			return 1
		}
		return 0
	}})
	m.call = func(a []uint64) (uint64, error) { return a[0] * a[1], nil }
	for i, want := range []struct {
		pc    uint32
		slots []uint64
	}{{1, []uint64{6, 6 + boxed}}, {2, []uint64{6 + boxed, 9}}, {}, {4, []uint64{54, 9}}} {
		if want.pc == 0 { // no test takes it
			continue
		}
		at = i
		ex := m.compile(plain, nil)
		left := m.run(ex, 6, 9)
		m.at(left, ex.Exits[i].Kind, want.pc, want.slots...)
		if !left.Forced || left.Exit != ex.Exits[i] || left.Exit.Forced() != 1 {
			t.Errorf("exit %d: %+v", i, left)
		}
		m.at(m.run(ex, 6, 9), ir.End, 5, 54, 7+boxed)
	}
}

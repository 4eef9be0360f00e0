package exitdata_test

import (
	"runtime"
	"slices"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/native"
)

// uses holds nothing, but what a test says.
func uses(held ...*exitdata.Executor) exitdata.Uses {
	return exitdata.Uses{
		Rows: func(func(uint64)) {},
		Held: func(e *exitdata.Executor) bool {
			for _, h := range held {
				if h == e {
					return true
				}
			}
			return false
		},
		Freed: func(*exitdata.Executor) {},
	}
}

// TestCollect: what is retired is freed unless the VM holds it or a frame resumes
// through one of its rows; what is valid stays.
func TestCollect(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex, valid := m.compile(enters, nil), m.compile(enters, nil)
	bytes := ex.CodeBytes
	m.table.Invalidate(ex)
	row := ex.Exits[0].RowAddress()
	through := uses()
	through.Rows = func(mark func(uint64)) { mark(12345); mark(m.base); mark(ex.Exits[0].RowAddress()) }
	for _, u := range []exitdata.Uses{uses(ex), through} {
		if m.table.Collect(u); m.table.Stats.Freed != 0 || ex.CodeBytes == 0 {
			t.Fatal("freed although it is held")
		}
		m.table.Invalidate(m.compile(enters, nil)) // so that Collect looks again
		m.table.Collect(uses(ex))
		m.table.Stats.Freed, m.table.Stats.FreedBytes = 0, 0
		m.table.Retry()
	}
	m.table.Collect(uses())
	if s := m.table.Stats; s.Freed != 1 || s.FreedBytes != uint64(bytes) || len(m.table.Executors) != 1 || m.table.Executors[0] != valid {
		t.Errorf("%d freed, %d bytes; %d left", s.Freed, s.FreedBytes, len(m.table.Executors))
	}
	m.table.InUse(func(mark func(uint64)) { mark(row) }, func(*exitdata.Executor) { t.Error("a row that has been freed is an executor's") })
	left := m.run(valid, 1, 2)
	m.at(left, ir.End, 0, 1, 2)
}

// TestCollectRunning invalidates an executor and collects in a helper that it has
// called, also in one of a nested activation: it is freed when it has left.
func TestCollectRunning(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	outer, inner := m.compile(escape, nil), m.compile(escape, nil)
	m.quiet = func(a []uint64) (uint64, error) { return a[0] + 1, nil }
	depth := 0
	m.call = func(a []uint64) (uint64, error) {
		depth++
		if depth == 1 {
			m.run(inner, 6, 7)
			return 5, nil
		}
		m.table.Invalidate(outer)
		m.table.Invalidate(inner)
		m.table.Collect(uses())
		if m.table.Stats.Freed != 0 || outer.CodeBytes == 0 || inner.CodeBytes == 0 {
			t.Error("freed while it runs")
		}
		return 5, nil
	}
	left := m.run(outer, 6, 7)
	if left.Exit.Executor != outer || left.Exit.Kind != ir.Deopt {
		t.Errorf("left by executor %d, %v", left.Exit.Executor.ID, left.Exit.Kind)
	}
	m.table.Retry()
	m.table.Collect(uses())
	if m.table.Stats.Freed != 2 || len(m.table.Executors) != 0 {
		t.Errorf("%d freed, %d left", m.table.Stats.Freed, len(m.table.Executors))
	}
}

// TestCollectOrphans: what continues an exit goes with it.
func TestCollectOrphans(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	a, b := stitched(m)
	m.table.Invalidate(a)
	m.table.Collect(uses())
	if !b.Invalid || m.table.Stats.Freed != 2 || len(m.table.Executors) != 0 {
		t.Errorf("invalid %v, %d freed, %d left", b.Invalid, m.table.Stats.Freed, len(m.table.Executors))
	}
}

// codeLimit returns room for one or two thousand executors, of which a sweep drops a quarter.
func codeLimit(t *testing.T) int {
	t.Helper()
	mem, err := native.NewMemory(native.MemoryOptions{})
	if err != nil {
		t.Skip(err)
	}
	defer mem.Close()
	return 1024 * mem.Footprint(64)
}

// fill compiles executors that nobody enters until a sweep has dropped n, and calls
// each before each. kept are those that the VM keeps.
func fill(m *machine, n uint64, each func(), kept ...*exitdata.Executor) {
	m.t.Helper()
	for range 100_000 {
		m.table.Sweep(func(e *exitdata.Executor) bool { return slices.Contains(kept, e) }, m.table.Invalidate)
		m.table.Collect(uses())
		if m.table.Stats.Dropped >= n {
			return
		}
		each()
		m.compile(enters, nil)
	}
	m.t.Fatal("nothing was dropped")
}

// TestSweep: what is entered from Go stays, and what an exit leads to that is taken
// stays and is bound again without being made again; the rest is dropped.
func TestSweep(t *testing.T) {
	m := newMachine(t, exitdata.Options{CodeLimit: codeLimit(t)})
	hot, next, cold := m.compile(enters, nil), m.compile(count, nil), m.compile(enters, nil)
	x := hot.Exits[0]
	if !m.table.Stitch(x, next) {
		t.Fatal("not bound")
	}
	rebound := 0
	fill(m, 1000, func() {
		if left := m.run(hot, 0, 10); left.Exit == x {
			if !m.table.Left(x, nil, func() *exitdata.Executor { t.Fatal("asked for another one"); return nil }) || x.Target != next {
				t.Fatal("not bound again")
			}
			rebound++
		}
	})
	if hot.Invalid || next.Invalid {
		t.Errorf("dropped what is hot: %v, bound: %v", hot.Invalid, next.Invalid)
	}
	if !cold.Invalid || cold.CodeBytes != 0 {
		t.Error("what is cold is still there")
	}
	if rebound < 2 {
		t.Errorf("bound again %d times: the sweeps did not look", rebound)
	}
	// When nobody takes the exit any more, its target goes.
	fill(m, m.table.Stats.Dropped+1000, func() {})
	if !next.Invalid || m.table.Left(x, nil, func() *exitdata.Executor { return nil }) {
		t.Error("bound to what was dropped")
	}
}

// TestSweepAge: what the VM keeps stays; of the rest goes first what has been used the
// longest time ago, and of that the oldest.
func TestSweepAge(t *testing.T) {
	m := newMachine(t, exitdata.Options{CodeLimit: codeLimit(t)})
	kept, used, idle := m.compile(enters, nil), m.compile(enters, nil), m.compile(enters, nil)
	n := 0
	fill(m, 1, func() {
		if n++; n%5 == 0 { // sweeps are further apart
			m.run(used, 0, 10)
		}
	}, kept)
	if !idle.Invalid || used.Invalid || kept.Invalid {
		t.Errorf("dropped: idle %v, used %v, kept %v", idle.Invalid, used.Invalid, kept.Invalid)
	}
	// The next sweep finds both what was not used before the last one and what was not since.
	fill(m, m.table.Stats.Dropped+1, func() {}, kept)
	if used.Invalid || kept.Invalid {
		t.Errorf("dropped: used %v, kept %v, though others have not been used for longer", used.Invalid, kept.Invalid)
	}
	for _, e := range m.table.Executors {
		if e != kept && e.ID < idle.ID+100 && e != used {
			t.Fatalf("executor %d is alive, and younger ones have been dropped", e.ID)
		}
	}
	fill(m, m.table.Stats.Dropped+1000, func() {})
	if !used.Invalid || !kept.Invalid {
		t.Errorf("dropped: used %v, kept %v, when nobody uses or keeps them", used.Invalid, kept.Invalid)
	}
}

// TestSweepCounts: what an executor is counted to use is what is free again behind it.
func TestSweepCounts(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(enters, nil)
	if code, rows := m.table.Without(ex); code < ex.CodeBytes || ex.CodeBytes == 0 || rows != ex.RowBytes() || rows == 0 {
		t.Errorf("%d bytes of code, %d of rows; it has %d and %d", code, rows, ex.CodeBytes, ex.RowBytes())
	}
}

// TestSpots: of two executors of a place one stays when the other is dropped.
func TestSpots(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	a, b := m.compile(enters, nil), m.compile(enters, nil)
	for i, want := range [][]*exitdata.Executor{{a, b}, {b}, nil} {
		if got := m.table.At(a.Code, a.Offset); !slices.Equal(got, want) {
			t.Errorf("%d dropped: %d executors, want %d", i, len(got), len(want))
		}
		if i < 2 {
			m.table.Invalidate([]*exitdata.Executor{a, b}[i])
		}
	}
}

// TestSweepDue: rows may run out before code does.
func TestSweepDue(t *testing.T) {
	for _, c := range []struct {
		code, rows int
		want       bool
	}{{0, 0, false}, {700, 700, false}, {701, 0, true}, {0, 701, true}, {800, 800, true}} {
		if got := exitdata.Full(c.code, c.rows, 800); got != c.want {
			t.Errorf("%d bytes of code and %d of rows, of 800 each: %v", c.code, c.rows, got)
		}
	}
}

// TestBounded makes many executors, one after the other, half of which are
// invalidated, within a small limit.
func TestBounded(t *testing.T) {
	n := soak.Of(5_000, 8_000, 200_000)
	m := newMachine(t, exitdata.Options{CodeLimit: codeLimit(t)})
	keep := func(*exitdata.Executor) bool { return false }
	var early, late runtime.MemStats
	most := 0
	for i := range n {
		m.table.Sweep(keep, m.table.Invalidate)
		if m.table.HasRetired() {
			m.table.Collect(uses())
		}
		if ex := m.compile(enters, nil); i%2 == 0 {
			m.table.Invalidate(ex)
		}
		most = max(most, len(m.table.Executors))
		if i == n/5 {
			runtime.GC()
			runtime.ReadMemStats(&early)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&late)
	s := m.table.Stats
	t.Logf("%d executors: at most %d at a time, %d dropped, %d freed, %d bytes of code; Go heap %d KB after a fifth, %d KB at the end",
		n, most, s.Dropped, s.Freed, s.FreedBytes, early.HeapAlloc>>10, late.HeapAlloc>>10)
	if s.Dropped == 0 || int(s.Freed) < n-most || most > 64<<10/native.RowSize {
		t.Errorf("at most %d at a time, %d dropped, %d freed", most, s.Dropped, s.Freed)
	}
	if late.HeapAlloc > early.HeapAlloc+4<<20 {
		t.Errorf("the Go heap has grown from %d to %d bytes", early.HeapAlloc, late.HeapAlloc)
	}
}

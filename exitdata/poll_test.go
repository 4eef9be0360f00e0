package exitdata_test

import (
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// polled counts from slot 0 to slot 1, and has the sum of the numbers below as an int and as a float in
// registers over its poll. Rounds whose number four divides go by b2.
const polled = `trace @polled form=typed {
frame f0 "polled" () locals=2 slots=4
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  v2: i64 = unbox.i64 v0
  v3: i64 = unbox.i64 v1
  jump b1(v2, 0, 0.0)
b1(v4: i64, v5: i64, v6: f64): loop
  v7: bool = lt v4, v3
  s0 = state f0 pc=9 (box v4, _ | box v5, box v6)
  guard.true v7, s0 -> x0
  v8: i64 = and v4, 3
  v9: bool = lt v8, 1
  branch v9, b2, b3
b2:
  jump b3
b3:
  v10: i64 = add v5, v4
  v11: f64 = i2f v4
  v12: f64 = fadd v6, v11
  v13: i64 = add v4, 1
  s1 = state f0 pc=3 (box v13, _ | box v10, box v12)
  poll s1 -> x1
  jump b1(v13, v10, v12)
}
exits x0: side, x1: poll
`

// TestPoll: where Go's scheduler wants the goroutine execution goes on behind the poll, with what it
// had in registers; where the guest wants to be interrupted it leaves by the poll's exit.
func TestPoll(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(polled, nil)
	stop, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				runtime.GC()
			}
		}
	}()
	defer func() { close(stop); <-ended }()
	const n = 2_000_000
	for end := time.Now().Add(time.Minute); m.table.Stats.Polls < 10; {
		m.at(m.run(ex, 0, n), ir.Side, 9, n+boxed, n, n*(n-1)/2+boxed, math.Float64bits(n*(n-1)/2))
		if time.Now().After(end) {
			t.Fatalf("%d polls in a minute", m.table.Stats.Polls)
		}
	}
	if taken := ex.Exits[1].Taken(); taken != 0 {
		t.Errorf("left %d times by the poll", taken)
	}
	go func() { time.Sleep(10 * time.Millisecond); m.interrupt.Store(true) }()
	if left := m.run(ex, 0, math.MaxInt64); left.Exit != ex.Exits[1] || m.slot(left.Frame, 0) <= boxed {
		t.Errorf("interrupted: left by exit %d at %d", left.Exit.Index, m.slot(left.Frame, 0))
	}
}

// TestVain: the tests that are executed in vain on the ways into a join are counted, those of each way on that alone,
// and the poll leaves when they are as many as they may be.
func TestVain(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	const byB2, byB1 = 2, 5
	m.ways = func(f *ir.Func) []lower.VainWay {
		b := f.Blocks
		return []lower.VainWay{{From: b[2], To: b[3], Tests: byB2}, {From: b[1], To: b[3], Tests: byB1}}
	}
	ex := m.compile(polled, nil)
	vain := func(rounds int) (n uint64) {
		for i := range rounds {
			if i&3 == 0 {
				n += byB2
			} else {
				n += byB1
			}
		}
		return n
	}
	m.run(ex, 0, 101)
	if n, full := m.table.Vain(ex); n != vain(101) || full {
		t.Errorf("%d in vain, want %d; full: %v", n, vain(101), full)
	}
	for _, may := range []int{1, 2, 3, 7, 8, 1000} {
		m.table.LimitVain(ex, uint64(may))
		if n, full := m.table.Vain(ex); n != 0 || full {
			t.Errorf("counted anew: %d, full: %v", n, full)
		}
		rounds := 0
		for vain(rounds) < uint64(may) {
			rounds++
		}
		left := m.run(ex, 0, 1<<40)
		n, full := m.table.Vain(ex)
		if left.Exit.Kind != ir.Poll || m.slot(left.Frame, 0) != uint64(rounds)+boxed || n != vain(rounds) || !full {
			t.Errorf("of %d: left by %v behind %d rounds, want %d; %d in vain", may, left.Exit.Kind, m.slot(left.Frame, 0)-boxed, rounds, n)
		}
		if left := m.run(ex, 0, 1<<40); left.Exit.Kind != ir.Poll || m.slot(left.Frame, 0) != 1+boxed {
			t.Errorf("of %d: once more: left by %v behind %d rounds, want 1", may, left.Exit.Kind, m.slot(left.Frame, 0)-boxed)
		}
	}
	m.table.LimitVain(ex, 0)
	if left := m.run(ex, 0, 100_000); left.Exit.Kind != ir.Side {
		t.Errorf("without a limit: left by %v", left.Exit.Kind)
	}
	m.ways = nil
	plain := m.compile(polled, nil)
	m.table.LimitVain(plain, 1)
	if left := m.run(plain, 0, 1000); left.Exit.Kind != ir.Side {
		t.Errorf("what counts nothing: left by %v", left.Exit.Kind)
	}
	if n, full := m.table.Vain(plain); n != 0 || full {
		t.Errorf("what counts nothing: %d, full %v", n, full)
	}
}

package exitdata_test

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// count is a loop from slot 0 to slot 1, which leaves at 9 when it is done.
const count = `trace @count form=typed {
frame f0 "count" () locals=2 slots=4
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  v2: i64 = unbox.i64 v0
  v3: i64 = unbox.i64 v1
  jump b1(v2, 0)
b1(v4: i64, v5: i64): loop
  v6: bool = lt v4, v3
  s0 = state f0 pc=9 clock=1 (box v4, _ | box v5, #0x7)
  guard.true v6, s0 -> x0
  s1 = state f0 pc=3 (box v4, _ |)
  v7: i64 = add.ov v5, v4, s1 -> x1
  v8: i64 = add v4, 1
  clock 2
  jump b1(v8, v7)
}
exits x0: side, x1: deopt
`

// TestRun leaves by guards: the guest's frame is as the state says, numbers
// boxed, what is absent untouched.
func TestRun(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(count, nil)
	left := m.run(ex, 0, 10)
	m.at(left, ir.Side, 9, 10+boxed, 10, 45+boxed, 7)
	if left.Frame != m.base || left.Exit != ex.Exits[0] || left.Err != nil || uintptr(m.innermost) != uintptr(m.base) {
		t.Errorf("%+v", left)
	}
	if n := m.table.Bytecodes(); n != 2*10+1 {
		t.Errorf("%d bytecodes, want 21", n)
	}
	left = m.run(ex, math.MaxInt64-1, math.MaxInt64)
	m.at(left, ir.Side, 9, uint64(math.MaxInt64)+boxed, math.MaxInt64, uint64(math.MaxInt64-1)+boxed, 7)
	left = m.run(ex, 1<<62, 1<<62+3)
	m.at(left, ir.Deopt, 3, 1<<62+1+boxed, 1<<62+3)
	if s := m.table.Stats; s.Entries != 3 || s.Native != 3 || s.Taken != 3 || s.Cold != 3 || ex.Entries != 3 || ex.Exits[0].Taken() != 2 {
		t.Errorf("%+v", s)
	}
}

// finish takes over the values of count's exit 0 and ends with their product.
const finish = `trace @finish form=typed {
entries (i64, i64)
frame f0 "count" () locals=2 slots=4
b0:
  v0: i64 = entry 0
  v1: i64 = entry 1
  v2: ref = slot 1
  v3: i64 = unbox.i64 v2
  v4: i64 = mul v0, v1
  v5: i64 = add v4, v3
  s0 = state f0 pc=20 (v2, box v5 | box v4)
  guard.valid s0 -> x0
  s1 = state f0 pc=30 (box v5, box v0 |)
  exit s1 -> x1
}
exits x0: deopt, x1: end
`

// stitched compiles count and finish, which takes over count's exit.
func stitched(m *machine) (a, b *exitdata.Executor) {
	a = m.compile(count, nil)
	s := a.Exits[0].State.Frames[0].Slots
	// slots 0, 2 and 3: the index, the sum, a constant
	if len(s) != 3 || s[0].Index != 0 || s[1].Index != 2 || s[2].Index != 3 || s[2].Kind != ir.SlotConst || s[2].Word != 7 || s[0].Kind != ir.SlotPlace || s[0].Type != ir.I64 {
		m.t.Fatalf("the state has %+v", s)
	}
	b = m.compile(finish, a.Exits[0], lower.Loc(s[0].At), lower.Loc(s[1].At))
	m.table.Stitch(a.Exits[0], b)
	return a, b
}

// TestStitch: a stitched exit goes on in the other executor without leaving
// machine code, values handed over where they lie.
func TestStitch(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	a, b := stitched(m)
	for range 3 {
		left := m.run(a, 0, 10)
		m.at(left, ir.End, 30, 10*45+10+boxed, 10+boxed)
		if left.Exit.Executor != b {
			t.Errorf("left by an exit of %s", left.Exit.Executor.Name)
		}
	}
	if s := m.table.Stats; s.Entries != 3 || s.Taken != 3 || s.Stitched != 1 || a.Exits[0].Taken() != 0 || a.Exits[0].Target != b {
		t.Errorf("%+v, taken %d times", s, a.Exits[0].Taken())
	}
	m.table.Unstitch(a.Exits[0])
	m.at(m.run(a, 0, 10), ir.Side, 9, 10+boxed, 10, 45+boxed, 7)
	if k := a.Exits[0].Target.Kind; k != exitdata.Cold {
		t.Errorf("bound to an executor of kind %v", k)
	}
}

// TestInvalidateNative: exits that lead to an invalid executor become cold, and one
// that runs leaves at its next check.
func TestInvalidateNative(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	a, b := stitched(m)
	c := m.compile(count, nil)
	d := m.compile(finish, c.Exits[0], lower.Loc(a.Exits[0].State.Frames[0].Slots[0].At), lower.Loc(a.Exits[0].State.Frames[0].Slots[1].At))
	if m.table.Stitch(c.Exits[0], b) {
		t.Error("an exit leads to what takes over another exit's values")
	}
	m.table.Stitch(c.Exits[0], d)
	m.table.Stitch(b.Exits[1], a) // a loop of executors
	m.table.Invalidate(b)
	m.table.Invalidate(d)
	for _, x := range []*exitdata.Exit{a.Exits[0], c.Exits[0]} {
		if x.Target.Kind != exitdata.Cold {
			t.Errorf("an exit of %s still leads to %s", x.Executor.Name, x.Target.Name)
		}
	}
	if b.Exits[1].Target != a {
		t.Error("an exit of the invalid executor to a valid one has become cold")
	}
	m.at(m.run(a, 0, 10), ir.Side, 9, 10+boxed, 10, 45+boxed, 7)
	if !b.Invalid || a.Invalid {
		t.Errorf("invalid: %v, %v", a.Invalid, b.Invalid)
	}
	m.table.Invalidate(b) // once more is no mistake
}

// TestColdExecutor: unbound exits lead to the cold executor, again when they are unbound, and
// run its code, which was made with the table.
func TestColdExecutor(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	a, b := stitched(m)
	c := m.compile(count, nil)
	for i, x := range c.Exits {
		cold := x.Target
		if cold.Kind != exitdata.Cold || cold != c.Exits[0].Target || m.table.EntryOf(x) != m.table.EntryOf(c.Exits[0]) || m.table.EntryOf(x) == 0 {
			t.Errorf("exit %d leads to executor %d", i, cold.ID)
		}
	}
	if a.Exits[0].Target != b {
		t.Fatal("not bound")
	}
	m.table.Unstitch(a.Exits[0])
	if a.Exits[0].Target != c.Exits[0].Target || m.table.EntryOf(a.Exits[0]) != m.table.EntryOf(c.Exits[0]) {
		t.Errorf("exit 0 leads to executor %d, unbound", a.Exits[0].Target.ID)
	}
}

// TestColdMemory: what a cold exit takes of Go's memory besides itself is its place in two
// lists. A cold executor for each index, as CPython has them, was 1.9 MB.
func TestColdMemory(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	list := make([]*exitdata.Exit, exitdata.MaxExits)
	for i := range list {
		list[i] = &exitdata.Exit{Kind: ir.Side}
	}
	ex := &exitdata.Executor{Kind: exitdata.Native}
	if err := m.table.Begin(ex); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := m.table.AddExits(ex, list); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / exitdata.MaxExits; n > 64 {
		t.Errorf("%d bytes an exit", n)
	}
	for i, x := range ex.Exits {
		if x.Target != ex.Exits[0].Target || x.Bytes() != exitdata.ExitBytes {
			t.Fatalf("exit %d leads to executor %d and takes %d bytes", i, x.Target.ID, x.Bytes())
		}
	}
	m.table.Drop(ex)
}

// TestRows: an exit's row says where it leads, where the guest goes on, and in which state. Machine
// code counts in it how often it was taken, Go has nothing beside it; and what it has counted
// stays known when the row is gone.
func TestRows(t *testing.T) {
	m := newMachine(t, exitdata.Options{Hotness: 7})
	ex := m.compile(count, nil)
	m.at(m.run(ex, 0, 10), ir.Side, 9, 10+boxed, 10, 45+boxed, 7)
	m.at(m.run(ex, 0, 10), ir.Side, 9, 10+boxed, 10, 45+boxed, 7)
	for i, want := range []exitdata.Row{{Target: 9, Hotness: 2, State: 0}, {Target: 3, State: 1}} {
		want.Entry = m.table.EntryOf(ex.Exits[i])
		if got := m.table.RowOf(ex.Exits[i]); got != want || got.Entry == 0 {
			t.Errorf("exit %d: %+v, want %+v", i, got, want)
		}
		if a := ex.Exits[i].RowAddress(); a%exitdata.RowSize != 0 || i > 0 && a != ex.Exits[i-1].RowAddress()+exitdata.RowSize {
			t.Errorf("exit %d: its row is at %#x", i, a)
		}
		if n := ex.Exits[i].Bytes(); n != exitdata.ExitBytes {
			t.Errorf("exit %d takes %d bytes of Go's memory", i, n)
		}
	}
	const often = 40_000 // more than 16 bits count
	for range often {
		m.run(ex, 0, 10)
	}
	if n := ex.Exits[0].Taken(); n != 2+often {
		t.Errorf("taken %d times, want %d", n, 2+often)
	}
	again := m.compile(count, nil)
	m.run(again, 0, 10)
	if x := again.Exits[0]; x.Taken() != 1 {
		t.Errorf("taken %d times, want 1", x.Taken())
	} else if x.Failed(); x.Taken() != 0 || x.Failures() != 1 {
		t.Errorf("behind an attempt that has failed: taken %d times, %d failures", x.Taken(), x.Failures())
	}
	if err := m.table.Free(ex); err != nil {
		t.Fatal(err)
	}
	if x := ex.Exits[0]; x.Taken() != 2+often || x.RowAddress() != 0 || ex.Exits[1].Taken() != 0 {
		t.Errorf("freed: taken %d times, by row %#x", x.Taken(), x.RowAddress())
	}
	big := &exitdata.Executor{Kind: exitdata.Native}
	if err := m.table.Begin(big); err != nil {
		t.Fatal(err)
	}
	list := make([]*exitdata.Exit, exitdata.MaxExits+1)
	for i := range list {
		list[i] = &exitdata.Exit{Kind: ir.Side}
	}
	if err := m.table.AddExits(big, list); !errors.Is(err, exitdata.ErrTooManyExits) {
		t.Errorf("%d exits: %v", len(list), err)
	}
	if err := m.table.AddExits(big, list[1:]); err != nil {
		t.Errorf("%d exits: %v", len(list)-1, err)
	}
	m.table.Drop(big)
}

// BenchmarkNewTable makes tables.
func BenchmarkNewTable(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		table, err := exitdata.NewTable(exitdata.Services{}, exitdata.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := table.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// TestFree: the memory of executors is used again, and exits that led to one
// become cold.
func TestFree(t *testing.T) {
	m := newMachine(t, exitdata.Options{CodeLimit: 1 << 16})
	a, b := stitched(m)
	if err := m.table.Free(b); err != nil {
		t.Fatal(err)
	}
	m.at(m.run(a, 0, 10), ir.Side, 9, 10+boxed, 10, 45+boxed, 7)
	if slices.Contains(m.table.Executors, b) || !slices.Contains(m.table.Executors, a) {
		t.Errorf("%d executors are known", len(m.table.Executors))
	}
	for range 2000 {
		ex := m.compile(ret, nil)
		if err := m.table.Free(ex); err != nil {
			t.Fatal(err)
		}
		if err := m.table.Free(ex); err != nil {
			t.Fatalf("freed twice: %v", err)
		}
	}
	if n := len(m.table.Executors); n != 1 {
		t.Errorf("%d executors are known", n)
	}
}

// TestFull: when there is no memory for code, Install says so, and Drop takes
// back what the executor got.
func TestFull(t *testing.T) {
	m := newMachine(t, exitdata.Options{CodeLimit: codeLimit(t)})
	var err error
	n := 0
	for ; n < 100_000 && err == nil; n++ {
		_, err = m.tryCompile(count, nil)
	}
	if !errors.Is(err, native.ErrLimit) {
		t.Fatalf("%d executors, then %v", n, err)
	}
	if n < 20 || len(m.table.Executors) != n-1 {
		t.Errorf("%d executors of %d are known", len(m.table.Executors), n)
	}
	for _, ex := range slices.Clone(m.table.Executors) {
		if err := m.table.Free(ex); err != nil {
			t.Fatal(err)
		}
	}
	m.at(m.run(m.compile(count, nil), 0, 3), ir.Side, 9, 3+boxed, 3, 3+boxed, 7)
}

// TestSharedState: the points of one exit share a state if their values lie in the
// same places, and each exit has its own.
func TestSharedState(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(`trace @shift form=typed {
frame f0 "f" () locals=2 slots=4
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  v2: i64 = unbox.i64 v0
  v3: i64 = unbox.i64 v1
  s0 = state f0 pc=1 (box v2, box v3 |)
  v4: i64 = shl.ov v2, v3, s0 -> x0
  s1 = state f0 pc=2 (box v4, box 3 | box 2.5)
  guard.valid s1 -> x1
  s2 = state f0 pc=3 (box v4, _ |)
  exit s2 -> x2
}
exits x0: deopt, x1: deopt, x2: end
`, nil)
	if len(ex.Exits) != 4 {
		t.Fatalf("%d exits", len(ex.Exits))
	}
	e := ex.Exits
	if e[0].State == nil || e[0].State == e[2].State || e[3].State != nil || !e[3].State.InMemory() || e[2].State.InMemory() {
		t.Errorf("states %p %p %p %p", e[0].State, e[1].State, e[2].State, e[3].State)
	}
	same := slices.EqualFunc(e[0].State.Frames, e[1].State.Frames, func(a, b ir.FrameSnapshot) bool { return slices.Equal(a.Slots, b.Slots) })
	if same != (e[0].State == e[1].State) {
		t.Errorf("two points of an exit agree: %v, and share their state: %v", same, !same)
	}
	m.at(m.run(ex, 1, 63), ir.Deopt, 1, 1+boxed, 63+boxed)
	m.at(m.run(ex, 1, 64), ir.Deopt, 1, 1+boxed, 64+boxed)
	m.at(m.run(ex, 3, 4), ir.End, 3, 48+boxed, 4)
	m.table.Invalidate(ex)
	m.at(m.run(ex, 3, 4), ir.Deopt, 2, 48+boxed, 3+boxed, math.Float64bits(2.5))
}

// BenchmarkRun is a round trip from Go into machine code that leaves at once, with
// everything in memory, and by a guard with values to write.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct{ name, text string }{{"end", enters}, {"guard", count}} {
		b.Run(c.name, func(b *testing.B) {
			m := newMachine(b, exitdata.Options{})
			ex := m.compile(c.text, nil)
			left := m.run(ex, 3, 2)
			b.ReportAllocs()
			for b.Loop() {
				if err := m.table.Run(ex, m.base, &left); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestTakenClosed: how often exits were taken is known when their table's memory is gone.
func TestTakenClosed(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	table, err := exitdata.NewTable(exitdata.Services{}, exitdata.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ex := &exitdata.Executor{Kind: exitdata.Native}
	if err = table.Begin(ex); err == nil {
		err = table.AddExits(ex, []*exitdata.Exit{{Kind: ir.Side}})
	}
	if err != nil {
		t.Fatal(err)
	}
	x := ex.Exits[0]
	x.Count()
	if err := table.Close(); err != nil || x.Taken() != 1 {
		t.Errorf("taken %d times, %v", x.Taken(), err)
	}
}

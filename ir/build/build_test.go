package build_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/uop"
)

var update = flag.Bool("update", false, "write the sections ir anew")

func newBuilder(g *toyguest.Guest) *build.Builder {
	b := build.New(g.Table(), g.Types, g.Build)
	b.F.Words = g.Words
	return b
}

func frameOf(t testing.TB, g *toyguest.Guest, code uint64) ir.Frame {
	t.Helper()
	fr, err := g.World.Frame(code)
	if err != nil {
		t.Fatal(err)
	}
	return fr
}

func parse(t testing.TB, text string) *uop.Trace {
	t.Helper()
	tr, err := uop.Parse("", []byte(text), toyguest.Uops)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// show builds a trace and prints the function, or the error.
func show(t *testing.T, b *build.Builder, g *toyguest.Guest, tr *uop.Trace, e build.Entry) string {
	t.Helper()
	f, err := b.Trace(tr, e)
	if err != nil {
		return err.Error() + "\n"
	}
	for _, d := range verify.Check(f, verify.Options{}) {
		t.Errorf("%v\n%s", d, irtext.String(f))
	}
	var s strings.Builder
	if err := irtext.Print(&s, f, irtext.Options{Names: g.Heap}); err != nil {
		t.Fatal(err)
	}
	return s.String()
}

// TestGolden builds the traces in testdata: a claim in the first line, a line
// "clock" where the bytecode clock is compiled in, the sections trace and ir. All
// are built by one builder, twice: what a build leaves behind must not show.
func TestGolden(t *testing.T) {
	g := toyguest.New()
	b := newBuilder(g)
	files, err := filepath.Glob("../../testdata/golden/build/*.txtar")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for range 2 {
		for _, file := range files {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
				a, err := txtar.ParseFile(file)
				if err != nil || len(a.Files) != 2 || a.Files[0].Name != "trace" || a.Files[1].Name != "ir" || len(a.Comment) < 10 {
					t.Fatalf("want a claim and the sections trace and ir: %v", err)
				}
				b.Clock = strings.Contains(string(a.Comment), "\nclock\n")
				tr := parse(t, string(a.Files[0].Data))
				got := show(t, b, g, tr, build.Entry{Frame: frameOf(t, g, tr.Code)})
				if *update {
					a.Files[1].Data = []byte(got)
					if err := os.WriteFile(file, txtar.Format(a), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				if want := string(a.Files[1].Data); got != want {
					t.Errorf("got\n%swant\n%s", got, want)
				}
			})
		}
	}
}

// takeovers are entries of traces that continue an exit.
var takeovers = []struct {
	name  string
	trace string
	entry func(g *toyguest.Guest, fr func(code uint64) ir.Frame) build.Entry
	want  string
}{
	{"numbers, constants and memory", `trace @t entry=7 depth=1 code=0x23
  BEGIN @7
  LOAD 0
  ARITH 0
  STORE 1
  BEGIN @8
  LOAD 2
  STORE 0
  END @9
`, func(g *toyguest.Guest, fr func(uint64) ir.Frame) build.Entry {
		one, _ := g.Heap.BoxI64(1)
		return handedOver(0, taken{fr(0x23), 7, 4, []ir.Slot{
			{Index: 0, Kind: ir.SlotPlace, Type: ir.I64, At: ir.Loc{N: 8}, Fact: ir.Top},
			{Index: 2, Kind: ir.SlotPlace, Type: ir.F64, At: ir.Loc{N: 4}, Fact: ir.Top},
			{Index: 3, Kind: ir.SlotConst, Word: one},
		}})
	}, `trace @t form=guest {
entries (i64, f64)
frame f0 "toy" () locals=3 slots=5 code=0x23
b0:
  v0: i64 = entry 0
  v1: ref = box.i64 v0
  v2: f64 = entry 1
  v3: ref = box.f64 v2
  s0 = state f0 pc=7 (v1, _, v3 | #1) !2
  v4: ref = int.add #1, v1, s0 -> x0 !2
  clock 2 !7
  s1 = state f0 pc=9 (v3, v4, v3 |) !7
  exit s1 -> x1 !7
}
exits x0: deopt, x1: end
`},
	{"a value that two slots share", `trace @t entry=7 depth=0 code=0x22
  BEGIN @7
  LOAD 1
  STORE 0
  END @8
`, func(g *toyguest.Guest, fr func(uint64) ir.Frame) build.Entry {
		s := ir.Slot{Kind: ir.SlotPlace, Type: ir.Ref, Fact: ir.TypesFact(toyguest.TInt)}
		other := s
		other.Index = 1
		return handedOver(0, taken{fr(0x22), 7, 2, []ir.Slot{s, other}})
	}, `trace @t form=guest {
entries (ref)
frame f0 "toy" () locals=2 slots=4 code=0x22
b0:
  v0: ref = entry 0
  v1: ref = entry 0
  clock 1 !3
  s0 = state f0 pc=8 (v1, v1 |) !3
  exit s0 -> x0 !3
}
exits x0: end
`},
	{"an inlined call", `trace @t entry=3 depth=0 code=0x22
  BEGIN @3
  LOAD 0
  GUARD 32
  RETURN
  BEGIN @5
  STORE 0
  END @6
`, func(g *toyguest.Guest, fr func(uint64) ir.Frame) build.Entry {
		return handedOver(0, taken{fr(0x22), 5, 2, nil}, taken{fr(0x11), 3, 1, []ir.Slot{{Kind: ir.SlotPlace, Type: ir.Bool, Fact: ir.Top}}})
	}, `trace @t form=guest {
entries (bool)
frame f0 "toy" () locals=2 slots=4 code=0x22
frame f1 "toy" () locals=1 slots=2 in f0 code=0x11
b0:
  v0: bool = entry 0
  v1: ref = box.bool v0
  s0 = state f0 pc=5 (_, _ |)
  s1 = state f1 pc=3 (v1 |) in s0 !2
  v2: ref = guard.type v1, {bool}, s1 -> x0 !2
  clock 2 !6
  s2 = state f0 pc=6 (v2, _ |) !6
  exit s2 -> x1 !6
}
exits x0: deopt, x1: end
`},
	{"a loop: what is handed over becomes parameters", `trace @t entry=3 depth=0 code=0x22 stop=loop
  BEGIN @3
  LOAD 0
  CONST =0xfffe000000000001
  ARITH 0
  STORE 0
  LOOP @3
`, func(g *toyguest.Guest, fr func(uint64) ir.Frame) build.Entry {
		return handedOver(0, taken{fr(0x22), 3, 2, []ir.Slot{{Kind: ir.SlotPlace, Type: ir.I64, Fact: ir.Top}}})
	}, `trace @t form=guest {
entries (i64)
frame f0 "toy" () locals=2 slots=4 code=0x22
b0:
  v0: i64 = entry 0
  v1: ref = box.i64 v0
  jump b1(v1)
b1(v2: ref): loop
  s0 = state f0 pc=3 (v2, _ |) !3
  v3: ref = int.add v2, #1, s0 -> x0 !3
  clock 1 !5
  s1 = state f0 pc=3 (v3, _ |) !5
  poll s1 -> x1 !5
  jump b1(v3) !5
}
exits x0: deopt, x1: poll
`},
	{"a jump back to a loop that is not the trace's: it polls, and leaves there", `trace @t entry=5 depth=0 code=0x22 stop=inner_loop
  BEGIN @5
  LOOP @3
`, func(g *toyguest.Guest, fr func(uint64) ir.Frame) build.Entry {
		return handedOver(0, taken{fr(0x22), 5, 2, []ir.Slot{{Kind: ir.SlotPlace, Type: ir.I64, Fact: ir.Top}}})
	}, `trace @t form=guest {
entries (i64)
frame f0 "toy" () locals=2 slots=4 code=0x22
b0:
  v0: i64 = entry 0
  v1: ref = box.i64 v0
  clock 1 !1
  s0 = state f0 pc=3 (v1, _ |) !1
  poll s0 -> x0 !1
  s1 = state f0 pc=3 (v1, _ |) !1
  exit s1 -> x1 !1
}
exits x0: poll, x1: end
`},
	{"the clock that the exit is behind by", `trace @t entry=3 depth=0 code=0x22
  BEGIN @3
  LOAD 0
  GUARD 0
  STORE 1
  END @4
`, func(g *toyguest.Guest, fr func(uint64) ir.Frame) build.Entry {
		return handedOver(5, taken{fr(0x22), 3, 2, nil})
	}, `trace @t form=guest {
frame f0 "toy" () locals=2 slots=4 code=0x22
b0:
  v0: ref = slot 0
  s0 = state f0 pc=3 clock=5 (_, _ |) !2
  v1: ref = guard.type v0, {int}, s0 -> x0 !2
  clock 6 !4
  s1 = state f0 pc=4 (v1, v1 |) !4
  exit s1 -> x1 !4
}
exits x0: deopt, x1: end
`},
}

// TestTakeOver builds traces that continue an exit, whose values are handed over.
func TestTakeOver(t *testing.T) {
	for _, c := range takeovers {
		t.Run(c.name, func(t *testing.T) {
			g := toyguest.New()
			b := newBuilder(g)
			b.Clock = true
			got := show(t, b, g, parse(t, c.trace), c.entry(g, func(code uint64) ir.Frame { return frameOf(t, g, code) }))
			if got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// TestAborts: what cannot be built says why and where.
func TestAborts(t *testing.T) {
	for _, c := range []struct {
		trace, reason, uop string
		index              int
	}{
		{"trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n  LOAD 0\n", build.AbortBadTrace, "LOAD", 1},
		{"trace @t entry=0 depth=2 code=0x11\n  BEGIN @0\n  END @0\n", build.AbortBadTrace, "BEGIN", 0},
		{"trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n  LOAD 0\n  HELPER 77\n  END @0\n", build.AbortBadTrace, "HELPER", 2},
		{"trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n  STORE 0\n  END @0\n", build.AbortUnderflow, "STORE", 1},
		{"trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n  LOAD 0\n  LESS 0\n  END @0\n", build.AbortUnderflow, "LESS", 2},
		{"trace @t entry=0 depth=0 code=0x10\n  BEGIN @0\n  GUARD 0\n  END @0\n", build.AbortUnderflow, "GUARD", 1},
		{"trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n  LOAD 0\n  LOAD 0\n  END @0\n", build.AbortOverflow, "LOAD", 2},
	} {
		g := toyguest.New()
		b := newBuilder(g)
		tr := parse(t, c.trace)
		_, err := b.Trace(tr, build.Entry{Frame: frameOf(t, g, tr.Code)})
		var a *build.Abort
		if !errors.As(err, &a) || a.Reason != c.reason || a.Uop != c.uop || a.Index != c.index {
			t.Errorf("%v, want %s at %d (%s), for\n%s", err, c.reason, c.index, c.uop, c.trace)
		}
	}
}

// TestNoRule: a micro-op without a rule ends the build, whether the table of rules
// has a hole or is shorter than that of micro-ops.
func TestNoRule(t *testing.T) {
	g := toyguest.New()
	tr := parse(t, "trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n  LOAD 0\n  STORE 0\n  END @0\n")
	for _, rules := range [][]build.Rule{
		append(append([]build.Rule{}, g.Build[:toyguest.STORE]...), append([]build.Rule{nil}, g.Build[toyguest.STORE+1:]...)...),
		g.Build[:toyguest.STORE],
	} {
		b := build.New(g.Table(), g.Types, rules)
		_, err := b.Trace(tr, build.Entry{Frame: frameOf(t, g, tr.Code)})
		var a *build.Abort
		if !errors.As(err, &a) || a.Reason != build.AbortNoRule || a.Uop != "STORE" || a.Index != 2 {
			t.Errorf("%v", err)
		}
	}
}

// TestDepend: what a function relies on is listed once, and by one build only.
func TestDepend(t *testing.T) {
	g := toyguest.New()
	rules := append([]build.Rule{}, g.Build...)
	rules[toyguest.CONST] = func(b *build.Builder, u *uop.Inst) error {
		b.Depend(u.Operand1)
		return g.Build[toyguest.CONST](b, u)
	}
	b := build.New(g.Table(), g.Types, rules)
	tr := parse(t, "trace @t entry=0 depth=0 code=0x31\n  BEGIN @0\n  CONST =0x2,0x7\n  CONST =0x2,0x5\n  CONST =0x2,0x7\n  END @0\n")
	for range 2 {
		if _, err := b.Trace(tr, build.Entry{Frame: frameOf(t, g, tr.Code)}); err != nil {
			t.Fatal(err)
		}
		if len(b.Deps) != 2 || b.Deps[0] != 7 || b.Deps[1] != 5 {
			t.Errorf("depends on %v", b.Deps)
		}
	}
}

// BenchmarkTrace builds the loop of testdata/sum.txtar.
func BenchmarkTrace(b *testing.B) {
	a, err := txtar.ParseFile("../../testdata/golden/build/sum.txtar")
	if err != nil {
		b.Fatal(err)
	}
	g := toyguest.New()
	tr := parse(b, string(a.Files[0].Data))
	bu, e := newBuilder(g), build.Entry{Frame: frameOf(b, g, tr.Code)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := bu.Trace(tr, e); err != nil {
			b.Fatal(err)
		}
	}
}

// TestPushTemp checks that a micro-op may hand a value to the next one of its instruction
// above the frame's room, and that no exit's state may hold it.
func TestPushTemp(t *testing.T) {
	const text = "trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n  LOAD 0\n  POLL @0\n  STORE 0\n  END @0\n"
	for _, held := range []bool{false, true} {
		g := toyguest.New()
		g.Build[toyguest.POLL] = func(b *build.Builder, _ *uop.Inst) error {
			b.PushTemp(b.Const(7))
			if held {
				b.Now(0)
			}
			b.Pop()
			return nil
		}
		tr := parse(t, text)
		_, err := newBuilder(g).Trace(tr, build.Entry{Frame: frameOf(t, g, tr.Code)})
		var a *build.Abort
		if !held && err != nil || held && (!errors.As(err, &a) || a.Reason != build.AbortOverflow) {
			t.Errorf("held in a state %v: %v", held, err)
		}
	}
}

// taken is a frame that an exit hands over.
type taken struct {
	frame ir.Frame
	pc    uint32
	sp    int
	slots []ir.Slot
}

// handedOver is the entry of a trace that continues an exit.
func handedOver(clock int, frames ...taken) build.Entry {
	from := &ir.Snapshot{Clock: clock}
	for i := range frames {
		f := &frames[i]
		from.Frames = append(from.Frames, ir.FrameSnapshot{Frame: &f.frame, PC: f.pc, SP: f.sp, Slots: f.slots})
	}
	return build.Entry{From: from}
}

// TestFull: a trace may begin with its frame's stack full.
func TestFull(t *testing.T) {
	g := toyguest.New()
	tr := parse(t, "trace @t entry=0 depth=1 code=0x11\n  BEGIN @0\n  STORE 0\n  END @1\n")
	if _, err := newBuilder(g).Trace(tr, build.Entry{Frame: frameOf(t, g, tr.Code)}); err != nil {
		t.Error(err)
	}
}

// TestInMemory asks whether the frame's memory is right, behind changes of its slots.
func TestInMemory(t *testing.T) {
	for _, c := range []struct {
		uops string
		want bool
	}{
		{"", true},
		{"  LOAD 0\n  STORE 0\n", true},
		{"  LOAD 1\n  STORE 1\n  LOAD 0\n  STORE 0\n", true},
		{"  LOAD 0\n  STORE 1\n", false},
		{"  CONST =0xfffe000000000001\n  STORE 0\n", false},
		{"  LOAD 0\n", false},
	} {
		g := toyguest.New()
		var got []bool
		g.Build[toyguest.POLL] = func(b *build.Builder, _ *uop.Inst) error {
			got = append(got, b.InMemory())
			return nil
		}
		tr := parse(t, "trace @t entry=0 depth=0 code=0x12\n  BEGIN @0\n"+c.uops+"  POLL @0\n  END @0\n")
		if _, err := newBuilder(g).Trace(tr, build.Entry{Frame: frameOf(t, g, tr.Code)}); err != nil {
			t.Fatal(err)
		}
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%v, want %v, behind\n%s", got, c.want, c.uops)
		}
	}
}

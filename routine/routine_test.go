package routine_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
	"github.com/tier2go/tier2/routine"
	"github.com/tier2go/tier2/routine/routinetest"
)

func parse(t testing.TB, text string) *ir.Func {
	t.Helper()
	f, err := irtext.Parse("", []byte(text), ir.CoreOps, nil, irtext.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

// The routines of the tests.
const (
	sum = `trace @sum form=typed {
entries (i64, i64)
returns i64 else 0x8000000000000000
b0:
  v0: i64 = entry 0
  v1: i64 = entry 1
  v2: bool = ult 1000, v0
  branch v2, b4(), b1(0, v1)
b1(v3: i64, v4: i64): loop
  v5: bool = lt v3, v0
  branch v5, b2(), b3()
b2:
  v6: i64 = mul v3, v3
  v7: i64 = add v4, v6
  v8: i64 = add v3, 1
  jump b1(v8, v7)
b3:
  ret v4
b4: cold
  giveup
}
`
	mean = `trace @mean form=typed {
entries (f64, i64, f64)
returns f64
b0:
  v0: f64 = entry 0
  v1: i64 = entry 1
  v2: f64 = entry 2
  v3: f64 = fadd v0, v2
  v4: f64 = i2f v1
  v5: f64 = fdiv v3, v4
  ret v5
}
`
	cast = `trace @cast form=typed {
entries (ref, i64, bool)
returns ref
b0:
  v0: ref = entry 0
  v1: i64 = entry 1
  v2: bool = entry 2
  v3: i64 = bits v0
  v4: i64 = add v3, v1
  v5: i64 = select v2, v4, v3
  v6: ref = word v5
  ret v6
}
`
)

// TestRoutines: a routine returns to machine code what the evaluator says.
func TestRoutines(t *testing.T) {
	r := routinetest.New(t, 0)
	f := math.Float64bits
	for _, c := range []struct {
		text string
		args [][]uint64
	}{
		{sum, [][]uint64{{0, 0}, {1, 5}, {10, 100}, {1000, 1}, {1001, 1}, {^uint64(0), 1}, {0, 1 << 63}}},
		{mean, [][]uint64{{f(1), 2, f(4)}, {f(math.Inf(1)), 0, f(1)}}},
		{cast, [][]uint64{{1 << 60, 7, 1}, {1 << 60, 7, 0}}},
	} {
		fn := parse(t, c.text)
		call := r.Compile(fn)
		for _, args := range c.args {
			var m eval.Machine
			want, err := m.Run(fn, eval.In{Entries: args})
			if err != nil {
				t.Fatal(err)
			}
			if got := call(args...); got != want.Returned {
				t.Errorf("%s(%d) = %#x, want %#x", fn.Name, args, got, want.Returned)
			}
			if gaveUp := fn.GivesUp && want.Returned == fn.GaveUp; gaveUp != want.GaveUp {
				t.Errorf("%s(%d): given up: %v", fn.Name, args, want.GaveUp)
			}
		}
	}
}

// pressure is a routine of which n values live at once: it needs spill slots.
func pressure(n int) string {
	var b strings.Builder
	b.WriteString("trace @pressure form=typed {\nentries (i64)\nreturns i64\nb0:\n  v0: i64 = entry 0\n")
	line := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	for i := 1; i <= n; i++ {
		line("  v%d: i64 = mul v%d, %d\n", i, i-1, i+2)
	}
	last := 1
	for i := 2; i <= n; i++ {
		line("  v%d: i64 = xor v%d, v%d\n", n+i, last, i)
		last = n + i
	}
	line("  ret v%d\n}\n", last)
	return b.String()
}

// TestSpills: a routine's spill slots are not its caller's; one that needs too many is
// refused.
func TestSpills(t *testing.T) {
	r := routinetest.New(t, 0)
	fn := parse(t, pressure(24))
	var m eval.Machine
	want, err := m.Run(fn, eval.In{Entries: []uint64{3}})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Compile(fn)(3); got != want.Returned {
		t.Errorf("%#x, want %#x", got, want.Returned)
	}
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		c := routine.New(target, ir.CoreOps)
		code, err := c.Compile(fn, 1)
		if err != nil {
			t.Fatal(err)
		}
		lo, used := target.RoutineSlot(1), 0
		for _, e := range code.Allocation.Edits {
			for _, l := range []lower.Loc{e.From, e.To} {
				if l.IsSlot() {
					used++
					if l.Slot() < lo || l.Slot() >= lo+lower.RoutineSlots {
						t.Errorf("%s: slot %d, its own are from %d", target.Name, l.Slot(), lo)
					}
				}
			}
		}
		if used == 0 {
			t.Errorf("%s: nothing is spilled", target.Name)
		}
		if _, err := c.Compile(parse(t, pressure(80)), 0); err == nil || !strings.Contains(err.Error(), "slots") {
			t.Errorf("%s: 80 values live: %v", target.Name, err)
		}
	}
}

// TestWrites: what a routine is said to write is all that it writes, and not more than it
// needs.
func TestWrites(t *testing.T) {
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		code, err := routine.New(target, ir.CoreOps).Compile(parse(t, cast), 0)
		if err != nil {
			t.Fatal(err)
		}
		if w := code.Writes; !w.Has(target.Routine.Link) || !w.Has(target.Routine.Result[lower.GPR]) {
			t.Errorf("%s: it writes %#x, which lacks the link or the result", target.Name, w)
		}
		left := 0
		for _, p := range target.Regs.Allocatable[lower.GPR] {
			if !code.Writes.Has(p) {
				left++
			}
		}
		if left < 4 {
			t.Errorf("%s: a routine of three operations leaves %d registers alone", target.Name, left)
		}
	}
}

// TestRefused: what is no routine is refused.
func TestRefused(t *testing.T) {
	c := routine.New(amd64.Target, ir.CoreOps)
	none := parse(t, "trace @t form=typed {\nframe f0 \"t\" (a)\nb0:\n  s0 = state f0 pc=1 (_ |)\n  exit s0 -> x0\n}\nexits x0: end\n")
	slot := parse(t, "trace @t form=typed {\nreturns ref\nb0:\n  v0: ref = slot 0\n  ret v0\n}\n")
	many := parse(t, "trace @t form=typed {\nentries (i64, i64, i64, i64, i64, i64)\nreturns i64\nb0:\n  ret 1\n}\n")
	for _, k := range []struct {
		f     *ir.Func
		level int
		want  string
	}{
		{none, 0, "returns nothing"}, {slot, 0, "V021"}, {many, 0, "operands"}, {parse(t, sum), lower.RoutineLevels, "level"}, {parse(t, sum), -1, "level"},
	} {
		if _, err := c.Compile(k.f, k.level); err == nil || !strings.Contains(err.Error(), k.want) {
			t.Errorf("%v, want %q", err, k.want)
		}
	}
	if d := verify.Check(parse(t, sum), verify.Options{}); len(d) > 0 {
		t.Error(d)
	}
}

// TestColdConstant: an edge has its constants from a place that all its paths come through, also where the last block, which
// is cold, makes the same one for itself.
func TestColdConstant(t *testing.T) {
	const text = `trace @cold form=typed {
entries (i64)
returns i64
b0:
  v0: i64 = entry 0
  v1: bool = ult 100, v0
  branch v1, b5(), b1()
b1:
  v2: bool = ult 50, v0
  branch v2, b2(), b3()
b2:
  jump b4(777777)
b3:
  v3: i64 = add v0, 3
  jump b4(v3)
b4(v4: i64):
  ret v4
b5: cold
  ret 777777
}
`
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		if _, err := routine.New(target, ir.CoreOps).Compile(parse(t, text), 0); err != nil {
			t.Error(err)
		}
	}
}

package toyguest

import (
	"errors"
	"math"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/uop"
)

// TestWords checks that words of all types read back as what they were made of.
func TestWords(t *testing.T) {
	h := newHeap()
	for _, w := range h.Words() {
		s, ok := h.FormatWord(w)
		back, ok2 := h.ParseWord(s)
		if !ok || !ok2 || back != w {
			t.Errorf("%#x prints as %q, which is %#x", w, s, back)
		}
		if !h.TypeOf(w).Only() || h.Fact(w).Types != h.TypeOf(w) {
			t.Errorf("%s has the types %s", s, Types.Format(h.TypeOf(w)))
		}
	}
	for _, n := range []int64{0, -1, 1<<47 - 1, -1 << 47, 1 << 47, math.MaxInt64, math.MinInt64} {
		w, _ := h.BoxI64(n)
		if got, ok := h.UnboxI64(w); !ok || got != n || h.TypeOf(w) != TInt {
			t.Errorf("%d is %d, %v", n, got, ok)
		}
	}
	for _, x := range []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), 5e-324, math.MaxFloat64, -math.MaxFloat64} {
		w := h.BoxF64(x)
		if got, ok := h.UnboxF64(w); !ok || math.Float64bits(got) != math.Float64bits(x) {
			t.Errorf("%v is %v, %v", x, got, ok)
		}
	}
	if w := h.BoxF64(math.Float64frombits(0xfff8_0000_0000_0001)); h.TypeOf(w) != TFloat || w != h.BoxF64(math.NaN()) {
		t.Error("a NaN is not canonical")
	}
	for _, s := range []string{"", "L4", "L-1", "1_0", "0x1p3", "Inf", "x"} {
		if w, ok := h.ParseWord(s); ok {
			t.Errorf("%q is the word %#x", s, w)
		}
	}
}

// builder builds and checks.
func builder(g *Guest) *build.Builder {
	b := build.New(g.Table(), g.Types, g.Build)
	b.F.Words = g.Words
	return b
}

func buildTrace(b *build.Builder, t *uop.Trace) (*ir.Func, error) {
	return b.Trace(t, build.Entry{Frame: frameOf(t.Code)})
}

// hasAny reports whether a trace has an operation that only the evaluator knows.
func hasAny(t *uop.Trace) bool {
	for _, u := range t.Insts {
		if u.Op == ANY {
			return true
		}
	}
	return false
}

// differential holds the guest's rules against its interpreter.
func differential(g *Guest) *guesttest.Differential {
	return &guesttest.Differential{
		Guest: &g.Guest, Reset: g.Heap.Reset, Format: g.Heap.format,
		Memory: func() []byte { return g.Heap.mem[:g.Heap.first] },
		Interpret: func(t *uop.Trace, slots []uint64, poll func() bool) (eval.Out, error) {
			if hasAny(t) {
				return eval.Out{}, guesttest.ErrUnknown
			}
			out, err := Interpret(g.Heap, t, slots, poll)
			if errors.Is(err, ErrUops) {
				err = guesttest.ErrUnknown
			}
			return out, err
		},
	}
}

// checkBuild compares a trace's execution with that of what is built from it.
func checkBuild(t testing.TB, g *Guest, d *guesttest.Differential, tr *uop.Trace, data []byte) (kind ir.ExitKind, ran bool) {
	if text := tr.String(); len(tr.Insts) > 0 {
		again, err := uop.Parse("", []byte(text), Uops)
		if err != nil || again.String() != text {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	slots := Slots(g.Heap, data[len(data)/2:], int(tr.Code&15))
	kind, err := d.Check(tr, slots, 4)
	if errors.Is(err, guesttest.ErrUnknown) {
		return 0, false
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, tr)
	}
	return kind, true
}

// TestBuild compares interpretation with building and evaluating for random
// traces and regions; all kinds of exits must be taken.
func TestBuild(t *testing.T) {
	g := New()
	d := differential(g)
	var kinds [ir.NumExitKinds]int
	for seed := range uint64(3000) {
		data := guesttest.Bytes(seed, 20+int(seed%60))
		if k, ran := checkBuild(t, g, d, Language(g.Heap).Trace(data), data); ran {
			kinds[k]++
		}
		if k, ran := checkBuild(t, g, d, Language(g.Heap).Region(data), data); ran {
			kinds[k]++
		}
	}
	t.Log(kinds)
	for k, n := range kinds {
		if n == 0 && ir.ExitKind(k) != ir.Dynamic {
			t.Errorf("no run left by an exit of kind %s", ir.ExitKind(k))
		}
	}
}

func FuzzBuild(f *testing.F) {
	g := New()
	d := differential(g)
	f.Add(guesttest.Bytes(1, 40))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), 200)]
		checkBuild(t, g, d, Language(g.Heap).Trace(data), data)
		checkBuild(t, g, d, Language(g.Heap).Region(data), data)
	})
}

// TestCall builds a call by hand: a return of the entry frame is a dynamic exit.
func TestCall(t *testing.T) {
	g := New()
	tr, err := uop.Parse("", []byte(`trace @call entry=0 depth=0 code=0x21
  BEGIN @0
  LOAD 0 @0
  CALL 1 @1 =0x22
  BEGIN @0
  LOAD 0 @0
  LOAD 0 @0
  GUARD 1 @0
  GUARD 0 @0
  ARITH 0 @0
  BEGIN @3
  RETURN @3
  BEGIN @1
  RETURN @1
`), Uops)
	if err != nil {
		t.Fatal(err)
	}
	f, err := buildTrace(builder(g), tr)
	if err != nil {
		t.Fatal(err)
	}
	m := eval.Machine{Words: g.Words, Ops: g.Evals()}
	for _, slots := range [][]uint64{{g.Heap.must(4)}, {Nil}} {
		got, err := m.Run(f, eval.In{Slots: slots})
		if err != nil {
			t.Fatal(err)
		}
		want, err := Interpret(g.Heap, tr, slots, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := (eval.Comparer{IgnoreMemory: true}).Equal(want, got); err != nil {
			t.Error(err)
		}
	}
}

package eval_test

import (
	"errors"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
)

// generated makes a random function and an input for it.
func generated(w *eval.Model, data []byte, form ir.Form) (*ir.Func, eval.In) {
	f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
	guesttest.Func(f, data, form)
	in := eval.In{Slots: ints(w, 3, -1, 1<<62), MaxSteps: 100000}
	in.Slots = append(in.Slots, w.Object(1), w.BoxF64(2.5))
	for i, t := range f.Entries {
		in.Entries = append(in.Entries, map[ir.Type]uint64{ir.Ref: in.Slots[i], ir.I64: 77, ir.F64: 1 << 62, ir.Bool: 1}[t])
	}
	return f, in
}

// checkSame evaluates a function and its parsed print, which must agree, with
// the exit of each number taken on purpose on its first visit (−1: none).
func checkSame(t testing.TB, data []byte, form ir.Form) (left map[ir.ExitKind]int) {
	m, w := newMachine()
	f, in := generated(w, data, form)
	g, err := irtext.Parse("", []byte(irtext.String(f)), guesttest.Ops, guesttest.Types, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	left = map[ir.ExitKind]int{}
	for n := int32(-1); int(n) < len(g.Exits); n++ {
		in.Force = func(x *ir.Exit, _ int) bool { return x.ID == n }
		w.Forget()
		b, err := m.Run(g, in)
		if errors.Is(err, eval.ErrSteps) {
			return left
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, irtext.String(g))
		}
		w.Forget()
		p := irtext.NewPrinter(f, irtext.Options{}) // exits of f by their number in the text
		name := irtext.NewPrinter(g, irtext.Options{})
		in.Force = func(x *ir.Exit, _ int) bool { return n >= 0 && p.Exit(x) == name.Exit(g.Exits[n]) }
		a, err := m.Run(f, in)
		if err == nil {
			err = eval.Equal(a, b)
		}
		if err != nil || a.Steps != b.Steps || a.Clock != b.Clock {
			t.Fatalf("%v\n%s", err, irtext.String(f))
		}
		left[a.Kind]++
	}
	return left
}

// TestGenerated checks that evaluation does not depend on ids in memory, and
// that every exit can be taken.
func TestGenerated(t *testing.T) {
	total := map[ir.ExitKind]int{}
	for seed := range uint64(60) {
		for k, n := range checkSame(t, guesttest.Bytes(seed, 250), ir.Form(seed%3)) {
			total[k] += n
		}
	}
	for k := range ir.NumExitKinds {
		if total[k] == 0 {
			t.Errorf("no run left by an exit of kind %s", k)
		}
	}
}

func FuzzGenerated(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(guesttest.Bytes(seed, 100), uint8(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte, form uint8) {
		checkSame(t, data[:min(len(data), 200)], ir.Form(form%3))
	})
}

// FuzzText evaluates whatever the verifier accepts: it must not panic.
func FuzzText(f *testing.F) {
	for seed := range uint64(6) {
		fn := ir.NewFunc("seed", guesttest.Ops, guesttest.Types)
		guesttest.Func(fn, guesttest.Bytes(seed, 60), ir.Form(seed%3))
		f.Add(irtext.String(fn))
	}
	f.Fuzz(func(t *testing.T, text string) {
		fn, err := irtext.Parse("", []byte(text), guesttest.Ops, guesttest.Types, irtext.Options{})
		if err != nil || len(verify.Check(fn, verify.Options{})) > 0 || fn.Frames[0].NumSlots > 100 {
			return
		}
		m, w := newMachine()
		in := eval.In{MaxSteps: 1000, Entries: make([]uint64, len(fn.Entries))}
		for range fn.Frames[0].NumSlots {
			in.Slots = append(in.Slots, w.None())
		}
		a, errA := m.Run(fn, in)
		w.Forget()
		b, errB := m.Run(fn, in)
		if (errA == nil) != (errB == nil) {
			t.Fatalf("%v, %v", errA, errB)
		}
		if err := eval.Equal(a, b); err != nil {
			t.Fatal(err)
		}
	})
}

// BenchmarkRun evaluates a loop of five operations and its states.
func BenchmarkRun(b *testing.B) {
	f := body(b, `b0:
  v0: ref = slot 0
  s0 = state f0 pc=1 (_, _ |)
  v1: i64 = guard.i64 v0, s0 -> x0
  jump b1(v1, 0)
b1(v2: i64, v3: i64): loop
  s1 = state f0 pc=2 (box v2, box v3 |)
  v4: i64 = add.ov v3, v2, s1 -> x1
  v5: i64 = sub v2, 1
  v6: bool = gt v5, 0
  branch v6, b1(v5, v4), b2()
b2:
  s2 = state f0 pc=3 (box v4, _ |)
  exit s2 -> x2
`, "x0: deopt, x1: deopt, x2: end")
	m, w := newMachine()
	in := eval.In{Slots: ints(w, 1000, 0)}
	b.ReportAllocs()
	steps := 0
	for b.Loop() {
		out, err := m.Run(f, in)
		if err != nil {
			b.Fatal(err)
		}
		steps += out.Steps
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
}

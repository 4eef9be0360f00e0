package types

import (
	"fmt"
	"math"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// bounds are ends of the ranges that operations are tried on.
var bounds = []int64{math.MinInt64, math.MinInt64 + 1, -65, -2, -1, 0, 1, 6, 63, 64, 1 << 32, math.MaxInt64}

// operation makes a function of one operation on two entry values.
func operation(op ir.Op) (*ir.Func, *ir.Value) {
	f := ir.NewFunc("op", ir.CoreOps, nil)
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "op", NumLocals: 1, NumSlots: 1})
	c := f.AtEnd(f.NewBlock())
	row := ir.CoreOps.Row(op)
	var args []*ir.Value
	for i, t := range row.Args {
		f.Entries = append(f.Entries, t)
		f.EntryFacts = append(f.EntryFacts, ir.Top)
		args = append(args, c.AddTyped(ir.OpEntry, t, int64(i)))
	}
	s := c.AddAux(ir.OpState, ir.StateAux(0, 0, 0), nil, nil)
	v := c.Add(op, args...)
	if row.States[ir.Before] {
		f.SetExit(v, ir.Before, s, ir.Deopt)
	}
	c.Exit(c.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, v), ir.End)
	return f, v
}

// inside returns numbers of a range: its ends, some near them, and those of
// bounds in it.
func inside(lo, hi int64) []int64 {
	list := []int64{lo, hi}
	for _, n := range bounds {
		if lo < n && n < hi {
			list = append(list, n)
		}
	}
	if lo < hi {
		list = append(list, lo+1, hi-1, lo/2+hi/2)
	}
	return list
}

// TestRanges checks that every integer operation and comparison gives a number
// in the range that the analysis finds, for pairs of ranges with interesting
// ends.
func TestRanges(t *testing.T) {
	var facts Facts
	for op := ir.OpAdd; op <= ir.OpBoolToI64; op++ {
		row := ir.CoreOps.Row(op)
		if !integers(row) {
			continue
		}
		f, v := operation(op)
		eachRange(row.Args[0], func(a ir.Fact) {
			second := ir.I64
			if len(row.Args) > 1 {
				second = row.Args[1]
			}
			eachRange(second, func(b ir.Fact) {
				f.EntryFacts[0] = a
				if len(row.Args) > 1 {
					f.EntryFacts[1] = b
				}
				Compute(f, &facts)
				checkRange(t, row.Name, op, a, b, len(row.Args), facts.Of(v))
			})
		})
	}
}

// integers reports whether an operation is one on integers and truth values.
func integers(row *ir.OpRow) bool {
	ok := row.Result == ir.I64 || row.Result == ir.Bool
	for _, a := range row.Args {
		ok = ok && (a == ir.I64 || a == ir.Bool)
	}
	return ok && len(row.Args) > 0
}

func eachRange(typ ir.Type, fn func(ir.Fact)) {
	if typ == ir.Bool {
		fn(ir.RangeFact(0, 1))
		return
	}
	for i, lo := range bounds {
		for _, hi := range bounds[i:] {
			fn(ir.RangeFact(lo, hi))
		}
	}
}

func checkRange(t *testing.T, name string, op ir.Op, a, b ir.Fact, n int, k ir.Fact) {
	for _, x := range inside(a.Lo, a.Hi) {
		for _, y := range inside(b.Lo, b.Hi) {
			r, ok := eval.Fold(op, []uint64{uint64(x), uint64(y)}[:n])
			if !ok {
				continue // it leaves, or is undefined
			}
			if k.IsBottom() || int64(r) < k.Lo || int64(r) > k.Hi || k.Const && k.Word != r {
				t.Fatalf("%s of %d in [%d, %d] and %d in [%d, %d] is %d, not in [%d, %d] (bottom %v, constant %v %d)",
					name, x, a.Lo, a.Hi, y, b.Lo, b.Hi, int64(r), k.Lo, k.Hi, k.IsBottom(), k.Const, int64(k.Word))
			}
		}
	}
}

// TestFixpoint checks on random functions that computing any fact once more
// changes nothing: no block was left out that had to be looked at again.
func TestFixpoint(t *testing.T) {
	var facts Facts
	loops := 0
	for seed := range uint64(300) {
		f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
		guesttest.Func(f, guesttest.Bytes(seed, 40+int(seed%200)), ir.Form(seed%3))
		f.Words = eval.NewModel()
		Compute(f, &facts)
		for _, b := range f.Blocks {
			if b.Loop {
				loops++
			}
			for i, p := range b.Params {
				if facts.param(b, i, p, 0) {
					t.Fatalf("seed %d: %v grows", seed, p)
				}
			}
			for v := range b.Values() {
				if v.Type == ir.Void || v.Type == ir.State {
					continue
				}
				if k := facts.transfer(f, v); k != facts.Of(v) {
					t.Fatalf("seed %d: %v is %+v, then %+v", seed, v, facts.Of(v), k)
				}
			}
		}
	}
	if loops < 50 {
		t.Errorf("only %d loops", loops)
	}
}

// TestWiden checks that a counter's range is found by widening, and the bound
// that it cannot pass kept.
func TestWiden(t *testing.T) {
	f := ir.NewFunc("count", ir.CoreOps, nil)
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "count", NumLocals: 1, NumSlots: 1})
	c := f.AtEnd(f.NewBlock())
	head := f.NewBlock()
	f.SetLoop(head, true)
	c.Jump(head, f.ConstI64(0), f.ConstI64(5))
	n, m := f.NewParam(head, ir.I64), f.NewParam(head, ir.I64)
	c = f.AtEnd(head)
	s := c.AddAux(ir.OpState, ir.StateAux(0, 0, 0), nil, n)
	next := c.AddGuard(ir.OpAddOv, 0, s, ir.Deopt, n, f.ConstI64(1))
	c.Jump(head, next, c.Add(ir.OpAnd, m, f.ConstI64(7)))
	var facts Facts
	Compute(f, &facts)
	for v, want := range map[*ir.Value][2]int64{n: {0, math.MaxInt64}, next: {1, math.MaxInt64}, m: {0, 5}} {
		if k := facts.Of(v); k.Lo != want[0] || k.Hi != want[1] || k.IsBottom() {
			t.Errorf("%v is in [%d, %d], want %d", v, k.Lo, k.Hi, want)
		}
	}
}

// TestWidenAfter: what the first ways around a loop bring is joined; what grows
// after them is widened at once, so that few rounds are enough.
func TestWidenAfter(t *testing.T) {
	f := ir.NewFunc("chain", ir.CoreOps, nil)
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "chain", NumLocals: 1, NumSlots: 1})
	entry, head, zero := f.NewBlock(), f.NewBlock(), f.ConstI64(0)
	f.SetLoop(head, true)
	f.AtEnd(entry).Jump(head, zero, zero, zero)
	late, next, early := f.NewParam(head, ir.I64), f.NewParam(head, ir.I64), f.NewParam(head, ir.I64)
	f.AtEnd(head).Jump(head, next, early, f.ConstI64(5))
	var facts Facts
	Compute(f, &facts)
	for v, want := range map[*ir.Value]int64{early: 5, next: 5, late: math.MaxInt64} {
		if k := facts.Of(v); k.Lo != 0 || k.Hi != want {
			t.Errorf("%v is in [%d, %d], want [0, %d]", v, k.Lo, k.Hi, want)
		}
	}
}

// BenchmarkCompute analyses random functions.
func BenchmarkCompute(b *testing.B) {
	for _, n := range []int{100, 900} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := ir.NewFunc("bench", guesttest.Ops, guesttest.Types)
			guesttest.Func(f, guesttest.Bytes(1, n), ir.Typed)
			f.Words = eval.NewModel()
			var facts Facts
			b.ReportAllocs()
			for b.Loop() {
				Compute(f, &facts)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(f.NumValues()), "ns/value")
		})
	}
}

// TestDiffer: words of objects of different types differ, if the guest's words are known.
func TestDiffer(t *testing.T) {
	object := func(types ir.TypeSet) ir.Fact { k := ir.TypesFact(types); k.NotNull = true; return k }
	constant := ir.Top // of no object
	constant.Const = true
	for _, c := range []struct {
		name  string
		words ir.Words
		a, b  ir.Fact
		want  bool
	}{
		{"two types", eval.NewModel(), object(1), object(2), true},
		{"one type", eval.NewModel(), object(3), object(2), false},
		{"an object and none", eval.NewModel(), object(1), constant, true},
		{"words unknown", nil, object(1), object(2), false},
		{"unreachable", eval.NewModel(), object(1), ir.Fact{}, false},
	} {
		f := Facts{words: c.words}
		if got := f.differ(c.a, c.b); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

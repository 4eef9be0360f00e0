package verify_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
)

// TestAge checks rule V033 on both sides.
func TestAge(t *testing.T) {
	const state = "  s0 = state f0 pc=1 (_ |)\n"
	const guard = "  guard.true true, s0 -> x0\n"
	const store = "  store #0x1, 2 +0 64 class=0\n"
	const exits = "exits x0: deopt, x9: end"
	for _, c := range []struct {
		claim string
		ok    bool
		body  string
		exits string
	}{
		{"guards, loads, pure operations and fresh states do not count", true, "b0:\n" + state +
			"  v0: i64 = load #0x1 +0 64 class=0\n  v1: i64 = add v0, 1\n  s1 = state f0 pc=2 (_ |)\n  guard.true false, s1 -> x1\n" + guard + end, exits + ", x1: side"},
		{"an invalidation check does not count", true, "b0:\n" + state + "  guard.valid s0 -> x1\n" + guard + end, exits + ", x1: deopt"},
		{"a store counts", false, "b0:\n" + state + store + guard + end, exits},
		{"a store behind the guard does not", true, "b0:\n" + state + guard + store + end, exits},
		{"a store ahead of the state does not", true, "b0:\n" + store + state + guard + end, exits},
		{"a poll counts", false, "b0:\n" + state + "  poll s0 -> x1\n" + guard + end, exits + ", x1: poll"},
		{"the clock counts", false, "b0:\n" + state + "  clock 1\n" + guard + end, exits},
		{"an operation that may raise counts", false, "b0:\n" + state + "  v0: ref = toy.attr #0x1, #0x1, before s0 -> x1, raise s0 -> x2\n" + guard + end, exits + ", x1: deopt, x2: error"},
		{"an operation's own effect does not", true, "b0:\n" + state + "  v0: ref = toy.attr #0x1, #0x1, before s0 -> x1, raise s0 -> x2\n" + end, "exits x1: deopt, x2: error, x9: end"},
		{"raise and after states may be old", true, "b0:\n" + state + store + "  toy.setitem #0x1, #0x1, #0x1, raise s0 -> x1\n  guard.valid s0 -> x2\n" + end, "exits x1: error, x2: deopt, x9: end"},
		{"an effect on one of two ways counts", false, "b0:\n" + state + "  branch true, b1(), b2()\nb1:\n" + store + "  jump b3()\nb2:\n  jump b3()\nb3:\n" + guard + end, exits},
		{"no effect on either way", true, "b0:\n" + state + "  branch true, b1(), b2()\nb1:\n  jump b3()\nb2:\n  jump b3()\nb3:\n" + guard + end, exits},
		{"an effect on the way that does not lead to the guard", true, "b0:\n" + state + "  branch true, b1(), b2()\nb1:\n" + store + "  s9 = state f0 pc=9 (_ |)\n  exit s9 -> x9\nb2:\n" + guard + "  s8 = state f0 pc=9 (_ |)\n  exit s8 -> x8\n", exits + ", x8: end"},
		{"a loop without effects", true, "b0:\n" + state + "  jump b1()\nb1: loop\n" + guard + "  jump b1()\n", "exits x0: deopt"},
		{"an effect behind the guard comes around the back edge", false, "b0:\n" + state + "  jump b1()\nb1: loop\n" + guard + store + "  jump b1()\n", "exits x0: deopt"},
		{"a state of each iteration is fresh", true, "b0:\n  jump b1()\nb1: loop\n" + state + guard + store + "  jump b1()\n", "exits x0: deopt"},
		{"an effect in an inner loop counts behind it", false, "b0:\n" + state + "  jump b1()\nb1: loop\n" + store + "  branch true, b1(), b2()\nb2:\n" + guard + end, exits},
		{"a loop without effects between", true, "b0:\n" + store + state + "  jump b1()\nb1: loop\n  branch true, b1(), b2()\nb2:\n" + guard + end, exits},
		{"a state at the header, an effect at the latch", true, "b0:\n  jump b1()\nb1: loop\n" + state + "  branch true, b2(), b3()\nb2:\n" + guard + "  jump b4()\nb3:\n  jump b4()\nb4:\n" + store + "  jump b1()\n", "exits x0: deopt"},
	} {
		text := fn("typed", c.body, c.exits)
		diags := verify.Check(parse(t, text), verify.Options{})
		if c.ok != (len(diags) == 0) || !c.ok && diags[0].Code != "V033" {
			t.Errorf("%s: %v\n%s", c.claim, diags, text)
		}
	}
}

// old reports by search whether an effect lies on a path from s to v that does
// not pass s again: the rule as it is stated.
func old(f *ir.Func, s, v *ir.Value) bool {
	type place struct {
		b       *ir.Block
		effects bool
	}
	var todo []place
	seen := map[place]bool{}
	walk := func(from *ir.Value, b *ir.Block, effect bool) bool {
		for x := from; x != nil; x = x.Next() {
			if x == s {
				return false
			}
			if x == v && effect {
				return true
			}
			effect = effect || f.Observable(x)
		}
		for _, e := range b.Succs {
			if p := (place{e.To, effect}); !seen[p] {
				seen[p] = true
				todo = append(todo, p)
			}
		}
		return false
	}
	if walk(s.Next(), s.Block, false) {
		return true
	}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if walk(p.b.First(), p.b, p.effects) {
			return true
		}
	}
	return false
}

// TestAgeOracle gives random guards random states, and compares the verdict on
// each with a search of paths.
func TestAgeOracle(t *testing.T) {
	var c verify.Checker
	agree := map[bool]int{}
	for seed := range uint64(250) {
		f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
		guesttest.Func(f, guesttest.Bytes(seed, 300), ir.Typed)
		r := rand.New(rand.NewPCG(seed, 2))
		var guards, states []*ir.Value
		for _, b := range f.Blocks {
			for v := b.First(); v != nil; v = v.Next() {
				if v.States[ir.Before] != nil {
					guards = append(guards, v)
				}
				if v.Op == ir.OpState {
					states = append(states, v)
				}
			}
		}
		for range 40 * min(1, len(guards)) {
			g, s := guards[r.IntN(len(guards))], states[r.IntN(len(states))]
			was := g.States[ir.Before]
			f.SetState(g, ir.Before, s)
			diags := c.Check(f, verify.Options{})
			if slices.ContainsFunc(diags, func(d verify.Diagnostic) bool { return d.Code != "V033" }) {
				f.SetState(g, ir.Before, was) // it does not dominate the guard
				continue
			}
			want := old(f, s, g)
			if got := len(diags) > 0; got != want {
				t.Fatalf("seed %d: an effect between %v and %v: reported %v, found %v\n%s", seed, s, g, got, want, irtext.String(f))
			}
			agree[want]++
			if want {
				f.SetState(g, ir.Before, was)
			}
		}
	}
	if agree[true] < 200 || agree[false] < 200 {
		t.Errorf("too few cases on either side: %v", agree)
	}
}

// TestProgress checks rule V034 on both sides. Marks are clock operations.
func TestProgress(t *testing.T) {
	const at12 = "  s0 = state f0 pc=12 (_ |)\n"
	const guard = "  guard.true true, s0 -> x0\n"
	const exits = "exits x0: deopt, x9: end"
	for _, c := range []struct {
		claim string
		ok    bool
		body  string
		exits string
	}{
		{"a guard before the mark", false, "b0:\n" + at12 + guard + "  clock 1\n" + end, exits},
		{"a guard behind it", true, "b0:\n  clock 1\n" + at12 + guard + end, exits},
		{"a guard that resumes elsewhere", true, "b0:\n  s0 = state f0 pc=13 (_ |)\n" + guard + end, exits},
		{"the same pc in an inlined frame", true, "b0:\n  s1 = state f0 pc=11 (_ |)\n  s0 = state f1 pc=12 (#0x1 |) in s1\n" + guard + end, exits},
		{"a mark on one of two ways", false, "b0:\n  branch true, b1(), b2()\nb1:\n  clock 1\n  jump b3()\nb2:\n  jump b3()\nb3:\n" + at12 + guard + end, exits},
		{"a mark on both ways", true, "b0:\n  branch true, b1(), b2()\nb1:\n  clock 1\n  jump b3()\nb2:\n  clock 1\n  jump b3()\nb3:\n" + at12 + guard + end, exits},
		{"hoisted out of the loop, ahead of the mark", false, "b0:\n" + at12 + guard + "  jump b1()\nb1: loop\n  clock 1\n  jump b1()\n", "exits x0: deopt"},
		{"in the loop, behind a peeled iteration", true, "b0:\n  clock 1\n  jump b1()\nb1: loop\n" + at12 + guard + "  clock 1\n  jump b1()\n", "exits x0: deopt"},
		{"in the loop, on its first iteration", false, "b0:\n  jump b1()\nb1: loop\n" + at12 + guard + "  clock 1\n  jump b1()\n", "exits x0: deopt"},
		{"an exit at once", false, "b0:\n" + at12 + "  exit s0 -> x0\n", "exits x0: end"},
		{"a poll", false, "b0:\n" + at12 + "  poll s0 -> x0\n  clock 1\n" + end, "exits x0: poll, x9: end"},
		{"an exception", true, "b0:\n" + at12 + "  toy.setitem #0x1, #0x1, #0x1, raise s0 -> x0\n" + end, "exits x0: error, x9: end"},
	} {
		f := parse(t, fn("typed", c.body, c.exits))
		p := &verify.Progress{PC: 12, Mark: func(v *ir.Value) bool { return v.Op == ir.OpClock }}
		diags := verify.Check(f, verify.Options{Progress: p})
		if c.ok != (len(diags) == 0) || !c.ok && diags[0].Code != "V034" {
			t.Errorf("%s: %v\n%s", c.claim, diags, c.body)
		}
		if d := verify.Check(f, verify.Options{}); len(d) > 0 {
			t.Errorf("%s: without the rule: %v", c.claim, d)
		}
	}
	f := parse(t, fn("typed", "b0:\n  clock 1\n"+at12+guard+end, exits))
	if d := verify.Check(f, verify.Options{Progress: &verify.Progress{PC: 12}}); len(d) != 1 {
		t.Errorf("without marks: %v", d)
	}
}

package loops_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2/analysis/dom"
	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

// TestStates has the states in which guards may leave that move in front of a loop, by their pc: that of the loop's start,
// and that of the last exit ahead of it. −1: there is none.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		claim, ahead, header string
		start, entry         int
	}{
		{"a poll at the loop's start", "", "poll s2 -> x2", 2, -1},
		{"a guard at the loop's start", "", "v2: i64 = add.ov v1, 1, s2 -> x1", 2, -1},
		{"a store ahead of the guard", "", "store v8, v8 +16 64 class=2\n  v2: i64 = add.ov v1, 1, s2 -> x1", -1, -1},
		{"a branch's exit is no guard", "", "v2: bool = lt v1, 5\n  guard.true v2, s2 -> x3\n  v3: i64 = add.ov v1, 1, s2 -> x1", -1, -1},
		{"a number ahead of the guard", "", "v2: i64 = add v1, 1\n  v3: i64 = add.ov v2, 1, s2 -> x1", 2, -1},
		{"a state that holds what the loop has made", "", "v2: i64 = add v1, 1\n  s3 = state f0 pc=3 (box v2, _ |)\n  v3: i64 = add.ov v2, 1, s3 -> x1", -1, -1},
		{"a guard ahead of the loop", "v9: i64 = add.ov v0, 1, s1 -> x0", "poll s2 -> x2", 2, 1},
		{"a store behind the guard ahead of the loop", "v9: i64 = add.ov v0, 1, s1 -> x0\n  store v8, v8 +16 64 class=2", "poll s2 -> x2", 2, -1},
		{"what ends the trace ahead of the loop is no guard", "v9: bool = lt v0, 5\n  guard.true v9, s1 -> x3", "poll s2 -> x2", 2, -1},
	} {
		f := stateFunc(t, c.ahead, c.header)
		var tree dom.Tree
		var forest loops.Forest
		dom.Compute(f, &tree)
		loops.Compute(f, &tree, &forest)
		pc := func(s *ir.Value) int {
			if s == nil {
				return -1
			}
			return int(s.StatePC())
		}
		in := forest.Loops[0]
		if start, entry := pc(forest.StartState(f, in)), pc(forest.EntryState(f, in)); start != c.start || entry != c.entry {
			t.Errorf("%s: pc %d at the start, want %d; %d ahead, want %d", c.claim, start, c.start, entry, c.entry)
		}
	}
}

// TestCopyState copies a state that holds the loop's parameter by another value, which has been replaced by it.
func TestCopyState(t *testing.T) {
	f := stateFunc(t, "", "v2: i64 = add v1, 0\n  s3 = state f0 pc=3 (box v2, box v1 |)\n  v3: i64 = add.ov v2, 1, s3 -> x1")
	v0, header := f.Entry().First(), f.Blocks[1]
	for v := header.First(); v != nil; v = v.Next() {
		if v.Op == ir.OpAdd {
			f.Replace(v, header.Params[0])
			break
		}
	}
	var tree dom.Tree
	var forest loops.Forest
	dom.Compute(f, &tree)
	loops.Compute(f, &tree, &forest)
	in := forest.Loops[0]
	s := forest.StartState(f, in)
	if s == nil {
		t.Fatalf("no state:\n%s", irtext.String(f))
	}
	w := forest.CopyState(f.BeforeTerm(in.Preheader), in, s)
	for _, a := range w.Args[1:3] {
		if a != v0 {
			t.Errorf("%v holds %v, want %v", w, a, v0)
		}
	}
}

// stateFunc makes a loop over a parameter v1, which is v0 at first.
func stateFunc(t *testing.T, ahead, header string) *ir.Func {
	t.Helper()
	text := "trace @t form=typed {\nentries (i64, ref)\nframe f0 \"t\" (a, b)\nb0:\n  v0: i64 = entry 0\n  v8: ref = entry 1\n  s1 = state f0 pc=1 (box v0, _ |)\n  " + ahead +
		"\n  jump b1(v0)\nb1(v1: i64): loop\n  s2 = state f0 pc=2 (box v1, _ |)\n  " + header + "\n  v7: i64 = add v1, 1\n  jump b1(v7)\n}\n"
	exits := "exits "
	for i, kind := range []string{"deopt", "deopt", "poll", "side"} {
		name := "x" + strconv.Itoa(i)
		if !strings.Contains(text, "-> "+name) {
			continue
		}
		if exits != "exits " {
			exits += ", "
		}
		exits += name + ": " + kind
	}
	text += exits + "\n"
	f, err := irtext.Parse("", []byte(text), ir.CoreOps, nil, irtext.Options{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return f
}

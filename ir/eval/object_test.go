package eval_test

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// TestVirtual checks that an exit makes each virtual object once, of boxed
// operands, and that it is what the operation itself would have made.
func TestVirtual(t *testing.T) {
	const head = "trace @t form=typed {\nentries (i64)\nframe f0 \"outer\" (a, b) slots=3\nframe f1 \"inner\" (c) slots=2 in f0\n"
	virtual := parse(t, head+`b0:
  v0: i64 = entry 0
  v1: ref = new toy.pair(#0x1, box v0)
  v2: ref = new toy.range(v0, v1, v1)
  s0 = state f0 pc=1 (v1, v2 |)
  s1 = state f1 pc=2 (v1 |) in s0
  guard.true false, s1 -> x0
  s9 = state f0 pc=9 (_, _ |)
  exit s9 -> x9
}
exits x0: side, x9: end
`)
	made := parse(t, head+`b0:
  v0: i64 = entry 0
  v1: ref = box.i64 v0
  v2: ref = toy.pair v1, v1
  v3: ref = toy.pair #0x1, v1
  v4: ref = toy.range v0, v3, v3
  s0 = state f0 pc=1 (v3, v4 |)
  s1 = state f1 pc=2 (v3 |) in s0
  guard.true false, s1 -> x0
  s9 = state f0 pc=9 (_, _ |)
  exit s9 -> x9
}
exits x0: side, x9: end
`)
	m, w := newMachine()
	in := eval.In{Slots: ints(w, 1, 2), Entries: []uint64{1 << 60}, Note: true}
	a, b := run(t, m, made, in), run(t, m, virtual, in)
	if err := eval.Equal(a, b); err != nil {
		t.Error(err)
	}
	slots := b.Frames[0].Slots
	if slots[0].Word == slots[1].Word || slots[0].Word != b.Frames[1].Slots[0].Word || len(b.Fresh) != 2 || len(a.Fresh) != 3 {
		t.Errorf("frames %v, objects %v, %v", b.Frames, b.Fresh, a.Fresh)
	}
	big, err := w.BoxI64(1 << 60)
	if err != nil {
		t.Fatal(err)
	}
	for disp, want := range map[int64]uint64{8: 2, 16: 1 << 60, 24: slots[0].Word, 32: slots[0].Word} {
		if got, err := w.Load(slots[1].Word, disp, ir.Mem64); err != nil || got != want {
			t.Errorf("toy.range's field at %d is %#x, %v, want %#x", disp, got, err, want)
		}
	}
	if got, err := w.Load(slots[0].Word, 16, ir.Mem64); err != nil || got != big {
		t.Errorf("toy.pair's second field is %#x, %v, want a box", got, err)
	}
}

// TestObjectIdentity checks that results differ where one object stands in the
// place of two, or where objects consist of different things.
func TestObjectIdentity(t *testing.T) {
	const head = "b0:\n  v0: ref = toy.pair #0x1, #0x2\n"
	const tail = "  exit s0 -> x0\n"
	lines := []string{
		"  v1: ref = toy.pair #0x1, #0x2\n  s0 = state f0 pc=1 (v0, v1 |)\n",
		"  s0 = state f0 pc=1 (v0, v0 |)\n",
		"  v1: ref = toy.pair #0x1, #0x3\n  s0 = state f0 pc=1 (v0, v1 |)\n",
		"  v1: ref = toy.pair v0, #0x2\n  s0 = state f0 pc=1 (v0, v1 |)\n",
		"  v1: ref = toy.pair v0, #0x2\n  v2: ref = toy.pair #0x1, #0x2\n  s0 = state f0 pc=1 (v2, v1 |)\n",
		"  s1 = state f0 pc=1 (v0, _ |)\n  v1: ref = toy.call v0, raise s1 -> x1\n  s0 = state f0 pc=1 (v0, v1 |)\n",
	}
	outs := func(extra string) (list []eval.Out) {
		for _, l := range lines {
			exits := "x0: end"
			if strings.Contains(l, "-> x1") {
				exits += ", x1: error"
			}
			m, w := newMachine()
			list = append(list, run(t, m, body(t, head+extra+l+tail, exits), eval.In{Slots: ints(w, 1, 2), Note: true}))
		}
		return list
	}
	plain, shifted := outs(""), outs("  v9: ref = toy.pair #0x5, #0x5\n")
	for i, a := range plain {
		for j, b := range shifted {
			if err := eval.Equal(a, b); (err == nil) != (i == j) {
				t.Errorf("%s%s: %v", lines[i], lines[j], err)
			}
		}
	}
}

package toyguest

import (
	"fmt"
	"math"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// routines are the texts of the guest's routines, by name.
var routines = map[string]string{
	// has: a list of at most 8 elements has a word that is no float.
	"has": `trace @has form=typed {
entries (ref, ref)
returns bool else 0x2
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: i64 = bits v1
  v3: i64 = sub v2, 562949953421312
  v4: bool = ult v3, -1125899906842624
  branch v4, b6(), b1()
b1:
  v5: i64 = load v0 +4 32 class=1
  v6: bool = ult 8, v5
  branch v6, b6(), b2(0)
b2(v7: i64): loop
  v8: bool = ult v7, v5
  branch v8, b3(), b5(false)
b3:
  v9: ref = loadx v0, v7 *8 +8 64 class=2
  v10: bool = same v9, v1
  branch v10, b5(true), b4()
b4:
  v11: i64 = add v7, 1
  jump b2(v11)
b5(v12: bool):
  ret v12
b6: cold
  giveup
}
`,
	// is: two words are the same.
	"is": `trace @is form=typed {
entries (ref, ref)
returns bool
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: bool = same v0, v1
  ret v2
}
`,
	// both: the bits that two words have in common are a word of their own.
	"both": `trace @both form=typed {
entries (ref, ref)
returns bool
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: i64 = bits v0
  v3: i64 = bits v1
  v4: i64 = and v2, v3
  v5: ref = word v4
  v6: i64 = bits v5
  v7: bool = eq v6, v2
  ret v7
}
`,
	// equal: two pairs hold the same words.
	"equal": `trace @equal form=typed {
entries (ref, ref)
returns bool
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: bool = same v0, v1
  branch v2, b3(true), b1()
b1:
  v3: ref = load v0 +8 64 class=3
  v4: ref = load v1 +8 64 class=3
  v5: bool = same v3, v4
  branch v5, b2(), b3(false)
b2:
  v6: ref = load v0 +16 64 class=3
  v7: ref = load v1 +16 64 class=3
  v8: bool = same v6, v7
  jump b3(v8)
b3(v9: bool):
  ret v9
}
`,
	// within: a number is less than a list's length.
	"within": `trace @within form=typed {
entries (ref, i64)
returns bool
b0:
  v0: ref = entry 0
  v1: i64 = entry 1
  v2: i64 = load v0 +4 32 class=1
  v3: bool = ult v1, v2
  ret v3
}
`,
	// put: a list's first element becomes a word, and was it before.
	"put": `trace @put form=typed {
entries (ref, ref)
returns bool
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: ref = load v0 +8 64 class=2
  store v0, v1 +8 64 class=2
  v3: ref = load v0 +8 64 class=2
  v4: bool = same v2, v3
  ret v4
}
`,
	// keep: a list's first element is a word, or becomes it.
	"keep": `trace @keep form=typed {
entries (ref, ref)
returns bool
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: ref = load v0 +8 64 class=2
  v3: bool = same v2, v1
  branch v3, b1(), b2()
b1:
  ret true
b2:
  store v0, v1 +8 64 class=2
  ret true
}
`,
	// late: a list's first element becomes a word; a float's routine gives up after that.
	"late": `trace @late form=typed {
entries (ref, ref)
returns bool else 0x2
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  store v0, v1 +8 64 class=2
  v2: i64 = bits v1
  v3: i64 = sub v2, 562949953421312
  v4: bool = ult v3, -1125899906842624
  branch v4, b1(), b2()
b1: cold
  giveup
b2:
  ret true
}
`,
	// cell: a cell holds a word.
	"cell": `trace @cell form=typed {
entries (ref, ref)
returns bool
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: ref = load v0 +8 64 class=4
  v3: bool = same v2, v1
  ret v3
}
`,
	// first: a pair's first word is a word that is no float.
	"first": `trace @first form=typed {
entries (ref, ref)
returns bool else 0x2
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: i64 = bits v1
  v3: i64 = sub v2, 562949953421312
  v4: bool = ult v3, -1125899906842624
  branch v4, b2(), b1()
b1:
  v5: ref = load v0 +8 64 class=3
  v6: bool = same v5, v1
  ret v6
b2: cold
  giveup
}
`,
	// other: two words are not the same in the first of three rounds.
	"other": `trace @other form=typed {
entries (ref, ref)
returns bool
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  jump b1(0)
b1(v2: i64): loop
  v3: bool = same v0, v1
  branch v3, b2(), b3()
b2:
  v4: i64 = add v2, 1
  v5: bool = ult v4, 3
  branch v5, b1(v4), b4()
b3:
  v6: bool = eq v2, 0
  ret v6
b4:
  ret false
}
`,
}

// routineText implements guest.Guest.Routine.
func routineText(name string) ([]byte, error) {
	text, ok := routines[name]
	if !ok {
		return nil, fmt.Errorf("toyguest: no routine %s", name)
	}
	return []byte(text), nil
}

// routineOps are the operations that are routines. Their operands are known to be what they say.
func routineOps() []guest.Op { return append(reads(), writes()...) }

// writes are the operations that are routines with stores: they put a word in front of a list, and say whether
// it stood there before, or true.
func writes() []guest.Op {
	op := func(name, routine string, says bool) guest.Op {
		row := ir.OpRow{Name: name, Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Bool, Flags: ir.Escapes, Reads: ir.AllMemory, Writes: ir.AllMemory}
		return guest.Op{OpRow: row, Inline: inlined(routine), Eval: func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			old, err := m.Words.Load(a[0], itemDisp, ir.Mem64)
			if err == nil {
				err = m.Store(ClassItems, a[0], itemDisp, ir.Mem64, a[1])
			}
			return truth(!says || old == a[1]), err
		}}
	}
	return []guest.Op{op("list.put", "put", true), op("list.keep", "keep", false), op("list.late", "late", false)}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// reads are the operations that are routines without stores.
func reads() []guest.Op {
	row := ir.OpRow{Args: []ir.Type{ir.Ref, ir.Ref}, Result: ir.Bool, Reads: ir.AllMemory}
	has, equal, differ, is, both, within, cell, first, other := row, row, row, row, row, row, row, row, row
	both.Name, both.Flags, both.Reads = "word.within", ir.Pure, 0
	is.Name, is.Flags, is.Reads = "word.is", ir.Pure, 0
	has.Name, has.Flags, has.States, has.Writes = "list.has", ir.Escapes, raise, ir.AllMemory
	equal.Name, differ.Name, first.Name, cell.Name = "pair.equal", "pair.differ", "pair.first", "cell.is"
	other.Name, other.Flags, other.Reads = "word.other", ir.Pure, 0
	within.Name, within.Args, within.Reads = "list.within", []ir.Type{ir.Ref, ir.I64}, 1<<classLen
	return []guest.Op{
		{OpRow: is, Inline: inlined("is"), Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			return truth(a[0] == a[1]), nil
		}},
		{OpRow: both, Inline: inlined("both"), Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			return truth(a[0]&a[1] == a[0]), nil
		}},
		{OpRow: has, Inline: inlined("has"), Eval: func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			n, err := m.Words.(*Heap).Load(a[0], lenDisp, ir.Mem32)
			for i := range int64(n) {
				var x uint64
				if x, err = m.Words.(*Heap).Load(a[0], itemDisp+8*i, ir.Mem64); err != nil || x == a[1] {
					return 1, err
				}
			}
			return 0, err
		}},
		{OpRow: equal, Inline: inlined("equal"), Eval: equalPairs(1)},
		{OpRow: differ, Inline: inlined("equal", ir.OpBNot), Eval: equalPairs(0)},
		{OpRow: cell, Inline: inlined("cell"), Eval: firstIs},
		{OpRow: first, Inline: inlined("first"), Eval: firstIs},
		{OpRow: other, Inline: inlined("other"), Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			return truth(a[0] != a[1]), nil
		}},
		{OpRow: within, Inline: inlined("within"), Eval: func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			n, err := m.Words.Load(a[0], lenDisp, ir.Mem32)
			return truth(a[1] < n), err
		}},
	}
}

// inlined says which routine an operation is.
func inlined(name string, result ...ir.Op) func(*ir.Value) (guest.Inlined, bool) {
	return func(v *ir.Value) (guest.Inlined, bool) {
		return guest.Inlined{Routine: name, Operands: []*ir.Value{v.Args[0], v.Args[1]}, Result: result}, true
	}
}

// firstIs reports whether an object's first word is a word.
func firstIs(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
	x, err := m.Words.Load(a[0], int64(pairAccess(0).Disp), ir.Mem64)
	return truth(x == a[1]), err
}

// equalPairs returns whether two pairs hold the same: yes, or the opposite of yes.
func equalPairs(yes uint64) eval.OpFunc {
	return func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
		for i := range 2 {
			at := pairAccess(i)
			x, err1 := m.Words.(*Heap).Load(a[0], int64(at.Disp), at.Kind)
			y, err2 := m.Words.(*Heap).Load(a[1], int64(at.Disp), at.Kind)
			if err1 != nil || err2 != nil || x != y {
				return 1 - yes, nil
			}
		}
		return yes, nil
	}
}

// Span implements ir.ObjectWords.
func (h *Heap) Span(k ir.Fact) (lo, hi uint64) {
	small, ok1 := h.Int(k.Lo)
	large, ok2 := h.Int(k.Hi)
	switch {
	case k.Const:
		return k.Word, k.Word
	case k.Types&(TInt|TFloat) == 0:
		return 0, floatOffset - 1
	case k.Types == TInt && k.Small && ok1 && ok2 && small <= large:
		return small, large
	}
	return 0, math.MaxUint64
}

// Keeps implements ir.ObjectWords: lists do not change their length.
func (h *Heap) Keeps(k ir.Fact, m ir.MemAccess) (x uint64, ok bool) {
	if !k.Const || k.Types != TList || m != lenAccess {
		return 0, false
	}
	return h.get(k.Word+lenDisp, 4), true
}

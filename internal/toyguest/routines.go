package toyguest

import (
	"math"
	"unsafe"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/internal/toyguest/objects"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/opgen/mem"
)

// routines are the texts of routines that are not written once, by name.
var routines = map[string]string{
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
	if text, ok := routines[name]; ok {
		return []byte(text), nil
	}
	return objects.Routine(name)
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
	begins, apart := row, row
	begins.Name, begins.Apart = "pair.begins", &ir.Apart{Arg: 1, Of: "toy.pair", Most: 2, Op: "pair.begins.apart"}
	apart.Name, apart.Args = "pair.begins.apart", []ir.Type{ir.Ref, ir.Ref, ir.Ref}
	within.Name, within.Args, within.Reads = "list.within", []ir.Type{ir.Ref, ir.I64}, 1<<classLen
	return []guest.Op{
		{OpRow: is, Inline: inlined("is"), Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			return truth(objects.Is(mem.Mem{}, mem.Ref(a[0]), mem.Ref(a[1]))), nil
		}},
		{OpRow: both, Inline: inlined("both"), Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			return truth(a[0]&a[1] == a[0]), nil
		}},
		{OpRow: has, Inline: inlined("has"), Eval: func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			if in, ok := objects.Has(m.Words.(*Heap).memory(), mem.Ref(a[0]), mem.Ref(a[1])); ok {
				return truth(in), nil
			}
			n, err := m.Words.(*Heap).Load(a[0], lenDisp, ir.Mem32)
			for i := range int64(n) {
				var x uint64
				if x, err = m.Words.(*Heap).Load(a[0], itemDisp+8*i, ir.Mem64); err != nil || x == a[1] {
					return 1, err
				}
			}
			return 0, err
		}},
		{OpRow: equal, Inline: inlined("equal"), Eval: equalPairs(true)},
		{OpRow: differ, Inline: inlined("equal", ir.OpBNot), Eval: equalPairs(false)},
		{OpRow: cell, Inline: inlined("cell"), Eval: cellIs},
		{OpRow: first, Inline: inlined("first"), Eval: firstIs},
		{OpRow: other, Inline: inlined("other"), Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			return truth(a[0] != a[1]), nil
		}},
		{OpRow: within, Inline: inlined("within"), Eval: func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
			return truth(objects.Within(m.Words.(*Heap).memory(), mem.Ref(a[0]), a[1])), nil
		}},
		{OpRow: begins, Eval: func(m *eval.Machine, v *ir.Value, a []uint64) (uint64, error) {
			return firstIs(m, v, []uint64{a[1], a[0]})
		}},
		{OpRow: apart, Eval: func(_ *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) { return truth(a[0] == a[1]), nil }},
	}
}

// inlined says which routine an operation is.
func inlined(name string, result ...ir.Op) func(*ir.Value) (guest.Inlined, bool) {
	return func(v *ir.Value) (guest.Inlined, bool) {
		return guest.Inlined{Routine: name, Operands: []*ir.Value{v.Args[0], v.Args[1]}, Result: result}, true
	}
}

// firstIs reports whether a pair's first word is a word.
func firstIs(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
	if is, ok := objects.First(m.Words.(*Heap).memory(), mem.Ref(a[0]), mem.Ref(a[1])); ok {
		return truth(is), nil
	}
	x, err := m.Words.Load(a[0], int64(pairAccess(0).Disp), ir.Mem64)
	return truth(x == a[1]), err
}

// cellIs reports whether a cell holds a word.
func cellIs(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
	return truth(objects.Holds(m.Words.(*Heap).memory(), mem.Ref(a[0]), mem.Ref(a[1]))), nil
}

// equalPairs returns whether two pairs hold the same: yes, or the opposite of yes.
func equalPairs(yes bool) eval.OpFunc {
	return func(m *eval.Machine, _ *ir.Value, a []uint64) (uint64, error) {
		return truth(objects.Equal(m.Words.(*Heap).memory(), mem.Ref(a[0]), mem.Ref(a[1])) == yes), nil
	}
}

// memory is the heap as operations that are written once see it, until it grows.
func (h *Heap) memory() mem.Mem { return mem.Mem{Base: uintptr(unsafe.Pointer(&h.mem[0]))} }

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

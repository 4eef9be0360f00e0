package machinetest

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
)

// ends leaves with a number, what memory holds, and the number once more.
const ends = `trace @ends form=typed {
entries (i64)
frame f0 "ends" () locals=3 slots=4
b0:
  v0: i64 = entry 0
  s0 = state f0 pc=1 (box v0, _, box v0 |)
  exit s0 -> x0
}
exits x0: end
`

// TestEndPlaces: where an executor goes on that takes values in registers, each is in its
// own when the function leaves, also one that the frame's memory holds; a register that two
// slots share is given once, and what is taken in memory is stored.
func TestEndPlaces(t *testing.T) {
	table, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := irtext.Parse("", []byte(ends), table, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	regs := amd64.Target.Regs.Allocatable[lower.GPR]
	s := lower.Selector{Target: amd64.Target, Rules: lower.CoreRules(table.Len()), Frame: &lower.FrameLayout{
		Slots: 32, Size: func(uint64) int { return 64 },
		Box: func(_ *lower.Asm, _ ir.Type, x lower.V) lower.V { return x },
	}}
	for _, c := range []struct {
		slots         []ir.Slot
		places        []lower.Loc
		loads, stores int
	}{
		{[]ir.Slot{{Kind: ir.SlotPlace, Type: ir.I64, At: ir.Loc(lower.InReg(regs[2]))}, {Kind: ir.SlotPlace, Type: ir.Ref, At: ir.Loc(lower.InReg(regs[3]))}, {Kind: ir.SlotConst}},
			[]lower.Loc{lower.InReg(regs[2]), lower.InReg(regs[3])}, 1, 0},
		{[]ir.Slot{{Kind: ir.SlotPlace, Type: ir.I64, At: ir.Loc(lower.InReg(regs[2]))}, {Kind: ir.SlotMemory}, {Kind: ir.SlotPlace, Type: ir.I64, At: ir.Loc(lower.InReg(regs[2]))}},
			[]lower.Loc{lower.InReg(regs[2])}, 0, 0},
		{[]ir.Slot{{Kind: ir.SlotMemory}, {Kind: ir.SlotMemory}, {Kind: ir.SlotMemory}}, nil, 0, 2},
	} {
		m, err := s.Select(f, lower.Borders{Entry: []lower.Loc{lower.InReg(regs[0])}, End: &lower.EndPlan{Slots: c.slots}})
		if err != nil {
			t.Fatal(err)
		}
		loads, stores := 0, 0
		var places []lower.Loc
		for i, in := range m.Insts {
			switch in.Op {
			case lower.MLoad:
				loads++
			case lower.MStore:
				stores++
			case lower.MLeave:
				for _, o := range m.InstOps(lower.InstID(i)) {
					places = append(places, o.At)
				}
			}
		}
		same := len(places) == len(c.places)
		for i := range places {
			same = same && places[i] == c.places[i]
		}
		if !same || loads != c.loads || stores != c.stores {
			t.Errorf("%+v: leaves with %v, %d loads, %d stores", c.slots, places, loads, stores)
		}
	}
}

// swapped leaves with the first two slots of the frame changed for each other.
const swapped = `trace @swapped form=typed {
frame f0 "swapped" () locals=3 slots=4
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  v2: ref = slot 2
  s0 = state f0 pc=1 (v1, v0, v2 |)
  exit s0 -> x0
}
exits x0: end
`

// TestEndSlots: what a slot of the frame holds already is not stored there; what another
// slot holds is.
func TestEndSlots(t *testing.T) {
	table, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := irtext.Parse("", []byte(swapped), table, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rules := lower.CoreRules(table.Len())
	rules[ir.OpSlot] = func(a *lower.Asm, v *ir.Value) lower.V { return a.Load(lower.InFrame(32 + 8*v.Aux)) }
	s := lower.Selector{Target: amd64.Target, Rules: rules, Frame: &lower.FrameLayout{
		Slots: 32, PC: 16, SP: 20, Size: func(uint64) int { return 64 },
		Box: func(_ *lower.Asm, _ ir.Type, x lower.V) lower.V { return x },
	}}
	m, err := s.Select(f, lower.Borders{})
	if err != nil {
		t.Fatal(err)
	}
	var at []int64
	for _, in := range m.Insts {
		if in.Op == lower.MStore {
			at = append(at, in.Imm)
		}
	}
	if !slices.Equal(at, []int64{32, 40}) {
		t.Errorf("it stores at %v, want the slots 0 and 1", at)
	}
}

// callers leaves in the second of two calls.
const callers = `trace @callers form=typed {
frame f0 "callers" () locals=1 slots=2
frame f1 "callers" () locals=1 slots=2 in f0
frame f2 "callers" () locals=1 slots=2 in f1
b0:
  v0: ref = slot 0
  s0 = state f0 pc=1 (_ |)
  s1 = state f1 pc=2 (v0 |) in s0
  s2 = state f2 pc=3 (v0 |) in s1
  exit s2 -> x0
}
exits x0: end
`

// returns leaves the entry frame.
const returns = `trace @returns form=typed {
frame f0 "returns" () locals=1 slots=2
b0:
  v0: ref = slot 0
  s0 = state f0 pc=1 (_ | v0)
  exit s0 -> x0
}
exits x0: dynamic
`

// TestEndFrames: each frame that waits for a call has the row of its return, the innermost none. A return counts one bytecode, in a
// word of eight bytes.
func TestEndFrames(t *testing.T) {
	table, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	const clock = 4096
	for _, c := range []struct {
		text         string
		rows, clocks []int64
	}{{callers, []int64{24, 24 + 64}, nil}, {returns, nil, []int64{8}}} {
		f, err := irtext.Parse("", []byte(c.text), table, nil, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rules := lower.CoreRules(table.Len())
		rules[ir.OpSlot] = func(a *lower.Asm, v *ir.Value) lower.V { return a.Load(lower.InFrame(32 + 8*v.Aux)) }
		s := lower.Selector{Target: amd64.Target, Rules: rules, Clock: clock, Frame: &lower.FrameLayout{
			Slots: 32, PC: 16, SP: 20, Resume: 24, Size: func(uint64) int { return 64 },
			Box: func(_ *lower.Asm, _ ir.Type, x lower.V) lower.V { return x },
		}}
		m, err := s.Select(f, lower.Borders{})
		if err != nil {
			t.Fatal(err)
		}
		var rows, clocks []int64
		for _, in := range m.Insts {
			switch in.Op {
			case lower.MStoreRow:
				rows = append(rows, in.Imm)
			case lower.MAddMemI:
				if in.Base == lower.BaseStatic {
					clocks = append(clocks, int64(in.Size))
				}
			}
		}
		if !slices.Equal(rows, c.rows) || !slices.Equal(clocks, c.clocks) {
			t.Errorf("rows at %v, want %v; words of %v bytes are counted up, want %v", rows, c.rows, clocks, c.clocks)
		}
	}
}

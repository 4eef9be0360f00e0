package machinetest

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/regalloc/check"
)

// copies copies an array into another one, and leaves in the middle of it.
const copies = `trace @copies form=typed {
entries (ref, ref, i64)
frame f0 "copies" () locals=1 slots=2
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: i64 = entry 2
  jump b1(0)
b1(v3: i64): loop
  v4: ref = loadx v0, v3 *8 +16 64 class=2
  storex v1, v3, v4 *8 +16 64 class=2
  v5: i64 = load v1 +8 64 class=3
  v6: i64 = add v3, 1
  v7: bool = lt v6, v5
  branch v7, b1(v6), b2()
b2:
  s0 = state f0 pc=1 (box v6 |)
  exit s0 -> x0
}
exits x0: end
`

// selected returns the machine form of a function with two words and a number.
func selected(t *testing.T, target *lower.Target, text string) *lower.Func {
	t.Helper()
	table, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := irtext.Parse("", []byte(text), table, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := lower.Selector{Target: target, Rules: lower.CoreRules(table.Len()), Frame: &lower.FrameLayout{
		Slots: 32, Size: func(uint64) int { return 64 },
		Box: func(_ *lower.Asm, _ ir.Type, x lower.V) lower.V { return x },
	}}
	regs := target.Regs.Allocatable[lower.GPR]
	var entry []lower.Loc
	if f.Returns == ir.Void {
		entry = []lower.Loc{lower.InReg(regs[0]), lower.InReg(regs[1]), lower.InReg(regs[2])}
	}
	m, err := s.Select(f, lower.Borders{Entry: entry})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestIndexed: the addresses of arrays that stay the same are made in front of a loop, whose accesses have an address and an
// index, and each access holds the array's word, which may lie anywhere: what a collector finds must not be the address alone.
func TestIndexed(t *testing.T) {
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		m := selected(t, target, copies)
		for i, b := range m.Blocks {
			for k, in := range m.Insts[b.First:][:b.N] {
				ops := m.InstOps(lower.InstID(int(b.First) + k))
				held := len(ops) > int(in.NumEnc) && ops[in.NumEnc].Constraint == lower.InAny && ops[in.NumEnc].Kind == lower.Use
				switch {
				case in.Op == lower.MAddr && i != 0:
					t.Errorf("%s: block %d makes an address", target.Name, i)
				case in.Op == lower.MLoad && in.Base == lower.BaseAddr && !held, in.Base == lower.BaseIndex && !held:
					t.Errorf("%s: %v of an address does not hold the array's word", target.Name, in.Op)
				case i == 1 && (in.Op == lower.MLea || in.Base == lower.BaseWord):
					t.Errorf("%s: the loop has a %v by %v", target.Name, in.Op, in.Base)
				}
			}
		}
		runCopies(t, target.Name, m)
		var alloc regalloc.Allocator
		res, err := alloc.Run(m, &target.Regs, regalloc.Options{MaxSlots: target.MaxSlots})
		if err != nil {
			t.Fatal(err)
		}
		if bad := check.Run(m, &target.Regs, &res.Allocation); len(bad) > 0 {
			t.Errorf("%s: %v", target.Name, bad)
		}
	}
}

// runCopies evaluates copies: five elements of the object at 0x200 become those of the one at 0x300.
func runCopies(t *testing.T, name string, m *lower.Func) {
	const base = 0x1000
	words := map[uint64]uint64{base + 0x308: 5}
	for i := range uint64(6) {
		words[base+0x210+8*i] = 100 + i
	}
	e := &evaluator{f: m, v: make([]uint64, len(m.Classes)), memBase: base, frame: 1 << 20}
	e.load = func(addr uint64, _ uint8) uint64 { return words[addr] }
	e.store = func(addr uint64, _ uint8, v uint64) { words[addr] = v }
	for i, w := range []uint64{0x200, 0x300, 0} {
		e.v[m.Entry[i].V] = w
	}
	if _, err := e.run(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for i := range uint64(6) {
		want := 100 + i
		if i == 5 {
			want = 0
		}
		if got := words[base+0x310+8*i]; got != want {
			t.Errorf("%s: element %d is %d, want %d", name, i, got, want)
		}
	}
}

// TestIndexedOfRoutine: nothing collects while a routine runs, so that its accesses hold no word.
func TestIndexedOfRoutine(t *testing.T) {
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		m := selected(t, target, among)
		for i, in := range m.Insts {
			if in.Base == lower.BaseIndex || in.Op == lower.MLoad {
				if in.NumOps != uint16(in.NumEnc) {
					t.Errorf("%s: %v has %d operands", target.Name, m.Insts[i].Op, in.NumOps)
				}
			}
		}
	}
}

// wanted uses the word of an array besides, and eight numbers in each round.
const wanted = `trace @wanted form=typed {
entries (ref, ref, i64)
frame f0 "wanted" () locals=1 slots=2
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: i64 = entry 2
  v3: i64 = mul v2, v2
  v4: i64 = mul v2, v3
  v5: i64 = mul v2, v4
  v6: i64 = mul v2, v5
  v7: i64 = mul v2, v6
  jump b1(0)
b1(v8: i64): loop
  v9: ref = loadx v0, v8 *8 +16 64 class=2
  v10: bool = same v9, v0
  branch v10, b3(), b2()
b2:
  v11: i64 = add v8, v3
  v12: i64 = xor v11, v4
  v13: i64 = add v12, v5
  v14: i64 = xor v13, v6
  v15: i64 = add v14, v7
  v16: i64 = xor v15, v2
  v17: bool = lt v16, v2
  branch v17, b1(v16), b3()
b3:
  s0 = state f0 pc=1 (box v8 |)
  exit s0 -> x0
}
exits x0: end
`

// TestIndexedPressure: an address that takes a register beside its word is made only where there are registers enough.
func TestIndexedPressure(t *testing.T) {
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		indexed := false
		for _, in := range selected(t, target, wanted).Insts {
			indexed = indexed || in.Base == lower.BaseIndex
		}
		if many := len(target.Regs.Allocatable[lower.GPR]) > 16; indexed != many {
			t.Errorf("%s: indexed %v", target.Name, indexed)
		}
	}
}

// TestIndexedScale: where an operand with an index takes neither a displacement nor each scale, the sum is made.
func TestIndexedScale(t *testing.T) {
	m := selected(t, arm64.Target, strings.Replace(copies, "loadx v0, v3 *8 +16 64", "loadx v0, v3 *2 +16 64", 1))
	indexed := 0
	for _, in := range m.Insts {
		if in.Base == lower.BaseIndex {
			indexed++
			if in.Imm != 0 || in.Scale != in.Size {
				t.Errorf("an access of %d bytes has scale %d and displacement %d", in.Size, in.Scale, in.Imm)
			}
		}
	}
	if indexed != 1 {
		t.Errorf("%d accesses have an index, want 1", indexed)
	}
}

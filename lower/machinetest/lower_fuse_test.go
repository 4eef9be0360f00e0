package machinetest

import (
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
)

// products has a product and a shift outside of a loop, of which the loop makes sums, and
// one of each beside its sum.
const products = `trace @products form=typed {
entries (i64, i64)
frame f0 "products" () locals=1 slots=2
b0:
  v0: i64 = entry 0
  v1: i64 = entry 1
  v2: i64 = mul v0, v1
  v3: i64 = shl v0, 3
  jump b1(v1)
b1(v4: i64): loop
  v5: i64 = add v4, v2
  v6: i64 = add v5, v3
  v7: i64 = mul v6, v1
  v8: i64 = add v6, v7
  v9: i64 = shl v8, 2
  v10: i64 = add v0, v9
  v11: bool = lt v10, v1
  branch v11, b1(v10), b2()
b2:
  s0 = state f0 pc=1 (box v10 |)
  exit s0 -> x0
}
exits x0: end
`

// TestFusedInBlock: a sum takes over a product or shift of its own block, where the
// target has such an instruction; what was outside of a loop is not moved into it.
func TestFusedInBlock(t *testing.T) {
	table, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := irtext.Parse("", []byte(products), table, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		target *lower.Target
		loop   map[lower.MOp]int // in the loop
	}{
		{amd64.Target, map[lower.MOp]int{lower.MAdd: 3, lower.MMul: 1, lower.MLea: 1}},
		{arm64.Target, map[lower.MOp]int{lower.MAdd: 2, lower.MMulAdd: 1, lower.MLea: 1}},
	} {
		s := lower.Selector{Target: c.target, Rules: lower.CoreRules(table.Len()), Frame: &lower.FrameLayout{
			Slots: 32, Size: func(uint64) int { return 64 },
			Box: func(_ *lower.Asm, _ ir.Type, x lower.V) lower.V { return x },
		}}
		regs := c.target.Regs.Allocatable[lower.GPR]
		m, err := s.Select(f, lower.Borders{Entry: []lower.Loc{lower.InReg(regs[0]), lower.InReg(regs[1])}})
		if err != nil {
			t.Fatal(err)
		}
		got := map[lower.MOp]int{}
		for _, in := range m.Insts[m.Blocks[1].First:][:m.Blocks[1].N] {
			got[in.Op]++
		}
		for _, op := range []lower.MOp{lower.MAdd, lower.MMul, lower.MMulAdd, lower.MLea, lower.MShlI, lower.MShl} {
			if got[op] != c.loop[op] {
				t.Errorf("%s: %v occurs %d times in the loop, want %d", c.target.Name, op, got[op], c.loop[op])
			}
		}
	}
}

package machinetest

import (
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
)

// among looks at three elements a round, and gives the index of the one that is x.
const among = `trace @among form=typed {
entries (ref, ref, i64)
returns i64
b0:
  v0: ref = entry 0
  v1: ref = entry 1
  v2: i64 = entry 2
  jump b1(0)
b1(v3: i64): loop
  v4: bool = ult v3, v2
  branch v4, b2(), b5(-1)
b2:
  v5: i64 = add v3, 1
  v6: i64 = add v3, 2
  v7: ref = loadx v0, v3 *8 +16 64 class=2
  v8: ref = loadx v0, v5 *8 +16 64 class=2
  v9: ref = loadx v0, v6 *8 +16 64 class=2
  v10: bool = same v8, v1
  branch v10, b5(v5), b3()
b3:
  v11: bool = same v9, v1
  branch v11, b5(v6), b4()
b4:
  v12: bool = same v7, v1
  v13: i64 = add v3, 3
  branch v12, b5(v3), b1(v13)
b5(v14: i64):
  ret v14
}
`

// TestLate: the constants in indices are parts of the accesses, of which a block has one sum where the target's operands
// have no index with a displacement, and the edges that leave a loop with such an index make it, apart from the loop.
func TestLate(t *testing.T) {
	table, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := irtext.Parse("", []byte(among), table, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		s := lower.Selector{Target: target, Rules: lower.CoreRules(table.Len()), Frame: &lower.FrameLayout{}}
		m, err := s.Select(f, lower.Borders{})
		if err != nil {
			t.Fatal(err)
		}
		hot, cold := map[lower.MOp]int{}, map[lower.MOp]int{}
		disps := map[int64]bool{}
		for i := range m.Blocks {
			b := &m.Blocks[i]
			for _, in := range m.Insts[b.First:][:b.N] {
				if b.Cold {
					cold[in.Op]++
				} else {
					hot[in.Op]++
				}
				if in.Op == lower.MLoad {
					disps[in.Imm] = true
				}
			}
		}
		sums := 1
		if target.IndexDisp {
			sums = 0
		}
		if hot[lower.MLea] != sums || hot[lower.MAddI] != 1 || cold[lower.MAddI] != 2 || !disps[16] || !disps[24] || !disps[32] {
			t.Errorf("%s: hot %v, cold %v, displacements %v", target.Name, hot, cold, disps)
		}
	}
}

// TestNotLate: a sum that something else uses too is made where it stands.
func TestNotLate(t *testing.T) {
	const text = `trace @twice form=typed {
entries (ref, i64)
returns i64
b0:
  v0: ref = entry 0
  v1: i64 = entry 1
  v2: i64 = add v1, 1
  v3: i64 = loadx v0, v2 *8 +16 64 class=2
  v4: i64 = xor v3, v2
  ret v4
}
`
	table, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := irtext.Parse("", []byte(text), table, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		s := lower.Selector{Target: target, Rules: lower.CoreRules(table.Len()), Frame: &lower.FrameLayout{}}
		m, err := s.Select(f, lower.Borders{})
		if err != nil {
			t.Fatal(err)
		}
		sums := 0
		for _, in := range m.Insts {
			if in.Op == lower.MAddI {
				sums++
			}
		}
		if sums != 1 {
			t.Errorf("%s: the sum is made %d times", target.Name, sums)
		}
	}
}

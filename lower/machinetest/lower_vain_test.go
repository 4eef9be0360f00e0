package machinetest

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/lower/arm64"
)

// joined has a join, b3, with three ways: by a jump, and by two branches that have another way each. b4 is behind it.
const joined = `trace @joined form=typed {
entries (i64)
frame f0 "joined" () locals=1 slots=4
b0:
  v0: i64 = entry 0
  v1: bool = lt v0, 10
  branch v1, b1, b3
b1:
  v2: bool = lt v0, 5
  branch v2, b2, b3
b2:
  jump b3
b3:
  s0 = state f0 pc=1 (box v0 |)
  poll s0 -> x0
  jump b4
b4:
  s1 = state f0 pc=2 (box v0 |)
  exit s1 -> x1
}
exits x0: poll, x1: end
`

// TestVainWays: what a way into a join adds to the word stands on that way alone, also where a branch leads there; the
// polls look at the word, of a function that has one.
func TestVainWays(t *testing.T) {
	table, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := irtext.Parse("", []byte(joined), table, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const word = 0x7000
	b := f.Blocks
	way := func(from, tests int) lower.VainWay {
		return lower.VainWay{From: b[from], To: b[3], Tests: int64(tests)}
	}
	for _, target := range []*lower.Target{amd64.Target, arm64.Target} {
		s := lower.Selector{Target: target, Rules: lower.CoreRules(table.Len()), Frame: &lower.FrameLayout{
			Slots: 32, Size: func(uint64) int { return 64 },
			Box: func(_ *lower.Asm, _ ir.Type, x lower.V) lower.V { return x },
		}}
		for _, c := range []struct {
			at    uint64
			ways  []lower.VainWay
			adds  []int64 // in the order of the blocks
			polls int     // looks at the word
		}{
			{},
			{at: word, polls: 1},
			{word, []lower.VainWay{way(2, 3)}, []int64{3}, 1},
			{word, []lower.VainWay{way(0, 4), way(1, 5), way(2, 3)}, []int64{4, 5, 3}, 1},
			{word, []lower.VainWay{{From: b[3], To: b[4], Tests: 6}, {From: b[1], To: b[4], Tests: 7}}, []int64{6}, 1}, // b1 does not lead to b4
		} {
			at := lower.Borders{Entry: []lower.Loc{lower.InReg(target.Regs.Allocatable[lower.GPR][0])}, Vain: c.at, VainWays: c.ways}
			m, err := s.Select(f, at)
			if err != nil {
				t.Fatal(err)
			}
			var adds []int64
			looks := 0
			for bi := range m.Blocks {
				blk := &m.Blocks[bi]
				for i := blk.First; i < blk.First+blk.N; i++ {
					switch in := &m.Insts[i]; {
					case in.Op == lower.MAddMemI && in.Base == lower.BaseStatic && in.Imm == word:
						adds = append(adds, in.Imm2)
						if len(blk.Succs) != 1 {
							t.Errorf("%s: %d is added in a block that leads to %d", target.Name, in.Imm2, len(blk.Succs))
						}
					case in.Op == lower.MExitMemI && in.Base == lower.BaseStatic && in.Imm == word && in.Cond == lower.GE:
						looks++
					}
				}
			}
			if !slices.Equal(adds, c.adds) || looks != c.polls {
				t.Errorf("%s: ways %v: added %d, want %d; %d looks at the word, want %d", target.Name, c.ways, adds, c.adds, looks, c.polls)
			}
		}
	}
}

package machinetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/lower/amd64"
	"github.com/tier2go/tier2/regalloc"
)

// sums has four constants that no immediate holds: one for one way, one for the other way
// and the join, one in a loop, one for an argument of the loop.
const sums = `trace @sums form=typed {
entries (i64, i64)
frame f0 "sums" () locals=1 slots=2
b0:
  v0: i64 = entry 0
  v1: i64 = entry 1
  v2: bool = lt v0, v1
  branch v2, b1(), b2()
b1:
  v3: i64 = add v0, 0x1111111111111
  v4: i64 = xor v3, 0x1111111111111
  jump b3(v4)
b2:
  v5: i64 = add v1, 0x2222222222222
  jump b3(v5)
b3(v6: i64):
  v7: i64 = xor v6, 0x2222222222222
  jump b4(v7, 0x4444444444444)
b4(v8: i64, v9: i64): loop
  v10: i64 = xor v8, 0x3333333333333
  v11: i64 = add v9, v10
  v12: bool = lt v11, v1
  branch v12, b4(v11, v10), b5()
b5:
  s0 = state f0 pc=1 (box v11 |)
  exit s0 -> x0
}
exits x0: end
`

// TestConstants: a constant is made in front of its first use, if only one block outside
// loops uses it, and else once, in front of the entry block.
func TestConstants(t *testing.T) {
	table, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := irtext.Parse("", []byte(sums), table, nil, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := lower.Selector{Target: amd64.Target, Rules: lower.CoreRules(table.Len()), Frame: &lower.FrameLayout{
		Slots: 32, Size: func(uint64) int { return 64 },
		Box: func(_ *lower.Asm, _ ir.Type, x lower.V) lower.V { return x },
	}}
	regs := amd64.Target.Regs.Allocatable[lower.GPR]
	m, err := s.Select(f, lower.Borders{Entry: []lower.Loc{lower.InReg(regs[0]), lower.InReg(regs[1])}})
	if err != nil {
		t.Fatal(err)
	}
	got := map[int64][]string{}
	for i := range m.Blocks {
		b := &m.Blocks[i]
		for k := b.First; k < b.First+b.N; k++ {
			if in := &m.Insts[k]; in.Op == lower.MConst {
				next := &m.Insts[k+1]
				got[in.Imm] = append(got[in.Imm], fmt.Sprintf("b%d %v", i, next.Op))
			}
		}
	}
	for c, want := range map[int64]string{0x1111111111111: "b1 add", 0x2222222222222: "b0", 0x3333333333333: "b0", 0x4444444444444: "b3 jump"} {
		if len(got[c]) != 1 || !strings.HasPrefix(got[c][0], want) {
			t.Errorf("%#x is made at %q, want %s", c, got[c], want)
		}
	}
	var alloc regalloc.Allocator
	if _, err := alloc.Run(m, &amd64.Target.Regs, regalloc.Options{MaxSlots: amd64.Target.MaxSlots}); err != nil {
		t.Error(err)
	}
	if !slices.IsSortedFunc(m.Exits, func(x, y lower.ExitPoint) int { return int(x.Inst - y.Inst) }) || m.Insts[m.Exits[0].Inst].Op != lower.MLeave {
		t.Error("the exit is at another instruction")
	}
}

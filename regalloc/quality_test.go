package regalloc_test

import (
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/regalloc/internal/mirtest"
)

// Each test is one claim about the quality of the result.
var qualityTests = []struct {
	name, claim string
	gprs, fprs  int
	text        string
	from, to    lower.BlockID // where edits are counted
	hot, cold   int           // at most
}{
	{
		name: "counted loop", claim: "four loop-carried values in ten registers move nowhere",
		gprs: 10, from: 1, to: 2,
		text: `
entry v0@g0
b0:
  v1 = remat 0
  v2 = remat 1
  v3 = remat 2
  v4 = remat 3
  jump b1(v1 v2 v3 v4)
b1(v5 v6 v7 v8) loop b2:
  v9:1 = add v5 1
  v10:1 = add v6 v9
  v11:1 = xor v7 v10
  v12:1 = sub v8 v11
  br v9 v0 -> b2 b3
b2:
  jump b1(v9 v10 v11 v12)
b3:
  leave v9@s0 v10@s1 v11@s2 v12@s3
`,
	},
	{
		name: "cold call", claim: "a call in a slow path that rejoins the loop costs the fast path nothing",
		gprs: 10, from: 1, to: 5, cold: 100,
		text: `
entry v0@g0
b0:
  v1 = remat 0
  v2 = remat 1
  v3 = remat 2
  v4 = remat 3
  jump b1(v1 v2 v3 v4)
b1(v5 v6 v7 v8) loop b5:
  v9:1 = add v5 1
  v10:1 = add v6 v9
  br v10 -> b2 b3
b2 cold:
  storearg v10
  call v9?^ v7?^ v8?^ v0?^ !all
  v13 = load
  jump b4(v13)
b3:
  jump b4(v10)
b4(v14):
  v11:1 = xor v7 v14
  v12:1 = sub v8 v11
  br v9 v0 -> b5 b6
b5:
  jump b1(v9 v14 v11 v12)
b6:
  leave v9@s0 v14@s1 v11@s2 v12@s3
`,
	},
	{
		name: "overflow exits", claim: "an increment whose exit needs the old value costs one copy, not two",
		gprs: 10, from: 1, to: 2, hot: 2,
		text: `
entry v0@g0
b0:
  v1 = remat 0
  v2 = remat 1
  jump b1(v1 v2)
b1(v5 v6) loop b2:
  v9:1 = addx v5 v6?^ v5?^ 1
  v10:1 = addx v6 v9 v9?^ v6?^
  br v9 v0 -> b2 b3
b2:
  jump b1(v9 v10)
b3:
  leave v9@s0 v10@s1
`,
	},
	{
		name: "states make no pressure", claim: "values that only states name give up their registers before the loop",
		gprs: 4, from: 1, to: 2,
		text: `
slots 6
entry v0@g0 v20@s0 v21@s1 v22@s2 v23@s3 v24@g1 v25@g2 v26@g3
b0:
  v1 = remat 0
  v2 = remat 1
  v3 = remat 1
  jump b1(v1 v2 v3)
b1(v5 v6 v7) loop b2:
  guard v5 v20? v21? v22? v23? v24? v25? v26?
  v9:1 = add v5 v6
  v10:1 = add v6 v9
  v11:1 = add v7 v10
  guard v9 v20? v21? v22? v23? v24? v25? v26?
  br v9 v0 -> b2 b3
b2:
  jump b1(v9 v10 v11)
b3:
  leave v9@s0 v10@s1 v20@s2
`,
	},
	{
		name: "the one before", claim: "a number and the one before it take two moves in a loop, not three: what only states name leaves its register to the next one",
		gprs: 4, from: 1, to: 2, hot: 2,
		text: `
slots 1
entry v0@g0 v20@g1
b0:
  v1 = remat 0
  v2 = load
  jump b1(v1 v2)
b1(v5 v6) loop b2:
  guard v6 v5? v20?
  v9 = lea v6 v0
  guard v0 v6? v9? v20?
  br v9 v0 -> b2 b3
b2:
  jump b1(v6 v9)
b3:
  leave v9@s0
`,
	},
	{
		name: "invariant", claim: "an entry value in a slot is loaded before the loop that uses it",
		gprs: 4, from: 1, to: 2,
		text: `
slots 1
entry v0@g0 v1@s0
b0:
  v2 = remat 0
  jump b1(v2)
b1(v3) loop b2:
  v4:1 = add v3 v1
  br v4 v0 -> b2 b3
b2:
  jump b1(v4)
b3:
  leave v4@g0
`,
	},
	{
		name: "call in the loop", claim: "a call in a hot loop stores and reloads each live value once a turn at most",
		gprs: 10, from: 1, to: 2, hot: 3, // v0: reload; v5: store and reload
		text: `
entry v0@g0
b0:
  v1 = remat 0
  jump b1(v1)
b1(v5) loop b2:
  use v5
  call v5?^ v0?^ !all
  v9:1 = add v5 1
  br v9 v0 -> b2 b3
b2:
  jump b1(v9)
b3:
  leave v9@s0
`,
	},
	{
		name: "nested loops", claim: "an inner loop's pressure spills in the outer loop",
		gprs: 3, from: 2, to: 3,
		text: `
entry v0@g0 v1@g1
b0:
  v2 = remat 0
  jump b1(v2)
b1(v3) loop b5:
  v4 = remat 0
  v5 = remat 0
  jump b2(v4 v5)
b2(v6 v7) loop b3:
  v8:1 = add v6 v7
  v9:1 = add v7 v8
  br v9 v0 -> b3 b4
b3:
  jump b2(v8 v9)
b4:
  v10:1 = add v3 v9
  br v10 v1 -> b5 b6
b5:
  jump b1(v10)
b6:
  leave v10@s0
`,
	},
	{
		name: "fixed", claim: "values are computed where fixed operands want them",
		gprs: 10, from: 0, to: 0,
		text: `
entry v0@g0 v1@g1
b0:
  v2:1 = add v0 v1
  v3 = load 5
  v4@g2 = div v2@g0 v3 !g3
  v5:1 = shl v4 v3@g1
  leave v5@g2
`,
	},
	{
		name: "partial clobber", claim: "registers that an instruction destroys are avoided, not saved",
		gprs: 10, from: 0, to: 0,
		text: `
entry v0@g5 v1@g6
b0:
  v2 = load 1
  v3 = load 2
  v4 = op v2 v3 !g0,g1,g2,g3
  v5 = op v2 v3 v4 v0 v1 !g0,g1,g2,g3
  leave v5 v2 v3 v4
`,
	},
}

func TestQuality(t *testing.T) {
	for _, test := range qualityTests {
		t.Run(test.name, func(t *testing.T) {
			f, res := allocate(t, mirtest.Regs(test.gprs, test.fprs), test.text)
			hot, cold := editsIn(f, res, test.from, test.to)
			if hot > test.hot || cold > test.cold {
				t.Errorf("%s: %d edits (want %d), %d in cold blocks (want %d)\n%s",
					test.claim, hot, test.hot, cold, test.cold, mirtest.Print(f, &res.Allocation))
			}
			if testing.Verbose() {
				t.Logf("\n%s%v", mirtest.Print(f, &res.Allocation), res.LiveIn(1))
			}
		})
	}
}

var _ = regalloc.MaxSlots

package regalloc_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/regalloc/internal/mirtest"
)

// configs are the register files and shapes of random functions.
var configs = []mirtest.Config{
	{Regs: mirtest.Regs(2, 2), Insts: 15, Depth: 2, MaxState: 2, FirstSlot: 1},
	{Regs: mirtest.Regs(2, 2), Insts: 40, Depth: 3, MaxState: 4},
	{Regs: mirtest.Regs(3, 2), Insts: 40, Depth: 3, MaxState: 4, FirstSlot: 3},
	{Regs: mirtest.Regs(4, 3), Insts: 60, Depth: 4, MaxState: 6, FirstSlot: 2},
	{Regs: mirtest.Regs(4, 3), Insts: 80, Depth: 3, MaxState: 3, FirstSlot: 2, Plain: true},
	{Regs: mirtest.Regs(10, 15), Insts: 200, Depth: 4, MaxState: 12, FirstSlot: 4},
}

// random makes the function of a seed.
func random(c mirtest.Config, seed uint64) *lower.Func {
	r := rand.New(rand.NewPCG(seed, 1))
	return mirtest.Random(c, r.IntN)
}

func TestRandom(t *testing.T) {
	n := soak.Of[uint64](200, 300, 50_000)
	var a regalloc.Allocator
	others, all := 0, 0
	for i, c := range configs {
		for seed := range n / uint64(1+c.Insts/40) {
			f := random(c, seed)
			opt := regalloc.Options{LiveIn: headers(f)}
			res, err := a.Run(f, c.Regs, opt)
			if err != nil {
				t.Fatalf("config %d seed %d: %v\n%s", i, seed, err, mirtest.Print(f, nil))
			}
			t.Run("", func(t *testing.T) {
				verify(t, f, c.Regs, res, opt)
			})
			// What is chosen by a seed is right all the same, and the same each time.
			opt.Chaos = seed + 1
			plain := mirtest.Print(f, &res.Allocation)
			if res, err = a.Run(f, c.Regs, opt); err != nil {
				t.Fatalf("config %d seed %d, chaos: %v\n%s", i, seed, err, mirtest.Print(f, nil))
			}
			t.Run("chaos", func(t *testing.T) {
				verify(t, f, c.Regs, res, opt)
			})
			if t.Failed() {
				t.Fatalf("config %d seed %d", i, seed)
			}
			mixed := mirtest.Print(f, &res.Allocation)
			if res, err = a.Run(f, c.Regs, opt); err != nil || mirtest.Print(f, &res.Allocation) != mixed {
				t.Fatalf("config %d seed %d: a seed makes two allocations (%v)", i, seed, err)
			}
			if mixed != plain {
				others++
			}
			all++
		}
	}
	if others < all*9/10 {
		t.Errorf("a seed changes %d of %d allocations", others, all)
	}
}

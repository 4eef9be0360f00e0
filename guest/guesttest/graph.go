package guesttest

import (
	"math/rand/v2"

	"github.com/tier2go/tier2/ir"
)

// Graph makes a function of n blocks with random edges: with self edges, double
// edges, irreducible cycles and unreachable blocks, but none that lead to the
// entry. Loops are not marked.
func Graph(f *ir.Func, seed uint64, n int) {
	r := rand.New(rand.NewPCG(seed, 3))
	f.AddFrame(ir.Frame{Name: "graph"})
	for range n {
		f.NewBlock()
	}
	near := r.IntN(2) == 0 // edges mostly to the blocks around
	for i, b := range f.Blocks {
		to := func() ir.Edge {
			j := r.IntN(n)
			if near {
				j = min(n-1, max(0, i+r.IntN(7)-2))
			}
			return f.Edge(f.Blocks[max(j, min(1, n-1))])
		}
		c := f.AtEnd(b)
		switch k := r.IntN(10); {
		case n == 1 || k == 0:
			c.Exit(c.AddAux(ir.OpState, 0, nil), ir.End)
		case k < 4:
			c.Jump(to().To)
		default:
			c.Branch(f.ConstBool(true), to(), to())
		}
	}
}

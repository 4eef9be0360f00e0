package regalloc

import (
	"testing"

	"github.com/tier2go/tier2/lower"
)

// TestParamWishes: a parameter wishes for the registers that all ways in bring, those first
// that come where a move costs most, and leaves room for two wishes more.
func TestParamWishes(t *testing.T) {
	for ways := range 12 {
		a := &Allocator{f: &lower.Func{Blocks: make([]lower.Block, 1+ways)}}
		a.vals, a.blocks = make([]value, ways), make([]blockInfo, 1+ways)
		for i := range ways {
			a.vals[i].last = int16(i)
			a.f.Blocks[0].Preds = append(a.f.Blocks[0].Preds, lower.BlockID(1+i))
			a.f.Blocks[1+i] = lower.Block{N: 2, Succs: []lower.Edge{{To: 0, Args: []lower.VReg{lower.VReg(i)}}}}
		}
		if ways > 3 {
			a.blocks[1].cold = true // the last
			a.f.Blocks[4].N = 1     // only jumps: the first
		}
		x := &value{block: 0, param: 0}
		n := a.paramWishes(x, 0)
		if want := min(ways, maxWishes-2); n != want {
			t.Errorf("%d of %d ways in are wished for, want %d", n, ways, want)
		}
		if ways == 6 && a.wish != [maxWishes]lower.PReg{3, 1, 2, 4, 5, 0} {
			t.Errorf("the wishes are %v", a.wish)
		}
	}
}

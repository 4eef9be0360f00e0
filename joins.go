package tier2

import (
	"slices"

	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// What joins lose. When the passes are done, the tests behind a region's joins are looked at as if each
// way into the join had a copy of them of its own (types.Facts.EachLoss). The executor counts
// those that are executed in vain, and its map of bytes says what they take: from that a selector
// decides, when it is asked again, what is worth copies (uop.Priced).

// findLost lists what the joins of a region lose, and gives the executor its word if they do.
func (c *Compiler) findLost(w *compilation) error {
	types.Compute(w.fn, &w.facts)
	if c.makes != machine || w.trace.Blocks == nil || !c.opt.Joins {
		return nil
	}
	w.facts.EachLoss(w.fn, func(l types.Loss) {
		join, test := firstOrigin(l.Join), uopOf(l.Test)
		if join < 0 || test < 0 {
			return
		}
		w.ex.Lost = append(w.ex.Lost, exitdata.Lost{Join: join, Test: test})
		w.lost = append(w.lost, l.Test)
		ways := w.borders.VainWays
		if i := slices.IndexFunc(ways, func(v lower.VainWay) bool { return v.From == l.Way && v.To == l.Join }); i >= 0 {
			ways[i].Tests++
			return
		}
		w.borders.VainWays = append(ways, lower.VainWay{From: l.Way, To: l.Join, Tests: 1})
	})
	if len(w.ex.Lost) == 0 {
		return nil
	}
	if w.behind == nil {
		if err := c.table.AddVain(w.ex); err != nil {
			return err
		}
	}
	w.borders.Vain = w.ex.VainAddress()
	return nil
}

// firstOrigin returns the first micro-op that a block's values come from, −1 for none.
func firstOrigin(b *ir.Block) int32 {
	for v := b.First(); v != nil; v = v.Next() {
		if len(v.From) > 0 {
			return v.From[0]
		}
	}
	return -1
}

// measureLost measures what the tests that are lost, and the micro-ops, take of the code.
func (c *Compiler) measureLost(w *compilation) error {
	if len(w.ex.Lost) == 0 || c.makes != machine {
		return nil
	}
	at := slices.Clone(w.code.Insts)
	slices.Sort(at)
	values := byID(w.fn)
	w.ex.UopBytes = make([]int32, len(w.trace.Insts))
	for i := range w.mfn.Insts {
		from := w.mfn.Insts[i].Origin
		if from < 0 || int(from) >= len(values) || values[from] == nil {
			continue
		}
		v, end := values[from], int32(w.code.Hot)
		if n, _ := slices.BinarySearch(at, w.code.Insts[i]+1); n < len(at) {
			end = at[n]
		}
		size := max(end-w.code.Insts[i], 0)
		if u := uopOf(v); u >= 0 {
			w.ex.UopBytes[u] += size
		}
		for k, test := range w.lost {
			if test == v {
				w.ex.Lost[k].Bytes += size
			}
		}
	}
	return nil
}

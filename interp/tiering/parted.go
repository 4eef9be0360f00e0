package tiering

import (
	"math"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// Joins by price. Where a compile has found tests behind a region's joins that are decided on one of the
// ways there, the executor counts how often they are executed in vain. When that has taken as long as compiling
// the region has, the loop's next poll leaves, and the selector is told what was measured (uop.Priced). If it makes copies of
// blocks then, the region is made once more.

// maxParted bounds how often a region is made once more for copies.
const maxParted = 4

// limitVain says how many tests an executor may execute in vain: as many as take the time of its compile.
// A test takes the share of a round that it has in the code's bytes.
func (t *Tier) limitVain(ex *exitdata.Executor, by *registered) {
	bytes := 0
	for i := range ex.Lost {
		bytes += int(ex.Lost[i].Bytes)
	}
	if t.sel.priced == nil || bytes == 0 {
		return
	}
	each := float64(bytes) / float64(len(ex.Lost))
	if n := t.bytePrice(ex, by) * float64(ex.HotBytes) / each; n < math.MaxInt64 {
		t.Table.LimitVain(ex, uint64(n)+1)
	}
}

// bytePrice returns what a byte of machine code costs to make: how many bytes are executed in that time. An
// optimizer's costs are those of its executors, relative to interpreting them once.
func (t *Tier) bytePrice(ex *exitdata.Executor, by *registered) float64 {
	if c, ok := t.CostsOf(ex); ok {
		return c.Optimization / c.Run
	}
	return by.optimizer.OptimizationCost() / by.optimizer.RunCost()
}

// report tells the selector what the compile and the running of a region's executor have shown, and returns
// what it makes of the region.
func (t *Tier) report(ex *exitdata.Executor) *uop.Region {
	p, _ := ex.Data.(place)
	n, _ := t.Table.Vain(ex)
	if t.sel.priced == nil || p.region == nil || p.by == nil || len(ex.Lost) == 0 {
		return p.region
	}
	r := uop.Report{Region: p.region, Bytes: make([]int, len(p.region.Blocks)), Price: t.bytePrice(ex, p.by)}
	for i, size := range ex.UopBytes {
		if b := p.layout.BlockAt(i); b >= 0 {
			r.Bytes[b] += int(size)
		}
	}
	// Which of the tests were executed how often is not counted: as often as the profile says.
	all := 0.0
	weight := func(l *exitdata.Lost) (block int32, w float64) {
		block = p.layout.BlockAt(int(l.Join))
		if block < 0 {
			return block, 0
		}
		return block, float64(p.region.Blocks[block].Count)
	}
	for i := range ex.Lost {
		_, w := weight(&ex.Lost[i])
		all += w
	}
	for i := range ex.Lost {
		test := p.layout.BlockAt(int(ex.Lost[i].Test))
		if b, w := weight(&ex.Lost[i]); test >= 0 && w > 0 {
			r.Lost = addLost(r.Lost, uop.Lost{Join: b, Test: test, Vain: float64(float64(n) * w / all * float64(ex.Lost[i].Bytes))})
		}
	}
	return t.reported(r)
}

func addLost(list []uop.Lost, l uop.Lost) []uop.Lost {
	for i := range list {
		if list[i].Join == l.Join && list[i].Test == l.Test {
			list[i].Vain += l.Vain
			return list
		}
	}
	return append(list, l)
}

// part looks at a region whose tests in vain have cost what it has cost to make, and wants it made once
// more if the selector makes copies.
func (t *Tier) part(x *exitdata.Exit) {
	ex := x.Executor
	n, full := t.Table.Vain(ex)
	if !full {
		return
	}
	p, _ := ex.Data.(place)
	if p.region == nil || p.code.ExecutorAt(p.pc) != ex {
		t.Table.LimitVain(ex, 0)
		return
	}
	r := t.report(ex)
	t.Table.LimitVain(ex, 0)
	if r == p.region || count(p.remade, Parted) >= maxParted || r.Check(p.region.Head()) != nil {
		t.sel.shared++
		return
	}
	t.sel.parted++
	b, _ := p.layout.BeginBefore(int(ex.Lost[0].Test))
	again := remade(Parted, x, ex, pycode.Place{Code: b.Code.Code, Unit: b.PC})
	again[len(again)-1].Taken = n
	t.wantAt(wanted{code: p.code, pc: p.pc, region: r, old: ex, remade: again})
}

// count returns how often an executor has been made once more for a reason.
func count(list []Remade, why Reason) (n int) {
	for i := range list {
		if list[i].Why == why {
			n++
		}
	}
	return n
}

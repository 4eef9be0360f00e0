package region

import (
	"math"
	"slices"

	"github.com/tier2go/tier2/uop"
)

// Sharing or duplicating, by price. What follows a join is compiled once at first. The compile reports which
// tests there are decided on one of the ways that meet (uop.Report: a simulated copy for each way, after
// Leopoldseder et al., CGO 2018), what each block has become in bytes of machine code, and what a byte costs to
// make. The code counts how often such tests are executed in vain. When that is much, or the region is selected again, each way into
// the join gets a copy of its own of what follows, up to the first post-dominator behind those tests, if
//
//	bytes of tests executed in vain  ≥  bytes of the copies · price of making a byte
//
// It is the rule of ski rental: what was lost is taken for what will be. So the cost is at most twice that of
// whoever knows the future, and where nothing is lost the ways share.

// priced is what is known of a block.
type priced struct {
	bytes int     // of machine code
	price float64 // of making a byte, in bytes executed
	lost  []lostTest
}

// lostTest is tests of the block at a place that are executed in vain on ways that meet at another one.
type lostTest struct {
	at   uop.Place
	vain float64 // bytes of them that were executed
}

// Report implements uop.Priced. A join whose copies lose nothing any more keeps what it has lost.
func (s *ways) Report(r uop.Report) *uop.Region {
	for i, n := range r.Bytes {
		if n == 0 {
			continue
		}
		at := r.Region.Blocks[i].At
		p := s.priced[at]
		p.bytes, p.price = n, r.Price
		s.priced[at] = p
	}
	for _, l := range r.Lost {
		if l.Vain <= 0 {
			continue
		}
		at, test := r.Region.Blocks[l.Join].At, r.Region.Blocks[l.Test].At
		p := s.priced[at]
		if len(p.lost) == 0 {
			s.lost++
		}
		k := slices.IndexFunc(p.lost, func(o lostTest) bool { return o.at == test })
		if k < 0 {
			k = len(p.lost)
			p.lost = append(p.lost, lostTest{at: test})
		}
		p.lost[k].vain = max(p.lost[k].vain, l.Vain)
		s.priced[at] = p
	}
	return s.duplicate(r.Region)
}

// dropPriced forgets the blocks of dead code.
func (s *ways) dropPriced(dead func(code uint64) bool) {
	for at, p := range s.priced {
		if dead(at.Code) {
			if delete(s.priced, at); len(p.lost) > 0 {
				s.lost--
			}
		}
	}
}

// duplicate returns a region with copies behind the joins where they pay: the region itself if they do nowhere.
func (s *ways) duplicate(r *uop.Region) *uop.Region {
	if s.lost == 0 || !slices.ContainsFunc(r.Blocks, func(b uop.RegionBlock) bool { return s.priced[b.At].mayPay() }) {
		return r
	}
	e := &expander{by: s.by, limit: s.max}
	for i := range r.Blocks {
		b := &r.Blocks[i]
		at, known := s.index[b.At]
		e.add(int(b.Size), b.Succs, !known || len(s.flows[at].Ways) > len(b.Succs))
	}
	e.shape()
	for j := range r.Blocks {
		for _, l := range s.priced[r.Blocks[j].At].lost {
			if test := slices.IndexFunc(r.Blocks, func(b uop.RegionBlock) bool { return b.At == l.at }); test >= 0 {
				e.reach(int32(j), int32(test))
			}
		}
	}
	e.decide(func(j int32, ways int, tail []int32) int {
		p, gain := s.priced[r.Blocks[j].At], 0.0
		for _, l := range p.lost {
			if slices.ContainsFunc(tail, func(k int32) bool { return r.Blocks[k].At == l.at }) {
				gain += l.vain
			}
		}
		if gain == 0 {
			return -1
		}
		gain -= float64(float64(s.bytesOf(r, tail)*(ways-1)) * p.price)
		return int(max(min(gain, math.MaxInt32), -1))
	})
	if len(e.nodes) <= len(r.Blocks) {
		return r
	}
	d := &uop.Region{Selector: r.Selector, Blocks: make([]uop.RegionBlock, len(e.nodes))}
	for n, k := range e.nodes {
		slices.Sort(e.succs[n])
		d.Blocks[n] = r.Blocks[k]
		d.Blocks[n].Succs = e.succs[n]
	}
	return d
}

// mayPay reports whether a copy of the block alone would pay with all that is lost at it. Where it would not, no
// copies behind it do, which take more: then nobody has to ask for dominators.
func (p priced) mayPay() bool {
	gain := 0.0
	for _, l := range p.lost {
		gain += l.vain
	}
	return gain > 0 && gain-float64(float64(p.bytes)*p.price) > -1
}

// bytesOf returns what blocks take of machine code: those that no compile has had yet as much for an
// instruction as the others.
func (s *ways) bytesOf(r *uop.Region, list []int32) int {
	bytes, size, unknown := 0, 0, 0
	for _, k := range list {
		b := &r.Blocks[k]
		if n := s.priced[b.At].bytes; n > 0 {
			bytes, size = bytes+n, size+int(b.Size)
		} else {
			unknown += int(b.Size)
		}
	}
	if size == 0 {
		return bytes
	}
	return bytes + unknown*bytes/size
}

package region

import (
	"slices"

	"github.com/tier2go/tier2/uop"
)

// closure chooses single-entry sets of blocks by their profit. Of the blocks v that
// are reached from a head h by edges with a count of at least share % of h's and are
// in no region, it selects the set S with h that maximises
//
//	Σ v∈S (f(v) − λ)·s(v)  −  cx·Σ u∈S, v∉S f(u,v)  −  entry·Σ u∉S, v∈S, v≠h f(u,v)·s(v)
//
// where f counts executions and s is the size: what executing in the region is
// worth less what its code costs, less its exits, less what enters it elsewhere
// than at h, which has to be duplicated or to wait. That is a minimum cut (project
// selection: Picard 1976). If S is larger than the bound, λ is raised; the cuts are
// nested in λ, so that the least λ that fits is found by bisection; what is left of
// the bound is filled by hill climbing.
//
// With merge, neighbouring regions are copied into S while their transitions are
// worth more than their code: f(S,R)·cx > λ·s(R), the best first.
//
// Covers: the head; every edge that is taken in share % of the head's executions
// is in the region, or leaves it where that pays.
type closure struct {
	base
	closureOptions
	net    flowNetwork
	merg   bool
	copies bool // blocks of other regions may be copied
}

type closureOptions struct{ hot, lambda, bound, cx, entry, share int }

const (
	maxCandidates = 1000 // bounds the blocks that are looked at
	maxPeel       = 64   // bounds those of which one by one is taken out
)

// Observe implements uop.SelectorRun: heads are as NET's.
func (s *closure) Observe(ev uop.Event) (uop.Place, bool) {
	prev, id := s.observe(&ev)
	return ev.At, (ev.How == uop.Exit || s.backward(&ev, prev)) && s.warm(id, s.hot)
}

// mincut is closure for those who have counts as well.
type mincut struct{ closure }

// Learn implements uop.Learner.
func (s *mincut) Learn(f uop.Flow) { s.learn(f) }

// refuse returns why nothing can be selected for a head, or nil, and the head.
func (s *closure) refuse(head uop.Place) (int32, *uop.Refusal) {
	id := s.g.ID(head)
	switch {
	case id < 0:
		return id, &uop.Refusal{Reason: uop.RefuseCold, At: head}
	case s.live[id] != nil:
		return id, &uop.Refusal{Reason: uop.RefuseCovered, At: head}
	case int(s.g.Nodes[id].Size) > s.limit():
		return id, &uop.Refusal{Reason: uop.RefuseTooLarge, At: head}
	}
	return id, nil
}

func (s *closure) limit() int { return min(s.bound, s.max) }

// Select implements uop.SelectorRun.
func (s *closure) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	h, refusal := s.refuse(head)
	if refusal != nil {
		return nil, refusal
	}
	p := s.problem([]int32{h})
	set := s.choose(p)
	in := make([]bool, len(s.g.Nodes))
	for i, ok := range set {
		in[p.nodes[i]] = ok
	}
	if s.merg {
		s.merge(in)
	}
	r := s.region(h, in)
	s.keep(r)
	return r, nil
}

// choose returns the best set of the candidates that is found within the bound, all
// of it reached from the head. Where the cut alone is not that, as the bound binds or
// a part of it hangs together through other blocks only, it is repaired.
func (s *closure) choose(p *problem) []bool {
	cut := s.solve(p, int64(s.lambda))
	set := p.reached(cut)
	if p.size(cut) <= s.limit() && slices.Equal(set, cut) {
		return set
	}
	im := improver{p: p, lambda: int64(s.lambda), bound: s.limit()}
	im.index()
	if p.size(set) > s.limit() {
		set = p.reached(s.raise(p))
	}
	alone := make([]bool, len(set))
	for i := range p.fixed {
		alone[i] = true
	}
	if p.size(set) > s.limit() {
		set = slices.Clone(alone)
	}
	set, v := im.climb(set, cut)
	starts := [][]bool{alone}
	if len(p.nodes) <= maxPeel {
		starts = append(starts, im.peel(p.reached(cut)))
	}
	for _, start := range starts {
		if other, w := im.climb(start, cut); w > v {
			set, v = other, w
		}
	}
	return set
}

// raise returns the cut of the least λ that fits the bound, or of the highest.
func (s *closure) raise(p *problem) []bool {
	lo, hi := int64(s.lambda), int64(s.lambda)
	for _, f := range p.f {
		hi = max(hi, f)
	}
	for lo < hi {
		mid := lo + (hi-lo)/2
		if p.size(s.solve(p, mid)) > s.limit() {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return s.solve(p, lo)
}

// problem is one choice: the candidates with what they are worth, dense.
type problem struct {
	nodes  []int32 // of the graph; nodes[0] is the head
	fixed  int     // the first ones, which are selected at any price
	f, s   []int64
	edges  []problemEdge
	cx     int64
	beyond []int64 // price of what enters from outside of the candidates
	out    []int64 // price of what leaves the candidates
}

// problemEdge is an edge between candidates: what it costs to cut it.
type problemEdge struct {
	from, to   int32
	exit, into int64
}

// problem collects the candidates behind blocks that are selected at any price: a
// head, and what its region has already.
func (s *closure) problem(fixed []int32) *problem {
	p := &problem{nodes: fixed, fixed: len(fixed)}
	at := make([]int32, len(s.g.Nodes)) // its index in nodes, plus one
	for i, id := range fixed {
		at[id] = int32(i) + 1
	}
	least := s.g.Nodes[fixed[0]].fresh() * uint64(s.share)
	for i := 0; i < len(p.nodes); i++ {
		for _, a := range s.g.Nodes[p.nodes[i]].Out {
			if at[a.To] == 0 && a.fresh()*100 >= least && (s.copies || s.owner[a.To] == 0) && len(p.nodes) < maxCandidates {
				p.nodes = append(p.nodes, a.To)
				at[a.To] = int32(len(p.nodes))
			}
		}
	}
	n := len(p.nodes)
	p.f, p.s, p.beyond, p.out = make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	for i, id := range p.nodes {
		p.f[i], p.s[i] = int64(s.g.Nodes[id].fresh()), int64(s.g.Nodes[id].Size)
	}
	for i, id := range p.nodes {
		for _, a := range s.g.Nodes[id].Out {
			exit := int64(s.cx) * int64(a.fresh())
			if at[a.To] == 0 {
				p.out[i] += exit
				continue
			}
			e := problemEdge{from: int32(i), to: at[a.To] - 1, exit: exit}
			if e.to != 0 {
				e.into = int64(s.entry) * int64(a.fresh()) * p.s[e.to]
			}
			if e.from != e.to {
				p.edges = append(p.edges, e)
			}
		}
		for _, u := range s.g.Nodes[id].In {
			if at[u] == 0 && i > 0 {
				p.beyond[i] += int64(s.entry) * int64(s.g.Arc(u, id).fresh()) * p.s[i]
			}
		}
	}
	return p
}

func (p *problem) size(set []bool) int {
	n := int64(0)
	for i, ok := range set {
		if ok {
			n += p.s[i]
		}
	}
	return int(n)
}

// gain is what a candidate adds by itself.
func (p *problem) gain(i int, lambda int64) int64 {
	return (p.f[i]-lambda)*p.s[i] - p.beyond[i] - p.out[i]
}

// value returns what is maximised.
func (p *problem) value(set []bool, lambda int64) int64 {
	v := int64(0)
	for i, ok := range set {
		if ok {
			v += p.gain(i, lambda)
		}
	}
	for _, e := range p.edges {
		switch {
		case set[e.from] && !set[e.to]:
			v -= e.exit
		case !set[e.from] && set[e.to]:
			v -= e.into
		}
	}
	return v
}

// build makes the network: node i is the candidate, n the source, n+1 the sink.
func (p *problem) build(f *flowNetwork, lambda int64) {
	n := int32(len(p.nodes))
	f.reset(int(n) + 2)
	for i := range p.nodes {
		switch g := p.gain(i, lambda); {
		case i < p.fixed:
			f.add(n, int32(i), 1<<50, 0)
		case g > 0:
			f.add(n, int32(i), g, 0)
		default:
			f.add(int32(i), n+1, -g, 0)
		}
	}
	for _, e := range p.edges {
		f.add(e.from, e.to, e.exit, e.into)
	}
}

// solve returns the best set of candidates.
func (s *closure) solve(p *problem, lambda int64) []bool {
	n := int32(len(p.nodes))
	p.build(&s.net, lambda)
	s.net.cut(n, n+1)
	set := make([]bool, n)
	for i := range set {
		set[i] = s.net.source(int32(i))
	}
	return set
}

// merge copies neighbouring regions into a set.
func (s *closure) merge(in []bool) {
	size := 0
	for id, ok := range in {
		if ok {
			size += int(s.g.Nodes[id].Size)
		}
	}
	for {
		var best *uop.Region
		most := 0
		for _, r := range s.live {
			if r == nil {
				continue
			}
			flow, more := s.between(in, r)
			if gain := flow*s.cx - s.lambda*more; more > 0 && gain > most && size+more <= s.limit() {
				best, most = r, gain
			}
		}
		if best == nil {
			return
		}
		for i := range best.Blocks {
			if id := s.g.ID(best.Blocks[i].At); !in[id] {
				in[id] = true
				size += int(best.Blocks[i].Size)
			}
		}
	}
}

// between returns how often execution went between a set and what a region has
// besides, and the size of that.
func (s *closure) between(in []bool, r *uop.Region) (flow, size int) {
	for i := range r.Blocks {
		id := s.g.ID(r.Blocks[i].At)
		if in[id] {
			continue
		}
		size += int(r.Blocks[i].Size)
		for _, u := range s.g.Nodes[id].In {
			if in[u] {
				flow += int(s.g.Arc(u, id).Count)
			}
		}
		for _, a := range s.g.Nodes[id].Out {
			if in[a.To] {
				flow += int(a.Count)
			}
		}
	}
	return flow, size
}

package region

import (
	"slices"

	"github.com/tier2go/tier2/uop"
)

// oracle is closure by enumeration: it looks at every set of up to 20 candidates
// that fits the bound and hangs together, so that the gap of the other selectors
// can be measured. It refuses more candidates as too large.
//
// Covers: as closure, exactly.
type oracle struct{ closure }

const maxOracle = 20

// Learn implements uop.Learner.
func (s *oracle) Learn(f uop.Flow) { s.learn(f) }

// Select implements uop.SelectorRun.
func (s *oracle) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	h, refusal := s.refuse(head)
	if refusal != nil {
		return nil, refusal
	}
	p := s.problem([]int32{h})
	if len(p.nodes) > maxOracle {
		return nil, &uop.Refusal{Reason: uop.RefuseTooLarge, At: head}
	}
	set := p.enumerate(int64(s.lambda), s.limit())
	in := make([]bool, len(s.g.Nodes))
	for i, ok := range set {
		in[p.nodes[i]] = ok
	}
	r := s.region(h, in)
	s.keep(r)
	return r, nil
}

// enumerate goes through the sets in the order of Gray's code, so that one block
// changes at a time.
func (p *problem) enumerate(lambda int64, bound int) []bool {
	n := len(p.nodes)
	touch := make([][]problemEdge, n)
	for _, e := range p.edges {
		touch[e.from] = append(touch[e.from], e)
		touch[e.to] = append(touch[e.to], e)
	}
	set := make([]bool, n)
	set[0] = true
	size, value := int(p.s[0]), p.value(set, lambda)
	best, most := append([]bool(nil), set...), value
	for code := uint32(1); code < 1<<(n-1); code++ {
		i := 1
		for c := code; c&1 == 0; c >>= 1 {
			i++
		}
		for _, e := range touch[i] {
			value += e.price(set)
		}
		set[i] = !set[i]
		if set[i] {
			size, value = size+int(p.s[i]), value+p.gain(i, lambda)
		} else {
			size, value = size-int(p.s[i]), value-p.gain(i, lambda)
		}
		for _, e := range touch[i] {
			value -= e.price(set)
		}
		if value > most && size <= bound && slices.Equal(p.reached(set), set) {
			most = value
			copy(best, set)
		}
	}
	return best
}

func (e problemEdge) price(set []bool) int64 {
	switch {
	case set[e.from] && !set[e.to]:
		return e.exit
	case !set[e.from] && set[e.to]:
		return e.into
	}
	return 0
}

// reached returns what of a set is reached from the head inside of it.
func (p *problem) reached(set []bool) []bool {
	seen := make([]bool, len(set))
	seen[0] = true
	for changed := true; changed; {
		changed = false
		for _, e := range p.edges {
			if seen[e.from] && set[e.to] && !seen[e.to] {
				seen[e.to], changed = true, true
			}
		}
	}
	return seen
}

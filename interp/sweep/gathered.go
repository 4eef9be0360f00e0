package sweep

import (
	"slices"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// What code refers to never changes once it is loaded, and the same names stand in hundreds of code objects. Between sweeps all code is a root, so a
// collection that marks code object by code object marks each name again and again, at places all over the heap: a third of a collection of a program
// that has imported a few modules. So what the code has that some collections have met is gathered: each object once, by address. What dies in a sweep is gathered
// anew; until then it would live on anyway.

// leastGathered is how many code objects there must be, besides those that are gathered, for the next gathering.
const leastGathered = 128

// gather gathers what all code refers to, but for code that is being made.
func (s *Sweeper) gather() {
	for _, c := range s.VM.Codes() {
		if c == nil || c.Gathered || slices.Contains(s.Loading, c) {
			continue
		}
		s.gathered = append(s.gathered, c.Self)
		for _, values := range [...][]object.Value{c.ConstValues, c.NameValues} {
			for _, v := range values {
				if v.IsRef() {
					s.gathered = append(s.gathered, v)
				}
			}
		}
		c.Gathered = true
	}
	slices.Sort(s.gathered)
	s.gathered = slices.Compact(s.gathered)
}

// scatter forgets what is gathered.
func (s *Sweeper) scatter() {
	for _, c := range s.VM.Codes() {
		if c != nil {
			c.Gathered = false
		}
	}
	s.gathered = s.gathered[:0]
}

// markGathered marks what all code refers to. It gathers if there is much that is not, and no more than the last time: no module is being loaded.
func (s *Sweeper) markGathered(m *heap.Marker) {
	fresh := 0
	m.Values(s.gathered)
	for _, c := range s.VM.Codes() {
		switch {
		case c == nil:
		case c.Gathered:
			m.Values(c.Params)
			m.Values(c.Signature)
			m.Values(c.FuncNames)
			m.Value(c.Globals)
		default:
			fresh++
			markCode(m, c)
		}
	}
	if fresh >= leastGathered && fresh == s.fresh {
		s.gather()
	}
	s.fresh = fresh
}

// Package region is for the choice of what a VM compiles when that is more than a
// line: blocks with joins and loops. It has a profile graph of blocks with counts
// ([Graph]), streams of the blocks that programs execute ([Stream]), programs to
// walk on ([Program]): synthetic ones ([Synthetic]) and profiles taken from CPython
// ([ReadProfile]).
//
//	p := region.Diamonds(3)
//	s, err := p.Stream(1, 100_000) // seed, events
//	g := s.Graph()
//
// It must not know a VM: it sees places, sizes and the ways between blocks
// (uop.Event). It is the only package, with region/report, that knows gonum; the
// adapter in gonum.go is the only door to it, because gonum's own graphs are
// iterated in random order.
package region

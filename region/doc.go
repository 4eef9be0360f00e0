// Package region chooses what a VM compiles when that is more than a line: blocks
// with joins and loops. It has a profile graph of blocks with counts ([Graph]),
// streams of the blocks that programs execute ([Stream]), programs to walk on
// ([Program]): synthetic ones ([Synthetic]) and profiles taken from CPython
// ([ReadProfile]); selectors as values ([Select], [Kinds]: NET, LEI, combination,
// trace trees, CPython's, minimum cuts …), and a replay that measures a selector on
// a stream by the literature's metrics, without a clock ([Replay]).
//
//	s, err := region.Diamonds(3).Stream(1, 100_000) // seed, events
//	sel, err := region.Select("net+comb(prof=30,min=2)")
//	m, err := region.Replay(s, sel, uop.DefaultLimits)
//	fmt.Println(m.HitRate(), m.CodeExpansion(), m.PerTransition())
//
// A selector sees places only, and knows no frames: a region may have an edge that
// is a call, and may have a function's blocks once for two callers, or for itself.
// A VM that compiles frames into the code has to make copies, or to stop at the
// edge.
//
// The package must not know a VM: it sees places, sizes and the ways between blocks
// (uop.Event). It is the only package, with region/report, that knows gonum; the
// adapter in gonum.go is the only door to it, because gonum's own graphs are
// iterated in random order.
package region

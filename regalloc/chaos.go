package regalloc

import "github.com/tier2go/tier2/lower"

// Chaos. Where the allocator takes the better of several places, a seed may choose instead
// (Options.Chaos): which free register, whose register is taken, what waits in its slot. The
// code is worse and has to be right all the same: so moves, slots and edges are tried that
// good code hardly ever has.

// chaos draws from a seed; without one it changes nothing.
type chaos struct {
	state uint64
	order []lower.PReg
}

// pick returns a number below n, 0 without a seed.
func (c *chaos) pick(n int) int {
	if c.state == 0 {
		return 0
	}
	c.state ^= c.state << 13 // xorshift, Marsaglia 2003
	c.state ^= c.state >> 7
	c.state ^= c.state << 17
	return int((c.state >> 33) % uint64(n))
}

// once reports, with a seed, whether to do what is done once in n times.
func (c *chaos) once(n int) bool { return c.state != 0 && c.pick(n) == 0 }

// tried returns the registers of a class in the order in which they are tried. It is
// valid until the next call.
func (a *Allocator) tried(class lower.Class) []lower.PReg {
	list := a.rf.Allocatable[class]
	if a.chaos.state == 0 {
		return list
	}
	k := a.chaos.pick(len(list))
	a.chaos.order = append(append(a.chaos.order[:0], list[k:]...), list[:k]...)
	return a.chaos.order
}

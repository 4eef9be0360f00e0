package region

import (
	"fmt"
	"math/rand/v2"
)

// randomReducible returns a random program of about n blocks, made of statements in
// each other: branches, of which half are balanced, loops with short trip counts, and
// calls of later functions. Every loop is entered at its top alone.
func randomReducible(seed uint64, n int) *Program {
	return structured(synthetic("reducible%d-%d", n, seed), seed, n, false)
}

// RandomIrreducible returns a random program as randomReducible does, but that each
// loop is also entered in its middle: no block of it dominates the others.
func RandomIrreducible(seed uint64, n int) *Program {
	return structured(synthetic("irreducible%d-%d", n, seed), seed, n, true)
}

// Trips returns a loop around three loops, one after the other, of the given mean trip
// count each, so that each is left nearly as often as it goes on.
func Trips(trips int) *Program {
	p := synthetic("trips%d", trips)
	f := p.code("f")
	top := p.loop(f)
	at := top
	for range 3 {
		body, after := p.block(f, 6), p.block(f, 4)
		p.way(at, body, 1)
		p.way(body, body, uint64(trips-1))
		p.way(body, after, 1)
		at = after
	}
	p.way(at, top, 999)
	p.Flow[at].Leave = 1
	return p
}

// statements makes the code of structured programs.
type statements struct {
	p       *Program
	r       *rand.Rand
	code    uint64
	entries []int32 // of the functions behind this one, the next first
	middles bool    // loops are entered in the middle too
}

func structured(p *Program, seed uint64, n int, middles bool) *Program {
	s := statements{p: p, r: rand.New(rand.NewPCG(seed, 9)), middles: middles}
	funcs := max(1, n/15)
	for i := range funcs { // the last first: a function calls those that are made
		s.code = p.code(fmt.Sprintf("f%d", funcs-1-i))
		entry := s.block()
		begin := len(p.Blocks)
		at := s.loop(entry, 1)
		if len(s.entries) > 0 {
			at = s.call(at, s.entries[0])
		}
		for len(p.Blocks) < begin+n/funcs-1 {
			at = s.statement(at, 2)
		}
		p.Flow[at].Leave = 1
		s.entries = append([]int32{entry}, s.entries...)
	}
	p.Roots = []Root{{s.entries[0], 1}}
	return p
}

func (s *statements) block() int32 { return s.p.block(s.code, uint32(3+s.r.IntN(10))) }

// statement adds a statement behind a block, with others in it up to a depth; it
// returns the block that follows.
func (s *statements) statement(at int32, depth int) int32 {
	switch k := s.r.IntN(6); {
	case k < 3:
		return s.branch(at, depth)
	case k < 5:
		return s.loop(at, depth)
	case len(s.entries) > 0:
		return s.call(at, s.entries[s.r.IntN(len(s.entries))])
	}
	next := s.block()
	s.p.way(at, next, 1)
	return next
}

// inner is what an arm or a loop has behind its first block.
func (s *statements) inner(at int32, depth int) int32 {
	if depth == 0 || s.r.IntN(2) == 0 {
		return at
	}
	return s.statement(at, depth-1)
}

func (s *statements) branch(at int32, depth int) int32 {
	taken := uint64(50)
	if s.r.IntN(2) == 0 {
		taken = uint64(1 + s.r.IntN(30))
	}
	then := s.block()
	s.p.way(at, then, 100-taken)
	thenEnd := s.inner(then, depth)
	other := s.block()
	s.p.way(at, other, taken)
	otherEnd := s.inner(other, depth)
	join := s.block()
	s.p.way(thenEnd, join, 1)
	s.p.way(otherEnd, join, 1)
	return join
}

func (s *statements) loop(at int32, depth int) int32 {
	top, body := s.block(), s.block()
	s.p.way(at, top, 60)
	if s.middles {
		s.p.way(at, body, 40)
	}
	s.p.way(top, body, 1)
	end := s.inner(body, depth)
	s.p.way(end, top, uint64(1+s.r.IntN(8)))
	after := s.block()
	s.p.way(end, after, 1)
	return after
}

func (s *statements) call(at, entry int32) int32 {
	back := s.block()
	s.p.call(at, entry, back, 1)
	return back
}

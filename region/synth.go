package region

import (
	"fmt"
	"math/rand/v2"
)

// The generators make programs with a shape that is hard for some selector. All
// blocks have 3 to 12 instructions, as bytecode's have.

const note = "a random walk on a synthetic program"

func synthetic(format string, args ...any) *Program {
	return &Program{Name: fmt.Sprintf(format, args...), Note: note}
}

// loop adds the blocks around a loop's body to a code of a program: before, top
// and after, of which the top comes first in each iteration.
func (p *Program) loop(code uint64) (top int32) {
	p.Roots = append(p.Roots, Root{p.block(code, 4), 1})
	top = p.block(code, 3)
	p.way(top-1, top, 1)
	return top
}

// Diamonds returns a loop around k diamonds in a row, each with two arms that are
// taken equally often: 2^k paths.
func Diamonds(k int) *Program {
	p := synthetic("diamonds%d", k)
	f := p.code("f")
	top := p.loop(f)
	at := top
	for range k {
		a, b, join := p.block(f, 5), p.block(f, 5), p.block(f, 4)
		p.way(at, a, 50)
		p.way(at, b, 50)
		p.way(a, join, 1)
		p.way(b, join, 1)
		at = join
	}
	p.way(at, top, 999)
	p.Flow[at].Leave = 1
	return p
}

// NestedIf returns a loop around a nested if with two balanced hot paths and a
// cold one: the case to win.
func NestedIf() *Program {
	p := synthetic("nestedif")
	f := p.code("f")
	top := p.loop(f)
	inner, a, b, cold, join := p.block(f, 4), p.block(f, 6), p.block(f, 6), p.block(f, 9), p.block(f, 8)
	p.way(top, inner, 98)
	p.way(top, cold, 2)
	p.way(inner, a, 50)
	p.way(inner, b, 50)
	for _, arm := range []int32{a, b, cold} {
		p.way(arm, join, 1)
	}
	p.way(join, top, 999)
	p.Flow[join].Leave = 1
	return p
}

// nest returns loops in each other, of the given trip count each.
func nest(depth, trips int) *Program {
	p := synthetic("nest%dx%d", depth, trips)
	f := p.code("f")
	tops := []int32{p.loop(f)}
	for i := 1; i < depth; i++ {
		tops = append(tops, p.block(f, 4))
		p.way(tops[i-1], tops[i], 1)
	}
	body := p.block(f, 9)
	p.way(tops[depth-1], body, 1)
	at := body
	for i := depth - 1; i >= 0; i-- {
		p.way(at, tops[i], uint64(trips-1))
		if i == 0 {
			p.Flow[at].Leave = 1
			break
		}
		after := p.block(f, 3)
		p.way(at, after, 1)
		at = after
	}
	return p
}

// Dispatch returns an interpreter's loop over the given number of kinds, the first
// of which are more frequent, with a common end of each iteration.
func Dispatch(kinds int) *Program {
	p := synthetic("dispatch%d", kinds)
	f := p.code("interpret")
	top := p.loop(f)
	var arms []int32
	for i := range kinds {
		arms = append(arms, p.block(f, uint32(4+i%7)))
		p.way(top, arms[i], uint64(kinds-i))
	}
	end := p.block(f, 5)
	for _, a := range arms {
		p.way(a, end, 1)
	}
	p.way(end, top, 9999)
	p.Flow[end].Leave = 1
	return p
}

// shared returns loops, one after the other, that call the same function, which
// branches.
func shared(callers int) *Program {
	p := synthetic("shared%d", callers)
	g := p.code("shared")
	entry, a, b, end := p.block(g, 4), p.block(g, 7), p.block(g, 5), p.block(g, 3)
	p.way(entry, a, 60)
	p.way(entry, b, 40)
	p.way(a, end, 1)
	p.way(b, end, 1)
	p.Flow[end].Leave = 1
	f := p.code("main")
	before := p.block(f, 4)
	p.Roots = []Root{{before, 1}}
	for range callers {
		top, back := p.block(f, 6), p.block(f, 5)
		p.way(before, top, 1)
		p.call(top, entry, back, 1)
		p.way(back, top, 199)
		before = p.block(f, 3)
		p.way(back, before, 1)
	}
	p.Flow[before].Leave = 1
	return p
}

// recursive returns a function that calls itself twice, like fib.
func recursive() *Program {
	p := synthetic("recursive")
	f := p.code("fib")
	entry, leaf, first, second, end := p.block(f, 5), p.block(f, 3), p.block(f, 4), p.block(f, 5), p.block(f, 4)
	p.Roots = []Root{{entry, 1}}
	p.way(entry, leaf, 51)
	p.way(entry, first, 49)
	p.Flow[leaf].Leave = 1
	p.call(first, entry, second, 1)
	p.call(second, entry, end, 1)
	p.Flow[end].Leave = 1
	return p
}

// Phases returns a loop around three diamonds that goes through one arm of each
// nine times out of ten, and through the other in the stream's second half.
func Phases() *Program {
	p, q := Diamonds(3), Diamonds(3)
	p.Name, q.Name, p.Then = "phases", "phases", q
	for i := range p.Flow {
		if ways := p.Flow[i].Ways; len(ways) == 2 && ways[0].Weight == ways[1].Weight {
			ways[0].Weight, ways[1].Weight = 90, 10
			q.Flow[i].Ways[0].Weight, q.Flow[i].Ways[1].Weight = 10, 90
		}
	}
	return p
}

// Irreducible returns a loop that is entered at two places.
func Irreducible() *Program {
	p := synthetic("irreducible")
	f := p.code("f")
	top := p.loop(f)
	a, b, end := p.block(f, 6), p.block(f, 7), p.block(f, 3)
	p.way(top, a, 50)
	p.way(top, b, 50)
	p.way(a, b, 90)
	p.way(a, end, 10)
	p.way(b, a, 90)
	p.way(b, end, 10)
	p.way(end, top, 999)
	p.Flow[end].Leave = 1
	return p
}

// Random returns a random program of about n blocks: functions with branches that
// go forward mostly and back sometimes, and calls of later functions.
func Random(seed uint64, n int) *Program {
	r := rand.New(rand.NewPCG(seed, 7))
	p := synthetic("random%d-%d", n, seed)
	funcs := max(1, n/12)
	var bounds []int32 // where each function's blocks begin
	for i := range funcs {
		c := p.code(fmt.Sprintf("f%d", i))
		bounds = append(bounds, int32(len(p.Blocks)))
		for range max(3, n/funcs) {
			p.block(c, uint32(3+r.IntN(10)))
		}
	}
	bounds = append(bounds, int32(len(p.Blocks)))
	for i := range funcs {
		p.random(r, bounds[i], bounds[i+1], bounds[i+1:])
	}
	p.Roots = []Root{{0, 1}}
	return p
}

// random adds the ways of one function, which may call those behind it.
func (p *Program) random(r *rand.Rand, first, end int32, later []int32) {
	last := end - 1
	for b := first; b < last; b++ {
		if len(later) > 1 && (b == first+1 || r.IntN(6) == 0) {
			to := later[0] // each function calls the next, so that all are reached
			if b > first+1 {
				to = later[r.IntN(len(later)-1)]
			}
			p.call(b, to, b+1, 1)
			continue
		}
		p.way(b, b+1, uint64(10+r.IntN(90)))
		switch r.IntN(5) {
		case 0, 1:
			if to := b + 2 + int32(r.IntN(4)); to <= last {
				p.way(b, to, uint64(1+r.IntN(90)))
			}
		case 2:
			if b > first { // a loop over at most six blocks; its mean trip count is below 8
				p.way(b, max(first+1, b-int32(r.IntN(6))), p.Flow[b].Ways[0].Weight*uint64(1+r.IntN(7)))
			}
		}
	}
	p.Flow[last].Leave = 1
	if r.IntN(2) == 0 {
		p.way(last, first, uint64(1+r.IntN(3)))
	}
}

// Synthetic are the programs of the bench, by name.
func Synthetic() []*Program {
	return []*Program{
		NestedIf(), Diamonds(3), Diamonds(8), nest(3, 8), nest(2, 40), Dispatch(6), Dispatch(24),
		shared(4), recursive(), Phases(), Irreducible(), Random(1, 40), Random(2, 60), Random(3, 120), Random(4, 120),
		Trips(3), randomReducible(1, 60), randomReducible(2, 120), RandomIrreducible(1, 60), RandomIrreducible(2, 120),
	}
}

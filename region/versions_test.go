package region

import (
	"testing"

	"github.com/tier2go/tier2/uop"
)

// correlated records a loop with two diamonds in a row. The second branch goes as the first one did, if
// it depends on it, else as a third of all rounds do.
func correlated(depends bool) *Stream {
	p := synthetic("correlated")
	f := p.code("f")
	top := p.loop(f)
	var blocks []int32 // two arms, the join that branches again, two arms, the end
	for range 6 {
		blocks = append(blocks, p.block(f, 5))
	}
	rec := NewRecorder("correlated", "", p.Blocks)
	rec.Enter(top-1, uop.Start)
	for i := range 20_000 {
		first, second := i*7919%10007%2, i%3/2
		if depends {
			second = first
		}
		how := uop.Taken
		if i == 0 {
			how = uop.Fall
		}
		rec.Enter(top, how)
		rec.Enter(blocks[first], uop.How(first))
		rec.Enter(blocks[2], uop.How(1-first))
		rec.Enter(blocks[3+second], uop.How(second))
		rec.Enter(blocks[5], uop.How(1-second))
	}
	return rec.Stream()
}

// copies returns, by block, how often the region of the most executions has it.
func copies(m *Metrics) (most RegionMetrics, times map[uop.Place]int) {
	for _, r := range m.Regions {
		if r.Executions > most.Executions {
			most = r
		}
	}
	times = map[uop.Place]int{}
	for _, b := range most.Region.Blocks {
		times[b.At]++
	}
	return most, times
}

// TestVersions: a block has a version for each context, as many as the limit says, the last of which
// all other contexts share; with a limit of one it is compiled once.
func TestVersions(t *testing.T) {
	s := stream(t, Diamonds(6), 1, 60_000)
	for _, c := range []struct {
		text string
		most int
	}{{"lbbv(limit=1)", 1}, {"lbbv(limit=3,facts=4)", 3}, {"lbbv(limit=20,facts=4)", 16}, {"lbbv(facts=0)", 1}} {
		m := replayed(t, s, selector(t, c.text))
		_, times := copies(m)
		got := 0
		for _, n := range times {
			got = max(got, n)
		}
		if got != c.most {
			t.Errorf("%s: up to %d versions of a block, want %d", c.text, got, c.most)
		}
		if m.HitRate() < .99 {
			t.Errorf("%s: hit rate %.3f", c.text, m.HitRate())
		}
	}
}

// TestVersionsAdded: what has been compiled is not compiled again when a version is added.
func TestVersionsAdded(t *testing.T) {
	for _, p := range []*Program{Diamonds(6), Random(3, 60), recursive(), Dispatch(12)} {
		m := replayed(t, stream(t, p, 1, 60_000), selector(t, "lbbv"))
		if m.Compiled != m.Code || m.Replaced != 0 {
			t.Errorf("%s: %d compiled, %d left, %d replaced", p.Name, m.Compiled, m.Code, m.Replaced)
		}
	}
}

// TestAddedIsHeldTo: a region that says that it adds to another one, and does not begin with that, is an error.
func TestAddedIsHeldTo(t *testing.T) {
	r := &replay{s: stream(t, Diamonds(1), 1, 100), m: &Metrics{}}
	block := func(ids ...int32) *placed {
		p := &placed{r: &uop.Region{Added: true}, block: ids}
		for range ids {
			p.r.Blocks = append(p.r.Blocks, uop.RegionBlock{Size: 3})
		}
		return p
	}
	first := block(1, 2)
	if err := r.compile(first, nil); err != nil || r.m.Compiled != 6 {
		t.Errorf("%v, %d compiled", err, r.m.Compiled)
	}
	if err := r.compile(block(1, 2, 3), first); err != nil || r.m.Compiled != 9 {
		t.Errorf("%v, %d compiled", err, r.m.Compiled)
	}
	for _, p := range []*placed{block(1), block(1, 3, 2)} {
		if err := r.compile(p, first); err == nil {
			t.Errorf("%v adds to %v", p.block, first.block)
		}
	}
}

// TestSimulated: a join is copied for a way behind which its branch is decided, and the copy goes on in
// one place; where no branch is, nothing is copied, and the region is that of method.
func TestSimulated(t *testing.T) {
	m := replayed(t, correlated(true), selector(t, "dbds(budget=300)"))
	r, times := copies(m)
	join := uop.Place{Code: 1, PC: 17} // 4 + 3 instructions, two arms of 5
	if times[join] != 2 {
		t.Errorf("the join is there %d times\n%s", times[join], r.Region)
	}
	for _, b := range r.Region.Blocks {
		if b.At == join && len(b.Succs) != 1 {
			t.Errorf("a copy goes on in %d places\n%s", len(b.Succs), r.Region)
		}
	}
	if m.Late.Transitions > 0 {
		t.Errorf("%d transitions", m.Late.Transitions)
	}
	plain := replayed(t, correlated(false), selector(t, "method"))
	m = replayed(t, correlated(false), selector(t, "dbds(budget=300)"))
	if got, want := m.Regions[0].Region, plain.Regions[0].Region; len(got.Blocks) != len(want.Blocks) {
		t.Errorf("nothing is decided, and copied\n%s", got)
	}
	// What a join loses can be a price, too, and the budget bounds what is copied.
	all := replayed(t, correlated(false), selector(t, "dbds(facts=1,budget=300)"))
	some := replayed(t, correlated(false), selector(t, "dbds(facts=1,budget=120)"))
	if all.Code <= plain.Code*3/2 || some.Code > plain.Code*6/5 || some.Code < plain.Code {
		t.Errorf("code of all copies %d, of a fifth %d, without %d", all.Code, some.Code, plain.Code)
	}
}

// TestFitness: the numbers are CPython's: seven balanced branches lead from the initial fitness to where
// any place is good enough to stop, and no branch that always goes one way costs anything.
func TestFitness(t *testing.T) {
	size := func(p *Program) int {
		m := replayed(t, stream(t, p, 1, 400_000), selector(t, "cpython315"))
		if len(m.Regions) == 0 {
			t.Fatalf("%s: nothing is recorded", p.Name)
		}
		return len(m.Regions[0].Region.Blocks)
	}
	if n := size(Diamonds(12)); n < 8 || n > 14 { // two blocks for each diamond
		t.Errorf("balanced: %d blocks", n)
	}
	straight := synthetic("straight")
	f := straight.code("f")
	top := straight.loop(f)
	at := top
	for range 24 {
		next := straight.block(f, 5)
		straight.way(at, next, 1)
		at = next
	}
	straight.way(at, top, 999)
	straight.Flow[at].Leave = 1
	if n := size(straight); n != 25 {
		t.Errorf("straight: %d blocks", n)
	}
}

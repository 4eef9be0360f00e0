package region

import (
	"testing"

	"github.com/tier2go/tier2/uop"
)

// TestJoinsShareOrDuplicate has the two ends of the price of code: free code is
// duplicated behind every join, and where facts are worth nothing, all is shared.
func TestJoinsShareOrDuplicate(t *testing.T) {
	s := stream(t, Diamonds(3), 1, 50_000)
	for _, c := range []struct {
		text   string
		blocks int // of the region: top, and for each diamond two arms and a join
	}{
		{"joins(facts=0)", 1 + 3*3},
		// Nothing post-dominates the joins but each other, down to the loop's end: all
		// paths go on on their own.
		{"joins(lambda=0)", 1 + 2 + 2 + 4 + 4 + 8 + 8},
	} {
		m := replayed(t, s, selector(t, c.text))
		if got := len(m.Regions[0].Region.Blocks); got != c.blocks {
			t.Errorf("%s: %d blocks, not %d\n%s", c.text, got, c.blocks, m.Regions[0].Region)
		}
	}
}

// TestJoinsCover holds joins to its covering property: every candidate is in the
// region, if there is room, whatever is duplicated.
func TestJoinsCover(t *testing.T) {
	for seed := range uint64(20) {
		s := stream(t, Random(seed, 14), seed, 3000)
		for _, text := range []string{"joins", "joins(lambda=0)", "joins(facts=0)", "joins(lambda=1,facts=3)"} {
			st := selector(t, text).New(uop.DefaultLimits).(*joins)
			for id, how := range s.All() {
				ev := s.Event(id, how)
				st.observe(&ev)
			}
			for h := range st.g.Nodes {
				p := st.problem([]int32{int32(h)})
				total := int64(0)
				for _, n := range p.s {
					total += n
				}
				head := st.g.Nodes[h].At
				r, refusal := st.Select(head)
				if refusal != nil {
					t.Fatalf("%v", refusal)
				}
				if err := r.Check(head); err != nil {
					t.Fatal(err)
				}
				has := map[uop.Place]bool{}
				for _, b := range r.Blocks {
					has[b.At] = true
				}
				if total <= 400 && len(has) != len(p.nodes) {
					t.Errorf("%s on %s, head %d: %d of %d candidates\n%s", text, s.Name, h, len(has), len(p.nodes), r)
				}
				if r.Size() > 400 && total <= 400 {
					t.Errorf("%s on %s: size %d", text, s.Name, r.Size())
				}
				st.live[h] = nil // each head on its own
				for i := range st.owner {
					st.owner[i] = 0
				}
			}
		}
	}
}

// TestMethodCold: a block that is executed less often than the option says is an exit, and what
// only it leads to is left out with it.
func TestMethodCold(t *testing.T) {
	place := func(pc uint32) uop.Place { return uop.Place{PC: pc} }
	flows := []uop.Flow{
		{At: place(0), Size: 1, Count: 1000, Ways: []uop.Way{{To: place(1), How: uop.Fall, Count: 980}, {To: place(2), How: uop.Taken, Count: 20}}},
		{At: place(1), Size: 1, Count: 980, Ways: []uop.Way{{To: place(4), How: uop.Fall, Count: 980}}},
		{At: place(2), Size: 1, Count: 20, Ways: []uop.Way{{To: place(3), How: uop.Fall, Count: 20}}},
		{At: place(3), Size: 1, Count: 20, Ways: []uop.Way{{To: place(4), How: uop.Taken, Count: 20}}},
		{At: place(4), Size: 1, Count: 1000},
	}
	for text, want := range map[string]int{"method": 5, "method(cold=20)": 5, "method(cold=21)": 3, "method(cold=1000)": 1} {
		st := selector(t, text).New(uop.DefaultLimits)
		for _, f := range flows {
			st.(uop.Learner).Learn(f)
		}
		r, refusal := st.Select(place(0))
		if refusal != nil || len(r.Blocks) != want {
			t.Errorf("%s: %v, %v, want %d blocks", text, r, refusal, want)
		}
	}
}

package region

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/uop"
)

// firstPhase selects what is executed often after a while, and nothing later.
type firstPhase struct {
	base
	hot, at int
}

func (s *firstPhase) Observe(ev uop.Event) (uop.Place, bool) {
	_, id := s.observe(&ev)
	s.at++
	return ev.At, s.at >= s.hot && s.at < s.hot+50 && s.live[id] == nil && s.g.Nodes[id].Count >= uint64(s.hot/20)
}

func (s *firstPhase) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	in := make([]bool, len(s.g.Nodes))
	for i := range in {
		in[i] = s.g.Nodes[i].Count*4 >= s.g.Nodes[s.g.ID(head)].Count
	}
	r := s.region(s.g.ID(head), in)
	s.keep(r)
	return r, nil
}

// TestCourse: how long it takes until what is hot is in regions, and what of a program is not
// any more when it changes; neither is measured in parts of the stream, which may be of any
// length.
func TestCourse(t *testing.T) {
	late := uop.Selector{Name: "late", New: func(lim uop.Limits) uop.SelectorRun { return &firstPhase{base: newBase("late", lim), hot: 20_000} }}
	for _, events := range []int{100_000, 200_000} {
		m, err := Replay(stream(t, Diamonds(2), 1, events), late, uop.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		before := uint64(0)
		for _, w := range m.Course[:20] {
			before += w.Instr
		}
		if got := m.To90(); got < before-2000 || got > before+20_000 || m.LostAgain() > 0.1 {
			t.Errorf("%d events: 90 %% after %d instructions, %d are executed before anything is selected; %.2f lost", events, got, before, m.LostAgain())
		}
	}
	// A program in two phases, of which the selector has seen one.
	once := uop.Selector{Name: "once", New: func(lim uop.Limits) uop.SelectorRun { return &firstPhase{base: newBase("once", lim), hot: 1000} }}
	s := stream(t, Phases(), 1, 200_000)
	m, err := Replay(s, once, uop.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	grow, err := Select("grow")
	if err != nil {
		t.Fatal(err)
	}
	online, err := Replay(s, grow, uop.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if m.LostAgain() < 0.3 || online.LostAgain() > 0.1 {
		t.Errorf("of the parts %.2f are lost to who selects once, %.2f to who selects again", m.LostAgain(), online.LostAgain())
	}
	if none := (&Metrics{Course: []Window{{Instr: 5}, {Instr: 6}}}); none.To90() != 11 || none.LostAgain() != 0 {
		t.Errorf("nothing is selected: 90 %% after %d, %.2f lost", none.To90(), none.LostAgain())
	}
}

// TestLines: lines that two blocks share count once, what was not executed in the second half
// does not count, and regions that were replaced lie where they lay.
func TestLines(t *testing.T) {
	region := func(begin uint64, late string, sizes ...uint64) (list []piece) {
		for i, size := range sizes {
			list = append(list, piece{begin, size, late[i] == 'x'})
			begin += size
		}
		return list
	}
	for _, c := range []struct {
		name string
		all  [][]piece
		want int
	}{
		{"nothing", nil, 0},
		{"a block of one line", [][]piece{region(0, "x", 4)}, 1},
		{"one that begins in the middle", [][]piece{region(2, "x", 4)}, 2},
		{"two on one line", [][]piece{region(0, "xx", 2, 2)}, 1},
		{"a cold one between", [][]piece{region(0, "x-x", 4, 400, 4)}, 2},
		{"a cold one between on one line", [][]piece{region(0, "x-x", 1, 1, 1)}, 1},
		{"two regions", [][]piece{region(0, "x", 6), region(6, "x", 6)}, 3},
		{"one that is not executed any more", [][]piece{region(0, "--", 40, 4), region(44, "x", 8)}, 2},
	} {
		if got := lines(slices.Concat(c.all...)); got != c.want {
			t.Errorf("%s: %d lines, want %d", c.name, got, c.want)
		}
	}
	// Trees copy what follows joins: they touch more lines than a region that shares it.
	touched := map[string]int{}
	for _, name := range []string{"tree", "mincut"} {
		sel, err := Select(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Replay(stream(t, Diamonds(5), 1, 400_000), sel, uop.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		touched[name] = m.Lines
	}
	if touched["mincut"] == 0 || touched["tree"] < 4*touched["mincut"] {
		t.Errorf("lines: %v", touched)
	}
}

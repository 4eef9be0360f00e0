package region

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/uop"
)

var update = flag.Bool("update", false, "write the golden files")

func stream(t testing.TB, p *Program, seed uint64, events int) *Stream {
	t.Helper()
	s, err := p.Stream(seed, events)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func selector(t testing.TB, text string) uop.Selector {
	t.Helper()
	s, err := Select(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func replayed(t testing.TB, s *Stream, sel uop.Selector) *Metrics {
	t.Helper()
	m, err := Replay(s, sel, uop.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	a, b := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("%s: line %d is\n%s\nnot\n%s", file, i+1, b[i], a[i])
		}
	}
	t.Fatalf("%s: %d lines, not %d", file, len(b), len(a))
}

// TestRegions shows what each selector selects on small programs.
func TestRegions(t *testing.T) {
	var b strings.Builder
	b.WriteString("each selector's regions on small programs: a block's place (code:pc), size and successors\n")
	for _, p := range []*Program{NestedIf(), Diamonds(2), nest(2, 5), recursive(), shared(2), Irreducible()} {
		s := stream(t, p, 1, 20_000)
		for _, k := range Kinds {
			text := k.Name
			if k.Name == "cpython315" {
				text += "(hot=400)" // the stream is short
			}
			m := replayed(t, s, selector(t, text))
			for i, r := range m.Regions {
				fmt.Fprintf(&b, "\n%s on %s, region %d, executed %d times\n%s", m.Selector, p.Name, i, r.Executions, r.Region)
			}
		}
	}
	golden(t, "regions.golden", b.String())
}

// TestReference has the metrics of each selector on fixed streams, so that nobody
// wins by a weak baseline.
func TestReference(t *testing.T) {
	var list []*Metrics
	for _, p := range append(Synthetic(), profiles(t)...) {
		s := stream(t, p, 1, 200_000)
		for _, k := range Kinds {
			list = append(list, replayed(t, s, selector(t, k.Name)))
		}
	}
	var b bytes.Buffer
	if err := WriteTable(&b, list); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("TIER2_PROFILES") == "" {
		golden(t, "reference.golden", b.String())
	}
}

// watched is a run that hands each region to a test.
type watched struct {
	uop.SelectorRun
	see func(*uop.Region)
}

// Select implements uop.SelectorRun.
func (w watched) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	r, refusal := w.SelectorRun.Select(head)
	if r != nil {
		w.see(r)
	}
	return r, refusal
}

// TestCovers holds each selector to the covering property, which the replay checks,
// and to what its document says of its regions.
func TestCovers(t *testing.T) {
	for _, k := range Kinds {
		t.Run(k.Name, func(t *testing.T) {
			regions := 0
			for _, p := range Synthetic() {
				s := stream(t, p, 2, soak.Of(40_000, 40_000, 100_000))
				sel := selector(t, k.Name)
				if k.Name == "cpython315" {
					sel = selector(t, "cpython315(hot=500)")
				}
				g := s.Graph()
				begin := sel.New
				sel.New = func(lim uop.Limits) uop.SelectorRun {
					st := begin(lim)
					return watched{st, func(r *uop.Region) {
						regions++
						checkKind(t, k.Name, r, g)
					}}
				}
				replayed(t, s, sel)
			}
			if regions < 10 {
				t.Errorf("only %d regions to look at", regions)
			}
		})
	}
}

// checkKind checks one region of a selector.
func checkKind(t *testing.T, kind string, r *uop.Region, g *Graph) {
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s\n%s", fmt.Sprintf(format, args...), r)
	}
	ways := make([]int, len(r.Blocks))
	places := map[uop.Place]int{}
	for i, b := range r.Blocks {
		places[b.At]++
		from := g.ID(b.At)
		for _, s := range b.Succs {
			ways[s]++
			if from < 0 || g.ID(r.Blocks[s].At) < 0 || g.Arc(from, g.ID(r.Blocks[s].At)) == nil {
				fail("b%d → b%d was never executed", i, s)
			}
		}
	}
	once := len(places) == len(r.Blocks)
	if r.Size() > uop.DefaultLimits.MaxUops && kind != "tree" {
		fail("size %d", r.Size())
	}
	switch kind {
	case "net", "lei", "cpython313", "cpython315":
		for i, b := range r.Blocks {
			if i+1 < len(r.Blocks) && !slices.Equal(b.Succs, []int32{int32(i + 1)}) || i+1 == len(r.Blocks) && len(b.Succs) > 0 && b.Succs[0] != 0 {
				fail("is no trace")
			}
		}
		if !once && kind != "cpython315" {
			fail("has a block twice")
		}
	case "tree":
		for i, n := range ways[1:] {
			if n != 1 {
				fail("b%d has %d ways in: it is no tree", i+1, n)
			}
		}
	case "net+comb", "lei+comb", "mincut", "mincut+merge", "grow", "oracle", "method":
		if !once {
			fail("has a block twice")
		}
	}
	switch kind {
	case "mincut", "mincut+merge", "joins", "oracle": // grow's is that of the limits
		if r.Size() > 400 {
			fail("is larger than its bound")
		}
	case "method":
		for p := range places {
			if p.Code != r.Head().Code {
				fail("has blocks of two functions")
			}
		}
	}
}

// TestNestedIf is the case to win: the selectors that know joins have all hot paths
// in one region with all code once, and a line does not.
func TestNestedIf(t *testing.T) {
	s := stream(t, NestedIf(), 1, 200_000)
	for _, name := range []string{"net+comb", "mincut", "joins", "method"} {
		m := replayed(t, s, selector(t, name))
		if m.Regions[0].Region.Size() > int(m.Distinct) || m.CoverSet(.95) != 1 || m.ExecutedCycles() < .95 {
			t.Errorf("%s: code %.2f, cover %d, executed cycles %.2f", name, m.CodeExpansion(), m.CoverSet(.95), m.ExecutedCycles())
		}
	}
	for _, name := range []string{"net", "lei", "cpython313"} {
		if m := replayed(t, s, selector(t, name)); m.ExecutedCycles() > .6 {
			t.Errorf("%s: a trace cannot cycle on both paths: %.2f", name, m.ExecutedCycles())
		}
	}
}

// TestRefusals has each reason for a refusal.
func TestRefusals(t *testing.T) {
	seen := map[uop.RefusalReason]bool{}
	want := func(st uop.SelectorRun, head uop.Place, reason uop.RefusalReason) {
		t.Helper()
		r, refusal := st.Select(head)
		if r != nil || refusal == nil || refusal.Reason != reason || refusal.At != head {
			t.Errorf("%v: %v, not a refusal because of %v", head, refusal, reason)
		}
		seen[reason] = true
	}
	a, b, c := uop.Place{Code: 1}, uop.Place{Code: 1, PC: 8}, uop.Place{Code: 1, PC: 16}
	for _, k := range Kinds {
		want(selector(t, k.Name).New(uop.DefaultLimits), a, uop.RefuseCold)
	}
	loop := func(st uop.SelectorRun, until func(head uop.Place, hot bool) bool) {
		st.Observe(uop.Event{At: a, Size: 4, How: uop.Start})
		for range 1000 {
			if until(st.Observe(uop.Event{At: b, Size: 4, How: uop.Fall})) || until(st.Observe(uop.Event{At: a, Size: 4, How: uop.Taken})) {
				return
			}
		}
		t.Error("nothing gets hot")
	}
	for _, name := range []string{"net", "mincut", "cpython313", "method", "lei"} {
		st := selector(t, name).New(uop.DefaultLimits)
		loop(st, func(_ uop.Place, hot bool) bool { return hot })
		if _, refusal := st.Select(a); refusal != nil {
			t.Errorf("%s: %v", name, refusal)
		}
		want(st, a, uop.RefuseCovered)
	}
	for _, name := range []string{"mincut", "cpython313", "method"} {
		st := selector(t, name).New(uop.Limits{MaxUops: 3})
		loop(st, func(_ uop.Place, hot bool) bool { return hot })
		want(st, a, uop.RefuseTooLarge)
	}
	n := 0
	st := selector(t, "net(hot=3)").New(uop.DefaultLimits)
	loop(st, func(uop.Place, bool) bool { n++; return n == 6 })
	want(st, c, uop.RefuseRecording)
	tree := selector(t, "tree(hot=1)").New(uop.Limits{MaxUops: 10})
	tree.Observe(uop.Event{At: b, Size: 4, How: uop.Start})
	tree.Observe(uop.Event{At: a, Size: 4, How: uop.Taken}) // begins to record
	if head, hot := tree.Observe(uop.Event{At: c, Size: 9, How: uop.Fall}); !hot || head != a {
		t.Errorf("a tree goes on beyond its limit: %v, %v", head, hot)
	}
	want(tree, a, uop.RefuseNoCycle)
	if len(seen) != int(uop.NumRefusals)-1 { // RefuseInvalid is said of selectors
		t.Errorf("%d of %d reasons seen", len(seen), uop.NumRefusals-1)
	}
}

func TestSelect(t *testing.T) {
	for text, want := range map[string]string{
		"net":                      "net",
		"net+comb(prof=30)":        "net+comb",
		"net+comb(min=4, prof=15)": "net+comb(prof=15,min=4)",
	} {
		if s, err := Select(text); err != nil || s.Name != want {
			t.Errorf("%q: %q, %v", text, s.Name, err)
		}
	}
	for text, want := range map[string]string{
		"nett":            `unknown selector "nett" (net?)`,
		"net(hott=1)":     `unknown option of net "hott" (hot?)`,
		"net(hot=0)":      "from 1 on",
		"net(hot=1":       "parenthesis",
		"mincut(hot=1,a)": "unknown option",
	} {
		if _, err := Select(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestDeterministic replays twice.
func TestDeterministic(t *testing.T) {
	s := stream(t, Random(9, 60), 1, 100_000)
	for _, k := range Kinds {
		a, b := replayed(t, s, selector(t, k.Name)), replayed(t, s, selector(t, k.Name))
		x, _ := a.MarshalJSON()
		y, _ := b.MarshalJSON()
		if !bytes.Equal(x, y) {
			t.Errorf("%s: %s\n%s", k.Name, x, y)
		}
	}
}

// invalid selects regions that say that they replace one that there is not.
type invalid struct{ uop.SelectorRun }

// Select implements uop.SelectorRun.
func (v invalid) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	r, refusal := v.SelectorRun.Select(head)
	if r != nil {
		r.Replaces = []uop.Place{{Code: 1, PC: 9999}}
	}
	return r, refusal
}

// elsewhere selects regions of other heads than it is asked for.
type elsewhere struct{ uop.SelectorRun }

// Select implements uop.SelectorRun.
func (v elsewhere) Select(head uop.Place) (*uop.Region, *uop.Refusal) {
	return &uop.Region{Blocks: []uop.RegionBlock{{At: uop.Place{Code: head.Code, PC: head.PC + 1}, Size: 4}}}, nil
}

// TestElsewhere has a selector whose regions do not begin where they should: an error.
func TestElsewhere(t *testing.T) {
	sel := selector(t, "net")
	begin := sel.New
	sel.New = func(lim uop.Limits) uop.SelectorRun { return elsewhere{begin(lim)} }
	if m, err := Replay(stream(t, NestedIf(), 1, 10_000), sel, uop.DefaultLimits); err == nil || !strings.Contains(err.Error(), "net on nestedif") || strings.Contains(err.Error(), "never executed") {
		t.Errorf("%v, %v", m, err)
	}
}

// TestReplacesNothing has a selector that replaces what there is not: an error.
func TestReplacesNothing(t *testing.T) {
	sel := selector(t, "net")
	begin := sel.New
	sel.New = func(lim uop.Limits) uop.SelectorRun { return invalid{begin(lim)} }
	if m, err := Replay(stream(t, NestedIf(), 1, 10_000), sel, uop.DefaultLimits); err == nil || !strings.Contains(err.Error(), "1:9999") {
		t.Errorf("%v, %v", m, err)
	}
}

// TestGrows holds grow to its covering property: a region that replaces another one
// has all of its blocks, and more; and where blocks are few, all that is hot ends up
// in one region.
func TestGrows(t *testing.T) {
	replaced, gone := 0, 0
	for _, p := range Synthetic() {
		before := replaced + gone
		sel := selector(t, "grow")
		begin := sel.New
		sel.New = func(lim uop.Limits) uop.SelectorRun {
			last := map[uop.Place]*uop.Region{}
			return watched{begin(lim), func(r *uop.Region) {
				has := map[uop.Place]bool{}
				for _, b := range r.Blocks {
					has[b.At] = true
				}
				for _, place := range r.Replaces {
					gone++
					for _, b := range last[place].Blocks {
						if !has[b.At] {
							t.Errorf("%s: the region of %v replaces that of %v, and does not have its block at %v", p.Name, r.Head(), place, b.At)
						}
					}
					delete(last, place)
				}
				old := last[r.Head()]
				last[r.Head()] = r
				if old == nil {
					return
				}
				replaced++
				for _, b := range old.Blocks {
					if !has[b.At] {
						t.Errorf("%s: %v was in the region of %v, and no longer is", p.Name, b.At, r.Head())
					}
				}
				if len(r.Blocks) <= len(old.Blocks) {
					t.Errorf("%s: the region of %v does not grow", p.Name, r.Head())
				}
			}}
		}
		m := replayed(t, stream(t, p, 2, 100_000), sel)
		if n := replaced + gone - before; m.Replaced != n {
			t.Errorf("%s: %d regions were replaced, %d are told", p.Name, n, m.Replaced)
		}
		if p.Name == "nest3x8" && (m.CoverSet(0.99) != 1 || m.CodeExpansion() > 1.2) {
			t.Errorf("%s: cover %d, code %.2f", p.Name, m.CoverSet(0.99), m.CodeExpansion())
		}
	}
	if replaced < 10 || gone < 10 {
		t.Errorf("only %d regions grew, and %d were replaced by others", replaced, gone)
	}
}

func BenchmarkReplay(b *testing.B) {
	s := stream(b, Random(3, 120), 1, 1_000_000)
	for _, k := range Kinds {
		sel := selector(b, k.Name)
		b.Run(k.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				replayed(b, s, sel)
			}
			b.ReportMetric(float64(s.Len)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mevents/s")
		})
	}
}

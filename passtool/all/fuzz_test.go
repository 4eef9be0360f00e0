package all_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tier2go/tier2/golden"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/uop"
)

var long = flag.Int("programs", 0, "random programs for the differential tests; 0: a few hundred, at full size some thousand")

// programs is how many random programs a differential test tries.
func programs(few int) uint64 {
	if *long > 0 {
		return uint64(*long)
	}
	return uint64(soak.Of(few, few, 50*few))
}

// subject is a guest with what makes random functions and inputs for it.
type subject struct {
	oracle golden.Oracle
	set    *passes.Set
	words  []uint64
	name   string // of the program at hand, for failures
}

func newSet(t testing.TB) *passes.Set {
	set, err := all.Set()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func toySubject(t testing.TB) (*subject, *toyguest.Guest) {
	g := toyguest.New()
	s := &subject{set: newSet(t), words: g.Heap.Words()}
	s.oracle = golden.Oracle{Guest: &g.Guest, Reset: g.Heap.Reset}
	s.oracle.Compare.Format = format(g.Heap)
	return s, g
}

func format(n irtext.Names) func(uint64) string {
	return func(w uint64) string {
		if s, ok := n.FormatWord(w); ok {
			return s
		}
		return fmt.Sprintf("%#x", w)
	}
}

// sampleSubject is the guest of package guesttest: operations without a meaning over
// the evaluator's model words.
func sampleSubject(t testing.TB) *subject {
	m := eval.NewModel()
	g := &guest.Guest{Name: "sample", Types: guesttest.Types, Words: m}
	for _, r := range guesttest.Rows {
		g.Ops = append(g.Ops, guest.Op{OpRow: r})
	}
	if err := g.Init(); err != nil {
		t.Fatal(err)
	}
	s := &subject{set: newSet(t)}
	for _, n := range []int64{0, 1, -1, 7, 1 << 47, 1<<63 - 1, -1 << 63} {
		w, err := m.BoxI64(n)
		if err != nil {
			t.Fatal(err)
		}
		s.words = append(s.words, w)
	}
	for _, x := range []float64{0, 1.5, -2.25} {
		s.words = append(s.words, m.BoxF64(x))
	}
	s.words = append(s.words, m.BoxBool(true), m.BoxBool(false), m.None(), m.Object(1), m.Object(2))
	s.oracle = golden.Oracle{Guest: g, Reset: m.Forget, Uninterpreted: true}
	return s
}

// pipelines that random ones are made of; hoisting ones may leave earlier.
var (
	guestPasses = []string{"typeprop", "guardelim", "constprop", "simplify", "gvn", "peel", "loadelim", "licm", "overflow", "sink", "dce"}
	anyPasses   = []string{"typeprop", "guardelim", "constprop", "simplify", "gvn", "loadelim", "licm", "overflow", "sink", "dce"}
)

// randomPipeline makes the text of a pipeline that ignores the passes' order.
func randomPipeline(r *rand.Rand, from []string, n int) string {
	var list []string
	for range 1 + r.IntN(n) {
		list = append(list, from[r.IntN(len(from))])
	}
	return strings.Join(list, ",")
}

// parse parses a pipeline over passes without order constraints, so that passes
// run in any order.
func parse(t testing.TB, set *passes.Set, text string) *passes.Pipeline {
	var list []*passes.Pass
	for _, p := range set.Passes() {
		q := *p
		q.After = nil
		list = append(list, &q)
	}
	free, err := passes.NewSet(list...)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse(text, free)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// earlier are the passes that may leave earlier by deopt than what they were given.
var earlier = map[string]bool{"hoist": true, "unbox": true, "overflow": true, "licm": true}

// watcher checks the function behind each pass: the verifier, and the oracle
// against the function before it.
type watcher struct {
	passes.NopObserver
	s      *subject
	inputs []golden.Input
	before *ir.Func
	seen   map[golden.Verdict]int
	exact  bool // nothing may leave earlier
	forced bool
}

func (w *watcher) After(ctx *passes.Context, p *passes.Pass, changed bool) error {
	if !changed {
		return nil
	}
	if d := verify.Check(ctx.F, verify.Options{}); len(d) > 0 {
		return errors.New(d[0].String())
	}
	after := golden.Copy(ctx.F, 0)
	for i, in := range w.inputs {
		v, err := w.s.oracle.Agree(w.before, after, in)
		if err == nil && v == golden.Earlier && w.exact && !earlier[p.Name] {
			err = errors.New("it leaves earlier")
		}
		if err == nil && w.forced && i < 2 {
			err = w.s.oracle.CompareExits(w.before, after, in)
		}
		if err != nil {
			return fmt.Errorf("%w\ninput %#x %#x poll %d\nbefore:\n%s", err, in.Slots, in.Entries, in.Poll, irtext.String(w.before))
		}
		w.seen[v]++
	}
	w.before = after
	return nil
}

// checkFunc runs a pipeline on a function, with a random subset of the rewrites
// if subset is not 0.
func (s *subject) checkFunc(t testing.TB, f *ir.Func, pipeline string, inputs []golden.Input, subset uint64, seen map[golden.Verdict]int) *ir.Func {
	f.Words = s.oracle.Guest.Words
	start := golden.Copy(f, 0)
	ctx := passes.NewContext(f)
	ctx.Guest, ctx.Check = s.oracle.Guest, true
	w := &watcher{s: s, inputs: inputs, before: start, seen: seen, exact: true, forced: true}
	fire := &passes.Firing{}
	ctx.Observers = []passes.Observer{w, golden.NewAsked(fire, f, irtext.String)}
	switch r := rand.New(rand.NewPCG(subset, 4)); {
	case subset == 2: // of some passes nothing
		fire.Allow = func(_ int, p *passes.Pass, _ int, _ *ir.Value) bool { return len(p.Name)%2 == 0 }
	case subset != 0:
		fire.Allow = func(int, *passes.Pass, int, *ir.Value) bool { return r.IntN(3) > 0 }
	}
	ctx.SetFiring(fire)
	p := parse(t, s.set, pipeline)
	if err := p.Run(ctx); err != nil {
		var pan *passes.Panic
		stack := ""
		if errors.As(err, &pan) {
			stack = string(pan.Stack)
		}
		t.Fatalf("%s: %s: %v\nin\n%s%s", s.name, pipeline, err, irtext.String(f), stack)
	}
	if subset == 0 {
		again := golden.Copy(start, 7)
		ctx := passes.NewContext(again)
		ctx.Guest = s.oracle.Guest
		if err := p.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if a, b := irtext.String(f), irtext.String(again); a != b {
			t.Fatalf("%s: %s: a shuffled copy gives\n%s\nnot\n%s\nfrom\n%s", s.name, pipeline, b, a, irtext.String(start))
		}
	}
	return f
}

// TestSample runs random pipelines on random functions in all forms.
func TestSample(t *testing.T) {
	s := sampleSubject(t)
	seen := map[golden.Verdict]int{}
	for seed := range programs(600) {
		checkSample(t, s, seed, guesttest.Bytes(seed, 40+int(seed%160)), ir.Form(seed%3), seen)
	}
	t.Log(seen)
	if seen[golden.Same] == 0 || seen[golden.Later] == 0 {
		t.Error("no run agreed, or no result went unused")
	}
}

func checkSample(t testing.TB, s *subject, seed uint64, data []byte, form ir.Form, seen map[golden.Verdict]int) {
	r := rand.New(rand.NewPCG(seed, 6))
	s.name = fmt.Sprintf("sample, seed %d, %s form", seed, form)
	f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
	guesttest.Func(f, data, form)
	f.Words = s.oracle.Guest.Words
	from := anyPasses
	if form != ir.Machine {
		from = guestPasses
	}
	inputs := golden.RandomInputs(r, f, s.words, func(w uint64) ir.TypeSet { return s.oracle.Guest.Words.Fact(w).Types }, nil, 6)
	s.checkFunc(t, f, randomPipeline(r, from, 6), inputs, seed%3, seen)
}

// TestToy runs random pipelines, and the presets, on random traces.
func TestToy(t *testing.T) {
	s, g := toySubject(t)
	seen := map[golden.Verdict]int{}
	for seed := range programs(600) {
		data := guesttest.Bytes(seed, 6+int(seed%90))
		checkToy(t, s, g, seed, toyguest.Language(g.Heap).Trace(data), seen)
	}
	t.Log(seen)
	for v := golden.Same; v <= golden.Later; v++ {
		if seen[v] == 0 {
			t.Errorf("no run had the verdict %s", v)
		}
	}
}

// TestToyRegions runs them on random regions.
func TestToyRegions(t *testing.T) {
	s, g := toySubject(t)
	seen := map[golden.Verdict]int{}
	for seed := range programs(300) {
		data := guesttest.Bytes(seed, 10+int(seed%120))
		checkToy(t, s, g, seed, toyguest.Language(g.Heap).Region(data), seen)
	}
	t.Log(seen)
	if seen[golden.Same] == 0 {
		t.Error("no run agreed")
	}
}

func checkToy(t testing.TB, s *subject, g *toyguest.Guest, seed uint64, tr *uop.Trace, seen map[golden.Verdict]int) {
	r := rand.New(rand.NewPCG(seed, 8))
	s.name = fmt.Sprintf("toy, seed %d", seed)
	frame, err := g.World.Frame(tr.Code)
	if err != nil {
		t.Fatal(err)
	}
	b := build.New(g.Table(), g.Types, g.Build)
	b.F.Words = g.Words
	f, err := b.Trace(tr, build.Entry{Frame: frame})
	if err != nil {
		t.Fatal(err)
	}
	var inputs []golden.Input
	for i := range 6 {
		in := golden.Input{Slots: toyguest.Slots(g.Heap, guesttest.Bytes(seed*31+uint64(i), 30), frame.NumSlots), Poll: 1 + r.IntN(4)}
		inputs = append(inputs, in)
	}
	f = golden.Copy(f, 0)
	pipeline := ""
	switch presets := s.set.Presets(); seed % 3 {
	case 0:
		pipeline, _ = s.set.PresetText(presets[seed/3%uint64(len(presets))])
	case 1:
		if list := s.set.Passes(); seed%9 == 1 { // a pass alone
			pipeline = list[seed/9%uint64(len(list))].Name
			break
		}
		pipeline = randomPipeline(r, guestPasses, 5) + ",unbox," + randomPipeline(r, guestPasses, 5)
	case 2: // what unbox is best behind
		pipeline = "guardelim,peel," + randomPipeline(r, guestPasses, 3) + ",guardelim,unbox," + randomPipeline(r, guestPasses, 5)
	}
	s.checkFunc(t, f, pipeline, inputs, seed%5, seen)
}

func FuzzSample(f *testing.F) {
	s := sampleSubject(f)
	f.Add(uint64(1), guesttest.Bytes(1, 60), uint8(1))
	f.Fuzz(func(t *testing.T, seed uint64, data []byte, form uint8) {
		checkSample(t, s, seed, data[:min(len(data), 250)], ir.Form(form%3), map[golden.Verdict]int{})
	})
}

func FuzzToy(f *testing.F) {
	s, g := toySubject(f)
	f.Add(uint64(1), guesttest.Bytes(1, 60))
	f.Fuzz(func(t *testing.T, seed uint64, data []byte) {
		data = data[:min(len(data), 250)]
		checkToy(t, s, g, seed, toyguest.Language(g.Heap).Trace(data), map[golden.Verdict]int{})
		checkToy(t, s, g, seed, toyguest.Language(g.Heap).Region(data), map[golden.Verdict]int{})
	})
}

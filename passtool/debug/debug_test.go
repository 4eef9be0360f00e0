package debug_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tier2go/tier2/analysis"
	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/passtool/opt"
)

// plant makes a pass that does something to the function's first addition, once.
func plant(name string, do func(ctx *passes.Context, v *ir.Value)) *passes.Pass {
	return &passes.Pass{
		Name: name, Doc: "For the test.", In: ir.AnyForm, Out: passes.Same, Counters: []string{"rule"},
		New: passes.Simple(func(ctx *passes.Context) error {
			for v := range ctx.F.Entry().Values() {
				if v.Op == ir.OpAdd && ctx.Fire(0, v) {
					do(ctx, v)
					return nil
				}
			}
			return nil
		}),
	}
}

// lies is an analysis that says that it reads blocks and edges only.
var lies = &analysis.Analysis[int]{Name: "lies", CFGOnly: true, Compute: func(c *analysis.Cache, out *int) { *out = c.F.NumValues() }}

// planted are passes that are wrong in a way that a mode finds.
var planted = []*passes.Pass{
	plant("panics", func(_ *passes.Context, v *ir.Value) { panic(fmt.Sprintf("as\nplanted at %d", v.Arg(1).Int())) }),
	plant("breaks", func(ctx *passes.Context, v *ir.Value) { ctx.F.Remove(v) }),
	plant("looks", func(ctx *passes.Context, v *ir.Value) {
		if w := ctx.F.Consts()[0]; v.ID > w.ID { // in order, constants come first
			ctx.F.SetOperand(v, 1, ctx.F.ConstI64(77))
		}
	}),
	plant("stale", func(ctx *passes.Context, v *ir.Value) {
		passes.Get(ctx, lies)
		ctx.F.SetOperand(v, 1, ctx.F.ConstI64(n(v)+1))
		passes.Get(ctx, lies)
	}),
	plant("count", func(ctx *passes.Context, v *ir.Value) { ctx.F.SetOperand(v, 1, ctx.F.ConstI64(n(v)+1)) }),
}

func n(v *ir.Value) int64 { return v.Arg(1).Int() }

func newSet(t testing.TB) *passes.Set {
	set, err := passes.NewSet(append(all.List[:len(all.List):len(all.List)], planted...)...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

const text = `trace @f form=typed {
entries (i64)
frame f0 "f.py:1" (a)
b0:
  v0: i64 = entry 0
  v1: i64 = add v0, 3 !2
  v2: i64 = add v1, 9 !5
  s0 = state f0 pc=1 (box v2 |)
  guard.true true, s0 -> x0
  s1 = state f0 pc=2 (#nil |)
  exit s1 -> x1
}
exits x0: deopt, x1: end
`

func function(t testing.TB, g *toyguest.Guest) *ir.Func {
	f, err := irtext.Parse("", []byte(text), g.Table(), g.Types, irtext.Options{Names: g.Heap})
	if err != nil {
		t.Fatal(err)
	}
	f.Words = g.Words
	f.EntryFacts = []ir.Fact{ir.RangeFact(0, 99)}
	return f
}

// run runs a pipeline with modes.
func run(t testing.TB, m debug.Modes, pipeline string) (*ir.Func, *debug.Session, error) {
	g := toyguest.New()
	f := function(t, g)
	p, err := passes.Parse(pipeline, newSet(t))
	if err != nil {
		t.Fatal(err)
	}
	s, err := debug.New(m)
	if err != nil {
		t.Fatal(err)
	}
	ctx := passes.NewContext(f)
	ctx.Guest = &g.Guest
	s.Attach(ctx)
	return f, s, s.Run(p, ctx, passes.Hooks{}, nil)
}

// TestFind checks that each mode finds what it is for, names the pass, and that the
// reproducer fails in the same way when it is run again.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, pipeline string
		modes          debug.Modes
		want, pass     string // what the error says, and the pass that it names
		rest           string // the reproducer's pipeline
	}{
		{"panic", "count,gvn,panics,dce", debug.Modes{}, "panics on f: panic: as\nplanted at 4", "panics", "panics,dce"},
		{"panic with fuel", "count,gvn,count,panics,dce", debug.Modes{Fuel: 2, Limited: true}, "", "", ""},
		{"panic with more fuel", "count,count,panics,count", debug.Modes{Fuel: 3, Limited: true}, "planted at 5", "panics", "panics,count"},
		{"verify", "count,breaks,dce", debug.Modes{Verify: true}, "breaks on f: V0", "breaks", "breaks,dce"},
		{"shuffle", "count,gvn,looks,dce", debug.Modes{Shuffle: 2}, "debug: looks of f differs", "looks", "count,gvn,looks,dce"},
		{"analyses", "count,stale,dce", debug.Modes{CheckAnalyses: true}, "analysis lies is stale", "stale", "stale,dce"},
		{"nothing", "count,stale,looks", debug.Modes{Verify: true}, "", "", ""},
		{"all is well", "@", debug.Modes{Verify: true, Shuffle: 3, CheckAnalyses: true}, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.pipeline == "@" {
				c.pipeline = "constprop,simplify,gvn,loadelim,guardelim,constprop,simplify,gvn,dce"
			}
			dir := t.TempDir()
			c.modes.Crash = debug.Dir(dir)
			_, _, err := run(t, c.modes, c.pipeline)
			files, e := filepath.Glob(dir + "/*")
			if e != nil {
				t.Fatal(e)
			}
			if c.want == "" {
				if err != nil || len(files) != 0 {
					t.Fatal(err, files)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || len(files) != 1 {
				t.Fatalf("%v, want %s; %d files", err, c.want, len(files))
			}
			if !strings.HasPrefix(filepath.Base(files[0]), "crash-f-"+c.pass+"-") {
				t.Error(files[0])
			}
			replay(t, files[0], c.rest, c.want)
		})
	}
}

// replay runs a reproducer and checks that it fails in the same way.
func replay(t *testing.T, file, rest, want string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	in, err := opt.Read(file, data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	p, err := in.Pipeline(nil, newSet(t))
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	g := toyguest.New()
	funcs, err := in.Funcs(opt.Target{Guest: &g.Guest, Names: g.Heap})
	if err != nil || p.String() != rest || in.Guest != "toy" {
		t.Fatalf("%v, pipeline %s, guest %s\n%s", err, p, in.Guest, data)
	}
	if k := funcs[0].EntryFacts; len(k) != 1 || k[0] != ir.RangeFact(0, 99) {
		t.Errorf("what is known of entries: %+v", k)
	}
	s, err := debug.New(in.Modes)
	if err != nil {
		t.Fatal(err)
	}
	ctx := passes.NewContext(funcs[0].Func)
	s.Attach(ctx)
	if err := s.Run(p, ctx, passes.Hooks{}, nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the replay: %v, want %s\n%s", err, want, data)
	}
}

// TestReproducer checks what the file of a panic says, and that it says the same
// every time.
func TestReproducer(t *testing.T) {
	var names []string
	var texts [][]byte
	m := debug.Modes{Crash: func(name string, text []byte) error {
		names, texts = append(names, name), append(texts, text)
		return nil
	}}
	for range 2 {
		if _, _, err := run(t, m, "gvn,panics,dce"); err == nil {
			t.Fatal("no panic")
		}
	}
	if len(names) != 2 || names[0] != names[1] || string(texts[0]) != string(texts[1]) {
		t.Errorf("%q\n%s\n%s", names, texts[0], texts[1])
	}
	for _, part := range []string{
		"panics on f fails: panic: as\n-- guest --\ntoy\n-- pipeline --\npanics,dce\n-- in.ir --\ntrace @f form=typed {\n",
		"-- facts --\n#0x2 {nil} notnull\nentry 0 0..99\n-- stack --\n", "debug_test.init", "debug_test.go:",
	} {
		if !strings.Contains(string(texts[0]), part) {
			t.Errorf("no %q in\n%s", part, texts[0])
		}
	}
	full := errors.New("disk full")
	m.Crash = func(string, []byte) error { return full }
	var pan *passes.Panic
	if _, _, err := run(t, m, "panics"); !errors.Is(err, full) || !errors.As(err, &pan) {
		t.Errorf("a failure to write: %v", err)
	}
}

// TestFuelGoesOn checks that fuel and statistics are of all functions of a session.
func TestFuelGoesOn(t *testing.T) {
	var log []string // of the runs themselves, not of their twins
	s, err := debug.New(debug.Modes{
		Fuel: 3, Limited: true, Stats: true, Shuffle: 4, Verify: true,
		Log: func(p *passes.Pass, rule int, v *ir.Value) { log = append(log, p.Counters[rule]) },
	})
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse("count,count", newSet(t))
	if err != nil {
		t.Fatal(err)
	}
	g := toyguest.New()
	ctx := passes.NewContext(nil)
	s.Attach(ctx)
	var got []int64
	for range 3 {
		f := function(t, g)
		ctx.Reset(f)
		if err := s.Run(p, ctx, passes.Hooks{}, nil); err != nil {
			t.Fatal(err)
		}
		if twin := s.Twin(); twin == nil || twin == f || irtext.String(twin) != irtext.String(f) {
			t.Error("the twin is not like the function")
		}
		for v := range f.Entry().Values() {
			if v.Op == ir.OpAdd {
				got = append(got, n(v))
				break
			}
		}
	}
	if fmt.Sprint(got) != "[5 4 3]" {
		t.Error(got)
	}
	if stats := fmt.Sprint(s.Stats()); stats != "[{count rule 3}]" {
		t.Error(stats)
	}
	if fmt.Sprint(log) != "[rule rule rule]" {
		t.Error(log)
	}
	if rows := s.Times(); len(rows) != 1 || rows[0].Runs != 6 || rows[0].Changed != 3 {
		t.Errorf("%+v", rows)
	}
	var b strings.Builder
	if err := s.WriteStats(&b); err != nil || !strings.Contains(b.String(), "count.rule") {
		t.Error(err, b.String())
	}
}

// TestModes checks that modes print what they are set to, and mistakes.
func TestModes(t *testing.T) {
	const text = "verify=true\ncheck-analyses=true\nshuffle=5\nfuel=0\nbisect=v01-y\n"
	var m, other debug.Modes
	for l := range strings.Lines(text) {
		if err := m.SetLine(l); err != nil {
			t.Fatal(err)
		}
	}
	if m.String() != text {
		t.Errorf("%q", m.String())
	}
	other.Fuel, other.Limited = 7, true
	other.Merge(m)
	if want := strings.Replace(text, "fuel=0", "fuel=7", 1); other.String() != want {
		t.Errorf("%q", other.String())
	}
	if s := (debug.Modes{}).String(); s != "" {
		t.Errorf("%q", s)
	}
	for line, want := range map[string]string{
		"shufle=1": "(shuffle?)", "fuel=-1": "negative", "fuel": "name=value", "verify=maybe": "maybe", "bisect=2": "column 1", "shuffle=x": "invalid",
	} {
		if err := m.SetLine(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
		}
	}
	if _, err := debug.New(debug.Modes{Bisect: "01+"}); err == nil {
		t.Error("a malformed pattern is no error")
	}
}

// TestFacts checks that what is known is read as it was written.
func TestFacts(t *testing.T) {
	types := ir.GuestTypes{"int", "str", "none"}
	g := toyguest.New()
	f := ir.NewFunc("f", g.Table(), types)
	facts := []ir.Fact{
		{}, ir.Top, ir.TypesFact(1), ir.TypesFact(1 | 4 | 1<<60), ir.TypesFact(0), ir.RangeFact(-5, math.MaxInt64), ir.ConstFact(1<<63 + 5), ir.Top,
	}
	facts[7].NotNull, facts[7].Small = true, true
	f.EntryFacts = facts
	f.Words = factWords{g.Heap, facts}
	for i := range facts {
		f.ConstRef(uint64(i))
	}
	text := debug.Facts(f)
	k, err := debug.ParseFacts(text, types)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	want := map[uint64]ir.Fact{}
	for i, fact := range facts[2:] {
		want[uint64(i+2)] = fact
	}
	if !reflect.DeepEqual(k.Words, want) {
		t.Errorf("%+v\nwant %+v\n%s", k.Words, want, text)
	}
	for i, fact := range facts[2:] {
		if k.Entries[i+2] != fact {
			t.Errorf("entry %d: %+v, want %+v", i+2, k.Entries[i+2], fact)
		}
	}
	for _, line := range []string{"x", "0x5 small", "#5 {int", "#5 {foo}", "#5 1..x", "#5 = ", "entry -1", "entry x small", "#5 tiny"} {
		var e *debug.FactError
		if _, err := debug.ParseFacts("\n"+line, types); !errors.As(err, &e) || e.Line != 2 {
			t.Errorf("%s: %v", line, err)
		}
	}
}

type factWords struct {
	*toyguest.Heap
	facts []ir.Fact
}

func (w factWords) Fact(word uint64) ir.Fact { return w.facts[word] }

// BenchmarkRun compares a pipeline without modes with one through a session.
func BenchmarkRun(b *testing.B) {
	g := toyguest.New()
	f := function(b, g)
	p, err := passes.Parse("", newSet(b))
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range []struct {
		name  string
		modes debug.Modes
	}{{"none", debug.Modes{}}, {"stats", debug.Modes{Stats: true}}, {"shuffle", debug.Modes{Shuffle: 1}}} {
		b.Run(m.name, func(b *testing.B) {
			s, err := debug.New(m.modes)
			if err != nil {
				b.Fatal(err)
			}
			ctx := passes.NewContext(f)
			s.Attach(ctx)
			b.ReportAllocs()
			for b.Loop() {
				ctx.Reset(f)
				if err := s.Run(p, ctx, passes.Hooks{}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

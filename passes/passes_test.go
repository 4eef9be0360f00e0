package passes_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tier2go/tier2/analysis"
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
)

// count counts down the constant that the function's only addition adds, once a
// run: a pass that has something to do as often as the constant says.
var count = &passes.Pass{
	Name: "count", Doc: "Counts down.", In: ir.AnyForm, Out: passes.Same,
	Counters: []string{"down", "seen"},
	Options:  []passes.Option{{Name: "by", Default: 1, Doc: "how far"}, {Name: "dry", Doc: "1: only look"}},
	New: func(o passes.Options) (passes.Runner, error) {
		if o["by"] < 0 {
			return nil, errors.New("by is negative")
		}
		return passes.RunnerFunc(func(ctx *passes.Context) error {
			v := addition(ctx.F)
			ctx.Count(1)
			if n := v.Arg(1).Int(); n > 0 && o["dry"] == 0 && ctx.Fire(0, v) {
				ctx.F.SetOperand(v, 1, ctx.F.ConstI64(n-int64(o["by"])))
			}
			return nil
		}), nil
	},
}

func simple(name string, in ir.FormSet, out ir.Form, after ...string) *passes.Pass {
	p := &passes.Pass{Name: name, Doc: "For tests.", In: in, Out: out, New: passes.Simple(func(*passes.Context) error { return nil })}
	for _, a := range after {
		p.After = append(p.After, passes.Order{Pass: a, Why: "the test says so"})
	}
	return p
}

var (
	early  = simple("early", ir.GuestOnly, passes.Same)
	late   = simple("late", ir.AnyForm, passes.Same, "early")
	typed  = simple("typed", ir.GuestOnly, ir.Typed)
	errBad = errors.New("it is bad")
	fails  = &passes.Pass{Name: "fails", Doc: "Fails.", In: ir.AnyForm, Out: passes.Same,
		New: passes.Simple(func(*passes.Context) error { return errBad })}
	panics = &passes.Pass{Name: "panics", Doc: "Panics.", In: ir.AnyForm, Out: passes.Same,
		New: passes.Simple(func(*passes.Context) error { panic(errBad) })}
)

func newSet(t testing.TB) *passes.Set {
	set, err := passes.NewSet(count, early, late, typed, fails, panics)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range [][2]string{{"fast", "early,count"}, {"all", "@fast,fix(count,late)"}} {
		if err := set.Preset(p[0], p[1]); err != nil {
			t.Fatal(err)
		}
	}
	return set
}

// function makes a function that adds n to an entry value.
func function(n int64) *ir.Func {
	f := ir.NewFunc("f", guesttest.Ops, guesttest.Types)
	f.AddFrame(ir.Frame{Name: "f", NumLocals: 1, NumSlots: 1})
	f.Entries = []ir.Type{ir.I64}
	c := f.AtEnd(f.NewBlock())
	v := c.Add(ir.OpAdd, c.AddTyped(ir.OpEntry, ir.I64, 0), f.ConstI64(n))
	c.Exit(c.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, v), ir.End)
	return f
}

func addition(f *ir.Func) *ir.Value {
	for v := f.Entry().First(); v != nil; v = v.Next() {
		if v.Op == ir.OpAdd {
			return v
		}
	}
	panic("no addition")
}

func left(f *ir.Func) int64 { return addition(f).Arg(1).Int() }

// TestParse checks that pipelines print as they were written, canonically, and
// that mistakes are errors with a column and candidates.
func TestParse(t *testing.T) {
	set := newSet(t)
	for _, c := range []struct{ text, want, err string }{
		{text: "", want: ""},
		{text: " count , late\n", want: "count,late"},
		{text: "count{by=2}", want: "count{by=2}"},
		{text: "count{dry=1,by=2}", want: "count{by=2,dry=1}"},
		{text: "fix( count ),fix{max=7}(late,verify),fix{max=4}(late)", want: "fix(count),fix{max=7}(late,verify),fix(late)"},
		{text: "@all,print,stop", want: "@all,print,stop"},
		{text: "early,typed,late", want: "early,typed,late"},

		{text: "cuont", err: `column 1: unknown pass "cuont" (count?)`},
		{text: "late,", err: `column 6: expected a pass, fix(…), @preset, verify, print or stop`},
		{text: "fast", err: `column 1: unknown pass "fast" (@fast?)`},
		{text: "@nothing", err: `column 2: unknown preset "@nothing" (there are @fast, @all)`},
		{text: "@fsat", err: `column 2: unknown preset "@fsat" (@fast?)`},
		{text: "count{bye=1}", err: `column 7: pass count has no option "bye" (by?)`},
		{text: "count{by=1,by=2}", err: `column 12: option by is given twice`},
		{text: "count{by=x}", err: `column 10: option by needs an integer`},
		{text: "count{by=-1}", err: `column 1: pass count: by is negative`},
		{text: "count{by}", err: `column 9: expected "="`},
		{text: "count{", err: `column 7: expected an option`},
		{text: "fix{max=0}(late)", err: `column 5: fix takes max, from 1 to 100`},
		{text: "fix(late", err: `column 9: expected ")"`},
		{text: "late)", err: `column 5: unexpected ")"`},
		{text: "late,early", err: `column 1: late must come after early: the test says so`},
		{text: "typed,early", err: `column 7: pass early takes guest form; here the function is typed form`},
		{text: "fix(typed)", err: `column 5: pass typed takes guest form; here the function is typed form`},
		{text: strings.Repeat("fix(", 20), err: `column 69: nested too deep`},
	} {
		p, err := passes.Parse(c.text, set)
		if err != nil {
			if got := strings.TrimPrefix(err.Error(), "passes: "); got != c.err {
				t.Errorf("%q: %s\nwant %s", c.text, got, c.err)
			}
			continue
		}
		again, err := passes.Parse(p.String(), set)
		if p.String() != c.want || c.err != "" || err != nil || again.String() != c.want {
			t.Errorf("%q is %q, want %q %s (%v)", c.text, p, c.want, c.err, err)
		}
	}
}

// TestNewSet checks that malformed passes and impossible orders are errors.
func TestNewSet(t *testing.T) {
	ok := passes.Simple(func(*passes.Context) error { return nil })
	for _, c := range []struct {
		list []*passes.Pass
		err  string
	}{
		{[]*passes.Pass{early, early}, `"early" is taken`},
		{[]*passes.Pass{{Name: "fix", Doc: "x", In: 1, New: ok}}, `"fix" is taken`},
		{[]*passes.Pass{{Name: "Up", Doc: "x", In: 1, New: ok}}, `"Up" needs a name`},
		{[]*passes.Pass{{Name: "nodoc", In: 1, New: ok}}, "a document"},
		{[]*passes.Pass{{Name: "none", Doc: "x", In: 1}}, "and New"},
		{[]*passes.Pass{{Name: "twice", Doc: "x", In: 1, New: ok, Counters: []string{"a", "a"}}}, `"a" twice`},
		{[]*passes.Pass{simple("a", 1, passes.Same, "b"), simple("b", 1, passes.Same, "c"), simple("c", 1, passes.Same, "a")}, "a after b after c after a"},
		{[]*passes.Pass{simple("first", 1, passes.Same), simple("second", 1, passes.Same, "frist")}, `second comes after "frist", which is no pass of the set (first?)`},
	} {
		if _, err := passes.NewSet(c.list...); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%v: want %s", err, c.err)
		}
	}
	set := newSet(t)
	for _, p := range [][2]string{{"fast", "late"}, {"x", "nopass"}, {"X", "late"}} {
		if set.Preset(p[0], p[1]) == nil {
			t.Errorf("preset %s = %s is no error", p[0], p[1])
		}
	}
}

func run(t testing.TB, text string, ctx *passes.Context, h passes.Hooks) error {
	p, err := passes.Parse(text, newSet(t))
	if err != nil {
		t.Fatal(err)
	}
	return p.RunHooks(ctx, h)
}

// TestFix checks that fix goes round until nothing changes, and no further than
// its bound.
func TestFix(t *testing.T) {
	for _, c := range []struct {
		text       string
		n, want    int64
		runs, fire int
	}{
		{"fix(count)", 2, 0, 3, 2},
		{"fix(count)", 9, 5, 4, 4},
		{"fix{max=7}(count,count)", 9, 0, 12, 9},
		{"fix{max=1}(count)", 9, 8, 1, 1},
		{"fix(count{by=3})", 9, 0, 4, 3},
		{"fix(count{dry=1})", 9, 9, 1, 0},
	} {
		f := function(c.n)
		ctx, fire := passes.NewContext(f), &passes.Firing{}
		ctx.SetFiring(fire)
		if err := run(t, c.text, ctx, passes.Hooks{}); err != nil {
			t.Fatal(err)
		}
		n := fire.Count(count)
		if left(f) != c.want || n[1] != c.runs || n[0] != c.fire || fire.Asked() != c.fire {
			t.Errorf("%s of %d: %d left after %d runs and %d rewrites", c.text, c.n, left(f), n[1], n[0])
		}
	}
}

// TestFiring checks fuel, permission and the log.
func TestFiring(t *testing.T) {
	f := function(9)
	ctx := passes.NewContext(f)
	var log []string
	fire := &passes.Firing{Fuel: 3, Limited: true,
		Allow: func(n int, _ *passes.Pass, _ int, _ *ir.Value) bool { return n != 1 },
		Log:   func(p *passes.Pass, rule int, v *ir.Value) { log = append(log, p.Name+"."+p.Counters[rule]) },
	}
	ctx.SetFiring(fire)
	if err := run(t, "count,count,count,count,count,count", ctx, passes.Hooks{}); err != nil {
		t.Fatal(err)
	}
	if left(f) != 6 || len(log) != 3 || log[0] != "count.down" || fire.Asked() != 6 {
		t.Errorf("%d left, log %v, %d asked", left(f), log, fire.Asked())
	}
	if got := fmt.Sprint(fire.Stats()); got != "[{count down 3} {count seen 6}]" {
		t.Error(got)
	}
	if got := fire.Count(late); got != nil {
		t.Error(got)
	}
}

// TestWords checks verify, print and stop.
func TestWords(t *testing.T) {
	f := function(3)
	var seen []int64
	hooks := passes.Hooks{
		Print: func(f *ir.Func) { seen = append(seen, left(f)) },
		Verify: func(f *ir.Func) error {
			if left(f) == 1 {
				return errBad
			}
			return nil
		},
	}
	err := run(t, "print,verify,count,print,stop,count", passes.NewContext(f), hooks)
	if !errors.Is(err, passes.ErrStop) || fmt.Sprint(seen) != "[3 2]" {
		t.Error(err, seen)
	}
	err = run(t, "count,verify,count", passes.NewContext(f), hooks)
	var e *passes.Error
	if !errors.As(err, &e) || !errors.Is(err, errBad) || e.Pass != "verify" || e.Rest != "verify,count" {
		t.Errorf("%+v", err)
	}
	if err := run(t, "verify", passes.NewContext(f), passes.Hooks{}); !errors.Is(err, passes.ErrNoHook) {
		t.Error(err)
	}
}

// TestFailure checks what an error and a panic say of the rest of the pipeline,
// and that the pipeline can be used again.
func TestFailure(t *testing.T) {
	for _, c := range []struct{ text, pass, rest string }{
		{"count,fails,late", "fails", "fails,late"},
		{"count,panics,late", "panics", "panics,late"},
		{"fix{max=3}(count,fails),late", "fails", "fails,fix{max=2}(count,fails),late"},
		{"fix(fix{max=1}(panics,count))", "panics", "panics,count,fix{max=3}(fix{max=1}(panics,count))"},
	} {
		ctx := passes.NewContext(function(5))
		ctx.Snapshot = func(f *ir.Func) string { return fmt.Sprint(left(f)) }
		err := run(t, c.text, ctx, passes.Hooks{})
		var w *passes.Where
		var e *passes.Error
		var p *passes.Panic
		switch {
		case errors.As(err, &e):
			w = &e.Where
		case errors.As(err, &p):
			w = &p.Where
			if !strings.Contains(string(p.Stack), "passes_test") {
				t.Errorf("the stack does not show the pass:\n%s", p.Stack)
			}
		default:
			t.Fatalf("%s: %v", c.text, err)
		}
		before := "4"
		if strings.HasPrefix(c.text, "fix(fix") {
			before = "5"
		}
		if !errors.Is(err, errBad) || w.Pass != c.pass || w.Func != "f" || w.Rest != c.rest || w.Before != before {
			t.Errorf("%s: %v\n%+v", c.text, err, w)
		}
		if _, err := passes.Parse(w.Rest, newSet(t)); err != nil {
			t.Errorf("the rest does not parse: %v", err)
		}
	}
	ctx := passes.NewContext(function(5))
	ctx.F.SetForm(ir.Typed)
	if err := run(t, "early", ctx, passes.Hooks{}); err == nil || !strings.Contains(err.Error(), "in form typed") {
		t.Error(err)
	}
}

// values and blocks are analyses that count; hits counts how often they were
// computed.
var hits int

var values = &analysis.Analysis[int]{Name: "values", Compute: func(ctx *analysis.Cache, out *int) {
	hits++
	*out = ctx.F.NumValues()
}}

var constant = &analysis.Analysis[int64]{Name: "constant", CFGOnly: true, Compute: func(ctx *analysis.Cache, out *int64) {
	hits++
	*out = left(ctx.F)
}}

// TestGet checks that analyses are computed when what they read has changed, and
// that Check finds one that says it reads less than it does.
func TestGet(t *testing.T) {
	f := function(5)
	ctx := passes.NewContext(f)
	hits = 0
	a := passes.Get(ctx, values)
	if b := passes.Get(ctx, values); a != b || hits != 1 {
		t.Errorf("computed %d times", hits)
	}
	f.SetOperand(addition(f), 1, f.ConstI64(77))
	if n := *passes.Get(ctx, values); hits != 2 || n != f.NumValues() {
		t.Errorf("computed %d times after a change, %d", hits, n)
	}
	ctx.Reset(function(5))
	passes.Get(ctx, values)
	if hits != 3 {
		t.Error("an analysis of another function is used")
	}
	if *passes.Get(ctx, constant) != 5 {
		t.Error("wrong constant")
	}
	ctx.F.SetOperand(addition(ctx.F), 1, ctx.F.ConstI64(6))
	if *passes.Get(ctx, constant) != 5 {
		t.Error("an analysis of blocks and edges is computed again when a value changes")
	}
	ctx = passes.NewContext(function(5))
	ctx.Check = true
	passes.Get(ctx, constant)
	passes.Get(ctx, constant)
	ctx.F.SetOperand(addition(ctx.F), 1, ctx.F.ConstI64(6))
	defer func() {
		if e, ok := recover().(*analysis.StaleError); !ok || e.Analysis != "constant" {
			t.Errorf("a stale analysis is not found: %v", e)
		}
	}()
	passes.Get(ctx, constant)
}

// TestShuffle checks that Context.Shuffle forgets cached analyses, some, and that
// nothing else changes.
func TestShuffle(t *testing.T) {
	asks := &passes.Pass{Name: "asks", Doc: "For tests.", In: ir.AnyForm, Out: passes.Same, New: passes.Simple(func(ctx *passes.Context) error {
		if passes.Get(ctx, values) != passes.Get(ctx, values) || *passes.Get(ctx, values) != ctx.F.NumValues() || *passes.Get(ctx, constant) != 5 {
			return errBad
		}
		return nil
	})}
	set, err := passes.NewSet(asks)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse(strings.TrimSuffix(strings.Repeat("asks,", 40), ","), set)
	if err != nil {
		t.Fatal(err)
	}
	for _, seed := range []uint64{0, 1, 2} {
		ctx := passes.NewContext(function(5))
		if seed != 0 {
			ctx.Shuffle = rand.New(rand.NewPCG(seed, 1))
		}
		hits = 0
		if err := p.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if seed == 0 && hits != 2 || seed != 0 && (hits < 20 || hits > 60) {
			t.Errorf("seed %d: computed %d times", seed, hits)
		}
	}
}

// TestObservers checks what observers are told, and VerifyEach and Times.
func TestObservers(t *testing.T) {
	f := function(2)
	ctx := passes.NewContext(f)
	times := &passes.Times{}
	checked := 0
	ctx.Observers = []passes.Observer{times, passes.VerifyEach(func(f *ir.Func) error {
		if checked++; left(f) == 0 {
			return errBad
		}
		return nil
	})}
	err := run(t, "typed,count,late,count,late", ctx, passes.Hooks{})
	var e *passes.Error
	if !errors.As(err, &e) || e.Pass != "count" || e.Rest != "count,late" || checked != 3 {
		t.Errorf("%v, checked %d times", err, checked)
	}
	rows := times.Rows()
	if len(rows) != 3 || rows[1].Pass != count || rows[1].Runs != 2 || rows[1].Changed != 2 || rows[2].Changed != 0 || rows[0].Changed != 1 {
		t.Errorf("%+v", rows)
	}
	if f.Form != ir.Typed {
		t.Error("the form is not set")
	}
}

func FuzzParse(f *testing.F) {
	set := newSet(f)
	for _, s := range []string{"", "count", "fix{max=3}(count{by=2,dry=1},late),@all", "@fast,verify,print,stop", "late,early", "fix(fix())", "count{by=99999999999999999999}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := passes.Parse(text, set)
		if err != nil {
			var e *passes.ParseError
			if !errors.As(err, &e) || e.Column < 1 || e.Column > len(text)+2 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := passes.Parse(p.String(), set)
		if err != nil || again.String() != p.String() {
			t.Fatalf("%q is %q: %v", text, p, err)
		}
	})
}

// large makes a function of at least 400 values.
func large(t testing.TB) *ir.Func {
	f := ir.NewFunc("bench", guesttest.Ops, guesttest.Types)
	guesttest.Func(f, guesttest.Bytes(1, 3600), ir.Typed)
	n := 0
	for _, b := range f.Blocks {
		for range b.Values() {
			n++
		}
	}
	if n < 400 {
		t.Fatalf("%d values", n)
	}
	return f
}

// BenchmarkEmpty runs an empty pipeline over 400 values. The bar is 1 µs.
func BenchmarkEmpty(b *testing.B) {
	p, err := passes.Parse("", newSet(b))
	if err != nil {
		b.Fatal(err)
	}
	f := large(b)
	ctx := passes.NewContext(f)
	b.ReportAllocs()
	for b.Loop() {
		ctx.Reset(f)
		if err := p.Run(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFire asks without hooks, and with counters. Without hooks the bar is 1 ns or,
// where the processor is slower than that, four times a test for nil.
func BenchmarkFire(b *testing.B) {
	for _, fire := range []*passes.Firing{nil, {}} {
		b.Run(map[bool]string{true: "unused", false: "counting"}[fire == nil], func(b *testing.B) {
			p := *count
			p.New = passes.Simple(func(ctx *passes.Context) error {
				v := addition(ctx.F)
				b.ResetTimer()
				for range b.N {
					if !ctx.Fire(0, v) {
						b.Fatal("not allowed")
					}
				}
				return nil
			})
			set, err := passes.NewSet(&p)
			if err != nil {
				b.Fatal(err)
			}
			pl, err := passes.Parse("count", set)
			if err != nil {
				b.Fatal(err)
			}
			ctx := passes.NewContext(function(1))
			ctx.SetFiring(fire)
			b.ReportAllocs()
			if err := pl.Run(ctx); err != nil {
				b.Fatal(err)
			}
		})
	}
}

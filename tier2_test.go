package tier2_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/uop"
)

func parse(t testing.TB, text string) *uop.Trace {
	t.Helper()
	tr, err := uop.Parse("", []byte(text), toyguest.Uops)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func newCompiler(t testing.TB, o tier2.Options) (*tier2.Compiler, *toyguest.Guest) {
	t.Helper()
	g := toyguest.New()
	c, err := tier2.New(&g.Guest, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c, g
}

// TestNew: what cannot be set up is refused by name.
func TestNew(t *testing.T) {
	for _, c := range []struct {
		o    tier2.Options
		want string // "" for none
		kind exitdata.Kind
	}{
		{o: tier2.Options{}, kind: exitdata.Uops}, // the toy guest has no memory for machine code
		{o: tier2.Options{Backend: exitdata.IR}, kind: exitdata.IR},
		{o: tier2.Options{Backend: exitdata.Native}, want: "tier2: no machine code for guest toy"},
		{o: tier2.Options{Passes: "typeprop,nopass"}, want: `unknown pass "nopass"`},
		{o: tier2.Options{Passes: "fix(typeprop"}, want: "passes: "},
		{o: tier2.Options{Passes: "@nopreset"}, want: "nopreset"},
		{o: tier2.Options{Set: &passes.Set{}}, want: "passes: "},
	} {
		g := toyguest.New()
		got, err := tier2.New(&g.Guest, c.o)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c.o, err)
		case c.want == "":
			if got.Backend() != c.kind || got.Capabilities().Kind != c.kind || got.Capabilities().Limits != uop.DefaultLimits {
				t.Errorf("%+v: a compiler for %v, which can do %+v", c.o, got.Backend(), got.Capabilities())
			}
			if err := got.Close(); err != nil {
				t.Error(err)
			}
		case err == nil || !strings.Contains(err.Error(), c.want):
			t.Errorf("%+v: %v, want an error with %q", c.o, err, c.want)
		}
	}
}

// TestCompile: an executor of kind IR has the optimized function, which computes
// what the guest's interpreter does; the compiler's next one has its own.
func TestCompile(t *testing.T) {
	c, g := newCompiler(t, tier2.Options{Backend: exitdata.IR})
	tr := parse(t, toyguest.Sum)
	first, err := c.Compile(tr)
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.Compile(tr)
	if err != nil {
		t.Fatal(err)
	}
	if first.Func == second.Func || first.ID == second.ID || len(c.Table().Executors) != 2 {
		t.Errorf("two compiles share what they should not")
	}
	if first.UopsIn != len(tr.Insts) || first.GuardsIn == 0 || first.GuardsOut == 0 || first.CompileNS <= 0 {
		t.Errorf("%+v", first)
	}
	for _, ex := range []*exitdata.Executor{first, second} {
		m := eval.Machine{Words: g.Words, Ops: g.Evals()}
		in := []uint64{word(g, 0), word(g, 0), word(g, 1000), toyguest.Nil, toyguest.Nil, toyguest.Nil}
		got, err := m.Run(ex.Func, eval.In{Slots: in})
		if err != nil {
			t.Fatal(err)
		}
		if s := got.Frames[0].Slots; got.Kind != ir.Side || s[0].Word != word(g, 499500) || s[1].Word != word(g, 1000) {
			t.Errorf("%v with %v", got.Kind, s)
		}
	}
}

func word(g *toyguest.Guest, n int64) uint64 {
	w, _ := g.Heap.BoxI64(n) // never fails
	return w
}

// TestRefusal: every way not to compile is a *Refusal with its reason, which
// wraps the cause, and nothing of the executor is left.
func TestRefusal(t *testing.T) {
	broken := func(at string) tier2.Options {
		return tier2.Options{Backend: exitdata.IR, Observer: panicker{stage: at}}
	}
	for _, c := range []struct {
		name, trace, reason string
		o                   tier2.Options
		abort               bool // wraps a *build.Abort
	}{
		{"no end", "trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n", build.AbortBadTrace, tier2.Options{Backend: exitdata.IR}, true},
		{"no uops", "trace @t entry=0 depth=0 code=0x11\n  BEGIN @0\n  ARITH 99\n  END @1\n", build.AbortBadTrace, tier2.Options{Backend: exitdata.IR}, true},
		{"depth", "trace @t entry=0 depth=3 code=0x11\n  BEGIN @0\n  END @1\n", build.AbortBadTrace, tier2.Options{Backend: exitdata.IR}, true},
		{"pass", toyguest.Sum, tier2.RefusedPass, tier2.Options{Backend: exitdata.IR, PassObservers: []passes.Observer{passes.VerifyEach(
			func(*ir.Func) error { return errWrong })}}, false},
		{"panic", toyguest.Sum, tier2.RefusedInternal, broken("build"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			comp, _ := newCompiler(t, c.o)
			ex, err := comp.Compile(parse(t, c.trace))
			var r *tier2.Refusal
			if ex != nil || !errors.As(err, &r) {
				t.Fatalf("%v, %v", ex, err)
			}
			if r.Reason != c.reason || r.Unwrap() == nil || !strings.Contains(r.Error(), c.reason) {
				t.Errorf("reason %s, want %s: %v", r.Reason, c.reason, err)
			}
			var a *build.Abort
			if errors.As(err, &a) != c.abort {
				t.Errorf("wraps an abort: %v, want %v: %v", !c.abort, c.abort, err)
			}
			if c.name == "pass" && !errors.Is(err, errWrong) {
				t.Errorf("does not wrap its cause: %v", err)
			}
			if n := len(comp.Table().Executors); n != 0 {
				t.Errorf("%d executors are left", n)
			}
			// The compiler is as good as before.
			if c.o.Observer == nil && c.o.PassObservers == nil {
				if _, err := comp.Compile(parse(t, toyguest.Sum)); err != nil {
					t.Errorf("the next trace: %v", err)
				}
			}
		})
	}
}

var errWrong = errors.New("wrong")

// panicker is an observer that panics at a stage, unless it is "".
type panicker struct {
	tier2.NopObserver
	stage string
}

func (p panicker) Function(stage string, f *ir.Func) {
	if stage == p.stage {
		panic("observer")
	}
}

// TestDebug lets panics of stages through.
func TestDebug(t *testing.T) {
	c, _ := newCompiler(t, tier2.Options{Backend: exitdata.IR, Observer: panicker{stage: "build"}, Debug: true})
	defer func() {
		if r := recover(); r != "observer" {
			t.Errorf("recovered %v", r)
		}
	}()
	c.Compile(parse(t, toyguest.Sum))
	t.Error("the panic was recovered")
}

// source is a tier2.Source of one trace, which it cuts to the limit, as a VM's
// projection would.
type source struct {
	t      *testing.T
	text   []string // micro-ops, one a line
	code   string
	limits []uop.Limits // that were asked for
}

func (s *source) Exit() *exitdata.Exit                     { return nil }
func (s *source) Region(uop.Limits) (*uop.Trace, uop.Stop) { return nil, uop.AbortNoRegion }
func (s *source) Profile(func(uop.Flow))                   {}
func (s *source) Trace(lim uop.Limits) (*uop.Trace, uop.Stop) {
	s.limits = append(s.limits, lim)
	insts := s.text
	if len(insts) > lim.MaxUops {
		insts = insts[:lim.MaxUops]
		for len(insts) > 0 && !strings.HasPrefix(insts[len(insts)-1], "BEGIN") {
			insts = insts[:len(insts)-1]
		}
		if len(insts) <= 1 {
			return nil, uop.AbortNoProgress
		}
		// The last BEGIN becomes the end: an instruction at a time is cut off.
		var pc int
		fmt.Sscanf(insts[len(insts)-1], "BEGIN @%d", &pc)
		insts = append(insts[:len(insts)-1:len(insts)-1], fmt.Sprintf("END @%d", pc))
	}
	text := "trace @t entry=0 depth=0 code=" + s.code + "\n  " + strings.Join(insts, "\n  ") + "\n"
	return parse(s.t, text), uop.StopTooLong
}

// TestOptimizeShorter: what cannot be built ends the trace; it is asked for
// again, up to there.
func TestOptimizeShorter(t *testing.T) {
	c, _ := newCompiler(t, tier2.Options{Backend: exitdata.IR})
	s := &source{t: t, code: "0x22", text: []string{
		"BEGIN @0", "LOAD 0 @0", "STORE 1 @0",
		"BEGIN @2", "LOAD 1 @2", "STORE 0 @2",
		"BEGIN @4", "LOAD 0 @4", "HELPER 99 @4", "STORE 0 @4", // no such helper: index 8
		"BEGIN @6", "END @6",
	}}
	ex, err := c.Optimize(tier2.Code{Handle: 0x22, Name: "t"}, 0, s)
	if err != nil {
		t.Fatal(err)
	}
	first := uop.DefaultLimits
	second := first
	second.MaxUops = 8
	want := []uop.Limits{first, second}
	if !reflect.DeepEqual(s.limits, want) {
		t.Errorf("asked for %+v, want %+v", s.limits, want)
	}
	if n := len(ex.Trace.Insts); n != 7 || ex.Trace.Insts[n-1].Op != toyguest.END || ex.Trace.Insts[n-1].Target != 4 {
		t.Errorf("an executor of\n%s", ex.Trace)
	}
}

// TestOptimizeRefused: where nothing can be built, or there is no trace, the
// reason is that of the first obstacle.
func TestOptimizeRefused(t *testing.T) {
	c, _ := newCompiler(t, tier2.Options{Backend: exitdata.IR})
	for _, tt := range []struct {
		text   []string
		reason string
		asked  int
	}{
		{[]string{"ARITH 99 @0", "END @1"}, build.AbortBadTrace, 1},
		{[]string{"BEGIN @0", "LOAD 0 @0", "HELPER 99 @0", "END @1"}, uop.AbortNoProgress.String(), 2},
		{[]string{}, build.AbortBadTrace, 1},
	} {
		s := &source{t: t, code: "0x22", text: tt.text}
		ex, err := c.Optimize(tier2.Code{Handle: 0x22, Name: "t"}, 0, s)
		var r *tier2.Refusal
		if ex != nil || !errors.As(err, &r) || r.Reason != tt.reason || len(s.limits) != tt.asked {
			t.Errorf("%v: %v, asked %d times, want %s, asked %d times", tt.text, err, len(s.limits), tt.reason, tt.asked)
		}
	}
}

// TestLimits: the traces that a compiler asks for keep its limits.
func TestLimits(t *testing.T) {
	lim := uop.Limits{MaxUops: 5, MaxFrames: 2}
	c, _ := newCompiler(t, tier2.Options{Backend: exitdata.IR, Limits: lim})
	s := &source{t: t, code: "0x22", text: []string{"BEGIN @0", "LOAD 0 @0", "STORE 1 @0", "BEGIN @2", "LOAD 1 @2", "STORE 0 @2", "END @4"}}
	ex, err := c.Optimize(tier2.Code{}, 0, s)
	if err != nil || s.limits[0] != lim || c.Capabilities().Limits != lim {
		t.Fatalf("asked for %+v, %v", s.limits, err)
	}
	if n := len(ex.Trace.Insts); n != 4 {
		t.Errorf("a trace of %d micro-ops", n)
	}
}

// TestChain: executors for exits of executors, as long as the chain is short, and
// not where the same guard would fail again.
func TestChain(t *testing.T) {
	c, _ := newCompiler(t, tier2.Options{Backend: exitdata.IR, MaxChain: 3})
	at := func(pc int) *uop.Trace {
		return parse(t, fmt.Sprintf("trace @t entry=%d depth=0 code=0x11\n  BEGIN @%d\n  LOAD 0 @%d\n  GUARD 0 @%d\n  STORE 0 @%d\n  BEGIN @%d\n  END @%d\n", pc, pc, pc, pc, pc, pc+1, pc+1))
	}
	ex, err := c.Compile(at(0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.CompileExit(at(0), c.Table().ExitAt(ex, 0, 2, ir.Deopt)); reason(err) != tier2.RefusedProgress {
		t.Errorf("the same guards again: %v", err)
	}
	for depth := 1; ; depth++ {
		x := c.Table().ExitAt(ex, 0, 2, ir.Deopt)
		next, err := c.CompileExit(at(depth), x)
		if depth > 3 {
			if reason(err) != tier2.RefusedChain {
				t.Errorf("at depth %d: %v", depth, err)
			}
			return
		}
		if err != nil {
			t.Fatalf("at depth %d: %v", depth, err)
		}
		if next.Depth != depth || next.Parent != x {
			t.Errorf("depth %d, want %d", next.Depth, depth)
		}
		ex = next
	}
}

func reason(err error) string {
	var r *tier2.Refusal
	if errors.As(err, &r) {
		return r.Reason
	}
	return ""
}

// BenchmarkCompile compiles a trace of 20 micro-ops to optimized IR.
func BenchmarkCompile(b *testing.B) {
	c, _ := newCompiler(b, tier2.Options{Backend: exitdata.IR})
	tr := parse(b, toyguest.Sum)
	b.ReportAllocs()
	for b.Loop() {
		ex, err := c.Compile(tr)
		if err != nil {
			b.Fatal(err)
		}
		if err := c.Table().Free(ex); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSession: debug modes of a compiler. A pass that panics is a refusal, with a
// reproducer if that is asked for, and the compiler goes on.
func TestSession(t *testing.T) {
	times := 0
	bad := &passes.Pass{
		Name: "bad", Doc: "Panics at first.", In: ir.AnyForm, Out: passes.Same, Counters: []string{"rule"},
		New: passes.Simple(func(ctx *passes.Context) error {
			if times++; times <= 2 { // the compile, and the one for the reproducer
				panic("planted")
			}
			ctx.Fire(0, ctx.F.Entry().First())
			return nil
		}),
	}
	set, err := passes.NewSet(append(all.List[:len(all.List):len(all.List)], bad)...)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	s, err := debug.New(debug.Modes{Verify: true, Stats: true, Shuffle: 9, Crash: func(name string, text []byte) error {
		files[name] = string(text)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	c, _ := newCompiler(t, tier2.Options{Backend: exitdata.IR, Set: set, Passes: "typeprop,guardelim,bad,unbox,dce", Session: s})
	ex, err := c.Compile(parse(t, toyguest.Sum))
	var r *tier2.Refusal
	var p *passes.Panic
	if ex != nil || !errors.As(err, &r) || r.Reason != tier2.RefusedPass || !errors.As(err, &p) || p.Value != "planted" {
		t.Fatalf("%v %v", ex, err)
	}
	if len(files) != 1 {
		t.Fatal(files)
	}
	for name, text := range files {
		if !strings.HasPrefix(name, "crash-sum-bad-") || !strings.Contains(text, "-- pipeline --\nbad,unbox,dce\n") || !strings.Contains(text, "trace @sum form=guest {") {
			t.Errorf("%s\n%s", name, text)
		}
	}
	if _, err := c.Compile(parse(t, toyguest.Sum)); err != nil || s.Twin() == nil {
		t.Errorf("the compiler does not go on: %v", err)
	}
	if stats := fmt.Sprint(s.Stats()); !strings.Contains(stats, "{bad rule 1}") {
		t.Error(stats)
	}
}

// BenchmarkSession compiles without a session, with one that only waits for crashes,
// and with one that shuffles.
func BenchmarkSession(b *testing.B) {
	crash := func(string, []byte) error { return nil }
	for _, m := range []struct {
		name  string
		modes *debug.Modes
	}{{"none", nil}, {"crash", &debug.Modes{Crash: crash}}, {"verify", &debug.Modes{Verify: true}}, {"shuffle", &debug.Modes{Shuffle: 1}}} {
		b.Run(m.name, func(b *testing.B) {
			o := tier2.Options{Backend: exitdata.IR}
			if m.modes != nil {
				var err error
				if o.Session, err = debug.New(*m.modes); err != nil {
					b.Fatal(err)
				}
			}
			c, _ := newCompiler(b, o)
			tr := parse(b, toyguest.Sum)
			b.ReportAllocs()
			for b.Loop() {
				ex, err := c.Compile(tr)
				if err != nil {
					b.Fatal(err)
				}
				c.Table().Drop(ex)
			}
		})
	}
}

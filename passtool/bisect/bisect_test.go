package bisect_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/bisect"
)

// TestPattern checks what patterns select.
func TestPattern(t *testing.T) {
	for _, c := range []struct {
		pattern string
		enabled []uint64 // of 0 to 15
	}{
		{"y", []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		{"n", nil},
		{"!n", []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
		{"01", []uint64{1, 5, 9, 13}},
		{"+01+10", []uint64{1, 2, 5, 6, 9, 10, 13, 14}},
		{"01+10-1001", []uint64{1, 2, 5, 6, 10, 13, 14}},
		{"-1", []uint64{0, 2, 4, 6, 8, 10, 12, 14}},
		{"!01", []uint64{0, 2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15}},
		{"xa", []uint64{10}},
		{"vxa", []uint64{10}},
	} {
		m, err := bisect.New(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		var got []uint64
		for id := range uint64(16) {
			if m.ShouldEnable(id) {
				got = append(got, id)
			}
		}
		if !slices.Equal(got, c.enabled) {
			t.Errorf("%q enables %d", c.pattern, got)
		}
		if m.Verbose() != strings.HasPrefix(c.pattern, "v") {
			t.Errorf("%q is verbose or not", c.pattern)
		}
	}
	var nothing *bisect.Matcher
	if m, err := bisect.New(""); m != nil || err != nil || !nothing.ShouldEnable(3) || nothing.ShouldReport(3) {
		t.Error("the empty pattern")
	}
}

// TestPatternErrors checks where mistakes are found.
func TestPatternErrors(t *testing.T) {
	for _, c := range []struct {
		pattern string
		column  int
	}{{"012", 1}, {"01+", 4}, {"01-10+11", 6}, {"xg", 1}, {"1__0", 1}, {"v!2", 3}, {strings.Repeat("1", 65), 1}} {
		_, err := bisect.New(c.pattern)
		var e *bisect.PatternError
		if !errors.As(err, &e) || e.Column != c.column {
			t.Errorf("%q: %v, want column %d", c.pattern, err, c.column)
		}
	}
}

// again rewrites every exclusive or, by an equal one: but wrongly if its
// constant is among bad.
func again(bad ...int64) *passes.Pass {
	return &passes.Pass{Name: "again", Doc: "For the test.", In: ir.AnyForm, Out: passes.Same, Counters: []string{"xor"},
		New: passes.Simple(func(ctx *passes.Context) error {
			for v := range ctx.F.Entry().Values() {
				if v.Op != ir.OpXor || !ctx.Fire(0, v) {
					continue
				}
				k := v.Arg(1)
				if slices.Contains(bad, k.Int()) {
					k = ctx.F.ConstI64(k.Int() << 20)
				}
				ctx.F.Replace(v, ctx.F.Before(v).Add(ir.OpXor, v.Arg(0), k))
			}
			return nil
		})}
}

// rewrites is how many rewrites the test's function has room for.
const rewrites = 500

// result compiles a function with a pass under a hook, and evaluates it.
func result(t *testing.T, p *passes.Pass, allow bisect.Allow) uint64 {
	t.Helper()
	f := ir.NewFunc("planted", ir.CoreOps, ir.GuestTypes{"int"})
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "planted", NumLocals: 1, NumSlots: 1})
	f.Entries = []ir.Type{ir.I64}
	c := f.AtEnd(f.NewBlock())
	v := c.AddTyped(ir.OpEntry, ir.I64, 0)
	for i := range rewrites {
		c.From = []int32{int32(i)}
		v = c.Add(ir.OpXor, v, f.ConstI64(int64(i+1)))
	}
	c.Exit(c.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, v), ir.End)
	set, err := passes.NewSet(p)
	if err != nil {
		t.Fatal(err)
	}
	pl, err := passes.Parse("again", set)
	if err != nil {
		t.Fatal(err)
	}
	ctx := passes.NewContext(f)
	ctx.SetFiring(&passes.Firing{Allow: allow})
	if err := pl.Run(ctx); err != nil {
		t.Fatal(err)
	}
	m := eval.NewModel()
	mach := eval.Machine{Words: m}
	out, err := mach.Run(f, eval.In{Slots: []uint64{m.None()}, Entries: []uint64{77}})
	if err != nil {
		t.Fatal(err)
	}
	n, _ := m.UnboxI64(out.Frames[0].Slots[0].Word)
	return uint64(n)
}

// TestSearch plants a wrong rewrite among hundreds and finds it, in few trials.
func TestSearch(t *testing.T) {
	p := again(137)
	want := result(t, again(), nil)
	trials := 0
	ids, err := bisect.Search(func(allow bisect.Allow) bool {
		trials++
		return result(t, p, allow) != want
	})
	if err != nil || len(ids) != 1 || trials > 25 {
		t.Fatalf("%x after %d trials: %v", ids, trials, err)
	}
	// The pattern of the one that was found enables it alone, and reports it.
	m, err := bisect.New("v" + strings.Replace(bisect.Marker(ids[0])[len("[bisect-match 0"):], "]", "", 1))
	if err != nil {
		t.Fatal(err)
	}
	var report strings.Builder
	if result(t, p, m.Allow(&report)) == want {
		t.Error("the rewrite that was found is not the wrong one")
	}
	line := report.String()
	if strings.Count(line, "\n") != 1 || !strings.Contains(line, bisect.Marker(ids[0])) || !strings.Contains(line, "planted: again.xor") || !strings.Contains(line, "[136]") {
		t.Errorf("the report is %q", line)
	}
}

// TestSearchPair plants two rewrites that are wrong together only.
func TestSearchPair(t *testing.T) {
	p := again(10, 400)
	right := result(t, again(), nil)
	one, two := result(t, again(10), nil), result(t, again(400), nil)
	ids, err := bisect.Search(func(allow bisect.Allow) bool {
		got := result(t, p, allow)
		return got != right && got != one && got != two
	})
	if err != nil || len(ids) != 2 {
		t.Errorf("%x: %v", ids, err)
	}
}

// TestSearchErrors checks trials that tell nothing.
func TestSearchErrors(t *testing.T) {
	run := func(wrong bool) error {
		_, err := bisect.Search(func(allow bisect.Allow) bool {
			result(t, again(), allow)
			return wrong
		})
		return err
	}
	if err := run(false); !errors.Is(err, bisect.ErrPasses) {
		t.Error(err)
	}
	if err := run(true); !errors.Is(err, bisect.ErrFails) {
		t.Error(err)
	}
}

func FuzzPattern(f *testing.F) {
	for _, s := range []string{"y", "n", "v!01+x1f-1", "-0", "+", "x", "!!!n"} {
		f.Add(s, uint64(5))
	}
	f.Fuzz(func(t *testing.T, pattern string, id uint64) {
		m, err := bisect.New(pattern)
		if err != nil {
			var e *bisect.PatternError
			if !errors.As(err, &e) || e.Column < 1 || e.Column > len(pattern)+1 {
				t.Fatalf("%q: %v", pattern, err)
			}
			return
		}
		n, err := bisect.New("!" + strings.TrimLeft(pattern, "v"))
		if pattern != "" && strings.TrimLeft(pattern, "v") != "" && err == nil && n.ShouldEnable(id) == m.ShouldEnable(id) {
			t.Fatalf("%q and its opposite enable %x alike", pattern, id)
		}
	})
}

package opt_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/passtool/opt"
	"github.com/tier2go/tier2/uop"
)

const function = `trace @f form=typed {
frame f0 "f" (a)
b0:
  v0: ref = slot 0
  s0 = state f0 pc=0 (v0 |)
  exit s0 -> x0
}
exits x0: end
`

const traces = `trace @a entry=0 depth=0 code=0x11
  BEGIN @0
  LOAD 0
  STORE 0
  END @1

; another
trace @b entry=0 depth=0 code=0x11
  BEGIN @0
  LOAD 0
  STORE 0
  END @1
`

func target() opt.Target {
	g := toyguest.New()
	return opt.Target{Guest: &g.Guest, Names: g.Heap}
}

// TestKinds checks that a file is what its name says, or its text.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []int // where the functions begin
	}{
		{"a.ir", function, []int{1}},
		{"-", function, []int{1}},
		{"-", "; a comment\n\n" + function, []int{3}},
		{"a.ir", "=== executor 1\n--- IR as built\n" + function + "--- micro-ops\n", []int{3}},
		{"a.uop", traces, []int{1, 8}},
		{"a.UOPS", traces, []int{1, 8}},
		{"-", "\n;\n" + traces, []int{3, 10}},
		{"a.txtar", "A claim.\n-- in.ir --\n" + function, []int{3}},
		{"-", "A claim.\n-- pipeline --\ngvn\n-- in.ir --\n;\n" + function + "-- facts --\n#nil\n", nil},
		{"-", "A claim.\n-- pipeline --\ngvn\n-- in.ir --\n;\n" + function + "-- facts --\n#0x2 {nil}\n", []int{6}},
		{"-", "-- in.uop --\n" + traces, []int{2, 9}},
	} {
		f, err := opt.Read(c.name, []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		list, err := f.Funcs(target())
		if err != nil && c.lines != nil || len(list) != len(c.lines) {
			t.Errorf("%s: %v, %d functions", c.name, err, len(list))
			continue
		}
		for i, fn := range list {
			if fn.Line != c.lines[i] {
				t.Errorf("%s: function %d is in line %d, not %d", c.name, i, fn.Line, c.lines[i])
			}
		}
	}
}

// TestFacts checks that the section facts is what the passes know, whatever the guest
// says of a word: a guard that it satisfies goes.
func TestFacts(t *testing.T) {
	const text = `-- pipeline --
guardelim
-- in.ir --
trace @f form=guest {
frame f0 "f" (a)
b0:
  s0 = state f0 pc=0 (_ |)
  v0: ref = guard.type #nil, {list}, s0 -> x0
  s1 = state f0 pc=1 (v0 |)
  exit s1 -> x1
}
exits x0: deopt, x1: end
`
	set, err := all.Set()
	if err != nil {
		t.Fatal(err)
	}
	for facts, guards := range map[string]int{"": 1, "-- facts --\n#0x2 {list} notnull\n": 0, "-- facts --\n#0x6 {list}\n": 1} {
		f, err := opt.Read("a.txtar", []byte(text+facts))
		if err != nil {
			t.Fatal(err)
		}
		to := target()
		list, err := f.Funcs(to)
		if err != nil {
			t.Fatal(err)
		}
		p, err := f.Pipeline(nil, set)
		if err != nil {
			t.Fatal(err)
		}
		ctx := passes.NewContext(list[0].Func)
		ctx.Guest = to.Guest
		if err := p.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(irtext.String(ctx.F), "guard.type"); got != guards {
			t.Errorf("with %q: %d guards", facts, got)
		}
	}
}

// TestPipeline checks which pipeline is taken, and where its mistakes are.
func TestPipeline(t *testing.T) {
	set, err := all.Set()
	if err != nil {
		t.Fatal(err)
	}
	empty, given := "", "gvn,\n  dcee"
	for _, c := range []struct {
		text  string
		given *string
		want  string
		at    [2]int // of the mistake
	}{
		{function, nil, "@default", [2]int{}},
		{function, &empty, "", [2]int{}},
		{function, &given, "", [2]int{2, 3}},
		{"-- pipeline --\ndce\n-- in.ir --\n" + function, nil, "dce", [2]int{}},
		{"-- pipeline --\ndce\n-- in.ir --\n" + function, &empty, "", [2]int{}},
		{"x\n-- pipeline --\ndce,gvn,\nfix(peel\n-- in.ir --\n" + function, nil, "", [2]int{5, 1}},
	} {
		f, err := opt.Read("-", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := f.Pipeline(c.given, set)
		var e *opt.Error
		switch {
		case c.at != [2]int{}:
			if !errors.As(err, &e) || [2]int{e.Line, e.Col} != c.at {
				t.Errorf("%q: %v, want it at %d", c.text, err, c.at)
			}
		case err != nil || p.String() != c.want:
			t.Errorf("%q: %v %v, want %q", c.text, p, err, c.want)
		}
	}
}

// TestPrepare checks that what a guest refuses has a place, and that a panic of a
// rule is an error.
func TestPrepare(t *testing.T) {
	f, err := opt.Read("a.uop", []byte(traces))
	if err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	to := target()
	to.Prepare = func(tr *uop.Trace) error {
		if tr.Name == "b" {
			return refused
		}
		return nil
	}
	_, err = f.Funcs(to)
	var e *opt.Error
	if !errors.As(err, &e) || e.Line != 8 || !errors.Is(err, refused) {
		t.Error(err)
	}
	to.Prepare = func(*uop.Trace) error { panic("out of range") }
	if _, err := f.Funcs(to); !errors.As(err, &e) || e.Line != 1 || !strings.Contains(err.Error(), "panics: out of range") {
		t.Error(err)
	}
}

// FuzzRead reads anything, in a guest that names words.
func FuzzRead(f *testing.F) {
	for _, s := range []string{function, traces, "", "-- in.uop --\n" + traces, "-- in.ir --\n" + function + "-- facts --\n#0x2 {nil} = 0x5\nentry 1 0..5 small\n-- modes --\nfuel=1\n"} {
		f.Add("a.txtar", []byte(s))
		f.Add("-", []byte(s))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		in, err := opt.Read(name, data)
		var list []opt.Func
		if err == nil {
			list, err = in.Funcs(target())
		}
		var e *opt.Error
		if err != nil && (!errors.As(err, &e) || e.Line < 1 || e.Col < 1 || e.Line > 2+strings.Count(string(data), "\n")) {
			t.Fatalf("%v", err)
		}
		for _, fn := range list {
			if fn.Form >= ir.NumForms || fn.Line < 1 {
				t.Fatalf("%+v", fn)
			}
		}
	})
}

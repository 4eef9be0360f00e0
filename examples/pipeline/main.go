// Program pipeline compares three pipelines on one trace: what each of them leaves
// of it, which passes did it, and how long they took.
//
//	go run . -times
//
// It uses the public packages of tier2 only: a guest of its own (guest.go), whose
// trace package ir/build makes a function of, package passes, and the evaluator,
// which says that all versions do the same. docs/add-a-guest.md of tier2 goes
// through the guest.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tier2go/tier2/analysis/loops"
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/uop"
)

// Sum is the trace of
//
//	while i < n { s = s + i*8; i = i + 1 }
//
// The locals are s, i, n. A BEGIN starts an instruction of the calculator.
const Sum = `trace @sum entry=0 depth=0 code=0x1 stop=loop
  BEGIN @0
  LOAD 1
  LOAD 2
  LESS
  EXITUNLESS @9
  BEGIN @3
  LOAD 0
  LOAD 1
  INT 8
  MUL
  ADD
  STORE 0
  BEGIN @6
  LOAD 1
  INT 1
  ADD
  STORE 1
  LOOP @0
`

// Pipelines are the ones compared: two presets and a text of one's own.
var Pipelines = []string{"@fast", "@default", "fix(typeprop,guardelim),peel,fix(typeprop,guardelim),unbox,simplify,dce"}

func main() {
	times := flag.Bool("times", false, "show times too")
	flag.Parse()
	r, err := Compare(Sum, Pipelines)
	if err != nil {
		fmt.Fprintln(os.Stderr, "pipeline:", err)
		os.Exit(1)
	}
	if err := Print(os.Stdout, r, *times); err != nil {
		fmt.Fprintln(os.Stderr, "pipeline:", err)
		os.Exit(1)
	}
}

// Row is what one pipeline made of the trace.
type Row struct {
	Pipeline      string
	Before, After Size
	Rules         []passes.Stat     // what was rewritten
	Passes        []passes.PassTime // what ran, and how long
	Left          []string          // how the function leaves, by input
}

// Size counts operations: of the function, those that may leave by an exit of
// kind deopt, and those in loops.
type Size struct{ Values, Guards, InLoops int }

// Compare runs pipelines on a trace of the calculator, each on a function of its
// own.
func Compare(trace string, pipelines []string) ([]Row, error) {
	g, err := NewCalc()
	if err != nil {
		return nil, err
	}
	set, err := all.Set()
	if err != nil {
		return nil, err
	}
	t, err := uop.Parse("sum", []byte(trace), g.Uops)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, text := range pipelines {
		p, err := passes.Parse(text, set)
		if err != nil {
			return nil, err
		}
		r, err := run(g, t, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// run builds the trace's function and runs a pipeline on it, verified behind every
// pass.
func run(g *guest.Guest, t *uop.Trace, p *passes.Pipeline) (r Row, err error) {
	r.Pipeline = p.String()
	frame, err := g.World.Frame(t.Code)
	if err != nil {
		return r, err
	}
	b := build.New(g.Table(), g.Types, g.Build)
	b.F.Words = g.Words
	f, err := b.Trace(t, build.Entry{Frame: frame})
	if err != nil {
		return r, err
	}
	ctx, fire, times := passes.NewContext(f), &passes.Firing{}, &passes.Times{}
	ctx.Guest = g
	ctx.SetFiring(fire)
	ctx.Observers = []passes.Observer{times, passes.VerifyEach(check)}
	r.Before = size(ctx)
	if err := p.Run(ctx); err != nil {
		return r, err
	}
	r.After = size(ctx)
	r.Rules, r.Passes = fire.Stats(), times.Rows()
	r.Left, err = evaluate(g, f)
	return r, err
}

func check(f *ir.Func) error {
	for _, d := range verify.Check(f, verify.Options{}) {
		return fmt.Errorf("%v", d)
	}
	return nil
}

// size counts the operations of the context's function, states apart.
func size(ctx *passes.Context) (s Size) {
	forest := passes.Get(ctx, loops.Analysis)
	for _, b := range ctx.F.Blocks {
		for v := range b.Values() {
			if v.Op == ir.OpState {
				continue
			}
			s.Values++
			if v.Exits[ir.Before] != nil {
				s.Guards++
			}
			if forest.Of(b) != nil {
				s.InLoops++
			}
		}
	}
	return s
}

// evaluate says how the function leaves for a few inputs: at the loop's end, and
// where a local is no int or a result has more than 64 bits.
func evaluate(g *guest.Guest, f *ir.Func) (left []string, err error) {
	words := g.Words.(*eval.Model)
	m := eval.Machine{Words: words, Ops: g.Evals()}
	for _, in := range [][3]string{{"0", "0", "100"}, {"1.5", "0", "5"}, {"9223372036854775800", "0", "9"}} {
		slots := make([]uint64, f.Frames[0].NumSlots)
		for i := range slots {
			slots[i] = words.None()
		}
		for i, s := range in {
			slots[i], _ = words.ParseWord(s) // they are words
		}
		out, err := m.Run(f, eval.In{Slots: slots})
		if err != nil {
			return nil, err
		}
		s, _ := words.FormatWord(out.Frames[0].Slots[0].Word)
		left = append(left, fmt.Sprintf("%v at %d with s=%s", out.Kind, out.Frames[0].PC, s))
	}
	return left, nil
}

// Print prints the comparison. Without times the output is the same each time.
func Print(w io.Writer, rows []Row, times bool) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "values\tguards\tin loops\trewrites\tpipeline")
	for i, r := range rows {
		if i == 0 {
			fmt.Fprintf(t, "%d\t%d\t%d\t\t(as built)\n", r.Before.Values, r.Before.Guards, r.Before.InLoops)
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%s\n", r.After.Values, r.After.Guards, r.After.InLoops, rewrites(r, ""), r.Pipeline)
	}
	for _, r := range rows {
		fmt.Fprintf(t, "\n%s\npass\truns\tchanged\trewrites", r.Pipeline)
		if times {
			fmt.Fprint(t, "\ttime")
		}
		fmt.Fprintln(t, "\trules")
		for _, p := range r.Passes {
			fmt.Fprintf(t, "%s\t%d\t%d\t%d", p.Pass.Name, p.Runs, p.Changed, rewrites(r, p.Pass.Name))
			if times {
				fmt.Fprintf(t, "\t%v", p.Total.Round(100*time.Nanosecond))
			}
			var rules []string
			for _, s := range r.Rules {
				if s.Pass == p.Pass.Name {
					rules = append(rules, fmt.Sprintf("%s×%d", s.Rule, s.N))
				}
			}
			fmt.Fprintf(t, "\t%s\n", strings.Join(rules, " "))
		}
	}
	fmt.Fprintln(t)
	for _, s := range rows[0].Left {
		fmt.Fprintln(t, s)
	}
	return t.Flush()
}

// rewrites returns how often the rules of a pass fired, of all passes if it is "".
func rewrites(r Row, pass string) (n int) {
	for _, s := range r.Rules {
		if pass == "" || s.Pass == pass {
			n += s.N
		}
	}
	return n
}

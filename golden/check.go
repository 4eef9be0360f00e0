package golden

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	rtdebug "runtime/debug"
	"strings"

	"github.com/tier2go/tier2/internal/unified"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/uop"
)

// input makes the function that the pipeline is run on.
func (k *checker) input() {
	if s := k.file.Section(secInIR); s != nil {
		f, err := irtext.Parse("", []byte(s.Text), k.c.Guest.Table(), k.c.Guest.Types, irtext.Options{Names: k.c.Names})
		if err != nil {
			k.fail(secInIR, 0, "%v", err)
			return
		}
		f.Words = k.c.Guest.Words
		k.in = f
	} else if f, err := k.build(k.file.Section(secInUop).Text); err != nil {
		k.fail(secInUop, 0, "%v", err)
		return
	} else {
		k.in = f
	}
	if k.know(); len(k.fails) > 0 {
		return
	}
	if err := check(k.in); err != nil {
		k.fail("", 0, "the function before the pipeline: %v\n%s", err, k.text(k.in))
		return
	}
	k.fixpoint("before", k.in)
}

// know makes the function know what the section facts says. The guest that is told
// of words is the file's own.
func (k *checker) know() {
	s := k.file.Section(secFacts)
	if s == nil {
		return
	}
	known, err := debug.ParseFacts(s.Text, k.c.Guest.Types)
	if err != nil {
		line := 0
		var at *debug.FactError
		if errors.As(err, &at) {
			line = s.Line + at.Line - 1
		}
		k.fail(secFacts, line, "%v", err)
		return
	}
	g := *k.c.Guest
	k.c.Guest, k.oracle.Guest = &g, &g
	known.Apply(k.in, &g)
}

// build makes the function of a trace. A trace that no VM projects (a stack
// deeper than its frame, say) may make the builder panic: that is an error of the
// file.
func (k *checker) build(text string) (f *ir.Func, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("building the trace panics: %v\n%s", v, rtdebug.Stack())
		}
	}()
	g := k.c.Guest
	t, err := uop.Parse("", []byte(text), g.Uops)
	if err != nil {
		return nil, err
	}
	frame, err := g.World.Frame(t.Code)
	if err != nil {
		return nil, err
	}
	b := build.New(g.Table(), g.Types, g.Build)
	b.F.Words = g.Words
	return b.Trace(t, build.Entry{Frame: frame})
}

// check verifies a function and returns the breaches as one error.
func check(f *ir.Func) error {
	var list []string
	for _, d := range verify.Check(f, verify.Options{}) {
		list = append(list, d.String())
	}
	if list == nil {
		return nil
	}
	return errors.New(strings.Join(list, "\n"))
}

// text prints a function.
func (k *checker) text(f *ir.Func) string { return k.keeping(nil)(f) }

// keeping returns a print of functions that keeps the numbers of earlier ones.
func (k *checker) keeping(n *irtext.Numbering) func(f *ir.Func) string {
	return func(f *ir.Func) string {
		var b strings.Builder
		_ = irtext.Print(&b, f, irtext.Options{Names: k.c.Names, Numbers: n}) // a Builder's Write does not fail
		return b.String()
	}
}

// fixpoint checks that a function's text parses to a function with this text.
func (k *checker) fixpoint(which string, f *ir.Func) {
	text := k.text(f)
	again, err := irtext.Parse("", []byte(text), f.Ops, f.Types, irtext.Options{Names: k.c.Names})
	if err != nil {
		k.fail("", 0, "the text of the function %s the pipeline does not parse: %v\n%s", which, err, text)
		return
	}
	if got := k.text(again); got != text {
		k.fail("", 0, "the text of the function %s the pipeline is no fixpoint:\n%s", which, diff(text, got))
	}
}

// steps is an observer that checks and keeps the function behind each pass.
type steps struct {
	passes.NopObserver
	print func(f *ir.Func) string
	list  []step
}

func (o *steps) After(ctx *passes.Context, p *passes.Pass, changed bool) error {
	if !changed {
		return nil
	}
	if err := check(ctx.F); err != nil {
		return err
	}
	o.list = append(o.list, step{p.Name, Copy(ctx.F, 0), o.print(ctx.F)})
	return nil
}

// optimize runs the file's pipeline on a function.
func (k *checker) optimize(p *passes.Pipeline, f *ir.Func, fire *passes.Firing) ([]step, error) {
	return k.optimizeIn(passes.NewContext(f), p, fire)
}

func (k *checker) optimizeIn(ctx *passes.Context, p *passes.Pipeline, fire *passes.Firing) ([]step, error) {
	ctx.Guest = k.c.Guest
	ctx.Check = true
	if fire == nil {
		fire = &passes.Firing{}
	}
	ctx.SetFiring(fire)
	o := &steps{print: k.keeping(&irtext.Numbering{})}
	ctx.Observers = []passes.Observer{NewAsked(fire, ctx.F, o.print), o}
	err := p.RunHooks(ctx, passes.Hooks{Verify: check, Print: func(*ir.Func) {}})
	if errors.Is(err, passes.ErrStop) {
		err = nil
	}
	return o.list, err
}

func (k *checker) parsePipeline() *passes.Pipeline {
	p, err := passes.Parse(k.file.Pipeline(), k.c.Set)
	if err != nil {
		k.fail(secPipeline, 0, "%v", err)
		return nil
	}
	return p
}

// pipeline runs the pipeline.
func (k *checker) pipeline() {
	p := k.parsePipeline()
	if p == nil {
		return
	}
	fire := &passes.Firing{}
	k.out = Copy(k.in, 0)
	var err error
	if k.steps, err = k.optimize(p, k.out, fire); err != nil {
		k.fail(secPipeline, 0, "%v\nin\n%s%s", err, k.text(k.out), stackOf(err))
		return
	}
	k.stats, k.asked = fire.Stats(), fire.Asked()
	k.fixpoint("behind", k.out)
}

func stackOf(err error) string {
	var p *passes.Panic
	if errors.As(err, &p) {
		return string(p.Stack)
	}
	return ""
}

// readRuns reads the section run.
func (k *checker) readRuns() {
	s := k.file.Section(secRun)
	if s == nil {
		return
	}
	s.lines(func(line int, text string) {
		r, err := parseRun(line, text, k.c.Names)
		if err != nil {
			k.fail(secRun, line, "%s: malformed: %v", text, err)
			return
		}
		k.runs = append(k.runs, r)
	})
}

// checkRuns evaluates what the section run says.
func (k *checker) checkRuns() {
	exits := exitsOf(k.out)
	for _, r := range k.runs {
		if r.exit >= len(exits) {
			k.fail(secRun, r.line, "there is no exit x%d in the result:\n%s", r.exit, k.text(k.out))
			continue
		}
		input := make([]string, len(r.in.Slots))
		for i, w := range r.in.Slots {
			input[i] = k.oracle.word(w)
		}
		out, err := k.oracle.Run(k.out, r.in)
		if r.exit >= 0 {
			taken := false
			if out, taken, err = k.oracle.runForced(k.out, r.in, exits[r.exit], r.visit); err == nil && !taken {
				err = fmt.Errorf("the exit x%d is not visited %d times", r.exit, r.visit+1)
			}
		}
		if err != nil {
			k.fail(secRun, r.line, "%v", err)
			continue
		}
		got := outcomeOf(out, k.oracle.word)
		if r.want == nil || !r.want.matches(got, input) {
			k.fail(secRun, r.line, "it leaves with\n%s", got)
			continue
		}
		if r.exit >= 0 {
			continue
		}
		was := r.was
		if was == nil {
			was = r.want
		}
		before, err := k.oracle.Run(k.in, r.in)
		if err != nil {
			k.fail(secRun, r.line, "before the pipeline: %v", err)
		} else if got := outcomeOf(before, k.oracle.word); !was.matches(got, input) {
			k.fail(secRun, r.line, "before the pipeline it leaves with\n%s", got)
		}
	}
}

// randomInputs is how many random inputs are tried.
const randomInputs = 24

// makeInputs returns the inputs of the runs, variations of them, and random
// ones.
func (k *checker) makeInputs() []Input {
	var list []Input
	for _, r := range k.runs {
		list = append(list, r.in)
	}
	if len(k.c.Inputs) == 0 {
		return list
	}
	h := fnv.New64a()
	h.Write([]byte(k.file.Claim)) // never fails
	r := rand.New(rand.NewPCG(h.Sum64(), 5))
	return append(list, RandomInputs(r, k.in, k.c.Inputs, func(w uint64) ir.TypeSet { return k.c.Guest.Words.Fact(w).Types }, list, randomInputs)...)
}

// agree checks that each pass keeps what the function does.
func (k *checker) agree() {
	known := 0
	for i, in := range k.inputs {
		before, text := k.in, k.text(k.in)
		for _, st := range k.steps {
			v, err := k.oracle.Agree(before, st.f, in)
			if err == nil && i < len(k.runs)+4 {
				err = k.oracle.CompareExits(before, st.f, in)
			}
			if err != nil {
				k.fail(secPipeline, 0, "%s does not keep what the function does, with the input %s: %v\n%sin\n%s",
					st.pass, k.formatInput(in), err, unified.Diff("before "+st.pass, "after "+st.pass, text, st.text), text)
				return
			}
			if v != Unknown {
				known++
			}
			before, text = st.f, st.text
		}
	}
	if known == 0 && len(k.steps) > 0 && len(k.inputs) > 0 {
		k.fail("", 0, "no input could be evaluated: give one in the section run")
	}
}

func (k *checker) formatInput(in Input) string {
	var words []string
	for _, w := range in.Slots {
		words = append(words, k.oracle.word(w))
	}
	s := "(" + strings.Join(words, ", ") + ")"
	if len(in.Entries) > 0 {
		s += fmt.Sprintf(" entries %#x", in.Entries)
	}
	if in.Poll > 0 {
		s += fmt.Sprintf(" poll %d", in.Poll)
	}
	return s
}

// again checks that the pipeline makes the same of copies, in memory that has
// been used before, with analyses that are forgotten now and then.
func (k *checker) again() {
	want := k.text(k.out)
	old := k.parsePipeline()
	f := Copy(k.out, 0)
	for seed := range uint64(4) {
		p := old
		if seed%2 == 1 {
			p = k.parsePipeline()
		}
		ir.CopyTo(f, k.in, seed, nil)
		ctx := passes.NewContext(f)
		if seed != 0 {
			ctx.Shuffle = rand.New(rand.NewPCG(seed, 11))
		}
		if _, err := k.optimizeIn(ctx, p, nil); err != nil {
			k.fail("", 0, "compiled again (a copy shuffled by seed %d): %v", seed, err)
			return
		}
		if got := k.text(f); got != want {
			k.fail("", 0, "compiled again (a copy shuffled by seed %d) it differs:\n%s", seed, diff(want, got))
			return
		}
	}
}

// Bounds of what subsets tries.
const (
	maxPrefixes = 32
	subsetRuns  = 8
)

// subsets checks that every prefix of the rewrites, and random subsets of them,
// are correct too.
func (k *checker) subsets() {
	p := k.parsePipeline()
	try := func(what string, fire *passes.Firing) bool {
		f := Copy(k.in, 0)
		if _, err := k.optimize(p, f, fire); err != nil {
			k.fail("", 0, "with %s: %v%s\nin\n%s", what, err, stackOf(err), k.text(f))
			return false
		}
		for _, in := range k.inputs {
			if _, err := k.oracle.Agree(k.in, f, in); err != nil {
				k.fail("", 0, "with %s, and the input %s: %v\n%s", what, k.formatInput(in), err, k.text(f))
				return false
			}
		}
		return true
	}
	for n := range min(k.asked, maxPrefixes) {
		if !try(fmt.Sprintf("%d rewrites only", n), &passes.Firing{Limited: true, Fuel: n}) {
			return
		}
	}
	if k.asked == 0 {
		return
	}
	denied := map[string]bool{}
	for _, st := range k.steps {
		if name := st.pass; !denied[name] {
			denied[name] = true
			allow := func(_ int, p *passes.Pass, _ int, _ *ir.Value) bool { return p.Name != name }
			if !try("all rewrites of "+name+" denied", &passes.Firing{Allow: allow}) {
				return
			}
		}
	}
	for seed := range uint64(subsetRuns) {
		r := rand.New(rand.NewPCG(seed, 9))
		allow := func(int, *passes.Pass, int, *ir.Value) bool { return r.IntN(3) > 0 }
		if !try(fmt.Sprintf("the random subset %d of the rewrites", seed), &passes.Firing{Allow: allow}) {
			return
		}
	}
}

package passes

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tier2go/tier2/ir"
)

// Pipeline is a sequence of passes, made by Parse. It keeps its runners'
// memory, so one goroutine uses it at a time.
type Pipeline struct {
	set   *Set
	items []item
}

// item is one element of a pipeline: a pass, fix(…), or one of the words
// verify, print and stop.
type item struct {
	pass   *Pass
	opts   Options
	set    map[string]bool // options that the text gives
	runner Runner
	word   string // "fix", "verify", "print", "stop"
	body   []item // fix
	bound  int    // fix: at most this many rounds
	preset string // the preset that the item comes from; body holds its items
	column int
}

// fixBound is how often fix(…) goes round unless fix{max=N} says otherwise.
const fixBound = 4

// ErrStop is what Run returns when the pipeline reaches stop.
var ErrStop = errors.New("passes: stopped by the pipeline")

// Verifier checks a function; the word verify calls it. It is set by whoever
// runs the pipeline, because the checker is a package above.
type Verifier func(f *ir.Func) error

// Printer prints a function; the word print calls it.
type Printer func(f *ir.Func)

// Hooks are what the words of a pipeline do.
type Hooks struct {
	Verify Verifier
	Print  Printer
}

// Run runs the pipeline on ctx.F. A pass that is not meant for the function's
// form is an error.
func (p *Pipeline) Run(ctx *Context) error { return p.RunHooks(ctx, Hooks{}) }

// RunHooks is Run with what verify and print do.
func (p *Pipeline) RunHooks(ctx *Context, h Hooks) error { return runItems(ctx, p.items, h) }

func runItems(ctx *Context, items []item, h Hooks) error {
	for i := range items {
		if err := runItem(ctx, &items[i], h); err != nil {
			return err
		}
	}
	return nil
}

func runItem(ctx *Context, it *item, h Hooks) error {
	switch {
	case it.pass != nil:
		_, err := runPass(ctx, it)
		return err
	case it.preset != "":
		return runItems(ctx, it.body, h)
	}
	switch it.word {
	case "fix":
		return runFix(ctx, it, h)
	case "verify":
		if h.Verify != nil {
			return h.Verify(ctx.F)
		}
	case "print":
		if h.Print != nil {
			h.Print(ctx.F)
		}
	case "stop":
		return ErrStop
	}
	return nil
}

// runFix repeats its body until a round changes nothing.
func runFix(ctx *Context, it *item, h Hooks) error {
	for range it.bound {
		v0, c0 := ctx.F.Epoch()
		if err := runItems(ctx, it.body, h); err != nil {
			return err
		}
		if v1, c1 := ctx.F.Epoch(); v0 == v1 && c0 == c1 {
			break
		}
	}
	return nil
}

// runPass runs one pass and reports whether it changed the function.
func runPass(ctx *Context, it *item) (changed bool, err error) {
	p := it.pass
	if !p.In.Has(ctx.F.Form) {
		return false, &Error{p.Name, ctx.F.Name, fmt.Errorf("the function is in form %v", ctx.F.Form)}
	}
	if f := ctx.fire; f != nil {
		f.enter(p)
	}
	for _, o := range ctx.Observers {
		o.Before(ctx, p)
	}
	v0, c0 := ctx.F.Epoch()
	ctx.pass = p
	err = it.runner.Run(ctx)
	ctx.pass = nil
	if err != nil {
		return true, &Error{p.Name, ctx.F.Name, err}
	}
	v1, c1 := ctx.F.Epoch()
	changed = v0 != v1 || c0 != c1
	if changed {
		ctx.F.Settle()
	}
	if p.Out != Same && ctx.F.Form != p.Out {
		ctx.F.SetForm(p.Out)
		changed = true
	}
	for _, o := range ctx.Observers {
		if err := o.After(ctx, p, changed); err != nil {
			return changed, &Error{p.Name, ctx.F.Name, err}
		}
	}
	return changed, nil
}

// String returns the pipeline's text, which parses to an equal pipeline.
func (p *Pipeline) String() string {
	var b strings.Builder
	printItems(&b, p.items)
	return b.String()
}

func printItems(b *strings.Builder, items []item) {
	for i := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		it := &items[i]
		switch {
		case it.preset != "":
			b.WriteString("@" + it.preset)
		case it.pass != nil:
			b.WriteString(it.pass.Name)
			printOptions(b, it)
		case it.word == "fix":
			b.WriteString("fix")
			if it.bound != fixBound {
				fmt.Fprintf(b, "{max=%d}", it.bound)
			}
			b.WriteByte('(')
			printItems(b, it.body)
			b.WriteByte(')')
		default:
			b.WriteString(it.word)
		}
	}
}

// printOptions prints the options that the text gave, in the pass's order.
func printOptions(b *strings.Builder, it *item) {
	open := byte('{')
	for _, o := range it.pass.Options {
		if it.set[o.Name] {
			b.WriteByte(open)
			fmt.Fprintf(b, "%s=%d", o.Name, it.opts[o.Name])
			open = ','
		}
	}
	if open == ',' {
		b.WriteByte('}')
	}
}

// Passes returns the passes in the order in which they first run.
func (p *Pipeline) Passes() []*Pass {
	var list []*Pass
	var walk func(items []item)
	walk = func(items []item) {
		for i := range items {
			if items[i].pass != nil {
				list = append(list, items[i].pass)
			}
			walk(items[i].body)
		}
	}
	walk(p.items)
	return list
}

// checkOrder holds the pipeline against the passes' order constraints: the
// first run of a pass must come after the first run of each pass that it names.
func (p *Pipeline) checkOrder() error {
	first := map[string]int{}
	list := p.Passes()
	for i, q := range list {
		if _, seen := first[q.Name]; !seen {
			first[q.Name] = i
		}
	}
	for _, q := range list {
		for _, o := range q.After {
			if at, there := first[o.Pass]; there && at > first[q.Name] {
				return fmt.Errorf("passes: %s must come after %s: %s", q.Name, o.Pass, o.Why)
			}
		}
	}
	return nil
}

package passes

import (
	"errors"
	"fmt"
	"runtime/debug"
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

// fixBound is how often fix(…) goes round unless fix{max=N} says otherwise;
// maxBound is the highest N.
const (
	fixBound = 4
	maxBound = 100
)

// Errors that Run returns.
var (
	// ErrStop is what Run returns when the pipeline reaches stop.
	ErrStop = errors.New("passes: stopped by the pipeline")
	// ErrNoHook is the cause when the pipeline says verify or print and the
	// Hooks do not say how.
	ErrNoHook = errors.New("the run has no hook for it")
)

// Hooks are what the words of a pipeline do: the checker and the printer are
// packages above.
type Hooks struct {
	// Verify checks the function; an error stops the pipeline.
	Verify func(f *ir.Func) error
	// Print prints the function.
	Print func(f *ir.Func)
}

// Run runs the pipeline on ctx.F. The error is an *Error or a *Panic, or
// ErrStop. A pass that is not meant for the function's form is an error, as are
// the words verify and print: see RunHooks.
func (p *Pipeline) Run(ctx *Context) error { return p.RunHooks(ctx, Hooks{}) }

// RunHooks is Run with what verify and print do.
func (p *Pipeline) RunHooks(ctx *Context, h Hooks) error { return runItems(ctx, p.items, h) }

func runItems(ctx *Context, items []item, h Hooks) error {
	for i := range items {
		if err := runItem(ctx, &items[i], h); err != nil {
			if w := where(err); w != nil && i+1 < len(items) {
				w.Rest += "," + itemsText(items[i+1:])
			}
			return err
		}
	}
	return nil
}

func runItem(ctx *Context, it *item, h Hooks) error {
	switch {
	case it.pass != nil:
		return runPass(ctx, it)
	case it.preset != "":
		return runItems(ctx, it.body, h)
	}
	var err error
	switch it.word {
	case "fix":
		return runFix(ctx, it, h)
	case "stop":
		return ErrStop
	case "verify":
		if err = ErrNoHook; h.Verify != nil {
			err = h.Verify(ctx.F)
		}
	case "print":
		if err = ErrNoHook; h.Print != nil {
			h.Print(ctx.F)
			err = nil
		}
	}
	if err != nil {
		err = &Error{Where{Pass: it.word, Func: ctx.F.Name, Rest: it.word}, err}
	}
	return err
}

// runFix repeats its body until a round changes nothing.
func runFix(ctx *Context, it *item, h Hooks) error {
	for left := it.bound - 1; left >= 0; left-- {
		v0, c0 := ctx.F.Epoch()
		if err := runItems(ctx, it.body, h); err != nil {
			if w := where(err); w != nil && left > 0 {
				w.Rest += "," + itemsText([]item{{word: "fix", body: it.body, bound: left}})
			}
			return err
		}
		if v1, c1 := ctx.F.Epoch(); v0 == v1 && c0 == c1 {
			break
		}
	}
	return nil
}

// runPass runs one pass.
func runPass(ctx *Context, it *item) error {
	p, before := it.pass, ""
	if ctx.Snapshot != nil {
		before = ctx.Snapshot(ctx.F)
	}
	fail := func(err error) error {
		return &Error{Where{p.Name, ctx.F.Name, before, itemsText([]item{*it})}, err}
	}
	if !p.In.Has(ctx.F.Form) {
		return fail(fmt.Errorf("the function is in form %v", ctx.F.Form))
	}
	if f := ctx.fire; f != nil {
		f.enter(p)
	}
	if ctx.Shuffle != nil {
		ctx.Forget(ctx.Shuffle)
	}
	for _, o := range ctx.Observers {
		o.Before(ctx, p)
	}
	v0, c0 := ctx.F.Epoch()
	ctx.pass = p
	err := protect(ctx, it)
	ctx.pass = nil
	if pan, ok := err.(*Panic); ok {
		pan.Where = Where{p.Name, ctx.F.Name, before, itemsText([]item{*it})}
		return pan
	}
	if err != nil {
		return fail(err)
	}
	v1, c1 := ctx.F.Epoch()
	changed := v0 != v1 || c0 != c1
	if changed {
		ctx.F.Settle()
	}
	if p.Out != Same && ctx.F.Form != p.Out {
		ctx.F.SetForm(p.Out)
		changed = true
	}
	for _, o := range ctx.Observers {
		if err := o.After(ctx, p, changed); err != nil {
			return fail(err)
		}
	}
	return nil
}

// protect runs a pass's runner and returns what it panics with as a *Panic. The
// runner and the analyses, whose memory may be in any state then, are made anew.
func protect(ctx *Context, it *item) (err error) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		err = &Panic{Value: v, Stack: debug.Stack()}
		ctx.Drop()
		if r, e := it.pass.New(it.opts); e == nil {
			it.runner = r
		}
	}()
	return it.runner.Run(ctx)
}

// String returns the pipeline's text, which parses to an equal pipeline.
func (p *Pipeline) String() string { return itemsText(p.items) }

func itemsText(items []item) string {
	var b strings.Builder
	printItems(&b, items)
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

// Passes returns the passes in the order in which they stand, each as often as
// it does.
func (p *Pipeline) Passes() []*Pass {
	var list []*Pass
	walk(p.items, func(it *item) {
		if it.pass != nil {
			list = append(list, it.pass)
		}
	})
	return list
}

// walk calls fn for all items, those of fix(…) and presets included.
func walk(items []item, fn func(it *item)) {
	for i := range items {
		fn(&items[i])
		walk(items[i].body, fn)
	}
}

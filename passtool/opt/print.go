package opt

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
)

// printer prints functions, in which what stays keeps its name. As an observer it prints them after some passes.
type printer struct {
	passes.NopObserver
	w       io.Writer
	names   irtext.Names
	numbers *irtext.Numbering // of the function at hand
	all     bool
	after   []string
	err     error // the first of writing
}

// parse reads the flag -print-after.
func (p *printer) parse(text string, set *passes.Set) error {
	if text == "" {
		return nil
	}
	var names []string
	for _, q := range set.Passes() {
		names = append(names, q.Name)
	}
	col := 1
	for name := range strings.SplitSeq(text, ",") {
		if name == "all" {
			p.all = true
		} else if set.Lookup(name) == nil {
			return &Error{File: "-print-after", Line: 1, Col: col, Err: fmt.Errorf("unknown pass %q%s", name, near.Suffix(name, append(names, "all")))}
		}
		p.after = append(p.after, name)
		col += len(name) + 1
	}
	return nil
}

// After implements passes.Observer.
func (p *printer) After(ctx *passes.Context, q *passes.Pass, changed bool) error {
	if changed {
		p.numbers.See(ctx.F)
	}
	if !p.all && !slices.Contains(p.after, q.Name) {
		return nil
	}
	if changed {
		p.print("after "+q.Name, ctx.F)
	} else if _, err := fmt.Fprintf(p.w, "; after %s: as before\n\n", q.Name); err != nil {
		p.err = err
	}
	return p.err
}

// print prints a function, below a comment that says which it is.
func (p *printer) print(title string, f *ir.Func) {
	var b strings.Builder
	if title != "" {
		fmt.Fprintf(&b, "; %s\n", title)
	}
	_ = irtext.Print(&b, f, irtext.Options{Names: p.names, Numbers: p.numbers}) // a Builder's Write does not fail
	if title != "" {
		b.WriteByte('\n')
	}
	if _, err := io.WriteString(p.w, b.String()); err != nil && p.err == nil {
		p.err = err
	}
}

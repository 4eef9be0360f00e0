package opt

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/uop"
)

// Target is what a file's functions are made for.
type Target struct {
	Guest *guest.Guest // initialised; a reproducer's facts change its Words
	Names irtext.Names // of the guest's words; nil: bits
	// Prepare, if set, is asked before a trace is built whether it can be; an
	// *build.Abort says which micro-op it cannot.
	Prepare func(t *uop.Trace) error
}

// Func is a function of a file.
type Func struct {
	*ir.Func
	Line int // where it begins, from 1
	// Numbers are those of the text, for prints of what becomes of the function.
	Numbers *irtext.Numbering
}

// Funcs makes the file's functions: one of IR, one for each trace. They are as
// package ir/verify wants them. An error is an *Error.
func (f *File) Funcs(t Target) ([]Func, error) {
	var all []Func
	for i := range f.parts {
		list, err := f.partFuncs(t, &f.parts[i])
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// partFuncs makes the functions of a part and tells them its facts.
func (f *File) partFuncs(t Target, p *part) ([]Func, error) {
	list, err := f.parse(t, p)
	if err != nil || p.facts == nil {
		return list, err
	}
	known, err := debug.ParseFacts(p.facts.Text, t.Guest.Types)
	var wrong *debug.FactError
	if errors.As(err, &wrong) {
		return nil, &Error{f.Name, p.facts.Line + wrong.Line - 1, 1, errors.New(wrong.What)}
	}
	for _, fn := range list {
		known.Apply(fn.Func, t.Guest)
	}
	return list, nil
}

func (f *File) parse(t Target, p *part) ([]Func, error) {
	if !p.micro {
		fn, err := f.ir(t, p)
		if err != nil {
			return nil, err
		}
		return []Func{fn}, nil
	}
	traces, err := uop.ParseAll("", []byte(p.text.Text), t.Guest.Uops)
	var e *uop.Error
	switch {
	case errors.As(err, &e):
		return nil, &Error{f.Name, p.text.Line + e.Line - 1, e.Col, errors.New(e.Msg)}
	case err != nil:
		return nil, &Error{f.Name, p.text.Line, 1, err}
	case len(traces) == 0:
		return nil, &Error{f.Name, p.text.Line, 1, errors.New("there is no trace: only comments")}
	}
	lines := p.lines()
	var list []Func
	for _, tr := range traces {
		fn, err := f.build(t, tr, lines[0], lines[1:])
		if err != nil {
			return nil, err
		}
		list = append(list, fn)
		lines = lines[1+len(tr.Insts):]
	}
	return list, nil
}

// lines returns the lines of a part that say something of traces: what begins
// one, and its micro-ops.
func (p *part) lines() []int {
	var list []int
	for i, l := range strings.Split(p.text.Text, "\n") {
		if l = strings.TrimLeft(l, " \t\r"); l != "" && l[0] != ';' {
			list = append(list, p.text.Line+i)
		}
	}
	return list
}

// ir parses and verifies the text of a function.
func (f *File) ir(t Target, p *part) (Func, error) {
	at, numbers := map[*ir.Value][2]int{}, &irtext.Numbering{}
	fn, err := irtext.Parse("", []byte(p.text.Text), t.Guest.Table(), t.Guest.Types, irtext.Options{
		Names:   t.Names,
		Numbers: numbers,
		Place:   func(v *ir.Value, line, col int) { at[v] = [2]int{line, col} },
	})
	var e *irtext.Error
	if errors.As(err, &e) {
		return Func{}, &Error{f.Name, p.text.Line + e.Line - 1, e.Col, errors.New(e.Msg)}
	} else if err != nil {
		return Func{}, &Error{f.Name, p.text.Line, 1, err}
	}
	fn.Words = t.Guest.Words
	for _, d := range verify.Check(fn, verify.Options{}) {
		v := d.Value
		if v == nil && d.Block != nil {
			v = d.Block.First()
		}
		pos, ok := at[v]
		if !ok {
			pos = [2]int{1, 1}
		}
		return Func{}, &Error{f.Name, p.text.Line + pos[0] - 1, pos[1], fmt.Errorf("%s: %s", d.Code, d.Message)}
	}
	return Func{fn, p.lines()[0], numbers}, nil
}

// build builds a trace. A trace that no VM projects may make the guest's rules
// panic: that is a mistake of the file, where the trace begins.
func (f *File) build(t Target, tr *uop.Trace, line int, insts []int) (fn Func, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Error{f.Name, line, 1, fmt.Errorf("no VM projects this trace: building it panics: %v", v)}
		}
	}()
	fail := func(err error) (Func, error) {
		at := line
		var a *build.Abort
		if errors.As(err, &a) && a.Index < len(tr.Insts) {
			at = insts[a.Index]
		}
		return Func{}, &Error{f.Name, at, 1, err}
	}
	if t.Prepare != nil {
		if err := t.Prepare(tr); err != nil {
			return fail(err)
		}
	}
	g := t.Guest
	if g.World == nil {
		return fail(fmt.Errorf("the guest %s has no micro-ops", g.Name))
	}
	frame, err := g.World.Frame(tr.Code)
	if err != nil {
		return fail(err)
	}
	b := build.New(g.Table(), g.Types, g.Build)
	b.F.Words = g.Words
	built, err := b.Trace(tr, build.Entry{Frame: frame})
	if err != nil {
		return fail(err)
	}
	if err := debug.Verify(built); err != nil {
		return fail(fmt.Errorf("what is built of the trace is wrong: %w", err))
	}
	return Func{built, line, &irtext.Numbering{}}, nil
}

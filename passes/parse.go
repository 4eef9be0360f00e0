package passes

import (
	"fmt"
	"strconv"

	"github.com/tier2go/tier2/internal/near"
	"github.com/tier2go/tier2/ir"
)

// ParseError is a mistake in the text of a pipeline.
type ParseError struct {
	Column int // from 1
	What   string
}

// Error implements error.
func (e *ParseError) Error() string { return fmt.Sprintf("passes: column %d: %s", e.Column, e.What) }

// Parse makes a pipeline from its text:
//
//	pipeline = [ item { "," item } ]
//	item     = name [ options ] | "fix" [ "{max=N}" ] "(" pipeline ")"
//	         | "@" preset | "verify" | "print" | "stop"
//	options  = "{" name "=" integer { "," name "=" integer } "}"
//
// Blanks are ignored. fix repeats its items until they change nothing, at most
// four times or as often as max says; verify checks the function; print prints
// it; stop ends the run. A mistake is a *ParseError: passes and options that do
// not exist, passes in an order that one of them forbids, a pass behind one that
// leaves the function in a form that it does not take.
func Parse(text string, set *Set) (*Pipeline, error) {
	ps := &parser{text: text, set: set}
	items, err := ps.items(0)
	if err != nil {
		return nil, err
	}
	if ps.peek() != 0 {
		return nil, ps.errorf(ps.pos, "unexpected %q", ps.text[ps.pos:ps.pos+1])
	}
	p := &Pipeline{set: set, items: items}
	if err := p.checkOrder(); err != nil {
		return nil, err
	}
	if _, err := checkForms(items, ir.AnyForm); err != nil {
		return nil, err
	}
	return p, nil
}

// checkOrder holds the pipeline against the passes' order constraints: the
// first run of a pass must come after the first run of each pass that it names.
func (p *Pipeline) checkOrder() error {
	first := map[string]int{}
	var list []*item
	walk(p.items, func(it *item) {
		if it.pass == nil {
			return
		}
		if _, seen := first[it.pass.Name]; !seen {
			first[it.pass.Name] = len(list)
		}
		list = append(list, it)
	})
	for _, it := range list {
		for _, o := range it.pass.After {
			if at, there := first[o.Pass]; there && at > first[it.pass.Name] {
				return &ParseError{it.column, fmt.Sprintf("%s must come after %s: %s", it.pass.Name, o.Pass, o.Why)}
			}
		}
	}
	return nil
}

// checkForms follows the forms that the function may be in and returns those at
// the end. A body that is repeated is followed twice.
func checkForms(items []item, forms ir.FormSet) (ir.FormSet, error) {
	for i := range items {
		it := &items[i]
		if p := it.pass; p != nil {
			if forms&p.In == 0 {
				return 0, &ParseError{it.column, fmt.Sprintf("pass %s takes %s; here the function is %s", p.Name, formNames(p.In), formNames(forms))}
			}
			if forms &= p.In; p.Out != Same {
				forms = 1 << p.Out
			}
			continue
		}
		var err error
		if forms, err = checkForms(it.body, forms); err == nil && it.word == "fix" && it.bound > 1 {
			forms, err = checkForms(it.body, forms)
		}
		if err != nil {
			return 0, err
		}
	}
	return forms, nil
}

func formNames(s ir.FormSet) string {
	text := ""
	for f := range ir.NumForms {
		if s.Has(f) {
			if text != "" {
				text += " or "
			}
			text += f.String()
		}
	}
	return text + " form"
}

// maxDepth bounds the nesting of fix(…) and presets.
const maxDepth = 16

type parser struct {
	text string
	pos  int
	set  *Set
}

func (ps *parser) errorf(at int, format string, args ...any) error {
	return &ParseError{at + 1, fmt.Sprintf(format, args...)}
}

// peek skips blanks and returns the next byte, 0 at the end.
func (ps *parser) peek() byte {
	for ps.pos < len(ps.text) && (ps.text[ps.pos] == ' ' || ps.text[ps.pos] == '\n' || ps.text[ps.pos] == '\t') {
		ps.pos++
	}
	if ps.pos == len(ps.text) {
		return 0
	}
	return ps.text[ps.pos]
}

func (ps *parser) accept(c byte) bool {
	if ps.peek() == c {
		ps.pos++
		return true
	}
	return false
}

func (ps *parser) expect(c byte) error {
	if !ps.accept(c) {
		return ps.errorf(ps.pos, "expected %q", string(c))
	}
	return nil
}

// word reads a name, possibly empty.
func (ps *parser) word() (string, int) {
	ps.peek()
	start := ps.pos
	for ps.pos < len(ps.text) {
		c := ps.text[ps.pos]
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			break
		}
		ps.pos++
	}
	return ps.text[start:ps.pos], start
}

func (ps *parser) items(depth int) ([]item, error) {
	var list []item
	if c := ps.peek(); c == 0 || c == ')' {
		return nil, nil
	}
	for {
		it, err := ps.item(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, it)
		if !ps.accept(',') {
			return list, nil
		}
	}
}

func (ps *parser) item(depth int) (item, error) {
	if depth > maxDepth {
		return item{}, ps.errorf(ps.pos, "nested too deep")
	}
	if ps.accept('@') {
		return ps.preset(depth)
	}
	name, at := ps.word()
	switch name {
	case "":
		return item{}, ps.errorf(at, "expected a pass, fix(…), @preset, verify, print or stop")
	case "verify", "print", "stop":
		return item{word: name, column: at + 1}, nil
	case "fix":
		return ps.fix(at, depth)
	}
	p := ps.set.Lookup(name)
	if p == nil {
		return item{}, ps.errorf(at, "unknown pass %q%s", name, near.Known(name, ps.passNames()))
	}
	it := item{pass: p, opts: Options{}, set: map[string]bool{}, column: at + 1}
	for _, o := range p.Options {
		it.opts[o.Name] = o.Default
	}
	if err := ps.options(func(at int, key string, n int) error {
		if _, ok := it.opts[key]; !ok {
			return ps.errorf(at, "pass %s has no option %q%s", p.Name, key, near.Known(key, optionNames(p)))
		}
		if it.set[key] {
			return ps.errorf(at, "option %s is given twice", key)
		}
		it.opts[key], it.set[key] = n, true
		return nil
	}); err != nil {
		return item{}, err
	}
	r, err := p.New(it.opts)
	if err != nil {
		return item{}, ps.errorf(at, "pass %s: %v", p.Name, err)
	}
	it.runner = r
	return it, nil
}

func (ps *parser) fix(at, depth int) (item, error) {
	it := item{word: "fix", bound: fixBound, column: at + 1}
	err := ps.options(func(at int, key string, n int) error {
		if key != "max" || n < 1 || n > maxBound {
			return ps.errorf(at, "fix takes max, from 1 to %d", maxBound)
		}
		it.bound = n
		return nil
	})
	if err != nil {
		return item{}, err
	}
	if err := ps.expect('('); err != nil {
		return item{}, err
	}
	if it.body, err = ps.items(depth + 1); err != nil {
		return item{}, err
	}
	return it, ps.expect(')')
}

func (ps *parser) preset(depth int) (item, error) {
	name, at := ps.word()
	text, ok := ps.set.presets[name]
	if !ok {
		return item{}, ps.errorf(at, "unknown preset %q%s", "@"+name, near.Known("@"+name, ps.presetNames()))
	}
	// A preset's text has parsed when it was given, and can name only those given
	// before it: it neither fails nor contains itself.
	sub := &parser{text: text, set: ps.set}
	body, err := sub.items(depth + 1)
	if err != nil {
		return item{}, ps.errorf(at-1, "preset @%s: %v", name, err)
	}
	walk(body, func(it *item) { it.column = at })
	return item{preset: name, body: body, column: at}, nil
}

// options reads {key=integer,…}, if there.
func (ps *parser) options(set func(at int, key string, n int) error) error {
	if !ps.accept('{') {
		return nil
	}
	for {
		key, at := ps.word()
		if key == "" {
			return ps.errorf(at, "expected an option")
		}
		if err := ps.expect('='); err != nil {
			return err
		}
		text, vat := ps.word()
		n, err := strconv.Atoi(text)
		if err != nil {
			return ps.errorf(vat, "option %s needs an integer", key)
		}
		if err := set(at, key, n); err != nil {
			return err
		}
		if !ps.accept(',') {
			return ps.expect('}')
		}
	}
}

// passNames are what may stand in a pipeline by its name.
func (ps *parser) passNames() []string {
	names := []string{"fix", "verify", "print", "stop"}
	for _, p := range ps.set.passes {
		names = append(names, p.Name)
	}
	return append(names, ps.presetNames()...)
}

func (ps *parser) presetNames() []string {
	var names []string
	for _, n := range ps.set.names {
		names = append(names, "@"+n)
	}
	return names
}

func optionNames(p *Pass) []string {
	var names []string
	for _, o := range p.Options {
		names = append(names, o.Name)
	}
	return names
}

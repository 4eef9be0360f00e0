package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/tier2go/tier2/ir"
)

// A rule is a line of a table.
type rule struct {
	name    string
	text    string // what stands behind the name
	pattern *term
	conds   []*term
	result  *term // nil: drop
	vars    []*term
	above   []ir.Op // what the first operand is in the rules above for the same operation
}

// kind is what a term is.
type kind uint8

const (
	operation kind = iota
	variable       // any value, or any constant
	number
	function // of constants, or a fact: fn says which
)

// A term is a pattern, a condition or a result.
type term struct {
	kind  kind
	op    ir.Op
	args  []*term
	typ   ir.Type
	name  string // of a variable, or of an operation that is bound
	konst bool   // a variable that stands for constants
	lit   int64  // the bits
	sym   string // top, min, max: a number that depends on the width
	fn    string
}

// isConst reports whether a term's value is known when a rule is tried.
func (t *term) isConst() bool {
	switch t.kind {
	case variable:
		return t.konst
	case number:
		return true
	}
	for _, a := range t.args {
		if !a.isConst() {
			return false
		}
	}
	return t.kind != function || !ofValues[t.fn]
}

// ofValues are the functions that are not about constants.
var ofValues = map[string]bool{"holds": true, "fails": true, "varies": true, "once": true, "other": true}

// walk calls f for a term and all that it consists of.
func (t *term) walk(f func(t *term)) {
	if t == nil {
		return
	}
	f(t)
	for _, a := range t.args {
		a.walk(f)
	}
}

var (
	ruleLine = regexp.MustCompile(`^(\S+):\s+(.*)$`)
	useLine  = regexp.MustCompile(`^use (\S+) from (\S+) as (\S+)$`)
)

// readTable reads the table of a package.
func readTable(root, dir string) ([]*rule, error) {
	file := filepath.Join(root, filepath.FromSlash(dir), tableName)
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list []*rule
	seen := map[string]bool{}
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		r, err := readLine(root, line)
		if err == nil && seen[r.name] {
			err = fmt.Errorf("a second rule %s", r.name)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
		seen[r.name] = true
		for _, o := range list {
			if a := o.pattern.args[0]; o.pattern.op == r.pattern.op && a.kind == operation {
				r.above = append(r.above, a.op)
			}
		}
		list = append(list, r)
	}
	return list, nil
}

func readLine(root, line string) (*rule, error) {
	if m := useLine.FindStringSubmatch(line); m != nil {
		other, err := readTable(root, m[2])
		if err != nil {
			return nil, err
		}
		for _, r := range other {
			if r.name == m[1] {
				r.name = m[3]
				return r, nil
			}
		}
		return nil, fmt.Errorf("%s has no rule %s", m[2], m[1])
	}
	m := ruleLine.FindStringSubmatch(line)
	if m == nil {
		return nil, fmt.Errorf("no rule: %s", line)
	}
	return parseRule(m[1], m[2])
}

// parseRule reads PATTERN [if CONDITION] => RESULT.
func parseRule(name, text string) (*rule, error) {
	r := &rule{name: name, text: text}
	left, right, ok := strings.Cut(text, " => ")
	if !ok {
		return nil, fmt.Errorf("%s: no =>", name)
	}
	pattern, cond, _ := strings.Cut(left, " if ")
	p := &parser{text: pattern, vars: map[string]*term{}}
	var err error
	if r.pattern, err = p.whole(ir.Void); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if r.pattern.kind != operation {
		return nil, fmt.Errorf("%s: the pattern is no operation", name)
	}
	r.vars = p.list
	p.closed = true
	if cond != "" {
		if r.conds, err = p.conditions(cond); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if right = strings.TrimSpace(right); right != "drop" {
		p.text = right
		if r.result, err = p.whole(r.pattern.typ); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	} else if r.pattern.typ != ir.Void {
		return nil, fmt.Errorf("%s: an operation with a result cannot be dropped", name)
	}
	return r, nil
}

// parser reads terms in prefix form.
type parser struct {
	text   string
	vars   map[string]*term
	list   []*term // the variables in the order of their first use
	closed bool    // no further variables: this is no pattern
}

// whole reads a term that is all of the text.
func (p *parser) whole(want ir.Type) (*term, error) {
	t, err := p.term(want)
	if err == nil && strings.TrimSpace(p.text) != "" {
		err = fmt.Errorf("behind the term stands %q", p.text)
	}
	return t, err
}

// term reads a term that has to have a type, any if want is Void.
func (p *parser) term(want ir.Type) (*term, error) {
	p.text = strings.TrimLeft(p.text, " ")
	bound := ""
	if m := boundName.FindString(p.text); m != "" {
		bound, p.text = m[:len(m)-1], p.text[len(m):]
	}
	if !strings.HasPrefix(p.text, "(") {
		return p.leaf(p.word(), want)
	}
	p.text = p.text[1:]
	name := p.word()
	op, ok := ir.CoreOps.ByName(name)
	if !ok {
		return nil, fmt.Errorf("unknown operation %q", name)
	}
	row := ir.CoreOps.Row(op)
	if want != ir.Void && row.Result != want {
		return nil, fmt.Errorf("%s is no %s", name, want)
	}
	t := &term{kind: operation, op: op, typ: row.Result, name: bound}
	for _, a := range row.Args {
		x, err := p.term(a)
		if err != nil {
			return nil, err
		}
		t.args = append(t.args, x)
	}
	p.text = strings.TrimLeft(p.text, " ")
	if !strings.HasPrefix(p.text, ")") {
		return nil, fmt.Errorf("%s has %d operands, behind them stands %q", name, len(row.Args), p.text)
	}
	p.text = p.text[1:]
	if bound != "" {
		p.vars[bound] = t
	}
	return t, nil
}

var boundName = regexp.MustCompile(`^[a-z]\w*:`)

// word takes what goes up to a blank or a closing parenthesis of a term; parentheses
// of a call belong to it.
func (p *parser) word() string {
	depth, i := 0, 0
	for ; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '(':
			depth++
			continue
		case c == ')' && depth > 0:
			depth--
			continue
		case c != ' ' && c != ')' || depth > 0:
			continue
		}
		break
	}
	w := p.text[:i]
	p.text = p.text[i:]
	return w
}

var variableName = regexp.MustCompile(`^[A-Za-z]\w?$`)

// leaf reads a variable, a number or what is computed of constants.
func (p *parser) leaf(word string, want ir.Type) (*term, error) {
	if v := p.vars[word]; v != nil {
		if want != ir.Void && v.typ != want {
			return nil, fmt.Errorf("%s is %s and %s", word, v.typ, want)
		}
		return v, nil
	}
	if variableName.MatchString(word) && !p.closed {
		v := &term{kind: variable, name: word, typ: want, konst: word[0] <= 'Z'}
		p.vars[word] = v
		p.list = append(p.list, v)
		return v, nil
	}
	return p.infix(word, want)
}

package main

import (
	"fmt"
	"strings"
)

// A Fault is a row of the table.
type Fault struct {
	ID   string
	File string // within the module
	// Tests are what has to notice: packages within the module, each with the tests to
	// run behind a colon, as -run has them, if not all.
	Tests    []string
	Old, New string
	// Equivalent says why nothing can notice it; "" means that something has to.
	Equivalent string
	// Survives means that nothing does yet: a test is missing. There may only be fewer
	// of them (TestTable).
	Survives bool
}

// survives is the last field of a fault that nothing notices yet.
const survives = "survives"

// parse reads a table: a line a fault, with its fields between tabs, in the order of
// Fault, the last one optional: why there is no difference, or that the fault survives. In texts \n and \t are a newline and a tab, \\ is a
// backslash. Empty lines and those that begin with # are comments.
func parse(text string) ([]Fault, error) {
	var list []Fault
	seen := map[string]bool{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		c := strings.Split(line, "\t")
		if len(c) < 5 || len(c) > 6 {
			return nil, fmt.Errorf("line %d: %d fields, want 5 or 6", i+1, len(c))
		}
		f := Fault{ID: c[0], File: c[1], Tests: strings.Fields(c[2]), Old: unescape.Replace(c[3]), New: unescape.Replace(c[4])}
		if len(c) == 6 && c[5] == survives {
			f.Survives = true
		} else if len(c) == 6 {
			f.Equivalent = c[5]
		}
		switch {
		case seen[f.ID]:
			return nil, fmt.Errorf("line %d: a second %s", i+1, f.ID)
		case len(f.Tests) == 0 || f.Old == "" || f.Old == f.New:
			return nil, fmt.Errorf("line %d: %s: no tests, or no fault", i+1, f.ID)
		}
		seen[f.ID] = true
		list = append(list, f)
	}
	return list, nil
}

var unescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t")

// plant returns the source with the fault, or an error if its text is not there once.
func (f Fault) plant(source string) (string, error) {
	if n := strings.Count(source, f.Old); n != 1 {
		return "", fmt.Errorf("the text occurs %d times in %s", n, f.File)
	}
	return strings.Replace(source, f.Old, f.New, 1), nil
}

// row returns a fault as the table has it.
func (f Fault) row() string {
	c := []string{f.ID, f.File, strings.Join(f.Tests, " "), escape.Replace(f.Old), escape.Replace(f.New)}
	if f.Survives {
		c = append(c, survives)
	} else if f.Equivalent != "" {
		c = append(c, f.Equivalent)
	}
	return strings.Join(c, "\t")
}

var escape = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`)

// same reports whether two rows plant the same fault in a source. Their texts may reach farther than it does.
func (f Fault) same(g Fault, source string) bool {
	if f.File != g.File {
		return false
	}
	a, errA := f.plant(source)
	b, errB := g.plant(source)
	return errA == nil && errB == nil && a == b
}

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"sort"
	"strings"
)

// Many faults in one program: each function with faults, and each value of a package's
// variable, is there once as it is and once with each fault, and a number in the
// environment says which of them runs. So a package's tests are linked once.

// variable is the environment's, with the number of the fault; switchName begins the names
// of what a package gets to ask for it.
const (
	variable   = "TIER2_MUTANT"
	switchName = "plantedMutant"
)

// switchSource is the file that a package gets whose files have faults.
const switchSource = `package %s

import "os"

var ` + switchName + ` = os.Getenv("` + variable + `")

func ` + switchName + `Value[T any](number string, faulty, sound T) T {
	if ` + switchName + ` == number {
		return faulty
	}
	return sound
}
`

// A numbered fault is one of those that a program has.
type numbered struct {
	Fault
	number int
}

// lines are those of a merged file that a fault has brought: from the first to the last one.
type lines struct{ first, last, number int }

// merged is a file with faults that are switched.
type merged struct {
	pkg, text string
	lines     []lines
	// alone are faults that can only be there for good: in constants, types, fields.
	alone []numbered
}

// edit is text that takes the place of another one, from an offset to another one.
type edit struct {
	from, to int
	text     string
}

// merge puts faults into a file, each behind its number. Each of them fits (Fault.plant).
func merge(source string, faults []numbered) (*merged, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	m := &merged{pkg: file.Name.Name}
	places := map[[2]int][]variant{}
	for _, f := range faults {
		v, at, ok := variantOf(fset, file, source, f)
		if !ok {
			m.alone = append(m.alone, f)
			continue
		}
		places[at] = append(places[at], v)
	}
	var edits []edit
	for at, list := range places {
		edits = append(edits, edit{at[0], at[1], joined(source[at[0]:at[1]], list)})
	}
	m.text = apply(source, edits)
	m.lines = linesOf(m.text, faults)
	return m, nil
}

// apply makes edits, which do not overlap.
func apply(text string, edits []edit) string {
	sort.Slice(edits, func(i, j int) bool { return edits[i].from > edits[j].from })
	for _, e := range edits {
		text = text[:e.from] + e.text + text[e.to:]
	}
	return text
}

// variant is a function's body, or a variable's value, with a fault.
type variant struct {
	number int
	text   string
	body   bool
	void   bool // of a function that returns nothing
}

// variantOf returns what a fault makes of the body or value that it is in, and where that lies.
func variantOf(fset *token.FileSet, file *ast.File, source string, f numbered) (variant, [2]int, bool) {
	from := strings.Index(source, f.Old)
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	within := func(n ast.Node) bool { return offset(n.Pos()) <= from && from+len(f.Old) <= offset(n.End()) }
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body == nil || !within(d.Body) {
				continue
			}
			at := [2]int{offset(d.Body.Lbrace), offset(d.Body.Rbrace) + 1}
			text, ok := faultyBody(source, f, offset(d.Pos()), at)
			return variant{f.number, text, true, d.Type.Results == nil}, at, ok
		case *ast.GenDecl:
			for _, s := range d.Specs {
				s, ok := s.(*ast.ValueSpec)
				if !ok || d.Tok != token.VAR || len(s.Names) != len(s.Values) {
					continue
				}
				for _, v := range s.Values {
					if within(v) {
						at := [2]int{offset(v.Pos()), offset(v.End())}
						text := strings.Replace(source[at[0]:at[1]], f.Old, f.New, 1)
						_, err := parser.ParseExpr(text)
						return variant{number: f.number, text: text}, at, err == nil
					}
				}
			}
		}
	}
	return variant{}, [2]int{}, false
}

// faultyBody returns a function's body with a fault, with labels of its own: those of a
// function must differ. It fails if the text is no Go, or another function then.
func faultyBody(source string, f numbered, decl int, at [2]int) (string, bool) {
	planted, _ := f.plant(source)
	end := at[1] + len(f.New) - len(f.Old)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", planted, parser.SkipObjectResolution)
	if err != nil {
		return "", false
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool { return offset(d.Pos()) == decl })
	if i < 0 {
		return "", false
	}
	d, ok := file.Decls[i].(*ast.FuncDecl)
	if !ok || d.Body == nil || offset(d.Body.Lbrace) != at[0] || offset(d.Body.Rbrace)+1 != end {
		return "", false
	}
	var edits []edit
	label := func(id *ast.Ident) {
		if id != nil {
			edits = append(edits, edit{offset(id.Pos()) - at[0], offset(id.End()) - at[0], fmt.Sprintf("%s_%d", id.Name, f.number)})
		}
	}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.LabeledStmt:
			label(n.Label)
		case *ast.BranchStmt:
			label(n.Label)
		}
		return true
	})
	return apply(planted[at[0]:end], edits), true
}

// joined is a body, or a value, with its variants ahead of it.
func joined(sound string, list []variant) string {
	var b strings.Builder
	if list[0].body {
		b.WriteString("{\n")
		for _, v := range list {
			back := ""
			if v.void {
				back = "return\n"
			}
			fmt.Fprintf(&b, "if %s == \"%d\" {\n%s\n%s}\n%s\n", switchName, v.number, v.text, back, mark(v.number))
		}
		b.WriteString(sound)
		b.WriteString("\n}")
		return b.String()
	}
	for _, v := range list {
		fmt.Fprintf(&b, "%sValue(\"%d\", %s,\n%s\n", switchName, v.number, v.text, mark(v.number))
	}
	b.WriteString(sound + strings.Repeat(")", len(list)))
	return b.String()
}

// mark is the line behind a fault's text.
func mark(number int) string { return fmt.Sprintf("// %s %d", switchName, number) }

// linesOf finds the lines that faults have brought.
func linesOf(text string, faults []numbered) (list []lines) {
	at := map[string]int{}
	for _, f := range faults {
		at[mark(f.number)] = f.number
	}
	first := 0
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, switchName+` == "`) || strings.Contains(line, switchName+`Value("`) {
			first = i + 1
		}
		if n, ok := at[line]; ok {
			list = append(list, lines{first, i + 1, n})
		}
	}
	return list
}

// Command written counts the lines that Python's operations take: the bar of docs/write-an-operation.md.
//
//	go run ./internal/written THEN NOW
//
// counts in the folders of two commits. A line counts if it has a token of Go: no comments and no blank ones. Tests and
// generated files (zz_*.go) do not count. A declaration that both commits have under one name is an operation of both; one that
// only the second has is a routine, or what calls routines, if its file is named so, and something new otherwise.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// groups are the files that count: of the folders then and now.
var groups = []struct {
	name  string
	files []string
}{
	{"builder", []string{"guest/python/*.go", "interp/pyguest/*.go"}},
	{"micro-op functions", []string{"interp/uop*.go", "interp/microop/*.go"}},
	{"evaluator", []string{"interp/irrun.go"}},
	{"heap operations", []string{"object/*.go", "interp/object/*.go"}},
}

// apart are files of those folders that are no operations, but memory and text tables: they lie in packages of their own now.
var apart = []string{"arena_*.go", "gc.go", "span.go", "stack_*.go", "unicode.go", "unicode_table.go", "hash.go", "floattext.go", "suggest.go"}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: written then now")
		os.Exit(2)
	}
	if err := compare(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// counts has the lines of declarations, by name; outside are those of none: clauses and imports.
type counts struct {
	decls   map[string]int
	files   map[string]string // the file of a declaration
	outside int
}

func (c *counts) all() int {
	n := c.outside
	for _, lines := range c.decls {
		n += lines
	}
	return n
}

func compare(then, now string) error {
	fmt.Printf("%-20s %8s %8s\n", "lines", "then", "now")
	var a, b [2]int // all, and of groups together
	for _, g := range groups {
		old, err := count(then, g.files)
		if err != nil {
			return err
		}
		made, err := count(now, g.files)
		if err != nil {
			return err
		}
		fmt.Printf("%-20s %8d %8d %+6.1f %%\n", g.name, old.all(), made.all(), percent(old.all(), made.all()))
		kept, gone, same, routines, others := 0, 0, 0, 0, 0
		for name, n := range old.decls {
			if _, ok := made.decls[name]; ok {
				kept += n
			} else {
				gone += n
			}
		}
		for name, n := range made.decls {
			file := made.files[name]
			switch _, ok := old.decls[name]; {
			case ok:
				same += n
			case strings.HasPrefix(file, "routine") || strings.HasPrefix(file, "once"):
				routines += n
			default:
				others += n
			}
		}
		fmt.Printf("    of both %d, %d; only then %d; only now %d in routines and their tables, %d elsewhere\n", kept, same, gone, routines, others)
		a[0], b[0] = a[0]+old.all(), b[0]+made.all()
		a[1], b[1] = a[1]+kept+gone, b[1]+same+routines
	}
	fmt.Printf("%-20s %8d %8d %+6.1f %%\n", "together", a[0], b[0], percent(a[0], b[0]))
	fmt.Printf("%-20s %8d %8d %+6.1f %%\n", "what was there then", a[1], b[1], percent(a[1], b[1]))
	return nil
}

func percent(then, now int) float64 { return 100 * (float64(now)/float64(then) - 1) }

// count counts the files of a folder.
func count(dir string, patterns []string) (*counts, error) {
	c := &counts{decls: map[string]int{}, files: map[string]string{}}
	for _, p := range patterns {
		list, err := filepath.Glob(filepath.Join(dir, p))
		if err != nil {
			return nil, err
		}
		for _, path := range list {
			base := filepath.Base(path)
			out := strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "zz_") || slices.ContainsFunc(apart, func(p string) bool {
				ok, _ := filepath.Match(p, base)
				return ok
			})
			if !out {
				if err := c.file(path); err != nil {
					return nil, err
				}
			}
		}
	}
	return c, nil
}

// file counts a file.
func (c *counts) file(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	lines := map[int]bool{}
	var s scanner.Scanner
	scanned := fset.AddFile(path, -1, len(text))
	s.Init(scanned, text, nil, 0)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON && lit == "\n" {
			continue
		}
		at := scanned.Position(pos).Line
		for i := range 1 + strings.Count(lit, "\n") {
			lines[at+i] = true
		}
	}
	for _, d := range f.Decls {
		n := 0
		for at := fset.Position(d.Pos()).Line; at <= fset.Position(d.End()).Line; at++ {
			if lines[at] {
				n++
				delete(lines, at)
			}
		}
		if name := nameOf(d); name != "" {
			c.decls[name] += n
			c.files[name] = filepath.Base(path)
		} else {
			c.outside += n
		}
	}
	c.outside += len(lines)
	return nil
}

// nameOf is the name of a declaration, with its receiver: of several the first one's.
func nameOf(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		t := d.Recv.List[0].Type
		if p, ok := t.(*ast.StarExpr); ok {
			t = p.X
		}
		if g, ok := t.(*ast.IndexExpr); ok {
			t = g.X
		}
		return fmt.Sprint(t, ".", d.Name.Name)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				return s.Name.Name
			case *ast.ValueSpec:
				return s.Names[0].Name
			}
		}
	}
	return ""
}

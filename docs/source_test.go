package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// shown returns what a block that shows a file has to hold: all of it, or what it
// says of names, with a blank line between declarations.
func shown(file string, names []string) (string, error) {
	src, err := os.ReadFile(filepath.Join(root, file))
	if err != nil || len(names) == 0 {
		return strings.TrimSpace(string(src)) + "\n", err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	var parts []string
	for _, name := range names {
		node := find(f, name, func(n ast.Node) string {
			return string(src[fset.Position(n.Pos()).Offset:fset.Position(n.End()).Offset])
		})
		if node == nil {
			return "", fmt.Errorf("%s has no %s", file, name)
		}
		parts = append(parts, cut(string(src), fset, node))
	}
	sep := "\n"
	if strings.Contains(names[0], ":") {
		sep = "" // entries and cases
	}
	return strings.Join(parts, sep), nil
}

// find returns the node of a name: a declaration (T.M is a method), an entry of a
// composite literal by its key (key:X), or a case by its first expression (case:X).
func find(f *ast.File, name string, text func(ast.Node) string) (found ast.Node) {
	key, isKey := strings.CutPrefix(name, "key:")
	expr, isCase := strings.CutPrefix(name, "case:")
	ast.Inspect(f, func(n ast.Node) bool {
		match := false
		switch n := n.(type) {
		case *ast.FuncDecl:
			match = declared(n) == name
		case *ast.GenDecl:
			for _, s := range n.Specs {
				match = match || specHas(s, name)
			}
		case *ast.KeyValueExpr:
			match = isKey && text(n.Key) == key
		case *ast.CaseClause:
			match = isCase && len(n.List) > 0 && text(n.List[0]) == expr
		}
		if match && found == nil {
			found = n
		}
		return found == nil
	})
	return found
}

// declared returns the name of a function, T.M for a method.
func declared(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name + "." + d.Name.Name
	}
	return d.Name.Name
}

func specHas(s ast.Spec, name string) bool {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return s.Name.Name == name
	case *ast.ValueSpec:
		for _, id := range s.Names {
			if id.Name == name {
				return true
			}
		}
	}
	return false
}

// cut returns a node's whole lines, its document first, without the indentation
// that all of them share.
func cut(src string, fset *token.FileSet, n ast.Node) string {
	from, to := n.Pos(), n.End()
	switch d := n.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			from = d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			from = d.Doc.Pos()
		}
	}
	lines := strings.SplitAfter(src, "\n")[fset.Position(from).Line-1 : fset.Position(to).Line]
	indent := len(lines[0]) - len(strings.TrimLeft(lines[0], "\t"))
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimPrefix(l, strings.Repeat("\t", min(indent, len(l)-len(strings.TrimLeft(l, "\t"))))))
	}
	return b.String()
}

package lint

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// documented reports exported names and packages without a document.
var documented = &analysis.Analyzer{
	Name: "documented",
	Doc: `every package and every exported name has a document

Of a function, method, type, constant and variable at the top of a file that is
exported (of methods: whose type is too). A document for a group of constants or
variables is one for all of them, as is a comment behind one. Package main needs
none for its names.`,
	Run: checkDocumented,
}

func checkDocumented(pass *analysis.Pass) (any, error) {
	files := sources(pass)
	doc := false
	for _, f := range files {
		doc = doc || f.Doc != nil
	}
	if len(files) > 0 && !doc {
		pass.Reportf(files[0].Name.Pos(), "package %s has no document", files[0].Name.Name)
	}
	if pass.Pkg.Name() == "main" {
		return nil, nil
	}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Doc == nil && d.Name.IsExported() && exportedReceiver(d) {
					pass.Reportf(d.Name.Pos(), "%s has no document", d.Name.Name)
				}
			case *ast.GenDecl:
				group(pass, d)
			}
		}
	}
	return nil, nil
}

// exportedReceiver reports whether a function is none of an unexported type.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}

// group reports names of a declaration without a document.
func group(pass *analysis.Pass, d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
				pass.Reportf(s.Name.Pos(), "%s has no document", s.Name.Name)
			}
		case *ast.ValueSpec:
			for _, id := range s.Names {
				if id.IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil && !precedes(pass, d, s) {
					pass.Reportf(id.Pos(), "%s has no document", id.Name)
				}
			}
		}
	}
}

// precedes reports whether a name above in the same group, without a blank line
// between, has a document: it heads a list.
func precedes(pass *analysis.Pass, d *ast.GenDecl, s *ast.ValueSpec) bool {
	if d.Tok != token.CONST && d.Tok != token.VAR {
		return false
	}
	line := func(p token.Pos) int { return pass.Fset.Position(p).Line }
	for i := len(d.Specs) - 1; i > 0; i-- {
		this, above := d.Specs[i].(*ast.ValueSpec), d.Specs[i-1].(*ast.ValueSpec)
		if this != s {
			continue
		}
		if line(above.End())+1 < line(this.Pos()) {
			return false
		}
		if above.Doc != nil || above.Comment != nil {
			return true
		}
		s = above
	}
	return false
}

package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// maxUnusedExports is how many names testdata/exports.txt has. It may only go down.
const maxUnusedExports = 83

// TestExports: an exported name, be it of a function, a method, a type, a constant or a variable, has a user: another
// package, an example, a test, a page of the documentation or an interface. Names in generated files are not looked at.
// testdata/exports.txt has the names that are exported although none of these uses them. Each stands under the reason.
//
// A test or a page uses a name whatever the package is: they are read as text, because loading all tests would cost
// more than the rest of this package.
func TestExports(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	pkgs, err := load()
	unused := unusedExports(loaded(t, pkgs, err))
	mentioned := mentions(t, "../..")
	maps.DeleteFunc(unused, func(name string, _ token.Position) bool { return mentioned[name[strings.LastIndexByte(name, '.')+1:]] })
	data, err := os.ReadFile("testdata/exports.txt")
	if err != nil {
		t.Fatal(err)
	}
	allowed, reason := []string{}, ""
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "# ") {
			reason = line
		} else if line == "" {
			reason = ""
		} else if allowed = append(allowed, line); reason == "" {
			t.Errorf("testdata/exports.txt: %s stands under no reason", line)
		}
	}
	if len(allowed) > maxUnusedExports {
		t.Errorf("testdata/exports.txt has %d names; there were %d", len(allowed), maxUnusedExports)
	}
	for _, name := range allowed {
		if _, ok := unused[name]; !ok {
			t.Errorf("testdata/exports.txt: %s is used, or gone: delete the line", name)
		}
		delete(unused, name)
	}
	for _, name := range slices.Sorted(maps.Keys(unused)) {
		t.Errorf("%v: %s is exported, and nothing but its own package uses it", unused[name], name)
	}
}

// unusedExports returns the exported names of this module that no other package uses, with where they are.
func unusedExports(pkgs []*packages.Package) map[string]token.Position {
	list, funcs := map[string]token.Position{}, map[string]*types.Func{}
	for _, p := range pkgs {
		if p.Name == "main" || p.Module == nil || p.Module.Path+"/" != module {
			continue
		}
		for id, o := range p.TypesInfo.Defs {
			if f, ok := o.(*types.Func); ok && f.Exported() && exportName(f) != "" {
				list[exportName(f)], funcs[exportName(f)] = p.Fset.Position(id.Pos()), f
			} else if at := p.Fset.Position(id.Pos()); declared(o) && o.Exported() && !strings.HasPrefix(filepath.Base(at.Filename), "zz_") {
				list[declName(o)] = at
			}
		}
	}
	seen := map[*types.Package]bool{}
	for _, p := range pkgs {
		declaredTypes(p.Types, func(o *types.TypeName) { delete(list, declName(o)) })
		for _, o := range p.TypesInfo.Uses {
			if f, ok := o.(*types.Func); ok && f.Pkg() != nil && f.Pkg().Path() != p.PkgPath {
				delete(list, exportName(f.Origin()))
			} else if declared(o) && o.Pkg().Path() != p.PkgPath {
				delete(list, declName(o))
			}
		}
		for _, s := range p.TypesInfo.Selections { // a method that is promoted by embedding
			if f, ok := s.Obj().(*types.Func); ok && f.Pkg() != nil && f.Pkg().Path() != p.PkgPath {
				delete(list, exportName(f.Origin()))
			}
		}
		interfaces(p.Types, seen, func(i *types.Interface) {
			for m := range i.Methods() {
				for name := range list {
					if f := funcs[name]; f != nil && f.Name() == m.Name() && implements(f, i) {
						delete(list, name)
					}
				}
			}
		})
	}
	return list
}

// declared reports whether an object is a type, a constant or a variable of a package that is held to have a user. A
// constant of a type of this module is one of an enumeration, and an error is for who asks errors.Is: both are whole.
func declared(o types.Object) bool {
	if o == nil || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
		return false
	}
	switch o := o.(type) {
	case *types.TypeName:
		return true
	case *types.Const:
		n, ok := o.Type().(*types.Named)
		return !ok || n.Obj().Pkg() == nil || !strings.HasPrefix(n.Obj().Pkg().Path()+"/", module)
	case *types.Var:
		return !types.Identical(o.Type(), types.Universe.Lookup("error").Type())
	}
	return false
}

// declaredTypes calls f with the types of a package that its exported names have in their declarations: who uses the one has
// the other.
func declaredTypes(p *types.Package, f func(*types.TypeName)) {
	seen := map[types.Type]bool{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			if t.Obj().Pkg() == p {
				f(t.Obj())
			}
			for arg := range t.TypeArgs().Types() {
				walk(arg)
			}
		case *types.Alias:
			if t.Obj().Pkg() == p {
				f(t.Obj())
			}
			walk(types.Unalias(t))
		case *types.Pointer:
			walk(t.Elem())
		case *types.Slice:
			walk(t.Elem())
		case *types.Array:
			walk(t.Elem())
		case *types.Chan:
			walk(t.Elem())
		case *types.Map:
			walk(t.Key())
			walk(t.Elem())
		case *types.Tuple:
			for v := range t.Variables() {
				walk(v.Type())
			}
		case *types.Signature:
			walk(t.Params())
			walk(t.Results())
		case *types.Interface:
			for m := range t.Methods() {
				walk(m.Type())
			}
		case *types.Struct:
			for v := range t.Fields() {
				if v.Exported() {
					walk(v.Type())
				}
			}
		}
	}
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if tn, ok := o.(*types.TypeName); ok {
			if n, ok := tn.Type().(*types.Named); ok {
				if tn.Exported() {
					walk(n.Underlying())
				}
				for m := range n.Methods() {
					if m.Exported() {
						walk(m.Type())
					}
				}
			}
		} else if o.Exported() {
			walk(o.Type())
		}
	}
}

// declName names a type, a constant or a variable by its package.
func declName(o types.Object) string {
	return strings.TrimPrefix(o.Pkg().Path()+"."+o.Name(), module)
}

// exportName names a function by its package and its receiver's type; "" if that type is not exported
// or an interface.
func exportName(f *types.Func) string {
	name := f.Name()
	if r := f.Signature().Recv(); r != nil {
		t := r.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		n, ok := t.(*types.Named)
		if !ok || !n.Obj().Exported() || types.IsInterface(n) {
			return ""
		}
		name = n.Obj().Name() + "." + name
	}
	return strings.TrimPrefix(f.Pkg().Path()+"."+name, module)
}

// interfaces calls f with the interfaces that a package and those that it imports declare.
func interfaces(p *types.Package, seen map[*types.Package]bool, f func(*types.Interface)) {
	if seen[p] {
		return
	}
	seen[p] = true
	for _, name := range p.Scope().Names() {
		if o, ok := p.Scope().Lookup(name).(*types.TypeName); ok {
			if i, ok := o.Type().Underlying().(*types.Interface); ok && i.NumMethods() > 0 {
				f(i)
			}
		}
	}
	for _, q := range p.Imports() {
		interfaces(q, seen, f)
	}
}

// implements reports whether a method is one by which its receiver's type implements an interface. Types of packages that
// were loaded apart differ, so methods are compared by name.
func implements(f *types.Func, i *types.Interface) bool {
	r := f.Signature().Recv()
	if r == nil {
		return false
	}
	t := r.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	methods := types.NewMethodSet(types.NewPointer(t))
	for m := range i.Methods() {
		if methods.Lookup(f.Pkg(), m.Name()) == nil {
			return false
		}
	}
	return true
}

var word = regexp.MustCompile(`\b[A-Z]\w*`)

// mentions returns the names that tests select and that pages have.
func mentions(t *testing.T, top string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != top:
			return filepath.SkipDir
		case strings.HasSuffix(name, ".md"):
			data, err := os.ReadFile(name)
			for _, w := range word.FindAllString(string(data), -1) {
				found[w] = true
			}
			return err
		case strings.HasSuffix(name, "_test.go") && !strings.Contains(name, "testdata"):
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					found[s.Sel.Name] = true
				}
				return true
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

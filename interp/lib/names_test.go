package lib_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
)

// generatedNames reads the tables of zz_names.go from its source. (If this test were part of package lib,
// all packages between it and interp would be compiled once more, for the tests beside it that run a VM.)
func generatedNames(t *testing.T) (modules map[string][]string, stdlib []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "zz_names.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := func(e ast.Expr) string {
		s, err := strconv.Unquote(e.(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	list := func(e ast.Expr) (names []string) {
		for _, n := range e.(*ast.CompositeLit).Elts {
			names = append(names, text(n))
		}
		return names
	}
	modules = map[string][]string{}
	for _, d := range file.Decls {
		for _, s := range d.(*ast.GenDecl).Specs {
			v, ok := s.(*ast.ValueSpec)
			if !ok {
				continue
			}
			switch v.Names[0].Name {
			case "moduleNames":
				for _, e := range v.Values[0].(*ast.CompositeLit).Elts {
					row := e.(*ast.CompositeLit).Elts
					modules[text(row[0])] = list(row[2]) // row[1] is what it says of itself
				}
			case "stdlibNames":
				stdlib = list(v.Values[0])
			}
		}
	}
	if len(modules) < 40 || len(stdlib) < 200 {
		t.Fatalf("%d modules and %d of the standard library are read of zz_names.go", len(modules), len(stdlib))
	}
	return modules, stdlib
}

// TestNames checks that what the modules define are names that CPython's modules
// have, and that the builtins are complete.
func TestNames(t *testing.T) {
	h, err := object.New(object.Options{Limit: 16 << 20, Stack: 1 << 20, Stress: true})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	modules := h.NewDict()
	h.Push(modules)
	l, err := lib.New(h, &lib.Host{Modules: modules})
	if err != nil {
		t.Fatal(err)
	}
	moduleNames, stdlibNames := generatedNames(t)
	own := func(names []string) (out []string) {
		for _, n := range names {
			if !strings.HasPrefix(n, "__") {
				out = append(out, n)
			}
		}
		return out
	}
	check := func(module string, names []string) {
		for _, n := range names {
			if _, ok := slices.BinarySearch(moduleNames[module], n); !ok {
				t.Errorf("%s.%s: CPython has no such name", module, n)
			}
		}
	}
	namespace := func(module string) object.Value {
		m, ok, err := l.Import(module)
		if err != nil || !ok {
			t.Fatal(module, ok, err)
		}
		return h.Field(m, object.OffModuleDict)
	}
	for _, v := range h.TupleItems(h.DictGetStr(namespace("sys"), h.Intern("builtin_module_names"))) {
		name := h.GoString(v)
		if name == "_decimal" {
			continue // it imports modules in Python
		}
		names := h.SortedNames(namespace(name))
		// A module has five names of its own, or all that CPython's has, which is one for
		// _random and _tokenize. _warnings leaves the rest to Python, and array lacks what
		// pickle asks for.
		least := min(5, len(own(moduleNames[name])))
		switch name {
		case "_warnings", "_multiprocessing": // the latter is there in name only
			least = 2
		case "array":
			least = 3
		}
		if has := own(names); len(has) < least {
			t.Errorf("%s has only the names %v", name, has)
		}
		check(name, names)
	}
	builtins := h.SortedNames(l.Builtins())
	check("builtins", builtins)
	absent := slices.DeleteFunc(slices.Clone(moduleNames["builtins"]), func(s string) bool { return slices.Contains(builtins, s) })
	if got, want := strings.Join(absent, " "), "__loader__ __package__ __spec__"; got != want { // the VM sets these
		t.Errorf("builtins lacks %s, want %s", got, want)
	}
	for module, names := range moduleNames {
		if !slices.IsSorted(names) {
			t.Errorf("%s: names are not sorted", module)
		}
	}
	if !slices.IsSorted(stdlibNames) {
		t.Error("stdlibNames is not sorted")
	}
}

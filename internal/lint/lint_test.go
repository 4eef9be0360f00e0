package lint

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// TestSamples holds each analyzer to what its samples say that it reports.
func TestSamples(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, dir, MapOrder, "./maporder")
	analysistest.Run(t, dir, IRWrites, "./irwrites")
	analysistest.Run(t, dir, Fired, "./fired", "./unknown", "./computed", "./required", "./two")
	analysistest.Run(t, dir, Quiet, "./quiet", "./program")
	analysistest.Run(t, dir, Hostless, "./hostless")
	analysistest.Run(t, dir, Documented, "./documented", "./undocumented", "./program")
}

// TestModule runs the checks over the module.
func TestModule(t *testing.T) {
	pkgs := load(t, "../..")
	looked := map[string]bool{} // checks that had something to look at
	for _, c := range Checks {
		var under []*packages.Package
		for _, p := range pkgs {
			if c.Covers(p.PkgPath) {
				under = append(under, p)
			}
			for _, root := range c.Under {
				looked[root] = looked[root] || Check{Under: []string{root}}.Covers(p.PkgPath)
			}
		}
		report(t, c.Analyzer, under)
	}
	for root, ok := range looked {
		if !ok {
			t.Errorf("Checks name %s, which has no package", root)
		}
	}
}

// TestExamples runs over the examples what is about passes and the IR.
func TestExamples(t *testing.T) {
	mods, err := filepath.Glob("../../examples/*/go.mod")
	if err != nil || len(mods) < 3 {
		t.Fatalf("%d examples (%v)", len(mods), err)
	}
	for _, mod := range mods {
		pkgs := load(t, filepath.Dir(mod))
		for _, a := range []*analysis.Analyzer{MapOrder, IRWrites, Fired} {
			report(t, a, pkgs)
		}
	}
}

// load loads the packages of the module in a folder.
func load(t *testing.T, dir string) []*packages.Package {
	t.Helper()
	if testing.Short() {
		t.Skip("asks the go command")
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, e)
		}
	}
	return pkgs
}

// report runs an analyzer over packages.
func report(t *testing.T, a *analysis.Analyzer, pkgs []*packages.Package) {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for act := range graph.All() {
		if act.Err != nil {
			t.Errorf("%s: %s: %v", a.Name, act.Package.PkgPath, act.Err)
		}
		for _, d := range act.Diagnostics {
			t.Errorf("%v: %s: %s", act.Package.Fset.Position(d.Pos), a.Name, d.Message)
		}
	}
}

// TestDocs checks that every analyzer is documented as drivers want it.
func TestDocs(t *testing.T) {
	var list []*analysis.Analyzer
	for _, c := range Checks {
		list = append(list, c.Analyzer)
		if title, rest, ok := strings.Cut(c.Analyzer.Doc, "\n\n"); !ok || strings.HasSuffix(title, ".") || rest == "" {
			t.Errorf("%s: the document is a title, a blank line and a text", c.Analyzer.Name)
		}
	}
	if err := analysis.Validate(list); err != nil {
		t.Error(err)
	}
}

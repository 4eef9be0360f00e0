package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// TestModule runs the checks over the module.
func TestModule(t *testing.T) {
	pkgs := loadModule(t)
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
	pkgs := loadExamples(t)
	for _, a := range []*analysis.Analyzer{mapOrder, irWrites, fired} {
		report(t, a, pkgs)
	}
}

// loadModule loads the packages of this module.
func loadModule(t *testing.T) []*packages.Package { return loadWhere(t, true) }

// loadExamples loads the packages of the modules under examples.
func loadExamples(t *testing.T) []*packages.Package { return loadWhere(t, false) }

func loadWhere(t *testing.T, inModule bool) []*packages.Package {
	t.Helper()
	if testing.Short() {
		t.Skip("asks the go command")
	}
	pkgs, err := load()
	return slices.DeleteFunc(slices.Clone(loaded(t, pkgs, err)), func(p *packages.Package) bool { return (p.Module != nil && p.Module.Path+"/" == module) != inModule })
}

// load loads the packages of this module and those of the examples, once for all tests. The modules are in one
// workspace. In a workspace an example is compiled against the packages that go test has compiled. On its own, it
// has the module as a dependency, and all of it is compiled once more where GOFLAGS has -trimpath: the names of files in
// it are then other ones.
var load = sync.OnceValues(func() ([]*packages.Package, error) {
	top, err := filepath.Abs("../..")
	if err != nil {
		return nil, err
	}
	mods, err := filepath.Glob(filepath.Join(top, "examples", "*", "go.mod"))
	if err != nil || len(mods) < 3 {
		return nil, fmt.Errorf("%d examples (%w)", len(mods), err)
	}
	folder, err := os.MkdirTemp("", "lint")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	work, patterns := "go 1.26.0\n", []string{module + "..."}
	for _, dir := range append([]string{filepath.Join(top, "go.mod")}, mods...) {
		dir = filepath.Dir(dir)
		work += "use " + strconv.Quote(dir) + "\n"
		if dir != top {
			patterns = append(patterns, dir+"/...")
		}
	}
	name := filepath.Join(folder, "go.work")
	if err := os.WriteFile(name, []byte(work), 0o666); err != nil {
		return nil, err
	}
	return packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: top, Env: append(os.Environ(), "GOWORK="+name)}, patterns...)
})

// loaded fails the test if a package has errors.
func loaded(t *testing.T, pkgs []*packages.Package, err error) []*packages.Package {
	t.Helper()
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
	for at, messages := range reported(t, a, pkgs) {
		for _, m := range messages {
			t.Errorf("%s:%d: %s: %s", at.file, at.line, a.Name, m)
		}
	}
}

// place is a line of a file.
type place struct {
	file string
	line int
}

// reported runs an analyzer over packages and returns what it says, by line.
func reported(t *testing.T, a *analysis.Analyzer, pkgs []*packages.Package) map[place][]string {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	list := map[place][]string{}
	for act := range graph.All() {
		if act.Err != nil {
			t.Errorf("%s: %s: %v", a.Name, act.Package.PkgPath, act.Err)
		}
		for _, d := range act.Diagnostics {
			pos := act.Package.Fset.Position(d.Pos)
			at := place{pos.Filename, pos.Line}
			list[at] = append(list[at], d.Message)
		}
	}
	return list
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

package lint

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestPolled: loops that a program can make long poll, but for those of a list that only gets shorter.
func TestPolled(t *testing.T) {
	pkgs := loadModule(t)
	p := readProgram(pkgs, pollers)
	for name := range pollers {
		if p.funcs[name] == nil {
			t.Errorf("pollers name %s, which does not exist", name)
		}
	}
	if n := len(unpolledLoops); n != mostUnpolled {
		t.Errorf("%d exceptions, mostUnpolled is %d: the list may only get shorter", n, mostUnpolled)
	}
	left := maps.Clone(unpolledLoops)
	looked := 0
	for _, pkg := range pkgs {
		if !slices.Contains([]string{"interp/object", "interp/lib", "interp/ops"}, strings.TrimPrefix(pkg.PkgPath, Module+"/")) {
			continue
		}
		looked++
		for name, loops := range p.unpolled(pkg) {
			if left[name] == "" {
				t.Errorf("%v: %s: a loop that runs others does not poll", pkg.Fset.Position(loops[0].Pos()), name)
			}
			delete(left, name)
		}
	}
	for name, why := range left {
		t.Errorf("%s is not reported any more (%s): take it from the list", name, why)
	}
	if looked != 3 {
		t.Errorf("%d packages were looked at, want 3", looked)
	}
}

// TestPolledSamples: what is reported of loops that poll and loops that do not.
func TestPolledSamples(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: "testdata"}, "./polled")
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatal(err, pkgs)
	}
	p := readProgram(pkgs, map[string]bool{"(*example.com/samples/polled.Heap).Poll": true})
	var got []string
	for name := range p.unpolled(pkgs[0]) {
		got = append(got, strings.TrimPrefix(name, "example.com/samples/polled."))
	}
	slices.Sort(got)
	if want := []string{"calls", "inside", "recursive"}; !slices.Equal(got, want) {
		t.Errorf("reported are the loops of %v, want %v", got, want)
	}
}

package lint

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// wanted matches what a line of a sample says that is reported of it.
var (
	wanted  = regexp.MustCompile("// want ((?:`[^`]*` ?)+)$")
	pattern = regexp.MustCompile("`([^`]*)`")
)

// TestSamples holds each analyzer to what its samples say that it reports, in comments as those of package
// analysistest. (That type-checks the standard library from source, once for each analyzer: 10 s of CPU time.)
func TestSamples(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	all, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: "testdata", Tests: true}, "./...")
	loaded(t, all, err)
	for _, s := range []struct {
		analyzer *analysis.Analyzer
		packages string
	}{
		{mapOrder, "maporder"},
		{irWrites, "irwrites"},
		{fired, "fired unknown computed required two"},
		{quiet, "quiet program"},
		{hostless, "hostless"},
		{documented, "documented undocumented program"},
	} {
		t.Run(s.analyzer.Name, func(t *testing.T) {
			names := strings.Fields(s.packages)
			pkgs := slices.DeleteFunc(slices.Clone(all), func(p *packages.Package) bool {
				return !slices.Contains(names, strings.TrimPrefix(p.PkgPath, "example.com/samples/"))
			})
			if len(pkgs) < len(names) {
				t.Fatalf("%d packages, want those of %s", len(pkgs), s.packages)
			}
			got, wants := reported(t, s.analyzer, pkgs), wantedOf(t, pkgs)
			for at, list := range wants {
				for _, want := range list {
					if !slices.ContainsFunc(got[at], want.MatchString) {
						t.Errorf("%s:%d: %v is not reported", at.file, at.line, want)
					}
				}
			}
			for at, messages := range got {
				for _, m := range messages {
					if !slices.ContainsFunc(wants[at], func(re *regexp.Regexp) bool { return re.MatchString(m) }) {
						t.Errorf("%s:%d: not wanted: %s", at.file, at.line, m)
					}
				}
			}
		})
	}
}

// wantedOf gathers what the comments of packages want.
func wantedOf(t *testing.T, pkgs []*packages.Package) map[place][]*regexp.Regexp {
	wants := map[place][]*regexp.Regexp{}
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			for _, g := range f.Comments {
				for _, c := range g.List {
					m := wanted.FindStringSubmatch(c.Text)
					pos := p.Fset.Position(c.Pos())
					if m == nil && strings.HasPrefix(c.Text, "// want") {
						t.Errorf("%v: it is not said what is wanted", pos)
					}
					if m == nil {
						continue
					}
					at := place{pos.Filename, pos.Line}
					wants[at] = nil // a test's variant of a package has its files too
					for _, re := range pattern.FindAllStringSubmatch(m[1], -1) {
						wants[at] = append(wants[at], regexp.MustCompile(re[1]))
					}
				}
			}
		}
	}
	return wants
}

package all_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/tier2go/tier2/golden"
	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/passtool/all"
)

// goldens is the folder of golden files: one folder a pass, and presets for
// whole pipelines.
const goldens = "../../testdata/golden/passes"

// toyConfig runs golden files on the toy guest.
func toyConfig(t testing.TB) golden.Config {
	g := toyguest.New()
	return golden.Config{Set: newSet(t), Guest: &g.Guest, Names: g.Heap, Reset: g.Heap.Reset, Inputs: g.Heap.Words()}
}

// TestGolden runs the golden files of all passes.
func TestGolden(t *testing.T) { golden.Run(t, goldens, toyConfig(t)) }

// TestGoldenFolders checks that there are golden files for every pass, that none
// are left of a pass that is gone, and that each rule of each pass is named in
// the stats of one of its files. The rules of simplify have a test of their own.
func TestGoldenFolders(t *testing.T) {
	want := map[string]bool{"presets": true}
	for _, p := range all.List {
		want[p.Name] = true
		stats := statsOf(t, filepath.Join(goldens, p.Name))
		for _, c := range p.Counters {
			if p.Name != "simplify" && !strings.Contains(stats, p.Name+"."+c+" ") {
				t.Errorf("no golden file shows the rule %s.%s fire", p.Name, c)
			}
		}
	}
	dirs, err := os.ReadDir(goldens)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if !want[d.Name()] {
			t.Errorf("%s/%s: there is no such pass", goldens, d.Name())
		}
	}
}

// statsOf returns the lines of the sections stats of a folder's files that ask
// for more than zero.
func statsOf(t *testing.T, dir string) string {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Errorf("%s has no golden files (%v)", dir, err)
	}
	var b strings.Builder
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range a.Files {
			if s.Name != "stats" {
				continue
			}
			for l := range strings.Lines(string(s.Data)) {
				if !strings.HasSuffix(strings.TrimSpace(l), "= 0") {
					b.WriteString(l)
				}
			}
		}
	}
	return b.String()
}

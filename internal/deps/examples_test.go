package deps

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// examples is the folder of the examples: each is a module of its own, so that it
// can use no more than anybody can.
const examples = "../../examples"

// TestExamples checks that the examples are modules that replace this one by the
// checkout and that neither they nor their tests import internal packages. Go's own
// rule does not say so: it goes by paths, and a module may be called what it likes.
func TestExamples(t *testing.T) {
	dirs, err := os.ReadDir(examples)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		dir := filepath.Join(examples, d.Name())
		if list, err := filepath.Glob(filepath.Join(dir, "*.go")); err == nil && list == nil {
			continue // it is in another language
		}
		if _, err := os.Stat(filepath.Join(dir, "go.sum")); err != nil {
			t.Errorf("%v: it would have to be made before anything runs", err)
		}
		checkReplace(t, dir)
		checkComplete(t, dir)
		if err := filepath.WalkDir(dir, func(file string, e os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(file, ".go") {
				checkImports(t, file)
			}
			return err
		}); err != nil {
			t.Error(err)
		}
	}
}

// checkReplace checks a module's go.mod.
func checkReplace(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, "go.mod")
	if _, err := os.Stat(file); err != nil {
		t.Errorf("%v: an example is a module of its own", err)
		return
	}
	name, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	var mod struct {
		Replace []struct{ Old, New struct{ Path string } }
	}
	if err := json.Unmarshal(goCommand(t, nil, "mod", "edit", "-json", name), &mod); err != nil {
		t.Fatal(err)
	}
	for _, r := range mod.Replace {
		if r.Old.Path == Module && r.New.Path == "../.." {
			return
		}
	}
	t.Errorf("%s does not replace %s by ../..", file, Module)
}

// checkComplete checks that a module's go.mod names the modules that this one has
// come to import: without, nothing in it builds.
func checkComplete(t *testing.T, dir string) {
	t.Helper()
	if testing.Short() {
		return
	}
	cmd := exec.Command("go", "list", "-mod=readonly", "-deps", "-test", "./...")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: go mod tidy there (%v)\n%s", dir, err, out)
	}
}

// checkImports checks what a file imports.
func checkImports(t *testing.T, file string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	for _, imp := range f.Imports {
		path, _ := strconv.Unquote(imp.Path.Value) // the parser has checked it
		if !public(path) {
			t.Errorf("%s: an example may not import %s", file, path)
		}
	}
}

// public reports whether anybody may import a package of this module.
func public(path string) bool {
	name, own := strings.CutPrefix(path, Module+"/")
	return !own || !strings.Contains("/"+name+"/", "/internal/")
}

func TestPublic(t *testing.T) {
	for path, want := range map[string]bool{
		Module: true, Module + "/ir": true, "example.com/internal/x": true, Module + "/regalloc/internaltest": true,
		Module + "/internal/toyguest": false, Module + "/regalloc/internal/mirtest": false, Module + "/internal": false,
	} {
		if public(path) != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}

package deps

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// ports are where the law is looked at: files may be left out by their names.
var ports = []string{"linux/amd64", "linux/arm64", "darwin/arm64", "windows/amd64"}

type pkg struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// goCommand runs the go command in the module's root.
func goCommand(t *testing.T, env []string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return out
}

// listed has what list has returned, by port: the go command takes a third of a second for one.
var listed = map[string]map[string]pkg{}

// list returns the module's packages on a port, by their names in the law. Its callers do not run in parallel.
func list(t *testing.T, port string) map[string]pkg {
	t.Helper()
	if pkgs := listed[port]; pkgs != nil {
		return pkgs
	}
	goos, goarch, _ := strings.Cut(port, "/")
	out := goCommand(t, []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0"},
		"list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	pkgs := map[string]pkg{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			listed[port] = pkgs
			return pkgs
		}
		if err != nil {
			t.Fatal(err)
		}
		pkgs[short(p.ImportPath)] = p
	}
}

// short returns a package's name in the law.
func short(importPath string) string {
	if importPath == Module {
		return "."
	}
	return strings.TrimPrefix(importPath, Module+"/")
}

// standard reports whether a package is of the standard library.
func standard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}

// under reports whether name is root or lies under it.
func under(name, root string) bool {
	return name == root || root != "." && strings.HasPrefix(name, root+"/")
}

// check returns what pkgs do against the law, in order.
func check(law []Line, pkgs map[string]pkg) []string {
	var wrong []string
	may := map[string][]string{}
	for _, l := range law {
		if may[l.Package] != nil {
			wrong = append(wrong, l.Package+": has two lines")
		}
		may[l.Package] = append([]string{}, strings.Fields(l.May)...)
	}
	for name, p := range pkgs {
		list, ok := may[name]
		if !ok {
			wrong = append(wrong, name+": has no line in the law")
			continue
		}
		for _, imp := range p.Imports {
			own := imp == Module || strings.HasPrefix(imp, Module+"/")
			ok := standard(imp)
			for _, allowed := range list {
				ok = ok || own && short(imp) == allowed || !own && under(imp, allowed)
			}
			if !ok {
				wrong = append(wrong, name+": may not import "+short(imp))
			}
		}
	}
	slices.Sort(wrong)
	return wrong
}

func TestLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	seen, used := map[string]bool{}, map[string]bool{}
	for _, port := range ports {
		pkgs := list(t, port)
		for _, w := range check(law, pkgs) {
			t.Errorf("%s: %s", port, w)
		}
		for name, p := range pkgs {
			seen[name] = true
			for _, imp := range p.Imports {
				used[name+" "+short(imp)] = true
			}
		}
	}
	for _, l := range law {
		if !seen[l.Package] {
			t.Errorf("%s: has a line and does not exist", l.Package)
		}
	}
	for _, l := range law {
		for _, allowed := range strings.Fields(l.May) {
			if !anyUnder(used, l.Package+" "+allowed) {
				t.Logf("%s: may import %s and does not", l.Package, allowed)
			}
		}
	}
}

func anyUnder(set map[string]bool, root string) bool {
	for name := range set {
		if under(name, root) {
			return true
		}
	}
	return false
}

// TestGuestFree follows imports, those of tests first, to any depth.
func TestGuestFree(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	pkgs := list(t, ports[0])
	for name := range pkgs {
		if !isGuestFree(name) {
			continue
		}
		if chain := reach(pkgs, name); chain != nil {
			t.Errorf("%s knows a guest: %s", name, strings.Join(chain, " → "))
		}
	}
}

func isGuestFree(name string) bool {
	return slices.ContainsFunc(guestFree, func(root string) bool { return under(name, root) })
}

// reach returns the imports by which a package or its tests reach Python.
func reach(pkgs map[string]pkg, from string) []string {
	seen := map[string]bool{from: true}
	var walk func(name string, imports []string) []string
	walk = func(name string, imports []string) []string {
		for _, imp := range imports {
			imp = short(imp)
			if under(imp, Python) {
				return []string{name, imp}
			}
			p, own := pkgs[imp]
			if !own || seen[imp] {
				continue
			}
			seen[imp] = true
			if chain := walk(imp, p.Imports); chain != nil {
				return append([]string{name}, chain...)
			}
		}
		return nil
	}
	p := pkgs[from]
	return walk(from, slices.Concat(p.Imports, p.TestImports, p.XTestImports))
}

// TestCheck holds the check itself against packages that break the law.
func TestCheck(t *testing.T) {
	law := []Line{{".", "ir"}, {"ir", ""}, {"golden", "example.com/cmp"}, {"interp/object", ""}, {"passes", "ir"}}
	pkgs := map[string]pkg{
		".":             {Imports: []string{"fmt", Module + "/ir"}},
		"ir":            {Imports: []string{Module, "example.com/cmp"}},
		"golden":        {Imports: []string{"example.com/cmp/sub", "example.com/cmpx", Module + "/interp/object"}},
		"interp/object": {},
		"passes":        {Imports: []string{Module + "/ir/eval"}, XTestImports: []string{Module + "/golden"}},
		"new":           {},
	}
	want := []string{
		"golden: may not import example.com/cmpx",
		"golden: may not import interp/object",
		"ir: may not import .",
		"ir: may not import example.com/cmp",
		"new: has no line in the law",
		"passes: may not import ir/eval",
	}
	if got := check(law, pkgs); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if chain := reach(pkgs, "passes"); !slices.Equal(chain, []string{"passes", "golden", "interp/object"}) {
		t.Errorf("passes reaches a guest by %v", chain)
	}
	if chain := reach(pkgs, "ir"); chain != nil {
		t.Errorf("ir reaches a guest by %v", chain)
	}
}

type goMod struct {
	Require []struct {
		Path, Version string
		Indirect      bool
	}
}

// TestRequirements holds go.mod and docs/dependencies.md against what the
// module's packages and their tests import.
func TestRequirements(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	var mod goMod
	if err := json.Unmarshal(goCommand(t, nil, "mod", "edit", "-json"), &mod); err != nil {
		t.Fatal(err)
	}
	imported := map[string]bool{}
	for _, port := range ports {
		for _, p := range list(t, port) {
			for _, imp := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
				if !standard(imp) {
					imported[imp] = true
				}
			}
		}
	}
	doc, err := os.ReadFile("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := table(string(doc))
	for _, r := range mod.Require {
		direct := anyUnder(imported, r.Path)
		switch {
		case direct && r.Indirect:
			t.Errorf("go.mod: %s is imported directly: run go mod tidy", r.Path)
		case !direct && !r.Indirect:
			t.Errorf("go.mod: %s is required as a direct dependency and nothing imports it", r.Path)
		}
		if direct && !slices.Contains(lines, r.Path) {
			t.Errorf("docs/dependencies.md has no line for %s", r.Path)
		}
		if !direct && slices.Contains(lines, r.Path) {
			t.Errorf("docs/dependencies.md has a line for %s, which nothing imports", r.Path)
		}
	}
	for _, name := range lines {
		if !slices.ContainsFunc(mod.Require, func(r struct {
			Path, Version string
			Indirect      bool
		}) bool {
			return r.Path == name
		}) {
			t.Errorf("docs/dependencies.md has a line for %s, which go.mod does not require", name)
		}
	}
}

// table returns the first cells of a Markdown document's table rows that are
// module paths.
func table(doc string) []string {
	var names []string
	for line := range strings.Lines(doc) {
		cell, ok := strings.CutPrefix(line, "| ")
		if !ok {
			continue
		}
		name := strings.Trim(strings.TrimSpace(cell[:strings.Index(cell+"|", "|")]), "`")
		if strings.Contains(name, "/") && !strings.ContainsAny(name, " `") && !standard(name) {
			names = append(names, name)
		}
	}
	return names
}

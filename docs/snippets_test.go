package docs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A snippet is Go code that stands in text: a block of a page, or of a package's document.
type snippet struct {
	file string
	line int
	text string
}

// free are the variables that snippets use without declaring them, of all or of those of
// one folder. What is not listed may be anything.
var free = map[string]string{
	"trace": "*uop.Trace", "table": "*exitdata.Table", "executor": "*exitdata.Executor", "g": "*guest.Guest",
	"f": "*ir.Func", "fn": "*ir.Func", "v": "*ir.Value", "load": "*ir.Value", "header": "*ir.Block", "ctx": "context.Context",
	"set": "*passes.Set", "selector": "*lower.Selector", "emitter": "*lower.Emitter", "firstSlot": "int", "ops": "*ir.OpTable",
	"heap": "*object.Heap", "env": "pyguest.Env",
	"../README.md frame": "uint64", ". frame": "uint64", "exitdata frame": "uint64", "ir/build frame": "ir.Frame", "internal/toyguest frame": "ir.Frame",
	"internal/toyguest t": "*uop.Trace", "golden t": "*testing.T", "regalloc/check t": "*testing.T", "regalloc/check f": "*lower.Func", "regalloc f": "*lower.Func", "passtool/bisect ctx": "*passes.Context", "interp/project vm": "project.Program",
	"interp vm": "*interp.VM", "interp/lib h": "*object.Heap", "viz w": "io.Writer",
}

// TestSnippets compiles every Go snippet of README, of the pages and of the packages'
// documents, but for those that blocks_test.go holds to a file. What is left out is
// written …; what is no statement or declaration of Go is no snippet.
func TestSnippets(t *testing.T) {
	list := append(pageSnippets(t), packageSnippets(t)...)
	if len(list) < 60 {
		t.Errorf("only %d snippets", len(list))
	}
	c := newSnippetChecker(t)
	programs := examples(t)
	for _, s := range list {
		if strings.Contains(programs, flush(s.text)) {
			continue
		}
		for _, err := range c.check(s.file, s.text) {
			t.Errorf("%s:%d: %v\n%s", s.file, s.line, err, s.text)
		}
	}
}

// TestSnippetChecker: what does not compile is found.
func TestSnippetChecker(t *testing.T) {
	c := newSnippetChecker(t)
	for _, x := range []struct{ text, err string }{
		{"c, err := tier2.New(guest, tier2.Options{})\nex, err := c.Compile(trace)", ""},
		{"left, err := table.Run(executor, frame)", "assignment mismatch"},
		{"c, err := tier2.Make(guest)", "undefined: tier2.Make"},
		{"c, err := tier2.New(guest, tier2.Options{Unknown: 1})", "unknown field Unknown"},
		{"if facts := 1; facts > 0 { … }", ""},
		{"f, err := irtext.Parse(1, nil, ir.CoreOps, nil, irtext.Options{})", "cannot use 1"},
		{"err := a()\nerr := b()", "no new variables"},
		{"x := (", "expected"},
		{"build.Nothing()", "undefined: build.Nothing"},
		{"type t struct{ A ir.Op }\nfunc (t) B() int { return 1 }", ""},
	} {
		list := c.check("../README.md", x.text)
		if x.err == "" && list != nil || x.err != "" && (len(list) == 0 || !strings.Contains(errors.Join(list...).Error(), x.err)) {
			t.Errorf("%s: %v, want %q", x.text, list, x.err)
		}
	}
}

// examples returns the programs of the examples, whose own tests compile them: a snippet
// that is a part of one need not be whole.
func examples(t *testing.T) string {
	files, err := filepath.Glob(filepath.Join(root, "examples", "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	var all strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(flush(string(data)))
	}
	return all.String()
}

// flush returns a text without indentation.
func flush(text string) string { return regexp.MustCompile(`(?m)^[ \t]+`).ReplaceAllString(text, "") }

// pageSnippets returns those of README and the pages.
func pageSnippets(t *testing.T) (list []snippet) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, filepath.Join(root, "README.md")) {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		blocks, err := blocks(string(data))
		if err != nil {
			continue // of another form than those that are checked
		}
		for _, b := range blocks {
			if b.info == "go" {
				list = append(list, snippet{page, b.line, b.text})
			}
		}
	}
	return list
}

// packageSnippets returns those of the packages' documents.
func packageSnippets(t *testing.T) (list []snippet) {
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "examples" || d.Name() != ".." && strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil || f.Doc == nil {
			return err
		}
		first := fset.Position(f.Doc.Pos()).Line
		at, text := 0, ""
		for i, l := range append(strings.Split(comment(f.Doc), "\n"), "") {
			if code, ok := strings.CutPrefix(l, "\t"); ok {
				if text == "" {
					at = first + i
				}
				text += code + "\n"
			} else if text != "" {
				if isGo(text) {
					list = append(list, snippet{file, at, text})
				}
				text = ""
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// comment returns the lines of a document as they stand, without their //.
func comment(g *ast.CommentGroup) string {
	var lines []string
	for _, c := range g.List {
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(c.Text, "//"), " "))
	}
	return strings.Join(lines, "\n")
}

var goCode = regexp.MustCompile(`(?m):=|^func |^(var|const|type) \w+ |^\w+\.[A-Z]\w*\(.*\)`)

// isGo reports whether an indented text means to be Go.
func isGo(text string) bool { return goCode.MatchString(text) }

// snippetChecker compiles snippets against the packages as they are built.
type snippetChecker struct {
	fset    *token.FileSet
	exports map[string]string // of package paths: the file with what they export
	paths   map[string]string // by package name
	imp     types.Importer
}

// newSnippetChecker returns the one that all tests share.
func newSnippetChecker(t *testing.T) *snippetChecker {
	c, err := theSnippetChecker()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var theSnippetChecker = sync.OnceValues(func() (*snippetChecker, error) {
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Name,Export,Standard", "./...", "testing", "math/rand/v2", "os/signal")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	c := &snippetChecker{fset: token.NewFileSet(), exports: map[string]string{}, paths: map[string]string{}}
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p struct {
			ImportPath, Name, Export string
			Standard                 bool
		}
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		c.exports[p.ImportPath] = p.Export
		if old, ok := c.paths[p.Name]; !ok || betterPath(p.ImportPath, old) {
			c.paths[p.Name] = p.ImportPath
		}
	}
	c.imp = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(c.exports[path]) })
	return c, nil
})

// betterPath reports whether a package is meant by its name rather than another one of that
// name: the module's, then the shorter path, and a public one.
func betterPath(p, than string) bool {
	hidden := func(s string) int {
		n := len(s)
		if strings.Contains(s, "internal/") || strings.Contains(s, "vendor/") {
			n += 1000
		}
		if !strings.Contains(s, "tier2go/") {
			n += 100
		}
		if strings.HasSuffix(s, "rand/v2") {
			n -= 10
		}
		return n
	}
	return hidden(p) < hidden(than)
}

// ellipses takes what is left out (…) out of a snippet.
func ellipses(text string) string {
	text = regexp.MustCompile(`\{ ?… ?\}`).ReplaceAllString(text, "{}")
	text = regexp.MustCompile(`, …([})])`).ReplaceAllString(text, "$1")
	return regexp.MustCompile(`(?m)^\s*….*$|…,? *$`).ReplaceAllString(text, "")
}

// check returns what is wrong with a snippet of a file: declarations, or statements.
func (c *snippetChecker) check(file, text string) []error {
	body, vars := ellipses(text), map[string]string{}
	dir, err := filepath.Rel(root, filepath.Dir(file))
	if err != nil || strings.HasSuffix(file, ".md") {
		dir = file
	}
	for {
		errs, missing := c.compile(dir, body, vars)
		if len(missing) == 0 {
			return errs
		}
		for _, name := range missing {
			vars[name] = typeOf(dir, name)
		}
	}
}

// typeOf returns the type of a free variable, "" if that may be any.
func typeOf(dir, name string) string {
	if t := free[dir+" "+name]; t != "" {
		return t
	}
	return free[name]
}

var undefined = regexp.MustCompile(`^undefined: (\w+)$`)

// compile compiles a snippet behind declarations of variables. missing are variables that
// have to be declared.
func (c *snippetChecker) compile(dir, body string, vars map[string]string) (errs []error, missing []string) {
	var decls string
	for name, typ := range vars {
		decls += "var " + name + " " + typ + "\n"
	}
	f, err := c.parse(dir, decls+body)
	if err != nil {
		f, err = c.parse(dir, decls+"func _() error {\n"+body+"\nreturn nil\n}")
	}
	if err != nil {
		return []error{err}, nil
	}
	conf := types.Config{Importer: c.imp, Error: func(err error) {
		te := err.(types.Error)
		name := ""
		if m := undefined.FindStringSubmatch(te.Msg); m != nil {
			name = m[1]
		}
		switch {
		case strings.HasPrefix(te.Msg, "declared and not used"), strings.HasSuffix(te.Msg, "is not used"):
		case name != "" && typeOf(dir, name) != "" && vars[name] == "":
			if !slices.Contains(missing, name) {
				missing = append(missing, name)
			}
		case name != "" && !ast.IsExported(name): // a variable, of any type
		default:
			errs = append(errs, errors.New(te.Msg))
		}
	}}
	_, _ = conf.Check("p", c.fset, []*ast.File{f}, nil) // the errors are collected
	return errs, missing
}

// parse parses a file without its package clause, with the imports that it needs.
func (c *snippetChecker) parse(dir, text string) (*ast.File, error) {
	f, err := parser.ParseFile(c.fset, "snippet.go", "package p\n"+text, parser.SkipObjectResolution)
	if err != nil || len(f.Imports) > 0 {
		return f, err
	}
	var imports string
	for name, p := range c.paths {
		if path.Base(dir) == name {
			p = module + "/" + filepath.ToSlash(dir)
		}
		if !strings.Contains(text, name+".") {
			continue
		}
		named := regexp.MustCompile(`(^|[^.\w])` + name + `\.[A-Z]`).MatchString(text)
		if declared := regexp.MustCompile(`(?m)\b` + name + `\b[^=\n]*:=|^var ` + name + ` `).MatchString(text); named && !declared {
			imports += fmt.Sprintf("import %s %q\n", name, p)
		}
	}
	return parser.ParseFile(c.fset, "snippet.go", "package p\n"+imports+text, parser.SkipObjectResolution)
}

const module = "github.com/tier2go/tier2"

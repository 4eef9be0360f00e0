package all_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
)

// doc is the list of passes for people. It is written by go test -update.
const doc = "../../docs/passes.md"

// examples names the golden file that docs/passes.md shows of each pass.
var examples = map[string]string{
	"inline":   "objects-go",
	"typeprop": "is", "guardelim": "weaker", "constprop": "overflow", "simplify": "floats-that-go", "gvn": "guard",
	"hoist": "branch", "peel": "hoists-guards", "unbox": "loop-int", "narrow": "wrap", "loadelim": "carried", "licm": "guard", "overflow": "merged", "sink": "carried", "dce": "loop-cycle",
	"ifconv": "integers",
	"sums":   "ways",
}

// TestDoc checks that docs/passes.md lists what the passes say of themselves,
// with every golden file's claim and one file in full.
func TestDoc(t *testing.T) {
	want := renderDoc(t)
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(doc, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(got), want); d != "" {
		t.Errorf("%s is out of date (go test ./passtool/all -update): -have +want\n%s", doc, d)
	}
}

func renderDoc(t *testing.T) string {
	var b strings.Builder
	b.WriteString(`# The library's passes

This file is written by ` + "`go test ./passtool/all -run TestDoc -update`" + `; a test fails when it differs from what the passes say of themselves.
[add-a-pass.md](add-a-pass.md) shows how to write one, [golden.md](golden.md) what the examples mean.

A pipeline is text: ` + "`fix{max=2}(typeprop,guardelim),unbox,verify,dce`" + `. ` + "`fix(…)`" + ` repeats its items until they change nothing, at most four
times or as often as ` + "`max`" + ` says; ` + "`verify`, `print` and `stop`" + ` do what they say; ` + "`@name`" + ` is one of the presets:

| preset | pipeline |
|---|---|
`)
	for _, p := range all.Presets {
		fmt.Fprintf(&b, "| `@%s` | `%s` |\n", p.Name, p.Text())
	}
	b.WriteString("\n| pass | what it does | form | rules |\n|---|---|---|---|\n")
	for _, p := range all.List {
		fmt.Fprintf(&b, "| [%s](#%[1]s) | %s | %s | %d |\n", p.Name, p.Doc, forms(p), len(p.Counters))
	}
	for _, p := range all.List {
		renderPass(t, &b, p)
	}
	return b.String()
}

// forms describes the forms that a pass takes and gives.
func forms(p *passes.Pass) string {
	var in []string
	for f := range ir.NumForms {
		if p.In.Has(f) {
			in = append(in, f.String())
		}
	}
	if p.Out == passes.Same {
		return strings.Join(in, ", ")
	}
	return strings.Join(in, ", ") + " → " + p.Out.String()
}

func renderPass(t *testing.T, b *strings.Builder, p *passes.Pass) {
	fmt.Fprintf(b, "\n## %s\n\n%s Package [passes/%[1]s](../passes/%[1]s).\n", p.Name, p.Doc)
	if p.Required {
		b.WriteString("It is required: neither fuel nor bisection skips it.\n")
	}
	b.WriteString("\n")
	for _, o := range p.After {
		fmt.Fprintf(b, "- after `%s`: %s\n", o.Pass, o.Why)
	}
	for _, o := range p.Options {
		fmt.Fprintf(b, "- option `%s` (%d): %s\n", o.Name, o.Default, o.Doc)
	}
	fmt.Fprintf(b, "- rules: `%s`\n", strings.Join(p.Counters, "` `"))
	dir := filepath.Join(goldens, p.Name)
	files, err := filepath.Glob(dir + "/*.txtar")
	if err != nil || examples[p.Name] == "" {
		t.Fatalf("%s has no example (%v)", p.Name, err)
	}
	b.WriteString("\nWhat its golden files show:\n\n")
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		claim, _, _ := strings.Cut(string(a.Comment), "\n")
		fmt.Fprintf(b, "- [%s](%s): %s\n", strings.TrimSuffix(filepath.Base(name), ".txtar"), strings.TrimPrefix(filepath.ToSlash(name), "../"), claim)
	}
	text, err := os.ReadFile(filepath.Join(dir, examples[p.Name]+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(b, "\n```\n%s```\n", text)
}

// TestGoldenDoc runs the example of docs/golden.md.
func TestGoldenDoc(t *testing.T) {
	text, err := os.ReadFile("../../docs/golden.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(text), "## Example\n```\n")
	example, _, ok := strings.Cut(example, "```\n")
	if !ok {
		t.Fatal("docs/golden.md has no example")
	}
	_, fails := toyConfig(t).Check("docs/golden.md", []byte(example), false)
	for _, f := range fails {
		t.Error(f)
	}
}

package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWanted holds the check itself against blocks that are wrong.
func TestWanted(t *testing.T) {
	s := newStages(t, []block{{info: "uops interp/testdata/traces/total.uops"}})
	for _, c := range []struct{ info, text, err string }{
		{"", "", "nothing runs"},
		{"go", "", "nothing runs"},
		{"python", "", "nothing runs"},
		{"text anything", "", "nothing runs"},
		{"go ir/none.go", "", "no such file"},
		{"go ir/op.go NoSuchName", "", "has no NoSuchName"},
		{"go ir/op.go key:Row", "", "has no key:Row"},
		{"txtar docs/none.txtar", "", "no such file"},
		{"ir", "trace @f", "expected"},
		{"ir", "trace @f form=typed {\nframe f0 \"f\" ()\nb0:\n}\n", "V"},
		{"ir nopass", "", "unknown pass"},
		{"text machine unbox,nopass", "", "unknown pass"},
		{"sh ir/op.go", "go version\n", "does not name"},
	} {
		if _, _, err := s.wanted(block{info: c.info, text: c.text}); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, want %q", c.info, err, c.err)
		}
	}
	text, exact, err := s.wanted(block{info: "go ir/op.go OpTable.Len"})
	if want := "// Len returns the number of operations.\nfunc (t *OpTable) Len() int { return len(t.rows) }\n"; err != nil || !exact || text != want {
		t.Errorf("%q, %v, %v", text, exact, err)
	}
}

func TestFences(t *testing.T) {
	list, err := blocks("a\n```go x\n1\n2\n```\nb\n```\n```\n")
	if err != nil || len(list) != 2 || list[0] != (block{2, "go x", "1\n2\n"}) || list[1] != (block{7, "", ""}) {
		t.Errorf("%v, %v", list, err)
	}
	for _, text := range []string{"```go\n", "- a\n  ```\n  ```\n"} {
		if list, err := blocks(text); err == nil {
			t.Errorf("%q gives %v", text, list)
		}
	}
}

// code is what is no text: fenced blocks and what stands in backquotes.
var code = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")

var link = regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`)

// TestLinks checks that what the pages and README link to exists.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, page := range append(pages, "../README.md") {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(string(data), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			n++
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d links", n)
	}
}

// TestPassIsShort holds the example to its promise: a pass with its documents in a
// page of code.
func TestPassIsShort(t *testing.T) {
	text, err := shown("examples/custompass/pow2.go", nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text, "\n"); n > 60 {
		t.Errorf("the pass of add-a-pass.md has %d lines, more than 60", n)
	}
}

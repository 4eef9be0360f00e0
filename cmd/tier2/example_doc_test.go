package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/tier2go/tier2/native"
)

// docCommand is a command that a page says it shows, behind which the next
// fenced block has its output.
var docCommand = regexp.MustCompile("(?s)`tier2 (trace [^`]*)`.*?\n```\n(.*?)\n```\n")

// missing returns the first run of lines of shown, between lines that are …, that out
// does not have in this order; "" if it has all.
func missing(out, shown string) string {
	for part := range strings.SplitSeq("\n"+shown+"\n", "  …\n") {
		part = strings.TrimPrefix(part, "\n")
		_, after, ok := strings.Cut("\n"+out, "\n"+part)
		if !ok {
			return part
		}
		out = after
	}
	return ""
}

// TestExampleDoc runs the commands of README.md and docs/example.md and compares what they print
// with what the pages show.
func TestExampleDoc(t *testing.T) {
	if !native.Supported() {
		t.Skip("the pages show machine code")
	}
	for page, commands := range map[string]int{"README.md": 1, "docs/example.md": 4} {
		t.Run(page, func(t *testing.T) { checkPage(t, page, commands) })
	}
}

func checkPage(t *testing.T, name string, commands int) {
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	_, program, _ := strings.Cut(page, "```python\n")
	program, _, _ = strings.Cut(program, "```\n")
	file := write(t, "loop.py", program)
	list := docCommand.FindAllStringSubmatch(page, -1)
	if len(list) != commands {
		t.Fatalf("%d commands with output", len(list))
	}
	for _, m := range list {
		if strings.Contains(m[1], "-code") && runtime.GOARCH != "amd64" {
			continue
		}
		args := strings.Fields(strings.Replace(m[1], "loop.py", file, 1))
		out, errs, status := run(t, "", args...)
		if status != 0 {
			t.Fatalf("tier2 %s: status %d, %s", m[1], status, errs)
		}
		out = strings.ReplaceAll(out, filepath.Dir(file)+string(filepath.Separator), "")
		if part := missing(out, m[2]); part != "" {
			t.Errorf("tier2 %s does not print\n%s\nbut\n%s", m[1], part, out)
		}
	}
}

// TestMissing holds the comparison itself.
func TestMissing(t *testing.T) {
	for _, c := range []struct{ out, shown, want string }{
		{"a\nb\nc\nd\n", "b\nc", ""},
		{"a\nb\nc\nd\n", "a\n  …\nd", ""},
		{"a\nb\nc\nd\n", "a\nc", "a\nc\n"},
		{"a\nb\nc\nd\n", "c\n  …\na", "a\n"},
	} {
		if got := missing(c.out, c.shown); got != c.want {
			t.Errorf("missing(%q, %q) = %q, want %q", c.out, c.shown, got, c.want)
		}
	}
}

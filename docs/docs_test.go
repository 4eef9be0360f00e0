// Package docs is the documentation. Its tests run every code block of ir.md and
// of the pages add-a-….md, by what stands behind the block's language:
//
//	go FILE [NAME…]        what FILE of the checkout holds: all of it, or the
//	                       declarations, entries (key:X) and cases (case:X)
//	                       of the names
//	txtar FILE             all of FILE, which its own tests run
//	python FILE            likewise
//	uops FILE              likewise; it is the page's trace
//	ir                     a function: it prints as it stands and passes ir/verify
//	ir build               what package ir/build makes of the page's trace
//	ir PIPELINE            what the pipeline makes of that
//	text machine PIPELINE  what selection and register allocation make of that, of
//	                       the loop only
//	sh FILE                a command that writes FILE, as it is in the checkout
//
// A block of any other kind is a failure. go test ./docs -update writes what can be
// written: the text of files, and what the stages make.
package docs

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the blocks that show files and results")

// root is the checkout.
const root = ".."

// A block is a fenced block of a page.
type block struct {
	line int    // of the fence, from 1
	info string // behind the fence's backquotes
	text string
}

// TestBlocks checks every block of the pages.
func TestBlocks(t *testing.T) {
	pages, err := filepath.Glob("add-a*-*.md")
	if err != nil || len(pages) < 4 {
		t.Fatalf("%d pages (%v)", len(pages), err)
	}
	for _, page := range append(pages, "families.md", "ir.md", "targets.md") {
		t.Run(page, func(t *testing.T) {
			data, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			if *update {
				text = rewrite(t, text)
				if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			list, err := blocks(text)
			if err != nil {
				t.Fatal(err)
			}
			s := newStages(t, list)
			for _, b := range list {
				want, exact, err := s.wanted(b)
				switch {
				case err != nil:
					t.Errorf("%s:%d: %s: %v", page, b.line, b.info, err)
				case exact && want != b.text:
					t.Errorf("%s:%d: %s: the block is not what it says (go test ./docs -update)\n%s", page, b.line, b.info, difference(b.text, want))
				}
			}
		})
	}
}

// rewrite returns a page with its exact blocks made anew.
func rewrite(t *testing.T, text string) string {
	list, err := blocks(text)
	if err != nil {
		t.Fatal(err)
	}
	s := newStages(t, list)
	lines := strings.SplitAfter(text, "\n")
	var out strings.Builder
	at := 0
	for _, b := range list {
		want, exact, err := s.wanted(b)
		if err != nil || !exact {
			want = b.text
		}
		out.WriteString(strings.Join(lines[at:b.line], "") + want)
		at = b.line + strings.Count(b.text, "\n")
	}
	return out.String() + strings.Join(lines[at:], "")
}

// blocks returns the fenced blocks of a page.
func blocks(text string) (list []block, err error) {
	open := -1
	for i, l := range strings.SplitAfter(text, "\n") {
		fence := strings.HasPrefix(strings.TrimSpace(l), "```")
		switch {
		case fence && open < 0:
			if !strings.HasPrefix(l, "```") {
				return nil, fmt.Errorf("line %d: a fence is indented", i+1)
			}
			list = append(list, block{line: i + 1, info: strings.TrimSpace(strings.Trim(l, "`\n"))})
			open = len(list) - 1
		case fence:
			open = -1
		case open >= 0:
			list[open].text += l
		}
	}
	if open >= 0 {
		return nil, fmt.Errorf("line %d: the block has no end", list[open].line)
	}
	return list, nil
}

// wanted returns what a block has to hold. exact is false where the block is the
// source and has been checked.
func (s *stages) wanted(b block) (text string, exact bool, err error) {
	kind, arg, _ := strings.Cut(b.info, " ")
	names := strings.Fields(arg)
	switch {
	case kind == "go" && len(names) > 0 || (kind == "txtar" || kind == "python" || kind == "uops") && len(names) == 1:
		text, err = shown(names[0], names[1:])
		return text, true, err
	case kind == "sh" && len(names) == 1:
		return "", false, s.command(b.text, names[0])
	case kind == "ir" && arg == "":
		return "", false, s.sample(b.text)
	case kind == "ir":
		text, err = s.function(arg)
		return text, true, err
	case kind == "text" && len(names) == 2 && names[0] == "machine":
		text, err = s.machine(names[1])
		return text, true, err
	}
	return "", false, errors.New("nothing runs a block of this kind")
}

// command runs a command that writes a file into another place, and compares.
func (s *stages) command(text, file string) error {
	want, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return err
	}
	made := filepath.Join(s.t.TempDir(), "made")
	args := strings.Fields(text)
	found := false
	for i, a := range args {
		if a == file {
			args[i], found = made, true
		}
	}
	if !found || args[0] != "go" {
		return fmt.Errorf("the command does not name %s, or is not go", file)
	}
	if testing.Short() {
		return nil
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	got, err := os.ReadFile(made)
	if err == nil && string(got) != string(want) {
		err = fmt.Errorf("it makes another %s", file)
	}
	return err
}

// difference shows the first lines that differ.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d: it has\n\t%s\nwhich should be\n\t%s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("it has %d lines and should have %d", len(x), len(y))
}

package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/passtool/all"
	"github.com/tier2go/tier2/passtool/debug"
	"github.com/tier2go/tier2/passtool/opt"
)

var update = flag.Bool("update", false, "write the expected outputs anew")

// inProcess runs the command in this process.
func inProcess(stdin string, args ...string) (out, errs string, status int) {
	var o, e bytes.Buffer
	status = dispatch(streams{in: strings.NewReader(stdin), out: &o, err: &e}, args)
	return o.String(), e.String(), status
}

var (
	measured = regexp.MustCompile(`\d+\.\d+`)
	hashed   = regexp.MustCompile(`(bisect-match 0x|-)[0-9a-f]{16}\b`)
)

// stable replaces what was measured in a table of statistics, and its blanks, which
// depend on it; and hashes, which depend on the numbers of operations.
func stable(s string) string {
	s = hashed.ReplaceAllString(s, "${1}…")
	if !strings.Contains(s, "µs") {
		return s
	}
	var b strings.Builder
	for l := range strings.Lines(measured.ReplaceAllString(s, "N.N")) {
		b.WriteString(strings.Join(strings.Fields(l), " ") + "\n")
	}
	return b.String()
}

// script runs the lines of a file's section "run" in a folder that has its other
// files, and returns what they print: a line $ COMMAND, then its output, its errors
// and its status if that is not 0.
func script(t *testing.T, dir, lines string, files []txtar.File) string {
	t.Helper()
	t.Chdir(dir)
	for _, f := range files {
		if err := os.WriteFile(f.Name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		args := strings.Fields(strings.TrimPrefix(line, "$ tier2 "))
		stdin := ""
		if i := len(args) - 2; i > 0 && args[i] == "<" {
			data, err := os.ReadFile(args[i+1])
			if err != nil {
				t.Fatal(err)
			}
			stdin, args = string(data), args[:i]
		}
		out, errs, status := inProcess(stdin, args...)
		fmt.Fprintf(&b, "%s\n%s%s", line, out, stable(errs))
		if status != 0 {
			fmt.Fprintf(&b, "status %d\n", status)
		}
	}
	return b.String()
}

var quoted = regexp.MustCompile(`(?m)^\|-- `)

// TestOpt runs the files of testdata/opt: commands, the files they read, and what
// they print.
func TestOpt(t *testing.T) {
	files, err := filepath.Glob("testdata/opt/*.txtar")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var run, want *txtar.File
			var rest []txtar.File
			for i := range a.Files {
				switch f := &a.Files[i]; f.Name {
				case "run":
					run = f
				case "output":
					want = f
				default: // sections of archives in the archive are quoted by a bar
					f2 := *f
					f2.Data = quoted.ReplaceAll(f2.Data, []byte("-- "))
					rest = append(rest, f2)
				}
			}
			if run == nil || want == nil {
				t.Fatal("the sections run and output are needed")
			}
			got := script(t, t.TempDir(), string(run.Data), rest)
			if *update {
				want.Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(want.Data), got); d != "" {
				t.Errorf("%s-want +got:\n%s", a.Comment, d)
			}
		})
	}
}

// FuzzOpt runs the command on any file with any flags: no input makes it panic, and
// what it says of a mistake begins with a place.
func FuzzOpt(f *testing.F) {
	extensions := []string{".ir", ".uop", ".txtar", ""}
	for _, pattern := range []string{"testdata/opt/*.txtar", "../../testdata/golden/passes/*/*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatal(pattern, err)
		}
		for i, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			fuzzing, golden := flag.Lookup("test.fuzz").Value.String() != "", strings.Contains(pattern, "golden")
			if golden && !fuzzing && !soak.Some(4, string(data)) {
				continue // passtool/all runs it with its own pipeline
			}
			f.Add(data, uint8(i), "@default", "all", "")
			for _, s := range txtar.Parse(data).Files {
				f.Add(quoted.ReplaceAll(s.Data, []byte("-- ")), uint8(i), "fix(gvn,dce),unbox", "gvn", "fuel=3\nshuffle=5")
			}
		}
	}
	for i := range extensions { // mistakes that none of the files makes
		f.Add([]byte("=== executor 1\n--- facts\nTrue\n"), uint8(i), "gvn", "all", "")
		f.Add([]byte("trace @f form=typed {\nframe f0 \"f\" ()\nb0:\n  v0: f64 = fadd 1e999, 1.5\n}\n"), uint8(i), "gvn", "all", "")
	}
	place := regexp.MustCompile(`^[^:]+:\d+:\d+: .`)
	set, err := all.Set()
	if err != nil {
		f.Fatal(err)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte, n uint8, pipeline, after, modes string) {
		if len(data) > 1<<14 || len(pipeline) > 60 || strings.Count(pipeline, "fix")+strings.Count(pipeline, "peel") > 2 {
			return // it may take long
		}
		args := []string{"-print-after=" + after}
		if guest := []string{"", "python", "toy", "core"}[n/4%4]; guest != "" {
			args = append(args, "-guest="+guest)
		}
		var m debug.Modes
		for l := range strings.Lines(modes) {
			if m.SetLine(l) != nil {
				return
			}
		}
		for l := range strings.Lines(m.String()) {
			args = append(args, "-"+strings.TrimSpace(l))
		}
		if n/16%2 == 0 {
			args = append(args, "-passes="+pipeline)
		}
		file := filepath.Join(dir, "x"+extensions[n%4])
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		c := opt.Command{Name: "opt", Set: set, Guests: guests}
		var out, errs bytes.Buffer
		status := c.Run(append(args, file), nil, &out, &errs)
		if status == opt.StatusUsage || status != 0 && !place.MatchString(errs.String()) || strings.Contains(errs.String(), ": panic: ") {
			t.Errorf("status %d: %s", status, errs.String())
		}
	})
}

var fence = regexp.MustCompile("(?ms)^```(ir|python|console)\n(.*?)^```\n")

// TestDebuggingDoc runs the commands of docs/debugging.md on the files that it shows.
func TestDebuggingDoc(t *testing.T) { docCommands(t, "debugging.md", 4) }

// docCommands runs the commands of a page of docs, at least a number of them, on the
// files that it shows: blocks whose first line is a comment with their name.
func docCommands(t *testing.T, page string, atLeast int) {
	t.Helper()
	name, err := filepath.Abs("../../docs/" + page)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var files []txtar.File
	commands := 0
	got := fence.ReplaceAllStringFunc(string(text), func(block string) string {
		m := fence.FindStringSubmatch(block)
		if m[1] != "console" {
			first, rest, _ := strings.Cut(m[2], "\n")
			files = append(files, txtar.File{Name: strings.TrimLeft(first, ";# "), Data: []byte(rest)})
			return block
		}
		var lines strings.Builder
		for l := range strings.Lines(m[2]) {
			if strings.HasPrefix(l, "$ ") {
				lines.WriteString(l)
				commands++
			}
		}
		var out string
		for range 3 { // what a program's executors do may differ when it is interrupted
			if out = "```console\n" + script(t, dir, lines.String(), files) + "```\n"; out == block {
				break
			}
		}
		return out
	})
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(string(text), got); d != "" && !*update || commands < atLeast {
		t.Errorf("docs/%s is out of date (go test ./cmd/tier2 -run %s -update), -have +want:\n%s", page, t.Name(), d)
	}
}

// indexed is a program whose trace needs no more of its VM than its text says.
const indexed = `def f(a, n):
    s = 0
    for i in range(n):
        s += a[i % 5] * len(a)
    return s
print(f([1, 2, 3, 4, 5], 5000))
`

// TestOptOfTrace feeds what tier2 trace prints to tier2 opt: the same passes make the
// same of the IR as it was built.
func TestOptOfTrace(t *testing.T) {
	file := write(t, "a.py", indexed)
	out, errs, status := run(t, "", "trace", "-jit=ir", "-executor=1", "-ir", "-passes", file)
	parts := strings.Split(strings.TrimSpace(out), "\n--- ")
	if status != 0 || len(parts) < 4 {
		t.Fatal(status, errs, out)
	}
	text := func(part string) string {
		_, text, _ := strings.Cut(part, "\n")
		return strings.TrimSpace(text) + "\n"
	}
	got, errs, status := inProcess(text(parts[1]), "opt", "-check-analyses", "-shuffle=3", "-")
	if d := cmp.Diff(text(parts[len(parts)-1]), got); d != "" || status != 0 {
		t.Errorf("status %d, %s-trace +opt:\n%s", status, errs, d)
	}
}

// TestOptOfUops feeds the micro-ops that tier2 trace prints to tier2 opt: the same
// operations are built of them.
func TestOptOfUops(t *testing.T) {
	file := write(t, "a.py", "def f(n):\n    x = 1\n    for i in range(n):\n        x = x * i & 127\n        if x == 7:\n            x = 0\n    return x\nf(5000)\n")
	out, errs, status := run(t, "", "trace", "-jit=ir", "-executor=1", "-uops", "-ir", file)
	parts := strings.Split(strings.TrimSpace(out), "\n--- ")
	if status != 0 || len(parts) != 3 {
		t.Fatal(status, errs, out)
	}
	body := func(ir string) string { // from the first block on: the frame's text has no names
		_, ir, _ = strings.Cut(ir, "\nb0:")
		return state.ReplaceAllString(strings.TrimSpace(ir), "")
	}
	_, uops, _ := strings.Cut(parts[1], "\n")
	got, errs, status := inProcess(uops, "opt", "-passes=", "-")
	if d := cmp.Diff(body(parts[2]), body(got)); d != "" || status != 0 {
		t.Errorf("status %d, %s-trace +opt:\n%s", status, errs, d)
	}
}

// state is a slot of the entry frame that nothing has read, of which the frame of a
// text has as many as the trace uses, and the name of one that something has: that
// frame's locals have none.
var state = regexp.MustCompile(`, _\b|\b_, |\b[a-z]+=\b`)

// TestDebugFlags runs a program with the debug modes on.
func TestDebugFlags(t *testing.T) {
	file := write(t, "a.py", indexed)
	for _, c := range []struct {
		flags string
		want  string // on stderr
	}{
		{"-verify -check-analyses -shuffle=4 -pass-stats", "guardelim.type "},
		{"-check -fuel=0 -pass-stats", "guardelim "},
		{"-fuel=3 -pass-stats", "guardelim.type "},
		{"-bisect=v-0", "[bisect-match "}, // of which rewrites, the hash of the file's path says
		{"-crash-dir=" + filepath.Join(t.TempDir(), "none"), ""},
	} {
		out, errs, status := run(t, "", append(append([]string{"run"}, strings.Fields(c.flags)...), file)...)
		if out != "75000\n" || status != 0 || !strings.Contains(strings.ReplaceAll(errs, "  ", " "), c.want) || c.want == "" && errs != "" {
			t.Errorf("%s: status %d, %q, %q", c.flags, status, out, errs)
		}
	}
	out, errs, status := run(t, "", "trace", "-jit=ir", "-pipeline=@fast,dce", "-fuel=1", "-pass-stats", "-shuffle=5", "-ir", file)
	if status != 0 || !strings.Contains(out, "IR as built") || !strings.Contains(errs, "rewrites") {
		t.Errorf("trace: %d %s %s", status, out, errs)
	}
	if _, errs, status := run(t, "", "run", "-bisect=01+", file); status != statusUsage || !strings.Contains(errs, "column 4") {
		t.Errorf("a malformed pattern: %d %s", status, errs)
	}
}

// objects is a program whose traces refer to objects and know what they are.
const objects = `class P:
    def __init__(self, x): self.x = x
    def get(self): return self.x
def f(n):
    l = [P(i) for i in range(10)]
    t = 0
    for i in range(n):
        for p in l:
            t += p.get() * len(l)
    return t
f(3000)
`

// TestOptOfListing feeds whole listings to tier2 opt: the passes make the same of the
// IR as it was built, of each executor, as in the program.
func TestOptOfListing(t *testing.T) {
	file := write(t, "a.py", objects)
	last := func(listing string) (list []string) {
		for _, ex := range strings.Split(listing, "=== ")[1:] {
			_, after, _ := strings.Cut(ex[strings.LastIndex(ex, "\n--- IR after"):][1:], "\n")
			list = append(list, strings.TrimSpace(after))
		}
		return list
	}
	all, errs, status := run(t, "", "trace", "-jit=ir", "-ir", "-passes", file)
	if status != 0 || !strings.Contains(all, "--- facts\n") {
		t.Fatal(status, errs, all)
	}
	want := last(all)
	out, errs, status := inProcess(all, "opt", "-")
	got := strings.Split(strings.TrimSpace(out), "\n\n")
	if d := cmp.Diff(want, got); d != "" || status != 0 || len(want) < 3 {
		t.Errorf("status %d, %s, -trace +opt:\n%s", status, errs, d)
	}
	for _, c := range []struct{ listing, err string }{
		{"=== executor 1\n--- exits, 3\nx0\n", "<stdin>:1:1: the listing has neither IR as it was built nor micro-ops"},
		{"=== executor 1\n--- IR as built\ntrace @f fom=guest {\n", "<stdin>:3:10: "},
		{"=== executor 1\n--- IR as built\n" + good + "--- facts\nentry x\n", "<stdin>:11:1: "},
	} {
		if _, errs, status := inProcess(c.listing, "opt", "-"); status != statusBad || !strings.HasPrefix(errs, c.err) {
			t.Errorf("%q: %d %s", c.listing, status, errs)
		}
	}
}

// good is a function.
const good = `trace @f form=typed {
frame f0 "f" ()
b0:
  s0 = state f0 pc=0 (|)
  exit s0 -> x0
}
exits x0: end
`

// TestGolden writes golden files of executors: they are the same wherever the program
// lies and whatever else is on the heap, and hold.
func TestGolden(t *testing.T) {
	var first string
	for i, before := range []string{"", "import json, re; keep = [object() for i in range(30)]\n"} {
		file := write(t, "a.py", before+strings.Repeat("\n", 1-i)+objects)
		list, _, _ := run(t, "", "trace", "-jit=ir", "-uops", file)
		n := inF.FindStringSubmatch(list)
		if n == nil {
			t.Fatal(list)
		}
		out, errs, status := run(t, "", "trace", "-jit=ir", "-golden="+n[1], file)
		if status != 0 {
			t.Fatal(status, errs)
		}
		if i == 0 && !strings.Contains(out, "guard.fact v") {
			t.Error("the golden file has no claim about a type")
		}
		if strings.Contains(out, filepath.Dir(file)) || !strings.Contains(out, `frame f0 "f a.py:5" (func, n`) {
			t.Errorf("names are no portable ones:\n%s", out)
		}
		if i == 0 {
			first = out
			continue
		}
		if d := cmp.Diff(first, out); d != "" {
			t.Errorf("the golden file differs from process to process:\n%s", d)
		}
	}
	for _, args := range []string{"-golden=99 FILE", "-golden=1 -ir FILE", "-golden=1 -executor=2 FILE"} {
		want := statusUsage
		if strings.Contains(args, "99") {
			want = statusBad
		}
		args = strings.Replace(args, "FILE", write(t, "b.py", objects), 1)
		if _, errs, status := run(t, "", append([]string{"trace", "-jit=ir"}, strings.Fields(args)...)...); status != want {
			t.Errorf("%s: status %d, %s", args, status, errs)
		}
	}
}

// inF is an executor of the function f.
var inF = regexp.MustCompile(`(?m)^=== executor (\d+) .*: f \S*/a.py`)

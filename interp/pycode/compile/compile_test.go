package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp/pycode"
)

// refused are sources that CPython refuses, each in another part of it.
var refused = []struct{ name, source string }{
	{"invalid syntax", "x = = 1\n"},
	{"no newline at the end", "x = 1\ny ="},
	{"expected block at the end", "def f():\n"},
	{"expected block", "if 1:\nx = 1\n"},
	{"try without except at the end", "try: pass\n"},
	{"unexpected indent", "x\n  y\n"},
	{"dedent", "def f():\n    x = 1\n  y = 2\n"},
	{"tabs", "if 1:\n\tx\n        y\n"},
	{"string", "x = 'abc\n"},
	{"triple string", "x = '''abc\n\n"},
	{"parenthesis", "f(1,\n  2\nx = 3\n"},
	{"wrong parenthesis", "{\n)\n"},
	{"print statement", "print 'x'\n"},
	{"assignment", "f() = 1\n"},
	{"symbol table", "def f(a):\n    global a\n"},
	{"compiler", "while 1:\n    def f():\n        break\n"},
	{"return", "return 1\n"},
	{"future", "from __future__ import braces\n"},
	{"number", "x = 0777\n"},
	{"identifier", "x = 5y\n"},
	{"character", "x = €\n"},
	{"after non-ASCII", "s = 'é€𝄞' 1\n"},
	{"unicode escape", `x = '\N{no such}'` + "\n"},
	{"bytes escape", `x = b'\x1'` + "\n"},
	{"f-string", "x = f'{a b}'\n"},
	{"f-string over lines", "f'''{\na b\n'''\n"},
	{"backslash at the end", "\\"},
	{"null byte", "x = 1\ny = 2\x00\nz\n"},
	{"null byte first", "\x00"},
	{"not UTF-8", "x = 1\ny = '\xff'\n"},
	{"not UTF-8 in a declared file", "# coding: utf-8\nx = '\xff'\n"},
	{"unknown encoding", "# coding: no-such\nx = 1\n"},
	{"wrong encoding", "# coding: ascii\nx = 'é'\n"},
	{"Latin-1", "# coding: latin-1\nx = '\xe9' 1\n"},
	{"byte order mark", "\ufeffx = = 1\n"},
	{"byte order mark and encoding", "\ufeff# coding: latin-1\nx\n"},
	{"CRLF", "x = 1\r\ny = = 2\r\n"},
	{"CR", "x = 1\ry = = 2\r"},
	{"form feed", "\x0cx = = 1\n"},
	{"control character", "x\x1a\n"},
	{"warning first", "x = '\\d'\nassert (1, 'x')\n1 = 2\n"},
	{"warning in the same line", "x = '\\d' 2\n"},
	{"deep", strings.Repeat("(", 300) + strings.Repeat(")", 300) + "\n"},
	{"too deep to parse", strings.Repeat("-", 100000) + "1\n"},
	{"long line", strings.Repeat("x", 2000) + " = = 1\n"},
	{"big number", "x = 1" + strings.Repeat("0", 5000) + "\n"},
	{"far down", strings.Repeat("x = 1\n", 5000) + "y = = 1\n"},
}

// TestSyntaxErrors compares with what the interpreter prints when it runs the file.
func TestSyntaxErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("starts CPython often")
	}
	ctx := context.Background()
	dir := t.TempDir()
	var stderr bytes.Buffer
	py := interpreter(t, Options{Stderr: &stderr})
	for i, c := range refused {
		if !soak.Some(6, c.source) {
			continue // CPython starts for each
		}
		path := filepath.Join(dir, fmt.Sprintf("m%02d.py", i))
		if err := os.WriteFile(path, []byte(c.source), 0o644); err != nil {
			t.Fatal(err)
		}
		want := run(t, py, path)
		_, err := py.CompileFile(ctx, path)
		var s *SyntaxError
		if !errors.As(err, &s) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if s.Text != want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, s.Text, want)
		}
		last := strings.Split(strings.TrimSuffix(want, "\n"), "\n")
		if got := s.Error(); got != last[len(last)-1] || got == "" {
			t.Errorf("%s: error %q, want %q", c.name, got, last[len(last)-1])
		}
	}
	if stderr.Len() > 0 {
		t.Errorf("printed besides: %q", stderr.String())
	}
}

// run runs a file, with the flags that other tests show to isolate as much as
// Command's, and returns what it prints on stderr.
func run(t *testing.T, py *Python, path string) string {
	t.Helper()
	cmd := py.Command("-I", "-S", path)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return stderr.String()
}

// TestWarnings compares the warnings of sources that compile, from CPython and
// from the cache.
func TestWarnings(t *testing.T) {
	ctx := context.Background()
	var stderr bytes.Buffer
	py := interpreter(t, Options{Stderr: &stderr})
	path := filepath.Join(t.TempDir(), "warn é.py")
	source := "x = '\\d é'\n\nif 0:\n    assert (1, 'x')\n    1 is 1\n    def f():\n        try: pass\n        finally: return\n"
	if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	want := run(t, py, path)
	if strings.Count(want, "SyntaxWarning") < 4 {
		t.Fatalf("warnings: %q", want)
	}
	for _, from := range []string{"CPython", "the cache"} {
		stderr.Reset()
		if _, err := py.CompileFile(ctx, path); err != nil {
			t.Fatal(err)
		}
		if got := stderr.String(); got != want {
			t.Errorf("from %s:\n got %q\nwant %q", from, got, want)
		}
	}
}

// TestNotRun reports on sources that are in order, which compile.py cannot have
// refused: they must not run.
func TestNotRun(t *testing.T) {
	ctx := context.Background()
	py := interpreter(t, Options{})
	mark := filepath.Join(t.TempDir(), "mark")
	source := []byte(fmt.Sprintf("open(%q, 'w').close()\n", mark))
	for _, name := range []string{"m.py", "<string>", filepath.Join(py.LibDir(), "random.py")} {
		if got, ok := py.reportFile(ctx, name, source); ok {
			t.Errorf("%s: report %q", name, got)
		}
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("the source ran")
	}
}

// TestReportString takes the report that is for a CPython without ctypes.
func TestReportString(t *testing.T) {
	ctx := context.Background()
	py := interpreter(t, Options{})
	const source = "x = 1\ny = = 2\n"
	want, ok := py.reportFile(ctx, "m.py", []byte(source))
	if got := py.reportString(ctx, "m.py", []byte(source)); !ok || got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMissing(t *testing.T) {
	py := interpreter(t, Options{})
	dir := t.TempDir()
	for _, c := range []struct{ path, want string }{
		{filepath.Join(dir, "no.py"), "can't open file '%s': [Errno 2] No such file or directory"},
		{dir, "can't open file '%s': [Errno 21] Is a directory"},
	} {
		_, err := py.CompileFile(context.Background(), c.path)
		var o *OpenError
		if want := fmt.Sprintf(c.want, c.path); !errors.As(err, &o) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	// CPython prints its own name before the same words.
	if got, want := run(t, py, filepath.Join(dir, "no.py")), fmt.Sprintf(": can't open file '%s': [Errno 2] No such file or directory\n", filepath.Join(dir, "no.py")); !strings.HasSuffix(got, want) {
		t.Errorf("CPython prints %q", got)
	}
}

// TestFileNames compares the name of a main program with the one that CPython
// gives it.
func TestFileNames(t *testing.T) {
	py := interpreter(t, Options{})
	top := t.TempDir()
	if err := os.MkdirAll(filepath.Join(top, "a", "b é"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(top, "a", "b é", "m.py"), []byte("import sys; print(sys._getframe().f_code.co_filename)"), 0o644); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(top, link); err != nil {
		t.Skip(err)
	}
	t.Chdir(link)
	for _, path := range []string{"a/b é/m.py", "./a//b é/m.py", "a/../a/b é/./m.py", link + "/a/b é/m.py"} {
		cmd := py.Command(path)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		code, err := py.CompileFile(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.TrimSuffix(string(out), "\n"); code.Filename != want {
			t.Errorf("%s: got %s, want %s", path, code.Filename, want)
		}
	}
}

// TestCompile compares the code objects of CompileFile, Compile and the cache.
func TestCompile(t *testing.T) {
	ctx := context.Background()
	py := interpreter(t, Options{})
	const source = "# coding: latin-1\r\ndef f(x):\r\n    return x, '\xe9'\r\n"
	var want string
	for i := range 3 {
		code, err := py.Compile(ctx, "<name \xff>", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		got := listing(t, code)
		if i == 0 {
			want = got
		}
		if got != want || !strings.Contains(got, "'é'") {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	if _, err := py.Compile(ctx, "a\x00b", nil); err == nil {
		t.Error("a file name with a zero byte is accepted")
	}
	if code, err := py.Compile(ctx, "empty.py", nil); err != nil || len(code.Units) == 0 {
		t.Errorf("empty source: %v, %v", code, err)
	}
}

func listing(t *testing.T, code *pycode.Code) string {
	t.Helper()
	var b bytes.Buffer
	if err := pycode.Disassemble(&b, code, pycode.DisOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// broken returns a Python whose interpreter does not run: only the cache works.
func broken(py *Python) *Python {
	p := &Python{exe: filepath.Join(os.DevNull, "python"), identity: py.identity, cacheDir: py.cacheDir, opt: py.opt}
	return p
}

func TestCache(t *testing.T) {
	ctx := context.Background()
	py := interpreter(t, Options{})
	source := []byte("x = [1, 2, 3]\n")
	code, err := py.Compile(ctx, "x.py", source)
	if err != nil {
		t.Fatal(err)
	}
	want := listing(t, code)
	code, err = broken(py).Compile(ctx, "x.py", source)
	if err != nil {
		t.Fatalf("not from the cache: %v", err)
	}
	if got := listing(t, code); got != want {
		t.Errorf("from the cache:\n%s\nwant\n%s", got, want)
	}
	// Another source, name or interpreter is another entry.
	other := broken(py)
	other.identity += "x"
	for name, compile := range map[string]func() error{
		"source":      func() error { _, err := broken(py).Compile(ctx, "x.py", append(source, '\n')); return err },
		"name":        func() error { _, err := broken(py).Compile(ctx, "y.py", source); return err },
		"interpreter": func() error { _, err := other.Compile(ctx, "x.py", source); return err },
	} {
		if err := compile(); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("another %s: %v", name, err)
		}
	}
	// Every byte of an entry matters.
	path := string(py.cacheEntry(Source{Filename: "x.py", Mode: "exec", Text: source}))
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 0x10
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, ok := entry(path).read(); ok {
			t.Fatalf("byte %d changed and not seen", i)
		}
		if err := os.WriteFile(path, good[:i], 0o644); err != nil {
			t.Fatal(err)
		}
		if _, _, ok := entry(path).read(); ok {
			t.Fatalf("cut to %d bytes and not seen", i)
		}
	}
	// What is damaged is made anew, by who does not have it in memory.
	py = interpreter(t, Options{CacheDir: py.opt.CacheDir, Python: py.exe})
	if code, err = py.Compile(ctx, "x.py", source); err != nil || listing(t, code) != want {
		t.Errorf("over a damaged entry: %v", err)
	}
	if _, err = broken(py).Compile(ctx, "x.py", source); err != nil {
		t.Errorf("the damaged entry was not replaced: %v", err)
	}
}

// TestRecent has code of short sources from memory, the oldest of which goes.
func TestRecent(t *testing.T) {
	ctx := context.Background()
	py := interpreter(t, Options{})
	source := func(i int) Source {
		return Source{Filename: "x.py", Mode: "eval", Text: fmt.Appendf(nil, "%d", i)}
	}
	one, err := py.CompileSource(ctx, source(0))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := py.CompileSource(ctx, source(0)); again != one || err != nil {
		t.Errorf("the same source: %p, %v; want %p", again, err, one)
	}
	kept := func(src Source) bool { _, ok := py.recent.get(src); return ok }
	wrong := Source{Filename: "<s>", Mode: "eval", Text: []byte("x y")}
	_, err = py.CompileSource(ctx, wrong)
	if _, again := py.CompileSource(ctx, wrong); again != err || again == nil {
		t.Errorf("the same error: %v and %v", err, again)
	}
	wrong.Filename = "x.py"
	if _, err := py.CompileSource(ctx, wrong); err == nil || kept(wrong) {
		t.Errorf("%v, which is what a file of the name says, is kept", err)
	}
	long := Source{Filename: "x.py", Mode: "exec", Text: append(bytes.Repeat([]byte("#\n"), recentText), '0')}
	warns := Source{Filename: "x.py", Mode: "exec", Text: []byte("'\\d'")}
	for _, src := range []Source{long, warns} {
		if _, err := py.CompileSource(ctx, src); err != nil || kept(src) {
			t.Errorf("%.10q is kept, or %v", src.Text, err)
		}
	}
	for i := range recentSources {
		py.recent.put(source(i+1), outcome{code: one})
	}
	if kept(source(0)) || !kept(source(recentSources)) || len(py.recent.kept) != recentSources {
		t.Errorf("%d are kept of %d, or the wrong ones", len(py.recent.kept), recentSources)
	}
}

func TestNoCache(t *testing.T) {
	dir := t.TempDir()
	py := interpreter(t, Options{CacheDir: dir, NoCache: true})
	if _, err := py.Compile(context.Background(), "x.py", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "code")); err == nil {
		t.Error("a cache was made")
	}
	// A cache folder that cannot be is as good as none.
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	py = interpreter(t, Options{CacheDir: file})
	if _, err := py.Compile(context.Background(), "x.py", nil); err != nil {
		t.Error(err)
	}
}

func TestPrune(t *testing.T) {
	py := interpreter(t, Options{})
	e := py.cacheEntry(Source{Filename: "x.py", Mode: "exec"})
	dir := filepath.Dir(string(e))
	names := []string{"old" + entrySuffix, "new" + entrySuffix, tempPrefix + "1", "other"}
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := writeFile(path, nil); err != nil {
			t.Fatal(err)
		}
		if name != "new"+entrySuffix {
			old := time.Now().Add(-2 * entryLife)
			if err := os.Chtimes(path, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := py.Compile(context.Background(), "x.py", nil); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * entryTouch)
	if err := os.Chtimes(string(e), old, old); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := e.read(); !ok {
		t.Fatal("no entry")
	}
	if info, err := os.Stat(string(e)); err != nil || time.Since(info.ModTime()) > time.Hour {
		t.Errorf("an entry that was read is not marked as in use: %v", err)
	}
	for i, want := range []bool{false, true, false, true} {
		if _, err := os.Stat(filepath.Join(dir, names[i])); (err == nil) != want {
			t.Errorf("%s is there: %v", names[i], err == nil)
		}
	}
}

func TestCompileCanceled(t *testing.T) {
	py := interpreter(t, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := py.Compile(ctx, "x.py", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// startSource is a program of the size that the benchmarks of starts compile.
func startSource(b *testing.B) []byte {
	b.Helper()
	source, err := os.ReadFile("../testdata/features.py")
	if err != nil {
		b.Fatal(err)
	}
	return source
}

// BenchmarkStart is from nothing to a code object: finding the interpreter and
// compiling features.py, by CPython and from the cache.
func BenchmarkStart(b *testing.B) {
	source := startSource(b)
	for _, noCache := range []bool{true, false} {
		name := "cached"
		if noCache {
			name = "process"
		}
		b.Run(name, func(b *testing.B) {
			opt := Options{Python: anyPython(b), CacheDir: b.TempDir(), NoCache: noCache, Stderr: io.Discard}
			b.ReportAllocs()
			for b.Loop() {
				py, err := Find(context.Background(), opt)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := py.Compile(context.Background(), "features.py", source); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPython is a start of CPython that does nothing.
func BenchmarkPython(b *testing.B) {
	py := interpreter(b, Options{})
	for b.Loop() {
		if err := py.Command("-c", "pass").Run(); err != nil {
			b.Fatal(err)
		}
	}
}

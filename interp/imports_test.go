package interp_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

// TestImports runs programs that import packages beside them and modules of
// CPython's own library, in every mode: output, status and the last line of an
// error are CPython's. CPython is told to look beside the program, which it does
// not with the flags that isolate it.
func TestImports(t *testing.T) {
	const script = "import sys, os; file = os.path.abspath(sys.argv[1]); sys.path.insert(0, os.path.dirname(file)); " +
		"sys.dont_write_bytecode = True; exec(compile(open(file).read(), file, 'exec'))"
	py := cpython(t)
	for _, file := range files(t, "testdata/imports/*.py", 9) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			var out, errs bytes.Buffer
			cmd := py.Command("-c", script, file)
			cmd.Stdout, cmd.Stderr = &out, &errs
			_ = cmd.Run() // the status says it
			want := outcome{out.String(), lastLine(errs.String()), cmd.ProcessState.ExitCode()}
			code, err := py.CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			inTurn(t, []byte(file), func(t *testing.T, m mode) {
				got, _ := run(t, m, interp.Options{Heap: object.Options{Limit: 64 << 20}}, code)
				got.stderr = lastLine(got.stderr)
				if got != want {
					t.Errorf("got %+v\nwant %+v", got, want)
				}
			})
		})
	}
}

// importing gives a VM the modules of CPython's own library.
func importing(py *compile.Python, o interp.Options) interp.Options {
	o.Grants = host.Grants()
	f := compile.Finder{Python: py, FS: o.Grants.FS}
	o.Import, o.Compile, o.Tokenize = f.Find, f.Compile, f.Tokenize
	o.Path = []string{py.LibDir()}
	return o
}

func lastLine(s string) string {
	s = strings.TrimRight(s, "\n")
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// TestImportShadows has the message for a program's file that has the name of a
// library's module: only a CPython that puts the program's folder in front by
// itself prints it, so the text stands here (3.14.6's).
func TestImportShadows(t *testing.T) {
	dir := t.TempDir()
	for name, source := range map[string]string{
		"fractions.py": "x = 1\n", "main.py": "from fractions import y\n", "circle.py": "from main2 import z\n", "main2.py": "import circle\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	py := cpython(t)
	for _, c := range []struct{ file, want string }{
		{"main.py", "ImportError: cannot import name 'y' from 'fractions' (consider renaming '" + filepath.Join(dir, "fractions.py") +
			"' since it has the same name as the standard library module named 'fractions' and prevents importing that standard library module)"},
		{"circle.py", "ImportError: cannot import name 'z' from 'main2' (consider renaming '" + filepath.Join(dir, "main2.py") +
			"' if it has the same name as a library you intended to import)"},
	} {
		code, err := py.CompileFile(context.Background(), filepath.Join(dir, c.file))
		if err != nil {
			t.Fatal(err)
		}
		got, _ := run(t, modes[0], interp.Options{}, code)
		if last := lastLine(got.stderr); last != c.want {
			t.Errorf("%s: got %s, want %s", c.file, last, c.want)
		}
	}
}

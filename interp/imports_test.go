package interp_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
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
			in := func(t *testing.T, test func(t *testing.T, m mode)) { inTurn(t, []byte(file), test) }
			if strings.HasPrefix(filepath.Base(file), "lib_") && !soak.On() && !soak.Some(3, file) { // modules in Go do the same in all modes
				in = func(t *testing.T, test func(t *testing.T, m mode)) {
					inSome(t, func(m mode) bool { return m.backend == exitdata.Cold }, test)
				}
			}
			in(t, func(t *testing.T, m mode) {
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
	o.Grants.Network = host.Network()
	f := compile.Finder{Python: py, FS: o.Grants.FS}
	o.Compile, o.Tokenize = f.Compile, f.Tokenize
	o.Import = func(ctx context.Context, name string, path []string) (*pycode.Module, error) {
		return library(ctx, f, name, path)
	}
	o.Path, o.Threads = []string{py.LibDir()}, 100
	return o
}

// libraryModules are those of CPython's library that have been read, by their names and where they were looked for. VMs
// share the code of a module: reading it once more for each VM took a twentieth of the tests' time.
var libraryModules sync.Map

// library finds a module as a finder does, and reads those of CPython's library once.
func library(ctx context.Context, f compile.Finder, name string, path []string) (*pycode.Module, error) {
	isOther := func(dir string) bool { return !strings.HasPrefix(dir, f.Python.LibDir()) }
	at := slices.IndexFunc(path, func(dir string) bool { return !isOther(dir) })
	if at < 0 || slices.ContainsFunc(path[at:], isOther) {
		return f.Find(ctx, name, path)
	}
	if m, err := f.Find(ctx, name, path[:at]); err != nil || m != nil && m.Code != nil {
		return m, err
	} else if m != nil { // a folder without __init__.py, which a module behind it hides
		return f.Find(ctx, name, path)
	}
	key := name + " " + strings.Join(path[at:], " ")
	if m, ok := libraryModules.Load(key); ok {
		m := m.(pycode.Module)
		return &m, nil
	}
	m, err := f.Find(ctx, name, path[at:])
	if err == nil && m != nil {
		libraryModules.Store(key, *m)
	}
	return m, err
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

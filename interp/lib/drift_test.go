package lib_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"go/format"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/pycode/compile"
)

// TestDrift runs the generators of this folder's tables again.
func TestDrift(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("the tables are those of CPython on linux")
	}
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []struct{ script, file string }{
		{"gen_names.py", "zz_names.go"}, {"gen_refused.py", "zz_refused.go"}, {"gen_unicodedata.py", "unicodedata.txt.gz"}, {"gen_compiler.py", "zz_compiler.go"}, {"gen_random.py", "testdata/random.json"}, {"gen_cases.py", "testdata/cases.json"},
		{"gen_streams.py", "testdata/streams.json"}, {"../../internal/sre/testdata/gen_cases.py", "../internal/sre/testdata/cases.json"}, {"../../internal/multibyte/testdata/gen_tables.py", "../internal/multibyte/tables.bin.gz"}, {"../../internal/zlib/testdata/gen_streams.py", "../internal/zlib/testdata/streams.json"},
	} {
		cmd := py.Command("testdata/" + g.script)
		cmd.Env = append(cmd.Env, "PYTHONHASHSEED=0")
		got, err := cmd.Output()
		if err != nil {
			text := ""
			if exit, ok := err.(*exec.ExitError); ok {
				text = string(exit.Stderr)
			}
			t.Errorf("%s: %v\n%s", g.script, err, text)
			continue
		}
		if strings.HasSuffix(g.file, ".go") {
			if got, err = format.Source(got); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(g.file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(g.file, ".gz") {
			r, err := gzip.NewReader(bytes.NewReader(want))
			if err != nil {
				t.Fatal(err)
			}
			if want, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what testdata/%s writes", g.file, g.script)
		}
	}
}

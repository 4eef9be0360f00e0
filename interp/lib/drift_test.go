package lib_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"go/format"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

var record = flag.Bool("record", false, "make TestDrift write testdata/drift.txt")

// driftRecord has a line a table: its path and a hash of the three things that decide what the generator of it says,
// the version of CPython, the generator and the table. A line is written where the generator has given the table.
const driftRecord = "testdata/drift.txt"

// TestDrift runs the generators of this folder's tables again: all of them at full size, usually those whose CPython,
// generator or table is not that of the record.
func TestDrift(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("the tables are those of CPython on linux")
	}
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	was, now := recorded(t), map[string]string{}
	for _, g := range []struct{ script, file string }{
		{"gen_names.py", "zz_names.go"}, {"gen_refused.py", "zz_refused.go"}, {"gen_unicodedata.py", "unicodedata.txt.gz"}, {"../../unicode/testdata/gen_names.py", "../unicode/names.txt.gz"}, {"gen_compiler.py", "zz_compiler.go"}, {"gen_random.py", "testdata/random.json"}, {"gen_cases.py", "testdata/cases.json"},
		{"gen_streams.py", "testdata/streams.json"}, {"../../internal/sre/testdata/gen_cases.py", "../internal/sre/testdata/cases.json"}, {"../../internal/multibyte/testdata/gen_tables.py", "../internal/multibyte/tables.bin.gz"}, {"../../internal/zlib/testdata/gen_streams.py", "../internal/zlib/testdata/streams.json"},
	} {
		script, table := readFile(t, "testdata/"+g.script), readFile(t, g.file)
		hash := sha256.New()
		fmt.Fprintf(hash, "%s\n%d\n%s%s", py.Version(), len(script), script, table)
		now[g.file] = fmt.Sprintf("%x", hash.Sum(nil))
		if was[g.file] == now[g.file] && !soak.On() {
			continue
		}
		if err := regenerated(py, "testdata/"+g.script, g.file, table); err != nil {
			t.Error(err)
		} else if !*record && was[g.file] != now[g.file] {
			t.Errorf("%s: %s is what %s writes, but the record is of others: go test ./interp/lib -run TestDrift -record", driftRecord, g.file, g.script)
		}
	}
	if *record && !t.Failed() {
		var text strings.Builder
		for _, file := range slices.Sorted(maps.Keys(now)) {
			fmt.Fprintln(&text, file, now[file])
		}
		if err := os.WriteFile(driftRecord, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// recorded returns the record's hashes by table.
func recorded(t *testing.T) map[string]string {
	list := map[string]string{}
	for line := range strings.Lines(string(readFile(t, driftRecord))) {
		file, hash, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		list[file] = hash
	}
	return list
}

func readFile(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// regenerated returns an error if a generator does not write a table.
func regenerated(py *compile.Python, script, file string, want []byte) error {
	cmd := py.Command(script)
	cmd.Env = append(cmd.Env, "PYTHONHASHSEED=0")
	got, err := cmd.Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			return fmt.Errorf("%s: %w\n%s", script, err, exit.Stderr)
		}
		return fmt.Errorf("%s: %w", script, err)
	}
	switch filepath.Ext(file) {
	case ".go":
		if got, err = format.Source(got); err != nil {
			return err
		}
	case ".gz":
		r, err := gzip.NewReader(bytes.NewReader(want))
		if err != nil {
			return err
		}
		if want, err = io.ReadAll(r); err != nil {
			return err
		}
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("%s is not what %s writes", file, script)
	}
	return nil
}

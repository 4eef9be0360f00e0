package interp_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/pycode"
)

// precompile makes .pyc files in a folder. They name their source by its base name,
// and no time.
const precompile = `import os, py_compile, sys
for file in sys.argv[2:]:
    name = os.path.basename(file)
    py_compile.compile(file, os.path.join(sys.argv[1], name + "c"), name, doraise=True,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`

// TestPrecompiled: the .pyc files that interp/precompiled runs are what CPython makes of
// the programs that import nothing of its library. Code is compared as it is listed: which references marshal writes
// depends on what else CPython has loaded.
func TestPrecompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("runs CPython")
	}
	list := slices.DeleteFunc(files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20), func(file string) bool {
		return slices.Contains(onLibrary, strings.TrimSuffix(filepath.Base(file), ".py"))
	})
	folder := filepath.Join("..", "testdata", "precompiled")
	made := t.TempDir()
	cmd := cpython(t).Command(append([]string{"-c", precompile, made}, list...)...)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for _, file := range list {
		name := strings.TrimSuffix(filepath.Base(file), ".py") + ".pyc"
		want, got := disassembly(t, filepath.Join(made, name)), disassembly(t, filepath.Join(folder, name))
		switch {
		case got == want:
		case *update:
			data := readFile(t, filepath.Join(made, name))
			if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s is not what CPython makes of %s: run go test ./interp -run Precompiled -update", name, file)
		}
	}
	known, err := filepath.Glob(filepath.Join(folder, "*.pyc"))
	if err != nil || len(known) != len(list) {
		t.Errorf("%d .pyc files of %d programs, %v", len(known), len(list), err)
	}
}

// disassembly lists the code of a .pyc file; "" if there is none.
func disassembly(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	code, err := pycode.ReadPyc(data)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var b bytes.Buffer
	if err := pycode.Disassemble(&b, code, pycode.DisOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

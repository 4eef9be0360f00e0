package interp_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/pycode"
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
// the programs. Code is compared as it is listed: which references marshal writes
// depends on what else CPython has loaded.
func TestPrecompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("runs CPython")
	}
	list := files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20)
	folder := filepath.Join("..", "testdata", "precompiled")
	made := folder
	if !*update {
		made = t.TempDir()
	}
	cmd := cpython(t).Command(append([]string{"-c", precompile, made}, list...)...)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	known, err := filepath.Glob(filepath.Join(folder, "*.pyc"))
	if err != nil || len(known) != len(list) {
		t.Errorf("%d .pyc files of %d programs, %v", len(known), len(list), err)
	}
	for _, file := range list {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		want, got := disassembly(t, filepath.Join(made, name+".pyc")), disassembly(t, filepath.Join(folder, name+".pyc"))
		if got != want {
			t.Errorf("%s.pyc is not what CPython makes of %s: run go test ./interp -run Precompiled -update", name, file)
		}
	}
}

func disassembly(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
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

package lint

import (
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSize: the virtual machine's type and its package stay small enough to be held in mind. Who needs more room
// makes a package, as interp/load and interp/tiering are.
func TestSize(t *testing.T) {
	const maxMethods, maxLines = 199, 9000
	var vm *types.Named
	for _, p := range loadModule(t) {
		if p.PkgPath == Module+"/interp" {
			vm = p.Types.Scope().Lookup("VM").Type().(*types.Named)
		}
	}
	if vm == nil {
		t.Fatal("there is no interp.VM")
	}
	if n := vm.NumMethods(); n > maxMethods {
		t.Errorf("interp.VM has %d methods, more than %d", n, maxMethods)
	}
	files, err := filepath.Glob("../../interp/*.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines += strings.Count(string(data), "\n")
	}
	if lines == 0 || lines > maxLines {
		t.Errorf("package interp has %d lines, more than %d or none", lines, maxLines)
	}
}

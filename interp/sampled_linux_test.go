package interp

import (
	"bytes"
	"debug/elf"
	"maps"
	"os"
	"slices"
	"testing"
)

// TestSampledFunctions: the functions that samples are told apart by are functions of this program, by the
// names in its table of functions, which has those that are inlined, too.
func TestSampledFunctions(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	names, err := f.Section(".gopclntab").Data()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(slices.Sorted(maps.Keys(frames)), collector) {
		if !bytes.Contains(names, []byte("\x00"+name+"\x00")) {
			t.Errorf("there is no function %s", name)
		}
	}
}

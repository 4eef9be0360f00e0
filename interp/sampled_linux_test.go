package interp_test

import (
	"bytes"
	"debug/elf"
	"os"
	"testing"

	"github.com/tier2go/tier2/interp/sampling"
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
	for _, name := range sampling.Functions() {
		if !bytes.Contains(names, []byte("\x00"+name+"\x00")) {
			t.Errorf("there is no function %s", name)
		}
	}
}

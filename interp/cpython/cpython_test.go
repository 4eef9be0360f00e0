package cpython

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tier2go/tier2/uop"
)

func TestDrift(t *testing.T) {
	out := filepath.Join(t.TempDir(), "zz_tables.go")
	cmd := exec.Command("go", "run", "../internal/gen/uops", "testdata/uops.json", out)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("zz_tables.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("zz_tables.go is not what the generator makes of testdata/uops.json")
	}
}

func TestTable(t *testing.T) {
	n := 0
	for id := range Table.Len() {
		if Table.Row(uop.ID(id)).Name != "" && id < firstOwn {
			n++
		}
	}
	if n != 302 {
		t.Errorf("%d micro-ops, want 302", n)
	}
	if len(rows) > firstOwn || len(ownRows) != int(endOwn)-firstOwn {
		t.Errorf("own micro-ops begin at %d, CPython's end at %d; %d of %d have a row", firstOwn, len(rows), len(ownRows), endOwn-firstOwn)
	}
	for _, m := range Macros() {
		for _, s := range m.Steps {
			if _, ok := Table.ByName(s.Name); !ok && s.Kind != Replaced {
				t.Errorf("%s expands to unknown %s", m.Instruction, s.Name)
			}
		}
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		id           uop.ID
		oparg        uint32
		pops, pushes int
	}{
		{UNPACK_EX, 0x0102, 1, 4},
		{BUILD_MAP, 3, 6, 1},
		{CALL_BUILTIN_O, 1, 3, 1},
		{SWAP, 3, 3, 3},
		{LOAD_ATTR, 1, 1, 2},
		{DICT_MERGE, 1, 5, 4},
		{BUILD_INTERPOLATION, 3, 3, 1},
		{GET_ITER, 0, 1, 1},
		{POP_ITER, 0, 1, 0},
		{ITER_NEXT_RANGE, 0, 1, 2},
	} {
		r := Table.Row(c.id)
		if got, want := r.Pops.At(c.oparg), c.pops; got != want {
			t.Errorf("%s %d pops %d, want %d", r.Name, c.oparg, got, want)
		}
		if got, want := r.Pushes.At(c.oparg), c.pushes; got != want {
			t.Errorf("%s %d pushes %d, want %d", r.Name, c.oparg, got, want)
		}
	}
}

package objects

import (
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/opgen"
	"github.com/tier2go/tier2/routine/routinetest"
)

// TestGenerated: the files are what cmd/opgen makes of the package.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	list, err := opgen.Load(".", ".")
	if err != nil {
		t.Fatal(err)
	}
	if err := opgen.Check("routines", list); err != nil {
		t.Errorf("%v\ngo generate ./internal/toyguest/objects makes them anew", err)
	}
}

var functions = map[string]any{"has": Has, "is": Is, "equal": Equal, "within": Within, "cell": Holds, "first": First}

// area is the memory of TestSame: it does not move.
var area [256]byte

// TestSame: Go, the IR and machine code do the same.
func TestSame(t *testing.T) {
	files, err := filepath.Glob("routines/*.ir")
	if err != nil || len(files) != len(functions) {
		t.Fatalf("%d files for %d functions (%v)", len(files), len(functions), err)
	}
	r := routinetest.New(t, uint64(uintptr(unsafe.Pointer(&area[0]))))
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ir")
		text, err := Routine(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := irtext.Parse(file, text, ir.CoreOps, nil, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		forms, rng, results := r.Forms(f, functions[name]), rand.New(rand.NewPCG(1, 2)), map[uint64]int{}
		for range 400 {
			words := []uint64{2, 6, 7, 0xfffe<<48 + 1, 1 << 49, 0xfffe<<48 - 1}
			for at := 0; at < len(area); at += 8 {
				binary.LittleEndian.PutUint64(area[at:], words[rng.IntN(len(words))])
			}
			n := rng.Uint32N(12)
			binary.LittleEndian.PutUint32(area[LenDisp:], n)
			x := words[rng.IntN(len(words))]
			switch name {
			case "equal":
				x = 128
				if rng.IntN(2) == 0 {
					copy(area[128:], area[:24])
				}
			case "within":
				x = uint64(n) + rng.Uint64N(3) - 1
			}
			got, gaveUp := forms.Same([][]byte{area[:]}, 0, x)
			if gaveUp {
				got = 2
			}
			results[got]++
		}
		if results[0] == 0 || results[1] == 0 && name != "is" || f.GivesUp != (results[2] > 0) {
			t.Errorf("%s has given %v", name, results)
		}
	}
}

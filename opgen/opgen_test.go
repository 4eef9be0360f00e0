package opgen_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/opgen"
	"github.com/tier2go/tier2/opgen/testdata/good"
	"github.com/tier2go/tier2/routine/routinetest"
)

const goldens = "../testdata/golden/opgen"

// TestGolden: the routines of testdata/good are what is written down.
func TestGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	list, err := opgen.Load("testdata/good", ".")
	if err != nil {
		t.Fatal(err)
	}
	if err := opgen.Check(goldens, list); err != nil {
		t.Errorf("%v\ngo run ./cmd/opgen -o testdata/golden/opgen ./opgen/testdata/good makes them anew", err)
	}
	for _, r := range list {
		var writes ir.AliasSet
		switch r.Name {
		case "fill":
			writes = 1<<0 | 1<<1 | 1<<2 | 1<<3
		case "scatter":
			writes = 1 << 2
		}
		if r.Writes != writes {
			t.Errorf("%s writes the classes %b, want %b", r.Name, r.Writes, writes)
		}
	}
}

// functions are the Go of the routines of testdata/good.
var functions = map[string]any{
	"index": good.Index, "equal": good.Equal, "kinds": good.Kinds, "fill": good.Fill, "norm": good.Norm, "mixed": good.Mixed, "halved": good.Halved, "scatter": good.Scatter, "last": good.Last, "place": good.Place,
}

// area is the memory of TestSame: it does not move.
var area [64]uint64

// TestSame: a routine does the same as Go, as IR and as machine code.
func TestSame(t *testing.T) {
	area := area[:]
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&area[0])), 8*len(area))
	base := uint64(uintptr(unsafe.Pointer(&area[0]))) - 0x1000 // words have a tag
	r := routinetest.New(t, base)
	files, err := filepath.Glob(filepath.Join(goldens, "*.ir"))
	if err != nil || len(files) != len(functions) {
		t.Fatalf("%d files for %d functions (%v)", len(files), len(functions), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := irtext.Parse(file, text, ir.CoreOps, nil, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		forms := r.Forms(f, functions[f.Name])
		rng := rand.New(rand.NewPCG(1, 2))
		gaveUp := map[bool]int{}
		for range 400 {
			randomize(rng, area)
			args := make([]uint64, len(f.Entries))
			for i, t := range f.Entries {
				args[i] = operand(rng, t, f.Name == "fill")
			}
			_, up := forms.Same([][]byte{bytes}, args...)
			gaveUp[up]++
		}
		if gaveUp[false] == 0 || f.GivesUp != (gaveUp[true] > 0) {
			t.Errorf("%s has given up %d times, and %d times not", f.Name, gaveUp[true], gaveUp[false])
		}
	}
}

// randomize writes two objects, whose lengths, kinds and items are alike often.
func randomize(rng *rand.Rand, area []uint64) {
	pick := func(list ...uint64) uint64 { return list[rng.IntN(len(list))] }
	n, kind := pick(0, 1, 2, 7, 8, 9, 16, 20, 101, 65, 66), pick(8, 9, 4, 4)
	for at := 0; at < len(area); at += 32 {
		area[at], area[at+1] = kind<<32|pick(1, 2), n
		for i := 2; i < 32; i++ {
			area[at+i] = pick(5, 0x1000, 0x1100)
		}
		if rng.IntN(4) == 0 {
			area[at+1] = pick(n, n+1)
		}
		if rng.IntN(2) == 0 {
			break // the second one as it was
		}
	}
	if rng.IntN(2) == 0 {
		copy(area[32:], area[:32])
	}
}

// operand returns an operand. Which NaN an operation gives is not defined: one that is
// stored gets finite operands only.
func operand(rng *rand.Rand, t ir.Type, finite bool) uint64 {
	switch t {
	case ir.Ref:
		return 0x1000 + 0x100*uint64(rng.IntN(2))
	case ir.Bool:
		return uint64(rng.IntN(2))
	case ir.F64:
		list := []float64{0, 1, -2.5, 1e300, math.Copysign(0, -1), math.Inf(1), math.NaN()}
		if finite {
			list = list[:5]
		}
		return math.Float64bits(list[rng.IntN(len(list))])
	}
	list := []uint64{0, 1, 2, 3, 7, 77, ^uint64(0), ^uint64(4), 1 << 63, 1<<63 - 1, rng.Uint64()}
	return list[rng.IntN(len(list))]
}

// TestMistakes: each mistake in testdata/bad is reported where a comment says, in its words.
func TestMistakes(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	_, err := opgen.Load("testdata/bad", ".")
	var joined interface{ Unwrap() []error }
	if !errors.As(err, &joined) {
		t.Fatal(err)
	}
	got := map[int]string{}
	for _, e := range joined.Unwrap() {
		var at *opgen.Error
		if !errors.As(e, &at) {
			t.Fatal(e)
		}
		if filepath.Base(at.Pos.Filename) != "bad.go" || at.Pos.Column == 0 {
			t.Errorf("%v has no place", e)
		}
		got[at.Pos.Line] = at.Msg
	}
	text, err := os.ReadFile("testdata/bad/bad.go")
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`// want (.*)$`)
	for i, line := range strings.Split(string(text), "\n") {
		m := want.FindStringSubmatch(line)
		switch msg := got[i+1]; {
		case m == nil && msg != "":
			t.Errorf("bad.go:%d: %s", i+1, msg)
		case m != nil && !strings.Contains(msg, m[1]):
			t.Errorf("bad.go:%d: got %q, want %q", i+1, msg, m[1])
		}
	}
}

// TestFiles: Write removes what Check complains of, and nothing that it has not written.
func TestFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	list, err := opgen.Load("testdata/good", ".")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("mine.ir", "; by hand\n")
	put("gone.ir", "; Generated by cmd/opgen from good.go. DO NOT EDIT.\n")
	put("index.ir", "; Generated by cmd/opgen from good.go. DO NOT EDIT.\nold\n")
	err = opgen.Check(dir, list)
	for _, s := range []string{"gone.ir is of no routine", "index.ir is not what", "equal.ir"} {
		if err == nil || !strings.Contains(err.Error(), s) {
			t.Errorf("%v, want %q", err, s)
		}
	}
	if err := opgen.Write(dir, list); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "index.ir"))
	if err != nil {
		t.Fatal(err)
	}
	put("index.ir", strings.Replace(string(text), "ret -1", "ret -2", 1))
	if err := opgen.Check(dir, list); err == nil || !strings.Contains(err.Error(), "index.ir is not what") {
		t.Errorf("changed by hand: %v", err)
	}
	put("index.ir", string(text))
	if err := opgen.Check(dir, list); err != nil {
		t.Error(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) != len(list)+1 || !slices.Contains(names, filepath.Join(dir, "mine.ir")) {
		t.Errorf("%v, %v", names, err)
	}
}

// TestNoPackage: what cannot be loaded is an error.
func TestNoPackage(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	for _, pattern := range []string{"./nowhere", "./testdata/good ./testdata/bad"} {
		if _, err := opgen.Load(".", pattern); err == nil {
			t.Errorf("%s is loaded", pattern)
		}
	}
}

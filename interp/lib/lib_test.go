package lib_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/grant/host"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode/compile"
)

// run runs a program in a new VM whose builtin type int has two more methods:
// _check, which calls a function and hands its outcome to result, and what is in
// extra.
func run(t testing.TB, source string, stress bool, result func(i int, outcome string)) error {
	t.Helper()
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	code, err := py.Compile(context.Background(), "<test>", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	grants := host.Grants()
	f := compile.Finder{Python: py, FS: grants.FS}
	vm, err := interp.New(interp.Options{Heap: object.Options{Limit: 64 << 20, Stack: 8 << 20, Stress: stress}, Grants: grants,
		Import: f.Find, Path: []string{py.LibDir()}})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	h := vm.Heap()
	check := &object.Builtin{Name: "_check", Arity: object.Fast, Min: 2, Max: 2,
		Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, _ := h.AsInt64(a[0])
			result(int(n), outcome(h, a[1]))
			return object.None, nil
		}}
	h.DictSetStr(h.Type(object.IntType).Dict, h.Intern("_check"), h.NewBuiltin(check, object.Null))
	return vm.RunMain(code, []string{"test"})
}

// outcome calls a function and says what came of it, as gen_cases.py does.
func outcome(h *object.Heap, f object.Value) string {
	v, err := h.Call(f, nil, object.Null)
	if err == nil {
		v, err = h.Repr(v)
	}
	var r *object.Raised
	switch {
	case errors.As(err, &r):
		return "!" + h.ExceptionLine(r.Exc)
	case err != nil:
		return err.Error()
	}
	return "=" + h.GoString(v)
}

type group struct {
	Name, Setup string
	Cases       [][2]string
}

func readGroups(t testing.TB, name string) []group {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var groups []group
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatal(err)
	}
	return groups
}

// knownDifferences are outcomes that are not CPython's, with the reason.
var knownDifferences = map[string]string{
	"math.cbrt(27)": "package cmath rounds correctly; the C library of that CPython is off by one",
}

// slowUnderStress are groups that have collections at each allocation at full size only. TestNames makes all modules so,
// TestRandom draws numbers.
var slowUnderStress = map[string]bool{"modules": true, "math_random": true}

// TestCases compares expressions with what CPython has made of them; see
// testdata/gen_cases.py.
func TestCases(t *testing.T) {
	for _, g := range readGroups(t, "cases.json") {
		for _, stress := range []bool{false, true} {
			if stress && soak.Of(true, slowUnderStress[g.Name], false) {
				continue
			}
			t.Run(fmt.Sprintf("%s/stress=%v", g.Name, stress), func(t *testing.T) {
				checkGroup(t, g, stress)
			})
		}
	}
}

func checkGroup(t *testing.T, g group, stress bool) {
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString(g.Setup + "\n")
	for i, c := range g.Cases {
		fmt.Fprintf(&b, "int._check(%d, lambda: %s)\n", i, c[0])
	}
	seen := 0
	err := run(t, b.String(), stress, func(i int, got string) {
		seen++
		c := g.Cases[i]
		if got != c[1] && knownDifferences[c[0]] == "" {
			t.Errorf("%s\n got  %s\n want %s", c[0], got, c[1])
		}
	})
	if err != nil {
		t.Errorf("program: %v", err)
	}
	if seen != len(g.Cases) {
		t.Errorf("%d of %d cases ran", seen, len(g.Cases))
	}
}

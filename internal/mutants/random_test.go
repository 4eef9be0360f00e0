package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const randomSource = `package p

import "fmt"

var row = Row{Reads: 3, Writes: 4}

type Row struct{ Reads, Writes int }

func (r Row) String() string { return fmt.Sprint(r.Reads + 1) }

func f(a, b int, ok bool) int {
	if a < b && !ok {
		a |= 1
	} else {
		a = b
	}
	for i := 0; i < b; i++ {
		switch a {
		case b, 7:
			continue
		}
		g(a, b)
	}
	if a > 2 {
		panic(a - b)
	}
	return a - b
}

func g(a, b int) {}
`

// TestChanges has a change of each kind, and none in messages.
func TestChanges(t *testing.T) {
	list, err := changes("p/p.go", randomSource)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range list {
		text := randomSource[:c.from] + c.text + randomSource[c.to:]
		if _, err := parser.ParseFile(token.NewFileSet(), "", text, 0); err != nil {
			t.Errorf("%s at line %d: %v", c.kind, c.line, err)
		}
		got = append(got, c.kind+" "+randomSource[c.from:c.to]+" => "+c.text)
	}
	for _, want := range []string{
		"cond-not a < b && !ok => !(a < b && !ok)", "cond-true a > 2 => (a > 2) || true", "cond-false i < b => (i < b) && false",
		"drop-right a < b && !ok => (a < b)", "drop-left a < b && !ok => (!ok)", "operator && => ||", "operator < => <=", "swap a < b => b < a",
		"drop-unary !ok => (ok)", "drop-statement a |= 1 => ", "operator |= => =", "drop-statement continue => ", "drop-statement g(a, b) => ",
		"drop-case b,  => ", "drop-case , 7 => ", "swap-args a, b => b, a", "operator ++ => --", "constant 2 => 3", "constant 2 => 1",
		"drop-element Reads: 3,  => ", "drop-element , Writes: 4 => ", "swap a - b => b - a",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}
	for _, c := range list {
		if line := strings.Split(randomSource, "\n")[c.line-1]; strings.Contains(line, "Sprint") || strings.Contains(line, "panic") {
			t.Errorf("a message is changed: %s", line)
		}
	}
}

// TestRandom holds samples to their seeds, and rows to the faults they are made of.
func TestRandom(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "p"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"p.go": randomSource, "p_test.go": "package p\n\nfunc TestP(t *testing.T) {}\n", "zz_made.go": "package p\n\nfunc h(a int) bool { return a < 1 }\n"} {
		if err := os.WriteFile(filepath.Join(dir, "p", name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := runner{dir: dir}
	rows := func(seed uint64) (rows []string) {
		faults, err := r.random("p", seed, 20)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range faults {
			if _, err := f.plant(randomSource); err != nil || f.File != "p/p.go" || !f.same(f, randomSource) {
				t.Errorf("%s: %v", f.ID, err)
			}
			back, err := parse(f.row())
			if err != nil || len(back) != 1 || !back[0].same(f, randomSource) {
				t.Errorf("%s: %v", f.row(), err)
			}
			rows = append(rows, f.row())
		}
		return rows
	}
	one := rows(1)
	if len(one) != 20 || !slices.Equal(one, rows(1)) || slices.Equal(one, rows(2)) {
		t.Errorf("%q", one)
	}
	// Two texts of one fault are the same one, and two faults of one text are not.
	short := Fault{File: "p/p.go", Old: "a > 2", New: "a > 3"}
	long := Fault{File: "p/p.go", Old: "if a > 2 {", New: "if a > 3 {"}
	other := Fault{File: "p/p.go", Old: "if a > 2 {", New: "if a > 1 {"}
	if !short.same(long, randomSource) || short.same(other, randomSource) {
		t.Error("same")
	}
	if _, err := r.random("q", 1, 1); err == nil {
		t.Error("a package without files has faults")
	}
}

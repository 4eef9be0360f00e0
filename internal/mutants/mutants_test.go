package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const soundSource = `package p

func Abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

const limit = 5

var table, other = [...]int{1, 2, 3}, 7

var count int

func add() {
	count++
}

func rounds() (n int) {
outer:
	for i := 0; ; i++ {
		for {
			if i > 3 {
				break outer
			}
			n++
			continue outer
		}
	}
	return n
}

func done() bool { return true }

func wait() {
	for !done() {
	}
}
`

const soundTest = `package p

import "testing"

func TestAbs(t *testing.T) {
	if Abs(-3) != 3 || Abs(3) != 3 {
		t.Error()
	}
}

func TestNothing(t *testing.T) {}

func TestValue(t *testing.T) {
	if table[2] != 3 || other != 7 {
		t.Error()
	}
}

func TestVoid(t *testing.T) {
	if add(); count != 1 {
		t.Error()
	}
}

func TestLabel(t *testing.T) {
	if rounds() != 4 {
		t.Error()
	}
}

func TestConst(t *testing.T) {
	if limit != 5 {
		t.Error()
	}
}

func TestWait(t *testing.T) { wait() }
`

// TestVerdicts has a module with one package, and faults for each verdict, in functions, values and constants.
func TestVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":          "module m\n\ngo 1.24\n",
		"p/p.go":          soundSource,
		"p/p_test.go":     soundTest,
		"worse/w_test.go": "package worse\n\nimport \"testing\"\n\nfunc TestWorse(t *testing.T) { x() }\n",
		"bad/b_test.go":   "package bad\n\nimport \"testing\"\n\nfunc TestBad(t *testing.T) { t.Error() }\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := runner{dir, time.Minute}
	cases := []struct {
		row  string
		want Verdict
		by   string
		ok   bool
	}{
		{"a\tp/p.go\tp\t\\t\\treturn -n\\n\t\\t\\treturn n\\n", Killed, "p TestAbs", true},
		{"b\tp/p.go\tp\tn < 0\tn <= 0\t0 is -0", Equivalent, "0 is -0", true},
		{"c\tp/p.go\tp\tn < 0\tn <= 0", Survived, "", false},
		{"d\tp/p.go\tp:TestNothing\treturn -n\treturn 7", Survived, "", false},
		{"e\tp/p.go\tp\treturn -n\treturn 7\tno difference", Killed, "p TestAbs", false},
		{"i\tp/p.go\tp\tn < 0\tn <= 0\tsurvives", Survived, "", true},
		{"j\tp/p.go\tp\treturn -n\treturn 7\tsurvives", Killed, "p TestAbs", false},
		{"f\tp/p.go\tp\tn\tm", Stale, "the text occurs 29 times in p/p.go", false},
		{"g\tp/q.go\tp\tn\tm", Stale, "", false},
		{"h\tp/p.go\tp\treturn -n\treturn x", Broken, "undefined: x", false},
		{"k\tp/p.go\tp\treturn -n\treturn -", Broken, "", false},
		{"value\tp/p.go\tp\t2, 3\t2, 4", Killed, "p TestValue", true},
		{"value2\tp/p.go\tp\t{1, 2\t{1, 2 + 0", Survived, "", false},
		{"void\tp/p.go\tp\tcount++\tcount += 2", Killed, "p TestVoid", true},
		{"label\tp/p.go\tp\ti > 3\ti > 4", Killed, "p TestLabel", true},
		{"alone\tp/p.go\tp\tlimit = 5\tlimit = 6", Killed, "p TestConst", true},
		{"alone2\tp/p.go\tp\tlimit = 5\tlimit = 4 + 1", Survived, "", false},
		{"ends\tp/p.go\tp\tfor !done() {\tfor {", Killed, "", true},
	}
	var table strings.Builder
	for _, c := range cases {
		table.WriteString(c.row + "\n")
	}
	list, err := parse("# a comment\n\n" + table.String())
	if err != nil || len(list) != len(cases) {
		t.Fatal(list, err)
	}
	got := map[string]result{}
	r.timeout = 2 * time.Second
	if err := r.try(t.Context(), list, func(f Fault, v result) { got[f.ID] = v }); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		f := list[i]
		v := got[f.ID]
		if v.verdict != c.want || c.by != "" && v.by != c.by || f.ok(v.verdict) != c.ok {
			t.Errorf("%s: %s by %q, ok %v", f.ID, v.verdict, v.by, f.ok(v.verdict))
		}
	}
	f := Fault{ID: "x", File: "p/p.go", Tests: []string{"bad"}, Old: "return -n", New: "return n"}
	for tests, want := range map[string]string{"bad": "bad fails without a fault", "worse": "does not build", "p:TestOther": "no tests to run"} {
		f.Tests = []string{tests}
		if _, err := r.all(t.Context(), []Fault{f}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", tests, err)
		}
	}
}

// maxSurvivors is how many faults of the table nothing notices. It may only go down.
const maxSurvivors = 12

// TestTable reads the module's table: the text of each row stands in its file, once.
func TestTable(t *testing.T) {
	data, err := os.ReadFile("testdata/faults.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list, err := parse(string(data))
	if err != nil {
		t.Fatal(err)
	}
	r := runner{dir: filepath.Join("..", "..")}
	surviving := 0
	for _, f := range list {
		if f.Survives {
			surviving++
		}
		if why, err := r.stale(f); err != nil || why != "" {
			t.Errorf("%s: %s %v", f.ID, why, err)
		}
	}
	if surviving > maxSurvivors {
		t.Errorf("%d faults survive; there were %d", surviving, maxSurvivors)
	}
	for _, bad := range []string{"a\tb\tc\td", "a\tb\tc\td\td", "a\tb\t\tc\td", "a\tb\tc\td\te\na\tb\tc\td\te"} {
		if list, err := parse(bad); err == nil {
			t.Errorf("%q is %v", bad, list)
		}
	}
}

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestVerdicts has a module with one function and one test, and a fault for each verdict.
func TestVerdicts(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":          "module m\n\ngo 1.24\n",
		"p/p.go":          "package p\n\nfunc Abs(n int) int {\n\tif n < 0 {\n\t\treturn -n\n\t}\n\treturn n\n}\n",
		"p/p_test.go":     "package p\n\nimport \"testing\"\n\nfunc TestAbs(t *testing.T) {\n\tif Abs(-3) != 3 || Abs(3) != 3 {\n\t\tt.Error()\n\t}\n}\n\nfunc TestNothing(t *testing.T) {}\n",
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
	for _, c := range []struct {
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
		{"f\tp/p.go\tp\tn\tm", Stale, "the text occurs 9 times in p/p.go", false},
		{"g\tp/q.go\tp\tn\tm", Stale, "", false},
		{"h\tp/p.go\tp\treturn -n\treturn x", Broken, "", false},
	} {
		list, err := parse("# a comment\n\n" + c.row + "\n")
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		got, by, err := r.try(context.Background(), list[0])
		if err != nil || got != c.want || c.by != "" && by != c.by || list[0].ok(got) != c.ok {
			t.Errorf("%s: %s by %q, %v, ok %v", list[0].ID, got, by, err, list[0].ok(got))
		}
	}
	f := Fault{ID: "x", File: "p/p.go", Tests: []string{"bad"}, Old: "return -n", New: "return n"}
	if _, err := r.all(context.Background(), []Fault{f}); err == nil || !strings.Contains(err.Error(), "without a fault") {
		t.Errorf("tests that fail anyway: %v", err)
	}
	f.Tests = []string{"worse"}
	if _, err := r.all(context.Background(), []Fault{f}); err == nil || !strings.Contains(err.Error(), "does not build") {
		t.Errorf("tests that do not build: %v", err)
	}
	f.Tests = []string{"p:TestOther"}
	if _, err := r.all(context.Background(), []Fault{f}); err == nil || !strings.Contains(err.Error(), "no tests to run") {
		t.Errorf("tests that are not there: %v", err)
	}
}

// maxSurvivors is how many faults of the table nothing notices. It may only go down.
const maxSurvivors = 12

// TestTable reads the module's table.
func TestTable(t *testing.T) {
	data, err := os.ReadFile("testdata/faults.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list, err := parse(string(data))
	if err != nil {
		t.Fatal(err)
	}
	surviving := 0
	for _, f := range list {
		if f.Survives {
			surviving++
		}
		if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(f.File))); err != nil {
			t.Errorf("%s: %v", f.ID, err)
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

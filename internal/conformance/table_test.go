package main

import (
	"errors"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestTableGrows: a row takes over what is more, and keeps what was when there is less; totals follow.
func TestTableGrows(t *testing.T) {
	const text = "# files\ntest_a\t10\t9\t5\n# total: 5 of 9 that CPython passes; 0 of 1 rows whole\ntest_b\t0\t0\t0\n# total: 0 of 0 that CPython passes; 0 of 1 rows whole\n"
	tab := parse([]byte(text))
	if got := string(tab.text()); got != text {
		t.Errorf("%q becomes %q", text, got)
	}
	if tab.rows[0].grow(row{"test_a", 10, 9, 4}) {
		t.Error("4 tests after 5 are taken for more")
	}
	if !tab.rows[1].grow(row{"test_b", 7, 7, 3}) {
		t.Error("3 tests after none are taken for fewer")
	}
	const want = "# files\ntest_a\t10\t9\t5\n# total: 5 of 9 that CPython passes; 0 of 1 rows whole\ntest_b\t7\t7\t3\n# total: 3 of 7 that CPython passes; 0 of 1 rows whole\n"
	if got := string(tab.text()); got != want {
		t.Errorf("the table is %q, want %q", got, want)
	}
}

// TestRunWithoutResult: where CPython's run or tier2's does not come to its end, the row stays.
func TestRunWithoutResult(t *testing.T) {
	for _, fails := range []string{"python", "run"} {
		r := row{name: "test_a"}
		same := r.take(measured(r.name, func(how string) (tests, passed int, err error) {
			if how == fails {
				return 0, 0, errors.New("signal: segmentation fault")
			}
			return 121, 109, nil
		}))
		if want := (row{name: "test_a"}); r != want {
			t.Errorf("%s fails: the row is %v", fails, r)
		}
		if same != (fails == "python") {
			t.Errorf("%s fails: take says %v", fails, same)
		}
	}
}

// TestRowsPossible: nothing passes more tests than there are, and every row can be measured.
func TestRowsPossible(t *testing.T) {
	data, err := os.ReadFile("../../docs/conformance.tsv")
	if err != nil {
		t.Fatal(err)
	}
	tab, known := parse(data), parsePackages(packages)
	if len(tab.rows) == 0 {
		t.Error("no rows")
	}
	for _, r := range tab.rows {
		if r.cpython > r.tests || r.passed > r.tests {
			t.Errorf("%v", r)
		}
		if !nameable(r.name, known) {
			t.Errorf("nothing measures %s", r.name)
		}
	}
	if got := tab.text(); string(got) != string(data) {
		t.Error("the totals are not those of the rows")
	}
}

func nameable(name string, known map[string]pack) bool {
	suite, _, other := strings.Cut(name, "/")
	if !other {
		return true
	}
	_, script := scripts[suite]
	return script || len(known[name].files) > 0
}

// TestPackagesNeedPackages: every path of a package that lies in another one names one of the table.
func TestPackagesNeedPackages(t *testing.T) {
	known := parsePackages([]byte("a/a\tc0\t.\tsrc b/b/src +m\ttest_*.py\nb/b\tc1\t\t\t\n"))
	want := pack{source{"a/a", "c0"}, ".", []string{"src", "b/b/src", "+m"}, []string{"test_*.py"}}
	if got := known["a/a"]; !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	if got := known["b/b"]; got.source != (source{"b/b", "c1"}) || len(got.files) > 0 {
		t.Errorf("%v", got)
	}
	for name, p := range parsePackages(packages) {
		for _, path := range p.paths {
			if other, _, ok := within(path); ok && parsePackages(packages)[other].commit == "" {
				t.Errorf("%s needs %s, which has no commit", name, other)
			}
		}
	}
}

func TestWithout(t *testing.T) {
	const text = "class A:\n    @skip(\"MARK\")\n    def f(self): 'MARK'\n"
	const want = "class A:\n    def f(self): 'MARK'\n"
	if got := string(without([]byte(text), regexp.MustCompile(`@skip.*MARK`))); got != want {
		t.Errorf("got %q", got)
	}
}

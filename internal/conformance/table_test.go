package main

import (
	"errors"
	"os"
	"regexp"
	"testing"
)

// TestTableGrows: a row takes over what is more, and keeps what was when there is less.
func TestTableGrows(t *testing.T) {
	const text = "# files\ntest_a\t10\t9\t5\ntest_b\t0\t0\t0\n"
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
	const want = "# files\ntest_a\t10\t9\t5\ntest_b\t7\t7\t3\n"
	if got := string(tab.text()); got != want {
		t.Errorf("the table is %q, want %q", got, want)
	}
}

// TestRunWithoutResult: where CPython's run or tier2's does not come to its end, the row stays.
func TestRunWithoutResult(t *testing.T) {
	for _, fails := range []string{"python", "run"} {
		r := row{name: "test_a"}
		same := r.measure(func(how string) (tests, passed int, err error) {
			if how == fails {
				return 0, 0, errors.New("signal: segmentation fault")
			}
			return 121, 109, nil
		})
		if want := (row{name: "test_a"}); r != want {
			t.Errorf("%s fails: the row is %v", fails, r)
		}
		if same != (fails == "python") {
			t.Errorf("%s fails: measure says %v", fails, same)
		}
	}
}

// TestRowsPossible: nothing passes more tests than there are.
func TestRowsPossible(t *testing.T) {
	data, err := os.ReadFile("../../docs/conformance.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := parse(data).rows
	if len(rows) == 0 {
		t.Error("no rows")
	}
	for _, r := range rows {
		if r.cpython > r.tests || r.passed > r.tests {
			t.Errorf("%v", r)
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

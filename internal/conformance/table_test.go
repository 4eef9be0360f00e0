package main

import "testing"

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

package near

import (
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	names := []string{"add", "and", "store", "storex", "guard.type", "guard.true", "add", ""}
	for _, c := range []struct {
		name string
		want []string
	}{
		{"ad", []string{"add", "and"}},
		{"stor", []string{"store"}},
		{"sto", []string{"store", "storex"}},
		{"sotre", []string{"store"}},
		{"guard.tru", []string{"guard.true", "guard.type"}},
		{"zzz", nil},
		{"", nil},
	} {
		if got := Names(c.name, names); !slices.Equal(got, c.want) {
			t.Errorf("Names(%q) = %v, want %v", c.name, got, c.want)
		}
	}
	if got := Suffix("ad", names); got != " (add, and?)" {
		t.Errorf("Suffix: %q", got)
	}
}

func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name, want string
		list       []string
	}{
		{"lix", " (lox?)", []string{"core", "lox"}},
		{"python", " (there are core, lox)", []string{"core", "lox"}},
		{"lox", " (there are none)", nil},
	} {
		if got := Known(c.name, c.list); got != c.want {
			t.Errorf("Known(%q): %q", c.name, got)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"abc", "abc", 0}, {"abc", "", 3}, {"itn", "int", 1}, {"abcd", "badc", 2}, {"ca", "abc", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

package unified

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"a\n", "a\n", ""},
		{"", "a\n", "@@ -0,0 +1 @@\n+a\n"},
		{"a\nb\n", "a\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n", "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"},
		{"a", "a\n", "@@ -1,2 +1 @@\n a\n-\\ no newline at the end\n"},
	} {
		want := c.want
		if want != "" {
			want = "--- want\n+++ got\n" + want
		}
		if got := Diff("want", "got", c.a, c.b); got != want {
			t.Errorf("%q %q:\n%s\nwant\n%s", c.a, c.b, got, want)
		}
	}
}

func TestFirst(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a\n", "a\n", 0}, {"a\nb\n", "a\nc\n", 2}, {"a\n", "a\nb\n", 2}, {"a\nb\n", "a\n", 2}} {
		if got := First(c.a, c.b); got != c.want {
			t.Errorf("%q %q: %d", c.a, c.b, got)
		}
	}
}

// TestPatch lets patch(1) make the one text of the other.
func TestPatch(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("there is no patch")
	}
	r := rand.New(rand.NewPCG(1, 2))
	random := func() string {
		var b strings.Builder
		for range r.IntN(40) {
			fmt.Fprintf(&b, "%d\n", r.IntN(4))
		}
		return b.String()
	}
	for range 40 {
		a, b := random(), random()
		d := Diff("f", "f", a, b)
		if d == "" {
			continue
		}
		file := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(file, []byte(a), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("patch", "-s", "-o", "-", file)
		cmd.Stdin = strings.NewReader(d)
		if out, err := cmd.Output(); err != nil || string(out) != b {
			t.Fatalf("%v: %q, want %q of\n%s", err, out, b, d)
		}
	}
}

// TestMiddle checks that the edits are the texts, and as few as can be for small ones.
func TestMiddle(t *testing.T) {
	var a, b strings.Builder
	n := 0
	for _, e := range middle(strings.Split("abcabba", ""), strings.Split("cbabac", "")) {
		if e.kind != '+' {
			a.WriteString(e.line)
		}
		if e.kind != '-' {
			b.WriteString(e.line)
		}
		if e.kind != ' ' {
			n++
		}
	}
	if a.String() != "abcabba" || b.String() != "cbabac" || n != 5 {
		t.Error(a.String(), b.String(), n)
	}
}

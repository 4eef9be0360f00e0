package main

import (
	"strings"
	"testing"
)

// TestCheck: what is wrong on one port only is found there, and nowhere else.
func TestCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	for _, c := range []struct{ port, pattern, want string }{
		{"linux/amd64", "./testdata/sample", ""},
		{"windows/amd64", "./testdata/sample", "cannot use wordSize"},
		{"linux/amd64", "./testdata/assembly", ""},
		{"darwin/arm64", "./testdata/assembly", "asmdecl: [arm64] add: invalid offset b+16(FP)"},
	} {
		found, err := check(c.port, ".", c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(found, "\n"); c.want == "" && all != "" || !strings.Contains(all, c.want) {
			t.Errorf("%s on %s: %q, want %q", c.pattern, c.port, all, c.want)
		}
	}
	if _, err := check("plan", ".", "."); err == nil {
		t.Error("plan is a port")
	}
}

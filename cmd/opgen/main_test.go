package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun: the command writes files, says when they are out of date, and where a mistake is.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	dir := t.TempDir()
	try := func(want int, message string, args ...string) {
		t.Helper()
		var out, errs bytes.Buffer
		if got := run(args, &out, &errs); got != want || !strings.Contains(out.String()+errs.String(), message) {
			t.Errorf("opgen %q: status %d, %s%s", args, got, out.String(), errs.String())
		}
	}
	const good, bad = "github.com/tier2go/tier2/opgen/testdata/good", "github.com/tier2go/tier2/opgen/testdata/bad"
	try(0, "index.ir ", "-o", dir, good)
	try(0, "index.ir ", "-n", "-o", dir, good)
	if err := os.Remove(filepath.Join(dir, "index.ir")); err != nil {
		t.Fatal(err)
	}
	try(1, "index.ir", "-n", "-o", dir, good)
	try(1, "bad.go:22", "-o", dir, bad)
	try(2, "usage", "-o", dir)
	try(2, "-bad", "-bad")
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDrift: what is committed is what the generator writes now.
func TestDrift(t *testing.T) {
	want, err := generate("../../../cases")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../zz_run.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("zz_run.go is not what the generator writes: run go generate ./interp")
	}
}

// TestRefused: a file whose cases or forms would be lost, or not found, is an error.
func TestRefused(t *testing.T) {
	const loop = ignored + "package interp\n\nfunc run() {\n\tswitch op {\n\t//gen:cases a\n\t}\n\t//gen:forms a\n}\n"
	const a = ignored + "package interp\n\n// What.\nfunc a() {\n\tswitch op {\n\tcase 1:\n\t\tgoto x\n\t}\nx:\n\tcontinue\n}\n"
	for _, c := range []struct{ loop, a, want string }{
		{loop, a, ""},
		{strings.Replace(loop, "//gen:forms a", "", 1), a, "no place for a.go"},
		{strings.Replace(loop, "//gen:cases a", "", 1), a, "no place for a.go"},
		{strings.Replace(loop, "cases a", "cases b", 1), a, "has no b.go"},
		{loop, strings.TrimPrefix(a, ignored), "does not begin with"},
		{loop, strings.Replace(a, "func a", "func b", 1), "no function a"},
		{loop, strings.Replace(a, "// What.\n", "", 1), "no comment of one line"},
		{loop, a + "\nfunc c() {}\n\nvar x int\n", "behind the function"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"run.go": c.loop, "a.go": c.a} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := generate(dir)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
		if err == nil && !strings.Contains(string(got), "\t\tgoto x\n\t}\nx:\n\tcontinue\n}\n") {
			t.Errorf("got\n%s", got)
		}
	}
}

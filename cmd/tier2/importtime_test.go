package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestOnImport has a package import a module: the table's lines come as modules end, the inner ones further right.
func TestOnImport(t *testing.T) {
	var out strings.Builder
	begin := onImport(&out, true, true)
	pack := begin("pack")
	begin("pack.inner")("/lib/inner.py")
	begin("builtin")("")
	pack("/lib/pack.py")
	want := []string{
		`import time: self \[us\] \| cumulative \| imported package`,
		`import time: +\d+ \| +\d+ \|   pack\.inner`, `import pack\.inner # /lib/inner\.py`,
		`import time: +\d+ \| +\d+ \|   builtin`, `import builtin # no file`,
		`import time: +\d+ \| +\d+ \| pack`, `import pack # /lib/pack\.py`,
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines:\n%s", len(lines), out.String())
	}
	for i, line := range lines {
		if !regexp.MustCompile("^" + want[i] + "$").MatchString(line) {
			t.Errorf("line %d: %q", i, line)
		}
	}
	if onImport(&out, false, false) != nil {
		t.Error("somebody is told without a flag")
	}
}

package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTrust checks that every row of a table in trust.md names tests, and that these
// exist: `package.TestName`, the package by its folder.
func TestTrust(t *testing.T) {
	page, err := os.ReadFile("trust.md")
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile("`([a-z0-9/]+)\\.(Test[A-Za-z0-9_]+)`")
	rows, header := 0, false
	for _, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if !strings.HasPrefix(line, "|") || header {
			header = false
			continue
		}
		if strings.TrimSpace(cells[0]) == "promise" {
			header = true // the line below it follows
			continue
		}
		rows++
		tests := name.FindAllStringSubmatch(cells[len(cells)-1], -1)
		if len(tests) == 0 {
			t.Errorf("no test holds: %s", cells[0])
		}
		for _, m := range tests {
			if !hasTest(t, filepath.Join("..", m[1]), m[2]) {
				t.Errorf("package %s has no %s", m[1], m[2])
			}
		}
	}
	if rows < 5 {
		t.Errorf("%d promises", rows)
	}
}

// hasTest reports whether a test file in a folder has a test of that name.
func hasTest(t *testing.T, folder, name string) bool {
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(t *testing.T)") {
			return true
		}
	}
	return false
}

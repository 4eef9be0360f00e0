package pyguest

import (
	"os"
	"strings"
	"testing"
)

// TestRoutinesDocumented: docs/write-an-operation.md names the routines that there are, under "What is written once".
func TestRoutinesDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/write-an-operation.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## What is written once")
	table, _, _ = strings.Cut(table, "\n## ")
	files, err := routineFiles.ReadDir("routines")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name := strings.TrimSuffix(f.Name(), ".ir"); !strings.Contains(table, "`"+name+"`") {
			t.Errorf("the table does not name %s", name)
		}
	}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			continue
		}
		for i, name := range strings.Split(cells[2], "`") {
			if _, err := routineText(name); i%2 == 1 && err != nil {
				t.Errorf("the table names %s, which is none", name)
			}
		}
	}
}

package sections_test

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/sections"
)

// TestSplit checks that each section's line is where its text begins.
func TestSplit(t *testing.T) {
	const text = "claim\nmore\n-- a --\nfirst\nsecond\n-- empty --\n-- b --\nlast, without an end"
	comment, list := sections.Split([]byte(text))
	if comment != "claim\nmore\n" || len(list) != 3 {
		t.Fatalf("%q, %d sections", comment, len(list))
	}
	lines := strings.Split(text, "\n")
	for _, s := range list {
		if s.Name == "empty" {
			if s.Text != "" || s.Line != 7 {
				t.Errorf("%+v", s)
			}
			continue
		}
		if first, _, _ := strings.Cut(s.Text, "\n"); lines[s.Line-1] != first {
			t.Errorf("section %s begins in line %d, which is %q", s.Name, s.Line, lines[s.Line-1])
		}
	}
	if _, list := sections.Split(nil); list != nil {
		t.Error("an empty text has sections")
	}
}

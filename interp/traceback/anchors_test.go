package traceback

import (
	"encoding/json"
	"os"
	"testing"
)

// TestAnchors compares the lines that a traceback takes for important with
// CPython's, for random expressions; see testdata/gen_anchors.py.
func TestAnchors(t *testing.T) {
	data, err := os.ReadFile("testdata/anchors.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []json.RawMessage
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, raw := range cases {
		var source string
		var left, right int
		if err := json.Unmarshal(raw, &[]any{&source, &left, &right}); err != nil {
			t.Fatal(err)
		}
		l, r, ok := anchors(source)
		if !ok {
			l, r = -1, -1
		}
		if l != left || r != right {
			t.Errorf("%s\n got  %d, %d\n want %d, %d", source, l, r, left, right)
		}
	}
}

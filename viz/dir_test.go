package viz

import (
	"testing"
	"time"
)

// TestTree: by time, with what continues an executor's exits below it; what
// continues an executor that is gone stands for itself.
func TestTree(t *testing.T) {
	rows := []indexRow{
		{ID: 1, took: 1}, {ID: 2, took: time.Second}, {ID: 3, parent: 1}, {ID: 4, parent: 2, Entries: 1},
		{ID: 5, parent: 4}, {ID: 6, parent: 2, Entries: 2}, {ID: 7, parent: 99},
	}
	want := []struct{ id, depth int }{{2, 0}, {6, 1}, {4, 1}, {5, 2}, {1, 0}, {3, 1}, {7, 0}}
	got := tree(rows)
	if len(got) != len(want) {
		t.Fatalf("%d rows of %d", len(got), len(want))
	}
	for i, w := range want {
		if got[i].ID != w.id || got[i].Indent != 16*w.depth {
			t.Errorf("row %d is executor %d, indented by %d; want %d, %d", i, got[i].ID, got[i].Indent, w.id, 16*w.depth)
		}
	}
}

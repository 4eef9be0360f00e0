package pyguest

import (
	"testing"

	"github.com/tier2go/tier2/golden"
	"github.com/tier2go/tier2/passtool/all"
)

// TestGolden runs golden files of the guest: what the pipeline makes of its operations.
func TestGolden(t *testing.T) {
	set, err := all.Set()
	if err != nil {
		t.Fatal(err)
	}
	golden.Run(t, "testdata/golden", golden.Config{Set: set, Guest: newOffline(t).Guest})
}

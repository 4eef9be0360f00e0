package interp_test

import (
	"path/filepath"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

// TestExitBytes: the Go side of most exits of real programs takes ExitBytes: they are not bound
// to an executor, and machine code counts how often they are taken.
func TestExitBytes(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	exits, least, bytes := 0, 0, 0
	for _, name := range []string{"exceptions", "quicksort", "richards", "deltablue"} {
		code, err := cpython(t).CompileFile(t.Context(), filepath.Join("../testdata/programs", name+".py"))
		if err != nil {
			t.Fatal(err)
		}
		run(t, mode{name: "native", backend: exitdata.Native, ran: func(list []*exitdata.Executor) {
			for _, ex := range list {
				for _, x := range ex.Exits {
					n := x.Bytes()
					exits, bytes = exits+1, bytes+n
					if n == exitdata.ExitBytes {
						least++
					}
				}
			}
		}}, interp.Options{}, code)
	}
	t.Logf("%d exits, %d of them of %d bytes, %.1f bytes each in the mean", exits, least, exitdata.ExitBytes, float64(bytes)/float64(exits))
	if exits < 500 || least*10 < exits*9 {
		t.Errorf("of %d exits only %d are small", exits, least)
	}
}

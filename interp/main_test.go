package interp_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"

	"github.com/tier2go/tier2/internal/soak"
)

// TestMain lets Go's collector run less often, which took a tenth of the tests' time: most
// of them make a VM, and it is garbage soon. At full size, and in benchmarks, it runs as it
// does in programs.
func TestMain(m *testing.M) {
	flag.Parse()
	if !soak.On() && flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}

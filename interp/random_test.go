package interp_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/difffuzz"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
)

var (
	seed     = flag.Uint64("seed", 1, "the first seed of TestRandomPrograms")
	programs = flag.Int("programs", 0, "how many seeds TestRandomPrograms tries; 0: some, at full size many")
)

// TestRandomPrograms runs programs made at random and compares machine code with
// the interpreter alone, and unless -short is given that with CPython. A seed
// makes the same program always: -seed=N -programs=1 repeats a failure.
func TestRandomPrograms(t *testing.T) {
	t.Run("numbers", func(t *testing.T) { tryRandom(t, difffuzz.Numbers) })
	t.Run("objects", func(t *testing.T) { tryRandom(t, difffuzz.Objects) })
}

func tryRandom(t *testing.T, program func(seed uint64) string) {
	n := *programs
	if n == 0 {
		n = soak.Of(6, 8, 400)
	}
	for i := range n {
		n := *seed + uint64(i)
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			source := program(n)
			file := filepath.Join(t.TempDir(), "random.py")
			if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatalf("%v\n%s", err, source)
			}
			want, _ := run(t, modes[0], interp.Options{Heap: small}, code)
			if !testing.Short() {
				if d := differs(want.show(), oracle(t, file).show()); d != "" {
					t.Errorf("the interpreter is not like CPython: %s\n%s", d, source)
				}
			}
			inModes(t, func(t *testing.T, m mode) {
				if m.backend != exitdata.Native {
					t.Skip("compares machine code")
				}
				got, stats := run(t, m, interp.Options{Heap: small}, code)
				if d := differs(got.show(), want.show()); d != "" {
					t.Errorf("machine code is not like the interpreter: %s\n%s", d, source)
				}
				if stats.Tier2.NativeEntries == 0 {
					t.Errorf("no machine code ran: refused %v\n%s", stats.Tier2.Refusals, source)
				}
			})
		})
	}
}

package interp_test

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/native"
)

// hotBytecodes is how many bytecodes a program executes that is called hot: in two
// rounds of its benchmark all of testdata do but pidigits, whose time is that of a few
// operations on ints of thousands of digits, and two that are short.
const hotBytecodes = 5_000_000

// coverageRounds are the rounds of the benchmark in which a program has to meet the bar:
// one with a hundred hot places has executors for all only after the first millions of
// bytecodes, for each place is counted for 1,023 ticks, and gets more rounds.
var coverageRounds = []string{"2", "12"}

// TestCoverage: at least 95 % of the bytecodes of each hot program are executed in tier
// 2, Go functions do at most 30 % of those, and what comes back to where it was entered is
// not made again and again.
func TestCoverage(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	if testing.Short() {
		t.Skip("runs benchmarks")
	}
	hot := 0
	t.Run("programs", func(t *testing.T) {
		for _, file := range files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20) {
			name := strings.TrimSuffix(filepath.Base(file), ".py")
			t.Run(name, func(t *testing.T) {
				if !soak.Some(2, name) {
					t.Skip("the other half of the programs")
				}
				code, err := cpython(t).CompileFile(context.Background(), file)
				if err != nil {
					t.Fatal(err)
				}
				var s interp.Stats
				for _, rounds := range coverageRounds {
					s = covered(t, code, file, rounds)
					all := s.Tier1.Instructions + s.Tier2.Instructions
					t.Logf("%s rounds: %d bytecodes, coverage %.4f, helper share %.3f", rounds, all, s.Tier2.Coverage, s.Tier2.HelperShare)
					if all < hotBytecodes {
						return
					}
					if s.Tier2.Coverage >= 0.95 {
						break
					}
				}
				hot++
				if s.Tier2.Coverage < 0.95 {
					t.Errorf("tier 2 executed a share of %.3f", s.Tier2.Coverage)
				}
				if n := s.Tier2.Refusals[tier2.RefusedIdle]; n > 8 {
					t.Errorf("%d executors came back to where they were entered, again and again", n)
				}
				if s.Tier2.HelperShare > 0.30 {
					t.Errorf("Go functions did a share of %.3f", s.Tier2.HelperShare)
				}
			})
		}
	})
	if hot < soak.Of(0, 10, 20) {
		t.Errorf("only %d programs are hot", hot)
	}
}

// covered runs some rounds of a program's benchmark and returns what was counted.
func covered(t *testing.T, code *pycode.Code, file, rounds string) interp.Stats {
	t.Helper()
	vm, err := interp.New(importing(cpython(t), interp.Options{Heap: object.Options{Limit: 256 << 20}, Stdout: io.Discard, Stats: true}))
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.EnableTier2(tier2.Options{Clock: true}); err != nil {
		t.Fatal(err)
	}
	if stderr, status := result(vm.RunMain(code, []string{file, "--bench", "0", rounds})); status != 0 {
		t.Fatal(stderr)
	}
	return vm.Stats()
}

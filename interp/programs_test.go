package interp_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
)

// TestPrograms runs the programs of testdata in all modes and compares what they
// print with CPython.
func TestPrograms(t *testing.T) {
	for _, file := range files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20) {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			wantFile := strings.TrimSuffix(file, ".py") + ".out"
			now := ""
			if *update {
				now = oracle(t, file).stdout
			}
			want := expected(t, wantFile, now)
			inTurn(t, []byte(want), func(t *testing.T, m mode) {
				got, stats := run(t, m, interp.Options{Heap: object.Options{Limit: 256 << 20}}, code)
				if got.status != 0 || got.stderr != "" {
					t.Fatalf("status %d, stderr %q", got.status, got.stderr)
				}
				if d := differs(got.stdout, want); d != "" {
					t.Error(d)
				}
				if m.backend == exitdata.Cold {
					return
				}
				if stats.Tier2.Executors == 0 {
					t.Errorf("nothing was hot: %d attempts, refused %v", stats.Tier2.Attempts, stats.Tier2.Refusals)
				}
				if m.backend == exitdata.Native && stats.Tier2.NativeEntries == 0 {
					t.Error("no machine code ran")
				}
			})
			t.Run("cpython", func(t *testing.T) {
				if !*update && !soak.Some(4, want) {
					t.Skip("CPython's answer is on record")
				}
				t.Parallel()
				got := oracle(t, file)
				if d := differs(got.stdout, want); d != "" || got.status != 0 {
					t.Errorf("%s is not what CPython prints (status %d): %s", wantFile, got.status, d)
				}
			})
		})
	}
}

// smallSizes has, by program, an argument with which it is done at once.
var smallSizes = map[string]string{
	"binary_trees": "6", "changing_types": "60", "collatz": "100", "dict_histogram": "1200", "exceptions": "400", "fannkuch": "5", "fib": "12", "generator_queens": "5", "generator_tokens": "3", "hashmix": "300",
	"intsum": "3000", "levenshtein": "21", "life": "1", "lu": "12", "mandelbrot": "6", "matmul": "10", "monte_carlo": "600", "nbody": "12",
	"pidigits": "40", "queens": "5", "quicksort": "300", "sieve": "1500", "spectral_norm": "8", "string_building": "600", "word_count": "600",
	"float_points": "300", "scheduler": "200", "time_warping": "24",
	"event_heap": "30", "dataclass_orders": "12", "json_round_trip": "2", "tree_walker": "5",
	"richards": "120", "deltablue": "20", "chaos": "40", "raytrace": "4", "hexiom": "60", "expressions": "6",
}

// onLibrary are the programs that import modules of CPython's own library: they need
// more than their .pyc file.
var onLibrary = []string{"dataclass_orders", "event_heap", "json_round_trip", "monte_carlo"}

// TestBenchProtocol holds every program to the lines that tier2 bench reads, and to
// taking a size.
func TestBenchProtocol(t *testing.T) {
	const tail = `
if __name__ == "__main__":
    if sys.argv[1:2] == ["--bench"]:
        for i in range(int(sys.argv[2])):
            start = time.perf_counter()
            bench()
            print("warm %.6f" % (time.perf_counter() - start))
        for i in range(int(sys.argv[3])):
            start = time.perf_counter()
            value = bench()
            print("bench %.6f" % (time.perf_counter() - start))
        print("value", repr(value))
    elif sys.argv[1:]:
        main(int(sys.argv[1]))
    else:
        main()
`
	for _, file := range files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(string(data), tail) || !strings.Contains(string(data), "\ndef bench():\n") || !strings.Contains(string(data), "\ndef main(size=") {
			t.Errorf("%s: does not end like the others, or has no bench() or main(size)", file)
		}
	}
}

package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

// interruptedPrograms are programs of testdata that differ in what they do most: calls, generators, exceptions, allocation, floats,
// wide ints, strings, classes.
var interruptedPrograms = []string{
	"fib", "generator_queens", "exceptions", "binary_trees", "nbody", "pidigits", "string_building", "richards", "quicksort", "dict_histogram",
}

// afterInterrupt is what the VM does then.
const afterInterrupt = `
def work(n):
    d = {}
    for i in range(n): d[i % 7] = d.get(i % 7, 0) + i
    return sorted(d.items())
print(work(3000) == work(3000))
`

// TestInterruptedPrograms interrupts programs at random times, as SIGINT does: each ends with KeyboardInterrupt, having printed a
// beginning of its output, or as always; the heap is whole and the VM runs what it is given next.
func TestInterruptedPrograms(t *testing.T) {
	after := compiled(t, afterInterrupt)
	for _, name := range interruptedPrograms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, err := cpython(t).CompileFile(context.Background(), filepath.Join("..", "testdata", "programs", name+".py"))
			if err != nil {
				t.Fatal(err)
			}
			args := []string{name + ".py", smallSizes[name]}
			var took time.Duration
			once := func(m mode, in time.Duration) (out bytes.Buffer, stopped bool) {
				vm := newVM(t, m, interp.Options{Heap: small, Stdout: &out})
				defer func() {
					if err := vm.Close(); err != nil {
						t.Error(err)
					}
				}()
				if in > 0 {
					timer := time.AfterFunc(in, vm.Interrupt)
					defer timer.Stop()
				}
				begun := time.Now()
				err := vm.RunMain(code, args)
				if in > 0 {
					// An interrupt that has come too late is the next program's.
					var guest *interp.GuestError
					stopped = errors.As(err, &guest) && guest.Type == "KeyboardInterrupt"
					if err != nil && !stopped {
						t.Errorf("%s after %v: %v", m.name, in, err)
					}
					if err := vm.Heap().Check(); err != nil {
						t.Errorf("%s after %v: %v", m.name, in, err)
					}
					n := out.Len()
					for again := 0; ; again++ {
						if _, err = vm.LoadModule(fmt.Sprint("after", again), after); err == nil || again > 0 {
							break
						}
					}
					if got := out.String()[n:]; err != nil || !strings.HasSuffix(got, "True\n") {
						t.Errorf("%s after %v: then %v, printed %q", m.name, in, err, got)
					}
					out.Truncate(n)
				} else if took = time.Since(begun); err != nil {
					t.Error(err)
				}
				return out, stopped
			}
			full, _ := once(modes[0], 0)
			rng := rand.New(rand.NewPCG(uint64(crc32.ChecksumIEEE([]byte(name))), 3))
			for _, m := range modes {
				if m.slow && testing.Short() || m.backend == exitdata.Native && !native.Supported() {
					continue
				}
				times := 0
				for range soak.Of(1, 4, 300) {
					got, stopped := once(m, 1+time.Duration(rng.Int64N(int64(took))))
					if stopped {
						times++
					}
					if !bytes.HasPrefix(full.Bytes(), got.Bytes()) || !stopped && got.Len() != full.Len() {
						t.Errorf("%s, stopped %t: printed %q, not %q", m.name, stopped, got.Bytes(), full.Bytes())
					}
				}
				t.Logf("%s: %d interrupted", m.name, times)
			}
		})
	}
}

package interp_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
)

// goroutines of TestConcurrent.
const goroutines = 16

// program is what a goroutine runs, and what it prints.
type program struct {
	name string
	code *pycode.Code
	args []string
	want string
}

// TestConcurrent: VMs are independent. Each goroutine has its own and runs programs in
// another mode than its neighbours; every fourth has an optimizer that panics. The programs
// of testdata run in their small sizes, and print what they do by tier 1 alone: they are
// hot early (hotEarly), so that they are compiled all the same. It is for the race
// detector (.ci/run race).
func TestConcurrent(t *testing.T) {
	var list []program
	for _, c := range counted {
		list = append(list, program{c.name, compiled(t, c.source), nil, c.want})
	}
	for _, file := range files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20) {
		if !testing.Short() && !soak.Some(3, filepath.Base(file)) { // .ci/run has them all, by -short and with the race detector
			continue
		}
		code, err := cpython(t).CompileFile(context.Background(), file)
		if err != nil {
			t.Fatal(err)
		}
		args := []string{smallSizes[strings.TrimSuffix(filepath.Base(file), ".py")]}
		want, _ := run(t, mode{name: "off"}, interp.Options{Heap: small}, code, args...)
		if want.status != 0 {
			t.Fatal(want.stderr)
		}
		list = append(list, program{filepath.Base(file), code, args, want.stdout})
	}
	py := cpython(t)
	var wg sync.WaitGroup
	panics := make([]int, goroutines)
	for g := range goroutines {
		wg.Go(func() {
			for i, p := range list {
				if i%4 != g/4 { // each program in each mode
					continue
				}
				n, err := runProgram(py, p, g)
				if err != nil {
					t.Errorf("goroutine %d: %s: %v", g, p.name, err)
				}
				panics[g] += n
			}
		})
	}
	wg.Wait()
	for g, n := range panics {
		if (n > 0) != (g%4 == 3) {
			t.Errorf("goroutine %d: the optimizer panicked %d times", g, n)
		}
	}
}

// hotEarly makes a place hot after a few rounds, whatever its share.
var hotEarly = tier2.Hotspots{K: 8, M: 1e-12}

// runProgram runs a program in a VM of a goroutine's kind, and returns how often the
// optimizer has panicked.
func runProgram(py *compile.Python, p program, g int) (panics int, err error) {
	var out strings.Builder
	vm, err := interp.New(importing(py, interp.Options{Heap: object.Options{Limit: 256 << 20}, Stdout: &out, Hotspots: hotEarly}))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, vm.Close()) }()
	switch g % 4 {
	case 1:
		err = vm.EnableTier2(tier2.Options{Backend: exitdata.Uops, Hotness: 4})
	case 2:
		kind := exitdata.Native
		if !native.Supported() {
			kind = exitdata.IR
		}
		err = vm.EnableTier2(tier2.Options{Backend: kind, Hotness: 4, CheckAllocation: true})
	case 3:
		err = vm.Register(&optimizer{triggers: everywhere, do: func(tier2.Code, int, tier2.Source) (*exitdata.Executor, error) { panic("mine") }})
	}
	if err != nil {
		return 0, err
	}
	if err := vm.RunProgram(p.code, append([]string{p.name}, p.args...)); err != nil {
		return 0, err
	}
	if d := differs(out.String(), p.want); d != "" {
		return 0, errors.New(d)
	}
	return vm.TierStats().Refusals[tier2.RefusedPanic], nil
}

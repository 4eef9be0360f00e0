package interp_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/deopt"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// steady is what the executors of a loop did: transitions between them, those by ends
// that write the guest's frame, and boxing: entries of executors by the numbers that they
// box or write into the frame.
type steady struct {
	transitions, memory, boxing uint64
	typed                       int // executors that take values over from any exit
	allocated                   uint64
}

// boxWatcher knows how many numbers each executor boxes on its way, and what it writes
// into the guest's frame, boxed if it is a number.
type boxWatcher struct {
	tier2.NopObserver
	f     *ir.Func
	m     *lower.Func
	boxes map[*exitdata.Executor]int
}

func (w *boxWatcher) Function(_ string, f *ir.Func)              { w.f = f }
func (w *boxWatcher) Machine(f *lower.Func, _ *lower.Allocation) { w.m = f }
func (w *boxWatcher) Code(ex *exitdata.Executor, _ *lower.Func, _ *lower.Code) {
	for i := range w.m.Insts {
		if in := &w.m.Insts[i]; in.Base == lower.BaseFrame && (in.Op == lower.MStore || in.Op == lower.MStoreF || in.Op == lower.MStoreI) {
			w.boxes[ex]++
		}
	}
	for _, b := range w.f.Blocks {
		for v := range b.Values() {
			switch v.Op {
			case ir.OpBoxI64, ir.OpBoxF64, ir.OpBoxBool:
				w.boxes[ex]++
			}
		}
	}
}

// runSteady runs a loop of TestWays in linear traces.
func runSteady(t *testing.T, name string, n int) (s steady) {
	t.Helper()
	vm, err := interp.New(interp.Options{Heap: small, Stdout: io.Discard, Selector: interp.Traces})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	w := &boxWatcher{boxes: map[*exitdata.Executor]int{}}
	if err := vm.EnableTier2(tier2.Options{Map: true, Observer: w, CheckAllocation: true}); err != nil {
		t.Fatal(err)
	}
	if stderr, status := result(vm.RunMain(compiled(t, waysLoop(name, n)), nil)); status != 0 {
		t.Fatal(stderr)
	}
	for _, ex := range vm.Executors() {
		if ex.Takes != nil {
			s.typed++
		}
		s.boxing += uint64(w.boxes[ex]) * vm.Table().Entered(ex)
		for _, x := range ex.Exits {
			k := vm.Table().Transitions(x)
			s.transitions += k
			if x.Kind == ir.End && x.State.InMemory() {
				s.memory += k
			}
		}
	}
	s.allocated = vm.Stats().Heap.Allocated
	return s
}

// TestTypedEntries: a loop with a float accumulator and two or three hot ways, compiled
// as linear traces, goes from executor to executor in every round, and in steady state
// it boxes nothing, allocates nothing and writes no frame: ten times as many rounds
// change none of that.
func TestTypedEntries(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, name := range []string{"two", "three"} {
		t.Run(name, func(t *testing.T) {
			few, many := runSteady(t, name, 30_000), runSteady(t, name, 300_000)
			if many.transitions-few.transitions < 200_000 {
				t.Errorf("%d transitions in 270,000 rounds more", many.transitions-few.transitions)
			}
			if n := many.memory - few.memory; int64(n) > 20 {
				t.Errorf("%d ends have written the frame", n)
			}
			if n := many.boxing - few.boxing; int64(n) > 20 {
				t.Errorf("%d numbers have been boxed", n)
			}
			if n := many.allocated - few.allocated; int64(n) > 64<<10 {
				t.Errorf("%d bytes allocated", n)
			}
			if many.typed == 0 || many.typed > exitdata.MaxTakers {
				t.Errorf("%d executors take values over from any exit", many.typed)
			}
		})
	}
}

// TestTypedPlaces has loops whose ways hand over what an executor does not expect: two
// variables that were one value, one that was a constant, one whose type changes, and
// one that only one way writes. All are compared with CPython, and their exits forced.
func TestTypedPlaces(t *testing.T) {
	for i, body := range []string{
		"        if i % 3:\n            a += 1\n        else:\n            a, b = b, a\n",
		"        if i % 3:\n            a += 0.5\n        elif i == 6000:\n            a = 1\n        else:\n            b += 1\n",
		"        if i & 1:\n            c = b\n        else:\n            b = a + i\n        a = b\n",
		"        if i % 5 == 0:\n            a = b = c\n        elif i % 5 < 3:\n            c += 0.25\n        else:\n            a, c = c, a\n",
		"        if i % 7 == 3:\n            c = float(i)\n        elif i % 2:\n            b -= c\n        else:\n            a = not a\n",
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			source := "def f(n):\n    a = b = c = 0\n    i = 0\n    while i < n:\n" + body + "        i += 1\n    return a, b, c\nprint(f(20001), f(1), f(9000))\n"
			code := compiled(t, source)
			want, _ := run(t, mode{name: "off"}, interp.Options{Heap: small}, code)
			inModes(t, func(t *testing.T, m mode) {
				got, _ := run(t, m, interp.Options{Heap: small}, code)
				if got != want {
					t.Errorf("%s: got %q, want %q", m.name, got.show(), want.show())
				}
			})
			for _, sel := range []uop.Selector{interp.Traces, interp.Ways} {
				out, _, err := proves(t, code, []string{"<test>"}, sel, tier2.Options{CheckAllocation: true}, deopt.Options{})
				if err != nil || out != want.stdout {
					t.Errorf("deopt: %v, %q", err, out)
				}
			}
		})
	}
}

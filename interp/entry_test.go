package interp_test

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// entryWatcher holds the IR of executors that are entered at back edges and function
// entries to rule V034: no exit resumes at the entry before an instruction has been
// executed, which the bytecode clock tells.
type entryWatcher struct {
	tier2.NopObserver
	t       *testing.T
	trace   *uop.Trace
	entered bool
	f       *ir.Func
	checked int
}

func (w *entryWatcher) Trace(t *uop.Trace, x *exitdata.Exit) {
	counts := func() bool { // not at the top of a loop that several jumps lead back to
		name := t.Table.Row(t.Insts[2].Op).Name
		return name == "_CHECK_PERIODIC" || name == "_RESUME_CHECK"
	}
	w.trace, w.entered = t, x == nil && counts() || x != nil && x.TypedEnd() && t.Stop != uop.StopEnterExecutor
}

func (w *entryWatcher) Function(_ string, f *ir.Func) {
	w.f = f
	w.check("after a pass") // a pass that hoists must keep it
}

func (w *entryWatcher) Machine(*lower.Func, *lower.Allocation) { w.checked++ }

func (w *entryWatcher) check(when string) {
	if !w.entered {
		return
	}
	o := verify.Options{Progress: &verify.Progress{PC: w.trace.Entry, Mark: func(v *ir.Value) bool { return v.Op == ir.OpClock }}}
	for _, d := range verify.Check(w.f, o) {
		if d.Code == "V034" {
			w.t.Errorf("%s, %s: %v", w.trace.Name, when, d)
		}
	}
}

// TestEntriesMakeProgress: executors that the interpreter enters where it counts, at back
// edges and function entries, execute an instruction before they can come back: what
// stands there has one form, without guards of types. (Those that are requested elsewhere, and
// those at the tops of loops that several jumps lead back to,
// may come back at once: the interpreter then executes the instruction. See progress.go.)
func TestEntriesMakeProgress(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	for _, file := range files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			for _, sel := range []uop.Selector{interp.Ways, interp.Traces} {
				vm, err := interp.New(importing(cpython(t), interp.Options{Heap: object.Options{Limit: 256 << 20}, Stdout: io.Discard, Selector: sel}))
				if err != nil {
					t.Fatal(err)
				}
				defer vm.Close()
				w := &entryWatcher{t: t}
				if err := vm.EnableTier2(tier2.Options{Observer: w, Clock: true}); err != nil {
					t.Fatal(err)
				}
				if stderr, status := result(vm.RunMain(code, []string{file})); status != 0 {
					t.Fatal(stderr)
				}
				if w.checked == 0 {
					t.Error("no executor")
				}
			}
		})
	}
}

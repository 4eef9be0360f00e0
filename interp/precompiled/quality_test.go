package precompiled

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/uop"
)

// quality counts what code a target makes of the suite. It implements tier2.Observer.
type quality struct {
	tier2.NopObserver
	target             *lower.Target
	uops, ops          int // micro-ops, and operations of the IR after the passes
	hot, all           int // bytes
	insts, fused       int // instructions of the hot path; floats' multiply-adds, anywhere
	lastOps, lastUops  int
	executors, machine int // machine operations
}

func (q *quality) Trace(t *uop.Trace, _ *exitdata.Exit) { q.lastUops = len(t.Insts) }

func (q *quality) Function(_ string, f *ir.Func) {
	q.lastOps = 0
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			if v.Op != ir.OpState && v.Op != ir.OpNew { // those are places, not operations
				q.lastOps++
			}
		}
	}
}

func (q *quality) Machine(f *lower.Func, _ *lower.Allocation) { q.machine += len(f.Insts) }

func (q *quality) Code(_ *exitdata.Executor, _ *lower.Func, code *lower.Code) {
	q.executors++
	q.uops, q.ops = q.uops+q.lastUops, q.ops+q.lastOps
	q.hot, q.all = q.hot+code.Hot, q.all+len(code.Bytes)
	q.insts += strings.Count(q.target.Disassemble(code.Bytes[:code.Hot], 0, lower.Notes{}), "\n")
	text := strings.ToLower(q.target.Disassemble(code.Bytes, 0, lower.Notes{}))
	for _, name := range []string{"fmadd", "fmsub", "fnmadd", "fnmsub", "fmla", "fmls"} {
		q.fused += strings.Count(text, name)
	}
}

// TestQuality compiles the suite for each target, the same executors for all, and holds the code to its bars: the
// hot path of amd64 is at most 24 bytes an operation of the IR, that of arm64 28; arm64
// takes at most 1.15 times the instructions of amd64. No product of floats is fused
// with a sum: Python rounds both.
//
// Code for another processor does not run: for the same executors the suite is evaluated
// as IR for all of them, which takes long. That is done at full size; otherwise the
// processor runs its own code, and that is held to its bar.
func TestQuality(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole suite")
	}
	got := map[string]*quality{}
	for _, arch := range tier2.Targets() {
		kind := exitdata.IR
		if !soak.On() {
			if arch != runtime.GOARCH || !native.Supported() {
				continue
			}
			kind = exitdata.Native
		}
		q := &quality{target: tier2.Target(arch)}
		got[arch] = q
		for _, p := range suite(t) {
			vm, err := interp.New(interp.Options{Stdout: io.Discard})
			if err != nil {
				t.Fatal(err)
			}
			if err := vm.EnableTier2(tier2.Options{Backend: kind, Target: arch, Observer: q, CheckAllocation: true}); err != nil {
				t.Fatal(err)
			}
			if err := vm.RunMain(p.code, []string{p.code.Filename}); err != nil {
				t.Errorf("%s: %v", p.name, err)
			}
			if err := vm.Close(); err != nil {
				t.Error(err)
			}
		}
		per := func(n, of int) float64 { return float64(n) / float64(of) }
		t.Logf("%s: %d executors, %d micro-ops, %d operations of the IR; hot: %.2f instructions and %.1f bytes an operation; %.1f bytes a micro-op, %.1f with the cold code",
			arch, q.executors, q.uops, q.ops, per(q.insts, q.ops), per(q.hot, q.ops), per(q.hot, q.uops), per(q.all, q.uops))
		if limit := map[string]float64{"amd64": 24, "arm64": 28}[arch]; per(q.hot, q.ops) > limit {
			t.Errorf("%s: %.1f bytes of hot path an operation, at most %g are good", arch, per(q.hot, q.ops), limit)
		}
		if q.fused > 0 {
			t.Errorf("%s: %d fused multiply-adds", arch, q.fused)
		}
	}
	a, b := got["amd64"], got["arm64"]
	if a == nil || b == nil {
		return
	}
	ratio := float64(b.insts) / float64(b.ops) / (float64(a.insts) / float64(a.ops))
	t.Logf("arm64 takes %.3f times the instructions of amd64", ratio)
	if ratio > 1.15 {
		t.Errorf("arm64 takes %.2f times the instructions of amd64, at most 1.15 are good", ratio)
	}
}

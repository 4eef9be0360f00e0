package interp_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/uop"
)

// traces is an observer that keeps the traces that are entered from the
// interpreter.
type traces struct {
	tier2.NopObserver
	list []*uop.Trace
	done bool
}

func (t *traces) Trace(tr *uop.Trace, parent *exitdata.Exit) {
	if parent == nil && !t.done {
		t.list = append(t.list, tr)
	}
}

// BenchmarkCompile measures the whole compile, from a trace to installed code, on
// the traces of a program.
func BenchmarkCompile(b *testing.B) {
	for _, name := range []string{"nbody", "matmul", "fannkuch"} {
		b.Run(name, func(b *testing.B) { benchmarkCompile(b, name, "") })
	}
}

func benchmarkCompile(b *testing.B, name, pipeline string) {
	vm, seen := runFor(b, name)
	defer vm.Close()
	c := vm.Compiler()
	uops := 0
	b.ReportAllocs()
	for b.Loop() {
		for _, t := range seen.list {
			ex, err := c.Compile(t)
			if err != nil {
				b.Fatal(err)
			}
			uops += len(t.Insts)
			if err := c.Table().Free(ex); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(uops), "ns/uop")
}

// runFor runs a program so that its code is hot and its traces are known.
func runFor(b *testing.B, name string) (*interp.VM, *traces) {
	file := filepath.Join("..", "testdata", "programs", name+".py")
	if _, err := os.Stat(file); err != nil {
		b.Skip(err)
	}
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		b.Skip(err)
	}
	code, err := py.CompileFile(context.Background(), file)
	if err != nil {
		b.Fatal(err)
	}
	vm, err := interp.New(interp.Options{})
	if err != nil {
		b.Fatal(err)
	}
	seen := &traces{}
	if err := vm.EnableTier2(tier2.Options{Backend: exitdata.Native, Observer: seen}); err != nil {
		b.Skip(err)
	}
	if err := vm.RunMain(code, []string{file}); err != nil {
		b.Fatal(err)
	}
	seen.done = true
	return vm, seen
}

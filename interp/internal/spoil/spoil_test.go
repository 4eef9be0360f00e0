package spoil_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/internal/spoil"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
)

var (
	first   = flag.Int("first", 0, "the first batch")
	batches = flag.Int("batches", 0, "how many batches; 0: some, at full size many")
	only    = flag.Int("only", -1, "of each batch, this mutant alone")
	child   = flag.String("child", "", "run batches, of the files in this folder, and report to stdout")
)

const (
	batch    = 64 // mutants of one file that one VM runs
	deadline = 15 * time.Millisecond
	hang     = 20 * time.Second
)

// modes are the ways to run; Cold stands for tier 1 alone.
var modes = []exitdata.Kind{exitdata.Cold, exitdata.Uops, exitdata.IR, exitdata.Native}

// TestSpoiled runs mutants of programs, and of modules of CPython's library, in other
// processes: batch i is of one file, in one mode, and the same always. A process that
// crashes, a VM that panics, a mutant that does not end, and a heap that is not in order
// behind it are failures. Built with -tags arenacheck, each access of Go code is tested.
func TestSpoiled(t *testing.T) {
	if *child != "" {
		report(t)
		return
	}
	dir := t.TempDir()
	files := sources(t, dir)
	n := *batches
	if n == 0 {
		n = soak.Of(12, 12, 1_000_000/batch+1)
	}
	var sum counts
	failures := 0
	for at, end := *first, *first+n; at < end; {
		last, what := runChild(t, dir, at, end, &sum)
		if what != "" {
			failures++
			t.Errorf("-first=%d -batches=1 -only=%d (%s): %s", last.batch, last.mutant, last.what, what)
		}
		if failures > 50 {
			t.Fatal("too many failures")
		}
		at = last.batch + 1
	}
	t.Logf("%d files, %d mutants, of which %d passed Verify; %d ended by the deadline, %d unsupported", files, sum.mutants, sum.passed, sum.ended, sum.unsupported)
	if sum.passed == 0 || sum.passed == sum.mutants {
		t.Errorf("%d of %d mutants have passed", sum.passed, sum.mutants)
	}
}

// TestDeadWords: the words above the operand stack may be of objects that are gone. Built
// with -tags arenacheck, a look at one is a panic.
func TestDeadWords(t *testing.T) {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	code, err := py.Compile(context.Background(), "dead.py", []byte("import gc\ndef deep(n=100000): len((0,) * n)\ndef shallow(n=0): return list()\n"+
		"for i in range(20):\n    deep()\n    gc.collect()\n    shallow()\n"))
	if err != nil {
		t.Fatal(err)
	}
	vm, err := interp.New(interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.RunMain(code, nil); err != nil {
		t.Error(err)
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
}

// counts are what became of mutants.
type counts struct{ mutants, passed, ended, unsupported int }

// place is where a child was.
type place struct {
	batch, mutant int
	what          string
}

// runChild runs batches in a process until it is done or has failed.
func runChild(t *testing.T, dir string, at, end int, sum *counts) (last place, failure string) {
	last.batch = at
	cmd := exec.Command(os.Args[0], "-test.run=^TestSpoiled$", "-test.timeout=0", "-child="+dir, fmt.Sprint("-first=", at), fmt.Sprint("-batches=", end-at), fmt.Sprint("-only=", *only))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(hang, func() { _ = cmd.Process.Kill() })
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		kill.Reset(hang)
		var c counts
		switch what, text, _ := strings.Cut(strings.TrimSpace(line), " "); what {
		case "at":
			if _, err := fmt.Sscan(text, &last.batch, &last.mutant); err != nil {
				t.Fatal(err)
			}
			last.what = text
		case "done":
			if _, err := fmt.Sscan(text, &c.mutants, &c.passed, &c.ended, &c.unsupported); err != nil {
				t.Fatal(err)
			}
			sum.mutants, sum.passed, sum.ended, sum.unsupported = sum.mutants+c.mutants, sum.passed+c.passed, sum.ended+c.ended, sum.unsupported+c.unsupported
		case "bad":
			t.Errorf("-first=%d -batches=1 -only=%d (%s): %s", last.batch, last.mutant, last.what, text)
		}
	}
	if !kill.Stop() {
		failure = "it does not end"
	}
	if err := cmd.Wait(); err != nil {
		text := stderr.String()
		return last, fmt.Sprintf("%s %v\n%.4000s", failure, err, text)
	}
	last.batch = end
	return last, failure
}

// sources compiles what is mutated into a folder and returns how many files there are.
func sources(t *testing.T, dir string) int {
	ctx := context.Background()
	py, err := compile.Find(ctx, compile.Options{Stderr: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	files := []string{"testdata/drive.py"}
	for _, pattern := range []string{"../../../testdata/programs/*.py", "../../testdata/snippets/*.py", "../../pycode/testdata/*.py"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	lib, err := filepath.Glob(filepath.Join(py.LibDir(), "*.py"))
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, lib...)
	if n := soak.Of(40, 40, 220); n < len(files) { // drive.py, and others evenly
		picked := files[:1:1]
		for i := 1; i < n; i++ {
			picked = append(picked, files[1+(i-1)*(len(files)-1)/(n-1)])
		}
		files = picked
	}
	script := "import sys, marshal\nfor i, f in enumerate(sys.argv[2:]):\n" +
		"    open(f'{sys.argv[1]}/{i:03}', 'wb').write(marshal.dumps(compile(open(f, 'rb').read(), f, 'exec', dont_inherit=True)))\n"
	cmd := py.Command(append([]string{"-W", "ignore", "-c", script, dir}, files...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return len(files)
}

// report is the child: it says where it is before it goes there.
func report(t *testing.T) {
	py, err := compile.Find(context.Background(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{lib: py.LibDir(), out: os.Stdout, finder: compile.Finder{Python: py}, found: map[string]*pycode.Module{}, made: map[string]*pycode.Code{}}
	names, err := filepath.Glob(filepath.Join(*child, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w.files = append(w.files, data)
	}
	for b := *first; b < *first+*batches; b++ {
		w.run(b)
	}
}

// worker runs batches.
type worker struct {
	lib    string
	out    io.Writer
	files  [][]byte
	finder compile.Finder
	found  map[string]*pycode.Module
	made   map[string]*pycode.Code
	counts counts
}

func (w *worker) say(format string, args ...any) {
	if _, err := fmt.Fprintf(w.out, format+"\n", args...); err != nil {
		panic(err)
	}
}

// find is the finder, once for each module.
func (w *worker) find(ctx context.Context, name string, path []string) (*pycode.Module, error) {
	if m, ok := w.found[name]; ok {
		return m, nil
	}
	m, err := w.finder.Find(ctx, name, path)
	if m != nil {
		w.found[name] = m
	}
	return m, err
}

// compile is the compiler, once for each source: CPython is asked for what modules of its
// library make, not for what mutants do.
func (w *worker) compile(ctx context.Context, filename, mode string, flags int, source []byte) (*pycode.Code, error) {
	key := fmt.Sprint(filename, mode, flags, string(source))
	if c := w.made[key]; c != nil {
		return c, nil
	}
	c, err := w.finder.Python.CompileSource(ctx, compile.Source{Filename: filename, Mode: mode, Flags: flags, Text: source})
	if err == nil {
		w.made[key] = c
	}
	return c, err
}

// run runs a batch: first the file as it is, then its mutants.
func (w *worker) run(b int) {
	w.counts = counts{}
	r := rand.New(rand.NewPCG(7, uint64(b)))
	mode, data := modes[b%len(modes)], w.files[r.IntN(len(w.files))]
	w.say("at %d -1 the file itself", b)
	vm, drive := w.vm(mode)
	defer func() {
		if err := vm.Heap().Check(); err != nil {
			w.say("bad %v", err)
		}
		if err := vm.Close(); err != nil {
			w.say("bad %v", err)
		}
		w.say("done %d %d %d %d", w.counts.mutants, w.counts.passed, w.counts.ended, w.counts.unsupported)
	}()
	w.try(vm, drive, "whole", read(data), time.Second, 1)
	for i := range batch {
		if *only >= 0 && i != *only {
			continue
		}
		code := read(data)
		what := spoil.Code(rand.New(rand.NewPCG(uint64(b), uint64(i))), code)
		w.counts.mutants++
		if code.Verify() == nil {
			w.counts.passed++
		} else if i%4 > 0 || code.VerifyShape() != nil {
			continue // of the others a few run until they call what is refused
		}
		w.say("at %d %d %q", b, i, what)
		if !w.try(vm, drive, fmt.Sprint("m", i), code, deadline, 24) {
			return
		}
	}
}

func read(data []byte) *pycode.Code {
	code, err := pycode.Unmarshal(data)
	if err != nil {
		panic(err)
	}
	return code
}

// vm makes a VM of little memory, in which everything is hot soon.
func (w *worker) vm(mode exitdata.Kind) (*interp.VM, interp.Value) {
	vm, err := interp.New(interp.Options{
		Heap: object.Options{Limit: 48 << 20, Stack: 1 << 20}, RecursionLimit: 120, Import: w.find, Compile: w.compile, Path: []string{w.lib},
		Hotspots: tier2.Hotspots{K: 5, N: 0, M: 0, Policy: tier2.Published},
	})
	if err != nil {
		panic(err)
	}
	if mode != exitdata.Cold && (mode != exitdata.Native || native.Supported()) {
		if err := vm.EnableTier2(tier2.Options{Backend: mode}); err != nil {
			panic(err)
		}
	}
	if err := vm.RunMain(read(w.files[0]), nil); err != nil {
		panic(err)
	}
	drive, err := vm.Global("drive")
	if err != nil {
		panic(err)
	}
	return vm, drive
}

// try runs a module and what it has, for so long; false if the VM is not to be used any
// more.
func (w *worker) try(vm *interp.VM, drive interp.Value, name string, code *pycode.Code, limit time.Duration, rounds int) bool {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	defer vm.InterruptOn(ctx)()
	m, err := vm.LoadModule(name, code)
	if err == nil {
		var names interp.Value
		if names, err = m.Attr("__dict__"); err == nil {
			_, err = drive.Call(names, rounds)
		}
	}
	var panicked *interp.PanicError
	var unsupported *interp.Unsupported
	switch {
	case errors.As(err, &panicked):
		w.say("bad %v %q", panicked.Value, frames(panicked.Stack))
		return false
	case errors.Is(err, context.DeadlineExceeded):
		w.counts.ended++
	case errors.As(err, &unsupported):
		w.counts.unsupported++
	}
	return true
}

// frames returns the functions behind a panic.
func frames(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	at := slices.IndexFunc(lines, func(s string) bool { return strings.HasPrefix(s, "panic(") })
	var names []string
	for i := max(at, 0); i < len(lines) && len(names) < 24; i++ {
		if f := strings.TrimSpace(lines[i]); strings.HasPrefix(f, "/") && !strings.Contains(f, "/runtime/") {
			names = append(names, filepath.Base(strings.Fields(f)[0]))
		}
	}
	return strings.Join(names, " < ")
}

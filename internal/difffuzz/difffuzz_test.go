package difffuzz_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/difffuzz"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/deopt"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/passtool/debug"
)

var (
	seed      = flag.Uint64("seed", 1, "the first seed of TestFunctions")
	functions = flag.Int("functions", 0, "how many functions TestFunctions makes; 0: some")
	totals    = flag.String("totals", "", "a `file` to which each driver adds a line: its name, the first seed, how many functions or programs it has run, executors, forced exits, seconds")
)

// perBatch is how many functions a program has, and how many programs share a VM. A VM, its compiler's routines and a process of
// CPython take the time of 200 functions.
const perBatch = 500

// perForced is how many functions of every fourth batch run once more, with exits forced: at each all objects of two VMs are compared.
const perForced = 25

// runner runs programs.
type runner struct {
	t      *testing.T
	py     *compile.Python
	oracle *oracle
	dir    string
	seen   *seen
	ran    int  // programs or functions
	made   int  // executors
	exits  int  // that were forced
	forced bool // exits are now, and all that can be seen is compared with the interpreter
	// budget, if not 0, ends programs that have lost what ends their loops.
	budget uint64
	heap   uintptr // its limit
	// ends says that of an exception which ends a program only that counts.
	ends   bool
	begun  time.Time
	behind int // programs that were not like CPython's behind others, but alone
}

func newRunner(t *testing.T) *runner {
	py, err := compile.Find(context.Background(), compile.Options{Stderr: os.Stderr, NoCache: true})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	return &runner{t: t, py: py, oracle: newOracle(t, py, filepath.Join(dir, "printed")), dir: dir, seen: newSeen(), heap: 1 << 30, begun: time.Now()}
}

// file writes a program.
func (r *runner) file(source string) string {
	name := filepath.Join(r.dir, "fuzz.py")
	if err := os.WriteFile(name, []byte(source), 0o666); err != nil {
		r.t.Fatal(err)
	}
	return name
}

// cpython returns what CPython prints.
func (r *runner) cpython(source string) string {
	out, status := r.oracle.run(r.file(source), 0, 0)
	if status != 0 {
		r.t.Fatalf("CPython: status %d\n%s", status, source)
	}
	return out
}

func (r *runner) compile(source string) (*pycode.Code, error) {
	return r.py.CompileFile(context.Background(), r.file(source))
}

// A chaos is how a program is compiled.
type chaos struct {
	passes   string
	modes    debug.Modes
	hotspots tier2.Hotspots
	traces   bool
	hotness  int    // of exits
	chain    int    // of executors
	proved   bool   // the allocation of registers is checked
	places   uint64 // the seed of places and layout, 0: the better ones
}

// choose makes a seed's choice: among pipelines that obey their passes' constraints, with
// all rewrites or some.
func choose(seed uint64) chaos {
	r := rand.New(rand.NewPCG(seed, 0x6368616f73))
	c := chaos{passes: []string{"@default", "@default", "@max", "@fast"}[r.IntN(4)], modes: debug.Modes{Verify: r.IntN(4) == 0, Stats: true}}
	if r.IntN(3) == 0 {
		c.modes.Limited, c.modes.Fuel = true, r.IntN(20000)
	}
	if r.IntN(16) == 0 {
		c.modes.Shuffle = seed | 1
	}
	c.proved = r.IntN(4) == 0
	c.traces = r.IntN(3) == 0
	c.hotspots = tier2.Hotspots{K: []int{6, 11, 19, 30}[r.IntN(4)]}
	// What continues at exits would be most of what is compiled.
	c.hotness, c.chain = 64, 2
	if r.IntN(12) == 0 {
		c.hotness, c.chain = []int{2, 9, 20}[r.IntN(3)], 8
	}
	if r.IntN(2) == 0 {
		c.places = seed<<20 | 1
	}
	return c
}

// options are those of a VM with room for all executors, whose memory counts.
func (r *runner) options(out *bytes.Buffer, c chaos, nativeCode bool) interp.Options {
	o := interp.Options{Stdout: out, Stderr: out, Heap: object.Options{Limit: r.heap, Stack: 8 << 20}, Strict: true, Budget: r.budget, Hotspots: c.hotspots}
	if c.traces && nativeCode {
		o.Selector = interp.Traces
	}
	if r.ends {
		o.Stderr = io.Discard
	}
	return o
}

// run runs code and returns what it prints; native: as machine code, under chaos.
func (r *runner) run(code *pycode.Code, nativeCode bool, seed uint64) string {
	var out bytes.Buffer
	c := choose(seed)
	vm, session, main, end := r.vm(r.options(&out, c, nativeCode), c, nativeCode, seed)
	defer end()
	printed := r.printed(&out, main(code, []string{code.Filename}))
	r.count(vm, session, nativeCode, seed)
	return printed
}

// printed is what a program has printed that has ended with an error.
func (r *runner) printed(out *bytes.Buffer, err error) string {
	if over := new(interp.BudgetError); errors.As(err, &over) {
		return "over budget"
	}
	if err != nil {
		if r.ends {
			err = errEnded
		}
		fmt.Fprintln(out, err)
	}
	return out.String()
}

// count adds what a VM's compiler has done.
func (r *runner) count(vm *interp.VM, session *debug.Session, nativeCode bool, seed uint64) {
	if !nativeCode {
		return
	}
	stats := vm.Stats()
	r.exits += int(stats.Tier2.DeoptForced)
	for _, reason := range []string{tier2.RefusedPass, tier2.RefusedInternal, tier2.RefusedPanic, "error"} {
		if n := stats.Tier2.Refusals[reason]; n > 0 {
			r.t.Errorf("seed %d: the compiler has failed %d times: %s", seed, n, reason)
		}
	}
	r.made += len(vm.Executors())
	r.seen.ran(vm, session)
}

// vm makes a VM for a program, what runs it there, and what closes it.
func (r *runner) vm(o interp.Options, c chaos, nativeCode bool, seed uint64) (vm *interp.VM, session *debug.Session, main func(*pycode.Code, []string) error, end func() error) {
	var err error
	if !nativeCode {
		if vm, err = interp.New(o); err != nil {
			r.t.Fatal(err)
		}
		return vm, nil, vm.RunMain, vm.Close
	}
	if session, err = debug.New(c.modes); err != nil {
		r.t.Fatal(err)
	}
	to := tier2.Options{Backend: exitdata.Native, Passes: c.passes, Session: session, Hotness: c.hotness, MaxChain: c.chain, CheckAllocation: c.proved, Chaos: c.places, Observer: r.seen}
	if r.forced {
		d, err := interp.NewDeopt(o, to, deopt.Options{Random: true, Seed: seed, Times: 3})
		if err != nil {
			r.t.Fatal(err)
		}
		return d.VM(), session, d.RunMain, d.Close
	}
	if vm, err = interp.New(o); err == nil {
		err = vm.EnableTier2(to)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return vm, session, vm.RunMain, vm.Close
}

// TestFunctions runs functions made at random, a hundred a program, and variants of them,
// and compares machine code with the interpreter and with CPython. A failure prints the
// smallest program that shows it.
func TestFunctions(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	newRunner(t).batches(cmp.Or(*functions, soak.Of(60, 90, 20000)), difffuzz.Batch, difffuzz.Variant)
}

// TestObjects is TestFunctions for programs of classes, exceptions and generators, without variants.
func TestObjects(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	newRunner(t).batches(cmp.Or(*functions, soak.Of(30, 40, 5000)), difffuzz.BatchObjects, func(source string, seed uint64) string { return source })
}

// TestContainers is TestFunctions for programs of containers, text, names and modules, without variants.
func TestContainers(t *testing.T) {
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
	newRunner(t).batches(cmp.Or(*functions, soak.Of(20, 40, 5000)), difffuzz.BatchContainers, func(source string, seed uint64) string { return source })
}

// batches holds programs of batch against CPython, n functions in all, every other one as a variant.
func (r *runner) batches(n int, batch func(first uint64, n int) string, variant func(source string, seed uint64) string) {
	size, k := uint64(min(perBatch, (n+2)/3)), 0
	for first := *seed; first < *seed+uint64(n) && !r.t.Failed(); first, k = first+size, k+1 {
		plain := batch(first, int(size))
		want, known := r.cpython(plain), r.seen.n
		r.ran += int(size)
		source := plain
		if k%2 == 1 {
			source = variant(plain, first)
		}
		r.hold(source, want, first)
		if k%4 == 0 {
			r.forced = true
			few := batch(first, int(min(size, perForced)))
			r.hold(few, r.cpython(few), first)
			r.forced = false
		}
		if r.seen.n == known || known == 0 {
			continue
		}
		// What has made the compiler do something new is worth more: a variant, compiled otherwise.
		r.t.Logf("seed %d: %d more counters", first, r.seen.n-known)
		again := first + 1<<32
		r.hold(variant(plain, again), want, again)
	}
	r.report()
}

// hold holds a program against what it is to print; seed chooses how it is compiled.
func (r *runner) hold(source, want string, seed uint64) {
	if d := r.differs(source, want, seed); d != "" && !r.t.Failed() {
		r.t.Errorf("seed %d: %s\n%s", seed, d, r.reduced(source, seed))
	}
}

// differs says where a program's output as machine code, or by the interpreter, is not what
// is wanted.
func (r *runner) differs(source, want string, seed uint64) string {
	code, err := r.compile(source)
	if err != nil {
		r.t.Fatalf("%v\n%s", err, source)
	}
	if d := difference(r.run(code, false, seed), want); d != "" {
		return "the interpreter: " + d
	}
	if d := difference(r.run(code, true, seed), want); d != "" {
		return "machine code: " + d
	}
	return ""
}

func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("got %s, want %s", g[i], w[i])
		}
	}
	if len(g) != len(w) {
		return fmt.Sprintf("%d lines, want %d", len(g), len(w))
	}
	return ""
}

// reduced returns the part of a program for which machine code and the interpreter differ.
func (r *runner) reduced(source string, seed uint64) string {
	defer func(budget uint64) { r.budget = budget }(r.budget)
	r.budget = 1 << 25
	return difffuzz.Reduce(source, func(source string) bool {
		code, err := r.compile(source)
		if err != nil {
			return false
		}
		want := r.run(code, false, seed)
		got := r.run(code, true, seed)
		return want != "over budget" && got != "over budget" && difference(got, want) != ""
	})
}

// report says what has been run, and what never happened.
func (r *runner) report() {
	r.total()
	if r.made == 0 {
		r.t.Error("no machine code was made")
	}
	rules, uops, ops, exits := r.seen.never()
	if drivers == 0 {
		uncompiled = uops
	} else {
		uncompiled = slices.DeleteFunc(uncompiled, func(name string) bool { return !slices.Contains(uops, name) })
	}
	drivers++
	r.t.Logf("%d programs or functions, %d executors, %d exits forced, %d counters; never: %d rules (%s), %d micro-ops (%s), %d operations (%s), %d kinds of exits (%s)",
		r.ran, r.made, r.exits, r.seen.n, len(rules), strings.Join(rules, " "), len(uops), strings.Join(uops, " "), len(ops), strings.Join(ops, " "), len(exits), strings.Join(exits, " "))
}

// total adds what has been run to the file of -totals.
func (r *runner) total() {
	if *totals == "" {
		return
	}
	f, err := os.OpenFile(*totals, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		r.t.Fatal(err)
	}
	_, err = fmt.Fprintln(f, r.t.Name(), *seed, r.ran, r.made, r.exits, int(time.Since(r.begun).Seconds()))
	if err := errors.Join(err, f.Close()); err != nil {
		r.t.Error(err)
	}
}

// errEnded stands for the exception that ends a program.
var errEnded = errors.New("failed")

// TestRepeats holds the generators to their seeds, and seeds to different programs.
func TestRepeats(t *testing.T) {
	for _, program := range []func(uint64) string{
		difffuzz.Numbers, difffuzz.Objects, difffuzz.Containers, func(seed uint64) string { return difffuzz.Batch(seed, 2) },
		func(seed uint64) string { return difffuzz.BatchObjects(seed, 2) },
		func(seed uint64) string { return difffuzz.BatchContainers(seed, 2) },
		func(seed uint64) string { return difffuzz.Variant(difffuzz.Numbers(1), seed) },
		func(seed uint64) string { return difffuzz.Mutant(difffuzz.Numbers(1), seed) },
	} {
		if program(5) != program(5) {
			t.Error("seed 5 makes two programs")
		}
		if program(5) == program(6) {
			t.Error("seeds 5 and 6 make the same program")
		}
	}
}

// TestReduce reduces a program that is bad because of one statement in a loop.
func TestReduce(t *testing.T) {
	source := "a = 1\ndef f(n):\n    for i in range(n):\n        if n:\n            b = 2\n            c = bad\n    return 3\nf(5)\n"
	got := difffuzz.Reduce(source, func(s string) bool { return strings.Contains(s, "c = bad") && strings.Contains(s, "for i") })
	if want := "for i in range(n):\n    c = bad"; strings.TrimSpace(got) != want {
		t.Errorf("%q", got)
	}
}

package interp_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/native"
)

var everyPlace = flag.Bool("everyplace", false, "request executors at every instruction of every program, one at a time, not only at some")

// site is where an executor is requested.
type site struct {
	code *pycode.Code
	unit int
}

// sites returns all instructions of a program that can have an executor.
func sites(c *pycode.Code) (list []site) {
	for at := 0; at < len(c.Units); {
		in := pycode.Decode(c.Units, at)
		if in.Op != pycode.NOT_TAKEN {
			list = append(list, site{c, at})
		}
		at = in.Next
	}
	for _, k := range c.Consts {
		if inner, ok := k.(*pycode.Code); ok {
			list = append(list, sites(inner)...)
		}
	}
	return list
}

// runAt runs a program with executors requested at some places. The places are taken
// back afterwards: the code must be what it was, but for what specializes.
func runAt(t *testing.T, backend exitdata.Kind, code *pycode.Code, at []site, args ...string) (outcome, interp.Stats) {
	t.Helper()
	var out bytes.Buffer
	vm, err := interp.New(importing(cpython(t), interp.Options{Heap: small, Stdout: &out, Stats: true}))
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.EnableTier2(tier2.Options{Backend: backend, Clock: true}); err != nil {
		t.Fatal(err)
	}
	for _, s := range at {
		if err := vm.Request(s.code, s.unit); err != nil {
			t.Fatal(err)
		}
	}
	stderr, status := result(vm.RunProgram(code, append([]string{code.Filename}, args...)))
	stats := vm.Stats()
	for _, s := range at {
		// What the instruction does beneath an executor must not be written over it.
		if live := vm.LiveUnits(s.code); vm.ExecutorAt(s.code, s.unit) != nil && live[s.unit] != s.code.Units[s.unit]&0xFF00|uint16(pycode.ENTER_EXECUTOR) {
			t.Fatalf("%s at %d: %#04x stands there, with an executor", s.code.QualName, s.unit, live[s.unit])
		}
		vm.TakeBack(s.code, s.unit)
		live := vm.LiveUnits(s.code)
		if live == nil {
			continue // never loaded
		}
		in, was := pycode.Decode(live, s.unit), pycode.Decode(s.code.Units, s.unit)
		shares := strings.ReplaceAll(was.Op.String(), "_BORROW", "") // what a load becomes of a str that is appended to
		if in.Op.Base() != was.Op.Base() && in.Op.String() != shares || in.Arg != was.Arg {
			t.Fatalf("%s at %d: %v %d stands there afterwards", s.code.QualName, s.unit, in.Op, in.Arg)
		}
	}
	return outcome{out.String(), stderr, status}, stats
}

// agrees runs a program with executors requested at some places and compares with
// the interpreter.
func agrees(t *testing.T, backend exitdata.Kind, code *pycode.Code, at []site, want outcome, ticks uint64, args ...string) interp.Stats {
	t.Helper()
	got, stats := runAt(t, backend, code, at, args...)
	if strings.Contains(got.show(), lookedAt) {
		return stats
	}
	if d := differs(got.show(), want.show()); d != "" {
		t.Errorf("%d places from %s at %d: %s", len(at), at[0].code.QualName, at[0].unit, d)
	}
	if n := stats.Tier1.Instructions + stats.Tier2.Instructions; n != ticks {
		t.Errorf("%v: %d places from %s at %d: %d instructions, want %d", backend, len(at), at[0].code.QualName, at[0].unit, n, ticks)
	}
	return stats
}

// lookedAt is what a program is told that looks at frames where compiled code does
// not keep them in memory, by ways that cannot be left to the interpreter.
const lookedAt = "unsupported looking at the frame of compiled code"

// sleeps matches programs that wait: they execute another number of instructions in each run.
var sleeps = regexp.MustCompile(`\bsleep\((0\.|[^0)])`)

// finalizes matches programs that look what a collection has left: where compiled code asks for one,
// or is left for it, other words keep objects alive than in the interpreter (docs/python.md). Programs with threads are among
// them: how many instructions one executes before another goes on is another number in each run.
var finalizes = regexp.MustCompile(`\bgc\.collect\(|\b__del__\b|\bimport (.*, )?_?thread(ing)?\b|\bto_thread\(`)

// requested reports whether TestRequest has a program of a file of snippets, as its comment says.
func requested(file, program string) bool {
	if placedOf(file) == everyInstruction {
		return soak.Some(12, program)
	}
	return testing.Short() || soak.Some(4, "requested "+program)
}

// TestRequest puts executors at every instruction of the snippets and programs: all
// of them at once, and one at a time (some, or with -everyplace all). The programs
// run in a small size. Machine code is made of the same IR as the evaluator runs, which
// takes half of the time: it has its turn at full size, and where there is no machine code. So
// do micro-ops in programs. Of the snippets usually a third has machine code, one program in four; a third, which
// TestDeoptEverywhere runs as machine code that stands at every instruction, has micro-ops, one program in twelve; and a
// quarter of these has an executor that stands alone.
func TestRequest(t *testing.T) {
	backends := []exitdata.Kind{exitdata.Uops}
	if soak.On() || !native.Supported() {
		backends = append(backends, exitdata.IR)
	}
	if native.Supported() {
		backends = append(backends, exitdata.Native)
	}
	turn := func(file, program string) []exitdata.Kind {
		if soak.On() || !native.Supported() {
			return backends
		}
		if placedOf(file) == everyInstruction && !notForced(program) {
			return []exitdata.Kind{exitdata.Uops}
		}
		return []exitdata.Kind{exitdata.Native}
	}
	check := func(t *testing.T, backends []exitdata.Kind, code *pycode.Code, some int, args ...string) {
		want, off := run(t, mode{name: "off"}, interp.Options{Heap: small, Stats: true}, code, args...)
		all := sites(code)
		for _, b := range backends {
			stats := agrees(t, b, code, all, want, off.Tier1.Instructions, args...)
			if stats.Tier2.Executors == 0 {
				t.Errorf("%v: no executor at all", b)
			}
		}
		random := rand.New(rand.NewPCG(uint64(len(all)), 0))
		b := backends[len(backends)-1]
		for i := range all {
			if *everyPlace || random.IntN(len(all)) < some {
				agrees(t, b, code, all[i:i+1], want, off.Tier1.Instructions, args...)
			}
		}
	}
	for _, file := range placedSnippets(t, everyInstruction, everyRequest) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			for i, p := range strings.Split(readFile(t, file), between) {
				if sleeps.MatchString(p) || finalizes.MatchString(p) || !requested(file, p) {
					continue
				}
				alone := 10
				if !soak.On() {
					alone = max(0, 1-i%4)
				}
				check(t, turn(file, p), compiled(t, p), alone)
			}
		})
	}
	for _, file := range files(t, filepath.Join("..", "testdata", "programs", "*.py"), 20) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if !soak.Some(4, readFile(t, file)) {
				t.Skip("slow")
			}
			t.Parallel()
			code, err := cpython(t).CompileFile(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			size := smallSizes[strings.TrimSuffix(filepath.Base(file), ".py")]
			if size == "" {
				t.Fatal("smallSizes has no size for it")
			}
			in := backends
			if !soak.On() {
				in = in[len(in)-1:]
			}
			check(t, in, code, soak.Of(2, 2, 30), size)
		})
	}
}

// TestRequestExtended puts executors over instructions with EXTENDED_ARGs: locals
// and jumps that do not fit a byte.
func TestRequestExtended(t *testing.T) {
	var b strings.Builder
	b.WriteString("def f(n):\n")
	for i := range 300 {
		fmt.Fprintf(&b, "    v%d = %d\n", i, i)
	}
	b.WriteString("    s = 0\n    for i in range(n):\n")
	for i := 250; i < 300; i++ {
		fmt.Fprintf(&b, "        s += v%d * i + %d\n", i, 1000+i)
	}
	b.WriteString("        v299 += 1\n    return s, v299\nprint(f(900))\n")
	code := compiled(t, b.String())
	want, off := run(t, mode{name: "off"}, interp.Options{Heap: small, Stats: true}, code)
	all, extended := sites(code), 0
	for _, s := range all {
		if pycode.Op(s.code.Units[s.unit]) == pycode.EXTENDED_ARG {
			extended++
		}
	}
	if extended < 50 {
		t.Fatalf("only %d instructions have an EXTENDED_ARG", extended)
	}
	agrees(t, exitdata.Uops, code, all, want, off.Tier1.Instructions)
	if native.Supported() {
		agrees(t, exitdata.Native, code, all, want, off.Tier1.Instructions)
	}
}

// TestRequestRefused: places where no instruction begins, and VMs without an
// optimizer.
func TestRequestRefused(t *testing.T) {
	code := compiled(t, "x = 1\nif x:\n    x = x + 1\n")
	vm, err := interp.New(interp.Options{Heap: small})
	if err != nil {
		t.Fatal(err)
	}
	defer vm.Close()
	if err := vm.Request(code, 0); err == nil {
		t.Error("there is no optimizer")
	}
	if err := vm.EnableTier2(tier2.Options{}); err != nil {
		t.Fatal(err)
	}
	begins := map[int]bool{}
	for _, s := range sites(code) {
		begins[s.unit] = true
	}
	for unit := -1; unit <= len(code.Units); unit++ {
		if err := vm.Request(code, unit); (err == nil) != begins[unit] {
			t.Errorf("unit %d: %v", unit, err)
		}
	}
	if stderr, status := result(vm.RunMain(code, nil)); status != 0 {
		t.Error(stderr)
	}
}

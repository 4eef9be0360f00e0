package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
)

// The constants that the planted passes are wrong about.
const (
	wrongAt   = 70137
	explodeAt = 70400
)

// again gives operations that have a constant int on the right the same constant, which is right, but another
// one to one of them.
var again = &passes.Pass{
	Name: "again", Doc: "For the tests: puts constants in the place of constants.", In: ir.GuestOnly, Out: passes.Same, Counters: []string{"const"},
	New: passes.Simple(func(ctx *passes.Context) error {
		for _, b := range ctx.F.Blocks {
			for v := range b.Values() {
				if len(v.Args) != 2 || v.Arg(1).Op != ir.OpConstRef {
					continue
				}
				c := v.Arg(1)
				n, ok := ctx.F.Words.UnboxI64(c.Word())
				if !ok || !ctx.Fire(0, v) {
					continue
				}
				if n == wrongAt {
					w, _ := ctx.F.Words.Int(n + 1) // as small as n
					c = ctx.F.ConstRef(w)
				}
				ctx.F.SetOperand(v, 1, c)
			}
		}
		return nil
	}),
}

// explode panics at a constant, in a function of whose constants one is known to
// be a function of the guest: a replay must know that too.
var explode = &passes.Pass{
	Name: "explode", Doc: "For the tests: panics.", In: ir.FromTyped, Out: passes.Same,
	New: passes.Simple(func(ctx *passes.Context) error {
		function, ok := ctx.F.Types.ByName("builtin")
		if !ok {
			return nil
		}
		known := ""
		for _, k := range ctx.F.Consts() {
			if k.Op == ir.OpConstRef && ctx.F.Words.Fact(k.Word()).Types == function {
				known = "a builtin"
			}
		}
		for _, k := range ctx.F.Consts() {
			if k.Op == ir.OpConstI64 && k.Int() == explodeAt {
				panic(fmt.Sprintf("planted, at %d, with %s", k.Int(), known))
			}
		}
		return nil
	}),
}

// plant makes the command know the planted passes.
func plant() {
	passSet = func() (*passes.Set, error) {
		set, err := passes.NewSet(append(all.List[:len(all.List):len(all.List)], again, explode)...)
		if err != nil {
			return nil, err
		}
		for _, p := range all.Presets {
			if err := set.Preset(p.Name, p.Text()); err != nil {
				return nil, err
			}
		}
		return set, nil
	}
}

// places is how many exclusive ors fit in a trace.
const places = 100

// sources returns a program whose functions have hundreds of rewrites together.
func sources(n int) string {
	var b strings.Builder
	b.WriteString("import sys\nok = True\n")
	for at := 0; at < n; at += places {
		fmt.Fprintf(&b, "def f%d(k):\n    x = 1\n    for i in range(k):\n        x = x + len('abc')\n", at)
		for i := at; i < at+places; i++ {
			fmt.Fprintf(&b, "        x = x ^ %d\n", 70000+i)
		}
		b.WriteString("        x = x & 65535\n    return x\n")
		fmt.Fprintf(&b, "def g%d(k):\n    x = 1\n    for i in range(k):\n        x = x + 3\n        for c in range(%d, %d):\n            x = x ^ c\n        x = x & 65535\n    return x\n",
			at, 70000+at, 70000+at+places)
		fmt.Fprintf(&b, "if f%d(3000) != g%[1]d(3000):\n    ok = False\n", at)
	}
	b.WriteString("print('right' if ok else 'wrong')\nsys.exit(0 if ok else 1)\n")
	return b.String()
}

// target is the command as a process of its own, with the planted passes.
func target(args ...string) *exec.Cmd {
	cmd := child(args...)
	cmd.Env = append(cmd.Env, "TIER2_TEST_PLANT=1")
	return cmd
}

var marker = regexp.MustCompile(`\[bisect-match 0x([0-9a-f]{16})\]`)

// trial runs the program with a pattern and returns whether it fails, what it
// reports, and the numbers of the rewrites that it reports.
func trial(t *testing.T, pattern, file string) (fails bool, report string, ids []uint64) {
	t.Helper()
	cmd := target("run", "-passes=again,@default", "-bisect="+pattern, file)
	var errs strings.Builder
	cmd.Stderr = &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatal(err, errs.String())
	}
	for _, m := range marker.FindAllStringSubmatch(errs.String(), -1) {
		id, err := strconv.ParseUint(m[1], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return err != nil, errs.String(), ids
}

// TestBisect plants one wrong rewrite among hundreds and finds it as
// golang.org/x/tools/cmd/bisect does: by patterns and reports, from the low bits of
// the rewrites' numbers on.
func TestBisect(t *testing.T) {
	file := write(t, "a.py", sources(400))
	fails, _, ids := trial(t, "y", file)
	if !fails || len(ids) < 400 {
		t.Fatalf("with everything enabled: fails %v, %d rewrites", fails, len(ids))
	}
	if fails, _, list := trial(t, "n", file); fails || len(list) < 400 {
		t.Fatalf("with nothing enabled: fails %v, %d rewrites", fails, len(list))
	}
	suffix, trials := "", 2
	for len(ids) > 1 {
		var halves [2][]uint64
		for _, id := range ids {
			bit := id >> len(suffix) & 1
			halves[bit] = append(halves[bit], id)
		}
		trials++
		if fails, _, _ := trial(t, "+0"+suffix, file); fails {
			suffix, ids = "0"+suffix, halves[0]
		} else {
			suffix, ids = "1"+suffix, halves[1]
		}
	}
	pattern := fmt.Sprintf("vx%016x", ids[0])
	fails, report, list := trial(t, pattern, file)
	// The numbers are made of the file's name among others, which differs from run to
	// run: halving takes 9 trials, more where numbers have many low bits in common.
	if !fails || len(list) != 1 || trials > 30 {
		t.Fatalf("%s: fails %v after %d trials, with %d rewrites", pattern, fails, trials, len(list))
	}
	named(t, report)
	if fails, _, _ := trial(t, fmt.Sprintf("!x%016x", ids[0]), file); fails {
		t.Error("it fails without the rewrite that was found, too")
	}
}

var reported = regexp.MustCompile(`f100 \S*a\.py:\d+: again\.const at v\d+ \(int\.xor\) from micro-ops \[([\d ]+)\]`)

// named checks that a report names the pass, the rule and the value that is wrong.
func named(t *testing.T, report string) {
	t.Helper()
	if m := reported.FindStringSubmatch(report); m == nil {
		t.Errorf("the report does not name the rewrite: %s", report)
	}
}

// TestBisectTool has golang.org/x/tools/cmd/bisect itself find the rewrite.
func TestBisectTool(t *testing.T) {
	if !soak.On() {
		t.Skip("builds a tool and has it run the program some twenty times, as TestBisect does by itself: " + soak.Env + "=1")
	}
	tool := filepath.Join(t.TempDir(), "bisect")
	if out, err := exec.Command("go", "build", "-o", tool, "golang.org/x/tools/cmd/bisect").CombinedOutput(); err != nil {
		t.Skipf("the tool cannot be built here: %v\n%s", err, out)
	}
	file := write(t, "a.py", sources(400))
	cmd := exec.Command(tool, "-count=1", "TIER2_TEST_MAIN=1", "TIER2_TEST_PLANT=1",
		os.Args[0], "run", "-passes=again,@default", "-bisect=PATTERN", file)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(err, string(out))
	}
	_, found, _ := strings.Cut(string(out), "--- change set #1 (enabling changes causes failure)\n")
	found, rest, ok := strings.Cut(found, "---\n")
	if !ok || strings.Count(found, "again.const") != strings.Count(found, "\n") || strings.Contains(rest, "change set") {
		t.Errorf("not this rewrite alone:\n%s", out)
	}
	named(t, found)
}

// crashing is a program of two loops; the pass explode panics in the trace of the
// first. The trace knows the builtin len.
const crashing = `def f(n):
    x = 0
    g = [len]
    for i in range(n):
        x = (x ^ 70400) + g[0]('abc') + len('ab')
    return x
def h(n):
    x = 0
    for i in range(n):
        x = x ^ i
    return x
print(f(5000), h(5000))
`

// TestCrash checks that a pass that panics costs a trace and nothing else, and that
// tier2 opt panics alike when it is given the file that was written.
func TestCrash(t *testing.T) {
	file, dir := write(t, "a.py", crashing), t.TempDir()
	want, _, _ := run(t, "", "run", "-jit=off", file)
	for _, jit := range []string{"ir", "native"} {
		if jit == "native" && !native.Supported() {
			continue
		}
		crashes := filepath.Join(dir, jit)
		cmd := target("run", "-jit="+jit, "-stats=json", "-passes=@default,explode,dce", "-crash-dir="+crashes, file)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil || out.String() != want {
			t.Fatalf("%v, %q, want %q, %s", err, out.String(), want, errs.String())
		}
		var s interp.Stats
		if err := json.Unmarshal([]byte(lastLine([]byte(errs.String()))), &s); err != nil {
			t.Fatal(err)
		}
		if s.Tier2.Refusals[tier2.RefusedPass] == 0 || s.Tier2.Executors == 0 {
			t.Errorf("refusals %v, %d executors", s.Tier2.Refusals, s.Tier2.Executors)
		}
		list, err := filepath.Glob(crashes + "/crash-f_a.py_5-explode-*.txtar")
		if err != nil || len(list) == 0 {
			names, _ := filepath.Glob(crashes + "/*")
			t.Fatal(err, names)
		}
		text, err := os.ReadFile(list[0])
		if err != nil {
			t.Fatal(err)
		}
		const message = "panic: planted, at 70400, with a builtin"
		for _, part := range []string{message + "\n", "-- pipeline --\nexplode,dce\n", "-- guest --\npython\n", "-- stack --\n", "planted_test.go:"} {
			if !strings.Contains(string(text), part) {
				t.Errorf("no %q in\n%s", part, text)
			}
		}
		replay := target("opt", list[0])
		again, err := replay.CombinedOutput()
		if replay.ProcessState.ExitCode() != statusBad || !strings.Contains(string(again), ": passes: explode on f "+file+":5: panic") || !strings.HasSuffix(string(again), message+"\n") {
			t.Errorf("the replay: %v\n%s", err, again)
		}
	}
	if list, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*")); err != nil || len(list) != 1 {
		t.Errorf("files that nobody asked for: %v %v", list, err)
	}
}

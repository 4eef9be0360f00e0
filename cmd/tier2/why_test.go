package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/native"
)

// machineCode skips a test on ports that have none.
func machineCode(t *testing.T) {
	t.Helper()
	if !native.Supported() {
		t.Skip("no machine code on this port")
	}
}

// TestWhy holds what is said of a program against testdata/why.txt: everything but
// the times. A run that the Go scheduler interrupts in a loop may take other exits a
// few times, so there are three.
func TestWhy(t *testing.T) { goldenWhy(t, "testdata/why.txt") }

// TestWhyRefused: where a selector refuses regions, it is said why there are linear
// traces.
func TestWhyRefused(t *testing.T) {
	goldenWhy(t, "testdata/why_refused.txt", "-select=mincut(bound=2)")
}

func goldenWhy(t *testing.T, file string, flags ...string) {
	t.Helper()
	machineCode(t)
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	args := append(append([]string{"why", "-times=false"}, flags...), "testdata/why.py")
	var out string
	for range 3 {
		var errs string
		var status int
		if out, errs, status = run(t, "", args...); status != 0 || errs != "" {
			t.Fatal(status, errs)
		}
		if out == string(want) {
			return
		}
	}
	if *update {
		err = os.WriteFile(file, []byte(out), 0o600)
	}
	if d := cmp.Diff(string(want), out); d != "" && !*update || err != nil {
		t.Errorf("%v: -want +got (go test ./cmd/tier2 -run TestWhy -update):\n%s", err, d)
	}
}

// TestWhyDoc runs the commands of docs/why.md.
func TestWhyDoc(t *testing.T) {
	machineCode(t)
	docCommands(t, "why.md", 2)
}

// With times, every line that took some has them, and a line can be asked for alone.
func TestWhyTimes(t *testing.T) {
	sampled(t)
	file := write(t, "work.py", work)
	out, errs, status := run(t, "", "why", file)
	for _, want := range []string{
		`(?m)^  tier 2 +\d+\.\d %  machine code$`,
		`(?m)^ +3 +\d+\.\d %  return \(a \* 31 \+ b\) & 0xFFFF\n +tier 2 +\d\d+ % of the line's time: .*tier 2 \d`,
		`(?m)^ +\d+\.\d %  a method of a builtin type is a Go function, which machine code leaves for\n +line 14 \(\d`,
		`(?m)^ +\d+ +\d+\.\d %  loop, line \d; `,
	} {
		if ok, _ := regexp.MatchString(want, out); !ok || status != 0 {
			t.Errorf("status %d, %s, no %s in:\n%s", status, errs, want, out)
		}
	}
	out, errs, status = run(t, "", "why", "-times=false", file+":14")
	if status != 0 || !strings.Contains(out, `"a b c".split(None, 5)`) || strings.Contains(out, "return (a * 31") {
		t.Errorf("status %d, %s, %s", status, errs, out)
	}
}

// The programs that are slower than one would think, and the reason that must come
// first, or among the first four where these are close: which of them is first is the processor's.
func TestWhyPrograms(t *testing.T) {
	sampled(t)
	for _, c := range []struct{ name, reason string }{
		{"word_count", "Go looks up the key"},
		{"pidigits", "ints of more than 64 bits are objects"},
		{"string_building", "appending to a list is Go's"},
	} {
		out, errs, status := run(t, "", "why", "../../testdata/programs/"+c.name+".py", "--bench", "0", "12") // compiling takes its share of the first two
		_, costs, ok := strings.Cut(out, "What takes time and is no machine code\n")
		lines := strings.SplitN(costs, "\n", 8)
		if status != 0 || !ok || len(lines) < 8 || !strings.Contains(lines[0]+lines[2]+lines[4]+lines[6], c.reason) {
			t.Errorf("%s: status %d, %s, want %q:\n%.2000s", c.name, status, errs, c.reason, out)
		}
	}
}

// Where a program's time is that of a module that it imports, the module's lines are
// named with their file and explained, and one of them can be asked for.
func TestWhyModules(t *testing.T) {
	sampled(t)
	const file = "../../testdata/programs/event_heap.py"
	out, errs, status := run(t, "", "why", file, "--bench", "0", "2")
	for _, want := range []string{`(?m)^ +heapq\.py:\d+ \(\d|, heapq\.py:\d+ \(\d`, `(?m)^_siftup, heapq\.py\n +\d+ +\d`, `(?m)^ +\d+ +\d+\.\d %  _siftup, line \d+; `} {
		if ok, _ := regexp.MatchString(want, out); !ok || status != 0 {
			t.Errorf("status %d, %s, no %s in:\n%s", status, errs, want, out)
		}
	}
	out, errs, status = run(t, "", "why", "-times=false", "-at=heapq.py:228", file)
	if status != 0 || !strings.Contains(out, "_siftdown, heapq.py\n   228  if newitem < parent:\n") || strings.Contains(out, "event_heap.py") {
		t.Errorf("status %d, %s, %s", status, errs, out)
	}
}

// TestWhyWords: there are words for all that the programs of the suite meet: no guard is
// named by its micro-op, no Go function without what it does, no place by a line that it
// has not.
func TestWhyWords(t *testing.T) {
	machineCode(t)
	if testing.Short() {
		t.Skip("runs all programs")
	}
	list, err := filepath.Glob("../../testdata/programs/*.py")
	if err != nil || len(list) < 20 {
		t.Fatal(len(list), err)
	}
	for _, file := range list {
		if !soak.Some(3, filepath.Base(file)) {
			continue
		}
		out, errs, status := run(t, "", "why", "-times=false", file)
		if status != 0 || out == "" {
			t.Errorf("%s: status %d, %s", file, status, errs)
		}
		for _, l := range strings.Split(out, "\n") {
			for _, bad := range []string{"checks what _", "the compiler knew it", "machine code has no form", "line -1", "line 0", "the index the value", "%!"} {
				if strings.Contains(l, bad) {
					t.Errorf("%s: %s", filepath.Base(file), l)
				}
			}
		}
	}
}

// TestWhyGivenUp: hot places without an executor are named, with the reason.
func TestWhyGivenUp(t *testing.T) {
	machineCode(t)
	file := write(t, "del.py", "def f(n):\n    for i in range(n):\n        x = i\n        g = lambda: x\n        del x\nf(3000)\n")
	out, errs, status := run(t, "", "why", "-times=false", file)
	want := `\nGiven up\n  f, line 5, DELETE_DEREF, behind x\d+ of executor \d+: its first instruction cannot be compiled \(abort_unsupported\), tried \d+ times\n`
	if ok, _ := regexp.MatchString(want, out); !ok || status != 0 {
		t.Errorf("status %d, %s, no %s in:\n%s", status, errs, want, out)
	}
}

// TestWhyNothing: where there is nothing to say, that is said.
func TestWhyNothing(t *testing.T) {
	machineCode(t)
	file := write(t, "a.py", "x = 1\n\ny = 2\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"why", "-times=false", file}, "nothing has been hot: no executor was made\n"},
		{[]string{"why", "-times=false", file + ":3"}, "line 3 of a.py: no executor runs through it: it has not been hot\n"},
		{[]string{"why", "-times=false", "-at=heapq.py:3", file}, "line 3 of heapq.py: no executor runs through it: it has not been hot\n"},
	} {
		if out, errs, status := run(t, "", c.args...); status != 0 || out != c.want {
			t.Errorf("%v: status %d, %s, %q", c.args, status, errs, out)
		}
	}
	if out, errs, status := run(t, "", "why", file+":99"); status != statusBad || out != "" || !strings.Contains(errs, "a.py has 3 lines, no line 99") {
		t.Errorf("a line that is not there: status %d, %q, %q", status, errs, out)
	}
}

// A program that is over at once has no times, and no profile fails for it.
func TestWhyShort(t *testing.T) {
	sampled(t)
	file := write(t, "a.py", "pass\n")
	for _, args := range [][]string{{"why", file}, {"executors", file}, {"run", "-cpuprofile=" + file + ".pb.gz", file}} {
		if out, errs, status := run(t, "", args...); status != 0 || errs != "" || strings.Contains(out, "NaN") {
			t.Errorf("%v: status %d, %s, %s", args, status, errs, out)
		}
	}
}

// What cannot be explained says so.
func TestWhyRefuses(t *testing.T) {
	for _, args := range [][]string{{"why"}, {"why", "-jit=off", "testdata/why.py"}, {"why", "-jit=ir", "testdata/why.py"},
		{"why", "-at=heapq.py", "testdata/why.py"}, {"why", "-at=heapq.py:3", "testdata/why.py:3"}} {
		if _, errs, status := run(t, "", args...); status != statusUsage || errs == "" {
			t.Errorf("%v: status %d, %q", args, status, errs)
		}
	}
	for arg, want := range map[string]int{"a.py": 0, "a.py:12": 12, "a.py:": 0, "a.py:0": 0, ":3": 0, "a:b.py:7": 7} {
		if _, n := cutLine(arg); n != want {
			t.Errorf("%q: line %d", arg, n)
		}
	}
}

// TestWhyAnew: where an executor is made once more for its place it is said why, and what the one
// before it had cost: a way that was rare when the region was selected, a program in another phase,
// and guards of types that fail too often. With -rates a way that is taken once in a while and a phase are
// told apart.
func TestWhyAnew(t *testing.T) {
	machineCode(t)
	const before = ` guards as built, \d+ left; entered .*\n.*begins .*\n.*ends .*\n +anew +there were others before it, [12], which are thrown away: \d\d+ micro-ops, \d\d\d+ bytes of code\n +`
	const truths = "truths, line 24; .*" + before + "at line 25, `v` guards of types failed, 64 times at the last of them: it has the general form now\n"
	for _, c := range []struct {
		flags []string
		wants []string
	}{
		{nil, []string{
			"grows, line 3; .*" + before + "at line 4, `i % 50 == 0` it was left 64 times: a way that was rare is not, and the region has it now\n",
			"phases, line 13; .*" + before + "at line 14, `i < turn` it was left 64 times: a way that was rare is not, and the region has it now\n",
			truths,
		}},
		{[]string{"-rates"}, []string{
			"grows, line 3; .*" + before + "at line 4, `i % 50 == 0` it was left 64 times, every 6\\d\\d instructions: a way that was rare is not, and the region has it now\n",
			"phases, line 13; .*" + before + "at line 14, `i < turn` it was left 64 times, every 10 instructions, and a round has at most 1\\d: the program is in another phase, and goes a way that was rare, and the region has it now\n",
			truths,
		}},
	} {
		args := append([]string{"why", "-times=false"}, c.flags...)
		out, errs, status := run(t, "", append(args, "testdata/why_anew.py")...)
		if status != 0 || errs != "" {
			t.Fatal(status, errs)
		}
		for _, want := range c.wants {
			if !regexp.MustCompile(want).MatchString(out) {
				t.Errorf("%s: no %q in\n%s", c.flags, want, out)
			}
		}
	}
}

// TestTraceGone: an executor that a region has grown out of is listed as gone, not as refused.
func TestTraceGone(t *testing.T) {
	machineCode(t)
	out, errs, status := run(t, "", "trace", "testdata/why_anew.py")
	if status != 0 || errs != "" {
		t.Fatal(status, errs)
	}
	if !strings.Contains(out, "=== gone: grows ") || strings.Contains(out, "<nil>") {
		t.Errorf("grows has gone once:\n%s", out)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/native"
)

// TestMain makes the test binary the command when it starts itself.
func TestMain(m *testing.M) {
	if os.Getenv("TIER2_TEST_PLANT") != "" {
		plant()
	}
	if what := os.Getenv(denyVar); what != "" {
		deny(what)
	}
	if os.Getenv("TIER2_TEST_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

func child(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "TIER2_TEST_MAIN=1")
	return cmd
}

// run runs the command and returns what it wrote and its exit status.
func run(t *testing.T, stdin string, args ...string) (out, errs string, status int) {
	t.Helper()
	cmd := child(args...)
	var o, e bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &o, &e
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestStatus(t *testing.T) {
	for _, c := range []struct {
		name, file, text, stdin string
		out, errs               string // errs: what stderr must contain
		status                  int
	}{
		{"fine", "a.py", "import sys\nprint(input(), sys.argv[1:])\n", "hello\n", "hello ['x']\n", "", 0},
		{"raised", "a.py", "print(1)\n1/0\n", "", "1\n", "ZeroDivisionError: division by zero\n", 1},
		{"exit", "a.py", "import sys\nsys.exit(7)\n", "", "", "", 7},
		{"message", "a.py", "import sys\nsys.exit('bye')\n", "", "", "bye\n", 1},
		{"interrupt", "a.py", "raise KeyboardInterrupt\n", "", "", "KeyboardInterrupt\n", 130},
		{"syntax", "a.py", "x = = 1\n", "", "", "SyntaxError: invalid syntax\n", 1},
		{"unsupported", "a.py", "import sys\nsys.settrace(print)\n", "", "", "tier2: unsupported ", 3},
		{"traced", "a.py", "breakpoint()\n", "", "", "tier2: unsupported setting attribute f_trace", 3},
		{"magic", "a.pyc", "\x01\x02\r\n000000000000", "", "", "tier2: ", 1},
		{"truncated", "a.pyc", "\x2b\x0e\r\n", "", "", "tier2: ", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, errs, status := run(t, c.stdin, "run", "-jit=off", write(t, c.file, c.text), "x")
			if out != c.out || status != c.status || !strings.Contains(errs, c.errs) || strings.Contains(errs, "panic") {
				t.Errorf("stdout %q, status %d, stderr %q", out, status, errs)
			}
		})
	}
	if out, errs, status := run(t, "", write(t, "script", "#!/usr/bin/env python\nimport sys\nprint(sys.argv[1:])\n"), "-x"); out != "['-x']\n" || status != 0 {
		t.Errorf("a script without an extension: stdout %q, status %d, stderr %q", out, status, errs)
	}
	for _, args := range [][]string{{"run", "no-such.py"}, {"run", "no-such.pyc"}, {"run", "-hot-k=0", "testdata/loop.py"}} {
		_, errs, status := run(t, "", args...)
		if status != 1 || !strings.HasPrefix(errs, "tier2: ") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: status %d, stderr %q", args, status, errs)
		}
	}
	for _, args := range [][]string{{}, {"nonsense"}, {"run"}, {"run", "-max-heap=1x", "a.py"}, {"run", "-jit=fast", "a.py"}, {"run", "-hot-policy=x", "a.py"}} {
		if _, errs, status := run(t, "", args...); status != statusUsage || errs == "" {
			t.Errorf("%v: status %d, stderr %q", args, status, errs)
		}
	}
	for _, c := range commands {
		if out, _, status := run(t, "", c.name, "-h"); status != 0 || !strings.Contains(out, "example:\n    tier2 "+c.name) {
			t.Errorf("%s -h: status %d, %q", c.name, status, out)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]size{"256MiB": 256 << 20, "1GiB": 1 << 30, "64KiB": 64 << 10, "4096": 4096,
		"": 0, "x": 0, "-1": 0, "0": 0, "1MB": 0, "99999999999GiB": 0} {
		var s size
		if err := s.Set(text); s != want || (err != nil) != (want == 0) {
			t.Errorf("%q: %d, %v", text, s, err)
		}
	}
}

func TestStats(t *testing.T) {
	_, errs, status := run(t, "", "run", "-jit=uop", "-stats=json", "testdata/loop.py")
	var s interp.Stats
	if err := json.Unmarshal([]byte(lastLine([]byte(errs))), &s); err != nil || status != 0 {
		t.Fatal(err, status, errs)
	}
	if s.Tier1.Instructions == 0 || s.Tier1.Families["BINARY_OP"].Hit == 0 || s.Tier2.Executors == 0 || s.Tier2.UopsIn == 0 ||
		s.Tier2.Coverage < 0.5 || s.Tier2.Coverage > 1 || s.Tier2.Stops["loop"] == 0 || s.Heap.Used == 0 {
		t.Errorf("%+v", s)
	}
	out, errs, status := run(t, "", "run", "-stats", "testdata/loop.py")
	for _, want := range []string{
		`(?m)^  family +hit +miss +deferred +success +failure +base ns +ns +base/adaptive$`,
		`(?m)^  BINARY_OP +\d+ +\d+ +\d+ +\d+ +\d+ +[\d.]+ +[\d.]+ +[\d.]+$`,
		`(?m)^    BINARY_OP_ADD_INT +\d+ `,
	} {
		if ok, _ := regexp.MatchString(want, errs); !ok || status != 0 {
			t.Errorf("status %d, %s, no %s in:\n%s", status, out, want, errs)
		}
	}
	// Misses and successes stand with the specialized instruction, refusals with their reason.
	_, errs, status = run(t, "", "run", "-jit=off", "-stats", write(t, "t.py", "for x in [1] * 90 + [0.5] * 90:\n    x + x\n    [] + [x]\n"))
	for _, want := range []string{
		`(?m)^    BINARY_OP_ADD_INT +\d+ +53 +1 `,
		`(?m)^    BINARY_OP_ADD_FLOAT +\d+ +0 +1 `,
		`(?m)^    failed: types +[1-9]`,
	} {
		if ok, _ := regexp.MatchString(want, errs); !ok || status != 0 {
			t.Errorf("status %d, no %s in:\n%s", status, want, errs)
		}
	}
}

// -stats=json has the executors with their entries and exits, which the code counts.
func TestExecutorStats(t *testing.T) {
	machineCode(t)
	_, errs, status := run(t, "", "run", "-select=traces", "-stats=json", write(t, "ways.py", ways))
	var s interp.Stats
	if err := json.Unmarshal([]byte(lastLine([]byte(errs))), &s); err != nil || status != 0 || len(s.Tier2.List) < 3 {
		t.Fatal(err, status, errs)
	}
	in := map[int]uint64{}
	for _, ex := range s.Tier2.List {
		for _, x := range ex.Exits {
			in[x.To] += x.Taken
		}
	}
	children := 0
	for _, ex := range s.Tier2.List {
		if ex.Parent == 0 { // entered from the interpreter as well
			continue
		}
		children++
		if ex.Entries > in[ex.ID] || in[ex.ID] > ex.Entries+64 { // its exit was cold at first
			t.Errorf("%+v: its exits account for %d entries", ex, in[ex.ID])
		}
	}
	if children < 2 {
		t.Errorf("%+v", s.Tier2.List)
	}
}

// TestHotFlags: the flags are the numbers of tier2.Hotspots.
func TestHotFlags(t *testing.T) {
	for _, c := range []struct {
		flags               []string
		executors, lukewarm bool
	}{
		{nil, true, false},
		{[]string{"-hot-n=2000"}, true, true},
		{[]string{"-hot-m=1"}, false, true}, // micro-ops cost 1000
		{[]string{"-hot-m=0", "-hot-policy=gain"}, true, false},
		{[]string{"-hot-m=1e-7", "-hot-policy=gain"}, false, true}, // and gain nothing
		{[]string{"-hot-k=4095", "-hot-n=65535"}, false, true},
		{[]string{"-hot-k=4095", "-hot-n=2000"}, true, false}, // looked at when it is old enough
	} {
		args := append(append([]string{"run", "-jit=uop", "-stats=json"}, c.flags...), "testdata/loop.py")
		_, errs, status := run(t, "", args...)
		var s interp.Stats
		if err := json.Unmarshal([]byte(lastLine([]byte(errs))), &s); err != nil || status != 0 {
			t.Fatal(err, status, errs)
		}
		if (s.Tier2.Executors > 0) != c.executors || (s.Tier2.Lukewarm > 0) != c.lukewarm {
			t.Errorf("%v: %d executors, %d times not hot enough", c.flags, s.Tier2.Executors, s.Tier2.Lukewarm)
		}
	}
}

func TestListings(t *testing.T) {
	out, errs, status := run(t, "", "dis", "-jit=uop", "testdata/loop.py")
	if status != 0 || !strings.Contains(out, "ENTER_EXECUTOR") || !strings.Contains(out, "BINARY_OP_ADD_INT") {
		t.Errorf("dis: %d %s %s", status, out, errs)
	}
	out, errs, status = run(t, "", "trace", "-jit=ir", "testdata/loop.py")
	for _, part := range []string{"=== executor 1 ", "--- micro-ops", "--- IR as built", "--- IR after "} {
		if status != 0 || !strings.Contains(out, part) {
			t.Errorf("trace: %d, no %q: %s %s", status, part, out, errs)
		}
	}
	const cold = "=== executor -1 (cold): _COLD_EXIT; 1 micro-op, where an exit leads while no executor continues it\n  _COLD_EXIT @0\n"
	out, errs, status = run(t, "", "trace", "-exits", "testdata/loop.py")
	if status != 0 || strings.Count(out, cold) != 1 || native.Supported() && !strings.Contains(out, cold+"--- code, "+strconv.Itoa(len(native.ColdStub()))+" bytes\n") {
		t.Errorf("trace -exits: %d %s %s", status, out, errs)
	}
}

func TestInterrupt(t *testing.T) {
	cmd := child("run", "-jit=off", write(t, "a.py", "print('on', flush=True)\nwhile True: pass\n"))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	defer kill.Stop()
	if _, err := out.Read(make([]byte, 8)); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if s := cmd.ProcessState.ExitCode(); s != 130 || !strings.HasSuffix(errs.String(), "KeyboardInterrupt\n") {
		t.Errorf("status %d, stderr %q", s, errs.String())
	}
}

// TestRunsLikePython checks the forms that python has, and that errors of usage are one
// line.
func TestRunsLikePython(t *testing.T) {
	file := write(t, "a.py", "import sys\nprint(__name__, sys.argv[1:])\n")
	for _, c := range []struct {
		stdin  string
		args   []string
		out    string
		status int
	}{
		{"", []string{file, "x"}, "__main__ ['x']\n", 0},
		{"", []string{"-c", "import sys; print(sys.argv, repr(sys.path[0]), '__file__' in globals())", "-x", "y"}, "['-c', '-x', 'y'] '' False\n", 0},
		{"", []string{"run", "-jit=off", "-c", "print(1)"}, "1\n", 0},
		{"", []string{"-c", "", "x"}, "", 0},
		{"", []string{"run", "-strict", "-jit", "off", "-c=import sys; print(sys.argv)", "-m", "-stats"}, "['-c', '-m', '-stats']\n", 0},
		{"", []string{"run", "-jit=off", "-m", "textwrap", "-q"}, "Hello there.\n  This is indented.\n", 0},
		{"print(input.__name__)\n", []string{"-", "x"}, "input\n", 0},
		{"", []string{"-c", "1/0"}, "", 1},
	} {
		if out, errs, status := run(t, c.stdin, c.args...); out != c.out || status != c.status {
			t.Errorf("%v: status %d, %q, %s", c.args, status, out, errs)
		}
	}
	if out, _, status := run(t, "", "--version"); status != 0 || !strings.HasPrefix(out, "tier2 ") || !strings.Contains(out, "Python 3.14") {
		t.Errorf("--version: status %d, %q", status, out)
	}
	for _, args := range [][]string{{}, {"rnu"}, {"run"}, {"run", "-no-such-flag"}, {"run", "-c"}} {
		out, errs, status := run(t, "", args...)
		if status != statusUsage || out != "" || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "; see tier2 ") {
			t.Errorf("%v: status %d, %q, %q", args, status, out, errs)
		}
	}
}

// TestCompilerMemory holds what compiles for a program to the limit of its heap.
func TestCompilerMemory(t *testing.T) {
	file := write(t, "a.py", `
import time
try:
    compile("[" + "1.5+x," * 60000 + "]\n" + str(time.time_ns()), "f", "exec") # nothing that has been compiled before
    print("compiled")
except MemoryError:
    print("MemoryError")
`)
	for limit, want := range map[string]string{"16MiB": "MemoryError\n", "1GiB": "compiled\n"} {
		if out, errs, _ := run(t, "", "run", "-jit=off", "-max-heap="+limit, file); out != want {
			t.Errorf("%s: %q, stderr %q", limit, out, errs)
		}
	}
}

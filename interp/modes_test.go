package interp_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/internal/soak"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pycode/compile"
	"github.com/tier2go/tier2/native"
	"github.com/tier2go/tier2/passtool/debug"
)

var update = flag.Bool("update", false, "write the expected outputs anew, from CPython")

// mode is a way to run programs.
type mode struct {
	name    string
	backend exitdata.Kind              // Cold: tier 1 alone
	slow    bool                       // not with -short
	shuffle uint64                     // see debug.Modes
	traces  bool                       // traces instead of regions
	bare    bool                       // without the checks of what is compiled, which keep some of it
	behind  int                        // tier2.Options.Background
	plain   bool                       // an optimizer that is not the library's, whose executors just interpret
	fails   string                     // why the compiler fails in this test: tier2.RefusedPanic and so on
	ran     func([]*exitdata.Executor) // is told of the executors of a run, if set
}

// modes are all ways to run programs: each must print what CPython prints.
var modes = []mode{
	{name: "off"},
	{name: "uop", backend: exitdata.Uops, slow: true},
	{name: "plain", backend: exitdata.Uops, plain: true, slow: true},
	{name: "ir", backend: exitdata.IR, slow: true},
	{name: "native", backend: exitdata.Native},
	{name: "background", backend: exitdata.Native, behind: 4, slow: true},
	{name: "traces", backend: exitdata.Native, traces: true, slow: true},
}

// numSlow is how many of the modes are slow.
var numSlow = len(slowModes())

// slowModes are the names of the slow modes.
func slowModes() (names []string) {
	for _, m := range modes {
		if m.slow {
			names = append(names, m.name)
		}
	}
	return names
}

// number is a slow mode's number among these.
func (m mode) number() int { return slices.Index(slowModes(), m.name) }

// inModes runs a test in each mode that there is on this port. Usually it runs in two of the slow modes, which its name says:
// what one has that neither tier 1 nor machine code has shows in many tests.
func inModes(t *testing.T, test func(t *testing.T, m mode)) {
	first := int(crc32.ChecksumIEEE([]byte(t.Name())) % uint32(numSlow))
	inSome(t, func(m mode) bool { return soak.On() || !m.slow || (m.number()-first+numSlow)%numSlow < 2 }, test)
}

// inTurn is inModes for one program of many: usually it runs in one of the slow modes, which
// its source says, at full size in all. For a fault that only one mode has shows in many
// programs.
func inTurn(t *testing.T, source []byte, test func(t *testing.T, m mode)) {
	turn := slowModes()[crc32.ChecksumIEEE(source)%uint32(numSlow)]
	inSome(t, func(m mode) bool { return soak.On() || !m.slow || m.name == turn }, test)
}

// inSome is inModes for some of the modes.
func inSome(t *testing.T, in func(m mode) bool, test func(t *testing.T, m mode)) {
	for _, m := range modes {
		if !in(m) {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			if m.slow && testing.Short() {
				t.Skip("slow")
			}
			if m.backend == exitdata.Native && !native.Supported() {
				t.Skip("no machine code on this port")
			}
			t.Parallel()
			test(t, m)
		})
	}
}

// python is the CPython that compiles the tests' programs and says what they
// print.
var python = sync.OnceValues(func() (*compile.Python, error) {
	return compile.Find(context.Background(), compile.Options{Stderr: os.Stderr})
})

func cpython(t testing.TB) *compile.Python {
	t.Helper()
	py, err := python()
	if err != nil {
		t.Fatal(err)
	}
	return py
}

// newVM makes a VM that runs code in a mode, with everything checked that can be.
func newVM(t testing.TB, m mode, o interp.Options) *interp.VM {
	t.Helper()
	o.Strict = true // what is unsupported is not to be taken for an outcome
	if m.traces {
		o.Selector = interp.Traces
	}
	vm, err := interp.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if m.backend == exitdata.Cold {
		return vm
	}
	if m.plain {
		if err := vm.Register(&optimizer{triggers: tier2.BackEdges | tier2.Entries | tier2.Exits, kind: exitdata.Uops, do: interpret}); err != nil {
			t.Fatal(err)
		}
		return vm
	}
	if m.bare {
		if err := vm.EnableTier2(tier2.Options{Backend: m.backend}); err != nil {
			t.Fatal(err)
		}
		return vm
	}
	if m.behind > 0 { // modes of sessions compile at once
		o := tier2.Options{Backend: m.backend, CheckAllocation: true, Background: m.behind, Go: elsewhere}
		if err := vm.EnableTier2(o); err != nil {
			t.Fatal(err)
		}
		return vm
	}
	session, err := debug.New(debug.Modes{Verify: true, Shuffle: m.shuffle, CheckAnalyses: m.shuffle != 0})
	if err != nil {
		t.Fatal(err)
	}
	err = vm.EnableTier2(tier2.Options{Backend: m.backend, CheckAllocation: true, Session: session})
	if err != nil {
		t.Fatal(err)
	}
	return vm
}

// elsewhere is a tier2.Options.Go that compiles on another goroutine, while the VM's thread waits: programs are short, and are to
// meet executors. They are put in at the next poll. TestBackgroundStress compiles while a program runs.
func elsewhere(compile func()) {
	done := make(chan struct{})
	go func() { defer close(done); compile() }()
	<-done
}

// outcome is what can be seen of a run of a program.
type outcome struct {
	stdout, stderr string
	status         int
}

// run runs a program in a mode, with arguments. Unless the options say where modules
// come from it has CPython's own.
func run(t *testing.T, m mode, o interp.Options, code *pycode.Code, args ...string) (outcome, interp.Stats) {
	t.Helper()
	var out, errs bytes.Buffer
	o.Stdout, o.Stderr = &out, &errs
	if o.Import == nil {
		o = importing(cpython(t), o)
	}
	vm := newVM(t, m, o)
	stderr, status := result(vm.RunProgram(code, append([]string{code.Filename}, args...)))
	stats := vm.Stats()
	if m.ran != nil {
		m.ran(vm.Executors())
	}
	if err := vm.Close(); err != nil {
		t.Error(err)
	}
	for _, reason := range []string{tier2.RefusedPass, tier2.RefusedInternal, tier2.RefusedPanic, "error"} {
		if n := stats.Tier2.Refusals[reason]; n > 0 && reason != m.fails {
			t.Errorf("the compiler has failed %d times: %s", n, reason)
		}
	}
	return outcome{out.String(), errs.String() + stderr, status}, stats
}

// oracle runs a file by CPython.
func oracle(t *testing.T, file string) outcome {
	t.Helper()
	cmd := cpython(t).Command(file)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// expected reads a file of expected output, after it was written anew if -update
// is given.
func expected(t *testing.T, file, now string) string {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(now), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func files(t *testing.T, pattern string, atLeast int) []string {
	t.Helper()
	list, err := filepath.Glob(pattern)
	if err != nil || len(list) < atLeast {
		t.Fatalf("%s: %d files, %v", pattern, len(list), err)
	}
	return list
}

// differs says where two texts begin to differ, "" if they do not.
func differs(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g):
			return fmt.Sprintf("line %d: missing: %s", i+1, w[i])
		case i >= len(w):
			return fmt.Sprintf("line %d: too much: %s", i+1, g[i])
		case g[i] != w[i]:
			return fmt.Sprintf("line %d:\n got  %s\n want %s", i+1, g[i], w[i])
		}
	}
	return ""
}

// small is a heap for programs that need none.
var small = object.Options{Limit: 64 << 20, Stack: 8 << 20}

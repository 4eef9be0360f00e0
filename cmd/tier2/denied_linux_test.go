package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What the command does where the system gives less: no executable memory, little
// address space. Children take it from themselves before they run the command.

// denyVar makes the test binary deny itself something before it is the command:
// "code", or a number of bytes of address space.
const denyVar = "TIER2_TEST_DENY"

// statusDenied is the exit status of a child that could not deny itself anything.
const statusDenied = 97

// deny does what denyVar says.
func deny(what string) {
	var err error
	if n, perr := strconv.ParseUint(what, 10, 64); perr == nil {
		err = unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: n, Max: n})
	} else {
		err = denyCode()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(statusDenied)
	}
}

// denyCode installs a filter of system calls for all threads: mmap and mprotect of
// executable memory fail with EPERM, memfd_create with EACCES.
func denyCode() error {
	const (
		load, jumpEq, jumpSet, ret = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, unix.BPF_RET | unix.BPF_K
		number, protection         = 0, 16 + 2*8 // offsets in struct seccomp_data: nr, args[2]
		allow, fail                = 0x7fff0000, 0x00050000
	)
	filter := []unix.SockFilter{
		{Code: load, K: number},
		{Code: jumpEq, K: unix.SYS_MEMFD_CREATE, Jt: 5},
		{Code: jumpEq, K: unix.SYS_MMAP, Jt: 1},
		{Code: jumpEq, K: unix.SYS_MPROTECT, Jf: 2},
		{Code: load, K: protection},
		{Code: jumpSet, K: unix.PROT_EXEC, Jt: 2},
		{Code: ret, K: allow},
		{Code: ret, K: fail | uint32(unix.EACCES)},
		{Code: ret, K: fail | uint32(unix.EPERM)},
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	const setModeFilter, allThreads = 1, 1
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, setModeFilter, allThreads, uintptr(unsafe.Pointer(&prog))); errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}

// hotProgram has loops, calls and classes that become hot.
const hotProgram = `
class Point:
    def __init__(self, x): self.x = x
    def twice(self): return self.x * 2
def total(n):
    s = 0
    for i in range(n):
        s += Point(i).twice() % 7
    return s
print(total(200000))
`

// runDenied runs a program, compiled before, in a child that denies itself something.
func runDenied(t *testing.T, what string, args ...string) (out, errs string, status int) {
	t.Helper()
	cmd := child(args...)
	cmd.Env = append(cmd.Env, denyVar+"="+what)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); err != nil {
		if _, ok := err.(*exec.ExitError); !ok {
			t.Fatal(err)
		}
	}
	status = cmd.ProcessState.ExitCode()
	if status == statusDenied {
		t.Skipf("this system does not let a process deny itself %s: %s", what, e.String())
	}
	return o.String(), e.String(), status
}

// precompiled returns a .pyc of hotProgram: under a filter no CPython starts.
func precompiled(t *testing.T) string {
	t.Helper()
	file := write(t, "hot.py", hotProgram)
	pyc := filepath.Join(filepath.Dir(file), "hot.pyc")
	if out, errs, status := run(t, "", "python", "-c", "import py_compile, sys; py_compile.compile(sys.argv[1], sys.argv[2])", file, pyc); status != 0 {
		t.Fatal(out, errs)
	}
	return pyc
}

func hotTotal() string {
	s := 0
	for i := range 200000 {
		s += i * 2 % 7
	}
	return fmt.Sprintln(s)
}

// TestCodeDenied runs without executable memory: by itself with micro-ops, which is said
// once, and not at all where machine code was asked for.
func TestCodeDenied(t *testing.T) {
	pyc := precompiled(t)
	for _, c := range []struct {
		jit, errs string
		status    int
	}{
		{"", "tier2: hot code runs as micro-ops, as with -jit=uop: ", 0},
		{"-jit=uop", "", 0},
		{"-jit=ir", "", 0},
		{"-jit=off", "", 0},
		{"-jit=native", "-jit=uop (Options.Backend: exitdata.Uops) needs none", statusBad},
	} {
		args := []string{"run", pyc}
		if c.jit != "" {
			args = []string{"run", c.jit, pyc}
		}
		out, errs, status := runDenied(t, "code", args...)
		want := hotTotal()
		if c.status != 0 {
			want = ""
		}
		if out != want || status != c.status || !strings.Contains(errs, c.errs) || strings.Count(errs, "\n") != min(1, len(c.errs)) {
			t.Errorf("%s: status %d, printed %q, said %q", c.jit, status, out, errs)
		}
	}
	out, errs, _ := runDenied(t, "code", "run", "-stats=json", pyc)
	if out != hotTotal() || !strings.Contains(errs, `"uop`) {
		t.Errorf("with -stats=json: %q, %q", out, errs)
	}
}

// TestLittleAddressSpace runs where the process may have little address space: defaults
// adapt, and what was asked for is an error that says what helps.
func TestLittleAddressSpace(t *testing.T) {
	if raced {
		t.Skip("the race detector needs terabytes of address space")
	}
	pyc := precompiled(t)
	for _, bytes := range []string{"4294967296", "2684354560"} {
		if out, errs, status := runDenied(t, bytes, "run", pyc); status != 0 || out != hotTotal() || errs != "" {
			t.Errorf("%s bytes: status %d, printed %q, said %q", bytes, status, out, errs)
		}
	}
	for _, c := range []struct {
		flag, says string
	}{
		{"-max-heap=8GiB", "a smaller -max-heap (Options.Heap.Limit) needs less"},
		{"-code-limit=1GiB", "a smaller -code-limit (Options.CodeLimit) needs less"},
	} {
		out, errs, status := runDenied(t, "2684354560", "run", "-jit=native", c.flag, pyc)
		if status == 0 || out != "" || !strings.Contains(errs, c.says) {
			t.Errorf("%s: status %d, printed %q, said %q", c.flag, status, out, errs)
		}
	}
}

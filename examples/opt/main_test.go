package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMain lets the tests run the command: the test binary is the command where the
// variable is set.
func TestMain(m *testing.M) {
	if os.Getenv("OPT_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// command runs the command and returns what it prints, and its status.
func command(t *testing.T, args ...string) (out, errs string, status int) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), "OPT_MAIN=1")
	var o, e strings.Builder
	cmd.Stdout, cmd.Stderr = &o, &e
	_ = cmd.Run() // the status says what went wrong
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

// TestCommand runs the passes and the guest of this module.
func TestCommand(t *testing.T) {
	for _, c := range []struct {
		args      string
		out, errs string // what is among what is printed
		status    int
	}{
		{args: "-passes= testdata/area.uop", out: "= int.mul v"},
		{args: "-passes=@default -stats testdata/area.uop", out: "= mul.ov v", errs: "unbox"},
		{args: "testdata/div.txtar", out: "v2: i64 = sar v0, 3"},
		{args: "-passes=pow3 testdata/div.txtar", errs: `-passes:1:1: unknown pass "pow3" (pow2?)`, status: 1},
		{args: "-guest=shape testdata/div.txtar", errs: `unknown guest "shape" (shapes?)`, status: 2},
		{args: "-h", out: "shapes (sides and areas) or core (none)"},
	} {
		out, errs, status := command(t, strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("%s: status %d\n%s%s", c.args, status, out, errs)
		}
	}
}

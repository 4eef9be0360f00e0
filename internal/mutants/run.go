package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A Verdict is what became of a fault.
type Verdict string

const (
	Killed     Verdict = "killed"
	Survived   Verdict = "survived"
	Equivalent Verdict = "equivalent"
	Stale      Verdict = "stale"
	Broken     Verdict = "broken"
)

// ok reports whether a fault's verdict is what its row says.
func (f Fault) ok(v Verdict) bool {
	switch {
	case f.Equivalent != "":
		return v == Equivalent
	case f.Survives:
		return v == Survived
	}
	return v == Killed
}

// A runner tries faults on the module in a folder.
type runner struct {
	dir     string // absolute
	timeout time.Duration
}

// try plants a fault and runs the tests of its row. The second result is the test that
// has noticed, or what is wrong with the row.
func (r runner) try(ctx context.Context, f Fault) (Verdict, string, error) {
	file := filepath.Join(r.dir, filepath.FromSlash(f.File))
	source, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return Stale, err.Error(), nil
	} else if err != nil {
		return "", "", err
	}
	planted, err := f.plant(string(source))
	if err != nil {
		return Stale, err.Error(), nil
	}
	tmp, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(tmp)
	copied, overlay := filepath.Join(tmp, filepath.Base(file)), filepath.Join(tmp, "overlay.json")
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{file: copied}})
	if err == nil {
		err = os.WriteFile(copied, []byte(planted), 0o666)
	}
	if err == nil {
		err = os.WriteFile(overlay, data, 0o666)
	}
	if err != nil {
		return "", "", err
	}
	if out, err := r.command(ctx, "build", "-overlay", overlay, "./"+filepath.ToSlash(filepath.Dir(f.File))).CombinedOutput(); err != nil {
		return Broken, firstLine(out), ctx.Err()
	}
	for _, t := range f.Tests {
		by, err := r.test(ctx, t, "-overlay", overlay)
		if err != nil || by != "" {
			return Killed, by, err
		}
	}
	if f.Equivalent != "" {
		return Equivalent, f.Equivalent, nil
	}
	return Survived, "", nil
}

// test runs the tests of an element of Fault.Tests and returns the first one that fails,
// "" if none does.
func (r runner) test(ctx context.Context, tests string, flags ...string) (string, error) {
	pkg, run, _ := strings.Cut(tests, ":")
	args := append([]string{"test", "-short", "-vet=off", "-failfast", "-timeout", r.timeout.String()}, flags...)
	if run != "" {
		args = append(args, "-run", run)
	}
	out, err := r.command(ctx, append(args, "./"+pkg)...).CombinedOutput()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err == nil {
		if bytes.Contains(out, []byte("[no tests to run]")) || bytes.Contains(out, []byte("[no test files]")) {
			return "", fmt.Errorf("%s: no tests to run", tests)
		}
		return "", nil
	}
	if bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")) {
		return "", fmt.Errorf("%s does not build: %s", tests, firstLine(out))
	}
	if m := failed.FindAllSubmatch(out, -1); m != nil {
		return pkg + " " + string(m[len(m)-1][1]), nil // the innermost, of those that -failfast prints
	}
	return pkg + " " + firstLine(out), nil
}

// failed is how go test names what has failed.
var failed = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+)`)

func (r runner) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GOFLAGS=") // a timeout there would not be this one's
	return cmd
}

func firstLine(out []byte) string {
	for _, line := range strings.Split(string(out), "\n") {
		if line != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}

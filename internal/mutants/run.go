package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
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
	dir     string        // absolute
	timeout time.Duration // of the processor's time, for the tests of one package; by the clock it is 20 times as long
}

// result is what became of a fault: by is the test that has noticed, or what is wrong with the row.
type result struct {
	verdict Verdict
	by      string
	time    time.Duration
}

// try tries faults, and calls each with what became of them, in the table's order but for those
// that cannot be switched, which come last. The tests have to pass without a fault.
func (r runner) try(ctx context.Context, faults []Fault, each func(f Fault, v result)) error {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var list []numbered
	for i, f := range faults {
		why, err := r.stale(f)
		if err != nil {
			return err
		}
		if why != "" {
			each(f, result{verdict: Stale, by: why})
			continue
		}
		list = append(list, numbered{f, i + 1})
	}
	p, alone, broken, err := r.merge(ctx, dir, list)
	if err != nil {
		return err
	}
	isAlone := map[int]bool{}
	for _, f := range alone {
		isAlone[f.number] = true
	}
	for _, f := range list {
		if why, ok := broken[f.number]; ok {
			each(f.Fault, result{verdict: Broken, by: why})
			continue
		}
		if isAlone[f.number] {
			continue
		}
		v, err := p.verdict(ctx, f.Fault, strconv.Itoa(f.number))
		if err != nil {
			return fmt.Errorf("%s: %w", f.ID, err)
		}
		each(f.Fault, v)
	}
	for _, f := range alone {
		for _, t := range f.Tests {
			if err := p.sound(ctx, t); err != nil {
				return err
			}
		}
		v, err := r.tryAlone(ctx, f.Fault)
		if err != nil {
			return fmt.Errorf("%s: %w", f.ID, err)
		}
		each(f.Fault, v)
	}
	return nil
}

// stale says why a fault's text is not in its file, "" if it is.
func (r runner) stale(f Fault) (string, error) {
	source, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(f.File)))
	if errors.Is(err, os.ErrNotExist) {
		return err.Error(), nil
	} else if err != nil {
		return "", err
	}
	if _, err := f.plant(string(source)); err != nil {
		return err.Error(), nil
	}
	return "", nil
}

// sound runs tests without a fault, once.
func (p *program) sound(ctx context.Context, tests string) error {
	if _, ok := p.limits[tests]; ok {
		return nil
	}
	by, err := p.test(ctx, tests, "")
	if err == nil && by != "" {
		err = fmt.Errorf("%s fails without a fault: %s", tests, by)
	} else if err != nil {
		err = fmt.Errorf("without a fault: %w", err)
	}
	return err
}

// tryAlone tries a fault in a program that has no other one.
func (r runner) tryAlone(ctx context.Context, f Fault) (result, error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	source, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(f.File)))
	if err != nil {
		return result{}, err
	}
	planted, err := f.plant(string(source))
	if err != nil {
		return result{}, err
	}
	p, err := r.newProgram(dir, map[string]string{f.File: planted})
	if err != nil {
		return result{}, err
	}
	if out, err := p.build(ctx, []string{filepath.ToSlash(filepath.Dir(f.File))}); err != nil || out != "" {
		return result{verdict: Broken, by: firstLine([]byte(out))}, err
	}
	return p.verdict(ctx, f, "")
}

// verdict runs a fault's tests with the fault of a number, up to the first one that fails.
func (p *program) verdict(ctx context.Context, f Fault, number string) (result, error) {
	start := time.Now()
	for _, t := range f.Tests {
		if number != "" { // the tests of one that is alone have been run
			if err := p.sound(ctx, t); err != nil {
				return result{}, err
			}
		}
		by, err := p.test(ctx, t, number)
		if err != nil || by != "" {
			return result{Killed, by, time.Since(start)}, err
		}
	}
	if f.Equivalent != "" {
		return result{Equivalent, f.Equivalent, time.Since(start)}, nil
	}
	return result{Survived, "", time.Since(start)}, nil
}

func (r runner) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.dir
	flags := "" // a timeout there would not be this one's
	if slices.Contains(strings.Fields(os.Getenv("GOFLAGS")), "-trimpath") {
		flags = "-trimpath" // what has been compiled can be used
	}
	cmd.Env = append(os.Environ(), "GOFLAGS="+flags)
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

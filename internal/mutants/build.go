package main

import (
	"bytes"
	"cmp"
	"context"
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
	"time"
)

// A program is the module with faults planted: go's overlay of it, and the test binaries
// that have been linked.
type program struct {
	r        runner
	dir      string            // of all files
	replace  map[string]string // the overlay
	files    map[string]*merged
	binaries map[string]string // by package
	// limits are what tests may take of the processor's time, by element of Fault.Tests: some
	// times what they took without a fault.
	limits map[string]time.Duration
}

// newProgram makes the program of some replaced files, by their path within the module.
func (r runner) newProgram(dir string, files map[string]string) (*program, error) {
	p := &program{r: r, dir: dir, replace: map[string]string{}, binaries: map[string]string{}, limits: map[string]time.Duration{}}
	for name, text := range files {
		if err := p.put(name, text); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// put replaces a file.
func (p *program) put(name, text string) error {
	file := filepath.Join(p.r.dir, filepath.FromSlash(name))
	copied, ok := p.replace[file]
	if !ok {
		copied = filepath.Join(p.dir, fmt.Sprintf("%d_%s", len(p.replace), filepath.Base(file)))
		p.replace[file] = copied
	}
	if err := os.WriteFile(copied, []byte(text), 0o666); err != nil {
		return err
	}
	data, err := json.Marshal(map[string]any{"Replace": p.replace})
	if err != nil {
		return err
	}
	return os.WriteFile(p.overlay(), data, 0o666)
}

func (p *program) overlay() string { return filepath.Join(p.dir, "overlay.json") }

// build compiles packages, and returns what the compiler says if it fails.
func (p *program) build(ctx context.Context, packages []string) (string, error) {
	args := []string{"build", "-gcflags=-e", "-overlay", p.overlay()}
	for _, pkg := range packages {
		args = append(args, "./"+pkg)
	}
	out, err := p.r.command(ctx, args...).CombinedOutput()
	if err == nil {
		return "", nil
	}
	return string(out), ctx.Err()
}

// test runs the tests of an element of Fault.Tests with a fault, "" for none, and returns the
// first one that fails, "" if none does.
func (p *program) test(ctx context.Context, tests, number string) (string, error) {
	pkg, run, _ := strings.Cut(tests, ":")
	binary := p.binaries[pkg]
	if binary == "" {
		binary = filepath.Join(p.dir, strings.ReplaceAll(pkg, "/", "_")+".test")
		out, err := p.r.command(ctx, "test", "-c", "-vet=off", "-overlay", p.overlay(), "-o", binary, "./"+pkg).CombinedOutput()
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err != nil {
			return "", fmt.Errorf("%s does not build: %s", tests, firstLine(out))
		}
		if _, err := os.Stat(binary); err != nil {
			return "", fmt.Errorf("%s: no tests to run", tests)
		}
		p.binaries[pkg] = binary
	}
	// On a machine that is busy a test takes long by the clock: what counts is the processor's time.
	args := []string{"-c", `ulimit -t "$1"; ulimit -v 8000000; shift; exec "$@"`, "sh", strconv.Itoa(max(1, int(p.limit(tests).Seconds()))), binary,
		"-test.short", "-test.failfast", "-test.timeout", (20 * p.limit(tests)).String()}
	if run != "" {
		args = append(args, "-test.run", run)
	}
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = filepath.Join(p.r.dir, filepath.FromSlash(pkg))
	cmd.Env = append(os.Environ(), variable+"="+number)
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err == nil {
		if number == "" {
			p.limits[tests] = 5*(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()) + 2*time.Second
		}
		if bytes.Contains(out, []byte("testing: warning: no tests to run")) {
			return "", fmt.Errorf("%s: no tests to run", tests)
		}
		return "", nil
	}
	if m := failed.FindAllSubmatch(out, -1); m != nil {
		return pkg + " " + string(m[len(m)-1][1]), nil // the innermost, of those that -failfast prints
	}
	return pkg + " " + cmp.Or(firstLine(out), err.Error()), nil
}

// limit returns what tests may take of the processor's time.
func (p *program) limit(tests string) time.Duration {
	if l, ok := p.limits[tests]; ok {
		return min(l, p.r.timeout)
	}
	return p.r.timeout
}

// failed is how a test binary names what has failed.
var failed = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+)`)

// merge makes one program of all faults that a file can have behind a number. The others are
// returned, and those with which a file does not compile, each with what the compiler says.
func (r runner) merge(ctx context.Context, dir string, faults []numbered) (p *program, alone []numbered, broken map[int]string, err error) {
	byFile := map[string][]numbered{}
	for _, f := range faults {
		byFile[f.File] = append(byFile[f.File], f)
	}
	if p, err = r.newProgram(dir, nil); err != nil {
		return nil, nil, nil, err
	}
	p.files = map[string]*merged{}
	for file, list := range byFile {
		if err := p.mergeFile(file, list); err != nil {
			return nil, nil, nil, err
		}
	}
	broken = map[int]string{}
	for {
		out, err := p.build(ctx, p.packages())
		if err != nil || out == "" {
			for _, file := range sorted(p.files) {
				alone = append(alone, p.files[file].alone...)
			}
			return p, alone, broken, err
		}
		found := p.broken(out)
		if len(found) == 0 {
			return nil, nil, nil, errors.New("the program with all faults does not build:\n" + out)
		}
		for n, text := range found {
			broken[n] = text
		}
		for file, list := range byFile {
			left := slices.DeleteFunc(slices.Clone(list), func(f numbered) bool { _, ok := broken[f.number]; return ok })
			if len(left) < len(list) {
				byFile[file] = left
				if err := p.mergeFile(file, left); err != nil {
					return nil, nil, nil, err
				}
			}
		}
	}
}

// mergeFile puts the faults of a file into the program.
func (p *program) mergeFile(file string, list []numbered) error {
	source, err := os.ReadFile(filepath.Join(p.r.dir, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	m, err := merge(string(source), list)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	p.files[file] = m
	if err := p.put(filepath.ToSlash(filepath.Join(filepath.Dir(file), "zz_"+strings.ToLower(switchName)+".go")), fmt.Sprintf(switchSource, m.pkg)); err != nil {
		return err
	}
	return p.put(file, m.text)
}

// packages returns those that have faults.
func (p *program) packages() (list []string) {
	for _, file := range sorted(p.files) {
		if dir := filepath.ToSlash(filepath.Dir(file)); !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list
}

func sorted[T any](m map[string]T) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

var position = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\S* (.*)$`)

// broken finds the faults that the compiler's errors are in.
func (p *program) broken(out string) map[int]string {
	found := map[int]string{}
	for _, m := range position.FindAllStringSubmatch(out, -1) {
		line, _ := strconv.Atoi(m[2])
		for file, merged := range p.files {
			if !strings.HasSuffix(filepath.ToSlash(m[1]), file) && filepath.Base(m[1]) != filepath.Base(p.replace[filepath.Join(p.r.dir, filepath.FromSlash(file))]) {
				continue
			}
			for _, l := range merged.lines {
				if l.first <= line && line <= l.last {
					found[l.number] = m[3]
				}
			}
		}
	}
	return found
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// bench is what the rows are measured with.
type bench struct {
	tier2, lib, from string
	dir              string // with the drivers
	limit            time.Duration
	without          *regexp.Regexp
	verbose          bool
	packages         map[string]pack
}

// folder is a folder of scripts: one passes if its output and its exit status are CPython's.
type folder struct {
	source
	path string
}

// scripts are the folders that rows of the table are named after: suite/…
var scripts = map[string]folder{
	"micropython": {source{"micropython/micropython", "1c3c201149f37fe8d81246191b3127bb198d6306"}, "tests"},
	"rustpython":  {source{"RustPython/RustPython", "cc1e55e3e43f14a673901ea78ccb426ecb6c3bbb"}, "extra_tests"},
}

// failure is how a run by tier2 ends that has no result.
type failure struct{ error }

// measure runs the tests of a row by CPython and by tier2.
func (b *bench) measure(name string) (row, error) {
	suite, rest, _ := strings.Cut(name, "/")
	if f, ok := scripts[suite]; ok {
		dir, err := b.fetch(f.source)
		if err != nil {
			return row{}, err
		}
		return b.compare(name, filepath.Join(dir, f.path, rest))
	}
	if p, ok := b.packages[name]; ok {
		dir, args, err := b.prepare(p)
		if err != nil {
			return row{}, err
		}
		return b.count(name, dir, filepath.Join(b.dir, "package.py"), args...)
	}
	lib, err := b.library()
	if err != nil {
		return row{}, err
	}
	return b.count(name, ".", filepath.Join(b.dir, "driver.py"), lib, name)
}

// count runs a driver, which prints how many tests it ran and how many of them passed.
func (b *bench) count(name, dir, driver string, args ...string) (row, error) {
	args = append([]string{driver}, args...)
	one := func(how string) (tests, passed int, err error) {
		out, errs, _, err := b.execute(dir, how, args...)
		for line := range strings.Lines(string(out)) {
			if n, _ := fmt.Sscanf(line, "RESULT %d %d", &tests, &passed); n == 2 {
				return tests, passed, nil
			}
			if b.verbose && how == "run" {
				fmt.Print(line)
			}
		}
		if err == nil {
			err = errors.New("no result")
		}
		last := strings.TrimSpace(string(errs))
		return 0, 0, fmt.Errorf("%s (%w)", last[strings.LastIndexByte(last, '\n')+1:], err)
	}
	return measured(name, one)
}

// measured runs the same tests by CPython and by tier2.
func measured(name string, one func(how string) (tests, passed int, err error)) (row, error) {
	tests, cpython, err := one("python")
	if err != nil {
		return row{}, fmt.Errorf("CPython: %w", err)
	}
	_, passed, err := one("run")
	if err != nil {
		return row{}, failure{err}
	}
	return row{name, tests, cpython, passed}, nil
}

// compare runs the scripts of a folder. Those that CPython does not end with in time are not counted as its.
func (b *bench) compare(name, dir string) (row, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.py"))
	if err != nil {
		return row{}, err
	}
	r := row{name: name, tests: len(files)}
	for _, file := range files {
		want, _, status, err := b.execute(dir, "python", file)
		if err != nil {
			continue
		}
		r.cpython++
		got, errs, ours, err := b.execute(dir, "run", file)
		if err == nil && bytes.Equal(got, want) && ours == status {
			r.passed++
		} else if b.verbose {
			last := strings.TrimSpace(string(errs))
			fmt.Printf("%s: status %d, CPython's %d: %s\n", filepath.Base(file), ours, status, last[strings.LastIndexByte(last, '\n')+1:])
		}
	}
	return r, nil
}

// execute runs a script in a folder: err is of a run that does not end by itself.
func (b *bench) execute(dir, how string, args ...string) (out, errs []byte, status int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), b.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.tier2, append([]string{how}, args...)...)
	cmd.Dir, cmd.WaitDelay = dir, time.Second
	inGroup(cmd)
	cmd.Env = append(os.Environ(), "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err = cmd.Output()
	status = cmd.ProcessState.ExitCode()
	if ctx.Err() != nil {
		err = ctx.Err()
	} else if _, ok := err.(*exec.ExitError); ok && status >= 0 {
		err = nil
	}
	return out, stderr.Bytes(), status, err
}

// pack is a package: its source, the folder in it that its tests run in, and its driver's arguments.
type pack struct {
	source
	folder string
	paths  []string // modules come from: folders in it, OWNER/NAME/PATH in other packages, +NAME in name only
	files  []string // patterns of test files; FILE::TEST is left out
}

func parsePackages(data []byte) map[string]pack {
	made := map[string]pack{}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(f) != 5 {
			continue
		}
		made[f[0]] = pack{source{f[0], f[1]}, f[2], strings.Fields(f[3]), strings.Fields(f[4])}
	}
	return made
}

// prepare fetches a package and what it needs: the folder to run in, and its driver's arguments.
func (b *bench) prepare(p pack) (dir string, args []string, err error) {
	root, err := b.fetch(p.source)
	if err != nil {
		return "", nil, err
	}
	dir = filepath.Join(root, p.folder)
	var paths []string
	for _, path := range p.paths {
		if other, inside, ok := within(path); ok {
			folder, err := b.fetch(b.packages[other].source)
			if err != nil {
				return "", nil, err
			}
			path = filepath.Join(folder, inside)
		} else if !strings.HasPrefix(path, "+") {
			path = filepath.Join(root, path)
		}
		paths = append(paths, path)
	}
	args = []string{strings.Join(paths, ":")}
	for _, pattern := range p.files {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return "", nil, err
		}
		for _, file := range found {
			args = append(args, strings.TrimPrefix(file, dir+"/"))
		}
		if len(found) == 0 {
			args = append(args, pattern)
		}
	}
	return dir, args, nil
}

// within splits a path that lies in another package.
func within(path string) (other, inside string, ok bool) {
	parts := strings.SplitN(path, "/", 3)
	if len(parts) < 3 {
		return "", "", false
	}
	return parts[0] + "/" + parts[1], parts[2], true
}

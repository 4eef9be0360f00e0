// Command conformance runs the test files of CPython's that a table lists, one after the other,
// by CPython and by tier2, and writes the table anew:
//
//	go run ./internal/conformance -tier2 BINARY [-lib DIR] [NAME…]
//
// DIR is the folder that has CPython 3.14's test package (Lib of its source); without it the
// source is fetched by git into the user's cache. Nothing of it becomes part of this
// repository. A file's figures only grow: one that passes fewer tests than the table says
// is reported, keeps its row, and the command fails.
package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

//go:embed driver.py
var driver []byte

// source is where CPython's tests are, and the release.
const source, release = "https://github.com/python/cpython", "v3.14.6"

func main() {
	tier2 := flag.String("tier2", "tier2", "the program to test")
	lib := flag.String("lib", "", "folder with CPython's package test")
	file := flag.String("table", filepath.Join("docs", "conformance.tsv"), "the table")
	limit := flag.Duration("limit", time.Minute, "time for a file")
	flag.Parse()
	if err := run(*tier2, *lib, *file, *limit, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func run(tier2, lib, file string, limit time.Duration, names []string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	t := parse(data)
	if lib == "" {
		if lib, err = fetch(); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp("", "conformance")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	script := filepath.Join(dir, "driver.py")
	if err := os.WriteFile(script, driver, 0o666); err != nil {
		return err
	}
	less := 0
	for i := range t.rows {
		r := &t.rows[i]
		if len(names) > 0 && !slices.Contains(names, r.name) {
			continue
		}
		now := row{name: r.name}
		if now.tests, now.cpython, err = one(limit, tier2, "python", script, lib, r.name); err != nil {
			fmt.Printf("%s: CPython: %v\n", r.name, err)
		}
		if _, now.passed, err = one(limit, tier2, "run", script, lib, r.name); err != nil {
			fmt.Printf("%s: %v\n", r.name, err)
		}
		if !r.grow(now) {
			fmt.Printf("%s: %d tests pass, %d did\n", r.name, now.passed, r.passed)
			less++
		}
		if err := os.WriteFile(file, t.text(), 0o666); err != nil {
			return err
		}
	}
	if less > 0 {
		return fmt.Errorf("%d files pass fewer tests than before", less)
	}
	return nil
}

// one runs a test file: how many tests it has, and how many pass.
func one(limit time.Duration, tier2, how, script, lib, name string) (tests, passed int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, tier2, how, script, lib, name)
	cmd.WaitDelay = time.Second
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		if n, _ := fmt.Sscanf(lines.Text(), "RESULT %d %d", &tests, &passed); n == 2 {
			return tests, passed, nil
		}
	}
	if ctx.Err() != nil {
		return 0, 0, ctx.Err()
	}
	last := strings.TrimSpace(errs.String())
	return 0, 0, fmt.Errorf("%s (%v)", last[strings.LastIndexByte(last, '\n')+1:], err)
}

// fetch brings CPython's source into the user's cache, once.
func fetch() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "tier2", "cpython-source-"+release)
	lib := filepath.Join(dir, "Lib")
	if _, err := os.Stat(filepath.Join(lib, "test")); err == nil {
		return lib, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return "", err
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), "cpython-source-") // an interrupted clone is not taken for one
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	cmd := exec.Command("git", "clone", "--quiet", "--depth=1", "--branch="+release, source, part)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return "", err
	}
	return lib, os.Rename(part, dir)
}

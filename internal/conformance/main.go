// Command conformance runs the test files of CPython's that a table lists, one after the other,
// by CPython and by tier2, and writes the table anew:
//
//	go run ./internal/conformance -tier2 BINARY [-lib DIR] [-without REGEXP] [NAME…]
//
// DIR is the folder that has CPython 3.14's test package (Lib of its source); without it the
// source is fetched by git into the user's cache. Nothing of it becomes part of this
// repository. Where DIR is another implementation's copy, -without takes away the lines that
// it marked tests with: they are left out of a temporary copy of DIR.
//
// A file's figures only grow: one that passes fewer tests than the table says is reported,
// keeps its row, and the command fails. A file whose run by CPython or by tier2 does not come
// to its end keeps its row too.
package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
	without := flag.String("without", "", "regular expression of lines that the test files are read without")
	flag.Parse()
	if err := run(*tier2, *lib, *file, *without, *limit, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func run(tier2, lib, file, without string, limit time.Duration, names []string) error {
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
	if without != "" {
		line, err := regexp.Compile(without)
		if err != nil {
			return err
		}
		if lib, err = unmarked(lib, filepath.Join(dir, "Lib"), line); err != nil {
			return err
		}
	}
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
		if !r.measure(func(how string) (tests, passed int, err error) {
			return one(limit, tier2, how, script, lib, r.name)
		}) {
			less++
		}
		if err := os.WriteFile(file, t.text(), 0o666); err != nil {
			return err
		}
	}
	if less > 0 {
		return fmt.Errorf("%d files fail or pass fewer tests than before", less)
	}
	return nil
}

// measure runs a test file by CPython and by tier2 and takes over what is more; false if tier2
// passes less. Where one of the runs has no result, the row keeps its figures.
func (r *row) measure(run func(how string) (tests, passed int, err error)) bool {
	tests, cpython, err := run("python")
	if err != nil {
		fmt.Printf("%s: CPython: %v\n", r.name, err)
		return true
	}
	_, passed, err := run("run")
	if err != nil {
		fmt.Printf("%s: %v\n", r.name, err)
		return false
	}
	was := r.passed
	if !r.grow(row{r.name, tests, cpython, passed}) {
		fmt.Printf("%s: %d tests pass, %d did\n", r.name, passed, was)
		return false
	}
	return true
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

// unmarked copies a folder; the Python files of its package test lose the lines that match.
func unmarked(from, to string, line *regexp.Regexp) (string, error) {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return "", err
	}
	return to, filepath.WalkDir(filepath.Join(to, "test"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".py" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, without(data, line), 0o666)
	})
}

// without is a text less the lines that match.
func without(data []byte, line *regexp.Regexp) []byte {
	var kept []byte
	for l := range bytes.Lines(data) {
		if !line.Match(l) {
			kept = append(kept, l...)
		}
	}
	return kept
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

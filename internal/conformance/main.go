// Command conformance runs tests that nobody here wrote, by CPython and by tier2, and writes the
// table of how many pass anew:
//
//	go run ./internal/conformance -tier2 BINARY [-lib DIR] [-without REGEXP] [-from FORMAT] [ROW…]
//
// A row is a test file of CPython's (test_list), a folder of scripts of another implementation's
// (micropython/basics), or a package (pallets/click; packages.tsv has its commit and its tests).
//
// What is not on this machine is fetched by git into the user's cache; nothing of it becomes part
// of this repository. FORMAT makes an address of a repository's owner and name; DIR is the folder
// that has CPython 3.14's test package (Lib of its source), if it is there already. Where DIR is
// another implementation's copy, -without takes away the lines that it marked tests with: they are
// left out of a temporary copy of DIR.
//
// A row's figures only grow: one that passes fewer tests than the table says is reported, keeps
// its row, and the command fails. One whose run by CPython or by tier2 does not come to its end
// keeps its row too.
package main

import (
	"embed"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

//go:embed driver.py package.py all:pytest all:hypothesis
var drivers embed.FS

//go:embed packages.tsv
var packages []byte

func main() {
	var b bench
	flag.StringVar(&b.tier2, "tier2", "tier2", "the program to test")
	flag.StringVar(&b.lib, "lib", "", "folder with CPython's package test")
	flag.StringVar(&b.from, "from", "https://github.com/%s/%s", "where a repository is, by its owner and name")
	flag.DurationVar(&b.limit, "limit", time.Minute, "time for a file, or for a package")
	flag.BoolVar(&b.verbose, "v", false, "print what fails under tier2")
	file := flag.String("table", filepath.Join("docs", "conformance.tsv"), "the table")
	without := flag.String("without", "", "regular expression of lines that CPython's test files are read without")
	flag.Parse()
	if err := run(&b, *file, *without, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func run(b *bench, file, without string, names []string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	t := parse(data)
	if b.dir, err = os.MkdirTemp("", "conformance"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	if err := os.CopyFS(b.dir, drivers); err != nil {
		return err
	}
	if b.tier2, err = absolute(b.tier2); err != nil {
		return err
	}
	if without != "" {
		if b.without, err = regexp.Compile(without); err != nil {
			return err
		}
	}
	b.packages = parsePackages(packages)
	less := 0
	for i := range t.rows {
		r := &t.rows[i]
		if len(names) > 0 && !slices.Contains(names, r.name) {
			continue
		}
		if !r.take(b.measure(r.name)) {
			less++
		}
		if err := os.WriteFile(file, t.text(), 0o666); err != nil {
			return err
		}
	}
	if less > 0 {
		return fmt.Errorf("%d rows fail or pass fewer tests than before", less)
	}
	return nil
}

// absolute is the path of a program that runs from any folder: a bare name is looked up.
func absolute(program string) (string, error) {
	if filepath.Base(program) == program {
		return program, nil
	}
	return filepath.Abs(program)
}

// take takes over what a run says if it is more; false if tier2 passes less or its run has no
// result. Where CPython's has none, the row keeps its figures.
func (r *row) take(now row, err error) bool {
	if err != nil {
		fmt.Printf("%s: %v\n", r.name, err)
		_, ours := err.(failure)
		return !ours
	}
	was := r.passed
	if !r.grow(now) {
		fmt.Printf("%s: %d tests pass, %d did\n", r.name, now.passed, was)
		return false
	}
	return true
}

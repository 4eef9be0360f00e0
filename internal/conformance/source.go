package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// source is a repository at a commit.
type source struct{ repository, commit string }

// cpython has the tests of CPython's.
var cpython = source{"python/cpython", "v3.14.6"}

// library is the folder with CPython's package test, as the flags want it.
func (b *bench) library() (string, error) {
	if b.lib == "" {
		dir, err := b.fetch(cpython)
		if err != nil {
			return "", err
		}
		b.lib = filepath.Join(dir, "Lib")
	}
	if b.without == nil {
		return b.lib, nil
	}
	lib, err := unmarked(b.lib, filepath.Join(b.dir, "Lib"), b.without)
	b.lib, b.without = lib, nil
	return lib, err
}

// fetch brings a source into the user's cache, once.
func (b *bench) fetch(s source) (string, error) {
	owner, name, ok := strings.Cut(s.repository, "/")
	if !ok {
		return "", errors.New("a path names a repository that packages.tsv has not")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	all := filepath.Join(cache, "tier2", "sources")
	dir := filepath.Join(all, owner+"+"+name+"@"+s.commit)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(all, 0o777); err != nil {
		return "", err
	}
	part, err := os.MkdirTemp(all, "part-") // an interrupted fetch is not taken for one
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	for _, args := range [][]string{
		{"init", "--quiet"},
		{"fetch", "--quiet", "--depth=1", fmt.Sprintf(b.from, owner, name), s.commit},
		{"checkout", "--quiet", "FETCH_HEAD"},
	} {
		cmd := exec.Command("git", append([]string{"-C", part}, args...)...)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("git %s: %w", args[0], err)
		}
	}
	return dir, os.Rename(part, dir)
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

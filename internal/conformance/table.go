package main

import (
	"fmt"
	"strings"
)

// table is the file of results: a comment, and a row for each test file.
type table struct {
	head []string
	rows []row
}

// row is a test file: how many tests it has, and how many of them CPython and tier2 pass.
type row struct {
	name                   string
	tests, cpython, passed int
}

func parse(data []byte) table {
	var t table
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			t.head = append(t.head, line)
			continue
		}
		var r row
		fmt.Sscan(line, &r.name, &r.tests, &r.cpython, &r.passed)
		t.rows = append(t.rows, r)
	}
	return t
}

func (t *table) text() []byte {
	var b strings.Builder
	for _, line := range t.head {
		b.WriteString(line + "\n")
	}
	for _, r := range t.rows {
		fmt.Fprintf(&b, "%s\t%d\t%d\t%d\n", r.name, r.tests, r.cpython, r.passed)
	}
	return []byte(b.String())
}

// grow takes over what is more than before; false if tier2 passes less.
func (r *row) grow(now row) bool {
	r.tests, r.cpython = max(r.tests, now.tests), max(r.cpython, now.cpython)
	if now.passed < r.passed {
		return false
	}
	r.passed = now.passed
	return true
}

package main

import (
	"fmt"
	"strings"
)

// table is the file of results: its lines, some of which are rows.
type table struct {
	lines []string
	rows  []row
	at    []int // the line of each row
}

// row is a test file, a folder or a package: how many tests it has, and how many of them CPython and tier2 pass.
type row struct {
	name                   string
	tests, cpython, passed int
}

// total begins the line behind the rows that it adds up.
const total = "# total"

func parse(data []byte) table {
	var t table
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			var r row
			fmt.Sscan(line, &r.name, &r.tests, &r.cpython, &r.passed)
			t.rows = append(t.rows, r)
			t.at = append(t.at, len(t.lines))
		}
		t.lines = append(t.lines, line)
	}
	return t
}

func (t *table) text() []byte {
	for i, r := range t.rows {
		t.lines[t.at[i]] = fmt.Sprintf("%s\t%d\t%d\t%d", r.name, r.tests, r.cpython, r.passed)
	}
	var b strings.Builder
	var sum row
	whole, rows, next := 0, 0, 0
	for i, line := range t.lines {
		switch {
		case next < len(t.at) && t.at[next] == i:
			r := t.rows[next]
			sum.tests, sum.cpython, sum.passed = sum.tests+r.tests, sum.cpython+r.cpython, sum.passed+r.passed
			next, rows = next+1, rows+1
			if r.passed > 0 && r.passed >= r.cpython {
				whole++
			}
		case strings.HasPrefix(line, total):
			line = fmt.Sprintf("%s: %d of %d that CPython passes; %d of %d rows whole", total, sum.passed, sum.cpython, whole, rows)
			sum, whole, rows = row{}, 0, 0
		}
		b.WriteString(line + "\n")
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

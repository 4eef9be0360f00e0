// Package unified compares texts line by line and prints how they differ as diff -u
// does. It is for messages: texts of some thousands of lines.
//
//	unified.Diff("want", "got", "a\nb\n", "a\nc\n")
//	// --- want
//	// +++ got
//	// @@ -1,2 +1,2 @@
//	//  a
//	// -b
//	// +c
package unified

import (
	"fmt"
	"strings"
)

// context is how many lines that are equal stand around those that differ.
const context = 3

// maxCells bounds the table of the comparison. Texts that need a larger one are
// printed as removed and added as a whole.
const maxCells = 1 << 24

// Diff returns the difference of two texts, "" if there is none.
func Diff(oldName, newName, before, after string) string {
	if before == after {
		return ""
	}
	edits := compare(lines(before), lines(after))
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", oldName, newName)
	for i := 0; i < len(edits); {
		if edits[i].kind == ' ' {
			i++
			continue
		}
		from, to := max(0, i-context), i
		for equal := 0; to < len(edits) && equal <= 2*context; to++ {
			if equal++; edits[to].kind != ' ' {
				equal = 0
			}
		}
		for to > i && edits[to-1].kind == ' ' {
			to--
		}
		to = min(len(edits), to+context)
		hunk(&b, edits, from, to)
		i = to
	}
	return b.String()
}

// First returns the first line, from 1, in which a text differs from another; 0 if
// it does not.
func First(text, from string) int {
	if text == from {
		return 0
	}
	a, b := lines(text), lines(from)
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i + 1
}

// edit is a line of both texts (' '), or of the one ('-') or the other ('+').
type edit struct {
	kind byte
	line string
}

// lines splits a text. A text that does not end with a newline has a last line that
// says so, as the two would differ else and show no difference.
func lines(s string) []string {
	if s == "" {
		return nil
	}
	if cut, ok := strings.CutSuffix(s, "\n"); ok {
		return strings.Split(cut, "\n")
	}
	return append(strings.Split(s, "\n"), `\ no newline at the end`)
}

// compare finds a longest common subsequence.
func compare(a, b []string) []edit {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var list []edit
	add := func(kind byte, lines []string) {
		for _, l := range lines {
			list = append(list, edit{kind, l})
		}
	}
	add(' ', a[:head])
	x, y := a[head:len(a)-tail], b[head:len(b)-tail]
	if (len(x)+1)*(len(y)+1) > maxCells {
		add('-', x)
		add('+', y)
	} else {
		list = append(list, middle(x, y)...)
	}
	add(' ', a[len(a)-tail:])
	return list
}

// middle compares by dynamic programming: n has, for what is left of both, how many
// lines are common.
func middle(x, y []string) []edit {
	w := len(y) + 1
	n := make([]int32, (len(x)+1)*w)
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				n[i*w+j] = n[(i+1)*w+j+1] + 1
			} else {
				n[i*w+j] = max(n[(i+1)*w+j], n[i*w+j+1])
			}
		}
	}
	var list []edit
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			list = append(list, edit{' ', x[i]})
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && n[(i+1)*w+j] >= n[i*w+j+1]:
			list = append(list, edit{'-', x[i]})
			i++
		default:
			list = append(list, edit{'+', y[j]})
			j++
		}
	}
	return list
}

// hunk prints the edits from one index to another below a line that says where they
// are.
func hunk(b *strings.Builder, edits []edit, from, to int) {
	var before, size [2]int
	for i, e := range edits[:to] {
		n := &before
		if i >= from {
			n = &size
		}
		if e.kind != '+' {
			n[0]++
		}
		if e.kind != '-' {
			n[1]++
		}
	}
	fmt.Fprintf(b, "@@ -%s +%s @@\n", place(before[0], size[0]), place(before[1], size[1]))
	for _, e := range edits[from:to] {
		b.WriteByte(e.kind)
		b.WriteString(e.line)
		b.WriteByte('\n')
	}
}

// place prints the lines of a hunk as diff does: of none, the line in front of them.
func place(before, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", before)
	case 1:
		return fmt.Sprint(before + 1)
	}
	return fmt.Sprintf("%d,%d", before+1, n)
}

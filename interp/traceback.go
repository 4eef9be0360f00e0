package interp

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/tier2go/tier2/interp/grant"
	"github.com/tier2go/tier2/interp/object"
)

// Tracebacks as CPython 3.14 prints them (Lib/traceback.py), without the lines of
// carets.

const (
	causeMessage   = "\nThe above exception was the direct cause of the following exception:\n\n"
	contextMessage = "\nDuring handling of the above exception, another exception occurred:\n\n"
)

// formatTraceback prints an exception, and before it the ones that led to it.
func (vm *VM) formatTraceback(exc object.Value) string {
	var b strings.Builder
	vm.writeException(&b, exc, map[object.Value]bool{})
	return b.String()
}

func (vm *VM) writeException(b *strings.Builder, exc object.Value, seen map[object.Value]bool) {
	h := vm.heap
	seen[exc] = true
	cause, context := h.Field(exc, object.OffExcCause), h.Field(exc, object.OffExcContext)
	switch {
	case cause != object.Null:
		if !seen[cause] {
			vm.writeException(b, cause, seen)
			b.WriteString(causeMessage)
		}
	case context != object.Null && !h.ContextSuppressed(exc) && !seen[context]:
		vm.writeException(b, context, seen)
		b.WriteString(contextMessage)
	}
	if tb := h.Tracebacks(exc); len(tb) > 0 {
		b.WriteString("Traceback (most recent call last):\n")
		vm.writeEntries(b, tb)
	}
	if !vm.writeSyntax(b, exc) {
		b.WriteString(h.ExceptionLine(exc))
	}
	b.WriteString(vm.suggestion(exc))
	b.WriteByte('\n')
	vm.writeNotes(b, exc)
}

// writeNotes prints what add_note has added: __notes__, if that is a sequence.
func (vm *VM) writeNotes(b *strings.Builder, exc object.Value) {
	h := vm.heap
	notes, err := h.LookupAttr(exc, h.Intern("__notes__"))
	if err != nil || notes == object.Null || notes == object.None {
		return
	}
	if !h.Is(notes, object.ListType) && !h.Is(notes, object.TupleType) {
		if s, err := h.Repr(notes); err == nil {
			b.WriteString(h.GoString(s) + "\n")
		}
		return
	}
	list, err := h.TupleFromIter(notes)
	if err != nil {
		return
	}
	for i := range h.TupleLen(list) {
		s, err := h.Str(h.TupleItem(list, i))
		if err != nil {
			b.WriteString("<note str() failed>\n")
			continue
		}
		b.WriteString(h.GoString(s) + "\n")
	}
}

// tracebackPlace returns the line of a traceback's entry, and the offset of its
// instruction in bytes.
func (vm *VM) tracebackPlace(tb object.Traceback) (line, lasti int) {
	return vm.codes[tb.Code].Line(int(tb.PC)), 2 * int(tb.PC)
}

// recursiveCutoff is how often a traceback repeats one line before it counts
// (traceback._RECURSIVE_CUTOFF).
const recursiveCutoff = 3

// writeEntries prints the frames, repeated ones counted.
func (vm *VM) writeEntries(b *strings.Builder, tb []object.Traceback) {
	type place struct {
		file string
		line int
		name string
	}
	var last place
	count := 0
	flush := func() {
		if n := count - recursiveCutoff; n > 0 {
			fmt.Fprintf(b, "  [Previous line repeated %d more time%s]\n", n, plural(n))
		}
	}
	for _, t := range tb {
		code := vm.codes[t.Code]
		p := place{code.Filename, code.Line(int(t.PC)), code.Name}
		if p != last || count == 0 {
			flush()
			last, count = p, 0
		}
		if count++; count <= recursiveCutoff {
			fmt.Fprintf(b, "  File \"%s\", line %d, in %s\n", p.file, p.line, p.name)
			vm.writeSource(b, code, int(t.PC))
		}
	}
	flush()
}

// writeSource prints the lines of the source that an instruction comes from.
func (vm *VM) writeSource(b *strings.Builder, code *Code, pc int) {
	pos := code.Positions(pc)
	if pos.Line < 1 || pos.EndLine < pos.Line {
		return
	}
	lines := make([]string, 0, pos.EndLine-pos.Line+1)
	for i := pos.Line; i <= pos.EndLine; i++ {
		lines = append(lines, vm.sourceLine(code.Filename, i))
	}
	first := lines[0]
	dedent(lines)
	if strings.Join(lines, "") == "" {
		return
	}
	if pos.Col < 0 || pos.EndCol < 0 {
		fmt.Fprintf(b, "    %s\n", strings.TrimLeftFunc(first, isSpace))
		return
	}
	if len(lines) > 1 {
		cut := len(first) - len(lines[0])
		lines = significantLines(lines, pos.Col-cut, pos.EndCol-cut)
		dedent(lines)
	}
	for _, l := range lines {
		fmt.Fprintf(b, "    %s\n", l)
	}
}

// significantLines leaves out lines of a statement that a traceback does not
// show. It shows the first and the last one and those around what the operator
// or the brackets are that failed; col and endCol are where the instruction's
// source begins in the first line and ends in the last.
func significantLines(lines []string, col, endCol int) []string {
	last := len(lines) - 1
	show := make([]bool, len(lines))
	show[0], show[last] = true, true
	if left, right, ok := anchors(segment(lines, max(col, 0), max(endCol, 0))); ok {
		for _, anchor := range [...]int{left, right} {
			for i := anchor - 1; i <= anchor+1; i++ {
				if i >= 0 && i <= last {
					show[i] = true
				}
			}
		}
	}
	var out []string
	prev := 0
	for i, ok := range show {
		if !ok {
			continue
		}
		switch gap := i - prev; {
		case gap == 2:
			out = append(out, lines[i-1])
		case gap > 2:
			out = append(out, fmt.Sprintf("...<%d lines>...", gap-1))
		}
		out = append(out, lines[i])
		prev = i
	}
	return out
}

// segment returns the part of lines from col of the first to endCol of the last.
func segment(lines []string, col, endCol int) string {
	last := len(lines) - 1
	s := strings.Join(lines[:last], "\n")
	return s[min(col, len(s)):] + "\n" + lines[last][:min(endCol, len(lines[last]))]
}

// dedent removes the white space that all lines with text begin with, and all of
// lines without (textwrap.dedent).
func dedent(lines []string) {
	margin, any := "", false
	for i, l := range lines {
		text := strings.TrimLeft(l, " \t")
		if text == "" {
			lines[i] = ""
			continue
		}
		indent := l[:len(l)-len(text)]
		if !any {
			margin, any = indent, true
		}
		n := 0
		for n < len(margin) && n < len(indent) && margin[n] == indent[n] {
			n++
		}
		margin = margin[:n]
	}
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, margin)
	}
}

// isSpace is Python's str.isspace for one character.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// sourceLine returns a line of a source file without the white space at its end,
// "" if it cannot be had.
func (vm *VM) sourceLine(file string, line int) string {
	lines, ok := vm.sources[file]
	if !ok {
		if data, err := vm.source(file); err == nil {
			text := strings.TrimPrefix(string(data), "\ufeff")
			text = strings.ReplaceAll(text, "\r\n", "\n")
			lines = strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
		}
		if vm.sources == nil {
			vm.sources = map[string][]string{}
		}
		vm.sources[file] = lines
	}
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.TrimRightFunc(lines[line-1], isSpace)
}

// source reads a source file.
func (vm *VM) source(file string) ([]byte, error) {
	if vm.opts.Source != nil {
		return vm.opts.Source(file)
	}
	return grant.ReadFile(vm.opts.Grants.FS, vm.lib.Path(file))
}

package traceback

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Printer prints tracebacks of one VM.
type Printer struct {
	heap    *object.Heap
	code    func(handle uint32) *pycode.Code
	read    func(file string) ([]byte, error)
	modules object.Value        // sys.modules
	sources map[string][]string // lines of source files
}

// New makes a Printer for exceptions of a heap. code returns the code object with a handle,
// read a source file; modules is sys.modules.
func New(h *object.Heap, code func(handle uint32) *pycode.Code, read func(file string) ([]byte, error), modules object.Value) *Printer {
	return &Printer{heap: h, code: code, read: read, modules: modules, sources: map[string][]string{}}
}

const (
	causeMessage   = "\nThe above exception was the direct cause of the following exception:\n\n"
	contextMessage = "\nDuring handling of the above exception, another exception occurred:\n\n"
	cutMessage     = "... (earlier exceptions are left out)\n"
)

// Format prints an exception, and before it the ones that led to it.
func (p *Printer) Format(exc object.Value) string {
	w := writer{p: p}
	w.chain(p.collect(exc))
	return w.b.String()
}

// writeOne prints one exception.
func (p *Printer) writeOne(b *strings.Builder, exc object.Value) {
	if tb := p.heap.Tracebacks(exc); len(tb) > 0 {
		p.writeEntries(b, tb)
	}
	if !p.writeSyntax(b, exc) {
		b.WriteString(p.heap.ExceptionLine(exc))
	}
	b.WriteString(p.suggestion(exc))
	b.WriteByte('\n')
	p.writeNotes(b, exc)
}

// writeNotes prints what add_note has added: __notes__, if that is a sequence.
func (p *Printer) writeNotes(b *strings.Builder, exc object.Value) {
	h := p.heap
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

// recursiveCutoff is how often a traceback repeats one line before it counts
// (traceback._RECURSIVE_CUTOFF).
const recursiveCutoff = 3

// writeEntries prints the frames, repeated ones counted.
func (p *Printer) writeEntries(b *strings.Builder, tb []object.Traceback) {
	type place struct {
		file string
		line int
		name string
	}
	var last place
	count := 0
	flush := func() {
		if n := count - recursiveCutoff; n > 0 {
			times := "times"
			if n == 1 {
				times = "time"
			}
			fmt.Fprintf(b, "  [Previous line repeated %d more %s]\n", n, times)
		}
	}
	for _, t := range tb {
		code := p.code(t.Code)
		at := place{code.Filename, code.Line(int(t.PC)), code.Name}
		if at != last || count == 0 {
			flush()
			last, count = at, 0
		}
		if count++; count <= recursiveCutoff {
			fmt.Fprintf(b, "  File \"%s\", line %d, in %s\n", at.file, at.line, at.name)
			p.writeSource(b, code, int(t.PC))
		}
	}
	flush()
}

// writeSource prints the lines of the source that an instruction comes from.
func (p *Printer) writeSource(b *strings.Builder, code *pycode.Code, pc int) {
	pos := code.Positions(pc)
	if pos.Line < 1 || pos.EndLine < pos.Line {
		return
	}
	lines := make([]string, 0, pos.EndLine-pos.Line+1)
	for i := pos.Line; i <= pos.EndLine; i++ {
		lines = append(lines, p.sourceLine(code.Filename, i))
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
func (p *Printer) sourceLine(file string, line int) string {
	lines, ok := p.sources[file]
	if !ok {
		if data, err := p.read(file); err == nil {
			lines = p.sourceLines(data)
		}
		p.sources[file] = lines
	}
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.TrimRightFunc(lines[line-1], isSpace)
}

// coding is a comment that names the encoding of a source (PEP 263), in one of its first two lines, of which the first one may
// have nothing but a comment.
var coding = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[ \t\f]*(?:#[^\r\n]*)?\r?\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)
})

// sourceLines returns the lines of a source file, none if it is not of the encoding that it says.
func (p *Printer) sourceLines(data []byte) []string {
	text := strings.TrimPrefix(string(data), "\ufeff")
	if found := coding().FindStringSubmatch(text); found != nil && len(text) == len(data) && !isUTF8(found[1]) {
		v, err := p.heap.Decode(p.heap.NewBytes(data), found[1], "strict")
		if err != nil {
			return nil
		}
		text = p.heap.GoString(v)
	} else if !utf8.ValidString(text) {
		return nil
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
}

// isUTF8 reports whether a name of an encoding is one of UTF-8's.
func isUTF8(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	return name == "utf-8" || name == "utf8" || strings.HasPrefix(name, "utf-8-")
}

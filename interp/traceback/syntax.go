package traceback

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/tier2go/tier2/interp/object"
)

// writeSyntax writes the last lines for a SyntaxError that knows its place: the
// source line, carets under what is wrong, the message (Lib/traceback.py,
// _format_syntax_error). It reports false for other exceptions.
func (p *Printer) writeSyntax(b *strings.Builder, exc object.Value) bool {
	h := p.heap
	if !h.IsInstance(exc, object.SyntaxErrorType) {
		return false
	}
	text := func(name string) (string, bool) {
		v, err := h.GetAttr(exc, h.Intern(name))
		if err != nil || !h.Is(v, object.StrType) {
			return "", false
		}
		return h.GoString(v), true
	}
	number := func(name string, def int) int {
		v, err := h.GetAttr(exc, h.Intern(name))
		if err != nil || !v.IsSmall() {
			return def
		}
		return int(v.Small())
	}
	line := number("lineno", -1)
	if line < 0 {
		return false
	}
	file, ok := text("filename")
	if !ok || file == "" {
		file = "<string>"
	}
	fmt.Fprintf(b, "  File \"%s\", line %d\n", file, line)
	if source, ok := text("text"); ok {
		writeCarets(b, source, number("offset", -1), number("end_lineno", -1) == line, number("end_offset", 0))
	}
	msg, ok := text("msg")
	if !ok || msg == "" {
		msg = "<no detail available>"
	}
	b.WriteString(h.TypeOf(exc).FullName() + ": " + msg)
	return true
}

// writeCarets writes a source line and marks it from offset to end, both from 1;
// the end is that of the line unless it is on the same line.
func writeCarets(b *strings.Builder, source string, offset int, sameLine bool, end int) {
	all := []rune(strings.TrimRight(source, "\n"))
	shown := []rune(strings.TrimLeft(string(all), " \n\f"))
	spaces := len(all) - len(shown)
	fmt.Fprintf(b, "    %s\n", string(shown))
	if offset < 0 {
		return
	}
	switch {
	case !sameLine:
		end = len(all) + 1
	case end == 0:
		end = offset
	}
	if n := len([]rune(source)); source != "" && offset > n {
		offset = n
		end = max(end, offset)
	}
	if offset == end || end == -1 {
		end = offset + 1
	}
	from, to := offset-1-spaces, end-1-spaces
	if from < 0 {
		return
	}
	b.WriteString("    ")
	for _, r := range shown[:min(from, len(shown))] {
		if !unicode.IsSpace(r) {
			r = ' '
		}
		b.WriteRune(r)
	}
	b.WriteString(strings.Repeat("^", max(to-from, 0)) + "\n")
}

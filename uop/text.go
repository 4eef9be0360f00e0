package uop

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/internal/near"
)

// The text form of traces, one micro-op a line:
//
//	file  = { trace } .
//	trace = "trace" "@" name [ string ] { attr } NL ( { inst } | { block } ) .
//	block = "block" "b" int "@" int [ next ] NL { inst } .
//	attr  = ( "entry" | "depth" | "bytecodes" ) "=" int | "code" "=" hex | "stop" "=" reason .
//	inst  = opname [ int ] [ "@" int ] [ "=" hex [ "," hex ] ] [ next ] NL .
//	next  = "->" "b" int .
//
// Comments begin with ; and end with the line; blank lines are skipped. The name
// and the string are Trace.Name's parts before and after its first space; the
// name is quoted unless it consists of letters, digits, _ and dots. An
// blocks of a region are numbered from b0 on; what a block or a branch goes on in
// stands behind its arrow. An
// instruction has its oparg, its target and its operands; what is left out is 0.
// The print gives entry and depth always, code, stop and bytecodes when they are
// not zero; the oparg of every micro-op that uses one, and any that is not 0;
// the target always; operands when one is not 0.

// MaxText is the length of the longest text that is parsed, in bytes.
const MaxText = 64 << 20

// Error is a mistake in a text, with its place: line and column from 1, the
// column in bytes.
type Error struct {
	File      string // as given, may be empty
	Line, Col int
	Msg       string // with near candidates, if there are any
}

// Error prints the mistake as uop: file:line:column: cause.
func (e *Error) Error() string {
	if e.File == "" {
		return fmt.Sprintf("uop: %d:%d: %s", e.Line, e.Col, e.Msg)
	}
	return fmt.Sprintf("uop: %s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Print writes a trace's text.
func Print(w io.Writer, t *Trace) error {
	b, _ := t.AppendText(nil)
	_, err := w.Write(b)
	return err
}

// String returns the trace's text.
func (t *Trace) String() string {
	b, _ := t.AppendText(nil)
	return string(b)
}

// AppendText appends the trace's text to b; it never fails (encoding.TextAppender).
func (t *Trace) AppendText(b []byte) ([]byte, error) {
	b = append(b, "trace @"...)
	name, rest, two := strings.Cut(t.Name, " ")
	if plainName(name) {
		b = append(b, name...)
	} else {
		b = strconv.AppendQuote(b, name)
	}
	if two {
		b = append(b, ' ')
		b = strconv.AppendQuote(b, rest)
	}
	b = fmt.Appendf(b, " entry=%d depth=%d", t.Entry, t.Depth)
	if t.Code != 0 {
		b = fmt.Appendf(b, " code=%#x", t.Code)
	}
	if t.Stop != StopNone {
		b = append(b, " stop="...)
		if t.Stop < NumStops {
			b = append(b, t.Stop.String()...)
		} else {
			b = fmt.Appendf(b, "?%d", t.Stop)
		}
	}
	if t.Bytecodes != 0 {
		b = fmt.Appendf(b, " bytecodes=%d", t.Bytecodes)
	}
	b = append(b, '\n')
	return appendInsts(b, t), nil
}

// usesOparg are the flags of micro-ops whose oparg means something.
const usesOparg = HasArg | HasConst | HasName | HasLocal | HasFree

// FormatInst returns the line of a micro-op, without indentation or line end.
// One that is not in the table appears as its number (?123).
func FormatInst(t *Table, in Inst) string { return string(appendInst(nil, t, in)) }

// appendInst appends what FormatInst returns to b.
func appendInst(b []byte, t *Table, in Inst) []byte {
	var flags Flags
	if t != nil && int(in.Op) < t.Len() && t.Row(in.Op).Name != "" {
		r := t.Row(in.Op)
		flags = r.Flags
		b = append(b, r.Name...)
	} else {
		b = append(b, '?')
		b = strconv.AppendUint(b, uint64(in.Op), 10)
	}
	if flags&usesOparg != 0 || in.Oparg != 0 {
		b = append(b, ' ')
		b = strconv.AppendUint(b, uint64(in.Oparg), 10)
	}
	b = append(b, " @"...)
	b = strconv.AppendUint(b, uint64(in.Target), 10)
	if in.Operand0 != 0 || in.Operand1 != 0 {
		b = append(b, " =0x"...)
		b = strconv.AppendUint(b, in.Operand0, 16)
	}
	if in.Operand1 != 0 {
		b = append(b, ",0x"...)
		b = strconv.AppendUint(b, in.Operand1, 16)
	}
	return b
}

// plainName reports whether a name is printed without quotes.
func plainName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '.') {
			return false
		}
	}
	return s != ""
}

// Parse reads the text of one trace over a table of micro-ops. The name is that
// of the file, for errors; it may be empty. An error is an *Error.
func Parse(name string, text []byte, table *Table) (*Trace, error) {
	list, err := ParseAll(name, text, table)
	switch {
	case err != nil:
		return nil, err
	case len(list) != 1:
		return nil, &Error{name, 1, 1, fmt.Sprintf("one trace expected, not %d", len(list))}
	}
	return list[0], nil
}

// ParseAll reads the traces of a text, which may have none.
func ParseAll(name string, text []byte, table *Table) ([]*Trace, error) {
	if len(text) > MaxText {
		return nil, &Error{name, 1, 1, "the text is longer than 64 MiB"}
	}
	var list []*Trace
	p := parser{file: name, table: table}
	for rest, more := string(text), true; more; {
		p.src, rest, more = strings.Cut(rest, "\n")
		p.line++
		p.col = 0
		if err := p.parseLine(&list); err != nil {
			return nil, err
		}
	}
	for _, t := range list {
		if err := t.CheckBlocks(); err != nil {
			return nil, &Error{name, p.line, 1, strings.TrimPrefix(err.Error(), "uop: ")}
		}
	}
	return list, nil
}

// parser reads one line after another.
type parser struct {
	file  string
	table *Table
	names []string // of the table, made when a candidate is looked for
	src   string   // the line
	line  int
	col   int // of what is not yet read, from 0
}

func (p *parser) fail(col int, format string, args ...any) error {
	return &Error{p.file, p.line, col + 1, fmt.Sprintf(format, args...)}
}

func (p *parser) space() {
	for p.col < len(p.src) && strings.IndexByte(" \t\r", p.src[p.col]) >= 0 {
		p.col++
	}
}

// atEnd reports whether the rest of the line is blank or a comment.
func (p *parser) atEnd() bool {
	p.space()
	return p.col == len(p.src) || p.src[p.col] == ';'
}

// word takes the characters up to a space, a comment or one of the stops.
func (p *parser) word(stops string) string {
	start := p.col
	for p.col < len(p.src) && strings.IndexByte(" \t\r;"+stops, p.src[p.col]) < 0 {
		p.col++
	}
	return p.src[start:p.col]
}

// accept takes a character if it is the next.
func (p *parser) accept(c byte) bool {
	if p.col < len(p.src) && p.src[p.col] == c {
		p.col++
		return true
	}
	return false
}

// parseLine reads a line: nothing, the begin of a trace, or a micro-op.
func (p *parser) parseLine(list *[]*Trace) error {
	if p.atEnd() {
		return nil
	}
	start := p.col
	name := p.word("@=")
	if name == "trace" {
		t, err := p.parseHeader()
		*list = append(*list, t)
		return err
	}
	if len(*list) == 0 {
		return p.fail(start, `"trace" expected, not %q`, name)
	}
	t := (*list)[len(*list)-1]
	if name == "block" {
		return p.parseBlock(t)
	}
	in, err := p.parseInst(start, name)
	if err != nil {
		return err
	}
	to, err := p.arrow()
	if err != nil {
		return err
	}
	if n := len(t.Blocks); n > 0 {
		b := &t.Blocks[n-1]
		if b.End++; to >= 0 {
			if b.Branch >= 0 {
				return p.fail(start, "block b%d branches twice", n-1)
			}
			b.Branch, b.Else = len(t.Insts), to
		}
	} else if to >= 0 {
		return p.fail(start, "a branch in a trace without blocks")
	}
	t.Insts = append(t.Insts, in)
	return p.end()
}

func (p *parser) parseHeader() (*Trace, error) {
	t := &Trace{Table: p.table}
	p.space()
	if !p.accept('@') {
		return nil, p.fail(p.col, `"@" and a name expected`)
	}
	var err error
	if p.col < len(p.src) && p.src[p.col] == '"' {
		t.Name, err = p.parseString()
	} else if start := p.col; !plainName(p.word("")) {
		err = p.fail(start, "the trace's name expected, quoted unless it is letters, digits, _ and dots")
	} else {
		t.Name = p.src[start:p.col]
	}
	if err != nil {
		return nil, err
	}
	if !p.atEnd() && p.src[p.col] == '"' {
		rest, err := p.parseString()
		if err != nil {
			return nil, err
		}
		t.Name += " " + rest
	}
	var seen [len(attrNames)]bool
	for !p.atEnd() {
		if err := p.parseAttr(t, &seen); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (p *parser) parseString() (string, error) {
	q, err := strconv.QuotedPrefix(p.src[p.col:])
	if err != nil {
		return "", p.fail(p.col, "malformed string literal")
	}
	p.col += len(q)
	s, err := strconv.Unquote(q)
	if err != nil {
		return "", p.fail(p.col-len(q), "malformed string literal")
	}
	return s, nil
}

var attrNames = [...]string{"entry", "depth", "code", "stop", "bytecodes"}

// parseAttr reads name=value of a trace's first line.
func (p *parser) parseAttr(t *Trace, seen *[len(attrNames)]bool) error {
	start := p.col
	name := p.word("=")
	which := -1
	for i, n := range attrNames {
		if n == name {
			which = i
		}
	}
	switch {
	case which < 0:
		return p.fail(start, "unknown attribute %q%s", name, near.Suffix(name, attrNames[:]))
	case seen[which]:
		return p.fail(start, "%s is given twice", name)
	case !p.accept('='):
		return p.fail(p.col, `"=" expected behind %s`, name)
	}
	seen[which] = true
	start = p.col
	text := p.word("")
	if name == "stop" {
		s, ok := StopByName(text)
		if !ok {
			return p.fail(start, "unknown reason %q%s", text, near.Suffix(text, stopNames[:]))
		}
		t.Stop = s
		return nil
	}
	if name == "code" {
		x, err := p.hex(start, text)
		t.Code = x
		return err
	}
	x, err := p.decimal(start, text, name)
	switch name {
	case "entry":
		t.Entry = x
	case "depth":
		t.Depth = int(x)
	case "bytecodes":
		t.Bytecodes = int(x)
	}
	return err
}

// decimal reads an unsigned number of 32 bits.
func (p *parser) decimal(at int, text, what string) (uint32, error) {
	x, err := strconv.ParseUint(text, 10, 32)
	if errors.Is(err, strconv.ErrRange) {
		return 0, p.fail(at, "the %s %s does not fit 32 bits", what, text)
	}
	if err != nil {
		return 0, p.fail(at, "the %s is a number, not %q", what, text)
	}
	return uint32(x), nil
}

// hex reads an unsigned number of 64 bits with 0x.
func (p *parser) hex(at int, text string) (uint64, error) {
	digits, ok := strings.CutPrefix(text, "0x")
	x, err := strconv.ParseUint(digits, 16, 64)
	if !ok || err != nil {
		return 0, p.fail(at, "a hexadecimal number of 64 bits expected, as 0x1f, not %q", text)
	}
	return x, nil
}

// parseInst reads what follows a micro-op's name.
func (p *parser) parseInst(start int, name string) (Inst, error) {
	id, ok := p.table.ByName(name)
	if !ok {
		return Inst{}, p.fail(start, "unknown micro-op %q%s", name, near.Suffix(name, p.opNames()))
	}
	in := Inst{Op: id}
	var err error
	if !p.atEnd() && p.src[p.col] != '@' && p.src[p.col] != '=' {
		at := p.col
		if in.Oparg, err = p.decimal(at, p.word("@="), "oparg"); err != nil {
			return in, err
		}
	}
	if !p.atEnd() && p.accept('@') {
		at := p.col
		if in.Target, err = p.decimal(at, p.word("="), "target"); err != nil {
			return in, err
		}
	}
	if !p.atEnd() && p.accept('=') {
		at := p.col
		if in.Operand0, err = p.hex(at, p.word(",")); err != nil {
			return in, err
		}
		if p.accept(',') {
			at := p.col
			if in.Operand1, err = p.hex(at, p.word("")); err != nil {
				return in, err
			}
		}
	}
	return in, nil
}

func (p *parser) opNames() []string {
	if p.names == nil {
		for i := range p.table.Len() {
			p.names = append(p.names, p.table.Row(ID(i)).Name)
		}
	}
	return p.names
}

package golden

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
)

// run is a line of the section run.
type run struct {
	line  int
	in    Input
	exit  int // the exit to force, by its number in the text of the result; −1
	visit int
	want  *outcome // nil: to be shown
	was   *outcome // that of the function before the pipeline; nil: the same
}

// lexer splits a line of run or checks into tokens: names and numbers, strings
// in double quotes, -> and single characters.
type lexer struct {
	toks []string
	at   int
}

// nameChars are the characters of words and names beside letters and digits.
const nameChars = "_.+-/<@$%&*?~^:"

func lex(s string) *lexer {
	x := &lexer{}
	for i := 0; i < len(s); {
		c := s[i]
		start := i
		switch {
		case c == ' ' || c == '\t':
			i++
			continue
		case strings.HasPrefix(s[i:], "->"):
			i += 2
		case c == '"':
			q, err := strconv.QuotedPrefix(s[i:])
			if err != nil {
				q = s[i:]
			}
			i += len(q)
		case nameChar(c):
			for i < len(s) && nameChar(s[i]) && !strings.HasPrefix(s[i:], "->") {
				i++
			}
		default:
			i++
		}
		x.toks = append(x.toks, s[start:i])
	}
	return x
}

func nameChar(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80 || strings.IndexByte(nameChars, c) >= 0
}

func (x *lexer) peek() string {
	if x.at < len(x.toks) {
		return x.toks[x.at]
	}
	return ""
}

func (x *lexer) next() string {
	t := x.peek()
	x.at++
	return t
}

func (x *lexer) accept(t string) bool {
	if x.peek() == t {
		x.at++
		return true
	}
	return false
}

func (x *lexer) expect(t string) error {
	if !x.accept(t) {
		return fmt.Errorf("%q expected, not %q", t, x.peek())
	}
	return nil
}

func (x *lexer) end() error {
	if x.at < len(x.toks) {
		return fmt.Errorf("%q is too much", x.peek())
	}
	return nil
}

func (x *lexer) int() (int, error) {
	t := x.next()
	n, err := strconv.Atoi(t)
	if err != nil {
		return 0, fmt.Errorf("a number expected, not %q", t)
	}
	return n, nil
}

// parseRun reads
//
//	"(" [ word { "," word } ] ")" { option } "->" outcome [ "was" outcome ]
//	option = "entries" "(" … ")" | "force" exit [ "#" int ] | "poll" int
func parseRun(line int, text string, names irtext.Names) (*run, error) {
	r := &run{line: line, exit: -1}
	x := lex(text)
	var err error
	if r.in.Slots, err = parseWords(x, names); err != nil {
		return nil, err
	}
	for x.peek() != "->" {
		switch t := x.next(); t {
		case "entries":
			r.in.Entries, err = parseWords(x, names)
		case "poll":
			r.in.Poll, err = x.int()
		case "force":
			id := x.next()
			if r.exit, err = strconv.Atoi(strings.TrimPrefix(id, "x")); err != nil || !strings.HasPrefix(id, "x") {
				return nil, fmt.Errorf("an exit expected, not %q", id)
			}
			if x.accept("#") {
				r.visit, err = x.int()
			}
		default:
			return nil, fmt.Errorf("force, poll, entries or -> expected, not %q", t)
		}
		if err != nil {
			return nil, err
		}
	}
	x.next()
	if x.accept("?") {
		return r, x.end()
	}
	if r.want, err = parseOutcome(x); err == nil && x.accept("was") {
		r.was, err = parseOutcome(x)
	}
	if err == nil {
		err = x.end()
	}
	return r, err
}

// parseWords reads a list of words in parentheses.
func parseWords(x *lexer, names irtext.Names) ([]uint64, error) {
	if err := x.expect("("); err != nil {
		return nil, err
	}
	var list []uint64
	for !x.accept(")") {
		if len(list) > 0 {
			if err := x.expect(","); err != nil {
				return nil, err
			}
		}
		x.accept("#")
		t := x.next()
		w, ok := parseWord(t, names)
		if !ok {
			return nil, fmt.Errorf("%q is no word of the guest", t)
		}
		list = append(list, w)
	}
	return list, nil
}

// parseWord reads a word by the guest's name of it or by its bits.
func parseWord(t string, names irtext.Names) (uint64, bool) {
	if hex, isHex := strings.CutPrefix(t, "0x"); isHex {
		n, err := strconv.ParseUint(hex, 16, 64)
		return n, err == nil
	}
	if names == nil {
		return 0, false
	}
	return names.ParseWord(t)
}

// formatWord prints a word as the guest names it, or its bits.
func formatWord(names irtext.Names, w uint64) string {
	if names != nil {
		if s, ok := names.FormatWord(w); ok {
			return s
		}
	}
	return fmt.Sprintf("%#x", w)
}

// exitsOf returns a function's exits by their number in its text.
func exitsOf(f *ir.Func) []*ir.Exit {
	var list []*ir.Exit
	for _, b := range f.Blocks {
		for v := b.First(); v != nil; v = v.Next() {
			for _, x := range v.Exits {
				if x != nil {
					list = append(list, x)
				}
			}
		}
	}
	return list
}

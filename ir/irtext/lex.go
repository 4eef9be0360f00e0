package irtext

import (
	"fmt"
	"strconv"
	"strings"
)

// kind is a token's kind; punctuation has its own character as kind.
type kind uint8

const (
	tokEOF     kind = iota
	tokNewline      // one or more line ends
	tokIdent        // letters, digits, _ and dots: v1, guard.i64, form
	tokNumber       // begins with a digit, or a sign and a digit; -inf too
	tokString       // a Go string literal
	tokWord         // # and what follows
	tokArrow        // ->
)

type token struct {
	kind      kind
	text      string // of a word without the #
	line, col int32
}

// describe returns what an error message calls the token.
func (t token) describe() string {
	switch t.kind {
	case tokEOF:
		return "the end of the text"
	case tokNewline:
		return "the end of the line"
	case tokWord:
		return strconv.Quote("#" + t.text)
	}
	return strconv.Quote(t.text)
}

const (
	punctuation = "(){}[],:=|@*!"
	wordChars   = "_.+-:/<>@$%&*?~^"
)

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func isIdent(c byte) bool { return isLetter(c) || isDigit(c) || c == '.' }

func isWord(c byte) bool {
	return isLetter(c) || isDigit(c) || strings.IndexByte(wordChars, c) >= 0
}

// lexer reads the tokens of a text one after the other. They are parts of the text: reading them takes no memory.
type lexer struct {
	file  string
	s     string
	i     int
	line  int32
	start int  // of the line
	ends  bool // the token before is a tokNewline, or there is none
}

func newLexer(file string, text []byte) lexer {
	return lexer{file: file, s: string(text), line: 1, ends: true}
}

// next reads a token: behind the last one tokEOF, with a tokNewline in front of it.
func (l *lexer) next() (token, *Error) {
	for s := l.s; l.i < len(s); {
		t := token{line: l.line, col: int32(l.i-l.start) + 1}
		switch c := s[l.i]; c {
		case '\n':
			l.i++
			l.line, l.start = l.line+1, l.i
			if l.ends {
				continue
			}
			t.kind, l.ends = tokNewline, true
			return t, nil
		case ' ', '\t', '\r':
			l.i++
			continue
		case ';':
			for l.i < len(s) && s[l.i] != '\n' {
				l.i++
			}
			continue
		}
		n, err := scan(s[l.i:], &t)
		if err != nil {
			return t, &Error{File: l.file, Line: int(t.line), Col: int(t.col), Msg: err.Error()}
		}
		l.i, l.ends = l.i+n, false
		return t, nil
	}
	t := token{kind: tokEOF, line: l.line, col: int32(len(l.s)-l.start) + 1}
	if !l.ends {
		t.kind, l.ends = tokNewline, true
	}
	return t, nil
}

// first reads the first token of a line that follows; what is none is the business of whoever comes to it.
func (l *lexer) first() token {
	for {
		if n := strings.IndexByte(l.s[l.i:], '\n'); n >= 0 {
			l.i += n
		} else {
			l.i = len(l.s)
		}
		l.ends = true
		if t, err := l.next(); err == nil {
			return t
		}
	}
}

// scan reads the token at the beginning of s, which is not empty, and returns
// its length.
func scan(s string, t *token) (int, error) {
	c := s[0]
	n := 1
	switch {
	case isLetter(c) || c == '.':
		for n < len(s) && isIdent(s[n]) {
			n++
		}
		t.kind = tokIdent
	case c == '"':
		q, err := strconv.QuotedPrefix(s)
		if err != nil {
			return 0, fmt.Errorf("malformed string literal")
		}
		n, t.kind = len(q), tokString
	case c == '#':
		m, err := scanWord(s[1:])
		if err != nil {
			return 0, err
		}
		n, t.kind, t.text = 1+m, tokWord, s[1:1+m]
		return n, nil
	case strings.HasPrefix(s, "->"):
		n, t.kind = 2, tokArrow
	case isDigit(c) || (c == '-' || c == '+') && len(s) > 1 && (isDigit(s[1]) || s[1] == 'i'):
		n, t.kind = scanNumber(s), tokNumber
	case strings.IndexByte(punctuation, c) >= 0:
		t.kind = kind(c)
	default:
		r := []rune(s[:min(len(s), 4)])[0]
		return 0, fmt.Errorf("unexpected character %q", r)
	}
	t.text = s[:n]
	return n, nil
}

// scanWord returns the length of the guest word whose # stands before s.
func scanWord(s string) (int, error) {
	if s != "" && s[0] == '"' {
		q, err := strconv.QuotedPrefix(s)
		if err != nil {
			return 0, fmt.Errorf("malformed string literal")
		}
		return len(q), nil
	}
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	if n == 0 {
		return 0, fmt.Errorf("# without a guest word")
	}
	return n, nil
}

// scanNumber returns the length of the number at the beginning of s. What is
// malformed, as 12ab, is one token, so that the error names all of it. A sign
// belongs to it at its begin and behind the e of a decimal exponent.
func scanNumber(s string) int {
	n := 1
	hex := strings.HasPrefix(strings.TrimLeft(s[:min(len(s), 3)], "+-"), "0x")
	for n < len(s) {
		c := s[n]
		exponent := (c == '+' || c == '-') && !hex && s[n-1]|0x20 == 'e'
		if !isIdent(c) && !exponent {
			break
		}
		n++
	}
	return n
}

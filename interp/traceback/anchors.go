package traceback

import "strings"

// A traceback shows, of an expression that spans lines, those around the
// operator of a binary operation or around the brackets of a call or a
// subscript. CPython parses the source for that; here it is enough to split it
// into operands and operators outside of brackets.

// item is a token outside of brackets, or a pair of brackets with what is in
// it.
type item struct {
	kind byte // 'a': name, number; 's': string; 'o': operator; '(' '[' '{'
	text string
	line int // where it begins
	end  int // where it ends
}

// anchors returns the lines, counted from 0, of the first and the last of what
// has to be shown of an expression; ok is false if it is no binary operation,
// call or subscript.
func anchors(source string) (left, right int, ok bool) {
	s := scanner{src: source}
	items, ok := s.items(0)
	if !ok {
		return 0, 0, false
	}
	return anchorsOf(items)
}

// precedence of the binary operators; whatever else stands between operands
// makes the expression one of another kind.
var precedence = map[string]int{
	"|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6, "/": 6, "//": 6, "%": 6, "@": 6, "**": 7,
}

const powerPrecedence = 7

// keywords make an expression none of those that have anchors.
var keywords = map[string]bool{}

func init() {
	for _, k := range strings.Fields(`and as assert async await break class continue def del elif else except finally for from
		global if import in is lambda nonlocal not or pass raise return try while with yield`) {
		keywords[k] = true
	}
}

func anchorsOf(items []item) (left, right int, ok bool) {
	operand := true // what comes next is an operand
	unary := false  // the expression begins with a sign
	awaited := false
	op, opPrec := -1, powerPrecedence+1
	var trailer *item // the last one of the last operand
	for i := range items {
		it := &items[i]
		switch {
		case operand && it.kind == 'a' && it.text == "await": // binds closer than any operator
			awaited = awaited || i == 0
		case keywords[it.text] && it.kind == 'a':
			return 0, 0, false
		case operand && it.kind == 'o':
			if it.text != "+" && it.text != "-" && it.text != "~" {
				return 0, 0, false
			}
			unary = unary || i == 0
		case operand:
			operand, trailer = false, nil
		case it.kind == '(' || it.kind == '[':
			trailer = it
		case it.kind == 's' && items[i-1].kind == 's': // concatenated
		case it.kind == 'o' && it.text == ".":
			trailer = it
		case it.kind == 'a' && items[i-1].text == "." && items[i-1].kind == 'o':
		case it.kind == 'o' && precedence[it.text] > 0:
			p := precedence[it.text]
			if p < opPrec || p == opPrec && p < powerPrecedence {
				op, opPrec = i, p
			}
			operand = true
		default:
			return 0, 0, false
		}
	}
	switch {
	case operand || awaited && op < 0 || unary && (op < 0 || opPrec == powerPrecedence):
		return 0, 0, false
	case op >= 0:
		return items[op].line, items[op].line, true
	case trailer != nil && trailer.kind != 'o':
		return trailer.line, trailer.end, true
	case len(items) == 1 && items[0].kind == '(':
		s := scanner{src: items[0].text, line: items[0].line}
		if inner, ok := s.items(0); ok {
			return anchorsOf(inner)
		}
	}
	return 0, 0, false
}

// scanner splits source text into items.
type scanner struct {
	src  string
	pos  int
	line int
}

// operators of more than one character, the longest first.
var operators = []string{"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@="}

// items returns the items up to the closing bracket, or up to the end of the
// text if that is 0.
func (s *scanner) items(closing byte) ([]item, bool) {
	var list []item
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		switch {
		case c == closing:
			return list, true
		case c == '\n':
			s.line++
			s.pos++
		case c == '\\' || c <= ' ':
			s.pos++
		case c == '#':
			for s.pos < len(s.src) && s.src[s.pos] != '\n' {
				s.pos++
			}
		case c == ')' || c == ']' || c == '}':
			return nil, false
		default:
			it, ok := s.item(c)
			if !ok {
				return nil, false
			}
			list = append(list, it)
		}
	}
	return list, closing == 0
}

// item reads one item, which begins with c.
func (s *scanner) item(c byte) (item, bool) {
	start, it := s.pos, item{line: s.line}
	switch {
	case c == '(' || c == '[' || c == '{':
		s.pos++
		if _, ok := s.items(c + 1 + c>>6); !ok { // ( ) and [ ], { } are 1 and 2 apart
			return it, false
		}
		it.kind, it.text = c, s.src[start+1:s.pos]
		s.pos++
	case c == '"' || c == '\'':
		it.kind = 's'
		if !s.skipString(false) {
			return it, false
		}
	case wordByte(c) || c == '.' && s.pos+1 < len(s.src) && s.src[s.pos+1]-'0' < 10:
		s.skipWord()
		it.kind, it.text = 'a', s.src[start:s.pos]
		if s.pos < len(s.src) && (s.src[s.pos] == '"' || s.src[s.pos] == '\'') && len(it.text) <= 2 {
			it.kind = 's'
			if !s.skipString(strings.ContainsAny(it.text, "fFtT")) {
				return it, false
			}
		}
	default:
		it.kind, it.text = 'o', s.src[s.pos:s.pos+1]
		for _, op := range operators {
			if strings.HasPrefix(s.src[s.pos:], op) {
				it.text = op
				break
			}
		}
		s.pos += len(it.text)
		if it.text == "..." {
			it.kind = 'a'
		}
	}
	it.end = s.line
	return it, true
}

func wordByte(c byte) bool {
	return c == '_' || c >= 0x80 || c-'0' < 10 || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// skipWord skips a name or a number, with the sign of its exponent.
func (s *scanner) skipWord() {
	src := s.src
	digit := src[s.pos]-'0' < 10 || src[s.pos] == '.'
	hex := digit && s.pos+1 < len(src) && src[s.pos+1]|0x20 == 'x'
	for s.pos < len(src) {
		c := src[s.pos]
		exponent := digit && !hex && (c == '+' || c == '-') && src[s.pos-1]|0x20 == 'e'
		if !wordByte(c) && !exponent && !(digit && c == '.') {
			return
		}
		s.pos++
	}
}

// skipString skips a string; formatted strings hold expressions with strings of
// their own.
func (s *scanner) skipString(formatted bool) bool {
	quote := s.src[s.pos : s.pos+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s.src[s.pos:], triple) {
		quote = triple
	}
	s.pos += len(quote)
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case strings.HasPrefix(s.src[s.pos:], quote):
			s.pos += len(quote)
			return true
		case c == '\n':
			s.line++
		case c == '\\':
			if s.pos++; s.pos < len(s.src) && s.src[s.pos] == '\n' {
				s.line++
			}
		case formatted && strings.HasPrefix(s.src[s.pos:], "{{"):
			s.pos++
		case formatted && c == '{':
			s.pos++
			if _, ok := s.items('}'); !ok {
				return false
			}
		}
		s.pos++
	}
	return false
}

package expat

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// References to entities and characters, and text with them.

// entity is what an EntityDecl says.
type entity struct {
	name                     string
	text                     []byte // nil: it is external
	system, public, notation []byte
	open                     bool // it is being expanded
	depth                    int  // of elements where it was
}

// What entities may stand for: more than amplified bytes only where that is less than maxAmplified times what has been read (expat's
// protection against documents that grow when they are read).
const (
	amplified    = 8 << 20
	maxAmplified = 100
	maxWithin    = 10_000 // entities that are expanded within each other: each takes Go stack
)

var predefined = map[string]string{"lt": "<", "gt": ">", "amp": "&", "quot": `"`, "apos": "'"}

// reference reads &name; or &#number; at the beginning of text: n bytes, 0: it is not whole. literal is what a character
// reference or a predefined entity stands for.
func (p *Parser) reference(s *source, text []byte, behind int) (n int, name, literal []byte, err error) {
	end := bytes.IndexByte(text, ';')
	if len(text) > 1 && text[1] == '#' {
		digits := 2
		for digits < len(text) && (text[digits] >= '0' && text[digits] <= '9' || text[2] == 'x' && (digits == 2 || isHex(text[digits]))) {
			digits++
		}
		if digits < len(text) && text[digits] != ';' || digits == end && (end == 2 || end == 3 && text[2] == 'x') {
			return 0, nil, nil, p.fail(invalidToken, s, behind+min(digits, len(text)-1))
		}
		if end < 0 {
			return 0, nil, nil, nil
		}
		number, base := string(text[2:end]), 10
		if number[0] == 'x' {
			number, base = number[1:], 16
		}
		c, bad := strconv.ParseUint(number, base, 32)
		if bad != nil || c > utf8.MaxRune || !isChar(rune(c)) {
			return 0, nil, nil, p.fail(badCharRef, s, behind)
		}
		return end + 1, nil, utf8.AppendRune(nil, rune(c)), nil
	}
	k := nameLen(text[1:], false)
	switch {
	case 1+k == len(text) || !utf8.FullRune(text[1+k:]):
		return 0, nil, nil, nil
	case k == 0 || text[1+k] != ';':
		return 0, nil, nil, p.fail(invalidToken, s, behind+1+k)
	}
	name = text[1 : 1+k]
	if c, ok := predefined[string(name)]; ok {
		return 2 + k, nil, []byte(c), nil
	}
	return 2 + k, name, nil, nil
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

// text reads text to the next tag or reference, or one reference. Of text that is not whole it reads what is sure not to be part of
// something else.
func (p *Parser) text(s *source, text []byte, final bool) (int, error) {
	if text[0] == '&' {
		return p.referenceInText(s, text)
	}
	n := plainLen(text)
	if n < len(text) && (text[n] == '<' || text[n] == '&') {
		return n, p.lines(s, text[:n])
	}
	if n = bytes.IndexAny(text, "<&"); n < 0 {
		if n = len(text); !final && s.entity == nil {
			n -= unsure(text)
		}
	}
	body := text[:n]
	bad, end := badChar(body), bytes.Index(body, []byte("]]>"))
	switch {
	case end >= 0 && (bad < 0 || end < bad):
		return 0, p.fail(invalidToken, s, end+2)
	case bad >= 0 && bad == n-unsure(body) && n == len(text) && final:
		return 0, p.fail(PartialChar, s, bad)
	case bad >= 0:
		return 0, p.fail(invalidToken, s, bad)
	}
	return n, p.lines(s, body)
}

// unsure returns how many bytes at the end may be the beginning of a character, or of "]]>".
func unsure(text []byte) int {
	for n := 1; n <= min(3, len(text)); n++ {
		if c := text[len(text)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-n:]) {
				return n
			}
			break
		}
	}
	n := 0
	for n < min(2, len(text)) && text[len(text)-1-n] == ']' {
		n++
	}
	return n
}

// referenceInText reads a reference that is not in an attribute.
func (p *Parser) referenceInText(s *source, text []byte) (int, error) {
	n, name, literal, err := p.reference(s, text, 0)
	if n == 0 || err != nil {
		return 0, err
	}
	if literal != nil {
		return n, p.emit(Event{Kind: Text, Text: literal}, text[:n])
	}
	e := p.dtd.entities[string(name)]
	switch {
	case e == nil:
		if !p.declaredElsewhere() {
			return 0, p.fail(UndefinedEntity, s, 0)
		}
		return n, p.emit(Event{Kind: SkippedEntity, Name: name}, text[:n])
	case e.open:
		return 0, p.fail(recursiveEntity, s, 0)
	case e.notation != nil:
		return 0, p.fail(binaryEntityRef, s, 0)
	case e.text == nil:
		return n, p.emit(Event{Kind: ExternalRef, Name: p.context(name), System: e.system, Public: e.public}, text[:n])
	case !p.Expand:
		return n, p.emit(Event{Kind: SkippedEntity, Name: name}, text[:n])
	}
	if err := p.enter(s, e, 0); err != nil {
		return 0, err
	}
	defer p.leave(e)
	inner := &source{data: e.text, entity: e}
	if err := p.run(inner, true); err != nil {
		return 0, err
	}
	switch {
	case inner.pos < len(inner.data):
		return 0, p.fail(p.unclosed(inner.data[inner.pos:]), s, 0)
	case len(p.open) != e.depth:
		return 0, p.fail(asyncEntity, s, 0)
	}
	return n, nil
}

// context is what ExternalRef tells of an entity: with namespaces, what is bound before it (getContext in lib/xmlparse.c).
func (p *Parser) context(name []byte) []byte {
	if !p.Namespaces {
		return name
	}
	var list [][]byte
	add := func(prefix, uri string) { list = append(list, []byte(prefix+"="+uri)) }
	seen := map[string]bool{}
	for i := len(p.bound) - 1; i >= 0; i-- {
		if b := p.bound[i]; b.prefix == "" && b.uri != "" && !seen[""] {
			seen[""] = true
			add("", b.uri)
		}
	}
	add("xml", xmlURI)
	for i := len(p.bound) - 1; i >= 0; i-- {
		if b := p.bound[i]; !seen[b.prefix] && b.prefix != "" {
			seen[b.prefix] = true
			add(b.prefix, b.uri)
		}
	}
	return bytes.Join(append(list, name), []byte{'\f'})
}

// declaredElsewhere reports whether an entity that is not known may be declared where nobody has read.
func (p *Parser) declaredElsewhere() bool { return p.hasParam && !p.alone }

// enter begins to expand a reference. It counts the bytes that the reference stands for.
func (p *Parser) enter(s *source, e *entity, behind int) error {
	p.Poll()
	n := len(e.text)
	if p.expanded += n; p.expanded > amplified && p.expanded > maxAmplified*p.read || p.within == maxWithin {
		return p.fail(amplificationLimit, s, behind)
	}
	p.Grow(n)
	p.lent += n
	p.within++
	e.open, e.depth = true, len(p.open)
	return nil
}

func (p *Parser) leave(e *entity) {
	p.within--
	e.open = false
}

// attributeValue is the value between two indices of a tag: references stand for what they stand for, white space for spaces.
func (p *Parser) attributeValue(s *source, tag []byte, from, to int) ([]byte, error) {
	value := tag[from:to]
	if bad := badChar(value); bad >= 0 {
		return nil, p.fail(invalidToken, s, from+bad)
	}
	if bad := bytes.IndexByte(value, '<'); bad >= 0 {
		return nil, p.fail(invalidToken, s, from+bad)
	}
	if bytes.IndexAny(value, "&\n\t") < 0 {
		return value, nil
	}
	return p.appendValue(nil, s, value, from)
}

// appendValue appends a value, which is so far behind the beginning of the token.
func (p *Parser) appendValue(to []byte, s *source, value []byte, behind int) ([]byte, error) {
	for i := 0; i < len(value); {
		c := value[i]
		if c != '&' {
			if isSpace(c) {
				c = ' '
			}
			to = append(to, c)
			i++
			continue
		}
		n, name, literal, err := p.reference(s, value[i:], behind+i)
		switch {
		case err != nil:
			return nil, err
		case n == 0:
			return nil, p.fail(invalidToken, s, behind+len(value))
		case literal != nil:
			to = append(to, literal...)
		default:
			if to, err = p.appendEntity(to, s, name, behind+i); err != nil {
				return nil, err
			}
		}
		i += n
	}
	return to, nil
}

// appendEntity appends what an entity stands for in an attribute.
func (p *Parser) appendEntity(to []byte, s *source, name []byte, behind int) ([]byte, error) {
	e := p.dtd.entities[string(name)]
	switch {
	case e == nil:
		if p.declaredElsewhere() {
			return to, nil
		}
		return nil, p.fail(UndefinedEntity, s, behind)
	case e.open:
		return nil, p.fail(recursiveEntity, s, behind)
	case e.notation != nil:
		return nil, p.fail(binaryEntityRef, s, behind)
	case e.text == nil:
		return nil, p.fail(attributeExternal, s, behind)
	case bytes.IndexByte(e.text, '<') >= 0:
		return nil, p.fail(invalidToken, s, behind)
	}
	if err := p.enter(s, e, behind); err != nil {
		return nil, err
	}
	defer p.leave(e)
	return p.appendValue(to, s, e.text, behind)
}

package expat

import (
	"bytes"
	"strconv"
)

// dtd is what a document's declarations say.
type dtd struct {
	entities   map[string]*entity
	attributes map[string][]attrDecl // by element
}

// attrDecl is an attribute of an element.
type attrDecl struct {
	name, kind string
	value      []byte // nil: no default
}

func newDTD() *dtd { return &dtd{map[string]*entity{}, map[string][]attrDecl{}} }

// attribute returns what is declared of an attribute, nil: nothing.
func (d *dtd) attribute(element, name []byte) *attrDecl {
	list := d.attributes[string(element)]
	for i := range list {
		if list[i].name == string(name) {
			return &list[i]
		}
	}
	return nil
}

// doctypeEnd returns the length of a DOCTYPE declaration, 0: it is not whole.
func doctypeEnd(text []byte) int {
	subset := false
	for i := len(doctype); i < len(text); i++ {
		switch c := text[i]; {
		case c == '>' && !subset:
			return i + 1
		case c == '[':
			subset = true
		case c == ']':
			subset = false
		case bytes.HasPrefix(text[i:], comment):
			n := bytes.Index(text[i+4:], []byte("-->"))
			if n < 0 {
				return 0
			}
			i += n + 6
		case bytes.HasPrefix(text[i:], []byte("<?")):
			n := bytes.Index(text[i:], []byte("?>"))
			if n < 0 {
				return 0
			}
			i += n + 1
		case c == '"' || c == '\'':
			n := bytes.IndexByte(text[i+1:], c)
			if n < 0 {
				return 0
			}
			i += n + 1
		}
	}
	return 0
}

// A reader goes through declarations.
type reader struct {
	p    *Parser
	s    *source
	text []byte // from the beginning of the token on
	i    int
	told int // where the last event was
}

// emit tells of an event at an index; raw begins at another, −1: there is none.
func (r *reader) emit(e Event, at, raw int) error {
	r.to(at)
	if raw < 0 {
		return r.p.emit(e, nil)
	}
	return r.p.emit(e, r.text[raw:r.i])
}

// to moves the parser's position to an index.
func (r *reader) to(i int) {
	r.p.pass(r.s, r.text[r.told:i])
	r.told = i
}

func (r *reader) fail(code int) error { return r.p.fail(code, r.s, r.i) }
func (r *reader) rest() []byte        { return r.text[r.i:] }
func (r *reader) peek() byte {
	if r.i < len(r.text) {
		return r.text[r.i]
	}
	return 0
}

// space passes white space and reports whether there was any.
func (r *reader) space() bool {
	n := spaces(r.rest())
	r.i += n
	return n > 0
}

// is passes a word if it comes next.
func (r *reader) is(word string) bool {
	if !bytes.HasPrefix(r.rest(), []byte(word)) {
		return false
	}
	r.i += len(word)
	return true
}

// name reads a name, or a name token.
func (r *reader) name(token bool) ([]byte, error) {
	n := nameLen(r.rest(), token)
	if n == 0 {
		return nil, r.fail(r.wrong())
	}
	r.i += n
	return r.text[r.i-n : r.i], nil
}

// wrong is the code for what comes next and should not.
func (r *reader) wrong() int {
	if c := r.peek(); nameLen(r.rest(), true) > 0 || bytes.IndexByte([]byte(`>'"[]()|,*+?#%`), c) >= 0 && c != 0 {
		return syntax
	}
	return invalidToken
}

// literal reads what is between quotes.
func (r *reader) literal() ([]byte, error) {
	c := r.peek()
	if c != '"' && c != '\'' {
		return nil, r.fail(r.wrong())
	}
	n := bytes.IndexByte(r.text[r.i+1:], c)
	if n < 0 {
		return nil, r.fail(invalidToken)
	}
	s := r.text[r.i+1 : r.i+1+n]
	if bad := badChar(s); bad >= 0 {
		r.i += 1 + bad
		return nil, r.fail(invalidToken)
	}
	r.i += n + 2
	return s, nil
}

// external reads SYSTEM "system" or PUBLIC "public" "system", the latter without system if it may be.
func (r *reader) external(alone bool) (system, public []byte, is bool, err error) {
	switch {
	case r.is("SYSTEM"):
	case r.is("PUBLIC"):
		if !r.space() {
			return nil, nil, true, r.fail(r.wrong())
		}
		at := r.i
		if public, err = r.literal(); err != nil {
			return nil, nil, true, err
		}
		for _, c := range public {
			if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || bytes.IndexByte([]byte(" \r\n-'()+,./:=?;!*#@$_%"), c) >= 0) {
				r.i = at
				return nil, nil, true, r.fail(publicID)
			}
		}
		public = collapse(public)
		space := r.space()
		if alone && r.peek() == '>' {
			return nil, public, true, nil
		}
		if !space {
			return nil, nil, true, r.fail(r.wrong())
		}
		system, err = r.literal()
		return system, public, true, err
	default:
		return nil, nil, false, nil
	}
	if !r.space() {
		return nil, nil, true, r.fail(r.wrong())
	}
	system, err = r.literal()
	return system, nil, true, err
}

// end reads the end of a declaration.
func (r *reader) end() error {
	r.space()
	if !r.is(">") {
		return r.fail(r.wrong())
	}
	return nil
}

// readDoctype reads the DTD of a document.
func (p *Parser) readDoctype(s *source, text []byte) (int, error) {
	n := doctypeEnd(text)
	if n == 0 {
		return 0, nil
	}
	p.doctype = true
	r := &reader{p: p, s: s, text: text[:n], i: len(doctype)}
	if !r.space() {
		return 0, r.fail(invalidToken)
	}
	name, err := r.name(false)
	if err != nil {
		return 0, err
	}
	r.space()
	system, public, external, err := r.external(false)
	if err != nil {
		return 0, err
	}
	r.space()
	begun := r.i
	subset := r.is("[")
	e := Event{Kind: StartDoctype, Name: name, System: system, Public: public}
	if subset {
		e.Flag = 1
	}
	r.to(begun)
	if err := p.emit(e, text[:r.i]); err != nil {
		return 0, err
	}
	if subset {
		if err := p.subset(r); err != nil {
			return 0, err
		}
		if begun = r.i; !r.is("]") {
			return 0, r.fail(r.wrong())
		}
	}
	if err := r.end(); err != nil {
		return 0, err
	}
	r.to(r.i - 1)
	if external {
		if err := p.externalSubset(system, public); err != nil {
			return 0, err
		}
	}
	return n, p.emit(Event{Kind: EndDoctype}, text[begun:n])
}

// externalSubset tells of a part of the DTD that is elsewhere.
func (p *Parser) externalSubset(system, public []byte) error {
	p.hasParam = true
	if p.ParamEntities {
		if err := p.emit(Event{Kind: ExternalRef, System: system, Public: public}, nil); err != nil {
			return err
		}
	}
	if p.alone {
		return nil
	}
	return p.emit(Event{Kind: NotAlone}, nil)
}

// feedDTD reads a DTD that is no part of the document, once all of it is there.
func (p *Parser) feedDTD(s *source, final bool) error {
	if !final {
		return nil
	}
	r := &reader{p: p, s: s, text: s.data}
	if err := p.subset(r); err != nil {
		return err
	}
	if r.i < len(r.text) {
		return r.fail(r.wrong())
	}
	return nil
}

// subset reads declarations up to a ].
func (p *Parser) subset(r *reader) error {
	for {
		p.Poll()
		from := r.i
		if r.space() {
			if err := r.emit(Event{Kind: Other}, from, from); err != nil {
				return err
			}
			from = r.i
		}
		if r.i == len(r.text) || r.peek() == ']' {
			return nil
		}
		var err error
		switch {
		case r.is("%"):
			err = p.paramReference(r, from)
		case r.is("<!ENTITY"):
			err = p.readEntity(r, from)
		case r.is("<!ATTLIST"):
			err = p.readAttlist(r, from)
		case r.is("<!ELEMENT"):
			err = p.readElement(r, from)
		case r.is("<!NOTATION"):
			err = p.readNotation(r, from)
		case bytes.HasPrefix(r.rest(), comment), bytes.HasPrefix(r.rest(), []byte("<?")):
			err = p.readMisc(r)
		default:
			err = r.fail(r.wrong())
		}
		if err != nil {
			return err
		}
	}
}

// paramReference reads %name;, which stands for nothing here.
func (p *Parser) paramReference(r *reader, from int) error {
	name, err := r.name(false)
	if err != nil {
		return err
	}
	if !r.is(";") {
		return r.fail(invalidToken)
	}
	p.hasParam = true
	return r.emit(Event{Kind: SkippedEntity, Name: name, Flag: 1}, from, from)
}

// readMisc reads a comment or an instruction between declarations.
func (p *Parser) readMisc(r *reader) error {
	r.to(r.i)
	n, err := 0, error(nil)
	if r.text[r.i+1] == '!' {
		n, err = p.declaration(r.s, r.rest(), false)
	} else {
		n, err = p.instruction(r.s, r.rest())
	}
	if err == nil && n == 0 {
		err = r.fail(unclosedToken)
	}
	r.i += n
	return err
}

// Sub returns a parser for an external entity that an ExternalRef has told of: context is its Name, nil for the DTD. It knows what p has
// read.
func (p *Parser) Sub(context []byte) *Parser {
	q := New(p.Options)
	q.dtd, q.part, q.dtdPart, q.hasParam, q.alone = p.dtd, context != nil, context == nil, p.hasParam, p.alone
	q.Expand, q.Defer, q.ParamEntities = p.Expand, p.Defer, p.ParamEntities
	for _, b := range p.bound {
		b.depth = 0
		q.bound = append(q.bound, b)
	}
	return q
}

// Tokens splits a declaration as expat does for who wants its text: words, literals, marks and the white space between them.
func Tokens(text []byte) (list [][]byte) {
	for len(text) > 0 {
		n := spaces(text)
		if n == 0 {
			n = tokenLen(text)
		}
		list = append(list, text[:n])
		text = text[n:]
	}
	return list
}

func tokenLen(text []byte) int {
	const marks, quantities = "[]()|,>", "?*+"
	n := 1
	switch c := text[0]; {
	case c == '"' || c == '\'':
		if end := bytes.IndexByte(text[1:], c); end >= 0 {
			return end + 2
		}
	case c == ')':
		if n < len(text) && bytes.IndexByte([]byte(quantities), text[n]) >= 0 {
			n++
		}
	case bytes.IndexByte([]byte(marks), c) < 0:
		for n < len(text) && !isSpace(text[n]) && bytes.IndexByte([]byte(marks+`"'`), text[n]) < 0 {
			n++
		}
	}
	return n
}

// String is for messages.
func (p Position) String() string {
	return "line " + strconv.Itoa(p.Line) + ", column " + strconv.Itoa(p.Column)
}

// Package expat reads XML documents that come piece by piece, and tells of what it finds by events: what the library of that
// name does under CPython's pyexpat. encoding/xml does not serve: it reads no DTD, declares no entities and attributes by
// default, wants to take its input itself, and does not say where in a line it is. The package knows no Python.
//
// Input is UTF-8. A document that is not well-formed is an *Error with expat's code. Positions of errors within a tag are those of
// the tag where expat has no closer one. Parameter entities in the internal subset are not expanded.
package expat

import (
	"bytes"
	"unicode/utf8"
)

// Kind says what an event is.
type Kind int

// The events.
const (
	StartElement   Kind = iota // Name, Attrs, of which the first Specified are not defaults
	EndElement                 // Name
	Text                       // Text
	Comment                    // Text
	Instruction                // Name is its target, Text its data
	StartCDATA                 //
	EndCDATA                   //
	XMLDecl                    // Name is the version, Text the encoding, nil: none; Flag: standalone, −1: not said
	StartDoctype               // Name, System, Public; Flag: 1 with an internal subset
	EndDoctype                 //
	EntityDecl                 // Name, Text (nil: external), System, Public, Notation; Flag: 1 for a parameter entity
	UnparsedEntity             // Name, System, Public, Notation
	NotationDecl               // Name, System, Public
	ElementDecl                // Name, Model
	AttlistDecl                // Name, Attr, Type, Text is the default, nil: none; Flag: 1 if it is required, or is fixed
	StartNamespace             // Name is the prefix, nil: none; Text the URI
	EndNamespace               // Name
	ExternalRef                // Name is the context, nil: the DTD; System, Public
	SkippedEntity              // Name; Flag: 1 for a parameter entity
	NotAlone                   // the document has an external subset and does not say that it stands alone
	Other                      // what has no event of its own: only Raw
	Kinds
)

// Event is something in the document. The bytes are valid until the function that gets it returns.
type Event struct {
	Kind                                             Kind
	Name, Text, System, Public, Notation, Attr, Type []byte
	Attrs                                            []Attr
	Specified, Flag                                  int
	Model                                            *Model
	Raw                                              []byte // the document's text; nil: the event is part of another's
}

// Declares reports whether the event's text is a declaration of a DTD.
func (e *Event) Declares() bool {
	return e.Kind == EndDoctype || bytes.HasPrefix(e.Raw, []byte("<!")) && !bytes.HasPrefix(e.Raw, comment) && !bytes.HasPrefix(e.Raw, cdata)
}

// Attr is an attribute.
type Attr struct{ Name, Value []byte }

// Options say how a document is read.
type Options struct {
	Namespaces bool   // names are expanded: URI, Separator, name
	Separator  string // "": none
	Triplets   bool   // and behind those the prefix
	// Emit is told of each event. Its error ends reading.
	Emit func(*Event) error
	// Poll is called once a token. It may panic.
	Poll func()
	// Grow is asked before memory is taken, of so many bytes, and told of what is given back, as a negative number. It may panic.
	Grow func(bytes int)
}

// Parser reads a document.
type Parser struct {
	Options
	// Expand says that references to internal entities are replaced by what they stand for.
	Expand bool
	// Defer makes an incomplete token wait until twice as much is there.
	Defer bool
	// ParamEntities has the external subset of the DTD told of by ExternalRef; Foreign a document without a DTD, too.
	ParamEntities, Foreign bool

	main     source
	offset   int      // of main.data in the document
	begun    Position // of the token that is being read
	at       Position // in it: of the last event
	token    int      // at as an offset
	origin   int      // offset of what is behind a mark of the order of bytes
	tried    int      // so many bytes were not a whole token
	started  bool     // something has been read
	root     bool     // the document has had an element
	part     bool     // of an external entity, not a document
	dtdPart  bool     // of a DTD
	carried  bool     // the last byte was a carriage return that has become a newline
	ended    error
	doctype  bool
	hasParam bool // references to parameter entities, or an external subset: entities may be declared elsewhere
	alone    bool // standalone="yes"

	names    []byte // of the open elements, one behind the other
	open     []int  // where each begins
	bound    []binding
	dtd      *dtd
	expanded int // bytes that references have stood for
	within   int // entities that are being expanded
	event    Event
	attrs    []Attr
	named    nameSet // of attrs
	scratch  []byte
	read     int // bytes of the document
	lent     int // that Grow was asked for until Feed returns
}

// source is text that is being read: the document's, or an entity's.
type source struct {
	data   []byte
	pos    int
	entity *entity // nil: the document
}

// New returns a parser.
func New(o Options) *Parser {
	return &Parser{Options: o, Expand: true, Defer: true, at: Position{1, 0}, begun: Position{1, 0}, dtd: newDTD()}
}

// Position returns where the token begins that is being read, or where reading has ended.
func (p *Parser) Position() Position { return p.at }

// Offset is Position in bytes.
func (p *Parser) Offset() int { return p.token }

// Started reports whether something has been read.
func (p *Parser) Started() bool { return p.started }

// Held returns how many bytes the parser keeps of the document.
func (p *Parser) Held() int { return cap(p.main.data) }

// Pending returns what of the document has not been read, from the token on that is being read.
func (p *Parser) Pending() []byte { return p.main.data[min(p.token-p.offset, len(p.main.data)):] }

// fail makes an error at the token, or so many bytes behind its beginning.
func (p *Parser) fail(code int, s *source, behind int) error {
	if s.entity != nil {
		return &Error{code, p.at, p.token}
	}
	to := min(s.pos+behind, len(s.data))
	return &Error{code, move(p.begun, s.data[s.pos:to]), p.offset + to}
}

// pass moves the position behind text of the token, if it is the document's.
func (p *Parser) pass(s *source, text []byte) {
	if s.entity == nil {
		p.at = move(p.at, text)
		p.token += len(text)
	}
}

// move returns the position behind text.
func move(at Position, text []byte) Position {
	if len(text) > 0 && text[0] < utf8.RuneSelf && text[0] != '\n' && plainLen(text[1:]) == len(text)-1 { // most tags, and most text
		at.Column += len(text)
		return at
	}
	if n := bytes.Count(text, []byte{'\n'}); n > 0 {
		at.Line += n
		at.Column, text = 0, text[bytes.LastIndexByte(text, '\n')+1:]
	}
	at.Column += utf8.RuneCount(text)
	return at
}

// Feed reads more of the document; final says that it is the last of it.
func (p *Parser) Feed(data []byte, final bool) error {
	if p.ended != nil {
		return p.ended
	}
	p.started = p.started || len(data) > 0
	p.take(data)
	defer func() {
		p.Grow(-p.lent)
		p.lent = 0
	}()
	err := p.feed(final)
	if err == nil && final {
		p.ended = &Error{finished, p.at, p.token}
	}
	if e, ok := err.(*Error); ok {
		p.ended, p.at, p.token = e, e.At, e.Offset
	} else if err != nil {
		p.pass(&p.main, p.event.Raw)
		p.ended = &Error{finished, p.at, p.token}
	}
	return err
}

// take appends data to what is to be read, with each end of a line as one newline.
func (p *Parser) take(data []byte) {
	if p.carried && len(data) > 0 {
		p.carried = false
		if data[0] == '\n' {
			data = data[1:]
		}
	}
	p.read += len(data)
	s := &p.main
	if s.pos > len(s.data)/2 {
		s.data = append(s.data[:0], s.data[s.pos:]...)
		p.offset += s.pos
		s.pos = 0
	}
	if n := len(s.data) + len(data); n > cap(s.data) {
		p.Grow(2*n - cap(s.data))
		s.data = append(make([]byte, 0, 2*n), s.data...)
	}
	for len(data) > 0 {
		i := bytes.IndexByte(data, '\r')
		if i < 0 {
			s.data = append(s.data, data...)
			return
		}
		s.data = append(append(s.data, data[:i]...), '\n')
		if data = data[i+1:]; len(data) == 0 {
			p.carried = true
		} else if data[0] == '\n' {
			data = data[1:]
		}
	}
}

func (p *Parser) feed(final bool) error {
	s := &p.main
	if p.Defer && !final && len(s.data)-s.pos < 2*p.tried {
		return nil
	}
	p.tried = 0
	if p.dtdPart {
		return p.feedDTD(s, final)
	}
	if err := p.run(s, final); err != nil {
		return err
	}
	if p.tried = len(s.data) - s.pos; !final {
		return nil
	}
	switch {
	case p.tried > 0:
		code := p.unclosed(s.data[s.pos:])
		if code == unclosedCDATA {
			return p.fail(code, s, p.tried)
		}
		return p.fail(code, s, 0)
	case len(p.open) > 0 || !p.root && !p.part:
		return p.fail(noElements, s, 0)
	}
	return nil
}

// unclosed is the code for text that is no whole token.
func (p *Parser) unclosed(text []byte) int {
	switch {
	case bytes.HasPrefix(text, cdata):
		return unclosedCDATA
	case !utf8.Valid(text) && text[0] != '<':
		return PartialChar
	}
	return unclosedToken
}

// run reads the whole tokens of a source.
func (p *Parser) run(s *source, final bool) error {
	for s.pos < len(s.data) {
		p.Poll()
		if s.entity == nil {
			p.begun = p.at
		}
		n, err := p.next(s, s.data[s.pos:], final)
		if err != nil || n == 0 {
			return err
		}
		if s.entity == nil {
			p.pass(s, s.data[p.token-p.offset:s.pos+n])
			p.begun = p.at
		}
		s.pos += n
	}
	return nil
}

var (
	cdata, comment, doctype = []byte("<![CDATA["), []byte("<!--"), []byte("<!DOCTYPE")
	mark                    = []byte("\xef\xbb\xbf") // of the order of bytes
)

// next reads the token at the beginning of text, and returns its length; 0: it is not whole.
func (p *Parser) next(s *source, text []byte, final bool) (int, error) {
	outside := len(p.open) == 0 && !p.part && s.entity == nil
	if text[0] != '<' {
		if outside {
			return p.between(s, text, final)
		}
		return p.text(s, text, final)
	}
	if len(text) == 1 {
		return 0, nil
	}
	switch text[1] {
	case '?':
		return p.instruction(s, text)
	case '!':
		return p.declaration(s, text, outside)
	case '/':
		if outside {
			if p.root {
				return 0, p.fail(junkAfterDocument, s, 0)
			}
			return 0, p.fail(invalidToken, s, 1)
		}
		return p.endTag(s, text)
	}
	if outside && p.root {
		return 0, p.fail(junkAfterDocument, s, 0)
	}
	return p.startTag(s, text)
}

// between reads white space outside of the document's element.
func (p *Parser) between(s *source, text []byte, final bool) (int, error) {
	n := spaces(text)
	switch {
	case n > 0:
		return n, p.other(text[:n])
	case p.token == 0 && bytes.HasPrefix(text, mark):
		p.origin = len(mark)
		return p.origin, nil
	case p.token == 0 && bytes.HasPrefix(mark, text), !final && !utf8.FullRune(text):
		return 0, nil
	case p.root:
		return 0, p.fail(junkAfterDocument, s, 0)
	case nameLen(text, true) > 0:
		return 0, p.fail(syntax, s, 0)
	}
	return 0, p.fail(invalidToken, s, 0)
}

// emit tells of an event; raw is the document's text of it.
func (p *Parser) emit(e Event, raw []byte) error {
	p.event = e
	p.event.Raw = raw
	return p.Emit(&p.event)
}

func (p *Parser) other(raw []byte) error { return p.emit(Event{Kind: Other}, raw) }

// instruction reads a processing instruction, or the XML declaration.
func (p *Parser) instruction(s *source, text []byte) (int, error) {
	end := bytes.Index(text[2:], []byte("?>")) + 2
	if end < 2 {
		return 0, nil
	}
	n := nameLen(text[2:end], false)
	if bad := badChar(text[:end]); n == 0 || bad >= 0 {
		return 0, p.fail(invalidToken, s, max(2, bad))
	}
	target, rest := text[2:2+n], text[2+n:end]
	if len(rest) > 0 && !isSpace(rest[0]) {
		return 0, p.fail(invalidToken, s, 2+n)
	}
	raw := text[:end+2]
	switch {
	case string(target) == "xml":
		if s.entity != nil || p.token != p.origin {
			return 0, p.fail(misplacedXMLPI, s, 0)
		}
		return end + 2, p.xmlDecl(s, rest, raw)
	case bytes.EqualFold(target, []byte("xml")):
		return 0, p.fail(invalidToken, s, 2)
	}
	return end + 2, p.emit(Event{Kind: Instruction, Name: target, Text: rest[spaces(rest):]}, raw)
}

// xmlDecl reads what the XML declaration says.
func (p *Parser) xmlDecl(s *source, rest, raw []byte) error {
	e := Event{Kind: XMLDecl, Flag: -1}
	code := xmlDeclMalformed
	if p.part {
		code = textDeclMalformed
	}
	order := []string{"version", "encoding", "standalone"}
	for {
		space := spaces(rest)
		if rest = rest[space:]; len(rest) == 0 {
			break
		}
		name, value, n := pseudo(rest)
		for len(order) > 0 && order[0] != name {
			order = order[1:]
		}
		if n == 0 || space == 0 || len(order) == 0 {
			return p.fail(code, s, len(raw)-2-len(rest))
		}
		rest = rest[n:]
		switch name {
		case "version":
			e.Name = value
		case "encoding":
			e.Text = value
		case "standalone":
			switch string(value) {
			case "yes":
				e.Flag, p.alone = 1, true
			case "no":
				e.Flag = 0
			default:
				return p.fail(code, s, len(raw)-2-len(rest)-len(value)-1)
			}
		}
		order = order[1:]
	}
	if e.Name == nil && !p.part || e.Text == nil && p.part {
		return p.fail(code, s, len(raw)-2)
	}
	return p.emit(e, raw)
}

// pseudo reads name="value" at the beginning of text, n bytes; 0: there is none.
func pseudo(text []byte) (name string, value []byte, n int) {
	i := nameLen(text, false)
	name = string(text[:i])
	i += spaces(text[i:])
	if i == len(text) || text[i] != '=' {
		return "", nil, 0
	}
	i++
	if i += spaces(text[i:]); i == len(text) || text[i] != '"' && text[i] != '\'' {
		return "", nil, 0
	}
	end := bytes.IndexByte(text[i+1:], text[i])
	if end < 0 {
		return "", nil, 0
	}
	return name, text[i+1 : i+1+end], i + 2 + end
}

// declaration reads what begins with <!: a comment, CDATA, the DTD.
func (p *Parser) declaration(s *source, text []byte, outside bool) (int, error) {
	switch {
	case bytes.HasPrefix(text, comment):
		end := bytes.Index(text[4:], []byte("--"))
		if end < 0 || len(text) < end+7 {
			return 0, nil
		}
		body := text[4 : 4+end]
		if bad := badChar(body); bad >= 0 || text[end+6] != '>' {
			if bad < 0 {
				bad = end + 2
			}
			return 0, p.fail(invalidToken, s, 4+bad)
		}
		return end + 7, p.emit(Event{Kind: Comment, Text: body}, text[:end+7])
	case bytes.HasPrefix(text, cdata) && !outside:
		end := bytes.Index(text, []byte("]]>"))
		if end < 0 {
			return 0, nil
		}
		return end + 3, p.section(s, text[:end+3])
	case bytes.HasPrefix(text, doctype) && outside && !p.root && !p.doctype:
		return p.readDoctype(s, text)
	case len(text) < len(cdata) && (bytes.HasPrefix(cdata, text) || bytes.HasPrefix(comment, text) || bytes.HasPrefix(doctype, text)):
		return 0, nil
	case p.doctype && bytes.HasPrefix(text, doctype):
		return 0, p.fail(syntax, s, 0)
	case outside && p.root:
		return 0, p.fail(junkAfterDocument, s, 0)
	}
	return 0, p.fail(invalidToken, s, 2)
}

// section reads a CDATA section.
func (p *Parser) section(s *source, text []byte) error {
	body := text[len(cdata) : len(text)-3]
	if bad := badChar(body); bad >= 0 {
		return p.fail(invalidToken, s, len(cdata)+bad)
	}
	if err := p.emit(Event{Kind: StartCDATA}, text[:len(cdata)]); err != nil {
		return err
	}
	p.pass(s, cdata)
	if err := p.lines(s, body); err != nil {
		return err
	}
	return p.emit(Event{Kind: EndCDATA}, text[len(text)-3:])
}

// lines tells of text as expat does: newlines apart.
func (p *Parser) lines(s *source, text []byte) error {
	for len(text) > 0 {
		n := bytes.IndexByte(text, '\n')
		switch {
		case n < 0:
			n = len(text)
		case n == 0:
			n = 1
		}
		if err := p.emit(Event{Kind: Text, Text: text[:n]}, text[:n]); err != nil {
			return err
		}
		p.pass(s, text[:n])
		text = text[n:]
	}
	return nil
}

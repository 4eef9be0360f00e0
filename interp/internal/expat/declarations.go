package expat

import "bytes"

// Declarations of a DTD.

// Model is the content of an element.
type Model struct {
	Type, Quantity int
	Name           string
	Parts          []Model
}

// Types and quantities of models, as expat.h has them.
const (
	modelEmpty = 1 + iota
	modelAny
	modelMixed
	modelName
	modelChoice
	modelSequence

	one, optional, repeated, many = 0, 1, 2, 3
)

// ModelTypes and ModelQuantities are the names of those, without XML_CTYPE_ and XML_CQUANT_.
var (
	ModelTypes      = []string{modelEmpty: "EMPTY", modelAny: "ANY", modelMixed: "MIXED", modelName: "NAME", modelChoice: "CHOICE", modelSequence: "SEQ"}
	ModelQuantities = []string{one: "NONE", optional: "OPT", repeated: "REP", many: "PLUS"}
)

// maxNested is how deep models may nest.
const maxNested = 200

// readEntity reads <!ENTITY …>.
func (p *Parser) readEntity(r *reader, from int) error {
	if !r.space() {
		return r.fail(invalidToken)
	}
	e := Event{Kind: EntityDecl}
	if r.is("%") {
		if e.Flag = 1; !r.space() {
			return r.fail(invalidToken)
		}
	}
	var err error
	if e.Name, err = r.name(false); err != nil {
		return err
	}
	if !r.space() {
		return r.fail(r.wrong())
	}
	var is bool
	at := r.i
	if e.System, e.Public, is, err = r.external(false); err != nil {
		return err
	}
	if !is {
		if e.Text, err = p.entityValue(r); err != nil {
			return err
		}
	} else if space := r.space(); e.Flag == 0 && space && r.is("NDATA") {
		if !r.space() {
			return r.fail(invalidToken)
		}
		at = r.i
		if e.Notation, err = r.name(false); err != nil {
			return err
		}
	}
	if err := r.end(); err != nil {
		return err
	}
	if is && e.Notation == nil {
		at = r.i - 1
	}
	name := string(e.Name)
	if p.dtd.entities[name] != nil && e.Flag == 0 {
		return r.emit(Event{Kind: Other}, at, from) // the first one counts
	}
	if e.Flag == 0 {
		p.Grow(len(name) + len(e.Text) + len(e.System) + len(e.Public) + len(e.Notation))
		p.dtd.entities[name] = &entity{name: name, text: bytes.Clone(e.Text), system: bytes.Clone(e.System), public: bytes.Clone(e.Public), notation: bytes.Clone(e.Notation)}
	}
	if e.Notation != nil {
		e.Kind = UnparsedEntity
	}
	return r.emit(e, at, from)
}

// entityValue reads what an entity stands for: references to characters are replaced, those to entities stay.
func (p *Parser) entityValue(r *reader) ([]byte, error) {
	at := r.i
	s, err := r.literal()
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '%':
			r.i = at + 1 + i
			return nil, r.fail(paramEntityRef)
		case s[i] == '&' && i+1 < len(s) && s[i+1] == '#':
			n, _, literal, err := p.reference(r.s, s[i:], at+1+i)
			if err != nil || n == 0 {
				r.i = at + 1 + i
				return nil, r.fail(invalidToken)
			}
			out = append(out, literal...)
			i += n - 1
		default:
			out = append(out, s[i])
		}
	}
	return out, nil
}

// readNotation reads <!NOTATION …>.
func (p *Parser) readNotation(r *reader, from int) error {
	if !r.space() {
		return r.fail(invalidToken)
	}
	e := Event{Kind: NotationDecl}
	var err error
	if e.Name, err = r.name(false); err != nil {
		return err
	}
	if !r.space() {
		return r.fail(r.wrong())
	}
	is := false
	if e.System, e.Public, is, err = r.external(true); err == nil && !is {
		err = r.fail(r.wrong())
	}
	at := r.i - len(e.System) - 2
	if e.System == nil {
		at = r.i - len(e.Public) - 2
	}
	if err == nil {
		err = r.end()
	}
	if err != nil {
		return err
	}
	return r.emit(e, at, from)
}

// readAttlist reads <!ATTLIST element …>.
func (p *Parser) readAttlist(r *reader, from int) error {
	if !r.space() {
		return r.fail(invalidToken)
	}
	element, err := r.name(false)
	if err != nil {
		return err
	}
	for {
		space := r.space()
		if r.is(">") {
			return r.emit(Event{Kind: Other}, r.i-1, from)
		}
		if !space {
			return r.fail(r.wrong())
		}
		if err := p.readAttr(r, element); err != nil {
			return err
		}
	}
}

// attributeTypes are those that have a name, the longer ones first.
var attributeTypes = []string{"CDATA", "IDREFS", "IDREF", "ID", "ENTITIES", "ENTITY", "NMTOKENS", "NMTOKEN"}

// readAttr reads an attribute of an element, its type and its default.
func (p *Parser) readAttr(r *reader, element []byte) error {
	name, err := r.name(false)
	if err != nil {
		return err
	}
	if !r.space() {
		return r.fail(r.wrong())
	}
	kind := ""
	for _, t := range attributeTypes {
		if r.is(t) {
			kind = t
			break
		}
	}
	if kind == "" {
		if r.is("NOTATION") {
			kind = "NOTATION"
			r.space()
		}
		names, err := r.names()
		if err != nil {
			return err
		}
		kind += names
	}
	if !r.space() {
		return r.fail(r.wrong())
	}
	e := Event{Kind: AttlistDecl, Name: element, Attr: name, Type: []byte(kind)}
	at := r.i
	switch {
	case r.is("#REQUIRED"):
		e.Flag = 1
	case r.is("#IMPLIED"):
	default:
		if r.is("#FIXED") {
			if e.Flag = 1; !r.space() {
				return r.fail(r.wrong())
			}
		}
		at = r.i
		s, err := r.literal()
		if err != nil {
			return err
		}
		if e.Text, err = p.appendValue([]byte{}, r.s, s, at+1); err != nil {
			return err
		}
		if kind != "CDATA" {
			e.Text = collapse(e.Text)
		}
	}
	if p.dtd.attribute(element, name) == nil {
		p.Grow(len(element) + len(name) + len(kind) + len(e.Text))
		p.dtd.attributes[string(element)] = append(p.dtd.attributes[string(element)], attrDecl{string(name), kind, bytes.Clone(e.Text)})
	}
	return r.emit(e, at, -1)
}

// names reads (a|b|…) and returns it without spaces.
func (r *reader) names() (string, error) {
	if !r.is("(") {
		return "", r.fail(r.wrong())
	}
	out := []byte{'('}
	for {
		r.space()
		name, err := r.name(true)
		if err != nil {
			return "", err
		}
		out = append(out, name...)
		r.space()
		switch {
		case r.is(")"):
			return string(append(out, ')')), nil
		case r.is("|"):
			out = append(out, '|')
		default:
			return "", r.fail(r.wrong())
		}
	}
}

// readElement reads <!ELEMENT name model>.
func (p *Parser) readElement(r *reader, from int) error {
	if !r.space() {
		return r.fail(invalidToken)
	}
	name, err := r.name(false)
	if err != nil {
		return err
	}
	if !r.space() {
		return r.fail(r.wrong())
	}
	m, at := &Model{}, r.i
	switch {
	case r.is("EMPTY"):
		m.Type = modelEmpty
	case r.is("ANY"):
		m.Type = modelAny
	default:
		if *m, err = r.model(0); err != nil {
			return err
		}
		if at = r.i - 1; m.Quantity != one {
			at--
		}
	}
	if err := r.end(); err != nil {
		return err
	}
	return r.emit(Event{Kind: ElementDecl, Name: name, Model: m}, at, from)
}

// model reads (…), with how often it may come.
func (r *reader) model(depth int) (m Model, err error) {
	if !r.is("(") || depth > maxNested {
		return m, r.fail(r.wrong())
	}
	m.Type = modelSequence
	r.space()
	if r.is("#PCDATA") {
		m.Type = modelMixed
		r.space()
	} else if err = r.part(&m, depth); err != nil {
		return m, err
	}
	separator := byte(0)
	for !r.is(")") {
		c := r.peek()
		if c != ',' && c != '|' || separator != 0 && c != separator || m.Type == modelMixed && c == ',' {
			return m, r.fail(r.wrong())
		}
		if separator = c; c == '|' && m.Type == modelSequence {
			m.Type = modelChoice
		}
		r.i++
		r.space()
		if err = r.part(&m, depth); err != nil {
			return m, err
		}
	}
	m.Quantity = r.quantity()
	return m, nil
}

// part reads a part of a model.
func (r *reader) part(m *Model, depth int) error {
	if r.peek() == '(' {
		part, err := r.model(depth + 1)
		if err != nil {
			return err
		}
		m.Parts = append(m.Parts, part)
	} else {
		name, err := r.name(false)
		if err != nil {
			return err
		}
		m.Parts = append(m.Parts, Model{Type: modelName, Name: string(name), Quantity: r.quantity()})
	}
	r.space()
	return nil
}

func (r *reader) quantity() int {
	switch {
	case r.is("?"):
		return optional
	case r.is("*"):
		return repeated
	case r.is("+"):
		return many
	}
	return one
}

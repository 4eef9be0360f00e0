package expat

import "bytes"

// Tags, attributes and namespaces.

// binding is what a prefix stands for.
type binding struct {
	prefix, uri string
	depth       int // of the element that says so
}

const (
	xmlURI   = "http://www.w3.org/XML/1998/namespace"
	xmlnsURI = "http://www.w3.org/2000/xmlns/"
)

// tagEnd returns the length of a tag, which ends at the first > outside of quotes; 0: it is not whole.
func tagEnd(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; c {
		case '>':
			return i + 1
		case '<':
			return i // no tag has one; whoever reads the tag says so
		case '"', '\'':
			n := bytes.IndexByte(text[i+1:], c)
			if n < 0 {
				return 0
			}
			i += 1 + n
		}
	}
	return 0
}

// endTag reads </name>.
func (p *Parser) endTag(s *source, text []byte) (int, error) {
	n := tagEnd(text)
	if n == 0 {
		return 0, nil
	}
	k := nameLen(text[2:n], false)
	space := spaces(text[2+k : n])
	if k == 0 || 2+k+space != n-1 || text[n-1] != '>' {
		return 0, p.fail(invalidToken, s, 2+k+space)
	}
	if len(p.open) == 0 || s.entity != nil && len(p.open) == s.entity.depth {
		return 0, p.fail(asyncEntity, s, 0)
	}
	if string(text[2:2+k]) != string(p.names[p.open[len(p.open)-1]:]) {
		return 0, p.fail(tagMismatch, s, 2)
	}
	return n, p.close(text[:n])
}

// close ends the innermost element.
func (p *Parser) close(raw []byte) error {
	last := len(p.open) - 1
	name := p.names[p.open[last]:]
	if p.Namespaces {
		expanded, err := p.expandName(p.scratch[:0], name, true, nil)
		if err != nil {
			return err
		}
		p.scratch, name = expanded, expanded
	}
	if err := p.emit(Event{Kind: EndElement, Name: name}, raw); err != nil {
		return err
	}
	p.names = p.names[:p.open[last]]
	p.open = p.open[:last]
	for n := len(p.bound); n > 0 && p.bound[n-1].depth > last; n = len(p.bound) {
		b := p.bound[n-1]
		p.bound = p.bound[:n-1]
		if err := p.emit(Event{Kind: EndNamespace, Name: prefixBytes(b.prefix)}, nil); err != nil {
			return err
		}
	}
	return nil
}

func prefixBytes(s string) []byte {
	if s == "" {
		return nil
	}
	return []byte(s)
}

// startTag reads <name attribute="value" …> or the like that ends with />.
func (p *Parser) startTag(s *source, text []byte) (int, error) {
	n := tagEnd(text)
	if n == 0 {
		return 0, nil
	}
	k := nameLen(text[1:n], false)
	if k == 0 {
		return 0, p.fail(invalidToken, s, 1)
	}
	name := text[1 : 1+k]
	p.attrs, p.named = p.attrs[:0], nil
	i := 1 + k
	for {
		space := spaces(text[i:n])
		i += space
		if i < n && (text[i] == '>' || text[i] == '/') {
			break
		}
		if space == 0 {
			return 0, p.fail(invalidToken, s, i)
		}
		used, err := p.attribute(s, name, text[:n], i)
		if err != nil {
			return 0, err
		}
		i += used
	}
	empty := text[i] == '/'
	if empty {
		i++
	}
	if i != n-1 || text[i] != '>' {
		return 0, p.fail(invalidToken, s, i)
	}
	if !p.root && p.Foreign && !p.doctype && !p.part {
		if err := p.externalSubset(nil, nil); err != nil {
			return 0, err
		}
	}
	p.root = true
	return n, p.start(s, name, text[:n], empty)
}

// attribute reads name="value" at an index of a tag, and returns its length.
func (p *Parser) attribute(s *source, element, tag []byte, at int) (int, error) {
	k := nameLen(tag[at:], false)
	i := at + k
	i += spaces(tag[i:])
	if k == 0 || i == len(tag) || tag[i] != '=' {
		return 0, p.fail(invalidToken, s, i)
	}
	i++
	if i += spaces(tag[i:]); i == len(tag) || tag[i] != '"' && tag[i] != '\'' {
		return 0, p.fail(invalidToken, s, i)
	}
	end := bytes.IndexByte(tag[i+1:], tag[i])
	if end < 0 {
		return 0, p.fail(invalidToken, s, i)
	}
	name := tag[at : at+k]
	if !p.named.add(p.attrs, name) {
		return 0, p.fail(duplicateAttribute, s, at)
	}
	value, err := p.attributeValue(s, tag, i+1, i+1+end)
	if err != nil {
		return 0, err
	}
	if d := p.dtd.attribute(element, name); d != nil && d.kind != "CDATA" {
		value = collapse(value)
	}
	p.attrs = append(p.attrs, Attr{name, value})
	return i + 2 + end - at, nil
}

// collapse removes white space at the ends, and makes one space of each further run of it.
func collapse(value []byte) []byte { return bytes.Join(bytes.Fields(value), []byte{' '}) }

// start begins an element whose attributes have been read.
func (p *Parser) start(s *source, name, raw []byte, empty bool) error {
	specified := len(p.attrs)
	for _, d := range p.dtd.attributes[string(name)] {
		if d.value != nil && p.named.add(p.attrs, []byte(d.name)) {
			p.attrs = append(p.attrs, Attr{[]byte(d.name), d.value})
		}
	}
	p.open = append(p.open, len(p.names))
	p.names = append(p.names, name...)
	if p.Namespaces {
		var err error
		if name, specified, err = p.bind(s, name, specified); err != nil {
			return err
		}
	}
	e := Event{Kind: StartElement, Name: name, Attrs: p.attrs, Specified: specified}
	if err := p.emit(e, raw); err != nil || !empty {
		return err
	}
	p.pass(s, raw)
	return p.close(nil)
}

// nameSet is the names of attributes: nil while there are few.
type nameSet map[string]struct{}

const fewNames = 16

// add adds the name of an attribute behind others. It reports whether none of them has it.
func (set *nameSet) add(others []Attr, name []byte) bool {
	if *set == nil && len(others) < fewNames {
		for _, a := range others {
			if bytes.Equal(a.Name, name) {
				return false
			}
		}
		return true
	}
	if *set == nil {
		*set = nameSet{}
		for _, a := range others {
			(*set)[string(a.Name)] = struct{}{}
		}
	}
	n := len(*set)
	(*set)[string(name)] = struct{}{}
	return len(*set) > n
}

// bind takes the declarations of namespaces out of the attributes, and expands the names of the element and of the
// others.
func (p *Parser) bind(s *source, name []byte, specified int) ([]byte, int, error) {
	kept, declared := p.attrs[:0], 0
	for i, a := range p.attrs {
		prefix, is := bytes.CutPrefix(a.Name, []byte("xmlns:"))
		if !is && string(a.Name) != "xmlns" {
			kept = append(kept, a)
			continue
		}
		if !is {
			prefix = nil
		}
		if i < specified {
			declared++
		}
		if err := p.declare(s, string(prefix), string(a.Value)); err != nil {
			return nil, 0, err
		}
	}
	p.attrs = kept
	var (
		buf  []byte
		seen nameSet
	)
	for i := range p.attrs {
		a := &p.attrs[i]
		if bytes.IndexByte(a.Name, ':') < 0 {
			continue
		}
		from := len(buf)
		var err error
		if buf, err = p.expandName(buf, a.Name, false, s); err != nil {
			return nil, 0, err
		}
		a.Name = buf[from:len(buf):len(buf)]
		if !seen.add(p.attrs[:i], a.Name) {
			return nil, 0, p.fail(duplicateAttribute, s, 0)
		}
	}
	expanded, err := p.expandName(p.scratch[:0], name, true, s)
	p.scratch = expanded
	return expanded, specified - declared, err
}

// declare binds a prefix.
func (p *Parser) declare(s *source, prefix, uri string) error {
	switch {
	case prefix == "xmlns":
		return p.fail(reservedXMLNS, s, 0)
	case prefix == "xml" && uri != xmlURI:
		return p.fail(reservedXML, s, 0)
	case prefix != "xml" && uri == xmlURI, uri == xmlnsURI:
		return p.fail(reservedURI, s, 0)
	case prefix != "" && uri == "":
		return p.fail(undeclaringPrefix, s, 0)
	}
	p.bound = append(p.bound, binding{prefix, uri, len(p.open)})
	return p.emit(Event{Kind: StartNamespace, Name: prefixBytes(prefix), Text: prefixBytes(uri)}, nil)
}

// expandName appends the name that a prefix and a local name stand for. s is where an error is, nil: there is none, for the name has
// been expanded before.
func (p *Parser) expandName(to, name []byte, element bool, s *source) ([]byte, error) {
	prefix, local, found := bytes.Cut(name, []byte{':'})
	if !found {
		prefix, local = nil, name
		if !element {
			return append(to, name...), nil
		}
	}
	uri := ""
	if string(prefix) == "xml" {
		uri = xmlURI
	}
	known := !found || uri != ""
	for i := len(p.bound) - 1; i >= 0; i-- {
		if p.bound[i].prefix == string(prefix) {
			uri, known = p.bound[i].uri, true
			break
		}
	}
	if !known && s != nil {
		return to, p.fail(unboundPrefix, s, 0)
	}
	if uri == "" {
		return append(to, name...), nil
	}
	to = append(append(append(to, uri...), p.Separator...), local...)
	if p.Triplets && found {
		to = append(append(to, p.Separator...), prefix...)
	}
	return to, nil
}

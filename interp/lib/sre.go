package lib

import (
	"github.com/tier2go/tier2/interp/internal/sre"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/unicode"
)

// The module _sre (Modules/_sre/sre.c): patterns that CPython's own package re has
// compiled, what they match, and templates for what replaces it. Package
// interp/internal/sre matches.

// regexps are the types of the module, and matchers that can be used again.
type regexps struct {
	program, pattern, match, scanner, iterator, template object.TypeID

	// What nobody uses now is kept: a matcher for each width, and a subject.
	narrow *sre.Matcher[uint8]
	medium *sre.Matcher[uint16]
	wide   *sre.Matcher[uint32]
	spare  *subject
}

// The fields of a pattern.
const (
	offPatternText    = object.OffPatternText
	offPatternIndex   = object.OffPatternIndex
	offPatternFlags   = object.PatternSize      // int
	offPatternNames   = object.PatternSize + 8  // tuple: names of groups by number, or None
	offPatternProgram = object.PatternSize + 16 // stands for the *sre.Program
	// The text by which sub replaced last, and what replacement made of it.
	offPatternRepl = object.PatternSize + 24
	offPatternWith = object.PatternSize + 32
	patternSize    = object.PatternSize + 40
)

// properties are Unicode's, as str's methods see them.
var properties = sre.Unicode{
	Lower: unicode.SimpleLower, Upper: unicode.SimpleUpper,
	Decimal: unicode.IsDecimal, Space: unicode.IsSpace, Alnum: unicode.IsAlnum, LineBreak: unicode.IsLineBreak,
}

// newSre makes the module.
func (l *Lib) newSre() (object.Value, error) {
	h, m := l.h, l.newModule("_sre")
	m.set("MAGIC", object.SmallInt(sre.Magic))
	m.set("CODESIZE", object.SmallInt(4))
	m.set("MAXREPEAT", object.SmallInt(sre.MaxRepeat))
	m.set("MAXGROUPS", object.SmallInt(sre.MaxGroups))
	l.regexps = &regexps{}
	l.regexps.program = h.RegisterType(&object.Type{Name: "Program", Module: "_sre", Slots: object.Slots{
		Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
	}}).ID
	l.initPattern()
	l.initMatch()
	l.initScanner()
	letter := func(name string, f func(r rune) object.Value) object.Builtin {
		return object.Builtin{Name: name, Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
			n, err := h.CInt(a[0])
			return f(rune(n)), err
		}}
	}
	m.functions([]object.Builtin{
		{Name: "compile", Arity: object.Varied, FnKw: l.sreCompile},
		{Name: "template", Arity: object.Fast, Min: 2, Max: 2, Fn: l.sreTemplate},
		letter("ascii_iscased", func(r rune) object.Value { return object.Bool((r|0x20)-'a' >= 0 && (r|0x20)-'a' < 26 && r < 128) }),
		letter("unicode_iscased", func(r rune) object.Value {
			return object.Bool(unicode.SimpleLower(r) != r || unicode.SimpleUpper(r) != r)
		}),
		letter("ascii_tolower", func(r rune) object.Value {
			if r >= 'A' && r <= 'Z' {
				r += 'a' - 'A'
			}
			return object.SmallInt(int64(r))
		}),
		letter("unicode_tolower", func(r rune) object.Value { return object.SmallInt(int64(unicode.SimpleLower(r))) }),
	})
	return m.v, nil
}

var sreCompileSig = object.NewSignature("compile", 0, 6, 0, "pattern", "flags", "code", "groups", "groupindex", "indexgroup")

// sreCompile is _sre.compile: a pattern of codes.
func (l *Lib) sreCompile(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [6]object.Value
	if err := bind(h, sreCompileSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	if !h.IsInstance(p[2], object.ListType) || !h.IsInstance(p[4], object.DictType) || !h.IsInstance(p[5], object.TupleType) {
		return object.Null, h.Raise(object.TypeErrorType, "compile() takes a list of codes, a dict and a tuple")
	}
	flags, err := h.CInt(p[1])
	if err != nil {
		return object.Null, err
	}
	groups, err := h.Ssize(p[3])
	if err != nil {
		return object.Null, err
	}
	if groups > sre.MaxGroups {
		return object.Null, h.Raise(object.RuntimeErrorType, "invalid SRE code")
	}
	h.RoomFor(8 * 16 * float64(groups)) // a matcher's marks
	code := make([]uint32, h.ListLen(p[2]))
	for i := range code {
		n, err := h.Ssize(h.ListItems(p[2])[i])
		if err != nil {
			return object.Null, err
		}
		if n < 0 || n > sre.MaxRepeat {
			return object.Null, h.Raise(object.OverflowErrorType, "regular expression code size limit exceeded")
		}
		code[i] = uint32(n)
	}
	program, err := sre.Compile(code, groups, &properties)
	if err != nil {
		return object.Null, h.Raise(object.RuntimeErrorType, "invalid SRE code")
	}
	v := h.NewObject(l.regexps.pattern, patternSize)
	h.SetField(v, offPatternText, p[0])
	h.SetField(v, offPatternFlags, object.SmallInt(int64(flags)))
	h.SetField(v, offPatternIndex, p[4])
	h.SetField(v, offPatternNames, p[5])
	h.SetField(v, offPatternProgram, h.NewHandleObject(l.regexps.program, program))
	return v, nil
}

func programOf(h *object.Heap, pattern object.Value) *sre.Program {
	return h.HandleOf(h.Field(pattern, offPatternProgram)).(*sre.Program)
}

// matcher is a sre.Matcher of any width.
type matcher interface {
	Match(pos, end int, full, nonEmpty bool) (bool, error)
	Search(pos, end int, nonEmpty bool) (bool, error)
	Span(group int) (from, to int)
	Last() int
}

// subject is a text that a pattern is being matched against.
type subject struct {
	matcher
	pattern, text object.Value // the text as a value of a builtin type
	given         object.Value // as the program has given it
	lo, hi        int          // pos and endpos
	length        int          // of the text
	groups        int          // of the pattern
	pos           int          // where the next search begins
	nonEmpty      bool
	l             *Lib
	mark          int // of Heap.Push: the text is pushed, for nothing else may hold it
}

// subject begins to match a pattern against a text from pos to endpos; close ends it.
func (l *Lib) subject(pattern, text object.Value, pos, endpos int) (*subject, error) {
	h := l.h
	n, err := l.checkText(pattern, text)
	if err != nil {
		return nil, err
	}
	given := text
	text = h.Plain(text)
	s := l.regexps.spare
	if s == nil {
		s = &subject{}
	}
	l.regexps.spare = nil
	p := programOf(h, pattern)
	*s = subject{l: l, mark: h.Mark(), pattern: pattern, text: text, given: given, length: n, groups: p.Groups(), lo: min(max(pos, 0), n), hi: min(max(endpos, 0), n)}
	s.pos = s.lo
	h.Push(text)
	switch {
	case !h.Is(text, object.StrType):
		data, err := h.BufferData(text)
		if err != nil {
			h.Release(s.mark)
			return nil, err
		}
		s.matcher = borrow(l, &l.regexps.narrow, p, data)
	case h.StrKind(text) == 1:
		s.matcher = borrow(l, &l.regexps.narrow, p, h.Str1(text))
	case h.StrKind(text) == 2:
		s.matcher = borrow(l, &l.regexps.medium, p, h.Str2(text))
	default:
		s.matcher = borrow(l, &l.regexps.wide, p, h.Str4(text))
	}
	if h.Field(pattern, object.OffPatternFilter) == object.Null {
		least, known, masks := p.Filter()
		h.SetPatternFilter(pattern, least, known, masks)
	}
	return s, nil
}

// borrow takes the matcher that is kept, or a new one if that is in use.
func borrow[T sre.Char](l *Lib, kept **sre.Matcher[T], p *sre.Program, text []T) *sre.Matcher[T] {
	m := *kept
	*kept = nil
	if m != nil {
		m.Use(p, text)
		return m
	}
	m = sre.NewMatcher(p, text)
	m.Poll = func() error {
		l.h.RoomFor(8 * float64(m.Memory()))
		return l.host.Interrupted()
	}
	return m
}

// close gives the matcher and the subject back.
func (s *subject) close() {
	l, mark := s.l, s.mark
	switch m := s.matcher.(type) {
	case *sre.Matcher[uint8]:
		m.Use(nil, nil)
		l.regexps.narrow = m
	case *sre.Matcher[uint16]:
		m.Use(nil, nil)
		l.regexps.medium = m
	case *sre.Matcher[uint32]:
		m.Use(nil, nil)
		l.regexps.wide = m
	}
	*s = subject{}
	l.regexps.spare = s
	l.h.Release(mark)
}

// checkText returns the length of a text, or the TypeError for one that the
// pattern cannot be used on.
func (l *Lib) checkText(pattern, text object.Value) (int, error) {
	h := l.h
	if h.Is(text, object.StrType) && h.Is(h.Field(pattern, offPatternText), object.StrType) {
		return h.StrLen(text), nil
	}
	str, given := h.IsInstance(text, object.StrType), text
	text = h.Plain(text)
	if !str && !h.IsBuffer(text) {
		if h.IsInstance(text, object.ByteArrayType) {
			return 0, h.Unsupported("matching an instance of a subclass of " + h.TypeOf(text).Base.Name)
		}
		return 0, h.Raise(object.TypeErrorType, "expected string or bytes-like object, got '%s'", h.TypeName(given))
	}
	if of := h.Field(pattern, offPatternText); of != object.None {
		switch bytes := h.IsBuffer(of); {
		case str && bytes:
			return 0, h.Raise(object.TypeErrorType, "cannot use a bytes pattern on a string-like object")
		case !str && !bytes:
			return 0, h.Raise(object.TypeErrorType, "cannot use a string pattern on a bytes-like object")
		}
	}
	return textLen(h, text)
}

// textLen returns how many elements a text has, code points or bytes.
func textLen(h *object.Heap, text object.Value) (int, error) {
	if h.Is(text, object.StrType) {
		return h.Len(text)
	}
	data, err := h.BufferData(text)
	return len(data), err
}

// part returns the elements of a text from one up to another, as far as it has them: a bytearray may
// have become shorter. Of what is no str they are bytes. textLen must have returned without error.
func part(h *object.Heap, text object.Value, from, to int) object.Value {
	if h.Is(text, object.StrType) || h.Is(text, object.BytesType) {
		return h.Slice(text, from, max(from, to))
	}
	data, err := h.BufferData(text)
	if err != nil {
		panic(err)
	}
	from = min(from, len(data))
	return h.NewBytes(data[from:max(from, min(to, len(data)))])
}

// next searches on from where the last match ended; one that was empty is not
// found again.
func (s *subject) next() (bool, error) {
	ok, err := s.Search(s.pos, s.hi, s.nonEmpty)
	if ok {
		from, to := s.Span(0)
		s.pos, s.nonEmpty = to, from == to
	}
	return ok, err
}

// group returns the text of a group of the last match, or def.
func (s *subject) group(h *object.Heap, i int, def object.Value) object.Value {
	from, to := s.Span(i)
	if from < 0 {
		return def
	}
	return part(h, s.text, from, to)
}

// compileTemplate is re._compile_template: a template, or text without groups.
func (l *Lib) compileTemplate(pattern, template object.Value) (object.Value, error) {
	h := l.h
	re, err := l.host.Import(h.NewDict(), h.Intern("re"), object.None, object.SmallInt(0))
	if err != nil {
		return object.Null, err
	}
	f, err := h.GetAttr(re, h.Intern("_compile_template"))
	if err != nil {
		return object.Null, err
	}
	args := h.NewTuple(pattern, template)
	return h.Call(f, h.TupleItems(args), object.Null)
}

// sreTemplate is _sre.template: literals and numbers of groups in turn.
func (l *Lib) sreTemplate(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if !h.Is(a[0], l.regexps.pattern) || !h.IsInstance(a[1], object.ListType) || h.ListLen(a[1])%2 == 0 {
		return object.Null, h.Raise(object.TypeErrorType, "invalid template")
	}
	groups := programOf(h, a[0]).Groups()
	for i := 1; i < h.ListLen(a[1]); i += 2 {
		n, err := h.Ssize(h.ListItems(a[1])[i])
		if err != nil {
			return object.Null, err
		}
		if n < 0 || n > groups {
			return object.Null, h.Raise(object.TypeErrorType, "invalid template")
		}
	}
	v := h.NewObject(l.regexps.template, 16)
	h.SetField(v, 8, h.ListToTuple(h.NewList(h.ListItems(a[1])...)))
	return v, nil
}

// expand returns what a template makes of the last match.
func (l *Lib) expand(s *subject, template object.Value) (object.Value, error) {
	h := l.h
	empty := part(h, s.text, 0, 0)
	parts := h.NewList()
	for i, x := range h.TupleItems(h.Field(template, 8)) {
		if i%2 != 0 {
			n, err := h.Ssize(x)
			if err != nil {
				return object.Null, err
			}
			x = s.group(h, n, empty)
		}
		h.ListAppend(parts, x)
	}
	return l.join(empty, parts)
}

// join is empty.join(parts).
func (l *Lib) join(empty, parts object.Value) (object.Value, error) {
	h := l.h
	f, err := h.GetAttr(empty, h.Intern("join"))
	if err != nil {
		return object.Null, err
	}
	args := h.NewTuple(parts)
	return h.Call(f, h.TupleItems(args), object.Null)
}

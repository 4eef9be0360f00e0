package lib

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// initPattern makes the type of patterns, and of templates.
func (l *Lib) initPattern() {
	h := l.h
	t := h.RegisterType(&object.Type{Name: "Pattern", Weak: true, Module: "re", Pattern: true, Slots: object.Slots{
		Repr: l.patternRepr,
		Hash: func(h *object.Heap, v object.Value) (int64, error) {
			text, err := h.Hash(h.Field(v, offPatternText))
			if err != nil {
				return 0, err
			}
			flags, err := h.Hash(h.Field(v, offPatternFlags))
			return text ^ flags<<8 ^ int64(programOf(h, v).Groups()), err
		},
		Compare: l.comparePatterns,
	}})
	l.regexps.pattern = t.ID
	l.regexps.template = h.RegisterType(&object.Type{Name: "SRE_Template", Module: "_sre"}).ID
	same := func(_ *object.Heap, v object.Value, _ []object.Value) (object.Value, error) { return v, nil }
	h.AddMethods(t, []object.Builtin{
		{Name: "match", Arity: object.Varied, FnKw: l.matchMethod("match", func(s *subject) (bool, error) { return s.Match(s.lo, s.hi, false, false) })},
		{Name: "fullmatch", Arity: object.Varied, FnKw: l.matchMethod("fullmatch", func(s *subject) (bool, error) { return s.Match(s.lo, s.hi, true, false) })},
		{Name: "search", Arity: object.Varied, FnKw: l.matchMethod("search", func(s *subject) (bool, error) { return s.Search(s.lo, s.hi, false) })},
		{Name: "findall", Arity: object.Varied, FnKw: l.textMethod("findall", l.findAll)},
		{Name: "finditer", Arity: object.Varied, FnKw: l.textMethod("finditer", l.scanning(func() object.TypeID { return l.regexps.iterator }))},
		{Name: "scanner", Arity: object.Varied, FnKw: l.textMethod("scanner", l.scanning(func() object.TypeID { return l.regexps.scanner }))},
		{Name: "split", Arity: object.Varied, FnKw: l.patternSplit},
		{Name: "sub", Arity: object.Varied, FnKw: l.subMethod("sub", false)},
		{Name: "subn", Arity: object.Varied, FnKw: l.subMethod("subn", true)},
		{Name: "__copy__", Arity: object.NoArgs, Fn: same},
		{Name: "__deepcopy__", Arity: object.O, Fn: same},
	})
	groups := readOnly("groups", 0)
	groups.Get = func(h *object.Heap, v object.Value) (object.Value, error) {
		return object.SmallInt(int64(programOf(h, v).Groups())), nil
	}
	index := readOnly("groupindex", 0)
	index.Set = nil // CPython has a getter for it, not a member
	index.Get = func(h *object.Heap, v object.Value) (object.Value, error) {
		return h.NewProxy(h.Field(v, offPatternIndex)), nil
	}
	h.AddGetSets(t, []object.GetSet{
		readOnly("pattern", offPatternText), readOnly("flags", offPatternFlags), groups, index,
	})
}

// flagNames are the flags that a pattern's repr shows, in CPython's order.
var flagNames = []struct {
	name string
	bit  int
}{
	{"re.IGNORECASE", 2}, {"re.LOCALE", 4}, {"re.MULTILINE", 8}, {"re.DOTALL", 16}, {"re.UNICODE", flagUnicode},
	{"re.VERBOSE", 64}, {"re.DEBUG", 128}, {"re.ASCII", flagASCII},
}

const (
	flagUnicode = 32
	flagLocale  = 4
	flagASCII   = 256
)

func (l *Lib) patternRepr(h *object.Heap, v object.Value) (object.Value, error) {
	text := h.Field(v, offPatternText)
	r, err := h.Repr(text)
	if err != nil {
		return object.Null, err
	}
	flags, err := h.Ssize(h.Field(v, offPatternFlags))
	if err != nil {
		return object.Null, err
	}
	if flags&(flagLocale|flagUnicode|flagASCII) == flagUnicode && h.Is(text, object.StrType) {
		flags &^= flagUnicode
	}
	var names []string
	for _, f := range flagNames {
		if flags&f.bit != 0 {
			names = append(names, f.name)
			flags &^= f.bit
		}
	}
	if flags != 0 {
		names = append(names, fmt.Sprintf("0x%x", flags))
	}
	shown := []rune(h.GoString(r))
	out := "re.compile(" + string(shown[:min(len(shown), 200)])
	if names != nil {
		out += ", " + strings.Join(names, "|")
	}
	return h.NewStr(out + ")"), nil
}

func (l *Lib) comparePatterns(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
	if op != object.EQ && op != object.NE || !h.Is(b, l.regexps.pattern) {
		return object.NotImplemented, nil
	}
	equal := a == b
	if !equal && slices.Equal(programOf(h, a).Code(), programOf(h, b).Code()) {
		flags, err := h.CompareBool(object.EQ, h.Field(a, offPatternFlags), h.Field(b, offPatternFlags))
		if err != nil {
			return object.Null, err
		}
		text, err := h.CompareBool(object.EQ, h.Field(a, offPatternText), h.Field(b, offPatternText))
		if err != nil {
			return object.Null, err
		}
		equal = flags && text
	}
	return object.Bool(equal == (op == object.EQ)), nil
}

// method is a method's body: s is the text given to it.
type method func(s *subject) (object.Value, error)

// textMethod is a method with the parameters string, pos and endpos.
func (l *Lib) textMethod(name string, f method) kwFunc {
	sig := object.NewSignature(name, 0, 1, 0, "string", "pos", "endpos")
	return func(h *object.Heap, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		var p [3]object.Value
		if err := bind(h, sig, args, kwnames, p[:]); err != nil {
			return object.Null, err
		}
		bounds := [2]int{0, math.MaxInt}
		for i, v := range p[1:] {
			if v == object.Null {
				continue
			}
			var err error
			if bounds[i], err = h.Ssize(v); err != nil {
				return object.Null, err
			}
		}
		s, err := l.subject(self, p[0], bounds[0], bounds[1])
		if err != nil {
			return object.Null, err
		}
		defer s.close()
		return f(s)
	}
}

// matchMethod is a method that gives a match or None.
func (l *Lib) matchMethod(name string, f func(s *subject) (bool, error)) kwFunc {
	return l.textMethod(name, func(s *subject) (object.Value, error) {
		if ok, err := f(s); !ok {
			return object.None, err
		}
		return l.newMatch(s), nil
	})
}

func (l *Lib) findAll(s *subject) (object.Value, error) {
	h := l.h
	empty := part(h, s.text, 0, 0)
	groups := s.groups
	list := h.NewList()
	for {
		ok, err := s.next()
		if !ok {
			return list, err
		}
		if groups < 2 {
			h.ListAppend(list, s.group(h, groups, empty))
			continue
		}
		one := h.NewList()
		for i := range groups {
			h.ListAppend(one, s.group(h, i+1, empty))
		}
		h.ListAppend(list, h.ListToTuple(one))
	}
}

var splitSig = object.NewSignature("split", 0, 1, 0, "string", "maxsplit")

func (l *Lib) patternSplit(h *object.Heap, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, splitSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	most, err := count(h, p[1])
	if err != nil {
		return object.Null, err
	}
	s, err := l.subject(self, p[0], 0, math.MaxInt)
	if err != nil {
		return object.Null, err
	}
	defer s.close()
	list, last := h.NewList(), 0
	for n := 0; most == 0 || n < most; n++ {
		ok, err := s.next()
		if err != nil {
			return object.Null, err
		}
		if !ok {
			break
		}
		from, to := s.Span(0)
		h.ListAppend(list, part(h, s.text, last, from))
		for i := range s.groups {
			h.ListAppend(list, s.group(h, i+1, object.None))
		}
		last = to
	}
	h.ListAppend(list, part(h, s.text, last, s.hi))
	return list, nil
}

// count is an argument that is a number, 0 if it is left out.
func count(h *object.Heap, v object.Value) (int, error) {
	if v == object.Null {
		return 0, nil
	}
	return h.Ssize(v)
}

// subMethod is sub, or subn if the result has the number of replacements.
func (l *Lib) subMethod(name string, counted bool) kwFunc {
	sig := object.NewSignature(name, 0, 2, 0, "repl", "string", "count")
	return func(h *object.Heap, self object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
		var p [3]object.Value
		if err := bind(h, sig, args, kwnames, p[:]); err != nil {
			return object.Null, err
		}
		most, err := count(h, p[2])
		if err != nil {
			return object.Null, err
		}
		with, literal, err := l.replacement(self, p[0])
		if err != nil {
			return object.Null, err
		}
		m := h.Mark()
		defer h.Release(m)
		h.Push(with)
		text, err := l.fixed(self, p[1], with)
		if err != nil {
			return object.Null, err
		}
		s, err := l.subject(self, text, 0, math.MaxInt)
		if err != nil {
			return object.Null, err
		}
		defer s.close()
		s.given = p[1]
		text, n, err := l.substitute(s, with, literal, most)
		if err != nil || !counted {
			return text, err
		}
		return h.NewTuple(text, h.Int(int64(n))), nil
	}
}

// fixed returns a text that stays as it is while with, if that is called, replaces what is in it.
func (l *Lib) fixed(pattern, text, with object.Value) (object.Value, error) {
	h := l.h
	if h.TypeOf(with).Call == nil || !h.IsBuffer(text) || h.IsInstance(text, object.BytesType) {
		return text, nil
	}
	if _, err := l.checkText(pattern, text); err != nil {
		return object.Null, err
	}
	data, err := h.BufferData(text)
	return h.NewBytes(data), err
}

// replacement is newReplacement, but for a text that is the one that the pattern was given last.
func (l *Lib) replacement(pattern, repl object.Value) (with object.Value, literal bool, err error) {
	h := l.h
	if repl == h.Field(pattern, offPatternRepl) {
		with = h.Field(pattern, offPatternWith)
		return with, !h.Is(with, l.regexps.template), nil
	}
	with, literal, err = l.newReplacement(pattern, repl)
	if err == nil && (h.Is(repl, object.StrType) || h.Is(repl, object.BytesType)) {
		h.SetField(pattern, offPatternRepl, repl)
		h.SetField(pattern, offPatternWith, with)
	}
	return with, literal, err
}

// newReplacement returns what replaces a match: text as it is, a template, or what is
// called with the match.
func (l *Lib) newReplacement(pattern, repl object.Value) (with object.Value, literal bool, err error) {
	h := l.h
	switch {
	case h.TypeOf(repl).Call != nil:
		return repl, false, nil
	case h.IsInstance(repl, object.StrType) && !strings.Contains(h.GoString(repl), `\`):
		return repl, true, nil
	case h.IsBuffer(repl):
		data, err := h.BufferData(repl)
		if err == nil && !slices.Contains(data, '\\') {
			return repl, true, nil
		}
	}
	with, err = l.compileTemplate(pattern, repl)
	return with, err == nil && !h.Is(with, l.regexps.template), err
}

// substitute replaces the matches of a text, at most so many if that is not 0.
func (l *Lib) substitute(s *subject, with object.Value, literal bool, most int) (object.Value, int, error) {
	h := l.h
	parts, last, n := h.NewList(), 0, 0
	for most == 0 || n < most {
		ok, err := s.next()
		if err != nil {
			return object.Null, 0, err
		}
		if !ok {
			break
		}
		from, to := s.Span(0)
		if last < from {
			h.ListAppend(parts, part(h, s.text, last, from))
		}
		item := with
		switch {
		case literal:
		case h.Is(with, l.regexps.template):
			item, err = l.expand(s, with)
		default:
			args := h.NewTuple(l.newMatch(s))
			item, err = h.Call(with, h.TupleItems(args), object.Null)
		}
		if err != nil {
			return object.Null, 0, err
		}
		if item != object.None {
			h.ListAppend(parts, item)
		}
		last = to
		n++
	}
	if n == 0 && (h.Is(s.text, object.StrType) || h.Is(s.text, object.BytesType)) {
		return s.text, 0, nil
	}
	if last < s.hi {
		h.ListAppend(parts, part(h, s.text, last, s.hi))
	}
	out, err := l.join(part(h, s.text, 0, 0), parts)
	return out, n, err
}

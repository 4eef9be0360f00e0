package object

import "github.com/tier2go/tier2/interp/unicode"

// The predicates isalpha, isdigit and so on, and those of case. Bytes see ASCII
// only.

var classMethods = pure([]Builtin{
	{Name: "isalnum", Arity: NoArgs, Fn: allMethod(unicode.Alpha | unicode.Decimal | unicode.Digit | unicode.Numeric)},
	{Name: "isalpha", Arity: NoArgs, Fn: allMethod(unicode.Alpha)},
	{Name: "isdigit", Arity: NoArgs, Fn: allMethod(unicode.Digit)},
	{Name: "isspace", Arity: NoArgs, Fn: allMethod(unicode.Space)},
	{Name: "isascii", Arity: NoArgs, Fn: textIsASCII},
	{Name: "islower", Arity: NoArgs, Fn: caseMethod(unicode.Lower, unicode.Upper|unicode.Title)},
	{Name: "isupper", Arity: NoArgs, Fn: caseMethod(unicode.Upper, unicode.Lower|unicode.Title)},
	{Name: "istitle", Arity: NoArgs, Fn: textIsTitle},
})

var strClassMethods = pure([]Builtin{
	{Name: "isdecimal", Arity: NoArgs, Fn: allMethod(unicode.Decimal)},
	{Name: "isnumeric", Arity: NoArgs, Fn: allMethod(unicode.Numeric)},
	{Name: "isprintable", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		return Bool(h.StrLen(v) == 0 || h.allHave(v, unicode.Printable)), nil
	}},
	{Name: "isidentifier", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		return Bool(h.strIsIdentifier(v)), nil
	}},
})

// propsOf returns the properties of elements of a text as self's type sees them.
func (h *Heap) propsOf(self Value) func(rune) uint32 {
	if h.kind(self) == StrType {
		return unicode.Props
	}
	return func(r rune) uint32 { return unicode.ByteProps(byte(r)) }
}

// allMethod makes the method that tells whether there are elements and all have
// one of the given properties.
func allMethod(want uint32) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, _ []Value) (Value, error) {
		return Bool(h.text(self).n > 0 && h.allHave(self, want)), nil
	}
}

func (h *Heap) allHave(self Value, want uint32) bool {
	t := h.text(self)
	if t.size == 1 && h.kind(self) != StrType {
		for _, c := range t.raw() {
			if unicode.ByteProps(c)&want == 0 {
				return false
			}
		}
		return true
	}
	for i := range t.n {
		if unicode.Props(t.at(i))&want == 0 {
			return false
		}
	}
	return true
}

func textIsASCII(h *Heap, self Value, _ []Value) (Value, error) {
	if h.kind(self) == StrType {
		return Bool(h.strIsASCII(self)), nil
	}
	return Bool(unicode.IsASCII(h.text(self).raw())), nil
}

// caseMethod makes islower or isupper: one element has the property want, none
// has one of bad.
func caseMethod(want, bad uint32) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, _ []Value) (Value, error) {
		t, props := h.text(self), h.propsOf(self)
		found := false
		for i := range t.n {
			p := props(t.at(i))
			if p&bad != 0 {
				return False, nil
			}
			found = found || p&want != 0
		}
		return Bool(found), nil
	}
}

// textIsTitle: upper and title case only after what has no case, lower case
// only after what has, and one of them at least.
func textIsTitle(h *Heap, self Value, _ []Value) (Value, error) {
	t, props := h.text(self), h.propsOf(self)
	found, inWord := false, false
	for i := range t.n {
		switch p := props(t.at(i)); {
		case p&(unicode.Upper|unicode.Title) != 0:
			if inWord {
				return False, nil
			}
			found, inWord = true, true
		case p&unicode.Lower != 0:
			if !inWord {
				return False, nil
			}
			found = true
		default:
			inWord = false
		}
	}
	return Bool(found), nil
}

// strIsIdentifier reports whether a str is a Python identifier (or keyword).
func (h *Heap) strIsIdentifier(v Value) bool {
	t := h.strText(v)
	for i := range t.n {
		want := uint32(unicode.IDContinue)
		if i == 0 {
			want = unicode.IDStart
		}
		if unicode.Props(t.at(i))&want == 0 {
			return false
		}
	}
	return t.n > 0
}

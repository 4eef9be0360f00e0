package object

import (
	"github.com/tier2go/tier2/interp/unicode"
)

// Case: upper, lower, title, capitalize, swapcase and casefold. ASCII text takes
// a path of its own, which is also that of bytes; the rest maps code point by
// code point, to up to three each (Objects/unicodectype.c).

var caseMethods = pure([]Builtin{
	{Name: "upper", Arity: NoArgs, Fn: mapMethod(mapUpper)},
	{Name: "lower", Arity: NoArgs, Fn: mapMethod(mapLower)},
	{Name: "title", Arity: NoArgs, Fn: mapMethod(mapTitle)},
	{Name: "capitalize", Arity: NoArgs, Fn: mapMethod(mapCapitalize)},
	{Name: "swapcase", Arity: NoArgs, Fn: mapMethod(mapSwapCase)},
})

// caseMap is one of the mappings. It is a number, not a function, so that the
// builder it fills stays on the stack.
type caseMap uint8

const (
	mapUpper caseMap = iota
	mapLower
	mapFold
	mapTitle
	mapCapitalize
	mapSwapCase
)

// mapMethod makes a method of a mapping.
func mapMethod(m caseMap) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, _ []Value) (Value, error) {
		if h.RefType(self) == StrType && h.strIsASCII(self) && h.StrLen(self) > 1 {
			s := h.strBytes(self)
			v := h.newStr(len(s), 0x7F)
			d := h.strBytes(v)
			copy(d, s)
			mapASCII(d, m)
			return v, nil
		}
		t := h.text(self)
		if h.RefType(self) != StrType || h.strIsASCII(self) {
			v, d := h.newLike(self, t.n, 0x7F)
			copy(d.raw(), t.raw())
			mapASCII(d.raw(), m)
			return h.canonical(v), nil
		}
		var b strBuilder
		b.mapCase(h, t, m)
		return b.value(h), nil
	}
}

// mapASCII changes the case of the ASCII letters among bytes, in place.
func mapASCII(s []byte, m caseMap) {
	switch m {
	case mapUpper:
		unicode.UpperASCII(s)
	case mapLower, mapFold:
		unicode.LowerASCII(s)
	case mapTitle:
		unicode.TitleASCII(s)
	case mapCapitalize:
		unicode.UpperASCII(s[:min(len(s), 1)])
		unicode.LowerASCII(s[min(len(s), 1):])
	case mapSwapCase:
		for i, c := range s {
			if c|0x20-'a' < 26 {
				s[i] = c ^ 0x20
			}
		}
	}
}

// mapped appends a code point's mapping to the case of unicode.Map.
func (b *strBuilder) mapped(r rune, column int) {
	one, more := unicode.Map(r, column)
	if more == nil {
		b.rune(one)
		return
	}
	for _, r := range more {
		b.rune(r)
	}
}

// lower appends element i of t in lower case. A capital sigma at the end of a
// word has a form of its own.
func (b *strBuilder) lower(t text, i int) {
	const capitalSigma, sigma, finalSigma = 0x3A3, 0x3C3, 0x3C2
	r := t.at(i)
	switch {
	case r != capitalSigma:
		b.mapped(r, unicode.ToLower)
	case t.finalSigma(i):
		b.rune(finalSigma)
	default:
		b.rune(sigma)
	}
}

// finalSigma reports whether a cased element comes before i, and none behind,
// case-ignorable ones passed over (SpecialCasing.txt, Final_Sigma).
func (t text) finalSigma(i int) bool {
	j := i - 1
	for j >= 0 && unicode.Props(t.at(j))&unicode.Ignorable != 0 {
		j--
	}
	if j < 0 || unicode.Props(t.at(j))&unicode.Cased == 0 {
		return false
	}
	j = i + 1
	for j < t.n && unicode.Props(t.at(j))&unicode.Ignorable != 0 {
		j++
	}
	return j == t.n || unicode.Props(t.at(j))&unicode.Cased == 0
}

// mapCase appends a text in another case.
func (b *strBuilder) mapCase(h *Heap, t text, m caseMap) {
	inWord := false
	for i := range t.n {
		h.CheckStopAt(i)
		r := t.at(i)
		switch m {
		case mapUpper:
			b.mapped(r, unicode.ToUpper)
		case mapLower:
			b.lower(t, i)
		case mapFold:
			b.mapped(r, unicode.ToFolded)
		case mapTitle, mapCapitalize:
			if inWord {
				b.lower(t, i)
			} else {
				b.mapped(r, unicode.ToTitle)
			}
			inWord = m == mapCapitalize || unicode.Props(r)&unicode.Cased != 0
		case mapSwapCase:
			switch p := unicode.Props(r); {
			case p&unicode.Upper != 0:
				b.lower(t, i)
			case p&unicode.Lower != 0:
				b.mapped(r, unicode.ToUpper)
			default:
				b.rune(r)
			}
		}
	}
}

package object

import "unsafe"

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
		if h.RefType(self) == StrType && h.StrIsASCII(self) && h.StrLen(self) > 1 {
			s := h.strBytes(self)
			v := h.newStr(len(s), 0x7F)
			d := h.strBytes(v)
			copy(d, s)
			mapASCII(d, m)
			return v, nil
		}
		t := h.text(self)
		if h.RefType(self) != StrType || h.StrIsASCII(self) {
			v, d := h.newLike(self, t.n, 0x7F)
			copy(d.raw(), t.raw())
			mapASCII(d.raw(), m)
			return h.canonical(v), nil
		}
		var b strBuilder
		b.mapCase(t, m)
		return b.value(h), nil
	}
}

// mapASCII changes the case of the ASCII letters among bytes, in place.
func mapASCII(s []byte, m caseMap) {
	switch m {
	case mapUpper:
		asciiUpper(s)
	case mapLower, mapFold:
		asciiLower(s)
	case mapTitle:
		asciiTitle(s)
	case mapCapitalize:
		asciiUpper(s[:min(len(s), 1)])
		asciiLower(s[min(len(s), 1):])
	case mapSwapCase:
		for i, c := range s {
			if c|0x20-'a' < 26 {
				s[i] = c ^ 0x20
			}
		}
	}
}

const (
	eachByte = 0x0101_0101_0101_0101
	highBits = 0x80 * eachByte
)

// flipCase changes the case of the letters between lo and hi, eight bytes a
// step: of the low seven bits of each byte, adding 0x80−lo carries into the high
// bit from lo on, adding 0x7F−hi behind hi. The bit of case is two below it.
func flipCase(s []byte, lo, hi byte) {
	from, behind := uint64(0x80-lo)*eachByte, uint64(0x7F-hi)*eachByte
	p := unsafe.Pointer(unsafe.SliceData(s))
	n := len(s) &^ 7
	for i := 0; i < n; i += 8 {
		w := (*uint64)(unsafe.Add(p, i))
		low := *w &^ highBits
		*w ^= ((low + from) &^ (low + behind) &^ *w & highBits) >> 2
	}
	for i, c := range s[n:] {
		if c-lo <= hi-lo {
			s[n+i] = c ^ 0x20
		}
	}
}

func asciiUpper(s []byte) { flipCase(s, 'a', 'z') }
func asciiLower(s []byte) { flipCase(s, 'A', 'Z') }

func asciiTitle(s []byte) {
	inWord := false
	for i, c := range s {
		letter := c|0x20-'a' < 26
		switch {
		case letter && inWord:
			s[i] = c | 0x20
		case letter:
			s[i] = c &^ 0x20
		}
		inWord = letter
	}
}

// mapped appends a code point's mapping to the case of a column of uniCases.
func (b *strBuilder) mapped(r rune, column int) {
	one, more := uniMap(r, column)
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
		b.mapped(r, toLower)
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
	for j >= 0 && uniProps(t.at(j))&uniIgnorable != 0 {
		j--
	}
	if j < 0 || uniProps(t.at(j))&uniCased == 0 {
		return false
	}
	j = i + 1
	for j < t.n && uniProps(t.at(j))&uniIgnorable != 0 {
		j++
	}
	return j == t.n || uniProps(t.at(j))&uniCased == 0
}

// mapCase appends a text in another case.
func (b *strBuilder) mapCase(t text, m caseMap) {
	inWord := false
	for i := range t.n {
		r := t.at(i)
		switch m {
		case mapUpper:
			b.mapped(r, toUpper)
		case mapLower:
			b.lower(t, i)
		case mapFold:
			b.mapped(r, toFolded)
		case mapTitle, mapCapitalize:
			if inWord {
				b.lower(t, i)
			} else {
				b.mapped(r, toTitle)
			}
			inWord = m == mapCapitalize || uniProps(r)&uniCased != 0
		case mapSwapCase:
			switch p := uniProps(r); {
			case p&uniUpper != 0:
				b.lower(t, i)
			case p&uniLower != 0:
				b.mapped(r, toUpper)
			default:
				b.rune(r)
			}
		}
	}
}

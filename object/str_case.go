package object

import "encoding/binary"

// Case: upper, lower, title, capitalize, swapcase and casefold. ASCII text takes
// a path of its own, which is also that of bytes; the rest maps code point by
// code point, to up to three each (Objects/unicodectype.c).

var caseMethods = pure([]Builtin{
	{Name: "upper", Arity: NoArgs, Fn: mapMethod(asciiUpper, strUpper)},
	{Name: "lower", Arity: NoArgs, Fn: mapMethod(asciiLower, strLower)},
	{Name: "title", Arity: NoArgs, Fn: mapMethod(asciiTitle, strTitle)},
	{Name: "capitalize", Arity: NoArgs, Fn: mapMethod(asciiCapitalize, strCapitalize)},
	{Name: "swapcase", Arity: NoArgs, Fn: mapMethod(asciiSwapCase, strSwapCase)},
})

// mapMethod makes a method of an in-place mapping of ASCII letters among bytes
// and of the mapping of any str to a builder.
func mapMethod(ascii func([]byte), full func(*strBuilder, text)) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, _ []Value) (Value, error) {
		t := h.text(self)
		if h.RefType(self) != StrType || h.StrIsASCII(self) {
			v, d := h.newLike(self, t.n, 0x7F)
			t.copyTo(d)
			ascii(d.raw())
			return h.canonical(v), nil
		}
		var room [256]byte
		b := strBuilder{buf: room[:0]}
		full(&b, t)
		return b.value(h), nil
	}
}

const (
	eachByte = 0x0101_0101_0101_0101
	highBits = 0x80 * eachByte
)

// between returns, in the high bit of each byte of w, whether it lies between
// lo and hi, both ASCII.
func between(w uint64, lo, hi byte) uint64 {
	low := w &^ highBits
	return (low + uint64(0x80-lo)*eachByte) &^ (low + uint64(0x7F-hi)*eachByte) &^ w & highBits
}

// flipCase changes the case of the letters between lo and hi, eight bytes a
// step. The bit of case is two below the high one.
func flipCase(s []byte, lo, hi byte) {
	for len(s) >= 8 {
		w := binary.NativeEndian.Uint64(s)
		binary.NativeEndian.PutUint64(s, w^between(w, lo, hi)>>2)
		s = s[8:]
	}
	for i, c := range s {
		if c-lo <= hi-lo {
			s[i] = c ^ 0x20
		}
	}
}

func asciiUpper(s []byte) { flipCase(s, 'a', 'z') }
func asciiLower(s []byte) { flipCase(s, 'A', 'Z') }

func asciiSwapCase(s []byte) {
	for i, c := range s {
		if c|0x20-'a' < 26 {
			s[i] = c ^ 0x20
		}
	}
}

func asciiCapitalize(s []byte) {
	if len(s) > 0 {
		asciiUpper(s[:1])
		asciiLower(s[1:])
	}
}

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

func strUpper(b *strBuilder, t text) {
	for i := range t.n {
		b.mapped(t.at(i), toUpper)
	}
}

func strLower(b *strBuilder, t text) {
	for i := range t.n {
		b.lower(t, i)
	}
}

func strCaseFold(b *strBuilder, t text) {
	for i := range t.n {
		b.mapped(t.at(i), toFolded)
	}
}

func strTitle(b *strBuilder, t text) {
	inWord := false
	for i := range t.n {
		r := t.at(i)
		if inWord {
			b.lower(t, i)
		} else {
			b.mapped(r, toTitle)
		}
		inWord = uniProps(r)&uniCased != 0
	}
}

func strCapitalize(b *strBuilder, t text) {
	b.mapped(t.at(0), toTitle)
	for i := 1; i < t.n; i++ {
		b.lower(t, i)
	}
}

func strSwapCase(b *strBuilder, t text) {
	for i := range t.n {
		r := t.at(i)
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

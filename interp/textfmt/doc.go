// Package textfmt turns numbers into text and text into numbers, as CPython does, on
// Go values: floats in the formats of printf, repr and hex (Python/pystrtod.c), format
// specifications and the layout of numbers that they ask for
// (Python/formatter_unicode.c), and the grammar of int's and float's arguments.
//
//	textfmt.FormatFloat(0.1, 'r', 0, false) // 0.1
//	f, err := textfmt.ParseSpec([]rune(">8,"), "int", 'd', '>')
//	l := f.LayOut(&textfmt.Number{Digits: []byte("1234")})
//	l.Append(nil) // "   1,234"
//
// The package must not know the heap: a text that is too long for it is refused
// between [Spec.LayOut] and [Layout.Append].
package textfmt

package irtext

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tier2go/tier2/ir"
)

// canonicalNaN is the NaN that is printed as nan; others show their bits.
const canonicalNaN = 0x7ff8_0000_0000_0000

// appendFloat prints a double so that it reads back to the same bits and looks
// like no integer.
func appendFloat(b []byte, bits uint64) []byte {
	x := math.Float64frombits(bits)
	switch {
	case bits == canonicalNaN:
		return append(b, "nan"...)
	case x != x:
		return fmt.Appendf(b, "nan:%#x", bits)
	case math.IsInf(x, 1):
		return append(b, "inf"...)
	case math.IsInf(x, -1):
		return append(b, "-inf"...)
	}
	n := len(b)
	b = strconv.AppendFloat(b, x, 'g', -1, 64)
	if !strings.ContainsAny(string(b[n:]), ".e") {
		b = append(b, ".0"...)
	}
	return b
}

// appendWord prints a guest word: # and its name, or its bits.
func appendWord(b []byte, word uint64, names Names) []byte {
	if names != nil {
		if s, ok := names.FormatWord(word); ok && validName(s) {
			if back, ok := names.ParseWord(s); ok && back == word {
				return append(append(b, '#'), s...)
			}
		}
	}
	return fmt.Appendf(b, "#%#x", word)
}

// validName reports whether the lexer reads s as one name.
func validName(s string) bool {
	n, err := scanWord(s)
	return err == nil && n == len(s) && !strings.HasPrefix(s, "0x") && !strings.ContainsAny(s, "\n")
}

// appendName prints the name of a function, local or type: as it is if it looks
// like an identifier, quoted otherwise.
func appendName(b []byte, s string) []byte {
	plain := s != "" && s != "_" && !isDigit(s[0])
	for i := 0; i < len(s) && plain; i++ {
		plain = isIdent(s[i])
	}
	if plain {
		return append(b, s...)
	}
	return strconv.AppendQuote(b, s)
}

// literal is a constant in the text.
type literal struct {
	typ ir.Type // I64, F64, Bool or Ref
	aux int64   // as in the constant's immediate
}

// parseNumber returns the literal of a number token.
func parseNumber(s string) (literal, error) {
	if s == "-inf" || s == "+inf" {
		sign := 1
		if s[0] == '-' {
			sign = -1
		}
		return literal{ir.F64, int64(math.Float64bits(math.Inf(sign)))}, nil
	}
	digits := strings.TrimLeft(s, "+-")
	hex := strings.HasPrefix(digits, "0x")
	if !hex && strings.ContainsAny(digits, ".eE") {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || strings.ContainsAny(digits, "_pPxXiI") {
			return literal{}, fmt.Errorf("malformed or too large number %q", s)
		}
		return literal{ir.F64, int64(math.Float64bits(x))}, nil
	}
	n, err := parseInt(s, digits, hex)
	if err != nil {
		return literal{}, err
	}
	return literal{ir.I64, n}, nil
}

func parseInt(s, digits string, hex bool) (int64, error) {
	if hex { // all 64 bits
		u, err := strconv.ParseUint(digits[2:], 16, 64)
		if err != nil || s[0] == '-' || s[0] == '+' {
			return 0, fmt.Errorf("malformed or too large number %q", s)
		}
		return int64(u), nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("malformed or too large number %q", s)
	}
	return n, nil
}

// parseBits returns the number of a hexadecimal token.
func parseBits(s string) (uint64, bool) {
	digits, hex := strings.CutPrefix(s, "0x")
	u, err := strconv.ParseUint(digits, 16, 64)
	return u, hex && err == nil
}

// parseWord returns the guest word that a # token means.
func parseWord(s string, names Names) (uint64, error) {
	if u, ok := parseBits(s); ok {
		return u, nil
	}
	if names != nil && !strings.HasPrefix(s, "0x") {
		if u, ok := names.ParseWord(s); ok {
			return u, nil
		}
	}
	return 0, fmt.Errorf("unknown guest word %q", "#"+s)
}

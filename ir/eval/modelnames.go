package eval

import (
	"math"
	"strconv"
	"strings"
)

// FormatWord prints a word as ParseWord reads it: 5, 2.5, inf, nan, true, None,
// and o7 for an object of that name. Package ir/irtext and golden files print
// words so.
func (m *Model) FormatWord(w uint64) (name string, ok bool) {
	switch m.TypeOf(w) {
	case ModelInt:
		if n, ok := m.UnboxI64(w); ok {
			return strconv.FormatInt(n, 10), true
		}
		n, ok := m.UnboxU64(w)
		return strconv.FormatUint(n, 10), ok
	case ModelFloat:
		return FormatFloat(double(w)), true
	case ModelBool:
		return strconv.FormatBool(w&1 != 0), w <= modelBool|1
	case ModelNone:
		return "None", w == modelNone
	}
	return "o" + strconv.FormatUint(w&^modelTag, 10), w&modelTag == modelObject
}

// FormatFloat prints a float so that it cannot be taken for an int: 2.0, 1e+300, inf,
// -inf, nan.
func FormatFloat(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	case x != x:
		return "nan"
	}
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// ParseWord reads what FormatWord prints.
func (m *Model) ParseWord(name string) (word uint64, ok bool) {
	switch name {
	case "None":
		return m.None(), true
	case "true", "false":
		return m.BoxBool(name == "true"), true
	}
	if n, err := strconv.ParseInt(name, 10, 64); err == nil {
		return m.word(n), true
	}
	if n, err := strconv.ParseUint(name, 10, 64); err == nil {
		return m.wide(bigInt{lo: n}), true
	}
	if rest, object := strings.CutPrefix(name, "o"); object {
		n, err := strconv.ParseUint(rest, 10, 48)
		return m.Object(n), err == nil
	}
	x, err := strconv.ParseFloat(name, 64)
	if err != nil || FormatFloat(x) != name {
		return 0, false
	}
	return m.BoxF64(x), true
}

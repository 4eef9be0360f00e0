package textfmt

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestFormatFloat(t *testing.T) {
	for _, c := range []struct {
		f    float64
		conv byte
		prec int
		alt  bool
		want string
	}{
		{1, 'r', 0, false, "1.0"}, {1e16, 'r', 0, false, "1e+16"}, {0.1, 'r', 0, false, "0.1"}, {1e-5, 'r', 0, false, "1e-05"},
		{1.5, 'f', 0, false, "2"}, {2.5, 'f', 0, true, "2."}, {1234.5, 'e', 2, false, "1.23e+03"}, {1234.5, 'E', 0, true, "1.E+03"},
		{1234.5, 'g', 3, false, "1.23e+03"}, {1234, 'g', 6, true, "1234.00"}, {math.Inf(-1), 'F', 1, false, "-INF"}, {math.NaN(), 'g', 1, false, "nan"},
		{0, 'g', 0, true, "0."}, {math.Copysign(0, -1), 'r', 0, false, "-0.0"},
	} {
		if got := FormatFloat(c.f, c.conv, c.prec, c.alt); got != c.want {
			t.Errorf("FormatFloat(%g, %c, %d, %v) = %s, want %s", c.f, c.conv, c.prec, c.alt, got, c.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		f := math.Float64frombits(rng.Uint64())
		if f != f || math.IsInf(f, 0) {
			continue
		}
		back, ok := ParseFloat([]byte(FormatFloat(f, 'r', 0, false)))
		if !ok || back != f {
			t.Fatalf("%x came back as %x", f, back)
		}
		hex, ok := ParseHexFloat(AppendHexFloat(nil, f))
		if !ok || hex != f {
			t.Fatalf("%x came back from hex as %x", f, hex)
		}
	}
}

// TestGroupingWidths compares the closed form of the number of digits that fill
// a width with counting them.
func TestGroupingWidths(t *testing.T) {
	for _, conv := range []rune{'d', 'x'} {
		for width := 1; width < 60; width++ {
			for n := 1; n < 30; n++ {
				f := Spec{Fill: '0', Align: '=', Width: width, Group: '_', Conv: conv}
				size := f.groupSize()
				want := n
				for want+(want-1)/size < width {
					want++
				}
				zeros, separators := f.grouping(n, 0)
				if n+zeros != want || separators != (want-1)/size {
					t.Errorf("%d digits in %d: %d zeros and %d separators, want %d digits", n, width, zeros, separators, want)
				}
			}
		}
	}
}

// The texts and messages are CPython's.
func TestSpec(t *testing.T) {
	for _, c := range []struct{ spec, digits, rest, want string }{
		{"", "1234", "", "1234"}, {">8,", "1234", "", "   1,234"}, {"*^9", "12", "", "***12****"}, {"+09_", "1234", "", "+0_001_234"},
		{"<6", "7", ".5", "7.5   "}, {"=+8", "7", "", "+      7"}, {"08,", "1", "", "0,000,001"}, {"é>4", "1", "", "ééé1"}, {".6_f", "1", ".234567", "1.234_567"},
		{"5", "1234567", "", "1234567"}, {"٣", "1", "", "  1"},
	} {
		f, err := ParseSpec([]rune(c.spec), "int", 'd', '>')
		if err != nil {
			t.Errorf("%q: %v", c.spec, err)
			continue
		}
		l := f.LayOut(&Number{Digits: []byte(c.digits), Rest: []byte(c.rest)})
		got := string(l.Append(nil))
		if got != c.want || l.Len() != len([]rune(got)) {
			t.Errorf("%q: %q of %d characters, want %q", c.spec, got, l.Len(), c.want)
		}
	}
	for spec, want := range map[string]string{
		",_":                       "Cannot specify both ',' and '_'.",
		"_,":                       "Cannot specify both ',' and '_'.",
		".":                        "Format specifier missing precision",
		",x":                       "Cannot specify ',' with 'x'.",
		"_c":                       "Cannot specify '_' with 'c'.",
		"10dd":                     "Invalid format specifier '10dd' for object of type 'int'",
		"99999999999999999999999d": "Too many decimal digits in format string",
	} {
		if _, err := ParseSpec([]rune(spec), "int", 'd', '>'); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", spec, err, want)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]float64{" 1_0.5e1 ": 105, "-inf": math.Inf(-1), "1e400": math.Inf(1), ".5": 0.5} {
		if got, ok := ParseFloat([]byte(text)); !ok || got != want {
			t.Errorf("float(%q) = %g, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "1__0", "_1", "1_", "1e", ".", "0x1", "infinit"} {
		if f, ok := ParseFloat([]byte(text)); ok {
			t.Errorf("float(%q) = %g", text, f)
		}
	}
	for _, c := range []struct {
		text     string
		base     int
		rest     string
		found    int
		onlyZero bool
	}{{"0x1f", 0, "1f", 16, false}, {"0b_1", 0, "1", 2, false}, {"012", 0, "012", 10, true}, {"0x1f", 10, "0x1f", 10, false}, {"0o7", 8, "7", 8, false}} {
		rest, base, onlyZero := IntPrefix([]byte(c.text), c.base)
		if string(rest) != c.rest || base != c.found || onlyZero != c.onlyZero {
			t.Errorf("IntPrefix(%s, %d) = %s, %d, %v", c.text, c.base, rest, base, onlyZero)
		}
	}
	if n, ok := CountDigits([]byte("1_0"), 2); n != 2 || !ok {
		t.Errorf("digits of 1_0: %d, %v", n, ok)
	}
	if _, ok := CountDigits([]byte("12"), 2); ok {
		t.Error("12 has digits of base 2")
	}
}
